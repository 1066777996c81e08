//! Device functions that the host calls: each becomes a kernel of one thread, which is added to the text.

use kern_core::hir::{Function, Program, Type, TypeId};
use kern_core::lower::type_name;
use kern_diag::{SourceMap, Span};
use kern_embed::cxx;
use std::fmt::Write;

/// What CUDA calls a texture; to the compiler it is another name of an integer.
pub(super) const TEXTURE: &str = "cudaTextureObject_t";

/// Starts the names of those kernels; `kern` does not list them.
pub(super) const PREFIX: &str = "__kern_call_";

/// A function to call.
pub(crate) struct Callable {
    /// As a user reads it: `filters::weight`.
    pub(super) name: String,
    /// As C++ declares it.
    pub(super) declaration: String,
    pub(super) params: Vec<String>,
    pub(super) types: Vec<String>,
    pub(super) has_result: bool,
    pub(super) span: Span,
    /// The kernel.
    text: String,
}

/// The functions of the text, not of its headers, that the host can call: with numbers, structures and pointers to them.
pub(crate) fn callable(program: &Program, sources: &SourceMap) -> Vec<Callable> {
    let is_own = |span: Span| sources.get(span.file).is_some_and(|file| !file.is_system);
    let mut found: Vec<Callable> = Vec::new();
    for function in &program.functions {
        let is_meant = function.space.device && !function.space.is_kernel && function.body.is_some() && is_own(function.span);
        let is_plain = !function.is_system && !function.is_instance && !function.is_variadic && !is_member(function, program);
        if is_meant
            && is_plain
            && let Some(callable) = one(function, program, sources, found.len())
        {
            found.push(callable);
        }
    }
    found
}

/// What is added to the text for them.
pub(crate) fn kernels(callables: &[Callable]) -> String {
    callables.iter().fold(String::from("\n"), |text, callable| text + &callable.text + "\n")
}

/// Of a class, also where it is static.
fn is_member(function: &Function, program: &Program) -> bool {
    let scope = function.display_name.rsplit_once("::").map_or("", |(scope, _)| scope);
    !is_name(&function.name) || program.types.classes().any(|class| !scope.is_empty() && *class.name == *scope)
}

fn is_name(name: &str) -> bool {
    name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.starts_with("operator")
}

/// Whether what has its name at `span` is declared as a texture.
pub(super) fn is_texture(span: Span, sources: &SourceMap) -> bool {
    let text = sources.get(span.file).and_then(|file| file.text.get(..span.start as usize)).unwrap_or("");
    let text = text.trim_end();
    let text = text.strip_suffix("const").filter(|text| text.ends_with(char::is_whitespace)).unwrap_or(text).trim_end();
    text.strip_suffix(TEXTURE).is_some_and(|before| !before.ends_with(|c: char| c.is_alphanumeric() || c == '_'))
}

fn one(function: &Function, program: &Program, sources: &SourceMap, number: usize) -> Option<Callable> {
    let types = &program.types;
    let has_result = *types.get(function.result) != Type::Void;
    let result = type_name(types, function.result);
    if has_result && !is_value(program, function.result) {
        return None;
    }
    let (mut params, mut names, mut declared) = (Vec::new(), Vec::new(), Vec::new());
    for id in &function.params {
        let local = function.locals.get(id.0 as usize)?;
        let is_passed = match types.get(local.ty.ty) {
            Type::Pointer(to) => is_value(program, to.ty),
            _ => is_value(program, local.ty.ty),
        };
        if !is_passed {
            return None;
        }
        let ty = if is_texture(local.span, sources) { TEXTURE.into() } else { type_name(types, local.ty.ty) };
        declared.push(if local.name.is_empty() { ty.clone() } else { format!("{ty} {}", local.name).replace("* ", "*") });
        params.push(ty);
        names.push(local.name.to_string());
    }
    let mut text = format!("__global__ void {PREFIX}{number}(");
    let mut separator = "";
    if has_result {
        let _ = write!(text, "{result} *__kern_result");
        separator = ", ";
    }
    for (index, ty) in params.iter().enumerate() {
        let _ = write!(text, "{separator}{ty} __kern_{index}");
        separator = ", ";
    }
    let arguments: Vec<String> = (0..params.len()).map(|index| format!("__kern_{index}")).collect();
    // In brackets it is no call of a macro.
    let assign = if has_result { "*__kern_result = " } else { "" };
    let _ = write!(text, ") {{ {assign}(::{})({}); }}", function.display_name, arguments.join(", "));
    let declaration = format!("__device__ {result} {}({})", function.display_name, declared.join(", "));
    let name = function.display_name.to_string();
    Some(Callable { name, declaration, params: names, types: params, has_result, span: function.span, text })
}

/// Something that is copied as it lies in memory, of a type with a name.
fn is_value(program: &Program, ty: TypeId) -> bool {
    let types = &program.types;
    match types.get(ty) {
        Type::Bool | Type::Int(_) | Type::F32 | Type::F64 => true,
        Type::Enum(id) => types.enumeration(*id).name.split("::").all(is_name),
        Type::Class(id) => {
            let class = types.class(*id);
            let is_object = class.is_complete && class.is_trivial && !class.is_union && !class.is_empty;
            cxx::numbers(&class.name).is_some() || (is_object && class.name.split("::").all(is_name))
        }
        _ => false,
    }
}
