//! Loads and stores.
//!
//! The common case first: all active lanes inside one region (a variable, or the allocation this access met last),
//! decided for all lanes at once. Otherwise each lane is resolved alone: the allocation or variable that holds its
//! *root* pointer decides, then the one that holds the address itself. A wrong access is reported and suppressed.

use crate::call::Stop;
use crate::decode::code::{Access, Element, Op, Root};
use crate::decode::registers::{Mask, Registers, lanes};
use crate::decode::side::is_host;
use crate::exec::engine::{AccessContext, Engine, warp_id};
use crate::instrument::observe::{AccessValues, LaneOrder, MemoryEvent};
use crate::memory::{self, CONST, HOST_STACK, LOCAL, Memory, PARAM, SHARED, StackVariable, Window};
use kern_ir::{Opcode, Space};

mod cluster;
mod lane_bytes;
pub(crate) mod origin;
pub(crate) mod resolve;
mod texture;

pub(crate) use lane_bytes::{read_element, write_element};
use lane_bytes::{read_lanes, write_lanes};

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
    fn region(&mut self, context: &AccessContext<L>, access: &Access, function: u32) -> Region {
        const NONE: Region = Region { base: 0, size: 0, origin: std::ptr::null_mut(), lane_stride: 0, writable: false };
        match access.root {
            // Its number is all that is known of an address: `asm` has computed it, or a cast.
            Root::Address if access.space == Space::Shared => {
                let shared = &context.barriers.shared;
                let (size, origin) = (self.plain_shared_bytes(shared), shared.as_ptr().cast_mut());
                Region { base: 0, size, origin, lane_stride: 0, writable: true }
            }
            Root::Address | Root::Register(_) => {
                let cache = self.store.caches[function as usize][access.site as usize];
                Region { base: cache.base, size: cache.size, origin: cache.origin, lane_stride: 0, writable: cache.writable }
            }
            Root::Slot(slot) => {
                let activation = context.warp.activation(context.activation);
                let StackVariable { offset, size, .. } = activation.code.locals[slot as usize];
                let base = activation.local_base + offset;
                if is_host(L) && self.machine.memory.is_in_use(base, size) {
                    return NONE;
                }
                if is_host(L) {
                    let origin = self.machine.memory.host_stack.base().wrapping_sub(HOST_STACK as usize);
                    return Region { base, size, origin, lane_stride: 0, writable: true };
                }
                let bias = match access.space {
                    Space::Local => 0,
                    Space::Generic => LOCAL,
                    _ => return NONE,
                };
                let origin = context.warp.local.as_ptr().cast_mut().wrapping_sub(bias as usize);
                Region { base: base + bias, size, origin, lane_stride: context.warp.local_stride, writable: true }
            }
            Root::Shared(variable) => {
                let Some(&offset) = self.frame.shared_offsets.get(variable as usize) else { return NONE };
                let size = self.shared_variable_size(variable, offset);
                let bias = match access.space {
                    Space::Shared => 0,
                    Space::Generic => SHARED,
                    _ => return NONE,
                };
                if offset.checked_add(size).is_none_or(|end| end > context.barriers.shared.len() as u64) {
                    return NONE;
                }
                let origin = context.barriers.shared.as_ptr().cast_mut().wrapping_sub(bias as usize);
                Region { base: offset + bias, size, origin, lane_stride: 0, writable: true }
            }
            Root::Fixed(..) => {
                // Resolved once through the slow path, then cached like any other.
                let cache = self.store.caches[function as usize][access.site as usize];
                Region { base: cache.base, size: cache.size, origin: cache.origin, lane_stride: 0, writable: cache.writable }
            }
        }
    }

    /// Lanes of `mask` that are not plainly right.
    #[inline(always)]
    fn doubtful(context: &AccessContext<L>, access: &Access, region: &Region, addresses: &[u64; L], bytes: u64) -> Mask {
        if region.size < bytes {
            return context.mask;
        }
        let limit = region.size - bytes;
        let mut wrong = [0u64; L];
        let align = if is_host(L) { 0 } else { bytes - 1 };
        for lane in 0..L {
            wrong[lane] = (addresses[lane].wrapping_sub(region.base) > limit) as u64 | (addresses[lane] & align);
        }
        if let Root::Register(slot) = access.root {
            let roots = context.registers.read::<u64>(slot);
            for lane in 0..L {
                wrong[lane] |= (roots[lane].wrapping_sub(region.base) > region.size) as u64;
            }
        }
        let mut bits = 0;
        for lane in 0..L {
            bits |= ((wrong[lane] != 0) as u32) << lane;
        }
        bits & context.mask
    }

    /// Executes a load.
    #[inline]
    pub(crate) fn load(&mut self, context: &mut AccessContext<L>, op: &Op<L>, access: &Access) -> Result<(), Stop> {
        let addresses = Self::addresses(context.registers, access, op.a);
        if self.is_observed() {
            self.observe_access(context, access, &addresses, memory::Access::Read, LaneOrder::First(u32::MAX));
        }
        let region = self.region(context, access, context.point.0);
        let bytes = access.element.size() * access.count as u64;
        if Self::doubtful(context, access, &region, &addresses, bytes) != 0 {
            return self.load_slowly(context, access, &addresses);
        }
        for part in 0..access.count {
            let register = access.registers[part as usize];
            let origin = region.origin.wrapping_add(part as usize * access.element.size() as usize);
            // SAFETY: `doubtful` found every active lane's bytes inside the region, which is mapped memory that
            // lives through this call; unaligned reads are used on the host.
            unsafe { read_lanes(context, access.element, register, origin, region.lane_stride, &addresses) };
        }
        Ok(())
    }

    /// Executes a store.
    #[inline]
    pub(crate) fn store(&mut self, context: &mut AccessContext<L>, op: &Op<L>, access: &Access) -> Result<(), Stop> {
        self.effects += 1;
        context.warp.is_active = true;
        let addresses = Self::addresses(context.registers, access, op.a);
        if self.is_observed() {
            self.observe_access(context, access, &addresses, memory::Access::Write, LaneOrder::First(u32::MAX));
        }
        let region = self.region(context, access, context.point.0);
        let bytes = access.element.size() * access.count as u64;
        if !region.writable || Self::doubtful(context, access, &region, &addresses, bytes) != 0 {
            return self.store_slowly(context, access, &addresses);
        }
        for part in 0..access.count {
            let register = access.registers[part as usize];
            let origin = region.origin.wrapping_add(part as usize * access.element.size() as usize);
            // SAFETY: as for `load`, and the region is writable.
            unsafe { write_lanes(context, access.element, register, origin, region.lane_stride, &addresses) };
        }
        Ok(())
    }

    /// Tells the observer of an access, of which `early` lanes come first.
    #[cold]
    pub(crate) fn observe_access(
        &mut self,
        context: &AccessContext<L>,
        access: &Access,
        addresses: &[u64; L],
        kind: memory::Access,
        order: LaneOrder,
    ) {
        if self.machine.sinks.is_unneeded(context.point) {
            return;
        }
        // Who only counts wants what the program asked for.
        let refused = if self.machine.config.looks_for_races() { self.refused_lanes(context, access, addresses, kind) } else { 0 };
        let addresses = addresses.map(|a| generic(access.space, a));
        let remote = self.remote_lanes(&addresses, context.mask);
        if context.mask & !remote != 0 || remote == 0 {
            let shared = context.barriers.shared.as_slice();
            self.tell_of_access(context, access, &addresses, (kind, order, context.mask & !remote, refused), (None, shared));
        }
        if remote != 0 {
            self.observe_in_cluster(context, access, &addresses, (kind, order, remote, refused));
        }
    }

    /// Active lanes that may not access what they would.
    fn refused_lanes(&mut self, context: &AccessContext<L>, access: &Access, addresses: &[u64; L], kind: memory::Access) -> Mask {
        let bytes = access.element.size() * access.count as u64;
        let region = self.region(context, access, context.point.0);
        let is_writable = region.writable || kind == memory::Access::Read;
        let doubtful = if is_writable { Self::doubtful(context, access, &region, addresses, bytes) } else { context.mask };
        let is_refused = |lane: &usize| self.is_refused(context, access, addresses[*lane], *lane, bytes, kind);
        lanes::<L>(doubtful).filter(is_refused).fold(0, |found, lane| found | 1 << lane)
    }

    /// Tells the observer of the accesses of a mask's lanes. Addresses of shared memory are those of a block's: of another one than the
    /// lanes', if that is given, with what it holds.
    fn tell_of_access(
        &mut self,
        context: &AccessContext<L>,
        access: &Access,
        addresses: &[u64; L],
        (kind, order, mask, refused): (memory::Access, LaneOrder, Mask, Mask),
        (shared_of, shared): (Option<u64>, &[u8]),
    ) {
        let site = self.site(context.point);
        let inst = context.point.1;
        let data = self.layout.module.functions.get(context.point.0 as usize).and_then(|f| f.insts.get(inst as usize));
        let (cache, sem) = data.map_or((None, None), |d| (d.attrs.cache, d.attrs.sem));
        let scope = data.and_then(|d| d.attrs.scope);
        let has_result = data.is_some_and(|d| matches!(d.op, Opcode::Ld | Opcode::Atom));
        let bytes = (access.element.size() * access.count as u64) as u32;
        let warp = warp_id(context.warp, context.barriers);
        let (memory, sinks) = (&self.machine.memory, &mut self.machine.sinks);
        let stored = |lane: usize| stored(context.registers, access, lane);
        let stored = (kind == memory::Access::Write).then_some(&stored as &dyn Fn(usize) -> u64);
        let before = |lane: usize| addresses.get(lane).map_or(0, |&address| contents(memory, shared, address, access.element.size()));
        let values = (sinks.wanted().values && access.count == 1).then_some(AccessValues { before: &before, stored });
        sinks.tell_of_access(&MemoryEvent {
            warp,
            site,
            inst,
            access: kind,
            cache,
            sem,
            scope,
            has_result,
            bytes,
            counted: access.counted,
            is_async: access.is_async,
            mask,
            refused,
            order,
            addresses,
            shared_of,
            values,
        });
    }

    /// Lane by lane; where a lane meets what those after it meet, these at once.
    fn load_slowly(&mut self, context: &mut AccessContext<L>, access: &Access, addresses: &[u64; L]) -> Result<(), Stop> {
        let size = access.element.size();
        let mask = context.mask;
        let mut left = Run::new(mask);
        while let Some(lane) = left.next_lane() {
            let pointer = self.resolve(context, access, addresses[lane], lane, size * access.count as u64, memory::Access::Read)?;
            for part in 0..access.count {
                let register = access.registers[part as usize];
                let bits = match pointer {
                    // SAFETY: `resolve` checked all the bytes of the access.
                    Some(pointer) => unsafe { read_element(pointer.wrapping_add((part as u64 * size) as usize), access.element) },
                    None => 0,
                };
                match access.element {
                    Element::B64 => context.registers.set_lane(register, lane, bits),
                    _ => context.registers.set_lane(register, lane, bits as u32),
                }
            }
            if let Some(region) = self.alike(context, access, addresses, &mut left, false) {
                for part in 0..access.count {
                    let origin = region.origin.wrapping_add((part as u64 * size) as usize);
                    // SAFETY: `alike` found the bytes of these lanes inside the region, which is mapped memory that lives through this call.
                    unsafe { read_lanes(context, access.element, access.registers[part as usize], origin, region.lane_stride, addresses) };
                }
                context.mask = mask;
            }
        }
        Ok(())
    }

    /// The same; lanes store in their order.
    fn store_slowly(&mut self, context: &mut AccessContext<L>, access: &Access, addresses: &[u64; L]) -> Result<(), Stop> {
        let size = access.element.size();
        let mask = context.mask;
        let mut left = Run::new(mask);
        while let Some(lane) = left.next_lane() {
            let pointer = self.resolve(context, access, addresses[lane], lane, size * access.count as u64, memory::Access::Write)?;
            if let Some(pointer) = pointer {
                for part in 0..access.count {
                    let register = access.registers[part as usize];
                    let bits = match access.element {
                        Element::B64 => context.registers.lane::<u64>(register, lane),
                        _ => context.registers.lane::<u32>(register, lane) as u64,
                    };
                    // SAFETY: `resolve` checked all the bytes of the access.
                    unsafe { write_element(pointer.wrapping_add((part as u64 * size) as usize), access.element, bits) };
                }
            }
            if let Some(region) = self.alike(context, access, addresses, &mut left, true) {
                for part in 0..access.count {
                    let origin = region.origin.wrapping_add((part as u64 * size) as usize);
                    // SAFETY: as for `load_slowly`, and the region is writable.
                    unsafe { write_lanes(context, access.element, access.registers[part as usize], origin, region.lane_stride, addresses) };
                }
                context.mask = mask;
            }
        }
        Ok(())
    }

    /// Takes the next lanes, as many as access what the one before has met, and makes them the context's: the region.
    #[inline]
    fn alike(
        &mut self,
        context: &mut AccessContext<L>,
        access: &Access,
        addresses: &[u64; L],
        left: &mut Run,
        is_store: bool,
    ) -> Option<Region> {
        if is_host(L) || left.mask == 0 || left.misses > MOST_MISSES {
            return None;
        }
        let region = self.region(context, access, context.point.0);
        let doubtful = if is_store && !region.writable {
            left.mask
        } else {
            Self::doubtful(context, access, &region, addresses, access.element.size() * access.count as u64) & left.mask
        };
        let alike = left.mask & (doubtful & doubtful.wrapping_neg()).wrapping_sub(1);
        if alike == 0 {
            left.misses += 1;
            return None;
        }
        left.mask &= !alike;
        context.mask = alike;
        Some(region)
    }
}

