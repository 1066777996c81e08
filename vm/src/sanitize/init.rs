//! Memory that is read before anything was written to it.
//!
//! [`InitCheck`] keeps a bit for every byte of device memory, shared memory and arrays of a thread's own: whether it was written, by a
//! copy, a fill or a kernel. A load of bytes that were not is a mistake where its value is used: computed with, compared, an address, printed. A
//! value that is only stored again is none; what it is stored to counts as unwritten then, as Valgrind has it for copies. Which
//! loads are which is read off the kernel's code; one from shared memory is always a mistake, and so is one from memory that
//! nothing was ever written to. Where a thread loads what it may not use (the tail of a `float4`, a value for the next round,
//! `i < n ? x[i] : 0`), it is told of when the thread comes by a use. Managed and pinned memory, which host code writes unseen,
//! counts as written.
//!
//! **Cost.** A call an access of a warp, but for loads of what was all written where all that the launch loads was; a bit for each
//! byte that is touched.

mod local;
mod missing;
mod uses;
mod written;

use super::allocations::Allocations;
use super::code::sources;
use super::constant::Memory;
use super::proof::SharedProofs;
use crate::instrument::hazard::{Reader, Unwritten};
use crate::instrument::observe::{Interests, LaunchEvent, MemoryEvent, Observer};
use crate::memory::{Access, SHARED, Trace, Window};
use kern_ir::{AtomOp, FuncId, Module, Opcode};
use local::Locals;
use missing::Missing;
use rustc_hash::{FxHashMap, FxHashSet};
use uses::{Use, Uses};
use written::Written;

/// Unwritten bytes in one piece from which on a copy to the host tells of them: fewer may be padding.
const LEAST: u64 = 16;
/// Most reads that are told of in one launch.
const MOST: usize = 64;

/// A load, of a warp: block, warp, function, instruction.
type LoadOf = (u32, u32, u32, u32);

/// Finds reads of memory that nothing was written to.
#[derive(Default)]
pub struct InitCheck {
    allocations: Allocations<Written>,
    shared: FxHashMap<u32, Written>,
    locals: Locals,
    shared_size: u64,
    uses: FxHashMap<(u32, u32), Vec<Use>>,
    /// Stores of a launch, and the loads whose results they may store.
    stores: FxHashMap<(u32, u32), Vec<u32>>,
    /// Accesses where a thread has used what these loads gave it.
    proves_use: FxHashMap<(u32, u32), Vec<u32>>,
    /// Exchanges whose result nobody wants: they only write.
    exchanges: FxHashSet<(u32, u32)>,
    /// Lanes whose last load at a place gave something unwritten.
    tainted: FxHashMap<LoadOf, u32>,
    /// Those that may use it yet.
    pending: FxHashMap<LoadOf, Vec<Missing>>,
    found: Vec<Unwritten>,
    told: FxHashMap<(u32, u32), usize>,
    threads: u64,
    proofs: SharedProofs,
    /// The accesses of the launched kernel, and how many instructions it has.
    accesses: (Vec<(usize, Opcode, Option<Memory>)>, usize),
    is_alike: Vec<bool>,
    /// Up to the first barrier all blocks write the same of shared memory, and no block has come there yet; or the first has, and
    /// then all of it was written.
    fills_alike: bool,
    was_filled: Option<bool>,
}

impl InitCheck {
    pub(crate) fn new(proofs: SharedProofs) -> InitCheck {
        InitCheck { proofs, ..InitCheck::default() }
    }

    fn of(&mut self, block: u32, address: u64) -> Option<(&mut Written, u64)> {
        if Window::of(address) == Window::Shared {
            let size = self.shared_size;
            return Some((self.shared.entry(block).or_insert_with(|| Written::new(size)), address - SHARED));
        }
        self.allocations.at(address)
    }

