//! What stands in the braces of a class: data members, functions, static members, anonymous classes.

use super::Unplaced;
use crate::hir::{ClassId, Linkage, QualType, Type};
use crate::sema::entity::{Entity, Member, Name, Var};
use crate::sema::functions::NewFunction;
use crate::sema::specifiers::{Declared, plain_name, segment_text};
use crate::sema::{Sema, declarations, errors};
use kern_diag::Span;
use kern_syntax::ast::{self, Access, Decl, DeclKind};

impl<'a> Sema<'a> {
    pub(super) fn member_declaration(&mut self, class: ClassId, d: &'a Decl, access: &mut Access, fields: &mut Vec<Unplaced>) {
        match &d.kind {
            DeclKind::Access(a) => *access = *a,
            DeclKind::Simple(simple) => self.member_simple(class, simple, *access, fields, d.span),
            DeclKind::Function(def) => self.member_function(class, def, *access),
            DeclKind::Template(t) if matches!(t.decl.kind, DeclKind::Friend(_)) => self.friend_template(class, t),
            DeclKind::Template(t) => self.template_declaration(t, d.span, Some(class), *access),
            DeclKind::Friend(inner) => self.friend(class, inner),
            DeclKind::Error => self.saw_syntax_error = true,
            DeclKind::Linkage { decls, .. } => {
                for d in decls {
                    self.member_declaration(class, d, access, fields);
                }
            }
            DeclKind::UsingDecl(names) => {
                self.common_declaration(d);
                if *access == Access::Public {
                    let last = names.iter().filter_map(|n| n.path.segments.last());
                    self.published.extend(last.map(|last| (class, segment_text(&last.name))));
                }
            }
            _ => self.common_declaration(d),
        }
    }

