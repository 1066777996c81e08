//! Function templates: arguments from a call or an address, and which of two is more specialised (C++17 [temp.deduct], [temp.func.order]).

use super::arguments::{pack_up, param_names};
use crate::hir::{QualType, Type};
use crate::sema::deduce::{ArgPattern, Bindings, Holes, Pattern, PatternKind, Refusal, TemplatePattern, decayed, unqualified};
use crate::sema::entity::{FnTemplateId, FuncId, FuncRef, TArg};
use crate::sema::expressions::{Arg, Cat};
use crate::sema::types::bare;
use crate::sema::{Sema, declarations};
use kern_diag::Span;
use kern_syntax::ast;
use std::rc::Rc;

impl<'a> Sema<'a> {
    /// Patterns of a function template's parameters.
    pub(in crate::sema) fn function_patterns(&mut self, id: FnTemplateId) -> Rc<Vec<Pattern>> {
        if let Some(found) = self.fn_patterns.get(&id) {
            return found.clone();
        }
        let t = &self.fn_templates[id.0 as usize];
        let (params, declarator, scope, lambda) = (t.params, t.declarator, t.scope, t.lambda);
        let mut names = param_names(params);
        let list = match lambda {
            Some(l) => l.params.as_ref(),
            None => declarator.params(),
        };
        let first_auto = names.len();
        let count = list.map_or(0, |p| p.params.len());
        names.extend((0..count).map(|_| None));
        let patterns: Vec<Pattern> = self.within(scope, |sema| {
            let Some(list) = list else { return Vec::new() };
            let mut patterns = Vec::new();
            for (i, p) in list.params.iter().enumerate() {
                let holes = Holes { names: &names, auto: Some(first_auto + i) };
                patterns.extend(sema.parameter_patterns(p, &holes));
            }
            patterns
        });
        let patterns = Rc::new(patterns);
        self.fn_patterns.insert(id, patterns.clone());
        patterns
    }

    /// Number of holes: template parameters, and one for each parameter of a generic lambda.
    fn hole_count(&self, id: FnTemplateId) -> usize {
        let t = &self.fn_templates[id.0 as usize];
        t.params.len() + t.lambda.and_then(|l| l.params.as_ref()).map_or(0, |p| p.params.len())
    }

