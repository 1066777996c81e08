//! Arithmetic: an instruction on the components of its operands, be they bases or vectors.

use super::super::wir::Exit;
use super::super::wir::coverage::{is_high_product, is_widening_product, is_word_division};
use super::super::wir::guards::may_wrap;
use super::memory::DeferredLoad;
use super::*;
use crate::decode::side::{is_device, is_host};
use cranelift_codegen::ir::condcodes::FloatCC;
use kern_ir::{InstData, MulMode, Opcode, Type, Value};

impl<const L: usize> Emitter<'_, '_, L> {
    /// Computes the result of an operation.
    pub(super) fn emit_compute(&mut self, pc: usize) {
        match self.plan.code.ops[pc].kind {
            OpKind::Divide(_) => self.emit_division(pc),
            OpKind::Sreg(sreg) => self.emit_sreg(pc, sreg),
            OpKind::LoadParam(offset, ty) => self.emit_param(pc, offset, ty),
            OpKind::SharedAddress(variable) => self.emit_shared_address(pc, variable),
            OpKind::SlotAddress(slot) => self.emit_slot_address(pc, slot),
            OpKind::Rebase(base) => self.compute_rebase(pc, base),
            _ => self.compute(pc),
        }
    }

    /// An operation on registers.
    fn compute(&mut self, pc: usize) {
        let data = self.plan.inst(pc);
        let result = data.results[0];
        let computed = if self.plan.shape(result).is_affine() { self.alu_bases(data, result) } else { self.alu_parts(data, result) };
        computed.expect("`coverage` names what has code");
    }

    fn compute_rebase(&mut self, pc: usize, base: u64) {
        let data = self.plan.inst(pc);
        let (result, arg) = (data.results[0], data.args[0]);
        let add = |e: &mut Self, ty: ir::Type, list: Vec<Cv>| -> Vec<Cv> {
            if base == 0 {
                return list;
            }
            let amount = if ty.is_vector() { e.repeated(ty, base) } else { e.int(ty, base as i64) };
            list.into_iter().map(|x| e.fb.ins().iadd(x, amount)).collect()
        };
        if self.plan.shape(result).is_affine() {
            let bases = self.bases(arg);
            let bases = add(self, I64, bases);
            self.set_bases(result, bases);
        } else {
            let parts = self.parts(arg);
            let parts = add(self, I64X2, parts);
            self.set_parts(result, parts);
        }
    }

    fn alu_bases(&mut self, data: &InstData, result: Value) -> Option<()> {
        let args: Vec<Vec<Cv>> = data.args.iter().map(|&a| self.bases(a)).collect();
        let rows = args.iter().map(Vec::len).max().unwrap_or(1);
        let mut bases = Vec::new();
        for row in 0..rows {
            let row_args: Vec<Cv> = args.iter().map(|list| list[if list.len() > 1 { row } else { 0 }]).collect();
            let base = self.computed_from(data, &row_args)?;
            bases.push(if self.canonical_here.contains(&result) { self.canonical_one(base) } else { base });
        }
        self.set_bases(result, bases);
        Some(())
    }

    /// What an operation makes of components of its operands.
    pub(super) fn computed_from(&mut self, data: &InstData, args: &[Cv]) -> Option<Cv> {
        if is_widening_product(data) { self.wide_product(data, args) } else { self.component_of(data, args) }
    }

