//! Objects during an evaluation: reading, writing and copying their bytes and pointers.
//!
//! Only objects that the evaluation made may be written; constants of the program may be read.

use super::arithmetic::{f64_to_half, half_to_f64};
use super::{Base, Evaluator, Object, Pointer, Result, Value, Why};
use crate::hir::{self, GlobalId, GlobalInit, LocalId, SymbolRef, Type, TypeId};
use crate::sema::Sema;
use crate::sema::entity::Scalar;
use std::collections::BTreeMap;

pub(super) fn decode(sema: &Sema, bytes: &[u8], ty: TypeId) -> Result<Scalar> {
    let int = |signed: bool| {
        let mut n: i128 = 0;
        for b in bytes.iter().rev() {
            n = n << 8 | i128::from(*b);
        }
        let bits = bytes.len() * 8;
        if signed && bits < 128 && bits > 0 && n >> (bits - 1) != 0 { n - (1i128 << bits) } else { n }
    };
    let array = |n: usize| -> Option<u64> { bytes.get(..n).map(|b| b.iter().rev().fold(0u64, |a, x| a << 8 | u64::from(*x))) };
    Ok(match sema.ty(ty) {
        Type::Bool => Scalar::Int(int(false)),
        Type::Int(i) => Scalar::Int(int(i.is_signed())),
        Type::Enum(e) => Scalar::Int(int(sema.types.enumeration(*e).underlying.is_signed())),
        Type::F32 => Scalar::Float(f64::from(f32::from_bits(array(4).unwrap_or(0) as u32))),
        Type::F64 | Type::LongDouble => Scalar::Float(f64::from_bits(array(8).unwrap_or(0))),
        Type::F16 => Scalar::Float(half_to_f64(array(2).unwrap_or(0) as u16)),
        Type::Pointer(_) | Type::NullPtr | Type::Reference { .. } => Scalar::Int(int(false)),
        _ => return Err("it is not a scalar".into()),
    })
}

impl Evaluator<'_, '_> {
    pub(super) fn fresh(&mut self, size: u64) -> usize {
        self.objects.push(Object { bytes: vec![0; size as usize], pointers: BTreeMap::new() });
        self.objects.len() - 1
    }

    /// A member of the closure whose body is being checked, if it captured a constant: its value is known although the
    /// closure's is not. Of another object that it captured only where that is.
    pub(super) fn captured_constant(&mut self, object: &hir::Expr, field: u32) -> Option<Pointer> {
        if !self.calls.is_empty() {
            return None;
        }
        let closure = self.sema.frames.last()?.closure.filter(|c| self.sema.class_of(object.ty) == Some(*c))?;
        let info = self.sema.closures.get(&closure)?;
        let (captured, _) = info.fields.iter().find(|(_, index)| **index == field)?;
        let mut at = match self.sema.constant_objects.get(captured) {
            Some(constant) => {
                self.objects.push((**constant).clone());
                Pointer { base: Base::Object(self.objects.len() - 1), offset: 0 }
            }
            None if info.objects.contains(&field) => Pointer { base: Base::Local(captured.0, captured.1), offset: 0 },
            None => return None,
        };
        let ty = self.sema.types.class(closure).fields.get(field as usize)?.ty.ty;
        if matches!(self.sema.ty(ty), Type::Reference { .. }) {
            let mut reference = Object { bytes: vec![0; 8], pointers: BTreeMap::new() };
            reference.pointers.insert(0, at);
            self.objects.push(reference);
            at = Pointer { base: Base::Object(self.objects.len() - 1), offset: 0 };
        }
        Some(at)
    }

    fn from_scalar(s: Scalar) -> Value {
        match s {
            Scalar::Int(n) => Value::Int(n),
            Scalar::Float(x) => Value::Float(x),
        }
    }

    /// The object that a pointer points into, for reading.
    pub(super) fn source(&mut self, base: Base) -> Result<Object> {
        match base {
            Base::Object(i) => Ok(self.objects[i].clone()),
            Base::Global(id) => self.global_object(id),
            Base::Local(frame, id) => Err(self.unknown_value(frame, id)),
            _ => Err("it reads through an address that is no object's".into()),
        }
    }

    fn unknown_value(&self, frame: u32, id: LocalId) -> Why {
        match self.sema.name_of_local(frame, id) {
            name if name.is_empty() => "it reads a variable".into(),
            name => format!("the value of `{name}` is known only at run time").into(),
        }
    }

