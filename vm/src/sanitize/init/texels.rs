//! Texels that are read through a texture or a surface, and to which nothing was written.
//!
//! **May miss.** What is not used by every thread that reads it, and what is only stored again.

use super::InitCheck;
use super::missing::Missing;
use super::uses::{Use, Uses};
use crate::instrument::observe::{LaunchEvent, MemoryEvent};
use crate::memory::Access;
use crate::sanitize::code::functions;
use crate::sanitize::lanes;
use kern_ir::{Function, Opcode};
use rustc_hash::FxHashSet;

/// Which instructions read texels that are used: by function and instruction.
#[derive(Default)]
pub(super) struct TexelReads {
    used: FxHashSet<(u32, u32)>,
    /// The launched kernel reads some, and there is memory to which nothing was written.
    is_on: bool,
}

impl TexelReads {
    /// Reads them off a function's code.
    pub(super) fn add(&mut self, number: u32, function: &Function, uses: &Uses<'_>) {
        for inst in function.layout.iter().flat_map(|block| &function.blocks[block.index()].insts) {
            if reads_texels(function.insts[inst.index()].op) && uses.of_load(*inst, false).how.contains(&Use::Used) {
                self.used.insert((number, inst.0));
            }
        }
    }

    /// Whether they are looked at in this launch.
    pub(super) fn is_on(&self) -> bool {
        self.is_on
    }

    pub(super) fn start(&mut self, launch: &LaunchEvent, is_all_written: impl FnOnce() -> bool) {
        let reads = || functions(launch.module, launch.function).iter().flat_map(|f| &f.insts).any(|data| reads_texels(data.op));
        self.is_on = !self.used.is_empty() && reads() && !is_all_written();
    }
}

fn reads_texels(op: Opcode) -> bool {
    op.is_texture() && !matches!(op, Opcode::Sust | Opcode::Txq)
}

impl InitCheck {
    /// Lanes read or write a texel each.
    pub(super) fn read_texels(&mut self, event: &MemoryEvent) {
        let is_read = event.access == Access::Read && self.texel_reads.used.contains(&(event.site.function, event.inst));
        if !is_read || self.is_plain(event) {
            return;
        }
        for lane in lanes(event.mask) {
            let (address, bytes) = (event.addresses[usize::from(lane)], u64::from(event.bytes));
            let Some((written, offset)) = self.allocations.at(address) else { continue };
            if written.first(offset..offset + bytes, false).is_none() {
                continue;
            }
            let is_untouched = written.first(0..written.size, true).is_none();
            // Said once of each texel.
            written.set(offset, bytes, true);
            self.tell(Missing { is_untouched, ..Missing::of(event, u32::from(lane), (address, bytes)) });
        }
    }
}
