//! Shuffles in groups of lanes whose width is no power of two: what they give is not defined (CUDA C++ Programming Guide, "Warp
//! Shuffle Functions").

use super::Lint;
use crate::hir::{Callee, Expr, ExprKind};
use kern_diag::{Code, Diagnostic};

const WARP: i128 = 32;

pub(super) fn look_at(lint: &mut Lint<'_>, e: &Expr) {
    let ExprKind::Call { callee: Callee::Direct(f), args, .. } = &e.kind else { return };
    let Some(Expr { kind: ExprKind::Int(width), span, .. }) = args.get(3) else { return };
    let called = &lint.program.functions[f.0 as usize];
    let is_width = *width > 0 && *width <= WARP && width & (width - 1) == 0;
    if is_width || !called.name.starts_with("__shfl_") || !called.name.ends_with("_sync") {
        return;
    }
    let name = called.name.to_string();
    lint.warn(
        Diagnostic::warning(Code::SHUFFLE_WIDTH, *span, format!("`{name}` in groups of {width} lanes: the result is not defined"))
            .label("not a power of two from 1 to 32")
            .help("use 2, 4, 8, 16 or 32 lanes, and look at the lane before the value is used"),
    );
}
