//! Work on many things that do not depend on each other, on as many threads as the machine has cores.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::LazyLock;

/// So few are done where the caller is: starting threads takes some 100 us, a pass over a small function 1.
const FEW: usize = 512;
/// What a thread takes at once.
const AT_ONCE: usize = 64;
/// Bytes of a thread's stack (reserved, not touched): passes recurse over what a function nests.
const STACK: usize = 256 << 20;

/// Absent where threads cannot be had.
static POOL: LazyLock<Option<ThreadPool>> = LazyLock::new(|| ThreadPoolBuilder::new().stack_size(STACK).build().ok());

/// What `f` makes of each of `items`, in their order.
pub(crate) fn map<T: Send, R: Send>(items: &mut [T], f: impl Fn(&mut T) -> R + Send + Sync) -> Vec<R> {
    let pool = if items.len() < FEW { None } else { POOL.as_ref() };
    match pool {
        Some(pool) => pool.install(|| items.par_iter_mut().with_min_len(AT_ONCE).map(f).collect()),
        None => items.iter_mut().map(f).collect(),
    }
}
