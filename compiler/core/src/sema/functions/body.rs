//! Which bodies are needed, and bodies from syntax to HIR.
//!
//! A function gets its HIR function when something uses it, and its body when the queue reaches it; so an unused template or
//! header function costs nothing and its mistakes are not told.

use super::declare::pack_names;
use crate::hir::{self, FunctionId, LocalId, StmtKind};
use crate::sema::entity::{Body, Entity, FuncId, FuncName, Name, Progress, ScopeKind};
use crate::sema::{Sema, deep, errors};
use kern_diag::Span;
use kern_syntax::ast;

impl<'a> Sema<'a> {
    /// The HIR function of `f`, made on first use; its body is checked later.
    pub(in crate::sema) fn use_function(&mut self, f: FuncId) -> FunctionId {
        if let Some(id) = self.funcs[f.0 as usize].hir {
            self.request_evaluated_body(f);
            return id;
        }
        let symbol = self.mangle(f);
        let (display, name) = self.shared_names(f);
        let func = &self.funcs[f.0 as usize];
        let id = FunctionId(self.functions.len() as u32);
        let made = hir::Function {
            name,
            display_name: display,
            symbol,
            linkage: if self.name_is_internal { hir::Linkage::Internal } else { hir::Linkage::External },
            space: func.space,
            used_on_host: false,
            used_on_device: false,
            result: func.ty.result.ty,
            params: Vec::new(),
            is_variadic: func.ty.is_variadic,
            locals: Vec::new(),
            named_result: None,
            named: Vec::new(),
            labels: Vec::new(),
            body: None,
            launch_bounds: None,
            cluster_dims: None,
            max_registers: None,
            is_noexcept: func.is_noexcept,
            is_noinline: func.flags.noinline,
            is_forceinline: func.flags.forceinline,
            device_twin: None,
            is_system: func.is_system,
            is_instance: false,
            span: func.span,
        };
        self.functions.push(made);
        self.hir_owner.push(f);
        self.funcs[f.0 as usize].hir = Some(id);
        let (locals, _) = self.param_locals(f);
        self.functions[id.0 as usize].params = (0..locals.len() as u32).map(LocalId).collect();
        self.functions[id.0 as usize].locals = locals;
        self.request_evaluated_body(f);
        if let Some(&twin) = self.twins.get(&f) {
            let twin = self.use_function(twin);
            self.functions[id.0 as usize].device_twin = Some(twin);
        }
        id
    }

    /// [`Sema::request_body`], unless nothing is evaluated here: then no body is needed ([basic.def.odr]).
    fn request_evaluated_body(&mut self, f: FuncId) {
        if self.unevaluated == 0 {
            self.request_body(f);
        }
    }

    /// Queues the body of `f` for checking.
    pub(in crate::sema) fn request_body(&mut self, f: FuncId) {
        let asked = (self.at, self.frames.last().map(|frame| frame.func));
        let func = &mut self.funcs[f.0 as usize];
        if func.progress == Progress::Waiting {
            func.asked = Some(asked);
            if matches!(func.body, Body::None)
                && let Some((t, _)) = &func.template
                && let Some(def) = self.fn_templates[t.0 as usize].def
                && let ast::FunctionBody::Block(_) | ast::FunctionBody::Compare(_) = def.body
            {
                func.body = Body::Ast(def);
            }
            func.progress = Progress::Queued;
            self.queue.push_back(f);
        }
    }

    /// Checks every queued body, and those that they queue.
    pub(in crate::sema) fn drain(&mut self) {
        while let Some(f) = self.queue.pop_front() {
            self.check_body(f);
        }
    }

    /// Checks the body of `f` and gives it to its HIR function.
    pub(in crate::sema) fn check_body(&mut self, f: FuncId) {
        deep(|| self.check_body_inner(f));
    }

