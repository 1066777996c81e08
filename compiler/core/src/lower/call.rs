//! Calls: arguments, results, intrinsics, variadic functions.

use super::layout::{Repr, is_bool, repr};
use super::{FunctionLowering, Place, errors};
use crate::hir::{Callee, Expr, ExprKind, FunctionId, Type, TypeId};
use crate::intrinsics::{self, HostSide};
use kern_diag::Span;
use kern_ir as ir;
use kern_ir::{InstData, Opcode, Payload, RegType, Value};

/// A call of an intrinsic.
#[derive(Clone, Copy)]
pub(crate) struct CallSite<'e> {
    /// The call.
    pub(crate) expr: &'e Expr,
    /// Its arguments.
    pub(crate) args: &'e [Expr],
    /// Where a class result goes.
    pub(crate) dest: Option<Place>,
}

/// In which order the arguments of a call are evaluated by host code: as gcc does on x86-64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// The last one first.
    FromRight,
    /// The object or the left operand, then the others, the last one first ([expr.call] 5, [over.match.oper] 2).
    FirstThenFromRight,
    /// Arguments in braces ([dcl.init.list] 4).
    AsWritten,
}

impl FunctionLowering<'_, '_> {
    /// The call `e`: its scalar result or, for a function that returns a reference, the address. `dest` is where a
    /// class result is built.
    pub(crate) fn call(&mut self, e: &Expr, dest: Option<Place>) -> Option<Value> {
        let ExprKind::Call { callee, args, returns_reference } = &e.kind else { return None };
        let result = match callee {
            Callee::Direct(id) => {
                let order = if self.object_comes_first(*id) { Order::FirstThenFromRight } else { Order::FromRight };
                self.call_direct(e, *id, (None, args), dest, order)
            }
            Callee::Indirect(pointer) => self.call_indirect(e, pointer, args, dest),
            Callee::Virtual { slot } => self.call_virtual(e, *slot, args, dest),
        }?;
        if *returns_reference {
            return Some(result);
        }
        Some(self.value_of_raw(result, e.ty))
    }

    /// `id(this, args…)`: the raw scalar result.
    pub(crate) fn call_direct(
        &mut self,
        e: &Expr,
        id: FunctionId,
        (this, args): (Option<Value>, &[Expr]),
        dest: Option<Place>,
        order: Order,
    ) -> Option<Value> {
        let id = self.replacement(id);
        let hir = self.m.hir(id);
        if hir.body.is_none() {
            let site = CallSite { expr: e, args, dest };
            if let Some(result) = self.special_call(&hir.symbol, &site) {
                return result;
            }
        }
        let fixed = hir.params.len() - usize::from(this.is_some()).min(hir.params.len());
        let packs = self.m.packs_rest(hir);
        let mut values = self.arguments(e, this, args, dest, packs.then_some(fixed), order);
        let func = self.m.function(id, e.span);
        self.at(e.span);
        let results = self.m.signature_of(id).results;
        values.truncate(if hir.is_variadic { usize::MAX } else { self.m.module.functions[func.index()].params.len() });
        let data = InstData { args: values, payload: Payload::Call(func), ..InstData::new(Opcode::Call, ir::Type::B32) };
        let inst = self.b.push(data, &results);
        self.check_call(id);
        self.b.func.insts[inst.index()].results.first().copied()
    }

    /// What the library calls for memory may be a function of the program.
    fn replacement(&self, id: FunctionId) -> FunctionId {
        let hir = self.m.hir(id);
        let own = match &*hir.name {
            "__cxa_new" => self.own_allocation(|all| all.allocator(false)),
            "__cxa_delete" => self.own_allocation(|all| all.deallocator(false, hir.params.len() > 1)),
            _ => None,
        };
        own.filter(|_| hir.is_system && !self.m.is_device()).unwrap_or(id)
    }

    /// Whether the first argument of a call of `id` is evaluated before the others ([expr.call] 5, [over.match.oper] 2):
    /// the object of a member function, the left operand of some operators. The others take their right operand first, an
    /// assignment because it must.
    fn object_comes_first(&self, id: FunctionId) -> bool {
        let hir = self.m.hir(id);
        let is_member = hir.params.first().is_some_and(|p| &*hir.locals[p.0 as usize].name == "this");
        match hir.name.strip_prefix("operator") {
            Some("<<" | ">>" | "->*" | "," | "&&" | "||") => true,
            Some("[]" | "()") => is_member,
            Some(_) => false,
            None => is_member,
        }
    }

