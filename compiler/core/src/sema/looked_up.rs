//! Which parts of constants of the host device code has without their memory: nvcc looks them up while it compiles.
//!
//! That is what it does with initialisers of local variables, with members of elements (`table[1].x`) and with what a constant
//! pointer into an array leads to (`*table`); an element named by an index (`table[1]`) needs the array elsewhere.

use super::Sema;
use super::entity::ScopeKind;
use crate::hir::{self, Expr, ExprKind, FunctionId, GlobalId, StmtKind};
use kern_diag::Span;
use std::collections::HashSet;

/// How a place in a constant is found.
pub(super) enum Found {
    /// Not by constant indices alone, or without any.
    Nowhere,
    /// By a constant index at last.
    Element,
    /// As a member, or through a pointer: looked up wherever it stands.
    Known,
}

/// How `place` is found.
pub(super) fn way_to(place: &Expr) -> Found {
    match &place.kind {
        _ if !is_part(place) => Found::Nowhere,
        ExprKind::Element { .. } => Found::Element,
        _ => Found::Known,
    }
}

impl Sema<'_> {
    /// Whether a constant expression may call it: `constexpr` functions of the program, and lambdas.
    pub(super) fn may_be_known(&self, f: FunctionId) -> bool {
        let Some(func) = self.hir_owner.get(f.0 as usize).map(|owner| &self.funcs[owner.0 as usize]) else { return false };
        !func.is_system && (func.flags.is_constexpr || func.class.is_some_and(|class| self.class_info(class).lambda.is_some()))
    }

    /// Whether it is a `static constexpr` member: its elements are looked up too.
    pub(super) fn is_member_constant(&self, g: GlobalId) -> bool {
        let var = self.var_of_global.get(&g).map(|v| &self.vars[v.0 as usize]);
        var.is_some_and(|var| var.is_constexpr && matches!(self.scope_of(var.home).kind, ScopeKind::Class(_)))
    }
}

/// Where what is looked up is loaded, and the pointers that lead there.
pub(super) fn looked_up(body: &hir::Block) -> HashSet<Span> {
    let mut spans = HashSet::new();
    hir::walk::expressions(body, &mut |e| add_known(e, &mut spans));
    hir::walk::statements(body, &mut |s| {
        if let StmtKind::Declare { init: Some(init), .. } = &s.kind {
            add_loads(init, &mut spans);
        }
    });
    spans
}

fn add_known(e: &Expr, spans: &mut HashSet<Span>) {
    if let ExprKind::Load(place) = &e.kind
        && matches!(way_to(place), Found::Known)
    {
        add_pointers(place, spans);
    }
    super::deep(|| hir::walk::operands(e, &mut |operand| add_known(operand, spans)));
}

/// The arrays that a place goes through as pointers.
fn add_pointers(place: &Expr, spans: &mut HashSet<Span>) {
    match &place.kind {
        ExprKind::Field { base: inner, .. } | ExprKind::Element { base: inner, .. } => add_pointers(inner, spans),
        ExprKind::Deref(inner) | ExprKind::PointerAdd { pointer: inner, .. } => add_pointers(inner, spans),
        ExprKind::Decay(inner) => {
            spans.insert(place.span);
            add_pointers(inner, spans);
        }
        _ => {}
    }
}

fn add_loads(e: &Expr, spans: &mut HashSet<Span>) {
    if matches!(e.kind, ExprKind::Load(_)) {
        spans.insert(e.span);
    }
    super::deep(|| hir::walk::operands(e, &mut |operand| add_loads(operand, spans)));
}

/// Whether a place is found by constant indices, of which there is one; a pointer to the first element has one.
fn is_part(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Field { base, .. } => is_part(base),
        ExprKind::Element { base, index } => {
            matches!(index.kind, ExprKind::Int(_)) && (matches!(base.kind, ExprKind::Global(_)) || is_part(base))
        }
        ExprKind::Deref(pointer) => is_pointer_to_part(pointer),
        _ => false,
    }
}

fn is_pointer_to_part(pointer: &Expr) -> bool {
    match &pointer.kind {
        ExprKind::Decay(array) => matches!(array.kind, ExprKind::Global(_)) || is_part(array),
        ExprKind::PointerAdd { pointer, index, subtract: false } => matches!(index.kind, ExprKind::Int(_)) && is_pointer_to_part(pointer),
        _ => false,
    }
}
