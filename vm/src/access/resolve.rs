//! What a lane's address means: the allocation or variable that its root pointer, or else the address, lies in.

use super::{generic, own};
use crate::call::Stop;
use crate::decode::code::{Access, Root};
use crate::decode::side::{is_device, is_host};
use crate::exec::cluster;
use crate::exec::engine::AccessContext;
use crate::exec::engine::{Cache, Engine, Repeat};
use crate::exec::warp::{NOBODY, Point};
use crate::finding::Thread;
use crate::memory::{self, Allocation, AllocationKind, LOCAL, PARAM, SHARED, STATE_WINDOW, Side, Violation, ViolationKind, Window};
use crate::report;
use kern_ir::{Sem, Space};
use std::ops::Range;

/// Wrong accesses after which a launch ends: a loop over them may be as long as the address space.
const MOST_WRONG: u64 = 1 << 20;

impl<const L: usize> Engine<'_, '_, L> {
    /// The pointer for one lane's access of `bytes` at `address` (in the access's space), `None` if it is wrong:
    /// then it has been reported.
    pub(crate) fn resolve(
        &mut self,
        context: &mut AccessContext<L>,
        access: &Access,
        address: u64,
        lane: usize,
        bytes: u64,
        kind: memory::Access,
    ) -> Result<Option<*mut u8>, Stop> {
        let generic = generic(access.space, address);
        let root = self.root(context, access, lane);
        if is_device(L)
            && self.frame.clusters.is_some()
            && let Some(place) = cluster::place(root.unwrap_or(generic))
        {
            return self.resolve_in_cluster(context, place, generic, lane, bytes, kind);
        }
        if is_device(L)
            && let Some(pointer) = self.find_for_kernel(context, access, root.unwrap_or(generic), generic, bytes, kind)
        {
            return Ok(Some(pointer));
        }
        if is_host(L)
            && access.space == Space::Generic
            && let Some((base, size, pointer)) = self.find_plainly(root.unwrap_or(address), address, bytes, kind != memory::Access::Read)
        {
            let origin = pointer.wrapping_sub(address as usize);
            self.keep(context, access, Cache { base, size, origin, writable: kind != memory::Access::Read });
            return Ok(Some(pointer));
        }
        if is_host(L) && root.is_some_and(|root| self.repeats((context.point.0, access.site), root, address, bytes)) {
            return Ok(None);
        }
        let decided = self.decide_wrapped(context, access, generic, root, lane, bytes, kind);
        match decided {
            Ok(pointer) => Ok(Some(pointer)),
            Err(violation) => {
                self.violation(context, lane, &violation)?;
                if let Some(root) = root.filter(|_| is_host(L)) {
                    self.note_repeat(context, access.site, root, &violation);
                }
                Ok(None)
            }
        }
    }

    /// The address that a lane's access is computed from, if that is known.
    fn root(&self, context: &AccessContext<L>, access: &Access, lane: usize) -> Option<u64> {
        match access.root {
            Root::Address => None,
            Root::Register(slot) => {
                let root = context.registers.lane::<u64>(slot, lane);
                Some(if access.space != Space::Generic && root < STATE_WINDOW { self::generic(access.space, root) } else { root })
            }
            Root::Slot(slot) => {
                let activation = context.warp.activation(context.activation);
                let base = activation.local_base + activation.code.locals[slot as usize].offset;
                Some(if is_host(L) { base } else { LOCAL + base })
            }
            Root::Shared(variable) => self.frame.shared_offsets.get(variable as usize).map(|&offset| SHARED.wrapping_add(offset)),
            Root::Fixed(base, _) => Some(base),
        }
    }

