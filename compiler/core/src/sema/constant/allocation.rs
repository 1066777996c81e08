//! Memory that `new` gives during an evaluation, which must free it again (C++20 [expr.const]/5), and the ends of lifetimes.

use super::{Allocator, Base, Evaluator, Living, Object, Pointer, Result, Value};
use crate::hir::{self, FunctionId, Lifetime, TypeId};

/// Most bytes of one object.
pub(super) const MAX_SIZE: u64 = 1 << 24;

/// Bytes whose allocation counts as a step: so much memory is given in all that the steps of an evaluation allow.
pub(super) const BYTES_OF_STEP: u64 = 64;

impl Evaluator<'_, '_> {
    /// The value of a whole expression, after which no memory is left.
    pub(super) fn whole_scalar(&mut self, e: &hir::Expr) -> Result<Value> {
        let v = self.full_expression(|evaluator| evaluator.scalar(e))?;
        self.check_freed()?;
        Ok(v)
    }

    pub(super) fn check_freed(&self) -> Result<()> {
        match self.allocated.is_empty() {
            true => Ok(()),
            false => Err("it allocates memory that it does not free".into()),
        }
    }

    /// A fresh object of so many bytes, if the steps that are left allow it.
    pub(super) fn room(&mut self, bytes: u64) -> Result<usize> {
        self.spend(bytes / BYTES_OF_STEP)?;
        Ok(self.fresh(bytes))
    }

    /// `new T`, `new T[count]` or `new (placement) T`: where the object lies.
    pub(super) fn new_object(
        &mut self,
        element: TypeId,
        count: Option<&hir::Expr>,
        init: Option<&hir::Expr>,
        placement: Option<&hir::Expr>,
    ) -> Result<Value> {
        let (size, is_array) = (self.sema.types.size_of(element), count.is_some() || self.sema.is_array(element));
        let count = match count {
            None => 1,
            Some(e) => match self.scalar(e)? {
                Value::Int(n) => u64::try_from(n).map_err(|_| "it allocates a negative number of elements".to_string())?,
                _ => return Err("the number of elements is not an integer".into()),
            },
        };
        let (object, offset) = match placement {
            Some(at) => match self.scalar(at)? {
                Value::Pointer(Pointer { base: Base::Object(object), offset }) => (object, offset),
                _ => return Err("it makes an object outside of the evaluation".into()),
            },
            None => {
                let bytes =
                    size.checked_mul(count).filter(|bytes| *bytes <= MAX_SIZE).ok_or_else(|| "the object is too large".to_string())?;
                let object = self.room(bytes)?;
                self.allocated.insert(object, if is_array { Allocator::NewOfArray } else { Allocator::New });
                (object, 0)
            }
        };
        if let Some(init) = init {
            for i in 0..count {
                self.build(init, object, offset as u64 + i * size, element)?;
            }
        }
        Ok(Value::Pointer(Pointer { base: Base::Object(object), offset }))
    }

    /// `delete pointer` or `delete[] pointer`, by the destructor at `slot` of the object's table where the class has a virtual one.
    pub(super) fn delete_object(
        &mut self,
        pointer: &hir::Expr,
        is_array: bool,
        destructor: Option<FunctionId>,
        slot: Option<u32>,
    ) -> Result<()> {
        let object = match self.scalar(pointer)? {
            Value::Pointer(Pointer { base: Base::Nothing, offset: 0 }) => return Ok(()),
            Value::Pointer(p) => p,
            _ => return Err("it frees what is no address".into()),
        };
        if let Some(slot) = slot {
            let whole = self.virtual_function(object, slot)?;
            self.invoke(whole, Some(Value::Pointer(object)), &[], None)?;
            return Ok(());
        }
        let Pointer { base: Base::Object(index), offset: 0 } = object else { return Err("it frees what `new` did not give".into()) };
        match self.allocated.get(&index) {
            None | Some(Allocator::Library) => return Err("it frees what `new` did not give".into()),
            Some(Allocator::NewOfArray) if !is_array => return Err("it frees with `delete` what `new[]` gave".into()),
            Some(Allocator::New) if is_array => return Err("it frees with `delete[]` what `new` gave".into()),
            Some(_) => {}
        }
        if let Some(destructor) = destructor {
            let element = self.sema.pointee(pointer.ty).map(|to| self.sema.innermost(to).ty);
            let size = element.map_or(1, |ty| self.sema.types.size_of(ty)).max(1);
            let count = self.objects[index].bytes.len() as u64 / size;
            self.destroy_elements(object, size, count, destructor)?;
        }
        self.allocated.remove(&index);
        self.objects[index] = Object::default();
        Ok(())
    }

