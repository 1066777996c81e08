//! Lifetimes: who is destroyed where.

use super::{FunctionLowering, Place};
use crate::hir::walk::block_identity;
use crate::hir::{self, Expr, FunctionId, LabelId, Lifetime, Type, TypeId};
use kern_diag::Span;
use kern_ir as ir;
use kern_ir::{Block, InstData, Opcode, Payload, RegType, Slot, Value};
use std::collections::HashMap;

/// Cleanups that each jump out of their scope does by itself. More of them are done on a way that all jumps to one place
/// share, so that many jumps past many objects do not make code for each pair.
const MAX_OWN: usize = 32;

/// Something to do when a scope ends.
#[derive(Clone, Debug)]
pub(crate) struct Cleanup {
    action: Action,
    /// For a temporary made in a part of an expression that may not run: a byte that says whether it was made.
    flag: Option<Slot>,
    /// Only when an exception leaves the scope.
    when_thrown: bool,
    span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// Run the destructor; the type says whether it is an array of objects.
    Destroy(Place, TypeId, FunctionId),
    /// Run the destructor on as many objects of a type, or arrays of them, as the second slot says, from where the first one points.
    DestroyCounted(Place, Place, TypeId, FunctionId),
    /// Free what the slot points at: a variable-length array.
    Free(Place),
    /// Call a function of the program with these: it frees what `new` got.
    GiveBack(FunctionId, Vec<Value>),
    /// Call a runtime function with these: it frees what the library's `new` gave.
    Delete(&'static str, Vec<Value>),
}

impl FunctionLowering<'_, '_> {
    /// Starts the scope of `block`; answers what [`FunctionLowering::close_block`] wants.
    pub(crate) fn open_block(&mut self, block: &hir::Block) -> usize {
        let depth = self.cleanups.len();
        self.open_blocks.push((block_identity(block), depth));
        depth
    }

    /// Ends the scope: destroys its locals in reverse order.
    pub(crate) fn close_block(&mut self, depth: usize, end: Span) {
        self.open_blocks.pop();
        self.end_scope(depth, end);
    }

    /// Destroys what came after `depth` and forgets it.
    pub(crate) fn end_scope(&mut self, depth: usize, end: Span) {
        if self.b.current().is_some() {
            self.unwind(depth, Some(end));
        }
        self.cleanups.truncate(depth);
        self.ways_out.truncate(depth);
    }

    /// Jumps to `target` after the cleanups above `depth`; they stay registered.
    pub(crate) fn leave(&mut self, depth: usize, target: Block) {
        if self.cleanups.len().saturating_sub(depth) <= MAX_OWN {
            self.unwind(depth, None);
            return self.b.jump(target, &[]);
        }
        self.leave_on_shared_way(depth, target, false);
    }

    /// As [`FunctionLowering::leave`], with what is to be done when an exception leaves the scopes.
    pub(crate) fn leave_by_exception(&mut self, depth: usize, target: Block) {
        if self.cleanups.len() <= depth {
            return self.b.jump(target, &[]);
        }
        self.leave_on_shared_way(depth, target, true);
    }

    /// The blocks, by where they lead, in which a jump out with `count` cleanups starts.
    pub(crate) fn landings(&mut self, count: usize) -> &mut HashMap<(Block, usize), Block> {
        if count == 0 {
            return &mut self.outermost_landings;
        }
        self.ways_out.resize_with(self.cleanups.len().max(count), HashMap::new);
        &mut self.ways_out[count - 1]
    }

    fn leave_on_shared_way(&mut self, depth: usize, target: Block, is_thrown: bool) {
        self.ways_out.resize_with(self.cleanups.len(), HashMap::new);
        let known = |ways: &[HashMap<_, Block>], index: usize| ways[index].get(&(target, depth)).copied();
        let first =
            (depth..self.cleanups.len()).rev().find(|&index| known(&self.ways_out, index).is_some()).map_or(depth, |index| index + 1);
        for index in first..self.cleanups.len() {
            let block = self.b.create_block();
            self.ways_out[index].insert((target, depth), block);
        }
        let way = known(&self.ways_out, self.cleanups.len() - 1).unwrap_or(target);
        self.b.jump(way, &[]);
        for index in (first..self.cleanups.len()).rev() {
            let block = known(&self.ways_out, index).unwrap_or(target);
            self.b.switch_to(block);
            let cleanup = self.cleanups[index].clone();
            if is_thrown {
                let span = cleanup.span;
                let outer = std::mem::replace(&mut self.is_unwinding, true);
                self.clean(cleanup, span);
                self.is_unwinding = outer;
            } else if !cleanup.when_thrown {
                let span = cleanup.span;
                self.clean_below(index, cleanup, span);
            }
            let next = if index == depth { target } else { known(&self.ways_out, index - 1).unwrap_or(target) };
            self.b.jump(next, &[]);
        }
    }