    fn check_body_inner(&mut self, f: FuncId) {
        let func = &mut self.funcs[f.0 as usize];
        if matches!(func.progress, Progress::Running | Progress::Done) {
            return;
        }
        if matches!(func.body, Body::None) {
            func.progress = Progress::Done;
            return;
        }
        func.progress = Progress::Running;
        let (body, scope, params, is_static) = (func.body, func.scope, func.params.clone(), func.is_static);
        let (class, span, bounds, is_kernel) = (func.class, func.span, func.bounds, func.space.is_kernel);
        let id = self.use_function(f);
        let frame = self.new_frame(f);
        self.frames.push(frame);
        // A body does not depend on where it is needed.
        let (quiet, at) = (std::mem::take(&mut self.quiet), std::mem::take(&mut self.at));
        let saved_diags = if quiet > 0 { Some(std::mem::take(&mut self.diags)) } else { None };
        let (auto, lenient, autos) = (self.auto_type.take(), std::mem::take(&mut self.lenient), self.lambda_autos.take());
        let (in_unevaluated, default_of) = (std::mem::take(&mut self.unevaluated), self.default_of.take());
        let inner = self.new_scope(ScopeKind::Local, Some(scope));
        let block = self.within(inner, |sema| {
            let (mut rows, mut pointers) = (Vec::new(), Vec::new());
            sema.kernel_parameter_bytes(f);
            if let Some(frame) = sema.frames.last_mut() {
                frame.outermost = Some(inner);
            }
            if let Some(class) = class.filter(|_| !is_static) {
                let is_const = sema.funcs[f.0 as usize].is_const;
                let ty = sema.this_type(f).unwrap_or(sema.common.void_ptr);
                let local = sema.hidden_local("this", ty.into(), span);
                let is_closure = sema.closures.contains_key(&class);
                if let Some(frame) = sema.frames.last_mut() {
                    frame.this = Some((class, is_const, local));
                    frame.closure = is_closure.then_some(class);
                }
                if sema.takes_tables(f) {
                    let ty = sema.tables_type();
                    let local = sema.hidden_local("", ty.into(), span);
                    if let Some(frame) = sema.frames.last_mut() {
                        frame.tables = Some(local);
                    }
                }
            }
            if let Some((t, _)) = &sema.funcs[f.0 as usize].template {
                // An empty parameter pack still is a name.
                let declarator = sema.fn_templates[t.0 as usize].declarator;
                let packs: Vec<Name> = match body {
                    Body::Ast(def) => pack_names(def.declarator.params()),
                    Body::Lambda(lambda) => pack_names(lambda.params.as_ref()),
                    _ => pack_names(declarator.params()),
                };
                for name in packs {
                    sema.bind(inner, &name, Entity::Pack(Vec::new()));
                }
            } else if let Body::Ast(def) = body {
                for name in pack_names(def.declarator.params()) {
                    sema.bind(inner, &name, Entity::Pack(Vec::new()));
                }
            }
            for p in &params {
                let of_class = sema.class_of(sema.referred(p.ty).ty).is_some();
                if of_class && !sema.is_reference(p.ty.ty) && !sema.make_complete(p.ty.ty) && !sema.is_error(p.ty.ty) {
                    let shown = sema.show(p.ty.ty);
                    sema.report(errors::incomplete_type(p.span, &shown));
                }
                let local = sema.declare_param(p);
                pointers.extend((!p.rows.is_empty()).then_some((local, &p.rows)));
            }
            // The parameters are the first locals.
            for (local, lengths) in pointers {
                sema.hold_rows(local, lengths, &mut rows);
            }
            let mut block = sema.body_block(f, body, span);
            block.stmts.splice(0..0, rows);
            block
        });
        self.auto_type = auto;
        self.lenient = lenient;
        self.lambda_autos = autos;
        (self.quiet, self.at) = (quiet, at);
        (self.unevaluated, self.default_of) = (in_unevaluated, default_of);
        let Some(mut frame) = self.frames.pop() else { return };
        let mut block = block;
        if let Some((_, start)) = frame.allocas.take() {
            block.stmts.insert(0, start);
        }
        self.finish_labels(&frame);
        if !frame.labels.is_empty() && !self.is_c && !self.funcs[f.0 as usize].is_system {
            self.check_jumps(&block, &frame.locals, frame.space);
        }
        self.shared_memory_total(&frame, f);
        let result = frame.result.unwrap_or(self.common.void.into());
        let bounds = if self.check_bounds(bounds, is_kernel) { bounds } else { Default::default() };
        let launch_bounds = self.launch_bounds(bounds.launch, scope);
        let cluster_dims = self.cluster_dims(bounds.cluster, scope);
        let max_registers = self.max_registers(bounds.registers, scope);
        if let Some(mut saved) = saved_diags {
            saved.extend(std::mem::take(&mut self.diags));
            self.diags = saved;
        }
        let func = &mut self.funcs[f.0 as usize];
        func.progress = Progress::Done;
        if func.deduce_result {
            func.deduce_result = false;
            func.ty.result = result;
            self.declared += 1;
        }
        let is_instance = self.is_instance(f);
        let named_result = self.named_result(&frame, result);
        let h = &mut self.functions[id.0 as usize];
        h.result = result.ty;
        h.is_instance = is_instance;
        let variables = frame.info.iter().enumerate().filter(|(_, info)| info.is_variable);
        h.named_result = named_result;
        h.named = variables.map(|(i, info)| (LocalId(i as u32), info.named)).collect();
        h.locals = frame.locals;
        h.labels = frame.labels;
        h.body = Some(block);
        h.launch_bounds = launch_bounds;
        h.cluster_dims = cluster_dims;
        h.max_registers = max_registers;
    }

