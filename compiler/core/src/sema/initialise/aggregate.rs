//! Aggregates from braced lists (C++17 [dcl.init.aggr]): brace elision, designators, bit-fields.
//!
//! The result is a list of values with their byte offsets; bit-fields of one word are joined into one value.

use super::Init;
use super::bit_fields::Piece;
use super::defaults::Parts;
use crate::hir::{self, ClassId, QualType, Type};
use crate::sema::expressions::Arg;
use crate::sema::types::bare;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast::{self, Designator};

/// The items of a braced list that are still to be used.
pub(super) struct Cursor<'a> {
    pub(super) items: &'a [(Option<Designator>, ast::Expr)],
    pub(super) at: usize,
    /// The item whose designator has been followed: what it designates is an aggregate without braces of its own.
    pub(super) entered: Option<usize>,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(items: &'a [(Option<Designator>, ast::Expr)]) -> Cursor<'a> {
        Cursor { items, at: 0, entered: None }
    }

    /// The designator of the next item, unless it has been followed.
    fn designator(&self) -> Option<&'a Designator> {
        self.items.get(self.at)?.0.as_ref().filter(|_| self.entered != Some(self.at))
    }
}

/// Whose the items of a list are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// The list is of the object itself.
    Own,
    /// It is of an object around it: a designator is meant for that.
    Around,
    /// So it is, but the object has no name, and a designator may name one of its members.
    AroundUnnamed,
}

impl<'a> Sema<'a> {
    /// The members of an object of `class`, from the next items of a list.
    pub(super) fn aggregate_parts(&mut self, class: ClassId, cursor: &mut Cursor<'a>, owner: Owner, span: Span) -> Parts {
        let fields = self.types.class(class).fields.clone();
        let is_union = self.types.class(class).is_union;
        let mut index = 0;
        let mut done = vec![false; fields.len()];
        let mut parts = self.no_parts();
        let mut pieces = Vec::new();
        while cursor.at < cursor.items.len() {
            let e = &cursor.items[cursor.at].1;
            if let Some(d) = cursor.designator() {
                if owner == Owner::Around {
                    break;
                }
                match d {
                    Designator::Member(m) => match fields.iter().position(|f| self.is_member_of(f, &m.name)) {
                        Some(i) => {
                            if i < index && !self.is_c {
                                self.report(errors::designator_out_of_order(m.span, &m.name));
                            }
                            // The members between come first.
                            for between in (index..i).filter(|_| !is_union) {
                                if !std::mem::replace(&mut done[between], true) {
                                    self.default_field(class, between, &mut parts, &mut pieces, span);
                                }
                            }
                            index = i;
                        }
                        None if owner == Owner::AroundUnnamed => break,
                        None => {
                            let shown = self.types.class(class).name.clone();
                            let names: Vec<_> = fields.iter().map(|f| f.name.clone()).collect();
                            let help = self.advice_on_member(class, &m.name, &names);
                            self.report(errors::no_member(m.span, &m.name, &shown, help));
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
                if !fields[index].name.is_empty() {
                    cursor.entered = Some(cursor.at);
                }
            }
            while index < fields.len() && fields[index].name.is_empty() && fields[index].bits.is_some() {
                index += 1;
            }
            let Some(field) = fields.get(index) else { break };
            done[index] = true;
            if field.bits.is_some() {
                cursor.at += 1;
                let arg = self.arg(e);
                let value = self.initialise(bare(field.ty), Init::Copy(arg), &field.name, e.span);
                pieces.extend(Piece::new(field, value));
            } else {
                self.join_bit_fields(class, std::mem::take(&mut pieces), &mut parts.list);
                self.element(field.ty, field.offset, cursor, &mut parts.list, &field.name, span);
            }
            index += 1;
            if is_union {
                break;
            }
        }
        self.join_bit_fields(class, pieces, &mut parts.list);
        if !is_union || !done.iter().any(|d| *d) {
            let left = (0..done.len()).filter(|i| !done[*i]);
            self.default_fields(class, left, &mut parts, span);
        }
        parts
    }

    /// Whether `field` is the member of that name, or one without a name that has it.
    fn is_member_of(&self, field: &hir::Field, name: &str) -> bool {
        let Type::Class(class) = self.ty(field.ty.ty) else { return &*field.name == name };
        let is_unnamed = field.name.is_empty() && field.bits.is_none();
        &*field.name == name || is_unnamed && self.types.class(*class).fields.iter().any(|f| self.is_member_of(f, name))
    }

    /// One element or member of an aggregate, from the next item or, with elided braces, the next few.
    pub(super) fn element(
        &mut self,
        ty: QualType,
        offset: u64,
        cursor: &mut Cursor<'a>,
        parts: &mut Vec<(u64, hir::Expr)>,
        name: &str,
        span: Span,
    ) {
        let Some((_, e)) = cursor.items.get(cursor.at) else { return };
        let is_list = matches!(e.kind, ast::ExprKind::InitList(_));
        match self.ty(ty.ty).clone() {
            Type::Array { element, length: Some(n) } if !is_list => {
                if self.string_for(&e.kind, element.ty) {
                    cursor.at += 1;
                    if let ast::ExprKind::String(s) = &strip_parens(e).kind {
                        let value = self.string_array(s, element, Some(n), e.span);
                        parts.push((offset, value));
                    }
                    return;
                }
                let size = self.types.size_of(element.ty);
                for i in 0..n {
                    if cursor.at >= cursor.items.len() || cursor.designator().is_some() {
                        break;
                    }
                    self.element(element, offset + i * size, cursor, parts, name, span);
                }
            }
            // A designator that is still to be followed names a member of it.
            Type::Class(class) if cursor.designator().is_some() => {
                let inner = self.aggregate_parts(class, cursor, Owner::AroundUnnamed, span);
                self.add_object(inner, ty.ty, offset, parts, span);
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
                    let inner = self.aggregate_parts(class, cursor, Owner::Around, span);
                    self.add_object(inner, ty.ty, offset, parts, span);
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
}

pub(super) fn strip_parens(e: &ast::Expr) -> &ast::Expr {
    match &e.kind {
        ast::ExprKind::Paren(inner) => strip_parens(inner),
        _ => e,
    }
}
