//! Every definition comes before its uses on every path. Unreachable code is not looked at.

use super::*;
use crate::analysis::Dominators;

pub(super) fn check(c: &mut Checker) {
    let func = c.func;
    let cfg = Cfg::new(func);
    let dominators = Dominators::new(func, &cfg);
    // Where a value is defined: block and position in it, parameters at 0. Values outside the layout have none.
    let mut defined: Vec<Option<(Block, usize)>> = vec![None; func.values.len()];
    for &block in &func.layout {
        let data = &func.blocks[block.index()];
        data.params.iter().for_each(|p| defined[p.index()] = Some((block, 0)));
        for (i, inst) in data.insts.iter().enumerate() {
            func.insts[inst.index()].results.iter().for_each(|r| defined[r.index()] = Some((block, i + 1)));
        }
    }
    for &block in cfg.rpo() {
        for (i, &inst) in func.blocks[block.index()].insts.iter().enumerate() {
            let data = &func.insts[inst.index()];
            for value in data.args.iter().chain(data.targets().iter().flat_map(|t| &t.args)) {
                if func.constant(*value).is_some() {
                    continue;
                }
                let is_before = match defined[value.index()] {
                    Some((def_block, position)) if def_block == block => position <= i,
                    Some((def_block, _)) => dominators.dominates(def_block, block),
                    None => false,
                };
                if !is_before {
                    c.at(block, inst, format!("{value} is not defined on every path to here"));
                }
            }
        }
    }
}