    /// Lanes stop if a strided 32-bit operand wraps from lane to lane.
    pub(super) fn emit_guard(&mut self, pc: usize, exit: &Exit) {
        let data = self.plan.inst(pc);
        let signed = if data.op == Opcode::Cvt { data.src_ty.is_signed() } else { data.ty.is_signed() };
        let last = self.plan.geometry.width() as i64 - 1;
        let mut wrong = None;
        for &arg in data.args.iter().take(2).filter(|&&arg| may_wrap(self.plan, arg)) {
            let distance = self.plan.shape(arg).stride().checked_mul(last).unwrap_or(i64::MAX);
            for base in self.bases(arg) {
                let wraps = self.wraps(base, distance, signed);
                wrong = Some(match wrong {
                    Some(other) => self.fb.ins().bor(other, wraps),
                    None => wraps,
                });
            }
        }
        let Some(wrong) = wrong else { return };
        let (wrapped, go_on) = (self.fb.create_block(), self.fb.create_block());
        self.fb.ins().brif(wrong, wrapped, NONE, go_on, NONE);
        self.fb.switch_to_block(wrapped);
        self.fb.set_cold_block(wrapped);
        let known = self.known();
        self.emit_exit(pc, exit);
        self.forget(known);
        self.fb.switch_to_block(go_on);
    }

    /// Whether a 32-bit number wraps when `distance` is added.
    fn wraps(&mut self, base: Cv, distance: i64, signed: bool) -> Cv {
        let (least, most) = if signed { (i64::from(i32::MIN), i64::from(i32::MAX)) } else { (0, i64::from(u32::MAX)) };
        if distance.unsigned_abs() > most as u64 {
            return self.int(I8, 1);
        }
        let (code, limit) = match (signed, distance >= 0) {
            (true, true) => (IntCC::SignedGreaterThan, most - distance),
            (true, false) => (IntCC::SignedLessThan, least - distance),
            (false, true) => (IntCC::UnsignedGreaterThan, most - distance),
            (false, false) => (IntCC::UnsignedLessThan, -distance),
        };
        let limit = self.int(I32, limit);
        self.icmp(code, base, limit)
    }

    fn alu_parts(&mut self, data: &InstData, result: Value) -> Option<()> {
        let computed = match data.op {
            Opcode::Cvt => self.convert_parts(data),
            Opcode::Mul | Opcode::Mad if is_widening_product(data) => self.wide_product_parts(data),
            Opcode::Mul if is_high_product(data) => Some(self.high_product_parts(data)),
            Opcode::Setp => self.compare_parts(data),
            Opcode::Selp => self.select_parts(data),
            Opcode::Shl | Opcode::Shr => self.shift_parts(data),
            Opcode::Div | Opcode::Rem if is_word_division(data) => Some(self.division_parts(data)),
            Opcode::Clz | Opcode::Brev | Opcode::Popc | Opcode::Shf | Opcode::Bfe | Opcode::Bfi | Opcode::Prmt => self.bit_parts(data),
            _ => {
                let (_, count) = value::vector_type(self.plan.func.ty(result));
                let is_same_width = |value: &Value| value::vector_type(self.plan.func.ty(*value)).1 == count;
                if data.args.iter().all(is_same_width) {
                    let mut args: Vec<Operand> = data.args.iter().map(|&a| self.operand_parts(a)).collect();
                    // The processor overwrites the first factor: better one that is loaded for this only. For `.f64` the order
                    // matters, see `float_component`.
                    if data.op == Opcode::Fma
                        && data.ty == Type::F32
                        && matches!(&args[1], Operand::DeferredLoad(_, deferred) if deferred.is_row())
                    {
                        args.swap(0, 1);
                    }
                    (0..count)
                        .map(|i| {
                            let part: Vec<Cv> = args.iter().map(|a| self.operand_part(a, i)).collect();
                            self.component_of(data, &part)
                        })
                        .collect()
                } else {
                    None
                }
            }
        };
        let (ty, _) = value::vector_type(self.plan.func.ty(result));
        let parts: Vec<Cv> = computed?.into_iter().map(|p| self.cast(ty, p)).collect();
        let parts = self.canonical(result, parts);
        self.set_parts(result, parts);
        Some(())
    }

    fn operand_parts(&mut self, value: Value) -> Operand {
        match self.deferred.get(&value) {
            Some(deferred) if !self.local.contains(value) => Operand::DeferredLoad(value, deferred.clone()),
            _ => Operand::Parts(self.parts(value)),
        }
    }

