//! A split run operation by operation: for observers that want its steps, and for somebody who stops it between two of them.
//!
//! The loop is that of the interpreter, asked for one operation at a time, so that what happens is what always happens. Whether a
//! split runs so is decided once, when it starts to run.

use crate::access::{generic, read_element};
use crate::call::Stop;
use crate::decode::code::{Access, DecodedFunction, Element, OpKind};
use crate::decode::registers::{Mask, Registers, Width, lanes};
use crate::decode::side::is_device;
use crate::exec::barrier::BlockBarriers;
use crate::exec::engine::{Engine, warp_id};
use crate::exec::executor::{Pause, Running};
use crate::exec::warp::{Point, Split, State, Warp};
use crate::instrument::observe::WarpId;
use crate::instrument::step::{Accessed, Elsewhere, LaneValues, StepEvent, Waits};
use crate::memory::{self, Window};
use std::rc::Rc;
use std::sync::Arc;

/// What is known of an operation before it is executed.
struct Before<const L: usize> {
    point: Point,
    code: Rc<DecodedFunction<L>>,
    pc: usize,
    registers: Registers<L>,
    mask: Mask,
    /// Of an access: who accesses what, and what a write finds.
    access: Option<AccessBefore>,
    /// Of a branch that makes lanes diverge, where which of them go; of every branch who takes the first way.
    groups: Vec<(Point, Mask)>,
    taken: Mask,
}

struct AccessBefore {
    access: Access,
    kind: memory::Access,
    addresses: LaneValues,
    found: Vec<LaneValues>,
}

impl<const L: usize> Engine<'_, '_, L> {
    /// Whether a split of the warp that starts to run now does so operation by operation.
    #[inline(always)]
    pub(super) fn is_stepped(&self, warp: &Warp<L>, barriers: &BlockBarriers) -> bool {
        is_device(L) && (self.machine.config.pauses.is_asked() || self.machine.sinks.wanted().steps && self.is_traced(warp, barriers))
    }

    fn is_traced(&self, warp: &Warp<L>, barriers: &BlockBarriers) -> bool {
        let id = warp_id(warp, barriers);
        self.machine.sinks.any(|observer| observer.wants_steps(id))
    }

    /// Runs a split as [`Engine::interpret`] does, one operation after the other.
    ///
    /// # Errors
    /// As there.
    #[cold]
    pub(super) fn run_stepped(&mut self, warp: &mut Warp<L>, barriers: &mut BlockBarriers, run: &mut Running<L>) -> Result<Pause, Stop> {
        let is_traced = self.is_traced(warp, barriers);
        if is_traced {
            self.tell_slice(warp, barriers, run);
        }
        loop {
            if !std::mem::take(&mut self.has_paused) && self.machine.config.pauses.is_asked() {
                warp.splits.push(Split::new(run.activation, run.pc, run.mask, State::Ready));
                return Ok(Pause::Asked);
            }
            if !is_traced {
                match self.run_operations::<true>(warp, barriers, run)? {
                    Pause::Stepped => continue,
                    pause => return Ok(pause),
                }
            }
            self.tell_names(warp, barriers, run);
            let before = self.look_at(run);
            self.machine.findings.take_last();
            let result = self.run_operations::<true>(warp, barriers, run);
            self.tell_step(warp, barriers, run, &before, &result);
            match result? {
                Pause::Stepped => {}
                pause => return Ok(pause),
            }
        }
    }

    fn tell(&mut self, id: WarpId, event: &StepEvent) {
        self.machine.sinks.tell(|observer| observer.step(id, event));
    }

    fn tell_slice(&mut self, warp: &Warp<L>, barriers: &BlockBarriers, run: &Running<L>) {
        let waits = |split: &Split| match split.state {
            State::Ready if split.yielded => Waits::Yielded,
            State::Ready => Waits::Ready,
            State::Barrier(_) => Waits::Barrier,
            State::Sync(_) => Waits::Lanes,
        };
        let ranked = warp.ranked();
        let elsewhere: Vec<Elsewhere> =
            ranked.into_iter().map(|(_, split)| Elsewhere { point: warp.point(split), mask: split.mask, waits: waits(split) }).collect();
        let point = point_at(&run.code, run.pc as usize);
        self.tell(warp_id(warp, barriers), &StepEvent::Slice { point, mask: run.mask, elsewhere: &elsewhere });
    }