    /// Whether a lane may not access what it would.
    pub(super) fn is_refused(
        &mut self,
        context: &AccessContext<L>,
        access: &Access,
        address: u64,
        lane: usize,
        bytes: u64,
        kind: memory::Access,
    ) -> bool {
        let generic = generic(access.space, address);
        let root = self.root(context, access, lane);
        if self.frame.clusters.is_some()
            && let Some(place) = cluster::place(root.unwrap_or(generic))
        {
            return self.find_in_cluster(context, place, generic, bytes, kind).is_err();
        }
        is_device(L)
            && self.find_for_kernel(context, access, root.unwrap_or(generic), generic, bytes, kind).is_none()
            && self.decide_wrapped(context, access, generic, root, lane, bytes, kind).is_err()
    }

    /// As [`Self::decide`]. Addresses of shared memory have 32 bits on the device: `p[~i]` with an unsigned `i` goes back.
    fn decide_wrapped(
        &mut self,
        context: &AccessContext<L>,
        access: &Access,
        address: u64,
        root: Option<u64>,
        lane: usize,
        bytes: u64,
        kind: memory::Access,
    ) -> Result<*mut u8, Violation> {
        match self.decide(context, access, address, root, lane, bytes, kind) {
            Err(violation) if is_device(L) && root.is_some_and(|root| Window::of(root) == Window::Shared) => {
                let low = generic(Space::Shared, address.wrapping_sub(SHARED) & u64::from(u32::MAX));
                self.decide(context, access, low, root, lane, bytes, kind).map_err(|_| violation)
            }
            decided => decided,
        }
    }

    /// Whether an access of host code is wrong as it was when it was last reported; then it is counted.
    pub(crate) fn repeats(&mut self, (function, site): (u32, u32), root: u64, address: u64, bytes: u64) -> bool {
        let known = self.store.repeats.get(function as usize).and_then(|list| *list.get(site as usize)?);
        let Some(Repeat { base, size, is_freed, generations, index }) = known else { return false };
        let memory = &self.machine.memory;
        let offset = address.wrapping_sub(base);
        let is_outside = offset > size || size - offset < bytes;
        let is_same = generations == [memory.generation, memory.stack_generation] && root.wrapping_sub(base) <= size;
        let is_wrong = if is_freed { memory.allocation(root).is_some_and(|a| a.base == base && a.is_freed()) } else { is_outside };
        if is_same && is_wrong {
            self.machine.findings.again(index);
        }
        is_same && is_wrong
    }

    /// Remembers a wrong access that was reported, if it can be told at a glance that it is wrong again.
    fn note_repeat(&mut self, context: &AccessContext<L>, site: u32, root: u64, violation: &Violation) {
        let Some(thing) = &violation.allocation else { return };
        let is_freed = violation.kind == ViolationKind::Freed;
        if !is_freed && violation.kind != ViolationKind::OutOfBounds || root.wrapping_sub(thing.base) > thing.size {
            return;
        }
        let code = report::violation_code(violation, self.side());
        let Some(index) = self.reported(code, context.point, thing.base) else { return };
        let memory = &mut self.machine.memory;
        if Window::of(thing.base) == Window::HostStack {
            memory.note_cached(thing.base);
        }
        let generations = [memory.generation, memory.stack_generation];
        let (function, site) = (context.point.0 as usize, site as usize);
        let repeats = &mut self.store.repeats;
        if repeats.len() <= function {
            repeats.resize_with(function + 1, Vec::new);
        }
        if repeats[function].len() <= site {
            repeats[function].resize(site + 1, None);
        }
        repeats[function][site] = Some(Repeat { base: thing.base, size: thing.size, is_freed, generations, index });
    }

    /// A wrong access of a kernel: the launch will fail, and ends if there were too many.
    pub(super) fn fail_access(&mut self, thread: Option<&Thread>, error: i32) -> Result<(), Stop> {
        self.fail(error);
        if let Some(thread) = thread {
            self.machine.launch_errors.stop(thread);
        }
        self.wrong_accesses += 1;
        if self.wrong_accesses < MOST_WRONG {
            return Ok(());
        }
        self.machine.findings.end_count();
        Err(Stop::Launch(error))
    }

