//! Pointers to members (C++17 [expr.mptr.oper]), laid out as by the Itanium C++ ABI, 2.3: one to data is the distance in the
//! object, -1 for null; one to a function is its address, or one more than its place in the table in bytes, and how far from
//! the object that lies whose function it is.

use super::{Arg, Cat, Overloads, Val};
use crate::hir::{self, BinaryOp, ClassId, Conversion, ExprKind, FunctionType, QualType, StmtKind, Type, TypeId};
use crate::sema::convert::Purpose;
use crate::sema::entity::{Entity, FuncId, FuncRef};
use crate::sema::scope::Want;
use crate::sema::specifiers::segment_text;
use crate::sema::types::is_virtual_path;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast;

/// What `base.*member` or `base->*member` comes to.
enum Selected {
    /// What an overload of `->*` gives, or an error that was told.
    Given(Val),
    /// A member of an object of the pointer's class: the object, the pointer's value, what it points at.
    Member { object: Val, pointer: hir::Expr, of: QualType },
}

impl<'a> Sema<'a> {
    /// `&C::member`; `None` if the path names something else.
    pub(super) fn member_address(&mut self, path: &'a ast::Path, span: Span) -> Option<Arg<'a>> {
        if path.segments.len() < 2 {
            return None;
        }
        let found = self.quietly(|s| s.resolve(path, Want::Any))?;
        match found.entity {
            Entity::Field { class, path } => Some(Arg::Val(self.data_member_address(class, &path, span))),
            Entity::Functions(set) => match set.as_slice() {
                [FuncRef::Plain(f)] if self.is_member_function(*f) => Some(Arg::Val(self.member_function_address(*f, span))),
                // What it is for says which one of several is meant.
                [_, ..] if set.iter().all(|f| self.is_member_function_or_template(*f)) => {
                    let name = path.segments.last().map_or_else(|| "".into(), |s| segment_text(&s.name));
                    Some(Arg::Overloads(Overloads { name, set, args: found.args, is_qualified: true, span }))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn is_member_function_or_template(&self, f: FuncRef) -> bool {
        match f {
            FuncRef::Plain(f) => self.is_member_function(f),
            FuncRef::Template(t) => self.fn_templates[t.0 as usize].class.is_some(),
        }
    }

    /// The type of the function that a pointer to a function or member function of this type leads to.
    pub(in crate::sema) fn function_led_to(&self, to: TypeId) -> Option<QualType> {
        let member = self.pointed_member(to).map(|(_, member)| member);
        self.pointee(to).or(member).filter(|t| self.is_function(t.ty))
    }

    /// How far the members of `from` lie in an object of `to`, where a pointer to one becomes a pointer to the other
    /// ([conv.mem]): `None` if neither is a base, or there are several or virtual ones.
    pub(in crate::sema) fn member_pointer_distance(&mut self, from: TypeId, to: TypeId) -> Option<i64> {
        let ((a, member), (b, other)) = (self.pointed_member(from)?, self.pointed_member(to)?);
        if member.ty != other.ty && self.that_may_throw(member.ty) != other.ty || member.is_const && !other.is_const {
            return None;
        }
        if a == b {
            return Some(0);
        }
        self.make_complete(a);
        self.make_complete(b);
        let (a, b) = (self.class_of(a)?, self.class_of(b)?);
        if let Some(path) = self.base_path(b, a) {
            return (!is_virtual_path(&path)).then(|| self.base_offset(b, &path) as i64);
        }
        let path = self.base_path(a, b).filter(|path| !is_virtual_path(path))?;
        Some(-(self.base_offset(a, &path) as i64))
    }

    /// Whether a pointer to member may become one of class `to` without a cast: to the same of a derived class.
    pub(in crate::sema) fn widens_member_pointer(&mut self, from: TypeId, to: TypeId) -> bool {
        let classes = self.pointed_member(from).zip(self.pointed_member(to)).map(|((a, _), (b, _))| (a, b));
        let Some((Some(a), Some(b))) = classes.map(|(a, b)| (self.class_of(a), self.class_of(b))) else { return false };
        self.member_pointer_distance(from, to).is_some() && self.base_path(b, a).is_some()
    }

    /// A pointer to member as one of another class, in whose objects the member lies `distance` bytes further on.
    pub(in crate::sema) fn moved_member_pointer(&mut self, e: hir::Expr, distance: i64, to: TypeId) -> hir::Expr {
        let span = e.span;
        if distance == 0 {
            return match e.kind {
                ExprKind::Load(place) => self.make(ExprKind::Load(Box::new(hir::Expr { ty: to, ..*place })), to, span),
                kind => self.make(kind, to, span),
            };
        }
        if !self.pointed_member(to).is_some_and(|(_, member)| self.is_function(member.ty)) {
            let conversion = Conversion::MemberOffset(distance);
            return self.make(ExprKind::Convert { conversion, operand: Box::new(e) }, to, span);
        }
        let long = self.common.long;
        let more = self.int_value(i128::from(distance), long, span);
        let add = |s: &Self, old: hir::Expr| {
            s.make(ExprKind::Binary { op: BinaryOp::Add, left: Box::new(old), right: Box::new(more.clone()) }, long, span)
        };
        if let ExprKind::Aggregate(parts) = e.kind {
            let parts = parts.into_iter().map(|(at, part)| (at, if at == 8 { add(self, part) } else { part })).collect();
            return self.make(ExprKind::Aggregate(parts), to, span);
        }
        if self.frames.is_empty() {
            self.report(errors::unsupported(span, "a conversion of a pointer to a member function here"));
            return self.error_value(span).e;
        }
        let held = self.hidden_local("", e.ty.into(), span);
        let word = |s: &mut Self, at: i128, ty: TypeId| {
            let place = s.make(ExprKind::Local(held), e.ty, span);
            let address = s.address_of(place);
            let words = s.pointer_to(ty.into());
            let address = s.scalar_convert(address, words);
            let index = s.int_value(at, s.common.long, span);
            let sum = s.make(ExprKind::PointerAdd { pointer: Box::new(address), index: Box::new(index), subtract: false }, words, span);
            let place = s.make(ExprKind::Deref(Box::new(sum)), ty, span);
            s.make(ExprKind::Load(Box::new(place)), ty, span)
        };
        let (code, old) = (word(self, 0, self.common.ulong), word(self, 1, long));
        let parts = vec![(0, code), (8, add(self, old))];
        let value = self.make(ExprKind::Aggregate(parts), to, span);
        let block = hir::Block { stmts: vec![hir::Stmt { kind: StmtKind::Declare { local: held, init: Some(e) }, span }], end: span };
        self.make(ExprKind::Statements { block, value: Some(Box::new(value)) }, to, span)
    }

    pub(in crate::sema) fn is_member_function(&self, f: FuncId) -> bool {
        let func = &self.funcs[f.0 as usize];
        func.class.is_some() && !func.is_static
    }

    fn data_member_address(&mut self, class: ClassId, path: &[u32], span: Span) -> Val {
        let offset = self.base_offset(class, path);
        let mut at = class;
        let mut member = QualType::from(self.common.error);
        for &step in path {
            let Some(field) = self.types.class(at).fields.get(step as usize) else { break };
            member = field.ty;
            at = self.class_of(member.ty).unwrap_or(at);
        }
        let class = self.class_type(class);
        let ty = self.types.intern(Type::MemberPointer { class, member });
        self.value(ExprKind::Int(i128::from(offset)), ty, span)
    }

    pub(in crate::sema) fn member_function_address(&mut self, f: FuncId, span: Span) -> Val {
        if !self.check_usable(f, span) {
            return self.error_value(span);
        }
        self.settle_result(f, span);
        let is_noexcept = self.is_noexcept(f);
        let func = &self.funcs[f.0 as usize];
        let Some(class) = func.class else { return self.error_value(span) };
        let function = FunctionType { is_const: func.is_const, is_noexcept, ..func.ty.clone() };
        let member = self.types.intern(Type::Function(function));
        let word = match self.slot_of(class, f, false).filter(|_| self.funcs[f.0 as usize].flags.is_virtual) {
            Some(slot) => self.int_value(i128::from(1 + 8 * slot), self.common.ulong, span),
            None => {
                let id = self.use_function(f);
                let address = self.make(ExprKind::Function(id), self.common.void_ptr, span);
                self.make(ExprKind::Convert { conversion: Conversion::PointerToInt, operand: Box::new(address) }, self.common.ulong, span)
            }
        };
        let class = self.class_type(class);
        let ty = self.types.intern(Type::MemberPointer { class, member: member.into() });
        let distance = self.int_value(0, self.common.long, span);
        self.value(ExprKind::Aggregate(vec![(0, word), (8, distance)]), ty, span)
    }

    /// The class and the member's type behind a pointer to member.
    fn pointed_member(&self, ty: TypeId) -> Option<(TypeId, QualType)> {
        match *self.ty(ty) {
            Type::MemberPointer { class, member } => Some((class, member)),
            _ => None,
        }
    }

    pub(in crate::sema) fn is_member_pointer(&self, ty: TypeId) -> bool {
        self.pointed_member(ty).is_some()
    }

    /// A null pointer to member.
    pub(in crate::sema) fn null_member_pointer(&mut self, ty: TypeId, span: Span) -> hir::Expr {
        match self.pointed_member(ty) {
            Some((_, member)) if !self.is_function(member.ty) => self.make(ExprKind::Int(-1), ty, span),
            _ => self.make(ExprKind::Zero, ty, span),
        }
    }

    /// The first word of a pointer to member: what tells it from others.
    fn identity(&mut self, e: hir::Expr) -> hir::Expr {
        let span = e.span;
        let word = self.common.long;
        let place = if e.is_place() { e } else { self.temporary(e) };
        let address = self.address_of(place);
        let to_word = self.pointer_to(word.into());
        let address = self.scalar_convert(address, to_word);
        let place = self.make(ExprKind::Deref(Box::new(address)), word, span);
        self.make(ExprKind::Load(Box::new(place)), word, span)
    }

    /// Whether a pointer to member is not null.
    pub(in crate::sema) fn member_pointer_truth(&mut self, e: hir::Expr) -> hir::Expr {
        let (ty, span) = (e.ty, e.span);
        let is_function = self.pointed_member(ty).is_some_and(|(_, m)| self.is_function(m.ty));
        let word = self.identity(e);
        let null = self.int_value(if is_function { 0 } else { -1 }, self.common.long, span);
        self.make(ExprKind::Binary { op: BinaryOp::Ne, left: Box::new(word), right: Box::new(null) }, self.common.bool, span)
    }

    /// `a == b` and `a != b` where one is a pointer to member.
    pub(super) fn compare_member_pointers(&mut self, op: BinaryOp, l: Val, r: Val, span: Span) -> Val {
        let ty = if self.is_member_pointer(l.e.ty) { l.e.ty } else { r.e.ty };
        let mut side = |v: Val| {
            let e = self.convert(Arg::Val(v), ty.into(), &Purpose::new("the comparison"), span);
            if self.has_error(&e) { e } else { self.identity(e) }
        };
        let (a, b) = (side(l), side(r));
        if self.has_error(&a) || self.has_error(&b) {
            return self.error_value(span);
        }
        self.value(ExprKind::Binary { op, left: Box::new(a), right: Box::new(b) }, self.common.bool, span)
    }

    /// `base.*member`, `base->*member` of data.
    pub(super) fn pointed_data(&mut self, base: &'a ast::Expr, is_arrow: bool, member: &'a ast::Expr, span: Span) -> Val {
        match self.select(base, is_arrow, member, span) {
            Selected::Given(v) => v,
            Selected::Member { object, pointer, of } => self.selected_data(object, pointer, of, span),
        }
    }

    fn selected_data(&mut self, object: Val, pointer: hir::Expr, of: QualType, span: Span) -> Val {
        if self.is_function(of.ty) {
            self.report(errors::member_function_not_called(span, "the member function"));
            return self.error_value(span);
        }
        let (is_const, is_volatile) = (of.is_const || object.e.is_const, of.is_volatile || object.e.is_volatile);
        let address = self.address_of(object.e);
        let bytes = self.pointer_to(self.common.char.into());
        let address = self.scalar_convert(address, bytes);
        let offset = hir::Expr { ty: self.common.long, ..pointer };
        let sum = self.make(ExprKind::PointerAdd { pointer: Box::new(address), index: Box::new(offset), subtract: false }, bytes, span);
        let target = QualType { is_const, is_volatile, ..of };
        let to = self.pointer_to(target);
        let sum = self.scalar_convert(sum, to);
        let place = self.place(ExprKind::Deref(Box::new(sum)), target, span);
        Val { cat: object.cat, ..place }
    }

    /// The operands of `.*` and `->*`, brought to the form in which they are used; of the two only `->*` can be overloaded.
    fn select(&mut self, base: &'a ast::Expr, is_arrow: bool, member: &'a ast::Expr, span: Span) -> Selected {
        let (base, member) = (self.expr(base), self.arg(member));
        let is_wrong = self.is_error(base.e.ty) || matches!(&member, Arg::Val(v) if self.is_error(v.e.ty));
        if is_wrong {
            return Selected::Given(self.error_value(span));
        }
        if is_arrow && let Some(v) = self.overloaded_operator("operator->*", &[Arg::Val(base.clone()), member.clone()], span) {
            return Selected::Given(v);
        }
        self.select_member(base, is_arrow, member, span).unwrap_or_else(|| Selected::Given(self.error_value(span)))
    }

    /// The member that the built-in `.*` or `->*` selects; `None` is an error, which is told.
    fn select_member(&mut self, base: Val, is_arrow: bool, member: Arg<'a>, span: Span) -> Option<Selected> {
        let pointer = self.operand(member)?;
        // Only of `->*` is there a built-in form among the overloads, for which operands convert ([over.built] 13).
        let (object, pointer) = match is_arrow {
            true => (self.dereference(base, span), self.class_to_scalar(pointer, span).e),
            false => (base, pointer.e),
        };
        if self.is_error(object.e.ty) {
            return None;
        }
        let Some((class, of)) = self.pointed_member(pointer.ty) else {
            let shown = self.show(pointer.ty);
            self.report(errors::not_a_member_pointer(pointer.span, &shown));
            return None;
        };
        let (own, wanted) = (self.class_of(object.e.ty), self.class_of(class));
        let (Some(own), Some(wanted)) = (own, wanted) else {
            let shown = self.show(object.e.ty);
            self.report(errors::member_of_non_class(span, "*", &shown, false));
            return None;
        };
        if self.base_path(own, wanted).is_none() {
            let (shown, class) = (self.show(object.e.ty), self.show(class));
            self.report(errors::member_pointer_of_other(span, &shown, &class));
            return None;
        }
        let cat = if object.cat == Cat::L { Cat::L } else { Cat::X };
        let object = self.as_base(object, wanted, span);
        let e = self.as_place(object.clone());
        Some(Selected::Member { object: Val { e, cat, ..object }, pointer, of })
    }

    /// `(base.*member)(args)`
    pub(super) fn call_member_pointer(
        &mut self,
        (base, is_arrow, member): (&'a ast::Expr, bool, &'a ast::Expr),
        args: &'a [ast::Expr],
        span: Span,
    ) -> Val {
        let (object, pointer, of) = match self.select(base, is_arrow, member, span) {
            Selected::Member { object, pointer, of } => (object, pointer, of),
            Selected::Given(v) => {
                let args = self.args(args);
                return self.call_value(v, args, span);
            }
        };
        let Type::Function(function) = self.ty(of.ty).clone() else {
            // A data member that can be called.
            let v = self.selected_data(object, pointer, of, span);
            let args = self.args(args);
            return self.call_value(v, args, span);
        };
        if object.e.is_const && !function.is_const {
            self.report(errors::const_object(span, "the member function", span));
            return self.error_value(span);
        }
        let args = self.args(args);
        if args.len() != function.params.len() {
            return self.wrong_count(span, "this member function", function.params.len(), args.len(), &pointer);
        }
        let mut converted = Vec::new();
        for (i, (arg, to)) in args.into_iter().zip(&function.params).enumerate() {
            let at = arg.span();
            let e = self.convert(arg, *to, &Purpose::new(format!("argument {}", i + 1)), at);
            converted.push(self.class_argument(e));
        }
        if converted.iter().any(|e| self.has_error(e)) || self.frames.is_empty() {
            return self.error_value(span);
        }
        self.indirect_member_call(object.e, pointer, function, converted, span)
    }

    fn indirect_member_call(
        &mut self,
        object: hir::Expr,
        pointer: hir::Expr,
        function: FunctionType,
        args: Vec<hir::Expr>,
        span: Span,
    ) -> Val {
        let (word, bytes) = (self.common.ulong, self.pointer_to(self.common.char.into()));
        let load = |s: &Self, local, ty| {
            let place = s.make(ExprKind::Local(local), ty, span);
            s.make(ExprKind::Load(Box::new(place)), ty, span)
        };
        let at = |s: &mut Self, address: hir::Expr, offset: hir::Expr, ty: TypeId| {
            let sum = s.make(ExprKind::PointerAdd { pointer: Box::new(address), index: Box::new(offset), subtract: false }, bytes, span);
            let to = s.pointer_to(ty.into());
            let sum = s.scalar_convert(sum, to);
            let place = s.make(ExprKind::Deref(Box::new(sum)), ty, span);
            s.make(ExprKind::Load(Box::new(place)), ty, span)
        };
        // The two words, the object that the function takes, and the function itself.
        let held = self.hidden_local("", pointer.ty.into(), span);
        let this = self.hidden_local("", bytes.into(), span);
        let holder = self.make(ExprKind::Local(held), pointer.ty, span);
        let holder = self.address_of(holder);
        let holder = self.scalar_convert(holder, bytes);
        let (zero, eight) = (self.int_value(0, self.common.long, span), self.int_value(8, self.common.long, span));
        let code = at(self, holder.clone(), zero.clone(), word);
        let distance = at(self, holder, eight, self.common.long);
        let address = self.address_of(object);
        let address = self.scalar_convert(address, bytes);
        let moved = self.make(ExprKind::PointerAdd { pointer: Box::new(address), index: Box::new(distance), subtract: false }, bytes, span);
        let object = load(self, this, bytes);
        let table = at(self, object.clone(), zero, bytes);
        let one = self.int_value(1, word, span);
        let binary = |s: &Self, op, left: hir::Expr, right: hir::Expr| {
            s.make(ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) }, word, span)
        };
        let place = binary(self, BinaryOp::Sub, code.clone(), one.clone());
        let virtual_function = at(self, table, place, word);
        let is_virtual = binary(self, BinaryOp::BitAnd, code.clone(), one);
        let is_virtual = self.scalar_convert(is_virtual, self.common.bool);
        let kind = ExprKind::Conditional { condition: Box::new(is_virtual), then: Box::new(virtual_function), otherwise: Box::new(code) };
        let address = self.make(kind, word, span);
        let mut params: Vec<QualType> = vec![bytes.into()];
        params.extend(&function.params);
        let free = self.types.intern(Type::Function(FunctionType { params, is_const: false, ..function.clone() }));
        let to = self.pointer_to(free.into());
        let callee = self.scalar_convert(address, to);
        let mut all = vec![object];
        all.extend(args);
        let call = self.call_result(hir::Callee::Indirect(Box::new(callee)), all, function.result, span);
        let declare = |local, init| hir::Stmt { kind: StmtKind::Declare { local, init: Some(init) }, span };
        let block = hir::Block { stmts: vec![declare(held, pointer), declare(this, moved)], end: span };
        let (ty, cat) = (call.e.ty, call.cat);
        if self.is_void(ty) {
            let mut block = block;
            block.stmts.push(hir::Stmt { kind: StmtKind::Expr(call.e), span });
            return self.value(ExprKind::Statements { block, value: None }, ty, span);
        }
        let (is_const, is_volatile) = (call.e.is_const, call.e.is_volatile);
        let mut e = self.make(ExprKind::Statements { block, value: Some(Box::new(call.e)) }, ty, span);
        (e.is_const, e.is_volatile) = (is_const, is_volatile);
        Val { e, cat: if cat == Cat::L { Cat::L } else { cat }, width: None }
    }
}
