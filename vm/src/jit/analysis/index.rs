//! Varying addresses as their programs compute them: bases, and an index of 32 bits that is extended and scaled.

use super::*;
use kern_ir::analysis::{Dominators, Loops, def_blocks};
use kern_ir::{Cfg, Opcode, RegType};

impl<const L: usize> Plan<'_, L> {
    /// An address as uniform bases plus an extended and scaled 32-bit index, if it was computed so.
    pub(crate) fn wide_form(&self, address: Value) -> Option<WideForm> {
        if self.shape(address).is_affine() || self.func.ty(address) != RegType::B64 {
            return None;
        }
        let mut form = WideForm { bases: Vec::new(), index: address, scale: 1, signed: true };
        let mut next = address;
        for _ in 0..16 {
            if self.outlives_loop[next.index()] {
                return None;
            }
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
}

/// By value: whether it is used behind a loop in which it is computed.
pub(super) fn outlive_loops(func: &Function) -> Vec<bool> {
    let cfg = Cfg::new(func);
    let loops = Loops::new(&cfg, &Dominators::new(func, &cfg));
    if !loops.is_reducible() {
        return vec![true; func.values.len()];
    }
    let defined = def_blocks(func);
    let mut outlives = vec![false; func.values.len()];
    for (block, _, data) in func.iter_insts() {
        for &value in data.args.iter().chain(data.targets().iter().flat_map(|target| &target.args)) {
            let inside = defined[value.index()].and_then(|from| loops.innermost(from));
            outlives[value.index()] |= inside.is_some_and(|id| !loops.contains(id, block));
        }
    }
    outlives
}

/// See [`Plan::wide_form`].
pub(crate) struct WideForm {
    pub(crate) bases: Vec<Value>,
    pub(crate) index: Value,
    pub(crate) scale: u64,
    pub(crate) signed: bool,
}
