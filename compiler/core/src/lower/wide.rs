//! 128-bit integers: objects in memory, computed in two 64-bit halves.
//!
//! A value is the pair (low, high). What two halves cannot do in a few instructions is written out where it stands:
//! a division is one of 64 bits and, where the dividend or the divisor needs it, 64 steps of shift and subtract.

use super::layout::{Repr, is_bool, is_wide, repr};
use super::{FunctionLowering, Place, computed, errors};
use crate::hir::{BinaryOp, Conversion, Expr, ExprKind, TypeId, UnaryOp};
use kern_ir::{Attrs, Cmp, InstData, MulMode, Opcode, RegType, Rounding, Type, Value};

/// The halves of a 128-bit integer: low, high.
pub(crate) type Wide = (Value, Value);

/// Whether `e` is computed here, and is no object that lies somewhere already.
pub(crate) fn is_computed(e: &Expr) -> bool {
    matches!(
        e.kind,
        ExprKind::Int(_)
            | ExprKind::Unary { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Convert { .. }
            | ExprKind::Step { is_prefix: false, .. }
    )
}

impl FunctionLowering<'_, '_> {
    /// The halves of `e`, of a 128-bit type.
    pub(crate) fn wide_value(&mut self, e: &Expr) -> Wide {
        self.at(e.span);
        match &e.kind {
            ExprKind::Int(value) => (self.quad(*value as u64), self.quad((*value >> 64) as u64)),
            ExprKind::Unary { op, operand } => {
                let value = self.wide_value(operand);
                self.at(e.span);
                match op {
                    UnaryOp::Minus => self.wide_negated(value),
                    _ => (self.b.op(Opcode::Not, Type::B64, &[value.0]), self.b.op(Opcode::Not, Type::B64, &[value.1])),
                }
            }
            ExprKind::Binary { op, left, right } => {
                let a = self.wide_value(left);
                let b = self.wide_operand(right);
                self.at(e.span);
                self.wide_binary(*op, self.is_signed_wide(e.ty), a, b)
            }
            ExprKind::Convert { operand, .. } => self.wide_operand(operand),
            ExprKind::Step { place, is_increment, is_prefix: false } => self.wide_step(place, *is_increment).1,
            _ => {
                let place = if e.is_place() { self.place(e) } else { self.object_place(e) };
                self.at(e.span);
                self.wide_load(place)
            }
        }
    }

    /// A scalar or 128-bit value as halves, with its own sign.
    fn wide_operand(&mut self, e: &Expr) -> Wide {
        if is_wide(self.types(), e.ty) {
            return self.wide_value(e);
        }
        let value = self.value(e);
        self.at(e.span);
        self.widened(value, e.ty)
    }

    /// A scalar of type `from` as halves.
    fn widened(&mut self, value: Value, from: TypeId) -> Wide {
        let Repr::Scalar(source) = repr(self.types(), from) else { return (self.quad(0), self.quad(0)) };
        if source.is_float() {
            return self.float_to_wide(value, source);
        }
        let value = self.predicate_as_word(value);
        let source = if is_bool(self.types(), from) { Type::U32 } else { computed(source) };
        let low = match (source.size(), source.is_signed()) {
            (8, _) => value,
            (_, true) => self.convert_op(Type::S64, Type::S32, value),
            _ => self.convert_op(Type::U64, Type::U32, value),
        };
        let high = if source.is_signed() { self.sign_of(low) } else { self.quad(0) };
        (low, high)
    }

    /// `operand`, a 128-bit value, as the scalar type `e.ty`.
    pub(crate) fn narrow(&mut self, e: &Expr, conversion: Conversion, operand: &Expr) -> Value {
        let value = self.wide_value(operand);
        self.at(e.span);
        self.narrowed(value, conversion, operand.ty, e.ty)
    }

    fn narrowed(&mut self, value: Wide, conversion: Conversion, from: TypeId, to: TypeId) -> Value {
        let Repr::Scalar(target) = repr(self.types(), to) else { return value.0 };
        if conversion == Conversion::ToBool || is_bool(self.types(), to) {
            let any = self.b.op(Opcode::Or, Type::B64, &[value.0, value.1]);
            return self.is_not_zero(any, Type::U64);
        }
        if target.is_float() {
            return self.wide_to_float(value, self.is_signed_wide(from), target);
        }
        self.int_to_int(value.0, Type::U64, target)
    }

    /// A comparison of 128-bit values.
    pub(crate) fn wide_comparison(&mut self, e: &Expr, op: BinaryOp, left: &Expr, right: &Expr) -> Value {
        let a = self.wide_operand(left);
        let b = self.wide_operand(right);
        self.at(e.span);
        let ty = if self.is_signed_wide(left.ty) { Type::S64 } else { Type::U64 };
        let (a, b, op) = match op {
            BinaryOp::Gt => (b, a, BinaryOp::Lt),
            BinaryOp::Le => (b, a, BinaryOp::Ge),
            other => (a, b, other),
        };
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            let low = self.b.op(Opcode::Xor, Type::B64, &[a.0, b.0]);
            let high = self.b.op(Opcode::Xor, Type::B64, &[a.1, b.1]);
            let any = self.b.op(Opcode::Or, Type::B64, &[low, high]);
            let zero = self.quad(0);
            return self.compare(if op == BinaryOp::Eq { Cmp::Eq } else { Cmp::Ne }, Type::U64, any, zero);
        }
        let less = self.is_less(ty, a, b);
        if op == BinaryOp::Lt { less } else { self.b.op(Opcode::Not, Type::Pred, &[less]) }
    }

    fn is_less(&mut self, ty: Type, a: Wide, b: Wide) -> Value {
        let low = self.compare(Cmp::Lt, Type::U64, a.0, b.0);
        let high = self.compare(Cmp::Lt, ty, a.1, b.1);
        let same = self.compare(Cmp::Eq, Type::U64, a.1, b.1);
        let both = self.b.op(Opcode::And, Type::Pred, &[same, low]);
        self.b.op(Opcode::Or, Type::Pred, &[high, both])
    }

    /// `a op b`; of a shift only the low half of `b` counts.
    fn wide_binary(&mut self, op: BinaryOp, is_signed: bool, a: Wide, b: Wide) -> Wide {
        match op {
            BinaryOp::Add => self.wide_sum(a, b),
            BinaryOp::Sub => self.wide_difference(a, b),
            BinaryOp::Mul => self.wide_product(a, b),
            BinaryOp::Div => self.wide_quotient(is_signed, a, b).0,
            BinaryOp::Rem => self.wide_quotient(is_signed, a, b).1,
            BinaryOp::Shl => self.wide_left(a, b.0),
            BinaryOp::Shr => self.wide_right(is_signed, a, b.0),
            BinaryOp::BitOr => self.by_halves(Opcode::Or, a, b),
            BinaryOp::BitXor => self.by_halves(Opcode::Xor, a, b),
            _ => self.by_halves(Opcode::And, a, b),
        }
    }

    fn by_halves(&mut self, op: Opcode, a: Wide, b: Wide) -> Wide {
        (self.b.op(op, Type::B64, &[a.0, b.0]), self.b.op(op, Type::B64, &[a.1, b.1]))
    }

    fn wide_sum(&mut self, a: Wide, b: Wide) -> Wide {
        let low = self.b.op(Opcode::Add, Type::U64, &[a.0, b.0]);
        let carry = self.compare(Cmp::Lt, Type::U64, low, a.0);
        let carry = self.bit(carry);
        let high = self.b.op(Opcode::Add, Type::U64, &[a.1, b.1]);
        (low, self.b.op(Opcode::Add, Type::U64, &[high, carry]))
    }

    fn wide_difference(&mut self, a: Wide, b: Wide) -> Wide {
        let low = self.b.op(Opcode::Sub, Type::U64, &[a.0, b.0]);
        let borrow = self.compare(Cmp::Lt, Type::U64, a.0, b.0);
        let borrow = self.bit(borrow);
        let high = self.b.op(Opcode::Sub, Type::U64, &[a.1, b.1]);
        (low, self.b.op(Opcode::Sub, Type::U64, &[high, borrow]))
    }

    fn wide_negated(&mut self, a: Wide) -> Wide {
        let zero = (self.quad(0), self.quad(0));
        self.wide_difference(zero, a)
    }

    fn wide_product(&mut self, a: Wide, b: Wide) -> Wide {
        let low = self.product(MulMode::Lo, a.0, b.0);
        let high = self.product(MulMode::Hi, a.0, b.0);
        let left = self.product(MulMode::Lo, a.0, b.1);
        let right = self.product(MulMode::Lo, a.1, b.0);
        let high = self.b.op(Opcode::Add, Type::U64, &[high, left]);
        (low, self.b.op(Opcode::Add, Type::U64, &[high, right]))
    }

    fn product(&mut self, mode: MulMode, a: Value, b: Value) -> Value {
        let attrs = Attrs { mul: Some(mode), ..Attrs::default() };
        self.b.value(InstData { args: vec![a, b], attrs, ..InstData::new(Opcode::Mul, Type::U64) }, RegType::B64)
    }

    /// PTX's shifts clamp their amount, so of the two ways in which a half receives bits the wrong one gives zero.
    fn wide_left(&mut self, a: Wide, amount: Value) -> Wide {
        let (amount, rest, excess) = self.amounts(amount);
        let stays = self.b.op(Opcode::Shl, Type::B64, &[a.1, amount]);
        let near = self.b.op(Opcode::Shr, Type::U64, &[a.0, rest]);
        let far = self.b.op(Opcode::Shl, Type::B64, &[a.0, excess]);
        let high = self.b.op(Opcode::Or, Type::B64, &[stays, near]);
        let high = self.b.op(Opcode::Or, Type::B64, &[high, far]);
        (self.b.op(Opcode::Shl, Type::B64, &[a.0, amount]), high)
    }

    fn wide_right(&mut self, is_signed: bool, a: Wide, amount: Value) -> Wide {
        let (amount, rest, excess) = self.amounts(amount);
        let ty = if is_signed { Type::S64 } else { Type::U64 };
        let stays = self.b.op(Opcode::Shr, Type::U64, &[a.0, amount]);
        let near = self.b.op(Opcode::Shl, Type::B64, &[a.1, rest]);
        let near = self.b.op(Opcode::Or, Type::B64, &[stays, near]);
        let far = self.b.op(Opcode::Shr, ty, &[a.1, excess]);
        let limit = self.word(64);
        let is_near = self.compare(Cmp::Lt, Type::U32, amount, limit);
        let low = self.b.op(Opcode::Selp, Type::B64, &[near, far, is_near]);
        (low, self.b.op(Opcode::Shr, ty, &[a.1, amount]))
    }

    /// The amount, 64 less it, and it less 64, of which one may be negative: a large number.
    fn amounts(&mut self, amount: Value) -> (Value, Value, Value) {
        let mut amount = self.convert_op(Type::U32, Type::U64, amount);
        if !self.m.is_device() {
            let mask = self.word(127);
            amount = self.b.op(Opcode::And, Type::B32, &[amount, mask]);
        }
        let width = self.word(64);
        let rest = self.b.op(Opcode::Sub, Type::U32, &[width, amount]);
        (amount, rest, self.b.op(Opcode::Sub, Type::U32, &[amount, width]))
    }

    /// Quotient and remainder.
    fn wide_quotient(&mut self, is_signed: bool, a: Wide, b: Wide) -> (Wide, Wide) {
        if !is_signed {
            return self.wide_divide(a, b);
        }
        let (sign_a, sign_b) = (self.sign_of(a.1), self.sign_of(b.1));
        let (x, y) = (self.negated_if(a, sign_a), self.negated_if(b, sign_b));
        let (quotient, remainder) = self.wide_divide(x, y);
        let sign = self.b.op(Opcode::Xor, Type::B64, &[sign_a, sign_b]);
        (self.negated_if(quotient, sign), self.negated_if(remainder, sign_a))
    }

    /// `sign` is 0, or all ones: then the value is negated.
    fn negated_if(&mut self, a: Wide, sign: Value) -> Wide {
        let flipped = self.by_halves(Opcode::Xor, a, (sign, sign));
        self.wide_difference(flipped, (sign, sign))
    }

    /// Unsigned. The high half of the dividend is divided by a divisor of 64 bits at once; the remainder, which is then less than
    /// the divisor, takes in the bits of the low half one at a time. A larger divisor starts with the high half as the remainder.
    fn wide_divide(&mut self, a: Wide, b: Wide) -> (Wide, Wide) {
        let blocks: Vec<_> = (0..6).map(|_| self.b.create_block()).collect();
        let [small, short, long, large, head, exit] = blocks[..] else { unreachable!("six blocks") };
        let zero = self.quad(0);
        let results: [Value; 4] = std::array::from_fn(|_| self.b.func.add_block_param(exit, RegType::B64));
        // Steps left; quotient's high half; low half, bits going out above and coming in below; remainder.
        let count = self.b.func.add_block_param(head, RegType::B32);
        let [top, low, rest, over]: [Value; 4] = std::array::from_fn(|_| self.b.func.add_block_param(head, RegType::B64));
        let steps = self.word(64);
        let is_small = self.compare(Cmp::Eq, Type::U64, b.1, zero);
        self.branch(is_small, small, large);

        self.b.switch_to(small);
        let is_short = self.compare(Cmp::Eq, Type::U64, a.1, zero);
        self.branch(is_short, short, long);

        self.b.switch_to(short);
        let quotient = self.b.op(Opcode::Div, Type::U64, &[a.0, b.0]);
        let remainder = self.b.op(Opcode::Rem, Type::U64, &[a.0, b.0]);
        self.b.jump(exit, &[quotient, zero, remainder, zero]);

        self.b.switch_to(long);
        let quotient = self.b.op(Opcode::Div, Type::U64, &[a.1, b.0]);
        let remainder = self.b.op(Opcode::Rem, Type::U64, &[a.1, b.0]);
        self.b.jump(head, &[steps, quotient, a.0, remainder, zero]);

        self.b.switch_to(large);
        self.b.jump(head, &[steps, zero, a.0, a.1, zero]);

        self.b.switch_to(head);
        let doubled = self.wide_doubled((rest, over));
        let last = self.word(63);
        let bit = self.b.op(Opcode::Shr, Type::U64, &[low, last]);
        let shifted = (self.b.op(Opcode::Or, Type::B64, &[doubled.0, bit]), doubled.1);
        let is_less = self.is_less(Type::U64, shifted, b);
        let less = self.wide_difference(shifted, b);
        let next_rest = self.b.op(Opcode::Selp, Type::B64, &[shifted.0, less.0, is_less]);
        let next_over = self.b.op(Opcode::Selp, Type::B64, &[shifted.1, less.1, is_less]);
        let once = self.word(1);
        let (one, doubled) = (self.quad(1), self.b.op(Opcode::Shl, Type::B64, &[low, once]));
        let digit = self.b.op(Opcode::Selp, Type::B64, &[zero, one, is_less]);
        let next_low = self.b.op(Opcode::Or, Type::B64, &[doubled, digit]);
        let next_count = self.b.op(Opcode::Sub, Type::U32, &[count, once]);
        let none = self.word(0);
        let is_more = self.compare(Cmp::Ne, Type::U32, next_count, none);
        let again = kern_ir::BlockCall { block: head, args: vec![next_count, top, next_low, next_rest, next_over] };
        let done = kern_ir::BlockCall { block: exit, args: vec![next_low, top, next_rest, next_over] };
        self.b.branch(is_more, again, done);

        self.b.switch_to(exit);
        ((results[0], results[1]), (results[2], results[3]))
    }

    fn wide_doubled(&mut self, a: Wide) -> Wide {
        let (one, last) = (self.word(1), self.word(63));
        let out = self.b.op(Opcode::Shr, Type::U64, &[a.0, last]);
        let high = self.b.op(Opcode::Shl, Type::B64, &[a.1, one]);
        (self.b.op(Opcode::Shl, Type::B64, &[a.0, one]), self.b.op(Opcode::Or, Type::B64, &[high, out]))
    }

    /// Rounds to nearest, ties to even: the 64 highest bits, the last of which says whether any below it is set.
    fn wide_to_float(&mut self, a: Wide, is_signed: bool, to: Type) -> Value {
        let wide = if to == Type::F64 { Type::F64 } else { Type::F32 };
        let sign = if is_signed { self.sign_of(a.1) } else { self.quad(0) };
        let magnitude = self.negated_if(a, sign);
        let zeros = self.b.value(InstData { args: vec![magnitude.1], ..InstData::new(Opcode::Clz, Type::B64) }, RegType::B32);
        let width = self.word(64);
        let shift = self.b.op(Opcode::Sub, Type::U32, &[width, zeros]);
        let top = self.b.op(Opcode::Shl, Type::B64, &[magnitude.1, zeros]);
        let below = self.b.op(Opcode::Shr, Type::U64, &[magnitude.0, shift]);
        let kept = self.b.op(Opcode::Or, Type::B64, &[top, below]);
        let lost = self.b.op(Opcode::Shl, Type::B64, &[magnitude.0, zeros]);
        // Without a high half nothing is shifted out.
        let zero = self.quad(0);
        let lost = self.compare(Cmp::Ne, Type::U64, lost, zero);
        let lost = self.bit(lost);
        let kept = self.b.op(Opcode::Or, Type::B64, &[kept, lost]);
        let attrs = Attrs { rounding: Some(Rounding::Rn), ..Attrs::default() };
        let value = self.convert_with(wide, Type::U64, kept, attrs);
        let (bias, mantissa, word) = if wide == Type::F64 { (1023, 52, Type::U64) } else { (127, 23, Type::U32) };
        let bias = self.word(bias);
        let exponent = self.b.op(Opcode::Add, Type::U32, &[shift, bias]);
        let exponent = if word == Type::U64 { self.convert_op(Type::U64, Type::U32, exponent) } else { exponent };
        let mantissa = self.word(mantissa);
        let power = self.b.op(Opcode::Shl, if word == Type::U64 { Type::B64 } else { Type::B32 }, &[exponent, mantissa]);
        let power = self.bits(power, wide.reg());
        let value = self.b.value(InstData { args: vec![value, power], ..InstData::new(Opcode::Mul, wide) }, wide.reg());
        let negated = self.b.op(Opcode::Neg, wide, &[value]);
        let is_negative = self.is_not_zero(sign, Type::U64);
        let ty = if wide == Type::F64 { Type::F64 } else { Type::F32 };
        let value = self.b.op(Opcode::Selp, ty, &[negated, value, is_negative]);
        self.float_to_float(value, wide, to)
    }

    /// Towards zero; a value that does not fit gives any.
    fn float_to_wide(&mut self, value: Value, from: Type) -> Wide {
        let value = self.float_to_float(value, from, Type::F64);
        let magnitude = self.b.op(Opcode::Abs, Type::F64, &[value]);
        let (down, up) = (self.float_constant(Type::F64, 2f64.powi(-64)), self.float_constant(Type::F64, -(2f64.powi(64))));
        let scaled = self.b.value(InstData { args: vec![magnitude, down], ..InstData::new(Opcode::Mul, Type::F64) }, RegType::F64);
        let high = self.truncate(scaled, Type::F64, Type::U64);
        let attrs = Attrs { rounding: Some(Rounding::Rn), ..Attrs::default() };
        let back = self.convert_with(Type::F64, Type::U64, high, attrs);
        let data = InstData { args: vec![back, up, magnitude], attrs, ..InstData::new(Opcode::Fma, Type::F64) };
        let rest = self.b.value(data, RegType::F64);
        let low = self.truncate(rest, Type::F64, Type::U64);
        let bits = self.bits(value, RegType::B64);
        let sign = self.sign_of(bits);
        self.negated_if((low, high), sign)
    }

    /// `place op= value` where one of them is of a 128-bit type.
    pub(crate) fn wide_compound(&mut self, e: &Expr, place: &Expr, op: BinaryOp, compute: TypeId, value: &Expr) -> Place {
        let operand = self.wide_operand(value);
        let target = self.place(place);
        self.at(e.span);
        let is_wide_place = is_wide(self.types(), place.ty);
        if let Repr::Scalar(ty) = repr(self.types(), compute) {
            // Computed as a scalar: a floating operand, or the amount of a shift.
            let old = if is_wide_place {
                let old = self.wide_load(target);
                self.narrowed(old, Conversion::IntToFloat, place.ty, compute)
            } else {
                self.load_value(target, place.ty)
            };
            let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
            let right = if is_wide(self.types(), value.ty) { operand.0 } else { self.value(value) };
            if is_shift && repr(self.types(), place.ty) != Repr::Scalar(ty) {
                self.m.report(errors::unsupported(e.span, "a shift of a small integer by a 128-bit integer"));
            }
            let result = self.binary_op(op, computed(ty), old, right);
            if is_wide_place {
                let result = self.widened(result, compute);
                self.wide_store(target, result);
            } else {
                self.store_value(target, place.ty, result);
            }
            return target;
        }
        let old = if is_wide_place {
            self.wide_load(target)
        } else {
            let old = self.load_value(target, place.ty);
            self.widened(old, place.ty)
        };
        let result = self.wide_binary(op, self.is_signed_wide(compute), old, operand);
        self.at(place.span);
        if is_wide_place {
            self.wide_store(target, result);
        } else {
            let result = self.narrowed(result, Conversion::IntToInt, compute, place.ty);
            self.store_value(target, place.ty, result);
        }
        target
    }

    /// `++` and `--`: the place and what it held.
    pub(crate) fn wide_step(&mut self, place: &Expr, is_increment: bool) -> (Place, Wide) {
        let target = self.place(place);
        self.at(place.span);
        let old = self.wide_load(target);
        let one = (self.quad(1), self.quad(0));
        let new = if is_increment { self.wide_sum(old, one) } else { self.wide_difference(old, one) };
        self.wide_store(target, new);
        (target, old)
    }

    pub(crate) fn wide_load(&mut self, place: Place) -> Wide {
        (self.load(place, Type::U64), self.load(place.at(8), Type::U64))
    }

    pub(crate) fn wide_store(&mut self, place: Place, value: Wide) {
        self.store(place, Type::U64, value.0);
        self.store(place.at(8), Type::U64, value.1);
    }

    fn is_signed_wide(&self, ty: TypeId) -> bool {
        super::layout::is_signed(self.types(), ty)
    }

    /// All bits as the highest.
    fn sign_of(&mut self, value: Value) -> Value {
        let last = self.word(63);
        self.b.op(Opcode::Shr, Type::S64, &[value, last])
    }

    /// A predicate as 0 or 1 of 64 bits.
    fn bit(&mut self, predicate: Value) -> Value {
        let (one, zero) = (self.quad(1), self.quad(0));
        self.b.op(Opcode::Selp, Type::B64, &[one, zero, predicate])
    }

    fn quad(&mut self, value: u64) -> Value {
        self.b.constant(RegType::B64, value)
    }
}
