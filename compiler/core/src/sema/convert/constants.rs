//! Constants that an implicit conversion changes: told as a warning.

use crate::hir::{self, ExprKind, Type, TypeId};
use crate::sema::{Sema, errors};
use kern_diag::ExpansionId;

impl<'a> Sema<'a> {
    /// Warns where the constant `e` is another number in the type `to`.
    pub(in crate::sema) fn warn_of_changed_constant(&mut self, e: &hir::Expr, to: TypeId) {
        if self.quiet > 0 {
            return;
        }
        let Type::Int(target) = *self.ty(to) else { return };
        match e.kind {
            ExprKind::Int(n) if matches!(self.ty(e.ty), Type::Int(_) | Type::Enum(_)) => {
                let kept = self.truncate_int(n, to);
                // What is written as bits (`0xff`, `~0`, `'\xff'`) is meant as such.
                let is_bits = |text: &str| ["~", "0x", "0X", "0b", "'"].iter().any(|mark| text.contains(mark));
                let text = self.sources.text(e.span);
                // `'ab'` is no character.
                let is_long = text.starts_with('\'') && n > 0xff;
                if kept == n || is_bits(text) && !is_long || e.span.expansion != ExpansionId::NONE {
                    return;
                }
                let bits = 8 * target.size();
                let changes_sign = if target.is_signed() { n > 0 && n >> bits == 0 } else { n < 0 && n >> (bits - 1) == -1 };
                let shown = self.show(to);
                self.warn(errors::changed_constant(e.span, n, &shown, kept, changes_sign));
            }
            ExprKind::Float(x) => {
                let n = x.trunc();
                if n.is_finite() && n.abs() < 1e30 && self.truncate_int(n as i128, to) == n as i128 {
                    return;
                }
                let shown = self.show(to);
                self.warn(errors::constant_too_large(e.span, &shown));
            }
            _ => {}
        }
    }
}
