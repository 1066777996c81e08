//! Work on many things that do not depend on each other, on as many threads as the machine has cores.

use rayon_core::{ThreadPool, ThreadPoolBuilder};
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
    let Some(pool) = pool else { return items.iter_mut().map(f).collect() };
    let mut parts: Vec<Vec<R>> = items.chunks(AT_ONCE).map(|_| Vec::new()).collect();
    let f = &f;
    pool.scope(|scope| {
        for (chunk, part) in items.chunks_mut(AT_ONCE).zip(&mut parts) {
            scope.spawn(move |_| part.extend(chunk.iter_mut().map(f)));
        }
    });
    parts.into_iter().flatten().collect()
}
