//! Declarations in blocks: variables with automatic storage, and what else may stand there.

use crate::hir::{self, ExprKind, LocalId, QualType, StmtKind, Type};
use crate::sema::entity::{Entity, FuncRef, Name};
use crate::sema::functions::NewFunction;
use crate::sema::initialise::Init;
use crate::sema::scope::Want;
use crate::sema::specifiers::plain_name;
use crate::sema::{Sema, declarations, errors};
use kern_diag::Span;
use kern_syntax::ast::{self, DeclKind};
use std::rc::Rc;

/// The largest local variable, in bytes: frames of x86-64 are addressed with 31 bits.
const MAX_LOCAL: u64 = 1 << 31;

impl<'a> Sema<'a> {
    pub(super) fn local_declaration(&mut self, d: &'a ast::Decl, out: &mut Vec<hir::Stmt>) {
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

    pub(in crate::sema) fn block_simple(&mut self, d: &'a ast::SimpleDecl, out: &mut Vec<hir::Stmt>) {
        if declarations::is_auto(&d.specs) {
            for one in &d.declarators {
                if !one.bindings.is_empty() {
                    self.binding_statement(d, one, out);
                    continue;
                }
                match self.deduce_auto(&d.specs, one) {
                    Some(ty) => self.local_variable(d, one, ty, Vec::new(), one.declarator.path(), out),
                    None => {
                        if let Some(name) = one.declarator.path().and_then(plain_name) {
                            let scope = self.scope;
                            self.bind(scope, name, Entity::Error);
                        }
                    }
                }
            }
            return;
        }
        if self.deduce_class_variables(d, |sema, one, ty| sema.local_variable(d, one, ty, Vec::new(), one.declarator.path(), out)) {
            return;
        }
        if self.declares_class_alone(d) {
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
                if let Some(f) =
                    self.declare_function(NewFunction::new(&d.specs, declared, None, one.asm_label.as_deref(), home, None, home))
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
        vla: Vec<&'a ast::Expr>,
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
        let align = self.alignment(d.specs.align());
        if !vla.is_empty() {
            self.variable_length(one, ty, &vla, name, span, out);
            return;
        }
        let unknown_bound = matches!(self.ty(ty.ty), Type::Array { length: None, .. });
        if !unknown_bound && !self.is_reference(ty.ty) && !self.make_complete(ty.ty) {
            let shown = self.show_q(ty);
            self.report(errors::incomplete_type(span, &shown));
            self.bind(scope, name, Entity::Error);
            return;
        }
        if !self.check_not_abstract(ty.ty, span) {
            self.bind(scope, name, Entity::Error);
            return;
        }
        if ty.is_const && one.init.is_none() && self.is_scalar(ty.ty) {
            self.report(errors::const_without_initialiser(span, name));
        }
        let id = self.add_local(hir::Local { name: name.clone(), ty, align, is_vla: false, destructor: None, span });
        let around = self.scope_of(scope).parent;
        if let Some(frame) = self.frame() {
            let is_outermost = frame.outermost.is_some() && frame.outermost == around;
            let tries = frame.tries;
            if let Some(info) = frame.info.get_mut(id.0 as usize) {
                info.tries = tries;
                info.is_variable = true;
                info.is_outermost = is_outermost;
            }
        }
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
        let size = self.types.size_of(ty.ty);
        if size > MAX_LOCAL {
            self.report(errors::huge_local(span, name, size));
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
            Err(why) if is_constexpr => self.report_not_constant(why, |why| errors::constexpr_not_constant(value.span, name, why)),
            Err(_) => {}
        }
    }

    fn variable_length(
        &mut self,
        one: &'a ast::InitDeclarator,
        ty: QualType,
        lengths: &[&'a ast::Expr],
        name: &Name,
        span: Span,
        out: &mut Vec<hir::Stmt>,
    ) {
        if one.init.is_some() {
            self.report(errors::vla_initialiser(span, name));
        }
        let ulong = self.common.ulong;
        let mut dimensions = Vec::new();
        for length in lengths {
            let v = self.read(length);
            let v = self.scalar_convert(v.e, ulong);
            if self.has_error(&v) {
                return;
            }
            let dimension = self.hidden_local("", ulong.into(), span);
            self.push(out, StmtKind::Declare { local: dimension, init: Some(v) }, span);
            dimensions.push(dimension);
        }
        let mut count = dimensions[0];
        for &more in &dimensions[1..] {
            let (left, right) = (Box::new(self.load_of(count, span)), Box::new(self.load_of(more, span)));
            let product = self.make(ExprKind::Binary { op: hir::BinaryOp::Mul, left, right }, ulong, span);
            count = self.hidden_local("", ulong.into(), span);
            self.push(out, StmtKind::Declare { local: count, init: Some(product) }, span);
        }
        let id = self.add_local(hir::Local { name: name.clone(), ty, align: None, is_vla: true, destructor: None, span });
        if let Some(info) = self.frame().and_then(|f| f.info.get_mut(id.0 as usize)) {
            info.vla_length = Some(count);
            info.vla_dimensions = dimensions;
        }
        let frame = self.frames.last().map_or(0, |f| f.id);
        let scope = self.scope;
        self.declare(scope, name, Entity::Local { frame, id }, span);
        let load = self.load_of(count, span);
        self.push(out, StmtKind::Declare { local: id, init: Some(load) }, span);
    }
}
