//! Words that are nearly keywords, and what they were meant to be.

use super::Adapter;
use kern_diag::{Code, Diagnostic};

/// CUDA's qualifiers by their core.
const QUALIFIERS: &[(&str, &str)] = &[
    ("global", "__global__"),
    ("kernel", "__global__"),
    ("device", "__device__"),
    ("gpu", "__device__"),
    ("host", "__host__"),
    ("cpu", "__host__"),
    ("shared", "__shared__"),
    ("share", "__shared__"),
    ("constant", "__constant__"),
    ("managed", "__managed__"),
    ("forceinline", "__forceinline__"),
    ("noinline", "__noinline__"),
    ("restrict", "__restrict__"),
];

/// Keywords that a declaration or statement starts with.
const KEYWORDS: &[&str] = &[
    "void",
    "int",
    "float",
    "double",
    "char",
    "bool",
    "unsigned",
    "signed",
    "short",
    "long",
    "const",
    "static",
    "struct",
    "class",
    "template",
    "typename",
    "namespace",
    "inline",
    "constexpr",
    "typedef",
    "using",
    "extern",
    "return",
    "while",
    "switch",
    "break",
    "continue",
    "enum",
];

/// Words of the preprocessor.
const DIRECTIVES: &[&str] = &["include", "define", "ifdef", "ifndef", "endif", "undef", "pragma"];

/// The keyword that `word` was meant to be.
pub(super) fn meant(word: &str) -> Option<&'static str> {
    let core = word.trim_matches('_').to_lowercase();
    let near = |known: &str, limit: usize| core.len() >= 3 && strsim::levenshtein(&core, known) <= limit;
    let qualifier = QUALIFIERS.iter().find(|(known, _)| core == *known || near(known, if known.len() >= 6 { 2 } else { 1 }));
    // `_shared_` is nothing else; `shared` and `share` might be.
    match qualifier {
        Some((_, whole)) => Some(whole),
        None => KEYWORDS.iter().find(|known| near(known, if known.len() >= 6 { 2 } else { 1 }) || is_turned(&core, known)).copied(),
    }
}

/// Two neighbours are exchanged: `viod`.
fn is_turned(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let Some(at) = a.iter().zip(b).position(|(x, y)| x != y) else { return false };
    a.len() == b.len() && at + 1 < a.len() && a[at] == b[at + 1] && a[at + 1] == b[at] && a[at + 2..] == b[at + 2..]
}

impl Adapter<'_> {
    /// Reports the word here, which starts no declaration, if it is a keyword misspelt; true when it was.
    pub(super) fn misspelt_keyword(&mut self) -> bool {
        let word = self.text(self.word());
        let span = self.token(0).span;
        let next = self.at(self.position + 1);
        if DIRECTIVES.contains(&&*word) && self.token(0).starts_line {
            self.error(
                Diagnostic::error(Code::UNEXPECTED_TOKEN, span, format!("`{word}` without `#`"))
                    .label("a line of the preprocessor")
                    .help(format!("write `#{word}`")),
            );
            return true;
        }
        let is_before_declaration = next.kind == crate::token::PpKind::Ident && !next.starts_line;
        let Some(meant) = meant(&word).filter(|_| is_before_declaration) else { return false };
        self.error(
            Diagnostic::error(Code::UNEXPECTED_TOKEN, span, format!("expected a declaration, found `{word}`"))
                .label("no word of C++ or CUDA")
                .help(format!("did you mean `{meant}`?")),
        );
        true
    }
}

/// Keywords that a statement starts with, which have something behind them.
const STATEMENTS: &[&str] = &["return", "delete", "throw", "goto"];

impl Adapter<'_> {
    /// Where a `;` is missing behind a statement that so far is one word, reports that word if it is a keyword misspelt, as in
    /// `retrun 0;`; true when it was.
    pub(super) fn misspelt_statement(&mut self) -> bool {
        use crate::token::{PpKind, Punct};
        let Some(at) = self.position.checked_sub(1) else { return false };
        let (word, before) = (self.at(at), at.checked_sub(1).map(|i| self.at(i)));
        let is_alone = matches!(
            before.map(|token| token.kind),
            Some(PpKind::Punct(Punct::Semicolon | Punct::LBrace | Punct::RBrace | Punct::RParen | Punct::Colon))
        );
        if word.kind != PpKind::Ident || !is_alone || self.token(0).starts_line {
            return false;
        }
        let written = self.text(self.word_at(at));
        let text = written.to_lowercase();
        let is_meant = |known: &&&str| strsim::levenshtein(&text, known) == 1 || is_turned(&text, known);
        let (span, Some(meant)) = (word.span, STATEMENTS.iter().find(is_meant)) else { return false };
        self.error(
            Diagnostic::error(Code::UNEXPECTED_TOKEN, span, format!("expected a statement, found `{written}`"))
                .label("no word of C++ or CUDA")
                .help(format!("did you mean `{meant}`?")),
        );
        true
    }
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn keywords_are_found_in_what_is_nearly_one() {
        for (word, keyword) in [
            ("_global_", "__global__"),
            ("__global", "__global__"),
            ("__globl__", "__global__"),
            ("global", "__global__"),
            ("__kernel__", "__global__"),
            ("__Device__", "__device__"),
            ("_shared_", "__shared__"),
            ("viod", "void"),
            ("flaot", "float"),
            ("unsinged", "unsigned"),
        ] {
            assert_eq!(meant(word), Some(keyword), "{word}");
        }
        assert_eq!(meant("velocity"), None);
        assert_eq!(meant("tid"), None);
    }
}
