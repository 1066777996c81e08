//! How to run a program, and what came of it.

use crate::finding::Finding;
use crate::finding::Results;
use crate::finding::switch::{Decided, Switch};
use crate::instrument::trace::Selection;
use crate::instrument::{LaunchReport, TimelineEvent};
use crate::limits::{Ended, Interrupt};
use crate::memory::ArenaSizes;
use crate::pause::Pauses;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What executes kernels and host code; all do the same. A build without the feature `jit` has only the interpreter: there it
/// stands in for machine code too.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum EngineKind {
    /// The interpreter.
    Interp,
    /// Machine code.
    #[default]
    Jit,
    /// What machine code of kernels is made of, executed as it stands, and slowly: a third opinion for tests.
    WarpIr,
}

/// Warp instructions that take about as long in the interpreter as compiling a small kernel does: a
/// [`RunConfig::compile_after`] for programs that people wait for.
pub const COMPILE_AFTER: u64 = 8_000;

/// How to run a program.
#[derive(Clone, PartialEq, Debug)]
pub struct RunConfig {
    /// Product, see [`crate::device::Device::find`].
    pub device: String,
    /// How many devices of that product there are, at least 1.
    pub devices: u32,
    /// `argv`, the program's name first.
    pub args: Vec<String>,
    /// Most warp instructions of one launch.
    pub launch_fuel: u64,
    /// Most warp instructions since a warp last did something that others can see.
    pub idle_fuel: u64,
    /// Most instructions of host code, and of functions without a body.
    pub host_fuel: u64,
    /// Most instructions of everything together: host code, all launches, functions without a body.
    pub total_fuel: u64,
    /// Of which so many were used up before, by compilation.
    pub spent_fuel: u64,
    /// Most bytes that the program may write to standard output and standard error.
    pub max_output: u64,
    /// Most bytes of memory that may be taken on the program's behalf.
    pub max_memory: u64,
    /// Ends the run from outside.
    pub interrupt: Interrupt,
    /// How large the windows of memory are.
    pub arenas: ArenaSizes,
    /// What executes kernels and host code.
    pub engine: EngineKind,
    /// Warp instructions that a kernel without loops and calls may execute before it is compiled; 0 compiles everything.
    pub compile_after: u64,
    /// Host threads that the blocks of a launch may run on; nothing that a program or a report shows depends on it.
    pub threads: u32,
    /// Warp instructions that must probably be left of a launch for it to get more than one of them.
    pub threads_worth: u64,
    /// Time slices of blocks in a step of a launch, between which others may do something; 0 for launches in one step. Nothing that
    /// a program or a report shows depends on it.
    pub slices_a_step: u64,
    /// What clocks, and the first addresses of memory, follow from; without it clocks are the world's.
    pub seed: Option<u64>,
    /// The order in which blocks, warps and groups of lanes run.
    pub order: Order,
    /// Keep what of the program's results may depend on that order.
    pub keeps_results: bool,
    /// Keep where the order of threads was not the usual one.
    pub keeps_switches: bool,
    /// The world has no files and no environment, and the program's author should know.
    pub is_sandboxed: bool,
    /// Whether to report what was allocated and never freed.
    pub check_leaks: LeakCheck,
    /// Look for races in launches.
    pub check_races: bool,
    /// Look for reads of what was never written.
    pub check_init: bool,
    /// Look for flags that announce nothing; under an order that is not fixed threads see memory as the memory model allows, not
    /// always the newest. Launches are interpreted then.
    pub check_weak: bool,
    /// Note device memory whose content nothing reads.
    pub check_unused: bool,
    /// Tell the world how far launches are.
    pub shows_progress: bool,
    /// Keep a profile of what launches ask of memory.
    pub profile: bool,
    /// The profile has the first-level caches too.
    pub caches: bool,
    /// Keep counters of each block too; launches are interpreted then.
    pub profile_blocks: bool,
    /// Record what a block does step by step.
    pub trace: Option<Selection>,
    /// Record the first block of the first launch of so many kernels, too.
    pub trace_kernels: u32,
    /// Who stops kernels between two operations of a warp, and looks at them.
    pub pauses: Pauses,
}

impl RunConfig {
    /// Accesses are looked at that meet others.
    pub(crate) fn looks_for_races(&self) -> bool {
        self.check_races || self.check_weak
    }