    fn decide(
        &mut self,
        context: &AccessContext<L>,
        access: &Access,
        address: u64,
        root: Option<u64>,
        lane: usize,
        bytes: u64,
        kind: memory::Access,
    ) -> Result<*mut u8, Violation> {
        let wrong = |kind_of, allocation: Option<Allocation>| Violation { kind: kind_of, address, size: bytes, access: kind, allocation };
        // A GPU looks at the alignment before it looks for the memory.
        if is_device(L) && address & (bytes - 1) != 0 && !memory::is_unset(root.unwrap_or(address)) {
            let thing = root.and_then(|root| self.thing_at(context, root)).or_else(|| self.thing_at(context, address));
            return Err(wrong(ViolationKind::Misaligned, thing));
        }
        if Window::of(address) == Window::Null && root.is_none_or(|r| Window::of(r) == Window::Null) {
            return Err(wrong(ViolationKind::Null, None));
        }
        let by_root = root.and_then(|root| self.thing_at(context, root));
        let Some(thing) = by_root.or_else(|| self.thing_at(context, address)) else {
            match root.map(|root| (root, Window::of(root))) {
                Some((_, Window::Null)) => return Err(wrong(ViolationKind::Null, None)),
                Some((root, _)) if memory::is_unset(root) => return Err(wrong(ViolationKind::Unset, None)),
                // Threads pass the end of a variable of the host: it is the pointer that is wrong.
                Some((root, Window::HostStack)) if is_device(L) => {
                    return Err(wrong(ViolationKind::HostPointerInKernel, self.machine.memory.stack_variable(root)));
                }
                _ => {}
            }
            // No allocation has to do with it: the window tells what kind of mistake it is.
            return match self.machine.memory.check(address, bytes, kind, self.side()) {
                Err(violation) => Err(violation),
                Ok(_) => Err(wrong(ViolationKind::Unmapped, None)),
            };
        };
        memory::check_allocation(&thing, address, bytes, kind, self.side()).map_err(|k| wrong(k, Some(thing.clone())))?;
        let pointer = self.pointer(context, address, lane, bytes).ok_or_else(|| wrong(ViolationKind::Unmapped, Some(thing.clone())))?;
        // Nobody tells the device's caches that a host function has returned.
        let mut is_others = is_device(L) && Window::of(address) == Window::HostStack;
        if is_device(L) {
            if memory::is_of_both(&thing) {
                self.machine.memory.touch_whole(thing.base..thing.end(), root.unwrap_or(address), kind);
            }
        } else if self.machine.memory.is_in_use(thing.base, thing.size) {
            // Each access is looked at.
            is_others = true;
            if !self.is_volatile(context.point) {
                // Of what headers do their callers are told.
                let trace = self.trace(context.warp, context.activation, context.point);
                let place = self.machine.place(&trace);
                self.runtime.host_uses(self.machine, [address, bytes], kind, place);
            } else if kind != memory::Access::Write {
                self.runtime.host_hears(self.machine, [address, bytes]);
            }
        }
        let cacheable = !is_others && !matches!(Window::of(address), Window::Local | Window::Shared | Window::Param);
        if cacheable && access.space != Space::Local && access.space != Space::Shared {
            let bias = address.wrapping_sub(own(access.space, address));
            let cache = Cache {
                base: thing.base.wrapping_sub(bias),
                size: thing.size,
                origin: pointer.wrapping_sub((address.wrapping_sub(bias)) as usize),
                writable: !thing.is_const && thing.kind != AllocationKind::ConstVariable,
            };
            self.keep(context, access, cache);
        }
        Ok(pointer)
    }

    /// Whether the access at a point may meet those of others: `volatile`, or of an atomic type.
    fn is_volatile(&self, (function, inst): Point) -> bool {
        let data = self.layout.module.functions.get(function as usize).and_then(|f| f.insts.get(inst as usize));
        data.is_some_and(|data| data.attrs.sem.is_some_and(|sem| sem != Sem::Weak))
    }

