//! The two arms of a branch share what they have in common.
//!
//! Before: any well-formed function. After: what both arms begin with is done before the branch, and a store to the same
//! place with which both end is done behind it, as are two loads that end the arms and give the joined value (the address
//! is then what differs). A store in front of a branch and one to the same place in its only arm become one. So does LLVM
//! under nvcc (`SimplifyCFG`: HoistCommonCode, SinkCommonCode, SpeculateStore), and lanes that took different sides make
//! one request (two loads only from one array, or a check could no longer tell which array was meant). Nothing is executed more often than before: volatile accesses, atomics, and operations of the warp stay.

use crate::pass::PassContext;
use crate::pass::alias::is_plain;
use crate::pass::graph::{Graph, terminator};
use crate::pass::gvn::writes;
use crate::pass::rewrite::{Substitution, count_uses, jump_only, make_inst, retain_params};
use kern_ir::analysis::{Placement, Provenance};
use kern_ir::{Block, Cfg, Effects, Function, Inst, InstData, Loc, ModuleKind, Opcode, RegType, Value, ValueDef};

/// Pure instructions of an arm that may be executed always, for a store's sake (LLVM's limit is one; ours also has the
/// address arithmetic that LLVM sees as free).
const MAX_SPECULATED: usize = 4;
/// Instructions of a function that is looked over for each pair of stores.
const MAX_LOOKED_OVER: usize = 20_000;
/// Instructions at the start of an arm that are compared with the other arm's.
const MAX_COMPARED: usize = 1000;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    if context.kind == ModuleKind::Host {
        return false;
    }
    let graph = context.analyses.graph(func);
    let lines = Lines { locs: context.locs, are_joined: context.options.is_counted };
    let mut changed = false;
    let mut subst = Substitution::new(func);
    let mut placement = Placement::new(func);
    // Inner branches come later in the order: what they gave up may go on outwards.
    for &block in graph.order.iter().rev() {
        changed |= hoist(func, &graph, &mut subst, &mut placement, lines, block);
    }
    subst.apply(func);
    let uses = count_uses(func);
    let mut sinking = SinkLoads { graph: &graph, uses: &uses, lines, roots: Roots::default() };
    for &block in &graph.order {
        changed |= sink_store(func, &graph, &mut placement, lines, block);
        changed |= sinking.run(func, &mut placement, block);
        changed |= join_stores(func, &graph, &mut placement, block);
    }
    changed
}

/// What addresses were computed from, found when first asked for: what this pass moves keeps its root.
#[derive(Default)]
struct Roots(Option<Provenance>);

impl Roots {
    fn are_equal(&mut self, func: &Function, a: Value, b: Value) -> bool {
        let is_known = self.0.as_ref().is_some_and(|known| known.covers(a) && known.covers(b));
        if !is_known {
            self.0 = Some(Provenance::new(func, &Cfg::new(func)));
        }
        self.0.as_ref().is_some_and(|known| known.root(a) == known.root(b))
    }
}

/// Which accesses become one: those of one line, of one file, where they were written and where they were inlined. A report could
/// not tell otherwise which of two lines a thread came by.
#[derive(Clone, Copy)]
struct Lines<'a> {
    locs: &'a [Loc],
    /// Those of different lines, too.
    are_joined: bool,
}

impl Lines<'_> {
    fn allow(self, pair: [&InstData; 2]) -> bool {
        let [mut a, mut b] = pair.map(|data| data.loc);
        while a != b && !self.are_joined {
            let [Some(x), Some(y)] = [a, b].map(|loc| self.locs.get(loc.index())) else { return false };
            if (x.file, x.line) != (y.file, y.line) {
                return false;
            }
            (a, b) = (x.inlined_at, y.inlined_at);
        }
        true
    }
}

