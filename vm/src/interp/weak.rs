//! Accesses as [`crate::weak`] has them, where a schedule runs the launch: reads that see old values, writes that come to stand behind
//! others, loads that are deferred.
//!
//! **DeferredLoad loads.** A load that is put off keeps its lanes and its place until an operation of the warp needs its result, changes its
//! address, accesses the same place, or orders memory; or until control moves on. So a load may be done after stores that follow it,
//! and never before a value that its address depends on.

use crate::access::{generic, read_element};
use crate::call::Stop;
use crate::decode::code::{Access, Element, Op, OpKind, Root};
use crate::decode::registers::{Mask, lanes};
use crate::exec::barrier::BlockBarriers;
use crate::exec::engine::{AccessContext, Engine};
use crate::exec::executor::Running;
use crate::exec::schedule::{DeferredLoad, Schedule, who};
use crate::exec::warp::Warp;
use crate::memory::Window;
use crate::weak::Strength;
use kern_ir::{InstData, Opcode, Sem};

/// Whether others may see a place in several states.
fn is_weak(address: u64) -> bool {
    matches!(Window::of(address), Window::Device | Window::HostHeap | Window::HostGlobals)
}

/// A register's value as a load of the element makes it of bytes in memory.
fn extended(element: Element, bits: u64) -> u64 {
    match element {
        Element::S8 => u64::from(bits as u8 as i8 as i32 as u32),
        Element::S16 => u64::from(bits as u16 as i16 as i32 as u32),
        _ => bits,
    }
}

fn cut(element: Element, bits: u64) -> u64 {
    match element.size() {
        1 => bits & 0xff,
        2 => bits & 0xffff,
        4 => bits & 0xffff_ffff,
        _ => bits,
    }
}

impl<const L: usize> Engine<'_, '_, L> {
    fn strength(&self, point: (u32, u32)) -> Strength {
        let data = self.layout.module.functions.get(point.0 as usize).and_then(|f| f.insts.get(point.1 as usize));
        let Some(InstData { op, attrs, .. }) = data else { return Strength::new(None, None, false) };
        let mut strength = Strength::new(attrs.sem, attrs.scope, matches!(op, Opcode::Atom | Opcode::Red));
        // What gives no result acquires nothing (PTX ISA, "Release and Acquire Patterns").
        strength.acquires &= *op != Opcode::Red;
        strength
    }

    /// What lies in memory at a generic address.
    fn bits_at(&self, address: u64, element: Element) -> Option<u64> {
        let pointer = self.machine.memory.pointer(address, element.size())?;
        // SAFETY: the memory answers pointers to as many mapped bytes as were asked for.
        Some(cut(element, unsafe { read_element(pointer, element) }))
    }

    /// A load has been done: lanes may have seen something older.
    #[cold]
    pub(crate) fn read_weakly(&mut self, context: &AccessContext<L>, access: &Access, addresses: &[u64; L]) {
        let strength = self.strength(context.point);
        for part in 0..access.count {
            let register = access.registers[part as usize];
            for lane in lanes::<L>(context.mask) {
                let address = generic(access.space, addresses[lane]).wrapping_add(u64::from(part) * access.element.size());
                if !is_weak(address) {
                    continue;
                }
                let (Some(old), bytes) = (self.bits_at(address, access.element), access.element.size() as u32) else { continue };
                let who = who(context.barriers.number, context.warp.index, lane);
                let Some(Schedule { weak: Some(weak), choices, .. }) = &mut self.schedule else { return };
                let read = weak.read(who, (address, bytes), old, strength, &mut |count| choices.older(count));
                let Some((bits, is_newest)) = read.filter(|read| read.0 != old) else { continue };
                // It may see something else the next time: whoever waits in a loop is not stuck.
                self.effects += u64::from(!is_newest);
                let value = extended(access.element, bits);
                match access.element {
                    Element::B64 => context.registers.set_lane::<u64>(register, lane, value),
                    _ => context.registers.set_lane::<u32>(register, lane, value as u32),
                }
            }
        }
    }

