//! How deep a node is: one more than the deepest below it.

use crate::ast::*;

pub(super) fn expr_depth(kind: &ExprKind) -> u32 {
    let list = |list: &[Expr]| list.iter().map(|e| e.depth).max().unwrap_or(0);
    match kind {
        ExprKind::Paren(e)
        | ExprKind::Unary { operand: e, .. }
        | ExprKind::Step { operand: e, .. }
        | ExprKind::Cast { operand: e, .. }
        | ExprKind::Member { base: e, .. }
        | ExprKind::SizeofExpr(e)
        | ExprKind::AlignofExpr(e)
        | ExprKind::Noexcept(e)
        | ExprKind::Delete { operand: e, .. }
        | ExprKind::PackExpansion(e)
        | ExprKind::Typeid(e)
        | ExprKind::VaArg { list: e, .. } => e.depth,
        ExprKind::Binary { left, right, .. }
        | ExprKind::OrElse { left, right }
        | ExprKind::Assign { left, right, .. }
        | ExprKind::Comma(left, right) => left.depth.max(right.depth),
        ExprKind::Index { base, index } => base.depth.max(index.depth),
        ExprKind::MemberPointer { base, member, .. } => base.depth.max(member.depth),
        ExprKind::Conditional { condition, then, otherwise } => condition.depth.max(then.depth).max(otherwise.depth),
        ExprKind::Call { callee, args } => callee.depth.max(list(args)),
        ExprKind::Launch(launch) => launch.callee.depth.max(list(&launch.config)).max(list(&launch.args)),
        ExprKind::Construct { init, .. } => initializer_depth(init),
        ExprKind::New { placement, init, .. } => list(placement).max(init.as_deref().map_or(0, initializer_depth)),
        ExprKind::InitList(items) => init_list_depth(items),
        ExprKind::Lambda(lambda) => lambda.body.depth,
        ExprKind::Throw(value) => value.as_ref().map_or(0, |e| e.depth),
        ExprKind::Fold { left, right, .. } => left.as_ref().map_or(0, |e| e.depth).max(right.as_ref().map_or(0, |e| e.depth)),
        ExprKind::Requires(inner) => requirement_depth(inner),
        ExprKind::StatementExpr(body) => body.depth,
        _ => 0,
    }
}

fn requirement_depth(list: &Requires) -> u32 {
    let depth = |item: &Requirement| match item {
        Requirement::Expr(e) | Requirement::Nested(e) | Requirement::Compound { value: e, .. } => e.depth,
        Requirement::Type(_) => 0,
    };
    list.items.iter().map(depth).max().unwrap_or(0)
}

fn init_list_depth(list: &InitList) -> u32 {
    list.items.iter().map(|(_, e)| e.depth).max().unwrap_or(0)
}

fn initializer_depth(init: &Initializer) -> u32 {
    match init {
        Initializer::Equals(e) => e.depth,
        Initializer::Parens(list, _) => list.iter().map(|e| e.depth).max().unwrap_or(0),
        Initializer::Braces(list) => init_list_depth(list),
    }
}

pub(super) fn stmt_depth(kind: &StmtKind) -> u32 {
    match kind {
        StmtKind::Block(list) => list.iter().map(|s| s.depth).max().unwrap_or(0),
        StmtKind::Expr(e) => e.depth,
        StmtKind::Decl(decl) => decl_depth(decl),
        StmtKind::If { then, otherwise, condition, .. } => {
            then.depth.max(otherwise.as_ref().map_or(0, |s| s.depth)).max(condition_depth(condition))
        }
        StmtKind::While { condition, body, .. } | StmtKind::Switch { condition, body, .. } => body.depth.max(condition_depth(condition)),
        StmtKind::DoWhile { condition, body, .. } => body.depth.max(condition.depth),
        StmtKind::For { body, condition, step, .. } => {
            body.depth.max(condition.as_deref().map_or(0, condition_depth)).max(step.as_ref().map_or(0, |e| e.depth))
        }
        StmtKind::RangeFor { range, body, .. } => body.depth.max(range.depth),
        StmtKind::Case { value, body, .. } => body.depth.max(value.depth),
        StmtKind::Labels { above, last } => above.last().map_or(0, |s| s.depth).max(last.depth),
        StmtKind::Default(body) | StmtKind::Label { body, .. } => body.depth,
        StmtKind::Return(value) => value.as_ref().map_or(0, |e| e.depth),
        StmtKind::Try { body, handlers } => handlers.iter().map(|(_, s)| s.depth).max().unwrap_or(0).max(body.depth),
        StmtKind::Empty | StmtKind::Break | StmtKind::Continue | StmtKind::Goto(_) | StmtKind::Asm(_) | StmtKind::Error => 0,
    }
}

fn condition_depth(condition: &Condition) -> u32 {
    match condition {
        Condition::Expr(e) => e.depth,
        Condition::Decl(decl) => simple_depth(decl),
    }
}

fn simple_depth(decl: &SimpleDecl) -> u32 {
    decl.declarators.iter().filter_map(|d| d.init.as_ref()).map(initializer_depth).max().unwrap_or(0)
}

fn decl_depth(decl: &Decl) -> u32 {
    match &decl.kind {
        DeclKind::Simple(simple) => simple_depth(simple),
        _ => 0,
    }
}