/// An instruction that may be executed before the branch if both arms execute it.
fn may_hoist(data: &InstData, is_after_write: bool) -> bool {
    let row = data.op.row();
    match data.effects() {
        Effects::Pure | Effects::PureNotSpeculatable => !row.is_warp_level && !data.attrs.is_in_place,
        Effects::Load => is_plain(data) && !is_after_write,
        _ => false,
    }
}

fn same(a: &InstData, b: &InstData) -> bool {
    (a.op, a.ty, a.src_ty, a.attrs, a.offset, &a.payload, &a.args) == (b.op, b.ty, b.src_ty, b.attrs, b.offset, &b.payload, &b.args)
}

fn hoist(func: &mut Function, graph: &Graph, subst: &mut Substitution, placement: &mut Placement, lines: Lines<'_>, block: Block) -> bool {
    let [a, b] = func.insts[terminator(func, block).index()].targets() else { return false };
    let (a, b) = (a.block, b.block);
    if a == b || graph.preds(a).len() != 1 || graph.preds(b).len() != 1 {
        return false;
    }
    let mut changed = false;
    // What was passed in the first arm.
    let (mut wrote, mut stays) = (false, false);
    let mut at = 0;
    while at < func.blocks[a.index()].insts.len().min(MAX_COMPARED) {
        let inst = func.blocks[a.index()].insts[at];
        subst.apply_to(&mut func.insts[inst.index()]);
        let data = func.insts[inst.index()].clone();
        let defined_here = |v: &Value| placement.block_of_def(func, *v).is_some_and(|own| own == a || own == b);
        let is_movable = may_hoist(&data, wrote || stays) && !data.args.iter().any(defined_here);
        let twin = if is_movable { find_twin(func, subst, lines, b, &data) } else { None };
        let Some(twin) = twin else {
            wrote |= writes(&data);
            stays |= data.effects() == Effects::Load;
            at += 1;
            continue;
        };
        func.blocks[a.index()].insts.remove(at);
        func.blocks[b.index()].insts.retain(|&i| i != twin);
        let results = func.insts[twin.index()].results.clone();
        for (old, new) in results.into_iter().zip(data.results) {
            subst.set(old, new);
        }
        let insts = &mut func.blocks[block.index()].insts;
        insts.insert(insts.len() - 1, inst);
        placement.place(inst, block);
        changed = true;
    }
    changed
}

/// The same instruction in `block`, where it may be moved to the front.
fn find_twin(func: &mut Function, subst: &mut Substitution, lines: Lines<'_>, block: Block, data: &InstData) -> Option<Inst> {
    let (mut wrote, mut stays) = (false, false);
    for n in 0..func.blocks[block.index()].insts.len().min(MAX_COMPARED) {
        let inst = func.blocks[block.index()].insts[n];
        let other = &func.insts[inst.index()];
        if other.op == data.op && may_hoist(other, wrote || stays) {
            subst.apply_to(&mut func.insts[inst.index()]);
            let twin = &func.insts[inst.index()];
            if same(twin, data) && (data.effects() != Effects::Load || lines.allow([data, twin])) {
                return Some(inst);
            }
        }
        wrote |= writes(&func.insts[inst.index()]);
        stays |= func.insts[inst.index()].effects() == Effects::Load;
    }
    None
}

/// The two IR blocks that only go on to `join`.
fn two_ways(func: &Function, graph: &Graph, join: Block) -> Option<[Block; 2]> {
    let &[a, b] = graph.preds(join) else { return None };
    let goes_on = |p: Block| {
        let end = &func.insts[terminator(func, p).index()];
        end.op == Opcode::Bra && end.targets().len() == 1
    };
    (a != b && goes_on(a) && goes_on(b) && !graph.dominates(join, a) && !graph.dominates(join, b)).then_some([a, b])
}

/// The instruction before the end of an IR block.
fn last(func: &Function, block: Block) -> Option<Inst> {
    func.blocks[block.index()].insts.iter().rev().nth(1).copied()
}

