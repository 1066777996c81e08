//! What the grammar's actions need: building nodes, joining specifiers, operator precedence.
//!
//! Trees deeper than [`MAX_DEPTH`] are cut here, so that nothing after the parser needs to fear recursion.

use crate::ast::*;
use crate::tok::{Flag, Infix, Qual, TypeWord};
use kern_diag::{Code, Diagnostic, SourceMap, Span};
use std::cell::RefCell;
use std::sync::Arc;

/// A declaration specifier.
#[derive(Clone, Debug)]
pub(crate) enum Spec {
    Flag(Flag),
    Qual(Qual),
    Word(TypeWord),
    Type(TypeSpecKind),
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
    Override,
    Pure,
    Mutable,
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
        let depth = stmt_depth(&kind) + 1;
        if depth > MAX_DEPTH {
            self.too_deep(span);
            return Stmt { kind: StmtKind::Error, span, depth: 1 };
        }
        Stmt { kind, span, depth }
    }

    /// One part of a path.
    pub(crate) fn segment(&self, name: SegmentName, args: Option<Vec<TemplateArg>>, l: usize, r: usize) -> PathSegment {
        PathSegment { name, args, span: self.span(l, r) }
    }

    /// `nested::last`
    pub(crate) fn path(&self, (is_global, mut segments): (bool, Vec<PathSegment>), last: PathSegment, l: usize, r: usize) -> Path {
        segments.push(last);
        Path { is_global, segments, span: self.span(l, r) }
    }

    /// The class of `C::*`.
    pub(crate) fn class_path(&self, (is_global, segments): (bool, Vec<PathSegment>), l: usize, r: usize) -> Path {
        Path { is_global, segments, span: self.span(l, r) }
    }

    /// Joins specifiers.
    pub(crate) fn specs(&self, list: Vec<Spec>, l: usize, r: usize) -> DeclSpecs {
        let span = self.span(l, r);
        let mut specs =
            DeclSpecs { flags: Flags::default(), quals: Quals::default(), ty: None, launch_bounds: Vec::new(), align: Vec::new(), span };
        let mut words = Vec::new();
        for spec in list {
            match spec {
                Spec::Flag(flag) => set_flag(&mut specs.flags, flag),
                Spec::Qual(qual) => set_qual(&mut specs.quals, qual),
                Spec::Word(word) => words.push(word),
                Spec::LaunchBounds(list) => specs.launch_bounds = list,
                Spec::Align(align) => match &mut specs.ty {
                    // `struct S { … } __attribute__((aligned(16)))` aligns the class.
                    Some(TypeSpec { kind: TypeSpecKind::Class(class), .. }) if class.members.is_some() => {
                        if let Some(class) = Arc::get_mut(class) {
                            class.align.push(align);
                        }
                    }
                    _ => specs.align.push(align),
                },
                Spec::Type(kind) if specs.ty.is_none() => specs.ty = Some(TypeSpec { kind, span }),
                Spec::Type(_) => {
                    self.error(bad_specifiers(span, "there are two types in one declaration").help("is a `,` or `;` missing?"))
                }
            }
        }
        if !words.is_empty() {
            if specs.ty.is_some() {
                self.error(bad_specifiers(span, "a built-in type stands beside another type"));
            } else {
                let ty = join_words(&words).unwrap_or_else(|message| {
                    self.error(bad_specifiers(span, message));
                    BuiltinType::Int
                });
                specs.ty = Some(TypeSpec { kind: TypeSpecKind::Builtin(ty), span });
            }
        }
        specs
    }

    /// A declaration of variables or functions; alignment asked for after a name counts for all of them.
    pub(crate) fn simple(&self, mut specs: DeclSpecs, list: Vec<(InitDeclarator, Vec<AlignSpec>)>) -> SimpleDecl {
        let mut declarators = Vec::with_capacity(list.len());
        for (declarator, align) in list {
            specs.align.extend(align);
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
        members: Option<Vec<Decl>>,
    ) -> ClassSpec {
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
            PointerOp::Member(class, quals) => DeclaratorKind::MemberPointer { class, inner, quals: join_quals(&quals) },
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
        self.declarator(DeclaratorKind::Function { inner: Box::new(inner), params }, l, r)
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
            trailing_return: None,
            is_override: false,
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
        let name = declared_name(&declarator).and_then(|path| match path.segments.last() {
            Some(PathSegment { name: SegmentName::Ident(name), span, .. }) => Some(Ident { name: name.clone(), span: *span }),
            _ => None,
        });
        let is_pack = is_pack(&declarator);
        let kind = TemplateParamKind::Value { specs: Box::new(specs), declarator, default };
        TemplateParam { kind, name, is_pack, span: self.span(l, r) }
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
        StmtKind::RangeFor { init: init.map(Box::new), decl, range, body: Box::new(body) }
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
            args.push(self.expr(ExprKind::Int { value: length as u128, suffix, is_decimal: true }, l, m));
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
        ExprKind::Launch { callee: Box::new(callee), config, config_span, args }
    }

    /// Orders `first op operand op operand…` by the precedence of the operators.
    pub(crate) fn climb(&self, first: Expr, rest: Vec<(Infix, Span, Expr)>) -> Expr {
        let mut operands = vec![first];
        let mut operators: Vec<(Infix, Span)> = Vec::new();
        for (op, span, right) in rest {
            while operators.last().is_some_and(|(last, _)| precedence(*last) >= precedence(op)) {
                self.reduce(&mut operands, &mut operators);
            }
            operators.push((op, span));
            operands.push(right);
        }
        while !operators.is_empty() {
            self.reduce(&mut operands, &mut operators);
        }
        operands.pop().unwrap_or(Expr { kind: ExprKind::Error, span: Span::default(), depth: 1 })
    }

    fn reduce(&self, operands: &mut Vec<Expr>, operators: &mut Vec<(Infix, Span)>) {
        let (Some((op, op_span)), Some(right), Some(left)) = (operators.pop(), operands.pop(), operands.pop()) else { return };
        let span = self.sources.join(left.span, right.span);
        let (left, right) = (Box::new(left), Box::new(right));
        let kind = match op {
            Infix::Op(op) => ExprKind::Binary { op, op_span, left, right },
            Infix::DotStar | Infix::ArrowStar => ExprKind::MemberPointer { base: left, is_arrow: op == Infix::ArrowStar, member: right },
        };
        operands.push(self.expr_at(kind, span));
    }

    /// A lambda.
    pub(crate) fn lambda(
        &self,
        items: Vec<Result<CaptureDefault, Capture>>,
        flags: Vec<Flag>,
        params: Option<FunctionParams>,
        suffixes: Vec<FunctionSuffix>,
        body: Stmt,
    ) -> Arc<Lambda> {
        let mut lambda = Lambda { default: None, captures: Vec::new(), flags: Flags::default(), params, is_mutable: false, body };
        for item in items {
            match item {
                Ok(default) => lambda.default = Some(default),
                Err(capture) => lambda.captures.push(capture),
            }
        }
        flags.into_iter().for_each(|flag| set_flag(&mut lambda.flags, flag));
        lambda.is_mutable = suffixes.iter().any(|s| matches!(s, FunctionSuffix::Mutable));
        if let Some(params) = &mut lambda.params {
            add_suffixes(params, suffixes);
        }
        Arc::new(lambda)
    }
}

