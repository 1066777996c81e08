//! Spelling: identifiers, strings, register classes, constants.

use crate::RegType;
use std::fmt::Write;

/// Register name prefix of a class: `%r`.
pub(super) fn prefix(class: RegType) -> &'static str {
    match class {
        RegType::Pred => "%p",
        RegType::B16 => "%rs",
        RegType::B32 => "%r",
        RegType::B64 => "%rd",
        RegType::F32 => "%f",
        RegType::F64 => "%fd",
    }
}

/// A constant as an immediate.
pub(super) fn immediate(class: RegType, bits: u64) -> String {
    match class {
        RegType::F32 => format!("0f{bits:08X}"),
        RegType::F64 => format!("0d{bits:016X}"),
        RegType::B32 => (bits as u32 as i32).to_string(),
        RegType::B64 => (bits as i64).to_string(),
        RegType::B16 | RegType::Pred => bits.to_string(),
    }
}

/// A linkage name as a PTX identifier. Bytes that PTX does not allow are written `$_` and two hexadecimal digits.
pub(super) fn identifier(name: &str) -> String {
    let bytes = name.as_bytes();
    let mut out = String::with_capacity(name.len());
    for (i, &byte) in bytes.iter().enumerate() {
        let plain = match byte {
            b'a'..=b'z' | b'A'..=b'Z' => true,
            b'0'..=b'9' => i > 0,
            b'_' => i > 0 || bytes.len() > 1,
            b'$' => bytes.len() > 1 && bytes.get(i + 1) != Some(&b'_'),
            _ => false,
        };
        if plain {
            out.push(byte as char);
        } else {
            let _ = write!(out, "$_{byte:02x}");
        }
    }
    out
}

/// The linkage name of an identifier; `None` when it is not one that [`identifier`] writes.
pub(super) fn linkage_name(identifier: &str) -> Option<String> {
    if !identifier.contains("$_") {
        return Some(identifier.to_string());
    }
    let mut out = Vec::new();
    let mut rest = identifier.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        if first == b'$' && tail.first() == Some(&b'_') {
            let digits = tail.get(1..3).filter(|d| d.iter().all(u8::is_ascii_hexdigit))?;
            out.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
            rest = &tail[3..];
        } else {
            out.push(first);
            rest = tail;
        }
    }
    String::from_utf8(out).ok()
}

/// A string literal. PTX knows no escapes, so a quote in it becomes an apostrophe and a line end a space.
pub(super) fn quoted(text: &str) -> String {
    let plain = |c: char| match c {
        '"' => '\'',
        c if c.is_control() => ' ',
        c => c,
    };
    format!("\"{}\"", text.chars().map(plain).collect::<String>())
}

/// A remark that is read back, on the rest of a line: names and types as a user reads them.
pub(super) fn remark(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_string()
}
