//! Varying addresses as their programs compute them: bases, and an index of 32 bits that is extended and scaled; and indices that differ
//! by the same amount from lane to lane.

use super::*;
use kern_ir::{MulMode, Opcode, RegType};

/// Summands of a [`Linear`] index, at most.
const MOST_TERMS: usize = 6;

impl<const L: usize> Plan<'_, L> {
    /// An address as uniform bases plus an extended and scaled 32-bit index, if it was computed so.
    pub(crate) fn wide_form(&self, address: Value) -> Option<WideForm> {
        if self.shape(address).is_affine() || self.func.ty(address) != RegType::B64 {
            return None;
        }
        let mut form = WideForm { bases: Vec::new(), index: address, scale: 1, signed: true };
        let mut next = address;
        for _ in 0..16 {
            let ValueDef::Result(inst, 0) = self.func.def(next) else { return None };
            let data = &self.func.insts[inst.index()];
            let (a, b) = (data.args.first().copied(), data.args.get(1).copied());
            let scale = |v: Option<Value>| v.and_then(|v| self.constant(v)).filter(|c| c.is_power_of_two() && *c <= 1 << 20);
            match data.op {
                Opcode::Add if data.ty.size() == 8 && !data.ty.is_float() => {
                    let (a, b) = (a?, b?);
                    let (base, rest) = match (self.shape(a).is_uniform(), self.shape(b).is_uniform()) {
                        (true, false) => (a, b),
                        (false, true) => (b, a),
                        _ => return None,
                    };
                    form.bases.push(base);
                    next = rest;
                }
                Opcode::Cvta => {
                    if data.attrs.space.is_some_and(|s| !matches!(s, kern_ir::Space::Global | kern_ir::Space::Generic)) {
                        return None;
                    }
                    next = a?;
                }
                Opcode::Mul if data.attrs.mul == Some(kern_ir::MulMode::Wide) && data.ty.size() == 4 => {
                    form.scale = scale(b)?;
                    (form.index, form.signed) = (a?, data.ty.is_signed());
                    return Some(form);
                }
                Opcode::Mad if data.attrs.mul == Some(kern_ir::MulMode::Wide) && data.ty.size() == 4 => {
                    let base = *data.args.get(2)?;
                    if !self.shape(base).is_uniform() {
                        return None;
                    }
                    form.bases.push(base);
                    form.scale = scale(b)?;
                    (form.index, form.signed) = (a?, data.ty.is_signed());
                    return Some(form);
                }
                Opcode::Shl if data.ty.size() == 8 => {
                    let shift = self.constant(b?)?;
                    if shift > 20 || form.scale != 1 {
                        return None;
                    }
                    form.scale = 1 << shift;
                    next = a?;
                }
                // One that saturates is no extension of negative numbers.
                Opcode::Cvt if data.attrs.sat => return None,
                Opcode::Cvt if data.ty.size() == 8 && data.src_ty.size() == 4 && !data.src_ty.is_float() && !data.ty.is_float() => {
                    (form.index, form.signed) = (a?, data.src_ty.is_signed());
                    return Some(form);
                }
                _ => return None,
            }
            // After a shift only the extension may follow.
            if form.scale != 1 && !matches!(self.func.def(next), ValueDef::Result(i, 0) if self.func.insts[i.index()].op == Opcode::Cvt) {
                return None;
            }
        }
        None
    }

    /// A varying 32-bit value as a sum of affine values times uniform ones, such as `threadIdx.x * n + i`.
    pub(crate) fn linear(&self, value: Value) -> Option<Linear> {
        let mut linear = Linear { terms: Vec::new() };
        (!self.shape(value).is_affine() && self.add_terms(value, 1, &mut linear)).then_some(linear)
    }

    /// Adds `value * factor`; `false` if it is no such sum.
    fn add_terms(&self, value: Value, factor: i32, linear: &mut Linear) -> bool {
        if linear.terms.len() == MOST_TERMS || self.func.ty(value) != RegType::B32 {
            return false;
        }
        if self.shape(value).is_affine() {
            linear.terms.push(Term { value, factor, by: None });
            return true;
        }
        let ValueDef::Result(inst, 0) = self.func.def(value) else { return false };
        let data = &self.func.insts[inst.index()];
        if data.ty.is_float() || data.ty.size() != 4 || data.attrs.sat {
            return false;
        }
        let mut product = |a: Value, b: Value| {
            let (value, by) = if self.shape(b).is_uniform() { (a, b) } else { (b, a) };
            let is_product = self.shape(value).is_affine() && self.shape(by).is_uniform();
            is_product.then(|| linear.terms.push(Term { value, factor, by: Some(by) })).is_some()
        };
        match (data.op, &data.args[..]) {
            (Opcode::Mul, &[a, b]) if data.attrs.mul == Some(MulMode::Lo) => product(a, b),
            (Opcode::Mad, &[a, b, c]) if data.attrs.mul == Some(MulMode::Lo) => product(a, b) && self.add_terms(c, factor, linear),
            (Opcode::Add, &[a, b]) => self.add_terms(a, factor, linear) && self.add_terms(b, factor, linear),
            (Opcode::Sub, &[a, b]) => self.add_terms(a, factor, linear) && self.add_terms(b, factor.wrapping_neg(), linear),
            (Opcode::Shl, &[a, by]) => match self.constant(by) {
                Some(by) if by < 32 => self.add_terms(a, factor.wrapping_shl(by as u32), linear),
                _ => false,
            },
            _ => false,
        }
    }
}

/// An index that is, modulo 2^32, a first one plus a uniform step times the lane's place in its row.
pub(crate) struct Linear {
    pub(crate) terms: Vec<Term>,
}

/// An affine value times a constant and, if there is one, a uniform value.
pub(crate) struct Term {
    pub(crate) value: Value,
    pub(crate) factor: i32,
    pub(crate) by: Option<Value>,
}

/// See [`Plan::wide_form`].
pub(crate) struct WideForm {
    pub(crate) bases: Vec<Value>,
    pub(crate) index: Value,
    pub(crate) scale: u64,
    pub(crate) signed: bool,
}
