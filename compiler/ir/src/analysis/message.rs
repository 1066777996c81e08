//! Messages by flag: one thread writes data and then a flag, another waits for the flag and then reads the data; and locks, where the
//! flag is taken and given back. What is wrong with them can be read off the code (PTX ISA, "Memory Consistency Model", "Causality
//! order": such a message is ordered if the flag's accesses are strong and a fence stands between data and flag on both sides).

use super::{Dominators, Loops, Placement, Provenance, Spinning};
use crate::{AtomOp, Block, Cfg, Effects, Function, GlobalVar, Inst, InstData, Opcode, Payload, Scope, Sem, Space, Value, ValueDef};
use std::cell::OnceCell;

/// What a write and a read of one place have to do with a flag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Message {
    /// The read is a plain one of a flag, in a loop that waits for it.
    Wait,
    /// What is written and read is announced by a flag.
    Announced(Flag),
}

/// A flag that announces data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flag {
    /// Where it is written.
    pub write: Inst,
    /// Where it is waited for.
    pub read: Inst,
    /// A fence stands between data and flag, where they are written.
    pub is_released: bool,
    /// A fence stands between flag and data, where they are read.
    pub is_acquired: bool,
    /// Whoever waits takes it as well: it is a lock.
    pub is_lock: bool,
}

/// Where an address comes from.
#[derive(PartialEq, Eq)]
enum Root {
    Variable(GlobalVar),
    Parameter(u32),
    Value(Value),
}

/// Barriers that are looked at; of a function with more none is.
const MOST_BARRIERS: usize = 64;
/// Loads by which loops wait that are looked at, and stores to the place of one.
const MOST_OF_FLAGS: usize = 64;
/// Values that are looked at to find an address fixed.
const MOST_VALUES: u32 = 64;

/// A barrier of the block, and the IR blocks from which a way leads to its own, as far as that was asked for.
struct Barrier {
    inst: Inst,
    led_from: OnceCell<Vec<bool>>,
}

/// A function, and what is asked of it to find its messages.
pub struct Messages<'a> {
    function: &'a Function,
    cfg: Cfg,
    placement: Placement,
    dominators: Dominators,
    loops: Loops,
    spinning: Spinning,
    provenance: Provenance,
    /// Where each instruction is in its IR block.
    positions: Vec<u32>,
    barriers: Vec<Barrier>,
}

