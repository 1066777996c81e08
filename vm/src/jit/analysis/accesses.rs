//! Accesses to memory: where their addresses come from, which are checked together, which can wait.

use super::*;
use crate::decode::code::Root;
use crate::decode::side::is_host;
use kern_ir::analysis::remainder;
use kern_ir::{Opcode, RegType, Space, Type, ValueDef};
use std::collections::HashSet;

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
        if is_host(L) {
            return;
        }
        let (users, across_waits) = (self.users(), self.live_across_waits());
        let mut refused = HashSet::new();
        loop {
            self.addresses.clear();
            self.add_addresses(&users, &across_waits, &refused);
            let out_of_reach = self.addresses_out_of_reach();
            if out_of_reach.is_empty() {
                break;
            }
            refused.extend(out_of_reach);
        }
        for pc in self.addresses.values() {
            // What is computed later must not be loaded later.
            self.inst(*pc).args.iter().for_each(|arg| self.is_deferred[arg.index()] = false);
        }
    }

    /// Adds the addresses that nobody but accesses needs, and these for the index only, without those that are refused.
    fn add_addresses(&mut self, users: &HashMap<Value, Vec<usize>>, across_waits: &Set, refused: &HashSet<Value>) {
        let is_whole = self.unit == (0..self.segments.len());
        // Users come after what they use; where they do not, it is computed.
        for pc in self.operations().rev() {
            let &[result] = &self.inst(pc).results[..] else { continue };
            let is_sum = match self.code.ops[pc].kind {
                OpKind::Rebase(_) => true,
                OpKind::Alu => matches!(self.inst(pc).op, Opcode::Add | Opcode::Shl | Opcode::Cvt | Opcode::Mul | Opcode::Mad),
                _ => false,
            };
            let is_varying = self.func.ty(result) == RegType::B64 && !self.shape(result).is_affine() && !self.outlives_loop[result.index()];
            let may_wait = self.is_shared[result.index()] && !(is_whole && !across_waits.contains(result.index()));
            let is_needed = |&user: &usize| {
                let is_passed = self.moves(user).iter().any(|m| m.2 == result);
                is_passed || self.has_root(user, result) || !self.looks_at_index(user, result)
            };
            let is_used = users.get(&result).is_some_and(|users| users.iter().any(is_needed));
            if is_sum && is_varying && !may_wait && !is_used && !refused.contains(&result) {
                self.addresses.insert(result, pc);
            }
        }
    }

    /// Addresses that cannot be computed where they are needed: in another segment than their own what they are computed from is at
    /// hand only if it is computed on demand, too, or the index, which lives as long as they.
    fn addresses_out_of_reach(&self) -> Vec<Value> {
        let mut open: Vec<Value> = self.addresses.keys().copied().filter(|value| self.is_shared[value.index()]).collect();
        let (mut seen, mut found) = (HashSet::new(), Vec::new());
        while let Some(value) = open.pop() {
            if !seen.insert(value) {
                continue;
            }
            let is_wide = |arg: &&Value| self.func.ty(**arg) == RegType::B64 && !self.shape(**arg).is_affine();
            for &arg in self.inst(self.addresses[&value]).args.iter().filter(is_wide) {
                if self.addresses.contains_key(&arg) { open.push(arg) } else { found.push(value) }
            }
        }
        found
    }

    /// The operations that read or pass a varying value of 64 bits.
    fn users(&self) -> HashMap<Value, Vec<usize>> {
        let mut users: HashMap<Value, Vec<usize>> = HashMap::new();
        for pc in self.operations() {
            let moved = self.moves(pc).into_iter().map(|m| m.2);
            let roots = match self.code.ops[pc].kind {
                OpKind::Load(access) | OpKind::Store(access) | OpKind::Atomic(access, ..) => match self.code.accesses[access as usize].root
                {
                    Root::Register(slot) => self.value_in[slot as usize],
                    _ => None,
                },
                _ => None,
            };
            for value in self.inst(pc).args.iter().copied().chain(moved).chain(roots) {
                if self.func.ty(value) == RegType::B64 && !self.shape(value).is_affine() {
                    users.entry(value).or_default().push(pc);
                }
            }
        }
        users
    }

    /// Values that the interpreter's registers must have where lanes wait.
    fn live_across_waits(&self) -> Set {
        let mut live = Set::new(self.func.values.len());
        for segment in self.unit.clone().skip(1) {
            if self.code.ops[self.segments[segment].start - 1].kind.may_wait() {
                live.add(&self.live_in[segment]);
            }
        }
        live
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
}
