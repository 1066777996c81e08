//! State-space inference: generic accesses become `.global`, `.shared`, `.local` or `.const`.
//!
//! Before: C++ pointers are generic. After: an access through an address that surely comes from one state space names
//! it, as nvcc's InferAddressSpaces does. Pointers among a kernel's parameters are `.global` (CUDA C++ programming
//! guide: a pointer to shared or local memory cannot be passed to a kernel); pointers loaded from memory and those of
//! functions that were not inlined stay generic. A shared, local or constant address becomes an offset in its window;
//! for that the computation is repeated on offsets and the generic one dies. Host modules stay generic.

use crate::pass::PassContext;
use crate::pass::graph::{Graph, terminator};
use kern_ir::{
    Block, Function, FunctionKind, GlobalVarData, Inst, InstData, ModuleKind, Opcode, Payload, RegType, Sem, Space, Type, Value, ValueDef,
};
use rustc_hash::FxHashMap;

/// What a generic address may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    /// Nothing seen yet.
    Nothing,
    /// Surely in this space.
    In(Space),
    /// Anything.
    Anything,
}

impl Known {
    fn join(self, other: Known) -> Known {
        match (self, other) {
            (Known::Nothing, x) | (x, Known::Nothing) => x,
            (a, b) if a == b => a,
            _ => Known::Anything,
        }
    }
}

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    if context.kind != ModuleKind::Device || !insts(func).any(|i| is_generic_access(&func.insts[i.index()])) {
        return false;
    }
    let graph = context.analyses.graph(func);
    let known = infer(func, &graph, context.globals);
    let mut rewriter =
        Rewriter { func, graph: &graph, known, offsets: FxHashMap::default(), after: FxHashMap::default(), pending: Vec::new() };
    let accesses: Vec<Inst> = insts(rewriter.func).filter(|i| is_generic_access(&rewriter.func.insts[i.index()])).collect();
    let mut changed = false;
    for inst in accesses {
        let address = rewriter.func.insts[inst.index()].args[0];
        let Known::In(space) = rewriter.known[address.index()] else { continue };
        if !exists_in(space, &rewriter.func.insts[inst.index()]) {
            continue;
        }
        if space != Space::Global {
            let offset = rewriter.offset(address, space);
            rewriter.func.insts[inst.index()].args[0] = offset;
        }
        rewriter.func.insts[inst.index()].attrs.space = Some(space);
        changed = true;
    }
    rewriter.fill_params();
    rewriter.finish();
    changed
}

fn insts(func: &Function) -> impl Iterator<Item = Inst> + '_ {
    func.layout.iter().flat_map(|b| &func.blocks[b.index()].insts).copied()
}

fn is_generic_access(data: &InstData) -> bool {
    matches!(data.op, Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red) && matches!(data.attrs.space, None | Some(Space::Generic))
}

/// Whether PTX has the access in that space; what it has not stays generic. There is no `st.const`: a wrong write is found
/// when it happens. What one thread alone sees is not ordered: atomics, and loads and stores with an order, are of
/// `.global` and `.shared`.
fn exists_in(space: Space, data: &InstData) -> bool {
    let is_ordered = !matches!(data.attrs.sem, None | Some(Sem::Weak | Sem::Volatile));
    match space {
        Space::Const => data.op == Opcode::Ld && !is_ordered,
        Space::Local => matches!(data.op, Opcode::Ld | Opcode::St) && !is_ordered,
        _ => true,
    }
}

/// Forward data flow to a fixed point; each value rises at most twice.
fn infer(func: &Function, graph: &Graph, globals: &[GlobalVarData]) -> Vec<Known> {
    let mut known = vec![Known::Nothing; func.values.len()];
    for (value, data) in known.iter_mut().zip(&func.values) {
        if matches!(data.def, ValueDef::Const(_)) {
            *value = Known::Anything;
        }
    }
    for &param in &func.blocks[graph.entry().index()].params {
        known[param.index()] = Known::Anything;
    }
    let mut again = true;
    while again {
        again = false;
        for &block in &graph.order {
            for &inst in &func.blocks[block.index()].insts {
                let data = &func.insts[inst.index()];
                if let Some(&result) = data.results.first()
                    && func.ty(result) == RegType::B64
                {
                    let new = transfer(func, globals, data, &known);
                    if known[result.index()] != new {
                        known[result.index()] = new;
                        again = true;
                    }
                }
            }
            for target in func.insts[terminator(func, block).index()].targets() {
                for (&param, &arg) in func.blocks[target.block.index()].params.iter().zip(&target.args) {
                    let new = known[param.index()].join(known[arg.index()]);
                    if known[param.index()] != new {
                        known[param.index()] = new;
                        again = true;
                    }
                }
            }
        }
    }
    known
}

