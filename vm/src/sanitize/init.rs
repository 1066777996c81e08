//! Memory that is read before anything was written to it.
//!
//! [`InitCheck`] keeps a bit for every byte of device memory, shared memory and arrays of a thread's own: whether it was written, by a
//! copy, a fill or a kernel. A load of bytes that were not is a mistake where its value is used: computed with, compared, an address, printed. A
//! value that is only stored again is none; what it is stored to counts as unwritten then, as Valgrind has it for copies. Which
//! loads are which is read off the kernel's code; one from memory that nothing was ever written to is always a mistake, and so is a
//! copy of what a block never wrote of its shared memory, unless other bytes of the same element were written. Where a
//! thread loads what it may not use (the tail of a `float4`, a value for the next round,
//! `i < n ? x[i] : 0`), or computes something of it that it may not use, it is told of when the thread comes by a use. Of managed
//! memory the host's own shadow says what host code wrote (`runtime/call_context/managed.rs`); pinned
//! memory, which kernels and host code write, counts as written; but of what is copied from the host's heap, those bytes that
//! nothing was written to (`memory/fresh.rs`) count as unwritten on the device.
//!
//! **May accuse.** What is computed of a load counts as used where it is joined with other values, and where lanes hand it to one another,
//! though it may be thrown away behind that: only variables of kernels ([`variables`]) are followed there.
//!
//! **Cost.** A call an access of a warp, but for loads of what was all written where all that the launch loads was; a bit for each
//! byte that is touched.

mod arguments;
mod host;
mod local;
mod managed;
mod missing;
mod shadow_code;
mod stores;
mod sure;
mod taint;
#[cfg(test)]
mod tests;
mod texels;
mod uses;
mod variables;
mod written;

pub use arguments::ArgumentCheck;

use super::allocations::Allocations;
use super::constant::Memory;
use super::proof::SharedProofs;
use crate::instrument::hazard::{LaunchedThreads, Unwritten};
use crate::instrument::observe::{Interests, LaunchEvent, MemoryEvent, Observer};
use crate::memory::{Access, CAN_KEEP_SHADOWS, LOCAL, SHARED, Site, Trace, Window};
use kern_ir::analysis::shared_layout;
use kern_ir::{AtomOp, Block, FuncId, Module, Opcode, Program};
use local::Locals;
use managed::Managed;
use missing::Missing;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use taint::{LoadOf, Taints, load_of};
use texels::TexelReads;
use uses::{LoadUses, Use, Uses, is_access};
use written::Written;

/// Unwritten bytes in one piece from which on a copy to the host tells of them: fewer may be padding.
const LEAST: u64 = 16;
/// Most reads that are told of in one launch.
const MOST: usize = 64;
/// Most pieces of copies from the host that are kept.
const MOST_PIECES: usize = 4096;
/// Most places to which something unwritten was stored that are kept.
const MOST_STORED: usize = 4096;

/// Stands for the block where memory belongs to none.
const NO_BLOCK: u32 = u32::MAX;

