//! Vectors of bits that are counted, or moved by constants.

use super::*;
use kern_ir::{InstData, Opcode};

impl<const L: usize> Emitter<'_, '_, L> {
    pub(super) fn bit_parts(&mut self, data: &InstData) -> Option<Vec<Cv>> {
        let a = self.parts(data.args[0]);
        match data.op {
            Opcode::Popc => return Some(a.into_iter().map(|x| self.count_ones(x)).collect()),
            Opcode::Clz => return Some(a.into_iter().map(|x| self.leading_zeros(x)).collect()),
            Opcode::Brev => return Some(a.into_iter().map(|x| self.reversed(x)).collect()),
            _ => {}
        }
        let number = |e: &Self, i: usize| data.args.get(i).and_then(|&arg| e.plan.constant(arg)).map(|bits| bits as u32);
        if data.op == Opcode::Bfe {
            let (position, length) = (number(self, 1)? & 0xff, number(self, 2)? & 0xff);
            return Some(a.into_iter().map(|x| self.field(x, (position, length), data.ty.is_signed())).collect());
        }
        let b = self.parts(data.args[1]);
        let pairs = a.into_iter().zip(b);
        let last = number(self, 2)?;
        Some(match data.op {
            Opcode::Shf => {
                let amount = if data.attrs.sat { last.min(32) } else { last & 31 };
                pairs.map(|(low, high)| self.funnel(low, high, if data.attrs.left { 32 - amount } else { amount })).collect()
            }
            Opcode::Bfi => {
                let field = (last & 0xff, number(self, 3)? & 0xff);
                pairs.map(|(x, into)| self.insert_field(x, into, field)).collect()
            }
            Opcode::Prmt => pairs.map(|(x, y)| self.pick_bytes(x, y, last)).collect(),
            _ => return None,
        })
    }

    fn count_ones(&mut self, x: Cv) -> Cv {
        let bytes = self.cast(I8X16, x);
        let bytes = self.fb.ins().popcnt(bytes);
        let mut sums = self.cast(I32X4, bytes);
        for distance in [8, 16] {
            let others = self.fb.ins().ushr_imm_u(sums, distance);
            sums = self.fb.ins().iadd(sums, others);
        }
        let mask = self.repeated(I32X4, 0x3f);
        self.fb.ins().band(sums, mask)
    }

    /// 32 of the 64 bits of `high` and `low`, from bit `first` on, which is 32 at most.
    fn funnel(&mut self, low: Cv, high: Cv, first: u32) -> Cv {
        match first {
            0 => low,
            32 => high,
            _ => {
                let low = self.fb.ins().ushr_imm_u(low, i64::from(first));
                let high = self.fb.ins().ishl_imm_u(high, i64::from(32 - first));
                self.fb.ins().bor(low, high)
            }
        }
    }

    /// PTX ISA 9.7.1.20.
    fn field(&mut self, x: Cv, (position, length): (u32, u32), is_signed: bool) -> Cv {
        if length == 0 || (position > 31 && !is_signed) {
            return self.repeated(I32X4, 0);
        }
        let above = 32 - (position + length).min(32);
        let up = if above > 0 { self.fb.ins().ishl_imm_u(x, i64::from(above)) } else { x };
        let down = i64::from((position + above).min(31));
        match (down, is_signed) {
            (0, _) => up,
            (_, true) => self.fb.ins().sshr_imm_u(up, down),
            (_, false) => self.fb.ins().ushr_imm_u(up, down),
        }
    }

    /// PTX ISA 9.7.1.21.
    fn insert_field(&mut self, x: Cv, into: Cv, (position, length): (u32, u32)) -> Cv {
        if position > 31 {
            return into;
        }
        let ones = u32::MAX.checked_shr(32 - length.min(32 - position)).unwrap_or(0) << position;
        let moved = if position > 0 { self.fb.ins().ishl_imm_u(x, i64::from(position)) } else { x };
        let (inside, outside) = (self.repeated(I32X4, u64::from(ones)), self.repeated(I32X4, u64::from(!ones)));
        let (moved, kept) = (self.fb.ins().band(moved, inside), self.fb.ins().band(into, outside));
        self.fb.ins().bor(moved, kept)
    }

    /// PTX ISA 9.7.9.7: bytes of `x` and `y`, each by a digit of the selector, none of them above 7.
    fn pick_bytes(&mut self, x: Cv, y: Cv, selector: u32) -> Cv {
        let mut mask = [0u8; 16];
        for (i, byte) in mask.iter_mut().enumerate() {
            let (lane, pick) = (i as u32 / 4 * 4, selector >> (i % 4 * 4) & 7);
            *byte = (lane + pick % 4 + pick / 4 * 16) as u8;
        }
        let (x, y) = (self.cast(I8X16, x), self.cast(I8X16, y));
        let mask = self.fb.func.dfg.immediates.push(ir::ConstantData::from(&mask[..]));
        let bytes = self.fb.ins().shuffle(x, y, mask);
        self.cast(I32X4, bytes)
    }
}
