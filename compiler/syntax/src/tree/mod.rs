//! What the grammar's actions build nodes with.
//!
//! Trees deeper than [`MAX_DEPTH`] are cut here, so that nothing after the parser needs to fear recursion.

mod comparisons;
mod constraints;
mod depth;
mod operators;
mod specifiers;

use crate::ast::*;
use crate::tok::{Flag, Infix, Qual, TypeWord};
use depth::{expr_depth, stmt_depth};
use kern_diag::{Code, Diagnostic, SourceMap, Span};
use specifiers::{join_quals, set_flag, set_qual};
use std::cell::RefCell;
use std::sync::Arc;

/// A declaration specifier.
#[derive(Clone, Debug)]
pub(crate) enum Spec {
    Flag(Flag),
    Qual(Qual),
    Word(TypeWord),
    Type(TypeSpecKind),
    ExplicitIf(Expr),
    Constraint(Path),
    LaunchBounds(Vec<Expr>),
    Align(AlignSpec),
}

/// `*`, `&` or `C::*` of a declarator.
#[derive(Clone, Debug)]
pub(crate) enum PointerOp {
    Pointer(Vec<Qual>),
    Reference(bool),
    Member(Path, Vec<Qual>),
}

/// What follows a parameter list.
#[derive(Clone, Debug)]
pub(crate) enum FunctionSuffix {
    Qual(Qual),
    Reference(bool),
    Noexcept,
    NoexceptIf(Expr),
    Returns(TypeName),
    Override { is_final: bool },
    Pure,
    Mutable,
    Requires(Expr),
}

/// The tokens being parsed and the mistakes found in them.
pub(crate) struct Cx<'s> {
    /// The place of each token.
    pub(crate) spans: &'s [Span],
    /// Knows the macro expansions.
    pub(crate) sources: &'s SourceMap,
    /// Found by the actions.
    pub(crate) errors: RefCell<Vec<Diagnostic>>,
}

