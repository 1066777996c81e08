//! A function of all lanes of a warp where there are no vectors that multiply and add in one step: the function of a lane, for each.

use super::{Function, LANES, Warp};

/// Nothing more is needed.
pub(super) type OfWarp<T> = std::marker::PhantomData<T>;
pub(super) type OfWarp2<T> = std::marker::PhantomData<T>;

macro_rules! of_warp {
    ($($ignored:tt)*) => {
        std::marker::PhantomData
    };
}

impl<T: Copy> Function<T> {
    /// Of the lanes of `mask`; the others get their arguments.
    pub(crate) fn of_warp(self, x: &Warp<T>, y: &Warp<T>, mask: u32) -> Warp<T> {
        let mut result = *x;
        (0..LANES).filter(|lane| mask >> lane & 1 != 0).for_each(|lane| result[lane] = self.of_lane(x[lane], y[lane]));
        result
    }
}
