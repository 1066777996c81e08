//! Exceptions (C++17 [except]): `throw` and `try` as calls of what `<kern/exceptions.h>` has, under the names of the Itanium
//! C++ ABI ("Exception Handling").
//!
//! A handler block tries the handlers one after the other, each as an `if`, and sends on what none of them takes.

use super::entity::{Body, Entity, FuncId, FuncRef, Name, Special};
use super::expressions::{Arg, Cat, Val};
use super::initialise::Init;
use super::scope::Want;
use super::types::bare;
use super::{Sema, errors};
use crate::hir::{self, BinaryOp, ExprKind, GlobalInit, LocalId, QualType, StmtKind, SymbolRef, TypeId};
use kern_diag::Span;
use kern_syntax::ast::{self, Stmt};

/// One `catch`.
struct Handler {
    /// What it takes, without reference and qualifiers; `None` is everything.
    takes: Option<TypeId>,
    /// Where what it takes of the object lies, null if nothing.
    matched: LocalId,
    body: hir::Block,
    span: Span,
}

impl<'a> Sema<'a> {
    /// A name of the namespace in which the ABI's functions and classes are.
    fn abi_entity(&mut self, name: &str) -> Option<Entity> {
        let Some(Entity::Namespace(abi)) = self.own_name(self.global, "__cxxabiv1", Want::Any) else { return None };
        self.lookup_in(abi, name, Want::Any)
    }

    fn abi_function(&mut self, name: &str) -> Option<FuncId> {
        match self.abi_entity(name)? {
            Entity::Functions(set) => match set.first() {
                Some(FuncRef::Plain(f)) => Some(*f),
                _ => None,
            },
            _ => None,
        }
    }

    /// A call of a function of the ABI, an error if its header was not read.
    pub(super) fn abi_call(&mut self, name: &str, args: Vec<hir::Expr>, span: Span) -> Val {
        let Some(f) = self.abi_function(name) else {
            self.report(errors::unsupported(span, "exceptions without `<kern/exceptions.h>`"));
            return self.error_value(span);
        };
        let args = args.into_iter().map(|e| Arg::Val(Val { e, cat: Cat::R, width: None })).collect();
        self.build_call(f, None, args, span)
    }

