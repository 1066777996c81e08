//! `new`, `delete` and statement expressions.

use super::allocation::Memory;
use super::{Arg, Val};
use crate::hir::{self, ExprKind, QualType, StmtKind, Type};
use crate::sema::convert::Purpose;
use crate::sema::initialise::Init;
use crate::sema::specifiers::plain_name;
use crate::sema::types::bare;
use crate::sema::{Sema, declarations, errors};
use kern_diag::Span;
use kern_syntax::ast::{self, DeclaratorKind};

impl<'a> Sema<'a> {
    pub(super) fn new_expression(
        &mut self,
        placement: &'a [ast::Expr],
        ty: &'a ast::TypeName,
        init: Option<&'a ast::Initializer>,
        span: Span,
    ) -> Val {
        let is_global =
            |e: &ast::Expr| matches!(&e.kind, ast::ExprKind::Path(path) if plain_name(path).is_some_and(|name| &**name == ast::GLOBAL_NEW));
        let (is_global, placement) = match placement {
            [first, rest @ ..] if is_global(first) => (true, rest),
            all => (false, all),
        };
        let Some(base) = self.specified_type_for_new(ty, init) else { return self.error_value(span) };
        let (element, count) = self.allocated(base, ty, span);
        if self.is_error(element.ty) {
            return self.error_value(span);
        }
        if !self.make_complete(element.ty) {
            let shown = self.show_q(element);
            self.report(errors::incomplete_type(span, &shown));
            return self.error_value(span);
        }
        if !self.check_not_abstract(element.ty, span) {
            return self.error_value(span);
        }
        let element = bare(element);
        let mut count = match count {
            None => None,
            Some(Some(c)) => Some(c),
            Some(None) => match init {
                Some(ast::Initializer::Braces(list)) => Some(self.int_value(list.items.len() as i128, self.common.ulong, span)),
                _ => {
                    self.report(errors::incomplete_array(span, "new"));
                    return self.error_value(span);
                }
            },
        };
        let (mut array_list, mut rest) = (None, None);
        let value = match (init, &count) {
            (None, _) => self.initialise_optional(element, Init::Default, "new", span),
            (Some(ast::Initializer::Braces(list)), Some(c)) if !list.items.is_empty() => {
                // The elements that are given, then zeros.
                match self.evaluate_int(c) {
                    Ok(n) if n >= 0 => {
                        let array = self.array_of(element, Some(n as u64));
                        array_list = Some(self.initialise(array.into(), Init::List(list), "new", span));
                        None
                    }
                    _ if self.frames.is_empty() || !placement.is_empty() => {
                        self.report(errors::unsupported(list.span, "an initialiser for this `new[]` of variable length"));
                        return self.error_value(span);
                    }
                    _ => {
                        let unbounded = self.array_of(element, None);
                        array_list = self.initialise_variable(unbounded.into(), Init::List(list), "new", span).0;
                        rest = Some(self.initialise(element, Init::Value, "new", span));
                        None
                    }
                }
            }
            (Some(_), Some(_)) => Some(self.initialise(element, Init::Value, "new", span)),
            (Some(i), None) => Some(self.initialise(element, Init::Written(i), "new", span)),
        };
        if value.as_ref().or(array_list.as_ref()).is_some_and(|v| self.has_error(v)) || count.as_ref().is_some_and(|v| self.has_error(v)) {
            return self.error_value(span);
        }
        let pointer = self.pointer_to(element);
        let Some(memory) = self.memory_for_new(element.ty, (is_global, count.is_some()), placement, span) else {
            return self.error_value(span);
        };
        let Memory { allocator, deallocator } = memory;
        let placement = match placement {
            [] => None,
            _ if allocator.is_some() => None,
            [e] => {
                let arg = self.arg(e);
                // The placement of `new (std::nothrow) T` stays what it is: memory that runs out is a null pointer there.
                let is_nothrow = |s: &Self, v: &Val| s.class_of(v.e.ty).is_some_and(|c| &*s.types.class(c).name == "std::nothrow_t");
                match arg {
                    Arg::Val(v) if is_nothrow(self, &v) => Some(Box::new(v.e)),
                    arg => {
                        let p = self.convert(arg, self.common.void_ptr.into(), &Purpose::new("the address of `new`"), e.span);
                        if self.has_error(&p) {
                            return self.error_value(span);
                        }
                        Some(Box::new(p))
                    }
                }
            }
            _ => {
                self.report(errors::unsupported(span, "`new` with more than one placement argument"));
                return self.error_value(span);
            }
        };
        let destructor = self.destructor_for(element.ty, span);
        if let Some(list) = array_list {
            let ty = list.ty;
            let array_pointer = self.pointer_to(ty.into());
            if let Some(count) = count
                && (destructor.is_some() || rest.is_some())
                && placement.is_none()
                && !self.frames.is_empty()
            {
                return self.new_counted_list((element, count), (list, rest), Memory { allocator, deallocator }, destructor, span);
            }
            let init = Some(Box::new(list));
            let kind = ExprKind::New { element: ty, count: None, init, placement, allocator, deallocator, destructor: None };
            let e = self.make(kind, array_pointer, span);
            let e = self.scalar_convert(e, pointer);
            return Val { e, cat: super::Cat::R, width: None };
        }
        let kind = ExprKind::New {
            element: element.ty,
            count: count.take().map(Box::new),
            init: value.map(Box::new),
            placement,
            allocator,
            deallocator,
            destructor,
        };
        self.value(kind, pointer, span)
    }

