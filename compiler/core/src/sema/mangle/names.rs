//! Names in namespaces and classes: `<name>` of the Itanium C++ ABI, 5.1.3, and what stands for parts of them, 5.1.10.

use super::{Mangler, reference};
use crate::hir::ClassId;
use crate::sema::entity::{ScopeId, ScopeKind, TArg};

/// A part of a name, from the outside in.
pub(super) struct Piece {
    /// What the name up to here is known by when it is met again; empty if it is never referred to.
    key: String,
    part: Part,
}

enum Part {
    /// The namespace `std`: what stands directly in it is not nested.
    Std,
    Text(String),
    Args(Vec<TArg>),
}

/// Classes of libstdc++ that are in the inline namespace `std::__cxx11`, so that their names tell them from those before C++11.
const CXX11: &[&str] = &["12basic_string", "4list"];

/// What `std::` and a class are abbreviated to; the streams of `char` are classes of their own here.
const ABBREVIATIONS: &[(&str, &str)] = &[("9allocator", "Sa"), ("7istream", "Si"), ("7ostream", "So"), ("8iostream", "Sd")];

impl Piece {
    pub(super) fn text(key: String, text: String) -> Piece {
        Piece { key, part: Part::Text(text) }
    }
}

/// What a class is known by when its name is met again.
pub(super) fn class_key(class: ClassId) -> String {
    format!("class {}", class.0)
}

impl Mangler<'_, '_> {
    /// The enclosing namespaces and classes of what is declared in a scope.
    pub(super) fn scopes(&mut self, scope: ScopeId) -> Vec<Piece> {
        let sema = self.sema;
        let mut at = Some(scope);
        while let Some(id) = at {
            let s = sema.scope_of(id);
            let part = match &s.kind {
                ScopeKind::Class(c) => {
                    let mut pieces = self.scopes(sema.class_info(*c).home);
                    self.push_class(&mut pieces, *c);
                    return pieces;
                }
                ScopeKind::Namespace(Some(name)) => {
                    let is_outermost = s.parent.is_none_or(|parent| sema.scope_of(parent).parent.is_none());
                    if is_outermost && &**name == "std" { Part::Std } else { Part::Text(format!("{}{}", name.len(), name)) }
                }
                ScopeKind::Namespace(None) if s.parent.is_some() => {
                    self.is_internal = true;
                    Part::Text("12_GLOBAL__N_1".into())
                }
                _ => {
                    at = s.parent;
                    continue;
                }
            };
            let mut pieces = s.parent.map_or_else(Vec::new, |parent| self.scopes(parent));
            let key = if matches!(part, Part::Std) { String::new() } else { format!("namespace {}", id.0) };
            pieces.push(Piece { key, part });
            return pieces;
        }
        Vec::new()
    }

    /// The name of a class with what encloses it; that of a class in a function is its own only.
    pub(super) fn class_pieces(&mut self, class: ClassId) -> Vec<Piece> {
        let info = self.sema.class_info(class);
        let mut pieces = if info.local_in.is_some() { Vec::new() } else { self.scopes(info.home) };
        self.push_class(&mut pieces, class);
        pieces
    }

    fn push_class(&mut self, pieces: &mut Vec<Piece>, class: ClassId) {
        let info = self.sema.class_info(class);
        let is_unnamed = info.name.is_empty() || info.lambda.is_some();
        self.is_internal |= is_unnamed || info.local_in.is_some();
        let text = if is_unnamed { format!("Ut{}_", class.0) } else { format!("{}{}", info.name.len(), info.name) };
        let key = match &info.template {
            // A member template is another one in each instance of its class.
            Some((template, _)) => format!("class template {} in {}", template.0, info.home.0),
            None => class_key(class),
        };
        match pieces[..] {
            [Piece { part: Part::Std, .. }] => push_class_of_std(pieces, key, text),
            _ => pieces.push(Piece::text(key, text)),
        }
        if let Some((_, args)) = &info.template {
            pieces.push(Piece { key: class_key(class), part: Part::Args(args.to_vec()) });
        }
    }

    /// What `name` writes of something in a scope, behind what encloses it: as a `<nested-name>`, with these qualifiers, if that is more
    /// than `std`.
    pub(super) fn within(&mut self, scope: ScopeId, qualifiers: &str, name: impl FnOnce(&mut Self)) {
        let scopes = self.scopes(scope);
        let is_nested = scopes.iter().any(|piece| !matches!(piece.part, Part::Std));
        if is_nested {
            self.out.push('N');
            self.out.push_str(qualifiers);
        }
        self.emit(scopes);
        name(self);
        self.out.push_str(if is_nested { "E" } else { "" });
    }

    /// A whole name, in `N` and `E` where more than `std` encloses it.
    pub(super) fn name(&mut self, pieces: Vec<Piece>) {
        let is_nested = pieces.iter().filter(|piece| matches!(piece.part, Part::Text(_))).count() > 1;
        self.out.push_str(if is_nested { "N" } else { "" });
        self.emit(pieces);
        self.out.push_str(if is_nested { "E" } else { "" });
    }

    /// Writes the pieces, a reference for the most of them that was met before.
    pub(super) fn emit(&mut self, pieces: Vec<Piece>) {
        let position = |key: &str| self.substitutions.iter().position(|known| known == key);
        let known = pieces.iter().enumerate().rev().find_map(|(at, piece)| Some((at + 1, position(&piece.key)?)));
        if let Some((_, index)) = known {
            self.out.push_str(&reference(index));
        }
        for piece in pieces.into_iter().skip(known.map_or(0, |(count, _)| count)) {
            match piece.part {
                Part::Std => self.out.push_str("St"),
                Part::Text(text) => self.out.push_str(&text),
                Part::Args(args) => self.args(&args),
            }
            if !piece.key.is_empty() {
                self.substitutions.push(piece.key);
            }
        }
    }
}

fn push_class_of_std(pieces: &mut Vec<Piece>, key: String, text: String) {
    if let Some((_, short)) = ABBREVIATIONS.iter().find(|(name, _)| *name == text) {
        *pieces = vec![Piece::text(String::new(), short.to_string())];
        return;
    }
    if CXX11.contains(&text.as_str()) {
        pieces.push(Piece::text("namespace std::__cxx11".into(), "7__cxx11".into()));
    }
    pieces.push(Piece::text(key, text));
}
