//! Names: variables, functions and sets of them, enumerators, CUDA's special registers.

use super::{Arg, Overloads, Val};
use crate::hir::{ExprKind, QualType, SpecialRegister, Type};
use crate::sema::entity::{Entity, FuncId, FuncRef, Name, RegisterName, TArg, VarId};
use crate::sema::scope::Want;
use crate::sema::specifiers::{path_text, plain_name, segment_text};
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast;

impl<'a> Sema<'a> {
    /// The address of the only function that is meant.
    pub(in crate::sema) fn sole_function(&mut self, o: &Overloads<'a>, target: Option<QualType>) -> Val {
        match self.choose_function(o, target) {
            Some(f) if target.is_some() && self.is_member_function(f) => self.member_function_address(f, o.span),
            Some(f) => self.function_value(f, o.span),
            None => {
                self.report(errors::ambiguous_function(o.span, &o.name));
                self.error_value(o.span)
            }
        }
    }

    /// The function of an overload set that has type `target`, or the only one.
    pub(in crate::sema) fn choose_function(&mut self, o: &Overloads<'a>, target: Option<QualType>) -> Option<FuncId> {
        let mut found = Vec::new();
        for f in &o.set {
            match f {
                FuncRef::Plain(f) if o.args.is_none() => {
                    let ty = self.funcs[f.0 as usize].ty.clone();
                    let fits = match target.map(|t| self.ty(t.ty).clone()) {
                        Some(Type::Function(want)) => {
                            let is_const = self.is_member_function(*f) && self.funcs[f.0 as usize].is_const;
                            want.params == ty.params
                                && want.result == ty.result
                                && want.is_variadic == ty.is_variadic
                                && want.is_const == is_const
                                && (!want.is_noexcept || self.is_noexcept(*f))
                        }
                        _ => true,
                    };
                    if fits {
                        found.push(*f);
                    }
                }
                FuncRef::Template(t) => {
                    let instance = self.deduce_address(*t, o.args, target);
                    let is_quiet = target.is_some_and(|t| matches!(self.ty(t.ty), Type::Function(want) if want.is_noexcept));
                    found.extend(instance.filter(|f| !is_quiet || self.is_noexcept(*f)));
                }
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
    pub(in crate::sema) fn function_value(&mut self, f: FuncId, span: Span) -> Val {
        self.settle_result(f, span);
        self.check_reference(f, span);
        let id = self.use_function(f);
        let ty = self.type_of_function(f);
        let ty = self.pointer_to(ty.into());
        self.value(ExprKind::Function(id), ty, span)
    }

    /// The value of a path, `None` (reported) when it has none.
    pub(in crate::sema) fn path_value(&mut self, path: &'a ast::Path) -> Option<Val> {
        match self.path(path) {
            Arg::Val(v) if !self.is_error(v.e.ty) => Some(v),
            _ => None,
        }
    }

    pub(in crate::sema) fn path(&mut self, path: &'a ast::Path) -> Arg<'a> {
        let span = path.span;
        if let Some(name) = plain_name(path)
            && matches!(&**name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__")
            && let Some(frame) = self.frames.last()
        {
            let func = frame.func;
            let text = if &**name == "__PRETTY_FUNCTION__" {
                self.pretty_function(func)
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
                let set = match path.segments.last() {
                    Some(last) => self.of_named_type(&last.name, None, set, last.span),
                    None => set,
                };
                Arg::Overloads(Overloads { name: text, set, args: found.args, is_qualified: path.segments.len() > 1, span })
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
            Entity::Value(TArg::Float(bits, ty)) => self.value(ExprKind::Float(f64::from_bits(bits)), ty, span),
            Entity::Value(TArg::Constant(id)) => self.place(ExprKind::Global(id), self.globals[id.0 as usize].ty, span),
            Entity::Value(TArg::Func(f)) if self.is_member_function(f) => self.member_function_address(f, span),
            Entity::Value(TArg::Func(f)) => self.function_value(f, span),
            Entity::Value(TArg::Object(v, ty)) => self.object_value(v, ty, span),
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
    pub(in crate::sema) fn var_value(&mut self, v: VarId, span: Span) -> Val {
        if let Some(register) = self.vars[v.0 as usize].register {
            return self.register_value(register, v, span);
        }
        if let Some(part) = self.bound_variables.get(&v) {
            let mut part = part.clone();
            part.e.span = span;
            return part;
        }
        let q = self.vars[v.0 as usize].ty;
        if self.is_error(q.ty) {
            return self.error_value(span);
        }
        // A constant is its value; no object is needed.
        if (self.is_arithmetic(q.ty) || self.is_enum(q.ty))
            && self.constant_of(v).is_some()
            && (self.vars[v.0 as usize].is_constexpr || self.unevaluated == 0)
        {
            let id = self.use_var(v);
            self.var_of_global.insert(id, v);
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
}
