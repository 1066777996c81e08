//! Members of aggregates that a list leaves out ([dcl.init.aggr]/5): each starts as its default member initialiser says, which
//! may name the object, of which the members before it are there.

use super::Init;
use super::bit_fields::Piece;
use crate::hir::{self, ClassId, Conversion, ExprKind, ObjectId, TypeId};
use crate::sema::entity::Special;
use crate::sema::expressions::Val;
use crate::sema::types::bare;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast;

/// An aggregate of which a default member initialiser is being checked.
#[derive(Clone, Copy, Debug)]
pub(in crate::sema) struct UnderConstruction {
    pub(in crate::sema) class: ClassId,
    pub(in crate::sema) object: ObjectId,
    /// How many function bodies are open: in those that are checked meanwhile `this` is their own.
    frames: usize,
    /// The initialiser names it.
    is_named: bool,
}

/// How often a default member initialiser may stand in functions that it needs itself.
const MAX_OPEN_DEFAULTS: usize = 3;

/// A default member initialiser that is being checked.
#[derive(Clone, Copy, Debug)]
pub(in crate::sema) struct OpenDefault {
    class: ClassId,
    /// Which member it starts.
    index: usize,
    /// How many function bodies are open.
    frames: usize,
}

/// The values of the members of an object that a list makes, each with its offset.
#[derive(Debug)]
pub(super) struct Parts {
    object: ObjectId,
    pub(super) list: Vec<(u64, hir::Expr)>,
    /// One of them names the object.
    is_named: bool,
}

impl<'a> Sema<'a> {
    /// The aggregate whose default member initialiser the expression being checked stands in.
    pub(in crate::sema) fn constructed_here(&self) -> Option<UnderConstruction> {
        self.under_construction.filter(|made| made.frames == self.frames.len())
    }

    /// That aggregate, as what `*this` is there.
    pub(in crate::sema) fn object_under_construction(&mut self, span: Span) -> Option<Val> {
        let made = self.constructed_here()?;
        self.under_construction = Some(UnderConstruction { is_named: true, ..made });
        let ty = self.class_type(made.class);
        Some(self.place(ExprKind::Object(made.object), ty.into(), span))
    }

    pub(super) fn no_parts(&mut self) -> Parts {
        self.aggregates += 1;
        Parts { object: ObjectId(self.aggregates), list: Vec::new(), is_named: false }
    }

    /// The object of type `ty` that consists of these parts.
    pub(super) fn object_of(&self, parts: Parts, ty: TypeId, span: Span) -> hir::Expr {
        let value = self.make(ExprKind::Aggregate(parts.list), ty, span);
        if !parts.is_named {
            return value;
        }
        self.make(ExprKind::Building { object: parts.object, value: Box::new(value) }, ty, span)
    }

    /// Adds to the parts of another object those of one of type `ty` that lies in it at `offset`.
    pub(super) fn add_object(&self, inner: Parts, ty: TypeId, offset: u64, outer: &mut Vec<(u64, hir::Expr)>, span: Span) {
        if inner.is_named {
            outer.push((offset, self.object_of(inner, ty, span)));
        } else {
            outer.extend(inner.list.into_iter().map(|(at, part)| (offset + at, part)));
        }
    }

    /// The members that a list leaves out, which are `which`.
    pub(super) fn default_fields(&mut self, class: ClassId, which: impl Iterator<Item = usize>, parts: &mut Parts, span: Span) {
        let mut pieces = Vec::new();
        for i in which {
            self.default_field(class, i, parts, &mut pieces, span);
        }
        self.join_bit_fields(class, pieces, &mut parts.list);
    }

    /// A member without initialiser in the list: its default, else empty braces. `pieces` are the bit-fields before it that are
    /// no part yet.
    pub(super) fn default_field(&mut self, class: ClassId, index: usize, parts: &mut Parts, pieces: &mut Vec<Piece>, span: Span) {
        let field = self.types.class(class).fields[index].clone();
        let default = self.class_info(class).members.get(index).and_then(|m| m.default);
        if field.bits.is_some() {
            if let Some(init) = default {
                self.default_bits(class, (index, init), parts, pieces, span);
            }
            return;
        }
        self.join_bit_fields(class, std::mem::take(pieces), &mut parts.list);
        if let Some(init) = default {
            let (value, _) = self.default_value(class, (index, &field, init), parts, span);
            parts.list.push((field.offset, value));
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
            parts.list.push((field.offset, value));
        }
    }

    /// What a default member initialiser gives, and whether that names the object.
    fn default_value(
        &mut self,
        class: ClassId,
        (index, field, init): (usize, &hir::Field, &'a ast::Initializer),
        parts: &mut Parts,
        span: Span,
    ) -> (hir::Expr, bool) {
        let open = OpenDefault { class, index, frames: self.frames.len() };
        if self.is_endless_default(open) {
            self.report(errors::default_member_needs_itself(span, &field.name));
            return (self.error_value(span).e, false);
        }
        self.open_defaults.push(open);
        let scope = self.class_info(class).scope;
        let made = UnderConstruction { class, object: parts.object, frames: self.frames.len(), is_named: false };
        let outer = self.under_construction.replace(made);
        let value = self.within(scope, |s| s.initialise(bare(field.ty), Init::Written(init), &field.name, span));
        let made = std::mem::replace(&mut self.under_construction, outer);
        self.open_defaults.pop();
        let is_named = made.is_some_and(|made| made.is_named);
        parts.is_named |= is_named;
        (value, is_named)
    }

    /// Whether a default member initialiser is needed to check itself. A function that it calls may name the class, and is checked
    /// once; a lambda in it is checked each time.
    fn is_endless_default(&self, open: OpenDefault) -> bool {
        let same = |other: &&OpenDefault| (other.class, other.index) == (open.class, open.index);
        let mut earlier = self.open_defaults.iter().filter(same);
        earlier.clone().count() >= MAX_OPEN_DEFAULTS || earlier.any(|other| other.frames == open.frames)
    }

    /// The default of a bit-field. One that names the object is assigned once the words with the members before it are there.
    fn default_bits(
        &mut self,
        class: ClassId,
        (index, init): (usize, &'a ast::Initializer),
        parts: &mut Parts,
        pieces: &mut Vec<Piece>,
        span: Span,
    ) {
        let field = self.types.class(class).fields[index].clone();
        let (value, is_named) = self.default_value(class, (index, &field, init), parts, span);
        if !is_named || self.has_error(&value) {
            pieces.extend(Piece::new(&field, value));
            return;
        }
        pieces.extend(Piece::new(&field, self.zero(field.ty.ty, span)));
        self.join_bit_fields(class, std::mem::take(pieces), &mut parts.list);
        let ty = self.class_type(class);
        let object = self.place(ExprKind::Object(parts.object), ty.into(), span);
        let place = hir::Expr { is_const: false, ..self.field_place(object, index as u32, span).e };
        let assigned = self.make(ExprKind::Assign { place: Box::new(place), value: Box::new(value) }, field.ty.ty, span);
        let convert = ExprKind::Convert { conversion: Conversion::ToVoid, operand: Box::new(assigned) };
        parts.list.push((field.offset, self.make(convert, self.common.void, span)));
    }
}
