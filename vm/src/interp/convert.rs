//! `cvt`: conversions between types (PTX ISA 9.7.9.21).

use super::alu::{LaneFunction, lane_functions, pick};
use super::float::{NAN32, flush};
use super::half;
use super::rounding::direct32;
use crate::decode::code::{Op, Run};
use crate::decode::registers::{Class, Mask, Registers};
use crate::decode::side::is_device;
use kern_ir::{InstData, Rounding, Type};

lane_functions! {
    // Integers are kept extended to 32 bits, so narrowing extends again.
    ToU8(a: u32) -> u32 = a as u8 as u32;
    ToS8(a: u32) -> i32 = a as i8 as i32;
    ToU16(a: u32) -> u32 = a as u16 as u32;
    ToS16(a: u32) -> i32 = a as i16 as i32;
    Same32(a: u32) -> u32 = a;
    Same64(a: u64) -> u64 = a;
    WideU8(a: u64) -> u32 = a as u8 as u32;
    WideS8(a: u64) -> i32 = a as i8 as i32;
    WideU16(a: u64) -> u32 = a as u16 as u32;
    WideS16(a: u64) -> i32 = a as i16 as i32;
    Wide32(a: u64) -> u32 = a as u32;
    ZeroExtend8(a: u32) -> u64 = a as u8 as u64;
    ZeroExtend16(a: u32) -> u64 = a as u16 as u64;
    ZeroExtend32(a: u32) -> u64 = a as u64;
    SignExtend8(a: u32) -> i64 = a as i8 as i64;
    SignExtend16(a: u32) -> i64 = a as i16 as i64;
    SignExtend32(a: i32) -> i64 = a as i64;
    U32ToF32(a: u32) -> f32 = a as f32;
    S32ToF32(a: i32) -> f32 = a as f32;
    U64ToF32(a: u64) -> f32 = a as f32;
    S64ToF32(a: i64) -> f32 = a as f32;
    U32ToF64(a: u32) -> f64 = a as f64;
    S32ToF64(a: i32) -> f64 = a as f64;
    U64ToF64(a: u64) -> f64 = a as f64;
    S64ToF64(a: i64) -> f64 = a as f64;
    // Rust's `as` truncates, saturates and gives 0 for NaN: `cvt.rzi` of `.f32` to 32 bits.
    F32ToU32(a: f32) -> u32 = a as u32;
    F32ToS32(a: f32) -> i32 = a as i32;
    F32ToU64(a: f32) -> u64 = f32_to_u64(a);
    F32ToS64(a: f32) -> i64 = f32_to_s64(a);
    F64ToU32(a: f64) -> u32 = f64_to_u32(a);
    F64ToS32(a: f64) -> i32 = f64_to_s32(a);
    F64ToU64(a: f64) -> u64 = f64_to_u64(a);
    F64ToS64(a: f64) -> i64 = f64_to_s64(a);
    F32ToF64(a: f32) -> f64 = a as f64;
    F64ToF32(a: f64) -> f32 = narrowed(a);
    F16ToF32(a: u32) -> f32 = half::to_f32(a);
    F32ToF16(a: f32) -> u32 = half::from_f64(a as f64, Rounding::Rn);
}

/// Rounded to nearest; of a NaN sign and leading payload stay (seen on an H200), whatever the optimiser thinks of NaNs.
fn narrowed(a: f64) -> f32 {
    let bits = a.to_bits();
    if a.is_nan() { f32::from_bits((bits >> 63 << 31) as u32 | 0x7fc0_0000 | (bits >> 29) as u32 & 0x3f_ffff) } else { a as f32 }
}

/// A NaN that signals becomes one that does not.
fn quiet(a: f64) -> f64 {
    f64::from_bits(a.to_bits() | 1 << 51)
}

/// 64-bit conversions of NaN give the "integer indefinite" `1 << 63` on NVIDIA hardware.
fn f32_to_u64(a: f32) -> u64 {
    if a.is_nan() { 1 << 63 } else { a as u64 }
}

fn f32_to_s64(a: f32) -> i64 {
    if a.is_nan() { i64::MIN } else { a as i64 }
}

/// So do those of a double to 32 bits, with `1 << 31` (measured on an H100).
fn f64_to_u32(a: f64) -> u32 {
    if a.is_nan() { 1 << 31 } else { a as u32 }
}

