//! The public items of the crate, as `kern/api.txt` lists them: whoever changes one sees it there. `INSTA_UPDATE=always` writes the list
//! anew.
//!
//! The walk reads the files: what `lib.rs` makes public, and of it fields, variants, methods and implemented traits. Items of other
//! crates are listed by the line that passes them on.

use quote::ToTokens;
use std::collections::BTreeSet;
use std::path::Path;
use syn::{Attribute, File, ImplItem, Item, ReturnType, TraitItem, Type, UseTree, Visibility};

fn parsed(file: &str) -> File {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
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
        UseTree::Glob(_) => panic!("everything of `{path}` is public: name what is meant"),
    }
}

struct Listing {
    lines: Vec<String>,
    /// Names that `lib.rs` passes on from the module that is read.
    public: BTreeSet<String>,
}

impl Listing {
    fn line(&mut self, attributes: &[Attribute], of: &str, words: String) {
        if !has_word(attributes, "hidden") {
            let words = words.trim_end_matches(';');
            let exhaustive = if has_word(attributes, "non_exhaustive") { " (non_exhaustive)" } else { "" };
            self.lines.push(format!("{}{of}{words}{exhaustive}", condition(attributes)));
        }
    }

    fn item(&mut self, item: &Item) {
        let is_listed = |public: &BTreeSet<String>, name: &syn::Ident| public.contains(&name.to_string());
        match item {
            Item::Fn(function) if is_public(&function.vis) && is_listed(&self.public, &function.sig.ident) => {
                self.line(&function.attrs, "", text(&function.sig));
            }
            Item::Struct(of) if is_public(&of.vis) && is_listed(&self.public, &of.ident) => {
                let (name, generics) = (&of.ident, text(&of.generics));
                self.line(&of.attrs, "", format!("struct {name}{generics}"));
                self.derives(&of.attrs, &name.to_string());
                for (index, field) in of.fields.iter().enumerate().filter(|(_, field)| is_public(&field.vis)) {
                    let field_name = field.ident.as_ref().map_or(index.to_string(), |ident| ident.to_string());
                    self.line(&field.attrs, &format!("{name}::"), format!("{field_name}: {}", text(&field.ty)));
                }
            }
            Item::Enum(of) if is_public(&of.vis) && is_listed(&self.public, &of.ident) => {
                self.line(&of.attrs, "", format!("enum {}", of.ident));
                self.derives(&of.attrs, &of.ident.to_string());
                for variant in &of.variants {
                    self.line(&variant.attrs, &format!("{}::", of.ident), format!("{}{}", variant.ident, text(&variant.fields)));
                }
            }
            Item::Trait(of) if is_public(&of.vis) && is_listed(&self.public, &of.ident) => {
                let bounds = text(&of.supertraits);
                self.line(&of.attrs, "", format!("trait {}: {bounds}", of.ident));
                for item in &of.items {
                    if let TraitItem::Fn(function) = item {
                        self.line(&function.attrs, &format!("{}::", of.ident), text(&function.sig));
                    }
                }
            }
            Item::Impl(of) => {
                let Type::Path(path) = &*of.self_ty else { return };
                let Some(name) = path.path.segments.last().map(|segment| segment.ident.clone()) else { return };
                if !is_listed(&self.public, &name) {
                    return;
                }
                if let Some((_, of_trait, _)) = &of.trait_ {
                    let of_trait = text(of_trait);
                    if !of_trait.contains("Sealed") {
                        self.line(&of.attrs, "", format!("impl{} {of_trait} for {}", text(&of.generics), text(&of.self_ty)));
                    }
                    return;
                }
                for item in &of.items {
                    if let ImplItem::Fn(function) = item
                        && is_public(&function.vis)
                    {
                        let attributes: Vec<Attribute> = function.attrs.iter().chain(&of.attrs).cloned().collect();
                        self.line(&attributes, &format!("{name}::"), text(&function.sig));
                    }
                }
            }
            Item::Macro(of) if has_word(&of.attrs, "macro_export") => {
                let name = of.ident.as_ref().map(|ident| ident.to_string()).unwrap_or_default();
                self.lines.push(format!("macro {name}!"));
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

fn listing() -> String {
    let mut all: Vec<String> = Vec::new();
    let mut modules: std::collections::BTreeMap<String, BTreeSet<String>> = Default::default();
    for item in &parsed("lib.rs").items {
        match item {
            Item::Use(of) if is_public(&of.vis) => {
                let mut found = Vec::new();
                uses(&of.tree, "", &mut found);
                for (path, name) in found {
                    match path.split_once("::") {
                        Some((module, rest)) if !rest.contains("::") && !module.starts_with("kern_") => {
                            modules.entry(module.into()).or_default().insert(name);
                        }
                        _ => all.push(format!("{}use {path} as {name}", condition(&of.attrs))),
                    }
                }
            }
            Item::Mod(of) if is_public(&of.vis) && !has_word(&of.attrs, "hidden") => {
                let mut inside = Listing { lines: Vec::new(), public: BTreeSet::new() };
                let file = parsed(&format!("{}.rs", of.ident));
                for item in &file.items {
                    if let Item::Fn(function) = item
                        && is_public(&function.vis)
                    {
                        inside.line(&function.attrs, &format!("{}::", of.ident), text(&function.sig));
                    }
                }
                all.extend(inside.lines);
            }
            _ => {}
        }
    }
    let files = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap().flatten();
    let mut files: Vec<String> =
        files.map(|entry| entry.file_name().to_string_lossy().into_owned()).filter(|name| name != "lib.rs").collect();
    files.sort();
    // A type's methods may stand in other files than the type.
    let public: BTreeSet<String> = modules.into_values().flatten().collect();
    for file in files {
        let mut inside = Listing { lines: Vec::new(), public: public.clone() };
        parsed(&file).items.iter().for_each(|item| inside.item(item));
        all.extend(inside.lines);
    }
    all.sort();
    all.dedup();
    all.join("\n") + "\n"
}

#[test]
fn public_items_are_those_of_the_list() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("api.txt");
    let (have, listed) = (listing(), std::fs::read_to_string(&path).unwrap_or_default());
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