    fn operand_part(&mut self, operand: &Operand, part: usize) -> Cv {
        match operand {
            Operand::Parts(parts) => parts[part],
            Operand::DeferredLoad(value, deferred) => self.load_deferred_vector(*value, deferred, part),
        }
    }

    /// One component of the result from those of the operands; `None` for what is done lane by lane.
    fn component_of(&mut self, data: &InstData, args: &[Cv]) -> Option<Cv> {
        use Opcode as O;
        let ty = self.fb.func.dfg.value_type(*args.first()?);
        let is_vector = ty.is_vector();
        if data.ty == Type::F16 {
            return None;
        }
        if data.ty.is_float() && matches!(data.op, O::Add | O::Sub | O::Mul | O::Div | O::Fma | O::Mad | O::Sqrt | O::Rcp | O::Min | O::Max)
        {
            return self.float_component(data, args, ty);
        }
        let is_canonicalised = |e: &Self, i: usize| data.args.get(i).is_some_and(|a| e.canonical_here.contains(a));
        let (a, b) = (args[0], args.get(1).copied().unwrap_or(args[0]));
        let ins = self.fb.ins();
        Some(match data.op {
            O::Add if !data.attrs.sat => ins.iadd(a, b),
            O::Sub if !data.attrs.sat => ins.isub(a, b),
            O::Mul if data.attrs.mul.unwrap_or(MulMode::Lo) == MulMode::Lo => ins.imul(a, b),
            O::Mad if data.attrs.mul.unwrap_or(MulMode::Lo) == MulMode::Lo => {
                let product = ins.imul(a, b);
                self.fb.ins().iadd(product, args[2])
            }
            O::Mul if !is_vector && is_high_product(data) => {
                if data.ty.is_signed() {
                    ins.smulhi(a, b)
                } else {
                    ins.umulhi(a, b)
                }
            }
            O::And => ins.band(a, b),
            O::Or => ins.bor(a, b),
            O::Xor => ins.bxor(a, b),
            O::Not if data.ty == Type::Pred && !is_vector => ins.bxor_imm_u(a, 1),
            O::Not => ins.bnot(a),
            O::Neg if !data.ty.is_float() => ins.ineg(a),
            O::Abs if !data.ty.is_float() && data.ty.size() >= 4 && (is_vector || ty == I32 || ty == I64) => ins.iabs(a),
            O::Neg if is_device(L) && data.ty == Type::F64 => {
                // As the hardware does it: a NaN keeps its sign.
                let zero = if is_vector { self.repeated(ty, (-0f64).to_bits()) } else { self.fb.ins().f64const(-0.0) };
                self.fb.ins().fsub(zero, a)
            }
            O::Abs if is_device(L) && data.ty == Type::F64 => {
                let is_nan = self.fb.ins().fcmp(FloatCC::Unordered, a, a);
                let positive = self.fb.ins().fabs(a);
                // A sum with itself is the same NaN, and does not signal.
                let nan = self.fb.ins().fadd(a, a);
                if is_vector {
                    let mask = self.cast(ty, is_nan);
                    self.fb.ins().bitselect(mask, nan, positive)
                } else {
                    self.fb.ins().select(is_nan, nan, positive)
                }
            }
            O::Neg | O::Abs => {
                let a = self.flushed_operands(data, &[a])[0];
                let (int, sign) = if data.ty == Type::F32 { (I32, 1u64 << 31) } else { (I64, 1 << 63) };
                let int = if is_vector { ty.as_int() } else { int };
                let bits = self.cast(int, a);
                let mask = if data.op == O::Neg { sign } else { !sign };
                let mask = if is_vector { self.repeated(int, mask) } else { self.int(int, mask as i64) };
                let result = if data.op == O::Neg { self.fb.ins().bxor(bits, mask) } else { self.fb.ins().band(bits, mask) };
                self.cast(ty, result)
            }
            O::Min | O::Max if ty != I64X2 => {
                let code = match (data.op == O::Min, data.ty.is_signed()) {
                    (true, true) => IntCC::SignedLessThan,
                    (true, false) => IntCC::UnsignedLessThan,
                    (false, true) => IntCC::SignedGreaterThan,
                    (false, false) => IntCC::UnsignedGreaterThan,
                };
                if is_vector {
                    match code {
                        IntCC::SignedLessThan => ins.smin(a, b),
                        IntCC::UnsignedLessThan => ins.umin(a, b),
                        IntCC::SignedGreaterThan => ins.smax(a, b),
                        _ => ins.umax(a, b),
                    }
                } else {
                    let first = ins.icmp(code, a, b);
                    self.fb.ins().select(first, a, b)
                }
            }
            O::Setp if !is_vector => self.compare(data, a, b)?,
            O::Selp if !is_vector => {
                let a = if is_canonicalised(self, 0) { self.canonical_one(a) } else { a };
                let b = if is_canonicalised(self, 1) { self.canonical_one(b) } else { b };
                self.fb.ins().select(args[2], a, b)
            }
            O::Mov if data.args.len() == 1 => {
                let a = if is_canonicalised(self, 0) { self.canonical_one(a) } else { a };
                let result = value::scalar_type(self.plan.func.ty(data.results[0]));
                if is_vector { a } else { self.cast(result, a) }
            }
            O::Shl | O::Shr if !is_vector => self.shift_scalar(data, a, b),
            O::Cvt if !is_vector => self.convert_scalar(data, a)?,
            O::Popc if !is_vector => {
                let bits = ins.popcnt(a);
                if ty == I64 { self.fb.ins().ireduce(I32, bits) } else { bits }
            }
            O::Clz if !is_vector => {
                let bits = ins.clz(a);
                if ty == I64 { self.fb.ins().ireduce(I32, bits) } else { bits }
            }
            O::Div | O::Rem if !is_vector && !data.ty.is_float() && data.ty.size() >= 4 => self.divide(data, a, b),
            _ => return None,
        })
    }

