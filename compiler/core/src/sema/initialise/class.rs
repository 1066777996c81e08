//! Classes: by constructor, by copy, from a braced list, through `std::initializer_list` (C++17 [dcl.init], [over.match.list]).

use super::Init;
use super::aggregate::{Cursor, Owner};
use crate::hir::{self, ClassId, ExprKind, QualType, TypeId};
use crate::sema::convert::{Purpose, UserConversion};
use crate::sema::entity::{Body, FuncId, FuncName, FuncRef, Special, TArg};
use crate::sema::expressions::{Arg, Cat};
use crate::sema::overload::Failure;
use crate::sema::types::bare;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast::{self, InitList};

impl<'a> Sema<'a> {
    pub(super) fn initialise_class(&mut self, class: ClassId, ty: TypeId, init: Init<'a>, name: &str, span: Span) -> Option<hir::Expr> {
        if !self.make_complete(ty) {
            let shown = self.show(ty);
            self.report(errors::incomplete_type(span, &shown));
            return Some(self.error_value(span).e);
        }
        let purpose = Purpose::new(format!("initialising `{name}`"));
        match init {
            Init::Default | Init::Value => {
                let is_value = matches!(init, Init::Value);
                if self.class_info(class).constructors.is_empty() {
                    return Some(self.make(ExprKind::Zero, ty, span));
                }
                let f = self.choose_constructor(class, Vec::new(), false, span)?;
                let Some((f, _)) = f else { return Some(self.error_value(span).e) };
                let func = &self.funcs[f.0 as usize];
                let (is_trivial, is_implicit) = (func.is_trivial, func.special.is_some() && matches!(func.body, Body::Implicit(_)));
                self.check_usable(f, span);
                if is_trivial {
                    return is_value.then(|| self.make(ExprKind::Zero, ty, span));
                }
                let built = self.construct_with(f, Vec::new(), ty, span);
                if is_value && is_implicit && self.class_info(class).is_aggregate {
                    // Value-initialisation zeroes first; an aggregate's members then start from their defaults.
                    return Some(self.aggregate_from_nothing(class, ty, span));
                }
                Some(built)
            }
            Init::Copy(Arg::List(list)) => self.initialise_class(class, ty, Init::List(list), name, span),
            Init::Copy(arg) => {
                let at = arg.span();
                Some(self.convert(arg, ty.into(), &purpose, at))
            }
            Init::Direct(args) => {
                if let [Arg::Val(v)] = args.as_slice()
                    && v.cat == Cat::R
                    && v.e.ty == ty
                    && !v.e.is_place()
                {
                    return Some(hir::Expr { is_const: false, ..v.e.clone() });
                }
                Some(self.construct_direct(class, ty, args, span))
            }
            Init::List(list) => Some(self.initialise_class_list(class, ty, list, name)),
            Init::Written(_) => None,
        }
    }

    fn aggregate_from_nothing(&mut self, class: ClassId, ty: TypeId, span: Span) -> hir::Expr {
        let mut parts = self.no_parts();
        let count = self.types.class(class).fields.len();
        self.default_fields(class, 0..count, &mut parts, span);
        self.object_of(parts, ty, span)
    }

    /// `T(args)`: by constructor, or by a conversion function of the only argument.
    pub(in crate::sema) fn construct_direct(&mut self, class: ClassId, ty: TypeId, args: Vec<Arg<'a>>, span: Span) -> hir::Expr {
        if let [Arg::Val(v)] = args.as_slice()
            && self.is_error(v.e.ty)
        {
            return self.error_value(span).e;
        }
        let list = self.class_info(class).constructors.clone();
        match self.resolve_overload(&list, None, &args, None) {
            Ok(f) => self.construct_with(f, args, ty, span),
            Err(failure) => {
                if let [Arg::Val(v)] = args.as_slice()
                    && let Some(UserConversion::Function(f)) = self.user_conversion(&args[0], ty.into(), true)
                {
                    let v = v.clone();
                    let result = self.call_conversion(f, v, span);
                    return self.copy_object(result, class, span);
                }
                if matches!(failure, Failure::None) && self.takes_members(class, args.len()) {
                    return self.aggregate_from_parens(class, ty, args, span);
                }
                let name = self.types.class(class).name.clone();
                self.overload_error(failure, &name, &list, None, &args, None, span);
                self.error_value(span).e
            }
        }
    }

    /// Whether so many values in brackets may be the members of the class, which is an aggregate. `float4(1, 2, 3, 4)` is left
    /// a mistake: without `-std=c++20` nvcc does not take it.
    fn takes_members(&self, class: ClassId, count: usize) -> bool {
        let made = self.types.class(class);
        let fields = made.fields.iter().filter(|f| !f.name.is_empty());
        self.class_info(class).is_aggregate
            && self.class_info(class).lambda.is_none()
            && self.class_info(class).bases.is_empty()
            && !self.is_system(self.class_info(class).span)
            && (1..=if made.is_union { 1 } else { made.fields.len() }).contains(&count)
            && fields.count() == made.fields.len()
            && made.fields.iter().all(|f| f.bits.is_none())
    }