fn f64_to_s32(a: f64) -> i32 {
    if a.is_nan() { i32::MIN } else { a as i32 }
}

fn f64_to_u64(a: f64) -> u64 {
    if a.is_nan() { 1 << 63 } else { a as u64 }
}

fn f64_to_s64(a: f64) -> i64 {
    if a.is_nan() { i64::MIN } else { a as i64 }
}

/// The rare combinations, one lane at a time: `Op::c` encodes types, rounding, `ftz` and `sat`.
struct General;

impl LaneFunction for General {
    #[inline(always)]
    fn run<const L: usize>(registers: Registers<L>, op: &Op<L>, mask: Mask) {
        let spec = Spec::decode(op.c);
        for lane in 0..L {
            if is_device(L) && mask & (1 << lane) == 0 {
                continue;
            }
            let bits = if spec.from.size() == 8 { registers.lane::<u64>(op.a, lane) } else { registers.lane::<u32>(op.a, lane) as u64 };
            let result = spec.convert::<L>(bits);
            if spec.to.size() == 8 {
                registers.set_lane::<u64>(op.d, lane, result);
            } else {
                registers.set_lane::<u32>(op.d, lane, result as u32);
            }
        }
    }
}

struct Spec {
    from: Type,
    to: Type,
    rounding: Rounding,
    ftz: bool,
    sat: bool,
}

impl Spec {
    fn encode(inst: &InstData) -> u32 {
        let rounding = inst.attrs.rounding.unwrap_or(if inst.ty.is_float() { Rounding::Rn } else { Rounding::Rzi });
        inst.src_ty as u32 | (inst.ty as u32) << 8 | (rounding as u32) << 16 | (inst.attrs.ftz as u32) << 24 | (inst.attrs.sat as u32) << 25
    }

    fn decode(code: u32) -> Spec {
        let ty = |n: u32| Type::ALL.get((n & 0xff) as usize).copied().unwrap_or(Type::B32);
        let rounding = Rounding::ALL.get((code >> 16 & 0xff) as usize).copied().unwrap_or(Rounding::Rn);
        Spec { from: ty(code), to: ty(code >> 8), rounding, ftz: code >> 24 & 1 != 0, sat: code >> 25 & 1 != 0 }
    }

    fn convert<const L: usize>(&self, bits: u64) -> u64 {
        if self.from.is_float() {
            let mut value = match self.from {
                Type::F16 => half::to_f32(bits as u32) as f64,
                Type::F32 => {
                    let value = f32::from_bits(bits as u32);
                    (if self.ftz { flush(value) } else { value }) as f64
                }
                _ => f64::from_bits(bits),
            };
            if self.to.is_float() {
                value = match self.rounding {
                    Rounding::Rni => value.round_ties_even(),
                    Rounding::Rzi => value.trunc(),
                    Rounding::Rmi => value.floor(),
                    Rounding::Rpi => value.ceil(),
                    _ => value,
                };
                // To the device, rounding to an integer is arithmetic (seen on an H200).
                if is_device(L) && self.rounds_to_integer() && value.is_nan() {
                    return if self.to == Type::F32 { u64::from(NAN32.to_bits()) } else { self.float_bits(quiet(value)) };
                }
                if self.sat {
                    // Of -0 it is +0 (seen on an H200).
                    value = if value > 0.0 { value.min(1.0) } else { 0.0 };
                }
                return self.float_bits(value);
            }
            return self.to_integer(value);
        }
        let value = extend(bits, self.from);
        if self.to.is_float() {
            return self.integer_to_float(value);
        }
        let value = if self.sat { value.clamp(range(self.to).0, range(self.to).1) } else { value };
        extend(value as u64, self.to) as u64
    }

    fn rounds_to_integer(&self) -> bool {
        matches!(self.rounding, Rounding::Rni | Rounding::Rzi | Rounding::Rmi | Rounding::Rpi)
    }

    fn float_bits(&self, value: f64) -> u64 {
        match self.to {
            Type::F16 => half::from_f64(value, self.rounding) as u64,
            Type::F32 if value.is_nan() => narrowed(value).to_bits() as u64,
            Type::F32 => {
                let value = direct32(value, 0.0, self.rounding);
                (if self.ftz { flush(value) } else { value }).to_bits() as u64
            }
            _ => value.to_bits(),
        }
    }

