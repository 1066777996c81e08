//! Which small allocation lies at an address, without a search: programs of many nodes ask at each.
//!
//! An address is that of a *granule* of 16 bytes, the least alignment of an allocation; granules come in chunks, which are made
//! when something small lies in them. Large allocations are in none: there are few, and they would fill many.
//!
//! Of the heap's blocks compiled code wants to know the same, and asks nobody: the map is then its page table, as the one that
//! `tlb` would have it.
//!
//! **Cost.** Two reads a lookup; a quarter of the bytes of the chunks, of a heap half of them.

/// Bytes of a granule.
pub(super) const GRANULE: u64 = 16;
/// Granules of a chunk.
const CHUNK: u64 = 4096;
/// Bytes of the largest allocation that is small.
pub const SMALL: u64 = 1024;

/// No allocation that is small.
const NONE: u32 = u32::MAX;

/// Of each granule of a chunk.
type Granules = [u32; CHUNK as usize];

/// See the module. Offsets are from the start of the window.
#[derive(Default, Debug)]
pub(super) struct GranuleMap {
    /// By number of the chunk, numbers of allocations.
    chunks: Vec<Option<Box<Granules>>>,
    /// The same for blocks of the heap that live: how many bytes before the granule they begin, shifted by 16, and their bytes; 0 where
    /// there is none.
    extents: Vec<Option<Box<Granules>>>,
}

/// Where compiled code finds the small blocks of a heap that live, by itself: the extents of their granules.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug)]
pub struct BlockTable {
    /// First address of the window.
    pub base: u64,
    /// Pointer that address 0 would have.
    pub origin: u64,
    /// Pointer to pointers to the extents of each chunk, which are null where there are none.
    pub chunks: u64,
    /// Chunks: none are looked at beyond.
    pub count: u64,
}

/// Bytes of a granule, as a shift.
pub const GRANULE_SHIFT: u32 = GRANULE.trailing_zeros();
/// Bytes of a chunk of granules, as a shift.
pub const CHUNK_SHIFT: u32 = (GRANULE * CHUNK).trailing_zeros();

impl BlockTable {
    /// Whether compiled code finds the blocks of the heap that have so many bytes.
    pub(crate) fn knows(&self, size: u64) -> bool {
        self.count > 0 && size <= SMALL
    }
}

impl GranuleMap {
    /// The small allocation whose granules are those of the byte at `offset`.
    pub(super) fn get(&self, offset: u64) -> Option<u32> {
        let granule = offset / GRANULE;
        let chunk = self.chunks.get(usize::try_from(granule / CHUNK).ok()?)?.as_ref()?;
        Some(chunk[(granule % CHUNK) as usize]).filter(|&number| number != NONE)
    }

    /// The small allocation nearest below `offset`.
    pub(super) fn before(&self, offset: u64) -> Option<u32> {
        let mut end = (offset / GRANULE + 1).min(self.chunks.len() as u64 * CHUNK);
        while let Some(last) = end.checked_sub(1) {
            let start = last / CHUNK * CHUNK;
            if let Some(chunk) = &self.chunks[(last / CHUNK) as usize]
                && let Some(number) = chunk[..(end - start) as usize].iter().rev().find(|number| **number != NONE)
            {
                return Some(*number);
            }
            end = start;
        }
        None
    }

    /// The small allocation nearest above `offset`, or the first of all.
    pub(super) fn after(&self, offset: Option<u64>) -> Option<u32> {
        let next = offset.map_or(0, |offset| offset / GRANULE + 1);
        let (index, granule) = (next / CHUNK, next % CHUNK);
        let mut chunks = self.chunks.iter().skip(usize::try_from(index).ok()?);
        let in_first = chunks.next()?.iter().flat_map(|chunk| &chunk[granule as usize..]);
        in_first.chain(chunks.flatten().flat_map(|chunk| chunk.iter())).copied().find(|&number| number != NONE)
    }

