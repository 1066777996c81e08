//! Initialisation of every form (C++17 [dcl.init]): default, value, copy, direct, braced, aggregate, designated, strings.

use super::Sema;
use super::convert::Purpose;
use super::entity::{FuncId, FuncName, FuncRef, Special};
use super::errors;
use super::expressions::{Arg, Cat};
use super::types::bare;
use crate::hir::{self, ClassId, ExprKind, QualType, Type, TypeId};
use kern_diag::Span;
use kern_syntax::ast::{self, Designator, InitList, Initializer};

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

/// The items of a braced list that are still to be used.
struct Cursor<'a> {
    items: &'a [(Option<Designator>, ast::Expr)],
    at: usize,
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
        if self.is_reference(ty.ty)
            && let Some(v) = &mut value
        {
            extend(v);
        } else if let Some(v) = &mut value
            && let ExprKind::Aggregate(parts) = &mut v.kind
        {
            for (_, part) in parts {
                if matches!(part.kind, ExprKind::AddressOf(_)) {
                    extend(part);
                }
            }
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
        let mut args = Vec::new();
        for (_, e) in &list.items {
            args.extend(self.args(std::slice::from_ref(e)));
        }
        match self.ty(ty.ty).clone() {
            Type::Array { element, length } => {
                let size = self.types.size_of(element.ty);
                let count = args.len() as u64;
                let parts = args
                    .into_iter()
                    .enumerate()
                    .map(|(i, a)| (i as u64 * size, self.initialise(bare(element), Init::Copy(a), name, list.span)))
                    .collect();
                let full = self.array_of(element, Some(length.unwrap_or(count.max(1))));
                Some(self.make(ExprKind::Aggregate(parts), full, list.span))
            }
            Type::Class(class) if self.make_complete(ty.ty) && self.class_info(class).is_aggregate => {
                let mut parts = Vec::new();
                let fields = self.types.class(class).fields.clone();
                for (a, f) in args.into_iter().zip(fields) {
                    if let Type::Array { element, .. } = self.ty(f.ty.ty).clone() {
                        let value = self.initialise(bare(element), Init::Copy(a), name, list.span);
                        let at = f.offset + parts.len() as u64 * self.types.size_of(element.ty);
                        parts.push((at, value));
                        continue;
                    }
                    let value = self.initialise(bare(f.ty), Init::Copy(a), name, list.span);
                    parts.push((f.offset, value));
                }
                Some(self.make(ExprKind::Aggregate(parts), ty.ty, list.span))
            }
            _ => {
                let init = if args.is_empty() { Init::Value } else { Init::Direct(args) };
                self.initialise_optional(ty, init, name, list.span)
            }
        }
    }

    fn initialise_scalar(&mut self, ty: QualType, init: Init<'a>, name: &str, span: Span) -> Option<hir::Expr> {
        let purpose = Purpose::new(format!("initialising `{name}`"));
        match init {
            Init::Default => None,
            Init::Value => Some(self.zero(ty.ty, span)),
            Init::Copy(arg) => {
                let at = self.arg_span(&arg, span);
                Some(self.convert(arg, ty, &purpose, at))
            }
            Init::Direct(mut args) => {
                if args.len() > 1 {
                    self.report(errors::too_many_initialisers(span, 1, args.len()));
                    return Some(self.error_value(span).e);
                }
                let arg = args.pop()?;
                let at = self.arg_span(&arg, span);
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

    /// A constant that does not fit is an error in braces ([dcl.init.list]/7); values that are not constant are let through, as nvcc warns only.
    fn narrowing(&mut self, arg: &Arg<'a>, to: TypeId, span: Span) {
        let Arg::Val(v) = arg else { return };
        let (from_int, to_int) = (self.is_integral(v.e.ty), self.is_integral(to));
        match &v.e.kind {
            ExprKind::Int(n) if from_int && to_int && self.truncate_int(*n, to) != *n => {
                let shown = self.show(to);
                self.report(errors::narrowing(span, &n.to_string(), &shown));
            }
            ExprKind::Float(x) if to_int => {
                let shown = self.show(to);
                self.report(errors::narrowing(span, &x.to_string(), &shown));
            }
            _ => {}
        }
    }

    pub(super) fn arg_span(&self, arg: &Arg<'a>, otherwise: Span) -> Span {
        match arg {
            Arg::Val(v) => v.e.span,
            Arg::List(l) => l.span,
            Arg::Overloads(o) => {
                let _ = otherwise;
                o.span
            }
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
        let at = self.arg_span(&arg, span);
        Some(self.convert(arg, ty, &purpose, at))
    }

    // Classes.

    fn initialise_class(&mut self, class: ClassId, ty: TypeId, init: Init<'a>, name: &str, span: Span) -> Option<hir::Expr> {
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
                let (is_trivial, is_implicit) =
                    (func.is_trivial, func.special.is_some() && matches!(func.body, super::entity::Body::Implicit(_)));
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
                let at = self.arg_span(&arg, span);
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
        let mut parts = Vec::new();
        self.fill_defaults(class, 0, &mut parts, 0, span);
        self.make(ExprKind::Aggregate(parts), ty, span)
    }

    /// `T(args)`: by constructor, or by a conversion function of the only argument.
    pub(super) fn construct_direct(&mut self, class: ClassId, ty: TypeId, args: Vec<Arg<'a>>, span: Span) -> hir::Expr {
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
                    && let Some(super::convert::UserConversion::Function(f)) = self.user_conversion(&args[0], ty.into(), true)
                {
                    let v = v.clone();
                    let result = self.call_conversion(f, v, span);
                    return self.copy_object(result, class, span);
                }
                let name = self.types.class(class).name.clone();
                self.overload_error(failure, &name, &list, &args, span);
                self.error_value(span).e
            }
        }
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
                self.overload_error(failure, &name, &list, &args, span);
                Some(None)
            }
        }
    }

    /// A class value made by constructor `f`.
    pub(super) fn construct_with(&mut self, f: FuncId, args: Vec<Arg<'a>>, ty: TypeId, span: Span) -> hir::Expr {
        self.check_usable(f, span);
        let func = &self.funcs[f.0 as usize];
        if func.is_trivial {
            match func.special {
                Some(Special::CopyConstructor | Special::MoveConstructor) => {
                    if let Some(Arg::Val(v)) = args.into_iter().next() {
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
        let args = self.convert_arguments(f, args, span);
        if args.iter().any(|a| self.has_error(a)) {
            return self.error_value(span).e;
        }
        let constructor = self.use_function(f);
        self.make(ExprKind::Construct { constructor, args }, ty, span)
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
            let mut parts = Vec::new();
            let mut cursor = Cursor { items: &list.items, at: 0 };
            self.aggregate_class(class, 0, &mut cursor, true, &mut parts, name, span);
            if cursor.at < list.items.len() {
                let extra = &list.items[cursor.at].1;
                self.report(errors::too_many_initialisers(extra.span, cursor.at, list.items.len()));
            }
            return self.make(ExprKind::Aggregate(parts), ty, span);
        }
        if list.items.is_empty() {
            return self.initialise(ty.into(), Init::Value, name, span);
        }
        if &*self.class_info(class).name == "initializer_list"
            && let Some((_, args)) = self.class_info(class).template.clone()
            && let Some(super::entity::TArg::Type(element)) = args.first()
        {
            return self.initializer_list(class, ty, *element, list);
        }
        // Constructors that take a std::initializer_list come first.
        if let Some(f) = self.list_constructor(class, list) {
            return self.construct_with(f, vec![Arg::List(list)], ty, span);
        }
        let args: Vec<Arg<'a>> = list.items.iter().map(|(_, e)| self.arg(e)).collect();
        self.construct_direct(class, ty, args, span)
    }

    fn list_constructor(&mut self, class: ClassId, list: &'a InitList) -> Option<FuncId> {
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
            if &*self.class_info(c).name != "initializer_list" {
                continue;
            }
            let Some((_, args)) = self.class_info(c).template.clone() else { continue };
            let Some(super::entity::TArg::Type(element)) = args.first().cloned() else { continue };
            let fits = list.items.iter().all(|(_, e)| {
                let arg = self.arg(e);
                self.implicit(&arg, element).is_some()
            });
            if fits {
                return Some(f);
            }
        }
        None
    }

    /// `std::initializer_list<T>`: a pointer to a temporary array, and the length.
    fn initializer_list(&mut self, class: ClassId, ty: TypeId, element: QualType, list: &'a InitList) -> hir::Expr {
        let span = list.span;
        let n = list.items.len() as u64;
        let array = self.array_of(QualType { is_const: true, ..element }, Some(n));
        let size = self.types.size_of(element.ty);
        let parts = list
            .items
            .iter()
            .enumerate()
            .map(|(i, (_, e))| {
                let arg = self.arg(e);
                (i as u64 * size, self.initialise(bare(element), Init::Copy(arg), "element", e.span))
            })
            .collect();
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

    // Aggregates.

    fn aggregate_class(
        &mut self,
        class: ClassId,
        offset: u64,
        cursor: &mut Cursor<'a>,
        braced: bool,
        parts: &mut Vec<(u64, hir::Expr)>,
        name: &str,
        span: Span,
    ) {
        let fields = self.types.class(class).fields.clone();
        let is_union = self.types.class(class).is_union;
        let mut index = 0;
        let mut done = vec![false; fields.len()];
        let mut unit: Option<(u64, TypeId, Vec<(u32, u32, hir::Expr)>)> = None;
        while cursor.at < cursor.items.len() {
            let (designator, e) = &cursor.items[cursor.at];
            if let Some(d) = designator {
                if !braced {
                    break;
                }
                match d {
                    Designator::Member(m) => match fields.iter().position(|f| f.name == m.name) {
                        Some(i) => index = i,
                        None => {
                            let shown = self.types.class(class).name.clone();
                            let hint = super::scope::nearest(&m.name, fields.iter().map(|f| &*f.name));
                            self.report(errors::no_member(m.span, &m.name, &shown, hint));
                            cursor.at += 1;
                            continue;
                        }
                    },
                    Designator::Index(i) => {
                        self.report(errors::index_designator(i.span));
                        cursor.at += 1;
                        continue;
                    }
                }
            }
            while index < fields.len() && fields[index].name.is_empty() && fields[index].bits.is_some() {
                index += 1;
            }
            let Some(field) = fields.get(index) else { break };
            let at = offset + field.offset;
            done[index] = true;
            if let Some((first, width)) = field.bits {
                cursor.at += 1;
                let arg = self.arg(e);
                let value = self.initialise(bare(field.ty), Init::Copy(arg), &field.name, e.span);
                match &mut unit {
                    Some((o, _, list)) if *o == at => list.push((first, width, value)),
                    _ => {
                        self.flush_unit(unit.take(), parts);
                        unit = Some((at, field.ty.ty, vec![(first, width, value)]));
                    }
                }
            } else {
                self.flush_unit(unit.take(), parts);
                self.element(field.ty, at, cursor, parts, &field.name, span);
            }
            index += 1;
            if is_union {
                break;
            }
        }
        self.flush_unit(unit, parts);
        let _ = name;
        if !is_union || !done.iter().any(|d| *d) {
            for (i, is_done) in done.iter().enumerate() {
                if !is_done {
                    self.default_field(class, i, offset, parts, span);
                }
            }
        }
    }

    /// Bit-fields of one storage unit as one value.
    fn flush_unit(&mut self, unit: Option<(u64, TypeId, Vec<(u32, u32, hir::Expr)>)>, parts: &mut Vec<(u64, hir::Expr)>) {
        let Some((offset, ty, list)) = unit else { return };
        let mut whole: Option<hir::Expr> = None;
        for (first, width, value) in list {
            let span = value.span;
            let mask = if width >= 64 { -1 } else { (1i128 << width) - 1 };
            let piece = match value.kind {
                ExprKind::Int(n) => self.int_value((n & mask) << first, self.common.ulong, span),
                kind => {
                    let value = self.scalar_convert(hir::Expr { kind, ..value }, self.common.ulong);
                    let mask = self.int_value(mask, self.common.ulong, span);
                    let masked = self.make(
                        ExprKind::Binary { op: hir::BinaryOp::BitAnd, left: Box::new(value), right: Box::new(mask) },
                        self.common.ulong,
                        span,
                    );
                    let by = self.int_value(i128::from(first), self.common.int, span);
                    self.make(
                        ExprKind::Binary { op: hir::BinaryOp::Shl, left: Box::new(masked), right: Box::new(by) },
                        self.common.ulong,
                        span,
                    )
                }
            };
            whole = Some(match (whole, piece) {
                (None, p) => p,
                (Some(hir::Expr { kind: ExprKind::Int(a), .. }), hir::Expr { kind: ExprKind::Int(b), .. }) => {
                    self.int_value(a | b, self.common.ulong, span)
                }
                (Some(a), b) => {
                    self.make(ExprKind::Binary { op: hir::BinaryOp::BitOr, left: Box::new(a), right: Box::new(b) }, self.common.ulong, span)
                }
            });
        }
        if let Some(whole) = whole {
            let value = self.scalar_convert(whole, ty);
            parts.push((offset, value));
        }
    }

    fn fill_defaults(&mut self, class: ClassId, from: usize, parts: &mut Vec<(u64, hir::Expr)>, offset: u64, span: Span) {
        let count = self.types.class(class).fields.len();
        for i in from..count {
            self.default_field(class, i, offset, parts, span);
        }
    }

    /// A member without initialiser in the list: its default, else empty braces.
    fn default_field(&mut self, class: ClassId, index: usize, offset: u64, parts: &mut Vec<(u64, hir::Expr)>, span: Span) {
        let field = self.types.class(class).fields[index].clone();
        if field.name.is_empty() && field.bits.is_some() {
            return;
        }
        let default = self.class_info(class).members.get(index).and_then(|m| m.default);
        if let Some(init) = default {
            let scope = self.class_info(class).scope;
            let value = self.within(scope, |s| s.initialise(bare(field.ty), Init::Written(init), &field.name, span));
            if field.bits.is_none() {
                parts.push((offset + field.offset, value));
            }
            return;
        }
        if self.is_reference(field.ty.ty) {
            self.report(errors::member_uninitialised(span, &field.name));
            return;
        }
        if let Some(inner) = self.class_of(self.innermost(field.ty).ty)
            && !self.is_trivial_for(inner, Special::DefaultConstructor)
        {
            let value = self.initialise(bare(field.ty), Init::Value, &field.name, span);
            parts.push((offset + field.offset, value));
        }
    }

    /// One element or member of an aggregate, from the next item or, with elided braces, the next few.
    fn element(&mut self, ty: QualType, offset: u64, cursor: &mut Cursor<'a>, parts: &mut Vec<(u64, hir::Expr)>, name: &str, span: Span) {
        let Some((_, e)) = cursor.items.get(cursor.at) else { return };
        let is_list = matches!(e.kind, ast::ExprKind::InitList(_));
        match self.ty(ty.ty).clone() {
            Type::Array { element, length: Some(n) } if !is_list => {
                if self.string_for(&e.kind, element.ty) {
                    cursor.at += 1;
                    let value = self.initialise(bare(ty), Init::Copy(Arg::Val(self.error_value(e.span))), name, e.span);
                    let _ = value;
                    if let ast::ExprKind::String(s) = &strip_parens(e).kind {
                        let value = self.string_array(s, element, Some(n), e.span);
                        parts.push((offset, value));
                    }
                    return;
                }
                let size = self.types.size_of(element.ty);
                for i in 0..n {
                    if cursor.at >= cursor.items.len() || cursor.items[cursor.at].0.is_some() {
                        break;
                    }
                    self.element(element, offset + i * size, cursor, parts, name, span);
                }
            }
            Type::Class(class) if !is_list && self.make_complete(ty.ty) && self.class_info(class).is_aggregate => {
                let arg = self.arg(e);
                let whole = match &arg {
                    Arg::Val(v) => self.is_error(v.e.ty) || self.implicit(&arg, bare(ty)).is_some(),
                    _ => true,
                };
                if whole || self.types.class(class).fields.is_empty() {
                    cursor.at += 1;
                    let value = self.initialise(bare(ty), Init::Copy(arg), name, e.span);
                    parts.push((offset, value));
                } else {
                    self.aggregate_class(class, offset, cursor, false, parts, name, span);
                }
            }
            _ => {
                cursor.at += 1;
                let init = match &e.kind {
                    ast::ExprKind::InitList(list) => Init::List(list),
                    _ => {
                        let arg = self.arg(e);
                        self.narrowing(&arg, ty.ty, e.span);
                        Init::Copy(arg)
                    }
                };
                let value = self.initialise(bare(ty), init, name, e.span);
                parts.push((offset, value));
            }
        }
    }

    fn string_for(&self, kind: &ast::ExprKind, element: TypeId) -> bool {
        let is_char = matches!(self.ty(element), Type::Int(i) if i.size() <= 4);
        match kind {
            ast::ExprKind::String(_) => is_char,
            ast::ExprKind::Paren(inner) => self.string_for(&inner.kind, element),
            _ => false,
        }
    }

    /// A character array from a string literal, padded with zeros.
    fn string_array(&mut self, s: &ast::StringLiteral, element: QualType, length: Option<u64>, span: Span) -> hir::Expr {
        let (unit, mut bytes) = self.string_units(s);
        let size = self.types.size_of(unit).max(1);
        if self.types.size_of(element.ty) != size {
            let (want, got) = (self.show_q(element), self.show(unit));
            self.report(errors::string_element(span, &want, &got));
            return self.error_value(span).e;
        }
        let count = bytes.len() as u64 / size;
        let n = length.unwrap_or(count);
        if count > n {
            self.report(errors::string_too_long(span, n, count));
            return self.error_value(span).e;
        }
        if n > 1 << 20 {
            // Do not blow up a literal to megabytes: its elements, the rest is zero.
            let ty = self.array_of(element, Some(n));
            let parts = bytes
                .chunks(size as usize)
                .enumerate()
                .map(|(i, c)| {
                    let v = c.iter().rev().fold(0i128, |a, b| a << 8 | i128::from(*b));
                    let v = self.truncate_int(v, element.ty);
                    (i as u64 * size, self.int_value(v, element.ty, span))
                })
                .collect();
            return self.make(ExprKind::Aggregate(parts), ty, span);
        }
        bytes.resize((n * size) as usize, 0);
        let place = self.string_place(unit, bytes, span);
        let ty = self.array_of(bare(element), Some(n));
        let e = hir::Expr { ty, ..place.e };
        self.make(ExprKind::Load(Box::new(e)), ty, span)
    }

    fn initialise_array(
        &mut self,
        ty: QualType,
        element: QualType,
        length: Option<u64>,
        init: Init<'a>,
        name: &str,
        span: Span,
    ) -> Option<hir::Expr> {
        match init {
            Init::Default => {
                let inner = self.innermost(ty);
                let class = self.class_of(inner.ty)?;
                self.make_complete(inner.ty);
                if self.is_trivial_for(class, Special::DefaultConstructor) {
                    return None;
                }
                let value = self.initialise_optional(bare(element), Init::Default, name, span)?;
                let n = length.unwrap_or(0);
                Some(self.make(ExprKind::Fill { element: Box::new(value), length: n }, ty.ty, span))
            }
            Init::Value => {
                let inner = self.innermost(ty);
                match self.class_of(inner.ty) {
                    Some(class) if self.make_complete(inner.ty) && !self.is_trivial_for(class, Special::DefaultConstructor) => {
                        let value = self.initialise(bare(element), Init::Value, name, span);
                        let n = length.unwrap_or(0);
                        Some(self.make(ExprKind::Fill { element: Box::new(value), length: n }, ty.ty, span))
                    }
                    _ => Some(self.make(ExprKind::Zero, ty.ty, span)),
                }
            }
            Init::List(list) => {
                if let [(None, e)] = list.items.as_slice()
                    && self.string_for(&e.kind, element.ty)
                    && let ast::ExprKind::String(s) = &strip_parens(e).kind
                {
                    return Some(self.string_array(s, element, length, e.span));
                }
                Some(self.array_list(ty, element, length, list, name))
            }
            Init::Copy(Arg::Val(v)) => {
                if self.is_error(v.e.ty) {
                    return Some(v.e);
                }
                if let ExprKind::Global(id) = v.e.kind
                    && self.is_string_literal(&v.e)
                    && let hir::GlobalInit::Bytes { bytes, .. } = &self.globals[id.0 as usize].init
                {
                    let bytes = bytes.clone();
                    let literal = ast::StringLiteral {
                        bytes: bytes[..bytes.len().saturating_sub(1)].into(),
                        prefix: ast::StringPrefix::None,
                        span: v.e.span,
                    };
                    if self.types.size_of(element.ty) == 1 {
                        return Some(self.string_array(&literal, element, length, v.e.span));
                    }
                }
                if self.are_similar(v.e.ty, ty.ty) && !v.e.is_place() {
                    return Some(v.e);
                }
                let (want, got) = (self.show_q(ty), self.show(v.e.ty));
                self.report(errors::array_initialiser(v.e.span, &want, &got));
                Some(self.error_value(span).e)
            }
            Init::Direct(args) => {
                let mut args = args;
                if args.len() == 1
                    && let Some(arg) = args.pop()
                {
                    return self.initialise_array(ty, element, length, Init::Copy(arg), name, span);
                }
                let want = self.show_q(ty);
                self.report(errors::array_initialiser(span, &want, "a list in parentheses"));
                Some(self.error_value(span).e)
            }
            _ => {
                let want = self.show_q(ty);
                self.report(errors::array_initialiser(span, &want, "something else"));
                Some(self.error_value(span).e)
            }
        }
    }

    fn array_list(&mut self, ty: QualType, element: QualType, length: Option<u64>, list: &'a InitList, name: &str) -> hir::Expr {
        let size = self.types.size_of(element.ty);
        let mut cursor = Cursor { items: &list.items, at: 0 };
        let mut parts = Vec::new();
        let mut index = 0u64;
        let mut count = 0u64;
        while cursor.at < cursor.items.len() {
            let before = cursor.at;
            if let (Some(designator), e) = &cursor.items[cursor.at] {
                match designator {
                    Designator::Index(i) => {
                        let v = self.read(i);
                        match self.evaluate_int(&v.e) {
                            Ok(n) if n >= 0 => index = n as u64,
                            _ => self.report(errors::index_designator(i.span)),
                        }
                    }
                    Designator::Member(m) => {
                        self.report(errors::index_designator(m.span));
                    }
                }
                let _ = e;
            }
            if length.is_some_and(|n| index >= n) {
                let extra = &cursor.items[cursor.at].1;
                let n = length.unwrap_or(0) as usize;
                self.report(errors::too_many_initialisers(extra.span, n, list.items.len()));
                break;
            }
            self.element(element, index.saturating_mul(size), &mut cursor, &mut parts, name, list.span);
            if cursor.at == before {
                cursor.at += 1;
            }
            index += 1;
            count = count.max(index);
        }
        let n = length.unwrap_or(count);
        // Elements of class type that the list does not reach are initialised from `{}`.
        let inner = self.innermost(element);
        if let Some(class) = self.class_of(inner.ty)
            && self.make_complete(inner.ty)
            && !self.is_trivial_for(class, Special::DefaultConstructor)
        {
            for i in count..n.min(1 << 16) {
                let value = self.initialise(bare(element), Init::Value, name, list.span);
                parts.push((i * size, value));
            }
        }
        let full = if length.is_some() { ty.ty } else { self.array_of(element, Some(n)) };
        self.make(ExprKind::Aggregate(parts), full, list.span)
    }

    /// The type that `auto` stands for, applied to the whole declarator.
    pub(super) fn deduce_auto(&mut self, specs: &'a ast::DeclSpecs, one: &'a ast::InitDeclarator) -> Option<QualType> {
        let span = one.declarator.span;
        let Some(init) = &one.init else {
            self.report(errors::auto_without_initialiser(span));
            return None;
        };
        let e = match init {
            Initializer::Equals(e) => e,
            Initializer::Parens(list, _) if list.len() == 1 => &list[0],
            Initializer::Braces(list) if list.items.len() == 1 => &list.items[0].1,
            _ => {
                self.report(errors::auto_without_initialiser(span));
                return None;
            }
        };
        let arg = self.arg(e);
        self.deduce_auto_from(specs, &one.declarator, &arg, span)
    }

    /// See [`Sema::deduce_auto`].
    pub(super) fn deduce_auto_from(
        &mut self,
        specs: &'a ast::DeclSpecs,
        declarator: &'a ast::Declarator,
        arg: &Arg<'a>,
        span: Span,
    ) -> Option<QualType> {
        let v = match arg {
            Arg::Val(v) => v.clone(),
            Arg::Overloads(o) => self.sole_function(o, None),
            Arg::List(list) => return self.deduce_auto_list(specs, declarator, list, span),
        };
        if self.is_error(v.e.ty) {
            return None;
        }
        let holes = super::deduce::Holes { names: &[], auto: Some(0) };
        let pattern = self.pattern(specs, declarator, &holes);
        let mut bindings = vec![None];
        let saved = std::mem::replace(&mut self.lenient, true);
        let ok = self.deduce_for_auto(&pattern, &v, &mut bindings);
        self.lenient = saved;
        let Some(super::entity::TArg::Type(q)) = bindings[0].clone().filter(|_| ok) else {
            let shown = self.show(v.e.ty);
            self.report(errors::auto_mismatch(span, &shown));
            return None;
        };
        let saved = self.auto_type.replace(q);
        let base = self.specified_type(specs);
        let ty = self.declarator(base, declarator).ty;
        self.auto_type = saved;
        if self.is_void(ty.ty) {
            self.report(errors::void_variable(span, "auto"));
            return None;
        }
        Some(ty)
    }

    fn deduce_for_auto(&mut self, p: &super::deduce::Pattern, v: &super::expressions::Val, bindings: &mut super::deduce::Bindings) -> bool {
        use super::deduce::PatternKind as K;
        let q = self.const_in_elements(self.type_of(&v.e));
        match &p.kind {
            K::Reference(inner, true) if v.cat == Cat::L && !inner.is_const => {
                let r = self.reference_to(q, false);
                self.deduce(inner, r.into(), bindings)
            }
            K::Reference(inner, _) => {
                let inner = (**inner).clone();
                self.deduce(&inner, q, bindings)
            }
            _ => {
                let d = self.decayed(q);
                let p = super::deduce::unqualified(p.clone());
                self.deduce(&p, d.into(), bindings)
            }
        }
    }

    /// `auto x = {1, 2}` is a `std::initializer_list`.
    fn deduce_auto_list(
        &mut self,
        _specs: &'a ast::DeclSpecs,
        _declarator: &'a ast::Declarator,
        list: &'a InitList,
        span: Span,
    ) -> Option<QualType> {
        let (_, first) = list.items.first()?;
        let v = self.read(first);
        let std = match self.own_name(self.global, "std", super::scope::Want::Any) {
            Some(super::entity::Entity::Namespace(s)) => s,
            _ => {
                self.report(errors::auto_without_initialiser(span));
                return None;
            }
        };
        match self.lookup_in(std, "initializer_list", super::scope::Want::Any) {
            Some(super::entity::Entity::Template(id)) => {
                match self.instantiate_template(id, &[super::entity::TArg::Type(v.e.ty.into())], span) {
                    super::entity::Entity::Type(q) => Some(q),
                    _ => None,
                }
            }
            _ => {
                self.report(errors::auto_without_initialiser(span));
                None
            }
        }
    }
}

/// Makes the temporary whose address `e` is live as long as the variable.
fn extend(e: &mut hir::Expr) {
    match &mut e.kind {
        ExprKind::Temporary { extended, .. } => *extended = true,
        ExprKind::AddressOf(inner)
        | ExprKind::Decay(inner)
        | ExprKind::Field { base: inner, .. }
        | ExprKind::Element { base: inner, .. }
        | ExprKind::Convert { operand: inner, .. } => extend(inner),
        ExprKind::Deref(inner) if matches!(inner.kind, ExprKind::AddressOf(_) | ExprKind::Convert { .. }) => extend(inner),
        _ => {}
    }
}

fn strip_parens(e: &ast::Expr) -> &ast::Expr {
    match &e.kind {
        ast::ExprKind::Paren(inner) => strip_parens(inner),
        _ => e,
    }
}
