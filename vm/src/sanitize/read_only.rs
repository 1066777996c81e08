//! Reads through the read-only path, and through textures, of memory that the same launch has written.
//!
//! `ld.global.nc` (`__ldg`, and loads through `const T *__restrict__` parameters) takes what the texture cache holds, which no write
//! of the launch reaches (PTX ISA, "Data Movement and Conversion Instructions: ld.global.nc": the memory must be read-only while the
//! kernel runs). So do textures (CUDA C++ Programming Guide, "Texture and Surface Memory": a fetch of what the kernel has written gives
//! undefined data). [`ReadOnlyCheck`] notes what a launch writes, and tells of such reads of it, whatever else orders the two.
//! Surfaces are no such way: what a block has written its barriers show it there (measured on an H200).
//!
//! **May miss.** Surfaces that other blocks have written; a read whose line was in the cache before the write; writes beyond [`MOST`].

use super::allocations::Allocations;
use super::code::functions;
use super::constant::Memory;
use super::proof::SharedProofs;
use super::texels::Texels;
use crate::instrument::hazard::{Reader, StaleRead};
use crate::instrument::observe::{Interests, LaunchEvent, MemoryEvent, Observer};
use crate::memory::{Access, Site, Trace, Window};
use kern_ir::{CacheOp, Function, InstData, Opcode};
use rustc_hash::FxHashMap;

/// Bytes of memory that are noted as one.
const UNIT: u64 = 4;
/// Most units that are noted as written in a launch.
const MOST: usize = 1 << 20;

/// Finds reads through the read-only path of what the launch wrote.
#[derive(Default)]
pub struct ReadOnlyCheck {
    allocations: Allocations<()>,
    proofs: SharedProofs,
    /// The launch may read so.
    is_on: bool,
    texels: Texels,
    /// Accesses of the launched kernel of which it need not be told.
    unneeded: Vec<bool>,
    written: FxHashMap<u64, Site>,
    found: Vec<StaleRead>,
}

impl ReadOnlyCheck {
    pub(crate) fn new(proofs: SharedProofs) -> ReadOnlyCheck {
        ReadOnlyCheck { proofs, ..ReadOnlyCheck::default() }
    }

    /// What the proof knows of where the kernel's accesses lead: those that cannot meet are not needed.
    fn find_unneeded(&mut self, launch: &LaunchEvent, function: &Function) {
        let mut proofs = self.proofs.borrow_mut();
        let proof = proofs.of(launch, &|address| self.allocations.start_of(address));
        self.unneeded = vec![true; proof.is_harmless.len()];
        let is_read = |inst: usize| function.insts.get(inst).is_some_and(reads_so);
        let is_write = |op: Opcode| matches!(op, Opcode::St | Opcode::Red | Opcode::Atom);
        let of = |wanted: &dyn Fn(usize, Opcode) -> bool| -> Vec<Option<Memory>> {
            proof.accesses.iter().filter(|&&(inst, op, _)| wanted(inst, op)).map(|&(_, _, memory)| memory).collect()
        };
        let (reads, writes) = (of(&|inst, _| is_read(inst)), of(&|_, op| is_write(op)));
        // What is not known may be anything.
        let meets = |memory: Option<Memory>, others: &[Option<Memory>]| {
            let is_global = !memory.is_some_and(|memory| memory.is_own() || memory.is_shared());
            is_global && others.iter().any(|other| other.is_none() || memory.is_none() || *other == memory)
        };
        for &(inst, op, memory) in &proof.accesses {
            let is_read_so = || meets(memory, &reads) || self.texels.are_in(memory);
            let is_needed = is_read(inst) && meets(memory, &writes) || is_write(op) && is_read_so();
            self.unneeded[inst] = !is_needed;
        }
    }

    /// Lanes write, or read; through textures, if `is_texture`.
    fn note(&mut self, event: &MemoryEvent, is_texture: bool) {
        let is_read = event.access == Access::Read && event.cache == Some(CacheOp::Nc);
        if !self.is_on || event.access == Access::Read && !is_read {
            return;
        }
        for lane in (0..32).filter(|lane| event.mask >> lane & 1 != 0) {
            let address = event.addresses[lane];
            if !matches!(Window::of(address), Window::Device | Window::HostHeap) {
                continue;
            }
            let units = address / UNIT..=address.saturating_add(u64::from(event.bytes).saturating_sub(1)) / UNIT;
            if !is_read {
                let room = MOST.saturating_sub(self.written.len());
                self.written.extend(units.take(room).map(|unit| (unit, event.site)));
                continue;
            }
            let Some(&written) = units.clone().find_map(|unit| self.written.get(&unit)) else { continue };
            match self.found.iter_mut().find(|known| (known.read.site, known.written) == (event.site, written)) {
                Some(known) => known.count += 1,
                None => {
                    let read = Reader {
                        block: event.warp.block_number as u32,
                        thread: (event.warp.warp * 32 + lane as u32) as u16,
                        site: event.site,
                    };
                    self.found.push(StaleRead { read, address, bytes: u64::from(event.bytes), written, is_texture, count: 1 });
                }
            }
        }
    }
}

/// Whether it reads through the read-only path.
fn reads_so(data: &InstData) -> bool {
    data.op == Opcode::Ld && data.attrs.cache == Some(CacheOp::Nc)
}

impl Observer for ReadOnlyCheck {
    fn interests(&self) -> Interests {
        match self.is_on {
            true => Interests { texels: self.texels.may_be_stale(), ..Interests::ACCESSES },
            false => Interests::NONE,
        }
    }

    fn launch_started(&mut self, launch: &LaunchEvent) {
        self.written.clear();
        let functions = functions(launch.module, launch.function);
        let mut proofs = self.proofs.borrow_mut();
        self.texels = Texels::new(launch, proofs.of(launch, &|address| self.allocations.start_of(address)), &self.allocations);
        drop(proofs);
        self.is_on = self.texels.may_be_stale() || functions.iter().any(|function| function.insts.iter().any(reads_so));
        let Some(kernel) = launch.module.functions.get(launch.function as usize) else { return };
        match functions {
            [function] if self.is_on => self.find_unneeded(launch, function),
            // Called functions access anything.
            _ => self.unneeded = vec![!self.is_on; kernel.insts.len()],
        }
    }

    fn unneeded(&mut self, _knows_block: bool) -> Vec<bool> {
        self.unneeded.clone()
    }

    fn memory(&mut self, event: &MemoryEvent) {
        self.note(event, false);
    }

    fn texels(&mut self, event: &MemoryEvent) {
        if self.texels.may_be_stale() {
            let meeting = self.texels.meeting(event);
            self.note(&meeting, true);
        }
    }

    fn allocated(&mut self, address: u64, bytes: u64, _trace: &Trace) {
        self.proofs.borrow_mut().forget();
        self.allocations.insert(address, bytes, ());
    }

    fn stale_reads(&mut self) -> Vec<StaleRead> {
        std::mem::take(&mut self.found)
    }
}
