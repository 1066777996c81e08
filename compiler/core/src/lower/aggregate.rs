//! Values of class and array type, built where they belong.

use super::call::Order;
use super::cleanup::Action;
use super::layout::{Leaf, Repr, is_wide, leaves, repr};
use super::{FunctionLowering, Place, errors};
use crate::hir::{Allocation, Conversion, Expr, ExprKind, FunctionId, Type, TypeId};
use kern_diag::Span;
use kern_ir as ir;
use kern_ir::{Cmp, InstData, Opcode, Payload, RegType, Value};

/// Objects of at most this many scalars are cleared scalar by scalar around their initialisers.
const CLEAR_LIMIT: usize = 256;

impl FunctionLowering<'_, '_> {
    /// Builds the class or array value `e` in `dest`.
    pub(crate) fn object(&mut self, e: &Expr, dest: Place) {
        stacker::maybe_grow(crate::hir::walk::RED_ZONE, crate::hir::walk::STACK_STEP, || self.object_inner(e, dest));
    }

    fn object_inner(&mut self, e: &Expr, dest: Place) {
        self.at(e.span);
        if is_wide(self.types(), e.ty) && super::wide::is_computed(e) {
            let value = self.wide_value(e);
            return self.wide_store(dest, value);
        }
        match &e.kind {
            ExprKind::Zero => self.clear_object(dest, e.ty),
            ExprKind::Load(place) => {
                if let ExprKind::Temporary { value, destructor: None, .. } = &place.kind {
                    return self.object(value, dest);
                }
                let from = self.place(place);
                self.at(e.span);
                self.copy_object(dest, from, e.ty);
            }
            ExprKind::Aggregate(parts) => self.aggregate(e, parts, dest),
            ExprKind::Building { object, value } => {
                self.objects.insert(*object, dest);
                self.object(value, dest);
            }
            ExprKind::Construct { constructor, args, in_braces } => {
                let address = self.address(dest);
                self.construct(e, *constructor, address, args, *in_braces);
            }
            ExprKind::Fill { element, length } => self.fill(e, element, *length, dest),
            ExprKind::Call { returns_reference: false, .. } => {
                self.call(e, Some(dest));
            }
            ExprKind::Conditional { condition, then, otherwise } => self.conditional_object(e, condition, then, otherwise, dest),
            ExprKind::Sequence { first, second } => {
                self.effect(first);
                self.object(second, dest);
            }
            ExprKind::Statements { block, value } => {
                let depth = self.open_block(block);
                self.stmts(block);
                if let Some(value) = value {
                    self.object(value, dest);
                }
                self.close_block(depth, block.end);
            }
            ExprKind::Convert { conversion: Conversion::Bits | Conversion::PointerToPointer, operand } => {
                // Same size, same bits: built as the operand's type.
                self.initialise(dest, operand);
            }
            ExprKind::Throw(call) => self.throw(call),
            ExprKind::VaArg(list) => {
                let address = self.va_arg(e, list);
                self.copy_object(dest, Place::pointer(address), e.ty);
            }
            ExprKind::Field { .. } => {
                let from = self.place(e);
                self.copy_object(dest, from, e.ty);
            }
            _ if e.is_place() => {
                let from = self.place(e);
                self.copy_object(dest, from, e.ty);
            }
            _ => self.m.report(errors::unsupported(e.span, "a 128-bit integer here")),
        }
    }

    /// Storage that holds the class value `e`: its own where it is only read, else a temporary.
    pub(crate) fn object_place(&mut self, e: &Expr) -> Place {
        match &e.kind {
            ExprKind::Load(place) => self.place(place),
            ExprKind::Field { base, .. } if !base.is_place() => self.place(e),
            _ => {
                self.at(e.span);
                let place = self.temporary_slot(e.ty);
                self.initialise(place, e);
                place
            }
        }
    }

    /// `place = value` of trivially copied class type.
    pub(crate) fn assign_object(&mut self, place: &Expr, value: &Expr) -> Place {
        if let ExprKind::Load(source) = &value.kind {
            let from = self.place(source);
            let target = self.place(place);
            self.at(place.span);
            self.copy_object(target, from, place.ty);
            return target;
        }
        // The value may read what is assigned to, so it is complete before.
        let from = self.object_place(value);
        self.note_whole(from, value);
        let target = self.place(place);
        self.at(place.span);
        self.copy_object(target, from, place.ty);
        target
    }

