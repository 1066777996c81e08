//! Members, `this`, indexing, `offsetof`.

use super::{Arg, Cat, Overloads, Val};
use crate::hir::{self, ClassId, ExprKind, Type};
use crate::sema::entity::{ClassState, Entity, FuncRef, Name};
use crate::sema::scope::Want;
use crate::sema::specifiers::segment_text;
use crate::sema::types::is_virtual_path;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast;

/// What `base.name` turned out to be.
pub(super) enum Member<'a> {
    Value(Val),
    /// Member functions with their object.
    Functions(Overloads<'a>, Val),
    /// `p->~T()` on a type without destructor to call.
    Nothing(Val),
}

impl<'a> Sema<'a> {
    pub(super) fn this_value(&mut self, span: Span) -> Val {
        if let Some(object) = self.object_under_construction(span) {
            let e = self.address_of(object.e);
            return Val { e, cat: Cat::R, width: None };
        }
        if let Some(v) = self.captured_this(span) {
            return v;
        }
        let Some((_, _, local)) = self.frames.last().and_then(|f| f.this) else {
            self.report(errors::this_outside(span));
            return self.error_value(span);
        };
        let ty = self.frames.last().map_or(self.common.void_ptr, |f| f.locals[local.0 as usize].ty.ty);
        let place = self.make(ExprKind::Local(local), ty, span);
        self.value(ExprKind::Load(Box::new(place)), ty, span)
    }

    /// A member named without object: `this->member`.
    pub(super) fn implicit_member(&mut self, class: ClassId, path: &[u32], name: &Name, span: Span) -> Val {
        if self.frames.last().is_some_and(|f| f.closure == Some(class)) {
            let object = self.this_place(span);
            return self.member_field(object, class, path, name, span);
        }
        let own = self.this_class();
        if !own.is_some_and(|own| self.base_path(own, class).is_some()) {
            if self.unevaluated > 0 {
                let ty = self.class_type(class);
                let mut v = self.place(ExprKind::Local(hir::LocalId(u32::MAX)), ty.into(), span);
                for step in path {
                    v = self.field_place(v, *step, span);
                }
                return v;
            }
            self.report_no_object(span, name);
            return self.error_value(span);
        }
        let this = self.this_value(span);
        let object = self.dereference(this, span);
        self.member_field(object, class, path, name, span)
    }

    fn report_no_object(&mut self, span: Span, name: &str) {
        // `&C::member`
        let d = if self.taking_address > 0 {
            errors::unsupported(span, "pointers to members")
        } else {
            errors::member_without_object(span, name)
        };
        self.report(d);
    }

    /// The class whose member function is being checked, through lambdas.
    pub(super) fn this_class(&self) -> Option<ClassId> {
        if let Some(made) = self.constructed_here() {
            return Some(made.class);
        }
        let frame = self.frames.last()?;
        match frame.closure {
            Some(closure) => self.closures.get(&closure).and_then(|c| c.this_class),
            None => frame.this.map(|t| t.0),
        }
    }

    /// Field `path` of `class`, a base of the object's class or that class itself.
    pub(super) fn member_field(&mut self, object: Val, class: ClassId, path: &[u32], name: &Name, span: Span) -> Val {
        let mut v = self.as_base(object, class, span);
        let mut of = class;
        for step in path {
            if let Some(member) = self.class_info(of).members.get(*step as usize).cloned() {
                self.check_access(of, member.access, name, span, member.span);
            }
            v = self.field_place(v, *step, span);
            if let Some(next) = self.class_of(v.e.ty) {
                of = next;
            }
        }
        v
    }

