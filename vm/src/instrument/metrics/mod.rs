//! Metrics: what each launch asked of memory, instruction by instruction.
//!
//! [`AccessProfile`] is an observer. It turns every access of a warp into [`Traffic`] by the [`rules`] and sums it up by
//! instruction and [`Class`]; at the end of a launch the sums go into the launch's report as a [`LaunchProfile`], from
//! which [`figures`] makes figures under Nsight Compute's names. Compiled code counts how often a full warp accessed
//! addresses of one form and reports each form once, with how often: the sums are the same.
//!
//! Exact: everything that follows from which lanes access which addresses. What depends on NVIDIA's machine code or on
//! timing (instruction totals, registers, cycles, DRAM) is not here; docs/accounting.md lists both.

pub(crate) mod banks;
pub mod block_profile;
pub mod blocks;
mod cache;
pub mod combine;
mod distinct;
pub mod figures;
mod observer;
pub mod occupancy;
pub mod rules;
mod traffic;

use crate::device::Device;
use banks::LANES;
use cache::Caches;
use combine::CombinedAtomics;
use rules::Request;
use std::collections::HashMap;
use std::sync::Arc;
pub use traffic::{Class, Traffic};

/// What one instruction did in a launch, in one class of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AccessRow {
    /// Function of the device module.
    pub function: u32,
    /// Instruction of that function.
    pub inst: u32,
    /// What it did.
    pub class: Class,
    /// Bytes a lane.
    pub width: u32,
    /// The sums.
    pub traffic: Traffic,
    /// How the addresses of neighbouring lanes differ.
    pub stride: Stride,
}

/// How the addresses of most neighbouring active lanes differ, in all warps alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stride {
    /// By this many bytes.
    Bytes(i64),
    /// By no one number.
    Mixed,
    /// No two neighbours were active.
    Unknown,
}

impl Stride {
    /// Of one request: what more than half of the pairs of neighbours have (Boyer and Moore's majority vote, 1981).
    pub fn of(mask: u32, addresses: &[u64; LANES]) -> Stride {
        let pairs = mask & (mask >> 1);
        let steps =
            || (0..LANES - 1).filter(move |lane| pairs >> lane & 1 != 0).map(|l| addresses[l + 1].wrapping_sub(addresses[l]) as i64);
        let all = pairs.count_ones();
        let agree = |step: i64| 2 * steps().filter(|&other| other == step).count() as u32 > all;
        // Mostly the first pair has it, else a vote tells which could.
        let Some(first) = steps().next() else { return Stride::Unknown };
        if agree(first) {
            return Stride::Bytes(first);
        }
        let (mut candidate, mut votes) = (0, 0u32);
        for step in steps() {
            if votes == 0 {
                candidate = step;
            }
            votes = if step == candidate { votes + 1 } else { votes - 1 };
        }
        if agree(candidate) { Stride::Bytes(candidate) } else { Stride::Mixed }
    }

    /// Of both.
    #[must_use]
    pub fn and(self, other: Stride) -> Stride {
        match (self, other) {
            (Stride::Unknown, known) | (known, Stride::Unknown) => known,
            (a, b) if a == b => a,
            _ => Stride::Mixed,
        }
    }
}

/// How often one branch was executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BranchRow {
    /// Function of the device module.
    pub function: u32,
    /// Instruction of that function.
    pub inst: u32,
    /// Warps that executed it.
    pub executed: u64,
    /// Of them those whose lanes went different ways.
    pub divergent: u64,
}

/// What one launch did.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct LaunchProfile {
    /// Bytes of shared memory that the kernel declares.
    pub static_shared: u64,
    /// Whether the first-level caches were modelled: `hits` mean something.
    pub has_caches: bool,
    /// By function, instruction, class.
    pub accesses: Vec<AccessRow>,
    /// By function, instruction.
    pub branches: Vec<BranchRow>,
}

impl LaunchProfile {
    /// The sum of a class.
    pub fn total(&self, class: Class) -> Traffic {
        self.sum(|c| c == class)
    }

    /// The sum of several classes.
    pub fn sum(&self, has: impl Fn(Class) -> bool) -> Traffic {
        let mut sum = Traffic::default();
        self.accesses.iter().filter(|row| has(row.class)).for_each(|row| sum += row.traffic);
        sum
    }
}

/// Numbers of the rows of one instruction, by class.
type Rows = [u32; Class::ALL.len()];
const NO_ROW: u32 = u32::MAX;

/// The observer that keeps the profile of launches.
#[derive(Default)]
pub struct AccessProfile {
    current: LaunchProfile,
    /// By function and instruction.
    access_rows: Vec<Vec<Rows>>,
    branch_rows: HashMap<(u32, u32), u32>,
    /// Of the device module; made with the first launch.
    combined: Option<CombinedAtomics>,
    /// Model the first-level caches of this device.
    device: Option<Device>,
    caches: Option<Caches>,
    /// Recent profiles: equal launches share one.
    recent: Vec<Arc<LaunchProfile>>,
}

impl AccessProfile {
    /// Nothing yet.
    pub fn new() -> AccessProfile {
        AccessProfile::default()
    }

    /// Nothing yet; the first-level caches of `device` are modelled too.
    pub fn with_caches(device: Device) -> AccessProfile {
        AccessProfile { device: Some(device), ..AccessProfile::default() }
    }

