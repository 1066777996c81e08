//! Statements.

use super::control::LoopParts;
use super::layout::{Repr, repr};
use super::{Base, FunctionLowering, Place, errors};
use crate::hir::{Block, Expr, GlobalId, LabelId, LocalId, Stmt, StmtKind, Type};
use kern_diag::Span;
use kern_ir as ir;
use kern_ir::{Attrs, InstData, MulMode, Opcode, Payload, RegType};

impl FunctionLowering<'_, '_> {
    pub(crate) fn stmts(&mut self, block: &Block) {
        block.stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    pub(crate) fn stmt(&mut self, stmt: &Stmt) {
        stacker::maybe_grow(crate::hir::walk::RED_ZONE, crate::hir::walk::STACK_STEP, || self.stmt_inner(stmt));
    }

    fn stmt_inner(&mut self, stmt: &Stmt) {
        self.at(stmt.span);
        match &stmt.kind {
            StmtKind::Expr(e) => self.full_expression(e.span, |this| this.effect(e)),
            StmtKind::Declare { local, init } => self.declare(*local, init.as_ref(), stmt.span),
            StmtKind::InitStatic { global, guard, init } => self.init_static(*global, *guard, init),
            StmtKind::Block(block) => self.scoped(block),
            StmtKind::If { condition, then, otherwise } => self.lower_if(condition, then, otherwise.as_ref(), stmt.span),
            StmtKind::Loop { condition_decl, condition, step, body, test_last, unroll } => self.lower_loop(&LoopParts {
                span: stmt.span,
                condition_decl,
                condition: condition.as_deref(),
                step: step.as_deref(),
                body,
                test_last: *test_last,
                unroll: *unroll,
            }),
            StmtKind::Switch { value, cases, default, body } => self.lower_switch(value, cases, *default, body, stmt.span),
            StmtKind::Break => {
                if let Some(target) = self.breaks.last().copied() {
                    self.jump_out(target.block, target.depth);
                }
            }
            StmtKind::Continue => {
                if let Some(target) = self.continues.last().copied() {
                    self.jump_out(target.block, target.depth);
                }
            }
            StmtKind::Return(value) => self.lower_return(value.as_ref(), stmt.span),
            StmtKind::Goto(label) => {
                let target = self.label(*label);
                let depth = self.label_depth(*label);
                self.jump_out(target, depth);
            }
            StmtKind::Label(label) => {
                let target = self.label(*label);
                self.label_depths.insert(*label, self.cleanups.len());
                if self.b.current().is_some() {
                    self.b.jump(target, &[]);
                }
                self.b.switch_to(target);
            }
            StmtKind::Try { body, exception, handler } => self.lower_try(body, *exception, handler, stmt.span),
            StmtKind::OnThrow { object, destructor } => self.destroy_on_throw(object, *destructor, stmt.span),
            StmtKind::Asm { template, outputs, inputs, is_volatile } => self.lower_asm(stmt.span, template, outputs, inputs, *is_volatile),
        }
    }

    fn jump_out(&mut self, block: ir::Block, depth: usize) {
        self.leave(depth, block);
    }

    /// The IR block of a label.
    pub(crate) fn label(&mut self, label: LabelId) -> ir::Block {
        if let Some(&block) = self.labels.get(&label) {
            return block;
        }
        let block = self.b.create_block();
        self.labels.insert(label, block);
        block
    }

    fn declare(&mut self, id: LocalId, init: Option<&Expr>, span: Span) {
        let Some(hir) = self.hir else { return };
        let local = &hir.locals[id.0 as usize];
        if local.vla.is_some() {
            if let Some(length) = init {
                self.declare_vla(id, length, span);
            }
            return;
        }
        let place = self.declare_slot(id, local);
        if let Some(init) = init {
            self.full_expression(init.span, |this| this.initialise(place, init));
            if super::layout::repr(self.types(), local.ty.ty) == super::layout::Repr::Memory && !self.is_taken_apart(id) {
                self.note_whole(place, init);
            }
        }
        match local.destructor {
            // It is the result: only an exception destroys it here.
            Some(destructor) if hir.named_result == Some(id) => self.destroy_when_thrown(place, local.ty.ty, destructor, local.span),
            Some(destructor) => self.destroy_later(place, local.ty.ty, destructor, local.span),
            None => {}
        }
    }

    /// A variable-length array: memory that is freed at the end of the scope.
    fn declare_vla(&mut self, id: LocalId, length: &Expr, span: Span) {
        let Some(hir) = self.hir else { return };
        let local = &hir.locals[id.0 as usize];
        if self.m.is_device() {
            self.m.report(errors::unsupported(span, "a variable-length array in device code"));
            return;
        }
        let size = match self.types().get(local.ty.ty) {
            Type::Array { element, .. } => self.types().size_of(element.ty),
            _ => self.types().size_of(local.ty.ty),
        };
        let bytes = self.full_expression(length.span, |this| this.scaled_index(length, size));
        self.at(local.span);
        let malloc = self.m.external("malloc", &[RegType::B64], &[RegType::B64], false);
        let call = InstData { args: vec![bytes], payload: Payload::Call(malloc), ..InstData::new(Opcode::Call, ir::Type::B64) };
        let address = self.b.value(call, RegType::B64);
        let holder = self.add_slot(8, 8, ir::VarInfo::default());
        let holder = Place::new(Base::Slot(holder));
        self.store(holder, ir::Type::U64, address);
        self.locals[id.0 as usize] = Some(Place::pointer(address));
        self.free_later(holder, local.span);
        if let (Some(destructor), Some(alive), Type::Array { element, .. }) = (local.destructor, local.vla, self.types().get(local.ty.ty))
            && let Some(alive) = self.locals[alive.0 as usize]
        {
            self.destroy_counted_later(holder, alive, element.ty, destructor, local.span);
        }
    }

    /// Initialises `place`, new storage, with a value of any type.
    pub(crate) fn initialise(&mut self, place: Place, init: &Expr) {
        match repr(self.types(), init.ty) {
            Repr::Void => self.effect(init),
            Repr::Memory => self.object(init, place),
            Repr::Scalar(_) => {
                let value = self.value(init);
                self.at(init.span);
                self.store_value(place, init.ty, value);
            }
        }
    }

    /// A static local: control passes its declaration for the first time.
    fn init_static(&mut self, global: GlobalId, guard: GlobalId, init: &Expr) {
        // The device's has its value from the start, and is not destroyed.
        if self.m.is_device() {
            return;
        }
        let place = self.global_place(global);
        let guard_place = self.global_place(guard);
        let done = self.load(guard_place, ir::Type::U8);
        let is_done = self.is_not_zero(done, ir::Type::U32);
        let (run, after) = (self.b.create_block(), self.b.create_block());
        self.branch(is_done, after, run);
        self.b.switch_to(run);
        self.full_expression(init.span, |this| this.initialise(place, init));
        let one = self.word(1);
        self.store(guard_place, ir::Type::U8, one);
        self.destroy_at_end(global);
        self.b.jump(after, &[]);
        self.b.switch_to(after);
    }

    fn lower_if(&mut self, condition: &Expr, then: &Block, otherwise: Option<&Block>, span: Span) {
        let (yes, join) = (self.b.create_block(), self.b.create_block());
        let no = if otherwise.is_some() { self.b.create_block() } else { join };
        self.full_condition(condition, yes, no);
        self.b.switch_to(yes);
        self.scoped(then);
        self.join_from(join, span);
        if let Some(otherwise) = otherwise {
            self.b.switch_to(no);
            self.scoped(otherwise);
            self.join_from(join, span);
        }
        self.b.switch_to(join);
    }

    fn join_from(&mut self, join: ir::Block, span: Span) {
        if self.b.current().is_some() {
            self.at(span);
            self.b.jump(join, &[]);
        }
    }

    fn lower_return(&mut self, value: Option<&Expr>, span: Span) {
        let mut results = Vec::new();
        let is_there = self.hir.is_some_and(|hir| hir.named_result.is_some());
        if let Some(value) = value.filter(|_| !is_there) {
            match repr(self.types(), value.ty) {
                Repr::Void => self.full_expression(value.span, |this| this.effect(value)),
                Repr::Memory => {
                    let dest = self.result_place();
                    self.full_expression(value.span, |this| this.object(value, dest));
                }
                Repr::Scalar(_) => results.push(self.full_expression(value.span, |this| this.raw_value(value))),
            }
        }
        self.at(span);
        let classes = self.b.func.results.clone();
        while results.len() < classes.len() {
            let zero = self.b.constant(classes[results.len()], 0);
            results.push(zero);
        }
        results.truncate(classes.len());
        if self.shares_way_out() && classes.iter().all(|class| class.in_memory().is_some()) {
            return self.return_together(&results, span);
        }
        self.unwind(0, None);
        self.at(span);
        self.ret(&results);
    }

    /// Returns `results` on the way that returns past many cleanups share.
    fn return_together(&mut self, results: &[ir::Value], span: Span) {
        let types: Vec<ir::Type> = self.b.func.results.iter().filter_map(|class| class.in_memory()).collect();
        let is_new = self.shared_return.is_none();
        let (block, slots) = match self.shared_return.take() {
            Some(known) => known,
            None => {
                let slot = |ty: &ir::Type| {
                    Place::new(Base::Slot(self.add_slot(u64::from(ty.size()), u64::from(ty.size()), ir::VarInfo::default())))
                };
                let slots = types.iter().map(slot).collect();
                (self.b.create_block(), slots)
            }
        };
        for ((&slot, &ty), &value) in slots.iter().zip(&types).zip(results) {
            self.store(slot, ty, value);
        }
        self.leave(0, block);
        if is_new {
            self.b.switch_to(block);
            self.at(span);
            let values: Vec<ir::Value> = slots.iter().zip(&types).map(|(&slot, &ty)| self.load(slot, ty)).collect();
            self.ret(&values);
        }
        self.shared_return = Some((block, slots));
    }

    /// `a * b` in 64 bits.
    pub(crate) fn multiply64(&mut self, a: ir::Value, b: ir::Value) -> ir::Value {
        let attrs = Attrs { mul: Some(MulMode::Lo), ..Attrs::default() };
        self.b.value(InstData { args: vec![a, b], attrs, ..InstData::new(Opcode::Mul, ir::Type::S64) }, RegType::B64)
    }
}
