//! The items that kernels become: a function each, accessors of variables, and the bytecode.

mod constants;
mod functions;
mod names;
mod types;

use crate::compiled::Compiled;
use crate::output::Output;
use kern_core::hir;
use kern_diag::Span;
use kern_embed::cxx;
use kern_ir::{Function, FunctionKind, GlobalVarData, KernelParam, LocId, Program, Space};
use names::Path;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use types::{Known, Mapped};

/// The name of the whole.
const OWN: &str = "KERNELS";

/// What stands before every function.
const LINTS: &str = "#[allow(dead_code, non_snake_case, clippy::too_many_arguments)]";

/// Writes the items of `program`.
pub(crate) use functions::{Callable, callable, kernels};

pub(crate) fn write(program: &Program, typed: Option<&hir::Program>, callables: &[Callable], compiled: &Compiled<'_>, output: &mut Output) {
    let bytes = output.bytes(kern_ir::bytecode::encode(program));
    let own = compiled.sources.files().filter(|(_, file)| !file.is_system).map(|(_, file)| format!("({:?}, {:?}),", file.name, file.text));
    let sources: String = own.collect();
    let _ = write!(
        output.text,
        "/// The kernels of this module, compiled.\n#[allow(dead_code)] \
         pub static KERNELS: ::kern::Module = ::kern::Module::new({bytes}, &[{sources}]);"
    );
    let constants = typed.map_or(Vec::new(), |typed| constants::all(typed, &compiled.sources));
    let own_name = Path { modules: Vec::new(), name: OWN.into() };
    let mut writer = Writer {
        program,
        known: Known::new(typed.map(|typed| &typed.types)),
        compiled,
        output,
        taken: BTreeMap::from([(own_name, 1)]),
        constants: constants.iter().map(|constant| constant.path.name.clone()).chain([OWN.into()]).collect(),
        items: BTreeMap::new(),
    };
    let kernels: Vec<(u32, &Function)> =
        (0u32..).zip(&program.device.functions).filter(|(_, function)| function.kind == FunctionKind::Kernel).collect();
    for (number, function) in &kernels {
        let called = function.display_name.strip_prefix(functions::PREFIX).and_then(|number| callables.get(number.parse::<usize>().ok()?));
        if let Some(callable) = called {
            let alone = callables.iter().filter(|other| other.name == callable.name).count() == 1;
            writer.function(*number, function, callable, alone);
            continue;
        }
        let alone = kernels.iter().filter(|(_, other)| other.display_name == function.display_name).count() == 1;
        writer.kernel(*number, function, alone);
    }
    for variable in &program.device.globals {
        writer.variable(variable);
    }
    for constant in constants {
        writer.constant(constant);
    }
    let items = std::mem::take(&mut writer.items);
    writer.modules(&items, &[]);
}

struct Writer<'a, 'o> {
    program: &'a Program,
    known: Known<'a>,
    compiled: &'a Compiled<'a>,
    output: &'o mut Output,
    /// How many items have a name so far.
    taken: BTreeMap<Path, usize>,
    /// Their names.
    constants: BTreeSet<String>,
    /// What goes into each namespace.
    items: BTreeMap<Vec<String>, String>,
}

impl Writer<'_, '_> {
    /// A mark for the place `loc` of the program.
    fn at(&mut self, loc: LocId) -> String {
        let range = self.span(loc).and_then(|span| self.compiled.range(span));
        self.output.at(range.map(|range| range.0))
    }

    /// The span of a place of the program.
    fn span(&self, loc: LocId) -> Option<Span> {
        let loc = self.program.device.locs.get(loc.index())?;
        let name = &self.program.device.files.get(loc.file as usize)?.name;
        let file = self.compiled.sources.files().find(|(_, file)| &file.name == name)?.0;
        Some(Span::new(file, loc.start, loc.end))
    }

    /// A path that nothing else has.
    fn unique(&mut self, mut path: Path) -> Path {
        let count = self.taken.entry(path.clone()).or_default();
        *count += 1;
        if *count > 1 {
            path.name = format!("{}_{count}", path.name);
        }
        path
    }

