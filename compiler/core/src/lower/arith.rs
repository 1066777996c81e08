//! Arithmetic, comparisons and steps of scalars.

use super::layout::{Repr, is_wide, pointee, repr};
use super::{FunctionLowering, Place, computed, errors};
use crate::hir::{BinaryOp, Conversion, Expr, TypeId, UnaryOp};
use kern_ir as ir;
use kern_ir::{Attrs, Cmp, InstData, MulMode, Opcode, RegType, Type, Value};

impl FunctionLowering<'_, '_> {
    /// The type in which values of `ty` are computed.
    pub(crate) fn computed_type(&mut self, e: &Expr, ty: TypeId) -> Type {
        match repr(self.types(), ty) {
            Repr::Scalar(ty) => computed(ty),
            _ => {
                self.m.report(errors::unsupported(e.span, "arithmetic with 128-bit integers"));
                Type::S32
            }
        }
    }

    pub(crate) fn unary(&mut self, e: &Expr, op: UnaryOp, operand: &Expr) -> Value {
        let value = self.value(operand);
        self.at(e.span);
        let ty = self.computed_type(e, operand.ty);
        if op == UnaryOp::Not {
            let predicate = self.is_not_zero(value, ty);
            return self.b.op(Opcode::Not, Type::Pred, &[predicate]);
        }
        let value = self.predicate_as_word(value);
        match op {
            UnaryOp::Minus if ty.is_float() => self.b.op(Opcode::Neg, ty, &[value]),
            // PTX has `neg` for signed types only; the bits are the same.
            UnaryOp::Minus => self.b.op(Opcode::Neg, if ty.size() == 8 { Type::S64 } else { Type::S32 }, &[value]),
            UnaryOp::BitNot | UnaryOp::Not => self.b.op(Opcode::Not, bits_type(ty), &[value]),
        }
    }

    pub(crate) fn binary(&mut self, e: &Expr, op: BinaryOp, left: &Expr, right: &Expr) -> Value {
        if is_wide(self.types(), left.ty) {
            return self.wide_comparison(e, op, left, right);
        }
        let a = self.value(left);
        let b = if is_wide(self.types(), right.ty) { self.wide_value(right).0 } else { self.value(right) };
        self.at(e.span);
        let ty = self.computed_type(e, left.ty);
        self.binary_op(op, ty, a, b)
    }

