//! What a kernel uses, as far as its code and its parameters tell: memory of both sides (managed, pinned, registered), constants, and
//! copies that it does not wait for.

use crate::decode::code::{DecodedFunction, OpKind, Root};
use crate::instrument::hazard::{AccessSite, AccessedRange};
use crate::instrument::observe::LinearTexture;
use crate::loader::Variable;
use crate::machine::Machine;
use crate::memory::{Access, Memory, Side, Site};
use kern_ir::{Function, FunctionKind, InstData, Module, Opcode, Payload, Scope, Sem, Space, Value, ValueDef};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

/// Notes the memory of both sides that a kernel has accesses to through pointers of its parameters and managed variables. Whether
/// they are executed depends on more; both engines must say the same.
pub(super) fn touch_parameters(code: &DecodedFunction<32>, params: &[u8], memory: &mut Memory) {
    let pointers: HashMap<u32, u32> = code
        .ops
        .iter()
        .filter_map(|op| match op.kind {
            OpKind::LoadParam(offset, ty) if ty.size() == 8 => Some((op.d, offset)),
            _ => None,
        })
        .collect();
    for op in &code.ops {
        let (site, access) = match op.kind {
            OpKind::Load(site) => (site, Access::Read),
            OpKind::Store(site) => (site, Access::Write),
            OpKind::Atomic(site, ..) => (site, Access::Atomic),
            _ => continue,
        };
        let register = match code.accesses[site as usize].root {
            Root::Register(slot) => slot,
            Root::Address => op.a,
            Root::Fixed(base, _) => {
                memory.touch_behind(base, access);
                continue;
            }
            Root::Slot(_) | Root::Shared(_) => continue,
        };
        let bytes = pointers.get(&register).and_then(|&offset| params.get(offset as usize..)?.first_chunk());
        if let Some(&bytes) = bytes {
            memory.touch_behind(u64::from_le_bytes(bytes), access);
        }
    }
}

/// A kernel, and what it calls or has the address of.
fn reached(module: &Module, kernel: u32) -> HashSet<u32> {
    let (mut known, mut open) = (HashSet::from([kernel]), vec![kernel]);
    while let Some(id) = open.pop() {
        let Some(function) = module.functions.get(id as usize) else { continue };
        for (_, _, data) in function.iter_insts() {
            match data.payload {
                Payload::Call(callee) | Payload::FuncAddr(callee) if known.insert(callee.0) => open.push(callee.0),
                _ => {}
            }
        }
    }
    known
}

/// The memory of textures that are of no array.
pub(super) fn linear_textures(machine: &Machine) -> Vec<LinearTexture> {
    let variables = &machine.device_layout.variables;
    let has = |place: &Variable, address: u64| {
        place.space == Space::Global && address >= place.generic_address && address - place.generic_address < place.size
    };
    let of = |bytes: Range<u64>| {
        let variable = variables.iter().position(|place| has(place, bytes.start)).map(|number| number as u32);
        LinearTexture { bytes, variable }
    };
    machine.textures.linear_memory().into_iter().map(of).collect()
}

/// Whether a kernel, or what it calls, calls one of these functions without a body.
pub(crate) fn calls(module: &Module, kernel: u32, names: &[&str]) -> bool {
    let mut functions = reached(module, kernel).into_iter().filter_map(|id| module.functions.get(id as usize));
    functions.any(|function| function.kind == FunctionKind::Extern && names.contains(&function.name.as_str()))
}

/// Whether a kernel, or what it calls, may tell the host by a flag that data are there: it has a fence for the whole system.
pub(crate) fn announces(module: &Module, kernel: u32) -> bool {
    let functions = reached(module, kernel).into_iter().filter_map(|id| module.functions.get(id as usize));
    functions.flat_map(Function::iter_insts).any(|(_, _, data)| {
        let is_release = matches!(data.attrs.sem, Some(Sem::Release | Sem::AcqRel | Sem::Sc)) || data.op == Opcode::Fence;
        is_release && matches!(data.attrs.scope, None | Some(Scope::Sys))
    })
}

/// The variables in constant memory that a kernel, or what it calls, has the address of; `address` gives that of a variable.
pub(super) fn constants(module: &Module, kernel: u32, address: impl Fn(usize) -> Option<u64>) -> Vec<AccessedRange> {
    let (mut known, mut open) = (HashSet::from([kernel]), vec![kernel]);
    let mut found: BTreeMap<usize, Site> = BTreeMap::new();
    while let Some(id) = open.pop() {
        let Some(function) = module.functions.get(id as usize) else { continue };
        for (_, inst, _) in function.iter_insts() {
            let data = &function.insts[inst.index()];
            match data.payload {
                Payload::Global(variable) if data.op == Opcode::Address => {
                    let is_constant = module.globals.get(variable.index()).is_some_and(|global| global.space == Space::Const);
                    if is_constant {
                        found.entry(variable.index()).or_insert(Site { side: Side::Device, function: id, loc: data.loc });
                    }
                }
                Payload::Call(callee) if known.insert(callee.0) => open.push(callee.0),
                _ => {}
            }
        }
    }
    let range = |(variable, site): (usize, Site)| {
        let (start, size) = (address(variable)?, module.globals[variable].size);
        let read = Some(AccessSite { site: Some(site), is_strong: false });
        Some(AccessedRange { start, end: start.saturating_add(size), write: None, read })
    };
    found.into_iter().filter_map(range).collect()
}

/// How many groups of copies a wait leaves open. A number that only the running thread knows counts as none, and for all copies: that
/// accuses nobody.
pub(super) fn groups_to_leave(function: &Function, wait: &InstData) -> u32 {
    /// A constant, where nothing has folded it.
    fn constant(function: &Function, value: Value, depth: u32) -> Option<u64> {
        let depth = depth.checked_sub(1)?;
        let inst = match function.def(value) {
            ValueDef::Result(inst, _) => inst,
            ValueDef::Param(block, index) => {
                let lasts = function.layout.iter().filter_map(|&block| function.terminator(block));
                let targets = lasts.flat_map(|last| function.insts[last.index()].targets()).filter(|target| target.block == block);
                let mut given = targets.map(|target| constant(function, *target.args.get(index as usize)?, depth));
                let first = given.next()??;
                return given.all(|other| other == Some(first)).then_some(first);
            }
            ValueDef::Const(bits) => return Some(bits),
        };
        let data = &function.insts[inst.index()];
        let arg = |index: usize| constant(function, *data.args.get(index)?, depth);
        match data.op {
            Opcode::Mov | Opcode::Cvt => arg(0),
            Opcode::Add => Some(arg(0)?.wrapping_add(arg(1)?)),
            Opcode::Sub => Some(arg(0)?.wrapping_sub(arg(1)?)),
            _ => None,
        }
    }
    wait.args.first().and_then(|&groups| constant(function, groups, 8)).map_or(u32::MAX, |groups| groups as u32)
}