    /// Deduces the template arguments of a call and declares the instance. `None` when it is no candidate.
    pub(in crate::sema) fn deduce_call(
        &mut self,
        id: FnTemplateId,
        explicit: Option<&'a [ast::TemplateArg]>,
        args: &[Arg<'a>],
    ) -> Option<FuncId> {
        let patterns = self.function_patterns(id);
        let mut bindings = self.explicit_bindings(id, explicit)?;
        let given = bindings.clone();
        let saved = std::mem::replace(&mut self.lenient, true);
        let mut ok = true;
        // Arguments that packs take beyond one each.
        let mut extra = 0;
        for (place, p) in patterns.iter().enumerate() {
            let i = (place as isize + extra) as usize;
            if let PatternKind::Pack(inner) = &p.kind
                && place + 1 < patterns.len()
            {
                extra += self.undeduced_pack(inner, &mut bindings) as isize - 1;
                continue;
            }
            if let PatternKind::Pack(inner) = &p.kind {
                let rest: Vec<Arg<'a>> = args.get(i..).unwrap_or(&[]).to_vec();
                // A list says nothing of an element that is whatever its argument is.
                let is_any = matches!(strip_reference((**inner).clone()).kind, PatternKind::Param(_));
                let is_lost = |arg: &Arg<'a>| is_any && matches!(arg, Arg::List(_));
                ok = self
                    .deduce_pack(&mut bindings, rest.len(), |sema, k, b| !is_lost(&rest[k]) && sema.deduce_parameter(inner, &rest[k], b));
                break;
            }
            let Some(arg) = args.get(i) else { break };
            if p.is_known(&given) {
                continue;
            }
            if !self.deduce_parameter(p, arg, &mut bindings) {
                ok = false;
                break;
            }
        }
        self.lenient = saved;
        if !ok {
            return None;
        }
        self.instantiate_function(id, bindings)
    }

    /// A pack that is not last is what the explicit arguments say, or empty ([temp.deduct.type]/5.7); how long it is.
    fn undeduced_pack(&mut self, pattern: &Pattern, bindings: &mut Bindings) -> usize {
        let mut holes = Vec::new();
        holes_of(pattern, &mut holes);
        let mut length = 0;
        for hole in holes {
            if let Some(slot) = bindings.get_mut(hole)
                && let TArg::Pack(list) = slot.get_or_insert_with(|| TArg::Pack(Vec::new()))
            {
                length = list.len();
            }
        }
        length
    }

    /// The holes of a template with its explicit arguments filled in; `None` when they do not fit.
    pub(in crate::sema) fn explicit_bindings(&mut self, id: FnTemplateId, explicit: Option<&'a [ast::TemplateArg]>) -> Option<Bindings> {
        let params = self.fn_templates[id.0 as usize].params;
        let mut bindings: Bindings = vec![None; self.hole_count(id)];
        if let Some(explicit) = explicit {
            let flat = self.quietly(|sema| sema.arguments_for(params, explicit, Span::default()))?;
            for (i, given) in pack_up(params, &flat).into_iter().enumerate() {
                bindings[i] = given;
            }
        }
        Some(bindings)
    }

    /// Matches one parameter of a call ([temp.deduct.call]).
    pub(in crate::sema) fn deduce_parameter(&mut self, p: &Pattern, arg: &Arg<'a>, bindings: &mut Bindings) -> bool {
        let v = match arg {
            Arg::Val(v) => v,
            Arg::List(list) => return self.deduce_list(p, list, bindings),
            Arg::Overloads(o) => {
                // Only a single function tells its type, and an instance that is named with its arguments.
                let only = match o.set.as_slice() {
                    [FuncRef::Plain(f)] => Some(*f),
                    [FuncRef::Template(_)] if o.args.is_some() => self.choose_function(o, None),
                    _ => None,
                };
                if let Some(f) = only {
                    let ty = self.type_of_function(f);
                    return match &p.kind {
                        PatternKind::Reference(inner, true) if matches!(inner.kind, PatternKind::Param(_)) => {
                            let r = self.reference_to(ty.into(), false);
                            self.deduce(inner, r.into(), bindings)
                        }
                        PatternKind::Reference(inner, _) => self.deduce(&unqualified((**inner).clone()), ty.into(), bindings),
                        _ => {
                            let q: QualType = self.pointer_to(ty.into()).into();
                            self.deduce(&unqualified(decayed(p.clone())), q, bindings)
                        }
                    };
                }
                return true;
            }
        };
        if self.is_error(v.e.ty) {
            return false;
        }
        let a = QualType { ty: v.e.ty, is_const: v.e.is_const, is_volatile: v.e.is_volatile, is_restrict: false };
        let a = self.const_in_elements(a);
        let q = match &p.kind {
            PatternKind::Reference(inner, true) if v.cat == Cat::L && matches!(inner.kind, PatternKind::Param(_)) && !inner.is_const => {
                // A forwarding reference: an lvalue makes the parameter a reference.
                let r = self.reference_to(a, false);
                return self.deduce(inner, r.into(), bindings);
            }
            PatternKind::Reference(inner, _) => {
                let inner = (**inner).clone();
                return self.deduce_with_bases(&inner, a, bindings);
            }
            _ => bare(self.decayed(a).into()),
        };
        let p = unqualified(decayed(p.clone()));
        self.deduce_with_bases(&p, q, bindings)
    }

    fn deduce_with_bases(&mut self, p: &Pattern, q: QualType, bindings: &mut Bindings) -> bool {
        let before = bindings.clone();
        if let Some(_class) = self.class_of(q.ty) {
            self.make_complete(q.ty);
        }
        if self.deduce(p, q, bindings) {
            return true;
        }
        let (inner, q) = match (&p.kind, self.ty(q.ty).clone()) {
            (PatternKind::Pointer(inner), Type::Pointer(to)) => ((**inner).clone(), to),
            _ => (p.clone(), q),
        };
        let PatternKind::Template(..) = inner.kind else { return false };
        let Some(class) = self.class_of(q.ty) else { return false };
        for i in 0..self.class_info(class).bases.len() {
            let base = self.class_info(class).bases[i].class;
            *bindings = before.clone();
            let ty = self.class_type(base);
            if self.deduce_with_bases(&inner, QualType { ty, ..q }, bindings) {
                return true;
            }
        }
        false
    }

    /// `std::initializer_list<T>` and arrays deduce from a braced list; other parameters learn nothing from one.
    fn deduce_list(&mut self, p: &Pattern, list: &'a ast::InitList, bindings: &mut Bindings) -> bool {
        let p = strip_reference(p.clone());
        let (mut length_of, mut is_given) = (None, false);
        let element = match &p.kind {
            PatternKind::Template(TemplatePattern::Known(id), args) if &*self.templates[id.0 as usize].name == "initializer_list" => {
                match args.as_slice() {
                    [ArgPattern::Type(p)] => p.clone(),
                    _ => return true,
                }
            }
            PatternKind::Array(element, length) => {
                length_of = if let Some(ArgPattern::Param(i)) = length.as_deref() { Some(*i) } else { None };
                // `to_array<long>({1, 2})`: elements convert to what is known.
                is_given = element.is_known(bindings);
                (**element).clone()
            }
            _ => return true,
        };
        let elements = self.list_args(list);
        if let Some(slot @ None) = length_of.and_then(|i| bindings.get_mut(i)) {
            *slot = Some(TArg::Int(elements.len() as i128, self.common.ulong));
        }
        if is_given {
            return true;
        }
        for arg in elements {
            if !self.deduce_parameter(&unqualified(element.clone()), &arg, bindings) {
                return false;
            }
        }
        true
    }

    /// Declares the instance of a function template whose arguments were deduced.
    pub(in crate::sema) fn instantiate_function(&mut self, id: FnTemplateId, bindings: Bindings) -> Option<FuncId> {
        let t = &self.fn_templates[id.0 as usize];
        let (params, parent, lambda) = (t.params, t.scope, t.lambda);
        if bindings.iter().zip(params).all(|(b, _)| b.is_some()) {
            let key: Vec<TArg> = bindings.iter().flatten().cloned().collect();
            if let Some(found) = t.instances.get(&key) {
                return *found;
            }
        }
        let refused = t
            .refused
            .get(&bindings)
            .is_some_and(|refusal| refusal.declared == self.declared && (self.in_user_conversion || !refusal.in_user_conversion));
        if refused {
            return None;
        }
        let span = t.span;
        if !self.may_instantiate(span) {
            return None;
        }
        self.instantiation_depth += 1;
        let mut declared = None;
        let made = self.quietly(|sema| {
            let (mut args, scope) =
                sema.complete_arguments(params, &bindings[..params.len().min(bindings.len())], parent, Span::default())?;
            let ty = |arg: &TArg| if let TArg::Type(q) = arg { Some(*q) } else { None };
            let types = |arg: &Option<TArg>| match arg {
                Some(TArg::Pack(list)) => list.iter().filter_map(ty).collect(),
                one => one.iter().filter_map(ty).collect(),
            };
            let autos: Vec<Vec<QualType>> = bindings.iter().skip(params.len()).map(types).collect();
            args.extend(bindings.iter().skip(params.len()).flatten().cloned());
            if let Some(found) = sema.fn_templates[id.0 as usize].instances.get(&args) {
                return *found;
            }
            let saved = lambda.map(|_| sema.lambda_autos.replace(autos));
            let func = sema.within(scope, |sema| sema.declare_instance(id, &args));
            if let Some(saved) = saved {
                sema.lambda_autos = saved;
            }
            sema.fn_templates[id.0 as usize].instances.insert(args.clone(), Some(func));
            declared = Some(args);
            Some(func)
        });
        // One that failed must fail again when it is asked for again.
        if let (None, Some(args)) = (made, &declared) {
            self.fn_templates[id.0 as usize].instances.remove(args);
        }
        self.instantiation_depth -= 1;
        // What a generic lambda means depends on the types of its parameters also.
        if made.is_none() && lambda.is_none() {
            let refusal = Refusal { declared: self.declared, in_user_conversion: self.in_user_conversion };
            self.fn_templates[id.0 as usize].refused.insert(bindings, refusal);
        }
        made
    }

    /// Adds what the declaration before the template's definition said and the definition does not repeat.
    pub(in crate::sema) fn as_declared_earlier(&mut self, f: FuncId, id: FnTemplateId, args: &[TArg]) {
        let t = &self.fn_templates[id.0 as usize];
        let Some(head) = t.earlier else { return };
        let (scope, home, names) = (self.scope, t.scope, param_names(t.params));
        let flags = &head.specs.flags;
        let func = &mut self.funcs[f.0 as usize];
        func.is_static |= flags.is_static && func.class.is_some();
        func.flags.is_inline |= flags.is_inline;
        func.flags.forceinline |= flags.forceinline;
        func.flags.noinline |= flags.noinline;
        func.is_explicit |= flags.is_explicit;
        let written = head.declarator.params().map_or(&[][..], |p| &p.params);
        if written.len() != func.params.len() || written.iter().all(|p| p.default.is_none()) {
            return;
        }
        // Default arguments name the template's parameters as that declaration does.
        let is_renamed = param_names(head.params) != names;
        let given: Vec<Option<TArg>> = args.iter().cloned().map(Some).collect();
        let renamed = is_renamed.then(|| self.quietly(|sema| sema.complete_arguments(head.params, &given, home, Span::default())));
        let scope = renamed.flatten().map_or(scope, |(_, scope)| scope);
        for (p, written) in self.funcs[f.0 as usize].params.iter_mut().zip(written) {
            if p.default.is_none() {
                p.default = written.default.as_deref();
                p.default_scope = scope;
            }
        }
    }

    /// The instance that the address of a function template needs: `void (*p)(int) = f;`, or `f<int>` with all arguments.
    pub(in crate::sema) fn deduce_address(
        &mut self,
        id: FnTemplateId,
        explicit: Option<&'a [ast::TemplateArg]>,
        target: Option<QualType>,
    ) -> Option<FuncId> {
        let mut bindings = self.explicit_bindings(id, explicit)?;
        if let Some(target) = target
            && let Type::Function(f) = self.ty(target.ty).clone()
        {
            let patterns = self.function_patterns(id);
            let patterns: Vec<Pattern> = patterns.iter().cloned().map(|p| unqualified(decayed(p))).collect();
            if patterns.len() != f.params.len() {
                return None;
            }
            let saved = std::mem::replace(&mut self.lenient, false);
            let ok = patterns.iter().zip(&f.params).all(|(p, q)| {
                let mut holes = Vec::new();
                holes_of(p, &mut holes);
                holes.is_empty() || self.deduce(p, *q, &mut bindings)
            });
            self.lenient = saved;
            if !ok {
                return None;
            }
        }
        self.instantiate_function(id, bindings)
    }

    /// The pattern of a function template's result, unless it is deduced from the body.
    pub(in crate::sema) fn result_pattern(&mut self, id: FnTemplateId) -> Option<Pattern> {
        let t = &self.fn_templates[id.0 as usize];
        let (params, specs, declarator, scope) = (t.params, t.specs, t.declarator, t.scope);
        let names = param_names(params);
        let holes = Holes { names: &names, auto: None };
        let behind = declarator.params().filter(|list| !declarations::deduces_result(list));
        if let Some(written) = behind.and_then(|list| list.trailing_return.as_ref()) {
            return Some(self.within(scope, |sema| sema.pattern(&written.specs, &written.declarator, &holes)));
        }
        if declarations::is_auto(specs) {
            return None;
        }
        match self.within(scope, |sema| sema.pattern(specs, declarator, &holes)).kind {
            PatternKind::Function(result, ..) => Some(*result),
            _ => None,
        }
    }

    /// Which arguments make an explicit specialisation with these parameter types and this result out of a template
    /// ([temp.deduct.decl]). No result: it is deduced from the body.
    pub(in crate::sema) fn specialised_arguments(
        &mut self,
        id: FnTemplateId,
        explicit: Option<&'a [ast::TemplateArg]>,
        params: &[QualType],
        result: Option<QualType>,
    ) -> Option<Vec<TArg>> {
        let mut bindings = self.explicit_bindings(id, explicit)?;
        let patterns: Vec<Pattern> = self.function_patterns(id).iter().map(|p| unqualified(decayed(p.clone()))).collect();
        let result = result.and_then(|q| Some((self.result_pattern(id)?, q)));
        let saved = std::mem::replace(&mut self.lenient, false);
        let ok = self.deduce_types(&patterns, params, &mut bindings)
            && result.is_none_or(|(p, q)| self.deduce(&unqualified(p), bare(q), &mut bindings));
        self.lenient = saved;
        let (template, scope) = (self.fn_templates[id.0 as usize].params, self.fn_templates[id.0 as usize].scope);
        if !ok {
            return None;
        }
        self.quietly(|sema| sema.complete_arguments(template, &bindings, scope, Span::default())).map(|(args, _)| args)
    }

    /// Whether template `a` is more specialised than `b` ([temp.func.order]).
    pub(in crate::sema) fn is_more_specialised(&mut self, a: FnTemplateId, b: FnTemplateId) -> bool {
        let (pa, pb) = (self.function_patterns(a), self.function_patterns(b));
        self.are_more_specialised(&pa, &pb)
    }

    /// The same of the types of their parameters.
    pub(super) fn are_more_specialised(&mut self, pa: &[Pattern], pb: &[Pattern]) -> bool {
        let covers = |sema: &mut Sema<'a>, general: &[Pattern], special: &[Pattern]| {
            let mut bound = Vec::new();
            for (i, g) in general.iter().enumerate() {
                let g = unqualified(strip_reference(g.clone()));
                match special.get(i) {
                    Some(s) => {
                        let s = unqualified(strip_reference(s.clone()));
                        if !sema.pattern_covers(&g, &s, &mut bound) {
                            return false;
                        }
                    }
                    None => return matches!(g.kind, PatternKind::Pack(_)),
                }
            }
            true
        };
        let is_pack = |p: &[Pattern]| p.iter().any(|p| matches!(p.kind, PatternKind::Pack(_)));
        match (covers(self, pb, pa), covers(self, pa, pb)) {
            (true, false) => true,
            (true, true) => {
                if is_pack(pb) != is_pack(pa) {
                    return is_pack(pb);
                }
                // `T const &` before `T &`, and lvalue before forwarding references, when all else is equal.
                pa.iter().zip(pb).any(|(x, y)| match (&x.kind, &y.kind) {
                    (PatternKind::Reference(x, r), PatternKind::Reference(y, s)) => (x.is_const && !y.is_const && r == s) || (!r && *s),
                    _ => false,
                })
            }
            _ => false,
        }
    }
}

