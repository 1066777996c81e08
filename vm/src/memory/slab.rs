//! Allocations by number.

use super::Allocation;

/// See the module.
#[derive(Default, Debug)]
pub(super) struct Slab {
    entries: Vec<Allocation>,
    /// Numbers that are not in use.
    free: Vec<u32>,
}

impl Slab {
    pub(super) fn get(&self, number: u32) -> &Allocation {
        &self.entries[number as usize]
    }

    pub(super) fn get_mut(&mut self, number: u32) -> &mut Allocation {
        &mut self.entries[number as usize]
    }

    /// All that are in use.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Allocation> {
        self.entries.iter().filter(|allocation| allocation.base > 0)
    }

    /// All that are in use, and some that are not.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Allocation> {
        self.entries.iter_mut()
    }

    /// The number of a new entry.
    pub(super) fn insert(&mut self, allocation: Allocation) -> u32 {
        if let Some(number) = self.free.pop() {
            self.entries[number as usize] = allocation;
            return number;
        }
        self.entries.push(allocation);
        (self.entries.len() - 1) as u32
    }

    /// Takes an entry out; its number is another's from now on.
    pub(super) fn remove(&mut self, number: u32) -> Allocation {
        self.free.push(number);
        std::mem::replace(self.get_mut(number), Allocation::NOTHING)
    }
}
