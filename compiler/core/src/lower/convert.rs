//! Conversions between scalars.

use super::layout::{Repr, is_bool, is_wide, repr};
use super::{FunctionLowering, Place, computed, errors};
use crate::hir::{Conversion, Expr, ExprKind, TypeId};
use kern_ir::{Attrs, BlockCall, Cmp, InstData, Opcode, RegType, Rounding, Type, Value};

impl FunctionLowering<'_, '_> {
    /// `operand` converted to `e.ty`.
    pub(crate) fn convert(&mut self, e: &Expr, conversion: Conversion, operand: &Expr) -> Value {
        if is_wide(self.types(), operand.ty) {
            return self.narrow(e, conversion, operand);
        }
        let value = self.value(operand);
        self.at(e.span);
        if let Conversion::PointerOffset(bytes) = conversion {
            return self.offset_unless_null(value, operand, bytes);
        }
        if let Conversion::MemberOffset(bytes) = conversion {
            let (moved, null) = (self.add_bytes(value, bytes), self.b.constant(RegType::B64, u64::MAX));
            let is_null = self.compare(Cmp::Eq, Type::U64, value, null);
            return self.b.op(Opcode::Selp, Type::B64, &[null, moved, is_null]);
        }
        if let Conversion::VirtualBase { word, may_be_null } = conversion {
            return self.virtual_base(value, word, may_be_null);
        }
        self.convert_value(e, conversion, value, operand.ty, e.ty)
    }

    /// `value` of type `from` as `to`.
    pub(crate) fn convert_value(&mut self, e: &Expr, conversion: Conversion, value: Value, from: TypeId, to: TypeId) -> Value {
        let (Repr::Scalar(source), Repr::Scalar(target)) = (repr(self.types(), from), repr(self.types(), to)) else {
            self.m.report(errors::unsupported(e.span, "a conversion of a 128-bit integer"));
            return self.b.constant(RegType::B32, 0);
        };
        match conversion {
            Conversion::ToBool => self.is_not_zero(value, source),
            Conversion::IntToInt if is_bool(self.types(), to) => self.is_not_zero(value, source),
            Conversion::IntToInt | Conversion::PointerToInt | Conversion::IntToPointer => {
                let word = self.predicate_as_word(value);
                self.int_to_int(word, if is_bool(self.types(), from) { Type::U32 } else { source }, target)
            }
            Conversion::IntToFloat => {
                let word = self.predicate_as_word(value);
                self.int_to_float(word, computed(source), target)
            }
            Conversion::FloatToInt => {
                let wide = self.float_to_int(value, source, computed(target));
                if target.size() < 4 { self.int_to_int(wide, computed(target), target) } else { wide }
            }
            Conversion::FloatToFloat => self.float_to_float(value, source, target),
            Conversion::Bits => self.bits(value, target.reg()),
            Conversion::PointerToPointer
            | Conversion::PointerOffset(_)
            | Conversion::MemberOffset(_)
            | Conversion::VirtualBase { .. }
            | Conversion::ToVoid => value,
        }
    }

    /// `cvt.to.from value`
    pub(crate) fn convert_op(&mut self, to: Type, from: Type, value: Value) -> Value {
        self.convert_with(to, from, value, Attrs::default())
    }

    pub(crate) fn convert_with(&mut self, to: Type, from: Type, value: Value, attrs: Attrs) -> Value {
        let data = InstData { src_ty: from, args: vec![value], attrs, ..InstData::new(Opcode::Cvt, to) };
        self.b.value(data, to.reg())
    }

    /// The register of a `from` as a `to`: narrow results are extended again.
    pub(crate) fn int_to_int(&mut self, value: Value, from: Type, to: Type) -> Value {
        let (from, wide) = (computed(from), computed(to));
        if let Some(bits) = self.b.func.constant(value) {
            return self.constant_int(bits, from, to);
        }
        let value = match (from.size(), wide.size()) {
            (4, 8) => return self.convert_op(if from.is_signed() { Type::S64 } else { Type::U64 }, from, value),
            (8, 4) => self.convert_op(Type::U32, Type::U64, value),
            _ => value,
        };
        if to.size() >= 4 { value } else { self.convert_op(wide, to, value) }
    }