    /// Remembers what an access met.
    fn keep(&mut self, context: &AccessContext<L>, access: &Access, cache: Cache) {
        let who = (context.point.0, access.site);
        let known = &mut self.store.caches[who.0 as usize][who.1 as usize];
        let old = if known.size == 0 { Window::Null } else { Window::of(known.base) };
        let now = Window::of(cache.base);
        match old {
            Window::HostHeap if is_host(L) => self.store.heap_caches.remove(known.base, who),
            Window::HostStack if now != Window::HostStack => self.store.stack_caches.retain(|held| *held != who),
            _ => {}
        }
        match now {
            Window::HostStack => {
                self.machine.memory.note_cached(cache.base);
                if old != Window::HostStack {
                    self.store.stack_caches.push(who);
                }
            }
            Window::HostHeap if is_host(L) => self.store.heap_caches.add(cache.base, who),
            _ => {}
        }
        *known = cache;
    }

    /// The memory of a host access that is plainly right: base and size of what its root lies in, and the pointer.
    pub(crate) fn find_plainly(&mut self, root: u64, address: u64, bytes: u64, is_written: bool) -> Option<(u64, u64, *mut u8)> {
        let memory = &mut self.machine.memory;
        let (base, size) = match Window::of(root) {
            Window::HostStack if memory.is_stack_in_use(root) => {
                let (base, size) = memory.stack_range(root)?;
                memory.note_cached(base);
                (base, size)
            }
            Window::HostStack => return None,
            _ => {
                let allocation = memory.allocation(root)?;
                if !allocation.kind.is_for_host() || allocation.is_freed() || (is_written && allocation.is_const) {
                    return None;
                }
                (allocation.base, allocation.size)
            }
        };
        if is_inside(base..base + size, root, address, bytes) && !memory.is_in_use(base, size) {
            Some((base, size, memory.pointer(address, bytes)?))
        } else {
            None
        }
    }

    /// The same for a kernel's access to shared or device memory: the pointer.
    fn find_for_kernel(
        &mut self,
        context: &AccessContext<L>,
        access: &Access,
        root: u64,
        address: u64,
        bytes: u64,
        kind: memory::Access,
    ) -> Option<*mut u8> {
        if !address.is_multiple_of(bytes) {
            return None;
        }
        match Window::of(root) {
            Window::Shared => {
                let (base, size) = self.shared_variable_at(root)?;
                if is_inside(base..base + size, root, address, bytes) { self.pointer(context, address, 0, bytes) } else { None }
            }
            Window::Device if matches!(access.space, Space::Generic | Space::Global) => {
                let memory = &mut self.machine.memory;
                let allocation = memory.allocation(root)?;
                memory::check_allocation(allocation, address, bytes, kind, Side::Device).ok()?;
                let (base, size, is_both) = (allocation.base, allocation.size, memory::is_of_both(allocation));
                let writable = !allocation.is_const && allocation.kind != AllocationKind::ConstVariable;
                if is_both {
                    memory.touch_whole(base..base + size, root, kind);
                }
                let pointer = memory.pointer(address, bytes)?;
                let origin = pointer.wrapping_sub(address as usize);
                self.keep(context, access, Cache { base, size, origin, writable });
                Some(pointer)
            }
            _ => None,
        }
    }

    /// Pointer to mapped bytes at a generic address of a lane.
    pub(crate) fn pointer(&self, context: &AccessContext<L>, address: u64, lane: usize, bytes: u64) -> Option<*mut u8> {
        let inside = |list: &[u8], offset: u64| {
            let end = offset.checked_add(bytes)?;
            (end <= list.len() as u64).then(|| list.as_ptr().cast_mut().wrapping_add(offset as usize))
        };
        match Window::of(address) {
            Window::Shared => inside(&context.barriers.shared, address - SHARED),
            Window::Local => {
                let offset = address - LOCAL;
                let in_lane = offset.checked_add(bytes)? <= context.warp.local_stride;
                if in_lane { inside(&context.warp.local, offset + lane as u64 * context.warp.local_stride) } else { None }
            }
            Window::Param => inside(&self.frame.params, address - PARAM),
            _ => self.machine.memory.pointer(address, bytes),
        }
    }