    fn call_indirect(&mut self, e: &Expr, pointer: &Expr, args: &[Expr], dest: Option<Place>) -> Option<Value> {
        let target = self.value(pointer);
        let mut values = vec![target];
        values.extend(self.arguments(e, None, args, dest, None, Order::FromRight));
        self.call_address(e, values)
    }

    fn call_virtual(&mut self, e: &Expr, slot: u32, args: &[Expr], dest: Option<Place>) -> Option<Value> {
        let mut values = self.arguments(e, None, args, dest, None, Order::FirstThenFromRight);
        self.at(e.span);
        let object = *values.get(usize::from(dest.is_some()))?;
        let target = self.virtual_function(object, slot);
        values.insert(0, target);
        self.call_address(e, values)
    }

    /// The address of the function at `slot` of the table that the object at `object` points to.
    pub(crate) fn virtual_function(&mut self, object: Value, slot: u32) -> Value {
        let table = self.load(Place::pointer(object), ir::Type::U64);
        self.load(Place::pointer(table).at(8 * i64::from(slot)), ir::Type::U64)
    }

    /// Calls the function whose address is the first of `values`.
    fn call_address(&mut self, e: &Expr, values: Vec<Value>) -> Option<Value> {
        self.at(e.span);
        let returns_reference = matches!(e.kind, ExprKind::Call { returns_reference: true, .. });
        let results = if returns_reference { vec![RegType::B64] } else { self.m.signature(&[], e.ty).results };
        let data = InstData { args: values, payload: Payload::CallIndirect(results.clone()), ..InstData::new(Opcode::Call, ir::Type::B32) };
        let inst = self.b.push(data, &results);
        self.check_indirect_call();
        self.b.func.insts[inst.index()].results.first().copied()
    }

    /// The argument values in order: hidden result, `this`, arguments. Those from `packed_from` on go to a buffer whose
    /// address is the last value. Device code evaluates all from left to right.
    fn arguments(
        &mut self,
        e: &Expr,
        this: Option<Value>,
        args: &[Expr],
        dest: Option<Place>,
        packed_from: Option<usize>,
        order: Order,
    ) -> Vec<Value> {
        let mut values: Vec<Option<Value>> = vec![None; args.len()];
        let ahead = match order {
            _ if self.m.is_device() => args.len(),
            Order::AsWritten => args.len(),
            Order::FirstThenFromRight => args.len().min(1),
            Order::FromRight => 0,
        };
        for index in (0..ahead).chain((ahead..args.len()).rev()) {
            values[index] = Some(self.argument(&args[index]));
        }
        let mut values: Vec<Value> = values.into_iter().flatten().collect();
        if let Some(fixed) = packed_from {
            let fixed = fixed.min(values.len());
            let rest = values.split_off(fixed);
            let buffer = self.variadic_buffer(&args[fixed..], &rest);
            values.push(buffer);
        }
        let mut all = Vec::with_capacity(values.len() + 2);
        if let Some(dest) = dest {
            self.at(e.span);
            all.push(self.address(dest));
        }
        all.extend(this);
        all.extend(values);
        all
    }

    /// Stores promoted variadic arguments, 8 bytes each; the generic address.
    fn variadic_buffer(&mut self, args: &[Expr], values: &[Value]) -> Value {
        if values.is_empty() {
            return self.b.constant(RegType::B64, 0);
        }
        let info = ir::VarInfo { element_size: 8, element_count: values.len() as u64, ..ir::VarInfo::default() };
        let slot = self.add_slot(8 * values.len() as u64, 8, info);
        let buffer = Place::new(super::Base::Slot(slot));
        for (index, (arg, &value)) in args.iter().zip(values).enumerate() {
            let (ty, value) = match repr(self.types(), arg.ty) {
                Repr::Scalar(ty) if ty.is_float() => (ty, value),
                Repr::Scalar(ty) if ty.size() < 8 => {
                    let (from, wide) = if ty.is_signed() { (ir::Type::S32, ir::Type::S64) } else { (ir::Type::U32, ir::Type::U64) };
                    (wide, self.convert_op(wide, from, value))
                }
                _ => (ir::Type::U64, value),
            };
            self.store(buffer.at(8 * index as i64), ty, value);
        }
        self.address(buffer)
    }

