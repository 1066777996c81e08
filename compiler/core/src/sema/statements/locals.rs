//! Declarations in blocks: variables with automatic storage, and what else may stand there.

use crate::hir::{self, LocalId, QualType, StmtKind, Type};
use crate::sema::entity::{Entity, Name};
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
            let mut first = None;
            for one in &d.declarators {
                if !one.bindings.is_empty() {
                    self.binding_statement(d, one, out);
                    continue;
                }
                let ty = self.deduce_auto(&d.specs, one);
                self.check_one_auto(one, ty, &mut first);
                match ty {
                    Some(ty) => self.local_variable(d, one, ty, Vec::new(), one.declarator.path(), out),
                    None => {
                        self.leave_out(one.declarator.span, out);
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
        if d.declarators.is_empty() {
            self.check_alignment_of_nothing(d);
        }
        self.block_union(d, base, out);
        for one in &d.declarators {
            let declared = self.declarator(base, &one.declarator);
            if d.specs.flags.is_typedef {
                self.declare_typedef(&d.specs, &one.declarator, &declared);
            } else if self.is_function(declared.ty.ty) {
                self.check_function_initialised(one, declared.span);
                self.declare_block_function(&d.specs, declared, one.asm_label.as_deref());
            } else {
                self.local_variable(d, one, declared.ty, declared.vla, declared.path, out);
            }
        }
    }

    /// All variables of a declaration must make the same of its `auto`; looked at where they are no pointers or references.
    fn check_one_auto(&mut self, one: &ast::InitDeclarator, ty: Option<QualType>, first: &mut Option<QualType>) {
        let Some(ty) = ty.filter(|ty| !self.is_error(ty.ty) && matches!(one.declarator.kind, ast::DeclaratorKind::Name(_))) else { return };
        match *first {
            None => *first = Some(ty),
            Some(first) if first.ty != ty.ty => {
                let (a, b) = (self.show(first.ty), self.show(ty.ty));
                self.report(errors::autos_differ(one.declarator.span, &a, &b));
            }
            Some(_) => {}
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
            self.leave_out(span, out);
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
        self.check_parameter_hidden(name, span);
        if flags.shared || flags.is_static || flags.is_extern || flags.is_thread_local {
            if !vla.is_empty() && !flags.shared {
                self.report(errors::static_of_variable_length(span, name));
                self.bind(scope, name, Entity::Error);
                return;
            }
            if flags.is_extern && !flags.shared && one.init.is_some() {
                self.report(errors::extern_initialised(span, name));
            }
            self.static_local(d, one, ty, name, span, on_device, out);
            return;
        }
        let align = self.declared_alignment(&d.specs, &one.declarator, ty);
        if !vla.is_empty() && self.is_array(ty.ty) {
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
        let id = self.add_local(hir::Local { name: name.clone(), ty, align, vla: None, destructor: None, span });
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
        self.hold_rows(id, vla.get(1..).unwrap_or_default(), out);
        let frame = self.frames.last().map_or(0, |f| f.id);
        self.declare(scope, name, Entity::Local { frame, id }, span);
        let init = one.init.as_ref().map_or(Init::Default, Init::Written);
        let (mut value, ty) = self.initialise_variable(ty, init, name, span);
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
        if let Some(value) = &mut value {
            if self.has_error(value) {
                return self.leave_out(span, out);
            }
            let found = self.note_constant(id, ty, value, flags.is_constexpr, name);
            self.note_thread_dependent(id, value);
            if let Some(found) = found {
                *value = found;
            }
        }
        self.push(out, StmtKind::Declare { local: id, init: value }, span);
    }

    /// The outermost block of a body may not declare a parameter's name again, nor that of a loop what the loop declares
    /// ([basic.scope.block]).
    fn check_parameter_hidden(&mut self, name: &Name, span: Span) {
        let Some(around) = self.scope_of(self.scope).parent else { return };
        if !self.frames.last().is_some_and(|f| f.outermost == Some(around) || f.headers.contains(&around)) {
            return;
        }
        if let Some(Entity::Local { frame, id }) = self.own_name(around, name, Want::Any)
            && let Some(frame) = self.frames.last().filter(|f| f.id == frame)
            && let earlier = frame.locals[id.0 as usize].span
            && !self.is_system(span)
        {
            self.report(errors::redefinition(name, span, earlier, false));
        }
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

    /// Remembers the value of a constant local; the value itself if code that runs would compute another, since it would not be
    /// told that a constant is evaluated.
    fn note_constant(&mut self, id: LocalId, ty: QualType, value: &hir::Expr, is_constexpr: bool, name: &str) -> Option<hir::Expr> {
        if !ty.is_const || ty.is_volatile {
            return None;
        }
        let scalar = self.is_arithmetic(ty.ty) || self.is_enum(ty.ty) || (is_constexpr && self.is_pointer(ty.ty));
        if !scalar && !is_constexpr {
            return None;
        }
        let questions = self.constant_questions;
        let object = match self.evaluate_object(value, ty) {
            Ok(object) => object,
            Err(why) if is_constexpr => {
                self.report_not_constant(why, |why| errors::constexpr_not_constant(value.span, name, why));
                return None;
            }
            Err(_) => return None,
        };
        let has_asked = self.constant_questions > questions;
        // A number with a fraction is a constant only if it says so ([expr.const] 2.7).
        if has_asked && !is_constexpr && self.is_floating(ty.ty) {
            return None;
        }
        let found = (has_asked && !self.is_reference(ty.ty)).then(|| self.found_value(&object, ty.ty, value.span));
        let frame_id = self.frames.last().map_or(0, |f| f.id);
        if let Some(c) = self.scalar_of(&object, ty.ty)
            && !self.is_pointer(ty.ty)
        {
            self.local_constants.insert((frame_id, id), (c, ty.ty));
            if let Some(info) = self.frame().and_then(|f| f.info.get_mut(id.0 as usize)) {
                info.constant = Some(c);
            }
        }
        self.constant_objects.insert((frame_id, id), Rc::new(object));
        found
    }
}
