//! Answers that are known. kern is deterministic: the same request has the same events, whoever asks.

use std::collections::HashMap;
use std::sync::Arc;

use crate::job::Kind;

/// Bytes of requests and events that are kept.
const MOST_BYTES: usize = 64 << 20;
/// Bytes of one answer that is kept.
pub(super) const MOST_ANSWER: usize = 4 << 20;

/// A request.
pub(super) type Key = (Kind, Vec<u8>);

/// What is known, with the number of its last use.
#[derive(Default)]
pub(super) struct Cache {
    answers: HashMap<Key, (u64, Arc<Vec<u8>>, usize)>,
    bytes: usize,
    uses: u64,
}

impl Cache {
    /// The events of a request, from what it started with to its end, as lines.
    pub(super) fn get(&mut self, key: &Key) -> Option<Arc<Vec<u8>>> {
        self.uses += 1;
        let (used, events, _) = self.answers.get_mut(key)?;
        *used = self.uses;
        Some(events.clone())
    }

    /// Keeps an answer; what was not asked for the longest goes where there is no room.
    pub(super) fn keep(&mut self, key: Key, events: Vec<u8>) {
        let bytes = events.len() + key.1.len();
        self.uses += 1;
        self.bytes += bytes;
        if let Some((_, _, before)) = self.answers.insert(key, (self.uses, Arc::new(events), bytes)) {
            self.bytes -= before;
        }
        while self.bytes > MOST_BYTES {
            let Some(oldest) = self.answers.iter().min_by_key(|(_, (used, ..))| *used).map(|(key, _)| key.clone()) else { return };
            self.bytes -= self.answers.remove(&oldest).map_or(0, |(_, _, bytes)| bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_asked_for_the_longest_goes() {
        let mut cache = Cache::default();
        let key = |name: &str| (Kind::Run, name.as_bytes().to_vec());
        for name in ["a", "b", "c"] {
            cache.keep(key(name), vec![name.as_bytes()[0]; MOST_BYTES / 3 - 1]);
        }
        assert_eq!(cache.get(&key("a")).expect("kept")[0], b'a');
        cache.keep(key("d"), vec![0; 10]);
        assert!(cache.get(&key("b")).is_none() && cache.get(&key("a")).is_some() && cache.get(&key("c")).is_some());
        assert!(cache.get(&(Kind::Check, b"a".to_vec())).is_none());
        assert!(cache.bytes <= MOST_BYTES);
    }
}