    /// What a function in a class declares; a result that is deduced is so later.
    pub(super) fn declared_function(&mut self, def: &'a ast::FunctionDef) -> Declared<'a> {
        let saved = self.auto_type;
        if declarations::is_auto(&def.specs) {
            self.auto_type = Some(self.common.void.into());
        }
        let base = self.specified_type(&def.specs);
        let declared = self.declarator(base, &def.declarator);
        self.auto_type = saved;
        declared
    }

    fn member_function(&mut self, class: ClassId, def: &'a ast::FunctionDef, access: Access) {
        let declared = self.declared_function(def);
        let scope = self.scope;
        let mut new = NewFunction::new(&def.specs, declared, Some(def), None, scope, Some(class), scope);
        new.access = access;
        new.in_class = true;
        self.declare_function(new);
    }

    fn member_simple(&mut self, class: ClassId, d: &'a ast::SimpleDecl, access: Access, fields: &mut Vec<Unplaced>, span: Span) {
        if self.declares_class_alone(d) {
            return;
        }
        let flags = &d.specs.flags;
        if declarations::is_auto(&d.specs)
            && let [one] = d.declarators.as_slice()
            && flags.is_static
            && let Some(ty) = self.deduce_auto(&d.specs, one)
        {
            self.static_member(class, d, one, ty);
            return;
        }
        let saved = self.auto_type;
        if declarations::is_auto(&d.specs) && d.declarators.iter().any(|o| o.declarator.params().is_some()) {
            self.auto_type = Some(self.common.void.into());
        }
        let base = self.specified_type(&d.specs);
        self.auto_type = saved;
        if d.declarators.is_empty() {
            self.check_alignment_of_nothing(d);
            let unnamed = matches!(d.specs.ty.as_ref().map(|t| &t.kind), Some(ast::TypeSpecKind::Class(c)) if c.name.is_none());
            if let (true, Some(inner)) = (unnamed, self.class_of(base.ty)) {
                self.anonymous_member(class, inner, base, access, fields, span);
            }
            return;
        }
        for one in &d.declarators {
            let declared = self.declarator(base, &one.declarator);
            if flags.is_typedef {
                self.declare_typedef(&d.specs, &one.declarator, &declared);
                continue;
            }
            if self.is_function(declared.ty.ty) {
                self.check_function_initialised(one, declared.span);
                let scope = self.scope;
                let mut new = NewFunction::new(&d.specs, declared, None, one.asm_label.as_deref(), scope, Some(class), scope);
                new.access = access;
                new.in_class = true;
                self.declare_function(new);
                continue;
            }
            if flags.is_static {
                self.static_member(class, d, one, declared.ty);
                continue;
            }
            self.data_member(class, d, one, declared.ty, declared.span, access, fields);
        }
    }

    fn static_member(&mut self, class: ClassId, d: &'a ast::SimpleDecl, one: &'a ast::InitDeclarator, ty: QualType) {
        let Some(name) = one.declarator.path().and_then(plain_name) else { return };
        let flags = &d.specs.flags;
        let span = one.declarator.path().map_or(one.declarator.span, |p| p.span);
        let space = self.global_space(flags, span);
        let scope = self.scope;
        let mut ty = ty;
        ty.is_const |= flags.is_constexpr;
        self.static_member_rules(class, flags, one, ty, name, span);
        let template_args = self.class_info(class).template.as_ref().map_or(Vec::new(), |(_, a)| a.clone());
        let align = self.declared_alignment(&d.specs, &one.declarator, ty);
        // Its initialiser runs whether or not something uses it, once the class is complete.
        let runs = flags.is_inline && !flags.is_constexpr && !self.inside_template(scope) && !self.is_system(span);
        let v = self.add_var(Var {
            init: one.init.as_ref(),
            is_system: !runs,
            linkage: if flags.is_inline { Linkage::Weak } else { Linkage::External },
            is_constexpr: flags.is_constexpr,
            is_constinit: flags.is_constinit,
            is_extern: one.init.is_none() && !flags.is_inline,
            is_defined: flags.is_inline || flags.is_constexpr,
            is_thread_local: flags.is_thread_local,
            align,
            template_args,
            ..Var::new(name.clone(), ty, space, scope, span)
        });
        if runs {
            self.class_vars.push(v);
        }
        self.declare(scope, name, Entity::Var(v), span);
    }

    /// What a static data member may not be ([class.static.data]).
    fn static_member_rules(
        &mut self,
        class: ClassId,
        flags: &ast::Flags,
        one: &ast::InitDeclarator,
        ty: QualType,
        name: &Name,
        span: Span,
    ) {
        if self.is_system(span) || self.is_error(ty.ty) {
            return;
        }
        if self.class_info(class).local_in.is_some() && self.class_info(class).template.is_none() && !self.inside_template(self.scope) {
            self.report(errors::static_in_local_class(span, name));
        }
        let is_integer = self.is_integral(ty.ty) || self.is_enum(ty.ty);
        if flags.shared || flags.device || flags.constant || flags.managed {
            self.report(errors::static_member_with_space(span, name));
        } else if one.init.is_some() && !flags.is_inline && !flags.is_constexpr && !(ty.is_const && is_integer) {
            self.report(errors::static_member_initialised(span, name, ty.is_const));
        }
    }

    fn data_member(
        &mut self,
        class: ClassId,
        d: &'a ast::SimpleDecl,
        one: &'a ast::InitDeclarator,
        ty: QualType,
        span: Span,
        access: Access,
        fields: &mut Vec<Unplaced>,
    ) {
        let name: Name = one.declarator.path().and_then(plain_name).cloned().unwrap_or_else(|| "".into());
        let flags = &d.specs.flags;
        if flags.shared || flags.device || flags.constant || flags.managed {
            self.report(errors::member_with_space(span, &name));
        }
        if flags.is_thread_local {
            self.report(errors::thread_local_member(span, &name));
        }
        if flags.is_mutable && ty.is_const {
            self.report(errors::mutable_constant(span, &name));
        }
        let mut ty = ty;
        let flexible = matches!(self.ty(ty.ty), Type::Array { length: None, .. });
        if flexible {
            // A flexible array member (GNU): no bytes of its own.
            if let Type::Array { element, .. } = *self.ty(ty.ty) {
                ty.ty = self.array_of(element, Some(0));
            }
        } else if self.is_void(ty.ty) || !self.make_complete(ty.ty) && !self.is_error(ty.ty) {
            let shown = self.show(ty.ty);
            self.report(errors::incomplete_member(span, &name, &shown));
            ty = self.common.error.into();
        }
        if !self.check_not_abstract(ty.ty, span) {
            ty = self.common.error.into();
        }
        let may_be_narrow = self.is_integral(ty.ty) || self.is_enum(ty.ty) || self.is_error(ty.ty);
        if let Some(e) = one.bit_width.as_ref().filter(|_| !may_be_narrow) {
            let shown = self.show_q(ty);
            self.report(errors::bit_field_type(e.span, &shown));
        }
        let width = one.bit_width.as_ref().filter(|_| may_be_narrow).and_then(|e| {
            let v = self.expr(e);
            let v = self.rvalue(v);
            match self.evaluate_int(&v.e) {
                Ok(n) if n < 0 || n > i128::from(self.types.size_of(ty.ty) * 8) || (n == 0 && !name.is_empty()) => {
                    let shown = self.show_q(ty);
                    self.report(errors::bad_bit_width(e.span, n, &shown));
                    None
                }
                Ok(n) => Some(n as u64),
                Err(why) => {
                    self.report_not_constant(why, |why| errors::not_constant(e.span, why));
                    None
                }
            }
        });
        let align = self.declared_alignment(&d.specs, &one.declarator, ty);
        self.check_member_alias(&d.specs, &one.declarator, ty, span);
        let index = fields.len() as u32;
        if !name.is_empty() {
            let scope = self.scope;
            self.declare(scope, &name, Entity::Field { class, path: vec![index] }, span);
        }
        let overlaps = flags.no_unique_address && self.class_of(ty.ty).is_some();
        self.add_field(class, Unplaced { name, ty, width, align, is_base: false, overlaps }, fields);
        let info = self.class_info_mut(class);
        info.members.push(Member { ty: Some(ty), default: one.init.as_ref(), access, is_mutable: flags.is_mutable, span });
        if access != Access::Public {
            info.is_aggregate = false;
        }
    }

    fn anonymous_member(&mut self, class: ClassId, inner: ClassId, ty: QualType, access: Access, fields: &mut Vec<Unplaced>, span: Span) {
        let index = fields.len() as u32;
        let scope = self.class_info(inner).scope;
        let mut names: Vec<(Name, Entity, Span)> =
            self.scope_of(scope).names.iter().filter_map(|(n, s)| s.item.clone().map(|e| (n.clone(), e, s.span))).collect();
        names.sort_by(|a, b| a.0.cmp(&b.0));
        for (name, entity, at) in names {
            if let Entity::Field { path, .. } = entity {
                let mut full = vec![index];
                full.extend(path);
                let here = self.scope;
                self.declare(here, &name, Entity::Field { class, path: full }, at);
            }
        }
        self.add_field(class, Unplaced { name: "".into(), ty, width: None, align: None, is_base: false, overlaps: false }, fields);
        self.class_info_mut(class).members.push(Member { ty: Some(ty), default: None, access, is_mutable: false, span });
    }
}
