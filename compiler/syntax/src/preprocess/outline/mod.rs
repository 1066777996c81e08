//! The declarations of a header, found without reading them: where each starts and ends and which names it declares.
//!
//! Headers declare thousands of names and a program uses a few. What stands at namespace level of a system header is
//! therefore set aside as text ([`Deferred`]) and read only when something that is read names it; see
//! [`Preprocessor::revive`]. Directives, and what this file does not understand, are read at once. The scan follows
//! brackets, comments and literals, no more: it is made for the headers that come with `kern`, and a test holds every
//! one of them against the parser.

mod members;
mod pieces;
mod scan;

use super::{Frame, Guard, Preprocessor};
use crate::intern::{QuickMap, Symbol, sym};
use crate::token::{Lexer, PpKind, PpToken, Punct};
use kern_diag::FileId;
use members::Body;
pub(super) use scan::outline;
use std::ops::Range;
use std::sync::Arc;

/// Names that the compiler looks up without the text naming them.
const ALWAYS: &[&str] = &["dim3", "uint3", "cudaStream_t", "initializer_list"];

/// Member functions that a `for` over a range calls.
const ALWAYS_MEMBERS: &[&str] = &["begin", "end"];

/// Words of the language that stand for names of `<kern/exceptions.h>` and `<time.h>`.
const BEHIND_WORDS: &[(&str, &[&str])] = &[
    (
        "throw",
        &[
            "type_info",
            "__cxa_allocate_exception",
            "__cxa_throw",
            "__cxa_rethrow",
            "__cxa_thrown",
            "__cxa_terminate",
            "__cxa_operator_new",
            "__cxa_operator_new_array",
        ],
    ),
    (
        "try",
        &[
            "type_info",
            "__cxa_try",
            "__cxa_handler",
            "__cxa_match",
            "__cxa_resume",
            "__cxa_thrown",
            "__cxa_terminate",
            "__cxa_operator_new",
            "__cxa_operator_new_array",
            "__cxa_delete",
        ],
    ),
    // What was allocated is freed where a constructor throws; a destructor that is virtual may be told to free.
    ("new", &["delete"]),
    ("virtual", &["delete"]),
    ("asm", &["__kern_timestamp"]),
    ("__asm__", &["__kern_timestamp"]),
    ("__asm", &["__kern_timestamp"]),
    ("typeid", &["type_info", "__cxa_typeid"]),
    ("dynamic_cast", &["type_info", "__dynamic_cast", "__dynamic_cast_of_reference", "__dynamic_cast_to_void"]),
];

/// What `<=>` stands for of `<compare>`, also in a defaulted comparison.
const BEHIND_THREE_WAY: [&str; 3] = ["__three_way", "__category_of", "strong_ordering"];

/// One declaration of namespace level.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// Where the white space before it starts, in bytes.
    lead: u32,
    /// Its bytes.
    range: Range<u32>,
    /// In [`Outline::names`].
    names: Range<u32>,
    /// An operator, which is of no use before all of its names are.
    needs_all: bool,
}

/// The declarations of a header that may wait, in order.
#[derive(Default, Debug)]
pub(super) struct Outline {
    items: Vec<Item>,
    /// Byte ranges of names: for an operator the types of its parameters, else those declared.
    names: Vec<(u32, u32)>,
    /// The first item behind the last one that was met.
    next: usize,
}

/// A declaration that was not read.
pub(super) struct Deferred {
    /// The number of tokens read before it.
    at: usize,
    file: FileId,
    text: Arc<str>,
    range: Range<u32>,
}

/// All that was set aside.
#[derive(Default)]
pub(super) struct Aside {
    items: Vec<Deferred>,
    /// Which items each name brings.
    by_name: QuickMap<Symbol, Vec<u32>>,
    /// Operators, each with the names that bring it together.
    operators: Vec<(u32, Vec<Symbol>)>,
}

impl Aside {
    /// The number of tokens read before each declaration, ascending.
    pub(super) fn places(&mut self) -> impl Iterator<Item = &mut usize> {
        self.items.iter_mut().map(|item| &mut item.at)
    }
}

/// What a name brings.
#[derive(Clone, Copy)]
enum Wanted {
    /// A declaration.
    Item(u32),
    /// The body of a member function: of which declaration, and which one there.
    Body(u32, u32),
}

/// A declaration that was set aside and then read.
struct Read {
    tokens: Vec<PpToken>,
    /// Those of member functions, and whether each is wanted.
    bodies: Vec<(Body, bool)>,
}

