//! Defaulted comparisons (C++20 [class.compare]): `==` and `<=>` of a class written out, part by part in the order of the
//! declaration. A class that defaults `<=>` and says nothing of `==` has that defaulted too.

use super::Cx;
use crate::ast::*;
use kern_diag::Span;
use std::sync::Arc;

/// The names of the two operands in what is written out.
const OPERANDS: [&str; 2] = ["%left", "%right"];

/// Writes nodes that all have one place: that of the declaration.
struct Writer<'c, 's> {
    cx: &'c Cx<'s>,
    span: Span,
}

/// A part of a class: a base, or a member with the number of its array dimensions.
enum Part {
    Base(Path),
    Member(Ident, usize),
}

impl Cx<'_> {
    /// Gives the defaulted comparisons among the members of a class their bodies.
    pub(crate) fn compare_members(&self, bases: &[BaseSpec], members: &mut Vec<Decl>) {
        let equality = BinaryOp::Eq;
        if !members.iter_mut().any(|d| comparison_of(d).is_some_and(|(_, op)| op == equality)) {
            let made: Vec<Decl> = members.iter().filter_map(equality_of).collect();
            members.extend(made);
        }
        if !members.iter_mut().any(|d| defaulted(d).is_some()) {
            return;
        }
        let parts = parts(bases, members);
        for decl in members {
            let span = decl.span;
            if let Some((def, op)) = defaulted(decl) {
                def.specs.flags.is_constexpr = true;
                let writer = Writer { cx: self, span };
                let operands = name_operands(&mut def.declarator);
                def.body = FunctionBody::Compare(Box::new(writer.body(op, &parts, operands)));
            }
        }
    }
}

/// The operator, where a declaration is a comparison of the class, and the function if it has a body.
fn comparison_of(d: &mut Decl) -> Option<(Option<&mut FunctionDef>, BinaryOp)> {
    let operator = |d: &Declarator| match d.path()?.segments.last()?.name {
        SegmentName::Operator(OverloadedOp::Binary(op @ (BinaryOp::Eq | BinaryOp::Spaceship))) => Some(op),
        _ => None,
    };
    match &mut d.kind {
        DeclKind::Function(def) => {
            let op = operator(&def.declarator)?;
            Some((Arc::get_mut(def), op))
        }
        DeclKind::Simple(s) => Some((None, operator(&s.declarators.first()?.declarator)?)),
        DeclKind::Friend(inner) => comparison_of(inner),
        _ => None,
    }
}

fn defaulted(d: &mut Decl) -> Option<(&mut FunctionDef, BinaryOp)> {
    match comparison_of(d)? {
        (Some(def), op) if matches!(def.body, FunctionBody::Default) => Some((def, op)),
        _ => None,
    }
}

/// The `==` that a defaulted `<=>` brings along.
fn equality_of(d: &Decl) -> Option<Decl> {
    if !is_spaceship(&d.kind) {
        return None;
    }
    let mut copy = Decl { kind: unshared(&d.kind)?, span: d.span };
    let (def, op) = defaulted(&mut copy)?;
    if op != BinaryOp::Spaceship {
        return None;
    }
    def.specs.ty = Some(TypeSpec { kind: TypeSpecKind::Builtin(BuiltinType::Bool), span: d.span });
    def.specs.rare = None;
    let path = def.declarator.path_mut()?;
    path.segments.last_mut()?.name = SegmentName::Operator(OverloadedOp::Binary(BinaryOp::Eq));
    if let Some(list) = def.declarator.params_mut() {
        list.trailing_return = None;
    }
    Some(copy)
}

fn is_spaceship(kind: &DeclKind) -> bool {
    match kind {
        DeclKind::Function(def) => def
            .declarator
            .path()
            .and_then(|p| p.segments.last())
            .is_some_and(|last| matches!(last.name, SegmentName::Operator(OverloadedOp::Binary(BinaryOp::Spaceship)))),
        DeclKind::Friend(inner) => is_spaceship(&inner.kind),
        _ => false,
    }
}

fn unshared(kind: &DeclKind) -> Option<DeclKind> {
    match kind {
        DeclKind::Function(def) => Some(DeclKind::Function(Arc::new((**def).clone()))),
        DeclKind::Friend(inner) => Some(DeclKind::Friend(Box::new(Decl { kind: unshared(&inner.kind)?, span: inner.span }))),
        _ => None,
    }
}

fn parts(bases: &[BaseSpec], members: &[Decl]) -> Vec<Part> {
    let mut parts: Vec<Part> = bases.iter().map(|b| Part::Base(b.path.clone())).collect();
    for d in members {
        let DeclKind::Simple(s) = &d.kind else { continue };
        if s.specs.flags.is_static || s.specs.flags.is_typedef {
            continue;
        }
        for one in s.declarators.iter().filter(|one| one.declarator.params().is_none()) {
            if let Some(PathSegment { name: SegmentName::Ident(name), span, .. }) = one.declarator.path().and_then(|p| p.segments.last()) {
                parts.push(Part::Member(Ident { name: name.clone(), span: *span }, one.declarator.dimensions()));
            }
        }
    }
    parts
}