fn transfer(func: &Function, globals: &[GlobalVarData], data: &InstData, known: &[Known]) -> Known {
    let of = |i: usize| known[data.args[i].index()];
    match data.op {
        Opcode::LdParam if func.kind == FunctionKind::Kernel => Known::In(Space::Global),
        Opcode::Address => match data.payload {
            // Global addresses equal generic ones; those of other spaces are offsets and not generic.
            Payload::Global(var) if globals[var.index()].space == Space::Global => Known::In(Space::Global),
            _ => Known::Anything,
        },
        Opcode::Cvta if !data.attrs.to => match data.attrs.space {
            Some(space @ (Space::Global | Space::Shared | Space::Local | Space::Const)) => Known::In(space),
            _ => Known::Anything,
        },
        // Generic and global addresses are the same numbers.
        Opcode::Cvta if data.attrs.space == Some(Space::Global) => Known::In(Space::Global),
        Opcode::Add | Opcode::Sub if data.ty.size() == 8 => of(0),
        Opcode::Mov if data.args.len() == 1 && func.ty(data.args[0]) == RegType::B64 => of(0),
        Opcode::Selp => of(0).join(of(1)),
        _ => Known::Anything,
    }
}

struct Rewriter<'a> {
    func: &'a mut Function,
    graph: &'a Graph,
    known: Vec<Known>,
    /// The offset in its window of a generic address.
    offsets: FxHashMap<Value, Value>,
    /// New instructions, by the one they follow.
    after: FxHashMap<Inst, Vec<Inst>>,
    /// New parameters without arguments: where, and the number of the generic parameter they go with.
    pending: Vec<(Block, usize, Space)>,
}

impl Rewriter<'_> {
    fn emit(&mut self, mut data: InstData, after: Inst) -> Value {
        data.loc = self.func.insts[after.index()].loc;
        let inst = self.func.add_inst(data, &[RegType::B64]);
        self.after.entry(after).or_default().push(inst);
        self.func.insts[inst.index()].results[0]
    }

    /// The offset in `space` of the generic address `value`. Chains are walked with a stack of their own: they may be
    /// as long as an unrolled loop.
    fn offset(&mut self, value: Value, space: Space) -> Value {
        let mut stack = vec![value];
        while let Some(&top) = stack.last() {
            if self.offsets.contains_key(&top) {
                stack.pop();
                continue;
            }
            let missing: Vec<Value> = self.needs(top).into_iter().filter(|v| !self.offsets.contains_key(v)).collect();
            if missing.is_empty() {
                stack.pop();
                let offset = self.make(top, space);
                self.offsets.entry(top).or_insert(offset);
            } else {
                stack.extend(missing);
            }
        }
        self.offsets[&value]
    }

    /// The generic addresses whose offsets the offset of `value` is made of.
    fn needs(&self, value: Value) -> Vec<Value> {
        let ValueDef::Result(inst, _) = self.func.def(value) else { return Vec::new() };
        let data = &self.func.insts[inst.index()];
        match data.op {
            Opcode::Add | Opcode::Sub | Opcode::Mov => vec![data.args[0]],
            Opcode::Selp => vec![data.args[0], data.args[1]],
            _ => Vec::new(),
        }
    }

    fn make(&mut self, value: Value, space: Space) -> Value {
        let inst = match self.func.def(value) {
            ValueDef::Param(block, index) if block != self.graph.entry() => return self.make_param(block, index as usize, space),
            ValueDef::Result(inst, _) => inst,
            // Constants and the parameters of a function are of no known space, so nobody asks.
            _ => return value,
        };
        let data = self.func.insts[inst.index()].clone();
        match data.op {
            Opcode::Cvta if !data.attrs.to => data.args[0],
            Opcode::Mov => self.offsets[&data.args[0]],
            Opcode::Add | Opcode::Sub => {
                let args = vec![self.offsets[&data.args[0]], data.args[1]];
                self.emit(InstData { args, ..InstData::new(data.op, data.ty) }, inst)
            }
            Opcode::Selp => {
                let args = vec![self.offsets[&data.args[0]], self.offsets[&data.args[1]], data.args[2]];
                self.emit(InstData { args, ..InstData::new(Opcode::Selp, Type::B64) }, inst)
            }
            _ => {
                let mut cvta = InstData { args: vec![value], ..InstData::new(Opcode::Cvta, Type::U64) };
                (cvta.attrs.space, cvta.attrs.to) = (Some(space), true);
                self.emit(cvta, inst)
            }
        }
    }

    /// A second parameter that carries the offset. Its arguments may come around a loop, so they are made later.
    fn make_param(&mut self, block: Block, index: usize, space: Space) -> Value {
        self.pending.push((block, index, space));
        self.func.add_block_param(block, RegType::B64)
    }

    /// Gives the new parameters their arguments, in the order in which they were added.
    fn fill_params(&mut self) {
        let mut next = 0;
        while let Some(&(block, index, space)) = self.pending.get(next) {
            next += 1;
            let mut done: Option<Block> = None;
            for pred in self.graph.preds(block).to_vec() {
                if done.replace(pred) == Some(pred) {
                    continue;
                }
                let end = terminator(self.func, pred);
                for t in 0..self.func.insts[end.index()].targets().len() {
                    let target = &self.func.insts[end.index()].targets()[t];
                    if target.block == block {
                        let arg = target.args[index];
                        let offset = self.offset(arg, space);
                        self.func.insts[end.index()].targets_mut()[t].args.push(offset);
                    }
                }
            }
        }
    }

    fn finish(self) {
        if self.after.is_empty() {
            return;
        }
        for &block in &self.graph.order {
            let old = std::mem::take(&mut self.func.blocks[block.index()].insts);
            let mut new = Vec::with_capacity(old.len());
            for inst in old {
                new.push(inst);
                new.extend(self.after.get(&inst).into_iter().flatten());
            }
            self.func.blocks[block.index()].insts = new;
        }
    }
}
