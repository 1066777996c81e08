//! Functions: their declarations, the bodies that are needed, and their names as a user reads them.

mod block;
mod body;
mod clauses;
mod declare;
mod frame;
mod jumps;
mod made;
mod noexcept;
mod pretty;
mod rules;
mod special;
mod thunks;

use super::Sema;
use super::entity::{Func, FuncId, Name};
pub(super) use declare::{NewFunction, names_of};
pub(super) use frame::{Frame, Returned, SwitchFrame};

impl<'a> Sema<'a> {
    /// The name of a function without scopes, as a user reads it.
    pub(super) fn plain_func_name(&self, f: &Func<'a>) -> String {
        let class = f.class.map(|c| self.class_info(c).name.clone());
        match (&*f.name, class) {
            ("%ctor", Some(c)) => c.to_string(),
            ("%dtor", Some(c)) => format!("~{c}"),
            ("operator <conversion>", _) => format!("operator {}", self.show_q(f.ty.result)),
            (name, _) => name.to_string(),
        }
    }

    /// The name of a function with scopes and template arguments.
    pub(super) fn display_name(&self, f: FuncId) -> String {
        let prefix = self.scope_prefix(self.funcs[f.0 as usize].home);
        format!("{prefix}{}", self.name_with_arguments(f))
    }

    /// The name of a function with template arguments and without scopes.
    pub(super) fn name_with_arguments(&self, f: FuncId) -> String {
        let func = &self.funcs[f.0 as usize];
        let args = func.template.as_ref().map_or(String::new(), |(t, args)| {
            if self.fn_templates[t.0 as usize].lambda.is_some() { String::new() } else { self.show_args(args) }
        });
        format!("{}{args}", self.plain_func_name(func))
    }

    /// [`Sema::display_name`] and [`Sema::plain_func_name`], which most often are the name in the text.
    pub(super) fn shared_names(&self, f: FuncId) -> (Name, Name) {
        let func = &self.funcs[f.0 as usize];
        let is_as_written = !func.name.starts_with('%') && !func.name.starts_with("operator ");
        let name: Name = if is_as_written { func.name.clone() } else { self.plain_func_name(func).into() };
        let is_global = self.scope_of(func.home).parent.is_none();
        let display: Name = if is_global && func.template.is_none() { name.clone() } else { self.display_name(f).into() };
        (display, name)
    }

    /// A function with its parameter types, for notes.
    pub(super) fn signature(&self, f: FuncId) -> String {
        let func = &self.funcs[f.0 as usize];
        let mut params: Vec<String> = func.params.iter().map(|p| self.show_q(p.ty)).collect();
        if func.ty.is_variadic {
            params.push("...".into());
        }
        format!("{}({}){}", self.display_name(f), params.join(", "), object_qualifiers(func))
    }
}

/// The qualifiers behind the parameters of a member function.
fn object_qualifiers(func: &Func<'_>) -> &'static str {
    match (func.is_const, func.is_volatile) {
        (true, true) => " const volatile",
        (true, false) => " const",
        (false, true) => " volatile",
        (false, false) => "",
    }
}
