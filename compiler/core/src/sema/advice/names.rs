//! Names that nothing declares: what they are called in CUDA and C++, which header has them, how to declare them.

use super::headers::{self, Declarer};
use crate::hir::TypeId;
use crate::sema::entity::{Entity, Name, ScopeId, ScopeKind};
use crate::sema::scope::{self, Want};
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast;

/// What a name was to stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::sema) enum Sought {
    /// A variable.
    Value,
    /// Something assigned to, of the type of this value.
    Assigned(TypeId),
    /// Something that a number of this type is added to, or the like.
    Changed(TypeId),
    /// Something called.
    Function,
    Type,
    /// The left of `::`.
    Scope,
    /// The right of `::`.
    In(ScopeId),
}

/// Words of other languages, of older CUDA, or without their prefix, and what C++ and CUDA call them.
const CALLED: &[(&str, &str)] = &[
    ("True", "true"),
    ("TRUE", "true"),
    ("False", "false"),
    ("FALSE", "false"),
    ("None", "nullptr"),
    ("null", "nullptr"),
    ("Null", "nullptr"),
    ("nil", "nullptr"),
    ("boolean", "bool"),
    ("Boolean", "bool"),
    ("byte", "unsigned char"),
    ("u8", "unsigned char"),
    ("uint8", "unsigned char"),
    ("int8", "signed char"),
    ("u16", "unsigned short"),
    ("uint16", "unsigned short"),
    ("i32", "int"),
    ("int32", "int"),
    ("integer", "int"),
    ("Integer", "int"),
    ("u32", "unsigned int"),
    ("uint32", "unsigned int"),
    ("i64", "long long"),
    ("int64", "long long"),
    ("u64", "unsigned long long"),
    ("uint64", "unsigned long long"),
    ("f32", "float"),
    ("float32", "float"),
    ("f64", "double"),
    ("float64", "double"),
    ("Float", "float"),
    ("Double", "double"),
    ("String", "std::string"),
    ("print", "printf"),
    ("println", "printf"),
    ("Print", "printf"),
    ("sizeOf", "sizeof"),
    ("syncThreads", "__syncthreads"),
    ("sync_threads", "__syncthreads"),
    ("synchronize", "__syncthreads"),
    ("barrier", "__syncthreads"),
    ("thread_idx", "threadIdx"),
    ("block_idx", "blockIdx"),
    ("block_dim", "blockDim"),
    ("grid_dim", "gridDim"),
    ("get_global_id", "blockIdx.x * blockDim.x + threadIdx.x"),
    ("get_local_id", "threadIdx.x"),
];

/// Words that a type is made of, and what stands before one.
const TYPE_WORDS: &[&str] = &[
    "void",
    "int",
    "float",
    "double",
    "char",
    "bool",
    "unsigned",
    "short",
    "long",
    "__global__",
    "__device__",
    "__host__",
    "__shared__",
    "__constant__",
];

/// Functions that samples bring along and CUDA does not have.
const OF_SAMPLES: &[&str] = &["dot", "cross", "length", "normalize", "lerp", "clamp", "reflect"];

/// Namespaces that a program names itself, and what for.
const ALIASES: &[(&str, &str)] = &[("cg", "cooperative_groups")];

/// What a report may add to "unknown name".
#[derive(Default)]
struct Advice {
    help: Option<String>,
    also: Option<(Span, String)>,
}

impl Advice {
    fn help(text: impl Into<String>) -> Option<Advice> {
        Some(Advice { help: Some(text.into()), also: None })
    }

    fn did_you_mean(name: &str) -> Option<Advice> {
        Advice::help(format!("did you mean `{name}`?"))
    }
}

