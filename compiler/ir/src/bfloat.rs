//! Arithmetic of `.bf16` as instructions of other types: the machine has none of it.
//!
//! Before: `add`, `sub`, `mul`, `fma` and `neg` of `.bf16`, once products have gone into sums ([`crate::contract`]). After: none.
//! A sum of two is rounded as `.f32` and then once more, which gives what one rounding gives (24 bits are more than twice 8 and two).
//! A product is exact as `.f64`; that and the sum with it are rounded to odd in between: cut off, with the last bit set where
//! something was lost.

use crate::{Attrs, Cmp, Function, Inst, InstData, ModuleKind, Opcode, RegType, Rounding, Type, Value};

/// Rewrites `func`; answers whether there was anything to do. The host rounds products as `.f32` in between, too.
pub fn expand(func: &mut Function, kind: ModuleKind) -> bool {
    if !func.insts.iter().any(|data| data.ty == Type::BF16) {
        return false;
    }
    for block in func.layout.clone() {
        for inst in std::mem::take(&mut func.blocks[block.index()].insts) {
            let mut new = Expansion { func, insts: Vec::new(), of: inst, kind };
            if new.func.insts[inst.index()].ty == Type::BF16 {
                new.rewrite();
            }
            let insts = new.insts;
            func.blocks[block.index()].insts.extend(insts);
            func.blocks[block.index()].insts.push(inst);
        }
    }
    true
}

/// What comes before the instruction that has the result.
struct Expansion<'f> {
    func: &'f mut Function,
    insts: Vec<Inst>,
    of: Inst,
    kind: ModuleKind,
}

