//! What a lane's address means: the allocation or variable that its root pointer, or else the address, lies in.

use super::{Scene, generic, own};
use crate::host::Thread;
use crate::interp::barrier::Ledger;
use crate::interp::code::{Access, Root};
use crate::interp::engine::{Cache, Engine};
use crate::interp::warp::{NOBODY, Warp};
use crate::memory::{self, Allocation, AllocationKind, LOCAL, PARAM, SHARED, STATE_WINDOW, Side, Violation, ViolationKind, Window};
use crate::report;
use crate::runtime::Stop;
use kern_ir::Space;

/// Wrong accesses after which a launch ends: a loop over them may be as long as the address space.
const MOST_WRONG: u64 = 1 << 20;

impl<const L: usize> Engine<'_, '_, L> {
    /// The pointer for one lane's access of `bytes` at `address` (in the access's space), `None` if it is wrong:
    /// then it has been reported.
    pub(crate) fn resolve(
        &mut self,
        scene: &mut Scene<L>,
        access: &Access,
        address: u64,
        lane: usize,
        bytes: u64,
        kind: memory::Access,
    ) -> Result<Option<*mut u8>, Stop> {
        let generic = generic(access.space, address);
        let root = match access.root {
            Root::Address => None,
            Root::Register(slot) => {
                let root = scene.registers.lane::<u64>(slot, lane);
                Some(if access.space != Space::Generic && root < STATE_WINDOW { self::generic(access.space, root) } else { root })
            }
            Root::Slot(slot) => {
                let activation = scene.warp.activation(scene.activation);
                let base = activation.local_base + activation.code.locals[slot as usize].offset;
                Some(if L == 1 { base } else { LOCAL + base })
            }
            Root::Shared(variable) => self.frame.shared_offsets.get(variable as usize).map(|&offset| SHARED.wrapping_add(offset)),
            Root::Fixed(base, _) => Some(base),
        };
        if L == 1
            && access.space == Space::Generic
            && let Some((base, size, pointer)) = self.find_plainly(root.unwrap_or(address), address, bytes, kind != memory::Access::Read)
        {
            let origin = pointer.wrapping_sub(address as usize);
            self.keep(scene, access, Cache { base, size, origin, writable: kind != memory::Access::Read });
            return Ok(Some(pointer));
        }
        match self.decide(scene, access, generic, root, lane, bytes, kind) {
            Ok(pointer) => Ok(Some(pointer)),
            Err(violation) => self.violation(scene, lane, &violation).map(|()| None),
        }
    }

    fn decide(
        &mut self,
        scene: &Scene<L>,
        access: &Access,
        address: u64,
        root: Option<u64>,
        lane: usize,
        bytes: u64,
        kind: memory::Access,
    ) -> Result<*mut u8, Violation> {
        let wrong = |kind_of, allocation: Option<Allocation>| Violation { kind: kind_of, address, size: bytes, access: kind, allocation };
        if Window::of(address) == Window::Null && root.is_none_or(|r| Window::of(r) == Window::Null) {
            return Err(wrong(ViolationKind::Null, None));
        }
        let by_root = root.and_then(|root| self.thing_at(scene, root));
        let Some(thing) = by_root.or_else(|| self.thing_at(scene, address)) else {
            // No allocation has to do with it: the window tells what kind of mistake it is.
            return match self.machine.memory.check(address, bytes, kind, self.side()) {
                Err(violation) => Err(violation),
                Ok(_) => Err(wrong(ViolationKind::Unmapped, None)),
            };
        };
        memory::check_allocation(&thing, address, bytes, kind, self.side()).map_err(|k| wrong(k, Some(thing.clone())))?;
        if L > 1 && address & (bytes - 1) != 0 {
            return Err(wrong(ViolationKind::Misaligned, Some(thing)));
        }
        let pointer = self.pointer(scene, address, lane, bytes).ok_or_else(|| wrong(ViolationKind::Unmapped, Some(thing.clone())))?;
        let cacheable = !matches!(Window::of(address), Window::Local | Window::Shared | Window::Param);
        if cacheable && access.space != Space::Local && access.space != Space::Shared {
            let bias = address.wrapping_sub(own(access.space, address));
            let cache = Cache {
                base: thing.base.wrapping_sub(bias),
                size: thing.size,
                origin: pointer.wrapping_sub((address.wrapping_sub(bias)) as usize),
                writable: !thing.is_const && thing.kind != AllocationKind::ConstVariable,
            };
            self.keep(scene, access, cache);
        }
        Ok(pointer)
    }

    /// Remembers what an access met.
    fn keep(&mut self, scene: &Scene<L>, access: &Access, cache: Cache) {
        let known = &mut self.store.caches[scene.point.0 as usize][access.site as usize];
        if Window::of(cache.base) == Window::HostStack {
            self.machine.memory.note_cached(cache.base);
            if known.size == 0 || Window::of(known.base) != Window::HostStack {
                self.store.stack_caches.push((scene.point.0, access.site));
            }
        }
        *known = cache;
    }

