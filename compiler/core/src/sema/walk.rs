//! The names that a piece of syntax mentions: which packs an expansion expands, what a pattern depends on,
//! what a lambda captures.

use super::entity::Name;
use kern_syntax::ast::*;

/// What is told of every name, and whether it stands in a pack expansion inside of what is walked.
pub(super) type Mention<'m> = dyn FnMut(&Name, bool) + 'm;

/// Calls `f` with every name that stands first in a path inside `e`, nested lambdas' bodies included.
pub(super) fn names_in_expr(e: &Expr, f: &mut dyn FnMut(&Name)) {
    in_expr(e, &mut |n, _| f(n));
}

/// The names in a path.
pub(super) fn names_in_path(p: &Path, f: &mut dyn FnMut(&Name)) {
    in_path(p, &mut |n, _| f(n));
}

/// The names in specifiers.
pub(super) fn names_in_specs(specs: &DeclSpecs, f: &mut dyn FnMut(&Name)) {
    in_specs(specs, &mut |n, _| f(n));
}

/// The names in a parameter's type.
pub(super) fn names_in_param(p: &Param, f: &mut dyn FnMut(&Name)) {
    in_param(p, &mut |n, _| f(n));
}

/// Like [`names_in_expr`], telling expansions apart.
pub(super) fn in_expr(e: &Expr, f: &mut Mention) {
    super::deep(|| expr(e, f));
}

fn expr(e: &Expr, f: &mut Mention) {
    let mut each = |e: &Expr| in_expr(e, f);
    match &e.kind {
        ExprKind::Path(p) => in_path(p, f),
        ExprKind::Paren(a)
        | ExprKind::Unary { operand: a, .. }
        | ExprKind::Step { operand: a, .. }
        | ExprKind::SizeofExpr(a)
        | ExprKind::Noexcept(a)
        | ExprKind::Delete { operand: a, .. }
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
            in_type(ty, f);
        }
        ExprKind::Construct { ty, init } => {
            in_type(ty, f);
            in_initializer(init, f);
        }
        ExprKind::OrElse { left, right } => {
            each(left);
            each(right);
        }
        ExprKind::SizeofType(ty) | ExprKind::TypeidType(ty) | ExprKind::AlignofType(ty) | ExprKind::Offsetof { ty, .. } => in_type(ty, f),
        ExprKind::PackExpansion(a) => in_expr(a, &mut |n, _| f(n, true)),
        ExprKind::SizeofPack(name) => f(&name.name, true),
        ExprKind::New { placement, ty, init } => {
            placement.iter().for_each(each);
            in_type(ty, f);
            if let Some(init) = init {
                in_initializer(init, f);
            }
        }
        ExprKind::InitList(list) => list.items.iter().for_each(|(_, e)| each(e)),
        ExprKind::Lambda(lambda) => {
            for c in &lambda.captures {
                match c {
                    Capture::Copy(n) | Capture::Reference(n) => f(&n.name, false),
                    Capture::Init { value, .. } => in_expr(value, f),
                    Capture::InitPack { value, .. } => in_expr(value, &mut |n, _| f(n, true)),
                    Capture::This(_) => {}
                }
            }
            if let Some(params) = &lambda.params {
                in_params(&params.params, f);
            }
            in_body(lambda, f);
        }
        ExprKind::Throw(Some(a)) => each(a),
        ExprKind::Fold { left, right, .. } => {
            for side in [left, right].into_iter().flatten() {
                in_expr(side, &mut |n, _| f(n, true));
            }
        }
        ExprKind::TypeTrait { args, .. } => args.iter().for_each(|t| in_type(t, f)),
        ExprKind::Requires(inner) => requirements(inner, f),
        ExprKind::StatementExpr(s) => in_stmt(s, f),
        ExprKind::VaArg { list, ty } => {
            each(list);
            in_type(ty, f);
        }
        _ => {}
    }
}

fn requirements(list: &Requires, f: &mut Mention) {
    list.params.iter().for_each(|p| in_params(&p.params, f));
    for item in &list.items {
        match item {
            Requirement::Expr(e) | Requirement::Nested(e) => in_expr(e, f),
            Requirement::Type(ty) => in_type(ty, f),
            Requirement::Compound { value, concept, .. } => {
                in_expr(value, f);
                concept.iter().for_each(|c| in_path(c, f));
            }
        }
    }
}

/// Names in what initialises something.
pub(super) fn in_initializer(init: &Initializer, f: &mut Mention) {
    match init {
        Initializer::Equals(e) => in_expr(e, f),
        Initializer::Parens(list, _) => list.iter().for_each(|e| in_expr(e, f)),
        Initializer::Braces(list) => list.items.iter().for_each(|(_, e)| in_expr(e, f)),
    }
}

