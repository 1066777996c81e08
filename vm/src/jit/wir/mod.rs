//! The warp IR (WIR): what a warp does, instruction by instruction, before machine code is made of it.
//!
//! *What.* Values are those of the function, in SSA form, each with a lane shape (uniform, affine, varying) that says how it is
//! held. A segment has a *full copy*, for all lanes without masks, and perhaps a *masked copy*. An instruction says what is done
//! about an operation: it is computed, left to the interpreter, put off until somebody wants it; an access is a `check`, perhaps
//! a `count` and a `prefetch`, the load or store, and the `join` with the way that the interpreter goes for what does not pass.
//!
//! *Invariant.* What [`verify`] looks at: each copy ends in one instruction that moves lanes; accesses are opened by a
//! check and closed by a join; the masked copy spills nothing early, prefetches nothing, defers nothing.
//!
//! *Reads and writes.* [`build`](build::build) makes one instruction of an operation, from the analyses' [`Plan`]; the passes
//! here, in the order of `passes`, make the rest explicit. `clif` writes each instruction down and decides nothing that stands
//! here.
//!
//! *Source.* Lane shapes: Collange et al., HPPC 2009; explicit checks: HotSpot's guards.

mod build;
mod canonical_nan;
mod checks;
mod counters;
pub(crate) mod coverage;
mod deferred;
pub(crate) mod guards;
mod hoisted;
pub(crate) mod lane_loops;
#[cfg(test)]
mod parse;
mod prefetch;
mod print;
mod repeated;
pub(crate) mod spills;
mod stretches;
pub(crate) mod tells;
#[cfg(test)]
mod tests;
mod verify;

use super::analysis::Plan;
use super::analysis::counter_plan::{CounterPlan, Pattern};
use super::runtime::regions::RegionList;
use kern_ir::Value;
use std::ops::Range;

pub(crate) use super::analysis::Stride;
pub(crate) use guards::may_wrap;
pub(crate) use lane_loops::LaneLoop;
pub(crate) use print::print;

/// A compilation unit.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Wir {
    /// By segment of the function.
    pub(crate) segments: Vec<Segment>,
    /// Bounds of regions that are read where a loop is entered.
    pub(crate) bounds: Vec<Bounds>,
    /// Of host code's loops, iterations whose addresses are known to be right before they begin.
    pub(crate) stretches: Vec<Stretch>,
    /// Of kernels' loops, those that lanes which have diverged run one after the other.
    pub(crate) lane_loops: Vec<LaneLoop>,
}

/// What is done in iterations of a loop whose addresses are known to be right.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Stretch {
    /// The segments of the loop, from its header on.
    pub(crate) range: Range<usize>,
    /// The addresses.
    pub(crate) walks: Vec<Walk>,
    /// What must not wrap for them to move as they should.
    pub(crate) wraps: Vec<Wrap>,
    /// The segments' copies.
    pub(crate) segments: Vec<Vec<Inst>>,
}

/// An address that moves by the same amount in each iteration.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Walk {
    pub(crate) address: Value,
    /// Where the accesses begin and end, counted from it.
    pub(crate) offsets: (i64, i64),
    pub(crate) ground: Ground,
    pub(crate) step: Step,
}

/// The memory of a walk.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Ground {
    /// What bounds that are read where a loop is entered let pass.
    Bounds(usize),
    /// A region; the root has to point there too, if the region was not found from it.
    Region { region: usize, root: Option<Value> },
    /// A variable of the function's frame.
    Local(u32),
}

/// An amount: a number, and a multiple of a value that is the same in all iterations, as a signed number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Step {
    pub(crate) known: i64,
    pub(crate) by: Option<(Value, i64)>,
}

/// A 32-bit number that is extended, how, and how far it moves in an iteration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Wrap {
    pub(crate) value: Value,
    pub(crate) signed: bool,
    pub(crate) step: Step,
}

/// What accesses of host code in a loop are compared with.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Bounds {
    /// The segments of the loop, from its header on.
    pub(crate) range: Range<usize>,
    pub(crate) region: usize,
    /// The pointer that has to point there too, if the region was not found from it.
    pub(crate) root: Option<Value>,
    /// Of each access.
    pub(crate) bytes: u64,
    /// The pointer changes in the loop: an access compares it too.
    pub(crate) is_varying: bool,
}

