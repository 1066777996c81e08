//! The allocator of the process: mimalloc.
//!
//! A compiler makes very many small pieces, for which the system's allocator takes longer than the compiler itself. The functions
//! that take an alignment are the slow ones: of a size that is no power of two they take more than was asked for, and freeing looks
//! for where it began. So they are called only for what is aligned more than everything is.
//!
//! Built without huge pages (feature `no_thp`): the system fills 2 MB with zeros of which a short run uses little, so hello would
//! take twice the memory, and to start takes longer than faults on small pages do.

use std::alloc::{GlobalAlloc, Layout};

use libmimalloc_sys::{mi_free, mi_malloc, mi_malloc_aligned, mi_realloc, mi_realloc_aligned, mi_zalloc, mi_zalloc_aligned};

/// What [`mi_malloc`] aligns all blocks to, in bytes: sizes are rounded up to words.
const OF_ALL: usize = 8;
/// What it aligns blocks to that are at least as large, `max_align_t`.
const OF_LARGER: usize = 16;

pub(crate) struct Allocator;

/// Whether a block of `size` bytes is aligned to `align` whoever asks for it.
fn is_natural(size: usize, align: usize) -> bool {
    align <= OF_ALL || align <= OF_LARGER && size >= OF_LARGER
}

// SAFETY: the blocks are mimalloc's, which gives each to one owner until `mi_free`; `is_natural` says where its plain functions
// align as asked, elsewhere it is told the alignment. Its functions take blocks of one another.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let (size, align) = (layout.size(), layout.align());
        // SAFETY: any size and any power of two may be asked for.
        unsafe { if is_natural(size, align) { mi_malloc(size) } else { mi_malloc_aligned(size, align) }.cast() }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let (size, align) = (layout.size(), layout.align());
        // SAFETY: as in `alloc`.
        unsafe { if is_natural(size, align) { mi_zalloc(size) } else { mi_zalloc_aligned(size, align) }.cast() }
    }

    unsafe fn dealloc(&self, block: *mut u8, _: Layout) {
        // SAFETY: the caller has it from here.
        unsafe { mi_free(block.cast()) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let align = layout.align();
        // SAFETY: the caller has it from here; a block that stays where it is stays aligned.
        unsafe {
            if is_natural(size, align) { mi_realloc(block.cast(), size) } else { mi_realloc_aligned(block.cast(), size, align) }.cast()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the plain functions promise: looked at for all small sizes, of which each has pages of its own.
    #[test]
    fn blocks_are_aligned_as_asked() {
        for size in (1..2048).chain([4096, 5000, 100_000, 10_000_000]) {
            for align in [1, 2, 4, 8, 16, 32, 64, 4096] {
                let layout = Layout::from_size_align(size, align).expect("a small size");
                // SAFETY: what is written lies in the block; it is freed as it was made.
                unsafe {
                    let blocks: Vec<*mut u8> = (0..3).map(|_| Allocator.alloc_zeroed(layout)).collect();
                    for block in blocks {
                        assert!(!block.is_null() && block.addr() % align == 0, "{size} bytes aligned to {align}");
                        assert_eq!(*block.add(size - 1), 0);
                        block.write_bytes(1, size);
                        let block = Allocator.realloc(block, layout, size + 9);
                        assert!(block.addr() % align == 0 && *block.add(size - 1) == 1, "{size} bytes aligned to {align}, moved");
                        Allocator.dealloc(block, Layout::from_size_align(size + 9, align).expect("a small size"));
                    }
                }
            }
        }
    }
}
