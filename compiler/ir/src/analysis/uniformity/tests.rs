use super::*;
use crate::{BlockCall, Builder, Cmp, FunctionKind, RegType, Type};

fn sreg(b: &mut Builder<'_>, sreg: Sreg) -> Value {
    b.value(InstData { payload: Payload::Sreg(sreg), ..InstData::new(Opcode::Sreg, Type::U32) }, RegType::B32)
}

fn less(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    let mut setp = InstData { args: vec![x, y], ..InstData::new(Opcode::Setp, Type::S32) };
    setp.attrs.cmp = Some(Cmp::Lt);
    b.value(setp, RegType::Pred)
}

/// `i = ctaid.x * ntid.x + tid.x; while (n < i) n = n + 4; use(n)` with `n` from 0, and the same with `ctaid.x`.
#[test]
fn indices_are_affine_and_loops_left_at_different_times_vary() {
    let mut func = Function::new("k", FunctionKind::Kernel);
    let mut b = Builder::new(&mut func);
    let entry = b.create_block();
    b.switch_to(entry);
    let (block, size, thread, row) =
        (sreg(&mut b, Sreg::CtaidX), sreg(&mut b, Sreg::NtidX), sreg(&mut b, Sreg::TidX), sreg(&mut b, Sreg::TidY));
    let mut mad = InstData { args: vec![block, size, thread], ..InstData::new(Opcode::Mad, Type::S32) };
    mad.attrs.mul = Some(MulMode::Lo);
    let index = b.value(mad, RegType::B32);
    let four = b.constant(RegType::B32, 4);
    let mut mul = InstData { args: vec![index, four], ..InstData::new(Opcode::Mul, Type::S32) };
    mul.attrs.mul = Some(MulMode::Wide);
    let bytes = b.value(mul, RegType::B64);
    let in_row = b.op(Opcode::Add, Type::S32, &[bytes, bytes]);
    let per_row = b.op(Opcode::Add, Type::S32, &[row, block]);
    let zero = b.constant(RegType::B32, 0);
    let mut counters = Vec::new();
    for limit in [index, block] {
        let (head, body, exit) = (b.create_block(), b.create_block(), b.create_block());
        b.jump(head, &[zero]);
        b.switch_to(head);
        let n = b.func.add_block_param(head, RegType::B32);
        let p = less(&mut b, n, limit);
        b.branch(p, BlockCall { block: body, args: vec![] }, BlockCall { block: exit, args: vec![] });
        b.switch_to(body);
        let next = b.op(Opcode::Add, Type::S32, &[n, four]);
        b.jump(head, &[next]);
        b.switch_to(exit);
        let used = b.op(Opcode::Add, Type::S32, &[n, four]);
        counters.push((head, used));
    }
    b.push(InstData::new(Opcode::Ret, Type::B32), &[]);
    let shapes = Uniformity::new(&func, &Cfg::new(&func));
    assert_eq!(shapes.shape(index), LaneShape::affine(1));
    assert_eq!(shapes.shape(bytes), LaneShape::affine(4));
    assert_eq!(shapes.shape(in_row), LaneShape::affine(8));
    assert_eq!(shapes.shape(per_row), LaneShape::Affine { stride: 0, per_row: true, per_warp: false });
    assert_eq!(shapes.shape(counters[0].1), LaneShape::Varying);
    assert!(shapes.is_divergent(counters[0].0));
    assert_eq!(shapes.shape(counters[1].1), UNIFORM);
    assert!(!shapes.is_divergent(counters[1].0));
}

/// `i = ctaid.x * 256 + tid.x`, of which the lanes of a warp differ in five bits.
#[test]
fn what_numbers_warps_is_the_same_in_each() {
    let mut func = Function::new("k", FunctionKind::Kernel);
    let mut b = Builder::new(&mut func);
    let entry = b.create_block();
    b.switch_to(entry);
    let (block, thread) = (sreg(&mut b, Sreg::CtaidX), sreg(&mut b, Sreg::TidX));
    let eight = b.constant(RegType::B32, 8);
    let start = b.op(Opcode::Shl, Type::B32, &[block, eight]);
    let index = b.op(Opcode::Add, Type::U32, &[start, thread]);
    let [four, five, low, high] = [4, 5, 31, !31u32].map(|bits| b.constant(RegType::B32, u64::from(bits)));
    let half = b.op(Opcode::Shr, Type::U32, &[index, four]);
    let warp = b.op(Opcode::Shr, Type::U32, &[index, five]);
    let lane = b.op(Opcode::And, Type::B32, &[index, low]);
    let first = b.op(Opcode::And, Type::B32, &[index, high]);
    b.push(InstData::new(Opcode::Ret, Type::B32), &[]);
    let shapes = |alignment: u32| Uniformity::in_warps(&func, &Cfg::new(&func), &|_| false, &|_| alignment);
    let of_warp = |stride| LaneShape::Affine { stride, per_row: false, per_warp: true };
    assert_eq!(shapes(5).shape(half), LaneShape::Varying);
    assert_eq!(shapes(5).shape(warp), of_warp(0));
    assert_eq!(shapes(5).shape(lane), of_warp(1));
    assert_eq!(shapes(5).shape(first), of_warp(0));
    for value in [half, warp, lane, first] {
        assert_eq!(shapes(4).shape(value), LaneShape::Varying);
    }
}

/// `n = tid.x; while (n < tid.x * tid.x) n = n + 4; use(n)`, where `use` gets `n` as a parameter.
#[test]
fn what_a_loop_passes_on_varies_behind_it() {
    let mut func = Function::new("k", FunctionKind::Kernel);
    let mut b = Builder::new(&mut func);
    let (entry, head, body, exit) = (b.create_block(), b.create_block(), b.create_block(), b.create_block());
    b.switch_to(entry);
    let thread = sreg(&mut b, Sreg::TidX);
    let limit = b.op(Opcode::Mul, Type::S32, &[thread, thread]);
    let four = b.constant(RegType::B32, 4);
    b.jump(head, &[thread]);
    b.switch_to(head);
    let n = b.func.add_block_param(head, RegType::B32);
    let p = less(&mut b, n, limit);
    b.branch(p, BlockCall { block: body, args: vec![] }, BlockCall { block: exit, args: vec![n] });
    b.switch_to(body);
    let next = b.op(Opcode::Add, Type::S32, &[n, four]);
    b.jump(head, &[next]);
    b.switch_to(exit);
    let last = b.func.add_block_param(exit, RegType::B32);
    b.push(InstData::new(Opcode::Ret, Type::B32), &[]);
    let shapes = Uniformity::in_warps(&func, &Cfg::new(&func), &|_| false, &|_| 0);
    assert_eq!((shapes.shape(n), shapes.shape(next)), (LaneShape::affine(1), LaneShape::affine(1)));
    assert_eq!(shapes.shape(last), LaneShape::Varying);
    // Who asks for a whole block gets what varies somewhere.
    assert_eq!(Uniformity::new(&func, &Cfg::new(&func)).shape(n), LaneShape::Varying);
}
