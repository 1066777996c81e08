//! The expression of `#if` ([cpp.cond]): 64-bit integers, signed unless an operand is unsigned.

use super::Preprocessor;
use crate::intern::sym;
use crate::literal;
use crate::token::{PpKind, PpToken, Punct, word_sign};
use kern_diag::{Code, Diagnostic, Span};

/// Deepest nesting in one expression.
const MAX_NESTING: u32 = 200;

#[derive(Clone, Copy)]
struct Value {
    bits: i64,
    is_unsigned: bool,
}

impl Value {
    fn of(holds: bool) -> Value {
        Value { bits: i64::from(holds), is_unsigned: false }
    }
}

struct Parser<'t> {
    tokens: &'t [PpToken],
    position: usize,
    end: Span,
    depth: u32,
}

type Answer = Result<Value, Box<Diagnostic>>;

impl Preprocessor<'_> {
    /// Whether the condition `line` holds; a wrong one is reported and does not.
    pub(super) fn condition(&mut self, line: &[PpToken], directive: Span) -> bool {
        let Some(tokens) = self.resolve_operators(line) else { return false };
        let tokens = self.expand_list(tokens);
        if tokens.is_empty() {
            self.report(Diagnostic::error(Code::BAD_CONDITION, directive, "expected a condition").label("the line ends here"));
            return false;
        }
        let end = line.last().map_or(directive, |t| Span { start: t.span.end.saturating_sub(1), ..t.span });
        let mut parser = Parser { tokens: &tokens, position: 0, end, depth: 0 };
        let mut answer = self.comma(&mut parser, true);
        if answer.is_ok()
            && let Some(extra) = parser.tokens.get(parser.position)
        {
            let text = self.spelling(*extra).to_string();
            let mut d = bad(extra.span, format!("expected an operator, found `{text}`"));
            if extra.is(Punct::LParen)
                && let Some(before) = parser.position.checked_sub(1).map(|p| parser.tokens[p])
                && before.kind == PpKind::Ident
            {
                let name = self.spelling(before).to_string();
                d = bad(before.span, format!("`{name}` is no macro that takes arguments"));
            }
            answer = Err(Box::new(d));
        }
        match answer {
            Ok(value) => value.bits != 0,
            Err(d) => {
                self.report(*d);
                false
            }
        }
    }

    /// Replaces `defined X` and `__has_include(…)` before macros are expanded.
    fn resolve_operators(&mut self, line: &[PpToken]) -> Option<Vec<PpToken>> {
        let mut out = Vec::with_capacity(line.len());
        let mut i = 0;
        while let Some(&token) = line.get(i) {
            i += 1;
            let holds = if token.is_word(sym::DEFINED) {
                let is_bracketed = line.get(i).is_some_and(|t| t.is(Punct::LParen));
                let name = line.get(i + usize::from(is_bracketed)).filter(|t| t.kind == PpKind::Ident);
                let is_closed = !is_bracketed || line.get(i + 2).is_some_and(|t| t.is(Punct::RParen));
                let Some(name) = name.filter(|_| is_closed) else {
                    self.report(bad(token.span, "expected a macro name after `defined`").help("write `defined(NAME)`"));
                    return None;
                };
                i += if is_bracketed { 3 } else { 1 };
                self.macros.contains_key(&name.text)
            } else if token.is_word(sym::HAS_INCLUDE) && line.get(i).is_some_and(|t| t.is(Punct::LParen)) {
                let close = line[i..].iter().position(|t| t.is(Punct::RParen)).map_or(line.len(), |n| i + n);
                let inner = line[i + 1..close].to_vec();
                i = (close + 1).min(line.len());
                let inner = if inner.first().is_some_and(|t| t.is(Punct::Lt) || t.kind == PpKind::String) {
                    inner
                } else {
                    self.expand_list(inner)
                };
                let Some((name, is_angled, _)) = self.header_from_tokens(&inner) else {
                    self.report(bad(token.span, "expected `\"file\"` or `<file>` in `__has_include(…)`"));
                    return None;
                };
                let from = self.frame().name.clone();
                self.loader.load(&name, Some(&from), is_angled).is_some()
            } else {
                out.push(token);
                continue;
            };
            let text = self.interner.intern(if holds { "1" } else { "0" });
            out.push(PpToken { kind: PpKind::Number, text, ..token });
        }
        Some(out)
    }

    fn comma(&mut self, p: &mut Parser<'_>, is_live: bool) -> Answer {
        let mut value = self.ternary(p, is_live)?;
        while p.eat(Punct::Comma).is_some() {
            value = self.ternary(p, is_live)?;
        }
        Ok(value)
    }

    fn ternary(&mut self, p: &mut Parser<'_>, is_live: bool) -> Answer {
        let condition = self.binary(p, 0, is_live)?;
        if p.eat(Punct::Question).is_none() {
            return Ok(condition);
        }
        let holds = condition.bits != 0;
        let then = self.nested(p, is_live && holds, Preprocessor::comma)?;
        if p.eat(Punct::Colon).is_none() {
            return Err(Box::new(bad(p.here(), "expected `:`")));
        }
        let otherwise = self.nested(p, is_live && !holds, Preprocessor::ternary)?;
        let is_unsigned = then.is_unsigned || otherwise.is_unsigned;
        Ok(Value { is_unsigned, ..if holds { then } else { otherwise } })
    }

    fn nested(&mut self, p: &mut Parser<'_>, is_live: bool, rule: fn(&mut Self, &mut Parser<'_>, bool) -> Answer) -> Answer {
        p.depth += 1;
        if p.depth > MAX_NESTING {
            return Err(Box::new(bad(p.here(), "this condition is nested too deeply")));
        }
        let value = rule(self, p, is_live)?;
        p.depth -= 1;
        Ok(value)
    }

    fn binary(&mut self, p: &mut Parser<'_>, least: u8, is_live: bool) -> Answer {
        let mut left = self.unary(p, is_live)?;
        while let Some(op) = self.operator(p)
            && power(op) > least
        {
            let span = p.here();
            p.position += 1;
            let is_right_live = is_live
                && match op {
                    Punct::AmpAmp => left.bits != 0,
                    Punct::PipePipe => left.bits == 0,
                    _ => true,
                };
            let right = self.binary(p, power(op), is_right_live)?;
            left = apply(op, left, right, is_live, span)?;
        }
        Ok(left)
    }

    /// The binary operator at the current token, by sign or word.
    fn operator(&self, p: &Parser<'_>) -> Option<Punct> {
        let token = p.tokens.get(p.position)?;
        let op = match token.kind {
            PpKind::Punct(punct) => punct,
            PpKind::Ident => word_sign(token.text)?,
            _ => return None,
        };
        (power(op) > 0).then_some(op)
    }

    fn unary(&mut self, p: &mut Parser<'_>, is_live: bool) -> Answer {
        let Some(&token) = p.tokens.get(p.position) else {
            return Err(Box::new(bad(p.end, "expected a value").label("the line ends here")));
        };
        p.position += 1;
        match token.kind {
            PpKind::Punct(Punct::LParen) => {
                let value = self.nested(p, is_live, Preprocessor::comma)?;
                if p.eat(Punct::RParen).is_none() {
                    return Err(Box::new(bad(p.here(), "expected `)`").also(token.span, "to close this")));
                }
                Ok(value)
            }
            PpKind::Punct(op @ (Punct::Bang | Punct::Minus | Punct::Plus | Punct::Tilde)) => {
                let value = self.nested(p, is_live, Preprocessor::unary)?;
                Ok(match op {
                    Punct::Bang => Value::of(value.bits == 0),
                    Punct::Minus => Value { bits: value.bits.wrapping_neg(), ..value },
                    Punct::Tilde => Value { bits: !value.bits, ..value },
                    _ => value,
                })
            }
            PpKind::Number => match literal::number(self.interner.text(token.text)) {
                Ok(literal::Number::Int { value, suffix, is_decimal }) => {
                    let Ok(bits) = u64::try_from(value) else { return Err(Box::new(bad(token.span, "this number is too large"))) };
                    Ok(Value { bits: bits as i64, is_unsigned: suffix.is_unsigned || (bits as i64) < 0 && !is_decimal })
                }
                Ok(_) => Err(Box::new(bad(token.span, "expected an integer, found a floating-point number"))),
                Err(e) => Err(Box::new(bad(token.span, e.to_string()))),
            },
            PpKind::Char => match literal::character(self.interner.text(token.text)) {
                Ok((value, _)) => Ok(Value { bits: i64::from(value as i32), is_unsigned: false }),
                Err(e) => Err(Box::new(bad(token.span, e.to_string()))),
            },
            PpKind::Ident => match token.text {
                sym::TRUE => Ok(Value::of(true)),
                sym::NOT => {
                    let value = self.nested(p, is_live, Preprocessor::unary)?;
                    Ok(Value::of(value.bits == 0))
                }
                sym::COMPL => {
                    let value = self.nested(p, is_live, Preprocessor::unary)?;
                    Ok(Value { bits: !value.bits, ..value })
                }
                sym::DEFINED => {
                    // `defined` that a macro made: its argument is expanded already, take what is left.
                    let open = p.eat(Punct::LParen).is_some();
                    let name = p.tokens.get(p.position).copied();
                    p.position += 1;
                    if open {
                        p.eat(Punct::RParen);
                    }
                    Ok(Value::of(name.is_some_and(|n| self.macros.contains_key(&n.text))))
                }
                _ => Ok(Value::of(false)),
            },
            _ => {
                let text = self.spelling(token).to_string();
                Err(Box::new(bad(token.span, format!("expected a value, found `{text}`"))))
            }
        }
    }
}