impl<'f> Messages<'f> {
    /// Of one function.
    pub fn new(function: &'f Function) -> Messages<'f> {
        let cfg = Cfg::new(function);
        let dominators = Dominators::new(function, &cfg);
        let mut positions = vec![0; function.insts.len()];
        for block in &function.layout {
            (0..).zip(&function.blocks[block.index()].insts).for_each(|(position, inst)| positions[inst.index()] = position);
        }
        let barriers = function.iter_insts().filter(|(.., data)| data.op == Opcode::Bar);
        let barriers: Vec<Barrier> = barriers.map(|(_, inst, _)| Barrier { inst, led_from: OnceCell::new() }).collect();
        Messages {
            function,
            placement: Placement::new(function),
            loops: Loops::new(&cfg, &dominators),
            dominators,
            spinning: Spinning::new(function, &cfg),
            provenance: Provenance::new(function, &cfg),
            positions,
            barriers: if barriers.len() > MOST_BARRIERS { Vec::new() } else { barriers },
            cfg,
        }
    }

    /// What a write and a read of one place have to do with a flag that orders too little; of threads of one block, or of two.
    pub fn message(&self, (write, read): (Inst, Inst), is_in_block: bool) -> Option<Message> {
        if self.is_plain(read) && self.waits(read) {
            return Some(Message::Wait);
        }
        let insts = || self.function.iter_insts().map(|(_, inst, _)| inst);
        for flag in insts().filter(|&inst| self.writes(inst) && !self.is_same_place(inst, write) && self.is_before(write, inst)) {
            for poll in insts().filter(|&inst| self.waits(inst) && self.is_before(inst, read)) {
                if self.root(flag) == self.root(poll) && !self.is_same_place(poll, read) {
                    let has_fence = |a: Inst, b: Inst| self.has_fence(a, b, is_in_block);
                    let (is_released, is_acquired) = (has_fence(write, flag), has_fence(poll, read));
                    let is_lock = matches!(self.function.insts[poll.index()].attrs.atom, Some(AtomOp::Cas | AtomOp::Exch));
                    let orders = is_released && is_acquired && !self.is_plain(flag) && !self.is_plain(poll);
                    let flag = Flag { write: flag, read: poll, is_released, is_acquired, is_lock };
                    return (!orders).then_some(Message::Announced(flag));
                }
            }
        }
        None
    }

    /// Strong loads behind which a flag was waited for: they read what it announces.
    pub fn reads_behind_waits(&self) -> Vec<Inst> {
        let insts = || self.function.iter_insts();
        let is_strong = |data: &InstData| data.op == Opcode::Ld && !matches!(data.attrs.sem, None | Some(Sem::Weak));
        let reads: Vec<Inst> = insts().filter(|(.., data)| is_strong(data)).map(|(_, inst, _)| inst).collect();
        if reads.is_empty() {
            return reads;
        }
        let polls: Vec<Inst> = insts().map(|(_, inst, _)| inst).filter(|&inst| self.waits(inst)).take(MOST_OF_FLAGS).collect();
        let is_behind = |read: Inst| polls.iter().any(|&poll| !self.is_same_place(poll, read) && self.is_before(poll, read));
        reads.into_iter().filter(|&read| !self.waits(read) && is_behind(read)).collect()
    }

    /// Locks that are taken in two steps, so that two threads may take one: the loads by which a loop waits for a number, and the stores of
    /// another one to the same place behind it, where a third store behind that gives the lock back.
    pub fn locks_in_two_steps(&self) -> Vec<(Inst, Inst)> {
        let is = |inst: Inst, op: Opcode| self.function.insts[inst.index()].op == op;
        let insts = || self.function.iter_insts().map(|(_, inst, _)| inst);
        let is_poll = |inst: Inst| is(inst, Opcode::Ld) && self.waits(inst) && self.waits_for_number(inst);
        let mut locks = Vec::new();
        for poll in insts().filter(|&inst| is_poll(inst)).take(MOST_OF_FLAGS) {
            let stores = insts().filter(|&inst| is(inst, Opcode::St) && self.is_same_place(poll, inst));
            let stores: Vec<Inst> = stores.filter(|&store| self.dominates(poll, store)).take(MOST_OF_FLAGS).collect();
            let is_number =
                |store: Inst| self.function.insts[store.index()].args.get(1).is_some_and(|&v| self.function.constant(v).is_some());
            let is_given_back = |take: Inst| stores.iter().any(|&give| self.dominates(take, give));
            locks.extend(stores.iter().filter(|&&store| is_number(store) && is_given_back(store)).map(|&store| (poll, store)));
        }
        locks
    }

    /// What a load gives is compared with a number.
    fn waits_for_number(&self, load: Inst) -> bool {
        let results = &self.function.insts[load.index()].results;
        let is_number = |value: Value| self.function.constant(value).is_some();
        let compares = |data: &InstData| {
            data.op == Opcode::Setp && data.args.iter().any(|arg| results.contains(arg)) && data.args.iter().any(|&arg| is_number(arg))
        };
        self.function.insts.iter().any(compares)
    }

    /// It reads the same place in every round of a loop that ends when another thread has changed it.
    pub fn waits(&self, inst: Inst) -> bool {
        let data = &self.function.insts[inst.index()];
        let (Opcode::Ld | Opcode::Atom, Some(&address)) = (data.op, data.args.first()) else { return false };
        let Some(id) = self.placement.block_of(inst).and_then(|block| self.loops.innermost(block)) else { return false };
        let is_inside = |value| self.placement.block_of_def(self.function, value).is_some_and(|block| self.loops.contains(id, block));
        self.spinning.may_spin(self.loops.get(id).header) && self.is_fixed(address, &is_inside, &mut { MOST_VALUES })
    }

    /// Plain loads of global memory by which loops wait that change nothing and have no other reads.
    pub fn plain_waits(&self) -> Vec<Inst> {
        let is_global = |data: &InstData| matches!(data.attrs.space, None | Some(Space::Generic | Space::Global));
        let insts = self.function.iter_insts().filter(|&(_, inst, data)| is_global(data) && self.is_plain(inst));
        insts.map(|(_, inst, _)| inst).filter(|&inst| self.only_waits(inst)).collect()
    }

    fn is_plain(&self, inst: Inst) -> bool {
        let data = &self.function.insts[inst.index()];
        matches!(data.op, Opcode::Ld | Opcode::St) && matches!(data.attrs.sem, None | Some(Sem::Weak))
    }

    fn writes(&self, inst: Inst) -> bool {
        matches!(self.function.insts[inst.index()].op, Opcode::St | Opcode::Atom | Opcode::Red)
    }

    /// The same of a loop that changes nothing and has no other read than plain ones, by which it may wait.
    fn only_waits(&self, inst: Inst) -> bool {
        let id = self.placement.block_of(inst).and_then(|block| self.loops.innermost(block));
        let insts = id.into_iter().flat_map(|id| &self.loops.get(id).blocks).flat_map(|block| &self.function.blocks[block.index()].insts);
        let is_strong_read = |inst: Inst| self.function.insts[inst.index()].op == Opcode::Ld && !self.is_plain(inst);
        self.waits(inst) && !insts.copied().any(|inst| self.writes(inst) || is_strong_read(inst))
    }

    /// Whether a value is the same in every round of a loop, in which what is computed is said by `is_inside`; `left` values may be
    /// looked at.
    fn is_fixed(&self, value: Value, is_inside: &dyn Fn(Value) -> bool, left: &mut u32) -> bool {
        if !is_inside(value) {
            return true;
        }
        let ValueDef::Result(inst, _) = self.function.def(value) else { return false };
        let data = &self.function.insts[inst.index()];
        let is_pure = data.op.row().effects == Effects::Pure && *left > 0;
        *left = left.saturating_sub(1);
        is_pure && data.args.iter().all(|&arg| self.is_fixed(arg, is_inside, left))
    }

    /// Whoever executes `b` has executed `a` before, or another thread of the block has, and a barrier stands between.
    fn is_before(&self, a: Inst, b: Inst) -> bool {
        let is_met = |barrier: &Barrier| self.dominates(barrier.inst, b) && self.leads_to(a, barrier);
        self.dominates(a, b) || self.barriers.iter().any(is_met)
    }

    /// Whoever executes `b` has executed `a` before.
    fn dominates(&self, a: Inst, b: Inst) -> bool {
        match (self.placement.block_of(a), self.placement.block_of(b)) {
            (Some(from), Some(to)) if from == to => self.is_earlier(a, b),
            (Some(from), Some(to)) => self.dominators.dominates(from, to),
            _ => false,
        }
    }

    /// Of two instructions of one IR block.
    fn is_earlier(&self, a: Inst, b: Inst) -> bool {
        self.positions[a.index()] < self.positions[b.index()]
    }

    /// A way leads from `a` to a barrier.
    fn leads_to(&self, a: Inst, barrier: &Barrier) -> bool {
        let (Some(from), Some(to)) = (self.placement.block_of(a), self.placement.block_of(barrier.inst)) else { return false };
        from == to && self.is_earlier(a, barrier.inst) || barrier.led_from.get_or_init(|| self.led_from(to))[from.index()]
    }

    /// The IR blocks from which a way leads to one.
    fn led_from(&self, to: Block) -> Vec<bool> {
        let (mut led, mut open) = (vec![false; self.function.blocks.len()], vec![to]);
        while let Some(block) = open.pop() {
            for &before in self.cfg.preds(block) {
                if !std::mem::replace(&mut led[before.index()], true) {
                    open.push(before);
                }
            }
        }
        led
    }

    /// Whether a fence stands between two accesses, or in one of them; one of a block does for threads of one block.
    fn has_fence(&self, a: Inst, b: Inst, is_in_block: bool) -> bool {
        let attrs = |inst: Inst| Some(self.function.insts[inst.index()].attrs).filter(|at| is_in_block || at.scope != Some(Scope::Cta));
        let orders = |inst: Inst| {
            let is_fence = self.function.insts[inst.index()].op == Opcode::Fence && attrs(inst).is_some();
            is_fence && self.is_before(a, inst) && self.is_before(inst, b)
        };
        let sem = |inst: Inst| attrs(inst).and_then(|attrs| attrs.sem);
        let is_release = matches!(sem(b), Some(Sem::Release | Sem::AcqRel | Sem::Sc));
        let is_acquire = matches!(sem(a), Some(Sem::Acquire | Sem::AcqRel | Sem::Sc));
        is_release || is_acquire || self.function.iter_insts().any(|(_, inst, _)| orders(inst))
    }

    fn root(&self, inst: Inst) -> Option<Root> {
        let root = self.provenance.root(*self.function.insts[inst.index()].args.first()?);
        let ValueDef::Result(from, _) = self.function.def(root) else { return Some(Root::Value(root)) };
        Some(match self.function.insts[from.index()].payload {
            Payload::Global(variable) => Root::Variable(variable),
            Payload::Param(number) => Root::Parameter(number),
            _ => Root::Value(root),
        })
    }

    /// Both access one place, as far as it can be seen.
    fn is_same_place(&self, a: Inst, b: Inst) -> bool {
        let place = |inst: Inst| {
            let data = &self.function.insts[inst.index()];
            (data.args.first().copied(), data.offset)
        };
        let is_variable = matches!(self.root(a), Some(Root::Variable(_)));
        self.root(a) == self.root(b) && (place(a) == place(b) || is_variable && place(a).1 == place(b).1)
    }
}
