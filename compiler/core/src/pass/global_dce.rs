//! Removal of functions that nothing reaches (LLVM's GlobalDCE).
//!
//! Before: functions that were inlined everywhere are still there. After: a device module holds its kernels, what they
//! call, and what has its address taken (nvcc does the same without `-rdc`); a host module `main`, what runs before it, and
//! what those reach. Modules without kernels, or without `main`, are left alone: anything may be called from outside.

use crate::pass::PassOptions;
use kern_ir::{FuncId, FunctionKind, GlobalInit, Module, ModuleKind, Payload, Relocation};

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(module: &mut Module, _: &PassOptions) -> bool {
    let is_root = |f: &FuncId| {
        let func = &module.functions[f.index()];
        match module.kind {
            ModuleKind::Device => func.kind == FunctionKind::Kernel,
            ModuleKind::Host => ["main", "__kern_startup"].contains(&&*func.name),
        }
    };
    let mut work: Vec<FuncId> = (0..module.functions.len() as u32).map(FuncId).filter(is_root).collect();
    if work.is_empty() || module.kind == ModuleKind::Host && module.find_function("main").is_none() {
        return false;
    }
    let mut keep = vec![false; module.functions.len()];
    for global in &module.globals {
        if let GlobalInit::Bytes(_, relocations) = &global.init {
            work.extend(relocations.iter().filter_map(|r| match r {
                Relocation::Function { target, .. } => Some(*target),
                Relocation::Global { .. } => None,
            }));
        }
    }
    while let Some(id) = work.pop() {
        if std::mem::replace(&mut keep[id.index()], true) {
            continue;
        }
        let func = &module.functions[id.index()];
        for inst in func.layout.iter().flat_map(|b| &func.blocks[b.index()].insts) {
            if let Payload::Call(f) | Payload::FuncAddr(f) = func.insts[inst.index()].payload {
                work.push(f);
            }
        }
    }
    if !keep.contains(&false) {
        return false;
    }
    let mut next = 0;
    let number: Vec<FuncId> = keep
        .iter()
        .map(|&k| {
            next += u32::from(k);
            FuncId(next.saturating_sub(1))
        })
        .collect();
    let mut index = 0;
    module.functions.retain(|_| {
        index += 1;
        keep[index - 1]
    });
    for func in &mut module.functions {
        // Also instructions in no block: they are never read, but must not point outside the table.
        for inst in &mut func.insts {
            if let Payload::Call(f) | Payload::FuncAddr(f) = &mut inst.payload {
                *f = number[f.index()];
            }
        }
    }
    for global in &mut module.globals {
        if let GlobalInit::Bytes(_, relocations) = &mut global.init {
            for relocation in relocations {
                if let Relocation::Function { target, .. } = relocation {
                    *target = number[target.index()];
                }
            }
        }
    }
    true
}