impl Cx<'_> {
    fn error(&self, error: Diagnostic) {
        self.errors.borrow_mut().push(error);
    }

    /// The place of tokens `l..r`.
    pub(crate) fn span(&self, l: usize, r: usize) -> Span {
        let first = self.spans.get(l).or(self.spans.last()).copied().unwrap_or_default();
        if r <= l {
            return Span { end: first.start, ..first };
        }
        let last = self.spans.get(r - 1).copied().unwrap_or(first);
        if first.file == last.file && first.expansion == last.expansion { first.to(last) } else { self.sources.join(first, last) }
    }

    fn too_deep(&self, span: Span) {
        if self.errors.borrow().iter().any(|d| d.code == Code::NESTING_TOO_DEEP) {
            return;
        }
        self.error(
            Diagnostic::error(Code::NESTING_TOO_DEEP, span, "this is nested too deeply").note(format!("the limit is {MAX_DEPTH} levels")),
        );
    }

    /// An expression of tokens `l..r`.
    pub(crate) fn expr(&self, kind: ExprKind, l: usize, r: usize) -> Expr {
        self.expr_at(kind, self.span(l, r))
    }

    fn expr_at(&self, kind: ExprKind, span: Span) -> Expr {
        let depth = expr_depth(&kind) + 1;
        if depth > MAX_DEPTH {
            self.too_deep(span);
            return Expr { kind: ExprKind::Error, span, depth: 1 };
        }
        Expr { kind, span, depth }
    }

    /// A statement of tokens `l..r`.
    pub(crate) fn stmt(&self, kind: StmtKind, l: usize, r: usize) -> Stmt {
        let span = self.span(l, r);
        let kind = labels_in_a_row(kind, span);
        let depth = stmt_depth(&kind) + 1;
        if depth > MAX_DEPTH {
            self.too_deep(span);
            return Stmt { kind: StmtKind::Error, span, depth: 1 };
        }
        Stmt { kind, span, depth }
    }

    /// A function whose body is a `try` with handlers ([except.pre] 4); those of a function without a result, which makes or
    /// ends an object, throw again what they caught ([except.handle] 15).
    pub(crate) fn tried_function(
        &self,
        specs: DeclSpecs,
        declarator: Declarator,
        initializers: Vec<MemberInit>,
        (body, mut handlers): (Stmt, Vec<(Option<Box<Param>>, Stmt)>),
        l: usize,
        r: usize,
    ) -> FunctionDef {
        if specs.ty.is_none() {
            for (_, handler) in &mut handlers {
                let again = self.stmt(StmtKind::Expr(self.expr(ExprKind::Throw(None), r, r)), r, r);
                if let StmtKind::Block(list) = &mut handler.kind {
                    list.push(again);
                }
            }
        }
        let tried = self.stmt(StmtKind::Try { body: Box::new(body), handlers }, l, r);
        let body = FunctionBody::Block(Box::new(self.stmt(StmtKind::Block(vec![tried]), l, r)));
        FunctionDef { specs, declarator, initializers, is_tried: true, body }
    }

    /// One part of a path.
    pub(crate) fn segment(&self, name: SegmentName, args: Option<Vec<TemplateArg>>, l: usize, r: usize) -> PathSegment {
        PathSegment { name, args, span: self.span(l, r) }
    }

    /// `nested::last`
    pub(crate) fn path(&self, (is_global, mut segments): (bool, Vec<PathSegment>), last: PathSegment, l: usize, r: usize) -> Path {
        // A name alone takes no more than its own place.
        segments.reserve_exact(1);
        segments.push(last);
        Path { is_global, segments, span: self.span(l, r) }
    }

    /// The class of `C::*`.
    pub(crate) fn class_path(&self, (is_global, segments): (bool, Vec<PathSegment>), l: usize, r: usize) -> Path {
        Path { is_global, segments, span: self.span(l, r) }
    }

    /// A declaration of variables or functions; alignment asked for after a name counts for that.
    pub(crate) fn simple(&self, mut specs: DeclSpecs, list: Vec<(InitDeclarator, Vec<AlignSpec>)>) -> SimpleDecl {
        let mut declarators = Vec::with_capacity(list.len());
        for (declarator, align) in list {
            if !align.is_empty() {
                let place = declarator.declarator.span;
                specs.rare.get_or_insert_default().align_behind.extend(align.into_iter().map(|align| (place, align)));
            }
            declarators.push(declarator);
        }
        SimpleDecl { specs, declarators }
    }

    /// A class from its parts.
    pub(crate) fn class(
        &self,
        (key, align, name): (ClassKey, Vec<AlignSpec>, Option<Path>),
        is_final: bool,
        bases: Vec<BaseSpec>,
        mut members: Option<Vec<Decl>>,
    ) -> ClassSpec {
        if let Some(members) = &mut members {
            self.compare_members(&bases, members);
        }
        ClassSpec { key, name, bases, members, align, is_final }
    }

    /// A declarator of tokens `l..r`.
    pub(crate) fn declarator(&self, kind: DeclaratorKind, l: usize, r: usize) -> Declarator {
        Declarator { kind, span: self.span(l, r) }
    }

    /// `... name`
    pub(crate) fn pack_declarator(&self, name: Option<Path>, l: usize, r: usize) -> Declarator {
        let inner = self.declarator(DeclaratorKind::Name(name), l, r);
        self.declarator(DeclaratorKind::Pack(Box::new(inner)), l, r)
    }

    /// `op inner`
    pub(crate) fn pointer(&self, op: PointerOp, inner: Declarator, l: usize, r: usize) -> Declarator {
        let inner = Box::new(inner);
        let kind = match op {
            PointerOp::Pointer(quals) => DeclaratorKind::Pointer { inner, quals: join_quals(&quals) },
            PointerOp::Reference(is_rvalue) => DeclaratorKind::Reference { inner, is_rvalue },
            PointerOp::Member(class, quals) => DeclaratorKind::MemberPointer { class: Box::new(class), inner, quals: join_quals(&quals) },
        };
        self.declarator(kind, l, r)
    }

    /// `inner(params) suffixes`
    pub(crate) fn function(
        &self,
        inner: Declarator,
        mut params: FunctionParams,
        suffixes: Vec<FunctionSuffix>,
        l: usize,
        r: usize,
    ) -> Declarator {
        add_suffixes(&mut params, suffixes);
        self.declarator(DeclaratorKind::Function { inner: Box::new(inner), params: Box::new(params) }, l, r)
    }

    /// A parameter list; `(void)` is empty.
    pub(crate) fn params(&self, mut params: Vec<Param>, is_variadic: bool, l: usize, r: usize) -> FunctionParams {
        if let [only] = &params[..]
            && matches!(only.specs.ty, Some(TypeSpec { kind: TypeSpecKind::Builtin(BuiltinType::Void), .. }))
            && matches!(only.declarator.kind, DeclaratorKind::Name(None))
        {
            params.clear();
        }
        FunctionParams {
            params,
            is_variadic,
            quals: Quals::default(),
            ref_qualifier: None,
            is_noexcept: false,
            noexcept_if: None,
            trailing_return: None,
            requires: None,
            is_override: false,
            is_final: false,
            is_pure: false,
            span: self.span(l, r),
        }
    }

    /// A type without a name.
    pub(crate) fn type_name(&self, specs: DeclSpecs, declarator: Declarator, l: usize, r: usize) -> TypeName {
        TypeName { specs: Box::new(specs), declarator, span: self.span(l, r) }
    }

    /// The type of a conversion function: pointers only.
    pub(crate) fn conversion_type(&self, specs: DeclSpecs, ops: Vec<PointerOp>, l: usize, r: usize) -> TypeName {
        let mut declarator = self.declarator(DeclaratorKind::Name(None), r, r);
        for op in ops.into_iter().rev() {
            declarator = self.pointer(op, declarator, l, r);
        }
        self.type_name(specs, declarator, l, r)
    }

    /// A type of specifiers only.
    pub(crate) fn plain_type(&self, list: Vec<Spec>, l: usize, r: usize) -> TypeName {
        let specs = self.specs(list, l, r);
        self.plain_type_name(specs, l, r)
    }

    /// A type of specifiers only.
    pub(crate) fn plain_type_name(&self, specs: DeclSpecs, l: usize, r: usize) -> TypeName {
        let declarator = self.declarator(DeclaratorKind::Name(None), r, r);
        self.type_name(specs, declarator, l, r)
    }

    /// `int N = default` of a template.
    pub(crate) fn value_param(&self, specs: DeclSpecs, declarator: Declarator, default: Option<Expr>, l: usize, r: usize) -> TemplateParam {
        let name = declarator.path().and_then(|path| match path.segments.last() {
            Some(PathSegment { name: SegmentName::Ident(name), span, .. }) => Some(Ident { name: name.clone(), span: *span }),
            _ => None,
        });
        let is_pack = declarator.is_pack();
        let kind = TemplateParamKind::Value { specs: Box::new(specs), declarator, default: default.map(Box::new) };
        self.template_param(kind, name, is_pack, l, r)
    }

    /// A template parameter without constraints.
    pub(crate) fn template_param(&self, kind: TemplateParamKind, name: Option<Ident>, is_pack: bool, l: usize, r: usize) -> TemplateParam {
        TemplateParam { kind, name, is_pack, is_invented: false, constraints: Vec::new(), span: self.span(l, r) }
    }

    /// A loop after `#pragma unroll`.
    pub(crate) fn unroll(&self, factor: Option<Expr>, l: usize, r: usize, mut body: Stmt) -> Stmt {
        let pragma = Unroll { factor: factor.map(Box::new), span: self.span(l, r) };
        if let StmtKind::For { unroll, .. } | StmtKind::While { unroll, .. } | StmtKind::DoWhile { unroll, .. } = &mut body.kind {
            *unroll = Some(pragma);
        }
        body
    }

    /// `for (init; specs declarator : range) body`
    pub(crate) fn range_for(
        &self,
        init: Option<Stmt>,
        specs: DeclSpecs,
        (declarator, bindings): (Declarator, Vec<Ident>),
        range: Expr,
        body: Stmt,
    ) -> StmtKind {
        let variable = InitDeclarator { declarator, bindings, bit_width: None, asm_label: None, init: None };
        let decl = Box::new(SimpleDecl { specs, declarators: vec![variable] });
        StmtKind::RangeFor { init: init.map(Box::new), decl, range: Box::new(range), body: Box::new(body) }
    }

    /// An `asm` statement.
    pub(crate) fn asm(
        &self,
        is_volatile: bool,
        template: StringLiteral,
        outputs: Vec<(StringLiteral, Expr)>,
        inputs: Vec<(StringLiteral, Expr)>,
        clobbers: Vec<StringLiteral>,
    ) -> AsmStmt {
        AsmStmt { is_volatile, template, outputs, inputs, clobbers }
    }

    /// `(left op ... op right)`
    pub(crate) fn fold(&self, op: Infix, left: Option<Expr>, right: Option<Expr>) -> ExprKind {
        let op = if let Infix::Op(op) = op { op } else { BinaryOp::Comma };
        ExprKind::Fold { op, left: left.map(Box::new), right: right.map(Box::new) }
    }

    /// `literal suffix`: a call of `operator""suffix`.
    pub(crate) fn user_literal(&self, literal: ExprKind, suffix: Arc<str>, l: usize, m: usize, r: usize) -> Expr {
        let length = if let ExprKind::String(s) = &literal { Some(s.bytes.len()) } else { None };
        let literal = match literal {
            ExprKind::Int { value, is_decimal, .. } => {
                ExprKind::Int { value, suffix: IntSuffix { is_unsigned: true, longs: 2 }, is_decimal }
            }
            ExprKind::Float { value, .. } => ExprKind::Float { value, suffix: FloatSuffix::Long },
            other => other,
        };
        let segment = self.segment(SegmentName::Literal(suffix), None, m, r);
        let path = self.path((false, Vec::new()), segment, m, r);
        let callee = Box::new(self.expr(ExprKind::Path(path), m, r));
        let mut args = vec![self.expr(literal, l, m)];
        if let Some(length) = length {
            let suffix = IntSuffix { is_unsigned: true, longs: 1 };
            args.push(self.expr(ExprKind::Int { value: length as u64, suffix, is_decimal: true }, l, m));
        }
        self.expr(ExprKind::Call { callee, args }, l, r)
    }

    /// A kernel launch.
    pub(crate) fn launch(&self, callee: Expr, config: Vec<Expr>, l: usize, r: usize, args: Vec<Expr>) -> ExprKind {
        let config_span = self.span(l, r);
        if config.len() < 2 || config.len() > 4 {
            let given = config.len();
            self.error(
                Diagnostic::error(
                    Code::BAD_LAUNCH,
                    config_span,
                    format!("a launch takes 2 to 4 values between `<<<` and `>>>`, {given} given"),
                )
                .help("write `<<<grid, block>>>`, `<<<grid, block, sharedBytes>>>` or `<<<grid, block, sharedBytes, stream>>>`"),
            );
        }
        ExprKind::Launch(Box::new(Launch { callee, config, config_span, args }))
    }

    /// A lambda.
    pub(crate) fn lambda(
        &self,
        items: Vec<Result<CaptureDefault, Capture>>,
        (head, clause): (Vec<TemplateParam>, Option<Expr>),
        flags: Vec<Flag>,
        params: Option<FunctionParams>,
        suffixes: Vec<FunctionSuffix>,
        body: Stmt,
    ) -> Arc<Lambda> {
        let mut lambda =
            Lambda { default: None, captures: Vec::new(), head: Vec::new(), flags: Flags::default(), params, is_mutable: false, body };
        for item in items {
            match item {
                Ok(default) => lambda.default = Some(default),
                Err(capture) => lambda.captures.push(as_pack(capture)),
            }
        }
        flags.into_iter().for_each(|flag| set_flag(&mut lambda.flags, flag));
        lambda.is_mutable = suffixes.iter().any(|s| matches!(s, FunctionSuffix::Mutable));
        if let Some(params) = &mut lambda.params {
            add_suffixes(params, suffixes);
        }
        self.lambda_head(&mut lambda, head, clause);
        Arc::new(lambda)
    }
}