    /// Lanes are about to store; what memory is to hold afterwards where that is not what they store.
    #[cold]
    pub(crate) fn write_weakly(&mut self, context: &AccessContext<L>, access: &Access, addresses: &[u64; L]) -> Vec<(u64, u64)> {
        let strength = self.strength(context.point);
        let mut kept = Vec::new();
        for part in 0..access.count {
            let register = access.registers[part as usize];
            for lane in lanes::<L>(context.mask) {
                let address = generic(access.space, addresses[lane]).wrapping_add(u64::from(part) * access.element.size());
                if !is_weak(address) {
                    continue;
                }
                let Some(old) = self.bits_at(address, access.element) else { continue };
                // A lane before it may have stored to the same place.
                let old = kept.iter().rev().find(|(at, _)| *at == address).map_or(old, |(_, bits)| *bits);
                let value = match access.element {
                    Element::B64 => context.registers.lane::<u64>(register, lane),
                    _ => u64::from(context.registers.lane::<u32>(register, lane)),
                };
                let value = cut(access.element, value);
                let who = who(context.barriers.number, context.warp.index, lane);
                let place = (address, access.element.size() as u32);
                let Some(Schedule { weak: Some(weak), choices, .. }) = &mut self.schedule else { return kept };
                let newest = weak.write(who, place, (old, value), strength, &mut |count| choices.older(count));
                kept.push((address, newest));
            }
        }
        kept
    }

    /// A store has been done: memory holds the newest of each place.
    pub(crate) fn settle_stores(&mut self, access: &Access, kept: &[(u64, u64)]) {
        for &(address, bits) in kept {
            if self.bits_at(address, access.element).is_some_and(|now| now != bits)
                && let Some(pointer) = self.machine.memory.pointer(address, access.element.size())
            {
                // SAFETY: as for `bits_at`; the store was to the same bytes.
                unsafe { crate::access::write_element(pointer, access.element, bits) };
            }
        }
    }

    /// A lane changes `old` at an address in one step: what it sees, and what memory holds then.
    #[cold]
    pub(crate) fn update_weakly(
        &mut self,
        context: &AccessContext<L>,
        (address, lane): (u64, usize),
        element: Element,
        old: u64,
        apply: &mut dyn FnMut(u64) -> Option<u64>,
    ) -> Option<(u64, u64)> {
        let strength = self.strength(context.point);
        let who = who(context.barriers.number, context.warp.index, lane);
        let Some(Schedule { weak: Some(weak), choices, .. }) = self.schedule.as_mut().filter(|_| is_weak(address)) else { return None };
        Some(weak.update(who, (address, element.size() as u32), old, strength, apply, &mut |count| choices.older(count)))
    }

    /// Lanes execute a fence.
    pub(crate) fn fence_weakly(&mut self, warp: &Warp<L>, barriers: &BlockBarriers, data: &InstData, mask: Mask) {
        let Some(Schedule { weak: Some(weak), .. }) = &mut self.schedule else { return };
        let is_sc = !matches!(data.attrs.sem, Some(Sem::AcqRel | Sem::Acquire | Sem::Release));
        let scope = data.attrs.scope.unwrap_or(kern_ir::Scope::Gpu);
        lanes::<L>(mask).for_each(|lane| weak.fence(who(barriers.number, warp.index, lane), is_sc, scope));
    }

