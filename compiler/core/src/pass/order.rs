//! Order of operands: the operand of a float sum or product that is defined earlier comes first.
//!
//! Before: any well-formed function. After: operands of plain float `add` and `mul` are ordered by LLVM's ranks
//! (Reassociate), which decide which of two products of a sum is contracted: constants come last, kernel parameters
//! are ranked by number, what cannot be moved (loads, calls, block parameters) by position, and the rest one more than
//! its highest operand.

use crate::pass::Surroundings;
use crate::pass::graph::reachable;
use kern_ir::{Attrs, Effects, Function, InstData, ModuleKind, Opcode, Payload};

/// Ranks of a block's values lie this far apart.
const BLOCK: u64 = 1 << 16;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, around: &Surroundings<'_>) -> bool {
    if around.kind != ModuleKind::Device {
        return false;
    }
    let order = reachable(func).rpo().to_vec();
    let mut rank = vec![0u64; func.values.len()];
    let mut changed = false;
    let mut of_block = (3 + func.kernel_params.len() as u64) * BLOCK;
    for &block in &order {
        let mut position = of_block;
        of_block += BLOCK;
        for param in &func.blocks[block.index()].params {
            position += 1;
            rank[param.index()] = position;
        }
        for i in 0..func.blocks[block.index()].insts.len() {
            let inst = func.blocks[block.index()].insts[i];
            let data = &mut func.insts[inst.index()];
            let highest = data.args.iter().map(|a| rank[a.index()]).max().unwrap_or(0);
            let own = match data.payload {
                Payload::Param(param) if data.op == Opcode::LdParam => 3 + u64::from(param),
                _ if is_movable(data) => highest + u64::from(data.op != Opcode::Neg),
                _ if data.results.is_empty() => continue,
                _ => {
                    position += 1;
                    position
                }
            };
            data.results.iter().for_each(|r| rank[r.index()] = own);
            let is_commutative = matches!(data.op, Opcode::Add | Opcode::Mul) && data.ty.is_float();
            if is_commutative && data.attrs == (Attrs { ftz: data.attrs.ftz, ..Attrs::default() }) {
                let [a, b] = data.args[..] else { continue };
                if rank[b.index()] < rank[a.index()] && func.constant(b).is_none() {
                    func.insts[inst.index()].args.swap(0, 1);
                    changed = true;
                }
            }
        }
    }
    changed
}

/// Whether LLVM has an instruction for it that can be moved freely: no load, no division and no call, and functions of
/// floats are calls.
fn is_movable(data: &InstData) -> bool {
    let is_call = data.ty.is_float()
        && !matches!(
            data.op,
            Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Neg | Opcode::Selp | Opcode::Setp | Opcode::Mov | Opcode::Cvt
        );
    data.op.row().effects == Effects::Pure
        && !is_call
        && !matches!(data.payload, Payload::Sreg(_))
        && !matches!(data.op, Opcode::Div | Opcode::Rem)
}
