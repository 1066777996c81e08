//! Memory to which nothing of a launch writes: reading it races with nothing.

use crate::instrument::observe::LaunchEvent;
use crate::runtime::is_math;
use kern_ir::analysis::Provenance;
use kern_ir::{Cfg, Function, InstData, Opcode, Payload, Space, Type, Value, ValueDef};
use rustc_hash::FxHashSet;

/// Where an address leads: the engines keep every access within the memory that its pointer was made from.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Memory {
    /// The allocation that starts there.
    Allocation(u64),
    /// A variable of the module.
    Variable(u32),
    /// The thread's own, or shared memory.
    OfTheBlock,
}

/// By instruction of the launched kernel: it loads from memory to which no instruction of the launch writes. Empty where that is
/// not known: the kernel calls something, or writes through a pointer that is no parameter. `allocation` gives the first address
/// of the allocation at an address.
pub(super) fn constant_loads(launch: &LaunchEvent, allocation: &dyn Fn(u64) -> Option<u64>) -> Vec<bool> {
    let Some(function) = launch.module.functions.get(launch.function as usize) else { return Vec::new() };
    let cfg = Cfg::new(function);
    let provenance = Provenance::new(function, &cfg);
    let memory = |data: &InstData| memory(launch, function, data, provenance.root(*data.args.first()?), allocation);
    let insts = || function.layout.iter().flat_map(|block| &function.blocks[block.index()].insts);
    let mut written = FxHashSet::default();
    for &inst in insts() {
        let data = &function.insts[inst.index()];
        match data.op {
            Opcode::St | Opcode::Atom | Opcode::Red => match memory(data) {
                Some(memory) => written.insert(memory),
                None => return Vec::new(),
            },
            Opcode::Call if !matches!(data.payload, Payload::Call(id) if is_math(launch.module, id)) => return Vec::new(),
            _ => continue,
        };
    }
    let mut found = vec![false; function.insts.len()];
    for &inst in insts() {
        let data = &function.insts[inst.index()];
        let is_constant = |memory| memory != Memory::OfTheBlock && !written.contains(&memory);
        found[inst.index()] = data.op == Opcode::Ld && memory(data).is_some_and(is_constant);
    }
    found
}

fn memory(
    launch: &LaunchEvent,
    function: &Function,
    data: &InstData,
    root: Value,
    allocation: &dyn Fn(u64) -> Option<u64>,
) -> Option<Memory> {
    if matches!(data.attrs.space, Some(Space::Shared | Space::Local | Space::Param)) {
        return Some(Memory::OfTheBlock);
    }
    let ValueDef::Result(inst, _) = function.def(root) else { return None };
    let root = &function.insts[inst.index()];
    match (root.op, &root.payload) {
        (Opcode::Address, Payload::Slot(_)) | (Opcode::ParamAddress, _) => Some(Memory::OfTheBlock),
        (Opcode::Address, Payload::Global(variable)) => match launch.module.globals.get(variable.index())?.space {
            Space::Shared => Some(Memory::OfTheBlock),
            _ => Some(Memory::Variable(variable.0)),
        },
        (Opcode::LdParam, Payload::Param(number)) if matches!(root.ty, Type::U64 | Type::B64 | Type::S64) => {
            let start = i64::from(function.kernel_params.get(*number as usize)?.offset).checked_add(root.offset)?;
            let bytes = launch.params.get(usize::try_from(start).ok()?..)?.first_chunk::<8>()?;
            allocation(u64::from_le_bytes(*bytes)).map(Memory::Allocation)
        }
        _ => None,
    }
}