/// Lanes after which it is not looked again whether the next ones meet the same.
const MOST_MISSES: u32 = 2;

/// Lanes of a slow access that are left.
struct Run {
    mask: Mask,
    /// How often the next lane met something else.
    misses: u32,
}

impl Run {
    fn new(mask: Mask) -> Run {
        Run { mask, misses: 0 }
    }

    fn next_lane(&mut self) -> Option<usize> {
        let lane = (self.mask != 0).then_some(self.mask.trailing_zeros() as usize)?;
        self.mask &= self.mask - 1;
        Some(lane)
    }
}

/// What a lane stores first.
fn stored<const L: usize>(registers: Registers<L>, access: &Access, lane: usize) -> u64 {
    let register = access.registers[0];
    if lane >= L {
        return 0;
    }
    match access.element {
        Element::B64 => registers.lane::<u64>(register, lane),
        Element::B32 => u64::from(registers.lane::<u32>(register, lane)),
        Element::U16 | Element::S16 => u64::from(registers.lane::<u32>(register, lane) as u16),
        Element::U8 | Element::S8 => u64::from(registers.lane::<u32>(register, lane) as u8),
    }
}

/// What lies at a generic address; 0 where nothing may be read.
fn contents(memory: &Memory, shared: &[u8], address: u64, size: u64) -> u64 {
    let mut bytes = [0; 8];
    if Window::of(address) == Window::Shared {
        let start = (address - SHARED) as usize;
        let found = start.checked_add(size as usize).and_then(|end| shared.get(start..end));
        found.into_iter().for_each(|found| bytes[..found.len()].copy_from_slice(found));
    } else if let Some(pointer) = memory.pointer(address, size) {
        // SAFETY: `pointer` gives memory of that many bytes, at most the 8 of an element.
        unsafe { std::ptr::copy_nonoverlapping(pointer, bytes.as_mut_ptr(), size as usize) };
    }
    u64::from_le_bytes(bytes)
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
