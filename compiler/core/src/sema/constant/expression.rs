//! Expressions to scalars, and places to where they are.

use super::arithmetic::binary;
use super::call::Flow;
use super::library::apart;
use super::{Base, Evaluator, Pointer, Result, Value, Why};
use crate::hir::{self, BinaryOp, Conversion, ExprKind, Type, TypeId, UnaryOp};
use crate::sema::deep;

impl Evaluator<'_, '_> {
    pub(super) fn is_object_type(&self, ty: TypeId) -> bool {
        matches!(self.sema.ty(ty), Type::Class(_) | Type::Array { .. })
    }

    pub(super) fn scalar(&mut self, e: &hir::Expr) -> Result<Value> {
        deep(|| self.scalar_inner(e))
    }

    fn scalar_inner(&mut self, e: &hir::Expr) -> Result<Value> {
        self.tick()?;
        match &e.kind {
            ExprKind::Int(n) => Ok(Value::Int(*n)),
            ExprKind::Float(x) => Ok(Value::Float(*x)),
            ExprKind::Null => Ok(Value::Pointer(Pointer { base: Base::Nothing, offset: 0 })),
            ExprKind::Zero => Ok(match self.sema.ty(e.ty) {
                Type::F16 | Type::F32 | Type::F64 | Type::LongDouble => Value::Float(0.0),
                Type::Pointer(_) | Type::NullPtr => Value::Pointer(Pointer { base: Base::Nothing, offset: 0 }),
                _ => Value::Int(0),
            }),
            ExprKind::Function(f) => Ok(Value::Pointer(Pointer { base: Base::Function(*f), offset: 0 })),
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => {
                let p = self.place(place)?;
                Ok(Value::Pointer(p))
            }
            ExprKind::Load(place) => {
                let p = self.place(place)?;
                self.load(p, e.ty)
            }
            ExprKind::Field { .. }
            | ExprKind::Element { .. }
            | ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Object(_)
            | ExprKind::Deref(_)
                if e.is_place() =>
            {
                let p = self.place(e)?;
                self.load(p, e.ty)
            }
            ExprKind::Field { base, field } => {
                let object = self.object(base)?;
                let Some(class) = self.sema.class_of(base.ty) else { return Err("it is not an object".into()) };
                let offset = self.sema.types.class(class).fields.get(*field as usize).map_or(0, |f| f.offset);
                self.load(Pointer { base: Base::Object(object), offset: offset as i64 }, e.ty)
            }
            ExprKind::Unary { op, operand } => {
                let v = self.scalar(operand)?;
                match (op, v) {
                    (UnaryOp::Minus, Value::Int(n)) => Ok(self.fit(Value::Int(n.wrapping_neg()), e.ty)),
                    (UnaryOp::Minus, Value::Float(x)) => Ok(Value::Float(-x)),
                    (UnaryOp::BitNot, Value::Int(n)) => Ok(self.fit(Value::Int(!n), e.ty)),
                    (UnaryOp::Not, Value::Int(n)) => Ok(Value::Int(i128::from(n == 0))),
                    _ => Err("the operator does not fit its operand".into()),
                }
            }
            ExprKind::Binary { op, left, right } => {
                let (a, b) = (self.scalar(left)?, self.scalar(right)?);
                if let (Value::Pointer(a), Value::Pointer(b)) = (a, b)
                    && self.is_in_library()
                    && let Some(holds) = apart(*op, a, b)
                {
                    return Ok(Value::Int(i128::from(holds)));
                }
                let operands = self.sema.ty(left.ty).clone();
                let v = binary(*op, a, b, &operands)?;
                Ok(self.fit(v, e.ty))
            }
            ExprKind::PointerAdd { pointer, index, subtract } => {
                let (p, i) = (self.scalar(pointer)?, self.scalar(index)?);
                let (Value::Pointer(p), Value::Int(i)) = (p, i) else { return Err("it is not an address".into()) };
                let size = self.sema.pointee(pointer.ty).map_or(1, |q| self.sema.types.size_of(q.ty)) as i128;
                let delta = (if *subtract { -i } else { i }).wrapping_mul(size) as i64;
                Ok(Value::Pointer(Pointer { base: p.base, offset: p.offset.wrapping_add(delta) }))
            }
            ExprKind::PointerDiff { left, right } => {
                let (Value::Pointer(a), Value::Pointer(b)) = (self.scalar(left)?, self.scalar(right)?) else {
                    return Err("it is not an address".into());
                };
                let size = self.sema.pointee(left.ty).map_or(1, |q| self.sema.types.size_of(q.ty)).max(1) as i64;
                if a.base != b.base {
                    return Err("it subtracts addresses of different objects".into());
                }
                Ok(Value::Int(i128::from(a.offset.wrapping_sub(b.offset) / size)))
            }
            ExprKind::And(a, b) => Ok(Value::Int(i128::from(self.truth(a)? && self.truth(b)?))),
            ExprKind::Or(a, b) => Ok(Value::Int(i128::from(self.truth(a)? || self.truth(b)?))),
            ExprKind::Conditional { condition, then, otherwise } => {
                if self.truth(condition)? {
                    self.scalar(then)
                } else {
                    self.scalar(otherwise)
                }
            }
            ExprKind::Sequence { first, second } => {
                self.effect(first)?;
                self.scalar(second)
            }
            ExprKind::Assign { .. } | ExprKind::CompoundAssign { .. } | ExprKind::Step { is_prefix: true, .. } => {
                let p = self.place(e)?;
                self.load(p, e.ty)
            }
            ExprKind::Step { place, is_increment, is_prefix: false } => {
                let p = self.place(place)?;
                let old = self.load(p, e.ty)?;
                self.step(p, e.ty, *is_increment)?;
                Ok(old)
            }
            ExprKind::Convert { conversion, operand } => self.conversion(*conversion, operand, e.ty),
            ExprKind::Call { callee, args, returns_reference } => {
                let v = self.call(callee, args, None)?;
                match v {
                    Some(Value::Pointer(p)) if *returns_reference => self.load(p, e.ty),
                    Some(v) => Ok(v),
                    None => Ok(Value::Int(0)),
                }
            }
            ExprKind::Temporary { .. } => {
                let p = self.place(e)?;
                self.load(p, e.ty)
            }
            ExprKind::SpecialRegister(_) => Err("the value is known only in a running kernel".into()),
            ExprKind::New { element, count, init, placement, allocator: None, .. } => {
                self.new_object(*element, count.as_deref(), init.as_deref(), placement.as_deref())
            }
            ExprKind::Delete { pointer, is_array, destructor, slot, deallocator: None } => {
                self.delete_object(pointer, *is_array, *destructor, *slot)?;
                Ok(Value::Int(0))
            }
            ExprKind::New { .. } | ExprKind::Delete { .. } => Err("it calls an `operator new` or `operator delete` of its own".into()),
            ExprKind::Launch { .. } => Err("it launches a kernel".into()),
            ExprKind::Statements { block, value } => self.scope(|evaluator| match evaluator.statements(block)? {
                Flow::Next => value.as_ref().map_or(Ok(Value::Int(0)), |v| evaluator.scalar(v)),
                _ => Err("it jumps out of a statement expression".into()),
            }),
            ExprKind::Throw(_) => Err("it throws an exception".into()),
            ExprKind::ConstantEvaluated => {
                self.sema.constant_questions += 1;
                Ok(Value::Int(1))
            }
            ExprKind::Error => Err(Why::Reported),
            _ => Err("it is not a constant".into()),
        }
    }