    /// Tells which variables have new values where a split is now.
    fn tell_names(&mut self, warp: &Warp<L>, barriers: &BlockBarriers, run: &Running<L>) {
        let code = run.code.clone();
        let first = code.names.partition_point(|name| name.pc < run.pc);
        for name in code.names[first..].iter().take_while(|name| name.pc == run.pc) {
            let values = name.place.map(|(slot, width)| lane_values(run.registers, slot, width));
            let (variable, piece) = (name.variable, name.piece);
            let event = StepEvent::Set { function: code.id, variable, piece, mask: run.mask, values: values.as_ref() };
            self.tell(warp_id(warp, barriers), &event);
        }
    }

    /// What is known of the operation that a split is at.
    fn look_at(&self, run: &Running<L>) -> Before<L> {
        let (code, registers, pc, mask) = (run.code.clone(), run.registers, run.pc as usize, run.mask);
        let op = &code.ops[pc];
        let mut before =
            Before { point: point_at(&code, pc), code: code.clone(), pc, registers, mask, access: None, groups: Vec::new(), taken: mask };
        let target = |edge: u32| point_at(&code, code.start_of(edge) as usize);
        match op.kind {
            OpKind::Load(access) => before.access = Some(self.look_at_access(run, access, memory::Access::Read)),
            OpKind::Store(access) => before.access = Some(self.look_at_access(run, access, memory::Access::Write)),
            OpKind::Atomic(access, ..) => before.access = Some(self.look_at_access(run, access, memory::Access::Atomic)),
            OpKind::Branch(then, otherwise) => {
                before.taken = registers.predicate(op.a) & mask;
                before.groups = vec![(target(then), before.taken), (target(otherwise), mask & !before.taken)];
            }
            OpKind::Switch(first, count) => {
                let indices = registers.read::<u32>(op.a);
                for lane in lanes::<L>(mask) {
                    let to = target(first + indices[lane].min(count - 1));
                    match before.groups.iter_mut().find(|group| group.0 == to) {
                        Some(group) => group.1 |= 1 << lane,
                        None => before.groups.push((to, 1 << lane)),
                    }
                }
                before.taken = before.groups.first().map_or(0, |group| group.1);
            }
            _ => {}
        }
        before.groups.retain(|group| group.1 != 0);
        before
    }

    fn look_at_access(&self, run: &Running<L>, access: u32, kind: memory::Access) -> AccessBefore {
        let access = run.code.accesses[access as usize].clone();
        let own = Self::addresses(run.registers, &access, run.code.ops[run.pc as usize].a);
        let mut addresses = [0; 32];
        lanes::<L>(run.mask).for_each(|lane| addresses[lane] = generic(access.space, own[lane]));
        let mut found = Vec::new();
        let is_global = lanes::<L>(run.mask).all(|lane| !is_of_block(addresses[lane]));
        if kind != memory::Access::Read && is_global {
            for part in 0..u64::from(access.count) {
                let mut values = [0; 32];
                for lane in lanes::<L>(run.mask) {
                    let at = addresses[lane].wrapping_add(part * access.element.size());
                    let pointer = self.machine.memory.pointer(at, access.element.size());
                    // SAFETY: the memory answers pointers to as many mapped bytes as were asked for.
                    values[lane] = pointer.map_or(0, |pointer| unsafe { read_element(pointer, access.element) });
                }
                found.push(values);
            }
        }
        AccessBefore { access, kind, addresses, found }
    }

