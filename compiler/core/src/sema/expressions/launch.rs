//! Kernel launches: `kernel<<<grid, block, shared, stream>>>(args)`.

use super::{Arg, Val};
use crate::hir::{self, ExprKind, LaunchDim, QualType, TypeId};
use crate::sema::advice::{FailedCall, Use};
use crate::sema::convert::Purpose;
use crate::sema::entity::{Entity, FuncId, FuncRef};
use crate::sema::overload::Failure;
use crate::sema::scope::Want;
use crate::sema::specifiers::path_text;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast::{self, BinaryOp};

impl<'a> Sema<'a> {
    pub(super) fn launch(&mut self, launch: &'a ast::Launch, span: Span) -> Val {
        let ast::Launch { callee, config, config_span, args } = launch;
        self.in_launch += 1;
        let target = self.arg(callee);
        self.in_launch -= 1;
        let args = self.args(args);
        let dims = self.launch_config(config, *config_span);
        let kernel = match target {
            Arg::Overloads(o) => match self.resolve_overload(&o.set, o.args, &args, None) {
                Ok(f) => f,
                Err(failure) => {
                    if let ([FuncRef::Plain(f)], Failure::None) = (o.set.as_slice(), &failure) {
                        if self.funcs[f.0 as usize].space.is_kernel {
                            self.launch_arguments_error(*f, args, span);
                        } else {
                            self.not_a_kernel(*f, o.span);
                        }
                    } else {
                        self.overload_error(failure, &o.name, &o.set, o.args, &args, None, span);
                    }
                    return self.error_value(span);
                }
            },
            Arg::Val(v) => return self.launch_value(v, args, dims, span),
            Arg::List(_) => return self.error_value(span),
        };
        if !self.funcs[kernel.0 as usize].space.is_kernel {
            self.not_a_kernel(kernel, callee.span);
            return self.error_value(span);
        }
        self.launch_warnings(kernel, &args, span);
        let converted = self.convert_arguments(kernel, args, span);
        let kernel = hir::Callee::Direct(self.use_function(kernel));
        self.launch_of(kernel, converted, dims, span)
    }

    fn launch_value(&mut self, v: Val, args: Vec<Arg<'a>>, dims: Option<(LaunchDim, LaunchDim, hir::Expr, hir::Expr)>, span: Span) -> Val {
        let v = self.rvalue(v);
        if self.is_error(v.e.ty) {
            return v;
        }
        if let ExprKind::Function(id) = v.e.kind {
            let owner = self.hir_owner[id.0 as usize];
            if !self.funcs[owner.0 as usize].space.is_kernel {
                self.not_a_kernel(owner, v.e.span);
                return self.error_value(span);
            }
        }
        let Some(f) = self.pointed_function(v.e.ty).filter(|f| self.is_void(f.result.ty)) else {
            let shown = self.show(v.e.ty);
            self.report(errors::launches_value(v.e.span, &shown));
            return self.error_value(span);
        };
        if f.params.len() != args.len() {
            return self.wrong_count(span, "this kernel", f.params.len(), args.len(), &v.e);
        }
        let mut converted = Vec::new();
        for (i, (arg, p)) in args.into_iter().zip(&f.params).enumerate() {
            let at = arg.span();
            converted.push(self.convert(arg, *p, &Purpose::new(format!("kernel argument {}", i + 1)), at));
        }
        let kernel = match v.e.kind {
            ExprKind::Function(id) => hir::Callee::Direct(id),
            _ => hir::Callee::Indirect(Box::new(v.e)),
        };
        self.launch_of(kernel, converted, dims, span)
    }

    fn launch_of(
        &mut self,
        kernel: hir::Callee,
        args: Vec<hir::Expr>,
        dims: Option<(LaunchDim, LaunchDim, hir::Expr, hir::Expr)>,
        span: Span,
    ) -> Val {
        let Some((grid, block, shared, stream)) = dims else { return self.error_value(span) };
        if args.iter().any(|e| self.has_error(e)) {
            return self.error_value(span);
        }
        let kind = ExprKind::Launch {
            kernel: Box::new(kernel),
            grid: Box::new(grid),
            block: Box::new(block),
            shared: Box::new(shared),
            stream: Box::new(stream),
            args: args.into(),
        };
        self.value(kind, self.common.void, span)
    }

