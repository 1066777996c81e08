//! Approximate quotients: the dividend times the reciprocal of the divisor.
//!
//! Before: `div.approx`, which `-use_fast_math` makes of `/`. After: of one, `rcp.approx`, and `rsqrt.approx` where the divisor is an
//! approximate root in the same IR block (as NVVM chooses instructions); of a number by a constant, a product with the constant's
//! reciprocal; where subnormal numbers are zero, any other a product with `rcp.approx`. (Read off the machine code of nvcc 13.) Such a
//! product may be contracted by ptxas, which makes it, and not by NVVM: until both are through it says that it is approximate.

use kern_ir::{Attrs, Block, Function, Inst, InstData, Opcode, Precision, RegType, Type, Value, ValueDef};

/// Makes products of the quotients; answers whether there were any.
pub(super) fn expand_all(func: &mut Function) -> bool {
    let is_quotient = |data: &InstData| data.op == Opcode::Div && data.ty == Type::F32 && data.attrs.precision == Some(Precision::Approx);
    if !func.iter_insts().any(|(.., data)| is_quotient(data)) {
        return false;
    }
    let mut has_changed = false;
    for block in func.layout.clone() {
        for inst in func.blocks[block.index()].insts.clone() {
            if is_quotient(&func.insts[inst.index()]) {
                has_changed |= expand(func, block, inst);
            }
        }
    }
    has_changed
}

fn expand(func: &mut Function, block: Block, inst: Inst) -> bool {
    let data = func.insts[inst.index()].clone();
    let &[dividend, divisor] = &data.args[..] else { return false };
    let single = |value: Value| func.constant(value).map(|bits| f32::from_bits(bits as u32));
    let product = Attrs { ftz: data.attrs.ftz, precision: Some(Precision::Approx), ..Attrs::default() };
    let factor = match (single(dividend), single(divisor)) {
        (Some(1.0), None) => {
            let (op, args) = match root(func, block, divisor) {
                Some(x) => (Opcode::Rsqrt, vec![x]),
                None => (Opcode::Rcp, vec![divisor]),
            };
            func.insts[inst.index()] = InstData { op, args, ..data };
            return true;
        }
        (_, Some(constant)) => {
            let reciprocal = 1.0 / constant;
            if !constant.is_normal() || !reciprocal.is_normal() {
                return false;
            }
            func.add_constant(RegType::F32, u64::from(reciprocal.to_bits()))
        }
        (_, None) if data.attrs.ftz => {
            let of = InstData { op: Opcode::Rcp, args: vec![divisor], ..data.clone() };
            let reciprocal = func.add_inst(of, &[RegType::F32]);
            let at = func.blocks[block.index()].insts.iter().position(|&other| other == inst).unwrap_or(0);
            func.blocks[block.index()].insts.insert(at, reciprocal);
            func.insts[reciprocal.index()].results[0]
        }
        _ => return false,
    };
    func.insts[inst.index()] = InstData { op: Opcode::Mul, args: vec![dividend, factor], attrs: product, ..data };
    true
}

/// The products are such as all others.
pub(super) fn settle(func: &mut Function) {
    func.insts.iter_mut().filter(|data| data.op == Opcode::Mul).for_each(|data| data.attrs.precision = None);
}

/// Of what a value is the approximate root, if it is one of that block.
fn root(func: &Function, block: Block, value: Value) -> Option<Value> {
    let ValueDef::Result(root, _) = func.def(value) else { return None };
    let data = &func.insts[root.index()];
    let is_root = data.op == Opcode::Sqrt && data.attrs.precision.is_some() && func.blocks[block.index()].insts.contains(&root);
    is_root.then(|| data.args[0])
}
