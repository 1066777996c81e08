//! Contraction of products into sums: `a * b + c` becomes `fma(a, b, c)`, `a * b - c` `fma(a, b, -c)`, `c - a * b`
//! `fma(-a, b, c)`. Device code only, as `nvcc -fmad=true` does; host code is never contracted.
//!
//! Before: `mul`, `add`, `sub` and `neg` of floats as the source has them; dead code is gone. After: the results of
//! the device are those of nvcc and ptxas. Explicit roundings (`__fmul_rn`, `__fadd_rn`) are never contracted.
//!
//! The rule was read off nvcc 13.0 and ptxas for sm_90, by comparing sources, PTX and machine code:
//! - A product is contracted when *all* its uses are sums and differences (seen through negations), wherever they are,
//!   so that it disappears; one other use keeps it, and then its sums stay sums.
//! - NVVM looks at sums first (DAGCombiner `visitFADD` and NVPTX's `PerformFADDCombine`): a product whose fewer than
//!   five uses are all sums. Of two such products the one whose operands are defined earlier is contracted: Reassociate
//!   puts it into operand 0.
//! - ptxas then takes what is left, differences too: of two products the one with fewer uses, else operand 0.
//! - Where the uses stand in different IR blocks, ptxas contracts only products with a factor in constant memory (a
//!   parameter of the kernel or a literal). A product whose uses stand in one block counts as standing there (LLVM sinks
//!   it), but for loops: what does not change in a loop has been hoisted out of it, away from the sums that stay.
//! - A product in the test of a `while` loop that is also used in its body is computed at the end of the iteration
//!   before (loop rotation): its uses see a value that comes around the loop, which is not contracted.
//! - A product by 2 is an addition to LLVM and is not contracted.
//!
//! Equal products count as one, because NVVM has merged them by then; so a value numbering (without rewriting) runs
//! first, and the outcome does not depend on which other passes ran.

use crate::pass::Surroundings;
use crate::pass::graph::Graph;
use crate::pass::hash::FastMap;
use crate::pass::rewrite::make;
use kern_ir::analysis::LoopId;
use kern_ir::{Attrs, Block, Effects, Function, Inst, ModuleKind, Opcode, Payload, RegType, Rounding, Sreg, Type, Value, ValueDef};

/// NVPTX's limit, see `PerformFADDCombineWithOperands`.
const MAX_NVVM_USES: u32 = 4;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, around: &Surroundings<'_>) -> bool {
    if around.kind != ModuleKind::Device || !around.options.fmad || !has_candidates(func) {
        return false;
    }
    let graph = Graph::new(func);
    let classes = Classes::new(func, &graph);
    let places = Places::new(func, &graph);
    let mut products = Products::new(func, &graph, &classes, &places);
    let sums: Vec<Inst> = insts(func, &graph).filter(|&i| is_sum(func, i)).collect();
    let mut chosen: Vec<Option<usize>> = vec![None; sums.len()];
    for (sum, chosen) in sums.iter().zip(&mut chosen) {
        if func.insts[sum.index()].op == Opcode::Add {
            *chosen = products.choose_as_nvvm(func, &classes, *sum);
        }
    }
    products.keep_addends(func, &classes, &sums, &chosen);
    for (sum, chosen) in sums.iter().zip(&mut chosen) {
        if chosen.is_none() {
            *chosen = products.choose_as_ptxas(func, &classes, *sum);
        }
    }
    let mut before: FastMap<Inst, Vec<Inst>> = FastMap::default();
    for (&sum, chosen) in sums.iter().zip(&chosen) {
        if let Some(operand) = *chosen {
            let extra = contract(func, sum, operand);
            before.insert(sum, extra);
        }
    }
    if before.is_empty() {
        return false;
    }
    for &block in &graph.order {
        let old = std::mem::take(&mut func.blocks[block.index()].insts);
        let mut new = Vec::with_capacity(old.len());
        for inst in old {
            if let Some(extra) = before.get(&inst) {
                new.extend_from_slice(extra);
            }
            new.push(inst);
        }
        func.blocks[block.index()].insts = new;
    }
    true
}

fn insts<'a>(func: &'a Function, graph: &'a Graph) -> impl Iterator<Item = Inst> + 'a {
    graph.order.iter().flat_map(|b| &func.blocks[b.index()].insts).copied()
}

fn has_candidates(func: &Function) -> bool {
    let any = |op: fn(Opcode) -> bool| {
        func.layout
            .iter()
            .flat_map(|b| &func.blocks[b.index()].insts)
            .any(|i| func.insts[i.index()].ty.is_float() && op(func.insts[i.index()].op))
    };
    any(|op| op == Opcode::Mul) && any(|op| matches!(op, Opcode::Add | Opcode::Sub))
}