/// A capture whose name is marked as that of a pack, as one.
fn as_pack(capture: Capture) -> Capture {
    match capture {
        Capture::Init { name, by_reference, value } => match name.name.strip_prefix(PACK_MARK) {
            Some(text) => Capture::InitPack { name: Ident { name: text.into(), span: name.span }, by_reference, value },
            None => Capture::Init { name, by_reference, value },
        },
        other => other,
    }
}

fn add_suffixes(params: &mut FunctionParams, suffixes: Vec<FunctionSuffix>) {
    for suffix in suffixes {
        match suffix {
            FunctionSuffix::Qual(qual) => set_qual(&mut params.quals, qual),
            FunctionSuffix::Reference(is_rvalue) => params.ref_qualifier = Some(is_rvalue),
            FunctionSuffix::Noexcept => params.is_noexcept = true,
            FunctionSuffix::NoexceptIf(condition) => {
                params.noexcept_if = Some(Box::new(condition));
            }
            FunctionSuffix::Returns(ty) => params.trailing_return = Some(Box::new(ty)),
            FunctionSuffix::Override { is_final } => {
                params.is_final |= is_final;
                params.is_override |= !is_final;
            }
            FunctionSuffix::Pure => params.is_pure = true,
            FunctionSuffix::Requires(e) => params.requires = Some(Box::new(e)),
            FunctionSuffix::Mutable => {}
        }
    }
}

/// A label before others joins them, so that any number of them is as deep as one. The depth of each is that of the deepest
/// so far.
fn labels_in_a_row(kind: StmtKind, span: Span) -> StmtKind {
    let is_label = |s: &Stmt| matches!(s.kind, StmtKind::Case { .. } | StmtKind::Default(_) | StmtKind::Labels { .. });
    let nothing = || Box::new(Stmt { kind: StmtKind::Empty, span, depth: 1 });
    let (own, body) = match kind {
        StmtKind::Case { value, high, body } if is_label(&body) => (StmtKind::Case { value, high, body: nothing() }, body),
        StmtKind::Default(body) if is_label(&body) => (StmtKind::Default(nothing()), body),
        other => return other,
    };
    let depth = stmt_depth(&own) + 1;
    match body.kind {
        StmtKind::Labels { mut above, last } => {
            let depth = depth.max(above.last().map_or(0, |s| s.depth));
            above.push(Stmt { kind: own, span, depth });
            StmtKind::Labels { above, last }
        }
        _ => StmtKind::Labels { above: vec![Stmt { kind: own, span, depth }], last: body },
    }
}
