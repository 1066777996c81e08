//! What a pure instruction computes from constants, bit for bit.
//!
//! This is the only place of the compiler that computes at compile time for a device. It shares nothing with the
//! engines, so that each checks the other. What depends on the processor is not computed: NaN results (their bits
//! differ), approximate functions, roundings other than to nearest, half precision, integer division by zero (a finding
//! at run time), conversions of floats out of range.

use kern_ir::{Cmp, InstData, MulMode, Opcode, Precision, RegType, Rounding, Type};

/// The bits of the result of `inst` for operands with these bits; `None` when it is not computed at compile time.
pub(crate) fn eval(inst: &InstData, args: &[u64]) -> Option<u64> {
    let ty = inst.ty;
    match inst.op {
        Opcode::Selp => return Some(if args[2] & 1 != 0 { args[0] } else { args[1] }),
        Opcode::Mov if args.len() == 1 && inst.results.len() == 1 => return Some(args[0]),
        Opcode::Cvt => return eval_cvt(inst, args[0]),
        Opcode::Setp => return eval_setp(inst.attrs.cmp?, ty, args[0], args[1]).map(u64::from),
        _ => {}
    }
    match ty {
        Type::Pred => eval_pred(inst.op, args),
        Type::F32 | Type::F64 => eval_float(inst, args),
        _ if ty.size() >= 4 && !inst.attrs.sat => eval_int(inst, args),
        _ => None,
    }
}

fn eval_pred(op: Opcode, args: &[u64]) -> Option<u64> {
    Some(match op {
        Opcode::And => args[0] & args[1] & 1,
        Opcode::Or => (args[0] | args[1]) & 1,
        Opcode::Xor => (args[0] ^ args[1]) & 1,
        Opcode::Not => !args[0] & 1,
        _ => return None,
    })
}

/// The low `size` bytes of `bits`, extended to 64 bits.
fn extend(bits: u64, ty: Type) -> i64 {
    match (ty.size(), ty.is_signed()) {
        (1, true) => i64::from(bits as i8),
        (1, false) => i64::from(bits as u8),
        (2, true) => i64::from(bits as i16),
        (2, false) => i64::from(bits as u16),
        (4, true) => i64::from(bits as i32),
        (4, false) => i64::from(bits as u32),
        _ => bits as i64,
    }
}

/// A value of `ty` as the register holds it: extended by its own type if narrow, then cut to the register.
fn to_register(value: i64, ty: Type) -> u64 {
    let value = extend(value as u64, ty);
    match ty.reg() {
        RegType::B64 => value as u64,
        _ => u64::from(value as u32),
    }
}

fn eval_int(inst: &InstData, args: &[u64]) -> Option<u64> {
    let ty = inst.ty;
    let bits = ty.size() * 8;
    let get = |i: usize| extend(args[i], ty);
    let wide = |i: usize| if ty.is_signed() { i128::from(get(i)) } else { i128::from(get(i) as u64 & (u64::MAX >> (64 - bits))) };
    let product = || -> Option<i64> {
        let full = wide(0).wrapping_mul(wide(1));
        match inst.attrs.mul? {
            MulMode::Lo => Some(full as i64),
            MulMode::Hi => Some((full >> bits) as i64),
            MulMode::Wide => (bits == 32).then_some(full as i64),
        }
    };
    let result_ty = if inst.attrs.mul == Some(MulMode::Wide) && matches!(inst.op, Opcode::Mul | Opcode::Mad) { Type::U64 } else { ty };
    let value = match inst.op {
        Opcode::Add => get(0).wrapping_add(get(1)),
        Opcode::Sub => get(0).wrapping_sub(get(1)),
        Opcode::Mul => product()?,
        Opcode::Mad => product()?.wrapping_add(if result_ty == ty { get(2) } else { args[2] as i64 }),
        Opcode::Div | Opcode::Rem => {
            let (a, b) = (wide(0), wide(1));
            if b == 0 || (ty.is_signed() && b == -1) {
                return None;
            }
            (if inst.op == Opcode::Div { a / b } else { a % b }) as i64
        }
        Opcode::Abs => get(0).wrapping_abs(),
        Opcode::Neg => get(0).wrapping_neg(),
        Opcode::Min => wide(0).min(wide(1)) as i64,
        Opcode::Max => wide(0).max(wide(1)) as i64,
        Opcode::And => get(0) & get(1),
        Opcode::Or => get(0) | get(1),
        Opcode::Xor => get(0) ^ get(1),
        Opcode::Not => !get(0),
        Opcode::Shl => get(0).checked_shl(args[1] as u32).filter(|_| args[1] < u64::from(bits)).unwrap_or(0),
        Opcode::Shr => (wide(0) >> args[1].min(u64::from(bits))) as i64,
        Opcode::Popc => return Some(u64::from((get(0) as u64 & (u64::MAX >> (64 - bits))).count_ones())),
        Opcode::Clz => return Some(u64::from((get(0) as u64 & (u64::MAX >> (64 - bits))).leading_zeros() - (64 - bits))),
        Opcode::Brev => ((get(0) as u64).reverse_bits() >> (64 - bits)) as i64,
        _ => return None,
    };
    Some(to_register(value, result_ty))
}

