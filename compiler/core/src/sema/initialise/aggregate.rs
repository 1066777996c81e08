//! Aggregates from braced lists (C++17 [dcl.init.aggr]): brace elision, designators, default member initialisers, bit-fields.
//!
//! The result is a list of values with their byte offsets; bit-fields of one unit are joined into one value.

use super::Init;
use crate::hir::{self, ClassId, ExprKind, IntType, QualType, StmtKind, Type, TypeId};
use crate::sema::entity::Special;
use crate::sema::expressions::Arg;
use crate::sema::types::bare;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast::{self, BinaryOp, Designator};

/// The items of a braced list that are still to be used.
pub(super) struct Cursor<'a> {
    pub(super) items: &'a [(Option<Designator>, ast::Expr)],
    pub(super) at: usize,
}

impl<'a> Sema<'a> {
    pub(super) fn aggregate_class(
        &mut self,
        class: ClassId,
        offset: u64,
        cursor: &mut Cursor<'a>,
        braced: bool,
        parts: &mut Vec<(u64, hir::Expr)>,
        span: Span,
    ) {
        let fields = self.types.class(class).fields.clone();
        let is_union = self.types.class(class).is_union;
        let mut index = 0;
        let mut done = vec![false; fields.len()];
        let align = self.types.class(class).align;
        let is_loose = fields.iter().any(|f| f.bits.is_some() && self.types.align_of(f.ty.ty) > align);
        let mut unit: Option<(u64, TypeId, Vec<(u32, u32, hir::Expr)>)> = None;
        while cursor.at < cursor.items.len() {
            let (designator, e) = &cursor.items[cursor.at];
            if let Some(d) = designator {
                if !braced {
                    break;
                }
                match d {
                    Designator::Member(m) => match fields.iter().position(|f| f.name == m.name) {
                        Some(i) => {
                            if i < index && !self.is_c {
                                self.report(errors::designator_out_of_order(m.span, &m.name));
                            }
                            index = i;
                        }
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
                if is_loose {
                    self.loose_bits(at, first, width, value, align, parts);
                    index += 1;
                    if is_union {
                        break;
                    }
                    continue;
                }
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

    /// A bit-field of a packed class, byte by byte; what a byte holds of the one before stays.
    fn loose_bits(&mut self, at: u64, first: u32, width: u32, value: hir::Expr, align: u64, parts: &mut Vec<(u64, hir::Expr)>) {
        let span = value.span;
        let (uchar, ulong) = (self.types.intern(Type::Int(IntType::UChar)), self.common.ulong);
        let mask = if width >= 64 { u128::from(u64::MAX) } else { (1 << width) - 1 } << first;
        let mut value = self.scalar_convert(value, ulong);
        // Computed once, before its bytes.
        if !matches!(value.kind, ExprKind::Int(_)) && !self.frames.is_empty() {
            let local = self.hidden_local("", ulong.into(), span);
            let declared = hir::Stmt { kind: StmtKind::Declare { local, init: Some(value) }, span };
            let (block, zero) = (hir::Block { stmts: vec![declared], end: span }, self.int_value(0, uchar, span));
            let first = self.make(ExprKind::Statements { block, value: Some(Box::new(zero)) }, uchar, span);
            parts.push((at, first));
            let place = self.make(ExprKind::Local(local), ulong, span);
            value = self.make(ExprKind::Load(Box::new(place)), ulong, span);
        }
        for byte in first / 8..(first + width).div_ceil(8) {
            let taken = (mask >> (8 * byte)) as i128 & 255;
            let by = 8 * i128::from(byte) - i128::from(first);
            let amount = self.int_value(by.abs(), self.common.int, span);
            let shift = if by < 0 { BinaryOp::Shl } else { BinaryOp::Shr };
            let moved = self.arithmetic(shift, value.clone(), amount, span).e;
            let taken = self.int_value(taken, ulong, span);
            let part = self.arithmetic(BinaryOp::BitAnd, moved, taken, span).e;
            let offset = at + u64::from(byte);
            let old = parts.iter().position(|(o, e)| *o == offset && !matches!(e.kind, ExprKind::Statements { .. }));
            let whole = match old {
                Some(i) => {
                    let old = parts.remove(i).1;
                    let old = self.scalar_convert(old, ulong);
                    self.arithmetic(BinaryOp::BitOr, old, part, span).e
                }
                None => part,
            };
            let whole = self.scalar_convert(whole, uchar);
            parts.push((offset, whole));
        }
        // The rest of the word that lowering would clear.
        let end = at + u64::from((first + width).div_ceil(8));
        for offset in end..end.next_multiple_of(align.max(1)) {
            let zero = self.int_value(0, uchar, span);
            parts.push((offset, zero));
        }
    }

    pub(super) fn fill_defaults(&mut self, class: ClassId, from: usize, parts: &mut Vec<(u64, hir::Expr)>, offset: u64, span: Span) {
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
                    self.aggregate_class(class, offset, cursor, false, parts, span);
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