    fn constant_int(&mut self, bits: u64, from: Type, to: Type) -> Value {
        let full = if from.size() == 4 && from.is_signed() { bits as u32 as i32 as i64 as u64 } else { bits };
        let shift = 64 - 8 * to.size();
        let narrow = if to.is_signed() { ((full << shift) as i64 >> shift) as u64 } else { (full << shift) >> shift };
        self.b.constant(to.reg(), narrow)
    }

    fn int_to_float(&mut self, value: Value, from: Type, to: Type) -> Value {
        let attrs = Attrs { rounding: Some(Rounding::Rn), ..Attrs::default() };
        self.convert_with(to, from, value, attrs)
    }

    pub(crate) fn float_to_float(&mut self, value: Value, from: Type, to: Type) -> Value {
        if from == to {
            return value;
        }
        let rounding = (to.size() < from.size()).then_some(Rounding::Rn);
        self.convert_with(to, from, value, Attrs { rounding, ..Attrs::default() })
    }

    /// Towards zero. Device code saturates, as PTX; host code answers what x86-64 does for values out of range.
    fn float_to_int(&mut self, value: Value, from: Type, to: Type) -> Value {
        if self.m.is_device() {
            return self.truncate(value, from, to);
        }
        match to {
            Type::S32 => self.truncate_x86(value, from, Type::S32),
            Type::S64 => self.truncate_x86(value, from, Type::S64),
            Type::U32 => {
                // gcc converts to 64 bits and keeps the low half.
                let wide = self.truncate_x86(value, from, Type::S64);
                self.convert_op(Type::U32, Type::U64, wide)
            }
            _ => self.truncate_x86_u64(value, from),
        }
    }

    pub(crate) fn truncate(&mut self, value: Value, from: Type, to: Type) -> Value {
        self.convert_with(to, from, value, Attrs { rounding: Some(Rounding::Rzi), ..Attrs::default() })
    }

    /// `cvttsd2si`: the most negative integer for everything that does not fit.
    fn truncate_x86(&mut self, value: Value, from: Type, to: Type) -> Value {
        let limit = self.float_constant(from, if to == Type::S32 { 2f64.powi(31) } else { 2f64.powi(63) });
        let magnitude = self.b.op(Opcode::Abs, from, &[value]);
        let fits = self.compare(Cmp::Lt, from, magnitude, limit);
        let converted = self.truncate(value, from, to);
        let lowest = self.b.constant(to.reg(), if to == Type::S32 { 1 << 31 } else { 1 << 63 });
        let bits = if to == Type::S32 { Type::B32 } else { Type::B64 };
        self.b.op(Opcode::Selp, bits, &[converted, lowest, fits])
    }

    /// gcc's sequence for `unsigned long`: values from 2^63 on are converted less 2^63.
    fn truncate_x86_u64(&mut self, value: Value, from: Type) -> Value {
        let half = self.float_constant(from, 2f64.powi(63));
        let full = self.float_constant(from, 2f64.powi(64));
        let low = self.truncate_x86(value, from, Type::S64);
        let high = self.truncate(value, from, Type::U64);
        let zero = self.b.constant(RegType::B64, 0);
        let fits = self.compare(Cmp::Lt, from, value, full);
        let high = self.b.op(Opcode::Selp, Type::B64, &[high, zero, fits]);
        let is_high = self.compare(Cmp::Ge, from, value, half);
        self.b.op(Opcode::Selp, Type::B64, &[high, low, is_high])
    }

    /// A constant of a floating type.
    pub(crate) fn float_constant(&mut self, ty: Type, value: f64) -> Value {
        match ty {
            Type::F32 => self.b.constant(RegType::F32, u64::from((value as f32).to_bits())),
            Type::F16 => self.b.constant(RegType::B16, u64::from(half_bits(value))),
            _ => self.b.constant(RegType::F64, value.to_bits()),
        }
    }

