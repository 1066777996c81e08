//! Warp shuffles, votes, matches and reductions (CUDA C++ Programming Guide, "Warp Shuffle Functions" and following).

use super::recipe::{arguments, pointee_scalar};
use super::{Recipe, Row};
use crate::lower::{CallSite, FunctionLowering};
use kern_ir::{Attrs, InstData, MatchMode, Opcode, ReduxOp, RegType, ShflMode, Type, Value, VoteMode};

/// What shuffles move.
const SHUFFLED: [&str; 8] = ["int", "unsigned int", "long", "unsigned long", "long long", "unsigned long long", "float", "double"];

pub(super) fn rows() -> Vec<Row> {
    let mut rows = vec![
        Row::new(
            "void __syncwarp(unsigned int mask = 0xffffffffu)",
            "bar.warp.sync",
            Recipe::Effect { op: Opcode::BarWarp, ty: Type::B32, attrs: Attrs::default() },
        ),
        Row::new("unsigned int __activemask()", "activemask", Recipe::op(Opcode::Activemask, Type::B32)),
        Row::new("int __all_sync(unsigned int mask, int predicate)", "vote.all", Recipe::Code(|f, a| Some(vote(f, VoteMode::All, a)))),
        Row::new("int __any_sync(unsigned int mask, int predicate)", "vote.any", Recipe::Code(|f, a| Some(vote(f, VoteMode::Any, a)))),
        Row::new("int __uni_sync(unsigned int mask, int predicate)", "vote.uni", Recipe::Code(|f, a| Some(vote(f, VoteMode::Uni, a)))),
        Row::new(
            "unsigned int __ballot_sync(unsigned int mask, int predicate)",
            "vote.ballot",
            Recipe::Code(|f, a| Some(vote(f, VoteMode::Ballot, a))),
        ),
    ];
    let shuffles: [(&str, &str, &str, Recipe); 4] = [
        ("__shfl_sync", "int lane", "shfl.idx", Recipe::Code(|f, a| Some(shuffle(f, ShflMode::Idx, a)))),
        ("__shfl_up_sync", "unsigned int delta", "shfl.up", Recipe::Code(|f, a| Some(shuffle(f, ShflMode::Up, a)))),
        ("__shfl_down_sync", "unsigned int delta", "shfl.down", Recipe::Code(|f, a| Some(shuffle(f, ShflMode::Down, a)))),
        ("__shfl_xor_sync", "int lane_mask", "shfl.bfly", Recipe::Code(|f, a| Some(shuffle(f, ShflMode::Bfly, a)))),
    ];
    for (name, selector, key, recipe) in shuffles {
        for ty in SHUFFLED {
            rows.push(Row::new(format!("{ty} {name}(unsigned int mask, {ty} value, {selector}, int width = 32)"), key, recipe));
        }
    }
    for ty in SHUFFLED {
        rows.push(Row::new(
            format!("unsigned int __match_any_sync(unsigned int mask, {ty} value)"),
            "match.any",
            Recipe::Code(|f, a| Some(match_any(f, a))),
        ));
        rows.push(Row::new(
            format!("unsigned int __match_all_sync(unsigned int mask, {ty} value, int *predicate)"),
            "match.all",
            Recipe::Raw(match_all),
        ));
    }
    let reductions = [
        ("add", ReduxOp::Add, &[("unsigned int", Type::U32), ("int", Type::S32)][..]),
        ("min", ReduxOp::Min, &[("unsigned int", Type::U32), ("int", Type::S32)]),
        ("max", ReduxOp::Max, &[("unsigned int", Type::U32), ("int", Type::S32)]),
        ("and", ReduxOp::And, &[("unsigned int", Type::B32)]),
        ("or", ReduxOp::Or, &[("unsigned int", Type::B32)]),
        ("xor", ReduxOp::Xor, &[("unsigned int", Type::B32)]),
    ];
    for (name, op, types) in reductions {
        for (c, ty) in types {
            rows.push(Row::new(
                format!("{c} __reduce_{name}_sync(unsigned int mask, {c} value)"),
                format!("redux.{name}.{ty}"),
                // The intrinsic takes the mask first, the instruction last.
                Recipe::Raw(REDUCERS[op as usize][usize::from(*ty == Type::S32)]),
            ));
        }
    }
    rows
}

/// Indexed by operation, then whether the value is signed.
const REDUCERS: [[super::recipe::Raw; 2]; 6] = [
    [|f, s| reduce(f, s, ReduxOp::Add, Type::U32), |f, s| reduce(f, s, ReduxOp::Add, Type::S32)],
    [|f, s| reduce(f, s, ReduxOp::Min, Type::U32), |f, s| reduce(f, s, ReduxOp::Min, Type::S32)],
    [|f, s| reduce(f, s, ReduxOp::Max, Type::U32), |f, s| reduce(f, s, ReduxOp::Max, Type::S32)],
    [|f, s| reduce(f, s, ReduxOp::And, Type::B32), |f, s| reduce(f, s, ReduxOp::And, Type::B32)],
    [|f, s| reduce(f, s, ReduxOp::Or, Type::B32), |f, s| reduce(f, s, ReduxOp::Or, Type::B32)],
    [|f, s| reduce(f, s, ReduxOp::Xor, Type::B32), |f, s| reduce(f, s, ReduxOp::Xor, Type::B32)],
];

