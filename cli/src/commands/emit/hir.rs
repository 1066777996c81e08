//! The typed program as text: one tree a function, with names for ids.

use std::fmt::Write;

use kern_core::hir::{Function, FunctionId, Program, QualType, Type, TypeId};
use kern_diag::SourceMap;

use super::is_users;
use super::tree::Node;

/// The functions and globals of the user's files; `None` when `wanted` names no function.
pub(super) fn text(program: &Program, sources: &SourceMap, wanted: Option<&str>) -> Option<String> {
    let mut out = String::new();
    if wanted.is_none() {
        for global in program.globals.iter().filter(|g| is_users(g.span, sources) && !g.name.is_empty()) {
            let _ = writeln!(out, "{:?} {}: {}", global.space, global.name, qualified(program, &global.ty));
        }
    }
    for function in &program.functions {
        let is_wanted = wanted.is_none_or(|name| *function.name == *name || *function.symbol == *name);
        let Some(body) = function.body.as_ref().filter(|_| is_wanted && is_users(function.span, sources)) else { continue };
        let _ = writeln!(out, "\n{}", heading(program, function));
        let names = |node: &Node| name_of(node, program, function);
        for stmt in &body.stmts {
            let _ = write!(out, "  ");
            Node::parse(&format!("{stmt:?}")).simplify(&names).print(1, &mut out);
        }
    }
    (wanted.is_none() || !out.is_empty()).then(|| out.trim_start_matches('\n').to_string())
}

fn heading(program: &Program, function: &Function) -> String {
    let params: Vec<String> = function
        .params
        .iter()
        .filter_map(|id| function.locals.get(id.0 as usize))
        .map(|local| format!("{}: {}", local.name, qualified(program, &local.ty)))
        .collect();
    let space = match (function.space.is_kernel, function.space.device, function.space.host) {
        (true, ..) => "__global__ ",
        (_, true, true) => "__host__ __device__ ",
        (_, true, false) => "__device__ ",
        _ => "",
    };
    format!("{space}{}({}) -> {}", function.display_name, params.join(", "), type_name(program, function.result))
}

/// Ids by what they stand for.
fn name_of(node: &Node, program: &Program, function: &Function) -> Option<String> {
    let [(None, value)] = node.parts.as_slice() else { return None };
    let index = || value.label.parse::<u32>().ok();
    match node.label.as_str() {
        "LocalId" => {
            function.locals.get(index()? as usize).map(|l| if l.name.is_empty() { format!("_{}", value.label) } else { l.name.to_string() })
        }
        "GlobalId" => program
            .globals
            .get(index()? as usize)
            .map(|g| if g.name.is_empty() { format!("_g{}", value.label) } else { g.name.to_string() }),
        "FunctionId" => program.functions.get(FunctionId(index()?).0 as usize).map(|f| f.display_name.to_string()),
        "LabelId" => function.labels.get(index()? as usize).map(|l| format!("{l}#{}", value.label)),
        "TypeId" => Some(type_name(program, TypeId(index()?))),
        _ => None,
    }
}

fn qualified(program: &Program, ty: &QualType) -> String {
    let text = type_name(program, ty.ty);
    let is_pointer = matches!(program.types.get(ty.ty), Type::Pointer(_));
    let restrict = if ty.is_restrict { " __restrict__" } else { "" };
    let words = [(ty.is_const, "const"), (ty.is_volatile, "volatile")].into_iter().filter(|(is, _)| *is).map(|(_, word)| word);
    let words: Vec<&str> = words.collect();
    match (words.is_empty(), is_pointer) {
        (true, _) => format!("{text}{restrict}"),
        (false, true) => format!("{text} {}{restrict}", words.join(" ")),
        (false, false) => format!("{} {text}", words.join(" ")),
    }
}

/// The type as a user writes it, but with the element type of arrays and functions in front.
fn type_name(program: &Program, id: TypeId) -> String {
    match program.types.get(id) {
        Type::Pointer(to) => format!("{} *", qualified(program, to)),
        Type::Reference { to, is_rvalue } => format!("{} {}", qualified(program, to), if *is_rvalue { "&&" } else { "&" }),
        Type::Array { element, length } => format!("{}[{}]", qualified(program, element), length.map_or(String::new(), |n| n.to_string())),
        Type::Function(f) => {
            let params: Vec<String> = f.params.iter().map(|p| qualified(program, p)).collect();
            format!("{}({}{})", qualified(program, &f.result), params.join(", "), if f.is_variadic { ", ..." } else { "" })
        }
        Type::Class(id) => program.types.class(*id).name.to_string(),
        Type::Enum(id) => program.types.enumeration(*id).name.to_string(),
        Type::Int(int) => int.name().to_string(),
        Type::F16 => "__half".into(),
        Type::F32 => "float".into(),
        Type::F64 => "double".into(),
        Type::LongDouble => "long double".into(),
        Type::NullPtr => "nullptr_t".into(),
        Type::MemberPointer { class, member } => format!("{} {}::*", qualified(program, member), type_name(program, *class)),
        Type::Void => "void".into(),
        Type::Bool => "bool".into(),
        Type::Error => "<error>".into(),
    }
}
