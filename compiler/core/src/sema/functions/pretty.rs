//! `__PRETTY_FUNCTION__`: as g++ writes it in host code, as nvcc does in device code.

use super::object_qualifiers;
use crate::hir::{IntType, Type, TypeId};
use crate::sema::Sema;
use crate::sema::deduce::Holes;
use crate::sema::entity::{FnTemplateId, FuncId, FuncName, Name, ScopeId, TArg};
use crate::sema::templates::param_names;

/// What stands for template parameters in a function's text, and their arguments.
type Bound = Vec<(Option<Name>, TArg)>;

impl Sema<'_> {
    /// The text for `f`: its result, name and parameters with the names of template parameters, then what these are.
    pub(in crate::sema) fn pretty_function(&mut self, f: FuncId) -> String {
        let func = &self.funcs[f.0 as usize];
        let is_gnu = func.space.host && (!func.space.device || func.is_implicitly_both);
        if is_gnu { self.gnu_function(f) } else { self.device_function(f) }
    }

    /// As nvcc writes it.
    fn device_function(&mut self, f: FuncId) -> String {
        let template = self.funcs[f.0 as usize].template.clone().filter(|(t, _)| self.fn_templates[t.0 as usize].lambda.is_none());
        let patterns = template.as_ref().map(|(t, _)| self.function_patterns(*t));
        let func = &self.funcs[f.0 as usize];
        let names: Vec<Option<Name>> = template.as_ref().map_or(Vec::new(), |(t, _)| {
            self.fn_templates[t.0 as usize].params.iter().map(|p| p.name.as_ref().map(|n| n.name.clone())).collect()
        });
        let mut params: Vec<String> = match &patterns {
            Some(patterns) => patterns.iter().map(|p| self.show_pattern(p, &names)).collect(),
            None => func.params.iter().map(|p| self.show_q(p.ty)).collect(),
        };
        if func.ty.is_variadic {
            params.push("...".into());
        }
        let mut text = format!("{}{}({})", self.scope_prefix(func.home), self.plain_func_name(func), params.join(", "));
        if !matches!(&*func.name, "%ctor" | "%dtor" | "operator <conversion>") {
            text = self.show_declared(func.ty.result, text);
        }
        if func.class.is_some() && func.is_static {
            text.insert_str(0, "static ");
        }
        text.push_str(object_qualifiers(func));
        let args = template.as_ref().map_or(&[][..], |(_, args)| args);
        let bound = names.iter().zip(args).filter_map(|(name, arg)| match arg {
            TArg::Int(_, ty) | TArg::Float(_, ty) => Some(format!("{} {} = {}", self.show(*ty), name.as_ref()?, self.show_arg(arg))),
            TArg::Constant(id) => {
                let ty = self.show(self.globals[id.0 as usize].ty.ty);
                Some(format!("{ty} {} = {}", name.as_ref()?, self.show_arg(arg)))
            }
            _ => Some(format!("{} = {}", name.as_ref()?, self.show_arg(arg))),
        });
        let bound: Vec<String> = bound.collect();
        if bound.is_empty() { text } else { format!("{text} [with {}]", bound.join("; ")) }
    }

    /// As g++ 12 writes it.
    fn gnu_function(&mut self, f: FuncId) -> String {
        let func = &self.funcs[f.0 as usize];
        if func.class.is_some_and(|class| self.class_info(class).lambda.is_some()) {
            return self.gnu_lambda(f);
        }
        let template = func.template.clone();
        let mut bound = self.class_parameters(func.home);
        let names: Vec<Option<Name>> = bound.iter().map(|(name, _)| name.clone()).collect();
        let mut params = match &template {
            Some((t, args)) => {
                let own = param_names(self.fn_templates[t.0 as usize].params);
                bound.extend(own.iter().cloned().zip(args.iter().cloned()));
                self.function_patterns(*t).iter().map(|p| gnu(&self.show_pattern(p, &own))).collect()
            }
            None => self.written_parameters(f, &names),
        };
        let func = &self.funcs[f.0 as usize];
        if func.ty.is_variadic {
            params.push("...".into());
        }
        let name = match &*func.name {
            "operator <conversion>" => format!("operator {}", gnu(&self.show_q(func.ty.result))),
            _ => self.plain_func_name(func),
        };
        let mut text = format!("{}{name}({})", self.pattern_prefix(func.home), params.join(", "));
        if !matches!(func.kind, FuncName::Constructor | FuncName::Destructor | FuncName::Conversion) {
            let result = self.result_text(f, template.as_ref().map(|(t, _)| *t), &names);
            text = format!("{result} {text}");
        }
        let func = &self.funcs[f.0 as usize];
        for (is_there, word) in [(func.class.is_some() && func.is_static, "static "), (func.flags.is_constexpr, "constexpr ")] {
            if is_there {
                text.insert_str(0, word);
            }
        }
        text.push_str(object_qualifiers(func));
        let bound: Vec<String> = bound.iter().filter_map(|(name, arg)| Some(self.gnu_binding(name.as_ref()?, arg))).collect();
        if bound.is_empty() { text } else { format!("{text} [with {}]", bound.join("; ")) }
    }

    /// `main()::<lambda(int)>`
    fn gnu_lambda(&self, f: FuncId) -> String {
        let func = &self.funcs[f.0 as usize];
        let params: Vec<String> = func.params.iter().map(|p| gnu(&self.show_q(p.ty))).collect();
        let around = func.class.and_then(|class| self.class_info(class).local_in).map_or(String::new(), |around| {
            let func = &self.funcs[around.0 as usize];
            let params: Vec<String> = func.params.iter().map(|p| gnu(&self.show_q(p.ty))).collect();
            let quals = object_qualifiers(func);
            format!("{}{}({}){quals}::", self.scope_prefix(func.home), self.plain_func_name(func), params.join(", "))
        });
        format!("{around}<lambda({})>", params.join(", "))
    }

    /// The parameters of the class template that `home` is an instance of, with its arguments.
    fn class_parameters(&self, home: ScopeId) -> Bound {
        let crate::sema::entity::ScopeKind::Class(class) = self.scope_of(home).kind else { return Vec::new() };
        let Some((t, args)) = self.class_info(class).template.clone() else { return Vec::new() };
        param_names(self.templates[t.0 as usize].params).into_iter().zip(args).collect()
    }

    /// `ns::C<T>::`
    fn pattern_prefix(&self, home: ScopeId) -> String {
        let bound = self.class_parameters(home);
        let prefix = self.scope_prefix(home);
        let crate::sema::entity::ScopeKind::Class(class) = self.scope_of(home).kind else { return prefix };
        if bound.is_empty() {
            return prefix;
        }
        let names: Vec<String> = bound.iter().map(|(name, _)| name.as_ref().map_or(String::new(), |n| n.to_string())).collect();
        format!("{}{}<{}>::", self.scope_prefix(self.class_info(class).home), self.class_info(class).name, names.join(", "))
    }

    /// The parameters of `f` as they are written, where `names` are those of template parameters.
    fn written_parameters(&mut self, f: FuncId, names: &[Option<Name>]) -> Vec<String> {
        let func = &self.funcs[f.0 as usize];
        let types: Vec<String> = func.params.iter().map(|p| gnu(&self.show_q(p.ty))).collect();
        let (crate::sema::entity::Body::Ast(def), scope) = (func.body, func.scope) else { return types };
        let Some(list) = def.declarator.params().filter(|_| !names.is_empty()) else { return types };
        let holes = Holes { names, auto: None };
        let patterns: Vec<_> = list.params.iter().map(|p| self.within(scope, |s| s.pattern(&p.specs, &p.declarator, &holes))).collect();
        patterns.iter().map(|p| gnu(&self.show_pattern(p, names))).collect()
    }

    fn result_text(&mut self, f: FuncId, template: Option<FnTemplateId>, names: &[Option<Name>]) -> String {
        let func = &self.funcs[f.0 as usize];
        let (body, scope, concrete) = (func.body, func.scope, func.ty.result);
        if func.deduce_result || matches!(body, crate::sema::entity::Body::Ast(def) if crate::sema::declarations::is_auto(&def.specs)) {
            return "auto".into();
        }
        let pattern = match (template, body) {
            (Some(t), _) => self.result_pattern(t).map(|p| (p, param_names(self.fn_templates[t.0 as usize].params))),
            (None, crate::sema::entity::Body::Ast(def)) if !names.is_empty() => {
                let holes = Holes { names, auto: None };
                Some((self.within(scope, |s| s.pattern(&def.specs, &def.declarator, &holes)), names.to_vec()))
            }
            _ => None,
        };
        let text = match pattern {
            Some((pattern, names)) => match &pattern.kind {
                crate::sema::deduce::PatternKind::Function(result, ..) => self.show_pattern(result, &names),
                _ => self.show_pattern(&pattern, &names),
            },
            None => self.show_q(concrete),
        };
        gnu(&text)
    }

    fn gnu_binding(&self, name: &Name, arg: &TArg) -> String {
        match arg {
            TArg::Int(_, ty) | TArg::Float(_, ty) => format!("{} {name} = {}", gnu(&self.show(*ty)), self.gnu_argument(arg)),
            TArg::Constant(id) => {
                let ty = self.globals[id.0 as usize].ty.ty;
                format!("{} {name} = {}", gnu(&self.show(ty)), self.gnu_argument(arg))
            }
            TArg::Pack(list) => {
                let list: Vec<String> = list.iter().map(|arg| self.gnu_argument(arg)).collect();
                format!("{name} = {{{}}}", list.join(", "))
            }
            _ => format!("{name} = {}", self.gnu_argument(arg)),
        }
    }

    fn gnu_argument(&self, arg: &TArg) -> String {
        match arg {
            TArg::Int(value, ty) => self.gnu_value(*value, *ty),
            TArg::Float(bits, ty) => gnu_float(f64::from_bits(*bits), matches!(self.ty(*ty), Type::F32)),
            TArg::Constant(id) => self.show_shape(&self.shape_of(*id), &|arg| self.gnu_argument(arg)),
            _ => gnu(&self.show_arg(arg)),
        }
    }

    fn gnu_value(&self, value: i128, ty: TypeId) -> String {
        match self.ty(ty) {
            Type::Bool => (if value != 0 { "true" } else { "false" }).into(),
            Type::Int(IntType::Char | IntType::SChar | IntType::UChar) => match u8::try_from(value) {
                Ok(c @ 32..=126) => format!("'{}'", c as char),
                _ => format!("'\\{:03o}'", value as u8),
            },
            Type::Enum(e) => {
                let enumeration = self.types.enumeration(*e);
                let outside = enumeration.name.rsplit_once("::").map_or(String::new(), |(outside, _)| format!("{outside}::"));
                match enumeration.enumerators.iter().find(|known| known.value == value) {
                    Some(known) if enumeration.is_scoped => format!("{}::{}", enumeration.name, known.name),
                    Some(known) => format!("{outside}{}", known.name),
                    None => format!("({}){value}", enumeration.name),
                }
            }
            _ => value.to_string(),
        }
    }
}

