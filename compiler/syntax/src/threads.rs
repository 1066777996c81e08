//! Work on many things that do not depend on each other, on as many threads as the machine has cores.

use rayon_core::{ThreadPool, ThreadPoolBuilder};
use std::sync::{LazyLock, mpsc};

/// So few are done where the caller is: starting threads takes some 100 us, a pass over a small function 1.
const FEW: usize = 512;
/// What a thread takes at once.
const AT_ONCE: usize = 64;
/// Batches that may wait for a thread in [`map_made`]; who makes more than that does them himself.
const WAITING: usize = 64;
/// Bytes of a thread's stack (reserved, not touched): passes recurse over what a function nests.
const STACK: usize = 256 << 20;

/// Absent where threads cannot be had.
static POOL: LazyLock<Option<ThreadPool>> = LazyLock::new(|| ThreadPoolBuilder::new().stack_size(STACK).build().ok());

/// What `f` makes of each of `items`, in their order.
pub fn map<T: Send, R: Send>(items: &mut [T], f: impl Fn(&mut T) -> R + Send + Sync) -> Vec<R> {
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

/// What `f` makes of each of `items`, in their order; other threads do it while the caller's makes the next items.
pub fn map_made<T: Send, R: Send>(mut items: impl Iterator<Item = T>, f: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    let mut made: Vec<R> = items.by_ref().take(FEW).map(&f).collect();
    let pool = if made.len() < FEW { None } else { POOL.as_ref() };
    let Some(pool) = pool else {
        made.extend(items.map(f));
        return made;
    };
    let f = &f;
    let (sender, done) = mpsc::channel::<(usize, Vec<R>)>();
    let mut parts = Vec::new();
    pool.in_place_scope(|scope| {
        for number in 0.. {
            let batch: Vec<T> = items.by_ref().take(AT_ONCE).collect();
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
    parts.sort_by_key(|(number, _)| *number);
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
            assert_eq!(map_made(0..count, |x| 2 * x), twice);
            assert_eq!(map(&mut (0..count).collect::<Vec<_>>(), |x| 2 * *x), twice);
        }
    }
}
