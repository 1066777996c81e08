//! Values of literals ([lex.literal]).

use crate::ast::{FloatSuffix, IntSuffix, StringPrefix};
use std::fmt;

/// The value of a pp-number.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Number {
    /// `42u`
    Int { value: u128, suffix: IntSuffix, is_decimal: bool },
    /// `1.5f`
    Float { value: f64, suffix: FloatSuffix },
    /// `10ms`: the number and the suffix, a call of `operator""ms`.
    User(Box<Number>, String),
}

/// What is wrong with a literal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Mistake {
    Digit(char, &'static str),
    Empty(&'static str),
    TooLarge,
    HexFloatWithoutExponent,
    ExponentWithoutDigits,
    Escape(String),
    EscapeTooLarge,
    EmptyChar,
    LongChar,
    Unclosed,
}

impl Mistake {
    /// What to write instead.
    pub(crate) fn help(&self) -> Option<&'static str> {
        match self {
            Mistake::HexFloatWithoutExponent => Some("write a binary exponent, as in `0x1.8p0`"),
            Mistake::LongChar => Some("write a string in double quotes for more than one character"),
            Mistake::Digit(_, "octal") => Some("a number that starts with `0` is octal: leave the `0` out"),
            Mistake::Escape(_) => Some("write `\\\\` for a backslash"),
            _ => None,
        }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mistake::Digit(c, base) => write!(f, "`{c}` is no {base} digit"),
            Mistake::Empty(base) => write!(f, "this {base} number has no digits"),
            Mistake::TooLarge => f.write_str("this number is too large for any integer type"),
            Mistake::HexFloatWithoutExponent => f.write_str("a hexadecimal floating-point number needs an exponent"),
            Mistake::ExponentWithoutDigits => f.write_str("the exponent has no digits"),
            Mistake::Escape(text) => write!(f, "unknown escape `\\{text}`"),
            Mistake::EscapeTooLarge => f.write_str("this escape is too large for a character"),
            Mistake::EmptyChar => f.write_str("a character literal needs a character"),
            Mistake::LongChar => f.write_str("a character literal holds one character"),
            Mistake::Unclosed => f.write_str("this literal is not closed"),
        }
    }
}

/// The value of the pp-number `text`.
pub(crate) fn number(text: &str) -> Result<Number, Mistake> {
    let clean: String = text.chars().filter(|c| *c != '\'').collect();
    let lower = clean.to_ascii_lowercase();
    if let Some(hex) = lower.strip_prefix("0x") {
        return hexadecimal(hex, &clean[2..]);
    }
    if let Some(bits) = lower.strip_prefix("0b") {
        let n = bits.find(|c: char| !c.is_ascii_digit()).unwrap_or(bits.len());
        return integer(&bits[..n], &clean[2 + n..], 2, "binary");
    }
    let digits = lower.find(|c: char| !c.is_ascii_digit()).unwrap_or(lower.len());
    let after = lower[digits..].chars().next();
    if !matches!(after, Some('.' | 'e')) {
        let (base, name, body) =
            if digits > 1 && lower.starts_with('0') { (8, "octal", &lower[1..digits]) } else { (10, "decimal", &lower[..digits]) };
        return integer(body, &clean[digits..], base, name);
    }
    let mut end = digits;
    if after == Some('.') {
        end += 1;
        end += lower[end..].find(|c: char| !c.is_ascii_digit()).unwrap_or(lower.len() - end);
    }
    if lower[end..].starts_with('e') {
        let sign = usize::from(matches!(lower.as_bytes().get(end + 1), Some(b'+' | b'-')));
        let exponent = &lower[end + 1 + sign..];
        let n = exponent.find(|c: char| !c.is_ascii_digit()).unwrap_or(exponent.len());
        if n == 0 {
            return Err(Mistake::ExponentWithoutDigits);
        }
        end += 1 + sign + n;
    }
    let suffix = &clean[end..];
    // `f` must round once, from the digits: parse as f32 there.
    let value = match suffix {
        "f" | "F" => lower[..end].parse::<f32>().map(f64::from),
        _ => lower[..end].parse::<f64>(),
    };
    float(value.unwrap_or(0.0), suffix)
}

