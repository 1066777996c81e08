//! Which small allocation lies at an address, without a search: programs of many nodes ask at each.
//!
//! An address is that of a *granule* of 16 bytes, the least alignment of an allocation; granules come in chunks, which are made
//! when something small lies in them. Large allocations are in none: there are few, and they would fill many.
//!
//! **Cost.** Two reads a lookup; a quarter of the bytes of the chunks.

/// Bytes of a granule.
const GRANULE: u64 = 16;
/// Granules of a chunk.
const CHUNK: u64 = 4096;
/// Bytes of the largest allocation that is small.
const SMALL: u64 = 1024;

/// No allocation that is small.
const NONE: u32 = u32::MAX;

/// See the module. Offsets are from the start of the window.
#[derive(Default, Debug)]
pub(super) struct GranuleMap {
    /// By number of the chunk, numbers of allocations.
    chunks: Vec<Option<Box<[u32; CHUNK as usize]>>>,
}

impl GranuleMap {
    /// The small allocation whose granules are those of the byte at `offset`.
    pub(super) fn get(&self, offset: u64) -> Option<u32> {
        let granule = offset / GRANULE;
        let chunk = self.chunks.get(usize::try_from(granule / CHUNK).ok()?)?.as_ref()?;
        Some(chunk[(granule % CHUNK) as usize]).filter(|&number| number != NONE)
    }

    /// An allocation of `size` bytes at `offset` is there, or not any more.
    pub(super) fn set(&mut self, offset: u64, size: u64, number: Option<u32>) {
        if size > SMALL || !offset.is_multiple_of(GRANULE) {
            return;
        }
        let first = offset / GRANULE;
        for granule in first..first + size.div_ceil(GRANULE).max(1) {
            let index = (granule / CHUNK) as usize;
            if self.chunks.len() <= index {
                self.chunks.resize(index + 1, None);
            }
            let chunk = self.chunks[index].get_or_insert_with(|| Box::new([NONE; CHUNK as usize]));
            chunk[(granule % CHUNK) as usize] = number.unwrap_or(NONE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn granules_belong_to_what_lies_there() {
        let mut map = GranuleMap::default();
        let far = CHUNK * GRANULE * 3;
        map.set(0, 0, Some(1));
        map.set(far - 16, 40, Some(2));
        map.set(far + 4096, SMALL + 1, Some(3));
        assert_eq!(
            [0, 15, 16, far - 17, far - 16, far + 31, far + 32, far + 4096, u64::MAX].map(|offset| map.get(offset)),
            [Some(1), Some(1), None, None, Some(2), Some(2), None, None, None]
        );
        map.set(far - 16, 40, None);
        assert_eq!(map.get(far), None);
    }
}
