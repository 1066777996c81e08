//! `printf`'s formatter: ISO C17 7.21.6.1 as glibc does it, for host and device.
//!
//! The caller brings the arguments ([`Arguments`]) and gets bytes. `long double` is `double`. CUDA's device `printf` has
//! neither `%n` nor positions (`%2$d`), and nothing may stand between the two characters of `%%`.

use super::format_arguments::{Arguments, Positional, Survey, Want};
use super::format_float::{self, Style};
use crate::call::Stop;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Length {
    None,
    Char,
    Short,
    Long,
}

/// Flags, width and precision of a conversion.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Spec {
    pub(crate) left: bool,
    pub(crate) plus: bool,
    pub(crate) space: bool,
    pub(crate) alternate: bool,
    pub(crate) zero: bool,
    pub(crate) width: usize,
    pub(crate) precision: Option<usize>,
}

/// No field is made wider than this; glibc would exhaust memory instead.
const WIDEST: usize = 1 << 24;

/// A text that has become so long ends there.
const LONGEST: usize = 1 << 28;

/// No position lies beyond this one.
const LAST_POSITION: usize = 4096;

/// The argument that `2$` at `at` names, of those from zero on, and the place behind.
fn position(format: &[u8], at: usize) -> Option<(usize, usize)> {
    let (place, end) = number(format, at);
    let is_one = (1..=LAST_POSITION).contains(&place) && format.get(end) == Some(&b'$');
    is_one.then(|| (place - 1, end + 1))
}

/// Formats `format` with `arguments`.
pub(crate) fn format(format: &[u8], arguments: &mut dyn Arguments) -> Result<Vec<u8>, Stop> {
    let has_positions = || (0..format.len()).any(|at| format[at] == b'%' && position(format, at + 1).is_some());
    if arguments.is_device() || !has_positions() {
        return conversions(format, arguments);
    }
    let mut survey = Survey::default();
    conversions(format, &mut survey)?;
    let mut values = Vec::with_capacity(survey.wants.len());
    for want in survey.wants {
        values.push(arguments.next(want)?);
    }
    conversions(format, &mut Positional::new(arguments, values))
}

fn conversions(format: &[u8], arguments: &mut dyn Arguments) -> Result<Vec<u8>, Stop> {
    let mut out = Vec::with_capacity(format.len() + 32);
    let mut at = 0;
    while at < format.len() && out.len() < LONGEST {
        let rest = &format[at..];
        let plain = rest.iter().position(|&b| b == b'%').unwrap_or(rest.len());
        out.extend_from_slice(&rest[..plain]);
        at += plain;
        if at < format.len() {
            at = conversion(format, at, arguments, &mut out)?;
        }
    }
    Ok(out)
}

