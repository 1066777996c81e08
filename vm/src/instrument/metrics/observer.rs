//! [`AccessProfile`] as an observer: which requests an event is, and what they do to the first-level caches.

use super::banks::LANES;
use super::cache::{Caches, Use};
use super::combine::CombinedAtomics;
use super::rules::{self, Request};
use super::{AccessProfile, Class, Traffic, occupancy};
use crate::device::Device;
use crate::instrument::LaunchReport;
use crate::instrument::observe::{BranchEvent, FenceEvent, Interests, LaunchEvent, MemoryEvent, Observer, TextureEvent, TextureKind};
use crate::memory::Window;
use kern_ir::{CacheOp, Counted, Scope, Sem};
use serde_json::Value;

impl Observer for AccessProfile {
    fn launch_started(&mut self, launch: &LaunchEvent) {
        self.take();
        self.current.static_shared = launch.static_shared;
        self.combined.get_or_insert_with(|| CombinedAtomics::new(launch.module));
        self.caches = self.device.as_ref().map(|device| Caches::new(cache_bytes(device, launch), device.sm_count as u64));
        self.current.has_caches = self.caches.is_some();
    }

    fn memory(&mut self, event: &MemoryEvent) {
        if event.shared_of.is_some() {
            // What goes to another block of the cluster, its profiler counts nowhere among these (measured on an H200).
            return;
        }
        let mut moved = [0; LANES];
        let Some(event) = &counted(event, &mut moved) else { return };
        for (class, request) in requests_of(event) {
            let (row, mask) = self.add(event.site.function, event.inst, class, request, 1);
            if let (Some(caches), Some(what)) = (&mut self.caches, cache_use(class, event)) {
                let accesses = &mut self.current.accesses;
                let mut hits = |row: u32, hits: u64| accesses[row as usize].traffic.hits += hits;
                caches.request(event.warp.block_number, event.warp.warp, row, &Request { mask, ..request }, what, &mut hits);
                if matches!(event.sem, Some(Sem::Acquire | Sem::AcqRel | Sem::Sc)) && has_wide_scope(event.scope) {
                    caches.fence(event.warp.block_number, event.warp.warp);
                }
            }
        }
    }

    fn fence(&mut self, event: &FenceEvent) {
        if let Some(caches) = self.caches.as_mut().filter(|_| has_wide_scope(Some(event.scope))) {
            caches.fence(event.warp.block_number, event.warp.warp);
        }
    }

    fn texture(&mut self, event: &TextureEvent) {
        let class = match event.kind {
            TextureKind::Texture => Class::Texture,
            TextureKind::SurfaceLoad => Class::SurfaceLoad,
            TextureKind::SurfaceStore => Class::SurfaceStore,
        };
        let number = self.row(event.site.function, event.inst, class, 0);
        let crate::texture::traffic::Traffic { quads, requests, sectors } = event.traffic;
        let threads = u64::from(event.mask.count_ones());
        self.current.accesses[number as usize].traffic +=
            Traffic { requests: 1, threads, sectors, lines: quads, wavefronts: requests, ..Traffic::default() };
    }

    fn barrier(&mut self, _block: [u32; 3], number: u64, _barrier: u32, _threads: u32) {
        if let Some(caches) = &mut self.caches {
            caches.barrier(number);
        }
    }

    fn block_ended(&mut self, _block: [u32; 3], number: u64) {
        if let Some(caches) = &mut self.caches {
            let accesses = &mut self.current.accesses;
            caches.finish(number, &mut |row, hits| accesses[row as usize].traffic.hits += hits);
        }
    }

    fn branch(&mut self, event: &BranchEvent) {
        let is_divergent = event.taken != 0 && event.taken != event.mask;
        self.add_branch(event.site.function, event.inst, 1, is_divergent as u64);
    }

    fn interests(&self) -> Interests {
        // What the caches do depends on the order of requests.
        let needs_order = self.caches.is_some();
        Interests { events: needs_order, sums: !needs_order, ..Interests::NONE }
    }

