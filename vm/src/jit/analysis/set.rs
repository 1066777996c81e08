//! Sets of segments and of values.

/// A set of small numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Set(Vec<u64>);

impl Set {
    pub(crate) fn new(size: usize) -> Set {
        Set(vec![0; size.div_ceil(64)])
    }

    pub(crate) fn contains(&self, item: usize) -> bool {
        self.0[item / 64] >> (item % 64) & 1 != 0
    }

    pub(crate) fn insert(&mut self, item: usize) {
        self.0[item / 64] |= 1 << (item % 64);
    }

    pub(crate) fn remove(&mut self, item: usize) {
        self.0[item / 64] &= !(1 << (item % 64));
    }

    /// Adds all of `other`; whether that changed anything.
    pub(crate) fn add(&mut self, other: &Set) -> bool {
        let mut changed = false;
        for (a, &b) in self.0.iter_mut().zip(&other.0) {
            changed |= *a | b != *a;
            *a |= b;
        }
        changed
    }

    /// Removes what is not in `other`; whether that changed anything.
    pub(crate) fn keep(&mut self, other: &Set) -> bool {
        let mut changed = false;
        for (a, &b) in self.0.iter_mut().zip(&other.0) {
            changed |= *a & !b != 0;
            *a &= b;
        }
        changed
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                (left != 0).then(|| {
                    left &= left - 1;
                    i * 64 + bit
                })
            })
        })
    }
}
