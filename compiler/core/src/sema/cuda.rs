//! CUDA's own rules: execution spaces, memory spaces, kernels (CUDA C++ Programming Guide, "C++ Language Extensions" and
//! "C++ Language Support"), and the warnings that know the runtime's functions.

use super::Sema;
use super::entity::{Func, FuncId, FuncRef, Scalar, Special};
use super::errors;
use super::expressions::{Arg, Val};
use super::functions::Frame;
use crate::hir::walk::root_global;
use crate::hir::{self, ExprKind, GlobalSpace, LocalId, QualType, SpecialRegister};
use kern_diag::Span;
use kern_syntax::ast;

/// Static shared memory of a block: 48 KiB on every device.
const MAX_STATIC_SHARED: u64 = 48 * 1024;
/// The constant bank.
const MAX_CONSTANT: u64 = 64 * 1024;

impl<'a> Sema<'a> {
    pub(super) fn kernel_rules(&mut self, f: &Func<'a>) {
        if !f.space.is_kernel {
            if f.ty.is_variadic && f.space.device && !f.space.host && !f.is_system {
                self.report(errors::variadic_device_function(f.span, &f.name));
            }
            return;
        }
        if f.is_system {
            return;
        }
        if !self.is_void(f.ty.result.ty) && !self.is_error(f.ty.result.ty) {
            let shown = self.show_q(f.ty.result);
            self.report(errors::kernel_result(f.span, &f.name, &shown));
        }
        if f.flags.device || f.flags.host {
            self.report(errors::kernel_and_other(f.span, &f.name));
        }
        if f.class.is_some() {
            self.report(errors::member_kernel(f.span, &f.name));
        }
        if f.ty.is_variadic {
            self.report(errors::variadic_device_function(f.span, &f.name));
        }
        for p in &f.params {
            // A reference is the address of what it is given, which the kernel must be able to reach: memory of both sides.
            let is_object = self.is_of_library(p.ty);
            let is_rvalue = matches!(self.ty(p.ty.ty), hir::Type::Reference { is_rvalue: true, .. });
            if self.is_reference(p.ty.ty) && (is_object || is_rvalue) {
                let shown = self.show_q(p.ty);
                let class = self.class_of(self.referred(p.ty).ty).filter(|c| self.types.class(*c).name.starts_with("std::"));
                let object = class.map(|c| (p.name.as_deref().unwrap_or(""), self.first_argument(c)));
                self.blame(p.span);
                self.report(errors::kernel_reference(p.span, &f.name, &shown, object));
            }
        }
    }

    /// Whether `ty` is, or refers to, a class of the standard library.
    fn is_of_library(&self, ty: hir::QualType) -> bool {
        self.class_of(self.referred(ty).ty).is_some_and(|c| self.types.class(c).name.starts_with("std::"))
    }

    /// What the parameters of a kernel with a body take, also of an instance of a template.
    pub(super) fn kernel_parameter_bytes(&mut self, f: FuncId) {
        let func = &self.funcs[f.0 as usize];
        if !func.space.is_kernel || func.is_system {
            return;
        }
        let end = func.params.iter().fold(0u64, |end, p| {
            let (size, align) = (self.types.size_of(p.ty.ty), self.types.align_of(p.ty.ty).max(1));
            (end.div_ceil(align) * align).saturating_add(size)
        });
        let most = u64::from(kern_ir::MOST_PARAM_BYTES);
        if end > most {
            let (span, name) = (func.span, func.name.clone());
            self.report(errors::kernel_parameters_too_large(span, &name, end, most));
        }
    }

    /// What can be said of a kernel template before it is instantiated.
    pub(super) fn kernel_template_rules(&mut self, specs: &'a ast::DeclSpecs, declarator: &'a ast::Declarator, span: Span) {
        if !specs.flags.global {
            return;
        }
        let is_void = matches!(specs.ty.as_ref().map(|t| &t.kind), Some(ast::TypeSpecKind::Builtin(ast::BuiltinType::Void)))
            && matches!(&declarator.kind, ast::DeclaratorKind::Function { .. });
        let is_named = matches!(specs.ty.as_ref().map(|t| &t.kind), Some(ast::TypeSpecKind::Named(_)));
        if !is_void && !is_named {
            self.report(errors::kernel_result(span, "the template", "something else"));
        }
        for p in declarator.params().iter().flat_map(|p| &p.params) {
            if let ast::DeclaratorKind::Reference { is_rvalue: true, .. } = p.declarator.kind {
                self.report(errors::kernel_reference(p.span, "the template", "a reference", None));
            }
        }
    }