impl Parser<'_> {
    fn eat(&mut self, punct: Punct) -> Option<PpToken> {
        let token = *self.tokens.get(self.position)?;
        token.is(punct).then(|| {
            self.position += 1;
            token
        })
    }

    fn here(&self) -> Span {
        self.tokens.get(self.position).map_or(self.end, |t| t.span)
    }
}

fn bad(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::BAD_CONDITION, span, message)
}

/// Binding power of a binary operator, 0 for others.
fn power(op: Punct) -> u8 {
    use Punct::*;
    match op {
        PipePipe => 1,
        AmpAmp => 2,
        Pipe => 3,
        Caret => 4,
        Amp => 5,
        EqEq | BangEq => 6,
        Lt | Gt | Le | Ge => 7,
        Shl | Shr => 8,
        Plus | Minus => 9,
        Star | Slash | Percent => 10,
        _ => 0,
    }
}

fn apply(op: Punct, a: Value, b: Value, is_live: bool, span: Span) -> Answer {
    use Punct::*;
    let is_unsigned = a.is_unsigned || b.is_unsigned;
    let value = |bits| Ok(Value { bits, is_unsigned });
    let (x, y) = (a.bits, b.bits);
    let (ux, uy) = (x as u64, y as u64);
    let less = if is_unsigned { ux < uy } else { x < y };
    match op {
        PipePipe => Ok(Value::of(x != 0 || y != 0)),
        AmpAmp => Ok(Value::of(x != 0 && y != 0)),
        Pipe => value(x | y),
        Caret => value(x ^ y),
        Amp => value(x & y),
        EqEq => Ok(Value::of(x == y)),
        BangEq => Ok(Value::of(x != y)),
        Lt => Ok(Value::of(less)),
        Ge => Ok(Value::of(!less)),
        Gt => Ok(Value::of(!less && x != y)),
        Le => Ok(Value::of(less || x == y)),
        // A negative count shifts the other way, as in gcc.
        Shl | Shr => {
            let is_left = (op == Shl) == (b.is_unsigned || y >= 0);
            let count = if b.is_unsigned { uy } else { y.unsigned_abs() };
            let bits = match (count < 64, is_left, a.is_unsigned) {
                (true, true, _) => x << count,
                (true, false, true) => (ux >> count) as i64,
                (true, false, false) => x >> count,
                (false, false, false) => x >> 63,
                _ => 0,
            };
            Ok(Value { bits, is_unsigned: a.is_unsigned })
        }
        Plus => value(x.wrapping_add(y)),
        Minus => value(x.wrapping_sub(y)),
        Star => value(x.wrapping_mul(y)),
        _ if y == 0 => {
            if is_live {
                return Err(Box::new(bad(span, "division by zero in a condition")));
            }
            value(0)
        }
        Slash => value(if is_unsigned { (ux / uy) as i64 } else { x.wrapping_div(y) }),
        _ => value(if is_unsigned { (ux % uy) as i64 } else { x.wrapping_rem(y) }),
    }
}