impl<'a> Sema<'a> {
    /// Reports that nothing declares `name`: once in a function, and once at all where one declaration would mend all.
    pub(in crate::sema) fn unknown(&mut self, span: Span, name: &str, sought: Sought) {
        if self.quiet > 0 {
            let d = match sought {
                Sought::In(scope) => errors::unknown_in_scope(span, name, &self.scope_prefix(scope)),
                _ => errors::unknown_name(span, name),
            };
            return self.report(d);
        }
        let is_local = matches!(sought, Sought::Value | Sought::Assigned(_) | Sought::Changed(_)) && !is_constant_name(name);
        let function = self.frames.last().map(|f| f.func).filter(|_| is_local);
        if !self.told.names.insert((function, name.into())) || self.told.names.contains(&(None, name.into())) && function.is_some() {
            return;
        }
        // One parameter list without types is one mistake.
        if sought == Sought::Type && self.in_param && self.ends_parameter(span) {
            let line = self.sources.line_column(span.file, span.start).line;
            if !self.told.untyped.insert((span.file, line)) {
                return;
            }
        }
        if let Some(part) = errors::missing_part(name) {
            let d = errors::unsupported(span, &format!("{part} (`{name}`)"));
            return self.report(match errors::instead_of_missing(name) {
                Some(help) => d.help(help),
                None => d,
            });
        }
        let Advice { help, also } = self.advice_on_name(span, name, sought).unwrap_or_default();
        let mut d = match sought {
            Sought::Type => errors::unknown_type(span, name),
            Sought::Scope => errors::unknown_scope(span, name),
            Sought::In(scope) => {
                let home = self.scope_prefix(scope);
                errors::unknown_in_scope(span, name, &home)
            }
            _ => errors::unknown_name(span, name),
        };
        if let Some((place, text)) = also {
            d = d.also(place, text);
        }
        self.report(match help {
            Some(help) => d.help(help),
            None => d,
        });
    }

    /// The declaration of a template parameter's type is at fault: uses of `name` follow from that.
    pub(in crate::sema) fn is_told_name(&self, name: &Name) -> bool {
        self.told.names.contains(&(None, name.clone()))
    }

    fn advice_on_name(&mut self, span: Span, name: &str, sought: Sought) -> Option<Advice> {
        if let Sought::In(scope) = sought {
            return self.advice_in_scope(name, scope);
        }
        if let Some(found) = self.declared_elsewhere(span, name, sought) {
            return Some(found);
        }
        if sought == Sought::Type && self.in_param && self.ends_parameter(span) {
            return Advice::help(format!("each parameter has a type of its own: `float *{name}`, `int {name}`"));
        }
        if is_template_name(name) && sought == Sought::Type {
            return Advice::help(format!("write `template <typename {name}>` before the declaration"));
        }
        if sought == Sought::Type
            && let Some(word) = scope::nearest(name, TYPE_WORDS.iter().copied())
        {
            return Advice::did_you_mean(&word);
        }
        if let Some((_, called)) = CALLED.iter().find(|(wrong, _)| *wrong == name) {
            return Advice::help(format!("write `{called}`"));
        }
        if let Some((short, whole)) = ALIASES.iter().find(|(short, _)| *short == name)
            && sought == Sought::Scope
        {
            return Advice::help(format!("declare the short name: `namespace {short} = {whole};` below `#include <{whole}.h>`"));
        }
        let lower = name.to_lowercase();
        if lower != name && sought == Sought::Function && self.lookup(&lower, Want::Any).is_some() {
            return Advice::did_you_mean(&lower);
        }
        self.in_this_cuda(name, sought)
            .or_else(|| self.in_std(name, sought))
            .or_else(|| self.nearest_visible(name).and_then(|near| Advice::did_you_mean(&near)))
            .or_else(|| self.whole_name(name).and_then(|whole| Advice::did_you_mean(&whole)))
            .or_else(|| how_to_declare(self, name, sought))
    }

    /// A name after `std::` or another namespace or class.
    fn advice_in_scope(&mut self, name: &str, scope: ScopeId) -> Option<Advice> {
        if &*self.scope_prefix(scope) == "std::"
            && let Some(Declarer { header, .. }) = headers::declaring(name)
        {
            return Advice::help(format!("write `#include <{header}>` at the top of the file"));
        }
        let names: Vec<Name> = self.scope_of(scope).names.keys().cloned().collect();
        match scope::nearest(name, names.iter().map(|n| &**n)) {
            Some(near) => Advice::did_you_mean(&near),
            None if &*self.scope_prefix(scope) == "std::ranges::" => {
                Advice::help("compile with `-std=c++20`, for which `<algorithm>` has what is there of it")
            }
            None => None,
        }
    }

    /// Declared further down, or in a block that has ended.
    fn declared_elsewhere(&self, span: Span, name: &str, sought: Sought) -> Option<Advice> {
        if let Some((place, is_function)) = declared_below(self.unit, name, span) {
            let help = match is_function {
                true => "move the function above this use, or write its first line, ended by `;`, above",
                false => "move the declaration above this use: a name is known from there on",
            };
            let help = help.to_string();
            return Some(Advice { help: Some(help), also: Some((place, "declared only here".into())) });
        }
        if matches!(sought, Sought::Value | Sought::Assigned(_) | Sought::Changed(_))
            && let Some(place) = self.in_ended_block(span, name)
        {
            let help = format!("declare `{name}` before the block, in which both uses stand then");
            return Some(Advice { help: Some(help), also: Some((place, "known only in the block or loop it was declared in".into())) });
        }
        None
    }

