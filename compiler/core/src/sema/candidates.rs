//! Why a function of an overload set does not take a call: one reason a candidate, for the notes of K0306.
//!
//! Runs only after overload resolution has failed; nothing here decides what a program means.

use super::Sema;
use super::deduce::{ArgPattern, Bindings, Pattern, PatternKind, TemplatePattern};
use super::entity::{Body, FnTemplateId, FuncId, FuncRef, Name, TArg};
use super::errors::Candidate;
use super::expressions::{Arg, Val};
use super::overload::Unfit;
use super::templates::{has_default, param_names};
use kern_diag::{Code, Severity, Span};
use kern_syntax::ast;

/// Reasons from the nearest miss to the farthest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Distance {
    Arguments,
    Count,
    Kind,
}

impl<'a> Sema<'a> {
    /// The functions of an overload set, with why each does not take the call; the nearest misses first.
    pub(super) fn rejected(
        &mut self,
        set: &[FuncRef],
        explicit: Option<&'a [ast::TemplateArg]>,
        args: &[Arg<'a>],
        object: Option<&Val>,
    ) -> Vec<Candidate> {
        let mut list: Vec<(Distance, Candidate)> = Vec::new();
        let is_implicit = |s: &Self, f: &FuncRef| matches!(f, FuncRef::Plain(f) if matches!(s.funcs[f.0 as usize].body, Body::Implicit(_)));
        let has_written = set.iter().any(|f| !is_implicit(self, f));
        for (f, candidate) in set.iter().zip(self.declared(set)) {
            // What nobody wrote is rarely what was meant.
            if has_written && is_implicit(self, f) {
                continue;
            }
            let (distance, why) = self.why_not(*f, explicit, args, object);
            let candidate = Candidate { why: Some(why), ..candidate };
            if !list.iter().any(|(_, c)| *c == candidate) {
                list.push((distance, candidate));
            }
        }
        kern_diag::sort_by_number(&mut list, |(distance, _)| *distance as i64);
        list.into_iter().map(|(_, candidate)| candidate).collect()
    }

    /// The functions of an overload set as they were declared.
    pub(super) fn declared(&self, set: &[FuncRef]) -> Vec<Candidate> {
        set.iter()
            .map(|f| {
                let (span, text) = match f {
                    FuncRef::Plain(f) => (self.funcs[f.0 as usize].span, self.signature(*f)),
                    FuncRef::Template(t) => (self.fn_templates[t.0 as usize].span, self.template_text(*t)),
                };
                let is_implicit = matches!(f, FuncRef::Plain(f) if matches!(self.funcs[f.0 as usize].body, Body::Implicit(_)));
                let place = (!is_implicit && !self.is_system(span)).then_some(span);
                Candidate { place, text, why: None }
            })
            .collect()
    }

    /// `template <typename T> T larger(T a, T b)`, as it is written.
    fn template_text(&self, id: FnTemplateId) -> String {
        let t = &self.fn_templates[id.0 as usize];
        if t.lambda.is_some() {
            return "a lambda".into();
        }
        // A macro of kern's headers is no text of the standard.
        let is_shown = |word: &&str| !word.starts_with("__kern_constexpr");
        let written = |span: Span| self.sources.text(span).split_whitespace().filter(is_shown).collect::<Vec<_>>().join(" ");
        let params: Vec<String> = t.params.iter().map(|p| written(p.span)).collect();
        let (result, declarator) = (written(t.specs.span), written(t.declarator.span));
        let space = if result.is_empty() { "" } else { " " };
        format!("template <{}> {result}{space}{declarator}", params.join(", "))
    }

    fn why_not(
        &mut self,
        f: FuncRef,
        explicit: Option<&'a [ast::TemplateArg]>,
        args: &[Arg<'a>],
        object: Option<&Val>,
    ) -> (Distance, String) {
        let template = match f {
            FuncRef::Plain(_) if explicit.is_some() => return (Distance::Kind, "it is not a template".into()),
            FuncRef::Plain(f) => return self.why_unfit(f, args, object),
            FuncRef::Template(t) => t,
        };
        let (least, most) = self.template_arity(template);
        if args.len() < least || most.is_some_and(|most| args.len() > most) {
            return (Distance::Count, wrong_count(least, most, args.len()));
        }
        match self.deduce_call(template, explicit, args) {
            Some(f) => self.why_unfit(f, args, object),
            None => (Distance::Arguments, self.why_not_deduced(template, explicit, args)),
        }
    }

    fn why_unfit(&mut self, f: FuncId, args: &[Arg<'a>], object: Option<&Val>) -> (Distance, String) {
        match self.viable(f, args, object) {
            Ok(_) => (Distance::Kind, "it cannot be called here".into()),
            Err(Unfit::Count { least, most }) => (Distance::Count, wrong_count(least, most, args.len())),
            Err(Unfit::Constraint) => {
                let why = self.why_trailing_clause(f);
                (Distance::Arguments, format!("its `requires` clause does not hold: {why}"))
            }
            Err(Unfit::ConstObject) => (Distance::Arguments, "the object is `const`, the function is not".into()),
            Err(Unfit::VolatileObject) => (Distance::Arguments, "the object is `volatile`, the function is not".into()),
            Err(Unfit::ObjectCategory) => (Distance::Arguments, "its `&` or `&&` does not take this object".into()),
            Err(Unfit::Argument(i)) => {
                let to = self.show_q(self.funcs[f.0 as usize].params[i].ty);
                let from = self.show_argument(&args[i]);
                (Distance::Arguments, format!("argument {}: no conversion from `{from}` to `{to}`", i + 1))
            }
        }
    }

    /// Repeats the deduction of [`Sema::deduce_call`] up to what fails.
    fn why_not_deduced(&mut self, id: FnTemplateId, explicit: Option<&'a [ast::TemplateArg]>, args: &[Arg<'a>]) -> String {
        let params = self.fn_templates[id.0 as usize].params;
        let Some(given) = self.explicit_bindings(id, explicit) else { return self.why_not_explicit(params, explicit) };
        let mut names = param_names(params);
        names.iter_mut().zip(params).filter(|(_, p)| p.is_invented).for_each(|(name, _)| *name = Some("auto".into()));
        names.resize(given.len(), Some("auto".into()));
        let patterns = self.function_patterns(id);
        let mut bindings = given.clone();
        let saved = std::mem::replace(&mut self.lenient, true);
        let mut why = None;
        for (i, p) in patterns.iter().enumerate() {
            let element = if let PatternKind::Pack(inner) = &p.kind { inner } else { p };
            let Some(arg) = args.get(i) else { break };
            let mut own = given.clone();
            if p.is_known(&given) {
                continue;
            }
            if !self.deduce_parameter(element, arg, &mut own) {
                let (pattern, arg) = (self.show_pattern(element, &names), self.show_argument(arg));
                why = Some(format!("argument {}: `{arg}` does not match `{pattern}`", i + 1));
                break;
            }
            if let Some((hole, a, b)) = conflict(&bindings, &own) {
                let name = names.get(hole).and_then(|n| n.as_deref()).unwrap_or_default();
                why = Some(format!("`{name}` would be both `{}` and `{}`", self.show_arg(a), self.show_arg(b)));
                break;
            }
            if matches!(p.kind, PatternKind::Pack(_)) {
                break;
            }
            for (slot, own) in bindings.iter_mut().zip(own) {
                *slot = slot.take().or(own);
            }
        }
        self.lenient = saved;
        if let Some(why) = why {
            return why;
        }
        let open = params.iter().enumerate().find(|(i, p)| !p.is_pack && !has_default(p) && bindings.get(*i).is_none_or(Option::is_none));
        if let Some((_, p)) = open {
            let name = p.name.as_ref().map_or("", |n| &n.name);
            return format!("no argument says what `{name}` is; write `<…>` after the function's name");
        }
        let with: Vec<String> = names
            .iter()
            .zip(&bindings)
            .filter_map(|(name, bound)| Some(format!("`{}` = `{}`", name.as_deref()?, self.show_arg(bound.as_ref()?))))
            .collect();
        let parent = self.fn_templates[id.0 as usize].scope;
        let mistake = self.first_mistake(|sema| {
            sema.complete_arguments(params, &bindings[..params.len().min(bindings.len())], parent, Span::default());
        });
        let mistake = mistake.unwrap_or("its declaration is not valid".into());
        if with.is_empty() { mistake } else { format!("with {}: {mistake}", with.join(", ")) }
    }

    fn why_not_explicit(&mut self, params: &'a [ast::TemplateParam], explicit: Option<&'a [ast::TemplateArg]>) -> String {
        let given = explicit.unwrap_or(&[]);
        if given.len() > params.len() && !params.iter().any(|p| p.is_pack) {
            let plural = if params.len() == 1 { "" } else { "s" };
            return format!("it has {} template parameter{plural}, {} arguments are given", params.len(), given.len());
        }
        let mistake = self.first_mistake(|sema| {
            sema.arguments_for(params, given, Span::default());
        });
        mistake.unwrap_or("the arguments in `<…>` do not fit its template parameters".into())
    }

    /// What a check would report first, without reporting it.
    fn first_mistake(&mut self, check: impl FnOnce(&mut Sema<'a>)) -> Option<String> {
        let saved = std::mem::take(&mut self.diags);
        self.quiet += 1;
        check(self);
        self.quiet -= 1;
        let found = std::mem::replace(&mut self.diags, saved);
        let first = found.iter().find(|d| d.severity == Severity::Error)?;
        match &first.primary {
            Some(place) if first.code == Code::NOT_CONSTANT => Some(format!("{} ({})", first.message, place.message)),
            _ => Some(first.message.clone()),
        }
    }

    /// A type with the names of the template's parameters in it.
    pub(super) fn show_pattern(&self, p: &Pattern, names: &[Option<Name>]) -> String {
        let name = |i: usize| names.get(i).and_then(|n| n.as_deref()).unwrap_or("…").to_string();
        let inner = |p: &Pattern| self.show_pattern(p, names);
        let argument = |a: &ArgPattern| self.show_argument_pattern(a, names);
        let text = match &p.kind {
            PatternKind::Param(i) => name(*i),
            PatternKind::Concrete(q) => self.show_q(*q),
            PatternKind::Pointer(to) => match &to.kind {
                PatternKind::Function(result, params, ..) => {
                    format!("{} (*)({})", inner(result), params.iter().map(inner).collect::<Vec<_>>().join(", "))
                }
                _ => format!("{} *", inner(to)),
            },
            PatternKind::Reference(to, is_rvalue) => {
                let mark = if *is_rvalue { "&&" } else { "&" };
                match &to.kind {
                    PatternKind::Array(element, length) => {
                        format!("{} ({mark})[{}]", inner(element), length.as_deref().map_or(String::new(), argument))
                    }
                    _ => format!("{} {mark}", inner(to)),
                }
            }
            PatternKind::Array(element, length) => format!("{}[{}]", inner(element), length.as_deref().map_or(String::new(), argument)),
            PatternKind::Function(result, params, ..) => {
                format!("{}({})", inner(result), params.iter().map(inner).collect::<Vec<_>>().join(", "))
            }
            PatternKind::Member(class, member) => match &member.kind {
                PatternKind::Function(result, params, ..) => {
                    let params = params.iter().map(inner).collect::<Vec<_>>().join(", ");
                    let mark = if member.is_const { " const" } else { "" };
                    format!("{} ({}::*)({params}){mark}", inner(result), inner(class))
                }
                _ => format!("{} {}::*", inner(member), inner(class)),
            },
            PatternKind::Template(template, args) => {
                let template = match template {
                    TemplatePattern::Known(id) => self.templates[id.0 as usize].name.to_string(),
                    TemplatePattern::Param(i) => name(*i),
                };
                format!("{template}<{}>", args.iter().map(argument).collect::<Vec<_>>().join(", "))
            }
            PatternKind::Pack(element) => format!("{}...", inner(element)),
            PatternKind::NonDeduced => "…".into(),
        };
        match (p.is_const, &p.kind) {
            (true, PatternKind::Pointer(_)) => format!("{text} const"),
            (true, _) => format!("const {text}"),
            (false, _) => text,
        }
    }

    fn show_argument_pattern(&self, a: &ArgPattern, names: &[Option<Name>]) -> String {
        match a {
            ArgPattern::Type(p) => self.show_pattern(p, names),
            ArgPattern::Param(i) => names.get(*i).and_then(|n| n.as_deref()).unwrap_or("…").to_string(),
            ArgPattern::Int(n) => n.to_string(),
            ArgPattern::Concrete(arg) => self.show_arg(arg),
            ArgPattern::Pack(inner) => format!("{}...", self.show_argument_pattern(inner, names)),
            ArgPattern::NonDeduced => "…".into(),
        }
    }
}

/// The first hole that is filled in both, differently.
fn conflict<'b>(a: &'b Bindings, b: &'b Bindings) -> Option<(usize, &'b TArg, &'b TArg)> {
    a.iter().zip(b).enumerate().find_map(|(i, pair)| match pair {
        (Some(TArg::Int(x, _)), Some(TArg::Int(y, _))) if x == y => None,
        (Some(x), Some(y)) if x != y => Some((i, x, y)),
        _ => None,
    })
}

fn wrong_count(least: usize, most: Option<usize>, given: usize) -> String {
    let plural = |n: usize| if n == 1 { "argument" } else { "arguments" };
    let takes = match most {
        Some(most) if most == least => format!("{least} {}", plural(least)),
        Some(most) => format!("{least} to {most} arguments"),
        None => format!("at least {least} {}", plural(least)),
    };
    format!("it takes {takes}, not {given}")
}