fn is_sum(func: &Function, inst: Inst) -> bool {
    let data = &func.insts[inst.index()];
    matches!(data.op, Opcode::Add | Opcode::Sub) && data.ty.is_float() && data.attrs.rounding.is_none()
}

/// The instruction behind `value`, if it is `op`.
fn defined_by(func: &Function, value: Value, op: Opcode) -> Option<Inst> {
    match func.def(value) {
        ValueDef::Result(inst, _) if func.insts[inst.index()].op == op => Some(inst),
        _ => None,
    }
}

/// The value below any negations, and whether their number is odd.
fn below_negations(func: &Function, mut value: Value) -> (Value, bool) {
    let mut is_negative = false;
    while let Some(inst) = defined_by(func, value, Opcode::Neg) {
        value = func.insts[inst.index()].args[0];
        is_negative = !is_negative;
    }
    (value, is_negative)
}

/// The plain product that `value` is, perhaps negated.
fn product(func: &Function, value: Value, ty: Type, ftz: bool) -> Option<Value> {
    let value = below_negations(func, value).0;
    let data = &func.insts[defined_by(func, value, Opcode::Mul)?.index()];
    let two = match ty {
        Type::F32 => u64::from(2f32.to_bits()),
        Type::F64 => 2f64.to_bits(),
        _ => 0x4000,
    };
    let is_doubling = data.args.iter().any(|&a| func.constant(a) == Some(two));
    let is_plain = data.ty == ty && data.attrs == Attrs { ftz, ..Attrs::default() };
    (is_plain && !is_doubling).then_some(value)
}

#[derive(PartialEq, Eq, Hash)]
enum Key {
    Constant(RegType, u64),
    Inst { op: Opcode, ty: Type, src_ty: Type, attrs: Attrs, offset: i64, args: Vec<u32>, leaf: Leaf },
}

#[derive(PartialEq, Eq, Hash)]
enum Leaf {
    None,
    Sreg(Sreg),
    Param(u32),
}

/// Numbers of values that are surely equal, and LLVM's ranks of them.
struct Classes {
    of: Vec<u32>,
    /// As in LLVM's Reassociate: constants 0, kernel parameters by number, what depends on the order of memory accesses
    /// or on control flow by position, the rest one more than its highest operand.
    rank: Vec<u64>,
}

impl Classes {
    fn new(func: &Function, graph: &Graph) -> Classes {
        let mut classes = Classes { of: (0..func.values.len() as u32).collect(), rank: vec![0; func.values.len()] };
        let mut known: FastMap<Key, u32> = FastMap::default();
        for (v, value) in func.values.iter().enumerate() {
            if let ValueDef::Const(bits) = value.def {
                classes.of[v] = *known.entry(Key::Constant(value.ty, bits)).or_insert(v as u32);
            }
        }
        for (n, &block) in graph.order.iter().enumerate() {
            let mut position = (n as u64 + 1) << 32;
            for &param in &func.blocks[block.index()].params {
                position += 1;
                classes.rank[param.index()] = position;
            }
            for &inst in &func.blocks[block.index()].insts {
                let data = &func.insts[inst.index()];
                let is_ordered = data.op.row().effects != Effects::Pure;
                if is_ordered || data.results.len() != 1 {
                    position += 1;
                    data.results.iter().for_each(|r| classes.rank[r.index()] = position);
                    continue;
                }
                let result = data.results[0].index();
                // Integers are not numbered: what they index is loaded, and each load is itself.
                if !matches!(func.ty(data.results[0]), RegType::F32 | RegType::F64 | RegType::B16) && data.payload == Payload::None {
                    classes.rank[result] = 1 + data.args.iter().map(|a| classes.rank[a.index()]).max().unwrap_or(0);
                    continue;
                }
                let leaf = match data.payload {
                    Payload::None => Leaf::None,
                    Payload::Sreg(sreg) => Leaf::Sreg(sreg),
                    Payload::Param(param) => Leaf::Param(param),
                    _ => continue,
                };
                classes.rank[result] = match leaf {
                    Leaf::Param(param) => 3 + u64::from(param),
                    _ => 1 + data.args.iter().map(|a| classes.rank[a.index()]).max().unwrap_or(0),
                };
                let mut args: Vec<u32> = data.args.iter().map(|a| classes.of[a.index()]).collect();
                if matches!(data.op, Opcode::Mul | Opcode::Add) {
                    args.sort_unstable();
                }
                let key = Key::Inst { op: data.op, ty: data.ty, src_ty: data.src_ty, attrs: data.attrs, offset: data.offset, args, leaf };
                classes.of[result] = *known.entry(key).or_insert(result as u32);
            }
        }
        classes
    }

