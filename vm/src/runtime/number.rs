//! Text to numbers.

use super::{Arg, Args, HostFunction, Ret, Stop};
use crate::runtime::CallContext;

pub(super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("atoi", |host, args| Ok(Ret::from(signed(host, args, 10)? as i32))),
    ("atol", |host, args| Ok(Ret::from(signed(host, args, 10)?))),
    ("atoll", |host, args| Ok(Ret::from(signed(host, args, 10)?))),
    ("atof", |host, args| Ok(Ret::from(floating(host, args.at(0).address(), 0)?))),
    ("strtol", strtol),
    ("strtoll", strtol),
    ("strtoul", strtoul),
    ("strtoull", strtoul),
    ("strtod", |host, args| Ok(Ret::from(floating(host, args.at(0).address(), args.at(1).address())?))),
    ("strtof", strtof),
];

/// An integer at the start of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Parsed {
    /// Its magnitude; `None` if it has more than 64 bits.
    pub(super) magnitude: Option<u64>,
    /// It has a minus sign.
    pub(super) negative: bool,
    /// Bytes used; 0 if there is no number.
    pub(super) used: usize,
}

impl Parsed {
    /// As `long`, saturated; whether it did not fit.
    fn signed(self) -> (i64, bool) {
        match (self.negative, self.magnitude) {
            (false, Some(m)) if m <= i64::MAX as u64 => (m as i64, false),
            (true, Some(m)) if m <= 1 << 63 => ((m as i64).wrapping_neg(), false),
            (false, _) => (i64::MAX, true),
            (true, _) => (i64::MIN, true),
        }
    }
}

/// Whether C's `isspace` holds.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | 9..=13)
}

/// ISO C17 7.22.1.4.
pub(super) fn integer(text: &[u8], mut base: u32) -> Parsed {
    let none = Parsed { magnitude: Some(0), negative: false, used: 0 };
    let mut at = text.iter().take_while(|&&b| is_space(b)).count();
    let byte = |at: usize| text.get(at).copied().unwrap_or(0);
    let negative = byte(at) == b'-';
    at += usize::from(matches!(byte(at), b'+' | b'-'));
    let digit = |b: u8, base: u32| (b as char).to_digit(36).filter(|&d| d < base);
    let hex = byte(at) == b'0' && byte(at + 1) | 32 == b'x' && digit(byte(at + 2), 16).is_some();
    if (base == 0 || base == 16) && hex {
        base = 16;
        at += 2;
    } else if base == 0 {
        base = if byte(at) == b'0' { 8 } else { 10 };
    }
    if !(2..=36).contains(&base) {
        return none;
    }
    let start = at;
    let mut magnitude = Some(0u64);
    while let Some(value) = digit(byte(at), base) {
        magnitude = magnitude.and_then(|m| m.checked_mul(base as u64)?.checked_add(value as u64));
        at += 1;
    }
    if at == start { none } else { Parsed { magnitude, negative, used: at } }
}

/// The bytes at the start of `text` that make a floating number (ISO C17 7.22.1.3), and its value.
pub(super) fn float(text: &[u8]) -> (f64, usize) {
    let start = text.iter().take_while(|&&b| is_space(b)).count();
    let byte = |at: usize| text.get(at).copied().unwrap_or(0);
    let mut at = start;
    let negative = byte(at) == b'-';
    at += usize::from(matches!(byte(at), b'+' | b'-'));
    let signed = |value: f64| if negative { -value } else { value };
    let word =
        |at: usize, word: &str| text[at.min(text.len())..].get(..word.len()).is_some_and(|t| t.eq_ignore_ascii_case(word.as_bytes()));
    if word(at, "infinity") || word(at, "inf") {
        return (signed(f64::INFINITY), at + if word(at, "infinity") { 8 } else { 3 });
    }
    if word(at, "nan") {
        let (payload, used) = nan_payload(&text[at + 3..]);
        return (signed(f64::from_bits(f64::NAN.to_bits() | payload)), at + 3 + used);
    }
    if byte(at) == b'0'
        && byte(at + 1) | 32 == b'x'
        && (byte(at + 2).is_ascii_hexdigit() || byte(at + 2) == b'.' && byte(at + 3).is_ascii_hexdigit())
    {
        let (value, used) = hex_float(&text[at + 2..]);
        return (signed(value), at + 2 + used);
    }
    let digits = |mut at: usize| {
        let first = at;
        while byte(at).is_ascii_digit() {
            at += 1;
        }
        (at, at - first)
    };
    let (after, whole) = digits(at);
    at = after;
    let mut count = whole;
    if byte(at) == b'.' {
        let (after, fraction) = digits(at + 1);
        count += fraction;
        if count > 0 {
            at = after;
        }
    }
    if count == 0 {
        return (0.0, 0);
    }
    if byte(at) | 32 == b'e' {
        let sign = usize::from(matches!(byte(at + 1), b'+' | b'-'));
        let (after, exponent) = digits(at + 1 + sign);
        if exponent > 0 {
            at = after;
        }
    }
    let number = std::str::from_utf8(&text[start..at]).unwrap_or("0");
    (number.parse().unwrap_or(0.0), at)
}

