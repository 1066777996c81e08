//! Rules on what a module holds besides code.

use super::*;
use std::collections::HashSet;

/// Bytes of all variables of a module at most: sums of their addresses and sizes do not wrap.
const MOST_VARIABLES: u64 = 1 << 46;

/// Bytes of a function's slots at most: the same for its frame.
const MOST_FRAME: u64 = 1 << 40;

pub(super) fn check(module: &Module) -> Vec<VerifyError> {
    let mut errors = Vec::new();
    let mut push = |rule: Rule, what: &str| {
        if let Err(message) = rule {
            errors.push(VerifyError { function: None, block: None, inst: None, loc: LocId::NONE, message: format!("{what}: {message}") });
        }
        errors.len() < MAX_ERRORS
    };
    if !push(places(module), "places") {
        return errors;
    }
    let mut names = HashSet::new();
    for global in &module.globals {
        let unique = need(names.insert(global.name.as_str()), || "the name is taken".into());
        if !push(unique.and_then(|()| variable(module, global)), &format!("variable `{}`", global.name)) {
            return errors;
        }
    }
    let total = module.globals.iter().try_fold(0u64, |sum, global| sum.checked_add(global.size));
    push(need(total.is_some_and(|sum| sum <= MOST_VARIABLES), || "their sizes are too large together".into()), "variables");
    for func in &module.functions {
        let unique = need(names.insert(func.name.as_str()), || "the name is taken".into());
        if !push(unique.and_then(|()| signature(module, func)), &format!("function `{}`", func.name)) {
            return errors;
        }
    }
    errors
}

fn places(module: &Module) -> Rule {
    need(!module.files.is_empty() && !module.locs.is_empty(), || "entry 0 of files and places is missing".into())?;
    need(module.locs[0].file == 0, || "place 0 must be no place".into())?;
    for (i, loc) in module.locs.iter().enumerate() {
        need((loc.file as usize) < module.files.len(), || format!("place {i} is in file {}, which does not exist", loc.file))?;
        // Ids only point backwards, so that chains end.
        need(loc.inlined_at == LocId::NONE || loc.inlined_at.index() < i, || format!("place {i} is inlined at a later place"))?;
        need(loc.start <= loc.end, || format!("place {i} ends before it starts"))?;
    }
    Ok(())
}

fn alignment(align: u32) -> Rule {
    need(align.is_power_of_two() && align <= 1 << 16, || format!("alignment {align} is not a power of two up to 65536"))
}

fn variable(module: &Module, global: &GlobalVarData) -> Rule {
    need(!global.name.is_empty(), || "a variable needs a name".into())?;
    need(global.size <= MOST_VARIABLES, || format!("size {} is too large", global.size))?;
    alignment(global.align)?;
    need((global.info.loc as usize) < module.locs.len(), || "its place does not exist".into())?;
    let in_space = match module.kind {
        ModuleKind::Device => matches!(global.space, Space::Global | Space::Const | Space::Shared),
        ModuleKind::Host => global.space == Space::Global,
    };
    need(in_space, || format!("a variable cannot be in space `{}` here", global.space))?;
    need(!global.is_dynamic_shared || (global.space == Space::Shared && global.size == 0), || {
        "`extern __shared__` must be `.shared` of size 0".into()
    })?;
    need(!global.is_device_shadow || module.kind == ModuleKind::Host, || "only host modules have device shadows".into())?;
    let GlobalInit::Bytes(bytes, relocations) = &global.init else { return Ok(()) };
    need(global.space != Space::Shared, || "a `.shared` variable has no initialiser".into())?;
    need(bytes.len() as u64 <= global.size, || format!("{} initial bytes for a variable of {}", bytes.len(), global.size))?;
    let mut last = None;
    for relocation in relocations {
        let (offset, exists) = match *relocation {
            Relocation::Global { offset, target, .. } => {
                (offset, module.globals.get(target.index()).is_some_and(|g| matches!(g.space, Space::Global | Space::Const)))
            }
            Relocation::Function { offset, target } => (offset, target.index() < module.functions.len()),
        };
        need(exists, || format!("the address at offset {offset} is of nothing that exists in memory"))?;
        need(offset.is_multiple_of(8) && offset.checked_add(8).is_some_and(|end| end <= global.size), || {
            format!("an address at offset {offset} is not aligned or outside")
        })?;
        need(last < Some(offset), || "addresses must be in order of their offsets".into())?;
        need(global.align >= 8 && global.size.is_multiple_of(8), || "a variable with addresses needs size and alignment of 8".into())?;
        last = Some(offset);
    }
    Ok(())
}