    fn get(&self, value: Value) -> usize {
        self.of[value.index()] as usize
    }
}

/// Where an instruction stands once what does not change has left the loops.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    /// The innermost loop that it changes in.
    inner: Option<LoopId>,
    /// Its block; or the header of the outermost loop that it left.
    block: Block,
    has_left: bool,
}

/// The places of all instructions.
struct Places {
    of: Vec<Option<Place>>,
    /// Blocks with the test of a `while` loop: the header of the loop, from which an edge leaves it.
    is_test: Vec<bool>,
}

impl Places {
    fn new(func: &Function, graph: &Graph) -> Places {
        let loops = graph.loops();
        let mut places = Places { of: vec![None; func.insts.len()], is_test: vec![false; func.blocks.len()] };
        for (id, data) in loops.all().iter().enumerate() {
            places.is_test[data.header.index()] = func.targets(data.header).iter().any(|t| !loops.contains(id, t.block));
        }
        // The innermost loop in which each value changes.
        let mut inner: Vec<Option<LoopId>> = vec![None; func.values.len()];
        for &block in &graph.order {
            let here = loops.innermost(block);
            func.blocks[block.index()].params.iter().for_each(|p| inner[p.index()] = here);
            for &inst in &func.blocks[block.index()].insts {
                let data = &func.insts[inst.index()];
                let mut changes_in = if data.op.row().effects == Effects::Pure { None } else { here };
                for arg in &data.args {
                    // A value of a loop that has ended changes in the loops around that go on.
                    let mut of_arg = inner[arg.index()];
                    while let Some(id) = of_arg.filter(|&id| !loops.contains(id, block)) {
                        of_arg = loops.get(id).parent;
                    }
                    let depth = |id: Option<LoopId>| id.map_or(0, |id| loops.get(id).depth);
                    if depth(of_arg) > depth(changes_in) {
                        changes_in = of_arg;
                    }
                }
                data.results.iter().for_each(|r| inner[r.index()] = changes_in);
                let (mut at, mut left) = (here, None);
                while let Some(id) = at.filter(|_| at != changes_in) {
                    left = Some(loops.get(id).header);
                    at = loops.get(id).parent;
                }
                places.of[inst.index()] = Some(Place { inner: changes_in, block: left.unwrap_or(block), has_left: left.is_some() });
            }
        }
        places
    }
}

/// How often and where a product is used, by its class.
#[derive(Clone, Copy, Default)]
struct Uses {
    adds: u32,
    /// Differences, and sums through a negation.
    subs: u32,
    others: u32,
    /// The place of its sums, when it is one.
    place: Option<Place>,
    has_many_places: bool,
}

impl Uses {
    fn and(self, other: Uses) -> Uses {
        let differ = matches!((self.place, other.place), (Some(a), Some(b)) if a != b);
        Uses {
            adds: self.adds + other.adds,
            subs: self.subs + other.subs,
            others: self.others + other.others,
            place: self.place.or(other.place),
            has_many_places: self.has_many_places || other.has_many_places || differ,
        }
    }
}

struct Products {
    uses: Vec<Uses>,
    /// NVVM decides by the uses before it changes any.
    first: Vec<Uses>,
    /// NVVM sees one block at a time.
    is_local: Vec<bool>,
}

impl Products {
    fn new(func: &Function, graph: &Graph, classes: &Classes, places: &Places) -> Products {
        // Users of a negation come later in the order than the negation itself, except around a loop through a
        // parameter, which counts as another use: so one backward sweep sees the users first.
        let mut uses = vec![Uses::default(); func.values.len()];
        let all: Vec<Inst> = insts(func, graph).collect();
        for &inst in all.iter().rev() {
            let data = &func.insts[inst.index()];
            for arg in data.args.iter().chain(data.targets().iter().flat_map(|t| &t.args)) {
                let kind = if is_sum(func, inst) {
                    let is_add = data.op == Opcode::Add;
                    Uses { adds: u32::from(is_add), subs: u32::from(!is_add), place: places.of[inst.index()], ..Uses::default() }
                } else if data.op == Opcode::Neg && data.ty.is_float() {
                    let of_negation = uses[classes.get(data.results[0])];
                    Uses { subs: of_negation.adds + of_negation.subs, adds: 0, ..of_negation }
                } else {
                    Uses { others: 1, ..Uses::default() }
                };
                let entry = &mut uses[classes.get(*arg)];
                *entry = entry.and(kind);
            }
        }
        let mut is_local = vec![true; func.values.len()];
        for &inst in &all {
            let data = &func.insts[inst.index()];
            if data.op != Opcode::Mul || !data.ty.is_float() {
                continue;
            }
            let class = classes.get(data.results[0]);
            let (Some(place), of) = (places.of[inst.index()], &mut uses[class]) else { continue };
            let is_near = !of.has_many_places && of.place.is_none_or(|p| p.inner == place.inner);
            is_local[class] &= is_near;
            let comes_around = !is_near && !place.has_left && places.is_test[place.block.index()];
            let has_constant = data.args.iter().any(|&a| func.constant(a).is_some() || defined_by(func, a, Opcode::LdParam).is_some());
            if comes_around || !(is_near || has_constant) {
                of.others += 1;
            }
        }
        Products { first: uses.clone(), uses, is_local }
    }

