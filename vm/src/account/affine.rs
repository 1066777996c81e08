//! Closed forms: the figures of a warp whose lanes access `base + lane * stride`, without looking at lanes.
//!
//! All 32 lanes are active and accesses are aligned to their width, as checked accesses are. Each function gives what
//! [`super::rules`] gives for the same addresses; the tests compare them over every alignment and stride.

use super::rules::{BANKS, LANES, LINE, SECTOR, TAGS, ideal_sectors};
use super::traffic::{Class, Traffic};

/// A full warp's access to `base + lane * stride`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Affine {
    /// Bytes a lane: 1, 2, 4, 8 or 16.
    pub bytes: u32,
    /// Address of lane 0; a multiple of `bytes`.
    pub base: u64,
    /// Bytes from lane to lane; a multiple of `bytes`.
    pub stride: i64,
}

impl Affine {
    /// What the access costs; `None` for a class without a closed form.
    pub fn traffic(&self, class: Class) -> Option<Traffic> {
        let threads = LANES as u64;
        let plain = Traffic { requests: 1, threads, bytes: threads * self.bytes as u64, ..Traffic::default() };
        match class {
            Class::GlobalLoad | Class::GlobalStore | Class::GlobalAtom | Class::GlobalRed => {
                let (sectors, lines) = (self.units(SECTOR), self.units(LINE));
                let served = match class {
                    Class::GlobalLoad | Class::GlobalStore => sectors,
                    _ if self.stride == 0 => threads,
                    // Each address has one lane: a visit a sector.
                    _ => self.units(SECTOR),
                };
                let ideal = ideal_sectors(plain.bytes, sectors);
                let used = plain.bytes.min(sectors * SECTOR);
                Some(Traffic { sectors: served, theoretical: sectors, ideal, used, lines, wavefronts: lines.div_ceil(TAGS), ..plain })
            }
            Class::SharedLoad | Class::SharedStore | Class::SharedAtom => {
                let wavefronts = self.wavefronts()?;
                let ideal_wavefronts = (self.bytes as u64).div_ceil(4).min(wavefronts);
                Some(Traffic { wavefronts, ideal_wavefronts, ..plain })
            }
            Class::LocalLoad | Class::LocalStore if self.stride == 0 => {
                let words = (self.bytes as u64).div_ceil(4);
                Some(Traffic { sectors: 4 * words, ..plain })
            }
            Class::LocalLoad | Class::LocalStore => None,
            Class::ConstLoad => Some(Traffic { sectors: if self.stride == 0 { 1 } else { threads }, ..plain }),
        }
    }

    /// Distinct aligned units of `unit` bytes that the lanes touch.
    fn units(&self, unit: u64) -> u64 {
        let step = self.stride.unsigned_abs();
        if step >= unit {
            // No two lanes meet, and an aligned access lies in one unit.
            return LANES as u64;
        }
        let low = if self.stride < 0 { self.base.wrapping_sub(step * (LANES as u64 - 1)) } else { self.base };
        // No unit between the first and the last is skipped.
        (low % unit + step * (LANES as u64 - 1)) / unit + 1
    }

    /// Turns of the banks; `None` for strides of less than a word that do not divide it.
    fn wavefronts(&self) -> Option<u64> {
        let step = self.stride.unsigned_abs();
        let (banks, lanes) = (BANKS as u64, LANES as u64);
        if step == 0 {
            // One address: one turn, but wide words are served by half warps.
            return Some(if self.bytes > 4 { 2 } else { 1 });
        }
        if self.bytes <= 4 {
            if step < 4 {
                // Lanes share words, and words side by side lie in different banks.
                return Some(1);
            }
            return step.is_multiple_of(4).then(|| {
                let words = step / 4;
                // A bank comes back after `banks / gcd` lanes.
                lanes.div_ceil(banks / gcd(words, banks)).min(lanes)
            });
        }
        // Phases of 16 lanes of 2 words, or 8 lanes of 4: 32 words each, of which a group starts each `step` bytes.
        let width = self.bytes as u64 / 4;
        let (phases, groups) = (width, banks / width);
        let words = step / 4 / width;
        Some(phases * groups.div_ceil(groups / gcd(words, groups)))
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::super::rules::Request;
    use super::*;

    /// Every width, alignment within a line and stride up to two lines, and some beyond, both ways.
    #[test]
    fn closed_forms_agree_with_the_rules() {
        let mut compared = 0;
        for bytes in [1u64, 2, 4, 8, 16] {
            let far = [160, 256, 384, 512, 1024, 1040, 4096, 4352, 1 << 20].map(|s: u64| s / bytes);
            for step in (0..=2 * LINE / bytes).chain(far) {
                for sign in [1, -1] {
                    for offset in 0..LINE / bytes {
                        let affine = Affine { bytes: bytes as u32, base: (1 << 32) + offset * bytes, stride: sign * (step * bytes) as i64 };
                        let addresses = std::array::from_fn(|lane| affine.base.wrapping_add((affine.stride * lane as i64) as u64));
                        let request = Request { bytes: bytes as u32, mask: u32::MAX, addresses: &addresses };
                        for class in Class::ALL {
                            let Some(closed) = affine.traffic(class) else { continue };
                            assert_eq!(closed, request.traffic(class), "{class:?} {affine:?}");
                            compared += 1;
                        }
                    }
                }
            }
        }
        assert!(compared > 500_000, "{compared}");
    }
}
