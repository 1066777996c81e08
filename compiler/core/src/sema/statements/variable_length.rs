//! Arrays whose length is known at run time (GNU): `T a[n]`, `T a[n][m]`, and what their elements start as.
//!
//! The elements that an initialiser gives are made first, then those behind them, as of an array with a length; of several
//! dimensions row by row.

use crate::hir::{self, BinaryOp, ExprKind, LocalId, QualType, StmtKind, Type};
use crate::sema::entity::{Entity, Name};
use crate::sema::expressions::{Arg, Cat, Val};
use crate::sema::initialise::Init;
use crate::sema::types::bare;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast;

/// The array whose elements are made.
struct Made<'n> {
    array: LocalId,
    ty: QualType,
    element: QualType,
    /// The locals that hold its dimensions.
    dimensions: Vec<LocalId>,
    name: &'n Name,
}

impl<'a> Sema<'a> {
    pub(super) fn variable_length(
        &mut self,
        one: &'a ast::InitDeclarator,
        ty: QualType,
        lengths: &[&'a ast::Expr],
        name: &Name,
        span: Span,
        out: &mut Vec<hir::Stmt>,
    ) {
        let ulong = self.common.ulong;
        let mut dimensions = Vec::new();
        for length in lengths {
            let v = self.read(length);
            let v = self.scalar_convert(v.e, ulong);
            if self.has_error(&v) {
                return self.leave_out(span, out);
            }
            dimensions.push(self.hold(v, out));
        }
        let mut count = dimensions[0];
        for &more in &dimensions[1..] {
            let (left, right) = (self.load_of(count, span), self.load_of(more, span));
            let product = self.ulong_binary(BinaryOp::Mul, left, right);
            count = self.hold(product, out);
        }
        let Type::Array { element, .. } = *self.ty(ty.ty) else { return };
        if !self.make_complete(element.ty) {
            let shown = self.show_q(element);
            self.report(errors::incomplete_type(span, &shown));
            return;
        }
        let destructor = self.destructor_for(element.ty, span);
        let alive = match destructor {
            Some(_) => {
                let none = self.int_value(0, ulong, span);
                self.hold(none, out)
            }
            None => count,
        };
        let id = self.add_local(hir::Local { name: name.clone(), ty, align: None, vla: Some(alive), destructor, span });
        if let Some(info) = self.frame().and_then(|f| f.info.get_mut(id.0 as usize)) {
            info.vla_length = Some(count);
            info.vla_dimensions.clone_from(&dimensions);
        }
        let frame = self.frames.last().map_or(0, |f| f.id);
        let scope = self.scope;
        self.declare(scope, name, Entity::Local { frame, id }, span);
        let load = self.load_of(count, span);
        self.push(out, StmtKind::Declare { local: id, init: Some(load) }, span);
        let made = Made { array: id, ty, element, dimensions, name };
        let start = self.int_value(0, ulong, span);
        match &one.init {
            None => {
                if let Some(value) = self.initialise_optional(bare(element), Init::Default, name, span) {
                    let all = self.load_of(count, span);
                    self.make_elements(&made, start, bare(element), (value, Some(all)), out);
                }
            }
            Some(ast::Initializer::Braces(list)) => self.make_row(&made, 0, start, Given::List(list), out),
            Some(ast::Initializer::Equals(e)) => self.make_row(&made, 0, start, Given::from_expr(e), out),
            Some(ast::Initializer::Parens(..)) => return self.report(errors::vla_initialiser(span, name)),
        }
        if destructor.is_some() {
            let place = self.local_place(alive, ulong.into(), span);
            let all = Val { e: self.load_of(count, span), cat: Cat::R, width: None };
            let assignment = self.assign(place, Arg::Val(all), span);
            self.push(out, StmtKind::Expr(assignment.e), span);
        }
    }

    /// Notes how long the arrays are that `pointer`, a parameter or variable of C, points to.
    pub(in crate::sema) fn hold_rows(&mut self, pointer: LocalId, rows: &[&'a ast::Expr], out: &mut Vec<hir::Stmt>) {
        let mut dimensions = Vec::new();
        for length in rows {
            let v = self.read(length);
            let v = self.scalar_convert(v.e, self.common.ulong);
            if self.has_error(&v) {
                return;
            }
            dimensions.push(self.hold(v, out));
        }
        let Some(&first) = dimensions.first() else { return };
        // How many there are is not known, and not asked.
        dimensions.insert(0, first);
        if let Some(info) = self.frame().and_then(|f| f.info.get_mut(pointer.0 as usize)) {
            info.vla_dimensions = dimensions;
        }
    }

    /// What `given` says of the dimension `depth` and those in it; its first element has the index `start`.
    fn make_row(&mut self, made: &Made<'_>, depth: usize, start: hir::Expr, given: Given<'a>, out: &mut Vec<hir::Stmt>) {
        let span = given.span();
        let is_last = depth + 1 == made.dimensions.len();
        let mut stride = self.int_value(1, self.common.ulong, span);
        for &inner in &made.dimensions[depth + 1..] {
            let length = self.load_of(inner, span);
            stride = self.ulong_binary(BinaryOp::Mul, stride, length);
        }
        let count = match given {
            Given::List(list) if list.items.is_empty() => 0,
            _ if is_last => {
                let unbounded = self.array_of(bare(made.element), None);
                let init = match given {
                    Given::List(list) => Init::List(list),
                    Given::Other(e) => Init::Copy(self.arg(e)),
                };
                let (value, ty) = self.initialise_variable(unbounded.into(), init, made.name, span);
                let Some(value) = value.filter(|v| !self.has_error(v)) else { return self.leave_out(span, out) };
                let Type::Array { length: Some(count), .. } = *self.ty(ty.ty) else { return };
                self.make_elements(made, start.clone(), ty, (value, None), out);
                count
            }
            Given::List(list) => {
                let is_row = |e: &ast::Expr| matches!(e.kind, ast::ExprKind::InitList(_) | ast::ExprKind::String(_));
                let rows = list.items.iter().all(|(designator, e)| designator.is_none() && is_row(e));
                // `{0}`: the inner braces may be left out.
                if !rows && (list.items.len() > 1 || list.items[0].0.is_some()) {
                    return self.report(errors::vla_initialiser(span, made.name));
                }
                for (i, (_, e)) in list.items.iter().enumerate() {
                    let row = self.int_value(i as i128, self.common.ulong, e.span);
                    let before = self.ulong_binary(BinaryOp::Mul, row, stride.clone());
                    let first = self.ulong_binary(BinaryOp::Add, start.clone(), before);
                    let row = if rows { Given::from_expr(e) } else { given };
                    self.make_row(made, depth + 1, first, row, out);
                }
                list.items.len() as u64
            }
            Given::Other(..) => return self.report(errors::vla_initialiser(span, made.name)),
        };
        let rest = self.initialise(bare(made.element), Init::Value, made.name, span);
        let given = self.int_value(i128::from(count), self.common.ulong, span);
        let before = self.ulong_binary(BinaryOp::Mul, given, stride.clone());
        let first = self.ulong_binary(BinaryOp::Add, start, before);
        let length = self.load_of(made.dimensions[depth], span);
        let left = self.less_or_none(length, count);
        let left = self.ulong_binary(BinaryOp::Mul, left, stride);
        self.make_elements(made, first, bare(made.element), (rest, Some(left)), out);
    }

    /// Makes what starts at the element `first`: one object of type `ty`, or `count` of them.
    fn make_elements(
        &mut self,
        made: &Made<'_>,
        first: hir::Expr,
        ty: QualType,
        (value, count): (hir::Expr, Option<hir::Expr>),
        out: &mut Vec<hir::Stmt>,
    ) {
        let span = value.span;
        let array = self.local_place(made.array, made.ty, span);
        let array = self.rvalue(array);
        let place = self.index(array, Arg::Val(Val { e: first, cat: Cat::R, width: None }), span);
        let address = self.address_of(place.e);
        let pointer = self.pointer_to(ty);
        let address = self.scalar_convert(address, pointer);
        let new = ExprKind::New {
            element: ty.ty,
            count: count.map(Box::new),
            init: Some(Box::new(value)),
            placement: Some(Box::new(address)),
            allocator: None,
            deallocator: None,
            destructor: None,
        };
        let new = self.make(new, pointer, span);
        self.push(out, StmtKind::Expr(new), span);
    }

    /// `length - given`, or 0 where there is no room for what is given.
    pub(in crate::sema) fn less_or_none(&mut self, length: hir::Expr, given: u64) -> hir::Expr {
        let (span, ulong) = (length.span, self.common.ulong);
        let given = self.int_value(i128::from(given), ulong, span);
        let then = Box::new(self.ulong_binary(BinaryOp::Sub, length.clone(), given.clone()));
        let fits = ExprKind::Binary { op: BinaryOp::Lt, left: Box::new(given), right: Box::new(length) };
        let condition = Box::new(self.make(fits, self.common.bool, span));
        let otherwise = Box::new(self.int_value(0, ulong, span));
        self.make(ExprKind::Conditional { condition, then, otherwise }, ulong, span)
    }

    /// A hidden local that holds `value`, an `unsigned long`.
    pub(in crate::sema) fn hold(&mut self, value: hir::Expr, out: &mut Vec<hir::Stmt>) -> LocalId {
        let span = value.span;
        let local = self.hidden_local("", self.common.ulong.into(), span);
        self.push(out, StmtKind::Declare { local, init: Some(value) }, span);
        local
    }

    fn ulong_binary(&self, op: BinaryOp, left: hir::Expr, right: hir::Expr) -> hir::Expr {
        let span = left.span;
        self.make(ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) }, self.common.ulong, span)
    }
}

/// What an initialiser gives for a row.
#[derive(Clone, Copy)]
enum Given<'a> {
    List(&'a ast::InitList),
    /// A string, or what is none.
    Other(&'a ast::Expr),
}

impl<'a> Given<'a> {
    fn from_expr(e: &'a ast::Expr) -> Self {
        match &e.kind {
            ast::ExprKind::InitList(list) => Given::List(list),
            _ => Given::Other(e),
        }
    }

    fn span(self) -> Span {
        match self {
            Given::List(list) => list.span,
            Given::Other(e) => e.span,
        }
    }
}