    /// Whether the function being checked is device code, which has no exceptions and no types at run time; that is reported.
    pub(super) fn refused_on_device(&mut self, what: &str, span: Span) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        let func = &self.funcs[frame.func.0 as usize];
        let refused = frame.space.device && !func.is_implicitly_both && !func.is_system && self.judged != super::Judged::Host;
        if refused {
            let (name, declared) = (self.display_name(frame.func), func.span);
            self.report(errors::not_on_device(span, what, &name, declared));
        }
        refused
    }

    /// `throw value` or `throw`
    pub(super) fn throw_expression(&mut self, value: Option<&'a ast::Expr>, span: Span) -> Val {
        if self.refused_on_device("an exception", span) {
            return self.error_value(span);
        }
        let call = match value {
            None => self.abi_call("__cxa_rethrow", Vec::new(), span),
            Some(value) => match self.thrown_object(value, span) {
                Some(object) => self.abi_call("__cxa_throw", vec![object], span),
                None => return self.error_value(span),
            },
        };
        if self.has_error(&call.e) {
            return self.error_value(span);
        }
        self.value(ExprKind::Throw(Box::new(call.e)), self.common.void, span)
    }

    /// Makes the object that is thrown: its address.
    fn thrown_object(&mut self, value: &'a ast::Expr, span: Span) -> Option<hir::Expr> {
        let mut v = self.read_or_object(value);
        self.move_thrown(&mut v);
        if self.is_error(v.e.ty) {
            return None;
        }
        let ty = v.e.ty;
        if !self.make_complete(ty) {
            let shown = self.show(ty);
            self.report(errors::incomplete_type(value.span, &shown));
            return None;
        }
        let object = self.initialise(ty.into(), Init::Copy(Arg::Val(v)), "the exception", value.span);
        if self.has_error(&object) {
            return None;
        }
        let size = self.int_value(i128::from(self.types.size_of(ty)), self.common.ulong, span);
        let info = self.type_info_address(ty, span);
        let destructor = self.destroyer_argument(ty, span);
        let room = self.abi_call("__cxa_allocate_exception", vec![size, info, destructor], span);
        if self.has_error(&room.e) {
            return None;
        }
        let pointer = self.pointer_to(ty.into());
        let kind = ExprKind::New {
            element: ty,
            count: None,
            init: Some(Box::new(object)),
            placement: Some(Box::new(room.e)),
            allocator: None,
            deallocator: None,
            destructor: None,
        };
        let made = self.make(kind, pointer, span);
        Some(self.scalar_convert(made, self.common.void_ptr))
    }

    /// A variable that ends with what the innermost `try` holds is moved ([class.copy.elision]/3); a parameter is not.
    fn move_thrown(&self, v: &mut Val) {
        let ExprKind::Local(id) = v.e.kind else { return };
        let Some(frame) = self.frames.last() else { return };
        let ends = frame.info.get(id.0 as usize).is_some_and(|info| info.is_variable && info.tries == frame.tries);
        if ends && !v.e.is_const && !v.e.is_volatile && self.class_of(v.e.ty).is_some() {
            v.cat = Cat::X;
        }
    }

    /// The value of `e`, or the object itself where it is one of a class.
    fn read_or_object(&mut self, e: &'a ast::Expr) -> Val {
        let v = self.expr(e);
        if self.class_of(v.e.ty).is_some() { v } else { self.rvalue(v) }
    }

    /// The destructor of a type as a `void (*)(void *)`, null if there is nothing to do.
    fn destroyer_argument(&mut self, ty: TypeId, span: Span) -> hir::Expr {
        let function = hir::FunctionType {
            result: self.common.void.into(),
            params: vec![self.common.void_ptr.into()],
            is_variadic: false,
            is_const: false,
            is_noexcept: false,
        };
        let function = self.types.intern(hir::Type::Function(function));
        let pointer = self.pointer_to(function.into());
        match self.destructor_for(ty, span) {
            Some(destructor) => self.make(ExprKind::Function(destructor), pointer, span),
            None => self.make(ExprKind::Null, pointer, span),
        }
    }

    /// `noexcept(e)`: whether nothing in `e` may throw ([expr.unary.noexcept]).
    pub(super) fn noexcept_operator(&mut self, operand: &'a ast::Expr, span: Span) -> Val {
        self.unevaluated += 1;
        let v = self.expr(operand);
        self.unevaluated -= 1;
        let mut may_throw = !v.e.is_place() && !self.is_quietly_destroyed(v.e.ty);
        super::reach::walk(&v.e, &mut |e| {
            may_throw |= match &e.kind {
                ExprKind::Call { callee: hir::Callee::Direct(f), .. } | ExprKind::Construct { constructor: f, .. } => {
                    !self.is_noexcept(self.hir_owner[f.0 as usize])
                }
                ExprKind::Call { callee: hir::Callee::Indirect(pointer), .. } => {
                    !self.pointed_function(pointer.ty).is_some_and(|function| function.is_noexcept)
                }
                ExprKind::Call { .. } | ExprKind::New { .. } | ExprKind::Throw(_) => true,
                // At the end of the full expression it is destroyed.
                ExprKind::Temporary { destructor: Some(_), .. } => !self.is_quietly_destroyed(e.ty),
                _ => false,
            };
        });
        self.value(ExprKind::Int(i128::from(!may_throw)), self.common.bool, span)
    }

    /// Whether `f` is `noexcept`; a special member that the compiler makes is where those of all members are
    /// ([except.spec]/8).
    pub(super) fn is_noexcept(&self, f: FuncId) -> bool {
        let func = &self.funcs[f.0 as usize];
        if func.is_noexcept || func.is_trivial {
            return true;
        }
        let (Body::Implicit(which), Some(class)) = (func.body, func.class) else { return false };
        let members = self.types.class(class).fields.iter().zip(&self.class_info(class).members);
        let is_given = |has_default: bool| has_default && which == Special::DefaultConstructor;
        members.into_iter().all(|(field, member)| self.is_noexcept_for(field.ty.ty, which, is_given(member.default.is_some())))
    }

    /// The type of a function, of a member function without `const`.
    pub(super) fn type_of_function(&mut self, f: FuncId) -> TypeId {
        let is_noexcept = self.is_noexcept(f);
        self.types.intern(hir::Type::Function(hir::FunctionType { is_noexcept, ..self.funcs[f.0 as usize].ty.clone() }))
    }

    fn is_noexcept_for(&self, ty: TypeId, which: Special, is_given: bool) -> bool {
        match *self.ty(ty) {
            hir::Type::Array { element, .. } => self.is_noexcept_for(element.ty, which, is_given),
            hir::Type::Class(_) if is_given => false,
            hir::Type::Class(class) => match (self.specials(class, which).as_slice(), which) {
                ([], Special::MoveConstructor) => self.is_noexcept_for(ty, Special::CopyConstructor, false),
                ([], Special::MoveAssign) => self.is_noexcept_for(ty, Special::CopyAssign, false),
                (list, _) => list.iter().any(|&f| !self.funcs[f.0 as usize].is_deleted && self.is_noexcept(f)),
            },
            _ => true,
        }
    }

    /// `try { … } catch (…) { … } …`
    pub(super) fn try_statement(
        &mut self,
        body: &'a Stmt,
        handlers: &'a [(Option<Box<ast::Param>>, Stmt)],
        span: Span,
        out: &mut Vec<hir::Stmt>,
    ) {
        self.try_around(handlers, span, out, |sema| sema.block(body));
    }

    /// A `try` about the statements that `make` makes.
    pub(super) fn try_around(
        &mut self,
        handlers: &'a [(Option<Box<ast::Param>>, Stmt)],
        span: Span,
        out: &mut Vec<hir::Stmt>,
        make: impl FnOnce(&mut Self) -> hir::Block,
    ) {
        if self.refused_on_device("an exception", span) || !self.note_exceptions(span) {
            return;
        }
        let behind_all = handlers.iter().skip_while(|(param, _)| param.is_some()).nth(1);
        if let Some((param, stmt)) = behind_all {
            self.report(errors::handler_after_all(param.as_ref().map_or(stmt.span, |p| p.span)));
        }
        let checked: Vec<Handler> = handlers.iter().map(|(param, stmt)| self.handler(param.as_deref(), stmt)).collect();
        let exception = self.hidden_local("", self.common.void_ptr.into(), span);
        let guard = self.active_try(&checked, span);
        if let Some(frame) = self.frame() {
            frame.tries += 1;
        }
        let block = make(self);
        if let Some(frame) = self.frame() {
            frame.tries -= 1;
        }
        let (Some(guard), Some(handler)) = (guard, self.handler_chain(checked, exception, span)) else {
            return self.leave_out(span, out);
        };
        let body = hir::Block { end: block.end, stmts: vec![guard, hir::Stmt { kind: StmtKind::Block(block), span }] };
        out.push(hir::Stmt { kind: StmtKind::Try { body, exception, handler }, span });
    }

    /// Notes what compiled code refers to.
    pub(super) fn note_exceptions(&mut self, span: Span) -> bool {
        if self.exceptions.is_some() {
            return true;
        }
        let new = ["__cxa_operator_new", "__cxa_operator_new_array"].map(|name| self.own_name(self.global, name, Want::Any));
        let (thrown, terminate) = (self.abi_entity("__cxa_thrown"), self.abi_function("__cxa_terminate"));
        let ([Some(Entity::Functions(single)), Some(Entity::Functions(array))], Some(Entity::Var(thrown)), Some(terminate)) =
            (new, thrown, terminate)
        else {
            self.report(errors::unsupported(span, "exceptions without `<kern/exceptions.h>`"));
            return false;
        };
        let (Some(FuncRef::Plain(single)), Some(FuncRef::Plain(array))) = (single.first().copied(), array.first().copied()) else {
            return false;
        };
        let thrown = self.use_var(thrown);
        let (terminate, allocate) = (self.use_function(terminate), [single, array].map(|f| self.use_function(f)));
        self.exceptions = Some(hir::Exceptions { thrown, terminate, allocate });
        true
    }

    /// The local that stands for a `try` while its body runs, and says what its handlers take.
    fn active_try(&mut self, handlers: &[Handler], span: Span) -> Option<hir::Stmt> {
        let info = self.type_info_class(span)?;
        let entry = self.pointer_to(QualType { is_const: true, ..info.into() });
        let mut relocations = Vec::new();
        for (i, handler) in handlers.iter().enumerate() {
            if let Some(ty) = handler.takes {
                relocations.push((8 * i as u64, SymbolRef::Global(self.type_info(ty, span)?), 0));
            }
        }
        let array = self.array_of(QualType { is_const: true, ..entry.into() }, Some(handlers.len() as u64));
        let table = self.made_global("$handlers", array, GlobalInit::Bytes { bytes: vec![0; 8 * handlers.len()], relocations }, span);
        let table = self.make(ExprKind::Global(table), array, span);
        let first = self.pointer_to(QualType { is_const: true, ..entry.into() });
        let first = self.make(ExprKind::Decay(Box::new(table)), first, span);
        let count = self.int_value(handlers.len() as i128, self.common.long, span);
        self.abi_object("__cxa_try", vec![first, count], span)
    }

    /// Declares a local of a class of the ABI.
    fn abi_object(&mut self, class: &str, args: Vec<hir::Expr>, span: Span) -> Option<hir::Stmt> {
        let Some(Entity::Type(ty)) = self.abi_entity(class) else { return None };
        let args = args.into_iter().map(|e| Arg::Val(Val { e, cat: Cat::R, width: None })).collect();
        let value = self.initialise(ty, Init::Direct(args), class, span);
        if self.has_error(&value) {
            return None;
        }
        let destructor = self.destructor_for(ty.ty, span);
        let local = self.hidden_local("", ty, span);
        if let Some(frame) = self.frame() {
            frame.locals[local.0 as usize].destructor = destructor;
        }
        Some(hir::Stmt { kind: StmtKind::Declare { local, init: Some(value) }, span })
    }

    fn handler(&mut self, param: Option<&'a ast::Param>, stmt: &'a Stmt) -> Handler {
        let span = param.map_or(stmt.span, |p| p.span);
        let matched = self.hidden_local("", self.common.void_ptr.into(), span);
        let (takes, body) = self.in_block(|s| {
            let mut stmts = Vec::new();
            let takes = param.and_then(|param| s.handler_parameter(param, matched, &mut stmts));
            let block = s.block(stmt);
            let end = block.end;
            stmts.push(hir::Stmt { kind: StmtKind::Block(block), span: stmt.span });
            (takes, hir::Block { stmts, end })
        });
        Handler { takes: takes.filter(|_| param.is_some()), matched, body, span }
    }

    /// Declares what a handler takes; its type without reference and qualifiers.
    fn handler_parameter(&mut self, param: &'a ast::Param, matched: LocalId, stmts: &mut Vec<hir::Stmt>) -> Option<TypeId> {
        let base = self.specified_type(&param.specs);
        let declared = self.declarator(base, &param.declarator);
        let span = param.span;
        let name: Name = declared.path.and_then(super::specifiers::plain_name).cloned().unwrap_or_else(|| "".into());
        let mut ty = declared.ty;
        if !self.is_reference(ty.ty) {
            ty = QualType { ty: self.decayed(ty), ..ty };
        }
        if self.is_error(ty.ty) {
            self.bind(self.scope, &name, Entity::Error);
            return Some(self.common.error);
        }
        let referred = self.referred(ty);
        if !self.make_complete(referred.ty) {
            let shown = self.show(referred.ty);
            self.report(errors::incomplete_type(span, &shown));
            self.bind(self.scope, &name, Entity::Error);
            return Some(self.common.error);
        }
        let is_reference = self.is_reference(ty.ty);
        if !is_reference && !self.check_not_abstract(ty.ty, span) {
            return Some(self.common.error);
        }
        let pointer = self.pointer_to(referred);
        let place = self.make(ExprKind::Local(matched), self.common.void_ptr, span);
        let address = self.make(ExprKind::Load(Box::new(place)), self.common.void_ptr, span);
        let address = self.scalar_convert(address, pointer);
        let object = self.place(ExprKind::Deref(Box::new(address)), referred, span);
        let (value, ty) = self.initialise_variable(ty, Init::Copy(Arg::Val(object)), &name, span);
        let local = self.add_local(hir::Local { name: name.clone(), ty, align: None, vla: None, destructor: None, span });
        let destructor = if is_reference { None } else { self.destructor_for(ty.ty, span) };
        let frame = self.frames.last().map_or(0, |f| f.id);
        if let Some(frame) = self.frame() {
            frame.locals[local.0 as usize].destructor = destructor;
        }
        if !name.is_empty() {
            self.declare(self.scope, &name, Entity::Local { frame, id: local }, span);
        }
        stmts.push(hir::Stmt { kind: StmtKind::Declare { local, init: value }, span });
        Some(bare(referred).ty)
    }

    /// The handlers as one block: the first that takes the object handles it.
    fn handler_chain(&mut self, handlers: Vec<Handler>, exception: LocalId, span: Span) -> Option<hir::Block> {
        let load = |s: &Self, local| {
            let place = s.make(ExprKind::Local(local), s.common.void_ptr, span);
            s.make(ExprKind::Load(Box::new(place)), s.common.void_ptr, span)
        };
        let object = load(self, exception);
        let on = self.abi_call("__cxa_resume", vec![object], span);
        let on = self.make(ExprKind::Throw(Box::new(on.e)), self.common.void, span);
        let mut rest = hir::Block { stmts: vec![hir::Stmt { kind: StmtKind::Expr(on), span }], end: span };
        for handler in handlers.into_iter().rev() {
            let Handler { takes, matched, mut body, span } = handler;
            let object = load(self, exception);
            let caught = self.abi_object("__cxa_handler", vec![object.clone()], span)?;
            body.stmts.insert(0, caught);
            let Some(ty) = takes else {
                rest = body;
                continue;
            };
            if self.is_error(ty) {
                return None;
            }
            let info = self.type_info_address(ty, span);
            let found = self.abi_call("__cxa_match", vec![object, info], span);
            let null = self.make(ExprKind::Null, self.common.void_ptr, span);
            let kind = ExprKind::Binary { op: BinaryOp::Ne, left: Box::new(load(self, matched)), right: Box::new(null) };
            let condition = Box::new(self.make(kind, self.common.bool, span));
            let stmts = vec![
                hir::Stmt { kind: StmtKind::Declare { local: matched, init: Some(found.e) }, span },
                hir::Stmt { kind: StmtKind::If { condition, then: body, otherwise: Some(rest) }, span },
            ];
            rest = hir::Block { stmts, end: span };
        }
        Some(rest)
    }

    /// A constant that the compiler makes for the host.
    pub(super) fn made_global(&mut self, name: &str, ty: TypeId, init: GlobalInit, span: Span) -> hir::GlobalId {
        let symbol = format!("{name}{}", self.globals.len());
        self.nameless_global(symbol, QualType { is_const: true, ..ty.into() }, hir::GlobalSpace::Host, init, span)
    }
}