fn bad_specifiers(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::BAD_SPECIFIERS, span, message)
}

fn add_suffixes(params: &mut FunctionParams, suffixes: Vec<FunctionSuffix>) {
    for suffix in suffixes {
        match suffix {
            FunctionSuffix::Qual(qual) => set_qual(&mut params.quals, qual),
            FunctionSuffix::Reference(is_rvalue) => params.ref_qualifier = Some(is_rvalue),
            FunctionSuffix::Noexcept => params.is_noexcept = true,
            FunctionSuffix::NoexceptIf(condition) => {
                params.is_noexcept = !matches!(condition.kind, ExprKind::Bool(false));
            }
            FunctionSuffix::Returns(ty) => params.trailing_return = Some(Box::new(ty)),
            FunctionSuffix::Override => params.is_override = true,
            FunctionSuffix::Pure => params.is_pure = true,
            FunctionSuffix::Mutable => {}
        }
    }
}

/// The name that a declarator declares.
pub(crate) fn declared_name(declarator: &Declarator) -> Option<&Path> {
    match &declarator.kind {
        DeclaratorKind::Name(name) => name.as_ref(),
        DeclaratorKind::Pointer { inner, .. }
        | DeclaratorKind::Reference { inner, .. }
        | DeclaratorKind::MemberPointer { inner, .. }
        | DeclaratorKind::Array { inner, .. }
        | DeclaratorKind::Function { inner, .. }
        | DeclaratorKind::Pack(inner) => declared_name(inner),
    }
}

