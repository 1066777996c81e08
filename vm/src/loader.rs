//! Puts a module's variables into memory and gives its functions addresses.

use crate::finding::Place;
use crate::memory::{AllocationKind, CODE_STRIDE, CONST, DEVICE_CODE, HOST_CODE, Memory, Side, Site};
use kern_ir::analysis::{CallOrder, stack_of_call};
use kern_ir::{Function, FunctionKind, GlobalInit, GlobalVarData, LocId, Module, Relocation, Space};
use std::cell::OnceCell;
use std::rc::Rc;

/// Where a variable is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variable {
    /// Its space.
    pub(crate) space: Space,
    /// Address in its own space: what `mov` of its name gives. Shared variables are placed by launch.
    pub(crate) own_address: u64,
    /// Generic address.
    pub(crate) generic_address: u64,
    /// Bytes.
    pub(crate) size: u64,
}

/// A variable for which there is no room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// ``the variable `big` ``
    pub name: String,
    /// Its declaration.
    pub place: Option<Place>,
}

/// Addresses of a module.
pub(crate) struct Layout<'p> {
    pub(crate) module: &'p Module,
    pub(crate) side: Side,
    pub(crate) variables: Rc<[Variable]>,
    /// See `decode::interruptible`; in a program with threads, once somebody has asked.
    pub(crate) interruptible: OnceCell<Vec<bool>>,
    /// See `decode::branch_order`; once somebody has asked.
    pub(crate) printing: OnceCell<Vec<bool>>,
    /// Frames of functions are multiples of it, in bytes: so what a function aligns in its own is aligned.
    pub(crate) frame_alignment: u64,
    /// See [`Layout::stack_of`], by function.
    stacks: OnceCell<Vec<u64>>,
    has_threads: bool,
    has_waits: bool,
}

