//! Declarations of headers that nothing names are not read ([`kern_syntax::outline`]). Held against the parser here: each
//! declaration of each header must be brought by every name that it declares, and reading all must give the header.

use kern_core::driver::header_text;
use kern_core::intrinsics;
use kern_diag::{Diagnostics, SourceMap};
use kern_syntax::ast::{Decl, DeclKind, DeclSpecs, Declarator, DeclaratorKind, Path, SegmentName, TranslationUnit, TypeSpecKind};
use kern_syntax::{LoadedFile, Loader, Options, outline, parse};

/// The headers, and a main file.
struct Headers(String);

impl Loader for Headers {
    fn load(&self, name: &str, _: Option<&str>, is_angled: bool) -> Option<LoadedFile> {
        let text = if is_angled { header_text(name)?.as_ref().into() } else { self.0.as_str().into() };
        Some(LoadedFile { name: name.to_string(), text, is_system: is_angled })
    }
}

/// Those that are outlined: what is read more than once means something else each time. One is of C alone.
fn header_names() -> Vec<&'static str> {
    let all = kern_stdlib::header_names().chain([intrinsics::HEADER_NAME]);
    all.filter(|name| *name != "stdatomic.h").filter(|name| header_text(name).unwrap().starts_with("#pragma once")).collect()
}

fn read(text: String, whole_headers: bool) -> (TranslationUnit, SourceMap) {
    read_as("201703L", text, whole_headers)
}

fn read_as(dialect: &str, text: String, whole_headers: bool) -> (TranslationUnit, SourceMap) {
    let (mut sources, mut diags) = (SourceMap::new(), Diagnostics::new());
    let implicit_includes = vec!["cuda_runtime.h".to_string()];
    let defines = vec![("__cplusplus".to_string(), dialect.to_string())];
    let options = Options { whole_headers, implicit_includes, defines, ..Options::default() };
    let parsed = parse("main.cu", &options, &Headers(text.clone()), &mut sources, &mut diags);
    assert!(!diags.has_errors(), "{text}{:?}", diags.iter().map(|d| &d.message).collect::<Vec<_>>());
    (parsed.unit, sources)
}

fn last(path: &Path) -> Option<String> {
    match &path.segments.last()?.name {
        SegmentName::Ident(name) => Some(name.to_string()),
        SegmentName::Literal(suffix) => Some(format!("\"\"{suffix}")),
        _ => None,
    }
}

/// What brings a declaration of `path`: what it declares, or the class that it is a member of.
fn bringing(path: &Path) -> Option<String> {
    match &path.segments[..] {
        [.., class, _] => match &class.name {
            SegmentName::Ident(name) => Some(name.to_string()),
            _ => None,
        },
        _ => last(path),
    }
}

fn of_declarator(declarator: &Declarator) -> Option<String> {
    match &declarator.kind {
        DeclaratorKind::Name(path) => bringing(path.as_ref()?),
        DeclaratorKind::Pointer { inner, .. }
        | DeclaratorKind::Reference { inner, .. }
        | DeclaratorKind::MemberPointer { inner, .. }
        | DeclaratorKind::Array { inner, .. }
        | DeclaratorKind::Function { inner, .. }
        | DeclaratorKind::Pack(inner) => of_declarator(inner),
    }
}

fn of_specifiers(specs: &DeclSpecs) -> Vec<String> {
    match specs.ty.as_ref().map(|ty| &ty.kind) {
        Some(TypeSpecKind::Class(class)) if class.members.is_some() => class.name.as_ref().and_then(last).into_iter().collect(),
        Some(TypeSpecKind::Enum(list)) if list.enumerators.is_some() => {
            let values = list.enumerators.iter().flatten().map(|e| e.name.name.to_string());
            list.name.as_ref().and_then(last).into_iter().chain(values).collect()
        }
        _ => Vec::new(),
    }
}

/// The names that `decl` declares where it stands, operators aside.
fn declared(decl: &Decl) -> Vec<String> {
    match &decl.kind {
        DeclKind::Simple(simple) => {
            let mut names = of_specifiers(&simple.specs);
            names.extend(simple.declarators.iter().filter_map(|d| of_declarator(&d.declarator)));
            names
        }
        DeclKind::Function(function) => of_declarator(&function.declarator).into_iter().collect(),
        DeclKind::Template(template) => declared(&template.decl),
        DeclKind::NamespaceAlias { name, .. } | DeclKind::Alias { name, .. } => vec![name.name.to_string()],
        DeclKind::UsingDecl(names) => names.iter().filter_map(|n| last(&n.path)).collect(),
        _ => Vec::new(),
    }
}

/// Calls `visit` for each declaration of namespace level.
fn each(decls: &[Decl], visit: &mut dyn FnMut(&Decl)) {
    for decl in decls {
        match &decl.kind {
            DeclKind::Namespace { decls, .. } | DeclKind::Linkage { decls, .. } => each(decls, visit),
            _ => visit(decl),
        }
    }
}

