//! Memory that `new` gives during an evaluation, which must free it again (C++20 [expr.const]/5), and the ends of lifetimes.

use super::{Base, Evaluator, Object, Pointer, Result, Value};
use crate::hir::{self, FunctionId, StmtKind, TypeId};

/// Most bytes of one object.
const MAX_SIZE: u64 = 1 << 24;

/// Bytes whose allocation counts as a step: so much memory is given in all that the steps of an evaluation allow.
const BYTES_OF_STEP: u64 = 64;

impl Evaluator<'_, '_> {
    /// The value of a whole expression, after which no memory is left.
    pub(super) fn whole_scalar(&mut self, e: &hir::Expr) -> Result<Value> {
        let v = self.scalar(e)?;
        self.check_freed()?;
        Ok(v)
    }

    pub(super) fn check_freed(&self) -> Result<()> {
        match self.allocated.is_empty() || self.has_lasting_temporary {
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
                self.allocated.insert(object, is_array);
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
            None => return Err("it frees what `new` did not give".into()),
            Some(true) if !is_array => return Err("it frees with `delete` what `new[]` gave".into()),
            Some(false) if is_array => return Err("it frees with `delete[]` what `new` gave".into()),
            Some(_) => {}
        }
        if let Some(destructor) = destructor {
            let element = self.sema.pointee(pointer.ty).map(|to| self.sema.innermost(to).ty);
            let size = element.map_or(1, |ty| self.sema.types.size_of(ty));
            self.destroy_elements(index, size, destructor)?;
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

    /// Destroys the variables of a block that control leaves, the last first.
    pub(super) fn leave_block(&mut self, block: &hir::Block) -> Result<()> {
        let Some(&function) = self.local_types.last() else { return Ok(()) };
        for stmt in block.stmts.iter().rev() {
            let StmtKind::Declare { local, .. } = &stmt.kind else { continue };
            let info = self.sema.functions[function.0 as usize].locals.get(local.0 as usize);
            let Some((destructor, ty)) = info.and_then(|info| Some((info.destructor?, info.ty))) else { continue };
            // One that control did not come to is not there.
            let Some(object) = self.calls.last_mut().and_then(|locals| locals.remove(local)) else { continue };
            let element = self.sema.innermost(ty).ty;
            self.destroy_elements(object, self.sema.types.size_of(element), destructor)?;
        }
        Ok(())
    }

    /// Destroys what an object is made of, which has so many bytes a piece, the last first.
    fn destroy_elements(&mut self, object: usize, size: u64, destructor: FunctionId) -> Result<()> {
        let size = size.max(1);
        for i in (0..self.objects[object].bytes.len() as u64 / size).rev() {
            let this = Pointer { base: Base::Object(object), offset: (i * size) as i64 };
            self.invoke(destructor, Some(Value::Pointer(this)), &[], None)?;
        }
        Ok(())
    }
}