/// Names the parameters; true if both operands are parameters.
fn name_operands(declarator: &mut Declarator) -> bool {
    let Some(list) = declarator.params_mut() else { return false };
    let are_both = list.params.len() == 2;
    let names = &OPERANDS[usize::from(!are_both)..];
    for (param, name) in list.params.iter_mut().zip(names) {
        let span = param.span;
        param.declarator.set_name(Path { is_global: false, segments: vec![ident_segment(name, span)], span });
    }
    are_both
}

fn ident_segment(name: &str, span: Span) -> PathSegment {
    PathSegment { name: SegmentName::Ident(name.into()), args: None, span }
}

impl Writer<'_, '_> {
    fn expr(&self, kind: ExprKind) -> Expr {
        self.cx.expr_at(kind, self.span)
    }

    fn stmt(&self, kind: StmtKind) -> Stmt {
        Stmt { kind, span: self.span, depth: 1 }
    }

    fn path(&self, names: &[&str]) -> Path {
        let segments = names.iter().map(|name| ident_segment(name, self.span)).collect();
        Path { is_global: names.len() > 1, segments, span: self.span }
    }

    fn name(&self, names: &[&str]) -> Expr {
        self.expr(ExprKind::Path(self.path(names)))
    }

    fn binary(&self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        self.expr(ExprKind::Binary { op, op_span: self.span, left: Box::new(left), right: Box::new(right) })
    }

    fn integer(&self, value: u64) -> Expr {
        self.expr(ExprKind::Int { value, suffix: IntSuffix::default(), is_decimal: true })
    }

    /// The operand: `*this`, or a parameter.
    fn operand(&self, at: usize, are_parameters: bool) -> Expr {
        if at == 1 || are_parameters {
            return self.name(&[OPERANDS[at]]);
        }
        let this = Box::new(self.expr(ExprKind::This));
        let object = self.expr(ExprKind::Unary { op: UnaryOp::Deref, operand: this });
        self.expr(ExprKind::Paren(Box::new(object)))
    }

    /// A part of an operand; `%0`, `%1`, … are the indices of its elements.
    fn part(&self, part: &Part, operand: Expr) -> Expr {
        match part {
            Part::Base(path) => {
                let ty = self.reference_to(path.clone());
                self.expr(ExprKind::Cast { style: CastStyle::Static, ty: Box::new(ty), operand: Box::new(operand) })
            }
            Part::Member(name, dimensions) => {
                let segment = PathSegment { name: SegmentName::Ident(name.name.clone()), args: None, span: self.span };
                let member = Box::new(Path { is_global: false, segments: vec![segment], span: self.span });
                let whole = self.expr(ExprKind::Member { base: Box::new(operand), is_arrow: false, member });
                (0..*dimensions).fold(whole, |base, i| {
                    let index = self.name(&[&format!("%{i}")]);
                    self.expr(ExprKind::Index { base: Box::new(base), index: Box::new(index) })
                })
            }
        }
    }

    fn type_of(&self, kind: TypeSpecKind, is_const: bool, declarator: DeclaratorKind) -> TypeName {
        TypeName {
            specs: Box::new(self.specs(kind, is_const)),
            declarator: Declarator { kind: declarator, span: self.span },
            span: self.span,
        }
    }

    fn specs(&self, kind: TypeSpecKind, is_const: bool) -> DeclSpecs {
        let quals = Quals { is_const, ..Quals::default() };
        DeclSpecs { flags: Flags::default(), quals, ty: Some(TypeSpec { kind, span: self.span }), rare: None, span: self.span }
    }

    fn reference_to(&self, class: Path) -> TypeName {
        let inner = Box::new(Declarator { kind: DeclaratorKind::Name(None), span: self.span });
        self.type_of(TypeSpecKind::Named(class), true, DeclaratorKind::Reference { inner, is_rvalue: false })
    }

    fn variable(&self, kind: TypeSpecKind, name: &str, value: Expr) -> SimpleDecl {
        let declarator = Declarator { kind: DeclaratorKind::Name(Some(self.path(&[name]))), span: self.span };
        let init = Some(Initializer::Equals(value));
        SimpleDecl {
            specs: self.specs(kind, false),
            declarators: vec![InitDeclarator { declarator, bindings: Vec::new(), bit_width: None, asm_label: None, init }],
        }
    }

    fn declared(&self, decl: SimpleDecl) -> Stmt {
        self.stmt(StmtKind::Decl(Box::new(Decl { kind: DeclKind::Simple(decl), span: self.span })))
    }

    fn returned_if(&self, init: Option<Stmt>, condition: Expr, value: Expr) -> Stmt {
        let then = Box::new(self.stmt(StmtKind::Return(Some(value))));
        let condition = Box::new(Condition::Expr(condition));
        self.stmt(StmtKind::If { is_constexpr: false, init: init.map(Box::new), condition, then, otherwise: None })
    }

