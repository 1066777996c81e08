//! Overload resolution (C++17 [over.match]).

use super::Sema;
use super::advice::FailedCall;
use super::convert::{Rank, Sequence};
use super::entity::{Body, FnTemplateId, FuncId, FuncName, FuncRef};
use super::errors;
use super::expressions::{Arg, Cat, Val};
use super::specifiers::plain_name;
use kern_diag::Span;
use kern_syntax::ast;

/// Why no function was chosen.
#[derive(Clone, Debug)]
pub(super) enum Failure {
    None,
    Ambiguous(Vec<FuncId>),
}

/// Why a function does not take a call.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unfit {
    /// Too few or too many arguments.
    Count { least: usize, most: Option<usize> },
    /// The function is not `const`, the object is.
    ConstObject,
    /// The function is not `volatile`, the object is.
    VolatileObject,
    /// The function is for objects of the other value category.
    ObjectCategory,
    /// What its `requires` clause asks for does not hold.
    Constraint,
    /// The argument at this position does not convert.
    Argument(usize),
}

#[derive(Clone, Debug)]
struct Candidate {
    func: FuncId,
    template: Option<FnTemplateId>,
    sequences: Vec<Sequence>,
    /// How many declared parameters the call fills beyond which defaults are used; not ranked, for messages.
    variadic: bool,
}

