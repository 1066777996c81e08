//! What is reached from `main`, kernels and initialisers, on which side; and walks over HIR.

use super::Sema;
use super::errors;
use super::looked_up::{Found, looked_up, way_to};
use crate::hir::walk::root_global;
use crate::hir::{self, Callee, Expr, ExprKind, FunctionId, GlobalId, GlobalInit, LaunchDim, Stmt, StmtKind, SymbolRef, Type};
use kern_diag::Span;
use std::collections::{HashMap, HashSet};

/// Calls `f` with `e` and every expression inside it.
pub(super) fn walk(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    super::deep(|| walk_inner(e, f));
}

fn walk_inner(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    f(e);
    match &e.kind {
        ExprKind::Deref(a)
        | ExprKind::Load(a)
        | ExprKind::AddressOf(a)
        | ExprKind::Decay(a)
        | ExprKind::Field { base: a, .. }
        | ExprKind::Temporary { value: a, .. }
        | ExprKind::Building { value: a, .. }
        | ExprKind::Unary { operand: a, .. }
        | ExprKind::Step { place: a, .. }
        | ExprKind::Convert { operand: a, .. }
        | ExprKind::Fill { element: a, .. }
        | ExprKind::Delete { pointer: a, .. }
        | ExprKind::Throw(a)
        | ExprKind::VaArg(a) => walk(a, f),
        ExprKind::Element { base: a, index: b }
        | ExprKind::Binary { left: a, right: b, .. }
        | ExprKind::PointerAdd { pointer: a, index: b, .. }
        | ExprKind::PointerDiff { left: a, right: b }
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Sequence { first: a, second: b }
        | ExprKind::Assign { place: a, value: b }
        | ExprKind::CompoundAssign { place: a, value: b, .. } => {
            walk(a, f);
            walk(b, f);
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            walk(condition, f);
            walk(then, f);
            walk(otherwise, f);
        }
        ExprKind::Call { callee, args, .. } => {
            if let Callee::Indirect(c) = callee {
                walk(c, f);
            }
            args.iter().for_each(|a| walk(a, f));
        }
        ExprKind::Launch { kernel, grid, block, shared, stream, args } => {
            if let Callee::Indirect(c) = &**kernel {
                walk(c, f);
            }
            for d in [grid, block] {
                match &**d {
                    LaunchDim::Scalar(e) | LaunchDim::Dim3(e) => walk(e, f),
                }
            }
            walk(shared, f);
            walk(stream, f);
            args.iter().for_each(|a| walk(a, f));
        }
        ExprKind::Aggregate(parts) => parts.iter().for_each(|(_, a)| walk(a, f)),
        ExprKind::Construct { args, .. } => args.iter().for_each(|a| walk(a, f)),
        ExprKind::New { count, init, placement, allocator, .. } => {
            for a in [count, init, placement].into_iter().flatten() {
                walk(a, f);
            }
            allocator.iter().for_each(|a| a.1.iter().for_each(|a| walk(a, f)));
        }
        ExprKind::Statements { block, value } => {
            walk_block(block, f);
            if let Some(v) = value {
                walk(v, f);
            }
        }
        _ => {}
    }
}

/// Calls `f` with every expression of a block.
pub(super) fn walk_block(b: &hir::Block, f: &mut dyn FnMut(&Expr)) {
    b.stmts.iter().for_each(|s| super::deep(|| walk_stmt(s, f)));
}

fn walk_stmt(s: &Stmt, f: &mut dyn FnMut(&Expr)) {
    match &s.kind {
        StmtKind::Expr(e) | StmtKind::Return(Some(e)) | StmtKind::Declare { init: Some(e), .. } | StmtKind::InitStatic { init: e, .. } => {
            walk(e, f)
        }
        StmtKind::Block(b) => walk_block(b, f),
        StmtKind::If { condition, then, otherwise } => {
            walk(condition, f);
            walk_block(then, f);
            if let Some(o) = otherwise {
                walk_block(o, f);
            }
        }
        StmtKind::Loop { condition_decl, condition, step, body, .. } => {
            condition_decl.iter().for_each(|s| walk_stmt(s, f));
            for e in [condition, step].into_iter().flatten() {
                walk(e, f);
            }
            walk_block(body, f);
        }
        StmtKind::Switch { value, body, .. } => {
            walk(value, f);
            walk_block(body, f);
        }
        StmtKind::Try { body, handler, .. } => {
            walk_block(body, f);
            walk_block(handler, f);
        }
        StmtKind::OnThrow { object, .. } => walk(object, f),
        StmtKind::Asm { outputs, inputs, .. } => outputs.iter().chain(inputs).for_each(|(_, e)| walk(e, f)),
        _ => {}
    }
}

