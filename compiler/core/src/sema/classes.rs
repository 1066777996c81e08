//! Classes: definition, members, layout (x86-64 System V, "Aggregates and Unions"), and enumerations.

use super::Sema;
use super::entity::{Base, Body, ClassInfo, ClassState, Entity, FuncId, FuncName, FuncRef, Member, Name, ScopeId, ScopeKind, Special, Var};
use super::errors;
use super::functions::NewFunction;
use super::scope::Want;
use super::specifiers::{declarator_params, declarator_path, path_text, plain_name, segment_text};
use super::types::MAX_OBJECT;
use crate::hir::{self, Class, ClassId, Enum, Field, FunctionType, GlobalSpace, IntType, QualType, Type, TypeId};
use kern_diag::Span;
use kern_syntax::ast::{self, Access, Decl, DeclKind};

/// A field before it has a place.
struct Unplaced {
    name: Name,
    ty: QualType,
    width: Option<u64>,
    align: Option<u64>,
    is_base: bool,
}

impl<'a> Sema<'a> {
    /// Adds a class without members.
    pub(super) fn new_class(&mut self, display: Name, name: Name, key: ast::ClassKey, home: ScopeId, span: Span) -> ClassId {
        let class = self.types.add_class(Class {
            name: display,
            fields: Vec::new(),
            size: 0,
            align: 1,
            is_union: key == ast::ClassKey::Union,
            is_trivial: true,
            is_complete: false,
            is_empty: false,
        });
        let scope = self.new_scope(ScopeKind::Class(class), Some(home));
        let local_in = self.frames.last().map(|f| f.func);
        self.classes.push(ClassInfo {
            name,
            key,
            scope,
            home,
            state: ClassState::Declared,
            bases: Vec::new(),
            members: Vec::new(),
            constructors: Vec::new(),
            destructor: None,
            conversions: Vec::new(),
            is_aggregate: true,
            has_user_constructor: false,
            template: None,
            lambda: None,
            local_in,
            friends: Vec::new(),
            span,
        });
        class
    }

    /// The type of a class specifier: finds, declares or defines the class.
    pub(super) fn class_specifier(&mut self, spec: &'a ast::ClassSpec, align: &'a [ast::AlignSpec], span: Span) -> TypeId {
        let Some(path) = &spec.name else {
            let scope = self.scope;
            let what = match spec.key {
                ast::ClassKey::Struct => "(unnamed struct)",
                ast::ClassKey::Class => "(unnamed class)",
                ast::ClassKey::Union => "(unnamed union)",
            };
            let class = self.new_class(what.into(), "".into(), spec.key, scope, span);
            self.asked_align(class, align);
            self.define_class(class, spec, scope);
            return self.class_type(class);
        };
        let Some(last) = path.segments.last() else { return self.common.error };
        let name = segment_text(&last.name);
        if spec.members.is_none() {
            let found = if path.segments.len() > 1 || path.is_global || last.args.is_some() {
                self.resolve(path, Want::Type).map(|r| r.entity)
            } else {
                self.lookup(&name, Want::Type)
            };
            match found {
                Some(Entity::Type(q)) => return q.ty,
                Some(Entity::Error) => return self.common.error,
                Some(_) | None if path.segments.len() > 1 => return self.common.error,
                _ => {}
            }
            let scope = match self.scope_of(self.scope).kind {
                ScopeKind::Class(_) => self.enclosing_namespace(),
                _ if self.in_param => self.enclosing_namespace(),
                _ => self.scope,
            };
            return self.declare_class(&name, spec.key, scope, last.span);
        }
        let (home, _, _) = self.target_of(Some(path));
        let ty = match self.own_name(home, &name, Want::Type) {
            Some(Entity::Type(q)) if self.class_of(q.ty).is_some() => q.ty,
            _ => self.declare_class(&name, spec.key, home, last.span),
        };
        let Some(class) = self.class_of(ty) else { return ty };
        if self.class_info(class).state != ClassState::Declared {
            let earlier = self.class_info(class).span;
            self.report(errors::redefinition(&name, last.span, earlier, false));
            return ty;
        }
        self.class_info_mut(class).span = last.span;
        self.class_info_mut(class).key = spec.key;
        self.asked_align(class, align);
        self.define_class(class, spec, home);
        ty
    }