impl Expansion<'_> {
    fn rewrite(&mut self) {
        let data = &self.func.insts[self.of.index()];
        let (op, args) = (data.op, data.args.clone());
        let bits = match (op, &args[..]) {
            (Opcode::Neg, &[a]) => {
                let (bits, sign) = (self.op(Opcode::Mov, Type::B32, &[a]), self.word(0x8000));
                self.op(Opcode::Xor, Type::B32, &[bits, sign])
            }
            (_, &[a, b]) if op != Opcode::Mul || self.kind == ModuleKind::Host => {
                let (a, b) = (self.single(a), self.single(b));
                let result = self.op(op, Type::F32, &[a, b]);
                let bits = self.op(Opcode::Mov, Type::B32, &[result]);
                self.upper(bits)
            }
            (_, [a, b, rest @ ..]) => {
                let (a, b) = (self.double(*a), self.double(*b));
                let product = self.op(Opcode::Mul, Type::F64, &[a, b]);
                let bits = match rest {
                    &[c] => {
                        let c = self.double(c);
                        let sum = self.op(Opcode::Add, Type::F64, &[product, c]);
                        let lost = self.lost(sum, product, c);
                        self.odd(sum, Some(lost))
                    }
                    _ => self.odd(product, None),
                };
                self.upper(bits)
            }
            _ => return,
        };
        let data = &mut self.func.insts[self.of.index()];
        (data.op, data.ty, data.src_ty, data.args, data.attrs) = (Opcode::Mov, Type::F16, Type::F16, vec![bits], Attrs::default());
    }

    fn push(&mut self, data: InstData, class: RegType) -> Value {
        let loc = self.func.insts[self.of.index()].loc;
        let inst = self.func.add_inst(InstData { loc, ..data }, &[class]);
        self.insts.push(inst);
        self.func.insts[inst.index()].results[0]
    }

    /// An instruction of one type. Nothing of floats is contracted.
    fn op(&mut self, op: Opcode, ty: Type, args: &[Value]) -> Value {
        let rounding = (ty.is_float() && matches!(op, Opcode::Add | Opcode::Sub | Opcode::Mul)).then_some(Rounding::Rn);
        self.push(InstData { args: args.to_vec(), attrs: Attrs { rounding, ..Attrs::default() }, ..InstData::new(op, ty) }, ty.reg())
    }

    fn convert(&mut self, to: Type, from: Type, value: Value) -> Value {
        let rounding = (to == Type::F32).then_some(Rounding::Rn);
        let attrs = Attrs { rounding, ..Attrs::default() };
        self.push(InstData { args: vec![value], attrs, src_ty: from, ..InstData::new(Opcode::Cvt, to) }, to.reg())
    }

    fn compare(&mut self, cmp: Cmp, ty: Type, a: Value, b: Value) -> Value {
        let attrs = Attrs { cmp: Some(cmp), ..Attrs::default() };
        self.push(InstData { args: vec![a, b], attrs, ..InstData::new(Opcode::Setp, ty) }, RegType::Pred)
    }

    fn word(&mut self, bits: u64) -> Value {
        self.func.add_constant(RegType::B32, bits)
    }

    fn single(&mut self, value: Value) -> Value {
        let (bits, sixteen) = (self.op(Opcode::Mov, Type::B32, &[value]), self.word(16));
        let bits = self.op(Opcode::Shl, Type::B32, &[bits, sixteen]);
        self.op(Opcode::Mov, Type::F32, &[bits])
    }

    fn double(&mut self, value: Value) -> Value {
        let single = self.single(value);
        self.convert(Type::F64, Type::F32, single)
    }

    /// What rounding took from `sum`, that of `a` and `b` (Knuth's two-sum).
    fn lost(&mut self, sum: Value, a: Value, b: Value) -> Value {
        let mut minus = |a, b| self.op(Opcode::Sub, Type::F64, &[a, b]);
        let part = minus(sum, a);
        let other = minus(sum, part);
        let (of_a, of_b) = (minus(a, other), minus(b, part));
        self.op(Opcode::Add, Type::F64, &[of_a, of_b])
    }

    /// The bits of the `.f32` that `value`, and what it has lost, is rounded to odd.
    fn odd(&mut self, value: Value, lost: Option<Value>) -> Value {
        let near = self.convert(Type::F32, Type::F64, value);
        let back = self.convert(Type::F64, Type::F32, near);
        // Its sign is that of what is left over.
        let mut left = self.op(Opcode::Sub, Type::F64, &[value, back]);
        if let Some(lost) = lost {
            left = self.op(Opcode::Add, Type::F64, &[left, lost]);
        }
        let bits = self.op(Opcode::Mov, Type::B32, &[near]);
        let zero = self.func.add_constant(RegType::F64, 0);
        let [none, one] = [0, 1].map(|bits| self.word(bits));
        let is_inexact = self.compare(Cmp::Ne, Type::F64, left, zero);
        let is_left_negative = self.compare(Cmp::Lt, Type::F64, left, zero);
        let is_negative = self.compare(Cmp::Lt, Type::S32, bits, none);
        let is_beyond = self.op(Opcode::Xor, Type::Pred, &[is_left_negative, is_negative]);
        let is_beyond = self.op(Opcode::And, Type::Pred, &[is_beyond, is_inexact]);
        let [beyond, last] = [is_beyond, is_inexact].map(|holds| self.op(Opcode::Selp, Type::B32, &[one, none, holds]));
        let cut = self.op(Opcode::Sub, Type::U32, &[bits, beyond]);
        self.op(Opcode::Or, Type::B32, &[cut, last])
    }

    /// The upper half of the bits of an `.f32`, to even where it lies in the middle.
    fn upper(&mut self, bits: Value) -> Value {
        let [sixteen, one, below_half, nan, magnitude, infinity] =
            [16, 1, 0x7fff, 0x7fff, 0x7fff_ffff, 0x7f80_0000].map(|bits| self.word(bits));
        let upper = self.op(Opcode::Shr, Type::U32, &[bits, sixteen]);
        let last = self.op(Opcode::And, Type::B32, &[upper, one]);
        let added = self.op(Opcode::Add, Type::U32, &[last, below_half]);
        let sum = self.op(Opcode::Add, Type::U32, &[bits, added]);
        let near = self.op(Opcode::Shr, Type::U32, &[sum, sixteen]);
        let size = self.op(Opcode::And, Type::B32, &[bits, magnitude]);
        let is_nan = self.compare(Cmp::Gt, Type::U32, size, infinity);
        self.op(Opcode::Selp, Type::B32, &[nan, near, is_nan])
    }
}
