//! The public items of the crate, as `kern/api.txt` lists them: whoever changes one sees it there. `INSTA_UPDATE=always` writes the list
//! anew.
//!
//! The walk reads the files: what `lib.rs` makes public, and of it fields, variants, methods and implemented traits. Of a type of another
//! crate there is the line that passes it on, and what stands in the file that defines it. On the way it looks whether each item of this
//! crate has an example, and each function that may fail says when.

use quote::ToTokens;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use syn::{Attribute, File, ImplItem, Item, ReturnType, Signature, TraitItem, Type, UseTree, Visibility};

fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn parsed(path: &Path) -> File {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Where a crate of the workspace has its files.
fn sources_of(name: &str) -> Option<PathBuf> {
    let folder = match name {
        "kern_core" => "compiler/core",
        "kern_diag" => "compiler/diag",
        "kern_embed" => "embed",
        "kern_ir" => "compiler/ir",
        "kern_vm" => "vm",
        _ => return None,
    };
    Some(here().join("../..").join(folder).join("src"))
}

/// A module: its file, and the folder of its own modules.
#[derive(Clone)]
struct Module {
    file: PathBuf,
    folder: PathBuf,
}

impl Module {
    fn root(folder: PathBuf) -> Module {
        Module { file: folder.join("lib.rs"), folder }
    }

    fn child(&self, name: &str) -> Option<Module> {
        let folder = self.folder.join(name);
        let files = [self.folder.join(format!("{name}.rs")), folder.join("mod.rs")];
        files.into_iter().find(|file| file.exists()).map(|file| Module { file, folder })
    }

    /// Where the item at `path` is defined, and its name there. `self.folder` may be of any depth, so `root` is the crate's.
    fn find(&self, root: &Module, path: &[&str]) -> Option<(Module, String)> {
        match path {
            ["crate", rest @ ..] => root.find(root, rest),
            ["self", rest @ ..] => self.find(root, rest),
            [name] => {
                let is_it = |ident: &syn::Ident| ident == name;
                let items = parsed(&self.file).items;
                let is_here = items.iter().any(|item| match item {
                    Item::Struct(of) => is_it(&of.ident),
                    Item::Enum(of) => is_it(&of.ident),
                    Item::Trait(of) => is_it(&of.ident),
                    _ => false,
                });
                if is_here {
                    return Some((self.clone(), name.to_string()));
                }
                let mut found = Vec::new();
                items.iter().for_each(|item| {
                    if let Item::Use(of) = item {
                        uses(&of.tree, "", &mut found)
                    }
                });
                let (path, _) = found.into_iter().find(|(_, known)| known == name)?;
                self.find(root, &path.split("::").collect::<Vec<_>>())
            }
            [first, rest @ ..] => match sources_of(first) {
                Some(folder) => Module::root(folder.clone()).find(&Module::root(folder), rest),
                None => self.child(first)?.find(root, rest),
            },
            [] => None,
        }
    }
}

/// Tokens as one writes them.
fn text(tokens: impl ToTokens) -> String {
    let mut text = tokens.to_token_stream().to_string();
    for (spaced, written) in [
        (" :: ", "::"),
        (" < ", "<"),
        ("< ", "<"),
        (" >", ">"),
        ("& ", "&"),
        (" ,", ","),
        (" ;", ";"),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        (" :", ":"),
        ("[ ", "["),
        (" ]", "]"),
        ("# [", "#["),
        ("-> ", "-> "),
        ("- >", "->"),
        ("Item =(", "Item = ("),
        (",)", ")"),
        ("' ", "'"),
        ("::<", "<"),
        (" : ", ": "),
    ] {
        text = text.replace(spaced, written);
    }
    text
}

fn has_word(attributes: &[Attribute], word: &str) -> bool {
    attributes.iter().any(|attribute| attribute.to_token_stream().to_string().contains(word))
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Which condition an item has: `#[cfg(feature = "compile")]`.
fn condition(attributes: &[Attribute]) -> String {
    let conditions = attributes.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    conditions.map(|attribute| format!("{} ", text(attribute))).collect()
}

/// `a::{b, c as d}` as paths and names.
fn uses(tree: &UseTree, path: &str, found: &mut Vec<(String, String)>) {
    match tree {
        UseTree::Path(inner) => uses(&inner.tree, &format!("{path}{}::", inner.ident), found),
        UseTree::Name(name) => found.push((format!("{path}{}", name.ident), name.ident.to_string())),
        UseTree::Rename(name) => found.push((format!("{path}{}", name.ident), name.rename.to_string())),
        UseTree::Group(group) => group.items.iter().for_each(|item| uses(item, path, found)),
        UseTree::Glob(_) => found.push((format!("{path}*"), "*".to_string())),
    }
}

/// What a walk is about.
enum Of {
    /// Public items of the crate's modules: those of these names.
    Named(BTreeSet<String>),
    /// All public items of a module that is public under this name.
    Module(String),
    /// A type of another crate, with its name there and here.
    Foreign(String, String),
}

struct Listing {
    of: Of,
    lines: Vec<String>,
    /// Items without an example or a word about errors.
    lacking: Vec<String>,
}

impl Listing {
    fn new(of: Of) -> Listing {
        Listing { of, lines: Vec::new(), lacking: Vec::new() }
    }

    /// The name under which an item of the files is public, if it is.
    fn shown(&self, visibility: &Visibility, name: &syn::Ident) -> Option<String> {
        let name = name.to_string();
        match &self.of {
            _ if !is_public(visibility) => None,
            Of::Named(names) => names.contains(&name).then_some(name),
            Of::Module(module) => Some(format!("{module}::{name}")),
            Of::Foreign(there, here) => (*there == name).then(|| here.clone()),
        }
    }

    /// The same for the type of an `impl`, which has no visibility of its own.
    fn shown_type(&self, name: &syn::Ident, items: &[Item]) -> Option<String> {
        let is_hidden = |item: &Item| match item {
            Item::Struct(of) => of.ident == *name && !is_public(&of.vis),
            Item::Enum(of) => of.ident == *name && !is_public(&of.vis),
            _ => false,
        };
        if items.iter().any(is_hidden) { None } else { self.shown(&syn::parse_quote!(pub), name) }
    }

    fn line(&mut self, attributes: &[Attribute], of: &str, words: String) {
        if !has_word(attributes, "hidden") {
            let words = words.trim_end_matches(';');
            let exhaustive = if has_word(attributes, "non_exhaustive") { " (non_exhaustive)" } else { "" };
            self.lines.push(format!("{}{of}{words}{exhaustive}", condition(attributes)));
        }
    }

    /// Looks at the text of an item of this crate.
    fn expect(&mut self, attributes: &[Attribute], name: &str, signature: Option<&Signature>) {
        if matches!(self.of, Of::Foreign(..)) || has_word(attributes, "hidden") {
            return;
        }
        let documentation = documentation(attributes);
        if !documentation.contains("```") {
            self.lacking.push(format!("{name}: no example"));
        }
        let answers = signature.map(|signature| text(&signature.output)).unwrap_or_default();
        if answers.contains("Result<") && !documentation.contains("# Errors") {
            self.lacking.push(format!("{name}: no `# Errors`"));
        }
    }

    fn function(&mut self, attributes: &[Attribute], of: &str, signature: &Signature) {
        self.line(attributes, of, text(signature));
        self.expect(attributes, &format!("{of}{}", signature.ident), Some(signature));
    }

    fn all(mut self, items: &[Item]) -> Listing {
        items.iter().for_each(|item| self.item(item, items));
        self
    }

    fn item(&mut self, item: &Item, items: &[Item]) {
        match item {
            Item::Fn(function) => {
                if let Some(name) = self.shown(&function.vis, &function.sig.ident) {
                    let module = name.rsplit_once("::").map_or(String::new(), |(module, _)| format!("{module}::"));
                    self.function(&function.attrs, &module, &function.sig);
                }
            }
            Item::Struct(of) => {
                let Some(name) = self.shown(&of.vis, &of.ident) else { return };
                self.line(&of.attrs, "", format!("struct {name}{}", text(&of.generics)));
                self.expect(&of.attrs, &name, None);
                self.derives(&of.attrs, &name);
                for (index, field) in of.fields.iter().enumerate().filter(|(_, field)| is_public(&field.vis)) {
                    let field_name = field.ident.as_ref().map_or(index.to_string(), |ident| ident.to_string());
                    self.line(&field.attrs, &format!("{name}::"), format!("{field_name}: {}", text(&field.ty)));
                }
            }
            Item::Enum(of) => {
                let Some(name) = self.shown(&of.vis, &of.ident) else { return };
                self.line(&of.attrs, "", format!("enum {name}"));
                self.expect(&of.attrs, &name, None);
                self.derives(&of.attrs, &name);
                for variant in &of.variants {
                    self.line(&variant.attrs, &format!("{name}::"), format!("{}{}", variant.ident, text(&variant.fields)));
                }
            }
            Item::Trait(of) => {
                let Some(name) = self.shown(&of.vis, &of.ident) else { return };
                self.line(&of.attrs, "", format!("trait {name}: {}", text(&of.supertraits)));
                self.expect(&of.attrs, &name, None);
                for item in &of.items {
                    if let TraitItem::Fn(function) = item {
                        self.function(&function.attrs, &format!("{name}::"), &function.sig);
                    }
                }
            }
            Item::Const(of) => {
                if let Some(name) = self.shown(&of.vis, &of.ident) {
                    self.line(&of.attrs, "", format!("const {name}: {}", text(&of.ty)));
                }
            }
            Item::Impl(of) => {
                let Type::Path(path) = &*of.self_ty else { return };
                let Some(name) = path.path.segments.last().map(|segment| segment.ident.clone()) else { return };
                let Some(name) = self.shown_type(&name, items) else { return };
                if let Some((_, of_trait, _)) = &of.trait_ {
                    let of_trait = text(of_trait);
                    if !of_trait.contains("Sealed") {
                        let whole = if matches!(self.of, Of::Named(_)) { text(&of.self_ty) } else { name };
                        self.line(&of.attrs, "", format!("impl{} {of_trait} for {whole}", text(&of.generics)));
                    }
                    return;
                }
                for item in &of.items {
                    match item {
                        ImplItem::Fn(function) if is_public(&function.vis) => {
                            let attributes: Vec<Attribute> = function.attrs.iter().chain(&of.attrs).cloned().collect();
                            self.function(&attributes, &format!("{name}::"), &function.sig);
                        }
                        ImplItem::Const(constant) if is_public(&constant.vis) => {
                            self.line(&constant.attrs, &format!("{name}::"), format!("const {}: {}", constant.ident, text(&constant.ty)));
                        }
                        _ => {}
                    }
                }
            }
            Item::Macro(of) if has_word(&of.attrs, "macro_export") => {
                let name = of.ident.as_ref().map(|ident| ident.to_string()).unwrap_or_default();
                self.lines.push(format!("macro {name}!"));
                self.expect(&of.attrs, &name, None);
            }
            _ => {}
        }
    }

    fn derives(&mut self, attributes: &[Attribute], name: &str) {
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("derive")) {
            self.lines.push(format!("impl{} for {name}", text(attribute).replace("#[derive(", " ").replace(")]", "")));
        }
    }
}

/// The doc comments of an item.
fn documentation(attributes: &[Attribute]) -> String {
    let of = attributes.iter().filter(|attribute| attribute.path().is_ident("doc"));
    of.map(|attribute| attribute.to_token_stream().to_string() + "\n").collect()
}

/// The lines, and what they lack.
fn listing() -> (String, Vec<String>) {
    let (mut lines, mut lacking) = (Vec::new(), Vec::new());
    let mut take = |listing: Listing| {
        lines.extend(listing.lines);
        lacking.extend(listing.lacking);
    };
    let (root, mut public) = (Module::root(here()), BTreeSet::new());
    // Uses of `lib.rs`, and of modules that it passes names on from.
    let mut passed = Vec::new();
    for item in &parsed(&root.file).items {
        match item {
            Item::Use(of) if is_public(&of.vis) => {
                let mut found = Vec::new();
                uses(&of.tree, "", &mut found);
                passed.extend(found.into_iter().map(|(path, name)| (path, name, of.attrs.clone())));
            }
            Item::Mod(of) if is_public(&of.vis) && !has_word(&of.attrs, "hidden") => {
                let module = root.child(&of.ident.to_string()).expect("a module has a file");
                take(Listing::new(Of::Module(of.ident.to_string())).all(&parsed(&module.file).items));
            }
            _ => {}
        }
    }
    while let Some((path, name, attributes)) = passed.pop() {
        assert!(name != "*", "everything of `{path}` is public: name what is meant");
        let parts: Vec<&str> = path.split("::").collect();
        if !parts[0].starts_with("kern_") {
            let module = root.child(parts[0]).unwrap_or_else(|| panic!("`{path}` is public: no file `{}`", parts[0]));
            let (mut on, mut found) = (Vec::new(), Vec::new());
            for item in &parsed(&module.file).items {
                if let Item::Use(of) = item
                    && is_public(&of.vis)
                {
                    uses(&of.tree, "", &mut found);
                    on.extend(found.drain(..).map(|(path, name)| (path, name, of.attrs.clone())));
                }
            }
            match on.into_iter().find(|(_, known, _)| *known == name) {
                Some(one) => passed.push(one),
                None => drop(public.insert(name)),
            }
            continue;
        }
        let mut line = Listing::new(Of::Named(BTreeSet::new()));
        line.line(&attributes, "", format!("use {path} as {name}"));
        line.expect(&attributes, &name, None);
        take(line);
        let Some(folder) = sources_of(parts[0]) else { continue };
        let there = Module::root(folder);
        if let Some((module, own)) = there.find(&there, &parts[1..]) {
            let items = parsed(&module.file).items;
            take(Listing::new(Of::Foreign(own, name)).all(&items));
        } else {
            let module = parts[1..].iter().try_fold(there, |module, part| module.child(part));
            let module = module.unwrap_or_else(|| panic!("`{path}` is not found"));
            let mut listing = Listing::new(Of::Module(name)).all(&parsed(&module.file).items);
            // Its examples are that crate's.
            listing.lacking.clear();
            take(listing);
        }
    }
    let files = std::fs::read_dir(here()).unwrap().flatten().map(|entry| entry.path());
    // A type's methods may stand in other files than the type.
    for file in files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")) {
        take(Listing::new(Of::Named(public.clone())).all(&parsed(&file).items));
    }
    lines.sort();
    lines.dedup();
    (lines.join("\n") + "\n", lacking)
}

#[test]
fn items_have_examples_and_say_when_they_fail() {
    let (_, lacking) = listing();
    assert!(lacking.is_empty(), "{lacking:#?}");
}

#[test]
fn public_items_are_those_of_the_list() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("api.txt");
    let (have, listed) = (listing().0, std::fs::read_to_string(&path).unwrap_or_default());
    if have != listed && std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(&path, &have).unwrap();
        return;
    }
    let (new, old): (BTreeSet<&str>, BTreeSet<&str>) = (have.lines().collect(), listed.lines().collect());
    let added: Vec<_> = new.difference(&old).collect();
    let gone: Vec<_> = old.difference(&new).collect();
    assert!(have == listed, "api.txt is not true any more (INSTA_UPDATE=always writes it)\nadded: {added:#?}\ngone: {gone:#?}");
}

#[test]
fn signatures_are_shown_as_one_writes_them() {
    let function: syn::Signature = syn::parse_str("fn f<T: Element>(&mut self, x: &[T]) -> Result<Vec<T>, Error>").unwrap();
    assert!(matches!(function.output, ReturnType::Type(..)));
    assert_eq!(text(function), "fn f<T: Element>(&mut self, x: &[T]) -> Result<Vec<T>, Error>");
}