/// What no name has brought so far.
struct Unnamed {
    by_name: QuickMap<Symbol, Vec<u32>>,
    /// The operators that each name is one of the types of.
    operators: QuickMap<Symbol, Vec<u32>>,
    /// Of each operator, the types that were not named yet.
    missing: QuickMap<u32, u32>,
    /// The bodies of member functions of each name.
    bodies: QuickMap<Symbol, Vec<(u32, u32)>>,
    /// What was named.
    named: QuickMap<Symbol, ()>,
    /// Bodies do not wait: the program instantiates a class with all its members.
    has_instantiation: bool,
    wanted: Vec<Wanted>,
}

impl Unnamed {
    /// Operators without a type that may wait are wanted.
    fn new(by_name: QuickMap<Symbol, Vec<u32>>, operators: Vec<(u32, Vec<Symbol>)>) -> Self {
        let mut unnamed = Unnamed {
            by_name,
            operators: QuickMap::default(),
            missing: QuickMap::default(),
            bodies: QuickMap::default(),
            named: QuickMap::default(),
            has_instantiation: false,
            wanted: Vec::new(),
        };
        for (operator, mut types) in operators {
            types.retain(|name| unnamed.by_name.contains_key(name));
            types.sort_unstable();
            types.dedup();
            if types.is_empty() {
                unnamed.wanted.push(Wanted::Item(operator));
            }
            unnamed.missing.insert(operator, types.len() as u32);
            types.into_iter().for_each(|name| unnamed.operators.entry(name).or_default().push(operator));
        }
        unnamed
    }

    /// Wants what a name brings.
    fn name(&mut self, name: Symbol) {
        if self.named.insert(name, ()).is_some() {
            return;
        }
        self.wanted.extend(self.bodies.remove(&name).into_iter().flatten().map(|(item, body)| Wanted::Body(item, body)));
        self.wanted.extend(self.by_name.remove(&name).into_iter().flatten().map(Wanted::Item));
        for operator in self.operators.remove(&name).into_iter().flatten() {
            if let Some(missing) = self.missing.get_mut(&operator) {
                *missing -= 1;
                if *missing == 0 {
                    self.wanted.push(Wanted::Item(operator));
                }
            }
        }
    }

    /// Has a body wait for its name, or wants it at once.
    fn defer(&mut self, item: u32, number: u32, name: Symbol) {
        if self.has_instantiation || self.named.contains_key(&name) {
            self.wanted.push(Wanted::Body(item, number));
        } else {
            self.bodies.entry(name).or_default().push((item, number));
        }
    }
}

impl Read {
    fn push_to(&self, out: &mut Vec<PpToken>) {
        let mut from = 0;
        for (body, is_wanted) in &self.bodies {
            if !is_wanted {
                out.extend_from_slice(&self.tokens[from..body.range.start]);
                let brace = self.tokens[body.range.start].span;
                out.push(PpToken::new(PpKind::Punct(Punct::Semicolon), sym::EMPTY, brace));
                from = body.range.end;
            }
        }
        out.extend_from_slice(&self.tokens[from..]);
    }
}

impl Outline {
    /// That of `text`, with nothing in it yet.
    fn of(text: &str) -> Outline {
        Outline { items: Vec::with_capacity(text.len() / 128), names: Vec::with_capacity(text.len() / 64), next: 0 }
    }

    /// The items of `text`: range and names.
    pub(super) fn pieces(self, text: &str) -> Vec<(Range<usize>, Vec<&str>)> {
        let name = |&(start, end): &(u32, u32)| &text[start as usize..end as usize];
        let names = |item: &Item| self.names[item.names.start as usize..item.names.end as usize].iter().map(name).collect();
        self.items.iter().map(|item| (item.range.start as usize..item.range.end as usize, names(item))).collect()
    }

    /// The item that comes next where reading goes on at byte `here`, once.
    fn item_at(&mut self, here: u32) -> Option<Item> {
        while self.items.get(self.next).is_some_and(|item| item.range.start < here) {
            self.next += 1;
        }
        let item = self.items.get(self.next).filter(|item| here >= item.lead)?.clone();
        self.next += 1;
        Some(item)
    }
}

