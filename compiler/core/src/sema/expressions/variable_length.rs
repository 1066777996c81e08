//! Arrays of several dimensions that are known at run time: `a[i][j]` is an element of one array, in the order of C. Fewer indices
//! than dimensions give the address of the first element behind them.

use super::Val;
use crate::hir::{self, BinaryOp, ExprKind, LocalId};
use crate::sema::Sema;
use crate::sema::entity::Entity;
use crate::sema::scope::Want;
use crate::sema::specifiers::plain_name;
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

    /// What a local of type `unsigned long` holds.
    pub(in crate::sema) fn load_of(&mut self, local: LocalId, span: Span) -> hir::Expr {
        let place = self.make(ExprKind::Local(local), self.common.ulong, span);
        self.make(ExprKind::Load(Box::new(place)), self.common.ulong, span)
    }
}
