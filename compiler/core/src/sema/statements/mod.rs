//! Statements (C++17 [stmt]): syntax to HIR, where a jump is one to a label and every loop knows its `break` and `continue`.
//!
//! What belongs to one statement alone has a file of its own; `break`, labels and thread-dependent conditions go through
//! the frame.

mod host_asm;
mod locals;
mod range_for;
mod returns;
mod static_local;
mod switch;
mod variable_length;

use super::entity::Name;
use super::scope::Want;
use super::specifiers::plain_name;
use super::{Sema, errors};
use crate::hir::{self, LabelId, StmtKind, Type, TypeId};
use kern_diag::Span;
use kern_syntax::ast::{self, Condition, Stmt};

impl<'a> Sema<'a> {
    /// A block statement with a scope of its own.
    pub(super) fn block(&mut self, stmt: &'a Stmt) -> hir::Block {
        let end = Span { start: stmt.span.end.saturating_sub(1).max(stmt.span.start), ..stmt.span };
        self.in_block(|s| {
            let mut stmts = Vec::new();
            match &stmt.kind {
                ast::StmtKind::Block(list) => {
                    stmts.reserve(list.len());
                    for one in list {
                        s.statement(one, &mut stmts);
                    }
                }
                _ => s.statement(stmt, &mut stmts),
            }
            // Statements are large, and most blocks have few.
            stmts.shrink_to_fit();
            hir::Block { stmts, end }
        })
    }

    /// One statement.
    pub(super) fn statement(&mut self, stmt: &'a Stmt, out: &mut Vec<hir::Stmt>) {
        super::deep(|| self.statement_inner(stmt, out));
    }

    pub(super) fn push(&self, out: &mut Vec<hir::Stmt>, kind: StmtKind, span: Span) {
        out.push(hir::Stmt { kind, span });
    }

    fn statement_inner(&mut self, stmt: &'a Stmt, out: &mut Vec<hir::Stmt>) {
        use ast::StmtKind as K;
        let span = stmt.span;
        match &stmt.kind {
            K::Empty => {}
            K::Block(_) => {
                let block = self.block(stmt);
                self.push(out, StmtKind::Block(block), span);
            }
            K::Expr(e) => {
                let v = self.expr(e);
                let e = self.discarded(v);
                if self.has_error(&e) {
                    self.leave_out(e.span, out);
                } else {
                    self.push(out, StmtKind::Expr(e), span);
                }
            }
            K::Decl(d) => {
                let around = std::mem::replace(&mut self.at, span);
                self.local_declaration(d, out);
                self.at = around;
            }
            K::If { is_constexpr, init, condition, then, otherwise } => {
                self.if_statement(*is_constexpr, init.as_deref(), condition, then, otherwise.as_deref(), span, out);
            }
            K::While { condition, body, unroll } => {
                self.in_block(|s| {
                    s.note_header();
                    let mut condition_decl = Vec::new();
                    let test = s.condition_of(condition, &mut condition_decl);
                    let unroll = s.unroll(unroll.as_ref());
                    let body = s.loop_body(body, Some(&test));
                    let condition = Some(Box::new(test));
                    let kind = StmtKind::Loop { condition_decl, condition, step: None, body, test_last: false, unroll };
                    s.push(out, kind, span);
                });
            }
            K::DoWhile { body, condition, unroll } => {
                let unroll = self.unroll(unroll.as_ref());
                let body = self.loop_body(body, None);
                let test = self.condition(condition);
                let condition = Some(Box::new(test));
                let kind = StmtKind::Loop { condition_decl: Vec::new(), condition, step: None, body, test_last: true, unroll };
                self.push(out, kind, span);
            }
            K::For { init, condition, step, body, unroll } => {
                let block = self.in_block(|s| {
                    s.note_header();
                    let mut stmts = Vec::new();
                    if let Some(init) = init {
                        s.statement(init, &mut stmts);
                    }
                    let mut condition_decl = Vec::new();
                    let test = condition.as_ref().map(|c| s.condition_of(c, &mut condition_decl));
                    let step = step.as_ref().map(|e| {
                        let v = s.expr(e);
                        s.discarded(v)
                    });
                    if step.as_ref().is_some_and(|e| s.has_error(e)) {
                        s.leave_out(span, &mut stmts);
                    }
                    let step = step.filter(|e| !s.has_error(e));
                    let unroll = s.unroll(unroll.as_ref());
                    let body = s.loop_body(body, test.as_ref());
                    let (condition, step) = (test.map(Box::new), step.map(Box::new));
                    let kind = StmtKind::Loop { condition_decl, condition, step, body, test_last: false, unroll };
                    s.push(&mut stmts, kind, span);
                    hir::Block { stmts, end: span }
                });
                self.push(out, StmtKind::Block(block), span);
            }
            K::RangeFor { init, decl, range, body } => {
                let block = self.in_block(|s| {
                    let mut stmts = Vec::new();
                    if let Some(init) = init {
                        s.statement(init, &mut stmts);
                    }
                    s.range_for(decl, range, body, span, &mut stmts);
                    hir::Block { stmts, end: span }
                });
                self.push(out, StmtKind::Block(block), span);
            }
            K::Switch { init, condition, body } => {
                let block = self.in_block(|s| {
                    s.note_header();
                    let mut stmts = Vec::new();
                    if let Some(init) = init {
                        s.statement(init, &mut stmts);
                    }
                    s.switch(condition, body, span, &mut stmts);
                    hir::Block { stmts, end: span }
                });
                self.push(out, StmtKind::Block(block), span);
            }
            K::Case { value, high, body } => {
                self.case(value, high.as_deref(), span, out);
                self.statement(body, out);
            }
            K::Labels { above, last } => above.iter().rev().chain([&**last]).for_each(|label| self.statement(label, out)),
            K::Default(body) => {
                self.default_case(span, out);
                self.statement(body, out);
            }
            K::Break => {
                if self.frames.last().is_none_or(|f| f.breakables == 0) {
                    self.report(errors::break_outside(span));
                    return;
                }
                self.push(out, StmtKind::Break, span);
            }
            K::Continue => {
                if self.frames.last().is_none_or(|f| f.loops == 0) {
                    self.report(errors::continue_outside(span));
                    return;
                }
                self.push(out, StmtKind::Continue, span);
            }
            K::Return(value) => self.return_statement(value.as_ref(), span, out),
            K::Goto(name) => {
                let label = self.label(&name.name, name.span, false);
                self.push(out, StmtKind::Goto(label), span);
            }
            K::Label { name, body } => {
                let label = self.label(&name.name, name.span, true);
                self.push(out, StmtKind::Label(label), name.span);
                self.statement(body, out);
            }
            K::Try { body, handlers } => self.try_statement(body, handlers, span, out),
            K::Asm(asm) => self.asm(asm, span, out),
            K::Error => self.saw_syntax_error = true,
        }
    }