fn sink_store(func: &mut Function, graph: &Graph, placement: &mut Placement, lines: Lines<'_>, join: Block) -> bool {
    let Some([a, b]) = two_ways(func, graph, join) else { return false };
    let mut changed = false;
    while let (Some(x), Some(y)) = (last(func, a), last(func, b)) {
        let (s, t) = (&func.insts[x.index()], &func.insts[y.index()]);
        let is_pair = s.op == Opcode::St
            && is_plain(s)
            && lines.allow([s, t])
            && (t.op, t.ty, t.attrs, t.offset, t.args.first()) == (s.op, s.ty, s.attrs, s.offset, s.args.first())
            && func.ty(s.args[1]) == func.ty(t.args[1]);
        // The address must not be one that only the arms compute.
        let is_outside = |v: Value| placement.block_of_def(func, v).is_none_or(|own| own != a && own != b);
        if !is_pair
            || keeps_zero(func, graph, placement, (join, [a, b]), [x, y])
            || !is_outside(s.args[0])
            || !reaches(func, graph, placement, s.args[0], join)
        {
            break;
        }
        let values = [s.args[1], t.args[1]];
        let stored = joined(func, join, [a, b], values);
        func.insts[x.index()].args[1] = stored;
        for (p, inst) in [(a, x), (b, y)] {
            func.blocks[p.index()].insts.retain(|&i| i != inst);
        }
        func.blocks[join.index()].insts.insert(0, x);
        placement.place(x, join);
        changed = true;
    }
    changed
}

/// Whether a pair of stores stays in the arms: as nvcc 13 has it for sm_90 (measured with 90 kernels), where the second arm of the source
/// alone stores zero, unless the arms do nothing else, the address is known before them or the round of a loop ends behind them.
fn keeps_zero(func: &Function, graph: &Graph, placement: &Placement, (join, arms): (Block, [Block; 2]), stores: [Inst; 2]) -> bool {
    let is_zero = |store: Inst| func.constant(func.insts[store.index()].args[1]) == Some(0);
    let [is_first, is_second] = stores.map(is_zero);
    let does_more = |arm: &Block| func.blocks[arm.index()].insts.len() > 2;
    is_first != is_second
        && is_second == (arms[1] > arms[0])
        && arms.iter().any(does_more)
        && !is_known_before(func, graph, placement, arms[0], stores[0])
        && !ends_round(func, graph, join)
}

/// Whether nvcc knows the address of a store before the branch to its arm: it is a constant, an access before has it, or it left a loop
/// every round of which comes to the branch.
fn is_known_before(func: &Function, graph: &Graph, placement: &Placement, arm: Block, store: Inst) -> bool {
    let (address, offset) = (func.insts[store.index()].args[0], func.insts[store.index()].offset);
    let is_variable = matches!(func.def(address), ValueDef::Result(inst, _) if func.insts[inst.index()].op == Opcode::Address);
    let [head] = graph.preds(arm) else { return false };
    let has_it = |inst: &Inst| {
        let data = &func.insts[inst.index()];
        matches!(data.op, Opcode::Ld | Opcode::St) && data.args[0] == address && data.offset == offset
    };
    let is_accessed = || {
        func.insts.len() <= MAX_LOOKED_OVER
            && graph.order.iter().any(|&b| graph.dominates(b, *head) && func.blocks[b.index()].insts.iter().any(has_it))
    };
    let left_loop = || {
        let id = graph.loops().innermost(*head)?;
        let data = graph.loops().get(id);
        let own = placement.block_of_def(func, address)?;
        Some(!data.blocks.contains(&own) && data.latches.iter().all(|&latch| graph.dominates(*head, latch)))
    };
    is_variable || func.constant(address).is_some() || left_loop() == Some(true) || is_accessed()
}