    /// `T(a, b)` of an aggregate ([dcl.init.general] 16.6.2.2): each value is a member, the others start as they would in braces.
    fn aggregate_from_parens(&mut self, class: ClassId, ty: TypeId, args: Vec<Arg<'a>>, span: Span) -> hir::Expr {
        let fields = self.types.class(class).fields.clone();
        let count = args.len();
        let is_union = self.types.class(class).is_union;
        let mut parts = self.no_parts();
        for (field, arg) in fields.iter().zip(args) {
            let at = arg.span();
            parts.list.push((field.offset, self.initialise(bare(field.ty), Init::Copy(arg), &field.name, at)));
        }
        if parts.list.iter().any(|(_, e)| self.has_error(e)) {
            return self.error_value(span).e;
        }
        if !is_union {
            self.default_fields(class, count..fields.len(), &mut parts, span);
        }
        self.object_of(parts, ty, span)
    }

    /// The constructor for `args`; `Some(None)` after an error.
    fn choose_constructor(
        &mut self,
        class: ClassId,
        args: Vec<Arg<'a>>,
        no_explicit: bool,
        span: Span,
    ) -> Option<Option<(FuncId, Vec<Arg<'a>>)>> {
        let mut list = self.class_info(class).constructors.clone();
        if no_explicit {
            list.retain(|f| !matches!(f, FuncRef::Plain(f) if self.funcs[f.0 as usize].is_explicit));
        }
        match self.resolve_overload(&list, None, &args, None) {
            Ok(f) => Some(Some((f, args))),
            Err(failure) => {
                let name = self.types.class(class).name.clone();
                self.overload_error(failure, &name, &list, None, &args, None, span);
                Some(None)
            }
        }
    }

    /// A class value made by constructor `f`.
    pub(in crate::sema) fn construct_with(&mut self, f: FuncId, args: Vec<Arg<'a>>, ty: TypeId, span: Span) -> hir::Expr {
        if !self.check_usable(f, span) {
            return self.error_value(span).e;
        }
        let func = &self.funcs[f.0 as usize];
        if func.is_trivial {
            match func.special {
                Some(Special::CopyConstructor | Special::MoveConstructor) => {
                    let arg = args.into_iter().next();
                    // What is no object of the class yet becomes one.
                    let is_object = match (&arg, self.class_of(ty)) {
                        (Some(Arg::Val(v)), Some(target)) => {
                            self.class_of(v.e.ty).is_some_and(|from| self.base_path(from, target).is_some())
                        }
                        _ => false,
                    };
                    if let Some(arg) = arg.clone().filter(|_| !is_object) {
                        return self.initialise(ty.into(), Init::Copy(arg), "the object", span);
                    }
                    if let Some(Arg::Val(v)) = arg {
                        let v = match self.class_of(ty) {
                            Some(target) => self.as_base(v, target, span),
                            None => v,
                        };
                        return if v.e.is_place() { self.make(ExprKind::Load(Box::new(v.e)), ty, span) } else { v.e };
                    }
                    return self.error_value(span).e;
                }
                _ => return self.make(ExprKind::Zero, ty, span),
            }
        }
        let mut args = self.convert_arguments(f, args, span);
        if args.iter().any(|a| self.has_error(a)) {
            return self.error_value(span).e;
        }
        if self.takes_tables(f) {
            let tables = self.tables_type();
            args.insert(0, self.make(ExprKind::Null, tables, span));
        }
        let constructor = self.use_function(f);
        self.make(ExprKind::Construct { constructor, args, in_braces: false }, ty, span)
    }

    fn initialise_class_list(&mut self, class: ClassId, ty: TypeId, list: &'a InitList, name: &str) -> hir::Expr {
        let span = list.span;
        if let [(None, e)] = list.items.as_slice()
            && !matches!(e.kind, ast::ExprKind::InitList(_))
        {
            let arg = self.arg(e);
            if let Arg::Val(v) = &arg {
                if self.is_error(v.e.ty) {
                    return self.error_value(span).e;
                }
                let same = self.class_of(v.e.ty).is_some_and(|c| c == class || self.base_path(c, class).is_some());
                if same {
                    return self.copy_object(v.clone(), class, span);
                }
            }
        }
        if self.class_info(class).is_aggregate {
            let mut cursor = Cursor::new(&list.items);
            let parts = self.aggregate_parts(class, &mut cursor, Owner::Own, span);
            if cursor.at < list.items.len() {
                let extra = &list.items[cursor.at].1;
                self.report(errors::too_many_initialisers(extra.span, cursor.at, list.items.len()));
            }
            return self.object_of(parts, ty, span);
        }
        // Without a default constructor `{}` is a list without elements ([dcl.init.list]/3).
        let takes_nothing = |f: &FuncRef| match f {
            FuncRef::Plain(f) => self.funcs[f.0 as usize].params.iter().all(|p| p.default.is_some()),
            FuncRef::Template(_) => true,
        };
        if list.items.is_empty()
            && (self.class_info(class).constructors.iter().any(takes_nothing) || self.list_constructor(class, list).is_none())
        {
            return self.initialise(ty.into(), Init::Value, name, span);
        }
        if let Some(element) = self.element_of_list(class) {
            return self.initializer_list(class, ty, element, list, span);
        }
        // Constructors that take a std::initializer_list come first.
        if let Some(f) = self.list_constructor(class, list) {
            return self.construct_with(f, vec![Arg::List(list)], ty, span);
        }
        let args = self.list_args(list);
        let mut made = self.construct_direct(class, ty, args, span);
        if let ExprKind::Construct { in_braces, .. } = &mut made.kind {
            *in_braces = true;
        }
        made
    }