    /// The scope that was opened is that of a condition or loop.
    fn note_header(&mut self) {
        let scope = self.scope;
        if let Some(frame) = self.frame() {
            frame.headers.push(scope);
        }
    }

    fn if_statement(
        &mut self,
        is_constexpr: bool,
        init: Option<&'a Stmt>,
        condition: &'a Condition,
        then: &'a Stmt,
        otherwise: Option<&'a Stmt>,
        span: Span,
        out: &mut Vec<hir::Stmt>,
    ) {
        let needs_block = init.is_some() || matches!(condition, Condition::Decl(_));
        let mut stmts = Vec::new();
        self.in_block(|s| {
            s.note_header();
            if let Some(init) = init {
                s.statement(init, &mut stmts);
            }
            let test = s.condition_of(condition, &mut stmts);
            if is_constexpr && !s.has_error(&test) {
                match s.evaluate_int(&test) {
                    Ok(n) => {
                        let chosen = if n != 0 { Some(then) } else { otherwise };
                        if let Some(chosen) = chosen {
                            let block = s.block(chosen);
                            s.push(&mut stmts, StmtKind::Block(block), span);
                        }
                    }
                    Err(why) => s.report_not_constant(why, |why| errors::not_constant(test.span, why)),
                }
                return;
            }
            s.enter_condition(&test);
            let then = s.block(then);
            let otherwise = otherwise.map(|o| s.block(o));
            s.leave_condition(&test);
            s.push(&mut stmts, StmtKind::If { condition: Box::new(test), then, otherwise }, span);
        });
        if needs_block {
            self.push(out, StmtKind::Block(hir::Block { stmts, end: span }), span);
        } else {
            out.append(&mut stmts);
        }
    }

    /// A condition; what it declares goes to `decls`.
    fn condition_of(&mut self, c: &'a Condition, decls: &mut Vec<hir::Stmt>) -> hir::Expr {
        match c {
            Condition::Expr(e) => {
                let errors = self.errors;
                let condition = self.condition(e);
                if let ast::ExprKind::Assign { op: None, .. } = &e.kind
                    && self.quiet == 0
                    && self.errors == errors
                {
                    self.warn(errors::assignment_as_condition(e.span));
                }
                condition
            }
            Condition::Decl(d) => {
                self.block_simple(d, decls);
                let Some(path) = d.declarators.first().and_then(|o| o.declarator.path()) else {
                    return self.error_value(Span::default()).e;
                };
                let v = self.path(path);
                self.truth_of(v, path.span)
            }
        }
    }