    fn aggregate(&mut self, e: &Expr, parts: &[(u64, Expr)], dest: Place) {
        let size = self.types().size_of(e.ty);
        if !self.covers(e.ty, parts, size) {
            self.clear_rest(e.ty, parts, dest);
        }
        let mut made = Vec::new();
        for (index, (offset, part)) in parts.iter().enumerate() {
            let natural = self.types().align_of(part.ty);
            let by_bytes = dest.by_bytes || natural > self.types().align_of(e.ty) || !offset.is_multiple_of(natural);
            let place = Place { by_bytes, ..dest.at(*offset as i64) };
            self.initialise(place, part);
            if let Some(destructor) = self.part_destructor(part.ty).filter(|_| index + 1 < parts.len()) {
                made.push(self.when_thrown(Action::Destroy(place, part.ty, destructor), part.span));
            }
        }
        made.into_iter().rev().for_each(|at| self.forget(at));
    }

    /// Whether the parts initialise every scalar.
    fn covers(&self, ty: TypeId, parts: &[(u64, Expr)], size: u64) -> bool {
        let own = parts.iter().filter(|(_, part)| has_bytes(self.types(), part));
        let covered: u64 = own.map(|(_, part)| self.types().size_of(part.ty)).sum();
        if covered >= size {
            return true;
        }
        let Some(leaves) = leaves(self.types(), ty, CLEAR_LIMIT) else { return false };
        leaves.iter().all(|leaf| leaf.is_padding || is_covered(self.types(), parts, leaf))
    }

    /// Clears what the parts leave out.
    fn clear_rest(&mut self, ty: TypeId, parts: &[(u64, Expr)], dest: Place) {
        match leaves(self.types(), ty, CLEAR_LIMIT) {
            Some(leaves) if dest.is_slot() || leaves.len() <= 16 => {
                for leaf in leaves {
                    if !leaf.is_padding && !is_covered(self.types(), parts, &leaf) {
                        let zero = self.b.constant(leaf.ty.reg(), 0);
                        self.store(dest.at(leaf.offset as i64), leaf.ty, zero);
                    }
                }
            }
            _ => self.clear_object(dest, ty),
        }
    }

    /// `constructor(address, args…)`
    fn construct(&mut self, e: &Expr, constructor: FunctionId, address: Value, args: &[Expr], in_braces: bool) {
        let order = if in_braces { Order::AsWritten } else { Order::FromRight };
        self.call_direct(e, constructor, (Some(address), args), None, order);
    }

    /// Every element of the array at `dest` is the value `element`.
    fn fill(&mut self, e: &Expr, element: &Expr, length: u64, dest: Place) {
        let size = self.types().size_of(element.ty);
        let address = self.address(dest);
        let count = self.b.constant(RegType::B64, length);
        self.fill_elements(e, element, address, count, size);
    }

    /// Initialises `count` elements at the generic `address`; an exception destroys those that are made.
    fn fill_elements(&mut self, e: &Expr, element: &Expr, address: Value, count: Value, size: u64) {
        let unwound = self.part_destructor(element.ty).map(|destructor| {
            let [array, made] = [(); 2].map(|()| Place::new(super::Base::Slot(self.add_slot(8, 8, ir::VarInfo::default()))));
            self.store(array, ir::Type::U64, address);
            (made, self.when_thrown(Action::DestroyCounted(array, made, element.ty, destructor), e.span))
        });
        let (head, body, exit) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        let index = self.b.func.add_block_param(head, RegType::B64);
        let zero = self.b.constant(RegType::B64, 0);
        self.b.jump(head, &[zero]);
        self.b.switch_to(head);
        let more = self.compare(Cmp::Lt, ir::Type::U64, index, count);
        self.branch(more, body, exit);
        self.b.switch_to(body);
        let size = self.b.constant(RegType::B64, size);
        let bytes = self.multiply64(index, size);
        let at = self.b.op(Opcode::Add, ir::Type::S64, &[address, bytes]);
        if let Some((made, _)) = unwound {
            self.store(made, ir::Type::U64, index);
        }
        // What an element is made of does not outlive that ([class.temporary] 5).
        self.full_expression(e.span, |this| this.initialise(Place::pointer(at), element));
        self.at(e.span);
        let one = self.b.constant(RegType::B64, 1);
        let next = self.b.op(Opcode::Add, ir::Type::S64, &[index, one]);
        self.b.jump(head, &[next]);
        self.b.switch_to(exit);
        if let Some((_, at)) = unwound {
            self.forget(at);
        }
    }