    pub(super) fn main_rules(&mut self, f: &Func<'a>) {
        if f.ty.result.ty != self.common.int {
            let shown = self.show_q(f.ty.result);
            self.report(errors::main_result(f.span, &shown));
        }
        if f.space.device {
            self.report(errors::main_on_device(f.span));
        }
    }

    /// Whether `f` may be used here: not deleted, accessible, of the right execution space. Reports otherwise.
    pub(super) fn check_usable(&mut self, f: FuncId, span: Span) -> bool {
        let func = &self.funcs[f.0 as usize];
        if func.is_deleted {
            let (name, declared, implicit) = (self.signature(f), func.span, matches!(func.body, super::entity::Body::Implicit(_)));
            let d = errors::deleted_function(span, &name, declared, implicit);
            self.report(match self.moves_instead(f) {
                true => d.help("it cannot be copied, only moved: `std::move(…)`"),
                false => d,
            });
            return false;
        }
        if let Some(class) = func.class
            && func.access != ast::Access::Public
        {
            let (name, access, declared) = (self.plain_func_name(func), func.access, func.span);
            self.check_access(class, access, &name, span, declared);
        }
        let func = &self.funcs[f.0 as usize];
        if self.unevaluated > 0 {
            return true;
        }
        if func.space.is_kernel && self.in_launch == 0 {
            let (name, declared) = (func.name.clone(), func.span);
            self.report(errors::kernel_called(span, &name, declared));
            return false;
        }
        self.check_space(f, span)
    }

    fn check_space(&mut self, f: FuncId, span: Span) -> bool {
        let Some(frame) = self.frames.last() else { return true };
        let (here, caller) = (frame.space, frame.func);
        let func = &self.funcs[f.0 as usize];
        if func.is_trivial || func.space.is_kernel {
            return true;
        }
        let callee = func.space;
        let has_twin = self.twins.contains_key(&f);
        if here.device && !here.host && !callee.device && !has_twin {
            self.host_from_device(f, Some(caller), span, here.is_kernel);
            return false;
        }
        if here.host && !here.device && !callee.host {
            let caller_name = self.display_name(caller);
            self.device_from_host(f, &caller_name, span);
            return false;
        }
        true
    }

    /// Whether `f` is the copy constructor of a class that has one that moves.
    fn moves_instead(&self, f: FuncId) -> bool {
        let func = &self.funcs[f.0 as usize];
        let Some(class) = func.class.filter(|_| func.special == Some(Special::CopyConstructor)) else { return false };
        let moves = |f: &FuncRef| match f {
            FuncRef::Plain(f) => {
                let func = &self.funcs[f.0 as usize];
                func.special == Some(Special::MoveConstructor) && !func.is_deleted
            }
            FuncRef::Template(_) => false,
        };
        self.class_info(class).constructors.iter().any(moves)
    }

    /// The address of `f` is taken here. Nothing is forbidden: a kernel's address launches it, others are called elsewhere.
    pub(super) fn check_reference(&mut self, f: FuncId, span: Span) {
        let func = &self.funcs[f.0 as usize];
        if func.is_deleted {
            let (name, declared) = (self.signature(f), func.span);
            self.report(errors::deleted_function(span, &name, declared, false));
        }
    }

    /// Built-in variables exist in device code only.
    pub(super) fn check_register_use(&mut self, name: &str, span: Span) {
        if self.unevaluated > 0 || name == "warpSize" {
            return;
        }
        let Some(frame) = self.frames.last().filter(|f| f.space.host && !f.space.device) else { return };
        let func = &self.funcs[frame.func.0 as usize];
        let (function, declared) = (func.name.clone(), func.span);
        let caller = frame.func;
        let may_be_kernel = &*function != "main" && func.class.is_none() && self.is_void(func.ty.result.ty);
        if self.is_blamed(declared) || !self.tells_of_host(caller, "the index of a thread") {
            return;
        }
        if may_be_kernel {
            self.blame(declared);
        }
        self.report(errors::register_on_host(span, name, &function, may_be_kernel.then_some(declared)));
    }

    /// What host code reads of a `constexpr` variable of the device: its value, which needs no object ([CUDA C++ Programming
    /// Guide], "constexpr variables").
    pub(super) fn device_constant(&mut self, place: &hir::Expr) -> Option<Scalar> {
        let here = self.frames.last()?.space;
        let id = root_global(place).filter(|_| here.host && !here.device)?;
        let v = *self.var_of_global.get(&id)?;
        if !self.vars[v.0 as usize].is_constexpr || !super::classes::is_device_space(self.globals[id.0 as usize].space) {
            return None;
        }
        let ty = QualType::from(place.ty);
        let value = self.make(ExprKind::Load(Box::new(place.clone())), place.ty, place.span);
        let object = self.evaluate_object(&value, ty).ok()?;
        self.scalar_of(&object, place.ty)
    }

