//! A copy of a graph in an order that its edges allow: what an instantiated graph runs.

use super::{Graphs, Node, NodeWork};
use crate::memory::Trace;
use std::collections::BTreeSet;

/// A copy of a graph.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    /// In the order of the graph.
    pub(super) steps: Vec<Step>,
    /// Their indices in the order in which they run.
    pub(super) order: Vec<usize>,
}

/// A node of it.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) handle: u64,
    pub(super) work: NodeWork,
    /// Indices of those that it comes after.
    pub(super) after: Vec<usize>,
    pub(super) inner: Vec<Snapshot>,
    /// Where the node was added.
    pub(super) trace: Trace,
    pub(super) is_enabled: bool,
}

impl Snapshot {
    /// A copy of a graph; `None` where its edges go round in a circle.
    pub(super) fn of(graphs: &Graphs, graph: u64) -> Option<Snapshot> {
        let nodes = &graphs.graphs.get(&graph)?.nodes;
        let mut places: Vec<(u64, usize)> = nodes.iter().enumerate().map(|(index, node)| (node.handle, index)).collect();
        places.sort_unstable();
        let index = |handle: &u64| places.binary_search_by_key(handle, |place| place.0).ok().map(|at| places[at].1);
        let mut steps = Vec::with_capacity(nodes.len());
        for node in nodes {
            let inner: Option<Vec<Snapshot>> = node.inner.iter().map(|&inner| Snapshot::of(graphs, inner)).collect();
            let after = node.after.iter().filter_map(index).collect();
            let Node { handle, work, trace, .. } = node.clone();
            steps.push(Step { handle, work, after, inner: inner?, trace, is_enabled: true });
        }
        let order = order(&steps)?;
        Some(Snapshot { steps, order })
    }

    /// The node of a handle, here or in the graphs of nodes.
    pub(super) fn step_mut(&mut self, handle: u64) -> Option<&mut Step> {
        if let Some(index) = self.steps.iter().position(|step| step.handle == handle) {
            return self.steps.get_mut(index);
        }
        self.steps.iter_mut().flat_map(|step| &mut step.inner).find_map(|inner| inner.step_mut(handle))
    }

    /// As [`Snapshot::step_mut`].
    pub(super) fn step(&self, handle: u64) -> Option<&Step> {
        let here = self.steps.iter().find(|step| step.handle == handle);
        here.or_else(|| self.steps.iter().flat_map(|step| &step.inner).find_map(|inner| inner.step(handle)))
    }
}

/// Of the nodes whose predecessors have run, always the first.
fn order(steps: &[Step]) -> Option<Vec<usize>> {
    let mut waits: Vec<usize> = steps.iter().map(|step| step.after.len()).collect();
    let mut behind = vec![Vec::new(); steps.len()];
    for (index, step) in steps.iter().enumerate() {
        step.after.iter().for_each(|&before| behind[before].push(index));
    }
    let mut ready = BTreeSet::new();
    ready.extend((0..steps.len()).filter(|&index| waits[index] == 0));
    let mut order = Vec::with_capacity(steps.len());
    while let Some(next) = ready.pop_first() {
        order.push(next);
        for &index in &behind[next] {
            waits[index] -= 1;
            if waits[index] == 0 {
                ready.insert(index);
            }
        }
    }
    (order.len() == steps.len()).then_some(order)
}
