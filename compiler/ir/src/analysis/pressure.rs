//! How many 32-bit registers a function needs at least: the most that hold values at one place.
//!
//! Predicates have registers of their own, constants and what is read of parameters stand in instructions. What ptxas gives a
//! kernel is more, for it keeps addresses and moves loads up: of 90 kernels most take 5 to 15 more.

use crate::{Block, Function, Opcode, RegType, Value};

/// A set of values.
#[derive(Clone, PartialEq, Eq)]
struct Values(Vec<u64>);

impl Values {
    fn insert(&mut self, value: Value) {
        self.0[value.index() / 64] |= 1 << (value.index() % 64);
    }

    fn has(&self, value: Value) -> bool {
        self.0[value.index() / 64] >> (value.index() % 64) & 1 == 1
    }

    fn remove(&mut self, value: Value) {
        self.0[value.index() / 64] &= !(1 << (value.index() % 64));
    }

    fn add(&mut self, other: &Values) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word |= more);
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * 64 + bit))
    }
}

/// Most 32-bit registers that hold values at one place of `func`.
pub fn pressure(func: &Function) -> u32 {
    let cost = costs(func);
    let empty = Values(vec![0; func.values.len().div_ceil(64)]);
    let mut live_in = vec![empty.clone(); func.blocks.len()];
    let mut most = 0;
    loop {
        let mut has_changed = false;
        for &block in func.layout.iter().rev() {
            let live = before(func, block, &live_in, &empty, &cost, &mut most);
            if live != live_in[block.index()] {
                live_in[block.index()] = live;
                has_changed = true;
            }
        }
        if !has_changed {
            return most;
        }
    }
}

/// What is live where `block` begins, its parameters left out. Raises `most` to what is live in it.
fn before(func: &Function, block: Block, live_in: &[Values], empty: &Values, cost: &[u32], most: &mut u32) -> Values {
    let data = &func.blocks[block.index()];
    let mut live = empty.clone();
    for &inst in &data.insts {
        for target in func.insts[inst.index()].targets() {
            live.add(&live_in[target.block.index()]);
        }
    }
    let mut now: u32 = live.iter().map(|value| cost[value]).sum();
    *most = now.max(*most);
    for &inst in data.insts.iter().rev() {
        let inst = &func.insts[inst.index()];
        for &result in &inst.results {
            if live.has(result) {
                live.remove(result);
                now -= cost[result.index()];
            }
        }
        let passed = inst.targets().iter().flat_map(|target| &target.args);
        for &value in inst.args.iter().chain(passed) {
            if !live.has(value) {
                live.insert(value);
                now += cost[value.index()];
            }
        }
        *most = now.max(*most);
    }
    data.params.iter().for_each(|&param| live.remove(param));
    live
}

/// Registers that each value takes.
fn costs(func: &Function) -> Vec<u32> {
    let of_class = |value: Value| match func.ty(value) {
        RegType::Pred => 0,
        _ if func.constant(value).is_some() => 0,
        ty => ty.size().div_ceil(4),
    };
    let mut cost: Vec<u32> = (0..func.values.len() as u32).map(|index| of_class(Value(index))).collect();
    for (_, _, data) in func.iter_insts().filter(|(_, _, data)| data.op == Opcode::LdParam) {
        data.results.iter().for_each(|result| cost[result.index()] = 0);
    }
    cost
}
