//! Results of calls that nobody reads.
//!
//! Before: host code whose variables are values, with the functions inlined that always are. After: a call of a function
//! without a body has a result only if the program does something with it: it reaches, through variables and conversions,
//! a branch, a store, an argument, or the result of a function that somebody reads. So the runtime knows which errors a
//! program drops. This runs at every level before any pass that differs by level. LLVM's DeadArgumentElimination does so
//! to the results of functions with a body, and to arguments. In device code, behind the inliner, only calls of the CUDA runtime lose
//! theirs: nothing else asks there.

use crate::pass::dce::{Live, mark, sweep};
use crate::pass::graph::reachable;
use kern_ir::{Block, Function, FunctionKind, GlobalInit, Inst, InstData, Module, ModuleKind, Opcode, Payload, Relocation, ValueDef};

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(module: &mut Module) -> bool {
    let is_host = module.kind == ModuleKind::Host;
    let is_read = if is_host { read_functions(module) } else { vec![true; module.functions.len()] };
    let is_meant = |f: &Function| f.kind == FunctionKind::Extern && (is_host || f.name.starts_with("cuda"));
    let is_extern: Vec<bool> = module.functions.iter().map(is_meant).collect();
    let mut changed = false;
    for (func, is_read) in module.functions.iter_mut().zip(is_read) {
        if func.layout.is_empty() {
            continue;
        }
        if !is_read && !func.results.is_empty() {
            forget_result(func);
            changed |= sweep(func);
        }
        changed |= drop_results(func, &is_extern);
    }
    changed
}

/// Which functions have a result that somebody reads.
fn read_functions(module: &mut Module) -> Vec<bool> {
    let mut is_read = called_from_outside(module);
    // Who calls nobody reads no result of a call.
    let is_call = |(_, _, inst): (Block, Inst, &InstData)| matches!(inst.payload, Payload::Call(_));
    let calls: Vec<bool> = module.functions.iter().map(|func| func.iter_insts().any(is_call)).collect();
    let mut work: Vec<usize> = (0..module.functions.len()).filter(|&f| calls[f]).collect();
    while let Some(index) = work.pop() {
        let cfg = reachable(&mut module.functions[index]);
        let func = &module.functions[index];
        let live = mark(func, &cfg, |inst| inst.op != Opcode::Ret || is_read[index]);
        for callee in read_calls(func, &live) {
            if !std::mem::replace(&mut is_read[callee], true) && calls[callee] {
                work.push(callee);
            }
        }
    }
    is_read
}

/// Nobody reads what the function returns: zero does.
fn forget_result(func: &mut Function) {
    for inst in 0..func.insts.len() {
        if func.insts[inst].op == Opcode::Ret {
            for index in 0..func.insts[inst].args.len() {
                let ty = func.ty(func.insts[inst].args[index]);
                func.insts[inst].args[index] = func.add_value(ty, ValueDef::Const(0));
            }
        }
    }
}

/// Calls of functions without a body lose results that nothing uses.
fn drop_results(func: &mut Function, is_extern: &[bool]) -> bool {
    let may_be_dropped =
        |inst: &InstData| matches!(inst.payload, Payload::Call(callee) if is_extern[callee.index()]) && !inst.results.is_empty();
    if !func.insts.iter().any(may_be_dropped) {
        return false;
    }
    let mut is_used = vec![false; func.values.len()];
    for inst in func.layout.iter().flat_map(|b| &func.blocks[b.index()].insts) {
        let data = &func.insts[inst.index()];
        data.args.iter().chain(data.targets().iter().flat_map(|target| &target.args)).for_each(|value| is_used[value.index()] = true);
    }
    let mut changed = false;
    for inst in &mut func.insts {
        if may_be_dropped(inst) && inst.results.iter().all(|value| !is_used[value.index()]) {
            inst.results.clear();
            changed = true;
        }
    }
    changed
}

/// The functions whose result is read where no call shows it: `main`, and those whose address is taken.
pub(super) fn called_from_outside(module: &Module) -> Vec<bool> {
    let mut is_read: Vec<bool> = module.functions.iter().map(|f| f.name == "main").collect();
    for func in &module.functions {
        for inst in func.layout.iter().flat_map(|b| &func.blocks[b.index()].insts) {
            if let Payload::FuncAddr(id) = func.insts[inst.index()].payload {
                is_read[id.index()] = true;
            }
        }
    }
    for global in &module.globals {
        let GlobalInit::Bytes(_, relocations) = &global.init else { continue };
        for relocation in relocations {
            if let Relocation::Function { target, .. } = relocation {
                is_read[target.index()] = true;
            }
        }
    }
    is_read
}

/// The functions with calls whose result is read.
fn read_calls<'a>(func: &'a Function, live: &'a Live) -> impl Iterator<Item = usize> + 'a {
    let insts = func.layout.iter().flat_map(|b| &func.blocks[b.index()].insts).map(|inst| &func.insts[inst.index()]);
    insts.filter_map(|inst| match inst.payload {
        Payload::Call(callee) if inst.results.iter().any(|value| live.is_value_live(*value)) => Some(callee.index()),
        _ => None,
    })
}