impl Preprocessor<'_> {
    /// Sets declarations aside that start where the current file is read next.
    pub(super) fn defer_items(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        let Some(mut outline) = frame.outline.take() else { return };
        while let Some(item) = outline.item_at(self.frame().lexer.next_start() as u32) {
            let lexer = &self.frame().lexer;
            let (text, file) = (lexer.text().clone(), lexer.file());
            let names: Vec<Symbol> = outline.names[item.names.start as usize..item.names.end as usize]
                .iter()
                .map(|&(start, end)| self.interner.intern(&text[start as usize..end as usize]))
                .collect();
            // A macro call may be anything.
            if names.iter().any(|name| self.macros.get(name).is_some_and(|made| self.is_of_header(made))) {
                break;
            }
            let index = self.aside.items.len() as u32;
            if item.needs_all {
                self.aside.operators.push((index, names));
            } else {
                for name in names {
                    self.aside.by_name.entry(name).or_default().push(index);
                }
            }
            self.frame().lexer.seek(item.range.end as usize);
            self.aside.items.push(Deferred { at: self.emitted, file, text, range: item.range });
        }
        self.frame().outline = Some(outline);
    }

    /// Reads what `tokens` name of the declarations set aside, and what those name, and so on; each comes where it stood.
    /// The second answer are the names of what is left.
    pub(super) fn revive(&mut self, tokens: Vec<PpToken>) -> (Vec<PpToken>, Vec<Symbol>) {
        let aside = std::mem::take(&mut self.aside);
        if aside.items.is_empty() || self.is_stopped {
            return (tokens, Vec::new());
        }
        self.only_system_macros();
        let mut read: Vec<Option<Read>> = Vec::new();
        read.resize_with(aside.items.len(), || None);
        let mut unread = Unnamed::new(aside.by_name, aside.operators);
        let always = ALWAYS.iter().chain(ALWAYS_MEMBERS).copied();
        for name in always.chain(self.options.also_read.iter().map(String::as_str)) {
            unread.name(self.interner.intern(name));
        }
        for (word, names) in BEHIND_WORDS {
            let word = self.interner.intern(word);
            let items: Vec<u32> =
                names.iter().filter_map(|name| unread.by_name.get(&self.interner.intern(name))).flatten().copied().collect();
            unread.by_name.entry(word).or_default().extend(items);
        }
        self.note_names(&tokens, true, &mut unread);
        while let Some(wanted) = unread.wanted.pop() {
            match wanted {
                Wanted::Item(index) => {
                    let slot = index as usize;
                    if read[slot].is_none() {
                        read[slot] = Some(self.read_and_note(index, &aside.items[slot], &mut unread));
                    }
                }
                Wanted::Body(index, number) => {
                    let Some(found) = &mut read[index as usize] else { continue };
                    let (body, is_wanted) = &mut found.bodies[number as usize];
                    *is_wanted = true;
                    self.note_names(&found.tokens[body.range.clone()], false, &mut unread);
                }
            }
        }
        let mut out = Vec::with_capacity(tokens.len() + read.iter().flatten().map(|found| found.tokens.len()).sum::<usize>());
        let mut from = 0;
        for (item, found) in aside.items.iter().zip(&read) {
            let Some(found) = found else { continue };
            out.extend_from_slice(&tokens[from..item.at]);
            found.push_to(&mut out);
            from = item.at;
        }
        out.extend_from_slice(&tokens[from..]);
        (out, unread.by_name.into_keys().collect())
    }

    /// Reads item number `index` and wants what it names; bodies of its member functions wait.
    fn read_and_note(&mut self, index: u32, item: &Deferred, unread: &mut Unnamed) -> Read {
        let tokens = self.read_item(item);
        let bodies = members::bodies(&tokens);
        let mut from = 0;
        for (number, body) in bodies.iter().enumerate() {
            // That it declares itself calls nobody.
            self.note_names(&tokens[from..body.named_at], false, unread);
            self.note_names(&tokens[body.named_at + 1..body.range.start], false, unread);
            from = body.range.end;
            unread.defer(index, number as u32, body.name);
        }
        self.note_names(&tokens[from..], false, unread);
        Read { tokens, bodies: bodies.into_iter().map(|body| (body, false)).collect() }
    }

    /// Wants what the names in `tokens` bring.
    fn note_names(&mut self, tokens: &[PpToken], is_program: bool, unread: &mut Unnamed) {
        let [vector, boolean, bits] = ["vector", "bool", "vector<bool"].map(|name| self.interner.intern(name));
        let [string, view] = ["basic_string", "basic_string_view"].map(|name| self.interner.intern(name));
        let [wide_string, wide_view] = ["basic_string {", "basic_string_view {"].map(|name| self.interner.intern(name));
        for (i, token) in tokens.iter().enumerate() {
            match token.kind {
                // The suffix of `"x"s` names its literal operator.
                PpKind::Ident if follows_text(tokens, i) => {
                    let name = format!("\"\"{}", self.interner.text(token.text));
                    unread.name(self.interner.intern(&name));
                }
                PpKind::Ident => {
                    unread.name(token.text);
                    unread.has_instantiation |= is_program && is_instantiation(&tokens[i..]);
                    let may_be_bits = is_program
                        && (token.text == vector && is_undecided(&tokens[i + 1..]) || token.text == boolean && is_argument(tokens, i));
                    if may_be_bits || token.text == vector && is_bits(&tokens[i + 1..], boolean) {
                        unread.name(bits);
                    }
                    if (token.text == string || token.text == view) && is_wide(&tokens[i + 1..], is_program) {
                        // Members of a string take views.
                        unread.name(wide_view);
                        if token.text == string {
                            unread.name(wide_string);
                        }
                    }
                }
                // And that of `10ms`.
                PpKind::Number => {
                    let text = self.interner.text(token.text).clone();
                    let suffix = text.trim_start_matches(|c: char| !c.is_ascii_alphabetic() && c != '_');
                    if suffix.len() > 1 || !suffix.is_empty() && !matches!(suffix.as_bytes()[0], b'f' | b'u' | b'l' | b'F' | b'U' | b'L') {
                        let name = self.interner.intern(&format!("\"\"{suffix}"));
                        unread.name(name);
                    }
                }
                PpKind::Punct(Punct::Spaceship) => {
                    BEHIND_THREE_WAY.iter().for_each(|name| unread.name(self.interner.intern(name)));
                }
                _ => {}
            }
        }
    }

    /// Leaves the macros that headers defined: those of the program are no business of a header's text.
    fn only_system_macros(&mut self) {
        let mut macros = std::mem::take(&mut self.macros);
        macros.retain(|_, made| self.is_of_header(made));
        self.macros = macros;
        for made in std::mem::take(&mut self.hidden_macros) {
            self.macros.entry(made.name).or_insert(made);
        }
    }

    fn read_item(&mut self, item: &Deferred) -> Vec<PpToken> {
        let mut lexer = Lexer::new(item.text.clone(), item.file);
        lexer.limit(item.range.start as usize, item.range.end as usize);
        self.frames.push(Frame {
            lexer,
            name: String::new(),
            is_system: true,
            conditionals: Vec::new(),
            presumed: None,
            guard: Guard::None,
            outline: None,
        });
        let mut found = Vec::with_capacity((item.range.len() / 4).max(8));
        loop {
            let token = self.next_expanded();
            match token.kind {
                PpKind::Eof => return found,
                PpKind::Stray => self.report_stray(token),
                _ => found.push(token),
            }
        }
    }
}

