//! `for (declaration : range)` as the loop over iterators that it stands for (C++17 [stmt.ranged]).

use crate::hir::{self, ExprKind, StmtKind, Type};
use crate::sema::entity::Entity;
use crate::sema::expressions::{Arg, Cat, Val};
use crate::sema::initialise::{Init, extend};
use crate::sema::scope::Want;
use crate::sema::specifiers::plain_name;
use crate::sema::types::bare;
use crate::sema::{Sema, declarations, errors};
use kern_diag::{Code, Span};
use kern_syntax::ast::{self, Stmt};

impl<'a> Sema<'a> {
    pub(super) fn range_for(
        &mut self,
        decl: &'a ast::SimpleDecl,
        range: &'a ast::Expr,
        body: &'a Stmt,
        span: Span,
        out: &mut Vec<hir::Stmt>,
    ) {
        let arg = self.arg(range);
        let v = match arg {
            Arg::Val(v) => v,
            Arg::List(list) => {
                // `for (int x : {1, 2, 3})`: an array of the first element's type.
                let Some(element) = self.first_of_list(list) else { return self.leave_out(span, out) };
                if !self.check_list_agrees(list, element.e.ty) {
                    return;
                }
                let array = self.array_of(element.e.ty.into(), None);
                let value = self.initialise(array.into(), Init::List(list), "range", list.span);
                Val { e: value, cat: Cat::R, width: None }
            }
            Arg::Overloads(o) => self.sole_function(&o, None),
        };
        if self.is_error(v.e.ty) {
            return self.leave_out(span, out);
        }
        if let Some((first, last)) = self.ends_of_variable_length(&v, span) {
            return self.iterate(decl, (first, last), range.span, body, span, out);
        }
        // auto &&__range = range;
        let q = self.type_of(&v.e);
        let place = self.as_place(v);
        let mut address = self.address_of(place);
        extend(&mut address);
        let reference = self.reference_to(q, false);
        let range_local = self.hidden_local("", reference.into(), span);
        self.push(out, StmtKind::Declare { local: range_local, init: Some(address) }, span);
        let range_place = self.local_place(range_local, reference.into(), span);
        let (begin, end) = match *self.ty(q.ty) {
            Type::Array { length: Some(n), .. } => {
                let first = self.rvalue(range_place);
                let count = self.value(ExprKind::Int(i128::from(n)), self.common.long, span);
                let last = self.binary(ast::BinaryOp::Add, Arg::Val(first.clone()), Arg::Val(count), span, span);
                (first, last)
            }
            _ => {
                let begin = self.range_end(&range_place, "begin", range.span);
                let end = self.range_end(&range_place, "end", range.span);
                match (begin, end) {
                    (Some(b), Some(e)) => (b, e),
                    _ => return self.leave_out(span, out),
                }
            }
        };
        self.iterate(decl, (begin, end), range.span, body, span, out);
    }

    /// Both ends of an array of variable length in one dimension, which is no type that a reference could have.
    fn ends_of_variable_length(&mut self, v: &Val, span: Span) -> Option<(Val, Val)> {
        let ExprKind::Local(id) = v.e.kind else { return None };
        let info = self.frames.last()?.info.get(id.0 as usize)?;
        let length = info.vla_length.filter(|_| info.vla_dimensions.len() == 1)?;
        let first = self.rvalue(v.clone());
        let count = self.load_of(length, span);
        let count = Val { e: count, cat: Cat::R, width: None };
        let last = self.binary(ast::BinaryOp::Add, Arg::Val(first.clone()), Arg::Val(count), span, span);
        Some((first, last))
    }

