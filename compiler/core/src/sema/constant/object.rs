//! Classes and arrays, built in place.

use super::{Base, Evaluator, Object, Pointer, Result, Value};
use crate::hir::{self, Conversion, ExprKind, FunctionId, TypeId};
use crate::sema::deep;

impl Evaluator<'_, '_> {
    /// A class or array value as a new object.
    pub(super) fn object(&mut self, e: &hir::Expr) -> Result<usize> {
        let size = self.sema.types.size_of(e.ty);
        if size > 1 << 24 {
            return Err("the object is too large".into());
        }
        let object = self.fresh(size);
        self.build(e, object, 0, e.ty)?;
        Ok(object)
    }

    /// Whether an object of the type has no bytes of its own: another may have them.
    fn is_empty(&self, ty: TypeId) -> bool {
        self.sema.class_of(ty).is_some_and(|class| self.sema.types.class(class).is_empty)
    }

    /// Evaluates `e` into the object at `offset`.
    pub(super) fn build(&mut self, e: &hir::Expr, object: usize, offset: u64, ty: TypeId) -> Result<()> {
        deep(|| self.build_inner(e, object, offset, ty))
    }

    fn build_inner(&mut self, e: &hir::Expr, object: usize, offset: u64, ty: TypeId) -> Result<()> {
        self.tick()?;
        let at = Pointer { base: Base::Object(object), offset: offset as i64 };
        match &e.kind {
            ExprKind::Zero => self.clear(at, self.sema.types.size_of(ty)),
            ExprKind::Aggregate(parts) => {
                let is_member_pointer = self.sema.is_member_pointer(e.ty);
                for (o, part) in parts {
                    match code(part) {
                        Some(f) if is_member_pointer => {
                            self.objects[object].pointers.insert(offset + o, Pointer { base: Base::Function(f), offset: 0 });
                        }
                        _ => self.build(part, object, offset + o, part.ty)?,
                    }
                }
                Ok(())
            }
            ExprKind::Building { object: made, value } => {
                // A function that calls itself there makes another object of the same number meanwhile.
                let outer = self.made.insert(*made, at);
                let result = self.build(value, object, offset, ty);
                self.made.extend(outer.map(|outer| (*made, outer)));
                result
            }
            ExprKind::Convert { conversion: Conversion::ToVoid, .. } => self.effect(e),
            ExprKind::Fill { element, length } => {
                let size = self.sema.types.size_of(element.ty);
                for i in 0..*length {
                    self.build(element, object, offset + i * size, element.ty)?;
                }
                Ok(())
            }
            ExprKind::Construct { constructor, args, .. } => {
                let this = Value::Pointer(at);
                self.invoke(*constructor, Some(this), args, None)?;
                Ok(())
            }
            ExprKind::Load(place) if self.is_object_type(e.ty) => {
                let p = self.place(place)?;
                if self.is_empty(e.ty) {
                    return Ok(());
                }
                let source = self.source(p.base)?;
                let start = usize::try_from(p.offset).map_err(|_| "it reads outside an object".to_string())?;
                let n = self.sema.types.size_of(e.ty) as usize;
                let Some(bytes) = source.bytes.get(start..start + n) else { return Err("it reads outside an object".into()) };
                let (from, to) = (start as u64, (start + n) as u64);
                let mut object = Object { bytes: bytes.to_vec(), ..Object::default() };
                object.pointers.extend(source.pointers.range(from..to).map(|(o, p)| (o - from, *p)));
                self.copy_in(object, at)
            }
            ExprKind::Conditional { condition, then, otherwise } if self.is_object_type(e.ty) => {
                if self.truth(condition)? {
                    self.build(then, object, offset, ty)
                } else {
                    self.build(otherwise, object, offset, ty)
                }
            }
            ExprKind::Sequence { first, second } if self.is_object_type(e.ty) => {
                self.effect(first)?;
                self.build(second, object, offset, ty)
            }
            ExprKind::Call { callee, args, returns_reference: false } if self.is_object_type(e.ty) => {
                self.call(callee, args, Some(at))?;
                Ok(())
            }
            _ if self.is_object_type(e.ty) => {
                let p = self.place(e)?;
                if self.is_empty(e.ty) {
                    return Ok(());
                }
                let source = self.source(p.base)?;
                if p.offset != 0 || source.bytes.len() as u64 != self.sema.types.size_of(e.ty) {
                    let load = hir::Expr { kind: ExprKind::Load(Box::new(e.clone())), ..e.clone() };
                    return self.build_inner(&load, object, offset, ty);
                }
                self.copy_in(source, at)
            }
            _ => {
                let v = self.scalar(e)?;
                self.store(at, ty, v)
            }
        }
    }
}

/// The function whose address a pointer to member holds as a number.
fn code(word: &hir::Expr) -> Option<FunctionId> {
    let ExprKind::Convert { conversion: Conversion::PointerToInt, operand } = &word.kind else { return None };
    if let ExprKind::Function(f) = operand.kind { Some(f) } else { None }
}
