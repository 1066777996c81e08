//! Loads and stores.
//!
//! The common case first: all active lanes inside one region (a variable, or the allocation this access met last),
//! decided for all lanes at once. Otherwise each lane is resolved alone: the allocation or variable that holds its
//! *root* pointer decides, then the one that holds the address itself. A wrong access is reported and suppressed.

use super::barrier::Ledger;
use super::code::{Access, Element, Op, Root};
use super::engine::{Cache, Engine};
use super::registers::{Mask, Registers};
use super::warp::{ActivationId, NOBODY, Point, Warp};
use crate::host::Thread;
use crate::memory::{
    self, Allocation, AllocationKind, CONST, HOST_STACK, LOCAL, PARAM, SHARED, STATE_WINDOW, Side, StackVariable, Violation, ViolationKind,
    Window,
};
use crate::observe::MemoryEvent;
use crate::report;
use crate::runtime::Stop;
use kern_ir::{Opcode, Space};

/// Addresses that one pointer may reach, in the numbering of the access's space.
#[derive(Clone, Copy, Debug)]
struct Region {
    base: u64,
    size: u64,
    /// Pointer that address 0 of lane 0 would have.
    origin: *mut u8,
    /// Bytes between the lanes' copies.
    lane_stride: u64,
    writable: bool,
}

/// Where an access is made: what a lane's address means depends on it.
pub(crate) struct Scene<'a, const L: usize> {
    pub(crate) warp: &'a mut Warp<L>,
    pub(crate) ledger: &'a mut Ledger,
    pub(crate) activation: ActivationId,
    pub(crate) registers: Registers<L>,
    pub(crate) mask: Mask,
    pub(crate) point: Point,
}

impl<const L: usize> Engine<'_, '_, L> {
    #[inline(always)]
    pub(crate) fn addresses(registers: Registers<L>, access: &Access, slot: u32) -> [u64; L] {
        let mut addresses = [0u64; L];
        if access.narrow_address {
            let low = registers.read::<u32>(slot);
            for lane in 0..L {
                addresses[lane] = (low[lane] as u64).wrapping_add(access.offset as u64);
            }
        } else {
            let base = registers.read::<u64>(slot);
            for lane in 0..L {
                addresses[lane] = base[lane].wrapping_add(access.offset as u64);
            }
        }
        addresses
    }

    /// The region of an access, if its root or its cache tells.
    #[inline(always)]
    fn region(&mut self, scene: &Scene<L>, access: &Access, function: u32) -> Region {
        const NONE: Region = Region { base: 0, size: 0, origin: std::ptr::null_mut(), lane_stride: 0, writable: false };
        match access.root {
            Root::Address | Root::Register(_) => {
                let cache = self.store.caches[function as usize][access.site as usize];
                Region { base: cache.base, size: cache.size, origin: cache.origin, lane_stride: 0, writable: cache.writable }
            }
            Root::Slot(slot) => {
                let activation = scene.warp.activation(scene.activation);
                let StackVariable { offset, size, .. } = activation.code.locals[slot as usize];
                let base = activation.local_base + offset;
                if L == 1 {
                    let origin = self.machine.memory.host_stack.base().wrapping_sub(HOST_STACK as usize);
                    return Region { base, size, origin, lane_stride: 0, writable: true };
                }
                let bias = match access.space {
                    Space::Local => 0,
                    Space::Generic => LOCAL,
                    _ => return NONE,
                };
                let origin = scene.warp.local.as_ptr().cast_mut().wrapping_sub(bias as usize);
                Region { base: base + bias, size, origin, lane_stride: scene.warp.local_stride, writable: true }
            }
            Root::Shared(variable) => {
                let Some(&offset) = self.frame.shared_offsets.get(variable as usize) else { return NONE };
                let size = self.shared_variable_size(variable, offset);
                let bias = match access.space {
                    Space::Shared => 0,
                    Space::Generic => SHARED,
                    _ => return NONE,
                };
                if offset.checked_add(size).is_none_or(|end| end > scene.ledger.shared.len() as u64) {
                    return NONE;
                }
                let origin = scene.ledger.shared.as_ptr().cast_mut().wrapping_sub(bias as usize);
                Region { base: offset + bias, size, origin, lane_stride: 0, writable: true }
            }
            Root::Fixed(..) => {
                // Resolved once through the slow path, then cached like any other.
                let cache = self.store.caches[function as usize][access.site as usize];
                Region { base: cache.base, size: cache.size, origin: cache.origin, lane_stride: 0, writable: cache.writable }
            }
        }
    }