    /// Reads the uses of all loads off the code.
    fn read_uses(&mut self, module: &Module) {
        self.stores = stores_of(module);
        let vprintf = module.functions.iter().position(|function| &*function.name == "vprintf").map(|number| FuncId(number as u32));
        for (number, function) in module.functions.iter().enumerate().filter(|(_, function)| !function.layout.is_empty()) {
            let uses = Uses::new(function, vprintf);
            for inst in function.layout.iter().flat_map(|block| &function.blocks[block.index()].insts) {
                let data = &function.insts[inst.index()];
                if data.attrs.atom == Some(AtomOp::Exch) && data.results.iter().all(|&result| uses.is_unused(result)) {
                    self.exchanges.insert((number as u32, inst.0));
                }
                if data.op != Opcode::Ld {
                    continue;
                }
                let (how, blocks) = uses.of_load(*inst, false);
                self.uses.insert((number as u32, inst.0), how);
                for access in blocks.iter().flat_map(|block| &function.blocks[block.index()].insts) {
                    if matches!(function.insts[access.index()].op, Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red) {
                        self.proves_use.entry((number as u32, access.0)).or_default().push(inst.0);
                    }
                }
            }
        }
    }

    /// Whether all that the lanes access was written, as far as that is quickly told.
    fn is_plain(&mut self, event: &MemoryEvent) -> bool {
        let active = || event.addresses.iter().enumerate().filter(|(lane, _)| event.mask >> lane & 1 != 0).map(|(_, &address)| address);
        let (Some(low), Some(high)) = (active().min(), active().max()) else { return true };
        let length = (high - low).saturating_add(u64::from(event.bytes));
        if Window::of(low) != Window::of(high) {
            return false;
        }
        self.of(event.warp.block_number as u32, low).is_some_and(|(written, offset)| written.is_all(offset, length))
    }

    fn load(&mut self, event: &MemoryEvent) {
        let block = event.warp.block_number as u32;
        let key = (block, event.warp.warp, event.site.function, event.inst);
        if let Some(pending) = self.pending.get_mut(&key) {
            pending.retain(|missing| event.mask >> missing.lane() & 1 == 0);
            if pending.is_empty() {
                self.pending.remove(&key);
            }
        }
        if self.tainted.is_empty() && self.is_plain(event) {
            return;
        }
        let uses = self.uses.get(&(event.site.function, event.inst)).cloned().unwrap_or_default();
        let parts = uses.len().max(1) as u64;
        let each = u64::from(event.bytes) / parts;
        let mut tainted = 0;
        for lane in (0..32u32).filter(|lane| event.mask >> lane & 1 != 0) {
            let address = event.addresses[lane as usize];
            for part in 0..parts {
                let start = address + part * each;
                let Some((written, offset)) = self.of(block, start) else { continue };
                if written.first(offset..offset + each, false).is_none() {
                    continue;
                }
                // What a block leaves in shared memory it wants itself.
                let is_shared = Window::of(start) == Window::Shared;
                let how = if is_shared { Use::Used } else { uses.get(part as usize).copied().unwrap_or(Use::Used) };
                let is_untouched = how != Use::Copied && written.first(0..written.size, true).is_none();
                let is_used = how == Use::Used || is_untouched;
                let before = if how == Use::Copied { 0 } else { written.first(0..written.size, false).unwrap_or(0) };
                if is_used {
                    // Said once of each place.
                    written.set(offset, each, true);
                } else {
                    tainted |= 1 << lane;
                }
                if how != Use::Copied {
                    let missing = Missing { before, is_untouched, ..Missing::of(event, lane, (start, each)) };
                    if is_used { self.tell(missing) } else { self.pending.entry(key).or_default().push(missing) }
                }
            }
        }
        self.taint(event, tainted);
    }

    /// Lanes use what earlier loads gave them, as this access of theirs shows.
    fn use_pending(&mut self, event: &MemoryEvent) {
        let Some(loads) = self.proves_use.get(&(event.site.function, event.inst)) else { return };
        let of = |load: &u32| (event.warp.block_number as u32, event.warp.warp, event.site.function, *load);
        let keys: Vec<LoadOf> = loads.iter().map(of).filter(|key| self.pending.contains_key(key)).collect();
        for key in keys {
            let missing: Vec<Missing> = self.pending.remove(&key).unwrap_or_default();
            let (used, waiting): (Vec<_>, Vec<_>) = missing.into_iter().partition(|m| event.mask >> m.lane() & 1 != 0);
            if !waiting.is_empty() {
                self.pending.insert(key, waiting);
            }
            used.into_iter().for_each(|missing| self.tell(missing));
        }
    }

    /// The load gave something unwritten to some of its lanes, to the others it did not.
    fn taint(&mut self, event: &MemoryEvent, tainted: u32) {
        let key: LoadOf = (event.warp.block_number as u32, event.warp.warp, event.site.function, event.inst);
        if tainted != 0 || self.tainted.contains_key(&key) {
            let known = self.tainted.entry(key).or_insert(0);
            *known = *known & !event.mask | tainted;
        }
    }

