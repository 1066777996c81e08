//! Types, names and specifiers as text.

use super::expr;
use crate::ast::*;
use std::fmt::Write;

pub(super) fn access(access: Access) -> &'static str {
    match access {
        Access::Public => "public",
        Access::Protected => "protected",
        Access::Private => "private",
    }
}

pub(super) fn path(path: &Path) -> String {
    let segments: Vec<String> = path.segments.iter().map(segment).collect();
    format!("{}{}", if path.is_global { "::" } else { "" }, segments.join("::"))
}

fn segment(segment: &PathSegment) -> String {
    let name = match &segment.name {
        SegmentName::Ident(name) => name.to_string(),
        SegmentName::Operator(op) => format!("operator{}", expr::overloaded(*op)),
        SegmentName::Conversion(ty) => format!("operator[{}]", type_name(ty)),
        SegmentName::Destructor(name) => format!("~{name}"),
        SegmentName::Decltype(e) => format!("decltype({})", expr::expr(e)),
        SegmentName::Literal(name) => format!("operator\"\"{name}"),
    };
    match &segment.args {
        Some(args) => format!("{name}<{}>", args.iter().map(template_arg).collect::<Vec<_>>().join(", ")),
        None => name,
    }
}

fn template_arg(arg: &TemplateArg) -> String {
    match arg {
        TemplateArg::Type(ty) => format!("type {}", type_name(ty)),
        TemplateArg::Expr(e) => expr::expr(e),
        TemplateArg::Pack(inner) => format!("{}...", template_arg(inner)),
    }
}

pub(super) fn template_param(param: &TemplateParam) -> String {
    let name = param.name.as_ref().map_or("", |n| &n.name);
    let pack = if param.is_pack { "..." } else { "" };
    match &param.kind {
        TemplateParamKind::Type { default } => {
            format!("type{pack} {name}{}", default.as_ref().map_or(String::new(), |d| format!(" = {}", type_name(d))))
        }
        TemplateParamKind::Value { specs, declarator, default } => {
            format!("{}{}", declared(specs, declarator), default.as_ref().map_or(String::new(), |d| format!(" = {}", expr::expr(d))))
        }
        TemplateParamKind::Template { params, default } => {
            let params: Vec<String> = params.iter().map(template_param).collect();
            let default = default.as_ref().map_or(String::new(), |d| format!(" = {}", path(d)));
            format!("template <{}>{pack} {name}{default}", params.join(", "))
        }
    }
}

pub(super) fn flags(specs: &DeclSpecs) -> String {
    let f = &specs.flags;
    let rows = [
        (f.is_typedef, "typedef"),
        (f.is_static, "static"),
        (f.is_extern, "extern"),
        (f.is_inline, "inline"),
        (f.is_concept, "concept"),
        (f.is_consteval, "consteval"),
        (f.is_constinit, "constinit"),
        (f.is_constexpr && !f.is_concept && !f.is_consteval, "constexpr"),
        (f.is_mutable, "mutable"),
        (f.is_register, "register"),
        (f.is_thread_local, "thread_local"),
        (f.is_virtual, "virtual"),
        (f.is_explicit, "explicit"),
        (f.global, "__global__"),
        (f.device, "__device__"),
        (f.host, "__host__"),
        (f.shared, "__shared__"),
        (f.constant, "__constant__"),
        (f.managed, "__managed__"),
        (f.forceinline, "__forceinline__"),
        (f.noinline, "__noinline__"),
        (f.grid_constant, "__grid_constant__"),
        (f.no_unique_address, "[[no_unique_address]]"),
    ];
    let mut text = String::new();
    rows.iter().filter(|(is_set, _)| *is_set).for_each(|(_, word)| {
        let _ = write!(text, "{word} ");
    });
    let bounds = specs.bounds();
    for (word, list) in [("launch_bounds", bounds.launch), ("cluster_dims", bounds.cluster), ("maxnreg", bounds.registers)] {
        if !list.is_empty() {
            let _ = write!(text, "__{word}__({}) ", expr::list(list));
        }
    }
    let behind = specs.rare.iter().flat_map(|rare| rare.align_behind.iter().map(|(_, align)| align));
    for item in specs.align().iter().chain(behind) {
        let _ = write!(text, "{} ", align(item));
    }
    text
}

pub(super) fn align(align: &AlignSpec) -> String {
    match align {
        AlignSpec::Expr(e) => format!("align({})", expr::expr(e)),
        AlignSpec::Type(ty) => format!("align({})", type_name(ty)),
        AlignSpec::Packed(e) => format!("packed({})", expr::expr(e)),
    }
}

fn quals(quals: Quals) -> String {
    let rows = [(quals.is_const, "const "), (quals.is_volatile, "volatile "), (quals.is_restrict, "restrict ")];
    rows.iter().filter(|(is_set, _)| *is_set).map(|(_, word)| *word).collect()
}