    /// Whether a jump out of the function shares its way with others.
    pub(crate) fn shares_way_out(&self) -> bool {
        self.cleanups.len() > MAX_OWN
    }

    /// Emits the cleanups above `depth`, innermost first; they stay registered.
    pub(crate) fn unwind(&mut self, depth: usize, at: Option<Span>) {
        for index in (depth..self.cleanups.len()).rev() {
            let cleanup = self.cleanups[index].clone();
            if !cleanup.when_thrown {
                let span = at.unwrap_or(cleanup.span);
                self.clean_below(index, cleanup, span);
            }
        }
    }

    /// Emits the cleanup at `index`; an exception that leaves it finds those below.
    fn clean_below(&mut self, index: usize, cleanup: Cleanup, span: Span) {
        let (Action::Destroy(_, _, destructor) | Action::DestroyCounted(_, _, _, destructor)) = cleanup.action else {
            return self.clean(cleanup, span);
        };
        if !self.may_throw(destructor) {
            return self.clean(cleanup, span);
        }
        let above = self.cleanups.split_off(index);
        let ways_above = self.ways_out.split_off(index.min(self.ways_out.len()));
        let first_left = self.tries.iter().position(|landing| landing.depth > index).unwrap_or(self.tries.len());
        let left = self.tries.split_off(first_left);
        let outer = std::mem::take(&mut self.is_unwinding);
        self.clean(cleanup, span);
        self.is_unwinding = outer;
        self.tries.extend(left);
        self.cleanups.extend(above);
        self.ways_out.resize_with(index, HashMap::new);
        self.ways_out.extend(ways_above);
    }

    fn clean(&mut self, cleanup: Cleanup, span: Span) {
        self.at(span);
        let after = cleanup.flag.map(|flag| {
            let place = Place::new(super::Base::Slot(flag));
            let made = self.load(place, ir::Type::U8);
            let is_made = self.is_not_zero(made, ir::Type::U32);
            let (run, after) = (self.b.create_block(), self.b.create_block());
            self.branch(is_made, run, after);
            self.b.switch_to(run);
            // In a loop the next round starts without it.
            let zero = self.word(0);
            self.store(place, ir::Type::U8, zero);
            after
        });
        match cleanup.action {
            Action::Destroy(place, ty, destructor) => self.destroy(place, ty, destructor, span),
            Action::DestroyCounted(array, count, ty, destructor) => {
                let address = self.load(array, ir::Type::U64);
                let count = self.load(count, ir::Type::U64);
                let (element, inner) = self.innermost(ty);
                let inner = self.b.constant(RegType::B64, inner);
                let count = self.multiply64(count, inner);
                self.destroy_elements(address, count, element, destructor, span);
            }
            Action::Free(place) => {
                let pointer = self.load(place, ir::Type::U64);
                let free = self.m.external("free", &[RegType::B64], &[], false);
                let data = InstData { args: vec![pointer], payload: Payload::Call(free), ..InstData::new(Opcode::Call, ir::Type::B32) };
                self.b.push(data, &[]);
            }
            Action::GiveBack(function, args) => _ = self.call_values(function, args, span),
            Action::Delete(function, args) => _ = self.call_runtime(function, &args, None),
        }
        if let Some(after) = after {
            self.b.jump(after, &[]);
            self.b.switch_to(after);
        }
    }

    /// The library's function for `delete` and its arguments; in a program of several files it may be one of the program's.
    pub(crate) fn library_function(&mut self, block: Value, bytes: Value, is_array: bool, is_sized: bool) -> (&'static str, Vec<Value>) {
        match is_sized && self.m.program.separate.is_some() && !self.m.is_device() {
            true => (if is_array { "_ZdaPvm" } else { "_ZdlPvm" }, vec![block, bytes]),
            false => (self.operator_name("_ZdlPv", "_ZdaPv", "free", is_array), vec![block]),
        }
    }