    /// The lanes that store something unwritten.
    fn tainted(&self, event: &MemoryEvent) -> u32 {
        let (block, function) = (event.warp.block_number as u32, event.site.function);
        let from = self.stores.get(&(function, event.inst)).map_or(&[][..], |from| from);
        let of = |load: &u32| self.tainted.get(&(block, event.warp.warp, function, *load)).copied().unwrap_or(0);
        if self.tainted.is_empty() { 0 } else { from.iter().map(of).fold(0, |all, mask| all | mask) }
    }

    /// An access of a variable of the thread's own.
    fn local(&mut self, event: &MemoryEvent) {
        if event.access == Access::Write {
            return self.locals.store(event, self.tainted(event));
        }
        let mut tainted = 0;
        for (missing, is_used) in self.locals.load(event) {
            if is_used {
                self.tell(missing);
            } else {
                tainted |= 1 << missing.lane();
            }
        }
        self.taint(event, tainted);
    }

    fn tell(&mut self, missing: Missing) {
        let point = (missing.site.function, missing.inst);
        if let Some(&index) = self.told.get(&point) {
            self.found[index].count += 1;
            return;
        }
        if self.found.len() >= MOST {
            return;
        }
        self.told.insert(point, self.found.len());
        let Missing { site, block, thread, part: (address, bytes), is_untouched, before, .. } = missing;
        let read = Some(Reader { block, thread, site });
        self.found.push(Unwritten { read, address, bytes, written_before: before, is_untouched, threads: self.threads, count: 1 });
    }

    fn store(&mut self, event: &MemoryEvent) {
        let block = event.warp.block_number as u32;
        if self.tainted.is_empty() && self.is_plain(event) {
            return;
        }
        let tainted = self.tainted(event);
        for lane in (0..32).filter(|lane| event.mask >> lane & 1 != 0) {
            if let Some((written, offset)) = self.of(block, event.addresses[lane]) {
                written.set(offset, u64::from(event.bytes), tainted >> lane & 1 == 0);
            }
        }
    }
}

/// The stores of a module and the loads whose results they store.
fn stores_of(module: &Module) -> FxHashMap<(u32, u32), Vec<u32>> {
    let mut found = FxHashMap::default();
    for (number, function) in module.functions.iter().enumerate() {
        for inst in function.layout.iter().flat_map(|block| &function.blocks[block.index()].insts) {
            let data = &function.insts[inst.index()];
            if data.op != Opcode::St {
                continue;
            }
            let values = data.args.iter().skip(1).flat_map(|&value| sources(function, value));
            let loads: Vec<u32> = values.filter(|i| function.insts[i.index()].op == Opcode::Ld).map(|i| i.0).collect();
            if !loads.is_empty() {
                found.insert((number as u32, inst.0), loads);
            }
        }
    }
    found
}

impl Observer for InitCheck {
    fn interests(&self) -> Interests {
        Interests::ACCESSES
    }

    /// Nobody needs to be told of loads of what was all written, and of stores to it, where all that the launch loads was: nothing
    /// unwritten is copied then. Shared memory is initialised in all blocks as it is in the first.
    fn unneeded(&mut self, knows_block: bool) -> Vec<bool> {
        let (accesses, count) = std::mem::take(&mut self.accesses);
        let mut is_written = |memory: Option<Memory>| match memory {
            Some(Memory::Allocation(start)) => self.allocations.at(start).is_none_or(|(written, _)| written.is_whole()),
            Some(Memory::Own | Memory::Variable(_)) => true,
            Some(Memory::Local(_)) => !self.locals.are_copied(),
            _ => false,
        };
        let is_shared = |memory: &Option<Memory>| memory.is_some_and(Memory::is_shared);
        let loads = accesses.iter().filter(|access| matches!(access.1, Opcode::Ld | Opcode::Atom));
        let are_all_written = loads.filter(|access| !is_shared(&access.2)).all(|access| is_written(access.2));
        let mut unneeded = vec![false; count];
        for &(inst, _, memory) in &accesses {
            let is_filled = self.fills_alike && self.was_filled == Some(true);
            let is_alike = knows_block && self.told.is_empty() && (is_filled || self.is_alike.get(inst) == Some(&true));
            unneeded[inst] = match memory {
                Some(Memory::Own | Memory::Variable(_)) => true,
                Some(Memory::Local(_)) => !self.locals.is_tracked(inst),
                memory if is_shared(&memory) => are_all_written && is_alike,
                memory => are_all_written && is_written(memory),
            };
        }
        self.accesses = (accesses, count);
        unneeded
    }