#[test]
fn a_declaration_is_brought_by_each_of_its_names() {
    for header in header_names() {
        let (unit, sources) = read(format!("#include <{header}>\n"), true);
        let text = header_text(header).unwrap();
        let items = outline(&text);
        let mut seen = 0;
        each(&unit.decls, &mut |decl| {
            if sources.file(decl.span.file).name != header {
                return;
            }
            let Some((range, names)) = items.iter().find(|(range, _)| range.contains(&(decl.span.start as usize))) else { return };
            seen += 1;
            let piece = &text[range.clone()];
            assert!(decl.span.end as usize <= range.end, "{header}: more than one declaration in {piece}");
            for name in declared(decl) {
                // A class of its own that few programs need, brought by `vector<bool` and by what may be one.
                let name = if piece.starts_with("template <class A> class vector<bool,") { "vector<bool" } else { &name };
                let of_others = format!("{name} {{");
                let is_primary = name.starts_with("basic_string") && piece.contains(&format!("> class {of_others}"));
                let name = if is_primary { of_others.as_str() } else { name };
                assert!(names.contains(&name), "{header}: {name} does not bring {piece}");
            }
        });
        assert!(seen >= items.len(), "{header}: {seen} of {} declarations", items.len());
    }
}

#[test]
fn a_header_stands_alone() {
    for dialect in ["201103L", "201703L", "202002L"] {
        // What is in `kern/` no program includes.
        let headers = header_names().into_iter().filter(|header| !header.starts_with("kern/"));
        headers.for_each(|header| drop(read_as(dialect, format!("#include <{header}>\n"), false)));
    }
}

#[test]
fn headers_are_outlined() {
    // Where the scan loses its way all is read at once, which is right but slow. Macros make the algorithms of ranges.
    let is_scanned = |header: &&str| {
        *header != "kern/range_algorithms.h" && header_text(header).unwrap().lines().filter(|l| l.ends_with(';')).count() > 8
    };
    let mut lost = Vec::new();
    for header in header_names().into_iter().filter(is_scanned) {
        let text = header_text(header).unwrap();
        let is_declaration = |line: &&str| !["#", "//", "namespace ", "}"].iter().any(|start| line.starts_with(start)) && !line.is_empty();
        let lines: Vec<&str> = text.lines().filter(is_declaration).collect();
        let aside: usize = outline(&text).iter().map(|(range, _)| text[range.clone()].lines().count()).sum();
        if aside * 10 < lines.len() * 8 {
            lost.push(format!("{header}: {aside} of {} lines", lines.len()));
        }
    }
    assert!(lost.is_empty(), "{lost:#?}");
}

/// Tokens that are parsed for a program.
fn tokens(text: String) -> u64 {
    let (mut sources, mut diags) = (SourceMap::new(), Diagnostics::new());
    let implicit_includes = vec!["cuda_runtime.h".to_string()];
    let defines = vec![("__cplusplus".to_string(), "201703L".to_string())];
    let options = Options { implicit_includes, defines, ..Options::default() };
    parse("main.cu", &options, &Headers(text), &mut sources, &mut diags).tokens
}

#[test]
fn bodies_of_members_wait_for_their_names() {
    let of = |text: &str| tokens(format!("#include <vector>\n{text}"));
    let class = of("std::vector<int> *v;");
    let called = of("int f(std::vector<int> *v) { v->insert(v->begin(), 1); return 0; }");
    let whole = of("template class std::vector<int>;");
    assert!(class + 200 < called && called + 500 < whole, "{class}, {called}, {whole}");
}

#[test]
fn what_nothing_names_is_not_read() {
    let program = "int main() { return 0; }\n";
    let without = tokens(program.to_string());
    // A declaration that is read at once brings what it names, and that all else. The small floats are one text for each of
    // their kinds, which is read whole, as are the vectors of SSE and of the samples' mathematics, and the algorithms of ranges
    // (C++20), which macros make.
    let is_whole = |header: &str| {
        let names = ["cuda_fp16.h", "cuda_bf16.h", "cuda_fp8.h", "helper_math.h", "x86intrin.h", "kern/range_algorithms.h"];
        names.contains(&header) || header.ends_with("mmintrin.h")
    };
    let heavy: Vec<String> = header_names()
        .into_iter()
        .filter(|header| !is_whole(header))
        .map(|header| (header, tokens(format!("#include <{header}>\n{program}")) - without))
        .filter(|&(_, more)| more > 1500)
        .map(|(header, more)| format!("{header}: {more} tokens"))
        .collect();
    assert!(without < 2000 && heavy.is_empty(), "{without}, {heavy:#?}");
}

#[test]
fn any_text_has_an_outline() {
    // Each once kept the scan from ending, or is cut off where one might.
    for text in [
        "int operator }",
        "struct S { int operator",
        "template<",
        "int f(",
        "enum E {",
        "namespace a",
        "using x =",
        "int a[",
        "R\"x(",
        "/*",
    ] {
        outline(text);
    }
}