fn reduce(f: &mut FunctionLowering<'_, '_>, site: &CallSite<'_>, op: ReduxOp, ty: Type) -> Option<Value> {
    let args = arguments(f, site);
    let attrs = Attrs { redux: Some(op), ..Attrs::default() };
    Some(f.b.value(InstData { args: vec![args[1], args[0]], attrs, ..InstData::new(Opcode::Redux, ty) }, RegType::B32))
}

fn vote(f: &mut FunctionLowering<'_, '_>, mode: VoteMode, args: &[Value]) -> Value {
    let predicate = f.is_not_zero(args[1], Type::S32);
    let (ty, class) = if mode == VoteMode::Ballot { (Type::B32, RegType::B32) } else { (Type::Pred, RegType::Pred) };
    let attrs = Attrs { vote: Some(mode), ..Attrs::default() };
    f.b.value(InstData { args: vec![predicate, args[0]], attrs, ..InstData::new(Opcode::Vote, ty) }, class)
}

/// (mask, value, selector, width); 64-bit values go in two halves, as nvcc does it.
fn shuffle(f: &mut FunctionLowering<'_, '_>, mode: ShflMode, args: &[Value]) -> Value {
    let [mask, value, selector, width] = *args else { return args[0] };
    let control = control(f, mode, width);
    let class = f.b.func.ty(value);
    let word = f.bits(value, if matches!(class, RegType::B64 | RegType::F64) { RegType::B64 } else { RegType::B32 });
    if f.b.func.ty(word) == RegType::B32 {
        let moved = shuffle_word(f, mode, word, selector, control, mask);
        return f.bits(moved, class);
    }
    let half = f.word(32);
    let low = f.convert_op(Type::U32, Type::U64, word);
    let upper = f.b.op(Opcode::Shr, Type::U64, &[word, half]);
    let high = f.convert_op(Type::U32, Type::U64, upper);
    let high = shuffle_word(f, mode, high, selector, control, mask);
    let low = shuffle_word(f, mode, low, selector, control, mask);
    let high = f.convert_op(Type::U64, Type::U32, high);
    let low = f.convert_op(Type::U64, Type::U32, low);
    let upper = f.b.op(Opcode::Shl, Type::B64, &[high, half]);
    let joined = f.b.op(Opcode::Or, Type::B64, &[upper, low]);
    f.bits(joined, class)
}

fn shuffle_word(f: &mut FunctionLowering<'_, '_>, mode: ShflMode, value: Value, selector: Value, control: Value, mask: Value) -> Value {
    let attrs = Attrs { shfl: Some(mode), ..Attrs::default() };
    let args = vec![value, selector, control, mask];
    f.b.value(InstData { args, attrs, ..InstData::new(Opcode::Shfl, Type::B32) }, RegType::B32)
}

/// Operand c: the segment mask in bits 8 to 12, the clamp in bits 0 to 4.
fn control(f: &mut FunctionLowering<'_, '_>, mode: ShflMode, width: Value) -> Value {
    let clamp: u64 = if mode == ShflMode::Up { 0 } else { 0x1f };
    if let Some(width) = f.b.func.constant(width) {
        return f.word((32u64.wrapping_sub(width) << 8) | clamp);
    }
    let (all, eight, clamp) = (f.word(32), f.word(8), f.word(clamp));
    let outside = f.b.op(Opcode::Sub, Type::S32, &[all, width]);
    let segment = f.b.op(Opcode::Shl, Type::B32, &[outside, eight]);
    f.b.op(Opcode::Or, Type::B32, &[segment, clamp])
}

fn as_integer(f: &mut FunctionLowering<'_, '_>, value: Value) -> (Value, Type) {
    match f.b.func.ty(value) {
        RegType::B64 | RegType::F64 => (f.bits(value, RegType::B64), Type::B64),
        _ => (f.bits(value, RegType::B32), Type::B32),
    }
}

fn match_any(f: &mut FunctionLowering<'_, '_>, args: &[Value]) -> Value {
    let (value, ty) = as_integer(f, args[1]);
    let attrs = Attrs { match_mode: Some(MatchMode::Any), ..Attrs::default() };
    f.b.value(InstData { args: vec![value, args[0]], attrs, ..InstData::new(Opcode::Match, ty) }, RegType::B32)
}

fn match_all(f: &mut FunctionLowering<'_, '_>, site: &CallSite<'_>) -> Option<Value> {
    let mask = f.value(&site.args[0]);
    let value = f.value(&site.args[1]);
    let target = f.pointed_place(&site.args[2]);
    let target_ty = pointee_scalar(f, site, 2)?;
    f.at(site.expr.span);
    let (value, ty) = as_integer(f, value);
    let attrs = Attrs { match_mode: Some(MatchMode::All), ..Attrs::default() };
    let inst = f.b.push(InstData { args: vec![value, mask], attrs, ..InstData::new(Opcode::Match, ty) }, &[RegType::B32, RegType::Pred]);
    let results = f.b.func.insts[inst.index()].results.clone();
    let all_same = f.predicate_as_word(results[1]);
    f.store(target, target_ty, all_same);
    Some(results[0])
}
