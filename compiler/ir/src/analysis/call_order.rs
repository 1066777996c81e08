//! In which order functions call one another.

use crate::{FuncId, Function, Module, Payload};

/// The functions of a module by their calls; those through pointers are not seen.
#[derive(Clone, Debug)]
pub struct CallOrder {
    /// Callees before callers.
    pub functions: Vec<FuncId>,
    /// By function: it calls itself, or calls what calls it in the end.
    pub is_recursive: Vec<bool>,
}

impl CallOrder {
    /// Tarjan's strongly connected components (1972), with a stack of its own.
    pub fn new(module: &Module) -> CallOrder {
        let count = module.functions.len();
        let callees: Vec<Vec<FuncId>> = module.functions.iter().map(callees).collect();
        let mut order = CallOrder { functions: Vec::with_capacity(count), is_recursive: vec![false; count] };
        let (mut index, mut low, mut on_stack) = (vec![u32::MAX; count], vec![0u32; count], vec![false; count]);
        let (mut clock, mut component) = (0, Vec::new());
        for root in 0..count {
            if index[root] != u32::MAX {
                continue;
            }
            let mut walk = vec![(root, 0usize)];
            while let Some(&mut (at, ref mut edge)) = walk.last_mut() {
                if *edge == 0 {
                    (index[at], low[at]) = (clock, clock);
                    clock += 1;
                    component.push(at);
                    on_stack[at] = true;
                }
                if let Some(callee) = callees[at].get(*edge) {
                    *edge += 1;
                    let callee = callee.index();
                    if index[callee] == u32::MAX {
                        walk.push((callee, 0));
                    } else if on_stack[callee] {
                        low[at] = low[at].min(index[callee]);
                        order.is_recursive[at] |= callee == at;
                    }
                    continue;
                }
                walk.pop();
                if let Some(&(parent, _)) = walk.last() {
                    low[parent] = low[parent].min(low[at]);
                }
                if low[at] == index[at] {
                    let start = component.iter().rposition(|&f| f == at).unwrap_or(0);
                    let is_cycle = component.len() - start > 1;
                    for f in component.drain(start..) {
                        on_stack[f] = false;
                        order.is_recursive[f] |= is_cycle;
                        order.functions.push(FuncId(f as u32));
                    }
                }
            }
        }
        order
    }
}

fn callees(func: &Function) -> Vec<FuncId> {
    let insts = func.layout.iter().flat_map(|b| &func.blocks[b.index()].insts);
    insts
        .filter_map(|i| match func.insts[i.index()].payload {
            Payload::Call(f) => Some(f),
            _ => None,
        })
        .collect()
}
