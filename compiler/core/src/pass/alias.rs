//! Alias analysis: which memory an access touches, as far as one function tells, and whether two accesses may touch the same.
//!
//! A location is a base value and a constant distance from it. What is known of two locations: equal bases compare by
//! distance; different state spaces do not meet; different variables do not meet; a kernel's pointer parameters do not
//! point at shared memory or a thread's variables, and nothing else points at what a `__restrict__` one points at: neither
//! barriers nor fences change that, as in LLVM, where such a parameter that nobody keeps is the function's own. Two
//! members of one class do not meet if the same steps lead to both ([`Member`]). In host code numbers
//! and pointers do not meet. Other types tell nothing (nvcc does no type-based alias analysis either).

use crate::pass::linear::{Terms, Width, linear};
use kern_ir::analysis::{Provenance, def_blocks};
use kern_ir::{
    Block, CacheOp, Cfg, Function, FunctionKind, GlobalVar, GlobalVarData, InstData, KernelParam, Member, Opcode, Payload, RegType, Sem,
    Slot, Space, Type, Value, ValueDef,
};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// What an address is counted from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Base {
    Value(Value),
    Global(GlobalVar),
    Slot(Slot),
}

/// Bytes `offset..offset + size` from a base.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Location {
    pub(crate) base: Base,
    /// Where the base is defined; `None` if it is the same everywhere.
    pub(crate) defined_in: Option<Block>,
    /// The value of the base.
    pub(crate) value: Value,
    pub(crate) offset: i64,
    pub(crate) size: u64,
    space: Option<Space>,
    object: Object,
    member: Option<Member>,
    /// Of shared memory: which values and factors the address is the sum of, by number, and the constant in that sum.
    sum: Option<(usize, i64)>,
}

/// What the address was computed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Object {
    Unknown,
    Param,
    /// A `__restrict__` parameter, by number, whose address goes nowhere but into accesses.
    Restrict(u32),
    Global(GlobalVar),
    Slot(Slot),
    /// The same of one whose address goes nowhere but into accesses.
    Private(Slot),
}

/// Finds locations.
pub(crate) struct Locations {
    provenance: Provenance,
    defined_in: Vec<Option<Block>>,
    /// By number, the parameters of the kernel that are [`Object::Restrict`].
    is_restrict: Vec<bool>,
    /// By number, the variables of the thread whose address goes nowhere but into accesses.
    is_private: Vec<bool>,
    /// Numbers of the sums that addresses are.
    sums: RefCell<FxHashMap<Terms, usize>>,
}

impl Locations {
    pub(crate) fn new(func: &Function) -> Locations {
        let provenance = Provenance::new(func, &Cfg::new(func));
        let is_restrict = restrict(func, &provenance);
        let is_private = private(func, &provenance);
        Locations { provenance, defined_in: def_blocks(func), is_restrict, is_private, sums: RefCell::default() }
    }

    /// The block that defines a value; `None` for constants.
    pub(crate) fn defined_in(&self, value: Value) -> Option<Block> {
        self.defined_in.get(value.index()).copied().flatten()
    }

    /// Of a load, store or atomic operation.
    pub(crate) fn of(&self, func: &Function, data: &InstData) -> Option<Location> {
        let address = *data.args.first()?;
        let (mut value, mut offset) = (address, data.offset);
        // Constant steps; the bound is for made-up chains.
        for _ in 0..64 {
            let ValueDef::Result(inst, 0) = func.def(value) else { break };
            let step = &func.insts[inst.index()];
            let (Opcode::Add, [pointer, distance]) = (step.op, &step.args[..]) else { break };
            let Some(bits) = func.constant(*distance).filter(|_| !step.ty.is_float()) else { break };
            let distance = if step.ty.size() == 4 { bits as u32 as i32 as i64 } else { bits as i64 };
            offset = offset.wrapping_add(distance);
            value = *pointer;
        }
        let symbol = |value: Value| match func.def(value) {
            ValueDef::Result(inst, _) => Some(&func.insts[inst.index()]),
            _ => None,
        };
        let base = match symbol(value).map(|d| (d.op, &d.payload)) {
            Some((Opcode::Address, Payload::Global(var))) => Base::Global(*var),
            Some((Opcode::Address, Payload::Slot(slot))) => Base::Slot(*slot),
            _ => Base::Value(value),
        };
        let object = match symbol(self.provenance.root(address)).map(|d| (d.op, &d.payload)) {
            Some((Opcode::Address, Payload::Global(var))) => Object::Global(*var),
            Some((Opcode::Address, Payload::Slot(slot))) if self.is_private.get(slot.index()) == Some(&true) => Object::Private(*slot),
            Some((Opcode::Address, Payload::Slot(slot))) => Object::Slot(*slot),
            Some((Opcode::LdParam, Payload::Param(number))) if self.is_restrict.get(*number as usize) == Some(&true) => {
                Object::Restrict(*number)
            }
            Some((Opcode::LdParam, _)) if func.kind == FunctionKind::Kernel => Object::Param,
            _ => Object::Unknown,
        };
        let size = data.ty.size().max(1) as u64 * data.attrs.vector.max(1) as u64;
        let defined_in = if matches!(base, Base::Value(_)) { self.defined_in.get(value.index()).copied().flatten() } else { None };
        let is_sum = data.attrs.space == Some(Space::Shared) && matches!(base, Base::Value(_));
        let sum = is_sum.then(|| self.sum(func, address, data.offset));
        Some(Location { base, defined_in, value, offset, size, space: data.attrs.space, object, member: data.attrs.member, sum })
    }