    /// `new`: the address of the (first) object.
    pub(crate) fn lower_new(&mut self, e: &Expr) -> Value {
        let ExprKind::New { element, count, init, placement, destructor, .. } = &e.kind else { return self.zero_value(e) };
        let (element, count, init) = (*element, count.as_deref(), init.as_deref());
        let placement = placement.as_deref();
        let size = self.types().size_of(element).max(1);
        // A placement that is no pointer is `std::nothrow`.
        let is_nothrow = placement.is_some_and(|placement| matches!(self.types().get(placement.ty), Type::Class(..)));
        let placed = placement.filter(|_| !is_nothrow).map(|placement| self.value(placement));
        let Some(count) = count else {
            let bytes = self.b.constant(RegType::B64, size);
            // `new int[3]{1, 2}` makes one object, an array.
            let is_array = matches!(self.types().get(element), Type::Array { .. });
            let (address, back) = match placed {
                Some(address) => (address, None),
                None => self.allocate(e, bytes, is_array, is_nothrow),
            };
            if let Some(init) = init {
                self.while_new(back, e.span, |this| this.initialise(Place::pointer(address), init));
            }
            return address;
        };
        let length = match self.constant_index(count) {
            Some(length) => self.b.constant(RegType::B64, length as u64),
            None => self.scaled_index(count, 1),
        };
        self.at(e.span);
        let size_value = self.b.constant(RegType::B64, size);
        let bytes = match self.b.func.constant(length) {
            Some(length) => self.b.constant(RegType::B64, length.saturating_mul(size)),
            None => self.multiply64(length, size_value),
        };
        let (address, back) = match (placed, destructor) {
            (Some(address), _) => (address, None),
            (None, None) => self.allocate(e, bytes, true, is_nothrow),
            (None, Some(_)) => {
                let cookie = self.cookie(element);
                let whole = self.add_bytes(bytes, cookie);
                let (block, back) = self.allocate(e, whole, true, is_nothrow);
                let address = self.add_bytes(block, cookie);
                self.store(Place::pointer(address).at(-8), ir::Type::U64, length);
                (address, back)
            }
        };
        if let Some(init) = init {
            self.while_new(back, e.span, |this| this.fill_elements(e, init, address, length, size));
        }
        address
    }

    /// Runs `body`, which makes what `new` got memory for; where an exception leaves it, `back` gives that back.
    fn while_new(&mut self, back: Option<Action>, span: Span, body: impl FnOnce(&mut Self)) {
        let Some(back) = back.filter(|_| self.catches()) else { return body(self) };
        let at = self.when_thrown(back, span);
        body(self);
        self.forget(at);
    }

    /// Bytes before the elements of an array with destructors; the count is in the last eight of them.
    fn cookie(&self, element: TypeId) -> i64 {
        self.types().align_of(element).max(8) as i64
    }

    /// Memory for `new`, from the program's own function where there is one; and what gives it back.
    fn allocate(&mut self, e: &Expr, bytes: Value, is_array: bool, is_nothrow: bool) -> (Value, Option<Action>) {
        let ExprKind::New { allocator, deallocator, .. } = &e.kind else { return (self.zero_value(e), None) };
        let mut args = vec![bytes];
        if let Some(allocator) = allocator {
            args.extend(allocator.1.iter().map(|arg| self.argument(arg)).collect::<Vec<_>>());
        }
        self.at(e.span);
        let block = self.allocate_with(e, allocator.as_ref().map(|a| a.0), args.clone(), is_array, is_nothrow);
        let freed = std::iter::once(block);
        let align = super::layout::pointee(self.types(), e.ty).map_or(1, |to| self.types().align_of(to.ty));
        let usual = self.m.program.allocation.deallocator(is_array, !is_array && !is_nothrow).filter(|_| align <= 16);
        let back = match (*deallocator, args.as_slice()) {
            (Some(function), [_, taken @ ..]) if !taken.is_empty() => {
                Some(Action::GiveBack(function, freed.chain(taken.iter().copied()).collect()))
            }
            (None, [_, _, ..]) => None,
            (own, _) => Some(match own.or(usual) {
                Some(function) => Action::GiveBack(function, freed.chain([bytes]).collect()),
                None => self.library_delete(block, bytes, is_array, !is_array && !is_nothrow),
            }),
        };
        (block, back.filter(|_| !self.m.is_device()))
    }

