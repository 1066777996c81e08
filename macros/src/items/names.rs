//! Names of C++ as names of Rust.

use kern_ir::GlobalVarData;
use std::collections::BTreeSet;

/// Where an item goes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Path {
    /// The namespaces around it.
    pub(super) modules: Vec<String>,
    pub(super) name: String,
}

impl Path {
    /// The way up to where the macro is called.
    pub(super) fn top(&self) -> String {
        "super::".repeat(self.modules.len())
    }
}

/// Words that Rust keeps for itself (The Rust Reference, "Keywords").
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum", "extern", "false",
    "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while",
    "yield",
];

/// A name of C++ in Rust: `r#match`, `self_`, `scale_float` for `scale<float>`.
fn plain(name: &str) -> String {
    let mut plain = String::new();
    for c in name.chars() {
        match c {
            c if c.is_alphanumeric() || c == '_' => plain.push(c),
            '*' => plain.push_str(if plain.ends_with('_') { "ptr" } else { "_ptr" }),
            '-' => plain.push_str(if plain.ends_with('_') { "minus_" } else { "_minus_" }),
            _ if plain.ends_with('_') => {}
            _ => plain.push('_'),
        }
    }
    let plain = if plain == name { plain.as_str() } else { plain.trim_end_matches('_') };
    match plain {
        "" | "_" | "self" | "Self" | "super" | "crate" => format!("{plain}_"),
        keyword if KEYWORDS.contains(&keyword) => format!("r#{plain}"),
        plain => plain.into(),
    }
}

/// Of a function as a user reads its name: `filters::scale<float>`.
pub(super) fn of_function(name: &str) -> Path {
    let before_arguments = name.find('<').unwrap_or(name.len());
    let start = name[..before_arguments].rfind("::").map_or(0, |at| at + 2);
    let modules = name[..start].split("::").filter(|module| !module.is_empty());
    Path { modules: modules.map(plain).collect(), name: plain(&name[start..]) }
}

/// The name of one of several functions called so.
pub(super) fn with_types(name: &str, types: &[&str]) -> String {
    plain(&format!("{}_{}", name.trim_start_matches("r#"), types.join("_")).replace(" *", "*"))
}

/// Of a variable.
pub(super) fn of_variable(variable: &GlobalVarData) -> Path {
    of_symbol(&variable.name, &variable.info.name)
}

/// What Itanium's C++ ABI calls a namespace without a name.
const NAMELESS: &str = "_GLOBAL__N_1";

/// Of a variable called `name`; its linkage name has the namespaces (Itanium C++ ABI, "Mangling", `<nested-name>`).
pub(super) fn of_symbol(linkage: &str, name: &str) -> Path {
    let mut modules = Vec::new();
    let mut rest = linkage.strip_prefix("_ZN").unwrap_or("");
    loop {
        // It is this file's own.
        rest = rest.strip_prefix('L').unwrap_or(rest);
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let Some(word) = rest[..digits].parse().ok().and_then(|length: usize| rest[digits..].get(..length)) else { break };
        modules.push(plain(word));
        rest = &rest[digits + word.len()..];
    }
    // The last is its own.
    modules.pop();
    modules.retain(|module| module != NAMELESS);
    Path { modules, name: plain(name) }
}

/// The names in a function for a kernel.
pub(super) struct Parameters {
    pub(super) params: Vec<String>,
    pub(super) device: String,
    pub(super) dims: String,
    pub(super) call: String,
}

/// Names of parameters, of which none are alike, and none is in `constants`: Rust would compare with the constant.
pub(super) fn of_parameters<'a>(names: impl IntoIterator<Item = &'a str>, constants: &BTreeSet<String>) -> Parameters {
    let mut params: Vec<String> = Vec::new();
    for (index, name) in names.into_iter().enumerate() {
        let name = if name.is_empty() { format!("p{index}") } else { plain(name) };
        let name = if constants.contains(&name) { format!("{name}_") } else { name };
        params.push(if params.contains(&name) { format!("{name}_{index}") } else { name });
    }
    let own = |name: &str| {
        let mut name = name.to_string();
        while params.contains(&name) || constants.contains(&name) {
            name.push('_');
        }
        name
    };
    Parameters { device: own("device"), dims: own("dims"), call: own("call"), params }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(modules: &[&str], name: &str) -> Path {
        Path { modules: modules.iter().map(|m| m.to_string()).collect(), name: name.into() }
    }

    #[test]
    fn names_of_functions() {
        assert_eq!(of_function("saxpy"), path(&[], "saxpy"));
        assert_eq!(of_function("filters::blur"), path(&["filters"], "blur"));
        assert_eq!(of_function("a::b::scale<float, ns::T *, -3>"), path(&["a", "b"], "scale_float_ns_T_ptr_minus_3"));
        assert_eq!(of_function("match"), path(&[], "r#match"));
        assert_eq!(of_function("self"), path(&[], "self_"));
        assert_eq!(with_types("set", &["int *", "const float *"]), "set_int_ptr_const_float_ptr");
    }

    #[test]
    fn names_of_variables() {
        let of = |name: &str, linkage: &str| {
            of_variable(&GlobalVarData {
                name: linkage.into(),
                space: kern_ir::Space::Global,
                size: 4,
                align: 4,
                init: kern_ir::GlobalInit::Zero,
                is_dynamic_shared: false,
                is_managed: false,
                is_device_shadow: false,
                is_const: false,
                info: kern_ir::VarInfo { name: name.into(), ..kern_ir::VarInfo::default() },
            })
        };
        assert_eq!(of("w", "w"), path(&[], "w"));
        assert_eq!(of("pos", "_ZN2ns3in23posE"), path(&["ns", "in2"], "pos"));
        assert_eq!(of("x", "_ZN99nsE"), path(&[], "x"));
        assert_eq!(of("x", "_ZN12_GLOBAL__N_12nsL1xE"), path(&["ns"], "x"));
    }
}