    /// A division of scalars whose divisor may be 0: then the interpreter tells of it, and the process ends, or the lane gets what
    /// hardware gives.
    fn emit_division(&mut self, pc: usize) {
        let is_zero = self.has_zero(self.plan.inst(pc).args[1]);
        let known = self.known();
        self.rarely(is_zero, |e| {
            e.marshal_operands(pc);
            let mask = e.active();
            e.call_helper_at(Helper::Execute, pc, mask);
        });
        self.forget(known);
        self.compute(pc);
    }

    /// Integer division.
    fn divide(&mut self, data: &InstData, a: Cv, b: Cv) -> Cv {
        let number = |bits: u64| if data.ty.size() == 4 { i64::from(bits as u32 as i32) } else { bits as i64 };
        match self.plan.constant(data.args[1]).map(number) {
            Some(0 | -1) | None if is_host(L) => self.divide_by_any(data, a, b),
            Some(0 | -1) | None => self.divide_by_any_or_zero(data, a, b),
            Some(_) => self.quotient(data, a, b),
        }
    }

    fn quotient(&mut self, data: &InstData, a: Cv, b: Cv) -> Cv {
        let ins = self.fb.ins();
        match (data.op, data.ty.is_signed()) {
            (Opcode::Div, true) => ins.sdiv(a, b),
            (Opcode::Div, false) => ins.udiv(a, b),
            (_, true) => ins.srem(a, b),
            (_, false) => ins.urem(a, b),
        }
    }

