//! Classes (C++17 [class]): from the declaration to the complete type.
//!
//! Bodies of members are checked once their class and those around it are complete, since they may name any member.

mod enums;
mod friends;
mod layout;
mod members;
mod tables;
mod virtual_bases;
mod virtuals;

use super::entity::{Base, Body, ClassInfo, ClassState, Entity, FuncId, Member, Name, ScopeId, ScopeKind};
use super::scope::Want;
use super::specifiers::{plain_name, segment_text};
use super::{Sema, errors};
use crate::hir::{self, Class, ClassId, Field, GlobalSpace, QualType, TypeId};
use kern_diag::Span;
use kern_syntax::ast::{self, Access};
pub(super) use tables::{View, distance_word};
pub(super) use virtuals::Virtuals;

/// Most classes on the way from a class up to the last of its bases.
const MAX_INHERITANCE: u32 = 5000;
/// Ways up from a class: searches of its bases go all of them.
const MAX_WAYS: u32 = 20_000;

/// A field before it has a place.
struct Unplaced {
    name: Name,
    ty: QualType,
    width: Option<u64>,
    align: Option<u64>,
    is_base: bool,
    /// `[[no_unique_address]]` of a class: what other members or a derived class have may lie in it.
    overlaps: bool,
}

impl<'a> Sema<'a> {
    /// Adds a class without members.
    pub(super) fn new_class(&mut self, display: Name, name: Name, key: ast::ClassKey, home: ScopeId, span: Span) -> ClassId {
        let class = self.types.add_class(Class {
            name: display,
            fields: Vec::new(),
            size: 0,
            data_size: 0,
            align: 1,
            is_union: key == ast::ClassKey::Union,
            is_trivial: true,
            has_constructors: false,
            destructor: None,
            is_complete: false,
            is_empty: false,
        });
        let scope = self.new_scope(ScopeKind::Class(class), Some(home));
        // Where a template is instantiated does not matter: it stands in a namespace or class.
        let local_in = match self.scope_of(home).kind {
            ScopeKind::Class(around) => self.class_info(around).local_in,
            ScopeKind::Namespace(_) => None,
            _ => self.frames.last().map(|f| f.func),
        };
        self.classes.push(ClassInfo {
            name,
            key,
            scope,
            home,
            state: ClassState::Declared,
            bases: Vec::new(),
            members: Vec::new(),
            functions: Vec::new(),
            virtuals: Virtuals::default(),
            constructors: Vec::new(),
            destructor: None,
            conversions: Vec::new(),
            is_aggregate: true,
            is_pod: true,
            empties: Vec::new(),
            has_user_constructor: false,
            depth: 0,
            ways: 1,
            template: None,
            partial: None,
            is_specialised: false,
            lambda: None,
            local_in,
            friends: Vec::new(),
            span,
        });
        class
    }