    fn global_object(&mut self, id: GlobalId) -> Result<Object> {
        if let Some(&v) = self.sema.var_of_global.get(&id) {
            self.sema.settle(v);
        }
        let g = &self.sema.globals[id.0 as usize];
        let name = g.name.clone();
        if !(g.ty.is_const || g.space == hir::GlobalSpace::Both) || g.ty.is_volatile {
            return Err(format!("`{name}` is not a constant").into());
        }
        let size = self.sema.types.size_of(g.ty.ty) as usize;
        match &self.sema.globals[id.0 as usize].init {
            GlobalInit::Zero
                if size <= 1 << 24
                    && (self.sema.globals[id.0 as usize].name.is_empty()
                        || self
                            .sema
                            .var_of_global
                            .get(&id)
                            .is_none_or(|v| self.sema.vars[v.0 as usize].is_defined && !self.sema.vars[v.0 as usize].is_extern)) =>
            {
                Ok(Object { bytes: vec![0; size], pointers: BTreeMap::new() })
            }
            GlobalInit::Bytes { bytes, relocations } => {
                let mut object = Object { bytes: bytes.clone(), pointers: BTreeMap::new() };
                for (offset, symbol, added) in relocations {
                    let base = match symbol {
                        SymbolRef::Global(g) => Base::Global(*g),
                        SymbolRef::Function(f) => Base::Function(*f),
                    };
                    object.pointers.insert(*offset, Pointer { base, offset: *added });
                }
                Ok(object)
            }
            _ => Err(format!("the value of `{name}` is known only at run time").into()),
        }
    }

    pub(super) fn load(&mut self, p: Pointer, ty: TypeId) -> Result<Value> {
        let size = self.sema.types.size_of(ty) as usize;
        let offset = usize::try_from(p.offset).map_err(|_| "it reads outside an object".to_string())?;
        let is_pointer = matches!(self.sema.ty(ty), Type::Pointer(_) | Type::NullPtr | Type::Reference { .. });
        let global;
        let object = match p.base {
            Base::Object(i) => &self.objects[i],
            Base::Global(_) => {
                global = self.source(p.base)?;
                &global
            }
            Base::Local(frame, id) => return Err(self.unknown_value(frame, id)),
            _ => return Err("it reads through an address that is no object's".into()),
        };
        if is_pointer && let Some(q) = object.pointers.get(&(offset as u64)) {
            return Ok(Value::Pointer(*q));
        }
        let Some(bytes) = object.bytes.get(offset..offset + size) else { return Err("it reads outside an object".into()) };
        if !is_pointer && object.pointers.range(offset as u64..(offset + size) as u64).next().is_some() {
            return Err("it reads an address as a number".into());
        }
        let bytes = bytes.to_vec();
        let s = decode(self.sema, &bytes, ty)?;
        if is_pointer && let Scalar::Int(n) = s {
            return Ok(Value::Pointer(Pointer { base: Base::Nothing, offset: n as i64 }));
        }
        Ok(Self::from_scalar(s))
    }

    pub(super) fn store(&mut self, p: Pointer, ty: TypeId, v: Value) -> Result<()> {
        let Base::Object(i) = p.base else { return Err("it changes an object that outlives the evaluation".into()) };
        let size = self.sema.types.size_of(ty) as usize;
        let offset = usize::try_from(p.offset).map_err(|_| "it writes outside an object".to_string())?;
        let kind = self.sema.ty(ty).clone();
        let object = &mut self.objects[i];
        let Some(slot) = object.bytes.get_mut(offset..offset + size) else { return Err("it writes outside an object".into()) };
        object.pointers.remove(&(offset as u64));
        match v {
            Value::Int(n) => {
                let n = if matches!(kind, Type::Bool) { i128::from(n != 0) } else { n };
                slot.copy_from_slice(&n.to_le_bytes()[..size]);
            }
            Value::Float(x) => match kind {
                Type::F32 => slot.copy_from_slice(&(x as f32).to_bits().to_le_bytes()),
                Type::F16 => slot.copy_from_slice(&f64_to_half(x).to_le_bytes()),
                _ => slot[..8].copy_from_slice(&x.to_bits().to_le_bytes()),
            },
            Value::Pointer(q) if q.base == Base::Nothing => slot.copy_from_slice(&q.offset.to_le_bytes()[..size.min(8)]),
            Value::Pointer(q) => {
                object.pointers.insert(offset as u64, q);
            }
        }
        Ok(())
    }

    pub(super) fn copy_in(&mut self, from: Object, to: Pointer) -> Result<()> {
        let Base::Object(i) = to.base else { return Err("it changes an object that outlives the evaluation".into()) };
        let offset = usize::try_from(to.offset).map_err(|_| "it writes outside an object".to_string())?;
        let n = from.bytes.len();
        let object = &mut self.objects[i];
        let Some(slot) = object.bytes.get_mut(offset..offset + n) else { return Err("it writes outside an object".into()) };
        slot.copy_from_slice(&from.bytes);
        let (start, end) = (offset as u64, (offset + n) as u64);
        object.pointers.retain(|at, _| *at < start || *at >= end);
        for (at, p) in from.pointers {
            object.pointers.insert(at + start, p);
        }
        Ok(())
    }
}
