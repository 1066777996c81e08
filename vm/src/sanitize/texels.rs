//! What a launch reads and writes through textures and surfaces, as far as it may meet what the launch writes.
//!
//! An array is written through surfaces alone, the linear memory of a texture by stores. So in most launches, which read textures and
//! write elsewhere, there is nothing to look at.
//! **May miss.** Textures over variables of the device's module, and what operations of other streams write.

use super::allocations::Allocations;
use super::code::functions;
use super::constant::Memory;
use super::lanes;
use super::proof::Proof;
use crate::instrument::observe::{LaunchEvent, MemoryEvent};
use kern_ir::Opcode;

/// The texels of a launch.
#[derive(Default)]
pub(super) struct Texels {
    /// Some are read through textures.
    has_textures: bool,
    /// Some are written.
    has_stores: bool,
    /// First addresses of the allocations that textures read and the launch may store to.
    stored_to: Vec<u64>,
}

impl Texels {
    pub(super) fn new(launch: &LaunchEvent, proof: &Proof, allocations: &Allocations<()>) -> Texels {
        let functions = functions(launch.module, launch.function);
        let has = |wanted: fn(Opcode) -> bool| functions.iter().flat_map(|function| &function.insts).any(|data| wanted(data.op));
        let has_textures = has(|op| op.is_texture() && !op.is_surface() && op != Opcode::Txq);
        // Of a kernel that was too long nothing is known.
        let is_unknown = proof.is_harmless.is_empty();
        let writes = |op: Opcode| matches!(op, Opcode::St | Opcode::Red | Opcode::Atom);
        let is_stored_to = |&start: &u64| {
            let leads_there = |memory: Option<Memory>| memory.is_none_or(|memory| memory == Memory::Allocation(start));
            is_unknown || proof.accesses.iter().any(|&(_, op, memory)| writes(op) && leads_there(memory))
        };
        let starts = launch.linear_textures.iter().filter_map(|&address| allocations.start_of(address));
        let stored_to = if has_textures { starts.filter(is_stored_to).collect() } else { Vec::new() };
        Texels { has_textures, has_stores: has(|op| op == Opcode::Sust), stored_to }
    }

    /// Whether accesses of some may meet.
    pub(super) fn may_meet(&self) -> bool {
        self.has_stores || !self.stored_to.is_empty()
    }

    /// Whether textures may read some that the launch writes.
    pub(super) fn may_be_stale(&self) -> bool {
        self.has_textures && self.may_meet()
    }

    /// Whether some that may meet others may be in this memory.
    pub(super) fn are_in(&self, memory: Option<Memory>) -> bool {
        match memory {
            Some(Memory::Allocation(start)) => self.stored_to.contains(&start),
            Some(_) => false,
            None => !self.stored_to.is_empty(),
        }
    }

    /// An access of texels by those lanes of which they may meet others.
    pub(super) fn meeting<'a>(&self, event: &MemoryEvent<'a>, allocations: &Allocations<()>) -> MemoryEvent<'a> {
        let meets = |lane: &u16| {
            let start = allocations.start_of(event.addresses[usize::from(*lane)]);
            self.has_stores || start.is_some_and(|start| self.stored_to.contains(&start))
        };
        let mask = lanes(event.mask).filter(meets).fold(0, |mask, lane| mask | 1 << lane);
        MemoryEvent { mask, ..*event }
    }
}