/// A number as g++ writes it: 17 digits, or 9 of a `float`, without the zeros at their end.
fn gnu_float(x: f64, is_single: bool) -> String {
    let suffix = if is_single { "f" } else { "" };
    if x == 0.0 {
        return format!("{}0.0{suffix}", if x.is_sign_negative() { "-" } else { "" });
    }
    let text = if is_single { format!("{x:.8e}") } else { format!("{x:.16e}") };
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = digits.trim_end_matches('0');
    let zero = if digits.ends_with('.') { "0" } else { "" };
    let plus = if exponent.starts_with('-') { "" } else { "+" };
    format!("{digits}{zero}e{plus}{exponent}{suffix}")
}

/// A type as g++ writes it: `const char*`, `long unsigned int`, `> >`.
fn gnu(text: &str) -> String {
    const NAMES: &[(&str, &str)] = &[
        ("unsigned long long", "long long unsigned int"),
        ("long long", "long long int"),
        ("unsigned long", "long unsigned int"),
        ("unsigned short", "short unsigned int"),
        ("long double", "long double"),
        ("long", "long int"),
        ("short", "short int"),
        ("std::string", "std::__cxx11::basic_string<char>"),
    ];
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':');
    let mut out = String::new();
    let mut rest = text;
    'text: while let Some(c) = rest.chars().next() {
        if !is_word(out.chars().last()) {
            for (from, to) in NAMES {
                if let Some(behind) = rest.strip_prefix(from)
                    && !is_word(behind.chars().next())
                {
                    out.push_str(to);
                    rest = behind;
                    continue 'text;
                }
            }
        }
        let behind = &rest[c.len_utf8()..];
        match c {
            ' ' if behind.starts_with(['*', '&']) => {}
            '.' if rest.starts_with("...") && !out.ends_with([' ', '.']) && !out.is_empty() => out.push_str(" ."),
            '>' if out.ends_with('>') => out.push_str(" >"),
            'c' if out.ends_with('*') && rest.starts_with("const") => out.push_str(" c"),
            c => out.push(c),
        }
        rest = behind;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::gnu;

    #[test]
    fn types_are_written_as_gcc_writes_them() {
        assert_eq!(gnu("const unsigned long *const"), "const long unsigned int* const");
        assert_eq!(gnu("void (*)(int, short)"), "void (*)(int, short int)");
        assert_eq!(gnu("std::vector<std::vector<long long>> &"), "std::vector<std::vector<long long int> >&");
        assert_eq!(gnu("Ts..."), "Ts ...");
        assert_eq!(gnu("belong &&"), "belong&&");
    }
}