impl<'a> Sema<'a> {
    /// Chooses the best function of `set` for `args` (and the object, for members).
    pub(super) fn resolve_overload(
        &mut self,
        set: &[FuncRef],
        explicit: Option<&'a [ast::TemplateArg]>,
        args: &[Arg<'a>],
        object: Option<&Val>,
    ) -> Result<FuncId, Failure> {
        let viable = self.candidates(set, explicit, args, object);
        self.best_of(&viable).map(|(func, _)| func)
    }

    /// Chooses the function that an operator calls ([over.match.oper]): a member of the first operand's class, or a free
    /// function; true for a member.
    pub(super) fn resolve_operator(&mut self, members: &[FuncRef], free: &[FuncRef], args: &[Arg<'a>]) -> Result<(FuncId, bool), Failure> {
        let mut viable = Vec::new();
        if let Some(Arg::Val(object)) = args.first() {
            viable = self.candidates(members, None, &args[1..], Some(object));
        }
        let of_members = viable.len();
        viable.extend(self.candidates(free, None, args, None));
        self.best_of(&viable).map(|(func, at)| (func, at < of_members))
    }

    /// The functions of `set` that take `args`, with what each asks of them.
    fn candidates(
        &mut self,
        set: &[FuncRef],
        explicit: Option<&'a [ast::TemplateArg]>,
        args: &[Arg<'a>],
        object: Option<&Val>,
    ) -> Vec<Candidate> {
        let mut viable: Vec<Candidate> = Vec::new();
        for f in set {
            let (func, template) = match f {
                FuncRef::Plain(f) if explicit.is_none() => (*f, None),
                FuncRef::Plain(_) => continue,
                FuncRef::Template(t) => {
                    let (least, most) = self.template_arity(*t);
                    if args.len() < least || most.is_some_and(|most| args.len() > most) {
                        continue;
                    }
                    match self.deduce_call(*t, explicit, args) {
                        Some(f) => (f, Some(*t)),
                        None => continue,
                    }
                }
            };
            if let Ok(sequences) = self.viable(func, args, object) {
                let variadic = self.funcs[func.0 as usize].ty.is_variadic;
                viable.push(Candidate { func, template, sequences, variadic });
            }
        }
        viable
    }

    /// The candidate that is better than all others, and its place.
    fn best_of(&mut self, viable: &[Candidate]) -> Result<(FuncId, usize), Failure> {
        if viable.is_empty() {
            return Err(Failure::None);
        }
        let mut best = 0;
        for i in 1..viable.len() {
            if self.is_better(&viable[i], &viable[best]) {
                best = i;
            }
        }
        let winner = viable[best].clone();
        let mut rivals: Vec<FuncId> = Vec::new();
        for (i, c) in viable.iter().enumerate() {
            if i != best && c.func != winner.func && !self.is_better(&winner, c) {
                rivals.push(c.func);
            }
        }
        if rivals.is_empty() {
            Ok((winner.func, best))
        } else {
            rivals.insert(0, winner.func);
            Err(Failure::Ambiguous(rivals))
        }
    }

    /// How many arguments a function template takes: at least, and at most, before deduction.
    pub(super) fn template_arity(&self, t: FnTemplateId) -> (usize, Option<usize>) {
        let template = &self.fn_templates[t.0 as usize];
        let list = match template.lambda {
            Some(l) => l.params.as_ref(),
            None => template.declarator.params(),
        };
        let Some(list) = list else { return (0, None) };
        let has_pack = list.params.iter().any(|p| p.declarator.is_pack());
        let earlier = template.earlier.and_then(|head| head.declarator.params());
        let has_default =
            |i: usize| list.params[i].default.is_some() || earlier.is_some_and(|l| l.params.get(i).is_some_and(|p| p.default.is_some()));
        let needed = (0..list.params.len()).filter(|i| !has_default(*i) && !list.params[*i].declarator.is_pack()).count();
        (needed, (!has_pack && !list.is_variadic).then_some(list.params.len()))
    }

    /// What a call asks of a function.
    pub(super) fn viable(&mut self, f: FuncId, args: &[Arg<'a>], object: Option<&Val>) -> Result<Vec<Sequence>, Unfit> {
        let func = &self.funcs[f.0 as usize];
        let least = func.params.iter().take_while(|p| p.default.is_none()).count();
        let most = (!func.ty.is_variadic).then_some(func.params.len());
        if args.len() < least || most.is_some_and(|most| args.len() > most) {
            return Err(Unfit::Count { least, most });
        }
        if !self.trailing_clause_holds(f) {
            return Err(Unfit::Constraint);
        }
        let func = &self.funcs[f.0 as usize];
        let mut sequences = Vec::new();
        let is_member = func.class.is_some() && !func.is_static && !matches!(func.kind, super::entity::FuncName::Constructor);
        let (is_const, is_volatile, ref_qualifier) = (func.is_const, func.is_volatile, func.ref_qualifier);
        // Our headers have few functions for volatile objects.
        let takes_volatile = is_volatile || func.is_system || matches!(func.kind, FuncName::Destructor);
        if is_member && let Some(object) = object {
            if object.e.is_const && !is_const {
                return Err(Unfit::ConstObject);
            }
            if object.e.is_volatile && !takes_volatile {
                return Err(Unfit::VolatileObject);
            }
            match ref_qualifier {
                Some(true) if object.cat == Cat::L => return Err(Unfit::ObjectCategory),
                Some(false) if object.cat != Cat::L && !is_const => return Err(Unfit::ObjectCategory),
                _ => {}
            }
            // The object converts to the function's class like an argument.
            let (own, home) = (self.class_of(object.e.ty), self.funcs[f.0 as usize].class);
            let distance = match (own, home) {
                (Some(own), Some(home)) if own != home => self.base_distance(own, home).unwrap_or(0),
                _ => 0,
            };
            sequences.push(Sequence {
                penalty: distance,
                added_quals: u32::from(is_const && !object.e.is_const) + u32::from(is_volatile && !object.e.is_volatile),
                reference: ref_qualifier,
                binds_rvalue: object.cat != Cat::L,
                is_object: true,
                ..Sequence::of(if distance == 0 { Rank::Exact } else { Rank::Conversion })
            });
        } else if object.is_some() {
            sequences.push(Sequence::of(Rank::Exact));
        }
        for (i, arg) in args.iter().enumerate() {
            let param = self.funcs[f.0 as usize].params.get(i).map(|p| p.ty);
            let s = match param {
                Some(ty) => self.implicit(arg, ty).ok_or(Unfit::Argument(i))?,
                None => Sequence::of(Rank::Ellipsis),
            };
            sequences.push(s);
        }
        Ok(sequences)
    }

    fn is_better(&mut self, a: &Candidate, b: &Candidate) -> bool {
        let mut better = false;
        for (x, y) in a.sequences.iter().zip(&b.sequences) {
            match x.better(y) {
                Some(true) => better = true,
                Some(false) => return false,
                None => {}
            }
        }
        if better {
            return true;
        }
        match (a.template, b.template) {
            (None, Some(_)) => return true,
            (Some(_), None) => return false,
            (Some(x), Some(y)) if x != y => {
                if self.is_more_specialised(x, y) {
                    return true;
                }
                if self.is_more_specialised(y, x) {
                    return false;
                }
            }
            _ => {}
        }
        if let Some(is_more) = self.more_constrained(a.func, b.func) {
            return is_more;
        }
        if a.variadic != b.variadic {
            return b.variadic;
        }
        // A function of a class hides one of the same parameters that `using` takes from its base.
        if let (Some(x), Some(y)) = (a.sequences.first(), b.sequences.first())
            && x.is_object
            && y.is_object
            && x.penalty != y.penalty
        {
            return x.penalty < y.penalty;
        }
        if let Some(is_nearer) = self.nearer_constructor(a, b) {
            return is_nearer;
        }
        // A function for this side before one that is not; the user's before a library's of the same quality.
        let (x, y) = (self.side_penalty(a.func), self.side_penalty(b.func));
        if x != y {
            return x < y;
        }
        let (x, y) = (&self.funcs[a.func.0 as usize], &self.funcs[b.func.0 as usize]);
        !x.is_system && y.is_system
    }

    /// Whether `a` is a constructor of a class nearer to the object's than that of `b`, both with the same parameters for the
    /// arguments ([over.match.best]/2.5); `None` if neither is.
    fn nearer_constructor(&self, a: &Candidate, b: &Candidate) -> Option<bool> {
        let (x, y) = (self.constructor_distance(a.func)?, self.constructor_distance(b.func)?);
        let (own, other) = (&self.funcs[a.func.0 as usize].ty.params, &self.funcs[b.func.0 as usize].ty.params);
        let is_same = own.iter().zip(other).take(a.sequences.len()).all(|(p, q)| p == q);
        (x != y && is_same).then_some(x < y)
    }

    /// How many times `using` has passed on the constructor.
    fn constructor_distance(&self, f: FuncId) -> Option<u32> {
        let func = &self.funcs[f.0 as usize];
        match (&func.kind, func.body) {
            (FuncName::Constructor, Body::Thunk(from)) => Some(1 + self.constructor_distance(from)?),
            (FuncName::Constructor, _) => Some(0),
            _ => None,
        }
    }

    /// 1 when the code being checked cannot call `f`.
    fn side_penalty(&self, f: FuncId) -> u32 {
        let Some(frame) = self.frames.last() else { return 0 };
        let callee = self.funcs[f.0 as usize].space;
        let wrong = (frame.space.device && !callee.device) || (frame.space.host && !frame.space.is_kernel && !callee.host);
        u32::from(wrong)
    }

    /// Says why no function of `set` could be chosen for `args` (and the object, for members).
    pub(super) fn overload_error(
        &mut self,
        failure: Failure,
        name: &str,
        set: &[FuncRef],
        explicit: Option<&'a [ast::TemplateArg]>,
        args: &[Arg<'a>],
        object: Option<&Val>,
        span: Span,
    ) {
        if args.iter().any(|a| matches!(a, Arg::Val(v) if self.is_error(v.e.ty))) {
            return;
        }
        match failure {
            Failure::Ambiguous(list) => {
                let set: Vec<FuncRef> = list.into_iter().map(FuncRef::Plain).collect();
                let list = self.declared(&set);
                self.report(errors::ambiguous_call(span, name, &list));
            }
            Failure::None => {
                if set.iter().any(|f| self.has_unknown_parameter(f)) {
                    return;
                }
                let shown: Vec<String> = args.iter().map(|a| self.show_argument(a)).collect();
                let call = FailedCall { name, set, explicit, args, object, is_launch: false };
                let help = self.advice_on_call(call);
                // Nobody reads the notes of a quiet check, and deductions that fail in one another would be repeated at each depth.
                let is_told = self.quiet == 0 && self.endless.is_none();
                let mut list = if is_told { self.rejected(set, explicit, args, object) } else { Vec::new() };
                // The user's own functions are of interest beside the advice, those of headers are what it stands for.
                if help.is_some() {
                    list.retain(|c| c.place.is_some());
                }
                self.report(errors::no_matching_function(span, name, &shown, &list, help));
            }
        }
    }

    /// Whether the template's own parameters were said to be of an unknown type: `template <T>`.
    fn has_unknown_parameter(&self, f: &FuncRef) -> bool {
        let FuncRef::Template(t) = f else { return false };
        self.fn_templates[t.0 as usize].params.iter().any(|p| match &p.kind {
            ast::TemplateParamKind::Value { specs, .. } => match specs.ty.as_ref().map(|t| &t.kind) {
                Some(ast::TypeSpecKind::Named(path)) => plain_name(path).is_some_and(|name| self.is_told_name(name)),
                _ => false,
            },
            _ => false,
        })
    }

    pub(super) fn show_argument(&self, arg: &Arg<'a>) -> String {
        match arg {
            Arg::Val(v) => {
                let q = self.type_of(&v.e);
                self.show_q(q)
            }
            Arg::List(_) => "{…}".into(),
            Arg::Overloads(o) => format!("<overloaded {}>", o.name),
        }
    }
}