    /// Whether template arguments, its own or those of what it stands in, decide what the body of `f` means.
    pub(in crate::sema) fn is_instance(&self, f: FuncId) -> bool {
        let (mut next, mut classes) = (Some(f), Vec::new());
        while let Some(f) = next {
            let func = &self.funcs[f.0 as usize];
            if func.template.is_some() {
                return true;
            }
            next = None;
            if let Some(class) = func.class
                && !classes.contains(&class)
            {
                let mut around = Some(class);
                while let Some(class) = around {
                    let info = self.class_info(class);
                    if info.template.is_some() {
                        return true;
                    }
                    around = if let ScopeKind::Class(outer) = self.scope_of(info.home).kind { Some(outer) } else { None };
                }
                classes.push(class);
                next = self.class_info(class).local_in;
            }
        }
        false
    }

    /// The members' initialisers, then the statements.
    fn constructor_block(&mut self, def: &'a ast::FunctionDef, body: &'a ast::Stmt, span: Span) -> hir::Block {
        let mut stmts = self.constructor_prologue(def, span);
        let block = self.block(body);
        let end = block.end;
        stmts.push(hir::Stmt { kind: StmtKind::Block(block), span: body.span });
        hir::Block { stmts, end }
    }

    fn body_block(&mut self, f: FuncId, body: Body<'a>, span: Span) -> hir::Block {
        match body {
            Body::None => hir::Block { stmts: Vec::new(), end: span },
            Body::Implicit(special) => self.implicit_body(special, span),
            Body::DestroyArray(ty) => self.destroy_array_body(ty, span),
            Body::Thunk(target) => self.thunk_body(target, span),
            Body::DeletingDestructor => self.deleting_body(span),
            Body::WholeDestructor => self.whole_destructor_body(span),
            Body::PartDestructor(class) => self.part_destroyer_body(class, span),
            Body::Adjusting { target, distance } => self.adjusting_body(target, distance, span),
            Body::Lambda(lambda) => self.lambda_body(lambda),
            Body::Ast(def) => {
                if matches!(def.body, ast::FunctionBody::Compare(_)) && !self.may_compare(f) {
                    return hir::Block { stmts: Vec::new(), end: span };
                }
                let (ast::FunctionBody::Block(stmt) | ast::FunctionBody::Compare(stmt)) = &def.body else {
                    return hir::Block { stmts: Vec::new(), end: span };
                };
                let func = &self.funcs[f.0 as usize];
                let is_main = func.home == self.global && &*func.name == "main";
                match func.kind {
                    FuncName::Constructor => match tried(def, stmt) {
                        Some((body, handlers)) => {
                            let mut stmts = Vec::new();
                            self.try_around(handlers, stmt.span, &mut stmts, |sema| sema.constructor_block(def, body, span));
                            hir::Block { stmts, end: stmt.span }
                        }
                        None => self.constructor_block(def, stmt, span),
                    },
                    FuncName::Destructor => {
                        if let Some(frame) = self.frame() {
                            let label = frame.new_label("end");
                            frame.end_label = Some(label);
                        }
                        let mut stmts = Vec::new();
                        self.set_virtual_tables(&mut stmts, span);
                        let block = self.block(stmt);
                        let end = block.end;
                        stmts.push(hir::Stmt { kind: StmtKind::Block(block), span: stmt.span });
                        if let Some(label) = self.frame().and_then(|f| f.end_label) {
                            stmts.push(hir::Stmt { kind: StmtKind::Label(label), span: end });
                        }
                        stmts = self.destructor_epilogue(stmts, end);
                        hir::Block { stmts, end }
                    }
                    _ => {
                        let mut block = self.block(stmt);
                        if is_main {
                            let zero = self.int_value(0, self.common.int, block.end);
                            block.stmts.push(hir::Stmt { kind: StmtKind::Return(Some(zero)), span: block.end });
                        }
                        block
                    }
                }
            }
        }
    }
}

/// The statements and handlers of a function-try-block.
fn tried<'a>(def: &ast::FunctionDef, body: &'a ast::Stmt) -> Option<(&'a ast::Stmt, &'a [(Option<Box<ast::Param>>, ast::Stmt)])> {
    let ast::StmtKind::Block(list) = &body.kind else { return None };
    match list.as_slice() {
        [ast::Stmt { kind: ast::StmtKind::Try { body, handlers }, .. }] if def.is_tried => Some((body, handlers)),
        _ => None,
    }
}
