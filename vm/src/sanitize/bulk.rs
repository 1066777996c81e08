//! Bulk copies (PTX ISA, "Data Movement and Conversion Instructions: Bulk copy", `cp.async.bulk`).
//!
//! The thread that asks for one does not do it: what is copied is done after what the thread has done so far, and before what is ordered
//! behind the bytes that the copy counts at its barrier. So it is the doing of somebody else, of another block, who begins with what the
//! thread knows; a thread that waits at the barrier learns of it, the one that asked not excepted. So is each arrival at such a barrier: it
//! tells of the thread, and the thread learns nothing. Code says where that begins and ends by waits for numbers of groups that nobody has.
//!
//! **May miss.** Copies of one thread that write over one another; of copies from shared memory, which of their groups were waited for.

use super::RaceCheck;
use super::copies::Copies;
use super::known::COPIED;
use crate::instrument::observe::{MemoryEvent, WarpId};
use kern_ir::{BulkMark, Module, Opcode};

impl RaceCheck {
    /// The block that lanes count as of.
    pub(super) fn who_copies(&self, warp: WarpId, mask: u32) -> u32 {
        let block = warp.block_number as u32;
        let are_copying = !self.in_bulk.is_empty() && self.in_bulk.get(&(block, warp.warp)).is_some_and(|lanes| lanes & mask != 0);
        if are_copying { block | COPIED } else { block }
    }

    /// An access as who does it does it.
    pub(super) fn as_copied<'a>(&self, event: MemoryEvent<'a>) -> MemoryEvent<'a> {
        let block = u64::from(self.who_copies(event.warp, event.mask));
        if block == event.warp.block_number & u64::from(u32::MAX) {
            return event;
        }
        MemoryEvent { shared_of: Some(event.shared_block()), warp: WarpId { block_number: block, ..event.warp }, ..event }
    }

    /// Whether a wait for groups of copies tells of bulk copies.
    pub(super) fn told_of_bulk(&mut self, warp: WarpId, groups: u32, mask: u32) -> bool {
        let Some(mark) = BulkMark::of(groups) else { return false };
        let block = warp.block_number as u32;
        let lanes = self.in_bulk.entry((block, warp.warp)).or_default();
        match mark {
            BulkMark::Begin => *lanes |= mask,
            BulkMark::End => *lanes &= !mask,
            BulkMark::Wait => {}
        }
        if *lanes == 0 {
            self.in_bulk.remove(&(block, warp.warp));
        }
        for lane in (0..32).filter(|lane| mask >> lane & 1 != 0) {
            let thread = (block, warp.warp as u16 * 32 + lane);
            match mark {
                BulkMark::Begin => self.order.hand_over(thread, (thread.0 | COPIED, thread.1)),
                BulkMark::End => {}
                BulkMark::Wait => self.order.hand_over((thread.0 | COPIED, thread.1), thread),
            }
        }
        true
    }
}

impl Copies {
    /// Whether a module has any.
    pub(super) fn are_in_bulk(module: &Module) -> bool {
        module.functions.iter().any(|function| {
            let mark = |groups: u64| u32::try_from(groups).ok().and_then(BulkMark::of);
            let is_mark = |arg: &kern_ir::Value| function.constant(*arg).and_then(mark).is_some();
            function.insts.iter().any(|data| data.op == Opcode::AsyncWait && data.args.first().is_some_and(is_mark))
        })
    }
}
