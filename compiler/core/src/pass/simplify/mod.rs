//! Algebraic identities, one instruction and its operands at a time.
//!
//! Before: any well-formed function. After: the identities below are applied where they hold bit for bit, and one where
//! C++ says that no signed sum overflows (`offset_outward`); floats are left alone but for division by a power of two. Constants stand in operand 1 of commutative integer operations. In
//! additions of 64 bits operand 0 stays operand 0 unless it is a constant, so that a pointer stays the base (see
//! `analysis::provenance`); constant offsets move into loads and stores.

use crate::pass::PassContext;
use crate::pass::graph::reachable;
use crate::pass::rewrite::Substitution;
use kern_ir::{Attrs, Function, Inst, InstData, LocId, Opcode, Precision, RegType, Rounding, Type, Value, ValueDef};

mod conversions;
mod integer;
mod predicates;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, _: &PassContext<'_>) -> bool {
    let cfg = reachable(func);
    let mut subst = Substitution::new(func);
    let mut changed = false;
    let mut before = Vec::new();
    for &block in cfg.rpo() {
        let insts = std::mem::take(&mut func.blocks[block.index()].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts {
            subst.apply_to(&mut func.insts[inst.index()]);
            // Each rule makes the instruction smaller or puts it into normal form, so a few rounds are enough.
            for _ in 0..4 {
                let step = Rules { func, before: &mut before }.apply(inst);
                kept.append(&mut before);
                match step {
                    Step::Nothing => break,
                    Step::Changed => changed = true,
                    Step::Same(value) => {
                        let result = func.insts[inst.index()].results[0];
                        subst.set(result, value);
                        break;
                    }
                }
            }
            kept.push(inst);
        }
        func.blocks[block.index()].insts = kept;
    }
    subst.apply(func) | changed
}

/// What a rule makes of an instruction.
pub(super) enum Step {
    /// It does not apply.
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
        let ty = self.func.insts[inst.index()].ty;
        let inverse = self.constant_arg(inst, 1).and_then(|bits| exact_inverse(bits, ty));
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
}

/// The bits of `1 / x` where `x` is a power of two that has an exact inverse.
pub(crate) fn exact_inverse(bits: u64, ty: Type) -> Option<u64> {
    match ty {
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
    }
}
