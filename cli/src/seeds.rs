//! A program run under several orders of its threads, and what differs between the runs.
//!
//! **What.** The first run is shown: its output goes to where a program's output goes, it reads standard input and writes files. The
//! others see the same input, and what they print and write is kept and compared. What a run finds that the ones before did not
//! find is told with its seed. Clocks, `random_device` and addresses follow from seed 0 in all of them.
//! **May miss.** A program that reads again what it wrote itself finds the first run's file in the others.

mod compare;
mod minimize;

use std::collections::BTreeSet;
use std::ops::Range;

use kern_ir::Program;
use kern_vm::{Closed, Finding, Level, Order, Progress, RunConfig, RunReport, Stream, World};

use crate::Outside;
use crate::memory_files::MemoryFiles;
use crate::world::{Files, ProcessWorld, process_directory};
use compare::{Compared, Output};

/// Room for the files that a run after the first writes.
const FILES: u64 = 1 << 28;
/// Most bytes of output that are kept of a run.
const MOST_KEPT: usize = 64 << 20;

/// A page runs programs in the fixed order of threads, and is smaller without the others.
pub(crate) const HAS_ORDERS: bool = cfg!(not(target_family = "wasm"));

/// Orders of threads.
#[derive(Clone, Debug)]
pub(crate) struct Orders {
    /// The seeds from which they follow.
    pub(crate) seeds: Option<Range<u64>>,
    /// All of them, in at most so many runs.
    pub(crate) all: Option<u64>,
    /// A result that depends on the order is an error.
    pub(crate) requires_same: bool,
    /// The fewest switches that show the first mistake are looked for.
    pub(crate) minimizes: bool,
}

/// What one run gets: of all orders the first choices, and the addresses at whose accesses there are any.
enum Next {
    Seed(u64),
    Given(Vec<u32>, BTreeSet<u64>),
}

impl Next {
    fn order(&self) -> Order {
        match self {
            Next::Seed(seed) => Order::Seed(*seed),
            Next::Given(first, contended) => Order::Given { first: first.clone(), contended: contended.clone() },
        }
    }

    /// How to run it again; nothing for the fixed order.
    fn replay(&self) -> Option<String> {
        match self {
            Next::Seed(0) => None,
            Next::Seed(seed) => Some(format!("found with `--seed {seed}`, which runs the threads in that order again")),
            Next::Given(first, _) if first.is_empty() => None,
            Next::Given(..) => Some("found in another order of the threads than that of their numbers".to_string()),
        }
    }

    /// What runs after it.
    fn after(self, orders: &Orders, report: &RunReport) -> Option<Next> {
        match self {
            Next::Seed(seed) => orders.seeds.as_ref().filter(|seeds| seed + 1 < seeds.end).map(|_| Next::Seed(seed + 1)),
            Next::Given(_, mut contended) => {
                let (mut taken, found) = report.chosen.clone();
                if !found.is_subset(&contended) {
                    // There are more scheduling points than was known: from the start.
                    contended.extend(found);
                    return Some(Next::Given(Vec::new(), contended));
                }
                while let Some((chosen, of)) = taken.pop() {
                    if chosen + 1 < of {
                        let first = taken.iter().map(|choice| choice.0).chain([chosen + 1]).collect();
                        return Some(Next::Given(first, contended));
                    }
                }
                None
            }
        }
    }
}

