//! Managed memory of which something was not written, as far as is known.
//!
//! **May miss.** Of more than [`MOST`] bytes nothing is known: they count as written.
//! **Cost.** Each launch looks at all these bytes.

use std::collections::BTreeMap;

/// Most bytes that are kept in mind at a time.
const MOST: u64 = 8 << 20;

/// Bytes by first address.
#[derive(Default)]
pub(super) struct Managed {
    bytes: BTreeMap<u64, u64>,
    sum: u64,
}

impl Managed {
    /// New memory; whether it is kept in mind.
    pub(super) fn keep(&mut self, address: u64, bytes: u64) -> bool {
        self.forget(&[address]);
        let is_kept = self.sum.saturating_add(bytes) <= MOST;
        if is_kept {
            self.bytes.insert(address, bytes);
            self.sum += bytes;
        }
        is_kept
    }

    pub(super) fn all(&self) -> Vec<(u64, u64)> {
        self.bytes.iter().map(|(&address, &bytes)| (address, bytes)).collect()
    }

    pub(super) fn forget(&mut self, addresses: &[u64]) {
        for address in addresses {
            self.sum -= self.bytes.remove(address).unwrap_or(0);
        }
    }
}
