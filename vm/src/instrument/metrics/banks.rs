//! Bank conflicts of shared memory: how many wavefronts a request takes.

#[cfg(target_arch = "x86_64")]
use crate::simd_dispatch::has_wide_simd;

/// Lanes of a warp.
pub(crate) const LANES: usize = 32;
/// Banks of shared memory.
pub(super) const BANKS: usize = 32;
/// Bytes of a word of each bank.
pub(super) const ROW: u32 = 4 * BANKS as u32;

/// Wavefronts of the banks for `WORDS` words from each address on, all in the same 32 rows.
#[inline(always)]
pub(super) fn bank_wavefronts<const WORDS: usize>(addresses: &[u32; LANES]) -> u64 {
    // For each bank a bit a row.
    let mut wanted = [0u32; BANKS];
    for address in addresses {
        let (bank, row) = ((address / 4) as usize % BANKS, address / ROW % 32);
        // Aligned, so in the same row.
        for word in 0..WORDS {
            wanted[(bank + word) % BANKS] |= 1 << row;
        }
    }
    wanted.into_iter().fold(0, |most, rows| rows.count_ones().max(most)).into()
}

/// Wavefronts of the banks for a full warp's request of a word a lane at most, at a base plus shifted indices; `None` if these are
/// not aligned, or far from one another.
pub(crate) fn indexed_wavefronts(bytes: u32, base: u64, indices: &[u32; LANES], shift: u32) -> Option<u64> {
    if bytes > 4 || shift >= 32 {
        return None;
    }
    #[cfg(target_arch = "x86_64")]
    if has_wide_simd() {
        // SAFETY: the processor has what it is compiled for.
        return unsafe { indexed_wide(bytes, base as u32, indices, shift) };
    }
    indexed_plain(bytes, base as u32, indices, shift)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt,f16c")]
pub(super) fn indexed_wide(bytes: u32, base: u32, indices: &[u32; LANES], shift: u32) -> Option<u64> {
    indexed_plain(bytes, base, indices, shift)
}

#[inline(always)]
pub(super) fn indexed_plain(bytes: u32, base: u32, indices: &[u32; LANES], shift: u32) -> Option<u64> {
    let (mut near, mut bits) = ([0; LANES], 0);
    let first = base.wrapping_add(indices[0] << shift);
    for (low, index) in near.iter_mut().zip(indices) {
        *low = base.wrapping_add(index << shift);
        bits |= *low ^ first;
    }
    if (bits | first) & (bytes - 1) != 0 || bits >= 32 * ROW {
        return None;
    }
    Some(if bits < 8 * ROW { bank_wavefronts_in_8_rows(&near) } else { bank_wavefronts::<1>(&near) })
}

/// The same as `bank_wavefronts::<1>` in the same 8 rows, without memory.
#[inline(always)]
pub(super) fn bank_wavefronts_in_8_rows(addresses: &[u32; LANES]) -> u64 {
    let (mut banks, mut rows) = ([0u32; LANES], [0; LANES]);
    for lane in 0..LANES {
        banks[lane] = 1 << (addresses[lane] / 4 % BANKS as u32);
        rows[lane] = addresses[lane] / ROW % 8;
    }
    // How many rows want each bank, bit by bit.
    let (mut ones, mut twos, mut fours, mut eights) = (0, 0, 0, 0);
    for row in 0..8 {
        let mut wanted = 0;
        for lane in 0..LANES {
            wanted |= if rows[lane] == row { banks[lane] } else { 0 };
        }
        let carry = ones & wanted;
        ones ^= wanted;
        let carried = twos & carry;
        twos ^= carry;
        eights |= fours & carried;
        fours ^= carried;
    }
    if eights != 0 {
        return 8;
    }
    let (mut most, mut left) = (0, u32::MAX);
    for (bits, weight) in [(fours, 4), (twos, 2), (ones, 1)] {
        let has = left & bits;
        (most, left) = if has != 0 { (most + weight, has) } else { (most, left) };
    }
    most
}

/// The same in the same 512 rows.
#[inline(never)]
pub(super) fn wavefronts_among_many(addresses: &[u32; LANES], bytes: u32) -> u64 {
    let (mut wanted, mut wavefronts) = ([[0u64; BANKS]; 8], [0u8; BANKS]);
    for address in addresses {
        let row = address / ROW % 512;
        for word in 0..bytes.div_ceil(4) {
            let bank = (address / 4 + word) as usize % BANKS;
            let bits = &mut wanted[row as usize / 64][bank];
            wavefronts[bank] += (*bits >> (row % 64) & 1 == 0) as u8;
            *bits |= 1 << (row % 64);
        }
    }
    wavefronts.into_iter().fold(0, u8::max).into()
}