fn in_path(p: &Path, f: &mut Mention) {
    for (i, s) in p.segments.iter().enumerate() {
        if let (SegmentName::Ident(name), 0) = (&s.name, i) {
            f(name, false);
        }
        if let SegmentName::Decltype(e) = &s.name {
            in_expr(e, f);
        }
        segment_args(s, f);
    }
}

fn segment_args(s: &PathSegment, f: &mut Mention) {
    for arg in s.args.iter().flatten() {
        in_argument(arg, f);
    }
}

/// The names in a template argument.
pub(super) fn in_argument(arg: &TemplateArg, f: &mut Mention) {
    match arg {
        TemplateArg::Type(t) => in_type(t, f),
        TemplateArg::Expr(e) => in_expr(e, f),
        TemplateArg::Pack(a) => in_argument(a, &mut |n, _| f(n, true)),
    }
}

fn in_type(t: &TypeName, f: &mut Mention) {
    if t.declarator.is_pack() {
        return modified(&t.specs, &t.declarator, &mut |n, _| f(n, true));
    }
    modified(&t.specs, &t.declarator, f);
}

fn modified(specs: &DeclSpecs, d: &Declarator, f: &mut Mention) {
    in_specs(specs, f);
    in_declarator(d, f);
}

fn in_specs(specs: &DeclSpecs, f: &mut Mention) {
    match specs.ty.as_ref().map(|t| &t.kind) {
        Some(TypeSpecKind::Named(p)) => in_path(p, f),
        Some(TypeSpecKind::Decltype(e)) => in_expr(e, f),
        Some(TypeSpecKind::Class(c)) => {
            if let Some(p) = &c.name {
                in_path(p, f);
            }
        }
        _ => {}
    }
}

/// The names in a declarator, the declared one excepted.
fn in_declarator(d: &Declarator, f: &mut Mention) {
    match &d.kind {
        DeclaratorKind::Name(_) => {}
        DeclaratorKind::Pointer { inner, .. } | DeclaratorKind::Reference { inner, .. } | DeclaratorKind::Pack(inner) => {
            in_declarator(inner, f);
        }
        DeclaratorKind::MemberPointer { class, inner, .. } => {
            in_path(class, f);
            in_declarator(inner, f);
        }
        DeclaratorKind::Array { inner, size } => {
            if let Some(size) = size {
                in_expr(size, f);
            }
            in_declarator(inner, f);
        }
        DeclaratorKind::Function { inner, params } => {
            in_params(&params.params, f);
            if let Some(t) = &params.trailing_return {
                in_type(t, f);
            }
            in_declarator(inner, f);
        }
    }
}

/// The names in the types of parameters.
fn in_params(list: &[Param], f: &mut Mention) {
    for p in list {
        if p.declarator.is_pack() {
            in_param(p, &mut |n, _| f(n, true));
        } else {
            in_param(p, f);
        }
    }
}

/// The names in a parameter's type; those in the pattern of a pack count as outside of an expansion.
pub(super) fn in_param(p: &Param, f: &mut Mention) {
    modified(&p.specs, &p.declarator, f);
}

/// The names in a statement.
pub(super) fn in_stmt(s: &Stmt, f: &mut Mention) {
    super::deep(|| stmt(s, f));
}

/// The names in the body of a lambda that are not of its own.
pub(super) fn in_body(lambda: &Lambda, f: &mut Mention) {
    let mut own = Vec::new();
    for c in &lambda.captures {
        if let Capture::Init { name, .. } | Capture::InitPack { name, .. } = c {
            own.push(&name.name);
        }
    }
    own.extend(lambda.params.iter().flat_map(|list| &list.params).filter_map(|p| declared_name(&p.declarator)));
    behind(&own, f, |f| in_stmt(&lambda.body, f));
}

/// Runs `walk` where these names are declared, and so are not what the same names mean outside.
fn behind(declared: &[&Name], f: &mut Mention, walk: impl FnOnce(&mut Mention)) {
    match declared {
        [] => walk(f),
        _ => walk(&mut |n, is_expanded| {
            if !declared.contains(&n) {
                f(n, is_expanded);
            }
        }),
    }
}

fn declared_name(d: &Declarator) -> Option<&Name> {
    match d.path()?.segments.as_slice() {
        [PathSegment { name: SegmentName::Ident(name), .. }] => Some(name),
        _ => None,
    }
}

fn declared_in<'d>(d: &'d SimpleDecl, names: &mut Vec<&'d Name>) {
    for one in &d.declarators {
        names.extend(declared_name(&one.declarator));
        names.extend(one.bindings.iter().map(|binding| &binding.name));
    }
}