    /// The function at `slot` of the table that the object at `object` points to.
    pub(super) fn virtual_function(&mut self, object: Pointer, slot: u32) -> Result<FunctionId> {
        if object.base == Base::Nothing {
            return Err("it calls a function of a null pointer".into());
        }
        let word = self.sema.common.void_ptr;
        let unknown = "it calls a virtual function of an object whose class is not known";
        let Value::Pointer(table) = self.load(object, word)? else { return Err(unknown.into()) };
        let entry = Pointer { offset: table.offset.wrapping_add(8 * i64::from(slot)), ..table };
        match self.load(entry, word)? {
            Value::Pointer(Pointer { base: Base::Function(f), .. }) => Ok(f),
            _ => Err(unknown.into()),
        }
    }

    /// Evaluates a full expression, whose temporaries end with it.
    pub(super) fn full_expression<T>(&mut self, evaluate: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.destroying(|evaluator| &mut evaluator.temporaries, evaluate)
    }

    /// Runs `body` as a block, whose variables end with it.
    pub(super) fn scope<T>(&mut self, body: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.destroying(|evaluator| &mut evaluator.living, body)
    }

    /// Runs `body`, and then destroys what it has added to a list, from the last on.
    fn destroying<T>(&mut self, list: fn(&mut Self) -> &mut Vec<Living>, body: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outer = list(self).len();
        let result = body(self)?;
        while list(self).len() > outer {
            let Some(last) = list(self).pop() else { break };
            self.destroy(last)?;
        }
        Ok(result)
    }

    /// From here on a variable is there.
    pub(super) fn lives(&mut self, at: Pointer, ty: TypeId, destructor: Option<FunctionId>) {
        self.living.extend(destructor.map(|destructor| Living { at, ty, destructor }));
    }

    /// A temporary with the value of `e`: where it lies.
    pub(super) fn temporary(&mut self, value: &hir::Expr, destructor: Option<FunctionId>, lifetime: Lifetime) -> Result<Pointer> {
        let object = self.fresh(self.sema.types.size_of(value.ty));
        self.build(value, object, 0, value.ty)?;
        let at = Pointer { base: Base::Object(object), offset: 0 };
        if let Some(destructor) = destructor {
            let one = Living { at, ty: value.ty, destructor };
            match lifetime {
                Lifetime::Expression => self.temporaries.push(one),
                Lifetime::Block => self.living.push(one),
                Lifetime::Static(_) => {}
            }
        }
        Ok(at)
    }

    fn destroy(&mut self, Living { at, ty, destructor }: Living) -> Result<()> {
        let element = self.sema.types.size_of(self.sema.innermost(ty.into()).ty).max(1);
        self.destroy_elements(at, element, self.sema.types.size_of(ty) / element, destructor)
    }

    /// Destroys so many objects of `size` bytes, the last first.
    fn destroy_elements(&mut self, at: Pointer, size: u64, count: u64, destructor: FunctionId) -> Result<()> {
        for i in (0..count).rev() {
            let this = Pointer { offset: at.offset + (i * size) as i64, ..at };
            self.invoke(destructor, Some(Value::Pointer(this)), &[], None)?;
        }
        Ok(())
    }
}
