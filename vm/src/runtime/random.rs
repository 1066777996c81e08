//! `rand`, `random` and the 48-bit family, bit for bit as glibc's.

use super::{Arg, Args, HostFunction, Ret, StateFunction, Stop};
use crate::runtime::CallContext;

pub(super) const FUNCTIONS: &[(&str, HostFunction)] =
    &[("srand", seed), ("srandom", seed), ("rand_r", rand_r), ("srand48", srand48), ("erand48", erand48), ("nrand48", nrand48)];

pub(super) const STATE_FUNCTIONS: &[(&str, StateFunction)] = &[
    ("rand", |state| Ret::from(state.random.next()).0),
    ("random", |state| Ret::from(i64::from(state.random.next())).0),
    ("drand48", |state| Ret::from(fraction(step48(&mut state.rand48))).0),
    ("lrand48", |state| Ret::from((step48(&mut state.rand48) >> 17) as i64).0),
    ("mrand48", |state| Ret::from(i64::from((step48(&mut state.rand48) >> 16) as u32 as i32)).0),
];

/// glibc's additive feedback generator of degree 31 (`TYPE_3`, `stdlib/random_r.c`):
/// `r[i] = r[i-3] + r[i-31]`, the low bit dropped.
#[derive(Clone, Debug)]
pub(super) struct Random {
    state: [i32; 31],
    front: usize,
    rear: usize,
}

impl Random {
    /// The generator after `srand(seed)`.
    pub(super) fn new(seed: u32) -> Random {
        let mut state = [0; 31];
        state[0] = if seed == 0 { 1 } else { seed as i32 };
        for i in 1..31 {
            // Schrage's form of 16807 * x mod (2^31 - 1).
            let (high, low) = (state[i - 1] / 127_773, state[i - 1] % 127_773);
            let word = 16_807 * low - 2_836 * high;
            state[i] = if word < 0 { word + i32::MAX } else { word };
        }
        let mut random = Random { state, front: 3, rear: 0 };
        for _ in 0..310 {
            random.next();
        }
        random
    }

    /// The next number, in `0..=RAND_MAX`.
    pub(super) fn next(&mut self) -> i32 {
        let sum = self.state[self.front].wrapping_add(self.state[self.rear]);
        self.state[self.front] = sum;
        let next = |at: usize| if at == 30 { 0 } else { at + 1 };
        (self.front, self.rear) = (next(self.front), next(self.rear));
        (sum as u32 >> 1) as i32
    }
}

fn seed(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    host.state.random = Random::new(args.at(0).u32());
    Ok(Ret::VOID)
}

/// `stdlib/rand_r.c`: three steps of a linear congruential generator, 11 + 10 + 10 bits.
fn rand_r(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let address = args.at(0).address();
    let mut next = u32::from_le_bytes(host.read(address)?);
    let mut result = 0u32;
    for (shift, modulus) in [(0, 2048), (10, 1024), (10, 1024)] {
        next = next.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        result = (result << shift) ^ ((next / 65_536) % modulus);
    }
    host.write_bytes(address, &next.to_le_bytes())?;
    Ok(Ret::from(result as i32))
}

/// `X' = 0x5DEECE66D * X + 0xB mod 2^48` (POSIX, `drand48`).
fn step48(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(0x5_deec_e66d).wrapping_add(0xb) & 0xffff_ffff_ffff;
    *state
}

fn fraction(bits: u64) -> f64 {
    bits as f64 / (1u64 << 48) as f64
}

fn srand48(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    host.state.rand48 = (args.at(0).u32() as u64) << 16 | 0x330e;
    Ok(Ret::VOID)
}

fn step_own(host: &mut CallContext, address: u64) -> Result<u64, Stop> {
    let bytes: [u8; 6] = host.read(address)?;
    let mut state = bytes.iter().rev().fold(0u64, |bits, &byte| bits << 8 | byte as u64);
    let next = step48(&mut state);
    host.write_bytes(address, &next.to_le_bytes()[..6])?;
    Ok(next)
}

fn erand48(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    step_own(host, args.at(0).address()).map(|bits| Ret::from(fraction(bits)))
}

fn nrand48(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    step_own(host, args.at(0).address()).map(|bits| Ret::from((bits >> 17) as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Printed by a C program with glibc 2.36.
    #[test]
    fn the_sequence_is_glibcs() {
        let take = |seed| {
            let mut random = Random::new(seed);
            [(); 5].map(|()| random.next())
        };
        assert_eq!(take(1), EXPECTED_1);
        assert_eq!(take(0), EXPECTED_1);
        assert_eq!(take(42), EXPECTED_42);
        assert_eq!(take(4_000_000_000), EXPECTED_BIG);
        let mut random = Random::new(2024);
        assert_eq!((0..10_000).map(|_| random.next()).last(), Some(EXPECTED_LAST));
        let mut state = 0;
        let mut seeded = 7u64 << 16 | 0x330e;
        assert_eq!([(); 2].map(|()| fraction(step48(&mut state)).to_bits()), EXPECTED_48);
        assert_eq!([(); 2].map(|()| fraction(step48(&mut seeded)).to_bits()), EXPECTED_48_7);
    }

    const EXPECTED_48: [u64; 2] = [0x3d26000000000000, 0x3f50250b79ae8000];
    const EXPECTED_48_7: [u64; 2] = [0x3fd10d6bf5d44040, 0x3fe5d33b8c0c6f00];
    const EXPECTED_1: [i32; 5] = [1804289383, 846930886, 1681692777, 1714636915, 1957747793];
    const EXPECTED_42: [i32; 5] = [71876166, 708592740, 1483128881, 907283241, 442951012];
    const EXPECTED_BIG: [i32; 5] = [1111130805, 1380198982, 1306113867, 1557021840, 1956528986];
    const EXPECTED_LAST: i32 = 842290546;
}
