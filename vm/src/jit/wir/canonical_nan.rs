//! NaNs become canonical where somebody could tell.
//!
//! *Before.* `.f32` values hold whatever NaN the processor makes. *After.* An instruction says which operands and results it
//! makes canonical: results that the analysis does not leave as they are, operands that go to memory, to other lanes, into bits,
//! or to a parameter that promises it. What is spilled becomes canonical by itself.
//!
//! *Source.* PTX ISA 9.7.3: NaN payloads are not preserved; every NaN result is `0x7fffffff`.

use super::coverage::makes_nan;
use super::*;
use crate::decode::code::OpKind;
use crate::decode::side::is_host;
use kern_ir::{Opcode, RegType, Type};

/// See the module.
pub(super) fn canonicalise<const L: usize>(wir: &mut Wir, &mut PassContext { plan, .. }: &mut PassContext<L>) {
    if is_host(L) {
        return;
    }
    wir.for_each_copy(|_, copy| {
        for inst in copy {
            inst.canonical = canonical(plan, inst);
            canonicalise_edges(plan, inst);
        }
    });
}

/// What an instruction makes canonical.
fn canonical<const L: usize>(plan: &Plan<L>, inst: &Inst) -> Vec<Value> {
    let data = plan.inst(inst.pc);
    let is_open = |value: &&Value| plan.is_noncanonical[value.index()];
    let of = |values: &[Value]| values.iter().filter(is_open).copied().collect();
    match (&inst.kind, data.op) {
        (InstKind::Perform(AccessKind::Store | AccessKind::Atomic), _) => of(&data.args[1..]),
        (InstKind::Exchange(Exchange::Direct | Exchange::DirectIfNamed), _) if matches!(plan.code.ops[inst.pc].kind, OpKind::Shfl(..)) => {
            of(&data.args[..1])
        }
        (InstKind::Compute, Opcode::Selp) if !plan.is_noncanonical[data.results[0].index()] => of(&data.args[..2]),
        (InstKind::Compute, Opcode::Mov) => of(&data.args),
        (InstKind::Compute, Opcode::Cvt) if (data.src_ty, data.ty) == (Type::F32, Type::F64) => of(&data.args),
        (InstKind::Compute, _) => {
            let makes =
                |result: &&Value| plan.func.ty(**result) == RegType::F32 && data.ty == Type::F32 && makes_nan(data) && !is_open(result);
            data.results.iter().filter(makes).copied().collect()
        }
        _ => Vec::new(),
    }
}

/// A parameter that promises canonical NaNs gets them.
fn canonicalise_edges<const L: usize>(plan: &Plan<L>, inst: &mut Inst) {
    let edges = match &mut inst.kind {
        InstKind::Jump(edge) => std::slice::from_mut(edge),
        InstKind::Branch { edges, .. } => edges,
        _ => return,
    };
    for way in edges.iter_mut().flat_map(|edge| &mut edge.moves) {
        way.is_canonical = !plan.is_noncanonical[way.param.index()] && plan.is_noncanonical[way.arg.index()];
    }
}
