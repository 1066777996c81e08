//! What the multiprocessors' shared memories hold from block to block.
//!
//! The hardware never clears shared memory: a block that reads what it did not write sees what an earlier block, also
//! of an earlier kernel, left at the same place (seen on an H200). Blocks go to multiprocessors in turn, so block 0 of
//! each launch meets what block 0 of the last one left. Nothing was ever written: zeros.

use std::collections::HashMap;

/// A block's place: multiprocessor, and which of the blocks resident there.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Seat {
    sm: u32,
    slot: usize,
}

/// Shared memory of all multiprocessors, as far as it was ever used.
#[derive(Default, Debug)]
pub(crate) struct SharedMemory {
    contents: HashMap<u32, Vec<u8>>,
    taken: HashMap<u32, Vec<bool>>,
}

impl SharedMemory {
    /// A launch starts: nobody is resident.
    pub(crate) fn clear_seats(&mut self) {
        self.taken.clear();
    }

    /// Block `number` is resident from now on; `shared` (its size is the block's) becomes what it finds.
    pub(crate) fn enter(&mut self, number: u64, sm_count: u32, shared: &mut [u8]) -> Seat {
        if shared.is_empty() {
            return Seat::default();
        }
        let sm = (number % u64::from(sm_count.max(1))) as u32;
        let taken = self.taken.entry(sm).or_default();
        let slot = taken.iter().position(|t| !t).unwrap_or(taken.len());
        if slot == taken.len() {
            taken.push(true);
        }
        taken[slot] = true;
        let start = slot * shared.len();
        let held = self.contents.get(&sm).and_then(|c| c.get(start..)).unwrap_or(&[]);
        let known = held.len().min(shared.len());
        shared[..known].copy_from_slice(&held[..known]);
        shared[known..].fill(0);
        Seat { sm, slot }
    }

    /// Takes out the memories of some multiprocessors, on which nobody is resident.
    pub(crate) fn part(&mut self, which: impl Fn(u32) -> bool) -> SharedMemory {
        SharedMemory { contents: self.contents.extract_if(|&sm, _| which(sm)).collect(), taken: HashMap::new() }
    }

    /// Puts them back.
    pub(crate) fn merge(&mut self, part: SharedMemory) {
        self.contents.extend(part.contents);
        self.taken.extend(part.taken);
    }

    /// The block at `seat` has ended and leaves `shared`.
    pub(crate) fn leave(&mut self, seat: Seat, shared: &[u8]) {
        if shared.is_empty() {
            return;
        }
        if let Some(taken) = self.taken.get_mut(&seat.sm).and_then(|t| t.get_mut(seat.slot)) {
            *taken = false;
        }
        let contents = self.contents.entry(seat.sm).or_default();
        let start = seat.slot * shared.len();
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
        let seat = memory.enter(0, 2, &mut bytes);
        assert_eq!(bytes, [0; 4]);
        memory.leave(seat, &[1, 2, 3, 4]);
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
