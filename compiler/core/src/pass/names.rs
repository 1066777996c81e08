//! Names of values through passes: which variable of the source takes which value where ([`kern_ir::Names`]), for traced programs.
//!
//! Before: `mem2reg` has noted a binding for each store to a variable that it made values. After each pass: a binding stands before
//! an instruction that is still there, where the source had the store, with the value that was stored; or it says that the
//! variable is not live from there on. Nothing is guessed: what a pass did that is not understood here costs the name.
//!
//! What is understood: instructions that went or moved (the binding stays where it was), values that others stand for
//! ([`super::rewrite::Substitution`]), IR blocks that became part of the one before them, copies of IR blocks, arms of a branch that
//! are executed by both sides now (their variables are not live until where the arms meet). The idea is LLVM's debug records.

use crate::pass::PassContext;
use crate::pass::graph::Graph;
use kern_ir::{Binding, Block, Function, Inst, InstData, Names, Opcode, Value, ValueDef};
use rustc_hash::{FxHashMap, FxHashSet};

/// Runs a pass over a function, and brings its names up to date.
pub(crate) fn tracked(run: impl FnOnce(&mut Function, &PassContext<'_>) -> bool, func: &mut Function, context: &PassContext<'_>) -> bool {
    if func.names.is_none() {
        return run(func, context);
    }
    let before = Before::of(func);
    let changed = run(func, context);
    before.repair(func);
    changed
}

/// A function before a pass.
struct Before {
    /// Where each instruction was: IR block, place in it.
    place: FxHashMap<Inst, (Block, usize)>,
    insts: FxHashMap<Block, Vec<Inst>>,
    /// The only way into an IR block, from one that leads nowhere else.
    joined_to: FxHashMap<Block, Block>,
    /// Where an IR block led.
    next: FxHashMap<Block, Block>,
    /// What defined the values of bindings.
    defined: FxHashMap<Inst, InstData>,
}

/// Whether a constant that was subtracted is added negated now.
fn adds_negation(func: &Function, old: &InstData, new: &InstData) -> bool {
    let constant = |args: &[Value]| match args.get(1).map(|&value| func.def(value)) {
        Some(ValueDef::Const(bits)) => Some(bits),
        _ => None,
    };
    let (Some(was), Some(is)) = (constant(&old.args), constant(&new.args)) else { return false };
    let width = 8 * old.ty.size();
    let mask = if width < 64 { (1 << width) - 1 } else { u64::MAX };
    let negated = if old.ty.is_float() { was ^ 1 << (width - 1) } else { was.wrapping_neg() };
    (old.op, new.op) == (Opcode::Sub, Opcode::Add)
        && (old.ty, &old.attrs, old.args.first()) == (new.ty, &new.attrs, new.args.first())
        && negated & mask == is & mask
}

/// Where the instructions of a function are.
fn blocks_of(func: &Function) -> FxHashMap<Inst, Block> {
    func.iter_insts().map(|(block, inst, _)| (inst, block)).collect()
}

impl Before {
    fn of(func: &Function) -> Before {
        let mut before = Before {
            place: FxHashMap::default(),
            insts: FxHashMap::default(),
            joined_to: FxHashMap::default(),
            next: FxHashMap::default(),
            defined: FxHashMap::default(),
        };
        let mut ways_in: FxHashMap<Block, u32> = FxHashMap::default();
        for block in func.iter_blocks() {
            let insts = func.blocks[block.index()].insts.clone();
            before.place.extend(insts.iter().enumerate().map(|(place, &inst)| (inst, (block, place))));
            before.insts.insert(block, insts);
            let targets = func.targets(block);
            targets.iter().for_each(|target| *ways_in.entry(target.block).or_default() += 1);
            if let [only] = targets {
                before.joined_to.insert(only.block, block);
            }
            if let Some(first) = targets.first() {
                before.next.insert(block, first.block);
            }
        }
        before.joined_to.retain(|block, _| ways_in.get(block) == Some(&1));
        for binding in func.names.iter().flat_map(|names| &names.bindings) {
            if let Some(ValueDef::Result(inst, _)) = binding.value.map(|value| func.def(value)) {
                before.defined.entry(inst).or_insert_with(|| func.insts[inst.index()].clone());
            }
        }
        before
    }

    fn repair(&self, func: &mut Function) {
        let Some(mut names) = func.names.take() else { return };
        let now = blocks_of(func);
        let (mut early, mut late) = (Vec::new(), Vec::with_capacity(names.bindings.len()));
        for binding in std::mem::take(&mut names.bindings) {
            let value = binding.value.filter(|&value| self.is_same(func, &now, value));
            let binding = Binding { value, ..binding };
            match self.anchor(&now, binding.before) {
                Anchor::Here(before) => late.push(Binding { before, ..binding }),
                Anchor::Mixed(before) => late.push(Binding { before, value: None, ..binding }),
                Anchor::Behind(before) => early.push(Binding { before, value: None, ..binding }),
                Anchor::Gone => {}
            }
        }
        // What is not live where ways meet may take a value there.
        early.extend(late);
        names.bindings = early;
        func.names = Some(names);
    }

    /// Whether a value is still computed, and as it was.
    fn is_same(&self, func: &Function, now: &FxHashMap<Inst, Block>, value: Value) -> bool {
        let is_there = |value: Value| match func.def(value) {
            ValueDef::Const(_) => true,
            ValueDef::Result(inst, _) => now.contains_key(&inst),
            ValueDef::Param(block, index) => {
                func.layout.contains(&block) && func.blocks[block.index()].params.get(index as usize) == Some(&value)
            }
        };
        let ValueDef::Result(inst, _) = func.def(value) else { return is_there(value) };
        let Some(old) = self.defined.get(&inst) else { return is_there(value) };
        let new = &func.insts[inst.index()];
        if is_there(value) && adds_negation(func, old, new) {
            return true;
        }
        // An operand that is gone was replaced by an equal one; operands may have changed places.
        let kept: Vec<Value> = old.args.iter().copied().filter(|&arg| is_there(arg)).collect();
        is_there(value)
            && (new.op, new.ty, new.src_ty, &new.attrs, new.offset) == (old.op, old.ty, old.src_ty, &old.attrs, old.offset)
            && new.args.len() == old.args.len()
            && kept.iter().all(|arg| new.args.contains(arg))
            && new.payload == old.payload
    }

    /// Where a binding before an instruction is now.
    fn anchor(&self, now: &FxHashMap<Inst, Block>, inst: Inst) -> Anchor {
        let Some(&(block, place)) = self.place.get(&inst) else {
            return if now.contains_key(&inst) { Anchor::Here(inst) } else { Anchor::Gone };
        };
        let rest = &self.insts[&block][place..];
        if let Some(&next) = rest.iter().find(|next| now.get(next) == Some(&block)) {
            return Anchor::Here(next);
        }
        // Its IR block may be the end of an earlier one now.
        let mut root = block;
        for _ in 0..self.insts.len() {
            let Some(&before) = self.joined_to.get(&root) else { break };
            root = before;
            if let Some(&next) = rest.iter().find(|next| now.get(next) == Some(&root)) {
                return Anchor::Here(next);
            }
        }
        if let Some(&moved) = rest.iter().find(|next| now.contains_key(next)) {
            return Anchor::Mixed(moved);
        }
        // Nothing is left of the rest: what came after it.
        let mut at = block;
        for _ in 0..self.insts.len() {
            let Some(&next) = self.next.get(&at) else { break };
            at = next;
            let Some(insts) = self.insts.get(&at) else { break };
            if let Some(&first) = insts.iter().find(|inst| now.contains_key(inst)) {
                // A block that only the one before led to went with it, and lanes come there only from it.
                return if self.joined_to.get(&at) == Some(&block) { Anchor::Here(first) } else { Anchor::Behind(first) };
            }
        }
        Anchor::Gone
    }
}

/// What became of the place of a binding.
enum Anchor {
    /// Before this.
    Here(Inst),
    /// Before this, which others execute too.
    Mixed(Inst),
    /// It was before this, where ways meet.
    Behind(Inst),
    /// Nobody comes there.
    Gone,
}

/// The last look: a value must have been computed where its variable takes it.
pub(crate) fn settle(func: &mut Function) {
    let Some(mut names) = func.names.take() else { return };
    let graph = Graph::new(func);
    let mut place = FxHashMap::default();
    for block in func.iter_blocks() {
        place.extend(func.blocks[block.index()].insts.iter().enumerate().map(|(at, &inst)| (inst, (block, at))));
    }
    names.bindings.retain(|binding| place.contains_key(&binding.before));
    for binding in &mut names.bindings {
        let (block, at) = place[&binding.before];
        let is_known = |value: Value| match func.def(value) {
            ValueDef::Const(_) => true,
            ValueDef::Param(other, _) => graph.position(other).is_some() && graph.dominates(other, block),
            ValueDef::Result(inst, _) => match place.get(&inst) {
                Some(&(other, defined)) => {
                    if other == block {
                        defined < at
                    } else {
                        graph.dominates(other, block)
                    }
                }
                None => false,
            },
        };
        binding.value = binding.value.filter(|&value| is_known(value));
    }
    func.names = Some(names);
}

/// The values of bindings are others from now on.
pub(crate) fn substitute(func: &mut Function, mut to: impl FnMut(Value) -> Value) {
    for binding in func.names.iter_mut().flat_map(|names| &mut names.bindings) {
        binding.value = binding.value.map(&mut to);
    }
}

/// An edge leads past an IR block now, straight to `to`: what took values there is not live where lanes meet that did and did not.
pub(crate) fn bypassed(func: &mut Function, past: Block, to: Block) {
    let Some(names) = &mut func.names else { return };
    let (insts, Some(&first)) = (&func.blocks[past.index()].insts, func.blocks[to.index()].insts.first()) else { return };
    // What is bound there already holds, for the last of several does; so many ways past many blocks lose a name once.
    let is_at = |at: Inst| move |binding: &&Binding| binding.before == at;
    let mut bound: FxHashSet<_> = names.bindings.iter().filter(is_at(first)).map(|binding| (binding.variable, binding.piece)).collect();
    let past = names.bindings.iter().filter(|binding| insts.contains(&binding.before));
    let new = past.filter(|binding| bound.insert((binding.variable, binding.piece)));
    let lost: Vec<Binding> = new.map(|binding| Binding { before: first, value: None, ..*binding }).collect();
    names.bindings.splice(0..0, lost);
}

/// IR blocks were copied, instruction by instruction.
pub(crate) fn copied(func: &mut Function, insts: &FxHashMap<Inst, Inst>, values: &FxHashMap<Value, Value>) {
    let Some(names) = &mut func.names else { return };
    let copies: Vec<Binding> = names
        .bindings
        .iter()
        .filter_map(|binding| {
            let before = *insts.get(&binding.before)?;
            let value = binding.value.map(|value| values.get(&value).copied().unwrap_or(value));
            Some(Binding { before, value, ..*binding })
        })
        .collect();
    names.bindings.extend(copies);
}

/// The body of `callee` is part of `func` now, in place of a call that became `jump`; numbers of its instructions and values grew.
pub(crate) fn inlined(func: &mut Function, callee: &Function, (call, jump): (Inst, Inst), (inst_base, value_base): (usize, usize)) {
    if func.names.is_none() && callee.names.is_none() {
        return;
    }
    let names = func.names.get_or_insert_default();
    names.bindings.iter_mut().filter(|binding| binding.before == call).for_each(|binding| binding.before = jump);
    let Some(Names { variables, bindings }) = callee.names.as_deref() else { return };
    let base = names.variables.len() as u32;
    names.variables.extend(variables.iter().cloned());
    names.bindings.extend(bindings.iter().map(|binding| Binding {
        before: Inst(binding.before.0 + inst_base as u32),
        variable: binding.variable + base,
        piece: binding.piece,
        value: binding.value.map(|value| Value(value.0 + value_base as u32)),
    }));
}
