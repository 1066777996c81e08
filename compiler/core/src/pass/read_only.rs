//! `.nc` selection: loads through `const T *__restrict__` parameters of kernels use the read-only path.
//!
//! Before: `.global` loads. After: those whose address surely comes from such a parameter are `ld.global.nc`, as nvcc
//! emits them, unless they are volatile or name a cache operator, or the kernel also writes through that parameter.

use crate::pass::Surroundings;
use crate::pass::graph::{Graph, ending};
use kern_ir::{CacheOp, Function, FunctionKind, ModuleKind, Opcode, Payload, RegType, Sem, Space, Value};

/// The parameter an address comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Root {
    Unseen,
    Param(u32),
    Other,
}

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, around: &Surroundings<'_>) -> bool {
    if around.kind != ModuleKind::Device || func.kind != FunctionKind::Kernel || !func.kernel_params.iter().any(|p| p.is_const_restrict) {
        return false;
    }
    let graph = Graph::new(func);
    let roots = find_roots(func, &graph);
    let mut is_read_only: Vec<bool> = func.kernel_params.iter().map(|p| p.is_const_restrict).collect();
    let mut loads = Vec::new();
    for &block in &graph.order {
        for &inst in &func.blocks[block.index()].insts {
            let data = &func.insts[inst.index()];
            let Some(&address) = data.args.first() else { continue };
            let Root::Param(param) = roots[address.index()] else { continue };
            match data.op {
                Opcode::St | Opcode::Atom | Opcode::Red => is_read_only[param as usize] = false,
                // What a callee does with the pointer is not known.
                Opcode::Call => is_read_only[param as usize] = false,
                Opcode::Ld
                    if data.attrs.space == Some(Space::Global)
                        && data.attrs.cache.is_none()
                        && matches!(data.attrs.sem, None | Some(Sem::Weak)) =>
                {
                    loads.push((inst, param as usize));
                }
                _ => {}
            }
        }
    }
    let mut changed = false;
    for (inst, param) in loads {
        if is_read_only[param] {
            func.insts[inst.index()].attrs.cache = Some(CacheOp::Nc);
            changed = true;
        }
    }
    changed
}

fn find_roots(func: &Function, graph: &Graph) -> Vec<Root> {
    let mut roots = vec![Root::Unseen; func.values.len()];
    let mut again = true;
    while again {
        again = false;
        let mut raise = |roots: &mut Vec<Root>, value: Value, root: Root| {
            let old = roots[value.index()];
            let new = match (old, root) {
                (Root::Unseen, new) => new,
                (old, Root::Unseen) => old,
                (old, new) if old == new => old,
                _ => Root::Other,
            };
            if new != old {
                roots[value.index()] = new;
                again = true;
            }
        };
        for &block in &graph.order {
            for &inst in &func.blocks[block.index()].insts {
                let data = &func.insts[inst.index()];
                let Some(&result) = data.results.first().filter(|&&r| func.ty(r) == RegType::B64) else { continue };
                let root = match (data.op, &data.payload) {
                    (Opcode::LdParam, Payload::Param(param)) if func.kernel_params.get(*param as usize).is_some_and(|p| p.is_pointer) => {
                        Root::Param(*param)
                    }
                    (Opcode::Add | Opcode::Sub | Opcode::Cvta | Opcode::Mov, Payload::None)
                        if data.args.len() <= 2 && !data.args.is_empty() =>
                    {
                        roots[data.args[0].index()]
                    }
                    (Opcode::Selp, _) => {
                        let second = roots[data.args[1].index()];
                        raise(&mut roots, result, second);
                        roots[data.args[0].index()]
                    }
                    _ => Root::Other,
                };
                raise(&mut roots, result, root);
            }
            for target in func.insts[ending(func, block).index()].targets() {
                for (&param, &arg) in func.blocks[target.block.index()].params.iter().zip(&target.args) {
                    let root = if func.constant(arg).is_some() { Root::Other } else { roots[arg.index()] };
                    raise(&mut roots, param, root);
                }
            }
        }
    }
    roots
}
