//! A function of all lanes of a warp, by vectors.
//!
//! Look-ups in the [special function unit](super::special_function_unit)'s tables would keep the compiler from making vectors of a
//! loop over the lanes. So the loop is run once for each look-up of the function, only to know what is looked up, with what was found
//! before; then all lanes look up; and at last it is run with all that was found. What is computed again costs less than lanes one
//! by one.

use super::segments::{SEGMENTS, Segment, Table};
use super::special_function_unit::SpecialFunctionUnit;
use super::{LANES, Warp};

/// A function of a lane's numbers.
pub(super) trait OfLane<T> {
    /// The result of a lane.
    fn of_lane(&self, lane: usize, unit: &mut impl SpecialFunctionUnit) -> T;
}

/// What the lanes found.
#[derive(Clone, Copy)]
struct Found {
    c0: Warp<i32>,
    c1: Warp<i32>,
    c2_c0: Warp<i32>,
}

/// A lane's run, with the results of its first `KNOWN` look-ups.
struct Run<'a, const COUNT: usize, const KNOWN: usize> {
    found: &'a [Found; COUNT],
    lane: usize,
    at: usize,
    table: Option<&'static Table>,
    segment: u32,
}

impl<'a, const COUNT: usize, const KNOWN: usize> Run<'a, COUNT, KNOWN> {
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    fn new(found: &'a [Found; COUNT], lane: usize) -> Self {
        Run { found, lane, at: 0, table: None, segment: 0 }
    }
}

const NOTHING: Segment = Segment { c0: 0, c1: 0, c2_c0: 0 };

impl<const COUNT: usize, const KNOWN: usize> SpecialFunctionUnit for Run<'_, COUNT, KNOWN> {
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    fn look_up(&mut self, table: &'static Table, segment: u32) -> Segment {
        let at = self.at;
        self.at += 1;
        if at < KNOWN {
            let found = &self.found[at];
            return Segment { c0: found.c0[self.lane], c1: found.c1[self.lane], c2_c0: found.c2_c0[self.lane] };
        }
        if at == KNOWN {
            (self.table, self.segment) = (Some(table), segment);
        }
        NOTHING
    }
}

/// The look-up behind the `KNOWN` first.
#[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
fn look_up<T, const COUNT: usize, const KNOWN: usize>(function: &impl OfLane<T>, found: &mut [Found; COUNT]) {
    if KNOWN >= COUNT {
        return;
    }
    let mut segments = [0u32; LANES];
    for (lane, segment) in segments.iter_mut().enumerate() {
        let mut run = Run::<COUNT, KNOWN>::new(found, lane);
        function.of_lane(lane, &mut run);
        *segment = run.segment;
    }
    let mut first = Run::<COUNT, KNOWN>::new(found, 0);
    function.of_lane(0, &mut first);
    let Some(table) = first.table else { return };
    for lane in 0..LANES {
        let segment = table[segments[lane] as usize % SEGMENTS];
        found[KNOWN].c0[lane] = segment.c0;
        found[KNOWN].c1[lane] = segment.c1;
        found[KNOWN].c2_c0[lane] = segment.c2_c0;
    }
}

/// All lanes of a function that looks up `COUNT` times, four times at most.
#[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
pub(super) fn of_warp<T: Copy + Default, const COUNT: usize>(function: &impl OfLane<T>) -> Warp<T> {
    const { assert!(COUNT <= 4) };
    let mut found = [Found { c0: [0; LANES], c1: [0; LANES], c2_c0: [0; LANES] }; COUNT];
    look_up::<T, COUNT, 0>(function, &mut found);
    look_up::<T, COUNT, 1>(function, &mut found);
    look_up::<T, COUNT, 2>(function, &mut found);
    look_up::<T, COUNT, 3>(function, &mut found);
    let mut result = [T::default(); LANES];
    for (lane, result) in result.iter_mut().enumerate() {
        *result = function.of_lane(lane, &mut Run::<COUNT, COUNT>::new(&found, lane));
    }
    result
}
