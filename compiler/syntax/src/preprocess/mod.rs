//! The C preprocessor ([cpp]): from files to one list of expanded tokens.
//!
//! A macro is switched off while its expansion is read, and a name met then is painted for good: this is the rescanning
//! rule of the standard as gcc and clang carry it out. Work is bounded: see [`MAX_WORK`].

mod c;
mod condition;
mod directive;
mod expand;
mod include;
mod macros;
mod openmp;
mod outline;
mod pragma;
#[cfg(test)]
mod tests;

pub use include::KNOWN_HEADERS;

use crate::intern::{Interner, QuickMap, Symbol, sym};
use crate::token::{Lexer, PpKind, PpToken, Punct};
use crate::{Loader, Options};
use kern_diag::{Code, Diagnostic, Diagnostics, Expansion, FileId, SourceMap, Span};
use macros::Macro;
use outline::{Aside, Outline};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Most tokens that macros may produce in one compilation.
const MAX_WORK: u64 = 3_000_000;
/// Most tokens of one compilation.
const MAX_TOKENS: usize = 5_000_000;
/// Deepest nesting of brackets, as in clang.
pub(crate) const MAX_BRACKETS: u32 = 256;
/// Deepest nesting of macro calls in arguments of macro calls.
const MAX_ARGUMENT_NESTING: u32 = 200;
/// Errors after which reading stops.
const MAX_ERRORS: usize = 100;

/// One `#if` that is open.
struct Conditional {
    /// Its `#`.
    span: Span,
    /// Whether some group of it was read.
    is_taken: bool,
    /// `#else`, if it was seen.
    otherwise: Option<Span>,
}

/// One file being read.
struct Frame {
    lexer: Lexer,
    name: String,
    is_system: bool,
    conditionals: Vec<Conditional>,
    /// Name and line set by `#line`: presumed name, and what to add to a line number.
    presumed: Option<(Option<Symbol>, i64)>,
    /// The macro of an include guard, while the file may still turn out to be wrapped in one.
    guard: Guard,
    /// Of a system header: the declarations that may wait.
    outline: Option<Outline>,
}

/// Search for `#ifndef X` … `#endif` around a whole file.
#[derive(Clone, Copy, PartialEq)]
enum Guard {
    /// Nothing was read yet.
    Start,
    /// Inside the outermost `#ifndef`.
    Inside(Symbol),
    /// After its `#endif`.
    After(Symbol),
    /// There is none.
    None,
}

/// Tokens to be read before the file goes on.
struct Context {
    tokens: Vec<PpToken>,
    position: usize,
    /// Switched on again when the tokens are read.
    source: Option<Rc<Macro>>,
    /// Reading stops at the end.
    is_barrier: bool,
}

/// What the preprocessor gives.
pub(crate) struct Preprocessed {
    /// All tokens, the last is [`PpKind::Eof`].
    pub(crate) tokens: Vec<PpToken>,
    /// Whether the user's text mentions `__CUDA_ARCH__`, by itself or with the macros of `<nv/target>`.
    pub(crate) cuda_arch_tested: bool,
    /// Reading ended early (nesting, endless macro, include cycle); the rest of the text is unknown.
    pub(crate) is_cut: bool,
    /// The names of declarations of headers that were left out, since nothing names them.
    pub(crate) unread: Vec<Symbol>,
}

struct Preprocessor<'a> {
    options: &'a Options,
    loader: &'a dyn Loader,
    sources: &'a mut SourceMap,
    diags: &'a mut Diagnostics,
    interner: &'a mut Interner,
    macros: QuickMap<Symbol, Rc<Macro>>,
    /// The name of the file that is compiled.
    root: String,
    frames: Vec<Frame>,
    contexts: Vec<Context>,
    /// A token read ahead from the file.
    pending: Option<PpToken>,
    known_files: HashMap<String, FileId>,
    once: HashSet<String>,
    /// Libraries whose headers were said to be missing.
    told_libraries: HashSet<String>,
    guards: HashMap<String, Symbol>,
    counter: u32,
    work: u64,
    argument_nesting: u32,
    cuda_arch_tested: bool,
    is_stopped: bool,
    errors: usize,
    /// Declarations of headers that were not read.
    aside: Aside,
    /// Macros of headers that the program defined otherwise or undefined.
    hidden_macros: Vec<Rc<Macro>>,
    /// The file of command-line macros.
    command_line: Option<FileId>,
    /// Number of tokens read so far.
    emitted: usize,
    /// What `#pragma pack` says, and what it pushed; 0 for nothing.
    packing: u8,
    packing_stack: Vec<u8>,
    /// What `#pragma push_macro` keeps, the last first; `None` where nothing was defined.
    kept_macros: Vec<(Symbol, Option<Rc<Macro>>)>,
}