/// Finds reads of memory that nothing was written to.
#[derive(Default)]
pub struct InitCheck {
    allocations: Allocations<Written>,
    managed: Managed,
    shared: FxHashMap<u32, Written>,
    locals: Locals,
    texel_reads: TexelReads,
    shared_size: u64,
    uses: FxHashMap<(u32, u32), Vec<Use>>,
    /// Accesses where a thread has used what these loads gave it.
    proves_use: FxHashMap<(u32, u32), Vec<u32>>,
    /// Loads of which an access may show that what they gave was used.
    shown: FxHashSet<(u32, u32)>,
    /// Loads in whose place another value may come before anything is done with what they gave.
    left_out: FxHashSet<(u32, u32)>,
    /// The IR blocks in which a thread that gets there uses what a load gave it, and the loads of the launch where all get there.
    use_blocks: FxHashMap<(u32, u32), FxHashSet<Block>>,
    sure: FxHashSet<(u32, u32)>,
    /// Exchanges whose result nobody wants: they only write.
    exchanges: FxHashSet<(u32, u32)>,
    /// What was loaded unwritten, and may be stored again.
    tainted: Taints,
    /// Bytes of the shared memory of blocks to which something unwritten was stored.
    handed_on: FxHashMap<u32, Written>,
    /// The variables in shared memory: first byte, bytes, bytes of an element.
    shared_variables: Vec<(u64, u64, u64)>,
    /// Where something unwritten was stored to shared memory, of a block, and to memory of the device, of [`NO_BLOCK`].
    stored: FxHashMap<(u32, u64), Site>,
    /// What was copied from memory of the host to which nothing was written.
    from_host: Vec<Range<u64>>,
    /// Those that may use it yet.
    pending: FxHashMap<LoadOf, Vec<Missing>>,
    found: Vec<Unwritten>,
    told: FxHashMap<(u32, u32), usize>,
    threads: LaunchedThreads,
    proofs: SharedProofs,
    kernel: u32,
    /// The accesses of the launched kernel, and how many instructions it has.
    accesses: (Vec<(usize, Opcode, Option<Memory>)>, usize),
    is_alike: Vec<bool>,
    /// Device variables of which only a part was written are among the allocations.
    has_variables: bool,
    /// Up to the first barrier all blocks write the same of shared memory, and no block has come there yet; or the first has, and
    /// then all of it was written.
    fills_alike: bool,
    was_filled: Option<bool>,
}

/// A program with code that knows what it reads of variables and memory that nothing was written to.
pub(crate) struct Instrumented {
    pub(crate) program: Program,
    /// Host code does, and wants shadows.
    pub(crate) has_host: bool,
}

