//! Contraction of products into sums: `a * b + c` becomes `fma(a, b, c)`, `a * b - c` `fma(a, b, -c)`, `c - a * b`
//! `fma(-a, b, c)`. Device code only, as `nvcc -fmad=true` does; host code is never contracted.
//!
//! Before: `mul`, `add`, `sub` and `neg` of floats as the source has them, after inlining. After: the results of the
//! device are those of nvcc and ptxas, whatever passes run later. Explicit roundings (`__fmul_rn`, `__fadd_rn`) are
//! never contracted.
//!
//! Which product goes into which sum depends on what else is there: on the other uses of the product, on the IR block
//! that they stand in, on the order of operands. So the function is first brought to the form in which NVVM decides, at
//! every level alike: [`SIMPLIFIED`], without partial redundancies (`pass::pre`), ranked (`pass::rank_operands`), [`UNROLLED`],
//! without those that came of that, [`LAST`]. Where there are loops, that form is an [`image`] beside the function. Then two deciders run, one after the
//! other, as in nvcc:
//! - [`nvvm`]: sums within one IR block, products whose uses are all sums there.
//! - [`kern_ir::contract`], as ptxas: what is left, differences too; products whose uses are all sums and differences.
//!
//! The rules were read off nvcc 13.0 and ptxas for sm_90, by executing the machine code of thousands of random kernels
//! term by term beside their sources (`tests/src/sums.rs` makes such kernels).

mod image;
mod loops;
mod nvvm;
mod quotients;

use crate::pass::graph::reachable;
use crate::pass::inst_combine_float::bits_of;
use crate::pass::{
    PassContext, dce, fold, fold_logical, gvn, hoist_common, if_convert, inst_combine_float, licm, load_store_elim, mem2reg, names, pre,
    rank_operands, simplify, simplify_cfg, sink, sink_loads, unroll,
};
use kern_ir::contract::is_plain;
use kern_ir::{Function, Inst, LocId, ModuleKind, Opcode, Type};
use rustc_hash::FxHashMap;

type Passes = &'static [fn(&mut Function, &PassContext<'_>) -> bool];

/// Of each contracted sum, the place of the product in it.
type Fused = FxHashMap<Inst, LocId>;

/// What comes before LLVM's Reassociate in NVVM. What a loop's two ways on begin with leaves it while local arrays are still in
/// memory: stores to one may stand before it then.
const SIMPLIFIED: Passes = &[
    inst_combine_float::run,
    simplify::run,
    fold::run,
    inst_combine_float::run,
    simplify_cfg::run,
    mem2reg::run,
    gvn::run,
    simplify::run,
    fold::run,
    inst_combine_float::run,
    simplify_cfg::run,
    dce::run_trivial,
    simplify_cfg::run,
    fold_logical::run_inside,
    gvn::run,
    hoist_common::run,
    simplify_cfg::run,
];

/// What comes after it, up to the loops.
const UNROLLED: Passes = &[
    rank_operands::unbundle,
    sink_loads::run,
    loops::split_exits,
    unroll::run,
    simplify_cfg::run,
    fold::run,
    simplify::run,
    simplify_cfg::run,
    mem2reg::run,
    fold::run,
    simplify::run,
    inst_combine_float::run,
    simplify_cfg::run,
    loops::clean,
];

/// What follows where there are no loops, before partial redundancies go.
const STRAIGHT: Passes = &[hoist_common::run, gvn::run];

/// What follows partial redundancies: stores that others of the same IR block overwrite go (LLVM's DSE follows GVN, and
/// unrolling), and arms that lost a common beginning may now be small.
const WITHOUT_PARTIAL: Passes = &[
    load_store_elim::run_on_stores,
    dce::run,
    hoist_common::run,
    gvn::run,
    simplify_cfg::run,
    if_convert::run,
    simplify_cfg::run,
    simplify::run,
    inst_combine_float::run,
];

/// What comes last.
const LAST: Passes = &[gvn::run, dce::run, sink::run_common, simplify_cfg::run, gvn::run, sink::run];

/// What follows where there are loops, once the image of the function is made.
const AROUND_LOOPS: Passes = &[gvn::run, loops::split_entries, licm::run, gvn::run, dce::run, sink::run];

/// What comes first: the code without what inlining left. Small arms of branches are looked at before and after dead code goes, but
/// before anything is computed only once (SimplifyCFG comes before EarlyCSE and GVN), and so are tests of an `if` inside of an `if`.
const TIDIED: Passes = &[
    if_convert::run,
    inst_combine_float::run,
    simplify::run,
    fold::run,
    simplify_cfg::run,
    mem2reg::run,
    simplify::run,
    fold::run,
    inst_combine_float::run,
    dce::run_trivial,
    simplify_cfg::run,
    if_convert::run,
    simplify_cfg::run,
    fold_logical::run_inside,
    simplify_cfg::run,
];

