//! The compiler's own functions, `__builtin_…`; those that are functions of a library by another name are in its headers.

use super::{Arg, Cat, Val};
use crate::hir::{self, Conversion, ExprKind, StmtKind};
use crate::sema::entity::{Entity, FuncRef};
use crate::sema::initialise::Init;
use crate::sema::scope::Want;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast;

impl<'a> Sema<'a> {
    /// The compiler's own functions; `None` when the name is not one of them.
    pub(super) fn builtin_call(&mut self, name: &str, args: &'a [ast::Expr], span: Span) -> Option<Val> {
        match (name, args) {
            ("__builtin_expect", [e, expected]) | ("__builtin_expect_with_probability", [e, expected, _]) => {
                // gcc evaluates what is expected first.
                let expected = self.read(expected);
                let v = self.read(e);
                let e = self.scalar_convert(v.e, self.common.long);
                Some(self.behind(expected, e, span))
            }
            ("__builtin_prefetch", [address, ..]) => {
                let address = self.read(address);
                Some(self.behind(address, self.int_value(0, self.common.int, span), span)).map(|v| self.to_void(v, span))
            }
            ("__builtin_return_address" | "__builtin_frame_address", [level]) => {
                let level = self.read(level);
                let frame = self.frames.last().filter(|frame| !frame.space.device).map(|frame| frame.func);
                let (Some(func), Ok(0)) = (frame, self.evaluate_int(&level.e)) else {
                    let what = format!("`{name}` in device code, or of a function around the caller");
                    self.report(errors::unsupported(span, &what));
                    return Some(self.error_value(span));
                };
                // Where code lies is a number of the machine's own: that of the function.
                let address = match name {
                    "__builtin_return_address" => {
                        let f = self.use_function(func);
                        self.value(ExprKind::Function(f), self.common.void_ptr, span)
                    }
                    _ => {
                        let local = self.hidden_local("", self.common.ulong.into(), span);
                        let place = self.local_place(local, self.common.ulong.into(), span);
                        self.take_address(place, span)
                    }
                };
                let e = self.scalar_convert(address.e, self.common.void_ptr);
                Some(Val { e, cat: Cat::R, width: None })
            }
            ("__builtin_assume", _) => {
                let zero = self.value(ExprKind::Int(0), self.common.int, span);
                Some(self.to_void(zero, span))
            }
            ("__builtin_constant_p", [e]) => {
                let v = self.read(e);
                let known = self.evaluate_int(&v.e).is_ok();
                Some(self.value(ExprKind::Int(i128::from(known)), self.common.int, span))
            }
            ("__builtin_is_constant_evaluated", []) => {
                // Nothing of a `consteval` function runs.
                let is_immediate = self.frames.last().is_some_and(|f| self.funcs[f.func.0 as usize].flags.is_consteval);
                let kind = if is_immediate { ExprKind::Int(1) } else { ExprKind::ConstantEvaluated };
                Some(self.value(kind, self.common.bool, span))
            }
            ("__builtin_generic", [value, choices @ ..]) if self.is_c => Some(self.generic_selection(value, choices, span)),
            ("__builtin_addressof", [e]) => {
                // Whatever `operator&` the class has.
                let v = self.expr(e);
                Some(self.take_address(v, span))
            }
            ("__builtin_assume_aligned", [e, ..]) => {
                let v = self.read(e);
                let to = self.common.void_ptr;
                let e = self.scalar_convert(v.e, to);
                Some(Val { e, cat: Cat::R, width: None })
            }
            ("__builtin_va_start", [list, ..]) => {
                let variadic = self.frames.last().is_some_and(|f| self.funcs[f.func.0 as usize].ty.is_variadic);
                if !variadic {
                    self.report(errors::unsupported(span, "`va_start` in a function without `...`"));
                    return Some(self.error_value(span));
                }
                let list = self.expr(list);
                let start = self.value(ExprKind::VariadicArguments, list.e.ty, span);
                Some(self.assign(list, Arg::Val(start), span))
            }
            ("__builtin_va_end", [list]) => Some(self.expr(list)),
            ("__builtin_kern_alloca", [_, size]) => Some(self.stack_memory(size, span)),
            // Of the call, in the default argument of one.
            ("__builtin_LINE", []) => {
                let line = self.written_at(span).1;
                Some(self.value(ExprKind::Int(i128::from(line)), self.common.int, span))
            }
            ("__builtin_COLUMN", []) => {
                let column = self.written_at(span).2;
                Some(self.value(ExprKind::Int(i128::from(column)), self.common.int, span))
            }
            ("__builtin_FILE", []) => {
                let file = self.written_at(span).0;
                Some(self.text_value(&file, span))
            }
            ("__builtin_FUNCTION" | "__builtin_PRETTY_FUNCTION", []) => {
                let name = match self.frames.last().map(|frame| frame.func) {
                    Some(func) if name == "__builtin_FUNCTION" => self.name_with_arguments(func),
                    Some(func) => self.pretty_function(func),
                    None => String::new(),
                };
                Some(self.text_value(&name, span))
            }
            ("__builtin_inff" | "__builtin_huge_valf", []) => Some(self.value(ExprKind::Float(f64::INFINITY), self.common.float, span)),
            ("__builtin_inf" | "__builtin_huge_val", []) => Some(self.value(ExprKind::Float(f64::INFINITY), self.common.double, span)),
            ("__builtin_nanf", [_]) => Some(self.value(ExprKind::Float(f64::NAN), self.common.float, span)),
            // One that signals, as far as the form of constants can say it.
            ("__builtin_nansf", [_]) => Some(self.value(ExprKind::Float(f64::NAN), self.common.float, span)),
            ("__builtin_nans", [_]) => {
                let signalling = f64::from_bits(0x7ff4_0000_0000_0000);
                Some(self.value(ExprKind::Float(signalling), self.common.double, span))
            }
            ("__builtin_nan", [_]) => Some(self.value(ExprKind::Float(f64::NAN), self.common.double, span)),
            _ => None,
        }
    }