    /// By 0 all bits are set, or the remainder is the dividend.
    fn divide_by_any_or_zero(&mut self, data: &InstData, a: Cv, b: Cv) -> Cv {
        let ty = self.fb.func.dfg.value_type(a);
        let (zero, one) = (self.int(ty, 0), self.int(ty, 1));
        let is_zero = self.icmp(IntCC::Equal, b, zero);
        let divisor = self.fb.ins().select(is_zero, one, b);
        let result = self.divide_by_any(data, a, divisor);
        let without = if data.op == Opcode::Div { self.int(ty, -1) } else { a };
        self.fb.ins().select(is_zero, without, result)
    }

    /// By -1, where the processor would trap, the division is by 1 and the result another: the negated dividend, remainder 0.
    /// [`Self::emit_division`] has seen to 0.
    fn divide_by_any(&mut self, data: &InstData, a: Cv, b: Cv) -> Cv {
        let ty = self.fb.func.dfg.value_type(a);
        let is_div = data.op == Opcode::Div;
        let one = self.int(ty, 1);
        if !data.ty.is_signed() {
            return self.quotient(data, a, b);
        }
        let is_minus = self.fb.ins().icmp_imm_s(IntCC::Equal, b, -1);
        let divisor = self.fb.ins().select(is_minus, one, b);
        let result = self.quotient(data, a, divisor);
        if !is_div {
            return result;
        }
        let negated = self.fb.ins().ineg(a);
        self.fb.ins().select(is_minus, negated, result)
    }

    /// A `.f64` value that no instruction loads as its operand.
    fn in_register(&mut self, x: Cv) -> Cv {
        let ty = self.fb.func.dfg.value_type(x);
        let bits = self.cast(if ty.is_vector() { I64X2 } else { I64 }, x);
        self.cast(ty, bits)
    }

    fn float_component(&mut self, data: &InstData, args: &[Cv], ty: ir::Type) -> Option<Cv> {
        use Opcode as O;
        let args = &self.flushed_operands(data, args)[..];
        let (mut a, mut b) = (args[0], args.get(1).copied().unwrap_or(args[0]));
        let is_commutative = matches!(data.op, O::Add | O::Mul | O::Fma | O::Mad);
        if is_device(L) && ty.lane_type() == F64 && is_commutative {
            // Of two NaNs hardware takes the second, this processor the first; of factors of `fma` it takes the second, unless
            // one of them is loaded by the instruction itself.
            (a, b) = (self.in_register(a), self.in_register(b));
            if !matches!(data.op, O::Fma | O::Mad) {
                std::mem::swap(&mut a, &mut b);
            }
        }
        let ins = self.fb.ins();
        let result = match data.op {
            O::Add => ins.fadd(a, b),
            O::Sub => ins.fsub(a, b),
            O::Mul => ins.fmul(a, b),
            O::Div => ins.fdiv(a, b),
            O::Fma | O::Mad => ins.fma(a, b, args[2]),
            O::Sqrt => ins.sqrt(a),
            O::Rcp => {
                let one = match ty {
                    F32 => self.fb.ins().f32const(1.0),
                    F64 => self.fb.ins().f64const(1.0),
                    F32X4 => self.repeated(ty, u64::from(1f32.to_bits())),
                    _ => self.repeated(ty, 1f64.to_bits()),
                };
                self.fb.ins().fdiv(one, a)
            }
            O::Min | O::Max if ty.is_vector() => self.minimum(data.op == O::Min, a, b),
            _ => return None,
        };
        let result = if data.attrs.ftz && !matches!(data.op, O::Min | O::Max) { self.flushed(result) } else { result };
        Some(if data.attrs.sat { self.saturated(result) } else { result })
    }

    /// Vectors of numbers from 0 to 1; what is no number becomes 0.
    fn saturated(&mut self, x: Cv) -> Cv {
        let (zero, one) = (self.repeated(F32X4, 0), self.repeated(F32X4, u64::from(1f32.to_bits())));
        let above = self.fb.ins().fcmp(FloatCC::GreaterThan, x, zero);
        let bits = self.cast(I32X4, x);
        let bits = self.fb.ins().band(bits, above);
        let positive = self.cast(F32X4, bits);
        let below = self.fb.ins().fcmp(FloatCC::LessThan, positive, one);
        let (bits, ones) = (self.cast(I32X4, positive), self.cast(I32X4, one));
        let bits = self.blend_integers(below, bits, ones);
        self.cast(F32X4, bits)
    }

