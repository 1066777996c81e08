//! Values of scalar type, and effects.

use super::layout::{self, Repr, repr};
use super::{FunctionLowering, Place, errors};
use crate::hir::{Conversion, Expr, ExprKind, SpecialRegister};
use kern_ir as ir;
use kern_ir::{InstData, Opcode, Payload, RegType, Sreg, Type, Value};

/// Lanes of a warp; nvcc folds `warpSize` to it.
const WARP_SIZE: u64 = 32;

impl FunctionLowering<'_, '_> {
    /// The value of `e`, a scalar; `bool` as a predicate.
    pub(crate) fn value(&mut self, e: &Expr) -> Value {
        stacker::maybe_grow(crate::hir::walk::RED_ZONE, crate::hir::walk::STACK_STEP, || self.value_inner(e))
    }

    fn value_inner(&mut self, e: &Expr) -> Value {
        self.at(e.span);
        if layout::is_wide(self.types(), e.ty) {
            self.m.report(errors::unsupported(e.span, "a 128-bit integer here"));
            return self.b.constant(RegType::B64, 0);
        }
        match &e.kind {
            ExprKind::Int(value) => self.int_constant(e, *value),
            ExprKind::Float(value) => {
                let ty = self.scalar_type(e);
                self.float_constant(ty, *value)
            }
            ExprKind::Null | ExprKind::Zero => self.zero_value(e),
            ExprKind::Function(id) => {
                let func = self.m.function(*id, e.span);
                let data = InstData { payload: Payload::FuncAddr(func), ..InstData::new(Opcode::Address, Type::U64) };
                self.b.value(data, RegType::B64)
            }
            ExprKind::SpecialRegister(register) => self.special_register(*register),
            ExprKind::AddressOf(place) => {
                let place = self.place(place);
                self.at(e.span);
                self.address(place)
            }
            ExprKind::Decay(array) => {
                let place = if array.is_place() { self.place(array) } else { self.object_place(array) };
                self.at(e.span);
                self.address(place)
            }
            ExprKind::Load(place) => self.load_expr(e, place),
            ExprKind::Field { base, .. } if !base.is_place() => {
                let place = self.place(e);
                self.at(e.span);
                self.load_value(place, e.ty)
            }
            ExprKind::Unary { op, operand } => self.unary(e, *op, operand),
            ExprKind::Binary { op, left, right } => self.binary(e, *op, left, right),
            ExprKind::PointerAdd { pointer, index, subtract } => self.pointer_add(e, pointer, index, *subtract),
            ExprKind::PointerDiff { left, right } => self.pointer_diff(e, left, right),
            ExprKind::And(left, right) => self.short_circuit(e, left, right, true),
            ExprKind::Or(left, right) => self.short_circuit(e, left, right, false),
            ExprKind::Conditional { condition, then, otherwise } => {
                let value = self.conditional_value(e, condition, then, otherwise);
                self.or_zero(e, value)
            }
            ExprKind::Sequence { first, second } => {
                self.effect(first);
                self.value(second)
            }
            ExprKind::Step { place, is_increment, is_prefix } => {
                let (_, old, new) = self.step(e, place, *is_increment);
                if *is_prefix { new } else { old }
            }
            ExprKind::Convert { conversion: Conversion::ToVoid, operand } => {
                self.effect(operand);
                self.zero_value(e)
            }
            ExprKind::Convert { conversion, operand } => self.convert(e, *conversion, operand),
            ExprKind::Call { returns_reference: false, .. } => {
                let value = self.call(e, None);
                self.or_zero(e, value)
            }
            ExprKind::New { .. } => self.lower_new(e),
            ExprKind::Statements { block, value } => {
                let depth = self.open_block(block);
                self.stmts(block);
                let result = value.as_ref().map(|value| self.value(value));
                self.close_block(depth, block.end);
                self.or_zero(e, result)
            }
            ExprKind::VariadicArguments => match self.variadic_address {
                Some(address) => address,
                None => self.zero_value(e),
            },
            ExprKind::ConstantEvaluated => self.zero_value(e),
            ExprKind::VaArg(list) => self.va_arg(e, list),
            ExprKind::Aggregate(parts) => match parts.first() {
                Some((0, part)) => self.value(part),
                _ => self.zero_value(e),
            },
            ExprKind::Launch { .. } | ExprKind::Delete { .. } | ExprKind::Throw(_) => {
                self.effect(e);
                self.zero_value(e)
            }
            _ if e.is_place() => {
                // A place where a value belongs: read it.
                let place = self.place(e);
                self.load_value(place, e.ty)
            }
            _ => {
                self.m.report(errors::internal(e.span, "an expression that is no scalar value"));
                self.zero_value(e)
            }
        }
    }

    /// Evaluates `e` and drops its value.
    pub(crate) fn effect(&mut self, e: &Expr) {
        stacker::maybe_grow(crate::hir::walk::RED_ZONE, crate::hir::walk::STACK_STEP, || self.effect_inner(e));
    }

