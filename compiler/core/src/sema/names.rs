//! The names of one scope.

use super::entity::{Name, Slot};
use rustc_hash::FxHashMap;

/// So many names are looked through one by one: most scopes of a program hold a parameter or two.
const FEW: usize = 8;

/// What the names of a scope mean, in the order in which they came.
#[derive(Clone, Default, Debug)]
pub(super) struct Names {
    list: Vec<(Name, Slot)>,
    /// Where they are in the list, once there are more than [`FEW`].
    index: Option<Box<Index>>,
}

/// Where each name is in the list.
#[derive(Clone, Debug)]
struct Index(FxHashMap<Name, u32>);

impl Names {
    fn position(&self, name: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.0.get(name).map(|&at| at as usize),
            None => self.list.iter().position(|(known, _)| &**known == name),
        }
    }

    /// The meanings of `name`.
    pub(super) fn get(&self, name: &str) -> Option<&Slot> {
        self.position(name).map(|at| &self.list[at].1)
    }

    /// See [`Names::get`].
    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut Slot> {
        self.position(name).map(|at| &mut self.list[at].1)
    }

    /// The meanings of `name`, `new` if it has none yet.
    pub(super) fn get_or_insert(&mut self, name: &Name, new: Slot) -> &mut Slot {
        let at = self.position(name).unwrap_or_else(|| self.add(name, new));
        &mut self.list[at].1
    }

    /// Gives `name` these meanings and no others.
    pub(super) fn insert(&mut self, name: &Name, slot: Slot) {
        match self.position(name) {
            Some(at) => self.list[at].1 = slot,
            None => {
                self.add(name, slot);
            }
        }
    }

    fn add(&mut self, name: &Name, slot: Slot) -> usize {
        let at = self.list.len();
        if at == 0 {
            self.list.reserve_exact(1);
        }
        self.list.push((name.clone(), slot));
        match &mut self.index {
            Some(index) => {
                index.0.insert(name.clone(), at as u32);
            }
            None if self.list.len() > FEW => {
                let places = self.list.iter().enumerate().map(|(at, (name, _))| (name.clone(), at as u32));
                self.index = Some(Box::new(Index(places.collect())));
            }
            None => {}
        }
        at
    }

    /// All names and their meanings.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Name, &Slot)> {
        self.list.iter().map(|(name, slot)| (name, slot))
    }

    /// All names.
    pub(super) fn keys(&self) -> impl Iterator<Item = &Name> {
        self.list.iter().map(|(name, _)| name)
    }
}