    fn body(&self, op: BinaryOp, parts: &[Part], are_parameters: bool) -> Stmt {
        let compared = |part: &Part| {
            let sides = [0, 1].map(|at| self.part(part, self.operand(at, are_parameters)));
            let [left, right] = sides;
            self.binary(op, left, right)
        };
        let mut list = Vec::new();
        if op == BinaryOp::Spaceship {
            list.push(self.category(parts.iter().map(&compared).collect()));
        }
        for part in parts {
            let one = if op == BinaryOp::Eq {
                let differs = self
                    .expr(ExprKind::Unary { op: UnaryOp::Not, operand: Box::new(self.expr(ExprKind::Paren(Box::new(compared(part))))) });
                self.returned_if(None, differs, self.expr(ExprKind::Bool(false)))
            } else {
                let kind = TypeSpecKind::Named(self.path(&["%category"]));
                let init = self.declared(self.variable(kind, "%order", compared(part)));
                let differs = self.binary(BinaryOp::Ne, self.name(&["%order"]), self.integer(0));
                self.returned_if(Some(init), differs, self.name(&["%order"]))
            };
            list.push(self.each_element(part, compared_whole(self, part, are_parameters), one));
        }
        let last = match op {
            BinaryOp::Eq => self.expr(ExprKind::Bool(true)),
            _ => {
                let equal = self.name(&["std", "strong_ordering", "equal"]);
                let ty = self.type_of(TypeSpecKind::Named(self.path(&["%category"])), false, DeclaratorKind::Name(None));
                self.expr(ExprKind::Cast { style: CastStyle::Static, ty: Box::new(ty), operand: Box::new(equal) })
            }
        };
        list.push(self.stmt(StmtKind::Return(Some(last))));
        self.stmt(StmtKind::Block(list))
    }

    /// `using %category = std::common_comparison_category_t<decltype(a <=> b), …>;`, with the indices of elements before it.
    fn category(&self, compared: Vec<Expr>) -> Stmt {
        let mut path = self.path(&["std", "__category_of"]);
        let one = |e: Expr| {
            TemplateArg::Type(self.type_of(TypeSpecKind::Decltype(Box::new(self.at_first(e))), false, DeclaratorKind::Name(None)))
        };
        if let Some(last) = path.segments.last_mut() {
            last.args = Some(compared.into_iter().map(one).collect());
        }
        let ty = self.type_of(TypeSpecKind::Named(path), false, DeclaratorKind::Name(None));
        let name = Ident { name: "%category".into(), span: self.span };
        self.stmt(StmtKind::Decl(Box::new(Decl { kind: DeclKind::Alias { name, ty }, span: self.span })))
    }

    /// The comparison of the first elements, for its type.
    fn at_first(&self, e: Expr) -> Expr {
        match e.kind {
            ExprKind::Binary { op, op_span, left, right } => {
                let kind = ExprKind::Binary { op, op_span, left: Box::new(self.at_first(*left)), right: Box::new(self.at_first(*right)) };
                Expr { kind, ..e }
            }
            ExprKind::Index { base, .. } => {
                Expr { kind: ExprKind::Index { base: Box::new(self.at_first(*base)), index: Box::new(self.integer(0)) }, ..e }
            }
            kind => Expr { kind, ..e },
        }
    }

    /// Loops around what is done with one element of an array.
    fn each_element(&self, part: &Part, whole: Expr, one: Stmt) -> Stmt {
        let Part::Member(_, dimensions @ 1..) = part else { return one };
        (0..*dimensions).rev().fold(one, |body, i| {
            let array = (0..i).fold(whole.clone(), |base, k| {
                self.expr(ExprKind::Index { base: Box::new(base), index: Box::new(self.name(&[&format!("%{k}")])) })
            });
            let element = self.expr(ExprKind::Index { base: Box::new(array.clone()), index: Box::new(self.integer(0)) });
            let size = |e: Expr| self.expr(ExprKind::SizeofExpr(Box::new(e)));
            let count = self.binary(BinaryOp::Div, size(array), size(element));
            let name = format!("%{i}");
            let start = self.declared(self.variable(TypeSpecKind::Builtin(BuiltinType::Int(IntType::ULong)), &name, self.integer(0)));
            let condition = Condition::Expr(self.binary(BinaryOp::Lt, self.name(&[&name]), count));
            let step = self.expr(ExprKind::Step { is_increment: true, is_prefix: true, operand: Box::new(self.name(&[&name])) });
            self.stmt(StmtKind::For {
                init: Some(Box::new(start)),
                condition: Some(Box::new(condition)),
                step: Some(Box::new(step)),
                body: Box::new(body),
                unroll: None,
            })
        })
    }
}

/// The left operand's part as a whole.
fn compared_whole(writer: &Writer<'_, '_>, part: &Part, are_parameters: bool) -> Expr {
    let operand = writer.operand(0, are_parameters);
    match part {
        Part::Member(name, _) => writer.part(&Part::Member(name.clone(), 0), operand),
        Part::Base(_) => operand,
    }
}