fn float(value: f64, suffix: &str) -> Result<Number, Mistake> {
    let plain = |suffix| Number::Float { value, suffix };
    Ok(match suffix {
        "" => plain(FloatSuffix::None),
        "f" | "F" => plain(FloatSuffix::Float),
        "l" | "L" => plain(FloatSuffix::Long),
        other => Number::User(Box::new(plain(FloatSuffix::None)), other.to_string()),
    })
}

fn integer(digits: &str, suffix: &str, base: u32, name: &'static str) -> Result<Number, Mistake> {
    if digits.is_empty() && base != 8 {
        return Err(Mistake::Empty(name));
    }
    let mut value = 0_u128;
    for c in digits.chars() {
        let digit = c.to_digit(base).ok_or(Mistake::Digit(c, name))?;
        value = value.checked_mul(u128::from(base)).and_then(|v| v.checked_add(u128::from(digit))).ok_or(Mistake::TooLarge)?;
    }
    if u64::try_from(value).is_err() {
        return Err(Mistake::TooLarge);
    }
    let plain = |suffix| Number::Int { value, suffix, is_decimal: base == 10 };
    let (is_unsigned, longs) = match suffix {
        "" => (false, 0),
        "u" | "U" => (true, 0),
        "l" | "L" => (false, 1),
        "ll" | "LL" => (false, 2),
        "ul" | "uL" | "Ul" | "UL" | "lu" | "lU" | "Lu" | "LU" => (true, 1),
        "ull" | "uLL" | "Ull" | "ULL" | "llu" | "llU" | "LLu" | "LLU" => (true, 2),
        other => return Ok(Number::User(Box::new(plain(IntSuffix::default())), other.to_string())),
    };
    Ok(plain(IntSuffix { is_unsigned, longs }))
}

/// `lower` and `clean` are what follows `0x`.
fn hexadecimal(lower: &str, clean: &str) -> Result<Number, Mistake> {
    let whole = lower.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(lower.len());
    let after = lower[whole..].chars().next();
    if !matches!(after, Some('.' | 'p')) {
        return integer(&lower[..whole], &clean[whole..], 16, "hexadecimal");
    }
    let mut end = whole;
    let mut fraction = "";
    if after == Some('.') {
        let n = lower[end + 1..].find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(lower.len() - end - 1);
        fraction = &lower[end + 1..end + 1 + n];
        end += 1 + n;
    }
    if !lower[end..].starts_with('p') {
        return Err(Mistake::HexFloatWithoutExponent);
    }
    let sign = usize::from(matches!(lower.as_bytes().get(end + 1), Some(b'+' | b'-')));
    let digits = &lower[end + 1 + sign..];
    let n = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    if n == 0 {
        return Err(Mistake::ExponentWithoutDigits);
    }
    let exponent = digits[..n].parse::<i64>().unwrap_or(i64::from(i32::MAX)).min(1 << 20);
    let exponent = if lower.as_bytes()[end + 1] == b'-' { -exponent } else { exponent };
    end += 1 + sign + n;
    let suffix = &clean[end..];
    let is_float = matches!(suffix, "f" | "F");
    let value = hex_float(&lower[..whole], fraction, exponent, if is_float { 24 } else { 53 }, if is_float { -149 } else { -1074 });
    float(value, suffix)
}

