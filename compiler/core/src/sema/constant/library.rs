//! What functions of the library do in a constant beside what their text says: memory for containers, and whole ranges of bytes.

use super::{Allocator, Base, Evaluator, Object, Pointer, Result, Value};
use crate::hir::{self, BinaryOp};
use crate::sema::entity::{Func, ScopeKind};
use crate::sema::scope::Want;
use std::collections::BTreeMap;

impl<'a> Evaluator<'_, 'a> {
    /// Whether a function of the library is being evaluated.
    pub(super) fn is_in_library(&self) -> bool {
        let Some(f) = self.local_types.last() else { return false };
        self.sema.functions[f.0 as usize].is_system
    }

    /// Whether the class that `func` is a member of, or one around it, says that all of its members are `constexpr`.
    pub(super) fn is_constant_member(&self, func: &Func<'a>) -> bool {
        let mut class = func.class.filter(|_| func.is_system);
        while let Some(one) = class {
            let info = self.sema.class_info(one);
            if self.sema.own_name(info.scope, "__all_constexpr", Want::Any).is_some() {
                return true;
            }
            class = match self.sema.scope_of(info.home).kind {
                ScopeKind::Class(around) => Some(around),
                _ => None,
            };
        }
        false
    }

    /// A call of a function without a body from the library; `None` is one that no constant has.
    pub(super) fn library_call(&mut self, name: &str, args: &[hir::Expr]) -> Option<Result<Value>> {
        let [first, rest @ ..] = args else { return None };
        Some(match (name, rest) {
            ("__kern_new", []) => self.scalar(first).and_then(|bytes| self.give(bytes)),
            ("__kern_delete", []) => self.scalar(first).and_then(|at| self.take_back(at)),
            ("memcpy" | "memmove", [from, bytes]) => self.copy_bytes(first, from, bytes),
            ("memset", [byte, bytes]) => self.set_bytes(first, byte, bytes),
            ("memcmp", [other, bytes]) => self.compare_bytes(first, other, bytes),
            ("strlen", []) => self.length(first),
            _ => return None,
        })
    }

    fn give(&mut self, bytes: Value) -> Result<Value> {
        let Value::Int(bytes) = bytes else { return Err("it allocates no number of bytes".into()) };
        let bytes = u64::try_from(bytes).ok().filter(|bytes| *bytes <= super::allocation::MAX_SIZE);
        let object = self.room(bytes.ok_or_else(|| "the object is too large".to_string())?)?;
        self.allocated.insert(object, Allocator::Library);
        Ok(Value::Pointer(Pointer { base: Base::Object(object), offset: 0 }))
    }

    fn take_back(&mut self, at: Value) -> Result<Value> {
        match at {
            Value::Pointer(Pointer { base: Base::Nothing, offset: 0 }) => {}
            Value::Pointer(Pointer { base: Base::Object(index), offset: 0 }) if self.allocated.get(&index) == Some(&Allocator::Library) => {
                self.allocated.remove(&index);
                self.objects[index] = Object::default();
            }
            _ => return Err("it frees what no allocator gave".into()),
        }
        Ok(Value::Int(0))
    }

    /// The address and the number of bytes that two arguments are.
    fn range(&mut self, at: &hir::Expr, bytes: &hir::Expr) -> Result<(Pointer, usize)> {
        let (Value::Pointer(at), Value::Int(bytes)) = (self.scalar(at)?, self.scalar(bytes)?) else {
            return Err("it is not an address".into());
        };
        let bytes = u64::try_from(bytes).map_err(|_| "it reads outside an object".to_string())?;
        self.spend(bytes / super::allocation::BYTES_OF_STEP)?;
        Ok((at, bytes as usize))
    }

    /// A copy of so many bytes.
    fn bytes_at(&mut self, at: Pointer, bytes: usize) -> Result<Object> {
        let source = self.source(at.base)?;
        let start = usize::try_from(at.offset).map_err(|_| "it reads outside an object".to_string())?;
        let range = start.checked_add(bytes).and_then(|end| source.bytes.get(start..end));
        let bytes = range.ok_or_else(|| "it reads outside an object".to_string())?.to_vec();
        let (from, to) = (start as u64, (start + bytes.len()) as u64);
        let mut pointers = BTreeMap::new();
        pointers.extend(source.pointers.range(from..to).map(|(o, p)| (o - from, *p)));
        Ok(Object { bytes, pointers })
    }

    fn copy_bytes(&mut self, to: &hir::Expr, from: &hir::Expr, bytes: &hir::Expr) -> Result<Value> {
        let to = self.scalar(to)?;
        let (from, bytes) = self.range(from, bytes)?;
        let Value::Pointer(at) = to else { return Err("it is not an address".into()) };
        if bytes > 0 {
            let copied = self.bytes_at(from, bytes)?;
            self.copy_in(copied, at)?;
        }
        Ok(to)
    }

    fn set_bytes(&mut self, to: &hir::Expr, byte: &hir::Expr, bytes: &hir::Expr) -> Result<Value> {
        let Value::Int(byte) = self.scalar(byte)? else { return Err("it is not a number".into()) };
        let (at, bytes) = self.range(to, bytes)?;
        if bytes > 0 {
            let size = bytes as u64;
            self.clear(at, size)?;
            self.copy_in(Object { bytes: vec![byte as u8; bytes], ..Object::default() }, at)?;
        }
        Ok(Value::Pointer(at))
    }

    fn compare_bytes(&mut self, one: &hir::Expr, other: &hir::Expr, bytes: &hir::Expr) -> Result<Value> {
        let Value::Pointer(one) = self.scalar(one)? else { return Err("it is not an address".into()) };
        let (other, bytes) = self.range(other, bytes)?;
        let (one, other) = (self.bytes_at(one, bytes)?, self.bytes_at(other, bytes)?);
        Ok(Value::Int(one.bytes.cmp(&other.bytes) as i128))
    }

    fn length(&mut self, text: &hir::Expr) -> Result<Value> {
        let Value::Pointer(at) = self.scalar(text)? else { return Err("it is not an address".into()) };
        let source = self.source(at.base)?;
        let start = usize::try_from(at.offset).map_err(|_| "it reads outside an object".to_string())?;
        let end = source.bytes.get(start..).and_then(|bytes| bytes.iter().position(|b| *b == 0));
        let length = end.ok_or_else(|| "it reads outside an object".to_string())?;
        self.spend(length as u64 / super::allocation::BYTES_OF_STEP)?;
        Ok(Value::Int(length as i128))
    }

    /// Makes so many bytes zero.
    pub(super) fn clear(&mut self, at: Pointer, bytes: u64) -> Result<()> {
        if let Base::Object(i) = at.base
            && let Some(bytes) = self.objects[i].bytes.get_mut(at.offset as usize..at.offset as usize + bytes as usize)
        {
            bytes.fill(0);
            let (start, end) = (at.offset as u64, at.offset as u64 + bytes.len() as u64);
            self.objects[i].pointers.retain(|at, _| *at < start || *at >= end);
        }
        Ok(())
    }
}

/// The order of addresses of different objects, which the library asks for where text may be a container's own.
pub(super) fn apart(op: BinaryOp, a: Pointer, b: Pointer) -> Option<bool> {
    let place = |p: Pointer| match p.base {
        Base::Nothing => (0, 0),
        Base::Function(f) => (1, u64::from(f.0)),
        Base::Global(id) => (2, u64::from(id.0)),
        Base::Local(frame, id) => (3, u64::from(frame) << 32 | u64::from(id.0)),
        Base::Object(i) => (4, i as u64),
    };
    let (a, b) = (place(a), place(b));
    match op {
        _ if a == b => None,
        BinaryOp::Lt | BinaryOp::Le => Some(a < b),
        BinaryOp::Gt | BinaryOp::Ge => Some(a > b),
        _ => None,
    }
}