    fn to_integer(&self, value: f64) -> u64 {
        if value.is_nan() {
            // Measured on an H100; the PTX ISA leaves it open but for `.f32` to 32 bits.
            return match (self.from, self.to.size()) {
                (_, 8) => 1 << 63,
                (Type::F64, 4) => extend(1 << 31, self.to) as u64,
                _ => 0,
            };
        }
        let rounded = match self.rounding {
            Rounding::Rni | Rounding::Rn => value.round_ties_even(),
            Rounding::Rmi | Rounding::Rm => value.floor(),
            Rounding::Rpi | Rounding::Rp => value.ceil(),
            _ => value.trunc(),
        };
        let (low, high) = range(self.to);
        extend((rounded as i128).clamp(low, high) as u64, self.to) as u64
    }

    fn integer_to_float(&self, value: i128) -> u64 {
        let nearest = value as f64;
        let error = (value - nearest as i128) as f64;
        match self.to {
            Type::F64 => {
                let step = match self.rounding {
                    Rounding::Rz if error != 0.0 && (error < 0.0) == (value > 0) => {
                        if value > 0 {
                            nearest.next_down()
                        } else {
                            nearest.next_up()
                        }
                    }
                    Rounding::Rm if error < 0.0 => nearest.next_down(),
                    Rounding::Rp if error > 0.0 => nearest.next_up(),
                    _ => nearest,
                };
                step.to_bits()
            }
            Type::F32 if self.rounding == Rounding::Rn => (value as f32).to_bits() as u64,
            Type::F32 => direct32(nearest, error, self.rounding).to_bits() as u64,
            _ => half::from_f64(nearest, self.rounding) as u64,
        }
    }
}

/// The integer that `bits` are as a `ty`.
fn extend(bits: u64, ty: Type) -> i128 {
    match (ty.size(), ty.is_signed()) {
        (1, true) => bits as i8 as i128,
        (1, false) => bits as u8 as i128,
        (2, true) => bits as i16 as i128,
        (2, false) => bits as u16 as i128,
        (4, true) => bits as i32 as i128,
        (4, false) => bits as u32 as i128,
        (_, true) => bits as i64 as i128,
        (_, false) => bits as i128,
    }
}

/// Least and greatest value of an integer type.
fn range(ty: Type) -> (i128, i128) {
    let bits = ty.size() * 8;
    if ty.is_signed() { (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1) } else { (0, (1i128 << bits) - 1) }
}