    /// A scalar place is read here.
    pub(super) fn note_read(&mut self, place: &hir::Expr) {
        if self.unevaluated > 0 || self.quiet > 0 {
            return;
        }
        let Some(id) = root_global(place) else { return };
        let Some(here) = self.frames.last().map(|f| f.space) else { return };
        let g = &self.globals[id.0 as usize];
        let (name, declared, space) = (g.name.clone(), g.span, g.space);
        if here.host && !here.device && super::classes::is_device_space(space) {
            self.report(errors::device_variable_on_host(place.span, &name, declared));
        }
        if here.device && !here.host && space == GlobalSpace::Host {
            self.report(errors::host_variable_on_device(place.span, &name, declared));
        }
    }

    /// Writes to `__constant__` memory from device code, to device variables from host code.
    pub(super) fn check_constant_memory(&mut self, place: &hir::Expr, span: Span) {
        let Some(id) = root_global(place) else { return };
        let Some(here) = self.frames.last().map(|f| f.space) else { return };
        let g = &self.globals[id.0 as usize];
        let (name, declared, space) = (g.name.clone(), g.span, g.space);
        if here.device && !here.host {
            match space {
                GlobalSpace::Constant => self.report(errors::writes_constant(span, &name, declared)),
                GlobalSpace::Host => self.report(errors::host_variable_on_device(span, &name, declared)),
                _ => {}
            }
        } else if here.host && !here.device && super::classes::is_device_space(space) {
            self.report(errors::device_variable_on_host(span, &name, declared));
        }
    }

    pub(super) fn shared_memory_total(&mut self, frame: &Frame, f: FuncId) {
        if frame.has_shared > MAX_STATIC_SHARED {
            let span = self.funcs[f.0 as usize].span;
            let name = self.display_name(f);
            self.report(errors::too_much_shared(span, &name, frame.has_shared, MAX_STATIC_SHARED));
        }
    }

    pub(super) fn constant_memory_total(&mut self) {
        let mut total = 0u64;
        let mut last = None;
        for g in &self.globals {
            if g.space == GlobalSpace::Constant {
                let align = self.types.align_of(g.ty.ty);
                total = total.div_ceil(align) * align + self.types.size_of(g.ty.ty);
                if total > MAX_CONSTANT && last.is_none() {
                    last = Some((g.name.clone(), g.span));
                }
            }
        }
        if let Some((name, span)) = last {
            self.report(errors::too_much_constant(span, &name, total, MAX_CONSTANT));
        }
    }

    // Warnings.

    /// Remembers the conditions that differ between threads of a block.
    pub(super) fn enter_condition(&mut self, test: &hir::Expr) {
        if self.depends_on_thread(test)
            && let Some(f) = self.frame()
        {
            f.thread_dependent.push(test.span);
        }
    }

    pub(super) fn leave_condition(&mut self, test: &hir::Expr) {
        if let Some(f) = self.frame()
            && f.thread_dependent.last() == Some(&test.span)
        {
            f.thread_dependent.pop();
        }
    }

    /// A constant-like local that starts from `threadIdx` differs between threads.
    pub(super) fn note_thread_dependent(&mut self, id: LocalId, value: &hir::Expr) {
        if self.depends_on_thread(value)
            && let Some(f) = self.frames.last()
        {
            let key = (f.id, id);
            self.thread_locals.insert(key);
        }
    }