    /// `T` of `std::initializer_list<T>`.
    pub(super) fn element_of_list(&self, class: ClassId) -> Option<QualType> {
        let info = self.class_info(class);
        match (&*info.name, info.template.as_ref()?.1.first()?) {
            ("initializer_list", TArg::Type(element)) => Some(*element),
            _ => None,
        }
    }

    /// The elements of a braced list, packs expanded.
    pub(in crate::sema) fn list_args(&mut self, list: &'a InitList) -> Vec<Arg<'a>> {
        list.items.iter().flat_map(|(_, e)| self.args(std::slice::from_ref(e))).collect()
    }

    pub(super) fn list_constructor(&mut self, class: ClassId, list: &'a InitList) -> Option<FuncId> {
        let constructors = self.class_info(class).constructors.clone();
        for f in constructors {
            let FuncRef::Plain(f) = f else { continue };
            let func = &self.funcs[f.0 as usize];
            let Some(first) = func.params.first().map(|p| p.ty) else { continue };
            if func.params.iter().skip(1).any(|p| p.default.is_none()) || !matches!(func.kind, FuncName::Constructor) {
                continue;
            }
            let q = self.referred(first);
            let Some(c) = self.class_of(q.ty) else { continue };
            let Some(element) = self.element_of_list(c) else { continue };
            let fits = self.each_element(list, |sema, arg| sema.implicit(&arg, element).is_some());
            if !fits.contains(&false) {
                return Some(f);
            }
        }
        None
    }

    /// What `look` says of each element of a braced list, packs expanded: where the pattern stands in braces itself, its names are
    /// those of the element.
    pub(in crate::sema) fn each_element<T>(&mut self, list: &'a InitList, mut look: impl FnMut(&mut Self, Arg<'a>) -> T) -> Vec<T> {
        let mut found = Vec::new();
        for (_, e) in &list.items {
            let ast::ExprKind::PackExpansion(pattern) = &e.kind else {
                let arg = self.arg(e);
                found.push(look(self, arg));
                continue;
            };
            for scope in self.pack_scopes_of_expr(pattern) {
                found.push(self.within(scope, |sema| {
                    let arg = sema.arg(pattern);
                    look(sema, arg)
                }));
            }
        }
        found
    }

    /// The elements of a braced list, packs expanded, each as an object of a type.
    pub(super) fn elements(&mut self, list: &'a InitList, element: QualType, name: &str) -> Vec<hir::Expr> {
        self.each_element(list, |sema, arg| {
            let span = arg.span();
            sema.initialise(bare(element), Init::Copy(arg), name, span)
        })
    }

    /// `std::initializer_list<T>`: a pointer to a temporary array, and the length.
    pub(super) fn initializer_list(&mut self, class: ClassId, ty: TypeId, element: QualType, list: &'a InitList, span: Span) -> hir::Expr {
        self.make_complete(element.ty);
        let elements = self.elements(list, element, "element");
        let n = elements.len() as u64;
        let array = self.array_of(QualType { is_const: true, ..element }, Some(n));
        let size = self.types.size_of(element.ty);
        let parts = (0..).zip(elements).map(|(i, value)| (i * size, value)).collect();
        let value = self.make(ExprKind::Aggregate(parts), array, span);
        let mut temp = self.temporary(value);
        temp.is_const = true;
        let pointer_ty = self.pointer_to(QualType { is_const: true, ..element });
        let pointer = self.make(ExprKind::Decay(Box::new(temp)), pointer_ty, span);
        let fields = self.types.class(class).fields.clone();
        let length = self.int_value(i128::from(n), self.common.ulong, span);
        let mut parts = Vec::new();
        if let Some(f) = fields.first() {
            parts.push((f.offset, pointer));
        }
        if let Some(f) = fields.get(1) {
            let length = self.scalar_convert(length, f.ty.ty);
            parts.push((f.offset, length));
        }
        self.make(ExprKind::Aggregate(parts), ty, span)
    }
}
