//! Work on many things that do not depend on each other, on as many threads as the machine has cores.

use rayon_core::{ThreadPool, ThreadPoolBuilder};
use std::sync::{LazyLock, mpsc};

/// So few are done where the caller is: starting threads takes some 100 us, a pass over a small function 1.
const FEW: usize = 512;
/// What a thread takes at once.
const AT_ONCE: usize = 64;
/// Threads at most: starting one costs the caller some 30 us.
const MOST: usize = 8;
/// Batches that may wait for a thread in [`map_made`]; who makes more than that does them himself.
const WAITING: usize = 64;
/// Bytes of a thread's stack (reserved, not touched): passes recurse over what a function nests.
const STACK: usize = 256 << 20;

/// Absent where threads cannot be had.
static POOL: LazyLock<Option<ThreadPool>> = LazyLock::new(|| {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    ThreadPoolBuilder::new().num_threads(cores.min(MOST)).stack_size(STACK).build().ok()
});

/// A page's compiler has no threads, and so carries nothing of them.
fn pool() -> Option<&'static ThreadPool> {
    if cfg!(target_family = "wasm") { None } else { POOL.as_ref() }
}

/// What `f` makes of each of `items`, in their order. `weight` tells how much work an item is, in the things that [`FEW`] and
/// [`AT_ONCE`] count: about microseconds.
pub fn map<T: Send, R: Send>(items: &mut [T], weight: impl Fn(&T) -> usize, f: impl Fn(&mut T) -> R + Send + Sync) -> Vec<R> {
    let all: usize = items.iter().map(&weight).sum();
    let pool = if all < FEW || items.len() < 2 { None } else { pool() };
    let Some(pool) = pool else { return items.iter_mut().map(f).collect() };
    let mut chunks = Vec::new();
    let mut rest = items;
    while !rest.is_empty() {
        let mut heavy = 0;
        let is_enough = |item: &T| {
            heavy += weight(item);
            heavy >= AT_ONCE
        };
        let count = rest.iter().position(is_enough).map_or(rest.len(), |last| last + 1);
        let (chunk, behind) = rest.split_at_mut(count);
        chunks.push((chunk, Vec::new()));
        rest = behind;
    }
    let f = &f;
    pool.scope(|scope| {
        for (chunk, part) in &mut chunks {
            scope.spawn(move |_| part.extend(chunk.iter_mut().map(f)));
        }
    });
    chunks.into_iter().flat_map(|(_, part)| part).collect()
}

/// What `f` makes of each of `items`, in their order; other threads do it while the caller's makes the next items. `weight`
/// as in [`map`].
pub fn map_made<T: Send, R: Send>(
    mut items: impl Iterator<Item = T>,
    weight: impl Fn(&T) -> usize,
    f: impl Fn(T) -> R + Send + Sync,
) -> Vec<R> {
    let mut made: Vec<R> = Vec::new();
    let mut before = 0;
    while before < FEW {
        let Some(item) = items.next() else { return made };
        before += weight(&item);
        made.push(f(item));
    }
    let Some(pool) = pool() else {
        made.extend(items.map(f));
        return made;
    };
    let f = &f;
    let (sender, done) = mpsc::channel::<(usize, Vec<R>)>();
    let mut parts = Vec::new();
    pool.in_place_scope(|scope| {
        for number in 0.. {
            let (mut batch, mut heavy): (Vec<T>, usize) = (Vec::new(), 0);
            while heavy < AT_ONCE {
                let Some(item) = items.next() else { break };
                heavy += weight(&item);
                batch.push(item);
            }
            if batch.is_empty() {
                break;
            }
            parts.extend(done.try_iter());
            if number - parts.len() > WAITING {
                parts.push((number, batch.into_iter().map(f).collect()));
                continue;
            }
            let sender = sender.clone();
            scope.spawn(move |_| {
                // Nobody listens only where the caller panicked.
                let _ = sender.send((number, batch.into_iter().map(f).collect()));
            });
        }
    });
    parts.extend(done.try_iter());
    kern_diag::sort_by_number(&mut parts, |(number, _)| *number as i64);
    made.extend(parts.into_iter().flat_map(|(_, part)| part));
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for count in [0, 1, FEW - 1, FEW, FEW + 1, 100_000] {
            let twice: Vec<usize> = (0..count).map(|x| 2 * x).collect();
            assert_eq!(map_made(0..count, |_| 1, |x| 2 * x), twice);
            assert_eq!(map_made(0..count, |x| 3 * x, |x| 2 * x), twice);
            assert_eq!(map(&mut (0..count).collect::<Vec<_>>(), |_| 1, |x| 2 * *x), twice);
            assert_eq!(map(&mut (0..count).collect::<Vec<_>>(), |x| *x, |x| 2 * *x), twice);
        }
    }
}
