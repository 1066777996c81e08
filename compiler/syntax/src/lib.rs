//! Text to syntax tree: tokens, preprocessor, token adapter, grammar.
//!
//! ```text
//! text ─[token]→ preprocessing tokens ─[preprocess]→ the same, expanded ─[adapter]→ grammar tokens ─[grammar]→ ast
//! ```
//! C++ is not context-free, the grammar is LR(1): the adapter, which knows the declared names by scope and may look
//! ahead as far as it likes, tags each token with what it is (type name, cast parenthesis, template bracket, …).
//! Nothing here reads files: text comes through a [`Loader`].

pub mod ast;
pub mod threads;

mod adapter;
mod dump;
mod intern;
mod lexeme;
mod literal;
mod parse;
mod preprocess;
mod splice;
mod tok;
mod token;
mod tree;

/// The parser, made from `grammar.lalrpop` by `cargo run -p kern-generate`.
#[expect(unreachable_pub, reason = "lalrpop writes `pub` items")]
mod grammar {
    include!("../generated/grammar.rs");
}

pub use dump::{dump_ast, dump_tokens};
pub use literal::foreign_byte;
pub use preprocess::KNOWN_HEADERS;

use intern::{Interner, Symbol};
use kern_diag::{Code, Diagnostic, Diagnostics, SourceMap};
use std::sync::Arc;

/// Where the text of files comes from.
pub trait Loader {
    /// The text of `name` as written on the command line (`from` is `None`) or in an `#include` of file `from`
    /// (named as [`LoadedFile::name`] said); `is_angled` for `<name>`. `None` when there is no such file.
    fn load(&self, name: &str, from: Option<&str>, is_angled: bool) -> Option<LoadedFile>;
}

/// One file as a [`Loader`] gives it.
#[derive(Clone, Debug)]
pub struct LoadedFile {
    /// The name shown in diagnostics; the same file has the same name each time.
    pub name: String,
    /// The text.
    pub text: Arc<str>,
    /// Whether the file came with `kern` (warnings are silent there).
    pub is_system: bool,
}

/// What a parse depends on besides the text.
#[derive(Clone, Debug)]
pub struct Options {
    /// Macros defined before the first line: name (with parameters, `f(x)`, if any) and body.
    pub defines: Vec<(String, String)>,
    /// Headers included before the first line, each as if by `#include <name>`.
    pub implicit_includes: Vec<String>,
    /// The text is C.
    pub is_c: bool,
    /// Read also those declarations of headers that nothing names.
    pub whole_headers: bool,
    /// Names whose declarations in headers are read though nothing names them.
    pub also_read: Vec<String>,
    /// `__DATE__`, as `Jan  1 1970`.
    pub date: String,
    /// `__TIME__`, as `00:00:00`.
    pub time: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            defines: Vec::new(),
            implicit_includes: Vec::new(),
            is_c: false,
            whole_headers: false,
            also_read: Vec::new(),
            date: "Jan  1 1970".into(),
            time: "00:00:00".into(),
        }
    }
}

/// What [`parse`] gives.
#[derive(Default, Debug)]
pub struct Parsed {
    /// The declarations; what did not parse is there as an `Error` node and has a diagnostic.
    pub unit: ast::TranslationUnit,
    /// Whether text of the user's files (not of system headers but `<nv/target>`) mentions `__CUDA_ARCH__`.
    pub cuda_arch_tested: bool,
    /// What was left out of headers, since nothing names it: the nearest known name may be among it.
    pub unread: Unread,
    /// Tokens that were parsed, headers included.
    pub tokens: u64,
}

/// Names whose declarations in headers were left out.
#[derive(Default)]
pub struct Unread {
    interner: Option<Interner>,
    names: Vec<Symbol>,
}

impl Unread {
    /// The names, in no order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.interner.iter().flat_map(|interner| self.names.iter().map(|&name| &**interner.text(name)))
    }
}

impl std::fmt::Debug for Unread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.names()).finish()
    }
}

/// The declarations in `text`, a header's, that [`parse`] reads only when something names them: byte range, and the
/// names that bring it (those that it declares; for an operator those in its parameters).
pub fn outline(text: &str) -> Vec<(std::ops::Range<usize>, Vec<&str>)> {
    preprocess::outline(text)
}

/// A string without its end, a header that kern lacks: what cannot be parsed then is a consequence.
fn is_of_text(d: &Diagnostic) -> bool {
    matches!(d.code, Code::UNTERMINATED_STRING | Code::UNTERMINATED_CHAR | Code::UNSUPPORTED_LANGUAGE)
}

/// Reads, preprocesses and parses `root`. Files are added to `sources`, mistakes to `diags`.
pub fn parse(root: &str, options: &Options, loader: &dyn Loader, sources: &mut SourceMap, diags: &mut Diagnostics) -> Parsed {
    let mut interner = Interner::new();
    let read = preprocess::preprocess(root, options, loader, sources, diags, &mut interner);
    // Where reading was cut short, that is the mistake to tell: brackets left open behind it are its consequence.
    let is_cut = read.is_cut || diags.iter().any(is_of_text);
    let mut unread = Diagnostics::new();
    let tokens = read.tokens.len() as u64;
    let unit = parse::parse_tokens(read.tokens, &interner, sources, if is_cut { &mut unread } else { diags });
    Parsed { unit, cuda_arch_tested: read.cuda_arch_tested, unread: Unread { interner: Some(interner), names: read.unread }, tokens }
}