/// A segment's copies.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Segment {
    /// For all lanes; nothing outside of the compilation unit.
    pub(crate) full: Vec<Inst>,
    /// For some lanes, if some may be looked for there.
    pub(crate) masked: Option<MaskedCopy>,
}

/// What is done where some lanes are found at a segment.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct MaskedCopy {
    /// If all lanes are there, the full copy goes on.
    pub(crate) rejoins: bool,
    /// For others; nothing if lanes come only together.
    pub(crate) body: Vec<Inst>,
}

/// What is done about an operation, or a part of that.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Inst {
    /// The operation.
    pub(crate) pc: usize,
    pub(crate) kind: InstKind,
    /// Operands, and results, whose NaNs become canonical here.
    pub(crate) canonical: Vec<Value>,
}

/// What an instruction does.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum InstKind {
    /// Computes the result: bases of an affine one, vectors of a varying one.
    Compute,
    /// Computes the result where something needs it, if anything does.
    OnDemand,
    /// Lanes stop here if an operand of the operation wraps from lane to lane.
    Guard(Exit),
    /// The operation's lane function computes the results, for all lanes at once: nobody learns of it, nothing else happens. Of a
    /// division only if no divisor of an active lane is 0; else the interpreter executes it.
    Lanes,
    /// The interpreter executes the operation for the active lanes.
    Execute,
    /// Loads what the operation says; not checked yet.
    Access(AccessKind),
    /// Goes on if the addresses are in memory that is known; opens an access.
    Check(Check),
    /// What did not pass may lie elsewhere: the memory is looked up, for a region. Host code only.
    Lookup(u32),
    /// Adds to what is known of the open access for the report.
    Count(Count),
    /// Tells observers of the open access; or else of a fence, or of lanes that meet.
    Tell,
    /// Asks for what lies this far behind the open access's row.
    Prefetch(Stride),
    /// Accesses memory at the pointers that were checked.
    Perform(AccessKind),
    /// The interpreter's way meets the quick one; closes an access. What follows may still load from pointers of either.
    Join,
    /// Leaves the load at those pointers to the instruction that uses its value.
    Defer,
    /// Writes values of a full warp to the interpreter's registers.
    Spill(Vec<Value>),
    /// All lanes go on at a segment.
    Jump(Edge),
    /// Lanes go on at one of two segments.
    Branch {
        by: Decision,
        /// The first of the two words that count it, if it is counted.
        counter: Option<usize>,
        edges: [Edge; 2],
    },
    /// Host code goes on at one of several segments.
    Switch(Vec<Edge>),
    /// Host code calls a function.
    Call,
    /// Host code returns.
    Return,
    /// Lanes end.
    End,
    /// Lanes exchange something.
    Exchange(Exchange),
    /// Lanes stop here.
    Exit(Exit),
}

/// The accesses to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AccessKind {
    Load,
    Store,
    Atomic,
}

/// How addresses are compared with what may be accessed.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Check {
    /// Nothing is: they are in a variable of host code's own frame.
    Known,
    /// With a variable of the thread's own frame.
    Local { slot: u32, is_generic: bool },
    /// With a region; the root has to point there too, if the region was not found from it.
    Region { region: usize, root: Option<Value>, lanes: Lanes },
    /// With bounds that were read where the loop was entered, or that an access found: host code only.
    Hoisted(usize),
    /// Nothing is: the access of that operation was at the same bytes. If it did not pass, nothing is known.
    Repeated(usize),
    /// Nothing is: the walk of that number passes in this iteration of a stretch.
    Walks(usize),
    /// With nothing that could be known: host code only.
    Never,
}

/// What of the addresses is compared.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Lanes {
    /// The first and last lane of each row.
    Ends,
    /// As [`Lanes::Ends`], of all accesses of a group, by offset, at once.
    Group { first: usize, offsets: (i64, i64) },
    /// The group's first has looked.
    InGroup { first: usize },
    /// The 32-bit index that was extended and scaled.
    Index,
    /// Every address.
    Each,
}

/// How an access is counted.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Count {
    /// Of a full warp's affine addresses: by their place in a line, in the words from `at` on. The first through a pointer
    /// compares the rows' distances with those in the words from `distances` on.
    Affine { number: u32, at: usize, places: usize, distances: Option<usize> },
    /// By the lanes' distances, if they are as they were; else it leaves a record.
    Pattern { site: u32, pattern: Pattern },
    /// It leaves a record.
    Record { site: u32 },
}

