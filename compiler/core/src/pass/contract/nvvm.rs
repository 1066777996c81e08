//! What NVVM contracts: LLVM's DAGCombiner with NVPTX's `PerformFADDCombine`, one IR block at a time.
//!
//! The block is a graph: equal constants are one node, what other IR blocks use or pass on has one use more. Nodes are
//! visited users first (LLVM takes its worklist from the end), and a node that was rewritten is visited again with its
//! users. The rewrites are those that decide what is a product and what is a sum by the time a sum is visited:
//! - `x * 2` is `x + x`, but only when no sum took the product before; `a + x * -2` is `a - (x + x)`.
//! - `a - x * C` is `a + x * -C`, where the constant and the product have no other use.
//! - `-(x * C)` is `x * -C`, before the second round.
//! - A sum contracts its first operand that is a product of fewer than five uses, all of them sums.
//!
//! Differences stay for ptxas.

use super::{Fused, bits_of, is_plain, sign};
use crate::pass::rewrite::make_inst;
use kern_ir::analysis::def_blocks;
use kern_ir::{Block, Function, Inst, LocId, Opcode, Rounding, Type, Value};
use rustc_hash::FxHashMap;

/// NVPTX's limit, see `PerformFADDCombineWithOperands`.
const MAX_USES: usize = 4;
/// How deep LLVM looks for a negation (`isNegatibleForFree`).
const MAX_DEPTH: u32 = 6;

/// Contracts sums in every IR block and says so in `fused`; answers whether anything changed.
pub(super) fn run(func: &mut Function, fused: &mut Fused) -> bool {
    let is_exported = exported(func, &def_blocks(func));
    let mut changed = false;
    for block in func.layout.clone() {
        let is_product = |i: &Inst| func.insts[i.index()].op == Opcode::Mul && is_plain(&func.insts[i.index()]);
        if func.blocks[block.index()].insts.iter().any(is_product) {
            let mut dag = Dag::new(func, block, &is_exported);
            dag.combine();
            changed |= dag.write_back(func, block, fused);
        }
    }
    changed
}

/// Which values other IR blocks use, or are passed on along an edge.
fn exported(func: &Function, defined_in: &[Option<Block>]) -> Vec<bool> {
    let mut exported = vec![false; func.values.len()];
    for &block in &func.layout {
        for &inst in &func.blocks[block.index()].insts {
            let data = &func.insts[inst.index()];
            for arg in &data.args {
                exported[arg.index()] |= defined_in[arg.index()] != Some(block);
            }
            for arg in data.targets().iter().flat_map(|t| &t.args) {
                exported[arg.index()] = true;
            }
        }
    }
    exported
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Constant(u64),
    Add,
    Sub,
    Mul,
    Neg,
    Fma,
    /// Anything else: only its uses of other nodes count.
    Other,
}

#[derive(Clone, Debug)]
struct Node {
    kind: Kind,
    ty: Type,
    ftz: bool,
    args: Vec<usize>,
    /// One entry a use.
    users: Vec<usize>,
    /// How many of them are dead. Only constants keep those: to look for one among all uses of a constant takes too long.
    gone: usize,
    is_exported: bool,
    /// The instruction in whose place it is computed.
    inst: Option<Inst>,
    /// The place of the instruction that it comes from.
    origin: LocId,
    /// Of an `fma`, the place of the product.
    product: LocId,
    /// The value of a node that is no instruction of this block.
    value: Option<Value>,
    is_dead: bool,
    is_new: bool,
}

struct Dag {
    nodes: Vec<Node>,
    /// The node of each constant.
    constants: FxHashMap<(Type, u64), usize>,
    worklist: Vec<usize>,
    is_listed: Vec<bool>,
    /// Nodes that others replaced.
    replaced: FxHashMap<usize, usize>,
    changed: bool,
}

