//! The text of a kernel from the tokens that Rust made of it.
//!
//! The preprocessor needs lines, and what Rust leaves out (comments) does no harm. So the text is that of the macro's call, as the Rust
//! compiler shows it, as long as the tokens are found in it one after the other; in an editor, or where another macro wrote the
//! call, each token is put where its line and column say. Either way, a place in the text is the place in the Rust file.

use std::ops::Range;

/// A token, or a bracket of a group.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Piece<S> {
    pub(crate) text: String,
    /// From 1; 0 where it is hidden.
    pub(crate) line: usize,
    /// In characters, from 1.
    pub(crate) column: usize,
    /// The next one follows without a blank: the `<` of `<<`.
    pub(crate) is_joint: bool,
    pub(crate) span: S,
}

/// A text and where its tokens are.
#[derive(PartialEq, Debug)]
pub(crate) struct Text<S> {
    pub(crate) text: String,
    /// Bytes of the text, in order.
    pub(crate) pieces: Vec<(Range<usize>, S)>,
}

/// The call of the macro as it is written, and where it starts.
pub(crate) struct Call {
    pub(crate) text: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// The text of `pieces`; `None` where nothing says on which lines they are.
pub(crate) fn rebuild<S: Copy>(pieces: &[Piece<S>], call: Option<&Call>) -> Option<Text<S>> {
    call.and_then(|call| as_written(pieces, call)).or_else(|| by_columns(pieces))
}

/// The call's text, blanks for what is not the kernel's.
fn as_written<S: Copy>(pieces: &[Piece<S>], call: &Call) -> Option<Text<S>> {
    let bang = call.text.find('!')?;
    let open = bang + call.text[bang..].find(['{', '(', '['])?;
    let close = call.text.rfind(['}', ')', ']']).filter(|close| *close > open)?;
    let mut text = lead(call.line, call.column);
    text.extend(call.text[..=open].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
    let start = text.len();
    let body = &call.text[open + 1..close];
    let (mut found, mut at) = (Vec::with_capacity(pieces.len()), 0);
    for piece in pieces {
        at = skip_blanks(body, at)?;
        if !body[at..].starts_with(&piece.text) {
            return None;
        }
        found.push((start + at..start + at + piece.text.len(), piece.span));
        at += piece.text.len();
    }
    if skip_blanks(body, at)? != body.len() {
        return None;
    }
    text.push_str(body);
    Some(Text { text, pieces: found })
}

/// Blanks up to a line and a column.
pub(crate) fn lead(line: usize, column: usize) -> String {
    "\n".repeat(line.saturating_sub(1)) + &" ".repeat(column.saturating_sub(1))
}

/// Where the next token starts: behind blanks and comments, which nest in Rust.
fn skip_blanks(text: &str, mut at: usize) -> Option<usize> {
    loop {
        let rest = &text[at..];
        at += rest.len() - rest.trim_start().len();
        let rest = &text[at..];
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            let mut depth = 0;
            loop {
                let rest = &text[at..];
                match rest.chars().next()? {
                    '/' if rest.starts_with("/*") => (depth, at) = (depth + 1, at + 2),
                    '*' if rest.starts_with("*/") => (depth, at) = (depth - 1, at + 2),
                    c => at += c.len_utf8(),
                }
                if depth == 0 {
                    break;
                }
            }
        } else {
            return Some(at);
        }
    }
}

/// Every token where it says that it is. One that does not say it, or is from elsewhere (the argument of another macro), comes behind the
/// one before; then lines mean little, and there must be no directives.
fn by_columns<S: Copy>(pieces: &[Piece<S>]) -> Option<Text<S>> {
    let (mut text, mut found) = (String::new(), Vec::with_capacity(pieces.len()));
    let (mut line, mut column) = (1, 1);
    let has_directives = pieces.iter().any(|piece| piece.text == "#");
    let mut is_joint = true;
    for piece in pieces {
        if piece.line == 0 || (piece.line, piece.column) < (line, column) {
            if has_directives {
                return None;
            }
            if !is_joint {
                text.push(' ');
                column += 1;
            }
        } else if piece.line > line {
            text.push_str(&"\n".repeat(piece.line - line));
            (line, column) = (piece.line, 1);
        }
        let blanks = if piece.line == line { piece.column.saturating_sub(column) } else { 0 };
        text.push_str(&" ".repeat(blanks));
        column += blanks;
        is_joint = piece.is_joint;
        let start = text.len();
        text.push_str(&piece.text);
        found.push((start..text.len(), piece.span));
        let lines = piece.text.matches('\n').count();
        let last = piece.text.rsplit('\n').next().unwrap_or("").chars().count();
        (line, column) = if lines > 0 { (line + lines, last + 1) } else { (line, column + last) };
    }
    Some(Text { text, pieces: found })
}

impl<S: Copy> Text<S> {
    /// The first and last token of the bytes `start..end`; where no token is, the one before, or the first.
    pub(crate) fn range(&self, start: usize, end: usize) -> Option<(S, S)> {
        let from = self.pieces.partition_point(|(range, _)| range.end <= start);
        let to = self.pieces.partition_point(|(range, _)| range.start < end.max(start + 1));
        let (first, last) = if from < to { (from, to - 1) } else { (from.saturating_sub(1), from.saturating_sub(1)) };
        Some((self.pieces.get(first)?.1, self.pieces.get(last)?.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tokens of words and single characters, numbered.
    fn pieces(text: &str, line: usize, column: usize) -> Vec<Piece<usize>> {
        let mut pieces: Vec<Piece<usize>> = Vec::new();
        let (mut line, mut column) = (line, column);
        let mut was_word = false;
        for c in text.chars() {
            let is_word = c.is_alphanumeric();
            match pieces.last_mut() {
                Some(last) if was_word && is_word => last.text.push(c),
                _ if c.is_whitespace() => {}
                _ => pieces.push(Piece { text: c.into(), line, column, is_joint: c == '<', span: pieces.len() }),
            }
            was_word = is_word;
            (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        pieces
    }

    #[test]
    fn the_call_is_taken_as_it_is_written() {
        let tokens = pieces("#include <x>\n  int ä = 1;", 7, 15);
        let text = "kern::kernels! { /* a /* b */ */ #include <x> // don't\n  int ä = 1; }";
        let rebuilt = rebuild(&tokens, Some(&Call { text: text.into(), line: 7, column: 3 })).unwrap();
        assert_eq!(
            rebuilt.text,
            format!("{}{}", "\n".repeat(6), "                   /* a /* b */ */ #include <x> // don't\n  int ä = 1; ")
        );
        let words: Vec<&str> = rebuilt.pieces.iter().map(|(range, _)| &rebuilt.text[range.clone()]).collect();
        assert_eq!(words, ["#", "include", "<", "x", ">", "int", "ä", "=", "1", ";"]);
        let at = rebuilt.text.find("ä").unwrap();
        assert_eq!(rebuilt.range(at, at + 2), Some((6, 6)));
        assert_eq!(rebuilt.range(at, rebuilt.text.len()), Some((6, 9)));
        // Behind the last token, and before the first.
        assert_eq!(rebuilt.range(rebuilt.text.len(), rebuilt.text.len()), Some((9, 9)));
        assert_eq!(rebuilt.range(0, 1), Some((0, 0)));
    }

    #[test]
    fn other_text_is_rebuilt_from_lines_and_columns() {
        let tokens = pieces("#define A 1\n  int x;", 3, 5);
        let elsewhere = Call { text: "kernels! { $($t)* }".into(), line: 90, column: 1 };
        for call in [None, Some(&elsewhere)] {
            assert_eq!(rebuild(&tokens, call).unwrap().text, "\n\n    #define A 1\n  int x;");
        }
        let hidden: Vec<Piece<usize>> = tokens.iter().map(|p| Piece { line: 0, ..p.clone() }).collect();
        assert_eq!(rebuild(&hidden, None), None);
        let all_alike: Vec<Piece<usize>> = tokens.iter().map(|p| Piece { line: 1, column: 1, ..p.clone() }).collect();
        assert_eq!(rebuild(&all_alike, None), None);
        let nowhere = |text: &str| pieces(text, 1, 1).into_iter().map(|p| Piece { line: 1, column: 1, ..p }).collect::<Vec<_>>();
        assert_eq!(rebuild(&nowhere("k<<<1, x"), None).unwrap().text, "k <<<1 , x");
        assert_eq!(rebuild(&nowhere("#define A 1"), None), None);
        let mut foreign = pieces("int x;\nint y;", 3, 5);
        foreign[1].line = 90;
        assert_eq!(rebuild(&foreign, None).unwrap().text.trim(), format!("int{}x ; int y ;", "\n".repeat(87) + "        "));
        assert_eq!(rebuild::<u8>(&[], None).unwrap().text, "");
    }

    #[test]
    fn no_text_of_a_call_is_too_odd() {
        for text in ["", "kernels", "kernels!", "kernels!{", "kernels!}{", "kernels!{/*", "kernels!{/* /* */}", "ä!ä(ä"] {
            rebuild(&pieces("a", 1, 1), Some(&Call { text: text.into(), line: 0, column: 0 }));
        }
    }
}
