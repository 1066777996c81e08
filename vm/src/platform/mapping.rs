//! A lazily populated range of zeroed bytes.
//!
//! Where the system maps anonymous memory on demand the whole range is reserved and costs what is touched;
//! where it does not (or refuses), a smaller zeroed vector stands in and the program meets the end of memory earlier.

use memmap2::{MmapMut, MmapOptions};

/// Owner of the bytes.
#[derive(Debug)]
pub struct Mapping {
    /// First byte, valid for `len` bytes as long as `owner` lives.
    base: *mut u8,
    len: u64,
    owner: Owner,
}

#[derive(Debug)]
enum Owner {
    Map(MmapMut),
    Vector(Vec<u64>),
}

// SAFETY: the bytes are owned by the mapping and only reached through raw pointers, whose users say in their own
// safety comments why their accesses do not race.
unsafe impl Send for Mapping {}
// SAFETY: as above; `&Mapping` gives out pointers and never reads or writes through them.
unsafe impl Sync for Mapping {}

const PAGE: u64 = 4096;

impl Mapping {
    /// Reserves up to `len` bytes; fewer if the system refuses, but at least 64 KiB.
    pub fn reserve(len: u64) -> Mapping {
        let mut len = len.max(1 << 16).next_multiple_of(PAGE);
        while len >= 64 << 20 {
            if let Some(mapping) = Mapping::map(len) {
                return mapping;
            }
            len /= 2;
        }
        Mapping::map(len).unwrap_or_else(|| Mapping::of(Owner::Vector(vec![0; (len / 8) as usize])))
    }

    fn map(len: u64) -> Option<Mapping> {
        let len = usize::try_from(len).ok()?;
        let map = MmapOptions::new().len(len).no_reserve_swap().map_anon().ok()?;
        Some(Mapping::of(Owner::Map(map)))
    }

    fn of(mut owner: Owner) -> Mapping {
        let (base, len) = match &mut owner {
            Owner::Map(map) => (map.as_mut_ptr(), map.len()),
            Owner::Vector(words) => (words.as_mut_ptr().cast(), size_of_val(&words[..])),
        };
        Mapping { base, len: len as u64, owner }
    }

    /// Bytes.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether it has no bytes (never).
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Pointer to `size` bytes at `offset`, if they lie in the mapping.
    #[inline]
    pub fn pointer(&self, offset: u64, size: u64) -> Option<*mut u8> {
        if offset > self.len || size > self.len - offset {
            return None;
        }
        // SAFETY: `offset <= len`, and `base` is valid for `len` bytes.
        Some(unsafe { self.base.add(offset as usize) })
    }

    /// The first byte.
    pub fn base(&self) -> *mut u8 {
        self.base
    }

    /// How many bytes of a range `discard` gives back to the system: those of its whole pages, if they are worth a call.
    pub(crate) fn whole_pages(offset: u64, size: u64) -> u64 {
        let (first, last) = (offset.next_multiple_of(PAGE), (offset + size) / PAGE * PAGE);
        last.checked_sub(first).filter(|&bytes| bytes >= 16 * PAGE).unwrap_or(0)
    }

    /// Makes the range read as zero again and gives whole pages back to the system. Nothing may point into it.
    pub fn discard(&mut self, offset: u64, size: u64) {
        let Some(pointer) = self.pointer(offset, size) else { return };
        let (first, last) = (offset.next_multiple_of(PAGE), (offset + size) / PAGE * PAGE);
        if Mapping::whole_pages(offset, size) > 0 && self.give_back(first, last - first) {
            // SAFETY: both ranges lie in `offset..offset + size`, checked above.
            unsafe {
                std::ptr::write_bytes(pointer, 0, (first - offset) as usize);
                std::ptr::write_bytes(self.base.add(last as usize), 0, (offset + size - last) as usize);
            }
            return;
        }
        // SAFETY: `pointer` is valid for `size` bytes, checked above.
        unsafe { std::ptr::write_bytes(pointer, 0, size as usize) }
    }

    #[cfg(target_os = "linux")]
    fn give_back(&self, offset: u64, size: u64) -> bool {
        let Owner::Map(map) = &self.owner else { return false };
        // SAFETY: private anonymous pages read as zero afterwards; no reference to them exists, only raw pointers.
        unsafe { map.unchecked_advise_range(memmap2::UncheckedAdvice::DontNeed, offset as usize, size as usize) }.is_ok()
    }

    #[cfg(not(target_os = "linux"))]
    fn give_back(&self, _offset: u64, _size: u64) -> bool {
        false
    }
}
