//! Arrays: from braced lists, designators and string literals; the list gives an unknown bound.

use super::Init;
use super::aggregate::{Cursor, strip_parens};
use crate::hir::{self, ExprKind, QualType, Type, TypeId};
use crate::sema::entity::Special;
use crate::sema::expressions::Arg;
use crate::sema::specifiers::plain_name;
use crate::sema::types::bare;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast::{self, Designator, InitList};

/// Most elements of `[first ... last] =`.
const MAX_RANGE: u64 = 1 << 16;

impl<'a> Sema<'a> {
    /// Whether a string literal, `kind`, initialises an array of `element`.
    pub(in crate::sema) fn string_for(&self, kind: &ast::ExprKind, element: TypeId) -> bool {
        let is_char = matches!(self.ty(element), Type::Int(i) if i.size() <= 4);
        match kind {
            ast::ExprKind::String(_) => is_char,
            ast::ExprKind::Paren(inner) => self.string_for(&inner.kind, element),
            _ => false,
        }
    }

    /// A character array from a string literal, padded with zeros.
    pub(super) fn string_array(&mut self, s: &ast::StringLiteral, element: QualType, length: Option<u64>, span: Span) -> hir::Expr {
        let (unit, bytes) = self.string_units(s);
        if self.types.size_of(element.ty) != self.types.size_of(unit).max(1) {
            let (want, got) = (self.show_q(element), self.show(unit));
            self.report(errors::string_element(span, &want, &got));
            return self.error_value(span).e;
        }
        self.array_of_units(unit, bytes, element, length, span)
    }

    fn array_of_units(&mut self, unit: TypeId, mut bytes: Vec<u8>, element: QualType, length: Option<u64>, span: Span) -> hir::Expr {
        let size = self.types.size_of(unit).max(1);
        let mut count = bytes.len() as u64 / size;
        let n = length.unwrap_or(count);
        if self.is_c && count == n + 1 {
            // C leaves the zero out that has no room.
            count = n;
            bytes.truncate((n * size) as usize);
        }
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

    pub(super) fn initialise_array(
        &mut self,
        ty: QualType,
        element: QualType,
        length: Option<u64>,
        init: Init<'a>,
        name: &str,
        span: Span,
    ) -> Option<hir::Expr> {
        // Where the elements lie is asked before the first is made.
        self.make_complete(element.ty);
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
                    let unit = self.innermost(v.e.ty.into()).ty;
                    let is_char = |s: &Self, ty: TypeId| matches!(s.ty(ty), Type::Int(i) if i.size() == 1);
                    if is_char(self, unit) && is_char(self, element.ty) || unit == element.ty {
                        return Some(self.array_of_units(unit, bytes, element, length, v.e.span));
                    }
                }
                if self.are_similar(v.e.ty, ty.ty) && !v.e.is_place() {
                    return Some(v.e);
                }
                if self.is_c
                    && self.are_similar(v.e.ty, ty.ty)
                    && let ExprKind::Temporary { value, .. } = v.e.kind
                {
                    return Some(*value);
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

    /// The first element that `[index] =` or GNU's `[first ... last] =` is for, and how many more.
    fn designated_elements(&mut self, index: &'a ast::Expr) -> Option<(u64, u64)> {
        let (first, last) = range_ends(index).unwrap_or((index, index));
        let mut at = |e: &'a ast::Expr| {
            let v = self.read(e);
            self.evaluate_int(&v.e).ok().and_then(|n| u64::try_from(n).ok())
        };
        let (first, last) = (at(first)?, at(last)?);
        Some((first, last.checked_sub(first)?))
    }

    /// Gives the value of an element, which is `parts` from `made` on, to the `more` elements of `size` bytes behind it. It is evaluated
    /// once (GCC, "Designated Initializers"), so that it may do nothing else.
    fn repeat_parts(&mut self, parts: &mut Vec<(u64, hir::Expr)>, made: usize, (more, size): (u64, u64), span: Span) {
        let value = parts.split_off(made);
        let mut has_effect = false;
        for (_, e) in &value {
            crate::sema::reach::walk(e, &mut |e| {
                has_effect |= matches!(
                    e.kind,
                    ExprKind::Call { .. } | ExprKind::Assign { .. } | ExprKind::CompoundAssign { .. } | ExprKind::Step { .. }
                );
            });
        }
        if has_effect || more >= MAX_RANGE {
            let what = if has_effect { "a value with effects for a range of elements" } else { "a range of so many elements" };
            return self.report(errors::unsupported(span, what));
        }
        parts.extend((0..=more).flat_map(|k| value.iter().map(move |(at, e)| (at + k * size, e.clone()))));
    }

    fn array_list(&mut self, ty: QualType, element: QualType, length: Option<u64>, list: &'a InitList, name: &str) -> hir::Expr {
        let size = self.types.size_of(element.ty);
        let mut cursor = Cursor::new(&list.items);
        let mut parts = Vec::new();
        let mut index = 0u64;
        let mut count = 0u64;
        while cursor.at < cursor.items.len() {
            let before = cursor.at;
            let mut more = 0;
            if let Some(designator) = &cursor.items[cursor.at].0 {
                match designator {
                    Designator::Index(i) => match self.designated_elements(i) {
                        Some((first, others)) => (index, more) = (first, others),
                        None => self.report(errors::index_designator(i.span)),
                    },
                    Designator::Member(m) => {
                        self.report(errors::index_designator(m.span));
                    }
                }
            }
            if length.is_some_and(|n| index.saturating_add(more) >= n) {
                let extra = &cursor.items[cursor.at].1;
                let n = length.unwrap_or(0) as usize;
                self.report(errors::too_many_initialisers(extra.span, n, list.items.len()));
                break;
            }
            let made = parts.len();
            cursor.entered = Some(before);
            self.element(element, index.saturating_mul(size), &mut cursor, &mut parts, name, list.span);
            if cursor.at == before {
                cursor.at += 1;
            }
            if more > 0 {
                self.repeat_parts(&mut parts, made, (more, size), cursor.items[before].1.span);
            }
            index = index.saturating_add(more).saturating_add(1);
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
}

/// The ends of `[first ... last] =`, if `index` is the call that stands for that.
fn range_ends(index: &ast::Expr) -> Option<(&ast::Expr, &ast::Expr)> {
    let ast::ExprKind::Call { callee, args } = &index.kind else { return None };
    let ast::ExprKind::Path(path) = &callee.kind else { return None };
    let [first, last] = args.as_slice() else { return None };
    plain_name(path).filter(|name| &***name == ast::RANGE_DESIGNATOR).map(|_| (first, last))
}