    /// One argument as it is passed.
    pub(crate) fn argument(&mut self, arg: &Expr) -> Value {
        match repr(self.types(), arg.ty) {
            Repr::Memory => {
                let place = match &arg.kind {
                    // The caller's copy is made and destroyed by sema's temporary.
                    ExprKind::Temporary { .. } => self.place(arg),
                    ExprKind::Load(place) if matches!(place.kind, ExprKind::Temporary { .. }) => self.place(place),
                    _ => {
                        self.at(arg.span);
                        let place = self.temporary_slot(arg.ty);
                        self.initialise(place, arg);
                        self.note_whole(place, arg);
                        place
                    }
                };
                self.at(arg.span);
                self.address(place)
            }
            Repr::Scalar(_) if is_bool(self.types(), arg.ty) => self.raw_value(arg),
            Repr::Scalar(_) => self.value(arg),
            Repr::Void => {
                self.effect(arg);
                self.b.constant(RegType::B32, 0)
            }
        }
    }

    /// Functions without a body that are no plain runtime calls: intrinsics, device `printf` and the like. The outer
    /// option says whether it was one.
    fn special_call(&mut self, symbol: &str, site: &CallSite<'_>) -> Option<Option<Value>> {
        match symbol {
            "__assert_fail" if self.m.is_device() => {
                let mut args = self.arguments(site.expr, None, site.args, None, None, Order::FromRight);
                self.at(site.expr.span);
                // nvcc's name for it takes the size of a character too.
                args.push(self.b.constant(RegType::B64, 1));
                self.call_runtime("__assertfail", &args, None);
                // The thread ends here, the others go on.
                self.b.push(InstData::new(Opcode::Exit, ir::Type::B32), &[]);
                return Some(None);
            }
            "memcpy" if self.m.is_device() => return Some(self.device_memcpy(site)),
            "memset" if self.m.is_device() => return Some(self.device_memset(site)),
            "memcpy" if !site.args.is_empty() => {
                if let Some(to) = self.host_memcpy(site) {
                    return Some(Some(to));
                }
            }
            "printf" if self.m.is_device() => return Some(self.device_printf(site)),
            _ => {}
        }
        let row = intrinsics::find(symbol)?;
        self.at(site.expr.span);
        if self.m.is_device() {
            return Some(row.recipe.lower(self, site));
        }
        match row.host {
            HostSide::Same => Some(row.recipe.lower(self, site)),
            HostSide::Extern(name) => Some(self.call_named(site, name)),
            HostSide::None => {
                self.m.report(errors::unsupported(site.expr.span, &format!("`{}` in host code", row.name())));
                Some(None)
            }
        }
    }

    /// Calls the runtime function `name` with the site's scalar arguments.
    pub(crate) fn call_named(&mut self, site: &CallSite<'_>, name: &str) -> Option<Value> {
        let args = self.runtime_arguments(site);
        let result = match repr(self.types(), site.expr.ty) {
            Repr::Scalar(ty) => Some(ty.reg()),
            _ => None,
        };
        self.call_runtime(name, &args, result)
    }

    /// The scalar arguments as a function of the runtime gets them: computed from the right.
    pub(crate) fn runtime_arguments(&mut self, site: &CallSite<'_>) -> Vec<Value> {
        let args = self.arguments(site.expr, None, site.args, site.dest, None, Order::FromRight);
        self.at(site.expr.span);
        args
    }

    /// The C++ type behind the pointer argument `arg`.
    pub(crate) fn pointee_type(&self, arg: &Expr) -> TypeId {
        match self.types().get(arg.ty) {
            Type::Pointer(to) | Type::Reference { to, .. } => to.ty,
            _ => arg.ty,
        }
    }

    /// Reports `what` at `span` and answers a harmless value.
    pub(crate) fn refuse(&mut self, span: Span, what: &str) -> Option<Value> {
        self.m.report(errors::unsupported(span, what));
        None
    }
}
