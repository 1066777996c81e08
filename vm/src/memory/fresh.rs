//! What new memory of the host holds where reads of unwritten memory are looked for: a pattern, by which it is known again when it is
//! copied to a device.
//!
//! Host code writes unseen, so there are no bits for its memory. **May miss.** What host code itself does with it; variables on the
//! stack; allocations of more than [`MOST`]. As a `float` or a `double` the pattern is no number, so it shows in what is printed.

use std::ops::Range;

/// Two `float` and one `double` that are no numbers.
const PATTERN: [u8; 8] = 0x7ff4_b1a5_7fa1_c0de_u64.to_le_bytes();
/// Bytes of the largest allocation that is filled.
pub(crate) const MOST: u64 = 256 << 20;

/// Fills an allocation.
pub(crate) fn fill(bytes: &mut [u8]) {
    bytes.chunks_mut(PATTERN.len()).for_each(|chunk| chunk.copy_from_slice(&PATTERN[..chunk.len()]));
}

/// Which of the bytes, the first of which is byte `start` of an allocation, still hold the pattern: pieces of at least eight, or all
/// of them. So the four that fill up a structure are none.
pub(crate) fn pieces(bytes: &[u8], start: u64) -> Vec<Range<u64>> {
    let is_fresh = |at: usize| bytes[at] == PATTERN[(start.wrapping_add(at as u64) % 8) as usize];
    if bytes.len() < PATTERN.len() && (0..bytes.len()).all(is_fresh) {
        return std::iter::once(0..bytes.len() as u64).filter(|all| all.end >= 4).collect();
    }
    let mut pieces: Vec<Range<usize>> = Vec::new();
    let first = (start.wrapping_neg() % 8) as usize;
    let mut at = first;
    while let Some(word) = bytes.get(at..at + PATTERN.len()) {
        if word == PATTERN {
            let from = pieces.last().map_or(0, |piece| piece.end);
            let before = (from..at).rev().take_while(|&byte| is_fresh(byte)).count();
            let after = (at + 8..bytes.len()).take_while(|&byte| is_fresh(byte)).count();
            let end = at + 8 + after;
            pieces.push(at - before..end);
            at = end + (first + 8 - end % 8) % 8;
        } else {
            at += 8;
        }
    }
    pieces.into_iter().map(|piece| piece.start as u64..piece.end as u64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(memory: &[u8], range: Range<usize>) -> Vec<(usize, usize)> {
        let of_all = |piece: Range<u64>| (range.start + piece.start as usize, range.start + piece.end as usize);
        pieces(&memory[range.clone()], range.start as u64).into_iter().map(of_all).collect()
    }

    #[test]
    fn what_was_written_is_no_piece() {
        let mut memory = [0; 100];
        fill(&mut memory);
        assert_eq!(found(&memory, 0..100), [(0, 100)]);
        assert_eq!(found(&memory, 4..100), [(4, 100)]);
        memory[12..40].fill(1);
        memory[60..64].fill(0);
        assert_eq!(found(&memory, 0..100), [(0, 12), (40, 60), (64, 100)]);
        assert_eq!(found(&memory, 10..100), [(40, 60), (64, 100)]);
        assert_eq!(found(&memory, 40..44), [(40, 44)]);
        assert_eq!(found(&memory, 8..16), []);
        assert_eq!(pieces(&[], 3), []);
    }
}
