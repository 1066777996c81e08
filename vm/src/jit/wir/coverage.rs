//! Which operations have machine code in which form, and which a lane function. What has neither is left to the interpreter;
//! `docs/engine.md` lists it.
//!
//! *Invariant.* `clif` has a row for all that is said to have code here.

use crate::decode::code::{CallData, OpKind};
use crate::decode::externs::Target;
use crate::decode::side::{is_device, is_host};
use crate::jit::analysis::{Plan, is_plain_arithmetic};
use kern_ir::{AtomOp, Cmp, InstData, MulMode, Opcode, RegType, Rounding, ShflMode, Space, Sreg, Type, Value, VoteMode};

/// Whether an operation that moves no lanes has machine code.
pub(crate) fn has_code<const L: usize>(plan: &Plan<L>, pc: usize) -> bool {
    let data = plan.inst(pc);
    match plan.code.ops[pc].kind {
        OpKind::Alu => has_arithmetic(plan, data),
        OpKind::Divide(_) => {
            (is_host(L) || plan.shape(data.results[0]).is_affine() || is_word_division(data)) && has_arithmetic(plan, data)
        }
        OpKind::Sreg(sreg) => is_device(L) && plan.func.ty(data.results[0]) == RegType::B32 && has_special_register(sreg),
        OpKind::LoadParam(_, ty) => is_device(L) && has_parameter(ty),
        OpKind::SharedAddress(_) | OpKind::SlotAddress(_) | OpKind::Rebase(_) => true,
        OpKind::Atomic(access, atom, ty, _) => {
            let space = plan.code.accesses[access as usize].space;
            is_device(L) && has_atomic(atom, ty) && space != Space::Local
        }
        _ => false,
    }
}

/// Whether a lane function executes an operation that moves no lanes: the interpreter's own, which needs registers only.
pub(crate) fn has_lane_function<const L: usize>(plan: &Plan<L>, pc: usize) -> bool {
    match plan.code.ops[pc].kind {
        // A divisor of 0 ends host code.
        OpKind::Divide(_) => is_device(L),
        OpKind::Alu | OpKind::Isspacep(_) | OpKind::Activemask => true,
        OpKind::CallExtern(call) => match plan.code.calls[call as usize] {
            CallData { target: Target::Math(_), .. } => true,
            CallData { target: Target::State(_), .. } => is_host(L),
            _ => false,
        },
        _ => false,
    }
}

fn has_special_register(sreg: Sreg) -> bool {
    use Sreg::*;
    let is_mask = matches!(sreg, LanemaskEq | LanemaskLt | LanemaskLe | LanemaskGt | LanemaskGe);
    is_mask
        || matches!(
            sreg,
            TidX | TidY | TidZ | Laneid | NtidX | NtidY | NtidZ | CtaidX | CtaidY | CtaidZ | NctaidX | NctaidY | NctaidZ | Warpid
        )
}

fn has_parameter(ty: Type) -> bool {
    use Type::*;
    matches!(ty, F32 | F64 | B32 | U32 | S32 | B64 | U64 | S64 | U8 | B8 | S8 | U16 | B16 | S16)
}

fn has_atomic(atom: AtomOp, ty: Type) -> bool {
    match ty {
        Type::F32 | Type::F64 => matches!(atom, AtomOp::Add | AtomOp::Exch),
        _ => matches!(ty.size(), 4 | 8),
    }
}

/// What the components of an operand are.
#[derive(Clone, Copy)]
struct Component {
    ty: RegType,
    is_vector: bool,
}

fn has_arithmetic<const L: usize>(plan: &Plan<L>, data: &InstData) -> bool {
    let (Some(&result), Some(&first)) = (data.results.first(), data.args.first()) else { return false };
    if plan.shape(result).is_affine() {
        let operand = Component { ty: plan.func.ty(first), is_vector: !plan.shape(first).is_affine() };
        return is_widening_product(data) || has_component::<L>(data, operand);
    }
    match data.op {
        Opcode::Cvt => has_vector_conversion(data),
        Opcode::Mul | Opcode::Mad if is_widening_product(data) => true,
        Opcode::Mul if is_high_product(data) => true,
        Opcode::Div | Opcode::Rem if is_word_division(data) => true,
        Opcode::Clz | Opcode::Brev => data.ty.size() == 4,
        Opcode::Popc | Opcode::Shf | Opcode::Bfe | Opcode::Bfi | Opcode::Prmt => has_bit_moves(plan, data),
        Opcode::Setp => has_comparison(data),
        Opcode::Selp => true,
        Opcode::Shl | Opcode::Shr => {
            let is_arithmetic = data.op == Opcode::Shr && data.ty.is_signed();
            let is_uniform = plan.shape(data.args[1]).is_uniform();
            (is_uniform || data.ty.size() == 4) && !(is_arithmetic && data.ty.size() == 8)
        }
        _ => {
            let is_wide = |value: Value| plan.func.ty(value).size() == 8;
            let is_same_width = data.args.iter().all(|&arg| is_wide(arg) == is_wide(result));
            is_same_width && has_component::<L>(data, Component { ty: plan.func.ty(first), is_vector: true })
        }
    }
}