    fn asked_align(&mut self, class: ClassId, align: &'a [ast::AlignSpec]) {
        if let Some(n) = self.alignment(align) {
            self.types.class_mut(class).align = n;
        }
    }

    fn declare_class(&mut self, name: &Name, key: ast::ClassKey, home: ScopeId, span: Span) -> TypeId {
        let prefix = self.scope_prefix(home);
        let class = self.new_class(format!("{prefix}{name}").into(), name.clone(), key, home, span);
        let ty = self.class_type(class);
        self.declare(home, name, Entity::Type(ty.into()), span);
        ty
    }

    /// Gives `class` its bases and members; names are looked up in `parent`.
    pub(super) fn define_class(&mut self, class: ClassId, spec: &'a ast::ClassSpec, parent: ScopeId) {
        let scope = self.class_info(class).scope;
        self.scope_mut(scope).parent = Some(parent);
        self.class_info_mut(class).state = ClassState::Open;
        self.types.class_mut(class).is_union = spec.key == ast::ClassKey::Union;
        let name = self.class_info(class).name.clone();
        let own = self.class_type(class);
        if !name.is_empty() {
            self.bind(scope, &name, Entity::Type(own.into()));
        }
        let extra = self.alignment(&spec.align);
        let asked = self.types.class(class).align.max(extra.unwrap_or(1));
        let mut fields = Vec::new();
        let default_access = if spec.key == ast::ClassKey::Class { Access::Private } else { Access::Public };
        for base in &spec.bases {
            let scopes = if base.is_pack { self.pack_scopes_of_path(&base.path) } else { vec![self.scope] };
            let at = if base.is_pack { None } else { Some(parent) };
            for s in scopes {
                let q = self.within(at.unwrap_or(s), |sema| sema.type_path(&base.path));
                self.add_base(class, base, q, default_access, &mut fields);
            }
        }
        let saved_open = self.open_classes;
        self.open_classes += 1;
        let saved_c = std::mem::replace(&mut self.extern_c, false);
        let mut access = default_access;
        self.within(scope, |sema| {
            for d in spec.members.iter().flatten() {
                super::deep(|| sema.member_declaration(class, d, &mut access, &mut fields));
            }
        });
        self.extern_c = saved_c;
        self.open_classes = saved_open;
        self.lay_out(class, fields, asked);
        self.complete_class(class);
        let is_local_or_template = !self.frames.is_empty() || self.class_info(class).template.is_some() || self.inside_template(parent);
        if !is_local_or_template && !self.is_system(spec_span(spec)) {
            self.queue_member_bodies(class);
        }
    }

    fn inside_template(&self, mut scope: ScopeId) -> bool {
        loop {
            if let ScopeKind::Class(c) = self.scope_of(scope).kind
                && self.class_info(c).template.is_some()
            {
                return true;
            }
            match self.scope_of(scope).parent {
                Some(p) => scope = p,
                None => return false,
            }
        }
    }

    fn queue_member_bodies(&mut self, class: ClassId) {
        let scope = self.class_info(class).scope;
        let mut found: Vec<FuncId> = Vec::new();
        for (i, f) in self.funcs.iter().enumerate() {
            if f.scope == scope && matches!(f.body, Body::Ast(_)) && f.template.is_none() {
                found.push(FuncId(i as u32));
            }
        }
        self.class_bodies.extend(found);
    }