/// The function for a `cvt` and what its `Op::c` must be.
pub(crate) fn select<const L: usize>(inst: &InstData) -> Option<(Run<L>, u32)> {
    use Rounding::{Rn, Rzi};
    use Type::*;
    let (to, from) = (inst.ty, inst.src_ty);
    if to == Pred || from == Pred {
        return None;
    }
    let plain = !inst.attrs.ftz && !inst.attrs.sat;
    let rounding = inst.attrs.rounding;
    let int = |ty: Type| !ty.is_float();
    let run = if plain && int(to) && int(from) {
        match (to.size(), to.is_signed(), from.size()) {
            (1, false, 8) => pick::<WideU8, L>(),
            (1, true, 8) => pick::<WideS8, L>(),
            (2, false, 8) => pick::<WideU16, L>(),
            (2, true, 8) => pick::<WideS16, L>(),
            (4, _, 8) => pick::<Wide32, L>(),
            (8, _, 8) => pick::<Same64, L>(),
            (1, false, _) => pick::<ToU8, L>(),
            (1, true, _) => pick::<ToS8, L>(),
            (2, false, 2..) => pick::<ToU16, L>(),
            (2, true, 2..) => pick::<ToS16, L>(),
            (8, _, 4) => {
                if from.is_signed() {
                    pick::<SignExtend32, L>()
                } else {
                    pick::<ZeroExtend32, L>()
                }
            }
            (8, _, 2) => {
                if from.is_signed() {
                    pick::<SignExtend16, L>()
                } else {
                    pick::<ZeroExtend16, L>()
                }
            }
            (8, _, _) => {
                if from.is_signed() {
                    pick::<SignExtend8, L>()
                } else {
                    pick::<ZeroExtend8, L>()
                }
            }
            (_, _, 4) => pick::<Same32, L>(),
            (_, _, 2) => {
                if from.is_signed() {
                    pick::<ToS16, L>()
                } else {
                    pick::<ToU16, L>()
                }
            }
            (_, _, _) => {
                if from.is_signed() {
                    pick::<ToS8, L>()
                } else {
                    pick::<ToU8, L>()
                }
            }
        }
    } else if plain && matches!(rounding, None | Some(Rn)) && int(from) && from.size() >= 4 {
        match (from.is_signed(), from.size(), to) {
            (false, 4, F32) => pick::<U32ToF32, L>(),
            (true, 4, F32) => pick::<S32ToF32, L>(),
            (false, 8, F32) => pick::<U64ToF32, L>(),
            (true, 8, F32) => pick::<S64ToF32, L>(),
            (false, 4, F64) => pick::<U32ToF64, L>(),
            (true, 4, F64) => pick::<S32ToF64, L>(),
            (false, 8, F64) => pick::<U64ToF64, L>(),
            (true, 8, F64) => pick::<S64ToF64, L>(),
            _ => pick::<General, L>(),
        }
    } else if plain && matches!(rounding, None | Some(Rzi)) && int(to) && to.size() >= 4 && from != F16 {
        match (from, to.is_signed(), to.size()) {
            (F32, false, 4) => pick::<F32ToU32, L>(),
            (F32, true, 4) => pick::<F32ToS32, L>(),
            (F32, false, _) => pick::<F32ToU64, L>(),
            (F32, true, _) => pick::<F32ToS64, L>(),
            (_, false, 4) => pick::<F64ToU32, L>(),
            (_, true, 4) => pick::<F64ToS32, L>(),
            (_, false, _) => pick::<F64ToU64, L>(),
            (_, true, _) => pick::<F64ToS64, L>(),
        }
    } else if plain && matches!(rounding, None | Some(Rn)) {
        match (from, to) {
            (F32, F64) => pick::<F32ToF64, L>(),
            (F64, F32) => pick::<F64ToF32, L>(),
            (F16, F32) => pick::<F16ToF32, L>(),
            (F32, F16) => pick::<F32ToF16, L>(),
            _ => pick::<General, L>(),
        }
    } else {
        pick::<General, L>()
    };
    Some((run, Spec::encode(inst)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn convert(to: Type, from: Type, rounding: Rounding, sat: bool, bits: u64) -> u64 {
        Spec { from, to, rounding, ftz: false, sat }.convert::<32>(bits)
    }

    #[test]
    fn float_to_integer_saturates() {
        let f = |x: f32| x.to_bits() as u64;
        assert_eq!(convert(Type::S32, Type::F32, Rounding::Rni, false, f(2.5)) as i32, 2);
        assert_eq!(convert(Type::S32, Type::F32, Rounding::Rpi, false, f(2.1)) as i32, 3);
        assert_eq!(convert(Type::S32, Type::F32, Rounding::Rmi, false, f(-2.1)) as i32, -3);
        assert_eq!(convert(Type::U8, Type::F32, Rounding::Rzi, false, f(300.0)), 255);
        assert_eq!(convert(Type::U32, Type::F32, Rounding::Rzi, false, f(-1.0)), 0);
        assert_eq!(convert(Type::S32, Type::F32, Rounding::Rzi, false, f(f32::NAN)), 0);
    }

    #[test]
    fn integer_saturation_and_rounding() {
        assert_eq!(convert(Type::S8, Type::S32, Rounding::Rzi, true, 300) as i8, 127);
        assert_eq!(convert(Type::U8, Type::S32, Rounding::Rzi, true, -5i32 as u32 as u64), 0);
        assert_eq!(f32::from_bits(convert(Type::F32, Type::U32, Rounding::Rz, false, u32::MAX as u64) as u32), 4294967040.0);
        assert_eq!(f32::from_bits(convert(Type::F32, Type::U32, Rounding::Rp, false, u32::MAX as u64) as u32), 4294967296.0);
        assert_eq!(f64::from_bits(convert(Type::F64, Type::U64, Rounding::Rz, false, u64::MAX)), 18446744073709549568.0);
    }
}