    fn kernel(&mut self, number: u32, function: &Function, is_alone: bool) {
        let mut path = names::of_function(&function.display_name);
        if !is_alone {
            let types: Vec<&str> = function.kernel_params.iter().map(|p| p.type_name.as_str()).collect();
            path.name = names::with_types(&path.name, &types);
        }
        let path = self.unique(path);
        let declarations: Vec<String> = function.kernel_params.iter().map(cxx::parameter).collect();
        let doc = format!("`__global__ void {}({})`", function.display_name, declarations.join(", "));
        let names = names::of_parameters(function.kernel_params.iter().map(|param| param.source_name.as_str()), &self.constants);
        let count = function.kernel_params.len();
        let (mut params, mut gives) = (String::new(), String::new());
        for (param, name) in function.kernel_params.iter().zip(&names.params) {
            let of_param = self.param(param, &path);
            let at = self.at(param.loc);
            // Both from one place: where another macro wrote the kernel, they would be two names.
            let _ = write!(params, "{at}{name}: {of_param},");
            let _ = write!(gives, "::kern::__private::give(&mut {}, &{at}{name});", names.call);
        }
        let (at, top, Path { name, .. }) = (self.at(function.loc), path.top(), &path);
        let (device, dims, call) = (&names.device, &names.dims, &names.call);
        let item = format!(
            "#[doc = {doc:?}]\n///\n/// # Errors\n/// The launch is not possible on the device, or the kernel made a mistake.\n{LINTS} #[track_caller] \
             pub fn {at}{name}({device}: &mut ::kern::Device, {dims}: ::kern::LaunchDims, {params}) \
             -> ::core::result::Result<::kern::LaunchReport, ::kern::Error> {{ \
             let mut {call} = ::kern::__private::Call::new(&{top}KERNELS, {number}u32, {count}usize); \
             {gives} ::kern::__private::launch({call}, {device}, {dims}) }}\n"
        );
        self.items.entry(path.modules).or_default().push_str(&item);
    }

    /// A device function, which `function` calls.
    fn function(&mut self, number: u32, function: &Function, callable: &Callable, is_alone: bool) {
        let mut path = names::of_function(&callable.name);
        if !is_alone {
            let types: Vec<&str> = callable.types.iter().map(String::as_str).collect();
            path.name = names::with_types(&path.name, &types);
        }
        let path = self.unique(path);
        let names = names::of_parameters(callable.params.iter().map(String::as_str), &self.constants);
        let mut rest = function.kernel_params.iter();
        let result =
            if callable.has_result { rest.next().and_then(|param| self.result(param, callable.span, &path)) } else { Some("()".into()) };
        let Some(result) = result else { return };
        let (mut params, mut gives) = (String::new(), String::new());
        for (param, name) in rest.zip(&names.params) {
            let of_param = self.param(param, &path);
            let _ = write!(params, "{name}: {of_param},");
            let _ = write!(gives, "::kern::__private::give(&mut {}, &{name});", names.call);
        }
        let (at, top, Path { name, .. }) = (self.at_span(callable.span), path.top(), &path);
        let (doc, device, call, count) = (&callable.declaration, &names.device, &names.call, function.kernel_params.len());
        let run = if callable.has_result { "call" } else { "call_void" };
        let item = format!(
            "#[doc = \"`{doc}`, called by one thread of the device.\"]\n///\n/// # Errors\n/// The function made a mistake.\n\
             {LINTS} #[track_caller] pub fn {at}{name}({device}: &mut ::kern::Device, {params}) \
             -> ::core::result::Result<{result}, ::kern::Error> {{ \
             let mut {call} = ::kern::__private::Call::new(&{top}KERNELS, {number}u32, {count}usize); \
             {gives} ::kern::__private::{run}({call}, {device}) }}\n"
        );
        self.items.entry(path.modules).or_default().push_str(&item);
    }

    /// What a function writes its result to.
    fn result(&mut self, param: &KernelParam, span: Span, path: &Path) -> Option<String> {
        match self.known.target(param)? {
            Mapped::Plain(text) => Some(text),
            Mapped::Struct { name, layout, .. } => {
                let at = self.at_span(span);
                self.check(&name, layout, &at, path);
                Some(format!("{at}{name}"))
            }
        }
    }