    /// Checks the bodies of member functions once their outermost class is complete.
    pub(super) fn check_class_bodies(&mut self) {
        if self.open_classes > 0 || !self.frames.is_empty() {
            return;
        }
        while let Some(f) = self.class_bodies.first().copied() {
            self.class_bodies.remove(0);
            self.use_function(f);
            self.check_body(f);
        }
    }

    fn add_base(&mut self, class: ClassId, base: &'a ast::BaseSpec, q: QualType, default: Access, fields: &mut Vec<Unplaced>) {
        if self.is_error(q.ty) {
            return;
        }
        let Some(b) = self.class_of(q.ty) else {
            let shown = self.show_q(q);
            self.report(errors::base_not_class(base.path.span, &shown));
            return;
        };
        if base.is_virtual {
            self.report(errors::unsupported(base.path.span, "virtual base classes"));
        }
        if !self.make_complete(q.ty) {
            let shown = self.show(q.ty);
            self.report(errors::incomplete_type(base.path.span, &shown));
            return;
        }
        let access = base.access.unwrap_or(default);
        let field = fields.len() as u32;
        fields.push(Unplaced { name: "".into(), ty: super::types::bare(q), width: None, align: None, is_base: true });
        let info = self.class_info_mut(class);
        info.bases.push(Base { class: b, field, offset: 0 });
        info.members.push(Member { default: None, access, is_mutable: false, span: base.path.span });
        if access != Access::Public {
            info.is_aggregate = false;
        }
    }

    fn member_declaration(&mut self, class: ClassId, d: &'a Decl, access: &mut Access, fields: &mut Vec<Unplaced>) {
        match &d.kind {
            DeclKind::Access(a) => *access = *a,
            DeclKind::Simple(simple) => self.member_simple(class, simple, *access, fields, d.span),
            DeclKind::Function(def) => self.member_function(class, def, *access),
            DeclKind::Template(t) => self.template_declaration(t, d.span, Some(class), *access),
            DeclKind::Friend(inner) => self.friend(class, inner),
            DeclKind::Error => self.saw_syntax_error = true,
            DeclKind::Linkage { decls, .. } => {
                for d in decls {
                    self.member_declaration(class, d, access, fields);
                }
            }
            _ => self.common_declaration(d),
        }
    }

    fn member_function(&mut self, class: ClassId, def: &'a ast::FunctionDef, access: Access) {
        let saved = self.auto_type;
        if super::declarations::is_auto(&def.specs) {
            self.auto_type = Some(self.common.void.into());
        }
        let base = self.specified_type(&def.specs);
        let declared = self.declarator(base, &def.declarator);
        self.auto_type = saved;
        let scope = self.scope;
        let mut new = NewFunction::new(&def.specs, declared, Some(def), None, scope, Some(class), scope);
        new.access = access;
        new.in_class = true;
        self.declare_function(new);
    }

