//! The names that a piece of syntax mentions: which packs an expansion expands, what a pattern depends on,
//! what a lambda captures.

use super::entity::Name;
use kern_syntax::ast::*;

/// Calls `f` with every name that stands first in a path inside `e`, nested lambdas' bodies included.
pub(super) fn names_in_expr(e: &Expr, f: &mut dyn FnMut(&Name)) {
    super::deep(|| expr(e, f));
}

fn expr(e: &Expr, f: &mut dyn FnMut(&Name)) {
    let mut each = |e: &Expr| names_in_expr(e, f);
    match &e.kind {
        ExprKind::Path(p) => names_in_path(p, f),
        ExprKind::Paren(a)
        | ExprKind::Unary { operand: a, .. }
        | ExprKind::Step { operand: a, .. }
        | ExprKind::SizeofExpr(a)
        | ExprKind::Noexcept(a)
        | ExprKind::Delete { operand: a, .. }
        | ExprKind::PackExpansion(a)
        | ExprKind::Typeid(a) => each(a),
        ExprKind::Binary { left, right, .. } | ExprKind::Assign { left, right, .. } => {
            each(left);
            each(right);
        }
        ExprKind::Comma(a, b) | ExprKind::Index { base: a, index: b } => {
            each(a);
            each(b);
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            each(condition);
            each(then);
            each(otherwise);
        }
        ExprKind::Call { callee, args } => {
            each(callee);
            args.iter().for_each(each);
        }
        ExprKind::Launch(launch) => {
            each(&launch.callee);
            launch.config.iter().chain(&launch.args).for_each(each);
        }
        ExprKind::Member { base, member, .. } => {
            each(base);
            for s in &member.segments {
                segment_args(s, f);
            }
        }
        ExprKind::MemberPointer { base, member, .. } => {
            each(base);
            each(member);
        }
        ExprKind::Cast { ty, operand, .. } => {
            each(operand);
            names_in_type(ty, f);
        }
        ExprKind::Construct { ty, init } => {
            names_in_type(ty, f);
            initializer(init, f);
        }
        ExprKind::OrElse { left, right } => {
            each(left);
            each(right);
        }
        ExprKind::SizeofType(ty) | ExprKind::TypeidType(ty) | ExprKind::AlignofType(ty) | ExprKind::Offsetof { ty, .. } => {
            names_in_type(ty, f)
        }
        ExprKind::SizeofPack(name) => f(&name.name),
        ExprKind::New { placement, ty, init } => {
            placement.iter().for_each(each);
            names_in_type(ty, f);
            if let Some(init) = init {
                initializer(init, f);
            }
        }
        ExprKind::InitList(list) => list.items.iter().for_each(|(_, e)| each(e)),
        ExprKind::Lambda(lambda) => {
            for c in &lambda.captures {
                match c {
                    Capture::Copy(n) | Capture::Reference(n) => f(&n.name),
                    Capture::Init { value, .. } => names_in_expr(value, f),
                    Capture::This(_) => {}
                }
            }
            if let Some(params) = &lambda.params {
                params.params.iter().for_each(|p| names_in_param(p, f));
            }
            names_in_stmt(&lambda.body, f);
        }
        ExprKind::Throw(Some(a)) => each(a),
        ExprKind::Fold { left, right, .. } => {
            for side in [left, right].into_iter().flatten() {
                each(side);
            }
        }
        ExprKind::TypeTrait { args, .. } => args.iter().for_each(|t| names_in_type(t, f)),
        ExprKind::Requires(inner) => requirements(inner, f),
        ExprKind::StatementExpr(s) => names_in_stmt(s, f),
        ExprKind::VaArg { list, ty } => {
            each(list);
            names_in_type(ty, f);
        }
        _ => {}
    }
}

fn requirements(list: &Requires, f: &mut dyn FnMut(&Name)) {
    list.params.iter().flat_map(|p| &p.params).for_each(|p| names_in_param(p, f));
    for item in &list.items {
        match item {
            Requirement::Expr(e) | Requirement::Nested(e) => names_in_expr(e, f),
            Requirement::Type(ty) => names_in_type(ty, f),
            Requirement::Compound { value, concept, .. } => {
                names_in_expr(value, f);
                concept.iter().for_each(|c| names_in_path(c, f));
            }
        }
    }
}

fn initializer(init: &Initializer, f: &mut dyn FnMut(&Name)) {
    match init {
        Initializer::Equals(e) => names_in_expr(e, f),
        Initializer::Parens(list, _) => list.iter().for_each(|e| names_in_expr(e, f)),
        Initializer::Braces(list) => list.items.iter().for_each(|(_, e)| names_in_expr(e, f)),
    }
}

/// The names in a path.
pub(super) fn names_in_path(p: &Path, f: &mut dyn FnMut(&Name)) {
    for (i, s) in p.segments.iter().enumerate() {
        if let (SegmentName::Ident(name), 0) = (&s.name, i) {
            f(name);
        }
        if let SegmentName::Decltype(e) = &s.name {
            names_in_expr(e, f);
        }
        segment_args(s, f);
    }
}

fn segment_args(s: &PathSegment, f: &mut dyn FnMut(&Name)) {
    for arg in s.args.iter().flatten() {
        names_in_argument(arg, f);
    }
}