    /// `value` after `first`, where that does something.
    fn behind(&self, first: Val, value: hir::Expr, span: Span) -> Val {
        if matches!(first.e.kind, ExprKind::Int(_) | ExprKind::Float(_)) {
            return Val { e: value, cat: Cat::R, width: None };
        }
        let ty = value.ty;
        let first = self.to_void(first, span).e;
        self.value(ExprKind::Sequence { first: Box::new(first), second: Box::new(value) }, ty, span)
    }

    fn to_void(&self, v: Val, span: Span) -> Val {
        self.value(ExprKind::Convert { conversion: Conversion::ToVoid, operand: Box::new(v.e) }, self.common.void, span)
    }

    /// Memory until the function returns, which a hidden local of it holds.
    fn stack_memory(&mut self, size: &'a ast::Expr, span: Span) -> Val {
        let class = match self.own_name(self.global, "__kern_allocas", Want::Any) {
            Some(Entity::Type(ty)) => ty,
            _ => {
                self.report(errors::unsupported(span, "`alloca` without `<alloca.h>`"));
                return self.error_value(span);
            }
        };
        if self.frames.last().is_none_or(|frame| frame.space.device) {
            self.report(errors::unsupported(span, "`alloca` in device code").help("write an array of constant length"));
            return self.error_value(span);
        }
        let known = self.frames.last().and_then(|frame| frame.allocas.as_ref().map(|(local, _)| *local));
        let local = match known {
            Some(local) => local,
            None => {
                let (value, ty) = self.initialise_variable(class, Init::Value, "alloca", span);
                let destructor = self.destructor_for(ty.ty, span);
                let local = self.hidden_local("", ty, span);
                if let Some(frame) = self.frame() {
                    frame.locals[local.0 as usize].destructor = destructor;
                    frame.allocas = Some((local, hir::Stmt { kind: StmtKind::Declare { local, init: value }, span }));
                }
                local
            }
        };
        let object = self.local_place(local, class, span);
        let size = self.arg(size);
        let take = self.class_of(class.ty).and_then(|c| self.lookup_in(self.class_info(c).scope, "take", Want::Any));
        let Some(Entity::Functions(set)) = take else { return self.error_value(span) };
        let &[FuncRef::Plain(f)] = set.as_slice() else { return self.error_value(span) };
        self.build_call(f, Some(object), vec![size], span)
    }

    /// File, line and column of `span`, or of the call whose default argument it is in.
    fn written_at(&self, span: Span) -> (String, u32, u32) {
        let site = self.sources.call_site(self.default_of.unwrap_or(span));
        let at = self.sources.line_column(site.file, site.start);
        (self.sources.file(site.file).name.to_string(), at.line, at.column)
    }

    fn text_value(&mut self, text: &str, span: Span) -> Val {
        let mut bytes = text.as_bytes().to_vec();
        bytes.push(0);
        let place = self.string_place(self.common.char, bytes, span);
        self.rvalue(place)
    }
}