/// Whether nothing but counting is left of the round of a loop from `join` on.
fn ends_round(func: &Function, graph: &Graph, join: Block) -> bool {
    let Some(id) = graph.loops().innermost(join) else { return false };
    let mut at = join;
    // Of the round's end, two blocks at most: the step, and the one way back.
    for _ in 0..3 {
        let (Some(end), insts) = (func.terminator(at), &func.blocks[at.index()].insts) else { return false };
        let counts = |inst: &Inst| matches!(func.insts[inst.index()].effects(), Effects::Pure | Effects::PureNotSpeculatable);
        let [only] = func.insts[end.index()].targets() else { return false };
        if !insts[..insts.len() - 1].iter().all(counts) {
            return false;
        }
        if only.block == graph.loops().get(id).header {
            return true;
        }
        at = only.block;
    }
    false
}

/// Whether the definition of `value` dominates `block`.
fn reaches(func: &Function, graph: &Graph, placement: &Placement, value: Value, block: Block) -> bool {
    func.constant(value).is_some() || placement.block_of_def(func, value).is_some_and(|own| graph.dominates(own, block))
}

/// The value that is `values[0]` after the first way and `values[1]` after the second.
fn joined(func: &mut Function, join: Block, ways: [Block; 2], values: [Value; 2]) -> Value {
    if values[0] == values[1] {
        return values[0];
    }
    let param = func.add_block_param(join, func.ty(values[0]));
    for (way, value) in ways.into_iter().zip(values) {
        let end = terminator(func, way);
        func.insts[end.index()].targets_mut()[0].args.push(value);
    }
    param
}

/// What sinking loads asks of the function.
struct SinkLoads<'a> {
    graph: &'a Graph,
    uses: &'a [u32],
    lines: Lines<'a>,
    roots: Roots,
}

impl SinkLoads<'_> {
    /// The parameters of `join` that two ways end with loading are loaded there; answers whether there were any.
    fn run(&mut self, func: &mut Function, placement: &mut Placement, join: Block) -> bool {
        let Some(ways) = two_ways(func, self.graph, join) else { return false };
        let count = func.blocks[join.index()].params.len();
        // A parameter that becomes what a load gives goes; those behind it move up.
        let mut next = 0;
        for _ in 0..count {
            let is_sunk = self.sink(func, placement, (join, next, ways));
            next += usize::from(!is_sunk);
        }
        next < count
    }

    fn sink(&mut self, func: &mut Function, placement: &mut Placement, (join, n, ways): (Block, usize, [Block; 2])) -> bool {
        let args = ways.map(|w| func.insts[terminator(func, w).index()].targets()[0].args[n]);
        let loads = [0, 1].map(|i| final_load(func, self.uses, ways[i], args[i]));
        let [Some(x), Some(y)] = loads else { return false };
        let (s, t) = (&func.insts[x.index()], &func.insts[y.index()]);
        if !self.lines.allow([s, t]) || (s.ty, s.attrs, s.offset) != (t.ty, t.attrs, t.offset) || func.ty(s.args[0]) != func.ty(t.args[0]) {
            return false;
        }
        let addresses = [s.args[0], t.args[0]];
        // An access is checked against what its pointer came from: two origins would be none.
        if !self.roots.are_equal(func, addresses[0], addresses[1]) {
            return false;
        }
        let param = func.blocks[join.index()].params[n];
        let address = joined(func, join, ways, addresses);
        let mut data = func.insts[x.index()].clone();
        data.args[0] = address;
        let load = func.add_inst(data, &[]);
        func.blocks[join.index()].insts.insert(0, load);
        placement.place(load, join);
        for (way, inst) in ways.into_iter().zip([x, y]) {
            func.blocks[way.index()].insts.retain(|&i| i != inst);
        }
        let keep: Vec<bool> = (0..func.blocks[join.index()].params.len()).map(|i| i != n).collect();
        retain_params(func, join, self.graph.preds(join), &keep);
        func.insts[load.index()].results = vec![param];
        func.values[param.index()].def = ValueDef::Result(load, 0);
        true
    }
}

