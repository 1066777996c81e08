//! Order of operands: the operand of a float sum or product that is defined earlier comes first.
//!
//! Before: any well-formed function. After: operands of plain float `add` and `mul` are ordered by LLVM's ranks
//! (`getRank` of Reassociate; nothing is reassociated here), which decide which of two products of a sum is contracted:
//! constants come last, kernel parameters are ranked by number, what cannot be moved (loads, calls, block parameters) by
//! position, and the rest one more than its highest operand. A product with a negative constant that only a sum uses has a positive one, and the sum is a
//! difference, where it is the right operand (`canonicalizeNegConstExpr`).

use crate::pass::PassContext;
use crate::pass::dce;
use crate::pass::graph::reachable;
use crate::pass::inst_combine_float::is_plain;
use crate::pass::rewrite::Substitution;
use kern_ir::{Effects, Function, Inst, InstData, ModuleKind, Opcode, Payload, Type, Value};
use rustc_hash::FxHashMap;

/// Ranks of a block's values lie this far apart.
const BLOCK: u64 = 1 << 16;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    if context.kind != ModuleKind::Device {
        return false;
    }
    let order = reachable(func).rpo().to_vec();
    let only_user = only_users(func);
    // Where a pointer that is stored through is `__restrict__`, bundles have gone before.
    let stores_alone = func.kernel_params.iter().any(|p| p.is_restrict() && !p.is_const_restrict);
    let are_read_singly = are_read_singly(func);
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
        for inst in func.blocks[block.index()].insts.clone() {
            let data = &func.insts[inst.index()];
            let ranks = data.args.iter().map(|a| rank.get(a.index()).copied().unwrap_or(0));
            let highest = ranks.clone().max().unwrap_or(0);
            let own = match data.payload {
                // An `insertvalue` for each scalar, one after the other, then an `extractvalue`.
                _ if is_bundle(data) && (stores_alone || are_read_singly) => rank[data.args[0].index()],
                _ if is_bundle(data) => ranks.skip(1).fold(0, |chain: u64, scalar| chain.max(scalar) + 1) + 1,
                Payload::Param(param) if data.op == Opcode::LdParam => 3 + u64::from(param),
                _ if is_movable(data) => highest + u64::from(data.op != Opcode::Neg),
                _ if data.results.is_empty() => continue,
                _ => {
                    position += 1;
                    position
                }
            };
            data.results.iter().for_each(|r| rank[r.index()] = own);
            changed |= order_operands(func, &rank, inst) | lose_sign(func, &only_user, inst);
        }
    }
    changed
}

/// Whether the instruction gives one of the scalars that a function returns together: operand 0 of all of them.
pub(crate) fn is_bundle(data: &InstData) -> bool {
    data.op == Opcode::Mov && data.args.len() > 1
}

/// Whether no bundle has more than one scalar that is read: all are seen through then. What is not read has gone.
fn are_read_singly(func: &Function) -> bool {
    let mut number: FxHashMap<&[Value], i64> = FxHashMap::default();
    let mut bundles = func.iter_insts().filter(|(.., data)| is_bundle(data));
    bundles.all(|(.., data)| number.insert(&data.args[1..], data.offset).is_none_or(|other| other == data.offset))
}

/// Takes the bundles away: LLVM's InstCombine sees through them, but only after Reassociate.
pub(crate) fn unbundle(func: &mut Function, _: &PassContext<'_>) -> bool {
    let mut subst = Substitution::new(func);
    let mut changed = false;
    for block in func.layout.clone() {
        let insts = std::mem::take(&mut func.blocks[block.index()].insts);
        let mut is_kept = |inst: &Inst| {
            let data = &func.insts[inst.index()];
            // A scalar that is in memory is there already: it was loaded from where it is stored.
            let is_own = |value: Value| {
                let Some(bundle) = func.defining(value).filter(|d| is_bundle(d)) else { return false };
                func.defining(bundle.args[0]).is_some_and(|load| {
                    load.op == Opcode::Ld && load.args[0] == data.args[0] && load.offset == data.offset && load.ty == data.ty
                })
            };
            if is_bundle(data) {
                subst.set(data.results[0], data.args[0]);
                return false;
            }
            !(data.op == Opcode::St && data.args.len() == 2 && is_own(data.args[1]))
        };
        let before = insts.len();
        let kept: Vec<Inst> = insts.into_iter().filter(|i| is_kept(i)).collect();
        changed |= kept.len() != before;
        func.blocks[block.index()].insts = kept;
    }
    subst.apply(func);
    if changed {
        dce::sweep_unused(func);
    }
    changed
}