impl Dag {
    fn new(func: &Function, block: Block, is_exported: &[bool]) -> Dag {
        let mut dag = Dag {
            nodes: Vec::new(),
            constants: FxHashMap::default(),
            worklist: Vec::new(),
            is_listed: Vec::new(),
            replaced: FxHashMap::default(),
            changed: false,
        };
        let mut of_value: FxHashMap<Value, usize> = FxHashMap::default();
        for &inst in &func.blocks[block.index()].insts {
            let data = &func.insts[inst.index()];
            let kind = match data.op {
                _ if !is_plain(data) || !matches!(data.ty, Type::F32 | Type::F64) => Kind::Other,
                Opcode::Add => Kind::Add,
                Opcode::Sub => Kind::Sub,
                Opcode::Mul => Kind::Mul,
                _ => Kind::Neg,
            };
            let mut args = Vec::with_capacity(data.args.len());
            for &arg in &data.args {
                args.push(dag.node_of(func, arg, &mut of_value));
            }
            let node = dag.add(kind, data.ty, data.attrs.ftz, args, Some(inst));
            dag.nodes[node].is_new = false;
            dag.nodes[node].origin = data.loc;
            if let [result] = data.results[..] {
                of_value.insert(result, node);
                dag.nodes[node].is_exported = is_exported[result.index()];
                dag.nodes[node].value = Some(result);
            }
        }
        dag
    }

    fn node_of(&mut self, func: &Function, value: Value, of_value: &mut FxHashMap<Value, usize>) -> usize {
        if let Some(&node) = of_value.get(&value) {
            return node;
        }
        let node = match (func.constant(value), func.ty(value)) {
            (Some(bits), kern_ir::RegType::F32) => self.constant(Type::F32, bits),
            (Some(bits), kern_ir::RegType::F64) => self.constant(Type::F64, bits),
            _ => self.add(Kind::Other, Type::B32, false, Vec::new(), None),
        };
        self.nodes[node].value = Some(value);
        of_value.insert(value, node);
        node
    }

    fn constant(&mut self, ty: Type, bits: u64) -> usize {
        if let Some(&node) = self.constants.get(&(ty, bits)) {
            return node;
        }
        let node = self.add(Kind::Constant(bits), ty, false, Vec::new(), None);
        self.constants.insert((ty, bits), node);
        node
    }

    fn add(&mut self, kind: Kind, ty: Type, ftz: bool, args: Vec<usize>, inst: Option<Inst>) -> usize {
        let node = self.nodes.len();
        for &arg in &args {
            self.nodes[arg].users.push(node);
        }
        self.nodes.push(Node {
            kind,
            ty,
            ftz,
            args,
            users: Vec::new(),
            gone: 0,
            is_exported: false,
            inst,
            origin: LocId::NONE,
            product: LocId::NONE,
            value: None,
            is_dead: false,
            is_new: true,
        });
        self.is_listed.push(false);
        node
    }

    fn list(&mut self, node: usize) {
        if !std::mem::replace(&mut self.is_listed[node], true) {
            self.worklist.push(node);
        }
    }

    /// LLVM combines before and after legalisation: twice.
    fn combine(&mut self) {
        for is_legal in [false, true] {
            (0..self.nodes.len()).for_each(|n| self.list(n));
            if is_legal {
                self.negate_constants();
            }
            while let Some(node) = self.worklist.pop() {
                self.is_listed[node] = false;
                if self.nodes[node].is_dead {
                    continue;
                }
                if self.is_unused(node) {
                    self.delete(node);
                    continue;
                }
                let first_new = self.nodes.len();
                if let Some(by) = self.visit(node) {
                    let origin = self.nodes[node].origin;
                    self.nodes[first_new..].iter_mut().filter(|n| n.origin == LocId::NONE).for_each(|n| n.origin = origin);
                    self.replace(node, by);
                }
            }
        }
    }

