//! What a report says of a wrong access besides the rule it breaks: where its pointer came from, what it accesses at once,
//! and whether it only follows from an earlier mistake.
//!
//! A refused read gives zero. A null pointer that was computed from the result of an instruction that was refused is no
//! mistake of its own: nothing is said of it but at the finding of that read. This is told by instruction, not by lane,
//! so a null pointer that another lane truly read there is reported only when the first mistake is mended.

use crate::decode::side::{is_device, is_host};
use crate::exec::engine::AccessContext;
use crate::exec::engine::Engine;
use crate::exec::warp::Point;
use crate::finding::ParameterFacts;
use crate::memory::{self, Allocation, AllocationKind, SHARED, Violation, ViolationKind, Window};
use crate::report::pointee::{leaves, param_of, pointee, size_of, stride, unqualified};
use crate::report::{self, Circumstances, Element, Origin};
use kern_ir::{Function, FunctionKind, InstData, KernelParam, LocId, Opcode, Payload, Space, Type, Value, ValueDef};

impl<const L: usize> Engine<'_, '_, L> {
    /// Reports a wrong access of a lane; the number of the finding, or nothing if it follows from an earlier one.
    pub(crate) fn report_violation(&mut self, context: &AccessContext<L>, lane: usize, violation: &Violation) -> Option<usize> {
        let trace = self.trace(context.warp, context.activation, context.point);
        if violation.kind == ViolationKind::Null
            && let Some(cause) = self.refused_source(context.point)
        {
            let place = self.machine.place(&trace);
            self.machine.findings.add_consequence(cause, place, "the pointer that should have been read is used here");
            return None;
        }
        let mut by = self.circumstances(context.point, violation);
        by.thread = self.thread(context.warp, context.barriers, lane);
        by.other = self.other_allocation(context, violation);
        let mut finding = report::violation(self.machine, violation, &trace, &by);
        let is_given = match violation.kind {
            ViolationKind::Null => self.may_be_given(context.point),
            kind => kind == ViolationKind::Unset,
        };
        if is_given {
            finding = self.runtime.blame_null(self.machine, finding);
        }
        let index = self.machine.findings.report(finding);
        if violation.access != memory::Access::Write {
            self.refused.insert(context.point, index);
        }
        Some(index)
    }

    /// The finding of a refused read that operand 0 of an instruction was computed from.
    pub(crate) fn refused_source(&self, point: Point) -> Option<usize> {
        if self.refused.is_empty() {
            return None;
        }
        let (func, data) = self.instruction(point)?;
        let leaves = leaves(func, *data.args.first()?);
        leaves.into_iter().find_map(|leaf| match func.def(leaf) {
            ValueDef::Result(inst, _) => self.refused.get(&(point.0, inst.0)).copied(),
            _ => None,
        })
    }

    /// Whether a null pointer may be one that a call of the runtime left in a variable: not where the program has it from a constant,
    /// or from what a function without a body returned.
    fn may_be_given(&self, point: Point) -> bool {
        let Some((func, data)) = self.instruction(point) else { return true };
        let Some(&address) = data.args.first() else { return true };
        leaves(func, address).into_iter().any(|leaf| match func.def(leaf) {
            ValueDef::Const(_) => false,
            ValueDef::Result(inst, _) => !self.is_call_of_extern(&func.insts[inst.index()]),
            ValueDef::Param(..) => true,
        })
    }

    fn is_call_of_extern(&self, data: &InstData) -> bool {
        let Payload::Call(callee) = data.payload else { return false };
        data.op == Opcode::Call && self.layout.module.functions.get(callee.index()).is_some_and(|f| f.kind == FunctionKind::Extern)
    }

    fn instruction(&self, point: Point) -> Option<(&Function, &InstData)> {
        let func = self.layout.module.functions.get(point.0 as usize)?;
        Some((func, func.insts.get(point.1 as usize)?))
    }

    fn circumstances(&self, point: Point, violation: &Violation) -> Circumstances {
        let Some((func, data)) = self.instruction(point) else { return Circumstances::default() };
        let param = self.parameter(point, func, data, violation);
        let declared = param.and_then(|p| pointee(&p.1.type_name)).or_else(|| self.variable_type(violation));
        let element = aggregate(func, data, declared, violation).or_else(|| element(data, declared));
        let origin = match param {
            Some((index, param)) => Origin::Parameter(ParameterFacts {
                index: index as u32,
                name: param.source_name.clone(),
                type_name: param.type_name.clone(),
                kernel: self.layout.module.functions[self.frame.kernel as usize].display_name.clone(),
                is_pointer: param.is_pointer,
            }),
            None => self.got_from(point, func, data),
        };
        let bytes_are = element.as_ref().and_then(|element| self.elements_are(violation, element, 1));
        let smaller = element.as_ref().map_or(0, |element| element.bytes.min(16));
        let elements_are = [4, 8].into_iter().filter(|&bytes| bytes < smaller).find_map(|bytes| {
            let number = self.elements_are(violation, element.as_ref()?, bytes)?;
            Some((number, bytes))
        });
        let pitch = element.as_ref().and_then(|element| self.pitch(violation, element));
        let is_dynamic_shared = violation.allocation.as_ref().is_some_and(|a| self.is_dynamic_shared(a));
        let is_symbol = self.machine.symbol(violation.address).is_some();
        let is_shared = violation.allocation.as_ref().is_some_and(|a| a.kind == AllocationKind::Shared);
        let threads = (is_shared && is_device(L)).then(|| self.frame.config.threads());
        Circumstances { element, origin, is_symbol, bytes_are, elements_are, pitch, is_dynamic_shared, threads, ..Circumstances::default() }
    }

