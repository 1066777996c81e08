//! What is kept of a run for comparison with others.

use super::CallContext;
use crate::finding::CopyToHost;
use crate::memory::Window;

/// Most bytes of copies that are kept of a run.
const MOST_BYTES: usize = 64 << 20;
/// Most copies.
const MOST_COPIES: usize = 1 << 14;

impl CallContext<'_, '_> {
    /// Bytes were copied: keeps what came to the host.
    pub(crate) fn note_copy(&mut self, to: u64, from: u64, size: u64) {
        let results = &self.machine.results;
        let has_room = results.copies.len() < MOST_COPIES && size <= (MOST_BYTES - results.kept) as u64;
        if !self.machine.config.keeps_results || !has_room || !Window::of(to).is_host() || Window::of(from) != Window::Device {
            return;
        }
        let Some(bytes) = self.read_raw(from, size) else { return };
        let place = self.place();
        let allocation = self.machine.memory.allocation(from);
        let (base, size) = allocation.map_or((from, size), |allocation| (allocation.base, allocation.size));
        let name = allocation.and_then(|allocation| allocation.name.clone()).or_else(|| self.machine.memory.pointers.get(&base).cloned());
        let name = name.map(|name| name.to_string());
        self.machine.results.kept += bytes.len();
        self.machine.results.copies.push(CopyToHost { place, name, start: from - base, size, bytes });
    }

    /// The next bytes of standard output are what kernels printed.
    pub(crate) fn note_printed(&mut self, bytes: u64) {
        let results = &mut self.machine.results;
        if !self.machine.config.keeps_results || bytes == 0 {
            return;
        }
        let range = results.stdout_bytes..results.stdout_bytes + bytes;
        match results.printed.last_mut() {
            Some(last) if last.end == range.start => last.end = range.end,
            _ => results.printed.push(range),
        }
    }
}
