//! Initialisation (C++17 [dcl.init]): the form that was written and the type decide what it means.
//!
//! Scalars and references here. The result is the value to store; `None` where nothing is to be done.

mod aggregate;
mod array;
mod auto;
mod bit_fields;
mod class;
mod defaults;
mod lifetime;

use self::bit_fields::Piece;
use self::defaults::Parts;
pub(super) use self::defaults::{OpenDefault, UnderConstruction};
pub(super) use self::lifetime::extend;
use super::convert::Purpose;
use super::expressions::Arg;
use super::types::bare;
use super::{Sema, errors};
use crate::hir::{self, ClassId, ExprKind, QualType, Type, TypeId};
use kern_diag::Span;
use kern_syntax::ast::{self, InitList, Initializer};

/// How something is initialised.
#[derive(Clone, Debug)]
pub(super) enum Init<'a> {
    /// `T x;`
    Default,
    /// `T()`, `T{}`
    Value,
    /// As it stands in the source.
    Written(&'a Initializer),
    /// `= arg`
    Copy(Arg<'a>),
    /// `(args)`
    Direct(Vec<Arg<'a>>),
    /// `{…}`
    List(&'a InitList),
}

impl<'a> Sema<'a> {
    /// The value that a variable starts with, and its type with the array bound that the initialiser gives.
    /// Temporaries bound to references live as long as the variable.
    pub(super) fn initialise_variable(&mut self, ty: QualType, init: Init<'a>, name: &str, span: Span) -> (Option<hir::Expr>, QualType) {
        let mut ty = ty;
        let mut value = self.initialise_optional(ty, init, name, span);
        if let (Type::Array { element, length: None }, Some(v)) = (self.ty(ty.ty).clone(), &value)
            && let Type::Array { length: Some(n), .. } = *self.ty(v.ty)
        {
            let full = self.array_of(element, Some(n));
            ty.ty = full;
        }
        match &mut value {
            Some(address) if self.is_reference(ty.ty) => extend(address),
            Some(object) => lifetime::extend_in(object),
            None => {}
        }
        (value, ty)
    }

    /// A value of type `ty`.
    pub(super) fn initialise(&mut self, ty: QualType, init: Init<'a>, name: &str, span: Span) -> hir::Expr {
        match self.initialise_optional(ty, init, name, span) {
            Some(e) => e,
            None => self.make(ExprKind::Zero, ty.ty, span),
        }
    }

    /// A value of type `ty`; `None` when nothing is to be done (a scalar without initialiser, a trivial constructor).
    pub(super) fn initialise_optional(&mut self, ty: QualType, init: Init<'a>, name: &str, span: Span) -> Option<hir::Expr> {
        super::deep(|| self.initialise_inner(ty, init, name, span))
    }

    fn initialise_inner(&mut self, ty: QualType, init: Init<'a>, name: &str, span: Span) -> Option<hir::Expr> {
        if self.is_error(ty.ty) {
            return Some(self.error_value(span).e);
        }
        if let Init::Written(Initializer::Braces(list)) = init
            && let Some(e) = self.enumeration_from_list(ty, list)
        {
            return Some(e);
        }
        let init = match init {
            Init::Written(Initializer::Equals(e)) => match &e.kind {
                ast::ExprKind::InitList(list) => Init::List(list),
                _ => Init::Copy(self.arg(e)),
            },
            Init::Written(Initializer::Parens(list, _)) => {
                let args = self.args(list);
                if args.is_empty() { Init::Value } else { Init::Direct(args) }
            }
            Init::Written(Initializer::Braces(list)) => Init::List(list),
            other => other,
        };
        if let Init::List(list) = &init {
            let has_pack = list.items.iter().any(|(_, e)| matches!(e.kind, ast::ExprKind::PackExpansion(_)));
            if has_pack {
                return self.initialise_from_pack(ty, list, name);
            }
        }
        match self.ty(ty.ty).clone() {
            Type::Class(class) => self.initialise_class(class, ty.ty, init, name, span),
            Type::Array { element, length } => self.initialise_array(ty, element, length, init, name, span),
            Type::Reference { to, .. } => self.initialise_reference(ty, to, init, name, span),
            Type::Void => {
                if let Init::Copy(arg) = init {
                    let purpose = Purpose::new(format!("initialising `{name}`"));
                    return Some(self.convert(arg, ty, &purpose, span));
                }
                Some(self.make(ExprKind::Zero, ty.ty, span))
            }
            _ => self.initialise_scalar(ty, init, name, span),
        }
    }

    /// A braced list that expands packs: its elements are the arguments.
    fn initialise_from_pack(&mut self, ty: QualType, list: &'a InitList, name: &str) -> Option<hir::Expr> {
        if let Type::Array { element, length } = *self.ty(ty.ty) {
            self.make_complete(element.ty);
            let size = self.types.size_of(element.ty);
            let elements = self.elements(list, element, name);
            let count = elements.len() as u64;
            let parts = (0..).zip(elements).map(|(i, value)| (i * size, value)).collect();
            let full = self.array_of(element, Some(length.unwrap_or(count.max(1))));
            return Some(self.make(ExprKind::Aggregate(parts), full, list.span));
        }
        let args = self.list_args(list);
        match self.ty(ty.ty).clone() {
            Type::Class(class) if self.make_complete(ty.ty) => self.class_from_pack(class, ty, args, list, name),
            _ => self.initialise_directly(ty, args, name, list.span),
        }
    }

    fn initialise_directly(&mut self, ty: QualType, args: Vec<Arg<'a>>, name: &str, span: Span) -> Option<hir::Expr> {
        let init = if args.is_empty() { Init::Value } else { Init::Direct(args) };
        self.initialise_optional(ty, init, name, span)
    }

    /// An object of a class; `args` are the elements of the list.
    fn class_from_pack(&mut self, class: ClassId, ty: QualType, args: Vec<Arg<'a>>, list: &'a InitList, name: &str) -> Option<hir::Expr> {
        if let Some(element) = self.element_of_list(class) {
            return Some(self.initializer_list(class, ty.ty, element, list, list.span));
        }
        // An array, as in `std::array`, takes the elements where its braces are left out.
        let fields = &self.types.class(class).fields;
        if let [only] = &fields[..]
            && self.class_info(class).is_aggregate
            && let Type::Array { element, .. } = *self.ty(only.ty.ty)
            && list
                .items
                .iter()
                .any(|(_, e)| matches!(&e.kind, ast::ExprKind::PackExpansion(p) if matches!(p.kind, ast::ExprKind::InitList(_))))
        {
            let (at, of_array) = (only.offset, only.ty);
            self.make_complete(element.ty);
            let array = self.initialise_from_pack(of_array, list, name)?;
            return Some(self.make(ExprKind::Aggregate(vec![(at, array)]), ty.ty, list.span));
        }
        if self.class_info(class).is_aggregate {
            let given = args.len();
            let mut args = args.into_iter().peekable();
            let parts = self.members_from_pack(class, &mut args, name, list.span);
            let left = args.count();
            if left > 0 {
                self.report(errors::too_many_initialisers(list.span, given - left, given));
            }
            return Some(self.object_of(parts, ty.ty, list.span));
        }
        match self.list_constructor(class, list).filter(|_| !args.is_empty()) {
            Some(f) => Some(self.construct_with(f, vec![Arg::List(list)], ty.ty, list.span)),
            None => self.initialise_directly(ty, args, name, list.span),
        }
    }

    /// The members of an aggregate from the next arguments of an expanded list.
    fn members_from_pack(
        &mut self,
        class: ClassId,
        args: &mut std::iter::Peekable<std::vec::IntoIter<Arg<'a>>>,
        name: &str,
        span: Span,
    ) -> Parts {
        let mut parts = self.no_parts();
        let mut pieces = Vec::new();
        let mut left = None;
        for (i, field) in self.types.class(class).fields.clone().into_iter().enumerate() {
            if field.name.is_empty() && field.bits.is_some() {
                continue;
            }
            if args.peek().is_none() {
                left = Some(i);
                break;
            }
            if field.bits.is_some() {
                if let Some(arg) = args.next() {
                    let value = self.initialise(bare(field.ty), Init::Copy(arg), &field.name, span);
                    pieces.extend(Piece::new(&field, value));
                }
                continue;
            }
            self.join_bit_fields(class, std::mem::take(&mut pieces), &mut parts.list);
            self.field_from_pack(field.ty, field.offset, args, &mut parts.list, name, span);
        }
        self.join_bit_fields(class, pieces, &mut parts.list);
        if let Some(from) = left {
            let count = self.types.class(class).fields.len();
            self.default_fields(class, from..count, &mut parts, span);
        }
        parts
    }

    /// A member of an aggregate from the next arguments of an expanded list: several for an array, or for a class that the first
    /// does not convert to ([dcl.init.aggr]/13).
    fn field_from_pack(
        &mut self,
        ty: QualType,
        at: u64,
        args: &mut std::iter::Peekable<std::vec::IntoIter<Arg<'a>>>,
        parts: &mut Vec<(u64, hir::Expr)>,
        name: &str,
        span: Span,
    ) {
        match self.ty(ty.ty).clone() {
            Type::Array { element, length: Some(length) } if !matches!(args.peek(), Some(Arg::List(_))) => {
                let size = self.types.size_of(element.ty);
                for i in 0..length {
                    if args.peek().is_none() {
                        break;
                    }
                    self.field_from_pack(element, at + i * size, args, parts, name, span);
                }
            }
            Type::Class(class)
                if self.make_complete(ty.ty)
                    && self.class_info(class).is_aggregate
                    && args.peek().cloned().is_some_and(|first| self.implicit(&first, bare(ty)).is_none()) =>
            {
                let inner = self.members_from_pack(class, args, name, span);
                self.add_object(inner, ty.ty, at, parts, span);
            }
            _ => {
                if let Some(arg) = args.next() {
                    parts.push((at, self.initialise(bare(ty), Init::Copy(arg), name, span)));
                }
            }
        }
    }

    fn initialise_scalar(&mut self, ty: QualType, init: Init<'a>, name: &str, span: Span) -> Option<hir::Expr> {
        let purpose = Purpose::new(format!("initialising `{name}`"));
        match init {
            Init::Default => None,
            Init::Value => Some(self.zero(ty.ty, span)),
            Init::Copy(arg) => {
                let at = arg.span();
                Some(self.convert(arg, ty, &purpose, at))
            }
            Init::Direct(mut args) => {
                if args.len() > 1 {
                    self.report(errors::too_many_initialisers(span, 1, args.len()));
                    return Some(self.error_value(span).e);
                }
                let arg = args.pop()?;
                let at = arg.span();
                if let Arg::Val(v) = &arg
                    && self.class_of(v.e.ty).is_some()
                    && let Some(e) = self.explicit_conversion(v.clone(), ty, at)
                {
                    return Some(e);
                }
                Some(self.convert(arg, ty, &purpose, at))
            }
            Init::List(list) => match list.items.as_slice() {
                [] => Some(self.zero(ty.ty, list.span)),
                [(None, e)] => {
                    let arg = self.arg(e);
                    if let Arg::List(inner) = arg {
                        return self.initialise_scalar(ty, Init::List(inner), name, span);
                    }
                    self.narrowing(&arg, ty.ty, e.span);
                    Some(self.convert(arg, ty, &purpose, e.span))
                }
                items => {
                    self.report(errors::too_many_initialisers(list.span, 1, items.len()));
                    Some(self.error_value(list.span).e)
                }
            },
            Init::Written(_) => None,
        }
    }

    /// `E{1}` of an `enum class` ([dcl.init.list]/3.8); `None` for all else.
    pub(super) fn enumeration_from_list(&mut self, ty: QualType, list: &'a ast::InitList) -> Option<hir::Expr> {
        let Type::Enum(id) = *self.ty(ty.ty) else { return None };
        let enumeration = self.types.enumeration(id);
        let underlying = Type::Int(enumeration.underlying);
        let [(None, e)] = list.items.as_slice() else { return None };
        if !enumeration.is_scoped || matches!(e.kind, ast::ExprKind::InitList(_) | ast::ExprKind::PackExpansion(_)) {
            return None;
        }
        let v = self.read(e);
        if !self.is_integral(v.e.ty) {
            return None;
        }
        let underlying = self.types.intern(underlying);
        self.narrowing(&Arg::Val(v.clone()), underlying, e.span);
        let value = self.scalar_convert(v.e, underlying);
        Some(self.scalar_convert(value, ty.ty))
    }

    /// A constant that does not fit is an error in braces ([dcl.init.list]/7); values that are not constant are let through, as nvcc warns only.
    fn narrowing(&mut self, arg: &Arg<'a>, to: TypeId, span: Span) {
        let Arg::Val(v) = arg else { return };
        // C has no such rule.
        if self.is_c {
            return;
        }
        let (from_int, to_int) = (self.is_integral(v.e.ty), self.is_integral(to));
        match &v.e.kind {
            ExprKind::Int(n) if from_int && to_int && self.truncate_int(*n, to) != *n => {
                let shown = self.show(to);
                self.report(errors::narrowing(span, &n.to_string(), &shown));
            }
            ExprKind::Float(x) if to_int => {
                let shown = self.show(to);
                self.report(errors::narrowing(span, &format!("{x:?}"), &shown));
            }
            _ => {}
        }
    }

    /// The zero of a type.
    pub(super) fn zero(&self, ty: TypeId, span: Span) -> hir::Expr {
        let kind = match self.ty(ty) {
            Type::Bool | Type::Int(_) | Type::Enum(_) => ExprKind::Int(0),
            Type::F16 | Type::F32 | Type::F64 | Type::LongDouble => ExprKind::Float(0.0),
            Type::Pointer(_) | Type::NullPtr => ExprKind::Null,
            _ => ExprKind::Zero,
        };
        self.make(kind, ty, span)
    }

    fn initialise_reference(&mut self, ty: QualType, to: QualType, init: Init<'a>, name: &str, span: Span) -> Option<hir::Expr> {
        let purpose = Purpose::new(format!("initialising `{name}`"));
        let arg = match init {
            Init::Default | Init::Value | Init::Written(_) => {
                self.report(errors::reference_without_initialiser(span, name));
                return Some(self.error_value(span).e);
            }
            Init::Copy(arg) => arg,
            Init::Direct(mut args) => {
                let arg = args.pop()?;
                if !args.is_empty() {
                    self.report(errors::too_many_initialisers(span, 1, args.len() + 1));
                }
                arg
            }
            Init::List(list) => match list.items.as_slice() {
                [(None, e)] if self.class_of(to.ty).is_none() => self.arg(e),
                [(None, e)] => {
                    let arg = self.arg(e);
                    match &arg {
                        Arg::Val(v) if v.e.ty == to.ty => arg,
                        _ => Arg::List(list),
                    }
                }
                _ => Arg::List(list),
            },
        };
        let at = arg.span();
        Some(self.convert(arg, ty, &purpose, at))
    }
}