/// The bits that `(n)` behind `nan` asks for, and its bytes; other words in parentheses ask for none.
fn nan_payload(text: &[u8]) -> (u64, usize) {
    let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let Some(word) = text.strip_prefix(b"(") else { return (0, 0) };
    let word = &word[..word.iter().take_while(is_word).count()];
    if text.get(word.len() + 1) != Some(&b')') {
        return (0, 0);
    }
    let number = integer(word, 0);
    let payload = number.magnitude.filter(|_| number.used == word.len()).unwrap_or(0);
    (payload & ((1 << 51) - 1), word.len() + 2)
}

/// Hexadecimal digits after `0x`: at most 60 significant bits are kept, the rest is sticky.
fn hex_float(text: &[u8]) -> (f64, usize) {
    let byte = |at: usize| text.get(at).copied().unwrap_or(0);
    let (mut mantissa, mut power, mut at, mut point) = (0u64, 0i32, 0, false);
    loop {
        match (byte(at) as char).to_digit(16) {
            Some(digit) if mantissa >> 59 == 0 => {
                mantissa = mantissa << 4 | u64::from(digit);
                power -= if point { 4 } else { 0 };
            }
            Some(digit) => {
                mantissa |= u64::from(digit != 0);
                power += if point { 0 } else { 4 };
            }
            None if byte(at) == b'.' && !point => point = true,
            None => break,
        }
        at += 1;
    }
    if byte(at) | 32 == b'p' {
        let exponent = integer(&text[at + 1..], 10);
        if exponent.used > 0 && !byte(at + 1).is_ascii_whitespace() {
            at += 1 + exponent.used;
            power = power.saturating_add(exponent.signed().0.clamp(-5000, 5000) as i32);
        }
    }
    (scale(mantissa, power), at)
}

/// `mantissa * 2^power`, rounded once.
fn scale(mantissa: u64, power: i32) -> f64 {
    if mantissa == 0 {
        return 0.0;
    }
    let top = 63 - mantissa.leading_zeros() as i32;
    let exponent = top + power;
    if exponent > 1023 {
        return f64::INFINITY;
    }
    // Bits below the last place of the result.
    let dropped = if exponent >= -1022 { top - 52 } else { -1074 - power };
    let kept = match dropped {
        d if d <= 0 => mantissa << (-d).min(63),
        d if d > 63 => 0,
        d => {
            let (half, low) = (1u64 << (d - 1), mantissa & ((1u64 << d) - 1));
            let kept = mantissa >> d;
            kept + u64::from(low > half || low == half && kept & 1 == 1)
        }
    };
    let unit = if exponent >= -1022 { exponent - 52 } else { -1074 };
    // Exact: `kept` has at most 53 bits, and both factors are powers of two in range.
    kept as f64 * 2f64.powi(unit / 2) * 2f64.powi(unit - unit / 2)
}

