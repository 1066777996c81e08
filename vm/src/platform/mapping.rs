//! A range of zeroed bytes.
//!
//! Where the system maps anonymous memory on demand the whole range is reserved and costs what is touched (`pages`);
//! where it does not (or refuses), a smaller zeroed vector stands in and the program meets the end of memory earlier.

use super::pages::Pages;

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
    Pages(Pages),
    /// Words as wide as the widest access.
    Vector(Vec<u128>),
    /// Addresses without bytes.
    Nobody,
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
        let wanted = len.max(1 << 16).next_multiple_of(PAGE);
        let mut len = wanted;
        while len >= 64 << 20 {
            match Mapping::map(len) {
                Some(mapping) if len == wanted => return mapping,
                // There are so many addresses and hardly more: most of them stay for whatever else needs some.
                Some(mapping) => {
                    drop(mapping);
                    len /= 4;
                    break;
                }
                None => len /= 2,
            }
        }
        Mapping::map(len).unwrap_or_else(|| Mapping::vector(len))
    }

    /// `len` bytes, all allocated at once.
    pub fn plain(len: u64) -> Mapping {
        // What WebAssembly's memory grows by is zero; what the allocator gives would be written first.
        let pages = if cfg!(target_family = "wasm") { Mapping::map(len) } else { None };
        pages.unwrap_or_else(|| Mapping::vector(len))
    }

    fn vector(len: u64) -> Mapping {
        Mapping::of(Owner::Vector(vec![0; (len / 16) as usize]))
    }

    /// Addresses of `len` bytes that are never accessed.
    pub fn addresses(len: u64) -> Mapping {
        Mapping { base: std::ptr::null_mut(), len, owner: Owner::Nobody }
    }

    fn map(len: u64) -> Option<Mapping> {
        Pages::map(len).map(|pages| Mapping::of(Owner::Pages(pages)))
    }

    fn of(mut owner: Owner) -> Mapping {
        let (base, len) = match &mut owner {
            Owner::Pages(pages) => pages.bytes(),
            Owner::Vector(words) => (words.as_mut_ptr().cast(), size_of_val(&words[..])),
            Owner::Nobody => (std::ptr::null_mut(), 0),
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
        if offset > self.len || size > self.len - offset || self.base.is_null() {
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

    fn give_back(&self, offset: u64, size: u64) -> bool {
        if let Owner::Pages(pages) = &self.owner { pages.give_back(offset, size) } else { false }
    }
}
