//! The shadow of the host's memory: of each byte the bits that nothing was written to.
//!
//! Where it is kept, host code is instrumented to read and write it (`sanitize/init/host.rs`); what runtime functions write, copy and
//! allocate is noted here. Memory begins written: what is fresh is marked. **May miss.** What kernels write to pinned memory, so that
//! one counts as written. **Cost.** A byte for each byte that is touched, of pages that the system gives then.

use super::{Allocation, AllocationKind, Arena, HOST_STACK, Mapping, Memory, SHADOW, Window};
use std::ops::Range;

/// Whether the system gives pages as they are touched; where it does not, nothing of this is compiled.
pub(crate) const CAN_KEEP_SHADOWS: bool = cfg!(any(unix, windows));

/// Most copies of unwritten memory that are remembered.
const MOST_COPIES: usize = 4096;

/// Room for what lies behind an allocation.
const MARGIN: u64 = 4096;

impl Memory {
    /// Keeps shadows from now on; false if the system has no addresses for them.
    pub(crate) fn keep_shadows(&mut self) -> bool {
        let arenas = [&self.host_globals, &self.host_heap, &self.device].map(|arena| (arena.base(), arena.reserved()));
        let windows = arenas.into_iter().chain([(HOST_STACK, self.host_stack.len())]);
        let of_window = |(base, bytes): (u64, u64)| {
            let mut arena = Arena::new(base ^ SHADOW, Mapping::reserve(bytes.saturating_add(MARGIN)), u64::MAX, 16);
            arena.allocate(bytes, 16, AllocationKind::HostVariable, None).map(|_| arena)
        };
        self.shadow = windows.map(of_window).collect::<Option<_>>().unwrap_or_default();
        self.has_shadows()
    }

    /// Whether shadows are kept.
    pub(crate) fn has_shadows(&self) -> bool {
        CAN_KEEP_SHADOWS && !self.shadow.is_empty()
    }

    /// The window of shadows that an address lies in.
    pub(super) fn shadow_at(&self, address: u64) -> Option<&Arena> {
        if !CAN_KEEP_SHADOWS {
            return None;
        }
        self.shadow.iter().find(|arena| arena.base() >> 44 == address >> 44)
    }

    /// The shadow of bytes of the host, if one is kept.
    fn shadow(&self, address: u64, size: u64) -> Option<&[u8]> {
        let is_of_host = match Window::of(address) {
            Window::Device => self.is_managed(address),
            window => window.is_host(),
        };
        if !self.has_shadows() || !is_of_host {
            return None;
        }
        let pointer = self.pointer(address ^ SHADOW, size)?;
        // SAFETY: so many bytes are mapped there, and no code of the program runs meanwhile.
        Some(unsafe { std::slice::from_raw_parts(pointer, size as usize) })
    }

    /// The same, to be written.
    fn shadow_mut(&mut self, address: u64, size: u64) -> Option<&mut [u8]> {
        let shadow = self.shadow(address, size)?;
        // SAFETY: as there; the map is this memory's own, which is borrowed as a whole.
        Some(unsafe { std::slice::from_raw_parts_mut(shadow.as_ptr().cast_mut(), shadow.len()) })
    }

    /// Something was written to those bytes, or nothing was if `is_fresh`.
    pub(crate) fn mark(&mut self, address: u64, size: u64, is_fresh: bool) {
        if !self.has_shadows() {
            return;
        }
        if let Some(shadow) = self.shadow_mut(address, size) {
            shadow.fill(if is_fresh { u8::MAX } else { 0 });
        }
        if is_fresh && !self.copied_unwritten.is_empty() {
            self.copied_unwritten.retain(|(to, from)| address >= to + (from.end - from.start) || *to >= address.saturating_add(size));
        }
    }

    /// The host has these bytes from the device, where nothing was written to them.
    pub(crate) fn mark_copied(&mut self, to: u64, from: Range<u64>) {
        self.mark(to, from.end - from.start, true);
        if self.copied_unwritten.len() < MOST_COPIES {
            self.copied_unwritten.push((to, from));
        }
    }

    /// Where on the device bytes were last copied from that are unwritten here and there.
    pub(crate) fn copied_from(&self, address: u64) -> Option<u64> {
        let is_there = |(to, from): &&(u64, Range<u64>)| address >= *to && address - to < from.end - from.start;
        self.copied_unwritten.iter().rev().find(is_there).map(|(to, from)| from.start + (address - to))
    }

    /// The shadow of bytes, if nothing was written to some.
    pub(crate) fn shadow_of(&self, address: u64, size: u64) -> Option<Vec<u8>> {
        self.shadow(address, size).filter(|shadow| shadow.iter().any(|bits| *bits != 0)).map(<[u8]>::to_vec)
    }

    /// Bytes have this shadow, those behind it none.
    pub(crate) fn set_shadow(&mut self, address: u64, shadow: &[u8], size: u64) {
        if let Some(target) = self.shadow_mut(address, size) {
            let known = shadow.len().min(target.len());
            target[..known].copy_from_slice(&shadow[..known]);
            target[known..].fill(0);
        }
    }

    /// The pieces of those bytes that nothing was written to.
    pub(crate) fn unwritten(&self, address: u64, size: u64) -> Vec<Range<u64>> {
        let Some(shadow) = self.shadow(address, size) else { return Vec::new() };
        let mut pieces: Vec<Range<u64>> = Vec::new();
        let mut at = 0;
        while let Some(first) = next_that(shadow, at, true) {
            at = next_that(shadow, first, false).unwrap_or(shadow.len());
            pieces.push(first as u64..at as u64);
        }
        pieces
    }

    /// Whether an address is one of managed memory that was not freed.
    pub(crate) fn is_managed(&self, address: u64) -> bool {
        let is_managed = |found: &Allocation| found.kind == AllocationKind::Managed && !found.is_freed();
        self.has_shared() && self.allocation(address).is_some_and(is_managed)
    }
}

/// The first byte from `at` on to which nothing, or something, was written. Pieces of 64 bytes are looked at as a whole.
fn next_that(shadow: &[u8], at: usize, is_unwritten: bool) -> Option<usize> {
    let is_wanted = |bits: &u8| (*bits == u8::MAX) == is_unwritten;
    let mut start = at;
    for piece in shadow.get(at..)?.chunks(64) {
        if piece.iter().fold(false, |found, bits| found | is_wanted(bits)) {
            return piece.iter().position(is_wanted).map(|found| start + found);
        }
        start += piece.len();
    }
    None
}

/// What lies between pieces, of so many bytes.
pub(crate) fn between(pieces: &[Range<u64>], bytes: u64) -> impl Iterator<Item = Range<u64>> {
    let starts = std::iter::once(0).chain(pieces.iter().map(|piece| piece.end));
    let ends = pieces.iter().map(|piece| piece.start).chain(std::iter::once(bytes));
    starts.zip(ends).map(|(start, end)| start..end).filter(|piece| !piece.is_empty())
}
