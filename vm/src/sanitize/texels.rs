//! What a launch reads and writes through textures and surfaces, as far as it may meet what the launch writes.
//!
//! An array is written through surfaces alone, the linear memory of a texture by stores. So in most launches, which read textures and
//! write elsewhere, there is nothing to look at; unless operations of other streams may run beside it.

use super::allocations::Allocations;
use super::code::functions;
use super::constant::Memory;
use super::lanes;
use super::proof::Proof;
use crate::instrument::observe::{LaunchEvent, LinearTexture, MemoryEvent};
use kern_ir::Opcode;
use std::ops::Range;

/// The texels of a launch.
#[derive(Default)]
pub(super) struct Texels {
    /// Some are read through textures.
    has_textures: bool,
    /// Some are written.
    has_stores: bool,
    /// The memory of textures to which the launch may store, and where that is, if it is known.
    stored_to: Vec<(Range<u64>, Option<Memory>)>,
    /// Others may read and write them at the same time.
    are_shared: bool,
}

impl Texels {
    pub(super) fn new(launch: &LaunchEvent, proof: &Proof, allocations: &Allocations<()>) -> Texels {
        let functions = functions(launch.module, launch.function);
        let has = |wanted: fn(Opcode) -> bool| functions.iter().flat_map(|function| &function.insts).any(|data| wanted(data.op));
        let has_textures = has(|op| op.is_texture() && !op.is_surface() && op != Opcode::Txq);
        // Of a kernel that was too long nothing is known.
        let is_unknown = proof.is_harmless.is_empty();
        let writes = |op: Opcode| matches!(op, Opcode::St | Opcode::Red | Opcode::Atom);
        let is_stored_to = |of: &Option<Memory>| {
            let leads_there = |memory: Option<Memory>| memory.is_none() || memory == *of;
            is_unknown || proof.accesses.iter().any(|&(_, op, memory)| writes(op) && leads_there(memory))
        };
        let place = |texture: &LinearTexture| {
            let variable = texture.variable.map(Memory::Variable);
            variable.or_else(|| allocations.start_of(texture.bytes.start).map(Memory::Allocation))
        };
        let textures = launch.linear_textures.iter().filter(|_| has_textures);
        let stored_to = textures.map(|texture| (texture.bytes.clone(), place(texture))).filter(|(_, of)| is_stored_to(of)).collect();
        let are_shared = launch.may_overlap && (has_textures || has(|op| matches!(op, Opcode::Suld | Opcode::Sust)));
        Texels { has_textures, has_stores: has(|op| op == Opcode::Sust), stored_to, are_shared }
    }

    /// Whether accesses of some may meet.
    pub(super) fn may_meet(&self) -> bool {
        self.may_meet_here() || self.are_shared
    }

    /// Whether they may within the launch.
    fn may_meet_here(&self) -> bool {
        self.has_stores || !self.stored_to.is_empty()
    }

    /// Whether textures may read some that the launch writes.
    pub(super) fn may_be_stale(&self) -> bool {
        self.has_textures && self.may_meet_here()
    }

    /// Whether some that may meet others may be in this memory.
    pub(super) fn are_in(&self, memory: Option<Memory>) -> bool {
        match memory {
            Some(_) => self.stored_to.iter().any(|(_, of)| *of == memory),
            None => !self.stored_to.is_empty(),
        }
    }

    /// An access of texels by those lanes of which they may meet others.
    pub(super) fn meeting<'a>(&self, event: &MemoryEvent<'a>) -> MemoryEvent<'a> {
        let meets = |lane: &u16| {
            let address = event.addresses[usize::from(*lane)];
            self.has_stores || self.are_shared || self.stored_to.iter().any(|(bytes, _)| bytes.contains(&address))
        };
        let mask = lanes(event.mask).filter(meets).fold(0, |mask, lane| mask | 1 << lane);
        MemoryEvent { mask, ..*event }
    }
}
