//! Where addresses lead: the engines keep every access within the memory that its pointer was made from.

use crate::instrument::observe::LaunchEvent;
use kern_ir::{Function, InstData, Opcode, Payload, Space, Type, Value, ValueDef};

/// Arrays of dynamic shared memory are one.
const DYNAMIC: u32 = u32::MAX;

/// Where an address leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Memory {
    /// The allocation that starts there.
    Allocation(u64),
    /// A variable of the module.
    Variable(u32),
    /// A variable in shared memory.
    Shared(u32),
    /// Shared memory.
    SomeShared,
    /// A variable of the kernel in local memory, by number.
    Local(u32),
    /// Constants: nobody writes them.
    Constant,
    /// What else is the thread's own, and parameters.
    Own,
}

impl Memory {
    /// No other thread has it.
    pub(super) fn is_own(self) -> bool {
        matches!(self, Memory::Own | Memory::Constant | Memory::Local(_))
    }

    pub(super) fn is_shared(self) -> bool {
        matches!(self, Memory::Shared(_) | Memory::SomeShared)
    }
}

/// The variable in local memory whose address a root is.
pub(super) fn local(function: &Function, root: Value) -> Option<u32> {
    let ValueDef::Result(inst, _) = function.def(root) else { return None };
    match (function.insts[inst.index()].op, &function.insts[inst.index()].payload) {
        (Opcode::Address, Payload::Slot(slot)) => Some(slot.0),
        _ => None,
    }
}

/// Where the address of an access leads that was computed from `root`, if that is known. `allocation` gives the first address of the
/// allocation at an address.
pub(super) fn memory(
    launch: &LaunchEvent,
    function: &Function,
    data: &InstData,
    root: Value,
    allocation: &dyn Fn(u64) -> Option<u64>,
) -> Option<Memory> {
    let unknown = match data.attrs.space {
        Some(Space::Param) => return Some(Memory::Own),
        Some(Space::Const) => return Some(Memory::Constant),
        Some(Space::Local) => Some(Memory::Own),
        Some(Space::Shared) => Some(Memory::SomeShared),
        _ => None,
    };
    if let Some(slot) = local(function, root) {
        return Some(Memory::Local(slot));
    }
    let ValueDef::Result(inst, _) = function.def(root) else { return unknown };
    let root = &function.insts[inst.index()];
    match (root.op, &root.payload) {
        _ if unknown == Some(Memory::Own) => unknown,
        (Opcode::ParamAddress, _) => Some(Memory::Own),
        (Opcode::Address, Payload::Global(variable)) => {
            let global = launch.module.globals.get(variable.index())?;
            Some(match global.space {
                Space::Shared => Memory::Shared(if global.is_dynamic_shared { DYNAMIC } else { variable.0 }),
                _ => Memory::Variable(variable.0),
            })
        }
        (Opcode::LdParam, Payload::Param(number)) if matches!(root.ty, Type::U64 | Type::B64 | Type::S64) => {
            let start = i64::from(function.kernel_params.get(*number as usize)?.offset).checked_add(root.offset)?;
            let bytes = launch.params.get(usize::try_from(start).ok()?..)?.first_chunk::<8>()?;
            allocation(u64::from_le_bytes(*bytes)).map(Memory::Allocation)
        }
        _ => unknown,
    }
}