    fn depends_on_thread(&self, e: &hir::Expr) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        if !frame.space.device {
            return false;
        }
        let mut found = false;
        super::reach::walk(e, &mut |e| match &e.kind {
            ExprKind::SpecialRegister(SpecialRegister::ThreadIdx(_)) => found = true,
            ExprKind::Local(id) => found |= self.thread_locals.contains(&(frame.id, *id)),
            _ => {}
        });
        found
    }

    /// Mistakes that types do not show.
    pub(super) fn call_warnings(&mut self, f: FuncId, args: &[Arg<'a>], converted: &[hir::Expr], span: Span) {
        if self.quiet > 0 || self.is_system(span) {
            return;
        }
        let name = self.funcs[f.0 as usize].name.clone();
        if !self.funcs[f.0 as usize].is_system {
            return;
        }
        match &*name {
            "__syncthreads" => {
                if let Some(condition) = self.frames.last().and_then(|f| f.thread_dependent.last()).copied() {
                    self.warn(errors::barrier_under_condition(span, condition));
                }
            }
            "cudaMalloc" | "cudaMallocManaged" | "cudaMallocHost" => self.allocation_warning(&name, args, converted),
            "cudaMemcpy" => self.copy_warning(args, converted, span),
            _ => {}
        }
    }

    fn allocation_warning(&mut self, name: &str, args: &[Arg<'a>], converted: &[hir::Expr]) {
        let (Some(Arg::Val(p)), Some(size)) = (args.first(), converted.get(1)) else { return };
        let mut pointer = &p.e;
        while let ExprKind::Convert { operand, .. } = &pointer.kind {
            pointer = operand;
        }
        let Some(element) = self.pointee(pointer.ty).and_then(|q| self.pointee(q.ty)) else { return };
        let element_size = self.types.size_of(element.ty);
        let shown = self.show_q(element);
        if element_size <= 1 {
            return;
        }
        // A plain variable or small literal that no `sizeof` went into, and that cannot be a number of bytes.
        let counts = match &strip(size).kind {
            ExprKind::Int(n) => *n % i128::from(element_size) != 0,
            _ => return,
        };
        if counts {
            self.warn(errors::size_in_elements(size.span, name, &shown, element_size));
        }
    }

    fn copy_warning(&mut self, args: &[Arg<'a>], converted: &[hir::Expr], span: Span) {
        let (Some(Arg::Val(to)), Some(Arg::Val(from)), Some(kind)) = (args.first(), args.get(1), converted.get(3)) else { return };
        let ExprKind::Int(kind) = strip(kind).kind else { return };
        let is_host_array = |s: &Sema<'a>, v: &Val| {
            s.is_array(v.e.ty) && matches!(v.e.kind, ExprKind::Local(_)) || matches!(v.e.kind, ExprKind::AddressOf(_)) && root_local(&v.e)
        };
        let on_host = self.frames.last().is_some_and(|f| f.space.host && !f.space.device);
        if !on_host {
            return;
        }
        // cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2
        if kind == 1 && is_host_array(self, to) && !is_host_array(self, from) {
            self.warn(errors::copy_direction(span, "cudaMemcpyHostToDevice", "destination", "cudaMemcpyDeviceToHost"));
        }
        if kind == 2 && is_host_array(self, from) && !is_host_array(self, to) {
            self.warn(errors::copy_direction(span, "cudaMemcpyDeviceToHost", "source", "cudaMemcpyHostToDevice"));
        }
    }

    /// Addresses of host variables given to a kernel.
    pub(super) fn launch_warnings(&mut self, kernel: FuncId, args: &[Arg<'a>], span: Span) {
        // In a kernel it is no host memory; what a child may not be given is told when it is launched.
        let is_in_kernel = self.frames.last().is_some_and(|f| f.space.device && !f.space.host);
        if self.quiet > 0 || self.is_system(span) || is_in_kernel {
            return;
        }
        let params = self.funcs[kernel.0 as usize].params.clone();
        for (arg, p) in args.iter().zip(&params) {
            let Arg::Val(v) = arg else { continue };
            // A container of the host is an error already.
            let is_lvalue = matches!(self.ty(p.ty.ty), hir::Type::Reference { is_rvalue: false, .. });
            let is_reference = is_lvalue && !self.is_of_library(p.ty);
            if !is_reference && !self.is_pointer(p.ty.ty) {
                continue;
            }
            let place = match &v.e.kind {
                _ if is_reference => &v.e,
                ExprKind::AddressOf(place) => place,
                _ if self.is_array(v.e.ty) => &v.e,
                _ => continue,
            };
            let global = root_global(place).map(|g| &self.globals[g.0 as usize]);
            // Of a constant that both sides have, host code gives its own copy.
            if root_local(place)
                || is_reference && !place.is_place()
                || global.is_some_and(|g| matches!(g.space, GlobalSpace::Host | GlobalSpace::Both))
            {
                let what = match global {
                    Some(g) if g.name.is_empty() => "a string literal",
                    None if !place.is_place() => "a value that the host computed",
                    _ => "a host variable",
                };
                let name = self.funcs[kernel.0 as usize].name.clone();
                self.warn(errors::host_pointer_to_kernel(v.e.span, &name, p.span, what, is_reference));
            }
        }
    }
}

fn strip(e: &hir::Expr) -> &hir::Expr {
    match &e.kind {
        ExprKind::Convert { operand, .. } => strip(operand),
        _ => e,
    }
}

fn root_local(e: &hir::Expr) -> bool {
    match &e.kind {
        ExprKind::Local(_) => true,
        ExprKind::AddressOf(base) | ExprKind::Field { base, .. } | ExprKind::Element { base, .. } => root_local(base),
        _ => false,
    }
}
