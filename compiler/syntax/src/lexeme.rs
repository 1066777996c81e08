//! What the raw text of a file is cut into: the patterns of the lexer.

use logos::Logos;

macro_rules! puncts {
    ($($name:ident = $text:literal $(, $other:literal)*;)*) => {
        /// Operators and punctuation.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(crate) enum Punct { $($name),* }
        impl Punct {
            /// The main spelling.
            pub(crate) fn text(self) -> &'static str {
                match self { $(Punct::$name => $text),* }
            }
        }
        #[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
        #[logos(error = ())]
        pub(crate) enum Lexeme {
            #[regex(r"[ \t\x0b\x0c\r]+")]
            Space,
            #[regex(r"\\[ \t]*\r?\n")]
            Splice,
            #[token("\n")]
            Newline,
            #[token("//", line_comment)]
            LineComment,
            #[token("/*", block_comment)]
            BlockComment(bool),
            #[regex(r"[A-Za-z_$\u{80}-\u{10ffff}][A-Za-z0-9_$\u{80}-\u{10ffff}]*", priority = 3)]
            Ident,
            #[regex(r"\.?[0-9]([eEpP][+\-]|'[0-9A-Za-z_]|[0-9A-Za-z_.])*", priority = 4)]
            Number,
            #[regex("(u8|u|U|L)?\"", string_literal)]
            String(bool),
            #[regex("(u8|u|U|L)?'", char_literal)]
            Char(bool),
            #[regex("(u8|u|U|L)?R\"", raw_string)]
            RawString(bool),
            $(#[token($text)] $(#[token($other)])* $name,)*
        }
        pub(crate) fn punct(raw: Lexeme) -> Option<Punct> {
            match raw { $(Lexeme::$name => Some(Punct::$name),)* _ => None }
        }
    };
}

puncts! {
    LParen = "("; RParen = ")"; LBracket = "[", "<:"; RBracket = "]", ":>"; LBrace = "{", "<%"; RBrace = "}", "%>";
    Semicolon = ";"; Comma = ","; Colon = ":"; ColonColon = "::"; Question = "?"; Dot = "."; DotStar = ".*"; Ellipsis = "...";
    Arrow = "->"; ArrowStar = "->*"; Plus = "+"; Minus = "-"; Star = "*"; Slash = "/"; Percent = "%"; PlusPlus = "++";
    MinusMinus = "--"; Amp = "&"; Pipe = "|"; Caret = "^"; Tilde = "~"; Bang = "!"; AmpAmp = "&&"; PipePipe = "||"; Shl = "<<";
    Shr = ">>"; Lt = "<"; Gt = ">"; Le = "<="; Ge = ">="; EqEq = "=="; BangEq = "!="; Spaceship = "<=>"; Eq = "="; PlusEq = "+=";
    MinusEq = "-="; StarEq = "*="; SlashEq = "/="; PercentEq = "%="; AmpEq = "&="; PipeEq = "|="; CaretEq = "^="; ShlEq = "<<=";
    ShrEq = ">>="; Hash = "#", "%:"; HashHash = "##", "%:%:"; At = "@"; Backtick = "`"; Backslash = "\\";
}

fn line_comment(lexer: &mut logos::Lexer<'_, Lexeme>) {
    let rest = lexer.remainder().as_bytes();
    let mut i = 0;
    while i < rest.len() {
        match memchr_newline(&rest[i..]) {
            None => i = rest.len(),
            Some(n) => {
                i += n;
                let line = rest[..i].strip_suffix(b"\r").unwrap_or(&rest[..i]);
                if !line.ends_with(b"\\") {
                    break;
                }
                i += 1;
            }
        }
    }
    lexer.bump(i);
}

fn memchr_newline(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|&b| b == b'\n')
}

/// Whether the comment has an end.
fn block_comment(lexer: &mut logos::Lexer<'_, Lexeme>) -> bool {
    match lexer.remainder().find("*/") {
        Some(n) => {
            lexer.bump(n + 2);
            true
        }
        None => {
            lexer.bump(lexer.remainder().len());
            false
        }
    }
}

/// Whether the literal is closed on its line.
fn string_literal(lexer: &mut logos::Lexer<'_, Lexeme>) -> bool {
    quoted(lexer, b'"')
}

/// Whether the literal is closed on its line.
fn char_literal(lexer: &mut logos::Lexer<'_, Lexeme>) -> bool {
    quoted(lexer, b'\'')
}

fn quoted(lexer: &mut logos::Lexer<'_, Lexeme>, quote: u8) -> bool {
    let rest = lexer.remainder().as_bytes();
    let mut i = 0;
    while i < rest.len() {
        match rest[i] {
            b if b == quote => {
                lexer.bump(i + 1);
                return true;
            }
            b'\\' if rest.get(i + 1) == Some(&b'\r') && rest.get(i + 2) == Some(&b'\n') => i += 3,
            // A backslash takes the next character with it; that may be the first byte of a longer one, the rest follows.
            b'\\' if i + 1 < rest.len() => i += 2,
            b'\n' => break,
            _ => i += 1,
        }
    }
    let mut end = i.min(rest.len());
    while end > 0 && !lexer.remainder().is_char_boundary(end) {
        end += 1;
    }
    lexer.bump(end);
    false
}

/// Whether the literal is closed.
fn raw_string(lexer: &mut logos::Lexer<'_, Lexeme>) -> bool {
    let rest = lexer.remainder();
    let open = rest.find('(').filter(|&n| n <= 16 && !rest[..n].contains([' ', ')', '\\', '\t', '\n', '"']));
    let end = open.and_then(|n| {
        let close = format!("){}\"", &rest[..n]);
        rest[n..].find(&close).map(|m| n + m + close.len())
    });
    match end {
        Some(n) => {
            lexer.bump(n);
            true
        }
        None => {
            let n = rest.find('\n').unwrap_or(rest.len());
            lexer.bump(n);
            false
        }
    }
}