    /// Frees where an exception leaves what `new` makes.
    pub(crate) fn library_delete(&mut self, block: Value, bytes: Value, is_array: bool, is_sized: bool) -> Action {
        match self.m.program.separate {
            Some(_) => {
                let (function, args) = self.library_function(block, bytes, is_array, is_sized);
                Action::Delete(function, args)
            }
            None => Action::Delete("__kern_delete", vec![block]),
        }
    }

    /// Calls `destructor` on the object of type `ty` at `place`; on each element of an array, the last first.
    pub(crate) fn destroy(&mut self, place: Place, ty: TypeId, destructor: FunctionId, span: Span) {
        self.at(span);
        let address = self.address(place);
        let (element, count) = self.innermost(ty);
        if matches!(self.types().get(ty), Type::Array { .. }) {
            let count = self.b.constant(RegType::B64, count);
            self.destroy_elements(address, count, element, destructor, span);
        } else {
            self.call_member(destructor, address, span);
        }
    }

    /// The type of the objects in an array of type `ty`, of any dimensions, and how many they are.
    pub(crate) fn innermost(&self, ty: TypeId) -> (TypeId, u64) {
        let (mut element, mut count) = (ty, 1u64);
        while let Type::Array { element: inner, length } = self.types().get(element) {
            count = count.saturating_mul(length.unwrap_or(0));
            element = inner.ty;
        }
        (element, count)
    }

    /// Calls `destructor` on `count` (`.b64`) elements of type `ty` at the generic `address`, the last first.
    pub(crate) fn destroy_elements(&mut self, address: ir::Value, count: ir::Value, ty: TypeId, destructor: FunctionId, span: Span) {
        let size = self.types().size_of(ty);
        let (head, body, exit) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        let left = self.b.func.add_block_param(head, RegType::B64);
        self.b.jump(head, &[count]);
        self.b.switch_to(head);
        let more = self.is_not_zero(left, ir::Type::U64);
        self.branch(more, body, exit);
        self.b.switch_to(body);
        let minus_one = self.b.constant(RegType::B64, u64::MAX);
        let index = self.b.op(Opcode::Add, ir::Type::S64, &[left, minus_one]);
        let size = self.b.constant(RegType::B64, size);
        let bytes = self.multiply64(index, size);
        let element = self.b.op(Opcode::Add, ir::Type::S64, &[address, bytes]);
        let known = self.cleanups.len();
        if self.may_throw(destructor) && !self.is_unwinding && !matches!(self.types().get(ty), Type::Array { .. }) {
            let [array, rest] = [(); 2].map(|()| Place::new(super::Base::Slot(self.add_slot(8, 8, ir::VarInfo::default()))));
            self.store(array, ir::Type::U64, address);
            self.store(rest, ir::Type::U64, index);
            let action = Action::DestroyCounted(array, rest, ty, destructor);
            self.cleanups.push(Cleanup { action, flag: None, when_thrown: true, span });
        }
        self.call_member(destructor, element, span);
        self.cleanups.truncate(known);
        self.ways_out.truncate(known);
        self.b.jump(head, &[index]);
        self.b.switch_to(exit);
    }

    /// `function(address)`, a destructor.
    pub(crate) fn call_member(&mut self, function: FunctionId, address: ir::Value, span: Span) {
        let callee = self.m.function(function, span);
        let results = self.m.signature_of(function).results;
        let data = InstData { args: vec![address], payload: Payload::Call(callee), ..InstData::new(Opcode::Call, ir::Type::B32) };
        self.b.push(data, &results);
        match self.is_unwinding {
            true if self.may_throw(function) => self.end_where_thrown(span),
            true => {}
            false => self.check_call(function),
        }
    }

    /// The local at `place` is destroyed when the current scope ends.
    pub(crate) fn destroy_later(&mut self, place: Place, ty: TypeId, destructor: FunctionId, span: Span) {
        self.cleanups.push(Cleanup { action: Action::Destroy(place, ty, destructor), flag: None, when_thrown: false, span });
    }

    /// When the current scope ends, so many objects of type `ty` are destroyed as `count` says then, from where `array` points.
    pub(crate) fn destroy_counted_later(&mut self, array: Place, count: Place, ty: TypeId, destructor: FunctionId, span: Span) {
        let action = Action::DestroyCounted(array, count, ty, destructor);
        self.cleanups.push(Cleanup { action, flag: None, when_thrown: false, span });
    }