/// What decides a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Decision {
    /// The condition, which is the same in all lanes.
    Uniform,
    /// The first and the last lane of the comparison at an operation; if they differ, all lanes.
    EndLanes(usize),
    /// All lanes.
    Lanes,
}

/// A way to a segment.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Edge {
    /// Its number in the decoded function.
    pub(crate) number: u32,
    pub(crate) target: usize,
    pub(crate) moves: Vec<Move>,
}

/// An assignment to a parameter of a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    pub(crate) param: Value,
    pub(crate) arg: Value,
    /// Nobody wants to know.
    pub(crate) is_dead: bool,
    /// NaNs become canonical.
    pub(crate) is_canonical: bool,
}

/// How lanes exchange something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exchange {
    /// All lanes are here, and a few instructions do it.
    Direct,
    /// All lanes are here; a helper does it.
    Helper,
    /// A few instructions do it if the lanes that are here name themselves and no others; else as for [`Exchange::Waits`].
    DirectIfNamed,
    /// A helper does it if all lanes that it names are here; else they wait.
    Waits,
}

/// How lanes leave compiled code.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Exit {
    pub(crate) reason: Reason,
    /// Where they resume.
    pub(crate) resume: Option<usize>,
    /// What the interpreter reads of the operation, or, if it goes on there, from then on.
    pub(crate) reads: Vec<Value>,
    /// What is written to its registers for the lanes to resume.
    pub(crate) spill: Vec<Value>,
}

/// Why they leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    /// At a barrier, of a full warp of a barrier region: the block's next warp comes next.
    BarrierRegion,
    /// At a barrier.
    Barrier,
    /// The interpreter goes on with the operation.
    Deoptimise,
}

/// What passes read, and what they fill.
pub(crate) struct PassContext<'p, 'a, const L: usize> {
    pub(crate) plan: &'p Plan<'a, L>,
    pub(crate) regions: &'p mut RegionList,
    pub(crate) counter_plan: &'p mut CounterPlan,
}

/// A pass over a unit.
type Pass<const L: usize> = fn(&mut Wir, &mut PassContext<L>);

/// The passes, in order.
const fn passes<const L: usize>() -> [(&'static str, Pass<L>); 13] {
    [
        ("deferred_values", deferred::defer_values),
        ("guards", guards::insert_guards),
        ("checks", checks::insert_checks),
        ("hoisted", hoisted::hoist_bounds),
        ("repeated", repeated::find_repeated),
        ("deferred_loads", deferred::defer_loads),
        ("counters", counters::insert_counters),
        ("tells", tells::insert_tells),
        ("prefetch", prefetch::insert_prefetches),
        ("canonical_nan", canonical_nan::canonicalise),
        ("spills", spills::insert_spills),
        ("stretches", stretches::find_stretches),
        ("lane_loops", lane_loops::find_lane_loops),
    ]
}

/// Makes the warp IR of a plan.
pub(crate) fn make<const L: usize>(mut context: PassContext<L>) -> Wir {
    let mut wir = build::build(context.plan);
    for (_, pass) in passes() {
        pass(&mut wir, &mut context);
    }
    debug_assert_eq!(verify::verify(&wir, context.plan), Ok(()), "{}", print::print(&wir, context.plan));
    wir
}

impl Wir {
    /// Goes through the copies in the order in which code is made of them: the full ones, then the masked ones.
    fn for_each_copy(&mut self, mut visit: impl FnMut(bool, &mut Vec<Inst>)) {
        self.segments.iter_mut().for_each(|segment| visit(true, &mut segment.full));
        self.segments.iter_mut().filter_map(|segment| segment.masked.as_mut()).for_each(|masked| visit(false, &mut masked.body));
    }
}

impl Inst {
    fn new(pc: usize, kind: InstKind) -> Inst {
        Inst { pc, kind, canonical: Vec::new() }
    }

    /// Whether it says where lanes go next.
    pub(crate) fn moves_lanes(&self) -> bool {
        use InstKind::*;
        matches!(self.kind, Jump(_) | Branch { .. } | Switch(_) | Call | Return | End | Exchange(_) | Exit(_))
    }

    /// The edges that lanes may take.
    pub(crate) fn edges(&self) -> &[Edge] {
        match &self.kind {
            InstKind::Jump(edge) => std::slice::from_ref(edge),
            InstKind::Branch { edges, .. } => edges,
            InstKind::Switch(edges) => edges,
            _ => &[],
        }
    }
}