    fn shift_scalar(&mut self, data: &InstData, a: Cv, amount: Cv) -> Cv {
        let width = i64::from(data.ty.size().max(4)) * 8;
        let ty = self.fb.func.dfg.value_type(a);
        if let Some(constant) = self.plan.constant(data.args[1]) {
            let constant = i64::from(constant as u32);
            return match data.op {
                Opcode::Shr if data.ty.is_signed() => self.fb.ins().sshr_imm_u(a, constant.min(width - 1)),
                _ if constant >= width => self.int(ty, 0),
                Opcode::Shl => self.fb.ins().ishl_imm_u(a, constant),
                _ => self.fb.ins().ushr_imm_u(a, constant),
            };
        }
        let limit = self.int(I32, width);
        let is_inside = self.icmp(IntCC::UnsignedLessThan, amount, limit);
        if data.op == Opcode::Shr && data.ty.is_signed() {
            let most = self.int(I32, width - 1);
            let amount = self.fb.ins().select(is_inside, amount, most);
            return self.fb.ins().sshr(a, amount);
        }
        let shifted = if data.op == Opcode::Shl { self.fb.ins().ishl(a, amount) } else { self.fb.ins().ushr(a, amount) };
        let zero = self.int(ty, 0);
        self.fb.ins().select(is_inside, shifted, zero)
    }

    fn shift_parts(&mut self, data: &InstData) -> Option<Vec<Cv>> {
        if !self.plan.shape(data.args[1]).is_uniform() {
            return Some(self.varying_shift(data));
        }
        let a = self.parts(data.args[0]);
        let width = u64::from(data.ty.size().max(4)) * 8;
        let arithmetic = data.op == Opcode::Shr && data.ty.is_signed();
        if arithmetic && width == 64 {
            return None;
        }
        let (ty, _) = value::vector_type(self.plan.func.ty(data.results[0]));
        let amount = self.scalar(data.args[1]);
        let constant = self.plan.constant(data.args[1]).map(|c| u64::from(c as u32));
        if constant.is_some_and(|c| c >= width) && !arithmetic {
            let zero = self.zero(ty);
            return Some(vec![zero; a.len()]);
        }
        let amount = match constant {
            Some(c) => self.int(I32, c.min(width - 1) as i64),
            None if arithmetic => {
                let most = self.int(I32, width as i64 - 1);
                let is_inside = self.icmp(IntCC::UnsignedLessThan, amount, most);
                self.fb.ins().select(is_inside, amount, most)
            }
            None => amount,
        };
        let mut parts: Vec<Cv> = a
            .iter()
            .map(|&x| match (data.op, arithmetic) {
                (Opcode::Shl, _) => self.fb.ins().ishl(x, amount),
                (_, true) => self.fb.ins().sshr(x, amount),
                _ => self.fb.ins().ushr(x, amount),
            })
            .collect();
        if constant.is_none() && !arithmetic {
            let limit = self.int(I32, width as i64);
            let is_inside = self.icmp(IntCC::UnsignedLessThan, amount, limit);
            let keep = self.fb.ins().bmask(if width == 64 { I64 } else { I32 }, is_inside);
            let keep = self.fb.ins().splat(ty, keep);
            parts = parts.into_iter().map(|x| self.fb.ins().band(x, keep)).collect();
        }
        Some(parts)
    }
}

/// An operand of arithmetic on vectors.
enum Operand {
    Parts(Vec<Cv>),
    /// Still in memory.
    DeferredLoad(Value, DeferredLoad),
}
