//! Pages of WebAssembly's memory, which has as many as were asked for, zeroed, and none is taken back.

use std::sync::Mutex;

/// A range of them.
#[derive(Debug)]
pub(super) struct Pages {
    base: usize,
    len: usize,
}

/// Bytes of a page.
const PAGE: usize = 64 << 10;

/// Ranges that are used no longer, not zeroed.
static FREE: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

impl Pages {
    /// Zeroed pages; `None` if there are no more. A browser gives memory for those that are touched.
    pub(super) fn map(len: u64) -> Option<Pages> {
        let len = usize::try_from(len).ok()?.checked_next_multiple_of(PAGE)?;
        let mut free = FREE.lock().ok()?;
        if let Some(at) = free.iter().position(|range| range.1 == len) {
            let (base, len) = free.swap_remove(at);
            // SAFETY: the range was given out before, whole, and its owner is gone.
            unsafe { std::ptr::write_bytes(base as *mut u8, 0, len) }
            return Some(Pages { base, len });
        }
        match std::arch::wasm32::memory_grow::<0>(len / PAGE) {
            usize::MAX => None,
            first => Some(Pages { base: first * PAGE, len }),
        }
    }

    /// The first byte, and how many there are.
    pub(super) fn bytes(&mut self) -> (*mut u8, usize) {
        (self.base as *mut u8, self.len)
    }

    /// None is taken back.
    pub(super) fn give_back(&self, _offset: u64, _size: u64) -> bool {
        false
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        if let Ok(mut free) = FREE.lock() {
            free.push((self.base, self.len));
        }
    }
}