    /// Tells what an operation did.
    fn tell_step(&mut self, warp: &Warp<L>, barriers: &BlockBarriers, run: &Running<L>, before: &Before<L>, result: &Result<Pause, Stop>) {
        let (id, mask) = (warp_id(warp, barriers), before.mask);
        self.tell(id, &StepEvent::Step { point: before.point, mask });
        if let Some(access) = &before.access {
            self.tell_access(id, before, access);
        }
        if let Some(finding) = self.machine.findings.take_last() {
            let (code, message) = (finding.code.to_string(), finding.message.clone());
            self.tell(id, &StepEvent::Finding { code, message: &message });
        }
        let op = &before.code.ops[before.pc];
        if matches!(op.kind, OpKind::Branch(..) | OpKind::Switch(..)) {
            self.tell(id, &StepEvent::Branch { mask, taken: before.taken });
            if before.groups.len() > 1 {
                self.tell(id, &StepEvent::Diverge { groups: &before.groups });
            }
        }
        match (op.kind, result) {
            (OpKind::Bar(_, barrier, _), Ok(_)) => self.tell(id, &StepEvent::Arrive { barrier, mask }),
            (_, Ok(Pause::Ended)) => self.tell(id, &StepEvent::End { mask }),
            _ => {}
        }
        let mut met = Vec::new();
        if matches!(result, Ok(Pause::Stepped)) && run.mask & !mask != 0 {
            met.push((point_at(&run.code, run.pc as usize), run.mask));
        }
        let others = warp.ranked().into_iter().filter(|(_, split)| split.state == State::Ready);
        met.extend(others.map(|(_, split)| (warp.point(split), split.mask)).filter(|at| at.1 & mask != 0 && at.1 & !mask != 0));
        for (point, all) in met {
            self.tell(id, &StepEvent::Reconverge { point, mask: all, joined: all & !mask });
        }
    }

    fn tell_access(&mut self, id: WarpId, before: &Before<L>, at: &AccessBefore) {
        let op = &before.code.ops[before.pc];
        let width = if at.access.element == Element::B64 { Width::Double } else { Width::Word };
        let slots: Vec<u32> = match op.kind {
            OpKind::Atomic(.., atom, _, has_result) => {
                let operands: &[u32] = if atom == kern_ir::AtomOp::Cas { &[op.b, op.c] } else { &[op.b] };
                operands.iter().copied().chain(has_result.then_some(op.d)).collect()
            }
            _ => at.access.registers[..at.access.count as usize].to_vec(),
        };
        let values: Vec<LaneValues> = slots.into_iter().map(|slot| lane_values(before.registers, slot, width)).collect();
        let mut allocations: Vec<(u64, u64, Option<Arc<str>>)> = Vec::new();
        for lane in lanes::<L>(before.mask) {
            let address = at.addresses[lane];
            let is_known = allocations.iter().any(|&(base, size, _)| address.wrapping_sub(base) < size);
            if is_of_block(address) || is_known {
                continue;
            }
            if let Some(allocation) = self.machine.memory.allocation(address) {
                let name = allocation.name.clone().or_else(|| self.machine.memory.pointers.get(&allocation.base).cloned());
                allocations.push((allocation.base, allocation.size, name));
            }
        }
        let accessed: Vec<Accessed> =
            allocations.iter().map(|(base, size, name)| Accessed { base: *base, size: *size, name: name.as_deref() }).collect();
        self.tell(
            id,
            &StepEvent::Memory {
                access: at.kind,
                bytes: at.access.element.size() as u32,
                mask: before.mask,
                addresses: &at.addresses,
                values: &values,
                before: &at.found,
                accessed: &accessed,
            },
        );
    }
}

/// Whether an address lies in memory that is a block's or a thread's own, or in what never changes.
fn is_of_block(address: u64) -> bool {
    matches!(Window::of(address), Window::Shared | Window::Local | Window::Param | Window::Const)
}

fn point_at<const L: usize>(code: &DecodedFunction<L>, pc: usize) -> Point {
    (code.id, code.ops[pc].inst)
}

fn lane_values<const L: usize>(registers: Registers<L>, slot: u32, width: Width) -> LaneValues {
    std::array::from_fn(|lane| registers.bits(slot, width, lane))
}