    fn sums(&mut self) -> Option<&mut AccessProfile> {
        Some(self)
    }

    fn launch_ended(&mut self, report: &mut LaunchReport) {
        if let Some(mut caches) = self.caches.take() {
            let accesses = &mut self.current.accesses;
            caches.finish_all(&mut |row, hits| accesses[row as usize].traffic.hits += hits);
        }
        report.profile = Some(self.take());
    }
}

/// An access as it is counted; `None` if another one counts for it. `moved` is for its addresses.
pub(super) fn counted<'a>(event: &MemoryEvent<'a>, moved: &'a mut [u64; LANES]) -> Option<MemoryEvent<'a>> {
    match event.counted {
        None => Some(*event),
        Some(Counted { bytes: 0, .. }) => None,
        Some(Counted { bytes, from }) => {
            let lanes = moved.iter_mut().zip(event.addresses);
            lanes.for_each(|(moved, address)| *moved = address.wrapping_add_signed(i64::from(from)));
            Some(MemoryEvent { bytes: u32::from(bytes), addresses: moved, ..*event })
        }
    }
}

/// The requests of an access, by class: generic addresses of one warp may lie in different windows.
pub(super) fn requests_of<'a>(event: &MemoryEvent<'a>) -> impl Iterator<Item = (Class, Request<'a>)> {
    let addresses = <&[u64; LANES]>::try_from(event.addresses).ok();
    let (mut left, bytes, access, has_result, is_async) = (event.mask, event.bytes, event.access, event.has_result, event.is_async);
    std::iter::from_fn(move || {
        let addresses = addresses?;
        while left != 0 {
            let window = Window::of(addresses[left.trailing_zeros() as usize]);
            let mut mask = 0;
            for lane in (0..LANES).filter(|lane| left >> lane & 1 != 0) {
                mask |= ((Window::of(addresses[lane]) == window) as u32) << lane;
            }
            left &= !mask;
            if let Some(class) = Class::of(window, access, has_result, is_async) {
                return Some((class, Request { bytes, mask, addresses }));
            }
        }
        None
    })
}

/// What a request does to the first-level cache; `None` if it has nothing to do with it.
fn cache_use(class: Class, event: &MemoryEvent) -> Option<Use> {
    let is_strong = !matches!(event.sem, None | Some(Sem::Weak));
    let goes_past = is_strong && has_wide_scope(event.scope) || matches!(event.cache, Some(CacheOp::Cg | CacheOp::Lu | CacheOp::Cv));
    match class {
        Class::GlobalLoad | Class::AsyncLoad if goes_past => Some(Use::Bypass),
        Class::GlobalLoad | Class::AsyncLoad => Some(Use::Load),
        Class::GlobalStore => Some(Use::Store),
        Class::GlobalAtom | Class::GlobalRed => Some(Use::Bypass),
        _ => None,
    }
}

/// Whether others than the block are taken in, whose threads may be on other multiprocessors.
fn has_wide_scope(scope: Option<Scope>) -> bool {
    scope != Some(Scope::Cta)
}

/// Bytes of the first-level cache: what the shared memory of the resident blocks leaves of both.
fn cache_bytes(device: &Device, launch: &LaunchEvent) -> u64 {
    let unified = device.fact("occupancy", "unified_l1_smem_bytes").map_or(128 << 10, |bytes| bytes as u64);
    let blocks = occupancy::Occupancy::new(device, launch.config, launch.static_shared).blocks();
    let each = launch.static_shared + launch.config.dynamic_shared + device.shared_reserved_per_block as u64;
    let wanted = each.saturating_mul(blocks.min(launch.config.blocks().div_ceil(device.sm_count.max(1) as u64)));
    let sizes = device.facts.get("occupancy").and_then(|o| o.get("smem_configs")).and_then(|list| list.as_array());
    let sizes = sizes.into_iter().flatten().filter_map(Value::as_u64);
    let shared = sizes.filter(|&size| size >= wanted).min().unwrap_or(wanted);
    unified.saturating_sub(shared).max(rules::LINE)
}