/// See [`crate::outline`].
pub(crate) fn outline(text: &str) -> Vec<(std::ops::Range<usize>, Vec<&str>)> {
    outline::outline(text).pieces(text)
}

/// Runs the preprocessor over `root`.
pub(crate) fn preprocess(
    root: &str,
    options: &Options,
    loader: &dyn Loader,
    sources: &mut SourceMap,
    diags: &mut Diagnostics,
    interner: &mut Interner,
) -> Preprocessed {
    let mut pp = Preprocessor {
        options,
        loader,
        sources,
        diags,
        interner,
        macros: QuickMap::default(),
        root: String::new(),
        frames: Vec::new(),
        contexts: Vec::new(),
        pending: None,
        known_files: HashMap::new(),
        once: HashSet::new(),
        told_libraries: HashSet::new(),
        guards: HashMap::new(),
        counter: 0,
        work: 0,
        argument_nesting: 0,
        cuda_arch_tested: false,
        is_stopped: false,
        errors: 0,
        aside: Aside::default(),
        hidden_macros: Vec::new(),
        command_line: None,
        emitted: 0,
        packing: 0,
        packing_stack: Vec::new(),
        kept_macros: Vec::new(),
    };
    pp.define_builtins();
    pp.open_root(root);
    let mut tokens = pp.run();
    if options.is_c {
        c::words(&mut tokens, pp.interner, &|span| is_own(pp.sources, pp.command_line, span));
    }
    let (tokens, errors) = openmp::rewrite(tokens, pp.aside.places(), pp.interner);
    errors.into_iter().for_each(|error| pp.report(error));
    let (mut tokens, unread) = pp.revive(tokens);
    if options.is_c {
        let (rewritten, errors) = c::rewrite(tokens, pp.interner, &|span| is_own(pp.sources, pp.command_line, span));
        tokens = rewritten;
        errors.into_iter().for_each(|error| pp.report(error));
    }
    Preprocessed { tokens, cuda_arch_tested: pp.cuda_arch_tested, is_cut: pp.is_stopped, unread }
}

