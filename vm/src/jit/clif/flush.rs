//! `.ftz`: subnormal floats of 32 bits are zero, with their sign (PTX ISA, "Floating-Point Instructions").

use super::*;
use kern_ir::{InstData, Opcode, Type, Value, ValueDef};

impl<const L: usize> Emitter<'_, '_, L> {
    /// A component of each operand as the instruction sees it.
    pub(super) fn flushed_operands(&mut self, data: &InstData, components: &[Cv]) -> Vec<Cv> {
        let operands = data.args.iter().zip(components);
        operands.map(|(&value, &x)| if data.attrs.ftz && !self.is_flushed(value) { self.flushed(x) } else { x }).collect()
    }

    /// Floats, one or a vector, of which subnormal ones are zero.
    pub(super) fn flushed(&mut self, x: Cv) -> Cv {
        let ty = self.fb.func.dfg.value_type(x);
        if ty.is_vector() {
            let bits = self.cast(I32X4, x);
            let [exponent, magnitude, zero] = [EXPONENT, MAGNITUDE, 0].map(|bits| self.repeated(I32X4, bits));
            let exponent = self.fb.ins().band(bits, exponent);
            let is_small = self.icmp(IntCC::Equal, exponent, zero);
            let gone = self.fb.ins().band(is_small, magnitude);
            let bits = self.fb.ins().band_not(bits, gone);
            return self.cast(ty, bits);
        }
        let bits = self.cast(I32, x);
        let exponent = self.fb.ins().band_imm_u(bits, EXPONENT as i64);
        let sign = self.fb.ins().band_imm_u(bits, !MAGNITUDE as u32 as i64);
        let is_small = self.fb.ins().icmp_imm_u(IntCC::Equal, exponent, 0);
        let bits = self.fb.ins().select(is_small, sign, bits);
        self.cast(ty, bits)
    }

    /// Whether a value is never subnormal.
    fn is_flushed(&self, value: Value) -> bool {
        if let Some(bits) = self.plan.constant(value) {
            return bits & EXPONENT != 0 || bits & MAGNITUDE == 0;
        }
        let ValueDef::Result(inst, _) = self.plan.func.def(value) else { return false };
        let data = &self.plan.func.insts[inst.index()];
        match data.op {
            Opcode::Cvt => !data.src_ty.is_float(),
            Opcode::Setp | Opcode::Selp => false,
            _ => data.attrs.ftz && data.ty == Type::F32,
        }
    }
}

/// The bits of a float that are all zero in a subnormal one, and all but its sign.
const EXPONENT: u64 = 0x7F80_0000;
const MAGNITUDE: u64 = 0x7FFF_FFFF;