/// The load that gives `value`, used nowhere else, with nothing behind it in `block` that writes.
fn final_load(func: &Function, uses: &[u32], block: Block, value: Value) -> Option<Inst> {
    let ValueDef::Result(inst, 0) = func.def(value) else { return None };
    let data = &func.insts[inst.index()];
    if data.op != Opcode::Ld || !is_plain(data) || uses.get(value.index()) != Some(&1) {
        return None;
    }
    let insts = &func.blocks[block.index()].insts;
    let at = insts.iter().position(|&i| i == inst)?;
    (!insts[at + 1..].iter().any(|i| writes(&func.insts[i.index()]))).then_some(inst)
}

/// `*p = x; if (c) *p = y;` becomes `*p = c ? y : x;`.
fn join_stores(func: &mut Function, graph: &Graph, placement: &mut Placement, block: Block) -> bool {
    let end = terminator(func, block);
    let data = &func.insts[end.index()];
    let [then, otherwise] = data.targets() else { return false };
    if data.op != Opcode::Bra {
        return false;
    }
    let (condition, loc) = (data.args[0], data.loc);
    let is_arm = |arm: Block, join: Block| {
        graph.preds(arm).len() == 1
            && func.blocks[arm.index()].params.is_empty()
            && matches!(func.insts[terminator(func, arm).index()].targets(), [only] if only.block == join && only.args.is_empty())
    };
    let (arm, join, side) = if is_arm(then.block, otherwise.block) && otherwise.args.is_empty() {
        (then.block, otherwise.block, 1)
    } else if is_arm(otherwise.block, then.block) && then.args.is_empty() {
        (otherwise.block, then.block, 0)
    } else {
        return false;
    };
    let Some(second) = last(func, arm) else { return false };
    let touches = |i: &&Inst| !matches!(func.insts[i.index()].effects(), Effects::Pure | Effects::PureNotSpeculatable | Effects::Control);
    let Some(&first) = func.blocks[block.index()].insts.iter().rev().find(touches) else { return false };
    let (s, t) = (&func.insts[first.index()], &func.insts[second.index()]);
    let is_pair = s.op == Opcode::St
        && is_plain(s)
        && (t.op, t.ty, t.attrs, t.offset, t.args.first()) == (s.op, s.ty, s.attrs, s.offset, s.args.first());
    let insts = &func.blocks[arm.index()].insts;
    let rest = &insts[..insts.len() - 2];
    let is_free = |i: &Inst| {
        let row = func.insts[i.index()].op.row();
        row.effects == Effects::Pure && !row.is_warp_level
    };
    if !is_pair {
        return false;
    }
    // Nothing selects between halves.
    let Some(ty) = func.ty(s.args[1]).in_memory().filter(|_| func.ty(s.args[1]) != RegType::B16) else { return false };
    if rest.len() > MAX_SPECULATED || !rest.iter().all(is_free) || func.ty(s.args[1]) != func.ty(t.args[1]) || arm == join {
        return false;
    }
    let (old, new) = (s.args[1], t.args[1]);
    let picked = if side == 1 { [new, old] } else { [old, new] };
    let mut moved = rest.to_vec();
    let (select, value) = make_inst(func, Opcode::Selp, ty, ty, &[picked[0], picked[1], condition], func.ty(old), loc);
    moved.push(select);
    func.insts[second.index()].args[1] = value;
    // All threads come by the first one.
    func.insts[second.index()].loc = func.insts[first.index()].loc;
    moved.push(second);
    let arm_end = terminator(func, arm);
    func.blocks[arm.index()].insts = vec![arm_end];
    moved.iter().for_each(|&inst| placement.place(inst, block));
    let insts = &mut func.blocks[block.index()].insts;
    insts.retain(|&i| i != first);
    let at = insts.len() - 1;
    insts.splice(at..at, moved);
    jump_only(func, block, side);
    true
}