/// The names that a statement declares for what comes after it in the same block.
fn declared_by<'s>(s: &'s Stmt, names: &mut Vec<&'s Name>) {
    match &s.kind {
        StmtKind::Decl(d) => {
            if let DeclKind::Simple(d) = &d.kind {
                declared_in(d, names);
            }
        }
        StmtKind::Case { body, .. } | StmtKind::Default(body) | StmtKind::Label { body, .. } => declared_by(body, names),
        StmtKind::Labels { last, .. } => declared_by(last, names),
        _ => {}
    }
}

/// The names in what stands in front of a statement's parts, and those that it declares for them.
fn head<'s>(init: impl Iterator<Item = &'s Stmt>, c: Option<&'s Condition>, f: &mut Mention) -> Vec<&'s Name> {
    let mut names = Vec::new();
    for s in init {
        in_stmt(s, f);
        declared_by(s, &mut names);
    }
    let Some(c) = c else { return names };
    behind(&names, f, |f| condition(c, f));
    if let Condition::Decl(d) = c {
        declared_in(d, &mut names);
    }
    names
}

fn condition(c: &Condition, f: &mut Mention) {
    match c {
        Condition::Expr(e) => in_expr(e, f),
        Condition::Decl(d) => simple(d, f),
    }
}

fn simple(d: &SimpleDecl, f: &mut Mention) {
    in_specs(&d.specs, f);
    let mut names: Vec<&Name> = Vec::new();
    for one in &d.declarators {
        behind(&names, f, |f| in_declarator(&one.declarator, f));
        names.extend(declared_name(&one.declarator));
        if let Some(init) = &one.init {
            behind(&names, f, |f| in_initializer(init, f));
        }
    }
}

fn stmt(s: &Stmt, f: &mut Mention) {
    match &s.kind {
        StmtKind::Block(list) => {
            let mut names = Vec::new();
            for s in list {
                behind(&names, f, |f| in_stmt(s, f));
                declared_by(s, &mut names);
            }
        }
        StmtKind::Expr(e) | StmtKind::Return(Some(e)) => in_expr(e, f),
        StmtKind::Decl(d) => {
            if let DeclKind::Simple(d) = &d.kind {
                simple(d, f);
            }
        }
        StmtKind::If { init, condition: c, then, otherwise, .. } => {
            let names = head(init.iter().map(|s| &**s), Some(c), f);
            behind(&names, f, |f| {
                in_stmt(then, f);
                otherwise.iter().for_each(|s| in_stmt(s, f));
            });
        }
        StmtKind::While { condition: c, body, .. } => {
            let names = head(std::iter::empty(), Some(c), f);
            behind(&names, f, |f| in_stmt(body, f));
        }
        StmtKind::DoWhile { body, condition, .. } => {
            in_stmt(body, f);
            in_expr(condition, f);
        }
        StmtKind::For { init, condition: c, step, body, .. } => {
            let names = head(init.iter().map(|s| &**s), c.as_deref(), f);
            behind(&names, f, |f| {
                step.iter().for_each(|e| in_expr(e, f));
                in_stmt(body, f);
            });
        }
        StmtKind::RangeFor { init, decl, range, body } => {
            let mut names = head(init.iter().map(|s| &**s), None, f);
            behind(&names, f, |f| {
                simple(decl, f);
                in_expr(range, f);
            });
            declared_in(decl, &mut names);
            behind(&names, f, |f| in_stmt(body, f));
        }
        StmtKind::Switch { init, condition: c, body } => {
            let names = head(init.iter().map(|s| &**s), Some(c), f);
            behind(&names, f, |f| in_stmt(body, f));
        }
        StmtKind::Case { value, body, .. } => {
            in_expr(value, f);
            in_stmt(body, f);
        }
        StmtKind::Labels { above, last } => above.iter().rev().chain([&**last]).for_each(|label| in_stmt(label, f)),
        StmtKind::Default(body) | StmtKind::Label { body, .. } => in_stmt(body, f),
        StmtKind::Try { body, handlers } => {
            in_stmt(body, f);
            for (param, handler) in handlers {
                if let Some(param) = param {
                    in_specs(&param.specs, f);
                    in_declarator(&param.declarator, f);
                }
                let name = param.as_ref().and_then(|p| declared_name(&p.declarator));
                behind(name.as_slice(), f, |f| in_stmt(handler, f));
            }
        }
        StmtKind::Asm(asm) => asm.outputs.iter().chain(&asm.inputs).for_each(|(_, e)| in_expr(e, f)),
        _ => {}
    }
}
