//! `scanf` (ISO C17 7.21.6.2).

use super::number;
use super::state::Handle;
use super::{Arg, Args, HostFunction, Ret, Stop};
use crate::runtime::CallContext;

pub(super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("scanf", |host, args| scan_stream(host, Handle::STDIN, args.at(0).address(), Targets::Passed(args.from(1)))),
    ("vscanf", |host, args| scan_stream(host, Handle::STDIN, args.at(0).address(), Targets::List(args.at(1).address()))),
    ("fscanf", |host, args| fscanf(host, args, Targets::Passed(args.from(2)))),
    ("vfscanf", |host, args| fscanf(host, args, Targets::List(args.at(2).address()))),
    ("sscanf", |host, args| sscanf(host, args, Targets::Passed(args.from(2)))),
    ("vsscanf", |host, args| sscanf(host, args, Targets::List(args.at(2).address()))),
];

/// Bytes of a text that is read in one piece, at most: standard input may have no end.
const LONGEST: usize = 1 << 28;

/// Characters of a number, at most.
const LONGEST_NUMBER: usize = 1 << 13;

/// Where the characters come from.
enum Source {
    Text { bytes: Vec<u8>, at: usize },
    Stream(u64),
}

impl Source {
    fn next(&mut self, host: &mut CallContext) -> Option<u8> {
        match self {
            Source::Text { bytes, at } => {
                let byte = bytes.get(*at).copied()?;
                *at += 1;
                Some(byte)
            }
            Source::Stream(handle) => super::files::read_byte(host, *handle),
        }
    }

    fn back(&mut self, host: &mut CallContext, byte: u8) {
        match self {
            Source::Text { at, .. } => *at -= 1,
            Source::Stream(handle) => super::files::unread(host, *handle, byte),
        }
    }
}

/// Where what is read goes.
#[derive(Clone, Copy)]
enum Targets<'a> {
    /// To what the arguments point at.
    Passed(&'a [Arg]),
    /// To what the values of a `va_list` point at, of which the next one is here.
    List(u64),
}

fn fscanf(host: &mut CallContext, args: &[Arg], targets: Targets) -> Result<Ret, Stop> {
    let handle = super::streams::given(host, args, 0)?;
    scan_stream(host, handle, args.at(1).address(), targets)
}

fn scan_stream(host: &mut CallContext, handle: u64, format: u64, targets: Targets) -> Result<Ret, Stop> {
    let format = host.read_c_string(format)?;
    let result = Scan { host, source: Source::Stream(handle), targets, consumed: 0, assigned: 0 }.run(&format)?;
    Ok(Ret::from(result))
}

fn sscanf(host: &mut CallContext, args: &[Arg], targets: Targets) -> Result<Ret, Stop> {
    let bytes = host.read_c_string(args.at(0).address())?;
    let format = host.read_c_string(args.at(1).address())?;
    let source = Source::Text { bytes, at: 0 };
    let result = Scan { host, source, targets, consumed: 0, assigned: 0 }.run(&format)?;
    Ok(Ret::from(result))
}

struct Scan<'h, 'm, 'p, 'a> {
    host: &'h mut CallContext<'m, 'p>,
    source: Source,
    targets: Targets<'a>,
    consumed: u64,
    assigned: i32,
}

/// Why scanning ends before the format does.
enum End {
    Mismatch,
    Input,
    Stop(Stop),
}

impl From<Stop> for End {
    fn from(stop: Stop) -> End {
        End::Stop(stop)
    }
}

impl Scan<'_, '_, '_, '_> {
    fn get(&mut self) -> Option<u8> {
        let byte = self.source.next(self.host)?;
        self.consumed += 1;
        Some(byte)
    }

    fn back(&mut self, byte: u8) {
        self.consumed -= 1;
        self.source.back(self.host, byte);
    }

    fn skip_space(&mut self) {
        while let Some(byte) = self.get() {
            if !number::is_space(byte) {
                return self.back(byte);
            }
        }
    }

    fn run(mut self, format: &[u8]) -> Result<i32, Stop> {
        let mut at = 0;
        while at < format.len() {
            let step = match format[at] {
                byte if number::is_space(byte) => {
                    self.skip_space();
                    Ok(at + 1)
                }
                b'%' => self.conversion(format, at + 1),
                byte => self.literal(byte).map(|()| at + 1),
            };
            at = match step {
                Ok(next) => next,
                Err(End::Mismatch) => return Ok(self.assigned),
                Err(End::Input) => return Ok(if self.assigned == 0 { -1 } else { self.assigned }),
                Err(End::Stop(stop)) => return Err(stop),
            };
        }
        Ok(self.assigned)
    }

