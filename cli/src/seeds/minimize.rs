//! The fewest switches that still show a mistake: why it happens under one order of the threads and not under the usual one.
//!
//! A seed's order differs from the usual one in very many decisions, and a mistake needs few of them, often one: a warp that stops
//! between a load and the store that belongs to it. Runs with some of them left out tell which.
//!
//! **Source.** Delta debugging, `ddmin`: Zeller and Hildebrandt, IEEE TSE 28(2), 2002; for orders of threads Choi and Zeller, ISSTA
//! 2002.

use std::collections::BTreeMap;
use std::sync::Arc;

use kern_diag::Code;
use kern_ir::Program;
use kern_vm::{Decided, Decision, Finding, Level, MOST_SWITCHES, Order, Place, RunReport, Switch, WarpAt};

use super::compare::{Compared, Output};
use super::{Orders, places};

/// Most runs that are made.
const RUNS: u32 = 300;
/// Most switches that are listed.
const LISTED: usize = 12;

/// Runs the program again under an order.
type Again<'a> = dyn FnMut(Order) -> (RunReport, Output) + 'a;

/// What is to be shown.
enum Wanted {
    /// A mistake, by code and places.
    Finding((Code, Vec<(String, u32, u32)>)),
    /// Another result than the usual order's.
    Result,
}

/// Says in the first mistake of `findings`, or in the result that depends on the order, the fewest switches that show it; each
/// finding came with the seed that stands beside it.
pub(super) fn explain_first(program: &Program, orders: &Orders, (findings, seeds): (&mut [Finding], &[u64]), again: &mut Again) {
    let is_result = |finding: &Finding| finding.code == Code::RESULT_OF_ORDER;
    let first_error = findings.iter().position(|finding| finding.level == Level::Error && !is_result(finding));
    let Some(at) = first_error.or_else(|| findings.iter().position(is_result)) else { return };
    let wanted = if is_result(&findings[at]) { Wanted::Result } else { Wanted::Finding(places(&findings[at])) };
    let (usual, usual_output) = again(Order::Kept(Arc::default()));
    let shows = |report: &RunReport, output: &Output| match &wanted {
        Wanted::Finding(wanted) => report.findings.iter().any(|finding| places(finding) == *wanted),
        Wanted::Result => {
            let mut compared = Compared::new(program, orders);
            compared.compare((&usual, &usual_output), 0, (report, output));
            compared.with_seed().is_some()
        }
    };
    if shows(&usual, &usual_output) {
        findings[at].notes.push("it needs no particular order of threads: it happens in the usual one".to_string());
        return;
    }
    // A result that is another than the first run's may be the usual one.
    let seeds = [Some(seeds[at]), orders.seeds.as_ref().map(|seeds| seeds.start)];
    let found = seeds.into_iter().flatten().filter(|&seed| seed != 0).find_map(|seed| {
        let (report, output) = again(Order::Seed(seed));
        shows(&report, &output).then_some((seed, report.switches))
    });
    let Some((seed, all)) = found else { return };
    let total = all.len();
    if total == MOST_SWITCHES {
        let note = format!("`--minimize` found more than {total} switches in the order of `--seed {seed}`: try it with less data");
        findings[at].notes.push(note);
        return;
    }
    let mut runs = 2;
    let fewest = minimize(all, &mut |kept| {
        runs += 1;
        let (report, output) = again(Order::Kept(Arc::new(kept)));
        shows(&report, &output).then_some(report.switches)
    });
    findings[at].notes.push(told(&fewest, total, seed, runs));
}

/// The fewest of `all` with which `shows` still gives the switches that a run made, as far as [`RUNS`] runs tell.
fn minimize(mut all: Vec<Switch>, shows: &mut dyn FnMut(BTreeMap<Decided, u64>) -> Option<Vec<Switch>>) -> Vec<Switch> {
    let mut runs = 0;
    let mut tries = |kept: &mut dyn Iterator<Item = &Switch>| {
        runs += 1;
        // What was decided after the first that is left out may mean another thing; the run tells what it did.
        (runs <= RUNS).then(|| shows(kept.map(|switch| (switch.decided, switch.value)).collect())).flatten()
    };
    let mut pieces = 2;
    while all.len() > 1 {
        let size = all.len().div_ceil(pieces);
        let alone = all.chunks(size).find_map(|piece| tries(&mut piece.iter()));
        if let Some(fewer) = alone.filter(|fewer| fewer.len() < all.len()) {
            (all, pieces) = (fewer, 2);
            continue;
        }
        let without = (0..all.len()).step_by(size).filter(|_| pieces > 2).find_map(|start| {
            let end = all.len().min(start + size);
            tries(&mut all[..start].iter().chain(&all[end..]))
        });
        if let Some(fewer) = without.filter(|fewer| fewer.len() < all.len()) {
            (all, pieces) = (fewer, (pieces - 1).max(2));
            continue;
        }
        if size == 1 {
            break;
        }
        pieces = (2 * pieces).min(all.len());
    }
    // Places are known of a run that was made with what is kept.
    tries(&mut all.iter()).filter(|made| made.len() == all.len()).unwrap_or(all)
}