    /// `a op b` computed in `ty`.
    pub(crate) fn binary_op(&mut self, op: BinaryOp, ty: Type, a: Value, b: Value) -> Value {
        let (a, b) = if is_comparison(op) || is_logic(op) { (a, b) } else { (self.predicate_as_word(a), self.predicate_as_word(b)) };
        match op {
            BinaryOp::Add => self.b.op(Opcode::Add, ty, &[a, b]),
            BinaryOp::Sub => self.b.op(Opcode::Sub, ty, &[a, b]),
            BinaryOp::Mul => {
                let mul = (!ty.is_float()).then_some(MulMode::Lo);
                self.b.value(
                    InstData { args: vec![a, b], attrs: Attrs { mul, ..Attrs::default() }, ..InstData::new(Opcode::Mul, ty) },
                    ty.reg(),
                )
            }
            // How floats are rounded is settled behind lowering.
            BinaryOp::Div => self.b.op(Opcode::Div, ty, &[a, b]),
            BinaryOp::Rem => self.b.op(Opcode::Rem, ty, &[a, b]),
            BinaryOp::Shl | BinaryOp::Shr => self.shift(op, ty, a, b),
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                let opcode = match op {
                    BinaryOp::BitAnd => Opcode::And,
                    BinaryOp::BitOr => Opcode::Or,
                    _ => Opcode::Xor,
                };
                let are_predicates = self.b.func.ty(a) == RegType::Pred && self.b.func.ty(b) == RegType::Pred;
                if are_predicates {
                    return self.b.op(opcode, Type::Pred, &[a, b]);
                }
                let (a, b) = (self.predicate_as_word(a), self.predicate_as_word(b));
                self.b.op(opcode, bits_type(ty), &[a, b])
            }
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => self.comparison(op, ty, a, b),
        }
    }

    fn comparison(&mut self, op: BinaryOp, ty: Type, a: Value, b: Value) -> Value {
        let (a, b) = (self.predicate_as_word(a), self.predicate_as_word(b));
        let cmp = match op {
            BinaryOp::Eq => Cmp::Eq,
            // The only comparison that holds for NaN.
            BinaryOp::Ne if ty.is_float() => Cmp::Neu,
            BinaryOp::Ne => Cmp::Ne,
            BinaryOp::Lt => Cmp::Lt,
            BinaryOp::Gt => Cmp::Gt,
            BinaryOp::Le => Cmp::Le,
            _ => Cmp::Ge,
        };
        self.compare(cmp, ty, a, b)
    }

    /// PTX clamps the amount, as the GPU does; x86-64 takes it modulo the width.
    fn shift(&mut self, op: BinaryOp, ty: Type, a: Value, amount: Value) -> Value {
        let mut amount = amount;
        if self.b.func.ty(amount) == RegType::B64 {
            amount = match self.b.func.constant(amount) {
                Some(bits) => self.b.constant(RegType::B32, bits.min(u64::from(u32::MAX))),
                None => self.convert_op(Type::U32, Type::U64, amount),
            };
        }
        if !self.m.is_device() {
            let mask = u64::from(8 * ty.size() - 1);
            amount = match self.b.func.constant(amount) {
                Some(bits) => self.b.constant(RegType::B32, bits & mask),
                None => {
                    let mask = self.b.constant(RegType::B32, mask);
                    self.b.op(Opcode::And, Type::B32, &[amount, mask])
                }
            };
        }
        match op {
            BinaryOp::Shl => self.b.op(Opcode::Shl, bits_type(ty), &[a, amount]),
            _ => self.b.op(Opcode::Shr, ty, &[a, amount]),
        }
    }

    /// `pointer + index`
    pub(crate) fn pointer_add(&mut self, e: &Expr, pointer: &Expr, index: &Expr, subtract: bool) -> Value {
        let size = self.pointee_size(pointer.ty);
        let base = self.value(pointer);
        if let Some(index) = self.constant_index(index) {
            self.at(e.span);
            let bytes = index.wrapping_mul(size as i64);
            return self.add_bytes(base, if subtract { bytes.wrapping_neg() } else { bytes });
        }
        let bytes = self.scaled_index(index, size);
        self.at(e.span);
        self.move_pointer(base, bytes, subtract)
    }

    fn move_pointer(&mut self, base: Value, bytes: Value, subtract: bool) -> Value {
        // Always `add` with the pointer first: provenance follows it.
        let bytes = if subtract { self.b.op(Opcode::Neg, Type::S64, &[bytes]) } else { bytes };
        self.b.op(Opcode::Add, Type::S64, &[base, bytes])
    }

    /// `(left - right) / size`
    pub(crate) fn pointer_diff(&mut self, e: &Expr, left: &Expr, right: &Expr) -> Value {
        let size = self.pointee_size(left.ty);
        let a = self.value(left);
        let b = self.value(right);
        self.at(e.span);
        let bytes = self.b.op(Opcode::Sub, Type::S64, &[a, b]);
        if size == 1 {
            return bytes;
        }
        if size.is_power_of_two() {
            // The difference is a multiple of the size.
            let amount = self.b.constant(RegType::B32, u64::from(size.trailing_zeros()));
            return self.b.op(Opcode::Shr, Type::S64, &[bytes, amount]);
        }
        let size = self.b.constant(RegType::B64, size);
        self.b.op(Opcode::Div, Type::S64, &[bytes, size])
    }

    /// `place op= value`: the place and what it holds now.
    pub(crate) fn compound_assign(
        &mut self,
        e: &Expr,
        place: &Expr,
        op: BinaryOp,
        compute: TypeId,
        value: &Expr,
    ) -> (Place, Option<Value>) {
        if pointee(self.types(), compute).is_some() {
            return self.advance(e, place, value, op == BinaryOp::Sub);
        }
        if [place.ty, compute, value.ty].iter().any(|&ty| is_wide(self.types(), ty)) {
            return (self.wide_compound(e, place, op, compute, value), None);
        }
        let operand = self.value(value);
        let target = self.place(place);
        self.at(place.span);
        let old = self.load_value(target, place.ty);
        self.at(e.span);
        let ty = self.computed_type(e, compute);
        let conversion = conversion_between(self.repr_type(place.ty), ty);
        let wide = match conversion {
            Some(conversion) => self.convert_value(e, conversion, old, place.ty, compute),
            None => old,
        };
        let result = self.binary_op(op, ty, wide, operand);
        let back = self.convert_back(e, result, compute, place.ty);
        self.at(place.span);
        self.store_value(target, place.ty, back);
        (target, Some(back))
    }

    fn repr_type(&self, ty: TypeId) -> Type {
        match repr(self.types(), ty) {
            Repr::Scalar(ty) => ty,
            _ => Type::S32,
        }
    }

    fn convert_back(&mut self, e: &Expr, value: Value, from: TypeId, to: TypeId) -> Value {
        if from == to {
            return value;
        }
        if super::layout::is_bool(self.types(), to) {
            let ty = self.repr_type(from);
            return self.is_not_zero(value, ty);
        }
        match conversion_between(self.repr_type(from), self.repr_type(to)) {
            Some(conversion) => self.convert_value(e, conversion, value, from, to),
            None => value,
        }
    }

    /// A pointer place moved by `index` elements.
    fn advance(&mut self, e: &Expr, place: &Expr, index: &Expr, subtract: bool) -> (Place, Option<Value>) {
        let size = self.pointee_size(place.ty);
        let bytes = match self.constant_index(index) {
            Some(index) => self.b.constant(RegType::B64, index.wrapping_mul(size as i64) as u64),
            None => self.scaled_index(index, size),
        };
        let target = self.place(place);
        self.at(place.span);
        let old = self.load(target, Type::U64);
        self.at(e.span);
        let moved = match self.b.func.constant(bytes) {
            Some(bytes) => self.add_bytes(old, if subtract { (bytes as i64).wrapping_neg() } else { bytes as i64 }),
            None => self.move_pointer(old, bytes, subtract),
        };
        self.at(place.span);
        self.store(target, Type::U64, moved);
        (target, Some(moved))
    }

    /// `++` and `--`: the place, the value before, the value after.
    pub(crate) fn step(&mut self, e: &Expr, place: &Expr, is_increment: bool) -> (Place, Value, Value) {
        if is_wide(self.types(), place.ty) {
            // Whoever wants a value asks for its halves.
            let (target, old) = self.wide_step(place, is_increment);
            return (target, old.0, old.0);
        }
        let target = self.place(place);
        self.at(place.span);
        let old = self.load_value(target, place.ty);
        self.at(e.span);
        let new = self.stepped(e, place.ty, old, is_increment);
        self.at(place.span);
        self.store_value(target, place.ty, new);
        (target, old, new)
    }

    fn stepped(&mut self, e: &Expr, ty: TypeId, old: Value, is_increment: bool) -> Value {
        if pointee(self.types(), ty).is_some() {
            let size = self.pointee_size(ty) as i64;
            return self.add_bytes(old, if is_increment { size } else { -size });
        }
        if super::layout::is_bool(self.types(), ty) {
            return self.b.constant(RegType::Pred, 1);
        }
        let memory = self.repr_type(ty);
        let wide = self.computed_type(e, ty);
        if wide.is_float() {
            let by = self.float_constant(wide, if is_increment { 1.0 } else { -1.0 });
            return self.b.op(Opcode::Add, wide, &[old, by]);
        }
        let by = self.b.constant(wide.reg(), if is_increment { 1 } else { u64::MAX });
        let sum = self.b.op(Opcode::Add, wide, &[old, by]);
        if memory.size() < 4 { self.convert_op(wide, memory, sum) } else { sum }
    }
}

/// How a value of one memory type becomes one of another; `None` when the register is the same.
fn conversion_between(from: Type, to: Type) -> Option<Conversion> {
    match (from.is_float(), to.is_float()) {
        _ if from == to => None,
        (true, true) => Some(Conversion::FloatToFloat),
        (true, false) => Some(Conversion::FloatToInt),
        (false, true) => Some(Conversion::IntToFloat),
        (false, false) => Some(Conversion::IntToInt),
    }
}

fn is_comparison(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge)
}

fn is_logic(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor)
}

/// The untyped form of an integer type.
fn bits_type(ty: ir::Type) -> ir::Type {
    match ty.size() {
        1 => Type::B8,
        2 => Type::B16,
        4 => Type::B32,
        _ => Type::B64,
    }
}