fn strip_reference(p: Pattern) -> Pattern {
    match p.kind {
        PatternKind::Reference(inner, _) => *inner,
        _ => p,
    }
}

impl Pattern {
    /// Whether there is nothing to deduce.
    pub(in crate::sema) fn is_concrete(&self) -> bool {
        let mut holes = Vec::new();
        holes_of(self, &mut holes);
        holes.is_empty()
    }

    /// Whether the explicit arguments of a call fill every hole: then conversions decide, not deduction.
    pub(in crate::sema) fn is_known(&self, given: &Bindings) -> bool {
        let mut holes = Vec::new();
        holes_of(self, &mut holes);
        holes.iter().all(|&h| matches!(given.get(h), Some(Some(a)) if !matches!(a, TArg::Pack(_))))
    }
}

/// Every hole in a deducible place of `p`.
fn holes_of(p: &Pattern, into: &mut Vec<usize>) {
    match &p.kind {
        PatternKind::Param(i) => into.push(*i),
        PatternKind::Pointer(inner) | PatternKind::Reference(inner, _) | PatternKind::Pack(inner) => holes_of(inner, into),
        PatternKind::Array(inner, length) => {
            if let Some(ArgPattern::Param(i)) = length.as_deref() {
                into.push(*i);
            }
            holes_of(inner, into);
        }
        PatternKind::Function(result, params, _, noexcept) => {
            if let ArgPattern::Param(i) = **noexcept {
                into.push(i);
            }
            holes_of(result, into);
            params.iter().for_each(|p| holes_of(p, into));
        }
        PatternKind::Member(class, member) => {
            holes_of(class, into);
            holes_of(member, into);
        }
        PatternKind::Template(t, args) => {
            if let TemplatePattern::Param(i) = t {
                into.push(*i);
            }
            args.iter().for_each(|a| argument_holes(a, into));
        }
        PatternKind::Concrete(_) | PatternKind::NonDeduced => {}
    }
}

fn argument_holes(a: &ArgPattern, into: &mut Vec<usize>) {
    match a {
        ArgPattern::Type(p) => holes_of(p, into),
        ArgPattern::Param(i) => into.push(*i),
        ArgPattern::Pack(a) => argument_holes(a, into),
        _ => {}
    }
}
