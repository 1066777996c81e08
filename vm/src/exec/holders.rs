//! Who remembers where which block of the host's heap lies: cached lookups of accesses. When a block is freed, those that
//! remember it are found here, and no others have to look anything up again.
//!
//! **Invariant.** A holder is listed once, under the block that it remembers.
//! **Cost.** A look at the few holders of the blocks that share a list.

/// Lists.
const LISTS: usize = 256;

/// See the module.
pub(crate) struct Holders<T> {
    /// None until somebody remembers something.
    lists: Vec<Vec<(u64, T)>>,
}

impl<T> Default for Holders<T> {
    fn default() -> Holders<T> {
        Holders { lists: Vec::new() }
    }
}

impl<T: Copy + PartialEq> Holders<T> {
    fn list(&mut self, base: u64) -> &mut Vec<(u64, T)> {
        if self.lists.is_empty() {
            self.lists.resize_with(LISTS, Vec::new);
        }
        // Blocks lie at multiples of 16.
        &mut self.lists[(base >> 4 ^ base >> 12) as usize % LISTS]
    }

    /// A holder remembers the block at `base` from now on.
    pub(crate) fn add(&mut self, base: u64, holder: T) {
        self.list(base).push((base, holder));
    }

    /// A holder does not remember the block at `base` any more.
    pub(crate) fn remove(&mut self, base: u64, holder: T) {
        let list = self.list(base);
        if let Some(at) = list.iter().position(|entry| *entry == (base, holder)) {
            list.swap_remove(at);
        }
    }

    /// Tells who remembers the block at `base`, and forgets it.
    pub(crate) fn take(&mut self, base: u64, mut tell: impl FnMut(T)) {
        self.list(base).retain(|&(known, holder)| {
            if known == base {
                tell(holder);
            }
            known != base
        });
    }

    /// Nobody remembers anything.
    pub(crate) fn clear(&mut self) {
        self.lists.iter_mut().for_each(Vec::clear);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holders_of_a_block_are_told_once() {
        let mut holders = Holders::default();
        let blocks: Vec<u64> = (0..1000).map(|n| n * 48).collect();
        blocks.iter().for_each(|&base| (0..3).for_each(|who| holders.add(base, who)));
        holders.remove(blocks[7], 1);
        holders.remove(blocks[7], 9);
        let mut told = Vec::new();
        holders.take(blocks[7], |who| told.push(who));
        holders.take(blocks[7], |who| told.push(who));
        told.sort_unstable();
        assert_eq!(told, [0, 2]);
        holders.take(blocks[8], |who| told.push(who));
        assert_eq!(told.len(), 5);
        holders.clear();
        holders.take(blocks[9], |who| told.push(who));
        assert_eq!(told.len(), 5);
    }
}