fn is_pack(declarator: &Declarator) -> bool {
    match &declarator.kind {
        DeclaratorKind::Name(_) => false,
        DeclaratorKind::Pack(_) => true,
        DeclaratorKind::Pointer { inner, .. }
        | DeclaratorKind::Reference { inner, .. }
        | DeclaratorKind::MemberPointer { inner, .. }
        | DeclaratorKind::Array { inner, .. }
        | DeclaratorKind::Function { inner, .. } => is_pack(inner),
    }
}

fn set_flag(flags: &mut Flags, flag: Flag) {
    let field = match flag {
        Flag::Typedef => &mut flags.is_typedef,
        Flag::Static => &mut flags.is_static,
        Flag::Extern => &mut flags.is_extern,
        Flag::Inline => &mut flags.is_inline,
        Flag::Constexpr => &mut flags.is_constexpr,
        Flag::Mutable => &mut flags.is_mutable,
        Flag::Register => &mut flags.is_register,
        Flag::ThreadLocal => &mut flags.is_thread_local,
        Flag::Virtual => &mut flags.is_virtual,
        Flag::Explicit => &mut flags.is_explicit,
        Flag::Global => &mut flags.global,
        Flag::Device => &mut flags.device,
        Flag::Host => &mut flags.host,
        Flag::Shared => &mut flags.shared,
        Flag::Constant => &mut flags.constant,
        Flag::Managed => &mut flags.managed,
        Flag::Forceinline => &mut flags.forceinline,
        Flag::Noinline => &mut flags.noinline,
        Flag::GridConstant => &mut flags.grid_constant,
    };
    *field = true;
}

fn set_qual(quals: &mut Quals, qual: Qual) {
    match qual {
        Qual::Const => quals.is_const = true,
        Qual::Volatile => quals.is_volatile = true,
        Qual::Restrict => quals.is_restrict = true,
    }
}

fn join_quals(list: &[Qual]) -> Quals {
    let mut quals = Quals::default();
    list.iter().for_each(|&q| set_qual(&mut quals, q));
    quals
}

/// The type that the words name, in any order ([dcl.type.simple]).
fn join_words(words: &[TypeWord]) -> Result<BuiltinType, String> {
    let count = |w: TypeWord| words.iter().filter(|x| **x == w).count();
    let longs = count(TypeWord::Long);
    let (shorts, signed, unsigned) = (count(TypeWord::Short), count(TypeWord::Signed), count(TypeWord::Unsigned));
    let ints = count(TypeWord::Int);
    let bases: Vec<TypeWord> = words
        .iter()
        .copied()
        .filter(|w| !matches!(w, TypeWord::Long | TypeWord::Short | TypeWord::Signed | TypeWord::Unsigned | TypeWord::Int))
        .collect();
    if shorts > 1 || ints > 1 || signed + unsigned > 1 || longs > 2 || longs > 0 && shorts > 0 || bases.len() > 1 {
        return Err("these words do not name one type".to_string());
    }
    let is_unsigned = unsigned > 0;
    let has_sign = signed + unsigned > 0;
    let Some(&base) = bases.first() else {
        return Ok(match (shorts, longs, is_unsigned) {
            (1, _, false) => BuiltinType::Short,
            (1, _, true) => BuiltinType::UShort,
            (_, 1, false) => BuiltinType::Long,
            (_, 1, true) => BuiltinType::ULong,
            (_, 2, false) => BuiltinType::LongLong,
            (_, 2, true) => BuiltinType::ULongLong,
            (_, _, false) => BuiltinType::Int,
            (_, _, true) => BuiltinType::UInt,
        });
    };
    let ty = match base {
        TypeWord::Char if !has_sign => BuiltinType::Char,
        TypeWord::Char if is_unsigned => BuiltinType::UChar,
        TypeWord::Char => BuiltinType::SChar,
        TypeWord::Int128 if is_unsigned => BuiltinType::UInt128,
        TypeWord::Int128 => BuiltinType::Int128,
        TypeWord::Double if longs == 1 && !has_sign && shorts == 0 && ints == 0 => return Ok(BuiltinType::LongDouble),
        _ if has_sign => return Err(format!("`{}` cannot be `{}`", word_text(base), if is_unsigned { "unsigned" } else { "signed" })),
        TypeWord::Void => BuiltinType::Void,
        TypeWord::Bool => BuiltinType::Bool,
        TypeWord::WChar => BuiltinType::WChar,
        TypeWord::Char16 => BuiltinType::Char16,
        TypeWord::Char32 => BuiltinType::Char32,
        TypeWord::UInt128 => BuiltinType::UInt128,
        TypeWord::Half => BuiltinType::Half,
        TypeWord::Float => BuiltinType::Float,
        _ => BuiltinType::Double,
    };
    if longs + shorts + ints > 0 {
        let other = if longs > 0 {
            "long"
        } else if shorts > 0 {
            "short"
        } else {
            "int"
        };
        return Err(format!("`{}` does not go with `{other}`", word_text(base)));
    }
    Ok(ty)
}