/// Whether one component of the result is made of those of the operands.
fn has_component<const L: usize>(data: &InstData, operand: Component) -> bool {
    use Opcode as O;
    let Component { ty, is_vector } = operand;
    if data.ty == Type::F16 {
        return false;
    }
    if data.ty.is_float() && matches!(data.op, O::Add | O::Sub | O::Mul | O::Div | O::Fma | O::Mad | O::Sqrt | O::Rcp | O::Min | O::Max) {
        let is_plain = data.attrs.precision.is_none() && matches!(data.attrs.rounding, None | Some(Rounding::Rn));
        let has_saturation = is_vector && ty == RegType::F32 && matches!(data.op, O::Add | O::Sub | O::Mul | O::Fma);
        let is_choice = matches!(data.op, O::Min | O::Max);
        return is_plain && (!data.attrs.sat || has_saturation) && (!is_choice || is_vector);
    }
    let is_low = data.attrs.mul.unwrap_or(MulMode::Lo) == MulMode::Lo;
    match data.op {
        O::Add | O::Sub => !data.attrs.sat,
        O::Mul | O::Mad if is_low => true,
        O::Mul => !is_vector && is_high_product(data),
        O::And | O::Or | O::Xor | O::Not => true,
        O::Neg if !data.ty.is_float() => true,
        O::Abs if !data.ty.is_float() => data.ty.size() >= 4 && (is_vector || ty != RegType::Pred),
        O::Neg | O::Abs => true,
        O::Min | O::Max => !(is_vector && ty == RegType::B64),
        O::Setp => !is_vector && has_comparison(data),
        O::Selp | O::Shl | O::Shr | O::Popc | O::Clz => !is_vector,
        O::Mov => data.args.len() == 1,
        O::Cvt => !is_vector && has_scalar_conversion::<L>(data),
        O::Div | O::Rem => !is_vector && !data.ty.is_float() && data.ty.size() >= 4,
        _ => false,
    }
}

/// Whether bits are counted or moved as vectors can: by constants.
fn has_bit_moves<const L: usize>(plan: &Plan<L>, data: &InstData) -> bool {
    let is_constant = |i: usize| data.args.get(i).is_some_and(|&arg| plan.constant(arg).is_some());
    match data.op {
        Opcode::Popc => data.ty.size() == 4,
        Opcode::Shf => is_constant(2),
        Opcode::Bfe => data.ty.size() == 4 && is_constant(1) && is_constant(2),
        Opcode::Bfi => data.ty.size() == 4 && is_constant(2) && is_constant(3),
        // Bytes that repeat a sign are not moved.
        Opcode::Prmt => plan.constant(data.args[2]).is_some_and(|selector| selector & 0x8888 == 0),
        _ => false,
    }
}

fn has_comparison(data: &InstData) -> bool {
    let is_known = !matches!(data.ty, Type::F16 | Type::Pred);
    is_known && data.attrs.cmp.is_some_and(|cmp| data.ty.is_float() || !matches!(cmp, Cmp::Num | Cmp::Nan))
}

fn has_scalar_conversion<const L: usize>(data: &InstData) -> bool {
    let (to, from, rounding) = (data.ty, data.src_ty, data.attrs.rounding);
    if flushes_first(data) || data.attrs.sat || [to, from].iter().any(|ty| matches!(ty, Type::F16 | Type::Pred)) {
        return false;
    }
    match (to.is_float(), from.is_float()) {
        (false, false) => true,
        (true, false) => from.size() >= 4 && matches!(rounding, None | Some(Rounding::Rn)),
        (false, true) => (to.size() == 4 || (is_host(L) && to.size() == 8)) && matches!(rounding, None | Some(Rounding::Rzi)),
        (true, true) => match (from, to) {
            (Type::F32, Type::F64) => rounding.is_none(),
            (Type::F64, Type::F32) => matches!(rounding, None | Some(Rounding::Rn)),
            _ => is_device(L) && to == from && rounds_to_integer(data),
        },
    }
}

