//! A position in the tokens of a text, and its mistakes.

use super::lexer::{Kind, Token};
use crate::RegType;
use kern_diag::{Code, Diagnostic, FileId, Span};

/// Result of reading a part; the first mistake ends the reading.
pub(super) type Parsed<T> = Result<T, Box<Diagnostic>>;

pub(super) struct Cursor<'t> {
    pub(super) text: &'t str,
    file: FileId,
    tokens: Vec<Token>,
    at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(file: FileId, text: &'t str) -> Cursor<'t> {
        Cursor { text, file, tokens: super::lexer::tokens(text), at: 0 }
    }

    pub(super) fn peek(&self) -> Token {
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn peek_after(&self) -> Token {
        self.tokens[(self.at + 1).min(self.tokens.len() - 1)]
    }

    pub(super) fn next(&mut self) -> Token {
        let token = self.peek();
        self.at += 1;
        token
    }

    pub(super) fn spelled(&self, token: Token) -> &'t str {
        self.text.get(token.start as usize..token.end as usize).unwrap_or("")
    }

    pub(super) fn span(&self, token: Token) -> Span {
        Span::new(self.file, token.start, token.end)
    }

    /// `expected what, found …` at the next token.
    pub(super) fn expected<T>(&self, what: &str) -> Parsed<T> {
        let token = self.peek();
        let found = if token.kind == Kind::End { "the end".to_string() } else { format!("`{}`", self.spelled(token)) };
        self.wrong(token, format!("expected {what}, found {found}"))
    }

    /// A mistake at `token`.
    pub(super) fn wrong<T>(&self, token: Token, message: String) -> Parsed<T> {
        Err(Box::new(Diagnostic::error(Code::IR_TEXT, self.span(token), message)))
    }

    pub(super) fn is_mark(&self, mark: u8) -> bool {
        self.peek().kind == Kind::Mark(mark)
    }

    pub(super) fn eat(&mut self, mark: u8) -> bool {
        let is = self.is_mark(mark);
        self.at += is as usize;
        is
    }

    pub(super) fn mark(&mut self, mark: u8) -> Parsed<()> {
        if self.eat(mark) { Ok(()) } else { self.expected(&format!("`{}`", mark as char)) }
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.peek().kind == Kind::Word && self.spelled(self.peek()) == word
    }

    /// Whether the next tokens are a word and a colon.
    pub(super) fn is_label(&self) -> bool {
        self.peek().kind == Kind::Word && self.peek_after().kind == Kind::Mark(b':')
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let is = self.is_word(word);
        self.at += is as usize;
        is
    }

    pub(super) fn keyword(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    /// Whether the last token was this word.
    pub(super) fn was_word(&self, word: &str) -> bool {
        self.at > 0 && self.tokens.get(self.at - 1).is_some_and(|t| self.spelled(*t) == word)
    }

    /// Exactly these digits.
    pub(super) fn keyword_number(&mut self, digits: &str) -> Parsed<()> {
        if self.peek().kind == Kind::Number && self.spelled(self.peek()) == digits {
            self.at += 1;
            return Ok(());
        }
        self.expected(&format!("`{digits}`"))
    }

    pub(super) fn word(&mut self, what: &str) -> Parsed<&'t str> {
        if self.peek().kind != Kind::Word {
            return self.expected(what);
        }
        let token = self.next();
        Ok(self.spelled(token))
    }

    /// A linkage name.
    pub(super) fn name(&mut self, what: &str) -> Parsed<String> {
        let token = self.peek();
        let word = self.word(what)?;
        match super::names::linkage_name(word) {
            Some(name) => Ok(name),
            None => self.wrong(token, format!("`{word}` is not a name as kern writes it")),
        }
    }

    /// Decimal digits.
    pub(super) fn number<T: std::str::FromStr>(&mut self, what: &str) -> Parsed<T> {
        let parsed = if self.peek().kind == Kind::Number { self.spelled(self.peek()).parse().ok() } else { None };
        match parsed {
            Some(number) => {
                self.at += 1;
                Ok(number)
            }
            None => self.expected(what),
        }
    }

    /// Decimal digits, perhaps after a minus.
    pub(super) fn signed(&mut self, what: &str) -> Parsed<i64> {
        if !self.eat(b'-') {
            return self.number::<i64>(what);
        }
        let token = self.peek();
        let magnitude: u64 = self.number(what)?;
        match 0i64.checked_sub_unsigned(magnitude) {
            Some(number) => Ok(number),
            None => self.wrong(token, "the number is too large".into()),
        }
    }

    pub(super) fn string(&mut self) -> Parsed<String> {
        if self.peek().kind != Kind::Text {
            return self.expected("a string");
        }
        let token = self.next();
        let spelled = self.spelled(token);
        Ok(spelled.strip_prefix('"').and_then(|s| s.strip_suffix('"')).unwrap_or("").to_string())
    }

    /// The remark that follows on the same line, if one does: name and type. One on the next line is a function's name.
    pub(super) fn remark(&mut self) -> Option<(String, String)> {
        let token = self.peek();
        let end = self.at.checked_sub(1).and_then(|before| self.tokens.get(before)).map_or(0, |before| before.end);
        let between = self.text.get(end as usize..token.start as usize).unwrap_or("");
        if token.kind != Kind::Remark || between.contains('\n') {
            return None;
        }
        self.at += 1;
        let text = self.spelled(token).trim_start_matches("//:").trim();
        let (name, type_name) = text.split_once(": ").unwrap_or((text, ""));
        Some((name.trim().to_string(), type_name.trim().to_string()))
    }

    /// The whole of the remark that follows.
    pub(super) fn whole_remark(&mut self) -> Option<String> {
        if self.peek().kind != Kind::Remark {
            return None;
        }
        let token = self.next();
        Some(self.spelled(token).trim_start_matches("//:").trim().to_string())
    }

    /// `.b32` and the like.
    pub(super) fn class(&mut self) -> Parsed<RegType> {
        let class = self.spelled(self.peek()).strip_prefix('.').and_then(RegType::from_text);
        match class {
            Some(class) => {
                self.at += 1;
                Ok(class)
            }
            None => self.expected("a register class"),
        }
    }

    pub(super) fn align(&mut self) -> Parsed<u32> {
        self.keyword(".align")?;
        self.number("an alignment")
    }

    /// `[n]`, or `[]` for none.
    pub(super) fn array_size(&mut self) -> Parsed<Option<u64>> {
        self.mark(b'[')?;
        if self.eat(b']') {
            return Ok(None);
        }
        let size = self.number("a size")?;
        self.mark(b']')?;
        Ok(Some(size))
    }
}