    fn effect_inner(&mut self, e: &Expr) {
        self.at(e.span);
        match &e.kind {
            ExprKind::Convert { conversion: Conversion::ToVoid, operand } => self.effect(operand),
            ExprKind::Assign { place, value } => {
                self.assign(place, value);
            }
            ExprKind::CompoundAssign { place, op, compute, value } => {
                self.compound_assign(e, place, *op, *compute, value);
            }
            ExprKind::Step { place, is_increment, .. } => {
                self.step(e, place, *is_increment);
            }
            // Only a volatile object is read for nothing, and not one that was just assigned ([expr.context]).
            ExprKind::Load(place) if !place.is_volatile || place.is_assignment() => self.effect(place),
            ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Zero | ExprKind::Int(_) => {}
            ExprKind::Sequence { first, second } => {
                self.effect(first);
                self.effect(second);
            }
            ExprKind::Conditional { condition, then, otherwise } if repr(self.types(), e.ty) == Repr::Void => {
                self.conditional_value(e, condition, then, otherwise);
            }
            ExprKind::Call { returns_reference, .. } => {
                let wants_place = !returns_reference && repr(self.types(), e.ty) == Repr::Memory;
                let dest = wants_place.then(|| self.temporary_slot(e.ty));
                self.call(e, dest);
            }
            ExprKind::Launch { .. } => self.launch(e),
            ExprKind::Throw(call) => self.throw(call),
            ExprKind::Delete { .. } => self.lower_delete(e),
            ExprKind::Statements { block, value } => {
                let depth = self.open_block(block);
                self.stmts(block);
                if let Some(value) = value {
                    self.effect(value);
                }
                self.close_block(depth, block.end);
            }
            _ if e.is_place() => {
                self.place(e);
            }
            _ => match repr(self.types(), e.ty) {
                Repr::Scalar(_) => {
                    self.value(e);
                }
                Repr::Memory => {
                    self.object_place(e);
                }
                Repr::Void => {}
            },
        }
    }

    fn load_expr(&mut self, e: &Expr, place: &Expr) -> Value {
        // What was just stored is not loaded again.
        match &place.kind {
            ExprKind::Assign { place: target, value } if !place.is_volatile => {
                if let (_, Some(value)) = self.assign(target, value) {
                    return value;
                }
                self.zero_value(e)
            }
            ExprKind::CompoundAssign { place: target, op, compute, value } if !place.is_volatile => {
                let (stored_at, stored) = self.compound_assign(place, target, *op, *compute, value);
                match stored {
                    Some(value) if stored_at.bits.is_none() => value,
                    _ => self.load_value(stored_at, e.ty),
                }
            }
            ExprKind::Step { place: target, is_increment, is_prefix: true } if !place.is_volatile => {
                let (stored_at, _, new) = self.step(place, target, *is_increment);
                if stored_at.bits.is_none() { new } else { self.load_value(stored_at, e.ty) }
            }
            _ => {
                let source = self.place(place);
                self.at(e.span);
                self.load_value(source, e.ty)
            }
        }
    }

    /// `place = value`: the place, and the value if it is a scalar whose load would give the same.
    pub(crate) fn assign(&mut self, place: &Expr, value: &Expr) -> (Place, Option<Value>) {
        if repr(self.types(), place.ty) == Repr::Memory {
            return (self.assign_object(place, value), None);
        }
        let new = self.value(value);
        let target = self.place(place);
        self.at(place.span);
        self.store_value(target, place.ty, new);
        let loaded = if target.bits.is_some() { self.load_value(target, place.ty) } else { new };
        (target, Some(loaded))
    }

    fn int_constant(&mut self, e: &Expr, value: i128) -> Value {
        let Repr::Scalar(ty) = repr(self.types(), e.ty) else { return self.b.constant(RegType::B64, value as u64) };
        if layout::is_bool(self.types(), e.ty) {
            return self.b.constant(RegType::Pred, u64::from(value != 0));
        }
        if ty.is_float() {
            return self.float_constant(ty, value as f64);
        }
        let shift = 64 - 8 * ty.size();
        let bits = (value as u64) << shift;
        let bits = if ty.is_signed() { ((bits as i64) >> shift) as u64 } else { bits >> shift };
        self.b.constant(ty.reg(), bits)
    }

    fn scalar_type(&self, e: &Expr) -> Type {
        match repr(self.types(), e.ty) {
            Repr::Scalar(ty) => ty,
            _ => Type::S32,
        }
    }

    /// Zero of `e`'s type.
    pub(crate) fn zero_value(&mut self, e: &Expr) -> Value {
        if layout::is_bool(self.types(), e.ty) {
            return self.b.constant(RegType::Pred, 0);
        }
        let class = self.scalar_type(e).reg();
        self.b.constant(class, 0)
    }

    fn or_zero(&mut self, e: &Expr, value: Option<Value>) -> Value {
        match value {
            Some(value) => value,
            None => self.zero_value(e),
        }
    }

    fn special_register(&mut self, register: SpecialRegister) -> Value {
        let pick = |all: [Sreg; 3], component: u8| all[usize::from(component).min(2)];
        let sreg = match register {
            SpecialRegister::ThreadIdx(c) => pick([Sreg::TidX, Sreg::TidY, Sreg::TidZ], c),
            SpecialRegister::BlockIdx(c) => pick([Sreg::CtaidX, Sreg::CtaidY, Sreg::CtaidZ], c),
            SpecialRegister::BlockDim(c) => pick([Sreg::NtidX, Sreg::NtidY, Sreg::NtidZ], c),
            SpecialRegister::GridDim(c) => pick([Sreg::NctaidX, Sreg::NctaidY, Sreg::NctaidZ], c),
            SpecialRegister::WarpSize => return self.word(WARP_SIZE),
        };
        self.sreg(sreg)
    }

    /// Reads a special register that does not change.
    pub(crate) fn sreg(&mut self, sreg: Sreg) -> Value {
        let data = InstData { payload: Payload::Sreg(sreg), ..InstData::new(Opcode::Sreg, ir::Type::U32) };
        self.b.value(data, RegType::B32)
    }
}
