//! What the multiprocessors' shared memories hold from block to block.
//!
//! The hardware never clears shared memory: a block that reads what it did not write sees what an earlier block, also
//! of an earlier kernel, left at the same place (seen on an H200). Blocks go to multiprocessors in turn, so block 0 of
//! each launch meets what block 0 of the last one left. Nothing was ever written: zeros.

/// A block's place: multiprocessor, and which of the blocks resident there.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct SmSlot {
    sm: u32,
    slot: usize,
}

/// Shared memory of all multiprocessors, by number, as far as it was ever used.
#[derive(Default, Debug)]
pub(crate) struct SharedMemory(Vec<Multiprocessor>);

/// Of one.
#[derive(Default, Debug)]
struct Multiprocessor {
    /// What blocks left in it.
    contents: Vec<u8>,
    /// Places at which a block is resident.
    taken: Vec<bool>,
}

impl SharedMemory {
    /// A launch starts: nobody is resident.
    pub(crate) fn clear_slots(&mut self) {
        self.0.iter_mut().for_each(|sm| sm.taken.clear());
    }

    fn multiprocessor(&mut self, number: u32) -> &mut Multiprocessor {
        let index = number as usize;
        if self.0.len() <= index {
            self.0.resize_with(index + 1, Multiprocessor::default);
        }
        &mut self.0[index]
    }

    /// Block `number` is resident from now on; `shared` (its size is the block's) becomes what it finds.
    pub(crate) fn enter(&mut self, number: u64, sm_count: u32, shared: &mut [u8]) -> SmSlot {
        if shared.is_empty() {
            return SmSlot::default();
        }
        let sm = (number % u64::from(sm_count.max(1))) as u32;
        let Multiprocessor { contents, taken } = self.multiprocessor(sm);
        let slot = taken.iter().position(|t| !t).unwrap_or(taken.len());
        if slot == taken.len() {
            taken.push(true);
        }
        taken[slot] = true;
        let held = contents.get(slot * shared.len()..).unwrap_or(&[]);
        let known = held.len().min(shared.len());
        shared[..known].copy_from_slice(&held[..known]);
        shared[known..].fill(0);
        SmSlot { sm, slot }
    }

    /// Takes out the memories of some multiprocessors, on which nobody is resident.
    pub(crate) fn part(&mut self, which: impl Fn(u32) -> bool) -> SharedMemory {
        let take = |(number, sm)| if which(number) { std::mem::take(sm) } else { Multiprocessor::default() };
        SharedMemory((0..).zip(&mut self.0).map(take).collect())
    }

    /// Puts them back.
    pub(crate) fn merge(&mut self, part: SharedMemory) {
        for (number, sm) in (0..).zip(part.0).filter(|(_, sm)| !sm.contents.is_empty() || !sm.taken.is_empty()) {
            *self.multiprocessor(number) = sm;
        }
    }

    /// The block at `sm_slot` has ended and leaves `shared`.
    pub(crate) fn leave(&mut self, sm_slot: SmSlot, shared: &[u8]) {
        if shared.is_empty() {
            return;
        }
        let Multiprocessor { contents, taken } = self.multiprocessor(sm_slot.sm);
        if let Some(taken) = taken.get_mut(sm_slot.slot) {
            *taken = false;
        }
        let start = sm_slot.slot * shared.len();
        if contents.len() < start + shared.len() {
            contents.resize(start + shared.len(), 0);
        }
        contents[start..start + shared.len()].copy_from_slice(shared);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_finds_what_the_last_one_there_left() {
        let mut memory = SharedMemory::default();
        let mut bytes = [9; 4];
        let sm_slot = memory.enter(0, 2, &mut bytes);
        assert_eq!(bytes, [0; 4]);
        memory.leave(sm_slot, &[1, 2, 3, 4]);
        let mut wider = [9; 6];
        let first = memory.enter(2, 2, &mut wider);
        assert_eq!(wider, [1, 2, 3, 4, 0, 0]);
        let mut other = [9; 6];
        let second = memory.enter(4, 2, &mut other);
        assert_ne!(first, second, "two resident blocks share no memory");
        assert_eq!(other, [0; 6]);
        let mut elsewhere = [9; 2];
        memory.enter(1, 2, &mut elsewhere);
        assert_eq!(elsewhere, [0; 2]);
    }
}