fn signature(module: &Module, func: &Function) -> Rule {
    need(!func.name.is_empty(), || "a function needs a name".into())?;
    need(func.loc.index() < module.locs.len(), || "its place does not exist".into())?;
    need((func.kind == FunctionKind::Extern) == func.layout.is_empty(), || "exactly extern functions have no body".into())?;
    need(func.results.len() <= 1, || "more than one result".into())?;
    let passed = |types: &[RegType]| !types.contains(&RegType::Pred);
    need(passed(&func.params) && passed(&func.results), || "predicates are not passed: pass `.b32`".into())?;
    need(!func.is_variadic || (func.kind == FunctionKind::Extern && module.kind == ModuleKind::Host), || {
        "only extern host functions take more arguments".into()
    })?;
    if func.kind == FunctionKind::Extern {
        side(module, func)?;
    }
    let mut frame = 0u64;
    for slot in &func.slots {
        alignment(slot.align)?;
        need(slot.size < MOST_FRAME, || format!("slot of {} bytes", slot.size))?;
        need((slot.info.loc as usize) < module.locs.len(), || "the place of a slot does not exist".into())?;
        frame = frame.saturating_add(slot.size);
    }
    need(frame < MOST_FRAME, || format!("slots of {frame} bytes together"))?;
    if func.kind != FunctionKind::Kernel {
        need(func.kernel_params.is_empty(), || "only kernels have kernel parameters".into())?;
        need(func.launch_bounds.is_none(), || "only kernels have launch bounds".into())?;
        need(func.cluster_dims.is_none() && func.max_registers.is_none(), || "only kernels have clusters and most registers".into())?;
        return Ok(());
    }
    need(module.kind == ModuleKind::Device, || "a kernel in a host module".into())?;
    need(func.cluster_dims.is_none_or(|dims| !dims.contains(&0)), || "a cluster without blocks".into())?;
    need(func.params.is_empty() && func.results.is_empty(), || "a kernel takes its arguments in `.param` space".into())?;
    let mut end = 0u32;
    for (i, param) in func.kernel_params.iter().enumerate() {
        alignment(param.align)?;
        need(param.ty.is_none_or(|t| t != Type::Pred && t.size() == param.size), || format!("parameter {i}: type and size differ"))?;
        let offset = end.checked_next_multiple_of(param.align).unwrap_or(u32::MAX);
        need(param.offset == offset, || format!("parameter {i} is at offset {}, expected {offset}", param.offset))?;
        end = offset.checked_add(param.size).filter(|&end| end <= MOST_PARAM_BYTES).ok_or_else(|| {
            format!("parameter {i} ends at byte {}, a kernel has at most {MOST_PARAM_BYTES}", u64::from(offset) + u64::from(param.size))
        })?;
    }
    Ok(())
}

/// A runtime function is called only by the side that it is for. What host functions do, a kernel's thread cannot: call back,
/// launch, end the program.
fn side(module: &Module, func: &Function) -> Rule {
    let Some(row) = kern_stdlib::runtime_function(&func.name) else { return Ok(()) };
    let (is_right, whose) = match (module.kind, row.side) {
        (ModuleKind::Device, side) => (side != kern_stdlib::Side::Host, "the host"),
        (ModuleKind::Host, side) => (side != kern_stdlib::Side::Device, "the device"),
    };
    need(is_right, || format!("it is a runtime function of {whose} only"))
}