    /// Mistakes are looked for that need not show.
    pub(crate) fn looks_for_mistakes(&self) -> bool {
        self.looks_for_races() || self.check_init || self.check_leaks != LeakCheck::Never
    }
}

/// The order in which blocks, warps and groups of lanes run: CUDA promises none. Any but the fixed one has launches interpreted,
/// and clocks not depend on how many instructions they took.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Order {
    /// Blocks and warps by their numbers.
    #[default]
    Fixed,
    /// At every scheduling point what follows from a seed; 0 is the fixed order.
    Seed(u64),
    /// As usual, that is whoever runs goes on until it waits or ends, but for these decisions, with what was decided
    /// ([`Switch::value`]).
    Kept(Arc<BTreeMap<Decided, u64>>),
    /// At every scheduling point what is given, by its number among what there is, and after that the first.
    Given {
        /// The first choices.
        first: Vec<u32>,
        /// Accesses of these addresses are scheduling points.
        contended: BTreeSet<u64>,
    },
}

/// When memory of the device that is never freed is reported.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum LeakCheck {
    /// Never.
    #[default]
    Never,
    /// When nothing worse was found.
    Alone,
    /// Whenever the program comes to its end.
    Always,
}

impl Default for RunConfig {
    fn default() -> RunConfig {
        RunConfig {
            device: crate::device::DEFAULT.to_string(),
            devices: 1,
            args: vec!["program".to_string()],
            launch_fuel: 100_000_000_000,
            idle_fuel: 400_000_000,
            host_fuel: 200_000_000_000,
            total_fuel: u64::MAX,
            spent_fuel: 0,
            max_output: u64::MAX,
            max_memory: u64::MAX,
            interrupt: Interrupt::default(),
            arenas: ArenaSizes::default(),
            engine: EngineKind::default(),
            compile_after: 0,
            threads: std::thread::available_parallelism().map_or(1, |n| n.get().min(64) as u32),
            // About half a millisecond; threads start in a tenth of it.
            threads_worth: 50_000,
            slices_a_step: 0,
            seed: None,
            order: Order::Fixed,
            keeps_results: false,
            keeps_switches: false,
            is_sandboxed: false,
            check_leaks: LeakCheck::Never,
            check_races: false,
            check_init: false,
            check_weak: false,
            check_unused: false,
            shows_progress: false,
            profile: false,
            caches: false,
            profile_blocks: false,
            trace: None,
            trace_kernels: 0,
            pauses: Pauses::default(),
        }
    }
}

/// Totals of a run.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct RunStats {
    /// Instructions of host code.
    pub host_instructions: u64,
    /// Instructions of kernels, once a thread.
    pub thread_instructions: u64,
    /// Blocks of kernels that ran on other host threads than the program.
    pub blocks_of_workers: u64,
    /// Times that lanes ran as warp IR, with [`EngineKind::WarpIr`].
    pub runs_of_warp_ir: u64,
    /// Seconds in kernels.
    pub kernel_seconds: f64,
    /// Launches that ran.
    pub launches: u64,
    /// Bytes written to standard output and standard error.
    pub output_bytes: u64,
    /// Most bytes that the program had allocated at once: of device memory, of the host's.
    pub peak_bytes: [u64; 2],
}

/// What came of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct RunReport {
    /// The program's own; 139 and the like if it died.
    pub exit_status: i32,
    /// Mistakes, in the order of their first occurrence.
    pub findings: Vec<Finding>,
    /// Launches in order; without [`RunConfig::profile`] at least the last 4096.
    pub launches: Vec<LaunchReport>,
    /// Totals.
    pub stats: RunStats,
    /// Where the program was, if a limit ended it.
    pub ended: Option<Ended>,
    /// It was ended by a mistake, or by `abort`.
    pub has_died: bool,
    /// What may depend on the order, where [`RunConfig::keeps_results`] asks for it.
    pub results: Results,
    /// Under [`Order::Given`], what was chosen at each point, of how many; and the addresses that several threads accessed and one
    /// wrote.
    pub chosen: (Vec<(u32, u32)>, BTreeSet<u64>),
    /// Under [`Order::Seed`] and [`Order::Kept`], where [`RunConfig::keeps_switches`] asks for it: what was not decided as usual, at
    /// most [`crate::MOST_SWITCHES`] decisions. Places are known under [`Order::Kept`].
    pub switches: Vec<Switch>,
    /// What streams were given, where [`RunConfig::profile`] asks for a profile: the first operations.
    pub work: Vec<TimelineEvent>,
}