/// Instruments kernels, and `host` code where the system can keep shadows; nothing if that changes nothing.
pub(crate) fn instrument(program: &Program, host: bool) -> Option<Instrumented> {
    let host = CAN_KEEP_SHADOWS && host;
    if !host && !variables::are_in(&program.device) {
        return None;
    }
    let mut program = program.clone();
    let has_kernels = variables::instrument(&mut program.device);
    let has_host = host && host::instrument(&mut program.host).is_some();
    (has_kernels || has_host).then_some(Instrumented { program, has_host })
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
        let vprintf = module.functions.iter().position(|function| &*function.name == "vprintf").map(|number| FuncId(number as u32));
        for (number, function) in module.functions.iter().enumerate().filter(|(_, function)| !function.layout.is_empty()) {
            let uses = Uses::new(function, vprintf);
            self.texel_reads.add(number as u32, function, &uses);
            for inst in function.layout.iter().flat_map(|block| &function.blocks[block.index()].insts) {
                let data = &function.insts[inst.index()];
                if data.attrs.atom == Some(AtomOp::Exch) && data.results.iter().all(|&result| uses.is_unused(result)) {
                    self.exchanges.insert((number as u32, inst.0));
                }
                if data.op != Opcode::Ld {
                    continue;
                }
                let LoadUses { how, blocks, copies, are_left_out } = uses.of_load(*inst, false);
                if are_left_out {
                    self.left_out.insert((number as u32, inst.0));
                }
                self.uses.insert((number as u32, inst.0), how);
                self.use_blocks.extend((!blocks.is_empty()).then(|| ((number as u32, inst.0), blocks.clone())));
                self.tainted.add((number as u32, function), *inst, &copies);
                for access in blocks.iter().flat_map(|block| &function.blocks[block.index()].insts) {
                    if is_access(function.insts[access.index()].op) {
                        self.proves_use.entry((number as u32, access.0)).or_default().push(inst.0);
                        self.shown.insert((number as u32, inst.0));
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
        self.of(event.shared_block() as u32, low).is_some_and(|(written, offset)| written.is_all(offset, length))
    }

    fn load(&mut self, event: &MemoryEvent) {
        let block = event.shared_block() as u32;
        let key = load_of(event, event.inst);
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
        let mut tainted = Vec::new();
        for lane in (0..32u32).filter(|lane| event.mask >> lane & 1 != 0) {
            let address = event.addresses[lane as usize];
            for part in 0..parts {
                let start = address + part * each;
                let mut how = uses.get(part as usize).copied().unwrap_or(Use::Used);
                // What a block leaves in shared memory it wants itself.
                let load = (event.site.function, event.inst);
                if how == Use::Guarded && self.sure.contains(&load) {
                    how = Use::Used;
                }
                let is_unseen = how == Use::Copied || how == Use::Guarded && !self.shown.contains(&load);
                if is_unseen
                    && !self.left_out.contains(&load)
                    && Window::of(start) == Window::Shared
                    && !self.is_handed_on(block, start - SHARED, each)
                {
                    how = Use::Used;
                }
                let Some((written, offset)) = self.of(block, start) else { continue };
                if written.first(offset..offset + each, false).is_none() {
                    continue;
                }
                let is_untouched = how != Use::Copied && written.first(0..written.size, true).is_none();
                let is_used = how == Use::Used || is_untouched;
                let is_rest = how != Use::Copied && written.first(offset..written.size, true).is_none();
                let holes = if how == Use::Copied { Vec::new() } else { written.holes() };
                if is_used {
                    // Said once of each place.
                    written.set(offset, each, true);
                } else {
                    let bytes = |from: u64, to: u64| (part * each + from - offset) as usize..(part * each + to - offset) as usize;
                    tainted.extend(written.unwritten(offset..offset + each).map(|Range { start, end }| (lane, bytes(start, end))));
                }
                if how != Use::Copied {
                    let missing = Missing::in_memory(event, lane, (start, each), (start - offset, holes));
                    let missing = Missing { is_untouched, is_rest, ..missing };
                    if is_used { self.tell(missing) } else { self.pending.entry(key).or_default().push(missing) }
                }
            }
        }
        self.tainted.load(event, &tainted);
    }

    /// Whether what a block loads of its shared memory, and only stores again, it need not have written: something unwritten was stored
    /// there, or it is an element, or a part of one, of which other bytes were written.
    fn is_handed_on(&mut self, block: u32, offset: u64, bytes: u64) -> bool {
        if self.handed_on.get(&block).is_some_and(|handed_on| handed_on.first(offset..offset + bytes, true).is_some()) {
            return true;
        }
        let variable = self.shared_variables.iter().find(|(start, size, _)| (*start..start + size).contains(&offset));
        let Some(&(start, _, element)) = variable.filter(|(.., element)| *element >= bytes) else { return false };
        let first = offset - (offset - start) % element;
        self.shared.get(&block).is_some_and(|written| written.first(first..first + element, true).is_some())
    }

    /// Lanes use what earlier loads gave them, as this access of theirs shows.
    fn use_pending(&mut self, event: &MemoryEvent) {
        let Some(loads) = self.proves_use.get(&(event.site.function, event.inst)) else { return };
        let keys: Vec<LoadOf> = loads.iter().map(|load| load_of(event, *load)).filter(|key| self.pending.contains_key(key)).collect();
        for key in keys {
            let missing: Vec<Missing> = self.pending.remove(&key).unwrap_or_default();
            let (used, waiting): (Vec<_>, Vec<_>) = missing.into_iter().partition(|m| event.mask >> m.lane() & 1 != 0);
            if !waiting.is_empty() {
                self.pending.insert(key, waiting);
            }
            used.into_iter().for_each(|missing| self.tell(missing));
        }
    }

    /// An access of a variable of the thread's own.
    fn local(&mut self, event: &MemoryEvent) {
        if event.access == Access::Write {
            let unwritten = self.tainted.store(event);
            return self.locals.store(event, unwritten.as_deref());
        }
        let mut tainted = Vec::new();
        for (missing, is_used) in self.locals.load(event) {
            if is_used {
                self.tell(missing);
            } else {
                let from = (missing.part.0 - event.addresses[missing.lane() as usize]) as usize;
                tainted.push((missing.lane(), from..from + missing.part.1 as usize));
            }
        }
        self.tainted.load(event, &tainted);
    }

    /// What was stored at these addresses is gone.
    fn forget_stored(&mut self, addresses: Range<u64>) {
        self.stored.retain(|(_, address), _| !addresses.contains(address));
    }
}

impl Observer for InitCheck {
    fn interests(&self) -> Interests {
        Interests { texels: self.texel_reads.is_on(), ..Interests::ACCESSES }
    }

    /// Nobody needs to be told of loads of what was all written, and of stores to it, where all that the launch loads was: nothing
    /// unwritten is copied then. Shared memory is initialised in all blocks as it is in the first.
    fn unneeded(&mut self, knows_block: bool) -> Vec<bool> {
        let (accesses, count) = std::mem::take(&mut self.accesses);
        let mut is_written = |memory: Option<Memory>| match memory {
            Some(Memory::Allocation(start)) => self.allocations.at(start).is_none_or(|(written, _)| written.is_whole()),
            Some(Memory::Constant | Memory::Variable(_)) => !self.has_variables,
            Some(Memory::Own) => true,
            Some(Memory::Local(_)) => !self.locals.are_copied(),
            _ => false,
        };
        let is_shared = |memory: &Option<Memory>| memory.is_some_and(Memory::is_shared);
        let loads = accesses.iter().filter(|access| matches!(access.1, Opcode::Ld | Opcode::Atom));
        let are_all_written = loads.filter(|access| !is_shared(&access.2)).all(|access| is_written(access.2));
        // What the first block has loaded and not used others may.
        let is_pending = self.pending.keys().any(|&(.., function, _)| function == self.kernel);
        let mut unneeded = vec![false; count];
        for &(inst, _, memory) in &accesses {
            let is_filled = self.fills_alike && self.was_filled == Some(true);
            let is_alike = knows_block && self.told.is_empty() && (is_filled || self.is_alike.get(inst) == Some(&true));
            unneeded[inst] = match memory {
                Some(Memory::Own) => true,
                Some(Memory::Constant | Memory::Variable(_)) if !self.has_variables => true,
                Some(Memory::Local(_)) => !self.locals.is_tracked(inst),
                memory if is_shared(&memory) => are_all_written && is_alike && !is_pending,
                memory => are_all_written && is_written(memory),
            };
        }
        // As long as a load is needed, so is what shows that its result was used, and with it all that goes to the same memory.
        let shows = |inst: usize| {
            let mut loads = self.proves_use.get(&(self.kernel, inst as u32)).into_iter().flatten();
            loads.any(|&load| unneeded.get(load as usize) == Some(&false))
        };
        let showing = accesses.iter().filter(|access| shows(access.0)).filter_map(|access| access.2);
        let shown: FxHashSet<Memory> = showing.filter(|memory| !memory.is_own()).collect();
        for &(inst, ..) in accesses.iter().filter(|access| access.2.is_some_and(|memory| shown.contains(&memory))) {
            unneeded[inst] = false;
        }
        self.accesses = (accesses, count);
        unneeded
    }

    fn launch_started(&mut self, launch: &LaunchEvent) {
        if self.uses.is_empty() {
            self.read_uses(launch.module);
        }
        self.find_sure(launch);
        self.texel_reads.start(launch, || self.allocations.all_mut().all(Written::is_whole));
        let mut proofs = self.proofs.borrow_mut();
        let proof = proofs.of(launch, &|address| self.allocations.start_of(address));
        (self.kernel, self.accesses) = (launch.function, (proof.accesses.clone(), proof.is_harmless.len()));
        self.is_alike = proof.is_alike.clone();
        self.locals.start(launch.function, launch.module.functions.get(launch.function as usize), proof);
        (self.fills_alike, self.was_filled) = (proof.fills_alike, None);
        drop(proofs);
        self.threads = LaunchedThreads::of(launch.config);
        self.shared_size = launch.static_shared.saturating_add(launch.config.dynamic_shared);
        let layout = shared_layout(launch.module, launch.function, launch.config.dynamic_shared);
        let element = |variable: u32| launch.module.globals.get(variable as usize).map_or(0, |global| global.info.element_size);
        self.shared_variables = layout.map.iter().map(|&(start, size, variable)| (start, size, element(variable))).collect();
        self.shared.clear();
        self.handed_on.clear();
        self.forget_stored(SHARED..LOCAL);
        self.tainted.clear();
        self.pending.clear();
        self.told.clear();
    }

    fn block_ended(&mut self, _block: [u32; 3], number: u64) {
        self.shared.remove(&(number as u32));
        self.handed_on.remove(&(number as u32));
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

    fn texels(&mut self, event: &MemoryEvent) {
        self.read_texels(event);
    }

    fn allocated(&mut self, address: u64, bytes: u64, _trace: &Trace) {
        self.forget_stored(address..address.saturating_add(bytes));
        self.allocations.insert(address, bytes, Written::new(bytes));
        self.proofs.borrow_mut().forget();
    }

    fn new_managed(&mut self, address: u64, bytes: u64) -> bool {
        self.allocated(address, bytes, &Trace::default());
        let is_kept = self.managed.keep(address, bytes);
        if !is_kept {
            self.filled(address, bytes);
        }
        is_kept
    }

    fn managed(&self) -> Vec<(u64, u64)> {
        self.managed.all()
    }

    fn managed_is_settled(&mut self, addresses: &[u64]) {
        self.managed.forget(addresses);
    }

    fn reused(&mut self, address: u64, bytes: u64) {
        self.forget_stored(address..address.saturating_add(bytes));
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
        let pieces: Vec<(u64, u64)> = source.unwritten(start..end).map(|piece| (piece.start, piece.end - piece.start)).collect();
        let told = pieces.iter().find(|piece| piece.1 >= LEAST || piece.1 == source.size).copied();
        if let (Some((first, length)), false) = (told, target) {
            let is_untouched = source.first(0..source.size, true).is_none();
            let is_rest = source.first(first..source.size, true).is_none();
            self.found.push(Unwritten {
                address: from - start + first,
                bytes: length,
                written_before: first,
                is_untouched,
                is_rest,
                is_from_host: self.from_host.iter().any(|piece| piece.contains(&(from - start + first))),
                threads,
                count: 1,
                ..Unwritten::default()
            });
        }
        self.filled(to, bytes);
        if let (true, Some((written, offset))) = (target, self.of(0, to)) {
            pieces.iter().for_each(|&(first, length)| written.set(offset + (first - start), length, false));
        }
    }

    fn variable_in_part(&mut self, address: u64, bytes: u64) {
        if self.allocations.at(address).is_none() {
            self.allocated(address, bytes, &Trace::default());
            self.has_variables = true;
        }
    }

    fn copied_unwritten(&mut self, address: u64, bytes: u64) {
        let Some((written, offset)) = self.of(0, address) else { return };
        written.set(offset, bytes, false);
        if self.from_host.len() < MOST_PIECES {
            self.from_host.push(address..address.saturating_add(bytes));
        }
    }

    fn unwritten_of(&mut self, address: u64, bytes: u64) -> Vec<Range<u64>> {
        let Some((written, start)) = self.of(0, address) else { return Vec::new() };
        let end = start.saturating_add(bytes).min(written.size);
        written.unwritten(start..end).map(|piece| address + (piece.start - start)..address + (piece.end - start)).collect()
    }

    fn unwritten(&mut self) -> Vec<Unwritten> {
        std::mem::take(&mut self.found)
    }
}
