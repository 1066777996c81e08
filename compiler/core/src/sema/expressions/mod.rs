//! Expressions: syntax to typed HIR with every conversion written out.

mod calls;
mod casts;
mod lambda;
pub(super) use lambda::Closure;
mod launch;
mod members;
mod memory;
mod operators;

use super::Sema;
use super::entity::{Entity, FuncRef, Name, RegisterName, Scalar, TArg, VarId};
use super::errors;
use super::scope::Want;
use super::specifiers::{path_text, plain_name, segment_text};
use crate::hir::{self, Conversion, ExprKind, IntType, LocalId, QualType, SpecialRegister, Type, TypeId};
use kern_diag::Span;
use kern_syntax::ast::{self, StringPrefix};

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
    pub(super) span: Span,
}

/// What may stand as an argument or initialiser.
#[derive(Clone, Debug)]
pub(super) enum Arg<'a> {
    Val(Val),
    List(&'a ast::InitList),
    Overloads(Overloads<'a>),
}

impl<'a> Sema<'a> {
    // Making expressions.

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

    /// A place of qualified type.
    pub(super) fn place(&self, kind: ExprKind, q: QualType, span: Span) -> Val {
        let e = hir::Expr { kind, ty: q.ty, is_volatile: q.is_volatile, is_const: q.is_const, span };
        Val { e, cat: Cat::L, width: None }
    }

    /// The type of an expression with the qualifiers of the place.
    pub(super) fn type_of(&self, e: &hir::Expr) -> QualType {
        QualType { ty: e.ty, is_const: e.is_const, is_volatile: e.is_volatile, is_restrict: false }
    }

    pub(super) fn address_of(&mut self, e: hir::Expr) -> hir::Expr {
        let q = self.type_of(&e);
        let ty = self.pointer_to(q);
        let span = e.span;
        match e.kind {
            ExprKind::Deref(pointer) if pointer.ty == ty => *pointer,
            kind => {
                let e = hir::Expr { kind, ..e };
                self.make(ExprKind::AddressOf(Box::new(e)), ty, span)
            }
        }
    }

    /// What a variable designates: the object itself, or what its reference refers to.
    pub(super) fn through_reference(&mut self, v: Val, q: QualType) -> Val {
        let Type::Reference { to, .. } = *self.ty(q.ty) else { return v };
        let span = v.e.span;
        let pointer = self.pointer_to(to);
        let load = self.make(ExprKind::Load(Box::new(hir::Expr { ty: pointer, ..v.e })), pointer, span);
        self.place(ExprKind::Deref(Box::new(load)), to, span)
    }

    pub(super) fn local_place(&mut self, id: LocalId, q: QualType, span: Span) -> Val {
        let v = self.place(ExprKind::Local(id), q, span);
        self.through_reference(v, q)
    }

    /// A value in a temporary object, as a place.
    pub(super) fn temporary(&mut self, value: hir::Expr) -> hir::Expr {
        let (ty, span) = (value.ty, value.span);
        let destructor = self.destructor_for(ty, span);
        self.make(ExprKind::Temporary { value: Box::new(value), destructor, extended: false }, ty, span)
    }

    /// The expression as a place: prvalues are put in a temporary.
    pub(super) fn as_place(&mut self, v: Val) -> hir::Expr {
        if v.e.is_place() { v.e } else { self.temporary(v.e) }
    }

    /// Field `index` of the class object `base`.
    pub(super) fn field_place(&mut self, base: Val, index: u32, span: Span) -> Val {
        let Some(class) = self.class_of(base.e.ty) else { return self.error_value(span) };
        let Some(field) = self.types.class(class).fields.get(index as usize).cloned() else { return self.error_value(span) };
        let is_mutable = self.class_info(class).members.get(index as usize).is_some_and(|m| m.is_mutable);
        // A component of a built-in variable is a register.
        if let ExprKind::Aggregate(parts) = &base.e.kind
            && let Some((_, e)) = parts.iter().find(|(offset, e)| *offset == field.offset && matches!(e.kind, ExprKind::SpecialRegister(_)))
        {
            let mut e = e.clone();
            e.span = span;
            e.is_const = true;
            return Val { e, cat: Cat::R, width: None };
        }
        // An object without a name that must be destroyed needs a place where it lives until then.
        let must_live = !base.e.is_place() && self.destructor_for(base.e.ty, span).is_some();
        let base = if must_live { Val { e: self.temporary(base.e), ..base } } else { base };
        let q = field.ty;
        let is_reference = self.is_reference(q.ty);
        let base_quals = base.e.clone();
        let e = hir::Expr {
            kind: ExprKind::Field { base: Box::new(base.e), field: index },
            ty: q.ty,
            is_volatile: q.is_volatile || base_quals.is_volatile,
            is_const: q.is_const || (base_quals.is_const && !is_mutable),
            span,
        };
        let cat = if base.cat == Cat::L { Cat::L } else { Cat::X };
        let v = Val { e, cat, width: field.bits.map(|(_, w)| w) };
        if is_reference { self.through_reference(v, q) } else { v }
    }

    /// Whether a field place holds a reference (made by `field_place` through the pointer it holds).
    pub(super) fn is_reference_field(&self, e: &hir::Expr) -> bool {
        match &e.kind {
            ExprKind::Deref(p) => match &p.kind {
                ExprKind::Load(f) => match &f.kind {
                    ExprKind::Field { base, field } => self
                        .class_of(base.ty)
                        .and_then(|c| self.types.class(c).fields.get(*field as usize))
                        .is_some_and(|f| self.is_reference(f.ty.ty)),
                    _ => false,
                },
                _ => false,
            },
            _ => false,
        }
    }

    /// Stores the address `value` in the reference field behind `place`.
    pub(super) fn stored_reference(&mut self, place: hir::Expr, value: hir::Expr) -> hir::Expr {
        let span = value.span;
        let ty = value.ty;
        match place.kind {
            ExprKind::Deref(p) => match p.kind {
                ExprKind::Load(field) => {
                    let field = hir::Expr { ty, is_const: false, ..*field };
                    self.make(ExprKind::Assign { place: Box::new(field), value: Box::new(value) }, ty, span)
                }
                _ => self.error_value(span).e,
            },
            _ => self.error_value(span).e,
        }
    }

    /// Lvalue-to-rvalue, array-to-pointer and function-to-pointer conversions. Class places stay places.
    pub(super) fn rvalue(&mut self, v: Val) -> Val {
        let span = v.e.span;
        match self.ty(v.e.ty).clone() {
            Type::Error => v,
            Type::Array { element, .. } => {
                let q = self.type_of(&v.e);
                let element =
                    QualType { is_const: element.is_const || q.is_const, is_volatile: element.is_volatile || q.is_volatile, ..element };
                let ty = self.pointer_to(element);
                let place = self.as_place(v);
                self.value(ExprKind::Decay(Box::new(place)), ty, span)
            }
            Type::Class(_) | Type::Void => v,
            Type::Function(_) => {
                let ty = self.pointer_to(v.e.ty.into());
                match v.e.kind {
                    ExprKind::Deref(p) => Val { e: *p, cat: Cat::R, width: None },
                    kind => self.value(kind, ty, span),
                }
            }
            _ if !v.e.is_place() => Val { cat: Cat::R, width: None, e: hir::Expr { is_const: false, is_volatile: false, ..v.e } },
            _ => {
                if let Some(c) = self.folded(&v.e) {
                    return Val { e: self.scalar_expr(c, v.e.ty, span), cat: Cat::R, width: None };
                }
                self.note_read(&v.e);
                let ty = v.e.ty;
                Val { e: self.make(ExprKind::Load(Box::new(v.e)), ty, span), cat: Cat::R, width: v.width }
            }
        }
    }

    /// The value of a constant variable.
    fn folded(&mut self, e: &hir::Expr) -> Option<Scalar> {
        if e.is_volatile || !e.is_const {
            return None;
        }
        match e.kind {
            ExprKind::Conditional { ref condition, ref then, ref otherwise } => match condition.kind {
                ExprKind::Int(n) => self.folded(if n != 0 { then } else { otherwise }),
                _ => None,
            },
            ExprKind::Local(id) => self.frames.last()?.info.get(id.0 as usize)?.constant,
            ExprKind::Global(id) => {
                let v = *self.var_of_global.get(&id)?;
                self.constant_of(v)
            }
            _ => None,
        }
    }

    pub(super) fn scalar_expr(&self, c: Scalar, ty: TypeId, span: Span) -> hir::Expr {
        match c {
            Scalar::Int(0) if matches!(self.ty(ty), Type::Pointer(_) | Type::NullPtr) => self.make(ExprKind::Null, ty, span),
            Scalar::Int(n) => self.make(ExprKind::Int(n), ty, span),
            Scalar::Float(x) => self.make(ExprKind::Float(x), ty, span),
        }
    }

    /// Whether any part is wrong already.
    pub(super) fn has_error(&self, e: &hir::Expr) -> bool {
        matches!(e.kind, ExprKind::Error) || self.is_error(e.ty)
    }

    // Dispatch.

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

    /// The address of the only function that is meant.
    pub(super) fn sole_function(&mut self, o: &Overloads<'a>, target: Option<QualType>) -> Val {
        match self.choose_function(o, target) {
            Some(f) => self.function_value(f, o.span),
            None => {
                self.report(errors::ambiguous_function(o.span, &o.name));
                self.error_value(o.span)
            }
        }
    }

    /// The function of an overload set that has type `target`, or the only one.
    pub(super) fn choose_function(&mut self, o: &Overloads<'a>, target: Option<QualType>) -> Option<super::entity::FuncId> {
        let mut found = Vec::new();
        for f in &o.set {
            match f {
                FuncRef::Plain(f) if o.args.is_none() => {
                    let ty = self.funcs[f.0 as usize].ty.clone();
                    let fits = match target.map(|t| self.ty(t.ty).clone()) {
                        Some(Type::Function(want)) => {
                            want.params == ty.params && want.result == ty.result && want.is_variadic == ty.is_variadic
                        }
                        _ => true,
                    };
                    if fits {
                        found.push(*f);
                    }
                }
                FuncRef::Template(t) => found.extend(self.deduce_address(*t, o.args, target)),
                FuncRef::Plain(_) => {}
            }
        }
        found.dedup();
        match found.as_slice() {
            [only] => Some(*only),
            [_, ..] if target.is_some() => found.into_iter().find(|f| self.funcs[f.0 as usize].template.is_none()),
            _ => None,
        }
    }

    /// The address of a function, or the designator of a member function.
    pub(super) fn function_value(&mut self, f: super::entity::FuncId, span: Span) -> Val {
        self.settle_result(f);
        self.check_reference(f, span);
        let func = &self.funcs[f.0 as usize];
        let ty = self.funcs[f.0 as usize].ty.clone();
        let _ = func;
        let id = self.use_function(f);
        let ty = self.types.intern(Type::Function(ty));
        let ty = self.pointer_to(ty.into());
        self.value(ExprKind::Function(id), ty, span)
    }

    /// Any expression, braced lists and overloaded names included.
    pub(super) fn arg(&mut self, e: &'a ast::Expr) -> Arg<'a> {
        super::deep(|| self.arg_inner(e))
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
            K::Int { value, suffix, is_decimal } => self.int_literal(*value, *suffix, *is_decimal, e.span),
            K::Float { value, suffix } => self.float_literal(*value, *suffix, e.span),
            K::Char { value, prefix } => {
                let ty = match prefix {
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
            K::Unary { op, operand } => self.unary_expression(*op, operand, e.span),
            K::Step { is_increment, is_prefix, operand } => {
                let v = self.expr(operand);
                self.step(v, *is_increment, *is_prefix, e.span)
            }
            K::Binary { op, op_span, left, right } => {
                let (l, r) = (self.arg(left), self.arg(right));
                self.binary(*op, l, r, e.span, *op_span)
            }
            K::Assign { op, op_span, left, right } => self.assignment(*op, left, right, e.span, *op_span),
            K::Conditional { condition, then, otherwise } => self.conditional(condition, then, otherwise, e.span),
            K::Comma(a, b) => {
                let first = self.expr(a);
                let (x, y) = (Arg::Val(first.clone()), self.arg(b));
                if let Arg::Val(second) = &y
                    && let Some(v) = self.overloaded_operator("operator,", &[x, y.clone()], e.span)
                {
                    let _ = second;
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
            K::Launch { callee, config, config_span, args } => self.launch(callee, config, *config_span, args, e.span),
            K::Index { base, index } => {
                let (b, i) = (self.expr(base), self.arg(index));
                self.index(b, i, e.span)
            }
            K::Member { base, is_arrow, member } => return self.member_expression(base, *is_arrow, member, e.span),
            K::MemberPointer { .. } => {
                self.report(errors::unsupported(e.span, "pointers to members"));
                self.error_value(e.span)
            }
            K::Cast { style, ty, operand } => {
                let q = self.type_name(ty);
                let operand = self.arg(operand);
                self.cast(*style, operand, q, e.span)
            }
            K::Construct { ty, init } => self.construct(ty, init, e.span),
            K::SizeofExpr(operand) => self.sizeof_expr(operand, e.span),
            K::SizeofType(ty) => {
                let q = self.type_name(ty);
                self.sizeof_type(q, e.span)
            }
            K::AlignofType(ty) => {
                let q = self.type_name(ty);
                let q = self.referred(q);
                self.make_complete(q.ty);
                let n = i128::from(self.types.align_of(q.ty));
                self.value(ExprKind::Int(n), self.common.ulong, e.span)
            }
            K::SizeofPack(name) => match self.lookup(&name.name, Want::Any) {
                Some(Entity::Pack(items)) => self.value(ExprKind::Int(items.len() as i128), self.common.ulong, e.span),
                _ => {
                    self.report(errors::not_a_pack(name.span, &name.name));
                    self.error_value(e.span)
                }
            },
            K::Noexcept(_) => self.value(ExprKind::Int(0), self.common.bool, e.span),
            K::New { placement, ty, init } => self.new_expression(placement, ty, init.as_deref(), e.span),
            K::Delete { is_array, operand } => self.delete_expression(*is_array, operand, e.span),
            K::Lambda(lambda) => self.lambda(lambda, e.span),
            K::Throw(_) => {
                self.report(errors::unsupported(e.span, "exceptions"));
                self.error_value(e.span)
            }
            K::Typeid(_) => {
                self.report(errors::unsupported(e.span, "run-time type information (`typeid`)"));
                self.error_value(e.span)
            }
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

    // Literals.

    fn int_literal(&mut self, value: u128, suffix: ast::IntSuffix, is_decimal: bool, span: Span) -> Val {
        use IntType::*;
        let candidates: &[IntType] = match (suffix.is_unsigned, suffix.longs, is_decimal) {
            (false, 0, true) => &[Int, Long, Int128],
            (false, 0, false) => &[Int, UInt, Long, ULong],
            (true, 0, _) => &[UInt, ULong],
            (false, 1, true) => &[Long, Int128],
            (false, 1, false) => &[Long, ULong],
            (true, 1, _) => &[ULong],
            (false, _, true) => &[LongLong, Int128],
            (false, _, false) => &[LongLong, ULongLong],
            (true, _, _) => &[ULongLong],
        };
        let fits = |t: &&IntType| {
            let bits = t.size() * 8 - u64::from(t.is_signed());
            bits >= 128 || value >> bits == 0
        };
        let Some(ty) = candidates.iter().find(fits) else {
            self.report(errors::integer_too_large(span));
            return self.error_value(span);
        };
        let ty = self.types.intern(Type::Int(*ty));
        self.value(ExprKind::Int(value as i128), ty, span)
    }

    fn float_literal(&mut self, value: f64, suffix: ast::FloatSuffix, span: Span) -> Val {
        let (ty, value) = match suffix {
            ast::FloatSuffix::None => (Type::F64, value),
            ast::FloatSuffix::Float => (Type::F32, f64::from(value as f32)),
            ast::FloatSuffix::Long => (Type::LongDouble, value),
        };
        let ty = self.types.intern(ty);
        self.value(ExprKind::Float(value), ty, span)
    }

    /// The element type of a string literal and its units with the terminating zero.
    pub(super) fn string_units(&mut self, s: &ast::StringLiteral) -> (TypeId, Vec<u8>) {
        let text = String::from_utf8_lossy(&s.bytes);
        let (ty, mut bytes): (Type, Vec<u8>) = match s.prefix {
            StringPrefix::None | StringPrefix::Utf8 => (Type::Int(IntType::Char), s.bytes.to_vec()),
            StringPrefix::Wide => (Type::Int(IntType::WChar), text.chars().flat_map(|c| (c as u32).to_le_bytes()).collect()),
            StringPrefix::Utf32 => (Type::Int(IntType::Char32), text.chars().flat_map(|c| (c as u32).to_le_bytes()).collect()),
            StringPrefix::Utf16 => (Type::Int(IntType::Char16), text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        };
        let ty = self.types.intern(ty);
        let unit = self.types.size_of(ty) as usize;
        bytes.extend(std::iter::repeat_n(0, unit));
        (ty, bytes)
    }

    pub(super) fn string_literal(&mut self, s: &ast::StringLiteral, span: Span) -> Val {
        let (element, bytes) = self.string_units(s);
        self.string_place(element, bytes, span)
    }

    /// A constant array of characters as a global, shared between equal strings.
    pub(super) fn string_place(&mut self, element: TypeId, bytes: Vec<u8>, span: Span) -> Val {
        let count = bytes.len() as u64 / self.types.size_of(element).max(1);
        let q = QualType { is_const: true, ..element.into() };
        let ty = self.array_of(q, Some(count));
        let id = match self.strings.get(&(ty, bytes.clone())) {
            Some(&id) => id,
            None => {
                let id = hir::GlobalId(self.globals.len() as u32);
                self.globals.push(hir::Global {
                    name: "".into(),
                    symbol: format!("$str{}", self.strings.len()).into(),
                    ty: QualType { is_const: true, ..ty.into() },
                    space: hir::GlobalSpace::Both,
                    align: None,
                    init: hir::GlobalInit::Bytes { bytes: bytes.clone(), relocations: Vec::new() },
                    destructor: None,
                    function: None,
                    is_local_static: false,
                    span,
                });
                self.strings.insert((ty, bytes), id);
                id
            }
        };
        self.place(ExprKind::Global(id), QualType { is_const: true, ..ty.into() }, span)
    }

    // Names.

    /// The value of a path, `None` (reported) when it has none.
    pub(super) fn path_value(&mut self, path: &'a ast::Path) -> Option<Val> {
        match self.path(path) {
            Arg::Val(v) if !self.is_error(v.e.ty) => Some(v),
            _ => None,
        }
    }

    pub(super) fn path(&mut self, path: &'a ast::Path) -> Arg<'a> {
        let span = path.span;
        if let Some(name) = plain_name(path)
            && matches!(&**name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__")
            && let Some(frame) = self.frames.last()
        {
            let func = frame.func;
            let text = if &**name == "__PRETTY_FUNCTION__" {
                self.signature(func)
            } else {
                let f = &self.funcs[func.0 as usize];
                self.plain_func_name(f)
            };
            let mut bytes = text.into_bytes();
            bytes.push(0);
            return Arg::Val(self.string_place(self.common.char, bytes, span));
        }
        let Some(found) = self.resolve(path, Want::Any) else { return Arg::Val(self.error_value(span)) };
        let text = path.segments.last().map_or_else(|| "".into(), |s| segment_text(&s.name));
        match found.entity {
            Entity::Functions(set) => {
                let member = set.iter().any(|f| match f {
                    FuncRef::Plain(f) => self.funcs[f.0 as usize].class.is_some(),
                    FuncRef::Template(t) => self.fn_templates[t.0 as usize].class.is_some(),
                });
                let _ = member;
                Arg::Overloads(Overloads { name: text, set, args: found.args, span })
            }
            entity => Arg::Val(self.entity_value(entity, &text, path)),
        }
    }

    fn entity_value(&mut self, entity: Entity, text: &Name, path: &'a ast::Path) -> Val {
        let span = path.span;
        match entity {
            Entity::Var(v) => self.var_value(v, span),
            Entity::Local { frame, id } => self.captured_or_local(frame, id, text, span),
            Entity::Enumerator { value, ty } => self.value(ExprKind::Int(value), ty, span),
            Entity::Value(TArg::Int(n, ty)) => self.value(ExprKind::Int(n), ty, span),
            Entity::Value(TArg::Func(f)) => self.function_value(f, span),
            Entity::Value(TArg::Null(ty)) => self.value(ExprKind::Null, ty, span),
            Entity::Field { class, path } => self.implicit_member(class, &path, text, span),
            Entity::Type(_) | Entity::Template(_) | Entity::Namespace(_) => {
                self.report(errors::type_as_value(span, &path_text(path)));
                self.error_value(span)
            }
            Entity::Pack(_) => {
                self.report(errors::unexpanded_pack(span, text));
                self.error_value(span)
            }
            _ => self.error_value(span),
        }
    }

    /// A variable with static storage.
    pub(super) fn var_value(&mut self, v: VarId, span: Span) -> Val {
        if let Some(register) = self.vars[v.0 as usize].register {
            return self.register_value(register, v, span);
        }
        let q = self.vars[v.0 as usize].ty;
        if self.is_error(q.ty) {
            return self.error_value(span);
        }
        // A constant is its value; no object is needed.
        if (self.is_arithmetic(q.ty) || self.is_enum(q.ty))
            && let Some(c) = self.constant_of(v)
            && (self.vars[v.0 as usize].is_constexpr || self.unevaluated == 0)
        {
            let id = self.use_var(v);
            self.var_of_global.insert(id, v);
            let _ = c;
            let q = self.vars[v.0 as usize].ty;
            return self.place(ExprKind::Global(id), q, span);
        }
        let id = self.use_var(v);
        self.var_of_global.insert(id, v);
        let q = self.vars[v.0 as usize].ty;
        let place = self.place(ExprKind::Global(id), q, span);
        self.through_reference(place, q)
    }

    fn register_value(&mut self, register: RegisterName, v: VarId, span: Span) -> Val {
        let name = self.vars[v.0 as usize].name.clone();
        self.check_register_use(&name, span);
        let ty = self.vars[v.0 as usize].ty.ty;
        let make: fn(u8) -> SpecialRegister = match register {
            RegisterName::WarpSize => {
                let mut v = self.value(ExprKind::SpecialRegister(SpecialRegister::WarpSize), ty, span);
                v.e.is_const = true;
                return v;
            }
            RegisterName::ThreadIdx => SpecialRegister::ThreadIdx,
            RegisterName::BlockIdx => SpecialRegister::BlockIdx,
            RegisterName::BlockDim => SpecialRegister::BlockDim,
            RegisterName::GridDim => SpecialRegister::GridDim,
        };
        self.make_complete(ty);
        let parts = (0..3u8).map(|i| (u64::from(i) * 4, self.make(ExprKind::SpecialRegister(make(i)), self.common.uint, span))).collect();
        let mut v = self.value(ExprKind::Aggregate(parts), ty, span);
        v.e.is_const = true;
        v
    }

    // Small questions.

    fn sizeof_expr(&mut self, operand: &'a ast::Expr, span: Span) -> Val {
        self.unevaluated += 1;
        let v = self.expr(operand);
        self.unevaluated -= 1;
        if let ExprKind::Local(id) = v.e.kind
            && let Some(length) = self.frames.last().and_then(|f| f.info.get(id.0 as usize)).and_then(|i| i.vla_length)
        {
            let Type::Array { element, .. } = *self.ty(v.e.ty) else { return self.error_value(span) };
            let size = self.int_value(i128::from(self.types.size_of(element.ty)), self.common.ulong, span);
            let length = self.make(ExprKind::Local(length), self.common.ulong, span);
            let length = self.make(ExprKind::Load(Box::new(length)), self.common.ulong, span);
            let kind = ExprKind::Binary { op: hir::BinaryOp::Mul, left: Box::new(length), right: Box::new(size) };
            return self.value(kind, self.common.ulong, span);
        }
        let ty = match v.e.kind {
            ExprKind::Function(_) => self.common.void_ptr,
            _ => v.e.ty,
        };
        self.sizeof_type(ty.into(), span)
    }

    fn sizeof_type(&mut self, q: QualType, span: Span) -> Val {
        let q = self.referred(q);
        if self.is_error(q.ty) {
            return self.error_value(span);
        }
        if self.is_void(q.ty) || self.is_function(q.ty) {
            // GNU: both have size 1.
            return self.value(ExprKind::Int(1), self.common.ulong, span);
        }
        if !self.make_complete(q.ty) {
            let shown = self.show_q(q);
            self.report(errors::incomplete_type(span, &shown));
            return self.error_value(span);
        }
        let n = i128::from(self.types.size_of(q.ty));
        self.value(ExprKind::Int(n), self.common.ulong, span)
    }

    /// `decltype(e)`
    pub(super) fn decltype(&mut self, e: &'a ast::Expr) -> QualType {
        self.unevaluated += 1;
        let is_name = matches!(e.kind, ast::ExprKind::Path(_) | ast::ExprKind::Member { .. });
        let v = self.expr(e);
        self.unevaluated -= 1;
        let q = self.type_of(&v.e);
        if is_name {
            // The declared type: references stay references.
            if let ast::ExprKind::Path(path) = &e.kind
                && let Some(found) = self.quietly(|s| s.resolve(path, Want::Any))
            {
                match found.entity {
                    Entity::Local { frame, id } => {
                        if let Some(local) = self.frames.iter().find(|f| f.id == frame).and_then(|f| f.locals.get(id.0 as usize)) {
                            return local.ty;
                        }
                    }
                    Entity::Var(v) => return self.vars[v.0 as usize].ty,
                    _ => {}
                }
            }
            return q;
        }
        match v.cat {
            Cat::L if v.e.is_place() => self.reference_to(q, false).into(),
            Cat::X => self.reference_to(q, true).into(),
            _ => super::types::bare(q),
        }
    }

    /// The condition of a statement: a `bool` value.
    pub(super) fn condition(&mut self, e: &'a ast::Expr) -> hir::Expr {
        let arg = self.arg(e);
        self.to_condition(arg, e.span)
    }

    #[allow(clippy::wrong_self_convention, reason = "it converts the argument, not itself")]
    pub(super) fn to_condition(&mut self, arg: Arg<'a>, span: Span) -> hir::Expr {
        let v = match arg {
            Arg::Val(v) => v,
            Arg::Overloads(o) => self.sole_function(&o, None),
            Arg::List(list) => {
                self.report(errors::braces_here(list.span));
                return self.error_value(span).e;
            }
        };
        let v = self.rvalue(v);
        if self.is_error(v.e.ty) {
            return v.e;
        }
        if self.class_of(v.e.ty).is_some() {
            if let Some(e) = self.explicit_conversion(v.clone(), self.common.bool.into(), span) {
                return e;
            }
        } else if self.is_scalar(v.e.ty) && !(self.is_enum(v.e.ty) && !self.is_unscoped_enum(v.e.ty)) {
            return self.scalar_convert(v.e, self.common.bool);
        }
        let shown = self.show(v.e.ty);
        self.report(errors::not_a_condition(span, &shown));
        self.error_value(span).e
    }

    /// An expression whose value is dropped: class values are kept in a temporary so that they are destroyed.
    pub(super) fn discarded(&mut self, v: Val) -> hir::Expr {
        if !v.e.is_place()
            && self.class_of(v.e.ty).is_some()
            && matches!(v.e.kind, ExprKind::Call { .. } | ExprKind::Construct { .. } | ExprKind::Conditional { .. })
        {
            return self.temporary(v.e);
        }
        if v.e.is_place() && v.e.is_volatile && self.is_scalar(v.e.ty) {
            return self.rvalue(v).e;
        }
        v.e
    }

    /// Converts an integer constant to the range of `ty`.
    pub(super) fn truncate_int(&self, n: i128, ty: TypeId) -> i128 {
        match self.ty(ty) {
            Type::Bool => i128::from(n != 0),
            Type::Int(i) => truncate(n, *i),
            Type::Enum(e) => truncate(n, self.types.enumeration(*e).underlying),
            _ => n,
        }
    }

    /// `operand` converted to the scalar type `to`, constants at once. Both are scalars of any kind.
    pub(super) fn scalar_convert(&mut self, e: hir::Expr, to: TypeId) -> hir::Expr {
        if e.ty == to || self.is_error(e.ty) || self.is_error(to) {
            return if self.is_error(e.ty) { e } else { hir::Expr { ty: to, ..e } };
        }
        let span = e.span;
        let (from_float, to_float) = (self.is_floating(e.ty), self.is_floating(to));
        let is_pointer =
            |s: &Sema<'a>, t: TypeId| matches!(s.ty(t), Type::Pointer(_) | Type::NullPtr | Type::Function(_) | Type::MemberPointer { .. });
        let (from_ptr, to_ptr) = (is_pointer(self, e.ty), is_pointer(self, to));
        let to_bool = matches!(self.ty(to), Type::Bool);
        match (&e.kind, to_bool) {
            (ExprKind::Int(n), true) => return self.int_value(i128::from(*n != 0), to, span),
            (ExprKind::Float(x), true) => return self.int_value(i128::from(*x != 0.0), to, span),
            (ExprKind::Null, true) => return self.int_value(0, to, span),
            (ExprKind::Function(_), true) => return self.int_value(1, to, span),
            (ExprKind::Int(n), false) if to_float => {
                let x = self.round_to(int_as_float(*n, self.ty(to)), to);
                return self.make(ExprKind::Float(x), to, span);
            }
            (ExprKind::Int(0), false) if to_ptr => return self.make(ExprKind::Null, to, span),
            (ExprKind::Null, false) if to_ptr => return self.make(ExprKind::Null, to, span),
            (ExprKind::Int(n), false) if !to_ptr => {
                let n = self.truncate_int(*n, to);
                return self.int_value(n, to, span);
            }
            (ExprKind::Float(x), false) if to_float => {
                let x = self.round_to(*x, to);
                return self.make(ExprKind::Float(x), to, span);
            }
            (ExprKind::Float(x), false) if !to_ptr && x.is_finite() && x.abs() < 9e18 => {
                let n = *x as i128;
                let fits = self.truncate_int(n, to) == n;
                if fits {
                    return self.int_value(n, to, span);
                }
            }
            _ => {}
        }
        let conversion = if to_bool {
            Conversion::ToBool
        } else {
            match (from_float, to_float, from_ptr, to_ptr) {
                (true, true, ..) => Conversion::FloatToFloat,
                (true, false, ..) => Conversion::FloatToInt,
                (false, true, ..) => Conversion::IntToFloat,
                (_, _, true, true) => Conversion::PointerToPointer,
                (_, _, true, false) => Conversion::PointerToInt,
                (_, _, false, true) => Conversion::IntToPointer,
                _ => Conversion::IntToInt,
            }
        };
        self.make(ExprKind::Convert { conversion, operand: Box::new(e) }, to, span)
    }

    /// `x` rounded to the floating type `ty`.
    pub(super) fn round_to(&self, x: f64, ty: TypeId) -> f64 {
        match self.ty(ty) {
            Type::F32 => f64::from(x as f32),
            Type::F16 => round_to_half(x),
            _ => x,
        }
    }
}

fn int_as_float(n: i128, ty: &Type) -> f64 {
    if matches!(ty, Type::F32) { f64::from(n as f32) } else { n as f64 }
}

/// `x` rounded to the nearest half, ties to even.
fn round_to_half(x: f64) -> f64 {
    if !x.is_finite() || x == 0.0 {
        return x;
    }
    let exponent = x.abs().log2().floor().max(-14.0);
    let ulp = (exponent - 10.0).exp2();
    let scaled = x / ulp;
    let rounded = scaled.round_ties_even() * ulp;
    if rounded.abs() > 65504.0 { f64::INFINITY.copysign(x) } else { rounded }
}

/// `n` as an integer of type `ty` would hold it.
pub(super) fn truncate(n: i128, ty: IntType) -> i128 {
    let bits = ty.size() * 8;
    if bits >= 128 {
        return n;
    }
    let mask = (1i128 << bits) - 1;
    let low = n & mask;
    if ty.is_signed() && low >> (bits - 1) != 0 { low - (1i128 << bits) } else { low }
}
