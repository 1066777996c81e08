//! Algebraic identities, one instruction and its operands at a time.
//!
//! Before: any well-formed function. After: the identities below are applied where they hold bit for bit; floats are
//! left alone but for division by a power of two. Constants stand in operand 1 of commutative integer operations. In
//! additions of 64 bits operand 0 stays operand 0 unless it is a constant, so that a pointer stays the base (see
//! `analysis::provenance`); constant offsets move into loads and stores.

use crate::pass::Surroundings;
use crate::pass::eval::eval;
use crate::pass::graph::reachable;
use crate::pass::rewrite::Forward;
use kern_ir::{Attrs, Cmp, Function, Inst, InstData, LocId, MulMode, Opcode, Payload, Precision, RegType, Rounding, Type, Value, ValueDef};

/// How far [`Rules::is_extended`] looks.
const MAX_DEPTH: u32 = 4;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, _: &Surroundings<'_>) -> bool {
    let cfg = reachable(func);
    let mut forward = Forward::new(func);
    let mut changed = false;
    let mut before = Vec::new();
    for &block in cfg.rpo() {
        let insts = std::mem::take(&mut func.blocks[block.index()].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts {
            forward.apply_to(&mut func.insts[inst.index()]);
            // Each rule makes the instruction smaller or puts it into normal form, so a few rounds are enough.
            for _ in 0..4 {
                let step = Rules { func, before: &mut before }.apply(inst);
                kept.append(&mut before);
                match step {
                    Step::Nothing => break,
                    Step::Changed => changed = true,
                    Step::Same(value) => {
                        let result = func.insts[inst.index()].results[0];
                        forward.set(result, value);
                        break;
                    }
                }
            }
            kept.push(inst);
        }
        func.blocks[block.index()].insts = kept;
    }
    forward.apply(func) | changed
}

enum Step {
    Nothing,
    /// The instruction was rewritten in place.
    Changed,
    /// Its result is this value.
    Same(Value),
}

struct Rules<'a> {
    func: &'a mut Function,
    /// Instructions to put before the one at hand.
    before: &'a mut Vec<Inst>,
}