    /// Does the loads that were put off and may not be any longer, now that the operation at `run` comes.
    ///
    /// # Errors
    /// As for loads.
    pub(crate) fn settle_loads(&mut self, warp: &mut Warp<L>, barriers: &mut BlockBarriers, run: &Running<L>) -> Result<(), Stop> {
        let Some(schedule) = self.schedule.as_ref().filter(|schedule| !schedule.deferred.is_empty()) else { return Ok(()) };
        let due = |load: &DeferredLoad| load.is_of(barriers.number, warp.index, run.mask) && self.must_come_before(warp, load, run);
        let mut indices: Vec<usize> = (0..schedule.deferred.len()).filter(|&index| due(&schedule.deferred[index])).collect();
        indices.reverse();
        let mut list: Vec<DeferredLoad> = Vec::new();
        if let Some(schedule) = &mut self.schedule {
            list.extend(indices.into_iter().map(|index| schedule.deferred.remove(index)));
        }
        for deferred in list.into_iter().rev() {
            let activation = warp.activation(deferred.activation);
            let (code, registers) = (activation.code.clone(), activation.registers);
            let op = &code.ops[deferred.pc as usize];
            let OpKind::Load(access) = op.kind else { continue };
            let access = &code.accesses[access as usize];
            let mut context = AccessContext {
                warp,
                barriers,
                activation: deferred.activation,
                registers,
                mask: deferred.mask,
                point: (code.id, op.inst),
            };
            let addresses = Self::addresses(registers, access, op.a);
            self.load(&mut context, op, access)?;
            self.read_weakly(&context, access, &addresses);
        }
        Ok(())
    }

    /// Whether loads that were put off come before the operation at `run`.
    pub(crate) fn has_late_loads(&self, warp: &Warp<L>, barriers: &BlockBarriers, run: &Running<L>) -> bool {
        let is_late = |load: &DeferredLoad| load.is_of(barriers.number, warp.index, run.mask) && self.must_come_before(warp, load, run);
        self.schedule.as_ref().is_some_and(|schedule| schedule.deferred.iter().any(is_late))
    }

    /// Whether the operation at `run` may not be done before a load that was put off.
    fn must_come_before(&self, warp: &Warp<L>, deferred: &DeferredLoad, run: &Running<L>) -> bool {
        let op = &run.code.ops[run.pc as usize];
        let code = &warp.activation(deferred.activation).code;
        let load = &code.ops[deferred.pc as usize];
        let OpKind::Load(number) = load.kind else { return true };
        let loaded = &code.accesses[number as usize];
        let data = self.layout.module.functions.get(run.code.id as usize).and_then(|f| f.insts.get(op.inst as usize));
        let orders = data.is_some_and(|data| {
            data.op == Opcode::Fence || matches!(data.attrs.sem, Some(Sem::Acquire | Sem::Release | Sem::AcqRel | Sem::Sc))
        });
        if orders || deferred.activation != run.activation {
            return true;
        }
        // Numbers of 64 bits take two slots: the operation's may begin one ahead of what is loaded.
        let is_near = |slot: u32, other: u32| slot.abs_diff(other) <= 1;
        let is_wide = loaded.element.size() == 8;
        let overlaps = |slot: u32, result: u32| slot == result || slot.wrapping_add(1) == result || is_wide && slot == result + 1;
        let accessed = match op.kind {
            OpKind::Load(access) | OpKind::Store(access) | OpKind::Atomic(access, ..) => Some(&run.code.accesses[access as usize]),
            OpKind::Alu | OpKind::Sreg(_) | OpKind::LoadParam(..) | OpKind::SlotAddress(_) | OpKind::Rebase(_) | OpKind::Nothing => None,
            _ => return true,
        };
        let registers = accessed.map_or(&[][..], |access| &access.registers[..access.count as usize]);
        let result = loaded.registers[0];
        let uses_it = [op.d, op.a, op.b, op.c, op.e].into_iter().chain(registers.iter().copied()).any(|slot| overlaps(slot, result));
        let root = match loaded.root {
            Root::Register(slot) => slot,
            _ => load.a,
        };
        // A store has no destination.
        let destination = (!matches!(op.kind, OpKind::Store(_))).then_some(op.d);
        let written = destination.into_iter().chain(registers.iter().copied().filter(|_| matches!(op.kind, OpKind::Load(_))));
        let changes_address = written.into_iter().any(|slot| is_near(slot, load.a) || is_near(slot, root));
        uses_it || changes_address || accessed.is_some_and(|access| Self::is_same_place(run, (op, access), (load, loaded), deferred.mask))
    }