    /// Adds that an instruction made `request` of a class of memory `times` times. Answers the number of its row, and the
    /// lanes that asked memory.
    pub fn add(&mut self, function: u32, inst: u32, class: Class, request: Request, times: u64) -> (u32, u32) {
        let mask = match &self.combined {
            Some(combined) if class.is_atomic() => combined.asking(function, inst, request.mask),
            _ => request.mask,
        };
        let request = Request { mask, ..request };
        let traffic = match &self.combined {
            // A bank serves lanes that name one address together, as it does for stores.
            Some(combined) if class == Class::SharedAtom && combined.is_count(function, inst) => request.traffic(Class::SharedStore),
            Some(combined) if class == Class::SharedAtom && combined.is_compare(function, inst) => {
                request.traffic(class).with_two_operands()
            }
            _ => request.traffic(class),
        };
        let number = self.row(function, inst, class, request.bytes);
        let row = &mut self.current.accesses[number as usize];
        row.traffic += if times == 1 { traffic } else { traffic.times(times) };
        if row.stride != Stride::Mixed {
            row.stride = row.stride.and(Stride::of(mask, request.addresses));
        }
        (number, mask)
    }

    /// Adds an instruction's requests of full warps to shared memory, of a word a lane at most; their stride is mixed.
    pub(crate) fn add_shared(&mut self, function: u32, inst: u32, class: Class, bytes: u32, requests: u64, wavefronts: u64) {
        let number = self.row(function, inst, class, bytes);
        let threads = requests * LANES as u64;
        let bytes = threads * u64::from(bytes);
        let (ideal_wavefronts, width_wavefronts) = (requests, requests);
        self.current.accesses[number as usize].traffic +=
            Traffic { requests, threads, bytes, wavefronts, ideal_wavefronts, width_wavefronts, ..Traffic::default() };
    }

    /// Whether the lanes of an instruction's requests keep no common distance.
    pub(crate) fn has_mixed_stride(&self, function: u32, inst: u32, class: Class) -> bool {
        let rows = self.access_rows.get(function as usize).and_then(|rows| rows.get(inst as usize));
        let row = rows.and_then(|rows| self.current.accesses.get(rows[class as usize] as usize));
        row.is_some_and(|row| row.stride == Stride::Mixed)
    }

    fn row(&mut self, function: u32, inst: u32, class: Class, width: u32) -> u32 {
        let (function_at, inst_at) = (function as usize, inst as usize);
        if self.access_rows.len() <= function_at {
            self.access_rows.resize_with(function_at + 1, Vec::new);
        }
        let rows = &mut self.access_rows[function_at];
        if rows.len() <= inst_at {
            rows.resize(inst_at + 1, [NO_ROW; Class::ALL.len()]);
        }
        let number = &mut rows[inst_at][class as usize];
        if *number == NO_ROW {
            *number = self.current.accesses.len() as u32;
            let row = AccessRow { function, inst, class, width, traffic: Traffic::default(), stride: Stride::Unknown };
            self.current.accesses.push(row);
        }
        *number
    }

    /// Adds executions of a branch.
    pub fn add_branch(&mut self, function: u32, inst: u32, executed: u64, divergent: u64) {
        let number = *self.branch_rows.entry((function, inst)).or_insert(self.current.branches.len() as u32);
        if number as usize == self.current.branches.len() {
            self.current.branches.push(BranchRow { function, inst, executed: 0, divergent: 0 });
        }
        let row = &mut self.current.branches[number as usize];
        row.executed += executed;
        row.divergent += divergent;
    }

    /// The profile of the launch so far, in order; starts the next one.
    fn take(&mut self) -> Arc<LaunchProfile> {
        let mut profile = std::mem::take(&mut self.current);
        self.access_rows.clear();
        self.branch_rows.clear();
        profile.accesses.sort_unstable_by_key(|row| (row.function, row.inst, row.class));
        profile.branches.sort_unstable_by_key(|row| (row.function, row.inst));
        if let Some(same) = self.recent.iter().find(|old| ***old == profile) {
            return same.clone();
        }
        let profile = Arc::new(profile);
        if self.recent.len() >= 16 {
            self.recent.remove(0);
        }
        self.recent.push(profile.clone());
        profile
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strides_of_neighbours() {
        let addresses = std::array::from_fn(|lane| lane as u64 * 12);
        assert_eq!(Stride::of(u32::MAX, &addresses), Stride::Bytes(12));
        assert_eq!(Stride::of(0x5555_5555, &addresses), Stride::Unknown);
        let rows = std::array::from_fn(|lane| lane as u64 % 16 * 1024 + lane as u64 / 16 * 4);
        assert_eq!(Stride::of(u32::MAX, &rows), Stride::Bytes(1024));
        let mixed = std::array::from_fn(|lane| (lane * lane) as u64);
        assert_eq!(Stride::of(u32::MAX, &mixed), Stride::Mixed);
        assert_eq!(Stride::Bytes(4).and(Stride::Bytes(8)), Stride::Mixed);
    }

    #[test]
    fn equal_launches_share_their_account() {
        let mut profile = AccessProfile::new();
        let addresses = std::array::from_fn(|lane| lane as u64 * 4);
        let mut one = || {
            profile.add(0, 7, Class::GlobalLoad, Request { bytes: 4, mask: u32::MAX, addresses: &addresses }, 2);
            profile.add_branch(0, 9, 2, 1);
            profile.take()
        };
        let (a, b) = (one(), one());
        assert!(Arc::ptr_eq(&a, &b));
        assert_eq!(a.total(Class::GlobalLoad).requests, 2);
        assert_eq!(a.branches, [BranchRow { function: 0, inst: 9, executed: 2, divergent: 1 }]);
    }
}