/// Whether the word at `i` stands right behind a string or a character.
fn follows_text(tokens: &[PpToken], i: usize) -> bool {
    i.checked_sub(1).is_some_and(|before| {
        let before = &tokens[before];
        matches!(before.kind, PpKind::String | PpKind::Char)
            && before.span.end == tokens[i].span.start
            && before.span.file == tokens[i].span.file
    })
}

/// Whether `template class …` is next, which makes all members of a class.
fn is_instantiation(rest: &[PpToken]) -> bool {
    matches!(rest, [word, class, ..] if word.text == sym::TEMPLATE && matches!(class.text, sym::CLASS | sym::STRUCT))
}

/// Whether a `vector` that `rest` follows is one of `bool`, which is a class of its own that few programs need.
fn is_bits(rest: &[PpToken], boolean: Symbol) -> bool {
    matches!(rest, [open, element, ..] if open.kind == PpKind::Punct(Punct::Lt) && element.text == boolean)
}

/// Whether a `basic_string` that `rest` follows is one of other characters than `char`, or in a program may be: the template
/// that few need, for `string` is a class of its own.
fn is_wide(rest: &[PpToken], is_program: bool) -> bool {
    match rest {
        [open, element, ..] if open.is(Punct::Lt) => match element.text {
            sym::WCHAR_T | sym::CHAR16_T | sym::CHAR32_T => true,
            element => is_program && element != sym::CHAR,
        },
        _ => is_program,
    }
}

/// Whether the elements of a `vector` that `rest` follows are deduced.
fn is_undecided(rest: &[PpToken]) -> bool {
    rest.first().is_some_and(|next| matches!(next.kind, PpKind::Punct(Punct::LParen | Punct::LBrace) | PpKind::Ident))
}

/// Whether the token at `i` is a template argument, as far as its neighbours say.
fn is_argument(tokens: &[PpToken], i: usize) -> bool {
    let is = |at: Option<usize>, wanted: &[Punct]| {
        at.and_then(|at| tokens.get(at)).is_some_and(|t| matches!(t.kind, PpKind::Punct(p) if wanted.contains(&p)))
    };
    is(i.checked_sub(1), &[Punct::Lt, Punct::Comma]) && is(Some(i + 1), &[Punct::Gt, Punct::Shr, Punct::Comma])
}