/// Formats the conversion that starts at `start`; where the text goes on.
fn conversion(format: &[u8], start: usize, arguments: &mut dyn Arguments, out: &mut Vec<u8>) -> Result<usize, Stop> {
    let byte = |at: usize| format.get(at).copied().unwrap_or(0);
    let mut at = start + 1;
    let mut spec = Spec::default();
    let mut is_unknown = false;
    let mut place = None;
    if !arguments.is_device()
        && let Some((named, after)) = position(format, at)
    {
        (place, at) = (Some(named), after);
    }
    loop {
        match byte(at) {
            b'-' => spec.left = true,
            b'+' => spec.plus = true,
            b' ' => spec.space = true,
            b'#' => spec.alternate = true,
            b'0' => spec.zero = true,
            b'\'' => {}
            _ => break,
        }
        at += 1;
    }
    if byte(at) == b'*' {
        at = width_position(format, at, arguments);
        let width = arguments.next(Want::Int)? as u32 as i32;
        spec.left |= width < 0;
        spec.width = width.unsigned_abs() as usize;
        at += 1;
    } else {
        (spec.width, at) = number(format, at);
    }
    if byte(at) == b'.' {
        at += 1;
        if byte(at) == b'*' && arguments.is_device() {
            is_unknown = true;
            at += 1;
        } else if byte(at) == b'*' {
            at = width_position(format, at, arguments);
            let precision = arguments.next(Want::Int)? as u32 as i32;
            spec.precision = usize::try_from(precision).ok();
            at += 1;
        } else {
            let (precision, after) = number(format, at);
            spec.precision = Some(precision);
            at = after;
        }
    }
    spec.width = spec.width.min(WIDEST);
    spec.precision = spec.precision.map(|p| p.min(WIDEST));
    let mut length = Length::None;
    let mut is_long_double = false;
    loop {
        is_long_double |= byte(at) == b'L';
        is_unknown |= matches!(byte(at), b'j' | b'z' | b't' | b'q' | b'Z' | b'L') && arguments.is_device();
        length = match (byte(at), length) {
            (b'h', Length::Short) => Length::Char,
            (b'h', _) => Length::Short,
            (b'l' | b'j' | b'z' | b't' | b'q' | b'Z', _) => Length::Long,
            (b'L', _) => Length::Long,
            _ => break,
        };
        at += 1;
    }
    let want = if length == Length::Long { Want::Long } else { Want::Int };
    place.into_iter().for_each(|place| arguments.go_to(place));
    if arguments.is_device() {
        is_unknown |= byte(at) == b'%' && at > start + 1;
        if length == Length::Char && byte(at) != 0 {
            arguments.miscounted(&format[start..=at]);
        }
    }
    // What is unknown already is so whatever letter ends it; the end of the format stays one.
    let letter = if is_unknown && byte(at) != 0 { b'?' } else { byte(at) };
    match letter {
        b'%' => out.push(b'%'),
        b'd' | b'i' => {
            let bits = arguments.next(want)?;
            let value = match length {
                Length::Char => bits as i8 as i64,
                Length::Short => bits as i16 as i64,
                Length::None => bits as i32 as i64,
                Length::Long => bits as i64,
            };
            integer(out, &spec, value.unsigned_abs(), sign(&spec, value < 0), 10, false, b"");
        }
        b'u' | b'o' | b'x' | b'X' => {
            let bits = arguments.next(want)?;
            let value = match length {
                Length::Char => bits as u8 as u64,
                Length::Short => bits as u16 as u64,
                Length::None => bits as u32 as u64,
                Length::Long => bits,
            };
            let prefix: &[u8] = match letter {
                b'x' if spec.alternate && value != 0 => b"0x",
                b'X' if spec.alternate && value != 0 => b"0X",
                _ => b"",
            };
            let base = if letter == b'u' { 10 } else { if letter == b'o' { 8 } else { 16 } };
            if letter == b'o' && spec.alternate {
                // `#o` raises the precision until the first digit is 0.
                let digits = digits(value, 8, false);
                let needed = if value == 0 { 1 } else { digits.len() + 1 };
                if spec.precision.is_some() || value != 0 {
                    let zero = spec.zero && spec.precision.is_none() && !spec.left;
                    let least = spec.precision.unwrap_or(0).max(needed);
                    spec.precision = Some(if zero { least.max(spec.width) } else { least });
                }
            }
            integer(out, &spec, value, b"", base, letter == b'X', prefix);
        }
        b'c' => {
            let byte = arguments.next(Want::Int)? as u8;
            pad(out, &spec, &[byte]);
        }
        b's' => {
            let address = arguments.next(Want::Long)?;
            let limit = spec.precision.map(|p| p as u64);
            let text = if address != 0 && length == Length::Long {
                arguments.wide_string(address, limit)?
            } else if address != 0 {
                arguments.string(address, limit)?
            } else if limit.is_none_or(|l| l >= 6) {
                b"(null)".to_vec()
            } else {
                Vec::new()
            };
            pad(out, &spec, &text);
        }
        b'p' => {
            let address = arguments.next(Want::Long)?;
            if address == 0 {
                pad(out, &spec, b"(nil)");
            } else {
                integer(out, &spec, address, sign(&spec, false), 16, false, b"0x");
            }
        }
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
            let value = f64::from_bits(arguments.next(Want::Double)?);
            let style = match letter.to_ascii_lowercase() {
                b'f' => Style::Fixed,
                b'e' => Style::Exponent,
                b'g' => Style::General,
                _ if is_long_double => Style::LongHex,
                _ => Style::Hex,
            };
            float(out, &spec, value, style, letter.is_ascii_uppercase());
        }
        b'n' if !arguments.is_device() => {
            let address = arguments.next(Want::Long)?;
            let size = match length {
                Length::Char => 1,
                Length::Short => 2,
                Length::None => 4,
                Length::Long => 8,
            };
            arguments.store(address, &(out.len() as u64).to_le_bytes()[..size])?;
        }
        b'm' => {
            let text = arguments.string(0, None)?;
            pad(out, &spec, &text);
        }
        0 => {
            // The format ends inside a conversion: glibc prints nothing of it.
            return Ok(format.len());
        }
        _ => {
            let text = &format[start..=at];
            arguments.unknown(text);
            out.extend_from_slice(text);
        }
    }
    Ok(at + 1)
}

/// Goes to the argument that a `*2$` at `at` names; the last place of it.
fn width_position(format: &[u8], at: usize, arguments: &mut dyn Arguments) -> usize {
    match position(format, at + 1) {
        Some((place, after)) if !arguments.is_device() => {
            arguments.go_to(place);
            after - 1
        }
        _ => at,
    }
}

fn number(format: &[u8], mut at: usize) -> (usize, usize) {
    let mut value = 0usize;
    while let Some(digit) = format.get(at).filter(|b| b.is_ascii_digit()) {
        value = value.saturating_mul(10).saturating_add((digit - b'0') as usize);
        at += 1;
    }
    (value, at)
}

fn sign(spec: &Spec, negative: bool) -> &'static [u8] {
    match (negative, spec.plus, spec.space) {
        (true, _, _) => b"-",
        (false, true, _) => b"+",
        (false, false, true) => b" ",
        _ => b"",
    }
}