    pub(super) fn truth(&mut self, e: &hir::Expr) -> Result<bool> {
        match self.scalar(e)? {
            Value::Int(n) => Ok(n != 0),
            Value::Float(x) => Ok(x != 0.0),
            Value::Pointer(p) => Ok(p.base != Base::Nothing || p.offset != 0),
        }
    }

    pub(super) fn effect(&mut self, e: &hir::Expr) -> Result<()> {
        if let ExprKind::Convert { conversion: Conversion::ToVoid, operand } = &e.kind {
            return self.effect(operand);
        }
        if self.is_object_type(e.ty) {
            if e.is_place() {
                self.place(e)?;
            } else {
                self.object(e)?;
            }
            return Ok(());
        }
        if e.is_place() {
            self.place(e)?;
            return Ok(());
        }
        if let ExprKind::Call { callee, args, .. } = &e.kind {
            self.call(callee, args, None)?;
            return Ok(());
        }
        self.scalar(e)?;
        Ok(())
    }

    /// Where a place is.
    pub(super) fn place(&mut self, e: &hir::Expr) -> Result<Pointer> {
        deep(|| self.place_inner(e))
    }

    fn place_inner(&mut self, e: &hir::Expr) -> Result<Pointer> {
        self.tick()?;
        match &e.kind {
            ExprKind::Local(id) => {
                if let Some(locals) = self.calls.last() {
                    return match locals.get(id) {
                        Some(&at) => Ok(at),
                        None => Err("it reads a variable whose lifetime has not begun".into()),
                    };
                }
                let frame = self.sema.frames.last().map_or(0, |f| f.id);
                if let Some(object) = self.sema.constant_objects.get(&(frame, *id)).cloned() {
                    self.objects.push((*object).clone());
                    return Ok(Pointer { base: Base::Object(self.objects.len() - 1), offset: 0 });
                }
                Ok(Pointer { base: Base::Local(frame, *id), offset: 0 })
            }
            ExprKind::Global(id) => {
                let global = &self.sema.globals[id.0 as usize];
                if global.is_thread_local && !global.ty.is_const {
                    return Err(format!("each thread has a `{}` of its own", global.name).into());
                }
                Ok(Pointer { base: Base::Global(*id), offset: 0 })
            }
            ExprKind::Object(id) => self.made.get(id).copied().ok_or_else(|| "it names an object that is not made here".into()),
            ExprKind::Deref(p) => match self.scalar(p)? {
                Value::Pointer(Pointer { base: Base::Nothing, .. }) => Err("it dereferences a null pointer".into()),
                Value::Pointer(p) => Ok(p),
                _ => Err("it dereferences a number".into()),
            },
            ExprKind::Field { base, field } => {
                if let Some(constant) = self.captured_constant(base, *field) {
                    return Ok(constant);
                }
                let p = if base.is_place() { self.place(base)? } else { Pointer { base: Base::Object(self.object(base)?), offset: 0 } };
                let Some(class) = self.sema.class_of(base.ty) else { return Err("it is not an object".into()) };
                let Some(f) = self.sema.types.class(class).fields.get(*field as usize) else { return Err("it is not an object".into()) };
                if f.bits.is_some() {
                    return Err("it uses a bit-field".into());
                }
                Ok(Pointer { offset: p.offset.wrapping_add(f.offset as i64), ..p })
            }
            ExprKind::Element { base, index } => {
                let p = self.place(base)?;
                let Value::Int(i) = self.scalar(index)? else { return Err("the index is not an integer".into()) };
                if let Type::Array { length: Some(n), .. } = self.sema.ty(base.ty)
                    && (i < 0 || i > i128::from(*n))
                {
                    return Err(format!("index {i} is outside an array of {n} elements").into());
                }
                let size = self.sema.types.size_of(e.ty) as i128;
                Ok(Pointer { offset: p.offset.wrapping_add((i.wrapping_mul(size)) as i64), ..p })
            }
            ExprKind::Temporary { value, destructor, lifetime } => self.temporary(value, *destructor, *lifetime),
            ExprKind::Assign { place, value } => {
                if self.is_object_type(place.ty) {
                    let from = self.object(value)?;
                    let p = self.place(place)?;
                    let source = self.objects[from].clone();
                    self.copy_in(source, p)?;
                    return Ok(p);
                }
                let v = self.scalar(value)?;
                let p = self.place(place)?;
                self.store(p, place.ty, v)?;
                Ok(p)
            }
            ExprKind::CompoundAssign { place, op, compute, value } => {
                let right = self.scalar(value)?;
                let p = self.place(place)?;
                let left = self.load(p, place.ty)?;
                let result = if let (Value::Pointer(l), Value::Int(i)) = (left, right) {
                    let size = self.sema.pointee(place.ty).map_or(1, |q| self.sema.types.size_of(q.ty)) as i128;
                    let delta = (if *op == BinaryOp::Sub { -i } else { i }).wrapping_mul(size) as i64;
                    Value::Pointer(Pointer { offset: l.offset.wrapping_add(delta), ..l })
                } else {
                    let left = self.numeric(left, *compute);
                    let operands = self.sema.ty(*compute).clone();
                    let v = binary(*op, left, right, &operands)?;
                    let v = self.fit(v, *compute);
                    self.numeric(v, place.ty)
                };
                self.store(p, place.ty, result)?;
                Ok(p)
            }
            ExprKind::Step { place, is_increment, .. } => {
                let p = self.place(place)?;
                self.step(p, place.ty, *is_increment)?;
                Ok(p)
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                if self.truth(condition)? {
                    self.place(then)
                } else {
                    self.place(otherwise)
                }
            }
            ExprKind::Sequence { first, second } => {
                self.effect(first)?;
                self.place(second)
            }
            ExprKind::Call { callee, args, .. } => match self.call(callee, args, None)? {
                Some(Value::Pointer(p)) => Ok(p),
                _ => Err("it is not an object".into()),
            },
            _ => Err("it is not a constant object".into()),
        }
    }

    pub(super) fn step(&mut self, p: Pointer, ty: TypeId, up: bool) -> Result<()> {
        let new = match self.load(p, ty)? {
            Value::Int(n) => self.fit(Value::Int(if up { n.wrapping_add(1) } else { n.wrapping_sub(1) }), ty),
            Value::Float(x) => self.fit(Value::Float(if up { x + 1.0 } else { x - 1.0 }), ty),
            Value::Pointer(q) => {
                let size = self.sema.pointee(ty).map_or(1, |q| self.sema.types.size_of(q.ty)) as i64;
                Value::Pointer(Pointer { offset: q.offset.wrapping_add(if up { size } else { -size }), ..q })
            }
        };
        self.store(p, ty, new)
    }
}