    fn sum(&self, func: &Function, address: Value, offset: i64) -> (usize, i64) {
        let (terms, constant) = linear(func, address, Width::Narrow, &[]);
        let mut sums = self.sums.borrow_mut();
        let next = sums.len();
        (*sums.entry(terms).or_insert(next), constant.wrapping_add(offset))
    }
}

impl Location {
    /// Whether both may name a common byte.
    pub(crate) fn may_meet(&self, other: &Location) -> bool {
        let overlap = |a: i64, b: i64| a < b.saturating_add(other.size as i64) && b < a.saturating_add(self.size as i64);
        if self.base == other.base {
            return overlap(self.offset, other.offset);
        }
        // Defined in one block, the bases are of one iteration, and so are the values that they are sums of.
        if let (Some((terms, a)), Some((others, b))) = (self.sum, other.sum)
            && terms == others
            && self.defined_in == other.defined_in
        {
            return overlap(a, b);
        }
        let specific = |space: Option<Space>| space.filter(|s| *s != Space::Generic);
        if let (Some(a), Some(b)) = (specific(self.space), specific(other.space))
            && a != b
        {
            return false;
        }
        if let (Some(a), Some(b)) = (self.member, other.member)
            && a.path == b.path
            && a.number != b.number
        {
            return false;
        }
        match (self.object, other.object) {
            (Object::Global(a), Object::Global(b)) => a == b,
            (Object::Slot(a), Object::Slot(b)) | (Object::Private(a), Object::Private(b)) => a == b,
            (Object::Private(_), other) | (other, Object::Private(_)) => other == Object::Unknown,
            (Object::Slot(_), Object::Global(_) | Object::Param) | (Object::Global(_) | Object::Param, Object::Slot(_)) => false,
            (Object::Restrict(a), Object::Restrict(b)) => a == b,
            (Object::Restrict(_), other) | (other, Object::Restrict(_)) => other == Object::Unknown,
            _ => true,
        }
    }

    /// Is the member that an access to the same bytes says it is, if nobody has said that before.
    pub(crate) fn has_member_of(&mut self, other: &Location) {
        self.member = self.member.or(other.member);
    }

    /// Of a vector, an element of so many bytes.
    pub(crate) fn element(&self, number: usize, size: u64) -> Location {
        let distance = (number as u64 * size) as i64;
        let sum = self.sum.map(|(terms, constant)| (terms, constant.wrapping_add(distance)));
        Location { offset: self.offset.wrapping_add(distance), size, sum, ..*self }
    }

    /// Whether it is in a variable of the thread.
    pub(crate) fn is_of_thread(&self) -> bool {
        matches!(self.object, Object::Slot(_) | Object::Private(_))
    }

    /// Whether only accesses that name the location touch it: no barrier, fence or call does.
    pub(crate) fn is_own(&self) -> bool {
        matches!(self.object, Object::Restrict(_) | Object::Private(_))
    }

    /// Whether both name the same bytes.
    pub(crate) fn is_same(&self, other: &Location) -> bool {
        self.base == other.base && self.offset == other.offset && self.size == other.size && self.space == other.space
    }
}

/// By number of the parameters of a kernel, whether it is `__restrict__` and its address goes nowhere but into accesses: it is
/// not stored, passed on, or mixed with other addresses.
pub(crate) fn restrict(func: &Function, provenance: &Provenance) -> Vec<bool> {
    if func.kind != FunctionKind::Kernel || !func.kernel_params.iter().any(KernelParam::is_restrict) {
        return Vec::new();
    }
    let mut is_restrict: Vec<bool> = func.kernel_params.iter().map(|p| p.is_pointer && p.is_restrict()).collect();
    each_escaping(func, provenance, |address| {
        if let Some(number) = parameter(func, provenance, address) {
            is_restrict[number] = false;
        }
    });
    is_restrict
}

