//! Accesses to memory: where their addresses come from, which are checked together, which can wait.

use super::*;
use crate::decode::code::Root;
use kern_ir::analysis::remainder;
use kern_ir::{Opcode, RegType, Space, Type, ValueDef};

/// Accesses of a segment through one pointer, at different constant offsets: one check for all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// The operation of the first, which checks.
    pub(crate) first: usize,
    /// Least and greatest offset.
    pub(crate) offsets: (i64, i64),
}

impl<const L: usize> Plan<'_, L> {
    /// Of each instruction, whether it may load from `.local` memory.
    pub(super) fn private_loads(&self) -> Vec<bool> {
        let mut is_private = vec![false; self.func.insts.len()];
        for op in &self.code.ops {
            let OpKind::Load(access) = op.kind else { continue };
            let access = &self.code.accesses[access as usize];
            let is_known = match access.root {
                Root::Fixed(..) | Root::Shared(_) => true,
                Root::Register(slot) => self.value_in[slot as usize].is_some_and(|v| self.parameter(v).is_some()),
                Root::Address => self.parameter(self.func.insts[op.inst as usize].args[0]).is_some(),
                Root::Slot(_) => false,
            };
            is_private[op.inst as usize] = match access.space {
                Space::Generic => !is_known,
                Space::Local => true,
                // Nothing keeps a program from using the address of a local variable in any space.
                _ => !is_known && self.code.frame > 0,
            };
        }
        is_private
    }

    /// The offset of the 64-bit kernel parameter that a value is.
    pub(crate) fn parameter(&self, value: Value) -> Option<u32> {
        let ValueDef::Result(inst, 0) = self.func.def(value) else { return None };
        self.code.ops.iter().find(|op| op.inst == inst.0).and_then(|op| match op.kind {
            OpKind::LoadParam(offset, ty) if ty.size() == 8 => Some(offset),
            _ => None,
        })
    }

    pub(super) fn find_deferred_loads(&mut self) {
        let uses = self.count_uses();
        for segment in &self.segments[self.unit.clone()] {
            for pc in segment.start..segment.end {
                let (OpKind::Load(_), &[result]) = (self.code.ops[pc].kind, &self.inst(pc).results[..]) else { continue };
                if uses[result.index()] != 1 {
                    continue;
                }
                let keeps_memory = |kind: OpKind| {
                    use OpKind::*;
                    matches!(
                        kind,
                        Alu | Divide(_) | Load(_) | Sreg(_) | LoadParam(..) | SharedAddress(_) | SlotAddress(_) | Rebase(_) | Nothing
                    )
                };
                let user = (pc + 1..segment.end).find(|&at| self.inst(at).args.contains(&result));
                self.is_deferred[result.index()] = user.is_some_and(|user| {
                    self.code.ops[user].kind == OpKind::Alu && (pc + 1..user).all(|at| keeps_memory(self.code.ops[at].kind))
                });
            }
        }
    }

    pub(super) fn find_addresses(&mut self) {
        if L == 1 {
            return;
        }
        for segment in &self.segments[self.unit.clone()] {
            // Users come after what they use.
            for pc in (segment.start..segment.end).rev() {
                let &[result] = &self.inst(pc).results[..] else { continue };
                let is_sum = match self.code.ops[pc].kind {
                    OpKind::Rebase(_) => true,
                    OpKind::Alu => matches!(self.inst(pc).op, Opcode::Add | Opcode::Shl | Opcode::Cvt | Opcode::Mul | Opcode::Mad),
                    _ => false,
                };
                let is_varying = self.func.ty(result) == RegType::B64 && !self.shape(result).is_affine();
                let is_needed = |user: usize| {
                    let is_argument = self.inst(user).args.contains(&result);
                    let is_passed = self.moves(user).iter().any(|m| m.2 == result);
                    is_passed || self.has_root(user, result) || is_argument && !self.looks_at_index(user, result)
                };
                if is_sum && is_varying && !self.is_shared[result.index()] && !(pc + 1..segment.end).any(is_needed) {
                    self.addresses.insert(result, pc);
                    for arg in self.inst(pc).args.clone() {
                        // What is computed later must not be loaded later.
                        self.is_deferred[arg.index()] = false;
                    }
                }
            }
        }
    }

    /// Whether the root of an access is this value.
    fn has_root(&self, pc: usize, value: Value) -> bool {
        match self.code.ops[pc].kind {
            OpKind::Load(access) | OpKind::Store(access) | OpKind::Atomic(access, ..) => {
                matches!(self.code.accesses[access as usize].root, Root::Register(slot) if self.value_in[slot as usize] == Some(value))
            }
            _ => false,
        }
    }

    /// Whether an operation uses a value only as an address of which it looks at the index, or to compute one.
    fn looks_at_index(&self, pc: usize, value: Value) -> bool {
        let data = self.inst(pc);
        match self.code.ops[pc].kind {
            OpKind::Load(access) | OpKind::Store(access) | OpKind::Atomic(access, ..) => {
                let access = &self.code.accesses[access as usize];
                let bytes = access.element.size() * u64::from(access.count);
                let is_indexed = !access.narrow_address && self.wide_form(value).is_some_and(|form| form.scale >= bytes);
                is_indexed && data.args[0] == value && !data.args[1..].contains(&value)
            }
            _ => data.results.iter().any(|result| self.addresses.contains_key(result)),
        }
    }

    pub(super) fn find_groups(&mut self) {
        for segment in &self.segments[self.unit.clone()] {
            // By pointer, space, size, and whether it is a store: members with their offsets.
            let mut open: HashMap<(Value, Space, u64, bool), Vec<(usize, i64)>> = HashMap::new();
            let mut done = Vec::new();
            for pc in segment.start..segment.end {
                let (access, is_store) = match self.code.ops[pc].kind {
                    OpKind::Load(access) => (access, false),
                    OpKind::Store(access) => (access, true),
                    // Allocations may come and go.
                    OpKind::CallExtern(_) => {
                        done.extend(open.drain().map(|(key, list)| (key.2, list)));
                        continue;
                    }
                    _ => continue,
                };
                let access = &self.code.accesses[access as usize];
                let address = self.inst(pc).args[0];
                let has_fixed_region = match access.root {
                    Root::Shared(_) | Root::Fixed(..) => true,
                    Root::Register(slot) => self.value_in[slot as usize].is_some_and(|root| self.parameter(root).is_some()),
                    Root::Address => self.parameter(address).is_some(),
                    Root::Slot(_) => false,
                };
                let is_near = access.offset.unsigned_abs() < 1 << 40;
                if is_near && self.shape(address).is_affine() && has_fixed_region && self.constant(address).is_none() {
                    let bytes = access.element.size() * u64::from(access.count);
                    open.entry((address, access.space, bytes, is_store)).or_default().push((pc, access.offset));
                }
            }
            done.extend(open.into_iter().map(|(key, list)| (key.2, list)));
            for (bytes, list) in done.into_iter().filter(|(_, list)| list.len() > 1) {
                let offsets = (list.iter().map(|m| m.1).min().unwrap_or(0), list.iter().map(|m| m.1).max().unwrap_or(0));
                let is_even = list.iter().all(|m| (m.1 - offsets.0) % bytes as i64 == 0);
                if is_even && offsets.1 - offsets.0 < 1 << 30 {
                    self.groups.extend(list.iter().map(|m| (m.0, Group { first: list[0].0, offsets })));
                }
            }
        }
    }

    /// The greatest value that a 32-bit value can have, if it is known and not negative as a signed number.
    pub(crate) fn bound(&self, value: Value) -> Option<u32> {
        let ValueDef::Result(inst, 0) = self.func.def(value) else { return None };
        if let Some(remainder) = remainder(self.func, value).filter(|r| r.ty == Type::U32) {
            return u32::try_from(remainder.divisor - 1).ok().filter(|&bound| bound <= i32::MAX as u32);
        }
        let data = &self.func.insts[inst.index()];
        let constant = data.args.get(1).and_then(|&v| self.constant(v)).map(|c| c as u32);
        let bound = match data.op {
            Opcode::And => constant?,
            Opcode::Rem if !data.ty.is_signed() && data.ty.size() == 4 => constant?.checked_sub(1)?,
            Opcode::Shr if !data.ty.is_signed() && data.ty.size() == 4 => u32::MAX >> constant.filter(|&c| c < 32)?,
            Opcode::Ld if !data.ty.is_signed() && data.ty.size() < 4 => (1 << (8 * data.ty.size())) - 1,
            _ => return None,
        };
        (bound <= i32::MAX as u32).then_some(bound)
    }

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
}

/// See [`Plan::wide_form`].
pub(crate) struct WideForm {
    pub(crate) bases: Vec<Value>,
    pub(crate) index: Value,
    pub(crate) scale: u64,
    pub(crate) signed: bool,
}