impl Rules<'_> {
    fn apply(&mut self, inst: Inst) -> Step {
        let data = &self.func.insts[inst.index()];
        let ty = data.ty;
        match data.op {
            Opcode::Bra => self.branch(inst),
            Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red => self.offset(inst),
            Opcode::Cvt => self.convert(inst),
            Opcode::Setp => self.compare(inst),
            Opcode::Selp => self.select(inst),
            Opcode::Mov | Opcode::Cvta => self.round_trip(inst),
            Opcode::Not => self.complement(inst),
            Opcode::Div if ty.is_float() => self.divide_float(inst),
            Opcode::And | Opcode::Or | Opcode::Xor if ty == Type::Pred => self.logic(inst),
            _ if ty.is_float() || ty.size() < 4 || data.attrs.sat => Step::Nothing,
            _ => self.integer(inst),
        }
    }

    fn constant_arg(&self, inst: Inst, i: usize) -> Option<u64> {
        self.func.constant(*self.func.insts[inst.index()].args.get(i)?)
    }

    /// What defines `value`, if it is `op`.
    fn defined(&self, value: Value, op: Opcode) -> Option<&InstData> {
        match self.func.def(value) {
            ValueDef::Result(inst, 0) => Some(&self.func.insts[inst.index()]).filter(|d| d.op == op),
            _ => None,
        }
    }

    fn constant(&mut self, ty: RegType, bits: u64) -> Value {
        let bits = match ty {
            RegType::Pred => bits & 1,
            RegType::B16 => bits & 0xffff,
            RegType::B32 | RegType::F32 => bits & 0xffff_ffff,
            RegType::B64 | RegType::F64 => bits,
        };
        self.func.add_constant(ty, bits)
    }

    fn same_value(&self, a: Value, b: Value) -> bool {
        a == b || (self.func.ty(a) == self.func.ty(b) && self.func.constant(a).is_some() && self.func.constant(a) == self.func.constant(b))
    }

    /// Rewrites `inst` to `op` of `args`, with a type of the same size that PTX has it for; the modifiers go.
    fn become_op(&mut self, inst: Inst, op: Opcode, args: Vec<Value>) -> Step {
        let data = &mut self.func.insts[inst.index()];
        let ty = match (op, data.ty) {
            (_, Type::Pred) => Type::Pred,
            (Opcode::And | Opcode::Or | Opcode::Xor | Opcode::Not | Opcode::Shl, ty) => {
                if ty.size() == 8 {
                    Type::B64
                } else {
                    Type::B32
                }
            }
            (Opcode::Neg, ty) => {
                if ty.size() == 8 {
                    Type::S64
                } else {
                    Type::S32
                }
            }
            (_, ty) => ty,
        };
        (data.ty, data.src_ty) = (ty, ty);
        data.op = op;
        data.args = args;
        data.attrs = Attrs::default();
        Step::Changed
    }

    fn emit(&mut self, mut data: InstData, loc: LocId, result: RegType) -> Value {
        data.loc = loc;
        let inst = self.func.add_inst(data, &[result]);
        self.before.push(inst);
        self.func.insts[inst.index()].results[0]
    }

    /// Integer arithmetic of 32 and 64 bits.
    fn integer(&mut self, inst: Inst) -> Step {
        let data = &self.func.insts[inst.index()];
        let (op, ty, mul) = (data.op, data.ty, data.attrs.mul);
        let (a, b) = match *data.args.as_slice() {
            [a, b] => (a, b),
            [a] if op == Opcode::Neg => {
                return match self.defined(a, Opcode::Neg) {
                    Some(inner) if inner.ty.size() == ty.size() && !inner.ty.is_float() => Step::Same(inner.args[0]),
                    _ => Step::Nothing,
                };
            }
            [a, b, c] if op == Opcode::Mad => return self.multiply_add(inst, a, b, c),
            _ => return Step::Nothing,
        };
        let is_commutative = matches!(op, Opcode::Add | Opcode::Mul | Opcode::And | Opcode::Or | Opcode::Xor | Opcode::Min | Opcode::Max);
        if is_commutative && self.func.constant(a).is_some() && self.func.constant(b).is_none() {
            self.func.insts[inst.index()].args.swap(0, 1);
            return Step::Changed;
        }
        let reg = self.func.ty(a);
        let all_ones = if ty.size() == 8 { u64::MAX } else { 0xffff_ffff };
        let is_same = a == b;
        let Some(c) = self.func.constant(b) else {
            return match op {
                Opcode::Sub | Opcode::Xor if is_same => Step::Same(self.constant(reg, 0)),
                Opcode::And | Opcode::Or | Opcode::Min | Opcode::Max if is_same => Step::Same(a),
                Opcode::Sub if self.func.constant(a) == Some(0) => self.become_op(inst, Opcode::Neg, vec![b]),
                Opcode::Add if ty.size() == 8 => self.constant_outward(inst, a, b),
                // Not of addresses: a pointer keeps an addition as its last step.
                Opcode::Add if ty.size() == 4 => match self.defined(b, Opcode::Neg) {
                    Some(inner) if inner.ty.size() == ty.size() && !inner.ty.is_float() => {
                        let negated = inner.args[0];
                        self.become_op(inst, Opcode::Sub, vec![a, negated])
                    }
                    _ => Step::Nothing,
                },
                _ => Step::Nothing,
            };
        };
        match op {
            Opcode::Add | Opcode::Sub | Opcode::Or | Opcode::Xor | Opcode::Shl | Opcode::Shr if c == 0 => Step::Same(a),
            Opcode::And if c == 0 => Step::Same(b),
            Opcode::And if c == all_ones => Step::Same(a),
            Opcode::Or if c == all_ones => Step::Same(b),
            Opcode::Xor if c == all_ones => self.become_op(inst, Opcode::Not, vec![a]),
            Opcode::Sub => {
                let negated = self.constant(reg, c.wrapping_neg());
                self.become_op(inst, Opcode::Add, vec![a, negated])
            }
            Opcode::Add | Opcode::And | Opcode::Or | Opcode::Xor => self.reassociate(inst, a, c),
            Opcode::Mul if mul == Some(MulMode::Lo) && c == 0 => Step::Same(b),
            Opcode::Mul if mul == Some(MulMode::Lo) && c == 1 => Step::Same(a),
            Opcode::Mul if mul == Some(MulMode::Lo) && c.is_power_of_two() => {
                let shift = self.constant(RegType::B32, u64::from(c.trailing_zeros()));
                self.become_op(inst, Opcode::Shl, vec![a, shift])
            }
            Opcode::Mul if mul == Some(MulMode::Wide) && c == 0 => Step::Same(self.constant(RegType::B64, 0)),
            Opcode::Div if c == 1 => Step::Same(a),
            Opcode::Rem if c == 1 => Step::Same(self.constant(reg, 0)),
            Opcode::Div if !ty.is_signed() && c.is_power_of_two() => {
                let shift = self.constant(RegType::B32, u64::from(c.trailing_zeros()));
                self.become_op(inst, Opcode::Shr, vec![a, shift])
            }
            Opcode::Rem if !ty.is_signed() && c.is_power_of_two() => {
                let mask = self.constant(reg, c - 1);
                self.become_op(inst, Opcode::And, vec![a, mask])
            }
            Opcode::Shl | Opcode::Shr => self.shift_twice(inst, a, c),
            _ => Step::Nothing,
        }
    }

    /// `(x op c1) op c2` is `x op (c1 op c2)`.
    fn reassociate(&mut self, inst: Inst, a: Value, c: u64) -> Step {
        let data = &self.func.insts[inst.index()];
        let (op, ty) = (data.op, data.ty);
        let Some(inner) = self.defined(a, op).filter(|i| i.ty.size() == ty.size() && !i.attrs.sat && !i.ty.is_float()) else {
            return Step::Nothing;
        };
        let (x, Some(d)) = (inner.args[0], self.func.constant(inner.args[1])) else { return Step::Nothing };
        let both = match op {
            Opcode::Add => c.wrapping_add(d),
            Opcode::And => c & d,
            Opcode::Or => c | d,
            _ => c ^ d,
        };
        let both = self.constant(ty.reg(), both);
        self.func.insts[inst.index()].args = vec![x, both];
        Step::Changed
    }

    /// `(x + c) + y` and `x + (y + c)` are `(x + y) + c`: the constant ends in the offset of an access.
    fn constant_outward(&mut self, inst: Inst, a: Value, b: Value) -> Step {
        let data = self.func.insts[inst.index()].clone();
        let split = |rules: &Self, value: Value| {
            let inner = rules.defined(value, Opcode::Add).filter(|i| i.ty.size() == 8 && !i.attrs.sat && !i.ty.is_float())?;
            let constant = inner.args[1];
            rules.func.constant(constant).map(|_| (inner.args[0], constant))
        };
        let (x, y, c) = match (split(self, a), split(self, b)) {
            (Some((x, c)), _) => (x, b, c),
            (None, Some((y, c))) => (a, y, c),
            (None, None) => return Step::Nothing,
        };
        let loc = data.loc;
        let sum = self.emit(InstData { args: vec![x, y], results: Vec::new(), ..data }, loc, RegType::B64);
        self.func.insts[inst.index()].args = vec![sum, c];
        Step::Changed
    }

    fn shift_twice(&mut self, inst: Inst, a: Value, c: u64) -> Step {
        let data = &self.func.insts[inst.index()];
        let (op, ty) = (data.op, data.ty);
        let Some(inner) = self.defined(a, op).filter(|i| i.ty == ty) else { return Step::Nothing };
        let (x, Some(d)) = (inner.args[0], self.func.constant(inner.args[1])) else { return Step::Nothing };
        if c + d >= u64::from(ty.size() * 8) {
            return Step::Nothing;
        }
        let both = self.constant(RegType::B32, c + d);
        self.func.insts[inst.index()].args = vec![x, both];
        Step::Changed
    }

    fn multiply_add(&mut self, inst: Inst, a: Value, b: Value, c: Value) -> Step {
        let mode = self.func.insts[inst.index()].attrs.mul;
        if self.func.constant(c) == Some(0) {
            let data = &mut self.func.insts[inst.index()];
            data.op = Opcode::Mul;
            data.args.truncate(2);
            return Step::Changed;
        }
        if mode == Some(MulMode::Lo) && (self.func.constant(a) == Some(0) || self.func.constant(b) == Some(0)) {
            return Step::Same(c);
        }
        Step::Nothing
    }

    /// Division by a power of two whose inverse is exact: the product rounds alike.
    fn divide_float(&mut self, inst: Inst) -> Step {
        let data = &self.func.insts[inst.index()];
        let attrs = data.attrs;
        if attrs.sat
            || attrs.ftz
            || matches!(attrs.precision, Some(Precision::Approx | Precision::Full))
            || !matches!(attrs.rounding, None | Some(Rounding::Rn))
        {
            return Step::Nothing;
        }
        let Some(bits) = self.constant_arg(inst, 1) else { return Step::Nothing };
        let inverse = match self.func.insts[inst.index()].ty {
            Type::F32 => {
                let (by, inverse) = (f32::from_bits(bits as u32), 1.0 / f32::from_bits(bits as u32));
                let is_power = bits & 0x7f_ffff == 0;
                (is_power && by.is_normal() && inverse.is_normal()).then(|| u64::from(inverse.to_bits()))
            }
            Type::F64 => {
                let (by, inverse) = (f64::from_bits(bits), 1.0 / f64::from_bits(bits));
                let is_power = bits & 0xf_ffff_ffff_ffff == 0;
                (is_power && by.is_normal() && inverse.is_normal()).then(|| inverse.to_bits())
            }
            _ => None,
        };
        let Some(inverse) = inverse else { return Step::Nothing };
        let reg = self.func.insts[inst.index()].ty.reg();
        let inverse = self.constant(reg, inverse);
        let data = &mut self.func.insts[inst.index()];
        data.op = Opcode::Mul;
        data.args[1] = inverse;
        // Contraction has run: a rounding keeps it away from the new product.
        data.attrs = Attrs { rounding: Some(Rounding::Rn), ..Attrs::default() };
        Step::Changed
    }

    /// Constant additions go into the offset of the access. PTX offsets are signed 32-bit immediates.
    fn offset(&mut self, inst: Inst) -> Step {
        let data = &self.func.insts[inst.index()];
        let Some(add) = self.defined(data.args[0], Opcode::Add).filter(|d| d.ty.size() == 8) else { return Step::Nothing };
        let Some(c) = self.func.constant(add.args[1]) else { return Step::Nothing };
        let base = add.args[0];
        match data.offset.checked_add(c as i64) {
            Some(offset) if i32::try_from(offset).is_ok() && self.func.constant(base).is_none() => {
                let data = &mut self.func.insts[inst.index()];
                data.args[0] = base;
                data.offset = offset;
                Step::Changed
            }
            _ => Step::Nothing,
        }
    }

    fn branch(&mut self, inst: Inst) -> Step {
        let data = &self.func.insts[inst.index()];
        let Some(&condition) = data.args.first() else { return Step::Nothing };
        let Some(inner) = self.defined(condition, Opcode::Not) else { return Step::Nothing };
        let inner = inner.args[0];
        let data = &mut self.func.insts[inst.index()];
        data.args[0] = inner;
        data.targets_mut().swap(0, 1);
        Step::Changed
    }

    fn round_trip(&mut self, inst: Inst) -> Step {
        let data = &self.func.insts[inst.index()];
        if data.payload != Payload::None || data.args.len() != 1 || data.results.len() != 1 {
            return Step::Nothing;
        }
        let (a, result) = (data.args[0], data.results[0]);
        if data.op == Opcode::Cvta {
            return match self.defined(a, Opcode::Cvta) {
                Some(inner) if inner.attrs.space == data.attrs.space && inner.attrs.to != data.attrs.to => Step::Same(inner.args[0]),
                _ => Step::Nothing,
            };
        }
        if self.func.ty(a) == self.func.ty(result) {
            return Step::Same(a);
        }
        match self.defined(a, Opcode::Mov) {
            Some(inner) if inner.args.len() == 1 && inner.results.len() == 1 && self.func.ty(inner.args[0]) == self.func.ty(result) => {
                Step::Same(inner.args[0])
            }
            _ => Step::Nothing,
        }
    }

    fn complement(&mut self, inst: Inst) -> Step {
        let data = &self.func.insts[inst.index()];
        let (a, ty) = (data.args[0], data.ty);
        if let Some(inner) = self.defined(a, Opcode::Not) {
            return if inner.ty.size() == ty.size() { Step::Same(inner.args[0]) } else { Step::Nothing };
        }
        if ty != Type::Pred {
            return Step::Nothing;
        }
        let Some(setp) = self.defined(a, Opcode::Setp) else { return Step::Nothing };
        let Some(inverse) = setp.attrs.cmp.and_then(|c| invert(c, setp.ty.is_float())) else { return Step::Nothing };
        let loc = data.loc;
        let (results, mut setp) = (data.results.clone(), setp.clone());
        setp.attrs.cmp = Some(inverse);
        self.func.insts[inst.index()] = InstData { results, loc, ..setp };
        Step::Changed
    }

    /// `and`, `or`, `xor` of predicates.
    fn logic(&mut self, inst: Inst) -> Step {
        let data = &self.func.insts[inst.index()];
        let (op, a, b) = (data.op, data.args[0], data.args[1]);
        if self.func.constant(a).is_some() && self.func.constant(b).is_none() {
            self.func.insts[inst.index()].args.swap(0, 1);
            return Step::Changed;
        }
        match (op, self.func.constant(b)) {
            (Opcode::And, Some(1)) | (Opcode::Or | Opcode::Xor, Some(0)) => Step::Same(a),
            (Opcode::And, Some(_)) | (Opcode::Or, Some(_)) => Step::Same(b),
            (Opcode::Xor, Some(_)) => self.become_op(inst, Opcode::Not, vec![a]),
            (Opcode::And | Opcode::Or, None) if a == b => Step::Same(a),
            (Opcode::Xor, None) if a == b => Step::Same(self.constant(RegType::Pred, 0)),
            _ => Step::Nothing,
        }
    }

    fn select(&mut self, inst: Inst) -> Step {
        let data = &self.func.insts[inst.index()];
        let &[a, b, p] = data.args.as_slice() else { return Step::Nothing };
        if self.same_value(a, b) {
            return Step::Same(a);
        }
        if let Some(p) = self.func.constant(p) {
            return Step::Same(if p & 1 != 0 { a } else { b });
        }
        if let Some(inner) = self.defined(p, Opcode::Not) {
            let inner = inner.args[0];
            self.func.insts[inst.index()].args = vec![b, a, inner];
            return Step::Changed;
        }
        if data.ty != Type::Pred {
            return Step::Nothing;
        }
        match (self.func.constant(a), self.func.constant(b)) {
            (Some(1), Some(0)) => Step::Same(p),
            (Some(0), Some(1)) => self.become_op(inst, Opcode::Not, vec![p]),
            (Some(1), None) => self.become_op(inst, Opcode::Or, vec![p, b]),
            (None, Some(0)) => self.become_op(inst, Opcode::And, vec![p, a]),
            _ => Step::Nothing,
        }
    }

    fn compare(&mut self, inst: Inst) -> Step {
        let data = &self.func.insts[inst.index()];
        let (a, b, ty) = (data.args[0], data.args[1], data.ty);
        let Some(cmp) = data.attrs.cmp else { return Step::Nothing };
        if ty.is_float() {
            return Step::Nothing;
        }
        if a == b {
            let holds = matches!(cmp, Cmp::Eq | Cmp::Le | Cmp::Ge);
            return Step::Same(self.constant(RegType::Pred, u64::from(holds)));
        }
        if self.func.constant(a).is_some() && self.func.constant(b).is_none() {
            let data = &mut self.func.insts[inst.index()];
            data.args.swap(0, 1);
            data.attrs.cmp = Some(mirror(cmp));
            return Step::Changed;
        }
        let Some(c) = self.func.constant(b) else { return Step::Nothing };
        if ty == Type::Pred {
            return match (cmp, c & 1) {
                (Cmp::Eq, 1) | (Cmp::Ne, 0) => Step::Same(a),
                (Cmp::Eq, 0) | (Cmp::Ne, 1) => self.become_op(inst, Opcode::Not, vec![a]),
                _ => Step::Nothing,
            };
        }
        // A comparison of a choice between constants is the choice, its opposite, or known.
        let Some(choice) = self.defined(a, Opcode::Selp) else { return self.compare_extended(inst, a, c, cmp) };
        let (x, y, p) = (self.func.constant(choice.args[0]), self.func.constant(choice.args[1]), choice.args[2]);
        let (Some(x), Some(y)) = (x, y) else { return Step::Nothing };
        let data = &self.func.insts[inst.index()];
        match (eval(data, &[x, c]), eval(data, &[y, c])) {
            (Some(x), Some(y)) if x == y => Step::Same(self.constant(RegType::Pred, x)),
            (Some(1), Some(0)) => Step::Same(p),
            (Some(0), Some(1)) => {
                self.func.insts[inst.index()].ty = Type::Pred;
                self.func.insts[inst.index()].src_ty = Type::Pred;
                self.become_op(inst, Opcode::Not, vec![p])
            }
            _ => Step::Nothing,
        }
    }

    /// Equality of a widened value with a constant is equality of the value.
    fn compare_extended(&mut self, inst: Inst, a: Value, c: u64, cmp: Cmp) -> Step {
        if !matches!(cmp, Cmp::Eq | Cmp::Ne) || self.func.insts[inst.index()].ty.size() != 8 {
            return Step::Nothing;
        }
        let Some(cvt) = self.defined(a, Opcode::Cvt) else { return Step::Nothing };
        let (inner, from) = (cvt.args[0], cvt.src_ty);
        let narrow = c & 0xffff_ffff;
        let widened = if from.is_signed() { narrow as i32 as i64 as u64 } else { narrow };
        if from.is_float() || from.size() != 4 || widened != c {
            return Step::Nothing;
        }
        let narrow = self.constant(RegType::B32, narrow);
        let data = &mut self.func.insts[inst.index()];
        (data.ty, data.src_ty) = (from, from);
        data.args = vec![inner, narrow];
        Step::Changed
    }

    fn convert(&mut self, inst: Inst) -> Step {
        let data = &self.func.insts[inst.index()];
        let (to, from, a, loc) = (data.ty, data.src_ty, data.args[0], data.loc);
        if to.is_float() || from.is_float() || to == Type::Pred || data.attrs.sat {
            return Step::Nothing;
        }
        // The value is already extended as the conversion would do.
        if to.reg() == self.func.ty(a) && self.converts_nothing(a, to, from) {
            return Step::Same(a);
        }
        // An inner integer conversion that keeps all the bits this one reads.
        if let Some(inner) = self.defined(a, Opcode::Cvt).filter(|i| !i.ty.is_float() && !i.src_ty.is_float() && !i.attrs.sat) {
            let (x, inner_to, inner_from) = (inner.args[0], inner.ty, inner.src_ty);
            if inner_to.size() >= from.size() && inner_from.size() >= from.size() && self.func.ty(x) == self.func.ty(a) {
                self.func.insts[inst.index()].args[0] = x;
                return Step::Changed;
            }
            // Widened, then narrowed to what it was.
            if to.size() == 4 && from.size() == 8 && inner_from.size() == 4 {
                return Step::Same(x);
            }
        }
        // Widening a choice between constants is a choice between the wide constants.
        let Some(choice) = self.defined(a, Opcode::Selp) else { return Step::Nothing };
        let (x, y, p) = (self.func.constant(choice.args[0]), self.func.constant(choice.args[1]), choice.args[2]);
        let (Some(x), Some(y)) = (x, y) else { return Step::Nothing };
        let data = &self.func.insts[inst.index()];
        let (Some(x), Some(y)) = (eval(data, &[x]), eval(data, &[y])) else { return Step::Nothing };
        let (x, y) = (self.constant(to.reg(), x), self.constant(to.reg(), y));
        let bits = if to.size() == 8 { Type::B64 } else { Type::B32 };
        let choice = InstData { args: vec![x, y, p], ..InstData::new(Opcode::Selp, bits) };
        Step::Same(self.emit(choice, loc, to.reg()))
    }

    /// Whether `cvt.to.from a` is `a`: the register holds the low bytes of `from` extended as `from` is signed, and
    /// then those of `to`.
    fn converts_nothing(&self, a: Value, to: Type, from: Type) -> bool {
        let fits = |ty: Type| ty.size() >= 4 || self.is_extended(a, ty, MAX_DEPTH);
        match (from.size(), to.size()) {
            (8, 8) => true,
            (8, _) | (_, 8) => false,
            _ => fits(from) && fits(to),
        }
    }

    /// Whether `value` equals its low bytes extended as `ty` (narrower than 32 bits) says.
    fn is_extended(&self, value: Value, ty: Type, depth: u32) -> bool {
        let (size, is_signed) = (ty.size(), ty.is_signed());
        // Values of `inner` are extended as `ty` as well.
        let covers = |inner: Type| match inner.is_signed() {
            true => is_signed && inner.size() <= size,
            false => inner.size() < size || (inner.size() == size && !is_signed),
        };
        if let Some(bits) = self.func.constant(value) {
            let wide = InstData::new(Opcode::Cvt, if is_signed { Type::S32 } else { Type::U32 });
            return eval(&InstData { src_ty: ty, ..wide }, &[bits]) == Some(bits);
        }
        let ValueDef::Result(inst, 0) = self.func.def(value) else { return false };
        let data = &self.func.insts[inst.index()];
        match data.op {
            Opcode::Ld | Opcode::LdParam if !data.ty.is_float() => covers(data.ty),
            Opcode::Cvt if !data.src_ty.is_float() && !data.ty.is_float() && !data.attrs.sat => {
                (data.ty.size() < 4 && covers(data.ty)) || (data.ty.size() == 4 && data.src_ty.size() < 4 && covers(data.src_ty))
            }
            Opcode::And => {
                data.args.iter().any(|&m| self.func.constant(m).is_some_and(|m| m < 1 << (size * 8 - u32::from(is_signed))))
                    || (depth > 0 && data.args.iter().all(|&x| self.is_extended(x, ty, depth - 1)))
            }
            Opcode::Or | Opcode::Xor if depth > 0 => data.args.iter().all(|&x| self.is_extended(x, ty, depth - 1)),
            Opcode::Selp if depth > 0 => data.args[..2].iter().all(|&x| self.is_extended(x, ty, depth - 1)),
            _ => false,
        }
    }
}