impl<'p> Layout<'p> {
    /// Of a module whose variables have these places.
    pub(crate) fn new(module: &'p Module, side: Side, variables: Rc<[Variable]>) -> Layout<'p> {
        let names = |name: &str| side == Side::Host && module.find_function(name).is_some();
        let has_threads = names("__kern_thread_create");
        let has_waits = has_threads || names("__kern_thread_wait");
        let alignments = module.functions.iter().flat_map(|func| &func.slots).map(|slot| slot.align);
        let frame_alignment = u64::from(alignments.max().unwrap_or(1).clamp(16, 256).next_power_of_two());
        Layout {
            module,
            side,
            variables,
            interruptible: OnceCell::new(),
            printing: OnceCell::new(),
            frame_alignment,
            stacks: OnceCell::new(),
            has_threads,
            has_waits,
        }
    }

    /// Bytes of the device's stack that a call of a function takes there, if it can call itself again; 0 if it cannot: then the device
    /// knows beforehand how much all calls take together, and makes room for it. (CUDA C++ Programming Guide, `cudaLimitStackSize`.)
    pub(crate) fn stack_of(&self, function: u32) -> u64 {
        // Nobody calls a kernel: most modules are never looked over.
        let is_called = self.module.functions.get(function as usize).is_some_and(|func| func.kind == FunctionKind::Func);
        if self.side == Side::Host || !is_called {
            return 0;
        }
        let stacks = self.stacks.get_or_init(|| {
            let order = CallOrder::new(self.module);
            let functions = self.module.functions.iter().zip(order.is_recursive);
            let stack = |(func, is_recursive): (&Function, bool)| match func.stack {
                _ if !is_recursive => 0,
                // Text of another compiler.
                0 => stack_of_call(self.module, func),
                stack => stack,
            };
            functions.map(stack).map(u64::from).collect()
        });
        stacks.get(function as usize).copied().unwrap_or(0)
    }

    /// The site of an instruction of a function.
    pub(crate) fn site(&self, (function, inst): (u32, u32)) -> Site {
        let inst = self.module.functions.get(function as usize).and_then(|f| f.insts.get(inst as usize));
        Site { side: self.side, function, loc: inst.map_or(LocId::NONE, |inst| inst.loc) }
    }

    /// Allocates the variables of `module`; initial values come later, when both modules have addresses.
    ///
    /// # Errors
    /// The variable for which there is no room.
    pub(crate) fn allocate(
        module: &'p Module,
        side: Side,
        memory: &mut Memory,
        other: Option<&Layout<'p>>,
    ) -> Result<Layout<'p>, TooLarge> {
        let mut variables = Vec::new();
        for var in &module.globals {
            let element = if var.info.element_count > 0 { var.info.element_size } else { 0 };
            let name = if var.info.name.is_empty() { &var.name } else { &var.info.name };
            let place = |arena: &mut crate::memory::Arena, kind| {
                let base = arena.allocate_variable(var.size, var.align as u64, kind, name, element);
                if let Some(base) = base.filter(|_| var.is_const) {
                    arena.set_const(base);
                }
                base
            };
            let twin = |other: Option<&Layout<'p>>| {
                let other = other?;
                let is_twin = |g: &kern_ir::GlobalVarData| g.name == var.name && g.is_managed && g.space == Space::Global;
                let index = other.module.globals.iter().position(is_twin)?;
                other.variables.get(index).copied()
            };
            if var.is_managed {
                memory.note_shared();
            }
            // The two sides may say different sizes.
            let mut size = var.size;
            let generic = match (side, var.space) {
                (_, Space::Shared) => Some(0),
                (Side::Host, _) if var.is_device_shadow => {
                    memory.symbols.allocate_variable(var.size.max(1), 1, AllocationKind::DeviceVariable, &var.name, 0)
                }
                (Side::Host, _) if var.is_managed => match twin(other) {
                    Some(variable) => {
                        size = variable.size.min(size);
                        Some(variable.generic_address)
                    }
                    None => place(&mut memory.device, AllocationKind::Managed),
                },
                (Side::Host, _) => place(&mut memory.host_globals, AllocationKind::HostVariable),
                (Side::Device, Space::Const) => place(&mut memory.constant, AllocationKind::ConstVariable),
                (Side::Device, _) if var.is_managed => place(&mut memory.device, AllocationKind::Managed),
                (Side::Device, _) => place(&mut memory.device, AllocationKind::DeviceVariable),
            };
            let generic_address = generic.ok_or_else(|| TooLarge {
                name: format!("the variable `{name}`"),
                place: Place::resolve(module, LocId(var.info.loc), ""),
            })?;
            let own_address = if var.space == Space::Const && side == Side::Device { generic_address - CONST } else { generic_address };
            variables.push(Variable { space: var.space, own_address, generic_address, size });
        }
        Ok(Layout::new(module, side, variables.into()))
    }

    /// Writes the initial values.
    pub(crate) fn initialise(&self, memory: &Memory) {
        for (var, place) in self.module.globals.iter().zip(self.variables.iter()) {
            if var.space == Space::Shared || var.is_device_shadow {
                continue;
            }
            let bytes = self.first_bytes(var, place.size);
            if let Some(pointer) = memory.pointer(place.generic_address, bytes.len() as u64) {
                // SAFETY: so many bytes are mapped at `pointer`, and no code of the program runs yet.
                unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), pointer, bytes.len()) };
            }
        }
    }

    /// The bytes that a variable of so many bytes starts with, without the zeros behind them.
    fn first_bytes(&self, var: &GlobalVarData, size: u64) -> Vec<u8> {
        let GlobalInit::Bytes(bytes, relocations) = &var.init else { return Vec::new() };
        let mut bytes = bytes[..(bytes.len() as u64).min(size) as usize].to_vec();
        for relocation in relocations {
            let (offset, value) = match *relocation {
                Relocation::Global { offset, target, addend } => {
                    let Some(target) = self.variables.get(target.index()) else { continue };
                    (offset, target.generic_address.wrapping_add(addend as u64))
                }
                Relocation::Function { offset, target } => (offset, self.function_address(target.0)),
            };
            let Some(end) = offset.checked_add(8).filter(|&end| end <= size) else { continue };
            bytes.resize(bytes.len().max(end as usize), 0);
            bytes[offset as usize..end as usize].copy_from_slice(&value.to_le_bytes());
        }
        bytes
    }

    /// What the variable at an address starts with.
    pub(crate) fn first_bytes_at(&self, address: u64) -> Vec<u8> {
        let place = self.variables.iter().position(|place| place.generic_address == address);
        place.map_or(Vec::new(), |index| self.first_bytes(&self.module.globals[index], self.variables[index].size))
    }

    /// Whether the program can make host threads.
    pub(crate) fn has_threads(&self) -> bool {
        self.has_threads
    }

    /// Whether it can, or waits as one of them does.
    pub(crate) fn has_waits(&self) -> bool {
        self.has_waits
    }

    /// The address of function `id`.
    pub(crate) fn function_address(&self, id: u32) -> u64 {
        let base = if self.side == Side::Host { HOST_CODE } else { DEVICE_CODE };
        base + id as u64 * CODE_STRIDE
    }

    /// The function at `address`.
    pub(crate) fn function_at(&self, address: u64) -> Option<u32> {
        let base = if self.side == Side::Host { HOST_CODE } else { DEVICE_CODE };
        let offset = address.checked_sub(base)?;
        let id = offset / CODE_STRIDE;
        (offset % CODE_STRIDE == 0 && id < self.module.functions.len() as u64).then_some(id as u32)
    }
}