    /// The loop from one end to the other.
    fn iterate(
        &mut self,
        decl: &'a ast::SimpleDecl,
        (begin, end): (Val, Val),
        range: Span,
        body: &'a Stmt,
        span: Span,
        out: &mut Vec<hir::Stmt>,
    ) {
        let hold = |s: &mut Sema<'a>, v: Val, out: &mut Vec<hir::Stmt>| {
            let ty = v.e.ty;
            let value = s.initialise(ty.into(), Init::Copy(Arg::Val(v)), "iterator", span);
            let id = s.hidden_local("", ty.into(), span);
            let destructor = s.destructor_for(ty, span);
            if let Some(f) = s.frame() {
                f.locals[id.0 as usize].destructor = destructor;
            }
            out.push(hir::Stmt { kind: StmtKind::Declare { local: id, init: Some(value) }, span });
            (id, ty)
        };
        let (b, b_ty) = hold(self, begin, out);
        let (e, e_ty) = hold(self, end, out);
        let it = self.local_place(b, b_ty.into(), span);
        let last = self.local_place(e, e_ty.into(), span);
        let test = self.binary(ast::BinaryOp::Ne, Arg::Val(it.clone()), Arg::Val(last), span, span);
        let test = self.truth_of(Arg::Val(test), span);
        let step = self.step(it.clone(), true, true, span);
        let element = self.unary(ast::UnaryOp::Deref, it, range);
        if self.is_error(element.e.ty) {
            return self.leave_out(span, out);
        }
        if let Some(f) = self.frame() {
            f.loops += 1;
            f.breakables += 1;
        }
        let block = self.in_block(|s| {
            let mut stmts = Vec::new();
            s.note_header();
            s.range_variable(decl, element, span, &mut stmts);
            let inner = s.block(body);
            let end = inner.end;
            s.push(&mut stmts, StmtKind::Block(inner), body.span);
            hir::Block { stmts, end }
        });
        if let Some(f) = self.frame() {
            f.loops -= 1;
            f.breakables -= 1;
        }
        let kind = StmtKind::Loop {
            condition_decl: Vec::new(),
            condition: Some(Box::new(test)),
            step: Some(Box::new(step.e)),
            body: block,
            test_last: false,
            unroll: None,
        };
        self.push(out, kind, span);
    }

    fn range_variable(&mut self, decl: &'a ast::SimpleDecl, element: Val, span: Span, out: &mut Vec<hir::Stmt>) {
        let Some(one) = decl.declarators.first() else { return };
        if !one.bindings.is_empty() {
            return self.bind_parts(&decl.specs, one, Arg::Val(element), out);
        }
        let Some(path) = one.declarator.path() else { return };
        let Some(name) = plain_name(path) else { return };
        let arg = Arg::Val(element);
        let ty = if declarations::is_auto(&decl.specs) {
            match self.deduce_auto_from(&decl.specs, &one.declarator, &arg, one.declarator.span) {
                Some(ty) => ty,
                None => return self.leave_out(path.span, out),
            }
        } else {
            let base = self.specified_type(&decl.specs);
            self.declarator(base, &one.declarator).ty
        };
        let told = self.diags.iter().count();
        let (value, ty) = self.initialise_variable(ty, Init::Copy(arg), name, path.span);
        if self.class_of(ty.ty).is_some() {
            let help = format!("`{name}` is a copy of an element; for the element itself declare a reference, `&{name}`");
            self.diags.advise_after(told, Code::DELETED, &help);
        }
        let id = self.add_local(hir::Local { name: name.clone(), ty, align: None, vla: None, destructor: None, span: path.span });
        let destructor = self.destructor_for(ty.ty, span);
        let frame = self.frames.last().map_or(0, |f| f.id);
        if let Some(f) = self.frame() {
            f.locals[id.0 as usize].destructor = destructor;
        }
        let scope = self.scope;
        self.declare(scope, name, Entity::Local { frame, id }, path.span);
        self.push(out, StmtKind::Declare { local: id, init: value }, path.span);
    }

    /// `range.begin()` or `begin(range)`.
    fn range_end(&mut self, range: &Val, name: &str, span: Span) -> Option<Val> {
        if let Some(class) = self.class_of(range.e.ty) {
            self.make_complete(range.e.ty);
            let scope = self.class_info(class).scope;
            if let Some(Entity::Functions(set)) = self.lookup_in(scope, name, Want::Any) {
                return match self.resolve_overload(&set, None, &[], Some(range)) {
                    Ok(f) => Some(self.build_call(f, Some(range.clone()), Vec::new(), span)),
                    Err(failure) => {
                        self.overload_error(failure, name, &set, None, &[], Some(range), span);
                        None
                    }
                };
            }
        }
        let set = self.lookup_by_arguments(name, &[bare(self.type_of(&range.e))]);
        let args = [Arg::Val(range.clone())];
        match self.resolve_overload(&set, None, &args, None) {
            Ok(f) => Some(self.build_call(f, None, args.to_vec(), span)),
            Err(_) => {
                let shown = self.show(range.e.ty);
                self.report(errors::not_a_range(span, &shown));
                None
            }
        }
    }
}