/// The names in a template argument.
pub(super) fn names_in_argument(arg: &TemplateArg, f: &mut dyn FnMut(&Name)) {
    match arg {
        TemplateArg::Type(t) => names_in_type(t, f),
        TemplateArg::Expr(e) => names_in_expr(e, f),
        TemplateArg::Pack(a) => names_in_argument(a, f),
    }
}

/// The names in a type.
pub(super) fn names_in_type(t: &TypeName, f: &mut dyn FnMut(&Name)) {
    names_in_specs(&t.specs, f);
    names_in_declarator(&t.declarator, f);
}

/// The names in specifiers.
pub(super) fn names_in_specs(specs: &DeclSpecs, f: &mut dyn FnMut(&Name)) {
    match specs.ty.as_ref().map(|t| &t.kind) {
        Some(TypeSpecKind::Named(p)) => names_in_path(p, f),
        Some(TypeSpecKind::Decltype(e)) => names_in_expr(e, f),
        Some(TypeSpecKind::Class(c)) => {
            if let Some(p) = &c.name {
                names_in_path(p, f);
            }
        }
        _ => {}
    }
}

/// The names in a declarator, the declared one excepted.
pub(super) fn names_in_declarator(d: &Declarator, f: &mut dyn FnMut(&Name)) {
    match &d.kind {
        DeclaratorKind::Name(_) => {}
        DeclaratorKind::Pointer { inner, .. } | DeclaratorKind::Reference { inner, .. } | DeclaratorKind::Pack(inner) => {
            names_in_declarator(inner, f);
        }
        DeclaratorKind::MemberPointer { class, inner, .. } => {
            names_in_path(class, f);
            names_in_declarator(inner, f);
        }
        DeclaratorKind::Array { inner, size } => {
            if let Some(size) = size {
                names_in_expr(size, f);
            }
            names_in_declarator(inner, f);
        }
        DeclaratorKind::Function { inner, params } => {
            params.params.iter().for_each(|p| names_in_param(p, f));
            if let Some(t) = &params.trailing_return {
                names_in_type(t, f);
            }
            names_in_declarator(inner, f);
        }
    }
}

/// The names in a parameter's type.
pub(super) fn names_in_param(p: &Param, f: &mut dyn FnMut(&Name)) {
    names_in_specs(&p.specs, f);
    names_in_declarator(&p.declarator, f);
}

/// The names in a statement.
pub(super) fn names_in_stmt(s: &Stmt, f: &mut dyn FnMut(&Name)) {
    super::deep(|| stmt(s, f));
}

fn condition(c: &Condition, f: &mut dyn FnMut(&Name)) {
    match c {
        Condition::Expr(e) => names_in_expr(e, f),
        Condition::Decl(d) => simple(d, f),
    }
}

fn simple(d: &SimpleDecl, f: &mut dyn FnMut(&Name)) {
    names_in_specs(&d.specs, f);
    for one in &d.declarators {
        names_in_declarator(&one.declarator, f);
        if let Some(init) = &one.init {
            initializer(init, f);
        }
    }
}

fn stmt(s: &Stmt, f: &mut dyn FnMut(&Name)) {
    match &s.kind {
        StmtKind::Block(list) => list.iter().for_each(|s| names_in_stmt(s, f)),
        StmtKind::Expr(e) | StmtKind::Return(Some(e)) => names_in_expr(e, f),
        StmtKind::Decl(d) => {
            if let DeclKind::Simple(d) = &d.kind {
                simple(d, f);
            }
        }
        StmtKind::If { init, condition: c, then, otherwise, .. } => {
            init.iter().for_each(|s| names_in_stmt(s, f));
            condition(c, f);
            names_in_stmt(then, f);
            otherwise.iter().for_each(|s| names_in_stmt(s, f));
        }
        StmtKind::While { condition: c, body, .. } => {
            condition(c, f);
            names_in_stmt(body, f);
        }
        StmtKind::DoWhile { body, condition, .. } => {
            names_in_stmt(body, f);
            names_in_expr(condition, f);
        }
        StmtKind::For { init, condition: c, step, body, .. } => {
            init.iter().for_each(|s| names_in_stmt(s, f));
            c.iter().for_each(|c| condition(c, f));
            step.iter().for_each(|e| names_in_expr(e, f));
            names_in_stmt(body, f);
        }
        StmtKind::RangeFor { init, decl, range, body } => {
            init.iter().for_each(|s| names_in_stmt(s, f));
            simple(decl, f);
            names_in_expr(range, f);
            names_in_stmt(body, f);
        }
        StmtKind::Switch { init, condition: c, body } => {
            init.iter().for_each(|s| names_in_stmt(s, f));
            condition(c, f);
            names_in_stmt(body, f);
        }
        StmtKind::Case { value, body, .. } => {
            names_in_expr(value, f);
            names_in_stmt(body, f);
        }
        StmtKind::Labels { above, last } => above.iter().rev().chain([&**last]).for_each(|label| names_in_stmt(label, f)),
        StmtKind::Default(body) | StmtKind::Label { body, .. } => names_in_stmt(body, f),
        StmtKind::Try { body, handlers } => {
            names_in_stmt(body, f);
            for (param, handler) in handlers {
                if let Some(param) = param {
                    names_in_specs(&param.specs, f);
                    names_in_declarator(&param.declarator, f);
                }
                names_in_stmt(handler, f);
            }
        }
        StmtKind::Asm(asm) => asm.outputs.iter().chain(&asm.inputs).for_each(|(_, e)| names_in_expr(e, f)),
        _ => {}
    }
}
