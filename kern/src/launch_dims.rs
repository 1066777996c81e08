//! `<<<grid, block, shared>>>` in Rust: `grid((4, 2)).block(256).shared(1024)`.

use kern_vm::launch::{LaunchConfig, NO_CLUSTERS};

/// One, two or three sizes along x, y, z: an integer, a tuple or an array of them.
///
/// ```
/// assert_eq!(kern::Dims::from((4, 2)), kern::Dims::from([4, 2, 1]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dims([i128; 3]);

/// An integer.
///
/// ```
/// fn dims(blocks: impl kern::Extent) -> kern::LaunchDims { kern::grid(blocks) }
/// assert_eq!(dims(3u8), dims(3usize));
/// ```
pub trait Extent: sealed::Sealed + Copy {
    #[doc(hidden)]
    fn extent(self) -> i128;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! extents {
    ($($ty:ident)*) => {$(
        impl sealed::Sealed for $ty {}

        impl Extent for $ty {
            fn extent(self) -> i128 {
                self as i128
            }
        }
    )*};
}
extents!(i8 u8 i16 u16 i32 u32 i64 u64 isize usize);

impl<X: Extent> From<X> for Dims {
    fn from(x: X) -> Dims {
        Dims([x.extent(), 1, 1])
    }
}

impl<X: Extent, Y: Extent> From<(X, Y)> for Dims {
    fn from((x, y): (X, Y)) -> Dims {
        Dims([x.extent(), y.extent(), 1])
    }
}

impl<X: Extent, Y: Extent, Z: Extent> From<(X, Y, Z)> for Dims {
    fn from((x, y, z): (X, Y, Z)) -> Dims {
        Dims([x.extent(), y.extent(), z.extent()])
    }
}

impl<X: Extent> From<[X; 3]> for Dims {
    fn from([x, y, z]: [X; 3]) -> Dims {
        Dims([x.extent(), y.extent(), z.extent()])
    }
}

impl Dims {
    /// # Errors
    /// What is wrong with a size.
    fn checked(self, what: &str) -> Result<[u32; 3], String> {
        let mut sizes = [0; 3];
        for (size, (&wanted, axis)) in sizes.iter_mut().zip(self.0.iter().zip(["x", "y", "z"])) {
            *size = u32::try_from(wanted).map_err(|_| format!("{what} dimension {axis} is {wanted}"))?;
        }
        Ok(sizes)
    }
}

/// How many blocks, of how many threads, with how much dynamic shared memory.
///
/// ```
/// assert_eq!(kern::grid(4), kern::grid((4, 1, 1)).block(1).shared(0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LaunchDims {
    grid: Dims,
    block: Dims,
    shared: u64,
}

/// A launch of so many blocks, of one thread each until [`LaunchDims::block`] says more.
///
/// ```
/// let dims = kern::grid(1000usize.div_ceil(256)).block(256); // `<<<4, 256>>>`
/// assert_eq!(dims, kern::grid(4).block((256, 1)));
/// ```
pub fn grid(blocks: impl Into<Dims>) -> LaunchDims {
    LaunchDims { grid: blocks.into(), block: Dims([1; 3]), shared: 0 }
}

impl LaunchDims {
    /// Threads of a block.
    ///
    /// ```
    /// assert_ne!(kern::grid(1).block((8, 4)), kern::grid(1).block(32));
    /// ```
    #[must_use]
    pub fn block(self, threads: impl Into<Dims>) -> LaunchDims {
        LaunchDims { block: threads.into(), ..self }
    }

    /// Bytes of dynamic shared memory a block, up to all that the device lets a kernel opt in to.
    ///
    /// ```
    /// let dims = kern::grid(1).block(64).shared(64 * 4); // `<<<1, 64, 256>>>`
    /// assert_ne!(dims, kern::grid(1).block(64));
    /// ```
    #[must_use]
    pub fn shared(self, bytes: u64) -> LaunchDims {
        LaunchDims { shared: bytes, ..self }
    }

    /// # Errors
    /// What is wrong with a size.
    pub(crate) fn config(self) -> Result<LaunchConfig, String> {
        let (grid, block) = (self.grid.checked("grid")?, self.block.checked("block")?);
        Ok(LaunchConfig { grid, block, dynamic_shared: self.shared, shared_limit: self.shared, stream: 0, cluster: NO_CLUSTERS })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_any_integers() {
        let config = grid((3usize, 2)).block([8u8, 4, 2]).shared(100).config().unwrap();
        assert_eq!((config.grid, config.block, config.dynamic_shared), ([3, 2, 1], [8, 4, 2], 100));
        assert_eq!(grid(7u64).config().unwrap().block, [1, 1, 1]);
        assert_eq!(grid(-1).config(), Err("grid dimension x is -1".into()));
        assert_eq!(grid(1).block((1, 1usize << 32)).config(), Err("block dimension y is 4294967296".into()));
    }
}