    fn is_same_place(run: &Running<L>, (op, access): (&Op<L>, &Access), (load, loaded): (&Op<L>, &Access), mask: Mask) -> bool {
        let (here, there) = (Self::addresses(run.registers, access, op.a), Self::addresses(run.registers, loaded, load.a));
        let bytes = access.element.size() * u64::from(access.count);
        lanes::<L>(mask & run.mask).any(|lane| {
            let (a, b) = (generic(access.space, here[lane]), generic(loaded.space, there[lane]));
            a < b.saturating_add(loaded.element.size()) && b < a.saturating_add(bytes)
        })
    }

    /// Whether the load at `run` is put off; then the split is behind it.
    pub(crate) fn puts_off(&mut self, warp: &Warp<L>, barriers: &BlockBarriers, run: &mut Running<L>) -> bool {
        let op = &run.code.ops[run.pc as usize];
        let OpKind::Load(number) = op.kind else { return false };
        let access = &run.code.accesses[number as usize];
        let strength = self.strength((run.code.id, op.inst));
        if access.count != 1 || strength.acquires || access.registers[0].abs_diff(op.a) <= 1 {
            return false;
        }
        let addresses = Self::addresses(run.registers, access, op.a);
        if lanes::<L>(run.mask).any(|lane| !is_weak(generic(access.space, addresses[lane]))) {
            return false;
        }
        let is_contended = self.is_contended(run);
        let Some(schedule) = self.schedule.as_mut().filter(|schedule| schedule.weak.is_some()) else { return false };
        if !schedule.defers_load(is_contended) {
            return false;
        }
        let (block, activation) = (barriers.number, run.activation);
        schedule.deferred.push(DeferredLoad { block, warp: warp.index, activation, pc: run.pc, mask: run.mask });
        run.pc += 1;
        true
    }

    /// Whether the access at `run` is to a place that several threads access, as far as runs before this one have told; notes who
    /// accesses what, for the next.
    pub(crate) fn is_contended(&self, run: &Running<L>) -> bool {
        !self.contended_addresses(run).is_empty()
    }

    /// Those addresses that the access at `run` is to which make it contended.
    pub(crate) fn contended_addresses(&self, run: &Running<L>) -> Vec<u64> {
        let op = &run.code.ops[run.pc as usize];
        let (OpKind::Load(access) | OpKind::Store(access) | OpKind::Atomic(access, ..)) = op.kind else { return Vec::new() };
        let access = &run.code.accesses[access as usize];
        let Some(schedule) = &self.schedule else { return Vec::new() };
        let addresses = Self::addresses(run.registers, access, op.a);
        lanes::<L>(run.mask)
            .map(|lane| generic(access.space, addresses[lane]))
            .filter(|address| schedule.contended.contains(address))
            .collect()
    }

    /// Notes who accesses what.
    pub(crate) fn note_access(&mut self, warp: &Warp<L>, barriers: &BlockBarriers, run: &Running<L>) {
        let op = &run.code.ops[run.pc as usize];
        let (OpKind::Load(access) | OpKind::Store(access) | OpKind::Atomic(access, ..)) = op.kind else { return };
        let access = &run.code.accesses[access as usize];
        let addresses = Self::addresses(run.registers, access, op.a);
        let writes = !matches!(op.kind, OpKind::Load(_));
        let Some(schedule) = &mut self.schedule else { return };
        for lane in lanes::<L>(run.mask) {
            schedule.note(generic(access.space, addresses[lane]), who(barriers.number, warp.index, lane), writes);
        }
    }
}
