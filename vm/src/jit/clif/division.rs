//! Division of 32-bit integers in vectors, by doubles: the fraction of their quotient is cut off, which leaves that of the integers.

use super::*;
use kern_ir::{InstData, Opcode};

/// Added to a double without a fraction, it leaves its low 32 bits as those of an integer, be it negative.
const INTEGERS: f64 = 1.5 * (1u64 << 52) as f64;

impl<const L: usize> Emitter<'_, '_, L> {
    /// Quotients or remainders. By 0 all bits are set, or the remainder is the dividend.
    pub(super) fn division_parts(&mut self, data: &InstData) -> Vec<Cv> {
        let (signed, divisor) = (data.ty.is_signed(), data.args[1]);
        let a: Vec<Cv> = self.parts(data.args[0]);
        let b: Vec<Cv> = self.parts(divisor);
        let dividends = self.doubles_of_integers(&a, signed);
        let quotients: Vec<Cv> = if self.plan.shape(divisor).is_uniform() {
            let inverse = self.inverse(data);
            // A half, which no quotient of integers is near to, makes up for the inverse being rounded.
            let moved: Vec<Cv> = dividends.into_iter().map(|x| self.away_from_zero(x, signed)).collect();
            moved.into_iter().map(|x| self.fb.ins().fmul(x, inverse)).collect()
        } else {
            let divisors = self.doubles_of_integers(&b, signed);
            dividends.into_iter().zip(divisors).map(|(x, y)| self.fb.ins().fdiv(x, y)).collect()
        };
        let integers = self.repeated(F64X2, INTEGERS.to_bits());
        let whole: Vec<Cv> = quotients
            .into_iter()
            .map(|quotient| {
                let cut = self.fb.ins().trunc(quotient);
                self.fb.ins().fadd(cut, integers)
            })
            .collect();
        let quotients = self.narrow(&whole);
        let numbers = a.into_iter().zip(b).zip(quotients);
        if data.op == Opcode::Rem {
            let rest = |e: &mut Self, a: Cv, b: Cv, quotient: Cv| {
                let product = e.fb.ins().imul(quotient, b);
                e.fb.ins().isub(a, product)
            };
            return numbers.map(|((a, b), quotient)| rest(self, a, b, quotient)).collect();
        }
        if self.plan.constant(divisor).is_some_and(|c| c as u32 != 0) {
            return numbers.map(|(_, quotient)| quotient).collect();
        }
        let zero = self.zero(I32X4);
        let all_if_zero = |e: &mut Self, b: Cv, quotient: Cv| {
            let is_zero = e.fb.ins().icmp(IntCC::Equal, b, zero);
            e.fb.ins().bor(quotient, is_zero)
        };
        numbers.map(|((_, b), quotient)| all_if_zero(self, b, quotient)).collect()
    }

    /// The inverse of a divisor that is the same in all lanes.
    fn inverse(&mut self, data: &InstData) -> Cv {
        let signed = data.ty.is_signed();
        if let Some(bits) = self.plan.constant(data.args[1]) {
            let number = if signed { f64::from(bits as u32 as i32) } else { f64::from(bits as u32) };
            return self.repeated(F64X2, (1.0 / number).to_bits());
        }
        let divisor = self.scalar(data.args[1]);
        let wide = if signed { self.fb.ins().sextend(I64, divisor) } else { self.fb.ins().uextend(I64, divisor) };
        let number = self.fb.ins().fcvt_from_sint(F64, wide);
        let one = self.fb.ins().f64const(1.0);
        let inverse = self.fb.ins().fdiv(one, number);
        self.fb.ins().splat(F64X2, inverse)
    }

    /// A half more, or less if it is negative.
    fn away_from_zero(&mut self, x: Cv, signed: bool) -> Cv {
        let half = self.repeated(F64X2, 0.5f64.to_bits());
        if !signed {
            return self.fb.ins().fadd(x, half);
        }
        let sign = self.repeated(I64X2, 1 << 63);
        let (bits, half) = (self.cast(I64X2, x), self.cast(I64X2, half));
        let sign = self.fb.ins().band(bits, sign);
        let half = self.fb.ins().bor(half, sign);
        let half = self.cast(F64X2, half);
        self.fb.ins().fadd(x, half)
    }
}