    fn launch_started(&mut self, launch: &LaunchEvent) {
        if self.uses.is_empty() {
            self.read_uses(launch.module);
        }
        let mut proofs = self.proofs.borrow_mut();
        let proof = proofs.of(launch, &|address| self.allocations.start_of(address));
        self.accesses = (proof.accesses.clone(), proof.is_harmless.len());
        self.is_alike = proof.is_alike.clone();
        self.locals.start(launch.function, launch.module.functions.get(launch.function as usize), proof);
        (self.fills_alike, self.was_filled) = (proof.fills_alike, None);
        drop(proofs);
        self.threads = launch.config.blocks() * launch.config.threads();
        self.shared_size = launch.static_shared.saturating_add(launch.config.dynamic_shared);
        self.shared.clear();
        self.tainted.clear();
        self.pending.clear();
        self.told.clear();
    }

    fn block_ended(&mut self, _block: [u32; 3], number: u64) {
        self.shared.remove(&(number as u32));
        self.locals.end_block(number as u32);
    }

    fn barrier(&mut self, _block: [u32; 3], number: u64, _barrier: u32, _threads: u32) {
        if self.was_filled.is_none() {
            self.was_filled = Some(self.shared.get_mut(&(number as u32)).is_some_and(Written::is_whole));
        }
    }

    fn memory(&mut self, event: &MemoryEvent) {
        let first = event.mask.trailing_zeros() as usize;
        if !self.pending.is_empty() {
            self.use_pending(event);
        }
        if event.addresses.get(first).is_some_and(|&address| Window::of(address) == Window::Local) {
            return self.local(event);
        }
        if self.tainted.is_empty() && self.pending.is_empty() && self.is_plain(event) {
            return;
        }
        match event.access {
            Access::Read => self.load(event),
            Access::Write => self.store(event),
            Access::Atomic => {
                // The result of an update of something unwritten is as unwritten; what nobody asks for, `exch` does not read.
                if !self.exchanges.contains(&(event.site.function, event.inst)) {
                    self.load(event);
                }
                self.store(event);
            }
        }
    }

    fn allocated(&mut self, address: u64, bytes: u64, _trace: &Trace) {
        self.allocations.insert(address, bytes, Written::new(bytes));
        self.proofs.borrow_mut().forget();
    }

    fn reused(&mut self, address: u64, bytes: u64) {
        self.allocations.insert(address, bytes, Written::new(bytes));
    }

    fn filled(&mut self, address: u64, bytes: u64) {
        if let Some((written, offset)) = self.of(0, address) {
            written.set(offset, bytes, true);
        }
    }

    fn copied(&mut self, to: u64, from: u64, bytes: u64) {
        let target = Window::of(to) == Window::Device;
        let threads = self.threads;
        let Some((source, start)) = self.of(0, from) else { return self.filled(to, bytes) };
        let end = start.saturating_add(bytes).min(source.size);
        // Which pieces of the source are unwritten.
        let mut pieces = Vec::new();
        let mut at = start;
        while let Some(first) = source.first(at..end, false) {
            at = source.first(first..end, true).unwrap_or(end);
            pieces.push((first, at - first));
        }
        let told = pieces.iter().find(|piece| piece.1 >= LEAST || piece.1 == source.size).copied();
        if let (Some((first, length)), false) = (told, target) {
            let is_untouched = source.first(0..source.size, true).is_none();
            self.found.push(Unwritten {
                read: None,
                address: from - start + first,
                bytes: length,
                written_before: first,
                is_untouched,
                threads,
                count: 1,
            });
        }
        self.filled(to, bytes);
        if let (true, Some((written, offset))) = (target, self.of(0, to)) {
            pieces.iter().for_each(|&(first, length)| written.set(offset + (first - start), length, false));
        }
    }

    fn unwritten(&mut self) -> Vec<Unwritten> {
        std::mem::take(&mut self.found)
    }
}