    /// Calls what allocates: `own`, the program's global function or the library's.
    fn allocate_with(&mut self, e: &Expr, own: Option<FunctionId>, args: Vec<Value>, is_array: bool, is_nothrow: bool) -> Value {
        let align = super::layout::pointee(self.types(), e.ty).map_or(1, |to| self.types().align_of(to.ty));
        // What is aligned to more has functions of its own.
        let own = own.or(self.own_allocation(|all| all.allocator(is_array)).filter(|_| !is_nothrow && align <= 16));
        let zero = |this: &mut Self| this.b.constant(RegType::B64, 0);
        if own.is_none() && align > 16 && !self.m.is_device() {
            let align = self.b.constant(RegType::B64, align);
            let address = self.call_runtime("aligned_alloc", &[align, args[0]], Some(RegType::B64));
            return address.unwrap_or_else(|| zero(self));
        }
        if let Some(function) = own {
            let address = self.call_values(function, args, e.span);
            return address.unwrap_or_else(|| zero(self));
        }
        if let Some(new) = self.throwing_new(is_array, e.span).filter(|_| !is_nothrow) {
            let data = InstData { args, payload: Payload::Call(new), ..InstData::new(Opcode::Call, ir::Type::B32) };
            let address = self.b.value(data, RegType::B64);
            self.check_new();
            return address;
        }
        let name = match is_nothrow {
            true => self.operator_name("__kern_new_single", "__kern_new_array", "malloc", is_array),
            false => self.operator_name("_Znwm", "_Znam", "malloc", is_array),
        };
        let address = self.call_runtime(name, &args, Some(RegType::B64));
        address.unwrap_or_else(|| zero(self))
    }

    /// One of the program's functions in place of a global one.
    pub(crate) fn own_allocation(&self, which: impl FnOnce(&Allocation) -> Option<FunctionId>) -> Option<FunctionId> {
        which(if self.m.is_device() { &self.m.program.device_allocation } else { &self.m.program.allocation })
    }

    /// Calls `function` with these values; its scalar result.
    pub(crate) fn call_values(&mut self, function: FunctionId, mut values: Vec<Value>, span: Span) -> Option<Value> {
        let callee = self.m.function(function, span);
        let signature = self.m.signature_of(function);
        values.truncate(signature.params.len());
        let data = InstData { args: values, payload: Payload::Call(callee), ..InstData::new(Opcode::Call, ir::Type::B32) };
        let inst = self.b.push(data, &signature.results);
        self.check_call(function);
        self.b.func.insts[inst.index()].results.first().copied()
    }

