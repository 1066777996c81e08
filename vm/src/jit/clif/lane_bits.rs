//! Bits of 32-bit integers that are moved, or looked for, differently in each lane of a vector. Powers of two stand for shifts.

use super::*;
use kern_ir::{InstData, Opcode};

/// Of a byte's low bits: the power of two, 0 above 7.
const POWERS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];

impl<const L: usize> Emitter<'_, '_, L> {
    /// A shift of words by amounts that differ between lanes.
    pub(super) fn varying_shift(&mut self, data: &InstData) -> Vec<Cv> {
        let amounts = self.parts(data.args[1]);
        if data.op == Opcode::Shl && self.plan.constant(data.args[0]).is_some_and(|bits| bits as u32 == 1) {
            return amounts.into_iter().map(|amount| self.power(amount)).collect();
        }
        let pairs: Vec<(Cv, Cv)> = self.parts(data.args[0]).into_iter().zip(amounts).collect();
        let shift = |e: &mut Self, x: Cv, amount: Cv| match data.op {
            Opcode::Shl => {
                let power = e.power(amount);
                e.fb.ins().imul(x, power)
            }
            _ if data.ty.is_signed() => {
                // What is shifted in is the sign: of the complement of a negative number zeros.
                let sign = e.fb.ins().sshr_imm_u(x, 31);
                let most = e.repeated(I32X4, 31);
                let (positive, amount) = (e.fb.ins().bxor(x, sign), e.fb.ins().umin(amount, most));
                let shifted = e.shift_right(positive, amount);
                e.fb.ins().bxor(shifted, sign)
            }
            _ => e.shift_right(x, amount),
        };
        pairs.into_iter().map(|(x, amount)| shift(self, x, amount)).collect()
    }

    /// `1 << amount`; 0 from 32 on.
    fn power(&mut self, amount: Cv) -> Cv {
        let most = self.repeated(I32X4, 32);
        let amount = self.fb.ins().umin(amount, most);
        let bytes = self.cast(I8X16, amount);
        // Each byte of the result: its own first bit less than the amount.
        let bytes = self.picked(bytes, |byte| byte & !3);
        let starts = self.repeated(I32X4, 0x1810_0800);
        let starts = self.cast(I8X16, starts);
        let places = self.fb.ins().isub(bytes, starts);
        let powers = self.constant_vector(I8X16, POWERS);
        let result = self.fb.ins().swizzle(powers, places);
        self.cast(I32X4, result)
    }

    /// `x >> amount`; 0 from 32 on. That is the upper part of a product of 64 bits.
    fn shift_right(&mut self, x: Cv, amount: Cv) -> Cv {
        let most = self.repeated(I32X4, 31);
        let others = self.fb.ins().isub(most, amount);
        let power = self.power(others);
        let (low, low_power) = (self.fb.ins().uwiden_low(x), self.fb.ins().uwiden_low(power));
        let (high, high_power) = (self.fb.ins().uwiden_high(x), self.fb.ins().uwiden_high(power));
        let products = [self.fb.ins().imul(low, low_power), self.fb.ins().imul(high, high_power)];
        let shifted = products.map(|product| self.fb.ins().ushr_imm_u(product, 31));
        self.narrow(&shifted)[0]
    }

    /// Zeros above the highest bit.
    pub(super) fn leading_zeros(&mut self, x: Cv) -> Cv {
        // Without the bits below a set one nothing is rounded up to the next power of two.
        let below = self.fb.ins().ushr_imm_u(x, 1);
        let sparse = self.fb.ins().band_not(x, below);
        let number = self.fb.ins().fcvt_from_sint(F32X4, sparse);
        let bits = self.cast(I32X4, number);
        // The exponent, behind the sign of a number whose highest bit is set.
        let exponent = self.fb.ins().ushr_imm_u(bits, 23);
        let most = self.repeated(I32X4, 127 + 31);
        let zeros = self.fb.ins().isub(most, exponent);
        let (none, all) = (self.zero(I32X4), self.repeated(I32X4, 32));
        let zeros = self.fb.ins().smax(zeros, none);
        self.fb.ins().smin(zeros, all)
    }

    /// The bits in reverse.
    pub(super) fn reversed(&mut self, x: Cv) -> Cv {
        let low_bits = self.repeated(I32X4, 0x0f0f_0f0f);
        let high = self.fb.ins().ushr_imm_u(x, 4);
        let [low, high] = [x, high].map(|half| self.fb.ins().band(half, low_bits));
        let [low, high] = [low, high].map(|half| self.cast(I8X16, half));
        let halves: [u8; 16] = std::array::from_fn(|half| (half as u8).reverse_bits() >> 4);
        let (low_table, high_table) = (self.constant_vector(I8X16, halves.map(|half| half << 4)), self.constant_vector(I8X16, halves));
        let (low, high) = (self.fb.ins().swizzle(low_table, low), self.fb.ins().swizzle(high_table, high));
        let bytes = self.fb.ins().bor(low, high);
        let bytes = self.picked(bytes, |byte| byte ^ 3);
        self.cast(I32X4, bytes)
    }

    /// Bytes of a vector, each from the place that a function says.
    fn picked(&mut self, bytes: Cv, from: impl Fn(u8) -> u8) -> Cv {
        let mask: [u8; 16] = std::array::from_fn(|byte| from(byte as u8));
        let mask = self.fb.func.dfg.immediates.push(ir::ConstantData::from(&mask[..]));
        self.fb.ins().shuffle(bytes, bytes, mask)
    }
}
