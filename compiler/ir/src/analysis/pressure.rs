//! How many 32-bit registers a function needs at least: the most that hold values at one place. And how many of them it keeps while it
//! calls another one, which are what it needs of the stack.
//!
//! Predicates have registers of their own, constants and what is read of parameters stand in instructions. What ptxas gives a
//! kernel is more, for it keeps addresses and moves loads up: of 90 kernels most take 5 to 15 more.

use crate::{Block, Function, FunctionKind, InstData, Module, Opcode, Payload, RegType, Value};

/// Bytes of the address to return to, and of one register more: what ptxas keeps where nothing else is.
const RETURN_ADDRESS: u32 = 12;
/// Elements.
const SMALL_ARRAY: u64 = 4;

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
    let mut cost = costs(func);
    // Those of a kernel.
    for (_, _, data) in func.iter_insts().filter(|(_, _, data)| data.op == Opcode::LdParam) {
        data.results.iter().for_each(|result| cost[result.index()] = 0);
    }
    most(func, &cost, |_| false).anywhere
}

/// Bytes of the stack that a call of `func` takes on the device at least: its larger arrays, the registers that it keeps while it
/// calls a function of `module`, and the address to return to. (Compared with what ptxas 13 says of 44 functions: a third less in the
/// middle, and not more.)
pub fn stack_of_call(module: &Module, func: &Function) -> u32 {
    let is_call = |inst: &InstData| match inst.payload {
        Payload::Call(callee) => module.functions.get(callee.index()).is_some_and(|callee| callee.kind == FunctionKind::Func),
        Payload::CallIndirect(_) => true,
        _ => false,
    };
    let mut cost = costs(func);
    // Addresses of variables are made again.
    for (_, _, data) in func.iter_insts() {
        let is_address = matches!(data.payload, Payload::Slot(_) | Payload::Global(_) | Payload::FuncAddr(_));
        if is_address || data.op == Opcode::Cvta && data.args.iter().all(|arg| cost[arg.index()] == 0) {
            data.results.iter().for_each(|result| cost[result.index()] = 0);
        }
    }
    let kept = (4 * most(func, &cost, is_call).over_calls + RETURN_ADDRESS).next_multiple_of(8);
    // ptxas has small arrays, and structures that are passed and returned, in registers.
    let arrays = func.slots.iter().filter(|slot| slot.info.element_count > SMALL_ARRAY).map(|slot| slot.size);
    let arrays = u32::try_from(arrays.fold(0, u64::saturating_add)).unwrap_or(u32::MAX);
    kept.saturating_add(arrays)
}

/// Registers that hold values at one place.
#[derive(Default)]
struct Most {
    anywhere: u32,
    /// While another function runs.
    over_calls: u32,
}

fn most(func: &Function, cost: &[u32], is_call: impl Fn(&InstData) -> bool) -> Most {
    let empty = Values(vec![0; func.values.len().div_ceil(64)]);
    let mut live_in = vec![empty.clone(); func.blocks.len()];
    let mut most = Most::default();
    loop {
        let mut has_changed = false;
        for &block in func.layout.iter().rev() {
            let live = before(func, block, &live_in, &empty, cost, &is_call, &mut most);
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
fn before(
    func: &Function,
    block: Block,
    live_in: &[Values],
    empty: &Values,
    cost: &[u32],
    is_call: &dyn Fn(&InstData) -> bool,
    most: &mut Most,
) -> Values {
    let data = &func.blocks[block.index()];
    let mut live = empty.clone();
    for &inst in &data.insts {
        for target in func.insts[inst.index()].targets() {
            live.add(&live_in[target.block.index()]);
        }
    }
    let mut now: u32 = live.iter().map(|value| cost[value]).sum();
    most.anywhere = now.max(most.anywhere);
    for &inst in data.insts.iter().rev() {
        let inst = &func.insts[inst.index()];
        for &result in &inst.results {
            if live.has(result) {
                live.remove(result);
                now -= cost[result.index()];
            }
        }
        if is_call(inst) {
            most.over_calls = now.max(most.over_calls);
        }
        let passed = inst.targets().iter().flat_map(|target| &target.args);
        for &value in inst.args.iter().chain(passed) {
            if !live.has(value) {
                live.insert(value);
                now += cost[value.index()];
            }
        }
        most.anywhere = now.max(most.anywhere);
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
    (0..func.values.len() as u32).map(|index| of_class(Value(index))).collect()
}