    /// `kernel<<1, 32>>(x)` and `kernel<1, 32>(x)`, which C++ reads as comparisons and shifts with a comma between them.
    pub(super) fn misspelt_launch(&mut self, first: &'a ast::Expr, last: &'a ast::Expr, span: Span) -> Option<Val> {
        let mut start = first;
        while let ast::ExprKind::Comma(a, _) = &start.kind {
            start = a;
        }
        let (ast::ExprKind::Binary { op, op_span, left, right }, ast::ExprKind::Binary { op: end, op_span: end_span, right: args, .. }) =
            (&start.kind, &last.kind)
        else {
            return None;
        };
        let are_brackets = matches!((op, end), (BinaryOp::Shl, BinaryOp::Shr) | (BinaryOp::Lt, BinaryOp::Gt));
        let ast::ExprKind::Path(path) = &left.kind else { return None };
        if !are_brackets || !matches!(args.kind, ast::ExprKind::Paren(_) | ast::ExprKind::Comma(..)) {
            return None;
        }
        let name = path_text(path);
        let Some(Entity::Functions(set)) = self.lookup(&name, Want::Any) else { return None };
        let is_kernel = |f: &FuncRef| match f {
            FuncRef::Plain(f) => self.funcs[f.0 as usize].space.is_kernel,
            FuncRef::Template(t) => self.fn_templates[t.0 as usize].specs.flags.global,
        };
        if !set.iter().any(is_kernel) {
            return None;
        }
        let inside = Span { end: end_span.start, ..right.span };
        let (config, args) = (self.sources.text(inside).trim(), self.sources.text(args.span));
        self.report(errors::misspelt_launch(*op_span, *end_span, &name, config, args));
        Some(self.error_value(span))
    }

    /// The name of the kernel that `e` is.
    pub(super) fn kernel_named(&self, e: &hir::Expr) -> Option<String> {
        let ExprKind::Function(id) = e.kind else { return None };
        let func = &self.funcs[self.hir_owner[id.0 as usize].0 as usize];
        func.space.is_kernel.then(|| func.name.to_string())
    }

    fn not_a_kernel(&mut self, f: FuncId, span: Span) {
        let func = &self.funcs[f.0 as usize];
        let (name, declared, is_system) = (self.plain_func_name(func), func.span, func.is_system);
        if self.is_blamed(declared) {
            return;
        }
        self.report(errors::launches_non_kernel(span, &name, (!is_system).then_some(declared)));
    }

    fn launch_arguments_error(&mut self, f: FuncId, args: Vec<Arg<'a>>, span: Span) {
        if args.iter().any(|a| matches!(a, Arg::Val(v) if self.is_error(v.e.ty))) {
            return;
        }
        let func = self.funcs[f.0 as usize].clone();
        let name = func.name.clone();
        if args.len() != func.params.len() {
            let shown = self.signature(f);
            self.report(errors::launch_argument_count(span, &name, func.params.len(), args.len(), func.span, &shown));
            return;
        }
        let call = FailedCall { name: &name, set: &[FuncRef::Plain(f)], explicit: None, args: &args, object: None, is_launch: true };
        let edit = self.advice_on_call(call);
        for (i, (arg, p)) in args.into_iter().zip(&func.params).enumerate() {
            if self.implicit(&arg, p.ty).is_none() {
                if self.is_blamed(p.span) {
                    continue;
                }
                let at = arg.span();
                let help = match (&edit, &arg) {
                    (Some(edit), _) => Some(edit.clone()),
                    (None, Arg::Val(v)) => self.advice_on_value(v, p.ty, Use::Launch),
                    _ => None,
                };
                let found = match &arg {
                    Arg::Val(v) => {
                        let q = self.type_of(&v.e);
                        self.show_q(q)
                    }
                    _ => "a braced list".into(),
                };
                let expected = self.show_q(p.ty);
                self.report(errors::launch_argument(at, &name, i + 1, &expected, &found, p.span, help));
                // One edit mends the whole launch.
                if edit.is_some() {
                    return;
                }
            }
        }
    }

