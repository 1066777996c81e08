//! What the checks read off the code of kernels.

use kern_ir::analysis::{Dominators, LoopId, Loops, Messages, Spinning};
use kern_ir::{AtomOp, Block, Cfg, Effects, Function, Inst, InstData, Module, Opcode, Payload, Scope, Sem, Value, ValueDef};
use rustc_hash::FxHashSet;

/// Function and instruction of what the order of threads is asked for differently.
pub(super) struct Points {
    /// Loads whose result `atomicCAS` compares with, as a first guess.
    pub(super) guesses: FxHashSet<(u32, u32)>,
    /// Instructions that change what is there in more steps than one, and in one.
    pub(super) changes: Changes,
    /// Strong loads behind loops that wait for flags.
    pub(super) follow_flags: FxHashSet<(u32, u32)>,
    /// Strong stores that take a lock behind a load that found it free.
    pub(super) takes: FxHashSet<(u32, u32)>,
}

/// What an access does beyond reading or writing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Role {
    /// A volatile store of what was made of a volatile load of the same place.
    pub(super) is_change: bool,
    /// A strong load behind a loop that waits for a flag.
    pub(super) follows_flag: bool,
    /// A strong store that takes a lock, which was found free in a step before.
    pub(super) is_take: bool,
}

impl Points {
    /// Of the access at a point.
    pub(super) fn role(&self, point: (u32, u32), is_strong: bool) -> Role {
        let is_in = |points: &FxHashSet<(u32, u32)>| is_strong && points.contains(&point);
        let is_change = self.changes.in_steps.contains(&point);
        Role { is_change, follows_flag: is_in(&self.follow_flags), is_take: is_in(&self.takes) }
    }

    pub(super) fn new(module: &Module) -> Points {
        Points {
            guesses: guesses(module),
            changes: Changes::new(module),
            follow_flags: of_functions(module, reads_behind_flags),
            takes: of_functions(module, takes),
        }
    }
}

/// The loads of a module whose result only `atomicCAS` of the same address is compared with, at first.
fn guesses(module: &Module) -> FxHashSet<(u32, u32)> {
    let mut found = FxHashSet::default();
    for (number, function) in module.functions.iter().enumerate() {
        let insts = || function.layout.iter().flat_map(|block| &function.blocks[block.index()].insts);
        for &inst in insts() {
            let data = &function.insts[inst.index()];
            if data.op != Opcode::Atom || data.attrs.atom != Some(AtomOp::Cas) {
                continue;
            }
            let (Some(&address), Some(&compared)) = (data.args.first(), data.args.get(1)) else { continue };
            for load in sources(function, compared) {
                let from = &function.insts[load.index()];
                if from.op == Opcode::Ld
                    && from.args.first().is_some_and(|&from| is_same(function, from, address, 16))
                    && from.offset == data.offset
                {
                    found.insert((number as u32, load.0));
                }
            }
        }
    }
    found
}

/// The strong loads of a function behind which a flag was waited for.
pub(super) fn reads_behind_flags(function: &Function) -> Vec<Inst> {
    let is_strong = |data: &InstData| data.op == Opcode::Ld && !matches!(data.attrs.sem, None | Some(Sem::Weak));
    let has_any = function.insts.iter().any(is_strong);
    if has_any { Messages::new(function).reads_behind_waits() } else { Vec::new() }
}

/// The strong stores of a function that take a lock that was found free in a step before.
pub(super) fn takes(function: &Function) -> Vec<Inst> {
    let is_strong = |data: &InstData| data.op == Opcode::St && !matches!(data.attrs.sem, None | Some(Sem::Weak));
    let has_any = function.insts.iter().any(is_strong);
    let locks = if has_any { Messages::new(function).locks_in_two_steps() } else { Vec::new() };
    locks.into_iter().map(|(_, take)| take).filter(|take| is_strong(&function.insts[take.index()])).collect()
}

fn of_functions(module: &Module, points: fn(&Function) -> Vec<Inst>) -> FxHashSet<(u32, u32)> {
    let of = |(number, function)| points(function).into_iter().map(move |inst| (number, inst.0));
    (0u32..).zip(&module.functions).flat_map(of).collect()
}

/// Instructions that store what they make of what was there.
pub(super) struct Changes {
    /// Volatile stores: reading, changing and writing are three steps.
    pub(super) in_steps: FxHashSet<(u32, u32)>,
    /// Atomic operations, if there are such stores.
    in_one: FxHashSet<(u32, u32)>,
}

impl Changes {
    fn new(module: &Module) -> Changes {
        let numbered = || (0u32..).zip(&module.functions);
        let in_steps: FxHashSet<(u32, u32)> =
            numbered().flat_map(|(number, function)| changes_in_steps(function).into_iter().map(move |inst| (number, inst.0))).collect();
        let changes = |data: &InstData| !matches!(data.attrs.atom, None | Some(AtomOp::Cas | AtomOp::Exch));
        let of = |(number, function): (u32, &Function)| -> Vec<(u32, u32)> {
            function.iter_insts().filter(|(_, _, data)| changes(data)).map(|(_, inst, _)| (number, inst.0)).collect()
        };
        let in_one = if in_steps.is_empty() { FxHashSet::default() } else { numbered().flat_map(of).collect() };
        Changes { in_steps, in_one }
    }

    pub(super) fn has(&self, point: (u32, u32)) -> bool {
        self.in_steps.contains(&point) || self.in_one.contains(&point)
    }
}

