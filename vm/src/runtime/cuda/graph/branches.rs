//! Nodes of one graph that may run at the same time and use the same memory.
//!
//! **What.** Of each node that has run in a launch of a graph its footprint is kept, and which nodes it comes after by the graph's edges. The
//! next one is held against all that it does not come after, as operations of different streams are ([`overlap`](super::super::overlap)).
//! (CUDA C++ Programming Guide, "CUDA Graphs": nodes that no path of edges connects may run at the same time.)
//! **May miss.** Graphs of more than [`MOST_NODES`] nodes; nodes in the bodies of one node's rounds with one another.

use super::super::operations::Work;
use super::super::overlap::{Overlap, in_order, overlaps, what};
use super::snapshot::{Snapshot, Step};
use crate::finding::Finding;
use crate::instrument::hazard::{AccessSite, AccessedRange};
use crate::runtime::CallContext;
use kern_diag::Code;

/// Nodes of a graph above which nothing is compared.
const MOST_NODES: usize = 1024;

/// What the nodes of a graph have done in a launch of it.
pub(super) struct Branches {
    /// By node: which others come before it.
    before: Vec<Vec<bool>>,
    /// Nodes that have run.
    done: Vec<(usize, Work)>,
    /// Pairs of nodes that race.
    racing: Vec<(usize, usize)>,
}

/// Whether two nodes of a graph, or of one inside, may run at the same time.
pub(super) fn are_in(snapshot: &Snapshot) -> bool {
    let is_after = |pair: &[usize]| snapshot.steps[pair[1]].after.contains(&pair[0]);
    !snapshot.order.windows(2).all(is_after) || snapshot.steps.iter().flat_map(|step| &step.inner).any(are_in)
}

impl Branches {
    /// Of a graph; `None` where it is not looked at.
    pub(super) fn new(snapshot: &Snapshot, is_looked_at: bool) -> Option<Branches> {
        let count = snapshot.steps.len();
        if !is_looked_at || count > MOST_NODES {
            return None;
        }
        let mut before = vec![vec![false; count]; count];
        for &index in &snapshot.order {
            for &earlier in &snapshot.steps[index].after {
                let of_earlier = before[earlier].clone();
                before[index].iter_mut().zip(of_earlier).for_each(|(known, also)| *known |= also);
                before[index][earlier] = true;
            }
        }
        Some(Branches { before, done: Vec::new(), racing: Vec::new() })
    }

    /// A node has run, and has accessed memory: reports where it races with one that it does not come after.
    pub(super) fn ran(&mut self, host: &mut CallContext, (index, step): (usize, &Step), name: String, footprint: Vec<AccessedRange>) {
        let place = step.trace.first().and_then(|_| host.machine.place(&step.trace));
        let now = Work { name, place, footprint: in_order(footprint), ..Work::default() };
        for (other, work) in self.done.iter().filter(|(other, _)| !self.before[index][*other]) {
            let Some(race) = overlaps(&work.footprint, &now.footprint).into_iter().next() else { continue };
            // The edge that is missing to a node before this one is missing here.
            let is_known = self.racing.iter().any(|&(first, second)| first == *other && self.before[index][second]);
            self.racing.push((*other, index));
            if !is_known {
                let finding = finding(host, work, &now, &race);
                host.report(finding);
            }
        }
        self.done.push((index, now));
    }
}

fn finding(host: &CallContext, one: &Work, other: &Work, race: &Overlap) -> Finding {
    let verb = |writes: bool| if writes { "writes" } else { "reads" };
    let (first, second) = (verb(race.first_writes), verb(race.second_writes));
    let place = |accessed: &AccessSite| accessed.site.and_then(|site| host.machine.place(&[site]));
    let message =
        format!("{} {second} {} that {} {first}, and no edge of the graph orders the two", other.name, what(host.machine, race), one.name);
    let mut finding =
        Finding::new(Code::RACE_OF_OPERATIONS, other.place.clone(), message).label(format!("this node, {}, {second} it", other.name));
    finding = finding.also(one.place.clone(), format!("this node, {}, {first} it", one.name));
    finding = finding.also(place(&race.second), format!("{second} it here")).also(place(&race.first), format!("{first} it here"));
    let allocation = host.machine.memory.allocation(race.start);
    if let Some(made) = allocation.and_then(|allocation| allocation.allocated.as_deref()).and_then(|trace| host.machine.place(trace)) {
        finding = finding.also(Some(made), "allocated here");
    }
    finding.note("nodes that no path of edges connects run at the same time, or one after the other in any order").help(
        "give the second node the first among its dependencies: in the list that the function that adds it takes, with \
         `cudaGraphAddDependencies`, or, where a stream is captured, in the same stream or behind an event of it",
    )
}