    fn loop_body(&mut self, body: &'a Stmt, test: Option<&hir::Expr>) -> hir::Block {
        if let Some(f) = self.frame() {
            f.loops += 1;
            f.breakables += 1;
        }
        if let Some(test) = test {
            self.enter_condition(test);
        }
        let block = self.block(body);
        if let Some(test) = test {
            self.leave_condition(test);
        }
        if let Some(f) = self.frame() {
            f.loops -= 1;
            f.breakables -= 1;
        }
        block
    }

    fn unroll(&mut self, unroll: Option<&'a ast::Unroll>) -> Option<u32> {
        let unroll = unroll?;
        let Some(factor) = &unroll.factor else { return Some(0) };
        // The host's compiler does not look at the pragma.
        let is_device = self.frames.last().is_some_and(|f| f.space.device);
        if is_device
            && let ast::ExprKind::Path(path) = &factor.kind
            && let Some(name) = plain_name(path)
            && self.lookup(name, Want::Any).is_none()
        {
            self.report(errors::unknown_factor(factor.span, name));
            return None;
        }
        let v = if is_device { self.read(factor) } else { self.quietly(|s| Some(s.read(factor)))? };
        match self.evaluate_int(&v.e) {
            Ok(n) if (1..=1 << 20).contains(&n) => Some(n as u32),
            Err(_) if is_device && !self.is_error(v.e.ty) => {
                self.warn(errors::factor_not_constant(factor.span));
                None
            }
            _ => None,
        }
    }

    fn label(&mut self, name: &Name, span: Span, defines: bool) -> LabelId {
        let Some(frame) = self.frame() else { return LabelId(0) };
        if let Some((id, defined, earlier)) = frame.named_labels.get(name).copied() {
            if defines && defined {
                self.report(errors::redefinition(name, span, earlier, false));
            } else if defines {
                frame.named_labels.insert(name.clone(), (id, true, span));
            }
            return id;
        }
        let id = frame.new_label(name);
        frame.named_labels.insert(name.clone(), (id, defines, span));
        id
    }

    /// Whether a type fits a constraint; an unknown constraint is told when the template is read.
    fn check_asm_operand(&mut self, constraint: &str, ty: TypeId, span: Span) -> bool {
        let letter = constraint.trim_start_matches(['=', '+', '&']);
        let integer = match (self.ty(ty), self.types.size_of(ty)) {
            (Type::Int(_) | Type::Enum(_), 2) => Some("h"),
            (Type::Int(_) | Type::Enum(_), 4) => Some("r"),
            (Type::Int(_) | Type::Enum(_), 8) | (Type::Pointer(_) | Type::NullPtr, _) => Some("l"),
            _ => None,
        };
        let wanted = match self.ty(ty) {
            Type::F16 => Some("h"),
            Type::F32 => Some("f"),
            Type::F64 => Some("d"),
            _ => integer,
        };
        if !matches!(letter, "h" | "r" | "l" | "f" | "d") || wanted == Some(letter) {
            return true;
        }
        let shown = self.show(ty);
        self.report(errors::asm_operand(span, &shown, letter, wanted));
        false
    }

    fn asm(&mut self, asm: &'a ast::AsmStmt, span: Span, out: &mut Vec<hir::Stmt>) {
        if self.frames.last().is_some_and(|f| !f.space.device) {
            return self.host_asm(asm, span, out);
        }
        let text = |s: &ast::StringLiteral| -> std::sync::Arc<str> { String::from_utf8_lossy(&s.bytes).into() };
        let mut outputs = Vec::new();
        for (c, e) in &asm.outputs {
            let v = self.expr(e);
            if self.is_error(v.e.ty) || !self.check_assignable(&v, e.span) || !self.check_asm_operand(&text(c), v.e.ty, e.span) {
                return self.leave_out(e.span, out);
            }
            outputs.push((text(c), v.e));
        }
        let mut inputs = Vec::new();
        for (c, e) in &asm.inputs {
            let v = self.read(e);
            if self.is_error(v.e.ty) || !self.check_asm_operand(&text(c), v.e.ty, e.span) {
                return self.leave_out(e.span, out);
            }
            inputs.push((text(c), v.e));
        }
        let kind = StmtKind::Asm { template: text(&asm.template), outputs, inputs, is_volatile: asm.is_volatile };
        self.push(out, kind, span);
    }
}