/// The volatile stores of what is computed of a volatile load of the same place, but for places that are waited for in a loop: there it is
/// somebody's turn.
pub(super) fn changes_in_steps(function: &Function) -> Vec<Inst> {
    let is_volatile = |data: &InstData, op: Opcode| data.op == op && data.attrs.sem == Some(Sem::Volatile) && data.attrs.vector <= 1;
    let stores: Vec<(Block, Inst, &InstData)> = function.iter_insts().filter(|(_, _, data)| is_volatile(data, Opcode::St)).collect();
    if stores.is_empty() {
        return Vec::new();
    }
    let cfg = Cfg::new(function);
    let (loops, spinning) = (Loops::new(&cfg, &Dominators::new(function, &cfg)), Spinning::new(function, &cfg));
    let is_at = |load: &InstData, store: &InstData| {
        let places = load.args.first().zip(store.args.first());
        load.offset == store.offset && places.is_some_and(|(&a, &b)| is_same(function, a, b, 16))
    };
    let changes = |(_, _, store): &(Block, Inst, &InstData)| {
        let (mut seen, mut open) = (FxHashSet::default(), vec![(store.args[1], 0)]);
        while let Some((value, steps)) = open.pop() {
            if !seen.insert(value) || seen.len() > 64 {
                continue;
            }
            let ValueDef::Result(inst, _) = function.def(value) else { continue };
            let data = &function.insts[inst.index()];
            if steps > 0 && is_volatile(data, Opcode::Ld) && is_at(data, store) {
                return true;
            }
            if matches!(data.op.row().effects, Effects::Pure | Effects::PureNotSpeculatable) {
                open.extend(data.args.iter().map(|&arg| (arg, steps + u32::from(data.op != Opcode::Mov))));
            }
        }
        false
    };
    let reads = function.iter_insts().filter(|(_, _, data)| matches!(data.op, Opcode::Ld | Opcode::Atom));
    let in_spinning = |block: Block| loops.innermost(block).filter(|&id| spinning.may_spin(loops.get(id).header));
    let waits: Vec<(LoopId, &InstData)> = reads.filter_map(|(block, _, data)| Some((in_spinning(block)?, data))).collect();
    let is_waited_for =
        |(at, _, store): &(Block, Inst, &InstData)| waits.iter().any(|&(id, read)| !loops.contains(id, *at) && is_at(read, store));
    stores.into_iter().filter(changes).filter(|store| !is_waited_for(store)).map(|(_, inst, _)| inst).collect()
}

/// Whether two values are computed in the same way from the same.
fn is_same(function: &Function, a: Value, b: Value, depth: u32) -> bool {
    if a == b {
        return true;
    }
    match (function.def(a), function.def(b)) {
        (ValueDef::Const(a), ValueDef::Const(b)) => a == b,
        (ValueDef::Result(a, of_a), ValueDef::Result(b, of_b)) if of_a == of_b && depth > 0 => {
            let (a, b) = (&function.insts[a.index()], &function.insts[b.index()]);
            let kind = |data: &InstData| (data.op, data.ty, data.src_ty, data.attrs, data.offset);
            a.op.row().effects == Effects::Pure
                && kind(a) == kind(b)
                && a.payload == b.payload
                && a.args.len() == b.args.len()
                && a.args.iter().zip(&b.args).all(|(&a, &b)| is_same(function, a, b, depth - 1))
        }
        _ => false,
    }
}

/// The instructions whose results a value may be, through the parameters of blocks.
fn sources(function: &Function, value: Value) -> Vec<Inst> {
    let (mut found, mut seen, mut open) = (Vec::new(), FxHashSet::default(), vec![value]);
    while let Some(value) = open.pop() {
        if !seen.insert(value) || seen.len() > 64 {
            continue;
        }
        match function.def(value) {
            ValueDef::Result(inst, _) => {
                let data = &function.insts[inst.index()];
                match data.op {
                    Opcode::Mov => open.extend(data.args.first()),
                    _ => found.push(inst),
                }
            }
            ValueDef::Param(block, index) => {
                let targets = function
                    .layout
                    .iter()
                    .filter_map(|&b| function.terminator(b))
                    .flat_map(|last| function.insts[last.index()].targets().iter().filter(|target| target.block == block));
                open.extend(targets.filter_map(|target| target.args.get(index as usize)));
            }
            ValueDef::Const(_) => {}
        }
    }
    found
}

/// What orders, in the code of a kernel and of what it may call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fences {
    /// A fence, or what follows.
    pub(super) has_any: bool,
    /// A load, store or update that orders by itself.
    pub(super) orders_threads: bool,
    /// Some of them are for the threads of a block.
    pub(super) has_narrow: bool,
}

/// A kernel, and all that it may call.
pub(super) fn functions(module: &Module, kernel: u32) -> &[Function] {
    let calls = |function: &Function| function.insts.iter().any(|data| data.op == Opcode::Call);
    match module.functions.get(kernel as usize) {
        Some(function) if !calls(function) => std::slice::from_ref(function),
        _ => &module.functions[..],
    }
}

pub(super) fn fences(module: &Module, kernel: u32) -> Fences {
    let insts = || functions(module, kernel).iter().flat_map(|function| &function.insts);
    let orders_threads =
        insts().any(|data| data.op != Opcode::Fence && matches!(data.attrs.sem, Some(Sem::Acquire | Sem::Release | Sem::AcqRel | Sem::Sc)));
    // Barriers of clusters order as fences do.
    let arrive = module.find_function("__kern_cluster_arrive");
    let orders = |data: &InstData| data.op == Opcode::Fence || matches!(data.payload, Payload::Call(callee) if Some(callee) == arrive);
    let is_narrow = |data: &InstData| (orders(data) || data.attrs.sem.is_some()) && data.attrs.scope == Some(Scope::Cta);
    Fences { has_any: orders_threads || insts().any(orders), orders_threads, has_narrow: insts().any(is_narrow) }
}