fn word_text(word: TypeWord) -> &'static str {
    match word {
        TypeWord::Void => "void",
        TypeWord::Bool => "bool",
        TypeWord::Char => "char",
        TypeWord::WChar => "wchar_t",
        TypeWord::Char16 => "char16_t",
        TypeWord::Char32 => "char32_t",
        TypeWord::Short => "short",
        TypeWord::Int => "int",
        TypeWord::Long => "long",
        TypeWord::Signed => "signed",
        TypeWord::Unsigned => "unsigned",
        TypeWord::Int128 => "__int128",
        TypeWord::UInt128 => "__uint128_t",
        TypeWord::Half => "_Float16",
        TypeWord::Float => "float",
        TypeWord::Double => "double",
    }
}

/// Precedence of infix operators ([expr]): a higher number binds tighter. All associate to the left.
fn precedence(op: Infix) -> u8 {
    use BinaryOp::*;
    match op {
        Infix::DotStar | Infix::ArrowStar => 12,
        Infix::Op(op) => match op {
            Mul | Div | Rem => 11,
            Add | Sub => 10,
            Shl | Shr => 9,
            Spaceship => 8,
            Lt | Gt | Le | Ge => 7,
            Eq | Ne => 6,
            BitAnd => 5,
            BitXor => 4,
            BitOr => 3,
            And => 2,
            Or => 1,
            Comma => 0,
        },
    }
}

fn expr_depth(kind: &ExprKind) -> u32 {
    let list = |list: &[Expr]| list.iter().map(|e| e.depth).max().unwrap_or(0);
    match kind {
        ExprKind::Paren(e)
        | ExprKind::Unary { operand: e, .. }
        | ExprKind::Step { operand: e, .. }
        | ExprKind::Cast { operand: e, .. }
        | ExprKind::Member { base: e, .. }
        | ExprKind::SizeofExpr(e)
        | ExprKind::Noexcept(e)
        | ExprKind::Delete { operand: e, .. }
        | ExprKind::PackExpansion(e)
        | ExprKind::Typeid(e)
        | ExprKind::VaArg { list: e, .. } => e.depth,
        ExprKind::Binary { left, right, .. } | ExprKind::Assign { left, right, .. } | ExprKind::Comma(left, right) => {
            left.depth.max(right.depth)
        }
        ExprKind::Index { base, index } => base.depth.max(index.depth),
        ExprKind::MemberPointer { base, member, .. } => base.depth.max(member.depth),
        ExprKind::Conditional { condition, then, otherwise } => condition.depth.max(then.depth).max(otherwise.depth),
        ExprKind::Call { callee, args } => callee.depth.max(list(args)),
        ExprKind::Launch { callee, config, args, .. } => callee.depth.max(list(config)).max(list(args)),
        ExprKind::Construct { init, .. } => initializer_depth(init),
        ExprKind::New { placement, init, .. } => list(placement).max(init.as_deref().map_or(0, initializer_depth)),
        ExprKind::InitList(items) => init_list_depth(items),
        ExprKind::Lambda(lambda) => lambda.body.depth,
        ExprKind::Throw(value) => value.as_ref().map_or(0, |e| e.depth),
        ExprKind::Fold { left, right, .. } => left.as_ref().map_or(0, |e| e.depth).max(right.as_ref().map_or(0, |e| e.depth)),
        ExprKind::StatementExpr(body) => body.depth,
        _ => 0,
    }
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

fn stmt_depth(kind: &StmtKind) -> u32 {
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
            body.depth.max(condition.as_ref().map_or(0, condition_depth)).max(step.as_ref().map_or(0, |e| e.depth))
        }
        StmtKind::RangeFor { range, body, .. } => body.depth.max(range.depth),
        StmtKind::Case { value, body, .. } => body.depth.max(value.depth),
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