    /// The type of a class specifier: finds, declares or defines the class.
    ///
    /// An alignment in front of it belongs to what the declaration declares, not to the class ([dcl.type]/1, [dcl.align]).
    pub(super) fn class_specifier(&mut self, spec: &'a ast::ClassSpec, span: Span) -> TypeId {
        let around = self.scope_of_tags(span);
        if around != self.scope && spec.name.is_some() && spec.members.is_some() {
            return self.within(around, |sema| sema.class_specifier(spec, span));
        }
        let Some(path) = &spec.name else {
            let scope = self.scope;
            let what = match spec.key {
                ast::ClassKey::Struct => "(unnamed struct)",
                ast::ClassKey::Class => "(unnamed class)",
                ast::ClassKey::Union => "(unnamed union)",
            };
            let class = self.new_class(what.into(), "".into(), spec.key, scope, span);
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
        self.make_way(home, &name, last.span);
        let ty = match self.own_name(home, &name, Want::Type) {
            Some(Entity::Type(q)) if self.class_of(q.ty).is_some() => q.ty,
            _ => self.declare_class(&name, spec.key, home, last.span),
        };
        let Some(class) = self.class_of(ty) else { return ty };
        if self.class_info(class).state != ClassState::Declared || self.member_classes.contains_key(&class) {
            let earlier = self.class_info(class).span;
            self.report(errors::redefinition(&name, last.span, earlier, false));
            return ty;
        }
        self.class_info_mut(class).span = last.span;
        self.class_info_mut(class).key = spec.key;
        if matches!(self.scope_of(home).kind, ScopeKind::Class(_)) && self.inside_template(home) {
            // An instance declares its member classes; they are defined where that is needed ([temp.inst] 3).
            self.member_classes.insert(class, (spec, home));
        } else {
            self.define_class(class, spec, home);
        }
        ty
    }

    /// Where a class or enumeration is declared. In C a tag belongs to the block or file around, however deep in structures it stands
    /// (ISO C17 6.2.1).
    pub(super) fn scope_of_tags(&self, span: Span) -> ScopeId {
        let mut scope = self.scope;
        if self.is_c && !self.is_system(span) {
            while let (ScopeKind::Class(_), Some(around)) = (&self.scope_of(scope).kind, self.scope_of(scope).parent) {
                scope = around;
            }
        }
        scope
    }

    /// `class C;` by itself declares a class of the scope that it stands in, whatever is known outside
    /// ([basic.scope.pdecl]/7); false if `d` is something else, or that scope knows the name.
    pub(super) fn declares_class_alone(&mut self, d: &'a ast::SimpleDecl) -> bool {
        let ([], Some(ast::TypeSpecKind::Class(spec))) = (d.declarators.as_slice(), d.specs.ty.as_ref().map(|ty| &ty.kind)) else {
            return false;
        };
        let Some(name) = spec.name.as_ref().and_then(plain_name).filter(|_| spec.members.is_none()) else { return false };
        let scope = self.scope;
        let is_new = self.own_name(scope, name, Want::Type).is_none();
        if is_new {
            self.declare_class(name, spec.key, scope, spec.name.as_ref().map_or(Span::default(), |path| path.span));
        }
        is_new
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
            self.bind_class_name(scope, &name, own);
        }
        let written = spec.align.iter().filter(|one| !matches!(one, ast::AlignSpec::Packed(_)));
        let extra = self.within(parent, |sema| sema.alignment_of_class(written));
        let asked = self.types.class(class).align.max(extra.unwrap_or(1));
        let first_function = self.funcs.len();
        let mut fields = Vec::new();
        let default_access = if spec.key == ast::ClassKey::Class { Access::Private } else { Access::Public };
        for base in &spec.bases {
            let scopes = if base.is_pack { self.within(parent, |s| s.pack_scopes_of_path(&base.path)) } else { vec![self.scope] };
            let at = if base.is_pack { None } else { Some(parent) };
            for s in scopes {
                let q = self.within(at.unwrap_or(s), |sema| sema.type_path(&base.path));
                if !self.add_base(class, base, q, default_access, &mut fields) {
                    self.without_base.insert(class);
                }
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
        self.class_info_mut(class).virtuals.is_final = spec.is_final;
        self.find_virtuals(class, &mut fields);
        let packing = self.within(parent, |sema| sema.packing(&spec.align));
        self.lay_out(class, fields, asked, packing);
        self.complete_class(class);
        self.settle_noexcept(class);
        let is_local_or_template = !self.frames.is_empty() || self.class_info(class).template.is_some() || self.inside_template(parent);
        if !is_local_or_template && !self.is_system(spec_span(spec)) {
            self.queue_member_bodies(class, first_function);
        }
    }

    pub(in crate::sema) fn inside_template(&self, mut scope: ScopeId) -> bool {
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

    /// `first` is the number of functions that were there before the class was defined.
    fn queue_member_bodies(&mut self, class: ClassId, first: usize) {
        let scope = self.class_info(class).scope;
        let mut found: Vec<FuncId> = Vec::new();
        for (i, f) in self.funcs.iter().enumerate().skip(first) {
            if f.scope == scope
                && matches!(f.body, Body::Ast(def) if matches!(def.body, ast::FunctionBody::Block(_)))
                && f.template.is_none()
            {
                found.push(FuncId(i as u32));
            }
        }
        self.class_bodies.extend(found);
    }

    /// Checks the bodies of member functions, and what its static members start with, once their outermost class is complete.
    pub(super) fn check_class_bodies(&mut self) {
        if self.open_classes > 0 || !self.frames.is_empty() {
            return;
        }
        while let Some(f) = self.class_bodies.pop_front() {
            self.use_function(f);
            self.check_body(f);
        }
        for v in std::mem::take(&mut self.class_vars) {
            self.use_var(v);
        }
    }

    /// Whether the class has the base now; if not, that was reported.
    fn add_base(&mut self, class: ClassId, base: &'a ast::BaseSpec, q: QualType, default: Access, fields: &mut Vec<Unplaced>) -> bool {
        if self.is_error(q.ty) {
            return false;
        }
        let Some(b) = self.class_of(q.ty) else {
            let shown = self.show_q(q);
            self.report(errors::base_not_class(base.path.span, &shown));
            return false;
        };
        if !self.make_complete(q.ty) {
            let shown = self.show(q.ty);
            self.report(errors::incomplete_type(base.path.span, &shown));
            return false;
        }
        if self.class_info(b).virtuals.is_final {
            let (shown, declared) = (self.show(q.ty), self.class_info(b).span);
            self.report(errors::derives_from_final(base.path.span, &shown, declared));
            return false;
        }
        if self.class_info(class).bases.iter().any(|known| known.class == b) {
            let shown = self.show(q.ty);
            self.report(errors::base_twice(base.path.span, &shown));
            return false;
        }
        let depth = self.class_info(b).depth + 1;
        if depth > MAX_INHERITANCE {
            self.report(errors::inheritance_too_deep(base.path.span, MAX_INHERITANCE));
            return false;
        }
        let ways = self.class_info(class).ways + self.class_info(b).ways;
        if ways > MAX_WAYS {
            self.report(errors::too_many_ways(base.path.span, MAX_WAYS));
            return false;
        }
        let access = base.access.unwrap_or(default);
        let field = if base.is_virtual { u32::MAX } else { fields.len() as u32 };
        let info = self.class_info_mut(class);
        info.depth = info.depth.max(depth);
        info.ways = ways;
        info.bases.push(Base { class: b, field, offset: 0, is_virtual: base.is_virtual, access });
        if base.is_virtual {
            return true;
        }
        info.members.push(Member { ty: None, default: None, access, is_mutable: false, span: base.path.span });
        if access != Access::Public {
            info.is_aggregate = false;
        }
        self.add_field(
            class,
            Unplaced { name: "".into(), ty: super::types::bare(q), width: None, align: None, is_base: true, overlaps: false },
            fields,
        );
        true
    }

    /// Adds a field that has no place yet. Its type is known from here on, to operands that are not evaluated.
    fn add_field(&mut self, class: ClassId, field: Unplaced, fields: &mut Vec<Unplaced>) {
        let bits = field.width.map(|width| (0, width as u32));
        let known = Field { name: field.name.clone(), ty: field.ty, offset: 0, bits, is_base: field.is_base };
        self.types.class_mut(class).fields.push(known);
        fields.push(field);
    }
}

fn spec_span(spec: &ast::ClassSpec) -> Span {
    spec.name.as_ref().map(|p| p.span).or(spec.members.as_ref().and_then(|m| m.first()).map(|d| d.span)).unwrap_or_default()
}

/// Whether a global of this space lives in device memory.
pub(super) fn is_device_space(space: GlobalSpace) -> bool {
    matches!(space, hir::GlobalSpace::Device | GlobalSpace::Constant | GlobalSpace::Shared | GlobalSpace::DynamicShared)
}