    fn member_simple(&mut self, class: ClassId, d: &'a ast::SimpleDecl, access: Access, fields: &mut Vec<Unplaced>, span: Span) {
        let flags = &d.specs.flags;
        if super::declarations::is_auto(&d.specs)
            && let [one] = d.declarators.as_slice()
            && flags.is_static
            && let Some(ty) = self.deduce_auto(&d.specs, one)
        {
            self.static_member(class, d, one, ty);
            return;
        }
        let saved = self.auto_type;
        if super::declarations::is_auto(&d.specs) && d.declarators.iter().any(|o| declarator_params(&o.declarator).is_some()) {
            self.auto_type = Some(self.common.void.into());
        }
        let base = self.specified_type(&d.specs);
        self.auto_type = saved;
        if d.declarators.is_empty() {
            let unnamed = matches!(d.specs.ty.as_ref().map(|t| &t.kind), Some(ast::TypeSpecKind::Class(c)) if c.name.is_none());
            if let (true, Some(inner)) = (unnamed, self.class_of(base.ty)) {
                self.anonymous_member(class, inner, base, access, fields, span);
            }
            return;
        }
        for one in &d.declarators {
            let declared = self.declarator(base, &one.declarator);
            if flags.is_typedef {
                self.declare_typedef(&d.specs, &declared);
                continue;
            }
            if self.is_function(declared.ty.ty) {
                let scope = self.scope;
                let mut new = NewFunction::new(&d.specs, declared, None, one.asm_label.as_ref(), scope, Some(class), scope);
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
        let Some(name) = declarator_path(&one.declarator).and_then(plain_name) else { return };
        let flags = &d.specs.flags;
        let span = declarator_path(&one.declarator).map_or(one.declarator.span, |p| p.span);
        let space = self.global_space(flags, span);
        let scope = self.scope;
        let mut ty = ty;
        ty.is_const |= flags.is_constexpr;
        let template_args = self.class_info(class).template.as_ref().map_or(Vec::new(), |(_, a)| a.clone());
        let align = self.alignment(&d.specs.align);
        let v = self.add_var(Var {
            name: name.clone(),
            ty,
            space,
            home: scope,
            scope,
            hir: None,
            init: one.init.as_ref(),
            is_initialised: false,
            constant: None,
            register: None,
            is_constexpr: flags.is_constexpr,
            is_extern: one.init.is_none() && !flags.is_inline,
            is_system: true,
            is_defined: flags.is_inline || flags.is_constexpr,
            extern_c: false,
            function: None,
            align,
            template_args,
            span,
        });
        self.declare(scope, name, Entity::Var(v), span);
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
        let name: Name = declarator_path(&one.declarator).and_then(plain_name).cloned().unwrap_or_else(|| "".into());
        let flags = &d.specs.flags;
        if flags.shared || flags.device || flags.constant || flags.managed {
            self.report(errors::member_with_space(span, &name));
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
        let width = one.bit_width.as_ref().and_then(|e| {
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
                    self.report(errors::not_constant(e.span, why));
                    None
                }
            }
        });
        let align = self.alignment(&d.specs.align);
        let index = fields.len() as u32;
        if !name.is_empty() {
            let scope = self.scope;
            self.declare(scope, &name, Entity::Field { class, path: vec![index] }, span);
        }
        fields.push(Unplaced { name, ty, width, align, is_base: false });
        let info = self.class_info_mut(class);
        info.members.push(Member { default: one.init.as_ref(), access, is_mutable: flags.is_mutable, span });
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
        fields.push(Unplaced { name: "".into(), ty, width: None, align: None, is_base: false });
        self.class_info_mut(class).members.push(Member { default: None, access, is_mutable: false, span });
    }

    fn friend(&mut self, class: ClassId, d: &'a Decl) {
        let home = self.enclosing_namespace();
        let scope = self.scope;
        match &d.kind {
            DeclKind::Function(def) => {
                let base = self.specified_type(&def.specs);
                let declared = self.declarator(base, &def.declarator);
                let new = NewFunction::new(&def.specs, declared, Some(def), None, home, None, scope);
                let before = self.funcs.len();
                if let Some(f) = self.declare_function(new) {
                    self.class_info_mut(class).friends.push(Entity::Functions(vec![FuncRef::Plain(f)]));
                    let _ = before;
                    if self.class_info(class).template.is_none() && !self.funcs[f.0 as usize].is_system && !self.inside_template(scope) {
                        self.class_bodies.push(f);
                    }
                }
            }
            DeclKind::Simple(s) => {
                for one in &s.declarators {
                    let base = self.specified_type(&s.specs);
                    let declared = self.declarator(base, &one.declarator);
                    if self.is_function(declared.ty.ty) {
                        let (home, member_of, _) = match declared.path {
                            Some(p) if p.segments.len() > 1 => self.target_of(Some(p)),
                            _ => (home, None, scope),
                        };
                        if member_of.is_some() {
                            continue;
                        }
                        if let Some(f) = self.declare_function(NewFunction::new(&s.specs, declared, None, None, home, None, scope)) {
                            // Its definition outside is looked up where it stands.
                            self.class_info_mut(class).friends.push(Entity::Functions(vec![FuncRef::Plain(f)]));
                        }
                    }
                }
                if s.declarators.is_empty()
                    && let Some(ast::TypeSpec { kind: ast::TypeSpecKind::Class(spec), .. }) = &s.specs.ty
                    && let Some(path) = &spec.name
                    && let Some(name) = plain_name(path)
                {
                    let found = self.lookup(name, Want::Type);
                    let entity = match found {
                        Some(e) => e,
                        None => Entity::Type(self.declare_class(name, spec.key, home, path.span).into()),
                    };
                    self.class_info_mut(class).friends.push(entity);
                } else if s.declarators.is_empty()
                    && let Some(ast::TypeSpec { kind: ast::TypeSpecKind::Named(path), .. }) = &s.specs.ty
                {
                    let q = self.type_path(path);
                    self.class_info_mut(class).friends.push(Entity::Type(q));
                }
            }
            DeclKind::Template(t) => {
                self.class_info_mut(class).friends.push(Entity::Error);
                let mut named = None;
                if let DeclKind::Simple(s) = &t.decl.kind
                    && let Some(ast::TypeSpec { kind: ast::TypeSpecKind::Class(_), .. }) = &s.specs.ty
                    && s.declarators.is_empty()
                {
                    named = Some(());
                }
                if named.is_none() {
                    self.within(home, |s| s.template_declaration(t, d.span, None, Access::Public));
                }
            }
            _ => {}
        }
    }

    /// Places the fields.
    fn lay_out(&mut self, class: ClassId, fields: Vec<Unplaced>, asked: u64) {
        let is_union = self.types.class(class).is_union;
        let mut bit: u64 = 0;
        let mut size: u64 = 0;
        let mut align = asked;
        let mut placed = Vec::new();
        let mut has_data = false;
        for f in fields {
            let field_size = self.types.size_of(f.ty.ty);
            let field_align = self.types.align_of(f.ty.ty).max(f.align.unwrap_or(1));
            if is_union {
                bit = 0;
            }
            let is_empty_base = f.is_base && self.class_of(f.ty.ty).is_some_and(|c| self.types.class(c).is_empty);
            has_data |= !is_empty_base && f.width != Some(0);
            let (offset, bits) = match f.width {
                Some(0) => {
                    let unit = field_size.max(1) * 8;
                    bit = bit.div_ceil(unit) * unit;
                    size = size.max(bit.div_ceil(8));
                    placed.push(Field { name: f.name, ty: f.ty, offset: bit / 8, bits: Some((0, 0)), is_base: false });
                    continue;
                }
                Some(width) => {
                    let unit = field_size.max(1) * 8;
                    if bit / unit != (bit + width - 1) / unit {
                        bit = bit.div_ceil(unit) * unit;
                    }
                    let first = bit % unit;
                    let offset = (bit / unit) * field_size;
                    bit += width;
                    if !f.name.is_empty() {
                        align = align.max(field_align);
                    }
                    size = size.max(bit.div_ceil(8));
                    (offset, Some((first as u32, width as u32)))
                }
                None if is_empty_base => (0, None),
                None => {
                    let at = bit.div_ceil(8).div_ceil(field_align) * field_align;
                    bit = at.saturating_add(field_size).saturating_mul(8);
                    size = size.max(at.saturating_add(field_size));
                    align = align.max(field_align);
                    (at, None)
                }
            };
            placed.push(Field { name: f.name, ty: f.ty, offset, bits, is_base: f.is_base });
            if size > MAX_OBJECT {
                let (span, name) = (self.class_info(class).span, self.types.class(class).name.clone());
                self.report(errors::huge_type(span, &name));
                (bit, size) = (0, 0);
            }
        }
        if size == 0 {
            size = 1;
        }
        size = size.div_ceil(align).saturating_mul(align);
        let offsets: Vec<u64> = placed.iter().map(|f| f.offset).collect();
        for b in &mut self.class_info_mut(class).bases {
            b.offset = offsets.get(b.field as usize).copied().unwrap_or(0);
        }
        let c = self.types.class_mut(class);
        c.fields = placed;
        c.size = size;
        c.align = align;
        c.is_empty = !has_data;
        c.is_complete = true;
    }

    /// A closure's or other made class's fields, in order.
    pub(super) fn lay_out_made(&mut self, class: ClassId, fields: Vec<(Name, QualType)>) {
        let span = self.class_info(class).span;
        let members = fields.iter().map(|_| Member { default: None, access: Access::Public, is_mutable: false, span }).collect();
        self.class_info_mut(class).members = members;
        let fields = fields.into_iter().map(|(name, ty)| Unplaced { name, ty, width: None, align: None, is_base: false }).collect();
        self.lay_out(class, fields, 1);
        self.complete_class(class);
    }

    /// Declares the implicit members and settles what the class is.
    fn complete_class(&mut self, class: ClassId) {
        self.class_info_mut(class).state = ClassState::Complete;
        self.declare_implicit_members(class);
        let trivial = self.is_trivial_for(class, Special::CopyConstructor) && self.is_trivial_for(class, Special::Destructor);
        self.types.class_mut(class).is_trivial = trivial;
        let has_user = self.class_info(class).has_user_constructor;
        self.class_info_mut(class).is_aggregate &= !has_user;
    }

    /// Which special member a declared function is.
    pub(super) fn special_kind(&self, class: ClassId, kind: &FuncName, ty: &FunctionType) -> Option<Special> {
        let is_assign = matches!(kind, FuncName::Operator(ast::OverloadedOp::Assign(None)));
        let is_ctor = matches!(kind, FuncName::Constructor);
        if is_ctor && ty.params.is_empty() {
            return Some(Special::DefaultConstructor);
        }
        let [only] = ty.params.as_slice() else { return None };
        let of_class = |q: QualType| matches!(self.ty(q.ty), Type::Class(c) if *c == class);
        match (self.ty(only.ty), is_ctor, is_assign) {
            (Type::Reference { to, is_rvalue: false }, true, _) if of_class(*to) => Some(Special::CopyConstructor),
            (Type::Reference { to, is_rvalue: true }, true, _) if of_class(*to) => Some(Special::MoveConstructor),
            (Type::Reference { to, is_rvalue: false }, _, true) if of_class(*to) => Some(Special::CopyAssign),
            (Type::Reference { to, is_rvalue: true }, _, true) if of_class(*to) => Some(Special::MoveAssign),
            (Type::Class(c), _, true) if *c == class => Some(Special::CopyAssign),
            _ => None,
        }
    }

    /// The type of an enum specifier.
    pub(super) fn enum_specifier(&mut self, spec: &'a ast::EnumSpec, span: Span) -> TypeId {
        let name: Option<(Name, Span)> = spec.name.as_ref().and_then(|p| p.segments.last()).map(|s| (segment_text(&s.name), s.span));
        let scope = self.scope;
        if spec.enumerators.is_none() {
            if let Some(path) = &spec.name
                && let Some(Entity::Type(q)) = self.quietly(|s| s.resolve(path, Want::Type)).map(|r| r.entity)
                && self.is_enum(q.ty)
            {
                return q.ty;
            }
            if spec.underlying.is_none() && !spec.is_scoped {
                let text = spec.name.as_ref().map_or(String::new(), path_text);
                self.report(errors::unknown_type(span, &text, None));
                return self.common.error;
            }
        }
        let underlying = spec.underlying.as_ref().map(|t| {
            let q = self.type_name(t);
            match self.ty(q.ty) {
                Type::Int(i) => *i,
                Type::Bool => IntType::UChar,
                Type::Error => IntType::Int,
                _ => {
                    let shown = self.show_q(q);
                    self.report(errors::bad_underlying(t.span, &shown));
                    IntType::Int
                }
            }
        });
        let existing = name.as_ref().and_then(|(n, _)| self.own_name(scope, n, Want::Type));
        let id = match existing.and_then(|e| if let Entity::Type(q) = e { Some(q.ty) } else { None }).map(|t| self.ty(t).clone()) {
            Some(Type::Enum(id)) if !self.defined_enums.contains(&id) => id,
            _ => {
                let prefix = self.scope_prefix(scope);
                let shown = name.as_ref().map_or("(unnamed enum)".into(), |(n, _)| format!("{prefix}{n}"));
                let id = self.types.add_enum(Enum {
                    name: shown.into(),
                    underlying: underlying.unwrap_or(IntType::Int),
                    promotes_to: None,
                    is_scoped: spec.is_scoped,
                });
                self.enum_homes.insert(id, scope);
                let ty = self.types.intern(Type::Enum(id));
                if let Some((name, at)) = &name {
                    self.declare(scope, name, Entity::Type(ty.into()), *at);
                }
                id
            }
        };
        let ty = self.types.intern(Type::Enum(id));
        let Some(list) = &spec.enumerators else { return ty };
        self.defined_enums.insert(id);
        let inner = self.new_scope(ScopeKind::Local, Some(scope));
        self.enum_scopes.insert(id, inner);
        let mut next: i128 = 0;
        let mut values = Vec::new();
        let during = underlying.map_or(self.common.int, |u| self.types.intern(Type::Int(u)));
        for e in list {
            if let Some(value) = &e.value {
                let v = self.within(inner, |s| {
                    let v = s.expr(value);
                    s.rvalue(v)
                });
                match self.evaluate_int(&v.e) {
                    Ok(n) => next = n,
                    Err(why) => {
                        if !self.is_error(v.e.ty) {
                            self.report(errors::not_constant(value.span, why));
                        }
                    }
                }
            }
            values.push(next);
            let own_ty = if during == self.common.int && i32::try_from(next).is_err() {
                if u32::try_from(next).is_ok() { self.common.uint } else { self.common.long }
            } else {
                during
            };
            self.bind(inner, &e.name.name, Entity::Enumerator { value: next, ty: own_ty });
            next += 1;
        }
        if underlying.is_none() && !spec.is_scoped {
            let min = values.iter().copied().min().unwrap_or(0);
            let max = values.iter().copied().max().unwrap_or(0);
            let u = if min >= 0 && u32::try_from(max).is_ok() {
                IntType::UInt
            } else if i32::try_from(min).is_ok() && i32::try_from(max).is_ok() {
                IntType::Int
            } else if min >= 0 {
                IntType::ULong
            } else {
                IntType::Long
            };
            let is_int = i32::try_from(min).is_ok() && i32::try_from(max).is_ok();
            let made = self.types.enumeration_mut(id);
            made.underlying = u;
            made.promotes_to = is_int.then_some(IntType::Int);
        }
        for (e, value) in list.iter().zip(values) {
            let entity = Entity::Enumerator { value, ty };
            self.bind(inner, &e.name.name, entity.clone());
            if !spec.is_scoped {
                self.declare(scope, &e.name.name, entity, e.name.span);
            }
        }
        ty
    }
}

fn spec_span(spec: &ast::ClassSpec) -> Span {
    spec.name.as_ref().map(|p| p.span).or(spec.members.as_ref().and_then(|m| m.first()).map(|d| d.span)).unwrap_or_default()
}

/// Whether a global of this space lives in device memory.
pub(super) fn is_device_space(space: GlobalSpace) -> bool {
    matches!(space, hir::GlobalSpace::Device | GlobalSpace::Constant | GlobalSpace::Shared | GlobalSpace::DynamicShared)
}