    /// The allocation or variable at a generic address.
    pub(crate) fn thing_at(&self, context: &AccessContext<L>, address: u64) -> Option<Allocation> {
        let variable = |base: u64, size: u64, kind, info: Option<&kern_ir::VarInfo>| Allocation {
            base,
            size,
            kind,
            name: info.filter(|i| !i.name.is_empty()).map(|i| i.name.as_str().into()),
            element_size: info.filter(|i| i.element_count > 0).map_or(0, |i| i.element_size),
            is_const: kind == AllocationKind::Parameter,
            ..Allocation::NOTHING
        };
        match Window::of(address) {
            Window::Shared => {
                let offset = address - SHARED;
                let at = self.frame.shared_map.partition_point(|v| v.0 <= offset).checked_sub(1)?;
                let &(base, size, id) = self.frame.shared_map.get(at)?;
                let data = &self.layout.module.globals[id as usize];
                let mut found = variable(SHARED + base, size, AllocationKind::Shared, Some(&data.info));
                if data.is_dynamic_shared {
                    found.element_size = data.info.element_size;
                }
                (offset < base + size || offset == base).then_some(found)
            }
            Window::Param => Some(variable(PARAM, self.frame.params.len() as u64, AllocationKind::Parameter, None)),
            Window::HostStack if is_host(L) => {
                self.machine.memory.stack_variable(address).filter(|_| self.machine.memory.is_stack_in_use(address))
            }
            Window::Local => {
                if is_host(L) {
                    return None;
                }
                let position = address - LOCAL;
                let mut next = context.activation;
                while next != NOBODY {
                    let activation = context.warp.activation(next);
                    let within = position.checked_sub(activation.local_base).filter(|&o| o < activation.code.frame);
                    if let Some(offset) = within {
                        let at = activation.code.locals.partition_point(|l| l.offset <= offset).checked_sub(1)?;
                        let local = &activation.code.locals[at];
                        let is_inside = offset < local.offset + local.size || offset == local.offset;
                        return is_inside.then(|| Allocation {
                            name: local.name.clone(),
                            element_size: local.element_size,
                            ..variable(LOCAL + activation.local_base + local.offset, local.size, AllocationKind::Local, None)
                        });
                    }
                    next = activation.parent;
                }
                None
            }
            _ if is_host(L) => self.machine.memory.allocation(address).cloned(),
            _ => self.machine.memory.for_device(address),
        }
    }

    /// Reports a wrong access of a lane.
    pub(crate) fn violation(&mut self, context: &AccessContext<L>, lane: usize, violation: &Violation) -> Result<(), Stop> {
        let code = report::violation_code(violation, self.side());
        let thing = violation.allocation.as_ref().map_or(0, |a| a.base);
        let thread = self.thread(context.warp, context.barriers, lane);
        self.report_about(code, context.point, (thing, thread), |engine| engine.report_violation(context, lane, violation));
        if self.side() == Side::Device {
            return self.fail_access(thread.as_ref(), report::violation_error(violation));
        }
        match violation.kind {
            ViolationKind::OutOfBounds | ViolationKind::Freed | ViolationKind::Misaligned | ViolationKind::DeadStack => Ok(()),
            _ => Err(Stop::Fault(139)),
        }
    }
}

/// Bytes at an address lie in a range, and so does the pointer that the address was computed from, or it is the range's end.
pub(crate) fn is_inside(range: Range<u64>, root: u64, address: u64, bytes: u64) -> bool {
    let size = range.end - range.start;
    size >= bytes && address.wrapping_sub(range.start) <= size - bytes && root.wrapping_sub(range.start) <= size
}