/// The instruction that uses a value, if it is used once.
fn only_users(func: &Function) -> Vec<Option<Inst>> {
    let mut user = vec![None; func.values.len()];
    let mut has_many = vec![false; func.values.len()];
    for &inst in func.layout.iter().flat_map(|b| &func.blocks[b.index()].insts) {
        let data = &func.insts[inst.index()];
        for arg in data.args.iter().chain(data.targets().iter().flat_map(|t| &t.args)) {
            has_many[arg.index()] |= user[arg.index()].replace(inst).is_some();
        }
    }
    user.into_iter().zip(has_many).map(|(user, has_many)| user.filter(|_| !has_many)).collect()
}

fn order_operands(func: &mut Function, rank: &[u64], inst: Inst) -> bool {
    let data = &func.insts[inst.index()];
    let [a, b] = data.args[..] else { return false };
    let of = |v: kern_ir::Value| rank.get(v.index()).copied().unwrap_or(0);
    let is_commutative = matches!(data.op, Opcode::Add | Opcode::Mul) && is_plain(data, data.attrs.ftz);
    let swaps = is_commutative && func.constant(b).is_none() && of(b) < of(a);
    if swaps {
        func.insts[inst.index()].args.swap(0, 1);
    }
    swaps
}

/// `x + y * -C` becomes `x - y * C`, and `x - y * -C` `x + y * C`, where `product` is `y * -C`.
fn lose_sign(func: &mut Function, only_user: &[Option<Inst>], product: Inst) -> bool {
    let data = &func.insts[product.index()];
    let ([y, factor], [result]) = (&data.args[..], &data.results[..]) else { return false };
    let (y, result, ty) = (*y, *result, data.ty);
    if data.op != Opcode::Mul || !is_plain(data, data.attrs.ftz) {
        return false;
    }
    let sign = if ty == Type::F32 { 1 << 31 } else { 1 << 63 };
    let Some(bits) = func.constant(*factor).filter(|bits| bits & sign != 0) else { return false };
    let Some(user) = only_user.get(result.index()).copied().flatten() else { return false };
    let user_data = &func.insts[user.index()];
    let is_wanted = match user_data.op {
        Opcode::Add => true,
        Opcode::Sub => user_data.args[1] == result,
        _ => false,
    };
    if !is_wanted || !is_plain(user_data, user_data.attrs.ftz) {
        return false;
    }
    let positive = func.add_constant(ty.reg(), bits ^ sign);
    func.insts[product.index()].args = vec![y, positive];
    let user = &mut func.insts[user.index()];
    if user.args[0] == result {
        user.args.swap(0, 1);
    }
    user.op = if user.op == Opcode::Add { Opcode::Sub } else { Opcode::Add };
    true
}

/// Whether LLVM has an instruction for it that can be moved freely: no load, no division and no call, and functions of
/// floats are calls.
fn is_movable(data: &InstData) -> bool {
    let is_call = data.ty.is_float()
        && !matches!(
            data.op,
            Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Neg | Opcode::Selp | Opcode::Setp | Opcode::Mov | Opcode::Cvt
        );
    data.effects() == Effects::Pure
        && !is_call
        && !matches!(data.payload, Payload::Sreg(_))
        && !matches!(data.op, Opcode::Div | Opcode::Rem)
}
