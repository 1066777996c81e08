//! Every id is in range; blocks, instructions and values know each other.

use super::*;

pub(super) fn check(c: &mut Checker) {
    let func = c.func;
    let mut block_seen = vec![false; func.blocks.len()];
    for &block in &func.layout {
        match block_seen.get_mut(block.index()) {
            None => return c.of_function(format!("the layout names {block}, which does not exist")),
            Some(seen) if *seen => return c.of_function(format!("{block} is in the layout twice")),
            Some(seen) => *seen = true,
        }
    }
    let mut inst_seen = vec![false; func.insts.len()];
    for &block in &func.layout {
        if let Err(message) = params(c, block) {
            c.of_block(block, message);
        }
        let insts = &func.blocks[block.index()].insts;
        if insts.is_empty() {
            c.of_block(block, "the block is empty: it needs a terminator".into());
        }
        for (i, &inst) in insts.iter().enumerate() {
            match inst_seen.get_mut(inst.index()) {
                None => {
                    c.of_block(block, format!("{inst} does not exist"));
                    continue;
                }
                Some(seen) if *seen => c.at(block, inst, "the instruction is in two places".into()),
                Some(seen) => *seen = true,
            }
            let is_last = i + 1 == insts.len();
            if func.insts[inst.index()].op.is_terminator() != is_last {
                let what = if is_last { "the block does not end in a terminator" } else { "a terminator before the end of its block" };
                c.at(block, inst, what.into());
            }
            if let Err(message) = ids(c, inst, &block_seen) {
                c.at(block, inst, message);
            }
        }
    }
    entry(c);
}

fn params(c: &Checker, block: Block) -> Rule {
    let data = &c.func.blocks[block.index()];
    need(data.loc.index() < c.module.locs.len(), || "the block's place does not exist".into())?;
    for (i, param) in data.params.iter().enumerate() {
        let def = c.func.values.get(param.index()).map(|v| v.def);
        need(def == Some(ValueDef::Param(block, i as u32)), || format!("parameter {i} is {param}, which is defined elsewhere"))?;
    }
    Ok(())
}

fn ids(c: &Checker, inst: Inst, block_in_layout: &[bool]) -> Rule {
    let (module, func) = (c.module, c.func);
    let data = &func.insts[inst.index()];
    need(data.loc.index() < module.locs.len(), || format!("{} does not exist", data.loc))?;
    for (i, result) in data.results.iter().enumerate() {
        let def = func.values.get(result.index()).map(|v| v.def);
        need(def == Some(ValueDef::Result(inst, i as u32)), || format!("result {i} is {result}, which is defined elsewhere"))?;
    }
    for value in data.args.iter().chain(data.targets().iter().flat_map(|t| &t.args)) {
        let value_data = func.values.get(value.index()).ok_or_else(|| format!("{value} does not exist"))?;
        if let ValueDef::Const(bits) = value_data.def {
            let fits = match value_data.ty {
                RegType::Pred => bits <= 1,
                ty => ty.size() == 8 || bits < 1 << (8 * ty.size()),
            };
            need(fits, || format!("constant {bits:#x} does not fit `.{}`", value_data.ty))?;
        }
    }
    for target in data.targets() {
        let exists = block_in_layout.get(target.block.index()).copied().unwrap_or(false);
        need(exists, || format!("target {} is not in the layout", target.block))?;
        let params = &func.blocks[target.block.index()].params;
        let (found, wanted) = (target.args.len(), params.len());
        need(found == wanted, || format!("{found} arguments for {}, which has {wanted} parameters", target.block))?;
        for (arg, param) in target.args.iter().zip(params) {
            let param_ty = func.values.get(param.index()).map(|v| v.ty);
            let arg_ty = func.ty(*arg);
            need(Some(arg_ty) == param_ty, || format!("argument {arg} of class `.{arg_ty}` for parameter {param} of {}", target.block))?;
        }
    }
    match &data.payload {
        Payload::Global(var) => need(var.index() < module.globals.len(), || format!("{var} does not exist")),
        Payload::Slot(slot) => need(slot.index() < func.slots.len(), || format!("{slot} does not exist")),
        Payload::FuncAddr(id) | Payload::Call(id) => need(id.index() < module.functions.len(), || format!("{id} does not exist")),
        Payload::Param(n) => need((*n as usize) < func.kernel_params.len(), || format!("kernel parameter {n} does not exist")),
        Payload::None | Payload::Sreg(_) | Payload::CallIndirect(_) | Payload::Targets(_) => Ok(()),
    }
}

fn entry(c: &mut Checker) {
    let func = c.func;
    let Some(entry) = func.entry() else { return };
    let is_target = func.iter_blocks().any(|b| {
        func.blocks[b.index()]
            .insts
            .last()
            .is_some_and(|i| func.insts.get(i.index()).is_some_and(|d| d.targets().iter().any(|t| t.block == entry)))
    });
    if is_target {
        c.of_block(entry, "the entry block has predecessors".into());
    }
    let types: Vec<_> = func.blocks[entry.index()].params.iter().map(|p| func.values.get(p.index()).map(|v| v.ty)).collect();
    if types != func.params.iter().map(|t| Some(*t)).collect::<Vec<_>>() {
        c.of_block(entry, "the entry block's parameters are not those of the function".into());
    }
}
