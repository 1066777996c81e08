//! Partial redundancy: what one way to a join has computed is computed on the other way, not after the join.
//!
//! Before: any well-formed function. After: a plain float sum or product at a join that is known at the end of all
//! predecessors but one is computed at the end of that one, and the join has a parameter for it (LLVM's GVN does so for
//! all pure operations). Predecessors that lie behind, around a loop, are left alone. Device code only.

use crate::pass::PassContext;
use crate::pass::graph::{Graph, terminator};
use crate::pass::rewrite::{Substitution, add_jump_block};
use kern_ir::{Attrs, Block, BlockCall, Function, Inst, InstData, ModuleKind, Opcode, RegType, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Rounds over the function.
const MAX_ROUNDS: usize = 8;

/// Runs the pass, where a way from a block of `doubled` stands for two; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>, doubled: &[Block]) -> bool {
    // What one way was given may be what another sum or product needs.
    context.kind == ModuleKind::Device && (0..MAX_ROUNDS).take_while(|_| once(func, context, doubled)).count() > 0
}

fn once(func: &mut Function, context: &PassContext<'_>, doubled: &[Block]) -> bool {
    let graph = context.analyses.graph(func);
    let mut known: FxHashMap<Key, Vec<(Block, Value)>> = FxHashMap::default();
    for &block in &graph.order {
        for &inst in &func.blocks[block.index()].insts {
            if let Some(key) = Key::of(&func.insts[inst.index()], |v| v) {
                known.entry(key).or_default().push((block, func.insts[inst.index()].results[0]));
            }
        }
    }
    let mut subst = Substitution::new(func);
    let mut changed = false;
    let mut made = FxHashSet::default();
    for &join in &graph.order {
        let preds: Vec<Block> = graph.preds(join).to_vec();
        let is_ahead = |p: &Block| graph.position(*p) < graph.position(join);
        let mut distinct = preds.clone();
        distinct.dedup();
        if preds.len() < 2 || distinct.len() != preds.len() || !preds.iter().all(is_ahead) {
            continue;
        }
        let mut ways = Ways { join, sources: preds.clone(), preds, doubled, made: &mut made };
        for inst in func.blocks[join.index()].insts.clone() {
            subst.apply_to(&mut func.insts[inst.index()]);
            changed |= merge(func, &graph, &mut known, &mut subst, &mut ways, inst);
        }
    }
    subst.apply(func) | changed
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    op: Opcode,
    ty: Type,
    ftz: bool,
    args: Vec<Value>,
}

impl Key {
    /// What a plain float operation computes, with `translate` for its operands.
    fn of(data: &InstData, translate: impl Fn(Value) -> Value) -> Option<Key> {
        let is_plain = data.ty.is_float()
            && matches!(data.op, Opcode::Add | Opcode::Sub | Opcode::Mul)
            && data.attrs == Attrs { ftz: data.attrs.ftz, ..Attrs::default() };
        let mut args: Vec<Value> = data.args.iter().map(|&a| translate(a)).collect();
        if data.op != Opcode::Sub {
            args.sort_unstable();
        }
        is_plain.then_some(Key { op: data.op, ty: data.ty, ftz: data.attrs.ftz, args })
    }
}

/// The ways to a join.
struct Ways<'a> {
    join: Block,
    /// Predecessors that stand for two.
    doubled: &'a [Block],
    preds: Vec<Block>,
    /// The last block of each: the predecessor, or one made on its edge.
    sources: Vec<Block>,
    /// All blocks that were made, for this join and others.
    made: &'a mut FxHashSet<Block>,
}

/// Replaces `inst` of the join by a parameter, if all ways but one know it.
fn merge(
    func: &mut Function,
    graph: &Graph,
    known: &mut FxHashMap<Key, Vec<(Block, Value)>>,
    subst: &mut Substitution,
    ways: &mut Ways<'_>,
    inst: Inst,
) -> bool {
    let join = ways.join;
    let mut found = Vec::with_capacity(ways.preds.len());
    let mut is_missing = false;
    for (&pred, &source) in ways.preds.iter().zip(&ways.sources) {
        let Some(key) = Key::of(&func.insts[inst.index()], |v| translated(func, join, source, v)) else { return false };
        let is_before = |b: Block| b == source || !ways.made.contains(&b) && graph.dominates(b, pred);
        let value = known.get(&key).and_then(|all| all.iter().find(|(b, _)| is_before(*b)).map(|&(_, v)| v));
        if value.is_none() && (std::mem::replace(&mut is_missing, true) || ways.doubled.contains(&pred)) {
            return false;
        }
        found.push(value);
    }
    // Operands that the join itself computes have no counterpart before it.
    let is_made_here = |v: &Value| func.blocks[join.index()].insts.iter().any(|i| func.insts[i.index()].results.contains(v));
    if found.iter().all(Option::is_none) || func.insts[inst.index()].args.iter().any(is_made_here) {
        return false;
    }
    let values: Vec<Value> =
        found.into_iter().enumerate().map(|(n, value)| value.unwrap_or_else(|| insert(func, known, ways, n, inst))).collect();
    let param = prepend_param(func, join, func.insts[inst.index()].ty.reg());
    for (&source, value) in ways.sources.iter().zip(values) {
        let end = terminator(func, source);
        for target in func.insts[end.index()].targets_mut().iter_mut().filter(|t| t.block == join) {
            target.args.insert(0, value);
        }
    }
    let result = func.insts[inst.index()].results[0];
    func.blocks[join.index()].insts.retain(|&i| i != inst);
    subst.set(result, param);
    true
}

/// A new first parameter of `block`: LLVM puts a phi before those that are there.
fn prepend_param(func: &mut Function, block: Block, ty: RegType) -> Value {
    let param = func.add_block_param(block, ty);
    func.blocks[block.index()].params.rotate_right(1);
    func.renumber_params(block);
    param
}

/// The value that `value` has on the way from `source`, if `join` has it as a parameter.
fn translated(func: &Function, join: Block, source: Block, value: Value) -> Value {
    let Some(at) = func.blocks[join.index()].params.iter().position(|&p| p == value) else { return value };
    func.targets(source).iter().find(|t| t.block == join).and_then(|t| t.args.get(at).copied()).unwrap_or(value)
}

/// Computes `inst` on way `n` to the join.
fn insert(func: &mut Function, known: &mut FxHashMap<Key, Vec<(Block, Value)>>, ways: &mut Ways<'_>, n: usize, inst: Inst) -> Value {
    let (join, source) = (ways.join, ways.sources[n]);
    let mut data = func.insts[inst.index()].clone();
    data.args = data.args.iter().map(|&a| translated(func, join, source, a)).collect();
    data.results = Vec::new();
    let (key, reg, loc) = (Key::of(&data, |v| v), data.ty.reg(), data.loc);
    let made = func.add_inst(data, &[reg]);
    let value = func.insts[made.index()].results[0];
    let end = terminator(func, source);
    let targets = func.insts[end.index()].targets();
    if targets.len() > 1 {
        let Some(at) = targets.iter().position(|t| t.block == join) else { return value };
        let args = targets[at].args.clone();
        ways.sources[n] = add_jump_block(func, source, BlockCall { block: join, args }, loc);
        ways.made.insert(ways.sources[n]);
        func.insts[end.index()].targets_mut()[at] = BlockCall { block: ways.sources[n], args: Vec::new() };
    }
    let insts = &mut func.blocks[ways.sources[n].index()].insts;
    let end = insts.len() - 1;
    insts.insert(end, made);
    if let Some(key) = key {
        known.entry(key).or_default().push((ways.sources[n], value));
    }
    value
}