    /// The operand of an addition to contract as NVVM does.
    fn choose_as_nvvm(&self, func: &Function, classes: &Classes, sum: Inst) -> Option<usize> {
        let data = &func.insts[sum.index()];
        let fits = |operand: usize| {
            let value = data.args[operand];
            product(func, value, data.ty, data.attrs.ftz).is_some_and(|p| p == value) && {
                let uses = self.first[classes.get(value)];
                uses.subs == 0 && uses.others == 0 && uses.adds <= MAX_NVVM_USES && self.is_local[classes.get(value)]
            }
        };
        let rank = |operand: usize| classes.rank[data.args[operand].index()];
        let order = if rank(1) < rank(0) { [1, 0] } else { [0, 1] };
        order.into_iter().find(|&o| fits(o))
    }

    /// Products that became addends of another contraction have to be computed.
    fn keep_addends(&mut self, func: &Function, classes: &Classes, sums: &[Inst], chosen: &[Option<usize>]) {
        for (sum, chosen) in sums.iter().zip(chosen) {
            if let Some(operand) = *chosen {
                self.keep_addend(func, classes, *sum, operand);
            }
        }
    }

    fn keep_addend(&mut self, func: &Function, classes: &Classes, sum: Inst, operand: usize) {
        let addend = below_negations(func, func.insts[sum.index()].args[1 - operand]).0;
        self.uses[classes.get(addend)].others += 1;
    }

    /// The operand of a sum or difference to contract as ptxas does.
    fn choose_as_ptxas(&mut self, func: &Function, classes: &Classes, sum: Inst) -> Option<usize> {
        let data = &func.insts[sum.index()];
        let count = |operand: usize| {
            let value = product(func, data.args[operand], data.ty, data.attrs.ftz)?;
            let uses = self.uses[classes.get(value)];
            (uses.others == 0).then_some(uses.adds + uses.subs)
        };
        let operand = match (count(0), count(1)) {
            (Some(a), Some(b)) => usize::from(b < a),
            (Some(_), None) => 0,
            (None, Some(_)) => 1,
            (None, None) => return None,
        };
        self.keep_addend(func, classes, sum, operand);
        Some(operand)
    }
}

/// Turns the sum into `fma`; the answer is the negations to put before it.
fn contract(func: &mut Function, sum: Inst, operand: usize) -> Vec<Inst> {
    let data = func.insts[sum.index()].clone();
    let (product, mut negate_product) = below_negations(func, data.args[operand]);
    let mut addend = data.args[1 - operand];
    let mut negate_addend = false;
    if data.op == Opcode::Sub {
        if operand == 1 {
            negate_product = !negate_product;
        } else {
            negate_addend = true;
        }
    }
    let ValueDef::Result(mul, _) = func.def(product) else { return Vec::new() };
    let (mut a, b) = (func.insts[mul.index()].args[0], func.insts[mul.index()].args[1]);
    let mut extra = Vec::new();
    let mut negated = |func: &mut Function, value: Value| {
        let (inst, result) = make(func, Opcode::Neg, data.ty, data.ty, &[value], data.ty.reg(), data.loc);
        func.insts[inst.index()].attrs.ftz = data.attrs.ftz;
        extra.push(inst);
        result
    };
    if negate_product {
        a = negated(func, a);
    }
    if negate_addend {
        addend = negated(func, addend);
    }
    let inst = &mut func.insts[sum.index()];
    inst.op = Opcode::Fma;
    inst.args = vec![a, b, addend];
    inst.attrs.rounding = Some(Rounding::Rn);
    extra
}
