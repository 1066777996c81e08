//! Arrays of several dimensions that are known at run time: `a[i][j]` is an element of one array, in the order of C. Fewer indices
//! than dimensions give the address of the first element behind them. `*a` is `a[0]`, and `a + i` the address of `a[i]`.

use super::Val;
use crate::hir::{self, BinaryOp, ExprKind, LocalId, QualType, Type};
use crate::sema::entity::Entity;
use crate::sema::scope::Want;
use crate::sema::specifiers::plain_name;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast;

/// A variable, the indices behind it, each a sum, and what is added to their address: `*(a[i] + j) + k` is `a`, `i`, `j` and `k`.
struct Rows<'a> {
    array: &'a ast::Expr,
    indices: Vec<Vec<(bool, &'a ast::Expr)>>,
    offset: Vec<(bool, &'a ast::Expr)>,
}

impl<'a> Rows<'a> {
    fn new(e: &'a ast::Expr) -> Rows<'a> {
        let mut rows = Rows { array: e, indices: Vec::new(), offset: Vec::new() };
        loop {
            match &rows.array.kind {
                ast::ExprKind::Paren(inner) => rows.array = inner,
                ast::ExprKind::Index { base, index } => {
                    rows.indices.push(vec![(true, index)]);
                    rows.array = base;
                }
                ast::ExprKind::Unary { op: ast::UnaryOp::Deref, operand } => {
                    rows.indices.push(Vec::new());
                    rows.array = operand;
                }
                ast::ExprKind::Unary { op: ast::UnaryOp::AddressOf, operand } if rows.indices.is_empty() => {
                    let mut of = Rows::new(operand);
                    if let (Some(last), true) = (of.indices.pop(), of.offset.is_empty()) {
                        rows.offset.extend(last);
                        return Rows { offset: rows.offset, ..of };
                    }
                    break;
                }
                ast::ExprKind::Binary { op: op @ (ast::BinaryOp::Add | ast::BinaryOp::Sub), left, right, .. } => {
                    rows.indices.last_mut().unwrap_or(&mut rows.offset).push((*op == ast::BinaryOp::Add, right));
                    rows.array = left;
                }
                _ => break,
            }
        }
        rows.indices.reverse();
        rows
    }
}

impl<'a> Sema<'a> {
    /// `e` where it is an element or a row of such an array, or an address that sums with rows give: `a[i][j]`, `*(a + i)`, `a + i`.
    pub(super) fn index_of_variable_length(&mut self, e: &'a ast::Expr) -> Option<Val> {
        let (rows, dimensions) = self.rows_of(e)?;
        let span = e.span;
        let is_address = !rows.offset.is_empty();
        let mut indices = rows.indices;
        indices.extend(is_address.then_some(rows.offset));
        // Sums with addresses of elements are as any.
        if indices.is_empty() || is_address && indices.len() == dimensions.len() {
            return None;
        }
        let ulong = self.common.ulong;
        let mut flat = self.int_value(0, ulong, span);
        for (i, &dimension) in dimensions.iter().enumerate() {
            if i > 0 {
                let length = self.load_of(dimension, span);
                flat = self.of_ulong(BinaryOp::Mul, flat, length, span);
            }
            for &(is_added, index) in indices.get(i).into_iter().flatten() {
                let index = self.read(index);
                if self.is_pointer(index.e.ty) {
                    let what = "this difference of pointers to rows whose length is known at run time";
                    self.report(errors::unsupported(span, what).help("store both pointers in variables first"));
                    return Some(self.error_value(span));
                }
                let index = self.scalar_convert(index.e, ulong);
                flat = self.of_ulong(if is_added { BinaryOp::Add } else { BinaryOp::Sub }, flat, index, span);
            }
        }
        let array = self.expr(rows.array);
        let flat = Val { e: flat, cat: super::Cat::R, width: None };
        if indices.len() == dimensions.len() && !is_address {
            return Some(self.index(array, super::Arg::Val(flat), span));
        }
        let start = self.rvalue(array);
        Some(self.pointer_add(start, flat, false, span))
    }

    fn of_ulong(&mut self, op: BinaryOp, left: hir::Expr, right: hir::Expr, span: Span) -> hir::Expr {
        if let (ExprKind::Int(0), BinaryOp::Add | BinaryOp::Mul) = (&left.kind, op) {
            return if op == BinaryOp::Add { right } else { left };
        }
        self.make(ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) }, self.common.ulong, span)
    }

    /// What `e` names of an array of several lengths that are known at run time, or of what a pointer to such rows points at; and the
    /// variables that hold the lengths. `None` is anything else.
    fn rows_of(&mut self, e: &'a ast::Expr) -> Option<(Rows<'a>, Vec<LocalId>)> {
        if self.frames.last().is_none_or(|f| f.info.iter().all(|info| info.vla_dimensions.len() < 2)) {
            return None;
        }
        let rows = Rows::new(e);
        let ast::ExprKind::Path(path) = &rows.array.kind else { return None };
        let name = plain_name(path)?.clone();
        let Entity::Local { frame, id } = self.lookup(&name, Want::Any)? else { return None };
        let current = self.frames.last().filter(|f| f.id == frame)?;
        let dimensions = current.info.get(id.0 as usize)?.vla_dimensions.clone();
        (dimensions.len() >= 2 && rows.indices.len() < dimensions.len() + usize::from(rows.offset.is_empty())).then_some((rows, dimensions))
    }

    /// The elements of what `e`, the address of a row, points at; `None` if it is no such address.
    fn row_length(&mut self, e: &'a ast::Expr) -> Option<hir::Expr> {
        let (rows, dimensions) = self.rows_of(e)?;
        let mut length = None;
        for &dimension in dimensions.get(rows.indices.len() + 1..)? {
            let next = self.load_of(dimension, e.span);
            length = Some(match length {
                Some(length) => self.of_ulong(BinaryOp::Mul, length, next, e.span),
                None => next,
            });
        }
        length
    }

    /// Whether `e` is the address of a row.
    pub(super) fn is_row(&mut self, e: &'a ast::Expr) -> bool {
        self.rows_of(e).is_some_and(|(rows, dimensions)| rows.indices.len() + 2 <= dimensions.len())
    }

    /// `pointer + count`, or `pointer - count`, for the address of a row; a count that is not there is 1.
    pub(super) fn moved_row(&mut self, pointer: &'a ast::Expr, is_added: bool, count: Option<&'a ast::Expr>, span: Span) -> Val {
        let Some(mut by) = self.row_length(pointer) else { return self.error_value(span) };
        if let Some(count) = count {
            let count = self.read(count);
            let count = self.scalar_convert(count.e, self.common.ulong);
            by = self.of_ulong(BinaryOp::Mul, by, count, span);
        }
        let start = self.expr(pointer);
        let start = self.rvalue(start);
        self.pointer_add(start, Val { e: by, cat: super::Cat::R, width: None }, !is_added, span)
    }

    /// `pointer += count`, and a step where there is no count, of a variable that points to rows; the value is the old one or the new.
    pub(super) fn step_of_rows(
        &mut self,
        pointer: &'a ast::Expr,
        is_added: bool,
        count: Option<&'a ast::Expr>,
        is_old: bool,
        span: Span,
    ) -> Val {
        let sum = self.moved_row(pointer, is_added, count, span);
        let place = self.expr(pointer);
        let moved = self.assign(place, super::Arg::Val(sum), span);
        let Some(row) = self.row_length(pointer).filter(|_| is_old) else { return moved };
        let moved = self.rvalue(moved);
        self.pointer_add(moved, Val { e: row, cat: super::Cat::R, width: None }, is_added, span)
    }

    /// `left - right` of addresses of rows; that of `right` is known to be one.
    pub(super) fn difference_of_rows(&mut self, left: &'a ast::Expr, right: &'a ast::Expr, span: Span) -> Val {
        let Some(row) = self.row_length(right) else { return self.error_value(span) };
        let (left, right) = (self.expr(left), self.expr(right));
        let (left, right) = (self.rvalue(left), self.rvalue(right));
        let long = self.common.long;
        let elements = self.make(ExprKind::PointerDiff { left: Box::new(left.e), right: Box::new(right.e) }, long, span);
        let row = self.scalar_convert(row, long);
        let kind = ExprKind::Binary { op: BinaryOp::Div, left: Box::new(elements), right: Box::new(row) };
        Val { e: self.make(kind, long, span), cat: super::Cat::R, width: None }
    }

    /// The bytes of a row whose length is known at run time, for `sizeof`.
    pub(super) fn size_of_row(&mut self, e: &'a ast::Expr, v: &Val) -> Option<Val> {
        let (rows, dimensions) = self.rows_of(e)?;
        let indices = rows.indices.len();
        if indices == 0 || indices == dimensions.len() || !rows.offset.is_empty() {
            return None;
        }
        let element = self.pointee(v.e.ty)?;
        let span = e.span;
        let mut size = self.int_value(i128::from(self.types.size_of(element.ty)), self.common.ulong, span);
        for &length in &dimensions[indices..] {
            let length = self.load_of(length, span);
            let kind = ExprKind::Binary { op: BinaryOp::Mul, left: Box::new(size), right: Box::new(length) };
            size = self.make(kind, self.common.ulong, span);
        }
        Some(Val { e: size, cat: super::Cat::R, width: None })
    }

    /// `sizeof` of an array type whose length is known at run time.
    pub(super) fn size_of_variable_type(&mut self, ty: &'a ast::TypeName, q: QualType, span: Span) -> Option<Val> {
        let Type::Array { element, length: None } = *self.ty(q.ty) else { return None };
        let base = self.specified_type(&ty.specs);
        let lengths = self.declarator(base, &ty.declarator).vla;
        if lengths.is_empty() {
            return None;
        }
        let mut size = self.int_value(i128::from(self.types.size_of(element.ty)), self.common.ulong, span);
        for length in lengths {
            let length = self.read(length);
            let length = self.scalar_convert(length.e, self.common.ulong);
            let kind = ExprKind::Binary { op: BinaryOp::Mul, left: Box::new(size), right: Box::new(length) };
            size = self.make(kind, self.common.ulong, span);
        }
        Some(Val { e: size, cat: super::Cat::R, width: None })
    }

    /// What a local of type `unsigned long` holds.
    pub(in crate::sema) fn load_of(&mut self, local: LocalId, span: Span) -> hir::Expr {
        let place = self.make(ExprKind::Local(local), self.common.ulong, span);
        self.make(ExprKind::Load(Box::new(place)), self.common.ulong, span)
    }
}
