//! Which passes run at which level, in order.
//!
//! No sequence is repeated until nothing changes: a pass that opens the way for itself repeats itself, up to a bound.

use super::{
    CARRIED_LOADS, COMPACT, CONTRACT, CONTRACT_PREPARE, DCE, DIVIDE, EARLY_MEM2REG, FOLD, FOLD_LOGICAL, FOLD_NESTED, GVN, HOIST_SINK,
    IF_CONVERT, INFER_ADDRESS_SPACES, KNOWN_BRANCHES, LICM, LOAD_PRE, LOAD_STORE_ELIM, LOOP_SIMPLIFY, MEM2REG, PARTIAL_UNROLL,
    PREDICATED_STORES, Pass, ROTATE, SCALAR_PROMOTION, SIMPLIFY, SIMPLIFY_CFG, SINK_LOADS, TAG_INVARIANT_LOADS, TRIVIAL_DCE, UNROLL,
};

/// Passes over functions, run one after the other.
pub(super) type Pipeline = &'static [&'static Pass];

/// A pass, and what tidies up where it changed something.
pub(super) struct Follow {
    pub(super) pass: &'static Pass,
    pub(super) tidy: Pipeline,
}

/// What runs at every level before inlining.
pub(super) static BEFORE_INLINING: Pipeline = &[&EARLY_MEM2REG, &TRIVIAL_DCE, &FOLD_LOGICAL];
/// What runs at every level, up to contraction: results must not depend on the level.
pub(super) static MEANING: Pipeline = &[&MEM2REG, &TRIVIAL_DCE, &CONTRACT_PREPARE, &CONTRACT];
/// What runs from -O1.
///
/// Once the parameters that inlining made are gone, `mem2reg` sees where the addresses of temporaries went.
static CLEAN: Pipeline = &[&SIMPLIFY, &FOLD, &SIMPLIFY_CFG, &MEM2REG, &GVN, &SIMPLIFY, &FOLD, &SIMPLIFY_CFG, &DCE];
/// From -O2, loops with a known number of iterations.
static LOOPS: Pipeline = &[
    &LOOP_SIMPLIFY,
    &INFER_ADDRESS_SPACES,
    &TAG_INVARIANT_LOADS,
    &SINK_LOADS,
    &IF_CONVERT,
    &FOLD_NESTED,
    &SIMPLIFY_CFG,
    &UNROLL,
    &COMPACT,
    &SIMPLIFY_CFG,
    &FOLD,
    &SIMPLIFY,
    &SIMPLIFY_CFG,
];
/// From -O2, what is computed or loaded more often than needed.
static REDUNDANCY: Pipeline = &[
    &GVN,
    &LICM,
    &GVN,
    &ROTATE,
    &SCALAR_PROMOTION,
    &LOAD_STORE_ELIM,
    &LICM,
    &LOAD_PRE,
    &HOIST_SINK,
    // What both sides of a branch loaded is known behind it.
    &GVN,
    &LOAD_STORE_ELIM,
    &SIMPLIFY_CFG,
    &IF_CONVERT,
    &SIMPLIFY_CFG,
    &SIMPLIFY,
];

/// Arrays and their elements.
static VALUES: Pipeline = &[&MEM2REG, &FOLD, &SIMPLIFY];

/// What runs after that where loops were unrolled: arrays with constant indices may now become values, tests may be
/// known, and inner loops may have a known number of iterations.
pub(super) fn unrolled() -> Vec<&'static Pass> {
    [VALUES, LOOPS, VALUES, &[&SIMPLIFY_CFG], REDUNDANCY, &[&FOLD, &DCE]].concat()
}

/// What runs last from -O2.
static LAST: &[Follow] = &[PARTIAL, CARRIED, DIVISIONS, ONE_LATCH, PREDICATED];
/// What runs last at -O1.
static LAST_OF_CLEAN: &[Follow] = &[DIVISIONS, ONE_LATCH];
const PARTIAL: Follow =
    Follow { pass: &PARTIAL_UNROLL, tidy: &[&COMPACT, &SIMPLIFY_CFG, &FOLD, &SIMPLIFY, &SIMPLIFY_CFG, &GVN, &LICM, &SIMPLIFY, &DCE] };
const CARRIED: Follow = Follow { pass: &CARRIED_LOADS, tidy: &[&SIMPLIFY_CFG, &FOLD, &SIMPLIFY, &GVN, &DCE, &COMPACT] };
const ONE_LATCH: Follow = Follow { pass: &LOOP_SIMPLIFY, tidy: &[] };
const PREDICATED: Follow = Follow { pass: &PREDICATED_STORES, tidy: &[] };
const DIVISIONS: Follow = Follow { pass: &DIVIDE, tidy: &[&GVN, &DCE] };

/// The passes of a level after inlining, and those that run last.
pub(super) fn of_level(opt_level: u8) -> (Vec<&'static Pass>, &'static [Follow]) {
    match opt_level {
        0 => ([MEANING, &[&KNOWN_BRANCHES]].concat(), &[]),
        1 => ([MEANING, CLEAN].concat(), LAST_OF_CLEAN),
        _ => ([MEANING, CLEAN, LOOPS, REDUNDANCY, &[&DCE]].concat(), LAST),
    }
}
