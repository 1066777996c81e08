//! Arrays of several dimensions that are known at run time: `a[i][j]` is an element of one array, in the order of C. Fewer indices
//! than dimensions give the address of the first element behind them.

use super::Val;
use crate::hir::{self, BinaryOp, ExprKind, LocalId, QualType, Type};
use crate::sema::entity::Entity;
use crate::sema::scope::Want;
use crate::sema::specifiers::plain_name;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast;

impl<'a> Sema<'a> {
    /// `base[index]` where `base` is such an array or a part of one.
    pub(super) fn index_of_variable_length(&mut self, base: &'a ast::Expr, index: &'a ast::Expr, span: Span) -> Option<Val> {
        if self.frames.last().is_none_or(|f| f.info.iter().all(|info| info.vla_dimensions.len() < 2)) {
            return None;
        }
        let mut indices = vec![index];
        let mut array = base;
        while let ast::ExprKind::Index { base, index } = &array.kind {
            indices.insert(0, index);
            array = base;
        }
        let ast::ExprKind::Path(path) = &array.kind else { return None };
        let name = plain_name(path)?.clone();
        let Entity::Local { frame, id } = self.lookup(&name, Want::Any)? else { return None };
        let current = self.frames.last().filter(|f| f.id == frame)?;
        let dimensions = current.info.get(id.0 as usize)?.vla_dimensions.clone();
        if dimensions.len() < 2 || indices.len() > dimensions.len() {
            return None;
        }
        let ulong = self.common.ulong;
        let mut flat: Option<hir::Expr> = None;
        for (i, &dimension) in dimensions.iter().enumerate() {
            if let Some(before) = flat {
                let length = self.load_of(dimension, span);
                let kind = ExprKind::Binary { op: BinaryOp::Mul, left: Box::new(before), right: Box::new(length) };
                flat = Some(self.make(kind, ulong, span));
            }
            let Some(index) = indices.get(i) else { continue };
            let index = self.read(index);
            let index = self.scalar_convert(index.e, ulong);
            flat = Some(match flat {
                Some(before) => {
                    self.make(ExprKind::Binary { op: BinaryOp::Add, left: Box::new(before), right: Box::new(index) }, ulong, span)
                }
                None => index,
            });
        }
        let array = self.expr(array);
        let flat = Val { e: flat?, cat: super::Cat::R, width: None };
        if indices.len() == dimensions.len() {
            return Some(self.index(array, super::Arg::Val(flat), span));
        }
        let start = self.rvalue(array);
        Some(self.pointer_add(start, flat, false, span))
    }

    /// How many lengths are left of an array of several that are known at run time, or of a pointer to such rows, after the indices in
    /// `e`; and the variable. `None` is anything else.
    fn rows_left(&mut self, e: &'a ast::Expr) -> Option<(usize, Vec<LocalId>)> {
        let mut indices = 0;
        let mut array = e;
        loop {
            match &array.kind {
                ast::ExprKind::Index { base, .. } => (array, indices) = (base, indices + 1),
                ast::ExprKind::Paren(inner) => array = inner,
                _ => break,
            }
        }
        let ast::ExprKind::Path(path) = &array.kind else { return None };
        let name = plain_name(path)?.clone();
        let Entity::Local { frame, id } = self.lookup(&name, Want::Any)? else { return None };
        let current = self.frames.last().filter(|f| f.id == frame)?;
        let dimensions = current.info.get(id.0 as usize)?.vla_dimensions.clone();
        (dimensions.len() >= 2 && indices < dimensions.len()).then(|| (dimensions.len() - indices, dimensions))
    }

    /// Reports arithmetic on, or a `*` of, the address of a row whose length is known at run time; whether it is none.
    pub(in crate::sema) fn check_no_rows(&mut self, e: &'a ast::Expr) -> bool {
        if self.frames.last().is_none_or(|f| f.info.iter().all(|info| info.vla_dimensions.len() < 2)) {
            return true;
        }
        if self.rows_left(e).is_none_or(|(left, _)| left < 2) {
            return true;
        }
        let what = "arithmetic with pointers to rows whose length is known at run time";
        self.report(errors::unsupported(e.span, what).help("write an index: `a[i][j]`"));
        false
    }

    /// The bytes of a row whose length is known at run time, for `sizeof`.
    pub(super) fn size_of_row(&mut self, e: &'a ast::Expr, v: &Val) -> Option<Val> {
        let (left, dimensions) = self.rows_left(e).filter(|(left, all)| *left < all.len())?;
        let element = self.pointee(v.e.ty)?;
        let span = e.span;
        let mut size = self.int_value(i128::from(self.types.size_of(element.ty)), self.common.ulong, span);
        for &length in &dimensions[dimensions.len() - left..] {
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