    /// What `new` makes: the element's type, and for an array its length where it is written.
    fn allocated(&mut self, base: QualType, ty: &'a ast::TypeName, span: Span) -> (QualType, Option<Option<hir::Expr>>) {
        match outermost_array(&ty.declarator) {
            Some((inner_path, size)) => {
                let q = self.new_element(base, &ty.declarator, inner_path);
                let count = size.map(|e| {
                    let v = self.read(e);
                    if self.is_integral(v.e.ty) || self.is_unscoped_enum(v.e.ty) {
                        self.scalar_convert(v.e, self.common.ulong)
                    } else if self.is_error(v.e.ty) {
                        v.e
                    } else {
                        let shown = self.show(v.e.ty);
                        self.report(errors::array_length_type(e.span, &shown));
                        self.error_value(span).e
                    }
                });
                (q, Some(count))
            }
            None => {
                let q = self.declarator(base, &ty.declarator).ty;
                // `typedef int A[4]; new A`
                match *self.ty(q.ty) {
                    Type::Array { element, length: Some(n) } => {
                        let count = self.int_value(i128::from(n), self.common.ulong, span);
                        (element, Some(Some(count)))
                    }
                    _ => (q, None),
                }
            }
        }
    }

    /// `new T[n]{…}` of a class with a destructor or of a variable length: the array, with its length before it where that is wanted,
    /// then the list built in it, and `rest` behind that.
    fn new_counted_list(
        &mut self,
        (element, count): (QualType, hir::Expr),
        (list, rest): (hir::Expr, Option<hir::Expr>),
        Memory { allocator, deallocator }: Memory,
        destructor: Option<hir::FunctionId>,
        span: Span,
    ) -> Val {
        let (ulong, pointer) = (self.common.ulong, self.pointer_to(element));
        let mut stmts = Vec::new();
        let length = self.hold(count, &mut stmts);
        let count = self.load_of(length, span);
        let (element, count) = (element.ty, Some(Box::new(count)));
        let is_placed = allocator.as_ref().is_some_and(|a| !a.1.is_empty());
        let kind = ExprKind::New { element, count, init: None, placement: None, allocator, deallocator, destructor };
        let raw = self.make(kind, pointer, span);
        let local = self.hidden_local("", pointer.into(), span);
        self.push(&mut stmts, StmtKind::Declare { local, init: Some(raw) }, span);
        let array = |s: &mut Self| {
            let array = s.local_place(local, pointer.into(), span);
            s.rvalue(array)
        };
        if let Some(free) = self.freed_on_throw(deallocator).filter(|_| !is_placed) {
            // The length stands before elements with a destructor.
            let before = if destructor.is_some() { self.types.align_of(element).max(8) as i64 } else { 0 };
            let array = array(self);
            let object = Box::new(self.moved(array.e, -before, self.common.void_ptr, span));
            self.push(&mut stmts, StmtKind::OnThrow { object, destructor: free }, span);
        }
        let given = match *self.ty(list.ty) {
            Type::Array { length: Some(n), .. } => n,
            _ => 0,
        };
        let build = |s: &mut Self, first: u64, element: hir::TypeId, value: hir::Expr, count: Option<hir::Expr>| {
            let first = Val { e: s.int_value(i128::from(first), ulong, span), cat: super::Cat::R, width: None };
            let array = array(s);
            let place = s.index(array, Arg::Val(first), span);
            let address = s.address_of(place.e);
            let pointer = s.pointer_to(element.into());
            let placement = Some(Box::new(s.scalar_convert(address, pointer)));
            let (count, init) = (count.map(Box::new), Some(Box::new(value)));
            let kind = ExprKind::New { element, count, init, placement, allocator: None, deallocator: None, destructor: None };
            StmtKind::Expr(s.make(kind, pointer, span))
        };
        let list_type = list.ty;
        let made = build(self, 0, list_type, list, None);
        self.push(&mut stmts, made, span);
        if let Some(rest) = rest {
            if let Some(destructor) = destructor {
                let (array, ty) = (array(self), self.pointer_to(list_type.into()));
                let object = Box::new(self.scalar_convert(array.e, ty));
                self.push(&mut stmts, StmtKind::OnThrow { object, destructor }, span);
            }
            let length = self.load_of(length, span);
            let left = self.less_or_none(length, given);
            let made = build(self, given, element, rest, Some(left));
            self.push(&mut stmts, made, span);
        }
        let block = hir::Block { stmts, end: span };
        let value = self.local_place(local, pointer.into(), span);
        let value = self.rvalue(value);
        self.value(ExprKind::Statements { block, value: Some(Box::new(value.e)) }, pointer, span)
    }