/// The switches as a list.
fn told(fewest: &[Switch], total: usize, seed: u64, runs: u32) -> String {
    let count = fewest.len();
    let which = match count {
        1 => format!("one switch of the {total} that `--seed {seed}` makes is enough"),
        _ => format!("{count} switches of the {total} that `--seed {seed}` makes are enough"),
    };
    let mut text = format!("{which} ({runs} runs); without them whoever runs goes on until it waits or ends:");
    for (number, switch) in fewest.iter().take(LISTED).enumerate() {
        text.push_str(&format!("\n  {}. {}", number + 1, described(switch)));
    }
    if count > LISTED {
        text.push_str(&format!("\n  and {} more", count - LISTED));
    }
    text
}

fn described(switch: &Switch) -> String {
    let who = |warp: &WarpAt| format!("warp {} of block {}", warp.warp, warp.block);
    let at = |place: &Option<Place>| place.as_ref().map(|place| format!(" at {}:{}", place.file, place.line)).unwrap_or_default();
    let then = match &switch.then {
        Some(then) => format!("{} runs{}", who(then), at(&then.place)),
        None => "another runs".to_string(),
    };
    let whose = who(&switch.at);
    let what = match switch.decided.decision {
        Decision::Stop => format!("{whose} stops before its access{}, and {then}", at(&switch.at.place)),
        Decision::WarpRuns if switch.then.as_ref().is_some_and(|then| (then.block, then.warp) == (switch.at.block, switch.at.warp)) => {
            format!("other lanes of {whose} run next{}", at(&switch.then.as_ref().and_then(|then| then.place.clone())))
        }
        Decision::WarpRuns => format!("after {whose}{}, {then}", at(&switch.at.place)),
        Decision::BlockLeaves => format!("block {} gives way{}, and {then}", switch.at.block, at(&switch.at.place)),
        Decision::BlockBegins => format!("a block begins while {whose} is{}: {then}", at(&switch.at.place)),
        Decision::BlockRuns => format!("another block goes on: {then}"),
        Decision::BlockOrder => format!("blocks begin in another order than that of their numbers: {then} first"),
        Decision::FirstLanes => {
            format!("lanes {} to 31 of {whose} come first in the atomic operation{}", switch.value, at(&switch.at.place))
        }
        Decision::Older => {
            format!("{whose}{} sees another value than the newest, or its write comes before one made earlier", at(&switch.at.place))
        }
        Decision::Defer => format!("the load of {whose}{} is done later", at(&switch.at.place)),
    };
    format!("launch {} of `{}`: {what}", switch.decided.launch, switch.kernel)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decided(number: u64) -> Decided {
        Decided { launch: 1, decision: Decision::Stop, block: 0, warp: 0, number }
    }

    fn switch(decided: Decided) -> Switch {
        Switch { decided, kernel: "k".into(), value: 1, at: WarpAt { block: 0, warp: 0, place: None }, then: None }
    }

    fn fewest(total: u64, needed: &[u64]) -> (Vec<u64>, u32) {
        let mut runs = 0;
        let left = minimize((0..total).map(decided).map(switch).collect(), &mut |kept| {
            runs += 1;
            let made = kept.keys().copied().map(switch).collect();
            needed.iter().all(|&number| kept.contains_key(&decided(number))).then_some(made)
        });
        (left.iter().map(|switch| switch.decided.number).collect(), runs)
    }

    #[test]
    fn what_is_needed_stays() {
        assert_eq!(fewest(1, &[0]).0, [0]);
        assert_eq!(fewest(1000, &[713]).0, [713]);
        assert_eq!(fewest(1000, &[3, 500, 997]).0, [3, 500, 997]);
    }

    #[test]
    fn runs_have_a_bound() {
        let needed: Vec<u64> = (0..2000).step_by(2).collect();
        let (left, runs) = fewest(2000, &needed);
        assert!(needed.iter().all(|number| left.contains(number)));
        assert!(runs <= RUNS);
    }
}