    /// The same bits in another register class of the size.
    pub(crate) fn bits(&mut self, value: Value, class: RegType) -> Value {
        let word = self.predicate_as_word(value);
        if class == RegType::Pred {
            return self.is_not_zero(word, Type::U32);
        }
        if self.b.func.ty(word) == class {
            return word;
        }
        if let Some(bits) = self.b.func.constant(word) {
            return self.b.constant(class, bits);
        }
        let ty = match class {
            RegType::Pred => Type::Pred,
            // The one type whose registers have 16 bits.
            RegType::B16 => Type::F16,
            RegType::B32 => Type::B32,
            RegType::B64 => Type::B64,
            RegType::F32 => Type::F32,
            RegType::F64 => Type::F64,
        };
        self.b.value(InstData { args: vec![word], ..InstData::new(Opcode::Mov, ty) }, class)
    }

    /// Whether a scalar of memory type `ty` (or a predicate) is not zero; NaN is not.
    pub(crate) fn is_not_zero(&mut self, value: Value, ty: Type) -> Value {
        match self.b.func.ty(value) {
            RegType::Pred => value,
            class => {
                if let Some(bits) = self.b.func.constant(value).filter(|_| !ty.is_float()) {
                    return self.b.constant(RegType::Pred, u64::from(bits != 0));
                }
                let zero = self.b.constant(class, 0);
                match ty {
                    Type::F16 | Type::F32 | Type::F64 => self.compare(Cmp::Neu, ty, value, zero),
                    _ => {
                        let ty = if class == RegType::B64 { Type::S64 } else { Type::S32 };
                        self.compare(Cmp::Ne, ty, value, zero)
                    }
                }
            }
        }
    }

    /// Derived to base: null stays null.
    fn offset_unless_null(&mut self, pointer: Value, operand: &Expr, bytes: i64) -> Value {
        if bytes == 0 {
            return pointer;
        }
        let moved = self.add_bytes(pointer, bytes);
        if matches!(operand.kind, ExprKind::AddressOf(_) | ExprKind::Decay(_)) {
            return moved;
        }
        let zero = self.b.constant(RegType::B64, 0);
        let is_null = self.compare(Cmp::Eq, Type::U64, pointer, zero);
        self.b.op(Opcode::Selp, Type::B64, &[zero, moved, is_null])
    }

    /// The address of the virtual base of the object at `pointer`; null stays null.
    fn virtual_base(&mut self, pointer: Value, word: i64, may_be_null: bool) -> Value {
        if !may_be_null {
            let table = self.load(Place::pointer(pointer), Type::U64);
            let distance = self.load(Place::pointer(table).at(word), Type::S64);
            return self.b.op(Opcode::Add, Type::S64, &[pointer, distance]);
        }
        let zero = self.b.constant(RegType::B64, 0);
        let is_null = self.compare(Cmp::Eq, Type::U64, pointer, zero);
        let (given, join) = (self.b.create_block(), self.b.create_block());
        let result = self.b.func.add_block_param(join, RegType::B64);
        self.b.branch(is_null, BlockCall { block: join, args: vec![zero] }, BlockCall { block: given, args: Vec::new() });
        self.b.switch_to(given);
        let base = self.virtual_base(pointer, word, false);
        self.b.jump(join, &[base]);
        self.b.switch_to(join);
        result
    }
}

/// `value` as binary16, to nearest even.
fn half_bits(value: f64) -> u16 {
    let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
    let magnitude = value.abs();
    if magnitude.is_nan() {
        return 0x7fff;
    }
    if magnitude >= 65520.0 {
        return sign | 0x7c00;
    }
    // The unit in the last place: 2^(exponent - 10), at least 2^-24.
    let exponent = if magnitude < 2f64.powi(-14) { -14 } else { magnitude.log2().floor() as i32 };
    let units = (magnitude / 2f64.powi(exponent - 10)).round_ties_even() as u32;
    let biased = if exponent == -14 && units < 1024 { 0 } else { (exponent + 15) as u32 };
    let bits = if biased == 0 { units } else { (biased << 10) + units - 1024 };
    sign | bits as u16
}