    /// `-(x * C)` is `x * -C`, however often the product is used.
    fn negate_constants(&mut self) {
        for node in 0..self.nodes.len() {
            let Node { kind: Kind::Neg, ty, ftz, ref args, is_dead: false, origin, .. } = self.nodes[node] else { continue };
            let Node { kind: Kind::Mul, args: ref factors, .. } = self.nodes[args[0]] else { continue };
            let (factor, Kind::Constant(bits)) = (factors[0], self.nodes[factors[1]].kind) else { continue };
            let negative = self.constant(ty, bits ^ sign(ty));
            let by = self.add(Kind::Mul, ty, ftz, vec![factor, negative], None);
            self.nodes[by].origin = origin;
            self.replace(node, by);
        }
    }

    fn is_unused(&self, node: usize) -> bool {
        let data = &self.nodes[node];
        data.kind != Kind::Other && data.users.len() == data.gone && !data.is_exported
    }

    /// Removes a node that nothing uses, and what only it used.
    fn delete(&mut self, node: usize) {
        self.nodes[node].is_dead = true;
        if let Kind::Constant(bits) = self.nodes[node].kind {
            self.constants.remove(&(self.nodes[node].ty, bits));
        }
        for arg in std::mem::take(&mut self.nodes[node].args) {
            let is_constant = self.is_constant(arg);
            let Node { users, gone, .. } = &mut self.nodes[arg];
            if is_constant {
                *gone += 1;
            } else if let Some(at) = users.iter().position(|&u| u == node) {
                users.swap_remove(at);
            }
            if self.is_unused(arg) && !self.nodes[arg].is_dead {
                self.delete(arg);
            } else {
                self.list(arg);
            }
        }
    }

    fn replace(&mut self, node: usize, by: usize) {
        self.changed = true;
        let mut users = std::mem::take(&mut self.nodes[node].users);
        if std::mem::take(&mut self.nodes[node].gone) > 0 {
            users.retain(|&user| !self.nodes[user].is_dead);
        }
        for &user in &users {
            self.nodes[user].args.iter_mut().filter(|a| **a == node).for_each(|a| *a = by);
        }
        self.nodes[by].users.extend(&users);
        let (inst, value, is_exported) = (self.nodes[node].inst, self.nodes[node].value, self.nodes[node].is_exported);
        self.nodes[by].is_exported |= is_exported;
        if self.nodes[by].inst.is_none()
            && self.nodes[by].value.is_none()
            && self.nodes[by].is_new
            && !matches!(self.nodes[by].kind, Kind::Constant(_))
        {
            self.nodes[by].inst = inst;
            self.nodes[by].value = value;
            self.nodes[node].inst = None;
        }
        self.replaced.insert(node, by);
        self.nodes[node].is_exported = false;
        self.list(by);
        self.nodes[by].users.clone().into_iter().for_each(|u| self.list(u));
        if self.is_unused(node) {
            self.delete(node);
        }
    }

    fn is_constant(&self, node: usize) -> bool {
        matches!(self.nodes[node].kind, Kind::Constant(_))
    }

    fn is_value(&self, node: usize, value: f64) -> bool {
        self.nodes[node].kind == Kind::Constant(bits_of(value, self.nodes[node].ty))
    }

    fn has_one_use(&self, node: usize) -> bool {
        let Node { users, gone, is_exported, .. } = &self.nodes[node];
        users.len() - gone + usize::from(*is_exported) == 1
    }

    /// What `node` becomes.
    fn visit(&mut self, node: usize) -> Option<usize> {
        let Node { kind, ty, ftz, ref args, .. } = self.nodes[node];
        let args = args.clone();
        match kind {
            Kind::Add => self.visit_add(node, ty, ftz, args[0], args[1]),
            Kind::Sub if self.negatible(args[1], 0) > 0 => {
                let negated = self.negated(args[1]);
                Some(self.add(Kind::Add, ty, ftz, vec![args[0], negated], None))
            }
            Kind::Mul => self.visit_mul(node, ty, ftz, args[0], args[1]),
            Kind::Neg if self.negatible(args[0], 0) > 0 => Some(self.negated(args[0])),
            _ => None,
        }
    }