    /// The memory of a host access that is plainly right: base and size of what its root lies in, and the pointer.
    pub(crate) fn find_plainly(&mut self, root: u64, address: u64, bytes: u64, is_written: bool) -> Option<(u64, u64, *mut u8)> {
        let memory = &mut self.machine.memory;
        let (base, size) = match Window::of(root) {
            Window::HostStack if root >= memory.host_stack_top => {
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
        let is_inside = size >= bytes && address.wrapping_sub(base) <= size - bytes && root - base <= size;
        if is_inside { Some((base, size, memory.pointer(address, bytes)?)) } else { None }
    }

    /// Pointer to mapped bytes at a generic address of a lane.
    pub(crate) fn pointer(&self, scene: &Scene<L>, address: u64, lane: usize, bytes: u64) -> Option<*mut u8> {
        let inside = |list: &[u8], offset: u64| {
            let end = offset.checked_add(bytes)?;
            (end <= list.len() as u64).then(|| list.as_ptr().cast_mut().wrapping_add(offset as usize))
        };
        match Window::of(address) {
            Window::Shared => inside(&scene.ledger.shared, address - SHARED),
            Window::Local => {
                let offset = address - LOCAL;
                let in_lane = offset.checked_add(bytes)? <= scene.warp.local_stride;
                if in_lane { inside(&scene.warp.local, offset + lane as u64 * scene.warp.local_stride) } else { None }
            }
            Window::Param => inside(&self.frame.params, address - PARAM),
            _ => self.machine.memory.pointer(address, bytes),
        }
    }

    /// The allocation or variable at a generic address.
    fn thing_at(&self, scene: &Scene<L>, address: u64) -> Option<Allocation> {
        let variable = |base: u64, size: u64, kind, info: Option<&kern_ir::VarInfo>| Allocation {
            base,
            size,
            kind,
            name: info.filter(|i| !i.name.is_empty()).map(|i| i.name.as_str().into()),
            element_size: info.filter(|i| i.element_count > 0).map_or(0, |i| i.element_size),
            is_const: kind == AllocationKind::Parameter,
            allocated: None,
            freed: None,
        };
        match Window::of(address) {
            Window::Shared => {
                let offset = address - SHARED;
                let at = self.frame.shared_map.partition_point(|v| v.0 <= offset).checked_sub(1)?;
                let &(base, size, id) = self.frame.shared_map.get(at)?;
                let info = &self.layout.module.globals[id as usize].info;
                (offset < base + size || offset == base).then(|| variable(SHARED + base, size, AllocationKind::Shared, Some(info)))
            }
            Window::Param => Some(variable(PARAM, self.frame.params.len() as u64, AllocationKind::Parameter, None)),
            Window::HostStack => {
                self.machine.memory.stack_variable(address).filter(|_| L == 1 && address >= self.machine.memory.host_stack_top)
            }
            Window::Local => {
                if L == 1 {
                    return None;
                }
                let position = address - LOCAL;
                let mut next = scene.activation;
                while next != NOBODY {
                    let activation = scene.warp.activation(next);
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
            _ => self.machine.memory.allocation(address).cloned(),
        }
    }

    /// Reports a wrong access of a lane.
    pub(crate) fn violation(&mut self, scene: &Scene<L>, lane: usize, violation: &Violation) -> Result<(), Stop> {
        let code = report::violation_code(violation, self.side());
        let trace_of = (scene.activation, scene.point);
        let thread = self.thread(scene.warp, scene.ledger, lane);
        self.report(code, scene.point, |engine| {
            let trace = engine.trace(scene.warp, trace_of.0, trace_of.1);
            report::violation(engine.machine, violation, &trace, thread.as_ref())
        });
        if self.side() == Side::Device {
            let error = report::violation_error(violation);
            self.fail(error);
            self.wrong_accesses += 1;
            return if self.wrong_accesses < MOST_WRONG { Ok(()) } else { Err(Stop::Launch(error)) };
        }
        match violation.kind {
            ViolationKind::OutOfBounds | ViolationKind::Freed | ViolationKind::Misaligned | ViolationKind::DeadStack => Ok(()),
            _ => Err(Stop::Fault(139)),
        }
    }

    /// Coordinates of a lane; `None` on the host.
    pub(crate) fn thread(&self, warp: &Warp<L>, ledger: &Ledger, lane: usize) -> Option<Thread> {
        if L == 1 {
            return None;
        }
        let tid = &self.frame.tids[warp.index as usize];
        Some(Thread { block: ledger.index, thread: [tid[0][lane], tid[1][lane], tid[2][lane]], warp: warp.index, lane: lane as u32 })
    }
}