    /// grid, block, shared bytes, stream.
    fn launch_config(&mut self, config: &'a [ast::Expr], span: Span) -> Option<(LaunchDim, LaunchDim, hir::Expr, hir::Expr)> {
        if config.len() < 2 || config.len() > 4 {
            for e in config {
                self.arg(e);
            }
            self.report(errors::launch_config_count(span, config.len()));
            return None;
        }
        for e in &config[..2] {
            if let ast::ExprKind::Paren(inner) = &e.kind
                && let ast::ExprKind::Comma(_, last) = &inner.kind
            {
                let numbers = self.quoted(e.span).map(|text| format!("dim3{text}"));
                self.warn(errors::comma_in_launch(e.span, last.span, numbers));
            }
        }
        let grid = self.launch_dim(&config[0], "grid");
        let block = self.launch_dim(&config[1], "block");
        let shared = match config.get(2) {
            Some(e) => {
                let arg = self.arg(e);
                self.convert(arg, self.common.ulong.into(), &Purpose::new("the size of the dynamic shared memory"), e.span)
            }
            None => self.int_value(0, self.common.ulong, span),
        };
        let stream_ty = self.stream_type();
        let stream = match config.get(3) {
            Some(e) => {
                let arg = self.arg(e);
                self.convert(arg, stream_ty.into(), &Purpose::new("the stream of a launch"), e.span)
            }
            None => self.make(ExprKind::Null, stream_ty, span),
        };
        if self.has_error(&shared) || self.has_error(&stream) {
            return None;
        }
        Some((grid?, block?, shared, stream))
    }

    fn stream_type(&mut self) -> TypeId {
        match self.own_name(self.global, "cudaStream_t", Want::Any) {
            Some(Entity::Type(q)) => q.ty,
            _ => self.common.void_ptr,
        }
    }

    fn launch_dim(&mut self, e: &'a ast::Expr, what: &str) -> Option<LaunchDim> {
        let arg = self.arg(e);
        let dim3 = match self.own_name(self.global, "dim3", Want::Type) {
            Some(Entity::Type(q)) => Some(q),
            _ => None,
        };
        let arg = match arg {
            Arg::Val(v) => {
                if self.is_error(v.e.ty) {
                    return None;
                }
                let is_class = self.class_of(v.e.ty).is_some();
                if is_class && dim3.is_none_or(|d| d.ty != v.e.ty) {
                    match dim3 {
                        Some(d) if self.implicit(&Arg::Val(v.clone()), d).is_some() => Arg::Val(v),
                        _ => {
                            let scalar = self.class_to_scalar(v, e.span);
                            Arg::Val(scalar)
                        }
                    }
                } else {
                    Arg::Val(v)
                }
            }
            other => other,
        };
        if let Arg::Val(v) = &arg
            && (self.is_arithmetic(v.e.ty) || self.is_unscoped_enum(v.e.ty))
        {
            let v = self.rvalue(v.clone());
            if let ExprKind::Int(n) = v.e.kind
                && n < 0
            {
                self.report(errors::negative_dimension(e.span, what, n));
                return None;
            }
            let e = self.scalar_convert(v.e, self.common.uint);
            return Some(LaunchDim::Scalar(e));
        }
        let Some(dim3) = dim3 else {
            self.report(errors::bad_dimension(e.span, what, "something else"));
            return None;
        };
        if self.implicit(&arg, dim3).is_none() {
            let shown = match &arg {
                Arg::Val(v) => {
                    let q: QualType = self.type_of(&v.e);
                    self.show_q(q)
                }
                _ => "a braced list".into(),
            };
            self.report(errors::bad_dimension(e.span, what, &shown));
            return None;
        }
        let value = self.convert(arg, dim3, &Purpose::new(format!("the {what} of a launch")), e.span);
        if self.has_error(&value) { None } else { Some(LaunchDim::Dim3(value)) }
    }
}