    fn visit_add(&mut self, node: usize, ty: Type, ftz: bool, a: usize, b: usize) -> Option<usize> {
        if self.is_constant(a) && !self.is_constant(b) {
            self.nodes[node].args.swap(0, 1);
            return self.visit_add(node, ty, ftz, b, a);
        }
        for (x, y) in [(a, b), (b, a)] {
            if self.negatible(y, 0) == 2 {
                let negated = self.negated(y);
                return Some(self.add(Kind::Sub, ty, ftz, vec![x, negated], None));
            }
        }
        for (x, y) in [(b, a), (a, b)] {
            if self.nodes[y].kind == Kind::Mul && self.has_one_use(y) && self.is_value(self.nodes[y].args[1], -2.0) {
                let factor = self.nodes[y].args[0];
                let twice = self.add(Kind::Add, ty, ftz, vec![factor, factor], None);
                self.list(twice);
                return Some(self.add(Kind::Sub, ty, ftz, vec![x, twice], None));
            }
        }
        [(a, b), (b, a)].into_iter().find(|&(x, _)| self.is_contractible(x, ty, ftz)).map(|(x, y)| {
            let factors = self.nodes[x].args.clone();
            let fma = self.add(Kind::Fma, ty, ftz, vec![factors[0], factors[1], y], None);
            self.nodes[fma].product = self.nodes[x].origin;
            fma
        })
    }

    fn is_contractible(&self, product: usize, ty: Type, ftz: bool) -> bool {
        let data = &self.nodes[product];
        data.kind == Kind::Mul
            && data.ty == ty
            && data.ftz == ftz
            && !data.is_exported
            && data.users.len() <= MAX_USES
            && data.users.iter().all(|&u| self.nodes[u].kind == Kind::Add)
    }

    fn visit_mul(&mut self, node: usize, ty: Type, ftz: bool, a: usize, b: usize) -> Option<usize> {
        if self.is_constant(a) && !self.is_constant(b) {
            self.nodes[node].args.swap(0, 1);
            return self.visit_mul(node, ty, ftz, b, a);
        }
        if self.is_value(b, 2.0) {
            return Some(self.add(Kind::Add, ty, ftz, vec![a, a], None));
        }
        if self.is_value(b, -1.0) {
            return Some(self.add(Kind::Neg, ty, ftz, vec![a], None));
        }
        let signs = (self.negatible(a, 0), self.negatible(b, 0));
        if signs.0 > 0 && signs.1 > 0 && (signs.0 == 2 || signs.1 == 2) {
            let (x, y) = (self.negated(a), self.negated(b));
            return Some(self.add(Kind::Mul, ty, ftz, vec![x, y], None));
        }
        None
    }

    /// Whether the negation of `node` costs nothing (1), or less than the node (2).
    fn negatible(&self, node: usize, depth: u32) -> u32 {
        let data = &self.nodes[node];
        match data.kind {
            Kind::Neg => 2,
            _ if !self.has_one_use(node) || depth > MAX_DEPTH => 0,
            Kind::Constant(_) => 1,
            Kind::Mul => match self.negatible(data.args[0], depth + 1) {
                0 => self.negatible(data.args[1], depth + 1),
                sign => sign,
            },
            _ => 0,
        }
    }

    fn negated(&mut self, node: usize) -> usize {
        let Node { kind, ty, ftz, origin, ref args, .. } = self.nodes[node];
        let args = args.clone();
        match kind {
            Kind::Neg => args[0],
            Kind::Constant(bits) => self.constant(ty, bits ^ sign(ty)),
            _ => {
                let (mut a, mut b) = (args[0], args[1]);
                if self.negatible(a, 1) > 0 {
                    a = self.negated(a);
                } else {
                    b = self.negated(b);
                }
                let product = self.add(Kind::Mul, ty, ftz, vec![a, b], None);
                self.nodes[product].origin = origin;
                self.list(product);
                product
            }
        }
    }

