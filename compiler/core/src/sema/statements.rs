//! Statements and local declarations.

use super::Sema;
use super::convert::Purpose;
use super::entity::{Entity, FuncRef, Name, Var};
use super::errors;
use super::expressions::{Arg, Cat, Val};
use super::functions::{NewFunction, SwitchFrame};
use super::initialise::Init;
use super::scope::Want;
use super::specifiers::{declarator_path, plain_name};
use super::types::bare;
use crate::hir::{self, ExprKind, GlobalInit, GlobalSpace, LabelId, LocalId, QualType, StmtKind, Type};
use kern_diag::Span;
use kern_syntax::ast::{self, Condition, DeclKind, Stmt};
use std::rc::Rc;

impl<'a> Sema<'a> {
    /// A block statement with a scope of its own.
    pub(super) fn block(&mut self, stmt: &'a Stmt) -> hir::Block {
        let end = Span { start: stmt.span.end.saturating_sub(1).max(stmt.span.start), ..stmt.span };
        self.in_block(|s| {
            let mut stmts = Vec::new();
            match &stmt.kind {
                ast::StmtKind::Block(list) => {
                    for one in list {
                        s.statement(one, &mut stmts);
                    }
                }
                _ => s.statement(stmt, &mut stmts),
            }
            hir::Block { stmts, end }
        })
    }

    /// One statement.
    pub(super) fn statement(&mut self, stmt: &'a Stmt, out: &mut Vec<hir::Stmt>) {
        super::deep(|| self.statement_inner(stmt, out));
    }