    fn literal(&mut self, wanted: u8) -> Result<(), End> {
        match self.get() {
            Some(byte) if byte == wanted => Ok(()),
            Some(byte) => {
                self.back(byte);
                Err(End::Mismatch)
            }
            None => Err(End::Input),
        }
    }

    fn conversion(&mut self, format: &[u8], mut at: usize) -> Result<usize, End> {
        let byte = |at: usize| format.get(at).copied().unwrap_or(0);
        let suppress = byte(at) == b'*';
        at += usize::from(suppress);
        let mut width = None;
        while byte(at).is_ascii_digit() {
            width = Some(width.unwrap_or(0usize).saturating_mul(10).saturating_add((byte(at) - b'0') as usize));
            at += 1;
        }
        let mut size = 4;
        let mut allocates = false;
        loop {
            size = match byte(at) {
                b'm' => {
                    allocates = true;
                    size
                }
                b'h' => size / 2,
                b'l' | b'j' | b'z' | b't' | b'L' | b'q' => 8,
                _ => break,
            };
            at += 1;
        }
        let letter = byte(at);
        if !matches!(letter, b'c' | b'[' | b'n') {
            self.skip_space();
        }
        let width_or = |default: usize| width.filter(|&w| w > 0).unwrap_or(default);
        match letter {
            b'%' => self.literal(b'%')?,
            b'd' | b'u' | b'i' | b'x' | b'X' | b'o' | b'p' => {
                let base = match letter {
                    b'd' | b'u' => 10,
                    b'i' => 0,
                    b'o' => 8,
                    _ => 16,
                };
                let text = self.take_integer(width_or(usize::MAX), base)?;
                let parsed = number::integer(&text, base);
                let magnitude = parsed.magnitude.unwrap_or(u64::MAX);
                let value = if parsed.negative { magnitude.wrapping_neg() } else { magnitude };
                let size = if letter == b'p' { 8 } else { size.max(1) };
                self.assign(suppress, &value.to_le_bytes()[..size])?;
            }
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                let text = self.take_float(width_or(usize::MAX))?;
                let (value, _) = number::float(&text);
                if size == 8 {
                    self.assign(suppress, &value.to_le_bytes())?;
                } else {
                    let exact = std::str::from_utf8(&text).ok().and_then(|t| t.parse::<f32>().ok());
                    self.assign(suppress, &exact.unwrap_or(value as f32).to_le_bytes())?;
                }
            }
            b'c' => {
                let mut text = Vec::new();
                while text.len() < width_or(1).min(LONGEST) {
                    text.push(self.get().ok_or(End::Input)?);
                }
                self.assign_text(suppress, allocates, &text)?;
            }
            b's' => {
                let mut text = self.take_while(width_or(usize::MAX), |b| !number::is_space(b))?;
                text.push(0);
                self.assign_text(suppress, allocates, &text)?;
            }
            b'[' => {
                let (set, negated, after) = set(format, at + 1);
                at = after;
                let mut text = self.take_while(width_or(usize::MAX), |b| set.contains(&b) != negated)?;
                text.push(0);
                self.assign_text(suppress, allocates, &text)?;
            }
            b'n' => {
                if !suppress {
                    let bytes = self.consumed.to_le_bytes();
                    let target = self.target()?;
                    self.host.write_bytes(target, &bytes[..size.max(1)])?;
                }
            }
            _ => return Err(End::Mismatch),
        }
        Ok(at + 1)
    }

    fn target(&mut self) -> Result<u64, Stop> {
        match self.targets {
            Targets::Passed(args) => {
                self.targets = Targets::Passed(args.from(1));
                Ok(args.at(0).address())
            }
            Targets::List(at) => {
                self.targets = Targets::List(at.wrapping_add(8));
                Ok(u64::from_le_bytes(self.host.read(at)?))
            }
        }
    }

    fn assign(&mut self, suppress: bool, bytes: &[u8]) -> Result<(), End> {
        if !suppress {
            let target = self.target()?;
            self.host.write_bytes(target, bytes)?;
            self.assigned += 1;
        }
        Ok(())
    }

    /// A text, which goes to memory of its own if the conversion has an `m`.
    fn assign_text(&mut self, suppress: bool, allocates: bool, bytes: &[u8]) -> Result<(), End> {
        if suppress || !allocates {
            return self.assign(suppress, bytes);
        }
        let Some(buffer) = super::heap::allocate(self.host, bytes.len() as u64, 16) else { return Err(End::Input) };
        self.host.write_bytes(buffer, bytes)?;
        self.assign(false, &buffer.to_le_bytes())
    }

    fn take_while(&mut self, width: usize, test: impl Fn(u8) -> bool) -> Result<Vec<u8>, End> {
        let mut text = Vec::new();
        while text.len() < width.min(LONGEST) {
            match self.get() {
                Some(byte) if test(byte) => text.push(byte),
                Some(byte) => {
                    self.back(byte);
                    break;
                }
                None if text.is_empty() => return Err(End::Input),
                None => break,
            }
        }
        if text.is_empty() { Err(End::Mismatch) } else { Ok(text) }
    }

    /// Characters that continue an integer, one of look-ahead as C allows.
    fn take_integer(&mut self, width: usize, base: u32) -> Result<Vec<u8>, End> {
        let mut text: Vec<u8> = Vec::new();
        let mut hex = base == 16;
        while text.len() < width.min(LONGEST_NUMBER) {
            let Some(byte) = self.get() else {
                if text.is_empty() {
                    return Err(End::Input);
                }
                break;
            };
            let digits = text.strip_prefix(b"+").or(text.strip_prefix(b"-")).unwrap_or(&text);
            let fits = match byte {
                b'+' | b'-' => text.is_empty(),
                b'x' | b'X' => (base == 0 || base == 16) && digits == b"0",
                _ => {
                    let limit = if hex {
                        16
                    } else if base == 8 || base == 0 && digits.first() == Some(&b'0') {
                        8
                    } else {
                        10
                    };
                    (byte as char).is_digit(limit)
                }
            };
            hex |= fits && matches!(byte, b'x' | b'X');
            if !fits {
                self.back(byte);
                break;
            }
            text.push(byte);
        }
        if text.iter().any(u8::is_ascii_digit) || hex && !text.is_empty() { Ok(text) } else { Err(End::Mismatch) }
    }

    /// Characters that continue a floating number.
    fn take_float(&mut self, width: usize) -> Result<Vec<u8>, End> {
        let mut text: Vec<u8> = Vec::new();
        while text.len() < width.min(LONGEST_NUMBER) {
            let Some(byte) = self.get() else {
                if text.is_empty() {
                    return Err(End::Input);
                }
                break;
            };
            let lower: Vec<u8> = text.iter().map(u8::to_ascii_lowercase).collect();
            let digits = lower.strip_prefix(b"+").or(lower.strip_prefix(b"-")).unwrap_or(&lower);
            let is_hex = digits.starts_with(b"0x");
            let mantissa = digits.strip_prefix(b"0x").unwrap_or(digits);
            let exponent = if is_hex { b'p' } else { b'e' };
            let has_exponent = digits.contains(&exponent);
            let fits = match byte.to_ascii_lowercase() {
                b'0'..=b'9' => !digits.starts_with(b"i") && !digits.starts_with(b"n"),
                b'+' | b'-' => text.is_empty() || lower.last() == Some(&exponent) && !digits.starts_with(b"i"),
                b'.' => !has_exponent && mantissa.iter().all(u8::is_ascii_hexdigit),
                b'x' => digits == b"0",
                b'a'..=b'f' if is_hex && !has_exponent => true,
                byte if byte == exponent => {
                    !has_exponent && mantissa.iter().any(|b| if is_hex { b.is_ascii_hexdigit() } else { b.is_ascii_digit() })
                }
                byte => b"infinity".starts_with(&[digits, &[byte]].concat()) || b"nan".starts_with(&[digits, &[byte]].concat()),
            };
            if !fits {
                self.back(byte);
                break;
            }
            text.push(byte);
        }
        let used = number::float(&text).1;
        let lower = text.to_ascii_lowercase();
        // `0x` and `infi` are the start of something.
        let is_begun = lower.ends_with(b"0x") || used < text.len() && lower.contains(&b'i');
        if used > 0 && !is_begun { Ok(text) } else { Err(End::Mismatch) }
    }
}

/// The characters of `[…]`, whether they are excluded, and where the closing bracket is.
fn set(format: &[u8], mut at: usize) -> (Vec<u8>, bool, usize) {
    let negated = format.get(at) == Some(&b'^');
    at += usize::from(negated);
    let mut set = Vec::new();
    let first = at;
    while let Some(&byte) = format.get(at) {
        if byte == b']' && at > first {
            break;
        }
        match (format.get(at + 1), format.get(at + 2)) {
            (Some(b'-'), Some(&high)) if high != b']' => {
                set.extend(byte..=high);
                at += 3;
            }
            _ => {
                set.push(byte);
                at += 1;
            }
        }
    }
    (set, negated, at)
}
