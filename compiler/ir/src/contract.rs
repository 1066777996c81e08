//! What ptxas contracts of the `mul`, `add` and `sub` without a rounding that PTX has, over a whole function: "mul/add sequences with
//! no rounding modifiers may be optimized to use fused-multiply-add instructions" (PTX ISA, 9.7.3 "add"). Compiled code ends with
//! it, and PTX text that others wrote begins with it ([`assemble`]).
//!
//! A product goes into its sums and differences (seen through negations) when *all* its uses are such, so that it
//! disappears. It must stand in the IR block of its uses, or have a factor in constant memory: a parameter of the kernel
//! or a literal. Where both operands of a sum are such products, the one with fewer uses goes in, and with as many uses
//! each operand 0; the other has to be computed. Products of one use go in first of all: what such a one is added to
//! stays, and so do its other sums. Then it is the order of the sums that counts: the other stays for the sums after that,
//! not for those before (`p = a*b` of four uses and `q = c*d` of two: `p - e; p - q; p + f` is `fma(a, b, -e)`,
//! `fma(-c, d, p)`, `add(p, f)`). A product that is added to or subtracted from itself stays. The magnitude of a square
//! is the square.

use crate::{Attrs, Block, Cfg, Function, Inst, InstData, LocId, Module, Opcode, Precision, Rounding, Value, ValueDef, bfloat};

/// Contracts in device code as it was read from text if `fmad` says so, but for what `kern` printed once that was settled; and makes
/// the arithmetic of `.bf16` that of other types.
pub fn assemble(module: &mut Module, fmad: bool) {
    let is_contracted = std::mem::replace(&mut module.is_contracted, true);
    for func in &mut module.functions {
        if fmad && !is_contracted {
            run(func, &mut |_, _| {});
        }
        bfloat::expand(func, module.kind);
    }
}

/// Contracts in `func`, all of whose IR blocks are reachable, and tells `fused` each sum and the place of the product in it; answers
/// whether anything changed.
pub fn run(func: &mut Function, fused: &mut dyn FnMut(Inst, LocId)) -> bool {
    let order = Cfg::new(func).rpo().to_vec();
    let mut products = Products::new(func, &order);
    products.lose_to_single(func);
    let mut changed = false;
    for &block in &order {
        for inst in std::mem::take(&mut func.blocks[block.index()].insts) {
            let chosen = if is_sum(&func.insts[inst.index()]) { products.choose(func, inst) } else { None };
            if let Some(operand) = chosen {
                let value = below_negations(func, func.insts[inst.index()].args[operand]).0;
                fused(inst, func.defining(value).map_or(LocId::NONE, |d| d.loc));
                let extra = contract(func, inst, operand);
                func.blocks[block.index()].insts.extend(extra);
                changed = true;
            }
            func.blocks[block.index()].insts.push(inst);
        }
    }
    changed
}

/// Whether the instruction is a sum or a difference that may take in a product.
pub fn is_sum(data: &InstData) -> bool {
    is_plain(data) && matches!(data.op, Opcode::Add | Opcode::Sub)
}

/// The value below any negations, and whether their number is odd. Those below a magnitude do not count.
fn below_negations(func: &Function, mut value: Value) -> (Value, bool) {
    let mut is_negative = false;
    let mut is_magnitude = false;
    while let Some(data) = func.defining(value).filter(|d| is_sign(func, d)) {
        value = data.args[0];
        is_magnitude |= data.op == Opcode::Abs;
        is_negative ^= !is_magnitude;
    }
    (value, is_negative)
}

/// Whether the instruction only tells what sign a product has: a negation, or the magnitude of a square.
fn is_sign(func: &Function, data: &InstData) -> bool {
    match data.op {
        Opcode::Neg => is_plain(data),
        Opcode::Abs if data.ty.is_float() => {
            let square = below_negations(func, data.args[0]).0;
            func.defining(square).is_some_and(|d| d.op == Opcode::Mul && is_plain(d) && d.ty == data.ty && d.args[0] == d.args[1])
        }
        _ => false,
    }
}

/// How a product is used.
#[derive(Clone, Copy, Default)]
struct Uses {
    sums: u32,
    others: u32,
    /// The block of the sums, when it is one.
    block: Option<Block>,
    has_many_blocks: bool,
}

struct Products {
    /// By value.
    uses: Vec<Uses>,
    stays: Vec<bool>,
    /// Sums and differences of at least one product, in order.
    sums: Vec<Inst>,
}