    fn specified_type_for_new(&mut self, ty: &'a ast::TypeName, init: Option<&'a ast::Initializer>) -> Option<QualType> {
        if declarations::is_auto(&ty.specs) {
            let e = match init {
                Some(ast::Initializer::Parens(list, _)) if list.len() == 1 => &list[0],
                _ => {
                    self.report(errors::auto_without_initialiser(ty.span));
                    return None;
                }
            };
            let v = self.read(e);
            return Some(v.e.ty.into());
        }
        if let Some(id) = self.bare_class_template(&ty.specs) {
            return self.deduce_class(id, init, ty.specs.span);
        }
        let q = self.specified_type(&ty.specs);
        (!self.is_error(q.ty)).then_some(q)
    }

    /// The element type of `new T…[n]…`: the declarator without its outermost array bound.
    fn new_element(&mut self, base: QualType, d: &'a ast::Declarator, outer: &'a ast::Declarator) -> QualType {
        if std::ptr::eq(d, outer) {
            return base;
        }
        match &d.kind {
            DeclaratorKind::Array { inner, size } => {
                let length = size.as_ref().and_then(|e| {
                    let v = self.read(e);
                    match self.evaluate_int(&v.e) {
                        Ok(n) if n >= 0 => Some(n as u64),
                        _ => {
                            self.report(errors::array_not_constant(e.span, "only the first bound of `new[]` may vary".into(), false));
                            None
                        }
                    }
                });
                let ty = self.array_of(base, length);
                self.new_element(ty.into(), inner, outer)
            }
            DeclaratorKind::Pointer { inner, .. } => {
                let ty = self.pointer_to(base);
                self.new_element(ty.into(), inner, outer)
            }
            _ => base,
        }
    }

    pub(super) fn delete_expression(&mut self, form: ast::DeleteForm, operand: &'a ast::Expr, span: Span) -> Val {
        let v = self.read(operand);
        let v = self.class_to_scalar(v, span);
        if self.is_error(v.e.ty) {
            return v;
        }
        if self.pointee(v.e.ty).is_none() {
            let shown = self.show(v.e.ty);
            self.report(errors::deletes_non_pointer(span, &shown));
            return self.error_value(span);
        }
        match self.deletion(v.e, form, false, span) {
            Some(e) => Val { e, cat: super::Cat::R, width: None },
            None => self.error_value(span),
        }
    }

    pub(super) fn statement_expression(&mut self, stmt: &'a ast::Stmt, span: Span) -> Val {
        if self.frames.is_empty() {
            self.report(errors::unsupported(span, "statement expressions outside functions"));
            return self.error_value(span);
        }
        let ast::StmtKind::Block(list) = &stmt.kind else { return self.error_value(span) };
        let (block, value) = self.in_block(|s| {
            let mut stmts = Vec::new();
            let mut value = None;
            for (i, one) in list.iter().enumerate() {
                if i + 1 == list.len()
                    && let ast::StmtKind::Expr(e) = &one.kind
                {
                    let v = s.expr(e);
                    let v = s.rvalue(v);
                    let v = match s.class_of(v.e.ty) {
                        Some(class) => s.copy_object(v, class, span),
                        None => v.e,
                    };
                    value = Some(v);
                    break;
                }
                s.statement(one, &mut stmts);
            }
            (hir::Block { stmts, end: stmt.span }, value)
        });
        match value {
            Some(v) if !self.is_void(v.ty) => {
                let ty = v.ty;
                self.value(ExprKind::Statements { block, value: Some(Box::new(v)) }, ty, span)
            }
            other => {
                let mut block = block;
                if let Some(v) = other {
                    block.stmts.push(hir::Stmt { kind: StmtKind::Expr(v), span });
                }
                self.value(ExprKind::Statements { block, value: None }, self.common.void, span)
            }
        }
    }
}

/// The array declarator next to the name of `new T[n][m]` (its inner part and its bound): `[n]`.
fn outermost_array(d: &ast::Declarator) -> Option<(&ast::Declarator, Option<&ast::Expr>)> {
    match &d.kind {
        DeclaratorKind::Array { inner, size } => {
            if matches!(inner.kind, DeclaratorKind::Name(_)) {
                return Some((d, size.as_deref()));
            }
            outermost_array(inner)
        }
        DeclaratorKind::Pointer { inner, .. } => outermost_array(inner),
        _ => None,
    }
}
