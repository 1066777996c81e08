//! A function of all lanes of a warp, by vectors.
//!
//! Look-ups in the [special function unit](super::special_function_unit)'s tables would keep the compiler from making vectors of a
//! loop over the lanes. So the loop is run once for each look-up of the function, only to know what is looked up, with what was found
//! before; then all lanes look up; and at last it is run with all that was found. What is computed again costs less than lanes one
//! by one.

use super::segments::{SEGMENTS, Segment, Table};
use super::special_function_unit::SpecialFunctionUnit;
use super::{Function, LANES, Warp};

pub(super) type OfWarp<T> = fn(&Warp<T>) -> Warp<T>;
pub(super) type OfWarp2<T> = fn(&Warp<T>, &Warp<T>) -> Warp<T>;

impl<T: Copy> Function<T> {
    /// Of the lanes of `mask`; what the others get means nothing.
    pub(crate) fn of_warp(self, x: &Warp<T>, y: &Warp<T>, mask: u32) -> Warp<T> {
        match self {
            Function::One(_, of_warp) => of_warp(x),
            Function::Two(_, of_warp) => of_warp(x, y),
            Function::Usual(f, of_warp, is_usual) => {
                let mut result = of_warp(x);
                for lane in (0..LANES).filter(|lane| mask >> lane & 1 != 0) {
                    if !is_usual(x[lane]) {
                        result[lane] = f(x[lane]);
                    }
                }
                result
            }
        }
    }
}

/// `$value`, of the arguments and the special function unit, over all lanes; compiled for processors with vectors that multiply and
/// add in one step, too.
macro_rules! of_warp {
    ($ty:ty, $count:expr, $unit:ident, $value:expr; $($arg:ident),+) => {{
        struct Lanes<'a> {
            $($arg: &'a Warp<$ty>),+
        }
        impl of_warp::OfLane<$ty> for Lanes<'_> {
            #[inline(always)]
            fn of_lane(&self, lane: usize, $unit: &mut impl special_function_unit::SpecialFunctionUnit) -> $ty {
                $(let $arg = self.$arg[lane];)+
                let _ = &$unit;
                $value
            }
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,fma")]
        fn wide($($arg: &Warp<$ty>),+) -> Warp<$ty> {
            plain($($arg),+)
        }
        #[cfg_attr(target_arch = "x86_64", inline(always))]
        fn plain($($arg: &Warp<$ty>),+) -> Warp<$ty> {
            of_warp::of_warp::<$ty, $count>(&Lanes { $($arg),+ })
        }
        fn any($($arg: &Warp<$ty>),+) -> Warp<$ty> {
            #[cfg(target_arch = "x86_64")]
            if crate::simd_dispatch::has_wide_simd() {
                // SAFETY: the processor has what it is compiled for.
                return unsafe { wide($($arg),+) };
            }
            plain($($arg),+)
        }
        any
    }};
}

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