/// What follows: nothing is computed or loaded again.
const PREPARED: Passes = &[gvn::run, simplify::run, fold::run, inst_combine_float::run, simplify_cfg::run, load_store_elim::run_on_loads];

/// Cleans up device code that [`run`] will contract; answers whether anything changed.
///
/// Where that spares a load (`m[j] * m[j]`, or `x[0]` again), LLVM has gone over the whole function before it ranks, and
/// what functions returned together is no longer together: seen with arrays and pointers, in loops and outside.
pub(crate) fn prepare(func: &mut Function, context: &PassContext<'_>) -> bool {
    if !is_wanted(func, context) {
        return false;
    }
    let mut changed = all(TIDIED, func, context);
    let loads = |func: &Function| func.iter_insts().filter(|(_, _, data)| data.op == Opcode::Ld).count();
    let before = loads(func);
    changed |= all(PREPARED, func, context);
    if loads(func) < before {
        changed |= names::tracked(rank_operands::unbundle, func, context);
    }
    names::tracked(dce::run_trivial, func, context) | changed
}

/// Orders the operands of a function that others call, before they take it in: LLVM simplifies callees first, where
/// parameters rank by number (`f(p, q) = q * p + p * p` contracts `p * p`, whatever `p` is in the caller).
pub(crate) fn rank_callee(func: &mut Function, context: &PassContext<'_>) {
    if is_wanted(func, context) {
        all(TIDIED, func, context);
        names::tracked(dce::run_trivial, func, context);
        names::tracked(rank_operands::run, func, context);
    }
}

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    products(func, context) | names::tracked(|func, context| kern_ir::bfloat::expand(func, context.kind), func, context)
}

fn products(func: &mut Function, context: &PassContext<'_>) -> bool {
    let has_quotients = context.kind == ModuleKind::Device && names::tracked(|func, _| quotients::expand_all(func), func, context);
    let has_changed = contract(func, context);
    if has_quotients {
        quotients::settle(func);
    }
    has_quotients | has_changed
}

fn contract(func: &mut Function, context: &PassContext<'_>) -> bool {
    if !is_wanted(func, context) {
        return context.kind == ModuleKind::Device
            && (names::tracked(rank_operands::unbundle, func, context) | names::tracked(dce::run, func, context));
    }
    all(SIMPLIFIED, func, context);
    names::tracked(|func, context| pre::run(func, context, &[]), func, context);
    names::tracked(rank_operands::run, func, context);
    all(UNROLLED, func, context);
    if let Some(choices) = image::choices(func, context) {
        all(AROUND_LOOPS, func, context);
        choices.apply(func);
    } else {
        all(STRAIGHT, func, context);
        names::tracked(|func, context| pre::run(func, context, &[]), func, context);
        all(WITHOUT_PARTIAL, func, context);
        all(LAST, func, context);
        decide(func, &mut Fused::default());
    }
    names::tracked(dce::run, func, context);
    names::tracked(simplify_cfg::run, func, context);
    true
}

/// Lets the two deciders contract `func`, one after the other.
fn decide(func: &mut Function, fused: &mut Fused) -> bool {
    nvvm::run(func, fused) | ptxas(func, fused)
}

fn ptxas(func: &mut Function, fused: &mut Fused) -> bool {
    reachable(func);
    kern_ir::contract::run(func, &mut |sum, product| {
        fused.insert(sum, product);
    })
}

fn all(passes: Passes, func: &mut Function, context: &PassContext<'_>) -> bool {
    passes.iter().fold(false, |changed, &pass| names::tracked(pass, func, context) | changed)
}

fn is_wanted(func: &Function, context: &PassContext<'_>) -> bool {
    context.kind == ModuleKind::Device && context.options.fmad && has_candidates(func)
}

fn has_candidates(func: &Function) -> bool {
    let any = |op: fn(Opcode) -> bool| {
        func.layout
            .iter()
            .flat_map(|b| &func.blocks[b.index()].insts)
            .any(|i| func.insts[i.index()].ty.is_float() && op(func.insts[i.index()].op))
    };
    any(|op| matches!(op, Opcode::Mul | Opcode::Div)) && any(|op| matches!(op, Opcode::Add | Opcode::Sub))
}

/// The bit of a float that is its sign.
fn sign(ty: Type) -> u64 {
    if ty == Type::F32 { 1 << 31 } else { 1 << 63 }
}
