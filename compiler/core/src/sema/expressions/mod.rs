//! Expressions: syntax to typed HIR with every conversion written out.
//!
//! A checked expression is a [`Val`]; what has no value by itself yet (a braced list, an overloaded name) stays an [`Arg`]
//! until the place that it stands in says what is wanted.

mod allocation;
mod assignment;
mod binary;
mod builtins;
mod calls;
mod casts;
mod conditional;
mod fold;
mod generic;
mod immediate;
mod iterators;
mod lambda;
mod launch;
mod literals;
mod member_pointers;
mod members;
mod memory;
mod names;
mod operators;
mod places;
mod rewritten;
mod scalars;
mod traits;
mod unevaluated;
mod user_literals;
mod variable_length;
mod variadic;

use super::entity::{FuncRef, Name};
use super::{Sema, errors};
use crate::hir::{self, ExprKind, IntType, Type, TypeId};
use kern_diag::Span;
use kern_syntax::ast::{self, StringPrefix};
pub(super) use lambda::Closure;
pub(super) use scalars::int_as_float;

/// Value category: lvalue, xvalue, prvalue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cat {
    L,
    X,
    R,
}

/// A checked expression.
#[derive(Clone, Debug)]
pub(super) struct Val {
    pub(super) e: hir::Expr,
    pub(super) cat: Cat,
    /// Width, for a bit-field.
    pub(super) width: Option<u32>,
}

/// Functions that a name may mean, before a call or a target type chooses.
#[derive(Clone, Debug)]
pub(super) struct Overloads<'a> {
    pub(super) name: Name,
    pub(super) set: Vec<FuncRef>,
    pub(super) args: Option<&'a [ast::TemplateArg]>,
    /// `Base::f`: that function, whatever overrides it.
    pub(super) is_qualified: bool,
    pub(super) span: Span,
}

/// How a called function was named.
#[derive(Clone, Copy, Debug)]
pub(in crate::sema) struct Named {
    span: Span,
    /// See [`Overloads::is_qualified`].
    is_qualified: bool,
}

/// What may stand as an argument or initialiser.
#[derive(Clone, Debug)]
pub(super) enum Arg<'a> {
    Val(Val),
    List(&'a ast::InitList),
    Overloads(Overloads<'a>),
}

impl Arg<'_> {
    pub(super) fn span(&self) -> Span {
        match self {
            Arg::Val(v) => v.e.span,
            Arg::List(list) => list.span,
            Arg::Overloads(o) => o.span,
        }
    }
}

impl<'a> Sema<'a> {
    pub(super) fn make(&self, kind: ExprKind, ty: TypeId, span: Span) -> hir::Expr {
        hir::Expr { kind, ty, is_volatile: false, is_const: false, span }
    }

    pub(super) fn value(&self, kind: ExprKind, ty: TypeId, span: Span) -> Val {
        Val { e: self.make(kind, ty, span), cat: Cat::R, width: None }
    }

    pub(super) fn error_value(&self, span: Span) -> Val {
        self.value(ExprKind::Error, self.common.error, span)
    }

    pub(super) fn int_value(&self, value: i128, ty: TypeId, span: Span) -> hir::Expr {
        self.make(ExprKind::Int(value), ty, span)
    }

    /// Whether any part is wrong already.
    pub(super) fn has_error(&self, e: &hir::Expr) -> bool {
        matches!(e.kind, ExprKind::Error) || self.is_error(e.ty)
    }

    /// An expression where only a value or place makes sense.
    pub(super) fn expr(&mut self, e: &'a ast::Expr) -> Val {
        match self.arg(e) {
            Arg::Val(v) => v,
            Arg::List(list) => {
                self.report(errors::braces_here(list.span));
                self.error_value(list.span)
            }
            Arg::Overloads(o) => self.sole_function(&o, None),
        }
    }

    /// An expression, read.
    pub(super) fn read(&mut self, e: &'a ast::Expr) -> Val {
        let v = self.expr(e);
        self.rvalue(v)
    }