/// The destructors that statements run by themselves.
fn destructors(function: &hir::Function, into: &mut Vec<FunctionId>) {
    into.extend(function.locals.iter().filter_map(|l| l.destructor));
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Side {
    Host,
    Device,
}

impl<'a> Sema<'a> {
    /// Sets `used_on_host` and `used_on_device`, and reports what a side reaches but cannot run.
    pub(super) fn mark_reached(&mut self) {
        let mut work: Vec<(FunctionId, Side)> = Vec::new();
        let mut seen: HashSet<(FunctionId, Side)> = HashSet::new();
        let mut globals: HashSet<(GlobalId, Side)> = HashSet::new();
        self.check_declarations_known();
        let (mut calls, mut held) = (HashMap::new(), Vec::new());
        for (i, f) in self.functions.iter().enumerate() {
            let id = FunctionId(i as u32);
            if f.space.is_kernel {
                work.push((id, Side::Device));
            }
        }
        if let Some(main) = self.main {
            work.push((main, Side::Host));
        }
        if let Some(separate) = self.separate {
            self.push_visible(separate, &mut work);
        }
        work.extend(self.replaced_allocation(Side::Host).all().map(|f| (f, Side::Host)));
        let of_device = Some(self.replaced_allocation(Side::Device)).filter(|own| own.all().next().is_some());
        if let Some(exceptions) = self.exceptions {
            work.push((exceptions.terminate, Side::Host));
            work.extend(exceptions.allocate.map(|f| (f, Side::Host)));
        }
        for i in 0..self.globals.len() {
            // Initialisers run whether or not the variable is used.
            if let GlobalInit::Dynamic(e) = &self.globals[i].init {
                let e = e.clone();
                self.check_initialiser_known(&e);
                self.collect(&e, Side::Host, &mut work, &mut globals);
            }
            if !self.globals[i].is_local_static
                && let Some(d) = self.globals[i].destructor
            {
                work.push((d, Side::Host));
            }
            self.collect_global(GlobalId(i as u32), &mut work);
        }
        while let Some((id, side)) = work.pop() {
            if !seen.insert((id, side)) {
                continue;
            }
            if side == Side::Device
                && let Some(twin) = self.functions[id.0 as usize].device_twin
            {
                work.push((twin, side));
                continue;
            }
            let f = &mut self.functions[id.0 as usize];
            match side {
                Side::Host => f.used_on_host = true,
                Side::Device => f.used_on_device = true,
            }
            let f = &self.functions[id.0 as usize];
            let mut extra = Vec::new();
            destructors(f, &mut extra);
            work.extend(extra.into_iter().map(|d| (d, side)));
            let space = f.space;
            let Some(body) = self.functions[id.0 as usize].body.take() else { continue };
            self.check_body_known(id, &body);
            let mut found = Vec::new();
            walk_block(&body, &mut |e| found.extend(use_of(e)));
            let of_both = |g: GlobalId| self.globals[g.0 as usize].space == hir::GlobalSpace::Both;
            if side == Side::Device && found.iter().any(|(used, _)| matches!(used, Use::Part(g) | Use::Object(g) if of_both(*g))) {
                let looked_up = looked_up(&body);
                found.retain(|(used, span)| !matches!(used, Use::Part(g) | Use::Object(g) if of_both(*g)) || !looked_up.contains(span));
            }
            if side == Side::Device {
                of_device.iter().for_each(|own| walk_block(&body, &mut |e| work.extend(own_allocation(e, own).map(|f| (f, side)))));
                self.note_known_calls(&body, &mut calls);
            }
            self.collect_statics(&body, side, &mut work);
            if side == Side::Host && self.exceptions.is_some() {
                self.collect_thrown(&body, &mut work);
            }
            self.functions[id.0 as usize].body = Some(body);
            for (used, span) in found {
                match used {
                    // Told once it is clear who calls.
                    Use::Object(_) | Use::Part(_) | Use::Value(_) if side == Side::Device && calls.contains_key(&id) => {
                        held.push((id, (used, span), space));
                    }
                    _ => self.visit((used, span), id, space, side, &mut work, &mut globals),
                }
            }
        }
        for (id, used, space) in held {
            if calls.get(&id) == Some(&false) {
                self.visit(used, id, space, Side::Device, &mut work, &mut globals);
            }
        }
    }

    /// Which functions that need a constant of the host in memory are called, and whether all calls of them are known while
    /// compiling: nvcc puts the results in their places.
    fn note_known_calls(&mut self, body: &hir::Block, calls: &mut HashMap<FunctionId, bool>) {
        let mut found = Vec::new();
        walk_block(body, &mut |e| {
            if let ExprKind::Call { callee: Callee::Direct(f), .. } = &e.kind
                && self.may_be_known(*f)
                && self.needs_host_constant(*f)
            {
                found.push((*f, e.clone()));
            }
        });
        for (f, call) in found {
            let is_known = self.evaluate_int(&call).is_ok();
            calls.entry(f).and_modify(|all| *all &= is_known).or_insert(is_known);
        }
    }

    fn needs_host_constant(&self, f: FunctionId) -> bool {
        let mut needs = false;
        if let Some(body) = &self.functions[f.0 as usize].body {
            let is_array_of_both = |g: GlobalId| {
                let global = &self.globals[g.0 as usize];
                global.space == hir::GlobalSpace::Both && self.is_array(global.ty.ty)
            };
            walk_block(body, &mut |e| {
                needs |= use_of(e).any(|(used, _)| matches!(used, Use::Object(g) | Use::Part(g) | Use::Value(g) if is_array_of_both(g)));
            });
        }
        needs
    }

    fn collect_global(&self, id: GlobalId, work: &mut Vec<(FunctionId, Side)>) {
        let g = &self.globals[id.0 as usize];
        if let GlobalInit::Bytes { relocations, .. } = &g.init {
            let device = super::classes::is_device_space(g.space);
            for (_, symbol, _) in relocations {
                if let SymbolRef::Function(f) = symbol {
                    let space = self.functions[f.0 as usize].space;
                    if space.is_kernel {
                        continue;
                    }
                    if device || (g.space == hir::GlobalSpace::Both && space.device && !space.host) {
                        work.push((*f, Side::Device));
                    } else if space.host {
                        work.push((*f, Side::Host));
                    }
                }
            }
        }
    }

    /// The destructors that an exception runs: host code only.
    fn collect_thrown(&self, body: &hir::Block, work: &mut Vec<(FunctionId, Side)>) {
        crate::hir::walk::statements(body, &mut |stmt| {
            if let StmtKind::OnThrow { destructor, .. } = &stmt.kind {
                work.push((*destructor, Side::Host));
            }
        });
    }

    fn collect_statics(&self, body: &hir::Block, side: Side, work: &mut Vec<(FunctionId, Side)>) {
        fn each(b: &hir::Block, f: &mut dyn FnMut(GlobalId)) {
            for s in &b.stmts {
                match &s.kind {
                    StmtKind::InitStatic { global, .. } => f(*global),
                    StmtKind::Block(b) => each(b, f),
                    StmtKind::If { then, otherwise, .. } => {
                        each(then, f);
                        if let Some(o) = otherwise {
                            each(o, f);
                        }
                    }
                    StmtKind::Loop { body, .. } | StmtKind::Switch { body, .. } => each(body, f),
                    StmtKind::Try { body, handler, .. } => {
                        each(body, f);
                        each(handler, f);
                    }
                    _ => {}
                }
            }
        }
        each(body, &mut |g| {
            if let Some(d) = self.globals[g.0 as usize].destructor {
                work.push((d, side));
            }
        });
    }

    /// What lives on the host has no address on the device. Of an unmarked constant of a namespace or class, device code has
    /// the value, but no array and no address, and no pointer unless it is `constexpr` (CUDA C++ Programming Guide,
    /// "Const-qualified variables").
    fn check_host_object(&mut self, g: GlobalId, is_value: bool, is_of_device: bool, span: Span) {
        let Some(&v) = self.var_of_global.get(&g) else { return };
        let (var, global) = (&self.vars[v.0 as usize], &self.globals[g.0 as usize]);
        let is_there = match self.types.get(global.ty.ty) {
            // What is called with it tells.
            Type::Class(_) | Type::Error => true,
            Type::Array { .. } => false,
            Type::Pointer(_) => is_value && var.is_constexpr,
            _ => is_value,
        };
        let error = match global.space {
            hir::GlobalSpace::Both => errors::host_constant_on_device,
            hir::GlobalSpace::Host if is_of_device && !is_value => errors::host_variable_on_device,
            _ => return,
        };
        if is_there || self.is_system(var.span) || var.function.is_some() {
            return;
        }
        let (name, at) = (global.name.clone(), global.span);
        if self.objects_of_host.insert(g) {
            self.report(error(span, &name, at));
        }
    }

    fn collect(&mut self, e: &Expr, side: Side, work: &mut Vec<(FunctionId, Side)>, globals: &mut HashSet<(GlobalId, Side)>) {
        let mut found = Vec::new();
        walk(e, &mut |e| found.extend(use_of(e)));
        let space = hir::ExecutionSpace { is_kernel: false, device: side == Side::Device, host: side == Side::Host };
        for one in found {
            self.visit(one, FunctionId(u32::MAX), space, side, work, globals);
        }
    }

    fn visit(
        &mut self,
        (used, span): (Use, Span),
        caller: FunctionId,
        space: hir::ExecutionSpace,
        side: Side,
        work: &mut Vec<(FunctionId, Side)>,
        globals: &mut HashSet<(GlobalId, Side)>,
    ) {
        match used {
            Use::Call(f) => {
                let callee = self.functions[f.0 as usize].space;
                if callee.is_kernel {
                    return;
                }
                let has_twin = self.functions[f.0 as usize].device_twin.is_some();
                // A function for both sides may name what only one of them has; only a reached side counts.
                let both = space.host && space.device;
                if both && side == Side::Device && !callee.device && !has_twin {
                    let (callee, by) = (self.hir_owner[f.0 as usize], self.hir_owner.get(caller.0 as usize).copied());
                    self.host_from_device(callee, by, span, false);
                    return;
                }
                if both && side == Side::Host && !callee.host {
                    let by = self.functions.get(caller.0 as usize).map_or(String::new(), |c| c.display_name.to_string());
                    self.device_from_host(self.hir_owner[f.0 as usize], &by, span);
                    return;
                }
                if side == Side::Device
                    && let Some(&caller) = self.hir_owner.get(caller.0 as usize)
                {
                    self.relaxed_from_device(self.hir_owner[f.0 as usize], caller, span);
                }
                work.push((f, side));
            }
            Use::Address(f) => {
                let callee = self.functions[f.0 as usize].space;
                if callee.is_kernel {
                    return;
                }
                if side == Side::Device && self.functions[f.0 as usize].is_variadic {
                    let what = format!("a pointer to `{}` in device code", self.functions[f.0 as usize].name);
                    return self.report(errors::unsupported(span, &what).help("call it by its name"));
                }
                match side {
                    Side::Host if callee.host => work.push((f, side)),
                    Side::Device if callee.device || self.functions[f.0 as usize].device_twin.is_some() => work.push((f, side)),
                    _ => {}
                }
            }
            // An element of a class's constant is known by its name.
            Use::Part(g) if self.is_member_constant(g) => {}
            Use::Known(g) if self.globals[g.0 as usize].space == hir::GlobalSpace::Both => {}
            Use::Object(g) | Use::Part(g) | Use::Known(g) | Use::Value(g) if side == Side::Device => {
                self.check_host_object(g, matches!(used, Use::Value(_)), !space.host, span);
            }
            Use::Object(_) | Use::Part(_) | Use::Known(_) | Use::Value(_) => {}
            Use::Global(g) => {
                if !globals.insert((g, side)) {
                    return;
                }
                let mut tables = vec![g];
                while let Some(g) = tables.pop() {
                    let global = &self.globals[g.0 as usize];
                    let (hir::GlobalSpace::Both, GlobalInit::Bytes { relocations, .. }) = (global.space, &global.init) else { continue };
                    // A table of functions: each side has those that it can call.
                    for (_, symbol, _) in relocations {
                        match symbol {
                            SymbolRef::Function(f) => {
                                let callee = self.functions[f.0 as usize].space;
                                if !callee.is_kernel && if side == Side::Host { callee.host } else { callee.device } {
                                    work.push((*f, side));
                                }
                            }
                            // A table of tables.
                            SymbolRef::Global(next) => {
                                let is_both = self.globals[next.0 as usize].space == hir::GlobalSpace::Both;
                                if is_both && globals.insert((*next, side)) {
                                    tables.push(*next);
                                }
                            }
                        }
                    }
                }
                let global = &self.globals[g.0 as usize];
                let is_of_host = global.space == hir::GlobalSpace::Host && !self.is_static_of_each(g);
                if side == Side::Device && is_of_host && space.device && space.host {
                    let (name, at) = (global.name.clone(), global.span);
                    self.report(errors::host_variable_on_device(span, &name, at));
                }
            }
        }
    }
}

enum Use {
    Call(FunctionId),
    Address(FunctionId),
    Global(GlobalId),
    /// The place of a variable, or of a part of it.
    Object(GlobalId),
    /// What is in it.
    Value(GlobalId),
    /// What is in a part of it that an array's constant index leads to.
    Part(GlobalId),
    /// What is in a part of it that is looked up wherever it stands.
    Known(GlobalId),
}

/// What an expression itself uses, without its parts, and where.
/// The functions of the program in place of the library's that `new` or `delete` may call.
fn own_allocation(e: &Expr, own: &hir::Allocation) -> impl Iterator<Item = FunctionId> + use<> {
    let found = match &e.kind {
        ExprKind::New { count, allocator: None, placement: None, .. } => [own.allocator(count.is_some()), None],
        ExprKind::Delete { is_array, deallocator: None, .. } => [true, false].map(|is_sized| own.deallocator(*is_array, is_sized)),
        _ => [None, None],
    };
    found.into_iter().flatten()
}

fn use_of(e: &Expr) -> impl Iterator<Item = (Use, Span)> {
    let (first, second) = match &e.kind {
        ExprKind::Function(f) => (Some(Use::Address(*f)), None),
        ExprKind::Global(g) => (Some(Use::Global(*g)), None),
        ExprKind::AddressOf(place) | ExprKind::Decay(place) => (root_global(place).map(Use::Object), None),
        ExprKind::Load(place) => match way_to(place) {
            Found::Nowhere => (root_global(place).map(Use::Value), None),
            Found::Element => (root_global(place).map(Use::Part), None),
            Found::Known => (root_global(place).map(Use::Known), None),
        },
        ExprKind::Call { callee: Callee::Direct(f), .. } => (Some(Use::Call(*f)), None),
        ExprKind::Construct { constructor, .. } => (Some(Use::Call(*constructor)), None),
        ExprKind::Temporary { destructor, .. } => (destructor.map(Use::Call), None),
        ExprKind::New { destructor, allocator, .. } => (destructor.map(Use::Call), allocator.as_ref().map(|a| Use::Call(a.0))),
        ExprKind::Delete { destructor, deallocator, .. } => (destructor.map(Use::Call), deallocator.map(Use::Call)),
        _ => (None, None),
    };
    let third = match &e.kind {
        ExprKind::New { deallocator, .. } => deallocator.map(Use::Call),
        _ => None,
    };
    let span = e.span;
    [first, second, third].into_iter().flatten().map(move |used| (used, span))
}