    pub(super) fn member_expression(&mut self, base: &'a ast::Expr, is_arrow: bool, member: &'a ast::Path, span: Span) -> Arg<'a> {
        match self.member(base, is_arrow, member, span) {
            Member::Value(v) | Member::Nothing(v) => Arg::Val(Val { e: hir::Expr { span, ..v.e }, ..v }),
            Member::Functions(o, _) => {
                // A static member may be named through an object.
                if let [FuncRef::Plain(f)] = o.set.as_slice()
                    && self.funcs[f.0 as usize].is_static
                {
                    return Arg::Overloads(o);
                }
                self.report(errors::member_function_not_called(span, &o.name));
                Arg::Val(self.error_value(span))
            }
        }
    }

    /// `base.member` or `base->member`.
    pub(super) fn member(&mut self, base: &'a ast::Expr, is_arrow: bool, member: &'a ast::Path, span: Span) -> Member<'a> {
        let b = self.expr(base);
        self.member_of(b, is_arrow, member, span)
    }

    pub(super) fn member_of(&mut self, b: Val, is_arrow: bool, member: &'a ast::Path, span: Span) -> Member<'a> {
        let wrong = |s: &Sema<'a>| Member::Value(s.error_value(span));
        if self.is_error(b.e.ty) {
            return wrong(self);
        }
        let object = if is_arrow { self.arrow(b, span) } else { b };
        if self.is_error(object.e.ty) {
            return wrong(self);
        }
        let Some(last) = member.segments.last() else { return wrong(self) };
        let name = segment_text(&last.name);
        let Some(class) = self.class_of(object.e.ty) else {
            if matches!(last.name, ast::SegmentName::Destructor(_)) {
                let zero = self.int_value(0, self.common.int, span);
                let v =
                    self.value(ExprKind::Convert { conversion: hir::Conversion::ToVoid, operand: Box::new(zero) }, self.common.void, span);
                return Member::Nothing(v);
            }
            if let ExprKind::Function(id) = object.e.kind {
                let func = &self.funcs[self.hir_owner[id.0 as usize].0 as usize];
                let (function, declared, result) = (func.name.clone(), func.span, func.ty.result);
                let is_variable_meant = func.ty.params.is_empty() && self.class_of(result.ty).is_some();
                let variable = is_variable_meant.then(|| format!("{} {function}", self.show(result.ty)));
                self.report(errors::member_of_function(last.span, &name, &function, declared, variable));
                return wrong(self);
            }
            let shown = self.show(object.e.ty);
            let pointer_to_class = self.pointee(object.e.ty).is_some_and(|p| self.class_of(p.ty).is_some());
            self.report(errors::member_of_non_class(last.span, &name, &shown, pointer_to_class && !is_arrow));
            return wrong(self);
        };
        if !self.make_complete(object.e.ty) && self.class_info(class).state == ClassState::Declared {
            let shown = self.show(object.e.ty);
            self.report(errors::incomplete_type(span, &shown));
            return wrong(self);
        }
        // `object.Base::member` looks in the base.
        let mut in_class = class;
        if member.segments.len() > 1
            && let Some(found) = self.quietly(|s| s.resolve_qualifier_class(member))
        {
            in_class = found;
        }
        let scope = self.class_info(in_class).scope;
        let key: Name = self.member_name(in_class, last);
        let key = if &*key == "%ctor" { name.clone() } else { key };
        let Some(found) = self.lookup_in(scope, &key, Want::Any) else {
            if matches!(last.name, ast::SegmentName::Destructor(_)) {
                let zero = self.int_value(0, self.common.int, span);
                let v =
                    self.value(ExprKind::Convert { conversion: hir::Conversion::ToVoid, operand: Box::new(zero) }, self.common.void, span);
                return Member::Nothing(v);
            }
            let shown = self.types.class(class).name.clone();
            let names: Vec<Name> = self.scope_of(scope).names.keys().cloned().collect();
            let help = self.advice_on_member(class, &name, &names);
            self.report(errors::no_member(last.span, &name, &shown, help));
            return wrong(self);
        };
        self.check_one_member(in_class, &key, &found, last.span);
        match found {
            Entity::Field { class: of, path } => Member::Value(self.member_field(object, of, &path, &name, span)),
            Entity::Functions(set) => {
                let set = self.of_named_type(&last.name, Some(in_class), set, last.span);
                let is_qualified = member.segments.len() > 1;
                Member::Functions(Overloads { name, set, args: last.args.as_deref(), is_qualified, span }, object)
            }
            Entity::Var(v) => Member::Value(self.var_value(v, span)),
            Entity::Enumerator { value, ty } => Member::Value(self.value(ExprKind::Int(value), ty, span)),
            _ => {
                self.report(errors::type_as_value(last.span, &name));
                wrong(self)
            }
        }
    }

    /// Of the conversion functions `set` those to the type that `name` names, in `class` or where they were found; other
    /// functions as they are.
    pub(super) fn of_named_type(
        &mut self,
        name: &'a ast::SegmentName,
        class: Option<ClassId>,
        set: Vec<FuncRef>,
        span: Span,
    ) -> Vec<FuncRef> {
        let ast::SegmentName::Conversion(ty) = name else { return set };
        let declared_in = |s: &Sema<'a>| match set.first()? {
            FuncRef::Plain(f) => s.funcs[f.0 as usize].class,
            FuncRef::Template(t) => s.fn_templates[t.0 as usize].class,
        };
        let Some(class) = class.or_else(|| declared_in(self)) else { return set };
        let target = self.type_name(ty);
        let named = self.conversions_named(class, target);
        if named.is_empty() && !self.is_error(target.ty) {
            let shown = self.types.class(class).name.clone();
            let operator = format!("operator {}", self.show_q(target));
            self.report(errors::no_member(span, &operator, &shown, None));
            return set;
        }
        named
    }

    /// A member that several bases have needs the name of one ([class.member.lookup]); one of a private base is not there.
    fn check_one_member(&mut self, class: ClassId, name: &Name, found: &Entity, span: Span) {
        let of = match found {
            Entity::Field { class: of, .. } => Some(*of),
            Entity::Functions(set) => match set.first() {
                Some(FuncRef::Plain(f)) if !self.funcs[f.0 as usize].is_static => self.funcs[f.0 as usize].class,
                _ => None,
            },
            _ => None,
        };
        let Some(of) = of.filter(|of| *of != class && !self.has_virtual_bases(class)) else { return };
        if self.count_members(class, name) > 1 {
            let shown = self.types.class(class).name.clone();
            self.report(errors::ambiguous_member(span, name, &shown));
        }
        let is_published = self.published.iter().any(|(by, published)| published == name && self.base_path(*by, of).is_some());
        if !is_published {
            self.check_base_access(class, of, span);
        }
    }

    /// In how many ways `name` is found in `class` and its bases.
    fn count_members(&self, class: ClassId, name: &Name) -> u32 {
        let info = self.class_info(class);
        if self.own_name(info.scope, name, Want::Any).is_some() {
            return 1;
        }
        info.bases.iter().map(|base| self.count_members(base.class, name)).sum()
    }

    fn resolve_qualifier_class(&mut self, member: &'a ast::Path) -> Option<ClassId> {
        self.target_of(Some(member)).1
    }

    /// What `->` designates: the pointee, through `operator->` as often as needed.
    pub(super) fn arrow(&mut self, b: Val, span: Span) -> Val {
        let mut v = b;
        for _ in 0..16 {
            if self.class_of(v.e.ty).is_none() {
                break;
            }
            match self.overloaded_operator("operator->", &[Arg::Val(v.clone())], span) {
                Some(next) => v = next,
                None => {
                    let shown = self.show(v.e.ty);
                    self.report(errors::arrow_on_object(span, &shown));
                    return self.error_value(span);
                }
            }
        }
        let v = self.rvalue(v);
        if self.is_error(v.e.ty) {
            return v;
        }
        if self.pointee(v.e.ty).is_none() {
            let shown = self.show(v.e.ty);
            self.report(errors::not_a_pointer(span, &shown));
            return self.error_value(span);
        }
        if self.pointee(v.e.ty).is_some_and(|p| self.is_void(p.ty)) {
            self.report(errors::dereferences_void(span));
            return self.error_value(span);
        }
        self.dereference(v, span)
    }

    fn not_indexable(&mut self, base: &Val, span: Span) {
        let shown = self.show(base.e.ty);
        if let Some(class) = self.class_of(base.e.ty).filter(|_| base.e.is_const) {
            let scope = self.class_info(class).scope;
            if let Some(Entity::Functions(_)) = self.lookup_in(scope, "operator[]", Want::Any) {
                let name = self.quoted(base.e.span).map(str::to_string);
                return self.report(errors::indexes_const(span, &shown, name));
            }
        }
        let help = self.advice_on_index(base);
        self.report(errors::not_indexable(span, &shown, help));
    }

    pub(in crate::sema) fn index(&mut self, base: Val, index: Arg<'a>, span: Span) -> Val {
        if self.is_error(base.e.ty) {
            return base;
        }
        if self.class_of(base.e.ty).is_some()
            && let Some(v) = self.overloaded_operator("operator[]", &[Arg::Val(base.clone()), index.clone()], span)
        {
            return v;
        }
        let i = match index {
            Arg::Val(v) => v,
            _ => {
                self.report(errors::braces_here(span));
                return self.error_value(span);
            }
        };
        if self.is_error(i.e.ty) {
            return self.error_value(span);
        }
        // `i[a]` is `a[i]`.
        let is_indexable = |s: &Sema<'a>, v: &Val| s.is_array(v.e.ty) || s.is_pointer(v.e.ty);
        let (base, i) = if !is_indexable(self, &base) && is_indexable(self, &i) { (i, base) } else { (base, i) };
        let i = self.rvalue(i);
        let i = self.class_to_scalar(i, span);
        let base = if self.class_of(base.e.ty).is_some() { self.class_to_scalar(base, span) } else { base };
        if !(self.is_integral(i.e.ty) || self.is_unscoped_enum(i.e.ty)) {
            if is_indexable(self, &base) {
                let shown = self.show(i.e.ty);
                let help = self.advice_on_part(&i.e);
                self.report(errors::bad_index(i.e.span, &shown, help));
            } else {
                self.not_indexable(&base, span);
            }
            return self.error_value(span);
        }
        if let Type::Array { element, .. } = *self.ty(base.e.ty) {
            let q = self.type_of(&base.e);
            let cat = base.cat;
            let place = self.as_place(base);
            let index = self.promote(i);
            let element =
                hir::QualType { is_const: element.is_const || q.is_const, is_volatile: element.is_volatile || q.is_volatile, ..element };
            let mut v = self.place(ExprKind::Element { base: Box::new(place), index: Box::new(index) }, element, span);
            if cat != Cat::L {
                v.cat = Cat::X;
            }
            return v;
        }
        if self.pointee(base.e.ty).is_none() {
            self.not_indexable(&base, span);
            return self.error_value(span);
        }
        if let Some(kernel) = self.kernel_named(&base.e) {
            self.report(errors::indexes_kernel(span, &kernel));
            return self.error_value(span);
        }
        if self.pointee(base.e.ty).is_some_and(|p| self.is_void(p.ty)) {
            self.report(errors::dereferences_void(span));
            return self.error_value(span);
        }
        let p = self.rvalue(base);
        let sum = self.pointer_add(p, i, false, span);
        self.dereference(sum, span)
    }

    pub(super) fn offset_of(&mut self, ty: &'a ast::TypeName, member: &'a [ast::Ident], span: Span) -> Val {
        let mut q = self.type_name(ty);
        let mut offset = 0;
        for m in member {
            self.make_complete(q.ty);
            let Some(class) = self.class_of(q.ty) else {
                let shown = self.show_q(q);
                self.report(errors::member_of_non_class(m.span, &m.name, &shown, false));
                return self.error_value(span);
            };
            if self.class_info(class).state != ClassState::Complete {
                let shown = self.show_q(q);
                self.report(errors::incomplete_type(m.span, &shown));
                return self.error_value(span);
            }
            let scope = self.class_info(class).scope;
            match self.lookup_in(scope, &m.name, Want::Any) {
                Some(Entity::Field { class: of, path }) => {
                    let steps = self.base_path(class, of).unwrap_or_default();
                    if is_virtual_path(&steps) {
                        self.report(errors::unsupported(m.span, "`offsetof` of a member of a virtual base"));
                        return self.error_value(span);
                    }
                    offset += self.base_offset(class, &steps);
                    offset += self.base_offset(of, &path);
                    let mut at = of;
                    for s in &path {
                        q = self.types.class(at).fields[*s as usize].ty;
                        if let Some(next) = self.class_of(q.ty) {
                            at = next;
                        }
                    }
                }
                _ => {
                    let shown = self.types.class(class).name.clone();
                    self.report(errors::no_member(m.span, &m.name, &shown, None));
                    return self.error_value(span);
                }
            }
        }
        self.value(ExprKind::Int(i128::from(offset)), self.common.ulong, span)
    }
}