    pub(crate) fn shared_variable_size(&self, variable: u32, offset: u64) -> u64 {
        let size = self.layout.module.globals[variable as usize].size;
        if self.layout.module.globals[variable as usize].is_dynamic_shared { self.frame.shared_size.saturating_sub(offset) } else { size }
    }

    /// Lanes of `mask` that are not plainly right.
    #[inline(always)]
    fn doubtful(scene: &Scene<L>, access: &Access, region: &Region, addresses: &[u64; L], bytes: u64) -> Mask {
        if region.size < bytes {
            return scene.mask;
        }
        let limit = region.size - bytes;
        let mut wrong = [0u64; L];
        let align = if L == 1 { 0 } else { bytes - 1 };
        for lane in 0..L {
            wrong[lane] = (addresses[lane].wrapping_sub(region.base) > limit) as u64 | (addresses[lane] & align);
        }
        if let Root::Register(slot) = access.root {
            let roots = scene.registers.read::<u64>(slot);
            for lane in 0..L {
                wrong[lane] |= (roots[lane].wrapping_sub(region.base) > region.size) as u64;
            }
        }
        let mut bits = 0;
        for lane in 0..L {
            bits |= ((wrong[lane] != 0) as u32) << lane;
        }
        bits & scene.mask
    }

    /// Executes a load.
    #[inline]
    pub(crate) fn load(&mut self, scene: &mut Scene<L>, op: &Op<L>, access: &Access) -> Result<(), Stop> {
        let addresses = Self::addresses(scene.registers, access, op.a);
        if self.is_observed() {
            self.observe_access(scene, access, &addresses, memory::Access::Read);
        }
        let region = self.region(scene, access, scene.point.0);
        let bytes = access.element.size() * access.count as u64;
        if Self::doubtful(scene, access, &region, &addresses, bytes) != 0 {
            return self.load_slowly(scene, access, &addresses);
        }
        for part in 0..access.count {
            let register = access.registers[part as usize];
            let origin = region.origin.wrapping_add(part as usize * access.element.size() as usize);
            // SAFETY: `doubtful` found every active lane's bytes inside the region, which is mapped memory that
            // lives through this call; unaligned reads are used on the host.
            unsafe { read_lanes(scene, access.element, register, origin, region.lane_stride, &addresses) };
        }
        Ok(())
    }

    /// Executes a store.
    #[inline]
    pub(crate) fn store(&mut self, scene: &mut Scene<L>, op: &Op<L>, access: &Access) -> Result<(), Stop> {
        self.effects += 1;
        scene.warp.is_active = true;
        let addresses = Self::addresses(scene.registers, access, op.a);
        if self.is_observed() {
            self.observe_access(scene, access, &addresses, memory::Access::Write);
        }
        let region = self.region(scene, access, scene.point.0);
        let bytes = access.element.size() * access.count as u64;
        if !region.writable || Self::doubtful(scene, access, &region, &addresses, bytes) != 0 {
            return self.store_slowly(scene, access, &addresses);
        }
        for part in 0..access.count {
            let register = access.registers[part as usize];
            let origin = region.origin.wrapping_add(part as usize * access.element.size() as usize);
            // SAFETY: as for `load`, and the region is writable.
            unsafe { write_lanes(scene, access.element, register, origin, region.lane_stride, &addresses) };
        }
        Ok(())
    }

    /// Tells the observer of an access.
    #[cold]
    pub(crate) fn observe_access(&mut self, scene: &Scene<L>, access: &Access, addresses: &[u64; L], kind: memory::Access) {
        let addresses = addresses.map(|a| generic(access.space, a));
        let site = self.site(scene.point);
        let (inst, mask) = (scene.point.1, scene.mask);
        let data = self.layout.module.functions.get(scene.point.0 as usize).and_then(|f| f.insts.get(inst as usize));
        let (cache, sem) = data.map_or((None, None), |d| (d.attrs.cache, d.attrs.sem));
        let has_result = data.is_some_and(|d| matches!(d.op, Opcode::Ld | Opcode::Atom));
        let bytes = (access.element.size() * access.count as u64) as u32;
        self.observe(scene.warp, scene.ledger, |observer, warp| {
            observer.memory(&MemoryEvent { warp, site, inst, access: kind, cache, sem, has_result, bytes, mask, addresses: &addresses });
        });
    }

