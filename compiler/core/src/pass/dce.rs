//! Dead code elimination: removes what no one can observe.
//!
//! Before: any well-formed function. After: every IR block is reachable, every instruction has an effect or is used by
//! one that has, and every parameter of an IR block is used by such an instruction; `atom` without use of its result is
//! `red`. Volatile loads stay; other loads whose value is unused go, as under nvcc. Marking starts from the effects
//! (Cytron et al. 1991, section 7.1, without control dependence: branches always stay).

use crate::pass::PassContext;
use crate::pass::graph::reachable;
use crate::pass::rewrite::{count_uses, retain_params};
use kern_ir::{AtomOp, Cfg, Effects, Function, InstData, ModuleKind, Opcode, Sem, Value, ValueDef};

/// Whether the instruction must stay although nobody uses its results.
pub(crate) fn has_effect(inst: &InstData) -> bool {
    match inst.effects() {
        Effects::Pure | Effects::PureNotSpeculatable => false,
        Effects::Load => !matches!(inst.attrs.sem, None | Some(Sem::Weak)),
        Effects::Store | Effects::Atomic | Effects::Volatile | Effects::Sync | Effects::Call | Effects::Control => true,
    }
}

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, _: &PassContext<'_>) -> bool {
    sweep(func)
}

/// Trivial dead code elimination (LLVM's DCE; the whole pass is its ADCE), which runs before contraction. In device code
/// that is contracted, values that only each other use stay, as around a loop: LLVM finds them late, and until then they
/// are uses of what they are made of.
pub(crate) fn run_trivial(func: &mut Function, context: &PassContext<'_>) -> bool {
    if context.kind == ModuleKind::Device && context.options.fmad { sweep_unused(func) } else { sweep(func) }
}

/// Removes what is not used at all, until all else is.
pub(crate) fn sweep_unused(func: &mut Function) -> bool {
    let blocks = func.layout.len();
    let cfg = reachable(func);
    let mut changed = func.layout.len() != blocks;
    let mut uses = count_uses(func);
    let mut again = true;
    while again {
        again = false;
        for &block in cfg.rpo().iter().rev() {
            let mut insts = std::mem::take(&mut func.blocks[block.index()].insts);
            let before = insts.len();
            let mut kept = Vec::with_capacity(before);
            while let Some(inst) = insts.pop() {
                let data = &func.insts[inst.index()];
                if has_effect(data) || data.results.iter().any(|r| uses[r.index()] > 0) {
                    kept.push(inst);
                } else {
                    data.args.iter().for_each(|a| uses[a.index()] -= 1);
                }
            }
            kept.reverse();
            changed |= kept.len() != before;
            for &inst in &kept {
                changed |= drop_old_value(&mut func.insts[inst.index()], |value| uses[value.index()] > 0);
            }
            func.blocks[block.index()].insts = kept;
            let keep: Vec<bool> = func.blocks[block.index()].params.iter().map(|p| uses[p.index()] > 0).collect();
            if block != func.layout[0] && keep.contains(&false) {
                retain_params(func, block, cfg.preds(block), &keep);
                uses = count_uses(func);
                (again, changed) = (true, true);
            }
        }
    }
    changed
}

/// The pass, which needs to know nothing else.
pub(crate) fn sweep(func: &mut Function) -> bool {
    let blocks = func.layout.len();
    let cfg = reachable(func);
    let mut changed = func.layout.len() != blocks;
    let live = mark(func, &cfg, |_| true);
    for &block in cfg.rpo() {
        let data = &mut func.blocks[block.index()];
        let before = data.insts.len();
        data.insts.retain(|i| live.insts[i.index()]);
        changed |= data.insts.len() != before;
        for &inst in &data.insts {
            changed |= drop_old_value(&mut func.insts[inst.index()], |value| live.values[value.index()]);
        }
        if block != func.layout[0] {
            let keep: Vec<bool> = func.blocks[block.index()].params.iter().map(|p| live.values[p.index()]).collect();
            if keep.contains(&false) {
                retain_params(func, block, cfg.preds(block), &keep);
                changed = true;
            }
        }
    }
    changed
}

/// An atomic operation whose old value nobody reads is a reduction, as under nvcc: other units of the GPU carry it out.
fn drop_old_value(inst: &mut InstData, is_live: impl Fn(Value) -> bool) -> bool {
    let has_form = !matches!(inst.attrs.atom, None | Some(AtomOp::Cas | AtomOp::Exch));
    if inst.op != Opcode::Atom || !has_form || inst.results.iter().any(|&value| is_live(value)) {
        return false;
    }
    inst.op = Opcode::Red;
    inst.results.clear();
    true
}

/// What has an effect or is used by what has one.
pub(crate) struct Live {
    insts: Vec<bool>,
    values: Vec<bool>,
}

impl Live {
    /// Whether anything depends on the value.
    pub(crate) fn is_value_live(&self, value: Value) -> bool {
        self.values[value.index()]
    }
}

/// Marks what lives; `uses` tells which of the instructions with an effect need their operands.
pub(crate) fn mark(func: &Function, cfg: &Cfg, uses: impl Fn(&InstData) -> bool) -> Live {
    let mut live = Live { insts: vec![false; func.insts.len()], values: vec![false; func.values.len()] };
    let mut work: Vec<Value> = Vec::new();
    for &block in &func.layout {
        for &inst in &func.blocks[block.index()].insts {
            let data = &func.insts[inst.index()];
            if has_effect(data) {
                live.insts[inst.index()] = true;
                if uses(data) {
                    work.extend_from_slice(&data.args);
                }
            }
        }
    }
    while let Some(value) = work.pop() {
        if std::mem::replace(&mut live.values[value.index()], true) {
            continue;
        }
        match func.def(value) {
            ValueDef::Const(_) => {}
            ValueDef::Result(inst, _) => {
                if !std::mem::replace(&mut live.insts[inst.index()], true) {
                    work.extend_from_slice(&func.insts[inst.index()].args);
                }
            }
            ValueDef::Param(block, index) => {
                // An argument lives when its parameter does.
                for &pred in cfg.preds(block) {
                    for target in func.targets(pred) {
                        if target.block == block {
                            work.push(target.args[index as usize]);
                        }
                    }
                }
            }
        }
    }
    live
}