    /// Whether a parameter ends behind `span`: what stands there is its name, not its type.
    fn ends_parameter(&self, span: Span) -> bool {
        let rest = self.sources.file(span.file).text.get(span.end as usize..).unwrap_or("");
        rest.trim_start().starts_with([',', ')'])
    }

    /// The last variable of this name in a block of this function that has ended.
    fn in_ended_block(&self, span: Span, name: &str) -> Option<Span> {
        let frame = self.frames.last()?.id;
        let local = |s: &super::super::entity::Scope| match s.names.get(name) {
            Some(slot) if matches!(s.kind, ScopeKind::Local) => match slot.item {
                Some(Entity::Local { frame: of, .. }) if of == frame => Some(slot.span),
                _ => None,
            },
            _ => None,
        };
        self.scopes.iter().rev().filter_map(local).find(|at| at.file == span.file && at.start < span.start)
    }

    /// Functions whose name has changed, and built-in variables written in one word.
    fn in_this_cuda(&mut self, name: &str, sought: Sought) -> Option<Advice> {
        let masked = format!("{name}_sync");
        if sought == Sought::Function && name.starts_with("__") && self.lookup(&masked, Want::Any).is_some() {
            let rest = if name == "__uni" { "predicate" } else { "value" };
            return Advice::help(format!(
                "write `{masked}(0xffffffff, {rest})`: since CUDA 9 the first argument is the mask of the lanes that take part"
            ));
        }
        for underscored in [format!("__{name}"), format!("_{name}"), format!("__{}", name.trim_start_matches('_'))] {
            if underscored != name && self.lookup(&underscored, Want::Any).is_some() {
                return Advice::did_you_mean(&underscored);
            }
        }
        let (stem, part) = name.split_at(name.char_indices().next_back().map_or(0, |(last, _)| last));
        let stem = stem.trim_end_matches('_');
        if matches!(part, "x" | "y" | "z" | "X" | "Y" | "Z") && matches!(stem, "threadIdx" | "blockIdx" | "blockDim" | "gridDim") {
            return Advice::did_you_mean(&format!("{stem}.{}", part.to_ascii_lowercase()));
        }
        if OF_SAMPLES.contains(&name) && sought == Sought::Function {
            return Advice::help(format!(
                "CUDA has no `{name}`: write it as a `__device__` function (that of NVIDIA's samples is in their `helper_math.h`)"
            ));
        }
        None
    }

    /// A name of the standard library without its header or without `std::`.
    fn in_std(&mut self, name: &str, sought: Sought) -> Option<Advice> {
        let std = match self.lookup("std", Want::Qualifier) {
            Some(Entity::Namespace(scope)) => self.lookup_in(scope, name, Want::Any),
            _ => None,
        };
        let declarer = headers::declaring(name);
        // A variable called `count` is no `std::count`.
        let is_meant = match sought {
            Sought::Value | Sought::Assigned(_) | Sought::Changed(_) => {
                declarer.as_ref().is_some_and(|d| d.is_of_c || d.header == "iostream")
            }
            Sought::Scope => false,
            _ => true,
        };
        if !is_meant {
            return None;
        }
        if std.is_some() {
            return Advice::help(format!("write `std::{name}`, or `using namespace std;` at the top of the file"));
        }
        let Declarer { header, is_of_c } = declarer?;
        match is_of_c {
            true => Advice::help(format!("write `#include <{header}>` at the top of the file")),
            false => Advice::help(format!("write `#include <{header}>` at the top of the file, and `std::{name}` here")),
        }
    }

    /// The only visible name that ends in `name`: `HostToDevice` of `cudaMemcpyHostToDevice`.
    fn whole_name(&self, name: &str) -> Option<String> {
        let mut found = self.visible_names().into_iter().filter(|n| is_end_of(name, n));
        let first = found.next()?;
        found.next().is_none().then(|| first.to_string())
    }
}

/// The standard header that declares a name of `std`.
pub(crate) fn header_declaring(name: &str) -> Option<String> {
    headers::declaring(name).map(|declarer| declarer.header)
}