/// Whether a conversion of a subnormal number gives another result than that of zero.
fn flushes_first(data: &InstData) -> bool {
    data.attrs.ftz && (data.ty.is_float() || data.attrs.rounding != Some(Rounding::Rzi))
}

/// Whether a number becomes one without a fraction.
fn rounds_to_integer(data: &InstData) -> bool {
    matches!(data.attrs.rounding, Some(Rounding::Rni | Rounding::Rzi | Rounding::Rmi | Rounding::Rpi))
}

fn has_vector_conversion(data: &InstData) -> bool {
    let (to, from, rounding) = (data.ty, data.src_ty, data.attrs.rounding);
    if flushes_first(data) || data.attrs.sat || to == Type::F16 || from == Type::F16 {
        return false;
    }
    match (to.is_float(), from.is_float()) {
        (false, false) => matches!((to.size(), from.size()), (8, 8) | (4, 4) | (8, 4) | (4, 8) | (1 | 2, 4)),
        (true, false) => from.size() == 4 && matches!(rounding, None | Some(Rounding::Rn)),
        (false, true) => to.size() == 4 && matches!(rounding, None | Some(Rounding::Rzi)),
        (true, true) if to == from => rounds_to_integer(data),
        (true, true) => matches!(rounding, None | Some(Rounding::Rn)),
    }
}

/// Whether only the upper half of the product of 32 or 64 bits is wanted.
pub(crate) fn is_high_product(data: &InstData) -> bool {
    data.op == Opcode::Mul && data.attrs.mul == Some(MulMode::Hi) && data.ty.size() >= 4
}

/// Whether it divides integers of 32 bits.
pub(crate) fn is_word_division(data: &InstData) -> bool {
    matches!(data.op, Opcode::Div | Opcode::Rem) && matches!(data.ty, Type::U32 | Type::S32 | Type::B32)
}

/// Whether the product has twice the width of its operands.
pub(crate) fn is_widening_product(data: &InstData) -> bool {
    matches!(data.op, Opcode::Mul | Opcode::Mad) && data.attrs.mul == Some(MulMode::Wide) && data.ty.size() == 4
}

/// Whether a NaN that this makes has to become the canonical one.
pub(crate) fn makes_nan(data: &InstData) -> bool {
    // From `.f64` a NaN keeps its sign and what fits of its payload, as the processor does it too.
    let is_narrowing = data.op == Opcode::Cvt && data.src_ty == Type::F64;
    let is_of_integer = data.op == Opcode::Cvt && !data.src_ty.is_float();
    !is_narrowing && !is_of_integer && (is_plain_arithmetic(data) || matches!(data.op, Opcode::Min | Opcode::Max | Opcode::Cvt))
}

/// Whether the lanes of a full warp exchange what the operation says without a helper.
pub(crate) fn has_direct_exchange<const L: usize>(plan: &Plan<L>, pc: usize) -> bool {
    match plan.code.ops[pc].kind {
        OpKind::BarWarp => true,
        OpKind::Shfl(mode, u32::MAX) => shuffle_sources(plan, pc, mode).is_some_and(|sources| sources.chunks(4).all(has_two_sources)),
        OpKind::Vote(mode) => !matches!(mode, VoteMode::Uni),
        _ => false,
    }
}

/// Which lane each lane gets its value from, of a shuffle by constants.
pub(crate) fn shuffle_sources<const L: usize>(plan: &Plan<L>, pc: usize, mode: ShflMode) -> Option<[usize; 32]> {
    let args = &plan.inst(pc).args;
    let (b, c) = (plan.constant(args[1])?, plan.constant(args[2])?);
    let (b, clamp, segment_mask) = ((b & 31) as i32, (c & 31) as i32, (c >> 8 & 31) as i32);
    Some(std::array::from_fn(|own| {
        let own = own as i32;
        let (max, min) = ((own & segment_mask) | (clamp & !segment_mask), own & segment_mask);
        let (from, is_inside) = match mode {
            ShflMode::Up => (own - b, own - b >= max),
            ShflMode::Down => (own + b, own + b <= max),
            ShflMode::Bfly => (own ^ b, own ^ b <= max),
            ShflMode::Idx => (min | (b & !segment_mask), (min | (b & !segment_mask)) <= max),
        };
        if is_inside && (0..32).contains(&from) { from as usize } else { own as usize }
    }))
}

/// Whether the lanes of a vector come from two vectors at most.
fn has_two_sources(lanes: &[usize]) -> bool {
    let first = lanes[0] / 4;
    let second = lanes.iter().map(|lane| lane / 4).find(|&vector| vector != first).unwrap_or(first);
    lanes.iter().all(|lane| lane / 4 == first || lane / 4 == second)
}