fn eval_setp(cmp: Cmp, ty: Type, a: u64, b: u64) -> Option<bool> {
    let order = match ty {
        Type::F32 => f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32)),
        Type::F64 => f64::from_bits(a).partial_cmp(&f64::from_bits(b)),
        Type::F16 | Type::BF16 => return None,
        Type::Pred => Some((a & 1).cmp(&(b & 1))),
        _ if ty.is_signed() => Some(extend(a, ty).cmp(&extend(b, ty))),
        _ => Some((extend(a, ty) as u64).cmp(&(extend(b, ty) as u64))),
    };
    let is_unordered_true = matches!(cmp, Cmp::Equ | Cmp::Neu | Cmp::Ltu | Cmp::Leu | Cmp::Gtu | Cmp::Geu | Cmp::Nan);
    let Some(order) = order else { return Some(is_unordered_true) };
    Some(match cmp {
        Cmp::Eq | Cmp::Equ => order.is_eq(),
        Cmp::Ne | Cmp::Neu => order.is_ne(),
        Cmp::Lt | Cmp::Ltu => order.is_lt(),
        Cmp::Le | Cmp::Leu => order.is_le(),
        Cmp::Gt | Cmp::Gtu => order.is_gt(),
        Cmp::Ge | Cmp::Geu => order.is_ge(),
        Cmp::Num => true,
        Cmp::Nan => false,
    })
}

/// IEEE operations in one width; the macro writes them for `f32` and `f64`.
macro_rules! float_ops {
    ($name:ident, $float:ty) => {
        fn $name(op: Opcode, a: $float, b: $float, c: $float) -> Option<$float> {
            let pick = |first: bool| if first { a } else { b };
            Some(match op {
                Opcode::Add => a + b,
                Opcode::Sub => a - b,
                Opcode::Mul => a * b,
                Opcode::Fma => a.mul_add(b, c),
                Opcode::Div => a / b,
                Opcode::Rcp => 1.0 / a,
                Opcode::Sqrt => a.sqrt(),
                Opcode::Abs => a.abs(),
                Opcode::Neg => -a,
                // Zeros are told apart by their sign.
                Opcode::Min => pick(a < b || (a == b && a.is_sign_negative())),
                Opcode::Max => pick(a > b || (a == b && a.is_sign_positive())),
                Opcode::Copysign => b.copysign(a),
                _ => return None,
            })
        }
    };
}

float_ops!(op_f32, f32);
float_ops!(op_f64, f64);

fn eval_float(inst: &InstData, args: &[u64]) -> Option<u64> {
    let attrs = &inst.attrs;
    if attrs.sat
        || matches!(attrs.precision, Some(Precision::Approx | Precision::Full))
        || !matches!(attrs.rounding, None | Some(Rounding::Rn))
    {
        return None;
    }
    let arg = |i: usize| args.get(i).copied().unwrap_or(0);
    if inst.ty == Type::F32 {
        let get = |i: usize| f32::from_bits(arg(i) as u32);
        let result = op_f32(inst.op, get(0), get(1), get(2))?;
        let is_special = |x: f32| x.is_nan() || (attrs.ftz && x.is_subnormal());
        (!is_special(result) && !(0..args.len()).any(|i| is_special(get(i)))).then(|| u64::from(result.to_bits()))
    } else {
        let get = |i: usize| f64::from_bits(arg(i));
        let result = op_f64(inst.op, get(0), get(1), get(2))?;
        ((0..args.len()).all(|i| !get(i).is_nan()) && !result.is_nan()).then(|| result.to_bits())
    }
}

fn eval_cvt(inst: &InstData, bits: u64) -> Option<u64> {
    let (to, from, rounding) = (inst.ty, inst.src_ty, inst.attrs.rounding);
    if inst.attrs.sat || inst.attrs.ftz || to == Type::F16 || from == Type::F16 || to == Type::Pred || from == Type::Pred {
        return None;
    }
    if !from.is_float() {
        let value = extend(bits, from);
        if !to.is_float() {
            return Some(to_register(value, to));
        }
        if !matches!(rounding, None | Some(Rounding::Rn)) {
            return None;
        }
        return Some(match (to, from.is_signed()) {
            (Type::F32, true) => u64::from((value as f32).to_bits()),
            (Type::F32, false) => u64::from((value as u64 as f32).to_bits()),
            (_, true) => (value as f64).to_bits(),
            (_, false) => (value as u64 as f64).to_bits(),
        });
    }
    // Every f32 is an f64, so all of this is done in f64.
    let value = if from == Type::F32 { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) };
    if value.is_nan() {
        return None;
    }
    let rounded = match rounding {
        Some(Rounding::Rni) => value.round_ties_even(),
        Some(Rounding::Rzi) => value.trunc(),
        Some(Rounding::Rmi) => value.floor(),
        Some(Rounding::Rpi) => value.ceil(),
        Some(Rounding::Rn) | None if to.is_float() => value,
        _ => return None,
    };
    match to {
        Type::F32 => Some(u64::from((rounded as f32).to_bits())),
        Type::F64 => Some(rounded.to_bits()),
        _ => {
            let width = i32::try_from(to.size() * 8).ok()?;
            let (low, high) = if to.is_signed() { (-(2f64.powi(width - 1)), 2f64.powi(width - 1)) } else { (0.0, 2f64.powi(width)) };
            (low..high).contains(&rounded).then(|| to_register(if to.is_signed() { rounded as i64 } else { rounded as u64 as i64 }, to))
        }
    }
}