/// Whether a report about `word` may name `name` as what was meant: such declarations of headers are read for it.
pub(crate) fn may_mean(word: &str, name: &str) -> bool {
    let core = |text: &'static str, rest: &str| name.strip_prefix(text).is_some_and(|n| n == rest);
    scope::nearest(word, std::iter::once(name)).is_some()
        || name.strip_suffix("_sync") == Some(word)
        || core("make_", word)
        || core("__", word.trim_start_matches('_'))
        || is_end_of(word, name)
}

/// Whether `name` is `word` with a beginning: `cudaMemcpyHostToDevice` for `HostToDevice`.
fn is_end_of(word: &str, name: &str) -> bool {
    let is_long = word.len() >= 6 && word.starts_with(|c: char| c.is_ascii_uppercase());
    is_long && !name.starts_with('_') && name.to_ascii_lowercase().ends_with(&word.to_ascii_lowercase())
}

/// The last resort: how a name like this is declared.
fn how_to_declare(sema: &Sema<'_>, name: &str, sought: Sought) -> Option<Advice> {
    match sought {
        Sought::Assigned(ty) => {
            let is_index = sema.is_integral(ty);
            let ty = if is_index && sema.types.size_of(ty) == 4 { "int".to_string() } else { sema.show(ty) };
            let auto = if ty.contains('[') || ty.contains('(') { "auto".to_string() } else { ty };
            let space = if auto.ends_with('*') { "" } else { " " };
            Advice::help(format!("declare it: `{auto}{space}{name} = …`"))
        }
        Sought::Changed(ty) => Advice::help(format!("declare it before, with a value to start from: `{} {name} = 0;`", sema.show(ty))),
        Sought::Value if is_constant_name(name) => {
            Advice::help(format!("declare it above: `const int {name} = …;`, or `#define {name} …`"))
        }
        Sought::Value if is_index_name(name) && sema.frames.last().is_some_and(|f| f.space.device) => {
            Advice::help(format!("declare it: `int {name} = blockIdx.x * blockDim.x + threadIdx.x;` or what it is to be"))
        }
        _ => None,
    }
}

/// `T`, which a template declares.
fn is_template_name(name: &str) -> bool {
    name.len() <= 2 && name.starts_with(|c: char| c.is_ascii_uppercase())
}

/// Names that students give to the index of a thread.
fn is_index_name(name: &str) -> bool {
    matches!(name, "i" | "idx" | "index" | "tid" | "gid" | "id" | "ix" | "gtid" | "globalIdx" | "global_id" | "thread_id")
}

/// `N`, `BLOCK_SIZE`: a macro or a constant of the file.
fn is_constant_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase()) && !name.contains(|c: char| c.is_ascii_lowercase())
}

/// Where the file declares `name` behind `span`, and whether that is a function.
fn declared_below(decls: &[ast::Decl], name: &str, span: Span) -> Option<(Span, bool)> {
    let named = |declarator: &ast::Declarator| {
        let last = declarator.path()?.segments.last()?;
        let is_it = matches!(&last.name, ast::SegmentName::Ident(n) if &**n == name);
        (is_it && last.span.file == span.file && last.span.start > span.start).then_some(last.span)
    };
    decls.iter().find_map(|decl| match &decl.kind {
        ast::DeclKind::Function(def) => named(&def.declarator).map(|at| (at, true)),
        ast::DeclKind::Simple(simple) => {
            let found = simple.declarators.iter().find_map(|d| named(&d.declarator).map(|at| (at, d.declarator.params().is_some())));
            found.or_else(|| declared_class(simple, name, span).map(|at| (at, false)))
        }
        ast::DeclKind::Template(template) => declared_below(std::slice::from_ref(&template.decl), name, span),
        ast::DeclKind::Linkage { decls, .. } => declared_below(decls, name, span),
        _ => None,
    })
}

fn declared_class(simple: &ast::SimpleDecl, name: &str, span: Span) -> Option<Span> {
    let ast::TypeSpecKind::Class(class) = &simple.specs.ty.as_ref()?.kind else { return None };
    let last = class.name.as_ref()?.segments.last()?;
    let is_it = matches!(&last.name, ast::SegmentName::Ident(n) if &**n == name);
    (is_it && last.span.file == span.file && last.span.start > span.start && class.members.is_some()).then_some(last.span)
}