    fn push(&self, out: &mut Vec<hir::Stmt>, kind: StmtKind, span: Span) {
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
                if !self.has_error(&e) {
                    self.push(out, StmtKind::Expr(e), span);
                }
            }
            K::Decl(d) => self.local_declaration(d, out),
            K::If { is_constexpr, init, condition, then, otherwise } => {
                self.if_statement(*is_constexpr, init.as_deref(), condition, then, otherwise.as_deref(), span, out);
            }
            K::While { condition, body, unroll } => {
                self.in_block(|s| {
                    let mut condition_decl = Vec::new();
                    let test = s.condition_of(condition, &mut condition_decl);
                    let unroll = s.unroll(unroll.as_ref());
                    let body = s.loop_body(body, Some(&test));
                    let kind = StmtKind::Loop { condition_decl, condition: Some(test), step: None, body, test_last: false, unroll };
                    s.push(out, kind, span);
                });
            }
            K::DoWhile { body, condition, unroll } => {
                let unroll = self.unroll(unroll.as_ref());
                let body = self.loop_body(body, None);
                let test = self.condition(condition);
                let kind = StmtKind::Loop { condition_decl: Vec::new(), condition: Some(test), step: None, body, test_last: true, unroll };
                self.push(out, kind, span);
            }
            K::For { init, condition, step, body, unroll } => {
                let block = self.in_block(|s| {
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
                    let step = step.filter(|e| !s.has_error(e));
                    let unroll = s.unroll(unroll.as_ref());
                    let body = s.loop_body(body, test.as_ref());
                    let kind = StmtKind::Loop { condition_decl, condition: test, step, body, test_last: false, unroll };
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
                self.case(value, high.as_ref(), span, out);
                self.statement(body, out);
            }
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
            K::Try { .. } => self.report(errors::unsupported(span, "exceptions")),
            K::Asm(asm) => self.asm(asm, span, out),
            K::Error => self.saw_syntax_error = true,
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
                    Err(why) => s.report(errors::not_constant(test.span, why)),
                }
                return;
            }
            s.enter_condition(&test);
            let then = s.block(then);
            let otherwise = otherwise.map(|o| s.block(o));
            s.leave_condition(&test);
            s.push(&mut stmts, StmtKind::If { condition: test, then, otherwise }, span);
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
                if let ast::ExprKind::Assign { op: None, .. } = &e.kind
                    && self.quiet == 0
                {
                    self.warn(errors::assignment_as_condition(e.span));
                }
                self.condition(e)
            }
            Condition::Decl(d) => {
                self.block_simple(d, decls);
                let Some(path) = d.declarators.first().and_then(|o| declarator_path(&o.declarator)) else {
                    return self.error_value(Span::default()).e;
                };
                let v = self.path(path);
                self.to_condition(v, path.span)
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
        let v = self.read(factor);
        match self.evaluate_int(&v.e) {
            Ok(n) if (1..=1 << 20).contains(&n) => Some(n as u32),
            _ => None,
        }
    }

    fn switch(&mut self, condition: &'a Condition, body: &'a Stmt, span: Span, out: &mut Vec<hir::Stmt>) {
        let v = match condition {
            Condition::Expr(e) => self.expr(e),
            Condition::Decl(d) => {
                self.block_simple(d, out);
                let Some(path) = d.declarators.first().and_then(|o| declarator_path(&o.declarator)) else { return };
                match self.path(path) {
                    Arg::Val(v) => v,
                    _ => return,
                }
            }
        };
        let v = self.rvalue(v);
        let at = v.e.span;
        let v = if let Some(_class) = self.class_of(v.e.ty) {
            match self.explicit_conversion(v.clone(), self.common.long.into(), at) {
                Some(e) => Val { e, cat: Cat::R, width: None },
                None => v,
            }
        } else {
            v
        };
        let is_scoped = self.is_enum(v.e.ty) && !self.is_unscoped_enum(v.e.ty);
        if !(self.is_integral(v.e.ty) || self.is_enum(v.e.ty)) && !self.is_error(v.e.ty) {
            let shown = self.show(v.e.ty);
            self.report(errors::switch_on(v.e.span, &shown));
        }
        // Its cases are checked all the same.
        let ty = v.e.ty;
        let value = if is_scoped {
            match *self.ty(ty) {
                Type::Enum(e) => {
                    let u = self.types.enumeration(e).underlying;
                    let u = self.types.intern(Type::Int(u));
                    self.scalar_convert(v.e, u)
                }
                _ => v.e,
            }
        } else {
            self.promote(v)
        };
        let compare = if is_scoped { ty } else { value.ty };
        if let Some(f) = self.frame() {
            f.switches.push(SwitchFrame { ty: compare, cases: Vec::new(), spans: Vec::new(), default: None });
            f.breakables += 1;
        }
        self.enter_condition(&value);
        let block = self.block(body);
        self.leave_condition(&value);
        let Some(frame) = self.frame() else { return };
        frame.breakables -= 1;
        let Some(switch) = frame.switches.pop() else { return };
        let kind = StmtKind::Switch { value, cases: switch.cases, default: switch.default.map(|d| d.0), body: block };
        self.push(out, kind, span);
    }

    fn case(&mut self, value: &'a ast::Expr, high: Option<&'a ast::Expr>, span: Span, out: &mut Vec<hir::Stmt>) {
        let Some(ty) = self.frames.last().and_then(|f| f.switches.last()).map(|s| s.ty) else {
            self.report(errors::case_outside(span));
            return;
        };
        let constant = |s: &mut Sema<'a>, e: &'a ast::Expr| {
            let arg = s.arg(e);
            let e2 = s.convert(arg, ty.into(), &Purpose::new("the value of `case`"), e.span);
            if s.has_error(&e2) {
                return None;
            }
            match s.evaluate_int(&e2) {
                Ok(n) => Some(n),
                Err(why) => {
                    s.report(errors::case_not_constant(e.span, why));
                    None
                }
            }
        };
        let Some(low) = constant(self, value) else { return };
        let high = match high {
            None => low,
            Some(e) => match constant(self, e) {
                Some(n) => n,
                None => return,
            },
        };
        let Some(frame) = self.frame() else { return };
        let label = frame.new_label(&format!("case {low}"));
        let Some(switch) = frame.switches.last_mut() else { return };
        let clash = switch.cases.iter().position(|(a, b, _)| low <= *b && *a <= high);
        let earlier = clash.map(|i| switch.spans[i]);
        switch.cases.push((low, high, label));
        switch.spans.push(value.span);
        if let Some(earlier) = earlier {
            self.report(errors::duplicate_case(value.span, low, earlier));
            return;
        }
        self.push(out, StmtKind::Label(label), value.span);
    }

    fn default_case(&mut self, span: Span, out: &mut Vec<hir::Stmt>) {
        let Some(frame) = self.frame().filter(|f| !f.switches.is_empty()) else {
            self.report(errors::case_outside(span));
            return;
        };
        let label = frame.new_label("default");
        let Some(switch) = frame.switches.last_mut() else { return };
        if let Some((_, earlier)) = switch.default {
            self.report(errors::duplicate_default(span, earlier));
            return;
        }
        switch.default = Some((label, span));
        self.push(out, StmtKind::Label(label), span);
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

    fn return_statement(&mut self, value: Option<&'a ast::Expr>, span: Span, out: &mut Vec<hir::Stmt>) {
        let Some(frame) = self.frames.last() else { return };
        let (result, func, end) = (frame.result, frame.func, frame.end_label);
        if let Some(label) = end {
            if let Some(e) = value {
                self.report(errors::void_returns_value(e.span, "the destructor"));
            }
            self.push(out, StmtKind::Goto(label), span);
            return;
        }
        let name = {
            let f = &self.funcs[func.0 as usize];
            self.plain_func_name(f)
        };
        let Some(result) = result else {
            // The first `return` says what `auto` is.
            let e = value.map(|e| self.arg(e));
            let specs_ty = match &e {
                None => Some(QualType::from(self.common.void)),
                Some(arg) => self.deduced_result(func, arg),
            };
            let Some(ty) = specs_ty else {
                let error = self.common.error;
                if let Some(f) = self.frame() {
                    f.result = Some(error.into());
                }
                return;
            };
            if let Some(f) = self.frame() {
                f.result = Some(ty);
            }
            // Recursion from here on knows the result.
            self.funcs[func.0 as usize].ty.result = ty;
            self.funcs[func.0 as usize].deduce_result = false;
            if let Some(h) = self.funcs[func.0 as usize].hir {
                self.functions[h.0 as usize].result = ty.ty;
            }
            let value = match e {
                Some(arg) if !self.is_void(ty.ty) => {
                    let at = self.arg_span(&arg, span);
                    Some(self.convert(arg, ty, &Purpose::new(format!("returning from `{name}`")), at))
                }
                Some(Arg::Val(v)) => {
                    self.push(out, StmtKind::Expr(v.e), span);
                    None
                }
                _ => None,
            };
            self.push(out, StmtKind::Return(value), span);
            return;
        };
        match value {
            None => {
                if !self.is_void(result.ty) && !self.is_error(result.ty) {
                    let shown = self.show_q(result);
                    self.report(errors::missing_return_value(span, &name, &shown));
                    return;
                }
                self.push(out, StmtKind::Return(None), span);
            }
            Some(e) => {
                let arg = self.arg(e);
                if self.is_void(result.ty) {
                    match arg {
                        Arg::Val(v) if self.is_void(v.e.ty) => {
                            self.push(out, StmtKind::Expr(v.e), span);
                            self.push(out, StmtKind::Return(None), span);
                        }
                        Arg::Val(v) if self.is_error(v.e.ty) => {}
                        _ => self.report(errors::void_returns_value(e.span, &format!("`{name}`"))),
                    }
                    return;
                }
                let purpose = Purpose::new(format!("returning from `{name}`"));
                // Returning a local moves it ([class.copy.elision]/3).
                let arg = match arg {
                    Arg::Val(mut v)
                        if matches!(v.e.kind, ExprKind::Local(_))
                            && !v.e.is_const
                            && self.class_of(result.ty).is_some()
                            && v.e.ty == result.ty =>
                    {
                        v.cat = Cat::X;
                        Arg::Val(v)
                    }
                    other => other,
                };
                let value = self.convert(arg, result, &purpose, e.span);
                if !self.has_error(&value) {
                    self.push(out, StmtKind::Return(Some(value)), span);
                }
            }
        }
    }

    /// What `auto` as a result type becomes for the value `arg`.
    fn deduced_result(&mut self, func: super::entity::FuncId, arg: &Arg<'a>) -> Option<QualType> {
        let v = match arg {
            Arg::Val(v) => v.clone(),
            Arg::Overloads(o) => self.sole_function(o, None),
            Arg::List(_) => return None,
        };
        if self.is_error(v.e.ty) {
            return None;
        }
        let f = &self.funcs[func.0 as usize];
        let def = match f.body {
            super::entity::Body::Ast(def) => Some(def),
            _ => None,
        };
        if let Some(def) = def
            && let Some((specs, wrapped)) = result_declarator(def)
        {
            // `auto &`, `const auto *`, …
            let by_reference = matches!(wrapped, Some(ast::DeclaratorKind::Reference { .. }));
            if by_reference {
                let q = self.type_of(&v.e);
                let q = QualType { is_const: q.is_const || specs.quals.is_const, ..q };
                return Some(self.reference_to(q, false).into());
            }
        }
        let q = self.type_of(&v.e);
        Some(self.decayed(q).into())
    }

    fn asm(&mut self, asm: &'a ast::AsmStmt, span: Span, out: &mut Vec<hir::Stmt>) {
        if self.frames.last().is_some_and(|f| !f.space.device) {
            self.report(errors::unsupported(span, "`asm` in host code"));
            return;
        }
        let text = |s: &ast::StringLiteral| -> std::sync::Arc<str> { String::from_utf8_lossy(&s.bytes).into() };
        let mut outputs = Vec::new();
        for (c, e) in &asm.outputs {
            let v = self.expr(e);
            if self.is_error(v.e.ty) || !self.check_assignable(&v, e.span) {
                return;
            }
            outputs.push((text(c), v.e));
        }
        let mut inputs = Vec::new();
        for (c, e) in &asm.inputs {
            let v = self.read(e);
            if self.is_error(v.e.ty) {
                return;
            }
            inputs.push((text(c), v.e));
        }
        let kind = StmtKind::Asm { template: text(&asm.template), outputs, inputs, is_volatile: asm.is_volatile };
        self.push(out, kind, span);
    }

    // Declarations in blocks.

    fn local_declaration(&mut self, d: &'a ast::Decl, out: &mut Vec<hir::Stmt>) {
        match &d.kind {
            DeclKind::Simple(simple) => self.block_simple(simple, out),
            DeclKind::Function(def) => self.report(errors::nested_function(def.declarator.span)),
            DeclKind::Template(_) => self.report(errors::local_template(d.span)),
            DeclKind::NamespaceAlias { name, target } => {
                if let Some(found) = self.resolve(target, Want::Type) {
                    let scope = self.scope;
                    self.declare(scope, &name.name, found.entity, name.span);
                }
            }
            DeclKind::Error => self.saw_syntax_error = true,
            _ => self.common_declaration(d),
        }
    }

    pub(super) fn block_simple(&mut self, d: &'a ast::SimpleDecl, out: &mut Vec<hir::Stmt>) {
        if super::declarations::is_auto(&d.specs) {
            for one in &d.declarators {
                if !one.bindings.is_empty() {
                    self.binding_statement(d, one, out);
                    continue;
                }
                match self.deduce_auto(&d.specs, one) {
                    Some(ty) => self.local_variable(d, one, ty, None, declarator_path(&one.declarator), out),
                    None => {
                        if let Some(name) = declarator_path(&one.declarator).and_then(plain_name) {
                            let scope = self.scope;
                            self.bind(scope, name, Entity::Error);
                        }
                    }
                }
            }
            return;
        }
        let base = self.specified_type(&d.specs);
        for one in &d.declarators {
            let declared = self.declarator(base, &one.declarator);
            if d.specs.flags.is_typedef {
                self.declare_typedef(&d.specs, &declared);
            } else if self.is_function(declared.ty.ty) {
                let home = self.enclosing_namespace();
                let scope = self.scope;
                let name = declared.path.and_then(plain_name).cloned();
                let span = declared.span;
                if let Some(f) = self.declare_function(NewFunction::new(&d.specs, declared, None, one.asm_label.as_ref(), home, None, home))
                    && let Some(name) = name
                {
                    self.declare(scope, &name, Entity::Functions(vec![FuncRef::Plain(f)]), span);
                }
            } else {
                self.local_variable(d, one, declared.ty, declared.vla, declared.path, out);
            }
        }
    }

    fn local_variable(
        &mut self,
        d: &'a ast::SimpleDecl,
        one: &'a ast::InitDeclarator,
        ty: QualType,
        vla: Option<&'a ast::Expr>,
        path: Option<&'a ast::Path>,
        out: &mut Vec<hir::Stmt>,
    ) {
        let Some(path) = path else { return };
        let Some(name) = plain_name(path) else {
            self.report(errors::qualified_local(path.span));
            return;
        };
        let span = path.span;
        let scope = self.scope;
        let flags = &d.specs.flags;
        if self.is_error(ty.ty) {
            if let Some(init) = &one.init {
                self.check_initialiser_alone(init);
            }
            self.bind(scope, name, Entity::Error);
            return;
        }
        if self.is_void(ty.ty) {
            self.report(errors::void_variable(span, name));
            self.bind(scope, name, Entity::Error);
            return;
        }
        let on_device = self.frames.last().is_some_and(|f| f.space.device && !f.space.host);
        if flags.shared && !flags.is_extern && self.frames.last().is_some_and(|f| !f.space.device) {
            self.report(errors::shared_in_host(span, name));
            self.bind(scope, name, Entity::Error);
            return;
        }
        if flags.constant || flags.managed || (flags.device && !flags.shared && !flags.is_static && !flags.is_extern) {
            self.report(errors::local_with_space(span, name));
            self.bind(scope, name, Entity::Error);
            return;
        }
        let mut ty = ty;
        ty.is_const |= flags.is_constexpr;
        if flags.shared || flags.is_static || flags.is_extern || flags.is_thread_local {
            self.static_local(d, one, ty, name, span, on_device, out);
            return;
        }
        let align = self.alignment(&d.specs.align);
        if let Some(e) = vla {
            self.variable_length(one, ty, e, name, span, out);
            return;
        }
        let unknown_bound = matches!(self.ty(ty.ty), Type::Array { length: None, .. });
        if !unknown_bound && !self.is_reference(ty.ty) && !self.make_complete(ty.ty) {
            let shown = self.show_q(ty);
            self.report(errors::incomplete_type(span, &shown));
            self.bind(scope, name, Entity::Error);
            return;
        }
        if ty.is_const && one.init.is_none() && self.is_scalar(ty.ty) {
            self.report(errors::const_without_initialiser(span, name));
        }
        let id = self.add_local(hir::Local { name: name.clone(), ty, align, is_vla: false, destructor: None, span });
        let frame = self.frames.last().map_or(0, |f| f.id);
        self.declare(scope, name, Entity::Local { frame, id }, span);
        let init = one.init.as_ref().map_or(Init::Default, Init::Written);
        let (value, ty) = self.initialise_variable(ty, init, name, span);
        if let Some(f) = self.frame() {
            f.locals[id.0 as usize].ty = ty;
        }
        if unknown_bound && !self.make_complete(ty.ty) {
            self.report(errors::incomplete_array(span, name));
        }
        let destructor = self.destructor_for(ty.ty, span);
        if let Some(f) = self.frame() {
            f.locals[id.0 as usize].destructor = destructor;
        }
        if let Some(value) = &value {
            if self.has_error(value) {
                return;
            }
            self.note_constant(id, ty, value, flags.is_constexpr, name);
            self.note_thread_dependent(id, value);
        }
        self.push(out, StmtKind::Declare { local: id, init: value }, span);
    }

    /// Looks for mistakes in an initialiser whose variable has no type.
    fn check_initialiser_alone(&mut self, init: &'a ast::Initializer) {
        match init {
            ast::Initializer::Equals(e) => {
                self.arg(e);
            }
            ast::Initializer::Parens(list, _) => {
                self.args(list);
            }
            ast::Initializer::Braces(_) => {}
        }
    }

    /// Remembers the value of a constant local.
    fn note_constant(&mut self, id: LocalId, ty: QualType, value: &hir::Expr, is_constexpr: bool, name: &str) {
        if !ty.is_const || ty.is_volatile {
            return;
        }
        let scalar = self.is_arithmetic(ty.ty) || self.is_enum(ty.ty) || (is_constexpr && self.is_pointer(ty.ty));
        if !scalar && !is_constexpr {
            return;
        }
        match self.evaluate_object(value, ty) {
            Ok(object) => {
                let constant = self.scalar_of(&object, ty.ty);
                let frame_id = self.frames.last().map_or(0, |f| f.id);
                if let Some(c) = constant
                    && !self.is_pointer(ty.ty)
                {
                    self.local_constants.insert((frame_id, id), (c, ty.ty));
                    if let Some(info) = self.frame().and_then(|f| f.info.get_mut(id.0 as usize)) {
                        info.constant = Some(c);
                    }
                }
                self.constant_objects.insert((frame_id, id), Rc::new(object));
            }
            Err(why) if is_constexpr => self.report(errors::constexpr_not_constant(value.span, name, why)),
            Err(_) => {}
        }
    }

    fn variable_length(
        &mut self,
        one: &'a ast::InitDeclarator,
        ty: QualType,
        length: &'a ast::Expr,
        name: &Name,
        span: Span,
        out: &mut Vec<hir::Stmt>,
    ) {
        if one.init.is_some() {
            self.report(errors::vla_initialiser(span, name));
        }
        let v = self.read(length);
        let v = self.scalar_convert(v.e, self.common.ulong);
        if self.has_error(&v) {
            return;
        }
        let count = self.hidden_local("", self.common.ulong.into(), span);
        self.push(out, StmtKind::Declare { local: count, init: Some(v) }, span);
        let id = self.add_local(hir::Local { name: name.clone(), ty, align: None, is_vla: true, destructor: None, span });
        if let Some(info) = self.frame().and_then(|f| f.info.get_mut(id.0 as usize)) {
            info.vla_length = Some(count);
        }
        let frame = self.frames.last().map_or(0, |f| f.id);
        let scope = self.scope;
        self.declare(scope, name, Entity::Local { frame, id }, span);
        let place = self.make(ExprKind::Local(count), self.common.ulong, span);
        let load = self.make(ExprKind::Load(Box::new(place)), self.common.ulong, span);
        self.push(out, StmtKind::Declare { local: id, init: Some(load) }, span);
    }

    fn static_local(
        &mut self,
        d: &'a ast::SimpleDecl,
        one: &'a ast::InitDeclarator,
        ty: QualType,
        name: &Name,
        span: Span,
        on_device: bool,
        out: &mut Vec<hir::Stmt>,
    ) {
        let flags = &d.specs.flags;
        let scope = self.scope;
        let mut space = self.global_space(flags, span);
        if on_device && space == GlobalSpace::Host && !flags.is_extern {
            space = GlobalSpace::Device;
        }
        if flags.is_extern && !flags.shared {
            // `extern int x;` names the namespace's variable.
            let home = self.enclosing_namespace();
            if let Some(e @ Entity::Var(_)) = self.own_name(home, name, Want::Any) {
                self.bind(scope, name, e);
                return;
            }
        }
        let func = self.frames.last().map(|f| f.func);
        let align = self.alignment(&d.specs.align);
        let home = self.enclosing_namespace();
        let v = self.add_var(Var {
            name: name.clone(),
            ty,
            space,
            home,
            scope,
            hir: None,
            init: None,
            is_initialised: true,
            constant: None,
            register: None,
            is_constexpr: flags.is_constexpr,
            is_extern: flags.is_extern && !flags.shared,
            is_system: true,
            is_defined: !flags.is_extern || flags.shared,
            extern_c: false,
            function: func,
            align,
            template_args: Vec::new(),
            span,
        });
        let declare_first = !matches!(self.ty(ty.ty), Type::Array { length: None, .. });
        if declare_first || flags.is_extern {
            self.declare(scope, name, Entity::Var(v), span);
        }
        if matches!(space, GlobalSpace::Shared | GlobalSpace::DynamicShared) {
            if one.init.is_some() {
                self.report(errors::shared_initialiser(span, name));
            }
            if space == GlobalSpace::Shared {
                if !self.make_complete(ty.ty) {
                    self.report(errors::incomplete_array(span, name));
                }
                if let Some(class) = self.class_of(self.innermost(ty).ty)
                    && !self.is_trivial_for(class, super::entity::Special::DefaultConstructor)
                    && self.class_info(class).has_user_constructor
                {
                    self.report(errors::shared_constructor(span, name));
                }
                let size = self.types.size_of(ty.ty);
                if let Some(f) = self.frame() {
                    f.has_shared = f.has_shared.saturating_add(size);
                }
            }
            let g = self.use_var(v);
            self.globals[g.0 as usize].init = GlobalInit::None;
            return;
        }
        let init = one.init.as_ref().map_or(Init::Default, Init::Written);
        let (value, ty) = self.initialise_variable(ty, init, name, span);
        self.vars[v.0 as usize].ty = ty;
        if !declare_first && !flags.is_extern {
            self.declare(scope, name, Entity::Var(v), span);
        }
        if self.vars[v.0 as usize].is_extern {
            return;
        }
        let destructor = self.destructor_for(ty.ty, span);
        match value {
            None => {
                let g = self.use_var(v);
                self.globals[g.0 as usize].destructor = destructor;
                self.globals[g.0 as usize].is_local_static = true;
            }
            Some(value) if self.has_error(&value) => {}
            Some(value) => match self.evaluate_object(&value, ty) {
                Ok(object) => {
                    if ty.is_const && !ty.is_volatile {
                        self.vars[v.0 as usize].constant = self.scalar_of(&object, ty.ty);
                        self.vars[v.0 as usize].space = GlobalSpace::Both;
                    }
                    let bytes = self.global_bytes(object);
                    let g = self.use_var(v);
                    let global = &mut self.globals[g.0 as usize];
                    global.init = bytes;
                    global.destructor = destructor;
                    global.is_local_static = true;
                }
                Err(why) => {
                    if flags.is_constexpr {
                        self.report(errors::constexpr_not_constant(value.span, name, why));
                        return;
                    }
                    if space != GlobalSpace::Host {
                        self.report(errors::dynamic_device_initialiser(value.span, name, false, why));
                        return;
                    }
                    let g = self.use_var(v);
                    self.globals[g.0 as usize].is_local_static = true;
                    self.globals[g.0 as usize].destructor = destructor;
                    let guard = self.guard(name, span);
                    self.push(out, StmtKind::InitStatic { global: g, guard, init: value }, span);
                }
            },
        }
    }

    fn guard(&mut self, name: &Name, span: Span) -> hir::GlobalId {
        let id = hir::GlobalId(self.globals.len() as u32);
        self.globals.push(hir::Global {
            name: format!("guard of {name}").into(),
            symbol: format!("$guard{}", id.0).into(),
            ty: self.common.uchar.into(),
            space: GlobalSpace::Host,
            align: None,
            init: GlobalInit::Zero,
            destructor: None,
            function: None,
            is_local_static: false,
            span,
        });
        id
    }

    // for (decl : range)

    fn range_for(&mut self, decl: &'a ast::SimpleDecl, range: &'a ast::Expr, body: &'a Stmt, span: Span, out: &mut Vec<hir::Stmt>) {
        let arg = self.arg(range);
        let v = match arg {
            Arg::Val(v) => v,
            Arg::List(list) => {
                // `for (int x : {1, 2, 3})`: an array of the first element's type.
                let Some((_, first)) = list.items.first() else { return };
                let element = self.read(first);
                let array = self.array_of(element.e.ty.into(), None);
                let value = self.initialise(array.into(), Init::List(list), "range", list.span);
                Val { e: value, cat: Cat::R, width: None }
            }
            Arg::Overloads(o) => self.sole_function(&o, None),
        };
        if self.is_error(v.e.ty) {
            return;
        }
        // auto &&__range = range;
        let q = self.type_of(&v.e);
        let mut place = self.as_place(v);
        if let ExprKind::Temporary { extended, .. } = &mut place.kind {
            *extended = true;
        }
        let address = self.address_of(place);
        let reference = self.reference_to(q, false);
        let range_local = self.hidden_local("", reference.into(), span);
        self.push(out, StmtKind::Declare { local: range_local, init: Some(address) }, span);
        let range_place = self.local_place(range_local, reference.into(), span);
        let (begin, end) = match *self.ty(q.ty) {
            Type::Array { length: Some(n), .. } => {
                let first = self.rvalue(range_place);
                let count = self.value(ExprKind::Int(i128::from(n)), self.common.long, span);
                let last = self.binary(ast::BinaryOp::Add, Arg::Val(first.clone()), Arg::Val(count), span, span);
                (first, last)
            }
            _ => {
                let begin = self.range_end(&range_place, "begin", range.span);
                let end = self.range_end(&range_place, "end", range.span);
                match (begin, end) {
                    (Some(b), Some(e)) => (b, e),
                    _ => return,
                }
            }
        };
        let hold = |s: &mut Sema<'a>, v: Val, out: &mut Vec<hir::Stmt>| {
            let ty = v.e.ty;
            let value = s.initialise(ty.into(), Init::Copy(Arg::Val(v)), "iterator", span);
            let id = s.hidden_local("", ty.into(), span);
            let destructor = s.destructor_for(ty, span);
            if let Some(f) = s.frame() {
                f.locals[id.0 as usize].destructor = destructor;
            }
            out.push(hir::Stmt { kind: StmtKind::Declare { local: id, init: Some(value) }, span });
            (id, ty)
        };
        let (b, b_ty) = hold(self, begin, out);
        let (e, e_ty) = hold(self, end, out);
        let it = self.local_place(b, b_ty.into(), span);
        let last = self.local_place(e, e_ty.into(), span);
        let test = self.binary(ast::BinaryOp::Ne, Arg::Val(it.clone()), Arg::Val(last), span, span);
        let test = self.to_condition(Arg::Val(test), span);
        let step = self.step(it.clone(), true, true, span);
        let element = self.unary(ast::UnaryOp::Deref, it, range.span);
        if self.is_error(element.e.ty) {
            return;
        }
        if let Some(f) = self.frame() {
            f.loops += 1;
            f.breakables += 1;
        }
        let block = self.in_block(|s| {
            let mut stmts = Vec::new();
            s.range_variable(decl, element, span, &mut stmts);
            let inner = s.block(body);
            let end = inner.end;
            s.push(&mut stmts, StmtKind::Block(inner), body.span);
            hir::Block { stmts, end }
        });
        if let Some(f) = self.frame() {
            f.loops -= 1;
            f.breakables -= 1;
        }
        let kind = StmtKind::Loop {
            condition_decl: Vec::new(),
            condition: Some(test),
            step: Some(step.e),
            body: block,
            test_last: false,
            unroll: None,
        };
        self.push(out, kind, span);
    }

    fn range_variable(&mut self, decl: &'a ast::SimpleDecl, element: Val, span: Span, out: &mut Vec<hir::Stmt>) {
        let Some(one) = decl.declarators.first() else { return };
        if !one.bindings.is_empty() {
            return self.bind_parts(&decl.specs, one, Arg::Val(element), out);
        }
        let Some(path) = declarator_path(&one.declarator) else { return };
        let Some(name) = plain_name(path) else { return };
        let arg = Arg::Val(element);
        let ty = if super::declarations::is_auto(&decl.specs) {
            match self.deduce_auto_from(&decl.specs, &one.declarator, &arg, one.declarator.span) {
                Some(ty) => ty,
                None => return,
            }
        } else {
            let base = self.specified_type(&decl.specs);
            self.declarator(base, &one.declarator).ty
        };
        let (value, ty) = self.initialise_variable(ty, Init::Copy(arg), name, path.span);
        let id = self.add_local(hir::Local { name: name.clone(), ty, align: None, is_vla: false, destructor: None, span: path.span });
        let destructor = self.destructor_for(ty.ty, span);
        let frame = self.frames.last().map_or(0, |f| f.id);
        if let Some(f) = self.frame() {
            f.locals[id.0 as usize].destructor = destructor;
        }
        let scope = self.scope;
        self.declare(scope, name, Entity::Local { frame, id }, path.span);
        self.push(out, StmtKind::Declare { local: id, init: value }, path.span);
    }

    /// `range.begin()` or `begin(range)`.
    fn range_end(&mut self, range: &Val, name: &str, span: Span) -> Option<Val> {
        if let Some(class) = self.class_of(range.e.ty) {
            self.make_complete(range.e.ty);
            let scope = self.class_info(class).scope;
            if let Some(Entity::Functions(set)) = self.lookup_in(scope, name, Want::Any) {
                return match self.resolve_overload(&set, None, &[], Some(range)) {
                    Ok(f) => Some(self.build_call(f, Some(range.clone()), Vec::new(), span)),
                    Err(failure) => {
                        self.overload_error(failure, name, &set, &[], span);
                        None
                    }
                };
            }
        }
        let set = self.lookup_by_arguments(name, &[bare(self.type_of(&range.e))]);
        let args = [Arg::Val(range.clone())];
        match self.resolve_overload(&set, None, &args, None) {
            Ok(f) => Some(self.build_call(f, None, args.to_vec(), span)),
            Err(_) => {
                let shown = self.show(range.e.ty);
                self.report(errors::not_a_range(span, &shown));
                None
            }
        }
    }
}

/// The specifiers of a definition with `auto` result, and the declarator around its function part.
fn result_declarator(def: &ast::FunctionDef) -> Option<(&ast::DeclSpecs, Option<&ast::DeclaratorKind>)> {
    if !super::declarations::is_auto(&def.specs) {
        return None;
    }
    Some((&def.specs, Some(&def.declarator.kind)))
}
