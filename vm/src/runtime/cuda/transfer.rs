//! Copies and fills as data: which bytes go where.

use super::operations::Work;
use crate::exec::device_engines::Cost;
use crate::runtime::CallContext;

/// What is known of a copy or a fill before it runs.
#[derive(Clone, Default, Debug)]
pub(super) struct Transfer {
    pub(super) cost: Cost,
    pub(super) work: Work,
}

/// Rows of bytes to copy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    /// Address, and bytes from row to row.
    pub(super) to: [u64; 2],
    pub(super) from: [u64; 2],
    /// Bytes of a row.
    pub(super) width: u64,
    pub(super) height: u64,
    /// Bytes from the first row's start on that may be read, and written.
    pub(super) readable: u64,
    pub(super) writable: u64,
}

impl Rows {
    /// Copies them.
    pub(super) fn run(&self, host: &mut CallContext) {
        let ([to, to_pitch], [from, from_pitch]) = (self.to, self.from);
        for row in 0..self.height {
            let (from_offset, to_offset) = (row * from_pitch, row * to_pitch);
            let size = self.width.min(self.readable.saturating_sub(from_offset)).min(self.writable.saturating_sub(to_offset));
            if size == 0 || self.height > 1 && !host.work(1) {
                break;
            }
            host.copy_raw(to + to_offset, from + from_offset, size);
        }
    }
}

/// `cudaMemsetParams`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fill {
    pub(super) address: u64,
    /// Bytes from row to row.
    pub(super) pitch: u64,
    pub(super) value: u32,
    /// Bytes of an element: 1, 2 or 4.
    pub(super) element: u32,
    /// Elements of a row.
    pub(super) width: u64,
    pub(super) height: u64,
}

impl Fill {
    /// Writes the elements.
    pub(super) fn run(&self, host: &mut CallContext) {
        let row = self.width * u64::from(self.element);
        let value = self.value.to_le_bytes();
        let pattern: Vec<u8> = match self.element {
            1 => Vec::new(),
            element => value[..element as usize].repeat(4096 / element as usize),
        };
        for y in 0..self.height {
            let start = self.address + y * self.pitch;
            if pattern.is_empty() {
                if self.height > 1 && !host.work(1) {
                    return;
                }
                host.fill_raw(start, value[0], row);
                continue;
            }
            let mut x = 0;
            while x < row {
                let size = (row - x).min(pattern.len() as u64);
                if !host.work(1 + size / 16) {
                    return;
                }
                host.write_raw(start + x, &pattern[..size as usize]);
                x += size;
            }
        }
    }
}