    fn load_slowly(&mut self, scene: &mut Scene<L>, access: &Access, addresses: &[u64; L]) -> Result<(), Stop> {
        let size = access.element.size();
        for lane in lanes::<L>(scene.mask) {
            let pointer = self.resolve(scene, access, addresses[lane], lane, size * access.count as u64, memory::Access::Read)?;
            for part in 0..access.count {
                let register = access.registers[part as usize];
                let bits = match pointer {
                    // SAFETY: `resolve` checked all the bytes of the access.
                    Some(pointer) => unsafe { read_element(pointer.wrapping_add((part as u64 * size) as usize), access.element) },
                    None => 0,
                };
                match access.element {
                    Element::B64 => scene.registers.set_lane(register, lane, bits),
                    _ => scene.registers.set_lane(register, lane, bits as u32),
                }
            }
        }
        Ok(())
    }

    fn store_slowly(&mut self, scene: &mut Scene<L>, access: &Access, addresses: &[u64; L]) -> Result<(), Stop> {
        let size = access.element.size();
        for lane in lanes::<L>(scene.mask) {
            let Some(pointer) = self.resolve(scene, access, addresses[lane], lane, size * access.count as u64, memory::Access::Write)?
            else {
                continue;
            };
            for part in 0..access.count {
                let register = access.registers[part as usize];
                let bits = match access.element {
                    Element::B64 => scene.registers.lane::<u64>(register, lane),
                    _ => scene.registers.lane::<u32>(register, lane) as u64,
                };
                // SAFETY: `resolve` checked all the bytes of the access.
                unsafe { write_element(pointer.wrapping_add((part as u64 * size) as usize), access.element, bits) };
            }
        }
        Ok(())
    }

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
        let cacheable = !matches!(Window::of(address), Window::Local | Window::Shared | Window::HostStack | Window::Param);
        if cacheable && access.space != Space::Local && access.space != Space::Shared {
            let bias = address.wrapping_sub(own(access.space, address));
            let cache = Cache {
                base: thing.base.wrapping_sub(bias),
                size: thing.size,
                origin: pointer.wrapping_sub((address.wrapping_sub(bias)) as usize),
                writable: !thing.is_const && thing.kind != AllocationKind::ConstVariable,
            };
            self.store.caches[scene.point.0 as usize][access.site as usize] = cache;
        }
        Ok(pointer)
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
            self.fail(report::violation_error(violation));
            return Ok(());
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

/// Generic address of an address in `space`.
pub(crate) fn generic(space: Space, address: u64) -> u64 {
    match space {
        Space::Generic | Space::Global => address,
        Space::Shared => SHARED.wrapping_add(address),
        Space::Local => LOCAL.wrapping_add(address),
        Space::Const => CONST.wrapping_add(address),
        Space::Param => PARAM.wrapping_add(address),
    }
}

/// The address in `space` of a generic address.
pub(crate) fn own(space: Space, address: u64) -> u64 {
    match space {
        Space::Const => address.wrapping_sub(CONST),
        Space::Param => address.wrapping_sub(PARAM),
        _ => address,
    }
}

/// Lanes of a mask, in order.
#[inline(always)]
pub(crate) fn lanes<const L: usize>(mask: Mask) -> impl Iterator<Item = usize> {
    let mut left = if L == 1 { mask & 1 } else { mask };
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let lane = left.trailing_zeros() as usize;
        left &= left - 1;
        Some(lane)
    })
}

/// # Safety
/// `pointer` is valid for the element's bytes.
#[inline(always)]
pub(crate) unsafe fn read_element(pointer: *mut u8, element: Element) -> u64 {
    // SAFETY: the caller's promise.
    unsafe {
        match element {
            Element::U8 => pointer.read() as u64,
            Element::S8 => pointer.read() as i8 as i32 as u32 as u64,
            Element::U16 => pointer.cast::<u16>().read_unaligned() as u64,
            Element::S16 => pointer.cast::<i16>().read_unaligned() as i32 as u32 as u64,
            Element::B32 => pointer.cast::<u32>().read_unaligned() as u64,
            Element::B64 => pointer.cast::<u64>().read_unaligned(),
        }
    }
}