    /// An allocation of `size` bytes at `offset` is there, or not any more.
    pub(super) fn set(&mut self, offset: u64, size: u64, number: Option<u32>) {
        if size > SMALL || !offset.is_multiple_of(GRANULE) {
            return;
        }
        let number = number.unwrap_or(NONE);
        each_piece(&mut self.chunks, NONE, offset, size, |piece, _| piece.fill(number));
    }

    /// A block of the heap, of `size` bytes at `offset`, lives from now on, or not any more: for compiled code, if there is any.
    pub(super) fn set_live(&mut self, offset: u64, size: u64, lives: bool) {
        if !cfg!(feature = "jit") || size == 0 || size > SMALL || !offset.is_multiple_of(GRANULE) {
            return;
        }
        each_piece(&mut self.extents, 0, offset, size, |piece, distance| match lives {
            true => (distance..).step_by(GRANULE as usize).zip(piece).for_each(|(distance, extent)| *extent = distance << 16 | size as u32),
            false => piece.fill(0),
        });
    }

    /// What compiled code needs to look at a window at `base`, whose first byte has that pointer.
    pub(super) fn table(&self, base: u64, pointer: *const u8) -> BlockTable {
        let (chunks, count) = (self.extents.as_ptr() as u64, self.extents.len() as u64);
        BlockTable { base, origin: (pointer as u64).wrapping_sub(base), chunks, count }
    }
}

/// Calls `visit` with what is said of the granules of so many bytes, a chunk's at a time, and the distance of the first from the first
/// of all. A chunk that is new says `none` of all.
fn each_piece(chunks: &mut Vec<Option<Box<Granules>>>, none: u32, offset: u64, size: u64, mut visit: impl FnMut(&mut [u32], u32)) {
    let first = offset / GRANULE;
    let (mut granule, end) = (first, first + size.div_ceil(GRANULE).max(1));
    while granule < end {
        let (index, start) = ((granule / CHUNK) as usize, granule % CHUNK);
        if chunks.len() <= index {
            chunks.resize(index + 1, None);
        }
        let chunk = chunks[index].get_or_insert_with(|| Box::new([none; CHUNK as usize]));
        let count = (end - granule).min(CHUNK - start);
        visit(&mut chunk[start as usize..(start + count) as usize], ((granule - first) * GRANULE) as u32);
        granule += count;
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
        let around = |map: &GranuleMap, offset| (map.before(offset), map.after(Some(offset)));
        assert_eq!(map.after(None), Some(1));
        assert_eq!((around(&map, 8), around(&map, 64)), ((Some(1), Some(2)), (Some(1), Some(2))));
        assert_eq!(around(&map, far + 4096), (Some(2), None));
        map.set(far - 16, 40, None);
        assert_eq!(map.get(far), None);
        assert_eq!((around(&map, u64::MAX), around(&map, 16)), ((Some(1), None), (Some(1), None)));
    }

    #[cfg(feature = "jit")]
    #[test]
    fn blocks_have_extents_as_long_as_they_live() {
        let mut map = GranuleMap::default();
        let far = CHUNK * GRANULE;
        map.set_live(far - 16, 40, true);
        map.set_live(far + 64, SMALL + 1, true);
        let extent = |map: &GranuleMap, granule: u64| {
            let chunk = map.extents.get((granule / CHUNK) as usize).and_then(Option::as_ref);
            chunk.map_or(0, |chunk| chunk[(granule % CHUNK) as usize])
        };
        let extents = |map: &GranuleMap| [CHUNK - 2, CHUNK - 1, CHUNK, CHUNK + 1, CHUNK + 2, CHUNK + 4].map(|granule| extent(map, granule));
        assert_eq!(extents(&map), [0, 40, 16 << 16 | 40, 32 << 16 | 40, 0, 0]);
        assert_eq!(map.table(0x1000, std::ptr::null()).count, 2);
        map.set_live(far - 16, 40, false);
        assert_eq!(extents(&map), [0; 6]);
    }
}