/// `0x whole . fraction p exponent`, rounded once (to nearest, ties to even) to `precision` bits with least exponent `least`.
fn hex_float(whole: &str, fraction: &str, exponent: i64, precision: i64, least: i64) -> f64 {
    let mut mantissa = 0_u128;
    let mut scale = exponent - 4 * fraction.len() as i64;
    let mut is_sticky = false;
    for c in whole.chars().chain(fraction.chars()) {
        let digit = u128::from(c.to_digit(16).unwrap_or(0));
        if mantissa >> 120 == 0 {
            mantissa = mantissa << 4 | digit;
        } else {
            is_sticky |= digit != 0;
            scale += 4;
        }
    }
    if mantissa == 0 {
        return 0.0;
    }
    let length = 128 - i64::from(mantissa.leading_zeros());
    let drop = (length - precision).max(least - scale);
    if drop > 0 {
        if drop > 127 {
            return 0.0;
        }
        let half = 1_u128 << (drop - 1);
        let rest = mantissa & ((1_u128 << drop) - 1);
        mantissa >>= drop;
        scale += drop;
        if rest > half || rest == half && (is_sticky || mantissa & 1 == 1) {
            mantissa += 1;
        }
    }
    // At most 53 bits are left: both factors are exact, and so is the product unless it overflows.
    let mut value = mantissa as f64;
    while scale > 0 && value.is_finite() {
        let step = scale.min(1000);
        value *= 2_f64.powi(step as i32);
        scale -= step;
    }
    while scale < 0 {
        let step = (-scale).min(500);
        value *= 2_f64.powi(-(step as i32));
        scale += step;
    }
    value
}