fn digits(mut value: u64, base: u64, upper: bool) -> Vec<u8> {
    let table: &[u8; 16] = if upper { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
    let mut digits = Vec::with_capacity(24);
    while value > 0 {
        digits.push(table[(value % base) as usize]);
        value /= base;
    }
    digits.reverse();
    digits
}

/// An integer with its sign or prefix. A precision is the least number of digits and switches the flag `0` off.
fn integer(out: &mut Vec<u8>, spec: &Spec, value: u64, sign: &[u8], base: u64, upper: bool, prefix: &[u8]) {
    let digits = digits(value, base, upper);
    let least = spec.precision.unwrap_or(1);
    let zeros = least.saturating_sub(digits.len());
    let head = sign.len() + prefix.len();
    let fill = spec.width.saturating_sub(head + zeros + digits.len());
    let zero_fill = spec.zero && !spec.left && spec.precision.is_none();
    if !spec.left && !zero_fill {
        out.resize(out.len() + fill, b' ');
    }
    out.extend_from_slice(sign);
    out.extend_from_slice(prefix);
    out.resize(out.len() + zeros + if zero_fill { fill } else { 0 }, b'0');
    out.extend_from_slice(&digits);
    if spec.left {
        out.resize(out.len() + fill, b' ');
    }
}

fn pad(out: &mut Vec<u8>, spec: &Spec, text: &[u8]) {
    let fill = spec.width.saturating_sub(text.len());
    if !spec.left {
        out.resize(out.len() + fill, b' ');
    }
    out.extend_from_slice(text);
    if spec.left {
        out.resize(out.len() + fill, b' ');
    }
}

fn float(out: &mut Vec<u8>, spec: &Spec, value: f64, style: Style, upper: bool) {
    let sign = sign(spec, value.is_sign_negative());
    let (prefix, mut body): (&[u8], Vec<u8>) = if value.is_nan() {
        (b"", b"nan".to_vec())
    } else if value.is_infinite() {
        (b"", b"inf".to_vec())
    } else {
        let prefix: &[u8] = if matches!(style, Style::Hex | Style::LongHex) { b"0x" } else { b"" };
        (prefix, format_float::format(value.abs(), style, spec.precision, spec.alternate))
    };
    let mut prefix = prefix.to_vec();
    if upper {
        body.make_ascii_uppercase();
        prefix.make_ascii_uppercase();
    }
    let fill = spec.width.saturating_sub(sign.len() + prefix.len() + body.len());
    let zero_fill = spec.zero && !spec.left && value.is_finite();
    if !spec.left && !zero_fill {
        out.resize(out.len() + fill, b' ');
    }
    out.extend_from_slice(sign);
    out.extend_from_slice(&prefix);
    if zero_fill {
        out.resize(out.len() + fill, b'0');
    }
    out.extend_from_slice(&body);
    if spec.left {
        out.resize(out.len() + fill, b' ');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One argument, asked for once.
    struct One {
        bits: u64,
        text: Vec<u8>,
    }

    impl Arguments for One {
        fn next(&mut self, _want: Want) -> Result<u64, Stop> {
            Ok(self.bits)
        }

        fn string(&mut self, _address: u64, limit: Option<u64>) -> Result<Vec<u8>, Stop> {
            let limit = limit.map_or(self.text.len(), |l| (l as usize).min(self.text.len()));
            Ok(self.text[..limit].to_vec())
        }

        fn wide_string(&mut self, address: u64, limit: Option<u64>) -> Result<Vec<u8>, Stop> {
            self.string(address, limit)
        }
    }

    /// `tests/data/printf.tsv`: kind of argument, argument, format, what glibc 2.36 printed (but for `%#g` of 999999.5,
    /// where glibc loses the zeros that C asks for).
    #[test]
    fn conversions_are_glibcs() {
        let mut wrong = Vec::new();
        let table = include_str!("../../tests/data/printf.tsv");
        for line in table.lines() {
            let field: Vec<&str> = line.split('\t').collect();
            let [kind, value, text, expected] = field[..] else { panic!("{line}") };
            let mut argument = if kind == "s" {
                One { bits: 1, text: value.as_bytes().to_vec() }
            } else {
                One { bits: u64::from_str_radix(value, 16).unwrap(), text: Vec::new() }
            };
            let found = format(text.as_bytes(), &mut argument).unwrap();
            if found != expected.as_bytes() {
                wrong.push(format!("{kind} {value} {text}: {expected:?}, found {:?}", String::from_utf8_lossy(&found)));
            }
        }
        assert!(table.lines().count() > 1000);
        assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
    }

    #[test]
    fn the_text_around_stays() {
        let mut argument = One { bits: 7, text: Vec::new() };
        assert_eq!(format(b"a%%b %d%d c", &mut argument).unwrap(), b"a%b 77 c");
        assert_eq!(format(b"[%*d]", &mut argument).unwrap(), b"[      7]");
        assert_eq!(format(b"%y", &mut argument).unwrap(), b"%y");
        assert_eq!(format(b"x%", &mut argument).unwrap(), b"x");
    }
}