/// The text of a number: what there is of it, and of blanks before it. A program may go on with what comes behind, number by
/// number.
fn number_text(host: &mut CallContext, start: u64) -> Result<Vec<u8>, Stop> {
    let (mut text, _) = host.read_until(start, u64::MAX, |b| !is_space(b))?;
    let is_last = |b: u8| !(b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'));
    text.extend(host.read_until(start.wrapping_add(text.len() as u64), u64::MAX, is_last)?.0);
    if text.len() >= 3 && text[text.len() - 3..].eq_ignore_ascii_case(b"nan") {
        let is_last = |b: u8| !(b.is_ascii_alphanumeric() || matches!(b, b'(' | b'_' | b')'));
        text.extend(host.read_until(start.wrapping_add(text.len() as u64), u64::MAX, is_last)?.0);
    }
    Ok(text)
}

fn signed(host: &mut CallContext, args: &[Arg], base: u32) -> Result<i64, Stop> {
    let text = number_text(host, args.at(0).address())?;
    Ok(integer(&text, base).signed().0)
}

fn store_end(host: &mut CallContext, end_at: u64, start: u64, used: usize) -> Result<(), Stop> {
    if end_at == 0 { Ok(()) } else { host.write_bytes(end_at, &(start + used as u64).to_le_bytes()) }
}

fn strtol(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let start = args.at(0).address();
    let parsed = integer(&number_text(host, start)?, args.at(2).u32());
    store_end(host, args.at(1).address(), start, parsed.used)?;
    let (value, overflow) = parsed.signed();
    if overflow {
        super::system::set_errno(host, super::system::ERANGE)?;
    }
    Ok(Ret::from(value))
}

fn strtoul(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let start = args.at(0).address();
    let parsed = integer(&number_text(host, start)?, args.at(2).u32());
    store_end(host, args.at(1).address(), start, parsed.used)?;
    match parsed.magnitude {
        Some(value) => Ok(Ret::from(if parsed.negative { value.wrapping_neg() } else { value })),
        None => {
            super::system::set_errno(host, super::system::ERANGE)?;
            Ok(Ret::from(u64::MAX))
        }
    }
}

fn floating(host: &mut CallContext, start: u64, end_at: u64) -> Result<f64, Stop> {
    let text = number_text(host, start)?;
    let (value, used) = float(&text);
    store_end(host, end_at, start, used)?;
    if is_out_of_range(&text[..used], value.is_infinite(), value.is_normal()) {
        super::system::set_errno(host, super::system::ERANGE)?;
    }
    Ok(value)
}

/// Whether a number that was read is too large, or so small that digits of it are lost.
fn is_out_of_range(text: &[u8], is_infinite: bool, is_normal: bool) -> bool {
    let mantissa = text.split(|c| matches!(c, b'e' | b'E' | b'p' | b'P')).next().unwrap_or(text);
    // `inf` and `nan` are no digits; 0 is exact.
    let has_value = mantissa.iter().any(|c| matches!(c, b'1'..=b'9')) && !text.iter().any(|c| matches!(c, b'n' | b'N'));
    has_value && (is_infinite || !is_normal)
}

fn strtof(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let start = args.at(0).address();
    let text = number_text(host, start)?;
    let (value, used) = float(&text);
    store_end(host, args.at(1).address(), start, used)?;
    // Rounded once from decimal text: through `double` it would be rounded twice.
    let exact = std::str::from_utf8(&text[..used]).ok().and_then(|t| t.trim().parse::<f32>().ok());
    let value = exact.unwrap_or(value as f32);
    if is_out_of_range(&text[..used], value.is_infinite(), value.is_normal()) {
        super::system::set_errno(host, super::system::ERANGE)?;
    }
    Ok(Ret::from(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        let value = |text: &str, base| (integer(text.as_bytes(), base).signed().0, integer(text.as_bytes(), base).used);
        assert_eq!(value("  -42x", 10), (-42, 5));
        assert_eq!(value("0x1F", 0), (31, 4));
        assert_eq!(value("0x1F", 16), (31, 4));
        assert_eq!(value("0xg", 16), (0, 1));
        assert_eq!(value("017", 0), (15, 3));
        assert_eq!(value("abc", 10), (0, 0));
        assert_eq!(value("9223372036854775808", 10), (i64::MAX, 19));
        assert_eq!(value("-9223372036854775808", 10), (i64::MIN, 20));
        assert_eq!(value("z", 36), (35, 1));
    }

    #[test]
    fn floats() {
        assert_eq!(float(b" 1.5e3x"), (1500.0, 6));
        assert_eq!(float(b"1e"), (1.0, 1));
        assert_eq!(float(b".5"), (0.5, 2));
        assert_eq!(float(b"5."), (5.0, 2));
        assert_eq!(float(b"."), (0.0, 0));
        assert_eq!(float(b"-inf"), (f64::NEG_INFINITY, 4));
        assert_eq!(float(b"0x1.8p1"), (3.0, 7));
        assert_eq!(float(b"0x1p-1074").0, f64::from_bits(1));
        assert_eq!(float(b"0x1.fffffffffffff8p1023").0, f64::INFINITY);
        assert_eq!(float(b"0x"), (0.0, 1));
        let nan = |text: &[u8]| (float(text).0.to_bits(), float(text).1);
        assert_eq!(nan(b"-nan(0x123)x"), (0xfff8_0000_0000_0123, 11));
        assert_eq!(nan(b"nan(a_9)"), (f64::NAN.to_bits(), 8));
        assert_eq!(nan(b"nan(a b)"), (f64::NAN.to_bits(), 3));
    }
}
