//! What a name means: the definition that is chosen for it among those of all files.

use super::part::{Item, Part};
use super::{LinkError, Linkage};
use std::collections::HashMap;

/// Definitions by name.
#[derive(Default)]
pub(super) struct Definitions<'a> {
    chosen: HashMap<&'a str, Item>,
}

impl<'a> Definitions<'a> {
    /// Chooses; two external definitions of a name are reported.
    pub(super) fn new(parts: &[Part<'a>], errors: &mut Vec<LinkError>) -> Definitions<'a> {
        let mut found = Definitions::default();
        for wanted in [Linkage::External, Linkage::Weak] {
            for (number, part) in parts.iter().enumerate() {
                for item in part.items(number).filter(|item| part.linkage(*item) == wanted) {
                    match found.chosen.get(part.name(item)) {
                        None => drop(found.chosen.insert(part.name(item), item)),
                        Some(first) if wanted == Linkage::External => errors.push(LinkError::Duplicate {
                            name: part.display_name(item).to_string(),
                            first: parts[first.part].place(*first),
                            second: part.place(item),
                        }),
                        Some(_) => {}
                    }
                }
            }
        }
        found
    }

    /// The definition of `name`.
    pub(super) fn get(&self, name: &str) -> Option<Item> {
        self.chosen.get(name).copied()
    }
}