    fn constant(&mut self, constant: constants::Constant) {
        let constants::Constant { path, ty, value, declaration: doc, span } = constant;
        let path = self.unique(path);
        let (at, name) = (self.at_span(span), &path.name);
        let item = format!("#[doc = \"`{doc}`.\"]\n#[allow(dead_code, non_upper_case_globals)] pub const {at}{name}: {ty} = {value};\n");
        self.items.entry(path.modules).or_default().push_str(&item);
    }

    /// The Rust type of a parameter.
    fn param(&mut self, param: &KernelParam, path: &Path) -> String {
        match self.known.param(param) {
            Mapped::Plain(_) if self.span(param.loc).is_some_and(|span| functions::is_texture(span, &self.compiled.sources)) => {
                "&::kern::Texture<impl ::kern::Element>".into()
            }
            Mapped::Plain(text) => text,
            Mapped::Struct { before, name, after, layout } => {
                let at = self.at(param.loc);
                self.check(&name, layout, &at, path);
                format!("{before}{at}{name}{after}")
            }
        }
    }

    /// A mark for a place of the text.
    fn at_span(&mut self, span: Span) -> String {
        let range = self.compiled.range(span);
        self.output.at(range.map(|range| range.0))
    }

    /// Has the Rust compiler compare the structure `name` with the kernel's, once.
    fn check(&mut self, name: &str, layout: Option<String>, at: &str, path: &Path) {
        let Some(layout) = layout else { return };
        let check = format!(
            "const _: () = {at}::{at}kern{at}::{at}__private{at}::{at}expect_same{at}(&<{at}{name} as {at}::{at}kern{at}::{at}Element>::{at}LAYOUT, &{layout});"
        );
        self.items.entry(path.modules.clone()).or_default().push_str(&check);
    }

    fn variable(&mut self, variable: &GlobalVarData) {
        let loc = LocId(variable.info.loc);
        let file = self.program.device.locs.get(loc.index()).and_then(|loc| self.program.device.files.get(loc.file as usize));
        let is_meant = matches!(variable.space, Space::Global | Space::Const) && !variable.info.name.is_empty();
        if !is_meant || variable.name.starts_with("_ZZ") || file.is_none_or(|file| file.is_system) {
            return;
        }
        let Some((mapped, count)) = self.known.variable(variable) else { return };
        let path = self.unique(names::of_variable(variable));
        let element = match mapped {
            Mapped::Plain(text) => text,
            Mapped::Struct { name, layout, .. } => {
                let at = self.at(loc);
                self.check(&name, layout, &at, &path);
                format!("{at}{name}")
            }
        };
        let ty = match count {
            Some(count) => format!("::kern::VariableArray<{element}, {count}usize>"),
            None => format!("::kern::Variable<{element}>"),
        };
        let space = if variable.space == Space::Const { "__constant__" } else { "__device__" };
        let doc = format!("The variable `{space} {} {}`.", variable.info.type_name, variable.info.name);
        let (at, top, Path { name, .. }) = (self.at(loc), path.top(), &path);
        let new = ty.replacen('<', "::<", 1);
        let item =
            format!("#[doc = {doc:?}]\n{LINTS} pub const fn {at}{name}() -> {ty} {{ {new}::new(&{top}KERNELS, {:?}) }}\n", variable.name);
        self.items.entry(path.modules).or_default().push_str(&item);
    }

    /// Writes the items of a namespace and of those in it.
    fn modules(&mut self, items: &BTreeMap<Vec<String>, String>, above: &[String]) {
        if let Some(own) = items.get(above) {
            self.output.text.push_str(own);
        }
        let mut inner: Vec<&String> =
            items.keys().filter(|path| path.starts_with(above)).filter_map(|path| path.get(above.len())).collect();
        inner.dedup();
        for name in inner {
            let _ = write!(self.output.text, "/// Of the namespace.\npub mod {name} {{ #[allow(unused_imports)] use super::*;");
            self.modules(items, &[above, std::slice::from_ref(name)].concat());
            self.output.text.push('}');
        }
    }
}