/// What stands in source text for a byte from 0x80 that belongs to no UTF-8 character: a private character, which is that
/// byte again in a literal, as with nvcc.
pub fn foreign_byte(byte: u8) -> char {
    char::from_u32(FOREIGN | u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The characters from here plus 0x80 to here plus 0xff, the last private ones, stand for bytes.
const FOREIGN: u32 = 0x10_ff00;

/// The bytes of a character in a literal.
fn encode(c: char, buffer: &mut [u8; 4]) -> &[u8] {
    match (c as u32).checked_sub(FOREIGN) {
        Some(byte @ 0x80..=0xff) => {
            buffer[0] = byte as u8;
            &buffer[..1]
        }
        _ => c.encode_utf8(buffer).as_bytes(),
    }
}

/// Appends the bytes of text in a literal.
fn push_text(text: &str, out: &mut Vec<u8>) {
    // The first byte of the characters that stand for others.
    if !text.as_bytes().contains(&0xf4) {
        return out.extend(text.bytes());
    }
    let mut buffer = [0; 4];
    for c in text.chars() {
        out.extend(encode(c, &mut buffer));
    }
}

/// The encoding prefix of a literal and the rest of it.
fn prefix(text: &str) -> (StringPrefix, &str) {
    if let Some(rest) = text.strip_prefix("u8") {
        return (StringPrefix::Utf8, rest);
    }
    match text.as_bytes().first() {
        Some(b'L') => (StringPrefix::Wide, &text[1..]),
        Some(b'u') => (StringPrefix::Utf16, &text[1..]),
        Some(b'U') => (StringPrefix::Utf32, &text[1..]),
        _ => (StringPrefix::None, text),
    }
}

/// One unit of a literal: a character of the text, or a number that an escape gave.
enum Unit {
    Char(char),
    Code(u32),
}

/// The unit at the start of `text` (not empty), and its length.
fn unit(text: &str) -> Result<(Unit, usize), Mistake> {
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return Err(Mistake::Unclosed) };
    if first != '\\' {
        return Ok((Unit::Char(first), first.len_utf8()));
    }
    let Some(c) = chars.next() else { return Err(Mistake::Unclosed) };
    let simple = |code: u32| Ok((Unit::Code(code), 2));
    match c {
        'n' => simple(10),
        't' => simple(9),
        'r' => simple(13),
        'a' => simple(7),
        'b' => simple(8),
        'f' => simple(12),
        'v' => simple(11),
        'e' | 'E' => simple(27),
        '\\' | '\'' | '"' | '?' => simple(c as u32),
        '0'..='7' => {
            let n = text[1..].bytes().take(3).take_while(|b| (b'0'..=b'7').contains(b)).count();
            let code = u32::from_str_radix(&text[1..1 + n], 8).unwrap_or(0);
            Ok((Unit::Code(code), 1 + n))
        }
        'x' => {
            let n = text[2..].bytes().take_while(u8::is_ascii_hexdigit).count();
            if n == 0 {
                return Err(Mistake::Escape("x".into()));
            }
            let code = u32::from_str_radix(&text[2..2 + n], 16).map_err(|_| Mistake::EscapeTooLarge)?;
            Ok((Unit::Code(code), 2 + n))
        }
        'u' | 'U' => {
            let n = if c == 'u' { 4 } else { 8 };
            let code = text.get(2..2 + n).and_then(|t| u32::from_str_radix(t, 16).ok()).and_then(char::from_u32);
            code.map(|c| (Unit::Char(c), 2 + n)).ok_or(Mistake::Escape(c.into()))
        }
        _ => Err(Mistake::Escape(c.into())),
    }
}

/// The value of a character literal, and its encoding. Plain `'é'` and `'ab'` are multi-character as in gcc.
pub(crate) fn character(text: &str) -> Result<(u32, StringPrefix), Mistake> {
    let (prefix, rest) = prefix(text);
    let body = rest.strip_prefix('\'').and_then(|r| r.strip_suffix('\'')).ok_or(Mistake::Unclosed)?;
    let is_wide = !matches!(prefix, StringPrefix::None | StringPrefix::Utf8);
    let mut at = 0;
    let mut value = 0_u32;
    let mut units = 0;
    while at < body.len() {
        let (unit, n) = unit(&body[at..])?;
        at += n;
        match unit {
            Unit::Char(c) if !is_wide => {
                let mut buffer = [0; 4];
                for byte in encode(c, &mut buffer) {
                    value = value << 8 | u32::from(*byte);
                    units += 1;
                }
            }
            Unit::Char(c) => (value, units) = (c as u32, units + 1),
            Unit::Code(code) if !is_wide => {
                if code > 255 {
                    return Err(Mistake::EscapeTooLarge);
                }
                value = value << 8 | code;
                units += 1;
            }
            Unit::Code(code) => (value, units) = (code, units + 1),
        }
    }
    match units {
        0 => Err(Mistake::EmptyChar),
        // A plain `char` is signed here: '\xff' is -1.
        1 if prefix == StringPrefix::None => Ok((value as u8 as i8 as i32 as u32, prefix)),
        1 => Ok((value, prefix)),
        2..=4 if !is_wide => Ok((value, prefix)),
        _ => Err(Mistake::LongChar),
    }
}

/// Appends the bytes of the string literal `text` to `out`; gives its encoding.
pub(crate) fn string(text: &str, out: &mut Vec<u8>) -> Result<StringPrefix, Mistake> {
    let (prefix, rest) = prefix(text);
    if let Some(raw) = rest.strip_prefix("R\"") {
        let open = raw.find('(').ok_or(Mistake::Unclosed)?;
        let body = raw.strip_suffix('"').and_then(|r| r.strip_suffix(&raw[..open])).and_then(|r| r.strip_suffix(')'));
        let body = body.and_then(|b| b.get(open + 1..)).ok_or(Mistake::Unclosed)?;
        push_text(&body.replace("\r\n", "\n"), out);
        return Ok(prefix);
    }
    let body = rest.strip_prefix('"').ok_or(Mistake::Unclosed)?;
    let body = body.strip_suffix('"').unwrap_or(body);
    let is_wide = !matches!(prefix, StringPrefix::None | StringPrefix::Utf8);
    let mut at = 0;
    let mut buffer = [0; 4];
    while at < body.len() {
        let plain = body[at..].find('\\').unwrap_or(body.len() - at);
        push_text(&body[at..at + plain], out);
        at += plain;
        if at == body.len() {
            break;
        }
        let (unit, n) = unit(&body[at..])?;
        at += n;
        match unit {
            Unit::Char(c) => out.extend(c.encode_utf8(&mut buffer).bytes()),
            Unit::Code(code) if is_wide => {
                let c = char::from_u32(code).ok_or(Mistake::EscapeTooLarge)?;
                out.extend(c.encode_utf8(&mut buffer).bytes());
            }
            Unit::Code(code) => out.push(u8::try_from(code).map_err(|_| Mistake::EscapeTooLarge)?),
        }
    }
    Ok(prefix)
}
