//! `.nc` selection (LLVM's NVPTXTagInvariantLoads): loads through `__restrict__` parameters of kernels that are not written
//! through use the read-only path.
//!
//! Before: `.global` loads. After: those whose address surely comes from such a parameter are `ld.global.nc`, as nvcc
//! emits them, unless they are volatile or name a cache operator, or the kernel also writes through that parameter.

use crate::pass::PassContext;
use crate::pass::alias::{parameter, restrict};
use kern_ir::analysis::Provenance;
use kern_ir::{CacheOp, Cfg, Function, FunctionKind, Inst, KernelParam, ModuleKind, Opcode, Sem, Space};

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    if context.kind != ModuleKind::Device || func.kind != FunctionKind::Kernel || !func.kernel_params.iter().any(KernelParam::is_restrict) {
        return false;
    }
    let provenance = Provenance::new(func, &Cfg::new(func));
    // What is not `const` may be written through a mixture of addresses.
    let is_alone = restrict(func, &provenance);
    let mut is_read_only: Vec<bool> =
        func.kernel_params.iter().zip(is_alone).map(|(p, is_alone)| p.is_const_restrict || is_alone).collect();
    let mut loads: Vec<(Inst, usize)> = Vec::new();
    for (_, inst, data) in func.iter_insts() {
        let is_plain =
            data.attrs.space == Some(Space::Global) && data.attrs.cache.is_none() && matches!(data.attrs.sem, None | Some(Sem::Weak));
        match data.op {
            Opcode::Ld if is_plain => loads.extend(parameter(func, &provenance, data.args[0]).map(|p| (inst, p))),
            Opcode::Ld => {}
            Opcode::St | Opcode::Atom | Opcode::Red => {
                if let Some(param) = parameter(func, &provenance, data.args[0]) {
                    is_read_only[param] = false;
                }
            }
            // What a callee does with the pointer is not known.
            Opcode::Call => data.args.iter().filter_map(|&a| parameter(func, &provenance, a)).for_each(|param| is_read_only[param] = false),
            _ => {}
        }
    }
    loads.retain(|&(_, param)| is_read_only[param]);
    for &(inst, _) in &loads {
        func.insts[inst.index()].attrs.cache = Some(CacheOp::Nc);
    }
    !loads.is_empty()
}