/// # Safety
/// `pointer` is valid for the element's bytes.
#[inline(always)]
pub(crate) unsafe fn write_element(pointer: *mut u8, element: Element, bits: u64) {
    // SAFETY: the caller's promise.
    unsafe {
        match element {
            Element::U8 | Element::S8 => pointer.write(bits as u8),
            Element::U16 | Element::S16 => pointer.cast::<u16>().write_unaligned(bits as u16),
            Element::B32 => pointer.cast::<u32>().write_unaligned(bits as u32),
            Element::B64 => pointer.cast::<u64>().write_unaligned(bits),
        }
    }
}

/// # Safety
/// For each active lane, `origin` plus its address and stride is valid for the element's bytes.
#[inline(always)]
unsafe fn read_lanes<const L: usize>(
    scene: &Scene<L>,
    element: Element,
    register: u32,
    origin: *mut u8,
    stride: u64,
    addresses: &[u64; L],
) {
    macro_rules! each {
        ($ty:ty, $as:ty) => {{
            if L > 1 && scene.mask == u32::MAX && stride == 0 {
                let mut values = [0 as $as; L];
                for lane in 0..L {
                    // SAFETY: the caller's promise.
                    values[lane] = unsafe { origin.wrapping_add(addresses[lane] as usize).cast::<$ty>().read_unaligned() } as $as;
                }
                scene.registers.write::<$as>(register, &values, u32::MAX);
            } else {
                for lane in lanes::<L>(scene.mask) {
                    let pointer = origin.wrapping_add(addresses[lane].wrapping_add(lane as u64 * stride) as usize);
                    // SAFETY: the caller's promise.
                    let value = unsafe { pointer.cast::<$ty>().read_unaligned() };
                    scene.registers.set_lane::<$as>(register, lane, value as $as);
                }
            }
        }};
    }
    match element {
        Element::U8 => each!(u8, u32),
        Element::S8 => each!(i8, i32),
        Element::U16 => each!(u16, u32),
        Element::S16 => each!(i16, i32),
        Element::B32 => {
            if L > 1 && scene.mask == u32::MAX && stride == 0 && is_consecutive(addresses, 4) {
                // SAFETY: the caller's promise: consecutive lanes make one range.
                let values = unsafe { origin.wrapping_add(addresses[0] as usize).cast::<[u32; L]>().read_unaligned() };
                return scene.registers.write(register, &values, u32::MAX);
            }
            each!(u32, u32)
        }
        Element::B64 => each!(u64, u64),
    }
}

#[inline(always)]
fn is_consecutive<const L: usize>(addresses: &[u64; L], bytes: u64) -> bool {
    let mut different = 0;
    for lane in 0..L {
        different |= addresses[lane].wrapping_sub(addresses[0]) ^ (lane as u64 * bytes);
    }
    different == 0
}

/// # Safety
/// As for `read_lanes`, and the bytes may be written.
#[inline(always)]
unsafe fn write_lanes<const L: usize>(
    scene: &Scene<L>,
    element: Element,
    register: u32,
    origin: *mut u8,
    stride: u64,
    addresses: &[u64; L],
) {
    macro_rules! each {
        ($ty:ty, $from:ty) => {{
            for lane in lanes::<L>(scene.mask) {
                let pointer = origin.wrapping_add(addresses[lane].wrapping_add(lane as u64 * stride) as usize);
                let value = scene.registers.lane::<$from>(register, lane) as $ty;
                // SAFETY: the caller's promise.
                unsafe { pointer.cast::<$ty>().write_unaligned(value) };
            }
        }};
    }
    match element {
        Element::U8 | Element::S8 => each!(u8, u32),
        Element::U16 | Element::S16 => each!(u16, u32),
        Element::B32 => {
            if L > 1 && scene.mask == u32::MAX && stride == 0 && is_consecutive(addresses, 4) {
                let values = scene.registers.read::<u32>(register);
                // SAFETY: the caller's promise: consecutive lanes make one range.
                return unsafe { origin.wrapping_add(addresses[0] as usize).cast::<[u32; L]>().write_unaligned(values) };
            }
            each!(u32, u32)
        }
        Element::B64 => each!(u64, u64),
    }
}
