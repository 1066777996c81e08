//! What strong accesses hand over: a thread that reads what another released knows what that one knew (PTX ISA, "Release and
//! Acquire Patterns").

use super::RaceCheck;
use super::handed::Handed;
use super::released::Released;
use crate::instrument::observe::MemoryEvent;
use crate::memory::{Access, Window};
use kern_ir::{Scope, Sem};
use std::rc::Rc;

/// An address, of shared memory that of one block.
pub(super) fn place(address: u64, block: u32) -> (u64, u32) {
    (address, if Window::of(address) == Window::Shared { block } else { u32::MAX })
}

impl RaceCheck {
    /// A strong access reads or writes what fences go with. Lanes update one after the other, each sees those before it; else a
    /// lane sees what came before the whole instruction, nothing of the lanes beside it.
    pub(super) fn release_and_acquire(&mut self, event: &MemoryEvent, lanes: &[(u16, u64)]) {
        let written = self.order.now();
        for &lane in lanes {
            if event.access != Access::Write {
                self.sees(event, lane);
            }
            if event.access != Access::Read {
                self.gives(event, lane, written);
            }
        }
    }

    fn sees(&mut self, event: &MemoryEvent, (thread, address): (u16, u64)) {
        if !event.has_result || self.released.is_empty() {
            return;
        }
        let block = event.warp.block_number as u32;
        if let Some(handed) = self.released.get(&place(address, event.shared_block() as u32)) {
            // What was seen elsewhere waits for a fence.
            if matches!(event.sem, Some(Sem::Acquire | Sem::AcqRel | Sem::Sc)) {
                self.order.acquire_from((block, thread), handed, event.scope.unwrap_or(Scope::Gpu));
            }
            self.order.saw((block, thread), handed);
        }
    }

    fn gives(&mut self, event: &MemoryEvent, (thread, address): (u16, u64), written: u32) {
        let block = event.warp.block_number as u32;
        if matches!(event.sem, Some(Sem::Release | Sem::AcqRel | Sem::Sc)) {
            self.order.release((block, thread), event.scope.unwrap_or(Scope::Gpu));
        }
        let is_update = event.access == Access::Atomic;
        let place = place(address, event.shared_block() as u32);
        match self.order.given((block, thread), written) {
            Some(given) => {
                let before = self.released.remove(&place).filter(|_| is_update);
                let handed = match before {
                    Some(before) => before.then(given),
                    None => self.first_handed(given),
                };
                self.released.insert(place, handed);
            }
            // An update of another's keeps what that one gave away; a store ends it.
            None if is_update => {}
            None => {
                self.released.remove(&place);
            }
        }
    }

    /// A list of what is handed on begins.
    pub(super) fn first_handed(&mut self, given: Rc<Released>) -> Rc<Handed> {
        self.lists += 1;
        Handed::new(self.lists, given)
    }
}
