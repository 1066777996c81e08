//! The scan of a header for its declarations, by bytes: brackets, comments, literals and the few words that start a name.

use super::pieces::{Piece, Pieces};
use super::{Item, Outline};

struct Scan<'t> {
    pieces: Pieces<'t>,
    outline: Outline,
    /// A directive stands inside the declaration, or its form is not known: it is read at once.
    is_kept: bool,
    /// The declaration is an operator's.
    is_operator: bool,
    /// Names of the declaration's template parameters.
    parameters: Vec<(u32, u32)>,
}

/// The outline of `text`; empty when the scan loses its way.
pub(in crate::preprocess) fn outline(text: &str) -> Outline {
    let mut scan =
        Scan { pieces: Pieces::of(text), outline: Outline::of(text), is_kept: false, is_operator: false, parameters: Vec::new() };
    match scan.run() {
        Some(()) => scan.outline,
        None => Outline::default(),
    }
}

impl Scan<'_> {
    fn run(&mut self) -> Option<()> {
        loop {
            let lead = self.pieces.position;
            let piece = self.pieces.next();
            match piece {
                Piece::End => return Some(()),
                Piece::Directive | Piece::Punct(b'}' | b';') => {}
                // A word, or `[[noreturn]]` and the like before one.
                Piece::Word(..) | Piece::Punct(b'[') => {
                    let start = match piece {
                        Piece::Word(start, _) => start,
                        _ => self.pieces.position as u32 - 1,
                    };
                    if self.block_opens(piece) {
                        continue;
                    }
                    self.pieces.position = start as usize;
                    let first = self.outline.names.len();
                    (self.is_kept, self.is_operator) = (false, false);
                    self.parameters.clear();
                    self.declaration()?;
                    let names = first as u32..self.outline.names.len() as u32;
                    if self.is_kept || names.is_empty() {
                        self.outline.names.truncate(first);
                        continue;
                    }
                    self.outline.items.push(Item {
                        lead: lead as u32,
                        range: start..self.pieces.position as u32,
                        names,
                        needs_all: self.is_operator,
                    });
                }
                // `::f();` and the like: nothing of ours.
                _ => return None,
            }
        }
    }

    /// Whether `first` starts `namespace x {` or `extern "C" {`, which is then behind.
    fn block_opens(&mut self, first: Piece) -> bool {
        let after_first = self.pieces.position;
        let mut word = first;
        if self.is_word(word, b"inline") {
            word = self.pieces.next();
        }
        let opens = if self.is_word(word, b"namespace") {
            loop {
                match self.pieces.next() {
                    Piece::Word(..) | Piece::Punct(b':') => {}
                    piece => break piece == Piece::Punct(b'{'),
                }
            }
        } else {
            self.is_word(first, b"extern") && self.pieces.next() == Piece::Literal && self.pieces.next() == Piece::Punct(b'{')
        };
        if !opens {
            self.pieces.position = after_first;
        }
        opens
    }

    fn is_word(&self, piece: Piece, word: &[u8]) -> bool {
        matches!(piece, Piece::Word(start, end) if &self.pieces.text[start as usize..end as usize] == word)
    }

    /// Reads one declaration up to its `;`, or to the `}` of a function's body, and notes the names that it declares.
    fn declaration(&mut self) -> Option<()> {
        // The last word that may be the name of what follows.
        let mut last: Option<(u32, u32)> = None;
        let mut is_function = false;
        let mut is_initialiser = false;
        // A template or an alias, which declares one name: commas in what follows it separate arguments.
        let mut is_single = false;
        // `-> type`, in which commas separate arguments too.
        let mut is_trailing = false;
        // Behind the `:` of a constructor.
        let mut is_member_list = false;
        let mut before = Piece::End;
        loop {
            let piece = self.pieces.next();
            match piece {
                Piece::End => return None,
                Piece::Directive => self.is_kept = true,
                Piece::Literal => {}
                Piece::Word(start, end) => {
                    match &self.pieces.text[start as usize..end as usize] {
                        b"template" => {
                            is_single = true;
                            self.template_parameters()?;
                            self.requires_clause()?;
                        }
                        b"struct" | b"class" | b"union" | b"enum" if !is_initialiser && !is_function => {
                            last = self.class_head(start)?.or(last)
                        }
                        b"operator" if !is_function => {
                            self.operator()?;
                            is_function = true;
                            last = None;
                        }
                        b"static_assert" | b"namespace" | b"friend" => self.is_kept = true,
                        b"__attribute__" | b"__align__" | b"alignas" | b"decltype" | b"__asm__" | b"asm" | b"noexcept"
                        | b"__launch_bounds__" | b"__cluster_dims__" | b"__maxnreg__" | b"__block_size__" => {
                            if !is_function
                                && !is_initialiser
                                && matches!(&self.pieces.text[start as usize..end as usize], b"__asm__" | b"asm")
                            {
                                self.name(last.take());
                            }
                            self.parentheses()?;
                        }
                        b"using" => is_single = true,
                        b"const" | b"typedef" | b"extern" | b"volatile" => {}
                        _ if is_function || is_initialiser => {}
                        // `A::f()`, `A::v = …` and the like define a member: of use to those who name the class.
                        _ if before == Piece::Punct(b':') && last.is_some() && matches!(self.pieces.peek(), b'(' | b'=' | b'{') => {}
                        _ => last = Some((start, end)),
                    }
                }
                Piece::Punct(b'(') if !is_function && !is_initialiser => {
                    // `typedef int (*name)(…)`, `int (*name[4])(…)`
                    if last.is_none() || self.pieces.peek() == b'*' {
                        while !matches!(self.pieces.next(), Piece::Punct(b'*') | Piece::End) {}
                        let Piece::Word(start, end) = self.pieces.next() else { return None };
                        last = Some((start, end));
                        match self.pieces.next() {
                            Piece::Punct(b')') => {}
                            Piece::Punct(b'[') => {
                                self.skip_to(b']')?;
                                self.is_kept |= self.pieces.next() != Piece::Punct(b')');
                            }
                            _ => self.is_kept = true,
                        }
                        is_function = true;
                        self.name(last.take());
                        continue;
                    }
                    self.name(last.take());
                    is_function = true;
                    self.skip_to(b')')?;
                }
                Piece::Punct(b'(') => self.skip_to(b')')?,
                Piece::Punct(b'[') => self.skip_to(b']')?,
                Piece::Punct(b'{') => {
                    self.skip_to(b'}')?;
                    let is_member = is_member_list && matches!(before, Piece::Word(..) | Piece::Punct(b'>'));
                    if is_function && !is_initialiser && !is_member {
                        return Some(());
                    }
                    self.name(last.take());
                }
                Piece::Punct(b'=') => {
                    if !is_function {
                        self.name(last.take());
                    }
                    is_initialiser = true;
                }
                Piece::Punct(b',') => {
                    // Several declarators: all names are wanted; the second may follow an initialiser.
                    self.name(last.take());
                    self.is_kept |= (is_initialiser && !is_single) || is_function && !is_member_list;
                }
                Piece::Punct(b';') => {
                    self.name(last.take());
                    return Some(());
                }
                Piece::Punct(b'<') if is_trailing || is_member_list || !is_function && !is_initialiser => {
                    self.pieces.position -= 1;
                    self.angles()?;
                }
                Piece::Punct(b'}' | b')' | b']') => return None,
                Piece::Arrow => is_trailing = is_function,
                Piece::Punct(b':') => is_member_list |= is_function,
                Piece::Punct(_) => {}
            }
            before = piece;
        }
    }

    fn name(&mut self, name: Option<(u32, u32)>) {
        self.outline.names.extend(name);
    }

    /// After `struct`, `enum` …: notes the name if this declares it, with the body's enumerators, and gives it otherwise.
    fn class_head(&mut self, keyword: u32) -> Option<Option<(u32, u32)>> {
        let is_enum = self.pieces.text[keyword as usize] == b'e';
        let mut name = None;
        loop {
            let before = self.pieces.position;
            match self.pieces.next() {
                Piece::Word(start, end) => match &self.pieces.text[start as usize..end as usize] {
                    b"__align__" | b"alignas" | b"__attribute__" => self.parentheses()?,
                    b"class" | b"struct" | b"final" => {}
                    // `struct a *f()`: the type of something.
                    _ if name.is_some() => {
                        self.pieces.position = before;
                        return Some(None);
                    }
                    // See `is_bits`.
                    b"vector" if self.pieces.text[end as usize..].starts_with(b"<bool,") => name = Some((start, end + 5)),
                    // See `is_wide`.
                    b"basic_string" if self.pieces.text[end as usize..].starts_with(b" {") => name = Some((start, end + 2)),
                    b"basic_string_view" if self.pieces.text[end as usize..].starts_with(b" {") => name = Some((start, end + 2)),
                    _ => name = Some((start, end)),
                },
                // Base classes, or the type under an enumeration.
                Piece::Punct(b':') => {
                    self.name(name.take());
                    loop {
                        match self.pieces.next() {
                            Piece::Punct(b'{') => break,
                            Piece::Punct(b'<') => {
                                self.pieces.position -= 1;
                                self.angles()?;
                            }
                            Piece::Punct(b'(') => self.skip_to(b')')?,
                            // An enumeration that is defined elsewhere.
                            Piece::Punct(b';') if is_enum => {
                                self.pieces.position -= 1;
                                return Some(None);
                            }
                            Piece::Punct(b';') | Piece::End => return None,
                            _ => {}
                        }
                    }
                    self.class_body(is_enum)?;
                    return Some(None);
                }
                Piece::Punct(b'{') => {
                    self.name(name.take());
                    self.class_body(is_enum)?;
                    return Some(None);
                }
                Piece::Punct(b';') => {
                    self.name(name.take());
                    self.pieces.position = before;
                    return Some(None);
                }
                // A specialisation.
                Piece::Punct(b'<') => {
                    self.pieces.position -= 1;
                    self.angles()?;
                }
                _ => {
                    self.pieces.position = before;
                    return Some(None);
                }
            }
        }
    }

    fn class_body(&mut self, is_enum: bool) -> Option<()> {
        if !is_enum {
            return self.skip_to(b'}');
        }
        let mut is_name = true;
        loop {
            match self.pieces.next() {
                Piece::Word(start, end) if is_name => {
                    self.name(Some((start, end)));
                    is_name = false;
                }
                Piece::Punct(b',') => is_name = true,
                Piece::Punct(b'(') => self.skip_to(b')')?,
                Piece::Punct(b'}') => return Some(()),
                Piece::End => return None,
                _ => {}
            }
        }
    }

    /// After `operator`: what it is, and its parameters, whose types bring it together.
    fn operator(&mut self) -> Option<()> {
        match self.pieces.next() {
            // `operator()`, which is a member; nothing of ours.
            Piece::Punct(b'(') => {
                self.is_kept = true;
                return self.skip_to(b')');
            }
            // `operator""ms`, which numbers bring that end so: the name starts with the quotes.
            Piece::Literal => {
                let quotes = self.pieces.position as u32 - 2;
                let Piece::Word(_, end) = self.pieces.next() else { return None };
                self.name(Some((quotes, end)));
                return self.parentheses();
            }
            // `operator new`, which the word brings; a conversion is a member.
            Piece::Word(start, end) => self.name(Some((start, end))),
            _ => self.is_operator = true,
        }
        loop {
            match self.pieces.next() {
                Piece::Punct(b'(') if !self.is_operator => return self.skip_to(b')'),
                Piece::Punct(b'(') => break,
                Piece::End => return None,
                _ => {}
            }
        }
        // By bracket that is open: whether the type is known, so that words behind it are the parameter's name or default.
        let mut open = vec![false];
        while let Some(has_type) = open.last_mut() {
            match self.pieces.next() {
                Piece::Punct(b'(' | b'<') => open.push(false),
                Piece::Punct(b')' | b'>') => {
                    open.pop();
                }
                Piece::Punct(b',') => *has_type = false,
                Piece::Punct(b'=') => *has_type = true,
                Piece::Word(start, end) if !*has_type => {
                    let word = &self.pieces.text[start as usize..end as usize];
                    *has_type = !is_qualifier(word);
                    let is_parameter = self.parameters.iter().any(|&(from, to)| &self.pieces.text[from as usize..to as usize] == word);
                    if *has_type && !is_parameter && !is_built_in(word) {
                        self.name(Some((start, end)));
                    }
                }
                Piece::End => return None,
                _ => {}
            }
        }
        Some(())
    }

    /// After `template`: notes the names of the parameters.
    fn template_parameters(&mut self) -> Option<()> {
        let before = self.pieces.position;
        self.angles()?;
        let end = std::mem::replace(&mut self.pieces.position, before);
        let (mut depth, mut last) = (0, None);
        while self.pieces.position < end {
            match self.pieces.next() {
                Piece::Punct(b'<') => depth += 1,
                Piece::Punct(b'>') if depth > 1 => depth -= 1,
                Piece::Punct(b',' | b'=' | b'>') if depth == 1 => self.parameters.extend(last.take()),
                Piece::Word(start, end) if depth == 1 => last = Some((start, end)),
                Piece::End => return None,
                _ => {}
            }
        }
        Some(())
    }

    /// Behind the parameters of a template: skips `requires` and what it asks for (C++20 [temp.pre]).
    fn requires_clause(&mut self) -> Option<()> {
        let before = self.pieces.position;
        let word = self.pieces.next();
        if !self.is_word(word, b"requires") {
            self.pieces.position = before;
            return Some(());
        }
        loop {
            match self.pieces.next() {
                Piece::Punct(b'(') => self.skip_to(b')')?,
                word @ Piece::Word(..) if self.is_word(word, b"requires") => {
                    self.parentheses()?;
                    if self.pieces.next() != Piece::Punct(b'{') {
                        return None;
                    }
                    self.skip_to(b'}')?;
                }
                Piece::Word(..) => {
                    self.angles()?;
                    while self.pieces.peek() == b':' {
                        self.pieces.next();
                        self.pieces.next();
                        self.pieces.next();
                        self.angles()?;
                    }
                }
                _ => return None,
            }
            let sign @ (b'&' | b'|') = self.pieces.peek() else { return Some(()) };
            self.pieces.next();
            if self.pieces.next() != Piece::Punct(sign) {
                return None;
            }
        }
    }

    /// Skips `(…)` if it is next.
    fn parentheses(&mut self) -> Option<()> {
        let before = self.pieces.position;
        if self.pieces.next() == Piece::Punct(b'(') {
            return self.skip_to(b')');
        }
        self.pieces.position = before;
        Some(())
    }

    /// Skips `<…>` if it is next.
    fn angles(&mut self) -> Option<()> {
        let before = self.pieces.position;
        if self.pieces.next() != Piece::Punct(b'<') {
            self.pieces.position = before;
            return Some(());
        }
        let mut depth = 1;
        while depth > 0 {
            match self.pieces.next() {
                Piece::Punct(b'<') => depth += 1,
                Piece::Punct(b'>') => depth -= 1,
                Piece::Punct(b'(') => self.skip_to(b')')?,
                Piece::Punct(b'{') => self.skip_to(b'}')?,
                Piece::Punct(b';') | Piece::End => return None,
                Piece::Directive => self.is_kept = true,
                _ => {}
            }
        }
        Some(())
    }

    /// Skips to behind `close`, brackets paired.
    fn skip_to(&mut self, close: u8) -> Option<()> {
        let mut depth = 1_u32;
        loop {
            // Most of a header is bodies, of which the rest does not matter.
            match self.pieces.next_paired_or_opaque() {
                Piece::Punct(b'(' | b'[' | b'{') => depth += 1,
                Piece::Punct(found @ (b')' | b']' | b'}')) => {
                    depth -= 1;
                    if depth == 0 {
                        return (found == close).then_some(());
                    }
                }
                Piece::Directive => self.is_kept = true,
                Piece::End => return None,
                _ => {}
            }
        }
    }
}

/// Words before a type.
fn is_qualifier(word: &[u8]) -> bool {
    matches!(word, b"const" | b"volatile" | b"class" | b"struct" | b"std")
}

/// Types that no header declares, or every program has, and what starts the name of one that depends on others.
fn is_built_in(word: &[u8]) -> bool {
    const WORDS: &str = " typename unsigned signed char short int long bool float double void size_t ";
    WORDS.split(' ').any(|known| known.as_bytes() == word)
}