    /// Any expression, braced lists and overloaded names included.
    pub(super) fn arg(&mut self, e: &'a ast::Expr) -> Arg<'a> {
        let around = std::mem::replace(&mut self.at, e.span);
        let arg = super::deep(|| self.arg_inner(e));
        self.at = around;
        arg
    }

    fn arg_inner(&mut self, e: &'a ast::Expr) -> Arg<'a> {
        use ast::ExprKind as K;
        let v = match &e.kind {
            K::InitList(list) => return Arg::List(list),
            K::Paren(inner) => match self.arg(inner) {
                Arg::Val(v) => Val { e: hir::Expr { span: v.e.span, ..v.e }, ..v },
                other => return other,
            },
            K::Path(path) => return self.path(path),
            K::Int { value, suffix, is_decimal } => self.int_literal(u128::from(*value), *suffix, *is_decimal, e.span),
            K::Float { value, suffix } => self.float_literal(*value, *suffix, e.span),
            K::Char { value, prefix } => {
                let ty = match prefix {
                    // `'ab'` is an `int` (C++ [lex.ccon]); one character has its sign.
                    StringPrefix::None if i8::try_from(*value as i32).is_err() => Type::Int(IntType::Int),
                    // Any is, in C.
                    StringPrefix::None if self.is_c && !self.is_system(e.span) => Type::Int(IntType::Int),
                    StringPrefix::None | StringPrefix::Utf8 => Type::Int(IntType::Char),
                    StringPrefix::Wide => Type::Int(IntType::WChar),
                    StringPrefix::Utf16 => Type::Int(IntType::Char16),
                    StringPrefix::Utf32 => Type::Int(IntType::Char32),
                };
                let ty = self.types.intern(ty);
                let n = self.truncate_int(i128::from(*value), ty);
                self.value(ExprKind::Int(n), ty, e.span)
            }
            K::String(s) => self.string_literal(s, e.span),
            K::Bool(b) => self.value(ExprKind::Int(i128::from(*b)), self.common.bool, e.span),
            K::Nullptr => self.value(ExprKind::Null, self.common.nullptr, e.span),
            K::This => self.this_value(e.span),
            K::Unary { op: ast::UnaryOp::AddressOf, operand } => match self.index_of_variable_length(e) {
                Some(v) => v,
                None => return self.address_argument(operand, e.span),
            },
            K::Unary { op, operand } => match self.index_of_variable_length(e) {
                Some(v) => v,
                None => {
                    let v = self.unary_expression(*op, operand, e.span);
                    self.truth_in_c(v)
                }
            },
            K::Step { is_increment, is_prefix, operand } if self.is_row(operand) => {
                self.step_of_rows(operand, *is_increment, None, !*is_prefix, e.span)
            }
            K::Step { is_increment, is_prefix, operand } => {
                let v = self.expr(operand);
                self.step(v, *is_increment, *is_prefix, e.span)
            }
            K::Binary { op: ast::BinaryOp::Sub, left, right, .. } if self.is_row(right) => self.difference_of_rows(left, right, e.span),
            K::Binary { op: ast::BinaryOp::Add, left, right, .. } if self.is_row(right) => self.moved_row(right, true, Some(left), e.span),
            K::Binary { op, op_span, left, right } => match self.index_of_variable_length(e) {
                Some(v) => v,
                None => {
                    let (l, r) = (self.arg(left), self.arg(right));
                    let v = self.binary(*op, l, r, e.span, *op_span);
                    self.truth_in_c(v)
                }
            },
            K::Assign { op: Some(op @ (ast::BinaryOp::Add | ast::BinaryOp::Sub)), left, right, .. } if self.is_row(left) => {
                self.step_of_rows(left, *op == ast::BinaryOp::Add, Some(right), false, e.span)
            }
            K::Assign { op, op_span, left, right } => self.assignment(*op, left, right, e.span, *op_span),
            K::Conditional { condition, then, otherwise } => self.conditional(condition, then, otherwise, e.span),
            K::Comma(a, b) => {
                if let Some(error) = self.misspelt_launch(a, b, e.span) {
                    return Arg::Val(error);
                }
                let first = self.expr(a);
                let (x, y) = (Arg::Val(first.clone()), self.arg(b));
                if matches!(y, Arg::Val(_))
                    && let Some(v) = self.overloaded_operator("operator,", &[x, y.clone()], e.span)
                {
                    return Arg::Val(v);
                }
                let first = self.discarded(first);
                match y {
                    Arg::Val(second) => {
                        let (ty, q) = (second.e.ty, self.type_of(&second.e));
                        let kind = ExprKind::Sequence { first: Box::new(first), second: Box::new(second.e) };
                        let e = hir::Expr { kind, ty, is_volatile: q.is_volatile, is_const: q.is_const, span: e.span };
                        Val { e, cat: second.cat, width: second.width }
                    }
                    other => return other,
                }
            }
            K::Call { callee, args } => self.call_expression(callee, args, e.span),
            K::Launch(launch) => self.launch(launch, e.span),
            K::Index { base, index } => {
                if let Some(v) = self.index_of_variable_length(e) {
                    return Arg::Val(v);
                }
                let (b, i) = (self.expr(base), self.arg(index));
                self.index(b, i, e.span)
            }
            K::Member { base, is_arrow, member } => return self.member_expression(base, *is_arrow, member, e.span),
            K::MemberPointer { base, is_arrow, member } => self.pointed_data(base, *is_arrow, member, e.span),
            K::Cast { style, ty, operand } => {
                let q = self.type_name(ty);
                let operand = self.arg(operand);
                self.cast(*style, operand, q, e.span)
            }
            K::Construct { ty, init } => self.construct(ty, init, e.span),
            K::SizeofExpr(operand) => self.sizeof_expr(operand, e.span),
            K::SizeofType(ty) => {
                let q = self.type_name(ty);
                match self.size_of_variable_type(ty, q, e.span) {
                    Some(size) => size,
                    None => self.sizeof_type(q, e.span),
                }
            }
            K::OrElse { left, right } => self.or_else(left, right, e.span),
            K::AlignofExpr(operand) => self.alignof_expr(operand, e.span),
            K::AlignofType(ty) => {
                let q = self.type_name(ty);
                let n = i128::from(self.alignment_of_name(ty, q));
                self.value(ExprKind::Int(n), self.common.ulong, e.span)
            }
            K::SizeofPack(name) => match self.whole_pack(&name.name) {
                Some(items) => self.value(ExprKind::Int(items.len() as i128), self.common.ulong, e.span),
                _ => {
                    self.report(errors::not_a_pack(name.span, &name.name));
                    self.error_value(e.span)
                }
            },
            K::Requires(inner) => self.requires_expression(inner, e.span),
            K::Noexcept(operand) => self.noexcept_operator(operand, e.span),
            K::New { placement, ty, init } => self.new_expression(placement, ty, init.as_deref(), e.span),
            K::Delete { form, operand } => self.delete_expression(*form, operand, e.span),
            K::Lambda(lambda) => self.lambda(lambda, e.span),
            K::Throw(value) => self.throw_expression(value.as_deref(), e.span),
            K::Typeid(operand) => self.typeid_of(operand, e.span),
            K::TypeidType(ty) => self.typeid_of_type(ty, e.span),
            K::PackExpansion(_) => {
                self.report(errors::pack_here(e.span));
                self.error_value(e.span)
            }
            K::Fold { op, left, right } => self.fold_expression(*op, left.as_deref(), right.as_deref(), e.span),
            K::TypeTrait { name, args } => self.type_trait(name, args, e.span),
            K::StatementExpr(stmt) => self.statement_expression(stmt, e.span),
            K::Offsetof { ty, member } => self.offset_of(ty, member, e.span),
            K::VaArg { list, ty } => {
                let list = self.expr(list);
                let q = self.type_name(ty);
                self.value(ExprKind::VaArg(Box::new(list.e)), q.ty, e.span)
            }
            K::Error => {
                self.saw_syntax_error = true;
                self.error_value(e.span)
            }
        };
        // Mark the whole expression, so that a diagnostic underlines what was written.
        Arg::Val(Val { e: hir::Expr { span: e.span, ..v.e }, ..v })
    }

    /// Arguments of a call, packs expanded.
    pub(super) fn args(&mut self, list: &'a [ast::Expr]) -> Vec<Arg<'a>> {
        let mut args = Vec::new();
        for e in list {
            if let ast::ExprKind::PackExpansion(pattern) = &e.kind {
                for scope in self.pack_scopes_of_expr(pattern) {
                    let arg = self.within(scope, |s| s.arg(pattern));
                    args.push(arg);
                }
            } else {
                let arg = self.arg(e);
                args.push(arg);
            }
        }
        args
    }
}