impl Preprocessor<'_> {
    fn run(&mut self) -> Vec<PpToken> {
        // Room for a token every three bytes; what is not used is not touched.
        let bytes: usize = self.frames.iter().filter_map(|frame| self.sources.get(frame.lexer.file())).map(|file| file.text.len()).sum();
        let mut out = Vec::with_capacity((bytes / 3).clamp(16384, MAX_TOKENS));
        let mut brackets = 0_u32;
        loop {
            let token = self.next_expanded();
            match token.kind {
                PpKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => {
                    brackets += 1;
                    if brackets > MAX_BRACKETS {
                        self.too_deep(token.span);
                    }
                }
                PpKind::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) => brackets = brackets.saturating_sub(1),
                // Only here: a macro may make a string of it.
                PpKind::Stray => {
                    self.report_stray(token);
                    continue;
                }
                _ => {}
            }
            if out.len() >= MAX_TOKENS && !self.is_stopped {
                self.fatal(
                    Diagnostic::error(Code::TOO_MANY_TOKENS, token.span, "the program is too long")
                        .label("the limit is reached here")
                        .note(format!("the limit is {MAX_TOKENS} tokens, headers included")),
                );
                out.clear();
            }
            let is_class = matches!(token.text, sym::STRUCT | sym::CLASS | sym::UNION) && token.kind == PpKind::Ident;
            let is_enum = is_class && out.last().is_some_and(|before: &PpToken| before.text == sym::ENUM);
            let packed = if is_class && self.packing != 0 && !is_enum { self.packed(token) } else { Vec::new() };
            out.push(token);
            out.extend(packed);
            self.emitted = out.len();
            if token.kind == PpKind::Eof {
                return out;
            }
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.is_stopped {
            return;
        }
        if diagnostic.severity == kern_diag::Severity::Error {
            self.errors += 1;
        } else if diagnostic.primary.as_ref().is_some_and(|p| self.is_system(p.span)) {
            return;
        }
        self.diags.push(diagnostic);
        if self.errors >= MAX_ERRORS {
            self.is_stopped = true;
        }
    }

    fn is_system(&self, span: Span) -> bool {
        let span = self.sources.call_site(span);
        self.sources.files().nth(span.file.0 as usize).is_some_and(|(_, f)| f.is_system)
    }

    /// Reports and ends reading: every next token is the end.
    fn fatal(&mut self, diagnostic: Diagnostic) {
        self.report(diagnostic);
        self.is_stopped = true;
    }

    fn too_deep(&mut self, span: Span) {
        self.fatal(
            Diagnostic::error(Code::NESTING_TOO_DEEP, span, "brackets are nested too deeply")
                .note(format!("the limit is {MAX_BRACKETS}"))
                .note("the rest of the text is not read"),
        );
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the root file is open while tokens are read")
    }

    /// The next token of the current file as written; the directive that it may start is not carried out.
    fn raw_token(&mut self) -> PpToken {
        let Some(frame) = self.frames.last_mut() else { return end_of_text() };
        let token = frame.lexer.next(self.interner);
        if token.text == sym::CUDA_ARCH && (!frame.is_system || frame.name.ends_with("nv/target")) {
            self.cuda_arch_tested = true;
        }
        if !frame.lexer.errors.is_empty() {
            for error in std::mem::take(&mut frame.lexer.errors) {
                self.report(error);
            }
        }
        token
    }

    /// The next token of the files after directives are carried out.
    fn file_token(&mut self) -> PpToken {
        loop {
            if self.is_stopped || self.frames.is_empty() {
                return end_of_text();
            }
            self.defer_items();
            let token = self.raw_token();
            if token.starts_line && token.is(Punct::Hash) {
                self.directive(token);
                if let Some(token) = self.read_context() {
                    return token;
                }
                continue;
            }
            match token.kind {
                PpKind::Eof => {
                    self.close_file();
                    if self.frames.is_empty() {
                        return token;
                    }
                }
                _ => {
                    let frame = self.frame();
                    if !matches!(frame.guard, Guard::Inside(_)) {
                        frame.guard = Guard::None;
                    }
                    return token;
                }
            }
        }
    }

    fn report_stray(&mut self, token: PpToken) {
        let text = self.interner.text(token.text).clone();
        self.report(crate::token::stray_character(text.chars().next().unwrap_or('\\'), token.span));
    }

    /// The next token of the innermost context, if there is one before the file goes on.
    fn read_context(&mut self) -> Option<PpToken> {
        while let Some(context) = self.contexts.last_mut() {
            if let Some(&token) = context.tokens.get(context.position) {
                context.position += 1;
                return Some(token);
            }
            if context.is_barrier {
                return Some(end_of_text());
            }
            self.leave_context();
        }
        None
    }

    fn leave_context(&mut self) {
        if let Some(context) = self.contexts.pop()
            && let Some(source) = context.source
        {
            source.uses.set(source.uses.get() - 1);
        }
    }

    /// The next token before expansion.
    fn next_unexpanded(&mut self) -> PpToken {
        if self.is_stopped {
            return end_of_text();
        }
        if let Some(token) = self.read_context() {
            return token;
        }
        match self.pending.take() {
            Some(token) => token,
            None => self.file_token(),
        }
    }

    /// Whether the next token is `(`; it is not consumed.
    fn peek_call(&mut self) -> bool {
        if self.is_stopped {
            return false;
        }
        while let Some(context) = self.contexts.last() {
            if let Some(token) = context.tokens.get(context.position) {
                return token.is(Punct::LParen);
            }
            if context.is_barrier {
                return false;
            }
            self.leave_context();
        }
        let token = match self.pending.take() {
            Some(token) => token,
            None => self.file_token(),
        };
        self.pending = Some(token);
        token.is(Punct::LParen)
    }

    /// Puts `tokens` before what is read next.
    fn push_context(&mut self, tokens: Vec<PpToken>, source: Option<Rc<Macro>>, is_barrier: bool) {
        if let Some(source) = &source {
            source.uses.set(source.uses.get() + 1);
        }
        self.contexts.push(Context { tokens, position: 0, source, is_barrier });
    }

    fn add_expansion(&mut self, name: Symbol, call: Span, definition: Span) -> kern_diag::ExpansionId {
        let name = self.interner.text(name).to_string();
        self.sources.add_expansion(Expansion { name, call, definition })
    }
}

/// Whether the text at `span` is the program's, and no header's or predefined macro's.
fn is_own(sources: &SourceMap, command_line: Option<FileId>, span: Span) -> bool {
    Some(span.file) != command_line && sources.get(span.file).is_some_and(|file| !file.is_system)
}

fn end_of_text() -> PpToken {
    PpToken { starts_line: true, ..PpToken::new(PpKind::Eof, sym::EMPTY, Span::default()) }
}