/// `b cmp a` for `a cmp b`.
fn mirror(cmp: Cmp) -> Cmp {
    match cmp {
        Cmp::Lt => Cmp::Gt,
        Cmp::Le => Cmp::Ge,
        Cmp::Gt => Cmp::Lt,
        Cmp::Ge => Cmp::Le,
        Cmp::Ltu => Cmp::Gtu,
        Cmp::Leu => Cmp::Geu,
        Cmp::Gtu => Cmp::Ltu,
        Cmp::Geu => Cmp::Leu,
        other => other,
    }
}

/// The comparison that holds exactly when `cmp` does not.
fn invert(cmp: Cmp, is_float: bool) -> Option<Cmp> {
    Some(match (cmp, is_float) {
        (Cmp::Eq, false) => Cmp::Ne,
        (Cmp::Ne, false) => Cmp::Eq,
        (Cmp::Lt, false) => Cmp::Ge,
        (Cmp::Le, false) => Cmp::Gt,
        (Cmp::Gt, false) => Cmp::Le,
        (Cmp::Ge, false) => Cmp::Lt,
        (Cmp::Eq, true) => Cmp::Neu,
        (Cmp::Ne, true) => Cmp::Equ,
        (Cmp::Lt, true) => Cmp::Geu,
        (Cmp::Le, true) => Cmp::Gtu,
        (Cmp::Gt, true) => Cmp::Leu,
        (Cmp::Ge, true) => Cmp::Ltu,
        (Cmp::Equ, true) => Cmp::Ne,
        (Cmp::Neu, true) => Cmp::Eq,
        (Cmp::Ltu, true) => Cmp::Ge,
        (Cmp::Leu, true) => Cmp::Gt,
        (Cmp::Gtu, true) => Cmp::Le,
        (Cmp::Geu, true) => Cmp::Lt,
        (Cmp::Num, true) => Cmp::Nan,
        (Cmp::Nan, true) => Cmp::Num,
        _ => return None,
    })
}