    /// The runtime function behind `new` or `delete`: on the host the operator's, where the runtime has it.
    pub(crate) fn operator_name(&self, single: &'static str, array: &'static str, plain: &'static str, is_array: bool) -> &'static str {
        let name = if is_array { array } else { single };
        if !self.m.is_device() && kern_stdlib::runtime_function(name).is_some() { name } else { plain }
    }

    pub(crate) fn lower_delete(&mut self, e: &Expr) {
        let ExprKind::Delete { pointer, is_array, destructor, slot, deallocator } = &e.kind else { return };
        let element = super::layout::pointee(self.types(), pointer.ty).map_or(pointer.ty, |to| to.ty);
        let address = self.value(pointer);
        self.at(e.span);
        let (run, after) = (self.b.create_block(), self.b.create_block());
        let is_there = self.is_not_zero(address, ir::Type::U64);
        self.branch(is_there, run, after);
        self.b.switch_to(run);
        if let Some(slot) = slot {
            let target = self.virtual_function(address, *slot);
            let payload = Payload::CallIndirect(Vec::new());
            self.b.push(InstData { args: vec![target, address], payload, ..InstData::new(Opcode::Call, ir::Type::B32) }, &[]);
            self.check_indirect_call();
            self.b.jump(after, &[]);
            return self.b.switch_to(after);
        }
        let is_known = match self.types().get(element) {
            Type::Class(class) => self.types().class(*class).is_complete,
            element => *element != Type::Void,
        };
        let is_sized = is_known && (!is_array || destructor.is_some());
        let align = self.types().align_of(element);
        let function = deallocator.or(self.own_allocation(|all| all.deallocator(*is_array, is_sized)).filter(|_| align <= 16));
        let size = self.types().size_of(element);
        let (mut block, mut bytes) = (address, None);
        match *destructor {
            Some(destructor) if *is_array => {
                let cookie = self.cookie(element);
                let count = self.load(Place::pointer(address).at(-8), ir::Type::U64);
                let back = self.may_throw(destructor).then(|| {
                    let size = self.b.constant(RegType::B64, size);
                    let elements = self.multiply64(count, size);
                    (self.add_bytes(address, -cookie), self.add_bytes(elements, cookie))
                });
                self.destroy_before_freeing(back, (function, align, *is_array), e.span, |this| {
                    this.destroy_elements(address, count, element, destructor, e.span);
                });
                block = self.add_bytes(address, -cookie);
                let size = self.b.constant(RegType::B64, size);
                let elements = self.multiply64(count, size);
                bytes = Some(self.add_bytes(elements, cookie));
            }
            Some(destructor) => {
                let back = self.may_throw(destructor).then(|| (address, self.b.constant(RegType::B64, size)));
                self.destroy_before_freeing(back, (function, align, *is_array), e.span, |this| {
                    this.call_member(destructor, address, e.span)
                });
            }
            None => {}
        }
        self.at(e.span);
        match function {
            Some(function) => {
                let bytes = bytes.unwrap_or_else(|| self.b.constant(RegType::B64, size));
                let values = self.freeing_values(function, block, bytes, align);
                self.call_values(function, values, e.span);
            }
            // The program's `operator delete` has that name, and is not for it.
            None if align > 16 && !self.m.is_device() && self.own_allocation(|all| all.deallocator(*is_array, is_sized)).is_some() => {
                self.call_runtime("__kern_delete", &[block], None);
            }
            None => {
                let bytes = bytes.unwrap_or_else(|| self.b.constant(RegType::B64, size));
                let (function, args) = self.library_function(block, bytes, *is_array, is_sized);
                self.call_runtime(function, &args, None);
            }
        }
        self.b.jump(after, &[]);
        self.b.switch_to(after);
    }

    /// The arguments of a function that frees `block`: behind it the bytes, the alignment, or both.
    fn freeing_values(&mut self, function: FunctionId, block: Value, bytes: Value, align: u64) -> Vec<Value> {
        let hir = &self.m.program.functions[function.0 as usize];
        let types: Vec<TypeId> = hir.params.iter().skip(1).filter_map(|p| hir.locals.get(p.0 as usize)).map(|p| p.ty.ty).collect();
        let more = types.into_iter().map(|ty| match self.types().get(ty) {
            Type::Enum(_) => self.b.constant(RegType::B64, align),
            _ => bytes,
        });
        let more: Vec<Value> = more.collect();
        [vec![block], more].concat()
    }

    /// Runs `body`, which destroys what `delete` is given; where an exception leaves it, the memory `back` and its size are given back
    /// all the same ([expr.delete]/9).
    fn destroy_before_freeing(
        &mut self,
        back: Option<(Value, Value)>,
        (function, align, is_array): (Option<FunctionId>, u64, bool),
        span: Span,
        body: impl FnOnce(&mut Self),
    ) {
        let Some((block, bytes)) = back else { return body(self) };
        let back = match function {
            Some(function) => Action::GiveBack(function, self.freeing_values(function, block, bytes, align)),
            None => self.library_delete(block, bytes, is_array, true),
        };
        self.while_new(Some(back), span, body);
    }

    /// The next variadic argument: its value, or for a class its address. A `va_list` holds the address of the next
    /// argument; each takes 8 bytes.
    pub(crate) fn va_arg(&mut self, e: &Expr, list: &Expr) -> Value {
        let list = self.place(list);
        self.at(e.span);
        let next = self.load(list, ir::Type::U64);
        let after = self.add_bytes(next, 8);
        self.store(list, ir::Type::U64, after);
        let is_word = matches!(self.types().get(e.ty), Type::Class(_)) && matches!(self.types().size_of(e.ty), 1 | 2 | 4 | 8);
        match repr(self.types(), e.ty) {
            Repr::Memory if is_word => next,
            Repr::Memory => self.load(Place::pointer(next), ir::Type::U64),
            _ => self.load_value(Place::pointer(next), e.ty),
        }
    }

    /// The address of a known function.
    pub(crate) fn function_address(&mut self, func: ir::FuncId) -> Value {
        let data = InstData { payload: Payload::FuncAddr(func), ..InstData::new(Opcode::Address, ir::Type::U64) };
        self.b.value(data, RegType::B64)
    }
}

/// Whether the part has bytes of its own: an empty object may lie in another.
fn has_bytes(types: &crate::hir::TypeTable, part: &Expr) -> bool {
    !matches!(types.get(part.ty), Type::Class(class) if types.class(*class).is_empty)
}

/// Whether the parts together initialise every byte of the leaf.
fn is_covered(types: &crate::hir::TypeTable, parts: &[(u64, Expr)], leaf: &Leaf) -> bool {
    let (mut at, end) = (leaf.offset, leaf.offset + u64::from(leaf.ty.size()));
    while at < end {
        // Parts are in order of their offsets as sema makes them, but designators may break that.
        let before = parts.iter().filter(|(offset, part)| *offset <= at && has_bytes(types, part));
        let ends = before.map(|(offset, part)| offset + types.size_of(part.ty));
        match ends.max().filter(|reached| *reached > at) {
            Some(reached) => at = reached,
            None => return false,
        }
    }
    true
}