fn builtin(ty: BuiltinType) -> &'static str {
    match ty {
        BuiltinType::Void => "void",
        BuiltinType::Bool => "bool",
        BuiltinType::Int(ty) => ty.name(),
        BuiltinType::Half => "_Float16",
        BuiltinType::Float => "float",
        BuiltinType::Double => "double",
        BuiltinType::LongDouble => "long double",
    }
}

pub(super) fn class_head(class: &ClassSpec) -> String {
    let key = match class.key {
        ClassKey::Struct => "struct",
        ClassKey::Class => "class",
        ClassKey::Union => "union",
    };
    let name = class.name.as_ref().map_or("(unnamed)".to_string(), path);
    format!("{key} {name}{}", if class.is_final { " final" } else { "" })
}

pub(super) fn base(base: &BaseSpec) -> String {
    let word = base.access.map_or(String::new(), |a| format!("{} ", access(a)));
    let is_virtual = if base.is_virtual { "virtual " } else { "" };
    format!("{word}{is_virtual}{}{}", path(&base.path), if base.is_pack { "..." } else { "" })
}

pub(super) fn enum_head(list: &EnumSpec) -> String {
    let name = list.name.as_ref().map_or("(unnamed)".to_string(), path);
    let underlying = list.underlying.as_ref().map_or(String::new(), |t| format!(" : {}", type_name(t)));
    format!("enum {}{name}{underlying}", if list.is_scoped { "class " } else { "" })
}

fn base_type(specs: &DeclSpecs) -> String {
    let ty = match specs.ty.as_ref().map(|t| &t.kind) {
        None => "(none)".to_string(),
        Some(TypeSpecKind::Builtin(ty)) => builtin(*ty).to_string(),
        Some(TypeSpecKind::Named(name)) => path(name),
        Some(TypeSpecKind::Class(class)) => class_head(class),
        Some(TypeSpecKind::Enum(list)) => enum_head(list),
        Some(TypeSpecKind::Auto) => "auto".to_string(),
        Some(TypeSpecKind::DecltypeAuto) => "decltype(auto)".to_string(),
        Some(TypeSpecKind::Decltype(e)) => format!("decltype({})", expr::expr(e)),
    };
    format!("{}{ty}", quals(specs.quals))
}

/// `name: type`
pub(super) fn declared(specs: &DeclSpecs, declarator: &Declarator) -> String {
    let (name, ty) = unfold(declarator, base_type(specs));
    match name {
        Some(name) => format!("{}: {ty}", path(name)),
        None => ty,
    }
}

pub(super) fn type_name(ty: &TypeName) -> String {
    declared(&ty.specs, &ty.declarator)
}

/// The name inside `declarator`, and the type that it makes of `base`.
fn unfold(declarator: &Declarator, base: String) -> (Option<&Path>, String) {
    match &declarator.kind {
        DeclaratorKind::Name(name) => (name.as_ref(), base),
        DeclaratorKind::Pointer { inner, quals: q } => unfold(inner, format!("{}pointer to {base}", quals(*q))),
        DeclaratorKind::Reference { inner, is_rvalue } => {
            unfold(inner, format!("{}reference to {base}", if *is_rvalue { "rvalue " } else { "" }))
        }
        DeclaratorKind::MemberPointer { class, inner, quals: q } => {
            unfold(inner, format!("{}pointer to member of {} of type {base}", quals(*q), path(class)))
        }
        DeclaratorKind::Array { inner, size } => {
            unfold(inner, format!("array[{}] of {base}", size.as_ref().map_or(String::new(), |s| expr::expr(s))))
        }
        DeclaratorKind::Function { inner, params } => unfold(inner, format!("function {} returning {base}", function(params))),
        DeclaratorKind::Pack(inner) => unfold(inner, format!("pack of {base}")),
    }
}

/// Parameters and what follows them.
pub(super) fn function(params: &FunctionParams) -> String {
    let mut list: Vec<String> = params
        .params
        .iter()
        .map(|p| {
            let default = p.default.as_ref().map_or(String::new(), |d| format!(" = {}", expr::expr(d)));
            format!("{}{}{default}", flags(&p.specs), declared(&p.specs, &p.declarator))
        })
        .collect();
    if params.is_variadic {
        list.push("...".to_string());
    }
    let mut text = format!("({})", list.join(", "));
    let words = quals(params.quals);
    if !words.is_empty() {
        let _ = write!(text, " {}", words.trim_end());
    }
    match params.ref_qualifier {
        Some(true) => text.push_str(" &&"),
        Some(false) => text.push_str(" &"),
        None => {}
    }
    let rows = [
        (params.is_noexcept || params.noexcept_if.is_some(), " noexcept"),
        (params.is_override, " override"),
        (params.is_final, " final"),
        (params.is_pure, " pure"),
    ];
    rows.iter().filter(|(is_set, _)| *is_set).for_each(|(_, word)| text.push_str(word));
    if let Some(ty) = &params.trailing_return {
        let _ = write!(text, " -> {}", type_name(ty));
    }
    text
}