    /// The kernel's parameter that the pointer of an access came in by: the one it was computed from, or else the only one that
    /// points to the same allocation.
    fn parameter(&self, point: Point, func: &Function, data: &InstData, violation: &Violation) -> Option<(usize, &KernelParam)> {
        if is_host(L) {
            return None;
        }
        let kernel = &self.layout.module.functions[self.frame.kernel as usize];
        if point.0 == self.frame.kernel {
            let mut params = leaves(func, *data.args.first()?).into_iter().map(|leaf| param_of(func, leaf));
            if let Some(Some(first)) = params.next()
                && params.all(|other| other == Some(first))
            {
                return kernel.kernel_params.get(first).map(|param| (first, param));
            }
        }
        let allocation = violation.allocation.as_ref()?;
        let is_passed = !matches!(
            allocation.kind,
            AllocationKind::DeviceVariable | AllocationKind::ConstVariable | AllocationKind::Shared | AllocationKind::Local
        );
        let points_there = |param: &&(usize, &KernelParam)| {
            let address = self.argument(param.1);
            param.1.is_pointer && is_passed && address.is_some_and(|a| a >= allocation.base && a - allocation.base <= allocation.size)
        };
        let params: Vec<_> = kernel.kernel_params.iter().enumerate().collect();
        let mut found = params.iter().filter(points_there);
        found.next().filter(|_| found.next().is_none()).copied()
    }

    /// The value of a parameter of up to eight bytes.
    fn argument(&self, param: &KernelParam) -> Option<u64> {
        let bytes = self.frame.params.get(param.offset as usize..)?.get(..param.size as usize)?;
        let mut word = [0; 8];
        word.get_mut(..bytes.len())?.copy_from_slice(bytes);
        Some(u64::from_le_bytes(word))
    }

    /// Where a kernel got the pointer of an access from, if from memory or from a function without a body.
    fn got_from(&self, point: Point, func: &Function, data: &InstData) -> Origin {
        // In a loop over a list it may have come from a parameter as well.
        let leaves = data.args.first().map_or(Vec::new(), |&address| leaves(func, address));
        let mut leaves = leaves.into_iter().filter(|&leaf| param_of(func, leaf).is_none());
        let (Some(leaf), None) = (leaves.next().filter(|_| is_device(L)), leaves.next()) else { return Origin::Unknown };
        let ValueDef::Result(inst, _) = func.def(leaf) else { return Origin::Unknown };
        let source = &func.insts[inst.index()];
        match (source.op, &source.payload) {
            (Opcode::Call, &Payload::Call(callee)) => match self.layout.module.functions.get(callee.index()) {
                Some(callee) if callee.kind == FunctionKind::Extern => Origin::Returned(callee.display_name.clone()),
                _ => Origin::Unknown,
            },
            (Opcode::Ld, _) => {
                let is_variable = source.args.first().is_none_or(|&a| self::leaves(func, a).iter().any(|&a| is_slot(func, a)));
                if is_variable || source.loc == LocId::NONE { Origin::Unknown } else { Origin::Loaded(self.place((point.0, inst.0))) }
            }
            _ => Origin::Unknown,
        }
    }

    /// The type of the elements of the variable that an access should have stayed in, if the module declares it.
    fn variable_type(&self, violation: &Violation) -> Option<&str> {
        let allocation = violation.allocation.as_ref()?;
        let globals = self.layout.module.globals.iter().enumerate();
        let is_there = |index: usize, is_shared: bool| match is_shared {
            true => self.frame.shared_offsets.get(index).is_some_and(|&offset| SHARED.wrapping_add(offset) == allocation.base),
            false => self.layout.variables.get(index).is_some_and(|variable| variable.generic_address == allocation.base),
        };
        let mut found = globals.filter(|&(index, data)| is_there(index, data.space == Space::Shared));
        let name = &found.next()?.1.info.type_name;
        Some(unqualified(name.split('[').next().unwrap_or(name).trim()))
    }

