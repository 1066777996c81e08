//! What compiled host code holds of variables on the stack: they end while the code lives.

/// What holds variables on the stack, by the variable's address: the lowest last, for functions called last end first.
pub(crate) struct OnStack<T> {
    list: Vec<(u64, T)>,
}

impl<T> Default for OnStack<T> {
    fn default() -> OnStack<T> {
        OnStack { list: Vec::new() }
    }
}

impl<T: Copy + PartialEq> OnStack<T> {
    /// Where those of a variable are.
    fn range(&self, base: u64) -> std::ops::Range<usize> {
        let start = self.list.partition_point(|held| held.0 > base);
        let length = self.list[start..].iter().take_while(|held| held.0 == base).count();
        start..start + length
    }

    /// Adds one that may be there.
    pub(crate) fn add(&mut self, base: u64, holder: T) {
        let range = self.range(base);
        if !self.list[range.clone()].iter().any(|held| held.1 == holder) {
            self.list.insert(range.end, (base, holder));
        }
    }

    /// Removes one that may not be there.
    pub(crate) fn remove(&mut self, base: u64, holder: T) {
        let range = self.range(base);
        if let Some(at) = self.list[range.clone()].iter().position(|held| held.1 == holder) {
            self.list.remove(range.start + at);
        }
    }

    /// Takes those of variables below `top`.
    pub(crate) fn take_below(&mut self, top: u64, mut taken: impl FnMut(u64, T)) {
        while let Some((base, holder)) = self.list.pop_if(|held| held.0 < top) {
            taken(base, holder);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.list.clear();
    }

    /// The lowest variable; the highest address if there is none.
    pub(crate) fn lowest(&self) -> u64 {
        self.list.last().map_or(u64::MAX, |held| held.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_variables_go_first() {
        let mut held = OnStack::default();
        for (base, holder) in [(300, 'a'), (100, 'b'), (200, 'c'), (100, 'd'), (100, 'b'), (300, 'e')] {
            held.add(base, holder);
        }
        assert_eq!(held.lowest(), 100);
        held.remove(100, 'd');
        held.remove(200, 'a');
        let mut taken = Vec::new();
        held.take_below(201, |base, holder| taken.push((base, holder)));
        assert_eq!(taken, [(100, 'b'), (200, 'c')]);
        assert_eq!(held.lowest(), 300);
        held.take_below(u64::MAX, |base, holder| taken.push((base, holder)));
        assert_eq!((taken.len(), held.lowest()), (4, u64::MAX));
    }
}