    /// Makes the block compute what the graph says.
    fn write_back(mut self, func: &mut Function, block: Block, fused: &mut Fused) -> bool {
        if !self.changed {
            return false;
        }
        let mut of_inst: FxHashMap<Inst, usize> = FxHashMap::default();
        for (n, node) in self.nodes.iter().enumerate() {
            if let Some(inst) = node.inst.filter(|_| !node.is_dead) {
                of_inst.insert(inst, n);
            }
        }
        let old = std::mem::take(&mut func.blocks[block.index()].insts);
        let mut new = Vec::with_capacity(old.len());
        for inst in old {
            // What nothing uses any more is left out.
            let Some(&node) = of_inst.get(&inst) else { continue };
            let args: Vec<Value> = self.nodes[node].args.clone().into_iter().map(|a| self.emit(func, a, fused, &mut new)).collect();
            let Node { kind, ftz, product, .. } = self.nodes[node];
            let data = &mut func.insts[inst.index()];
            data.args = args;
            data.op = match kind {
                Kind::Add => Opcode::Add,
                Kind::Sub => Opcode::Sub,
                Kind::Mul => Opcode::Mul,
                Kind::Neg => Opcode::Neg,
                Kind::Fma => Opcode::Fma,
                Kind::Constant(_) | Kind::Other => data.op,
            };
            if kind == Kind::Fma {
                data.attrs.rounding = Some(Rounding::Rn);
                data.attrs.ftz = ftz;
                fused.insert(inst, product);
            }
            new.push(inst);
        }
        func.blocks[block.index()].insts = new;
        self.substitute(func);
        true
    }

    /// The value of `node`; computes it first where it has no instruction of its own.
    fn emit(&mut self, func: &mut Function, node: usize, fused: &mut Fused, into: &mut Vec<Inst>) -> Value {
        if let Some(value) = self.nodes[node].value {
            return value;
        }
        let Node { kind, ty, ftz, origin, product, ref args, .. } = self.nodes[node];
        let args = args.clone();
        let value = match kind {
            Kind::Constant(bits) => func.add_constant(ty.reg(), bits),
            _ => {
                let args: Vec<Value> = args.into_iter().map(|a| self.emit(func, a, fused, into)).collect();
                let op = match kind {
                    Kind::Add => Opcode::Add,
                    Kind::Sub => Opcode::Sub,
                    Kind::Neg => Opcode::Neg,
                    Kind::Fma => Opcode::Fma,
                    _ => Opcode::Mul,
                };
                let (inst, value) = make_inst(func, op, ty, ty, &args, ty.reg(), origin);
                func.insts[inst.index()].attrs.ftz = ftz;
                if op == Opcode::Fma {
                    func.insts[inst.index()].attrs.rounding = Some(Rounding::Rn);
                    fused.insert(inst, product);
                }
                into.push(inst);
                value
            }
        };
        self.nodes[node].value = Some(value);
        value
    }

    /// Other blocks use what stands for the nodes that went.
    fn substitute(&self, func: &mut Function) {
        let mut subst = crate::pass::rewrite::Substitution::new(func);
        for (&from, &to) in &self.replaced {
            let mut to = to;
            while let Some(&next) = self.replaced.get(&to) {
                to = next;
            }
            let to = &self.nodes[to];
            let by = match to.kind {
                Kind::Constant(bits) if to.value.is_none() => Some(func.add_constant(to.ty.reg(), bits)),
                _ => to.value,
            };
            if let (Some(from), Some(by)) = (self.nodes[from].value, by) {
                subst.set(from, by);
            }
        }
        subst.apply(func);
    }
}