impl Products {
    fn new(func: &Function, order: &[Block]) -> Products {
        let mut uses = vec![Uses::default(); func.values.len()];
        let mut sums = Vec::new();
        let mut homes: Vec<Option<Block>> = vec![None; func.values.len()];
        for &block in order {
            for result in func.blocks[block.index()].insts.iter().flat_map(|i| &func.insts[i.index()].results) {
                homes[result.index()] = Some(block);
            }
        }
        // Users of a negation come later in the order than the negation, or pass it on: one backward sweep sees the
        // users first.
        for &block in order.iter().rev() {
            for &inst in func.blocks[block.index()].insts.iter().rev() {
                let data = &func.insts[inst.index()];
                let is_sum = is_sum(data);
                let is_negation = is_sign(func, data);
                if is_sum && data.args.iter().any(|&a| product(func, inst, a).is_some()) {
                    sums.push(inst);
                }
                let one = match (is_sum, is_negation) {
                    (true, _) => Uses { sums: 1, block: Some(block), ..Uses::default() },
                    (_, true) => uses[data.results[0].index()],
                    _ => Uses { others: 1, ..Uses::default() },
                };
                for arg in data.args.iter().chain(data.targets().iter().flat_map(|t| &t.args)) {
                    let all = &mut uses[arg.index()];
                    all.has_many_blocks |= one.has_many_blocks || matches!((all.block, one.block), (Some(a), Some(b)) if a != b);
                    all.sums += one.sums;
                    all.others += one.others;
                    all.block = all.block.or(one.block);
                }
            }
        }
        sums.reverse();
        let stays = uses.iter().enumerate().map(|(v, uses)| uses.others > 0 || !is_near(func, Value(v as u32), uses, homes[v])).collect();
        Products { uses, stays, sums }
    }

    /// The products that the sum may take, by operand.
    fn operands(&self, func: &Function, sum: Inst) -> [Option<Value>; 2] {
        let args = &func.insts[sum.index()].args;
        let [a, b] = [product(func, sum, args[0]), product(func, sum, args[1])];
        [a.filter(|v| !self.stays[v.index()]), b.filter(|v| !self.stays[v.index()])]
    }

    /// Finds what stays because another product of a sum has no use but that, until that changes nothing.
    fn lose_to_single(&mut self, func: &Function) {
        loop {
            let mut lost = Vec::new();
            for &sum in &self.sums {
                if let [Some(a), Some(b)] = self.operands(func, sum) {
                    match (self.uses[a.index()].sums, self.uses[b.index()].sums) {
                        _ if a == b => lost.push(a),
                        (2.., 1) => lost.push(a),
                        (1, 2..) => lost.push(b),
                        _ => {}
                    }
                }
            }
            if lost.is_empty() {
                return;
            }
            lost.into_iter().for_each(|v| self.stays[v.index()] = true);
        }
    }

    /// The operand of a sum or difference that goes into it.
    fn choose(&mut self, func: &Function, sum: Inst) -> Option<usize> {
        match self.operands(func, sum) {
            [Some(a), Some(b)] => {
                let chosen = usize::from(self.uses[b.index()].sums < self.uses[a.index()].sums);
                self.stays[[b, a][chosen].index()] = true;
                Some(chosen)
            }
            [Some(_), None] => Some(0),
            [None, Some(_)] => Some(1),
            [None, None] => None,
        }
    }
}

/// The plain product that `value` is, perhaps negated, for `sum`.
pub fn product(func: &Function, sum: Inst, value: Value) -> Option<Value> {
    let value = below_negations(func, value).0;
    let (sum, data) = (&func.insts[sum.index()], func.defining(value)?);
    (data.op == Opcode::Mul && is_product(data) && data.ty == sum.ty && data.attrs.ftz == sum.attrs.ftz).then_some(value)
}

/// A product, or what is left of a quotient.
fn is_product(data: &InstData) -> bool {
    is_plain(data) || data.attrs == Attrs { ftz: data.attrs.ftz, precision: Some(Precision::Approx), ..Attrs::default() }
}

/// Whether the sums of a product stand where it does, or a factor is in constant memory.
fn is_near(func: &Function, value: Value, uses: &Uses, home: Option<Block>) -> bool {
    if !uses.has_many_blocks && uses.block == home {
        return true;
    }
    let Some(data) = func.defining(value).filter(|d| d.op == Opcode::Mul) else { return false };
    data.args.iter().any(|&a| func.constant(a).is_some() || func.defining(a).is_some_and(|d| d.op == Opcode::LdParam))
}

/// Turns the sum into `fma`; the answer is the negations to put before it.
pub fn contract(func: &mut Function, sum: Inst, operand: usize) -> Vec<Inst> {
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
        let attrs = Attrs { ftz: data.attrs.ftz, ..Attrs::default() };
        let negation = InstData { args: vec![value], attrs, loc: data.loc, ..InstData::new(Opcode::Neg, data.ty) };
        let inst = func.add_inst(negation, &[data.ty.reg()]);
        extra.push(inst);
        func.insts[inst.index()].results[0]
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

/// Whether the instruction is `add`, `sub`, `mul` or `neg` of floats that may be contracted or moved through.
pub fn is_plain(data: &InstData) -> bool {
    data.ty.is_float()
        && matches!(data.op, Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Neg)
        && data.attrs == Attrs { ftz: data.attrs.ftz, ..Attrs::default() }
}