/// By number, whether the address of a variable of the thread goes nowhere but into accesses.
fn private(func: &Function, provenance: &Provenance) -> Vec<bool> {
    let mut is_private = vec![true; func.slots.len()];
    if !is_private.is_empty() {
        each_escaping(func, provenance, |address| {
            if let Some(slot) = slot(func, provenance, address) {
                is_private[slot.index()] = false;
            }
        });
    }
    is_private
}

/// Calls `visit` for each value that goes where its memory may be found without it: anywhere but into accesses, comparisons and addresses
/// of the same root.
pub(crate) fn each_escaping(func: &Function, provenance: &Provenance, mut visit: impl FnMut(Value)) {
    for (_, _, data) in func.iter_insts() {
        let is_access = matches!(data.op, Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red);
        for (at, &arg) in data.args.iter().enumerate() {
            let is_computed = || data.results.iter().any(|&result| provenance.root(result) == provenance.root(arg));
            if !(is_access && at == 0 || data.op == Opcode::Setp || is_computed()) {
                visit(arg);
            }
        }
        for target in data.targets() {
            let params = &func.blocks[target.block.index()].params;
            let mixed = target.args.iter().zip(params).filter(|(arg, param)| provenance.root(**param) != provenance.root(**arg));
            mixed.for_each(|(&arg, _)| visit(arg));
        }
    }
}

/// The variable of the thread that an address surely leads into.
pub(crate) fn slot(func: &Function, provenance: &Provenance, address: Value) -> Option<Slot> {
    let ValueDef::Result(inst, _) = func.def(provenance.root(address)) else { return None };
    match (func.insts[inst.index()].op, &func.insts[inst.index()].payload) {
        (Opcode::Address, Payload::Slot(slot)) => Some(*slot),
        _ => None,
    }
}

/// The pointer among a kernel's parameters that an address comes from, by number.
pub(crate) fn parameter(func: &Function, provenance: &Provenance, address: Value) -> Option<usize> {
    let ValueDef::Result(inst, _) = func.def(provenance.root(address)) else { return None };
    let data = &func.insts[inst.index()];
    match (data.op, &data.payload) {
        (Opcode::LdParam, Payload::Param(param)) if func.kernel_params.get(*param as usize)?.is_pointer => Some(*param as usize),
        _ => None,
    }
}

/// A scalar load or store that may be moved, merged and removed.
pub(crate) fn is_plain(data: &InstData) -> bool {
    data.attrs.vector <= 1 && is_plain_of_any_width(data)
}

/// The same of vectors too.
pub(crate) fn is_plain_of_any_width(data: &InstData) -> bool {
    matches!(data.op, Opcode::Ld | Opcode::St)
        && matches!(data.attrs.sem, None | Some(Sem::Weak))
        && matches!(data.attrs.cache, None | Some(CacheOp::Nc))
        && data.ty != Type::Pred
}

/// Whether a load is of a variable of the module, at a place in it that is known: LLVM executes it where it was not executed before
/// (`isSafeToLoadUnconditionally`).
pub(crate) fn loads_variable(func: &Function, globals: &[GlobalVarData], data: &InstData) -> bool {
    if data.op != Opcode::Ld || !is_plain(data) {
        return false;
    }
    let (mut value, mut offset) = (data.args[0], data.offset);
    // The bound is for made-up chains.
    for _ in 0..64 {
        let ValueDef::Result(inst, 0) = func.def(value) else { return false };
        let step = &func.insts[inst.index()];
        match (step.op, &step.payload, &step.args[..]) {
            (Opcode::Add, _, &[pointer, distance]) if step.ty.size() == 8 => {
                let Some(bits) = func.constant(distance) else { return false };
                (value, offset) = (pointer, offset.wrapping_add(bits as i64));
            }
            (Opcode::Address, Payload::Global(var), _) => {
                let end = u64::try_from(offset).ok().and_then(|offset| offset.checked_add(u64::from(data.ty.size())));
                return globals.get(var.index()).is_some_and(|var| end.is_some_and(|end| end <= var.size));
            }
            _ => return false,
        }
    }
    false
}

/// Whether an operation stays where it is, as one that writes does, but touches no memory: lanes exchange values, or time is read.
pub(crate) fn touches_no_memory(op: Opcode) -> bool {
    exchanges_values(op) || op == Opcode::Clock
}

/// Whether lanes of a warp exchange values in registers.
pub(crate) fn exchanges_values(op: Opcode) -> bool {
    matches!(op, Opcode::Shfl | Opcode::Vote | Opcode::Match | Opcode::Redux | Opcode::Activemask)
}

/// What a value in memory must have for one access to stand for another: its class, and below 32 bits how it is widened.
pub(crate) fn form(data: &InstData) -> (RegType, Option<Type>) {
    (data.ty.reg(), (data.ty.size() < 4).then_some(data.ty))
}
