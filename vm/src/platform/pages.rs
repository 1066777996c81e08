//! Pages that the system maps when they are touched.

use memmap2::{MmapMut, MmapOptions};

/// A range of them.
#[derive(Debug)]
pub(super) struct Pages(MmapMut);

impl Pages {
    /// Zeroed pages; `None` if the system refuses.
    pub(super) fn map(len: u64) -> Option<Pages> {
        let len = usize::try_from(len).ok()?;
        Some(Pages(MmapOptions::new().len(len).no_reserve_swap().map_anon().ok()?))
    }

    /// The first byte, and how many there are.
    pub(super) fn bytes(&mut self) -> (*mut u8, usize) {
        (self.0.as_mut_ptr(), self.0.len())
    }

    /// Gives whole pages back to the system, to read as zero from then on; whether it did.
    #[cfg(target_os = "linux")]
    pub(super) fn give_back(&self, offset: u64, size: u64) -> bool {
        // SAFETY: private anonymous pages read as zero afterwards; no reference to them exists, only raw pointers.
        unsafe { self.0.unchecked_advise_range(memmap2::UncheckedAdvice::DontNeed, offset as usize, size as usize) }.is_ok()
    }

    /// Not written for this system.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn give_back(&self, _offset: u64, _size: u64) -> bool {
        false
    }
}
