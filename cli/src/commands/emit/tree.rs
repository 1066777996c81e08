//! Trees for a person, made from what `#[derive(Debug)]` prints.
//!
//! The syntax tree and the typed program have some hundred node types; their derived `Debug` text holds everything, but
//! drowned in places, empty lists and flags that are off. This reads that text back into a [`Node`], drops what says
//! nothing, and prints the rest with one line a node that fits on it.

use std::fmt::Write;

/// Longest line that a whole node is put on.
const WIDTH: usize = 110;

/// One value of the `Debug` text.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Node {
    /// `BinaryOp`, `"text"`, `42`, or empty for lists and tuples.
    pub(super) label: String,
    /// The parts: fields have a name, elements have not.
    pub(super) parts: Vec<(Option<String>, Node)>,
}

impl Node {
    pub(super) fn leaf(label: impl Into<String>) -> Node {
        Node { label: label.into(), parts: Vec::new() }
    }

    /// Reads the text that `#[derive(Debug)]` printed. Unreadable text becomes a leaf.
    pub(super) fn parse(text: &str) -> Node {
        let mut reader = Reader { text, at: 0 };
        reader.value()
    }

    /// The tree without what `keep` refuses (a field's name and value) and with nodes replaced as `name` says.
    pub(super) fn simplify(self, name: &dyn Fn(&Node) -> Option<String>) -> Node {
        if let Some(label) = name(&self) {
            return Node::leaf(label);
        }
        let mut parts: Vec<(Option<String>, Node)> = self
            .parts
            .into_iter()
            .map(|(field, node)| (field, node.simplify(name)))
            .filter(|(field, node)| says_something(field, node))
            .collect();
        // `Some(x)` and a struct of nothing but `kind` are their content.
        let only_kind = parts.len() == 1 && parts[0].0.as_deref() == Some("kind");
        if (self.label == "Some" || only_kind) && parts.len() == 1 {
            return parts.remove(0).1;
        }
        // What a `Stmt` or an `Expr` is says more than that it is one.
        if let Some(index) = parts.iter().position(|(field, _)| field.as_deref() == Some("kind")) {
            let (_, kind) = parts.remove(index);
            let mut all = kind.parts;
            all.extend(parts);
            return Node { label: kind.label, parts: all };
        }
        Node { label: self.label, parts }
    }

    /// Prints the tree, `depth` levels in.
    pub(super) fn print(&self, depth: usize, out: &mut String) {
        let line = self.line();
        if line.len() + 2 * depth <= WIDTH || self.parts.is_empty() {
            let _ = writeln!(out, "{line}");
            return;
        }
        let _ = writeln!(out, "{}", if self.label.is_empty() { "-" } else { &self.label });
        for (field, node) in &self.parts {
            let _ = write!(out, "{}", "  ".repeat(depth + 1));
            if let Some(field) = field {
                let _ = write!(out, "{field}: ");
            }
            node.print(depth + 1, out);
        }
    }

    /// The whole tree on one line.
    fn line(&self) -> String {
        if self.parts.is_empty() {
            return self.label.clone();
        }
        let parts: Vec<String> = self
            .parts
            .iter()
            .map(|(field, node)| match field {
                Some(field) => format!("{field}: {}", node.line()),
                None => node.line(),
            })
            .collect();
        let (open, close) = if self.label.is_empty() { ('[', ']') } else { ('(', ')') };
        format!("{}{open}{}{close}", self.label, parts.join(", "))
    }
}

/// Places, absent things, empty lists and flags that are off say nothing.
fn says_something(field: &Option<String>, node: &Node) -> bool {
    let is_place = node.label == "Span" || field.as_deref().is_some_and(|f| f == "depth" || f.ends_with("span"));
    let is_nothing = node.parts.is_empty() && matches!(node.label.as_str(), "None" | "false" | "" | "\"\"");
    let is_hollow = node.parts.is_empty() && matches!(node.label.as_str(), "Quals" | "Flags" | "DeclSpecs" | "Block") && field.is_some();
    !is_place && !is_nothing && !is_hollow
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip(&mut self, what: &str) -> bool {
        let found = self.rest().starts_with(what);
        if found {
            self.at += what.len();
        }
        found
    }

    fn value(&mut self) -> Node {
        let label = match self.rest().chars().next() {
            Some(quote @ ('"' | '\'')) => return Node::leaf(self.quoted(quote)),
            Some('[' | '(' | '{') => String::new(),
            _ => self.word(),
        };
        let mut node = Node::leaf(label);
        self.skip(" ");
        let close = if self.skip("{") {
            '}'
        } else if self.skip("(") {
            ')'
        } else if self.skip("[") {
            ']'
        } else {
            return node;
        };
        loop {
            while self.skip(" ") || self.skip(",") {}
            if self.at >= self.text.len() || self.skip(close.encode_utf8(&mut [0; 4])) {
                return node;
            }
            let before = self.at;
            let field = if close == '}' { self.field() } else { None };
            node.parts.push((field, self.value()));
            if self.at == before {
                self.at += self.rest().chars().next().map_or(1, char::len_utf8);
            }
        }
    }

    /// `name: ` in front of a field's value.
    fn field(&mut self) -> Option<String> {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '#'))?;
        if end == 0 || !rest[end..].starts_with(": ") {
            return None;
        }
        let name = rest[..end].to_string();
        self.at += end + 2;
        Some(name)
    }

    fn word(&mut self) -> String {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || "_-+.:#".contains(c))).unwrap_or(rest.len());
        let word = rest[..end].to_string();
        self.at += end;
        word
    }

    fn quoted(&mut self, quote: char) -> String {
        let mut escaped = false;
        let end = self.rest().char_indices().skip(1).find(|(_, c)| {
            let is_end = *c == quote && !escaped;
            escaped = *c == '\\' && !escaped;
            is_end
        });
        let end = end.map_or(self.rest().len(), |(i, c)| i + c.len_utf8());
        let word = self.rest()[..end].to_string();
        self.at += end;
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::{Debug, Formatter};

    /// A struct that prints itself as `#[derive(Debug)]` would.
    struct Record<'a>(&'a str, &'a [(&'a str, &'a dyn Debug)]);

    impl Debug for Record<'_> {
        fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
            let mut record = f.debug_struct(self.0);
            for (name, value) in self.1 {
                record.field(name, value);
            }
            record.finish()
        }
    }

    #[test]
    fn debug_text_becomes_a_tree() {
        let call = Record("Call", &[("name", &"a \"b\\"), ("args", &[1.5, -2e10]), ("ch", &'\'')]);
        let stmts = [
            Record("Stmt", &[("kind", &Ok::<_, ()>(Some(-3))), ("span", &7), ("is_odd", &false)]),
            Record("Stmt", &[("kind", &call), ("span", &1), ("is_odd", &true)]),
        ];
        let tree = Node::parse(&format!("{stmts:?}")).simplify(&|_| None);
        let mut out = String::new();
        tree.print(0, &mut out);
        assert_eq!(out, "[Ok(-3), Call(name: \"a \\\"b\\\\\", args: [1.5, -20000000000.0], ch: '\\'', is_odd: true)]\n");
    }

    #[test]
    fn rubbish_ends() {
        for text in ["", "{", "A {", "A { b: ", ")", "\"", "A(((", "é{ü: 3"] {
            let _ = Node::parse(text).simplify(&|_| None);
        }
    }
}