    /// What is as many as an allocation has elements of `assumed` bytes, which are too few, if as many of `element` would do: a
    /// number that the kernel was given, or the threads of a launch in one dimension.
    fn elements_are(&self, violation: &Violation, element: &Element, assumed: u64) -> Option<String> {
        let a = violation.allocation.as_ref().filter(|a| is_device(L) && a.name.is_none() && a.size > 1)?;
        let count = a.size / assumed;
        let fits = violation.address >= a.base && violation.address - a.base < count.saturating_mul(element.bytes);
        if !fits || element.bytes < 2 || !a.size.is_multiple_of(assumed) || count < 2 {
            return None;
        }
        let is_number = |p: &&KernelParam| p.ty.is_some_and(|ty| !ty.is_float()) && !p.is_pointer;
        let mut numbers = self.layout.module.functions[self.frame.kernel as usize].kernel_params.iter().filter(is_number);
        if let Some(param) = numbers.find(|p| self.argument(p) == Some(count)) {
            return Some(format!("`{}` is {count}", param.source_name));
        }
        let config = &self.frame.config;
        let is_linear = config.grid[1..] == [1, 1] && config.block[1..] == [1, 1];
        (is_linear && config.threads() * config.blocks() == count).then(|| format!("the launch has {count} threads"))
    }

    /// A parameter that is the pitch of an allocation of rows, where elements of several bytes were counted in it.
    fn pitch(&self, violation: &Violation, element: &Element) -> Option<String> {
        let a = violation.allocation.as_ref().filter(|a| is_device(L) && element.bytes > 1 && violation.address >= a.end())?;
        let pitch = self.runtime.pitch_of(a.base)?;
        let kernel = &self.layout.module.functions[self.frame.kernel as usize];
        let is_pitch = |p: &&KernelParam| !p.is_pointer && self.argument(p) == Some(pitch);
        kernel.kernel_params.iter().find(is_pitch).map(|param| param.source_name.to_string())
    }

    fn is_dynamic_shared(&self, allocation: &Allocation) -> bool {
        let offset = allocation.base.wrapping_sub(SHARED);
        let is_it = |&&(base, _, id): &&(u64, u64, u32)| base == offset && self.layout.module.globals[id as usize].is_dynamic_shared;
        allocation.kind == AllocationKind::Shared && self.frame.shared_map.iter().any(|variable| is_it(&variable))
    }

    /// The allocation that a wrong address happens to lie in.
    fn other_allocation(&self, context: &AccessContext<L>, violation: &Violation) -> Option<Allocation> {
        let own = violation.allocation.as_ref().filter(|_| violation.kind == ViolationKind::OutOfBounds)?;
        if matches!(Window::of(violation.address), Window::Local | Window::HostStack | Window::Param) {
            return None;
        }
        self.thing_at(context, violation.address).filter(|a| a.base != own.base && !a.is_freed() && a.contains(violation.address, 1))
    }
}

fn is_slot(func: &Function, value: Value) -> bool {
    let ValueDef::Result(inst, _) = func.def(value) else { return false };
    let data = &func.insts[inst.index()];
    data.op == Opcode::Address && matches!(data.payload, Payload::Slot(_))
}

/// The element of a class's type that an instruction accesses a member of: its size is what an index is multiplied by.
fn aggregate(func: &Function, data: &InstData, declared: Option<&str>, violation: &Violation) -> Option<Element> {
    let is_name = |name: &&str| name.chars().all(|c| c.is_alphanumeric() || c == '_') && *name != "void" && size_of(name).is_none();
    let name = declared.filter(is_name)?;
    let allocation = violation.allocation.as_ref().filter(|a| a.element_size == 0)?;
    let bytes = stride(func, *data.args.first()?)?;
    (bytes > violation.size && allocation.size.is_multiple_of(bytes)).then(|| Element { name: name.to_string(), bytes })
}

/// What an instruction accesses at once: in the words of a declaration if the size is that of the type there.
fn element(data: &InstData, declared: Option<&str>) -> Option<Element> {
    let count = data.attrs.vector.max(1);
    let bytes = u64::from(data.ty.size()) * u64::from(count);
    let declared = declared.filter(|name| size_of(name) == Some(bytes));
    let name = declared.map_or_else(|| type_text(data.ty, count), str::to_string);
    (bytes > 0).then_some(Element { name, bytes })
}

/// A type of the IR, or a vector of it, as a user reads it.
fn type_text(ty: Type, count: u8) -> String {
    let scalar = match ty {
        Type::Pred | Type::B8 | Type::U8 => "byte",
        Type::S8 => "char",
        Type::F16 | Type::BF16 => "half",
        Type::U16 => "unsigned short",
        Type::B16 | Type::S16 => "short",
        Type::F32 => "float",
        Type::U32 => "unsigned int",
        Type::B32 | Type::S32 => "int",
        Type::F64 => "double",
        Type::U64 => "unsigned long long",
        Type::B64 | Type::S64 => "long long",
    };
    match (count, ty) {
        (1, _) => scalar.to_string(),
        (_, Type::F32 | Type::F64 | Type::B32 | Type::S32) => format!("{scalar}{count}"),
        _ => format!("group of {count} {scalar}s"),
    }
}
