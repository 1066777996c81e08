//! What is known of values where code is emitted, and how it was before.
//!
//! Code is emitted way by way: what one way has computed is not known on the next. A book can go back to how it was at a
//! mark, in time that depends on what was noted since and not on all that is known.

use kern_ir::Value;
use std::collections::HashMap;

/// See the module.
pub(super) struct Book<T> {
    known: HashMap<Value, T>,
    /// What each change replaced, the last one last.
    replaced: Vec<(Value, Option<T>)>,
}

/// How a book was; good as long as the book does not go back to an earlier mark.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

impl<T> Default for Book<T> {
    fn default() -> Book<T> {
        Book { known: HashMap::new(), replaced: Vec::new() }
    }
}

impl<T> Book<T> {
    pub(super) fn get(&self, value: Value) -> Option<&T> {
        self.known.get(&value)
    }

    pub(super) fn contains(&self, value: Value) -> bool {
        self.known.contains_key(&value)
    }

    pub(super) fn insert(&mut self, value: Value, what: T) {
        let old = self.known.insert(value, what);
        self.replaced.push((value, old));
    }

    pub(super) fn remove(&mut self, value: Value) {
        if let Some(old) = self.known.remove(&value) {
            self.replaced.push((value, Some(old)));
        }
    }

    pub(super) fn mark(&self) -> Mark {
        Mark(self.replaced.len())
    }

    pub(super) fn go_back(&mut self, mark: Mark) {
        debug_assert!(mark.0 <= self.replaced.len(), "a book went back behind a mark that is still used");
        for (value, old) in self.replaced.drain(mark.0.min(self.replaced.len())..).rev() {
            match old {
                Some(old) => self.known.insert(value, old),
                None => self.known.remove(&value),
            };
        }
    }

    /// Forgets everything; no mark is good any more.
    pub(super) fn clear(&mut self) {
        self.known.clear();
        self.replaced.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_goes_back_to_a_mark_as_often_as_one_likes() {
        let mut book = Book::default();
        book.insert(Value(1), 'a');
        let first = book.mark();
        book.insert(Value(1), 'b');
        let second = book.mark();
        book.insert(Value(2), 'c');
        book.remove(Value(1));
        book.go_back(second);
        assert_eq!((book.get(Value(1)), book.get(Value(2))), (Some(&'b'), None));
        book.insert(Value(2), 'd');
        book.go_back(second);
        book.go_back(first);
        assert_eq!((book.get(Value(1)), book.get(Value(2))), (Some(&'a'), None));
    }
}