/// Runs a program under all of `orders`: the first run's report, with what all of them found. After an end at a limit nothing
/// more is run.
pub(crate) fn run_under(
    orders: &Orders,
    (program, config): (&Program, &RunConfig),
    files: &dyn Fn() -> Files,
    outside: &mut Outside,
    run: &dyn Fn(&RunConfig, &mut dyn World) -> RunReport,
) -> RunReport {
    let keeps_results = orders.all.is_some() || orders.minimizes || orders.seeds.as_ref().is_some_and(|seeds| seeds.end - seeds.start > 1);
    let mut input = Vec::new();
    let mut one = |order: Order, outside: &mut Outside, is_shown: bool| {
        let keeps_switches = !is_shown && orders.minimizes;
        let config = RunConfig { order, seed: Some(0), keeps_results, keeps_switches, ..config.clone() };
        let files = match files() {
            Files::Disk(report) if !is_shown => Files::Above(MemoryFiles::new(&process_directory().unwrap_or_default(), FILES), report),
            files => files,
        };
        let inner = ProcessWorld::new(outside, files);
        let mut world = SeedWorld { inner, input: &mut input, read: 0, is_shown, is_kept: keeps_results, output: Output::default() };
        let report = run(&config, &mut world);
        (report, world.output)
    };
    let mut next = match &orders.seeds {
        Some(seeds) => Next::Seed(seeds.start),
        None => Next::Given(Vec::new(), BTreeSet::new()),
    };
    let mut compared = Compared::new(program, orders);
    let (mut all, of_first) = one(next.order(), outside, true);
    all.findings.iter_mut().for_each(|finding| finding.notes.extend(next.replay()));
    compared.add(&of_first);
    let seed_of = |next: &Next| if let Next::Seed(seed) = next { *seed } else { 0 };
    // With which seed findings beyond those of the first run came.
    let mut seeds_of = vec![seed_of(&next); all.findings.len()];
    let (mut runs, mut report) = (1, None::<RunReport>);
    while all.ended.is_none() {
        let Some(following) = next.after(orders, report.as_ref().unwrap_or(&all)) else { break };
        next = following;
        if orders.all.is_some_and(|most| runs >= most) {
            compared.stopped(runs);
            break;
        }
        runs += 1;
        let (mut another, output) = one(next.order(), outside, false);
        if another.ended.is_none() {
            compared.compare((&all, &of_first), seed_of(&next), (&another, &output));
        }
        let known: Vec<_> = all.findings.iter().map(places).collect();
        for mut finding in std::mem::take(&mut another.findings) {
            if !known.contains(&places(&finding)) {
                finding.notes.extend(next.replay());
                all.findings.push(finding);
                seeds_of.push(seed_of(&next));
            }
        }
        if another.ended.is_some() {
            (all.exit_status, all.ended) = (another.exit_status, another.ended.take());
        }
        report = Some(another);
    }
    let has_mistakes = all.findings.iter().any(|finding| finding.level == Level::Error);
    if has_mistakes {
        // As after one run with a mistake.
        let is_kept = |finding: &Finding| finding.code != kern_diag::Code::UNUSED;
        seeds_of = seeds_of.into_iter().zip(&all.findings).filter(|(_, finding)| is_kept(finding)).map(|(seed, _)| seed).collect();
        all.findings.retain(is_kept);
    }
    let with_seed = compared.with_seed();
    all.findings.extend(compared.findings(has_mistakes, runs));
    if orders.minimizes && all.ended.is_none() {
        seeds_of.resize(all.findings.len(), with_seed.unwrap_or(0));
        let mut again = |order| one(order, outside, false);
        minimize::explain_first(program, orders, (&mut all.findings, &seeds_of), &mut again);
    }
    all
}

/// What is the same where two runs find the same: which of two accesses comes first may differ.
fn places(finding: &Finding) -> (kern_diag::Code, Vec<(String, u32, u32)>) {
    let of = |place: &kern_vm::Place| (place.file.clone(), place.line, place.column);
    let mut list: Vec<_> = finding.place.iter().chain(finding.related.iter().take(1).map(|related| &related.0)).map(of).collect();
    list.sort();
    (finding.code, list)
}

/// The world of one of several runs.
struct SeedWorld<'a> {
    inner: ProcessWorld<'a>,
    /// What was read of standard input by some run.
    input: &'a mut Vec<u8>,
    /// How much of it by this one.
    read: usize,
    is_shown: bool,
    is_kept: bool,
    output: Output,
}

impl World for SeedWorld<'_> {
    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Closed> {
        if self.is_kept {
            let kept = match stream {
                Stream::Stdout => &mut self.output.stdout,
                Stream::Stderr => &mut self.output.stderr,
            };
            kept.extend_from_slice(&bytes[..bytes.len().min(MOST_KEPT.saturating_sub(kept.len()))]);
        }
        if self.is_shown { self.inner.write(stream, bytes) } else { Ok(()) }
    }

    fn flush(&mut self, stream: Stream) -> Result<(), Closed> {
        if self.is_shown { self.inner.flush(stream) } else { Ok(()) }
    }

    fn read_stdin(&mut self, buffer: &mut [u8]) -> usize {
        if self.read == self.input.len() {
            let size = self.inner.read_stdin(buffer);
            self.input.extend_from_slice(&buffer[..size]);
            self.read += size;
            return size;
        }
        let rest = &self.input[self.read..];
        let size = rest.len().min(buffer.len());
        buffer[..size].copy_from_slice(&rest[..size]);
        self.read += size;
        size
    }

    fn read_file(&mut self, path: &str) -> std::io::Result<Vec<u8>> {
        self.inner.read_file(path)
    }

    fn write_file(&mut self, path: &str, bytes: &[u8]) -> std::io::Result<()> {
        self.inner.write_file(path, bytes)
    }

    fn remove_file(&mut self, path: &str) -> std::io::Result<()> {
        self.inner.remove_file(path)
    }

    fn create_directory(&mut self, path: &str) -> std::io::Result<()> {
        self.inner.create_directory(path)
    }

    fn remove_directory(&mut self, path: &str) -> std::io::Result<()> {
        self.inner.remove_directory(path)
    }

    fn current_directory(&mut self) -> std::io::Result<String> {
        self.inner.current_directory()
    }

    fn find_directory(&mut self, path: &str) -> std::io::Result<String> {
        self.inner.find_directory(path)
    }

    fn list_directory(&mut self, path: &str) -> std::io::Result<Vec<(String, bool)>> {
        self.inner.list_directory(path)
    }

    fn monotonic_ns(&mut self) -> u64 {
        self.inner.monotonic_ns()
    }

    fn unix_ns(&mut self) -> u64 {
        self.inner.unix_ns()
    }

    fn progress(&mut self, launch: &Progress) {
        self.inner.progress(launch);
    }

    fn launch_ended(&mut self) {
        self.inner.launch_ended();
    }

    fn env(&mut self, name: &str) -> Option<String> {
        self.inner.env(name)
    }
}