    /// The object at `place` is destroyed when an exception leaves the current scope.
    pub(crate) fn destroy_when_thrown(&mut self, place: Place, ty: TypeId, destructor: FunctionId, span: Span) {
        self.cleanups.push(Cleanup { action: Action::Destroy(place, ty, destructor), flag: None, when_thrown: true, span });
    }

    /// From here to [`FunctionLowering::forget`], which gets the answer, an exception that leaves this full expression does `action`.
    pub(crate) fn when_thrown(&mut self, action: Action, span: Span) -> usize {
        self.cleanups.push(Cleanup { action, flag: None, when_thrown: true, span });
        self.cleanups.len() - 1 - self.full_mark()
    }

    /// What was said `at` this place is not to be done any more. Temporaries that live longer may have come below it meanwhile.
    pub(crate) fn forget(&mut self, at: usize) {
        let index = at + self.full_mark();
        self.cleanups.remove(index);
        self.ways_out.truncate(index);
    }

    /// Where the cleanups of the innermost full expression start.
    fn full_mark(&self) -> usize {
        self.full_marks.last().copied().unwrap_or(0)
    }

    /// The memory that the pointer at `place` points at is freed when the current scope ends.
    pub(crate) fn free_later(&mut self, place: Place, span: Span) {
        self.cleanups.push(Cleanup { action: Action::Free(place), flag: None, when_thrown: false, span });
    }

    /// Runs `body` as a full expression: its temporaries are destroyed at its end.
    pub(crate) fn full_expression<R>(&mut self, span: Span, body: impl FnOnce(&mut Self) -> R) -> R {
        self.full_marks.push(self.cleanups.len());
        let outer_depth = std::mem::take(&mut self.conditional_depth);
        let result = body(self);
        self.conditional_depth = outer_depth;
        let mark = self.full_marks.pop().unwrap_or(0);
        self.end_scope(mark, span);
        result
    }

    /// Runs `body` as a part of an expression that may not run.
    pub(crate) fn conditionally<R>(&mut self, body: impl FnOnce(&mut Self) -> R) -> R {
        self.conditional_depth += 1;
        let result = body(self);
        self.conditional_depth -= 1;
        result
    }

    /// A value kept in a temporary, destroyed at the end of its lifetime.
    pub(crate) fn temporary(&mut self, e: &Expr, value: &Expr, destructor: Option<FunctionId>, lifetime: Lifetime) -> Place {
        self.at(e.span);
        if let Lifetime::Static(id) = lifetime {
            let place = self.global_place(id);
            self.initialise(place, value);
            self.destroy_at_end(id);
            return place;
        }
        let place = self.temporary_slot(e.ty);
        // Temporaries of the outermost block come before its variables in nvcc's list, which SROA takes from the end.
        if let (super::Base::Slot(slot), [_]) = (place.base, &self.open_blocks[..]) {
            self.b.func.slots[slot.index()].is_late = true;
        }
        self.initialise(place, value);
        let Some(destructor) = destructor else { return place };
        let flag = (self.conditional_depth > 0).then(|| {
            let slot = self.add_slot(1, 1, ir::VarInfo::default());
            self.clear_in_prologue(slot);
            let one = self.word(1);
            self.store(Place::new(super::Base::Slot(slot)), ir::Type::U8, one);
            slot
        });
        let cleanup = Cleanup { action: Action::Destroy(place, e.ty, destructor), flag, when_thrown: false, span: e.span };
        match self.full_marks.last().copied() {
            Some(mark) if lifetime == Lifetime::Block => {
                // It belongs to the enclosing block, below the temporaries of this full expression.
                self.cleanups.insert(mark, cleanup);
                self.ways_out.truncate(mark);
                self.full_marks.iter_mut().filter(|m| **m >= mark).for_each(|m| *m += 1);
            }
            _ => self.cleanups.push(cleanup),
        }
        place
    }

    /// How many cleanups exist at the target of a `goto`.
    pub(crate) fn label_depth(&self, label: LabelId) -> usize {
        if let Some(&depth) = self.label_depths.get(&label) {
            return depth.min(self.cleanups.len());
        }
        let empty = Vec::new();
        let path = self.label_paths.get(&label).unwrap_or(&empty);
        // The innermost open block that holds the label keeps its locals; the blocks inside of it are left.
        let left = self.open_blocks.iter().find(|(block, _)| !path.contains(block));
        left.map_or(self.cleanups.len(), |(_, depth)| *depth)
    }
}
