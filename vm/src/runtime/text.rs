//! `<string.h>`, `<strings.h>` and `<ctype.h>`.

use super::{Arg, Args, HostFunction, Ret, Stop};
use crate::Host;

pub(super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("memcpy", memcpy),
    ("memmove", memcpy),
    ("memset", memset),
    ("memcmp", memcmp),
    ("memchr", memchr),
    ("bzero", bzero),
    ("strlen", |host, args| Ok(Ret::from(host.read_c_string(args.at(0).address())?.len() as u64))),
    ("strnlen", |host, args| Ok(Ret::from(host.read_c_string_up_to(args.at(0).address(), args.at(1).u64())?.len() as u64))),
    ("strcpy", strcpy),
    ("strncpy", strncpy),
    ("strcat", strcat),
    ("strncat", strncat),
    ("strcmp", |host, args| compare(host, args, u64::MAX, false)),
    ("strncmp", |host, args| compare(host, args, args.at(2).u64(), false)),
    ("strcasecmp", |host, args| compare(host, args, u64::MAX, true)),
    ("strncasecmp", |host, args| compare(host, args, args.at(2).u64(), true)),
    ("strchr", strchr),
    ("strrchr", strrchr),
    ("strstr", strstr),
    ("strspn", |host, args| span(host, args, true)),
    ("strcspn", |host, args| span(host, args, false)),
    ("strpbrk", strpbrk),
    ("strtok", strtok),
    ("strtok_r", strtok_r),
    ("strdup", |host, args| duplicate(host, args.at(0).address(), u64::MAX)),
    ("strndup", |host, args| duplicate(host, args.at(0).address(), args.at(1).u64())),
    ("strerror", strerror),
    ("isalpha", |_, args| class(args, |b| b.is_ascii_alphabetic())),
    ("isdigit", |_, args| class(args, |b| b.is_ascii_digit())),
    ("isalnum", |_, args| class(args, |b| b.is_ascii_alphanumeric())),
    ("isspace", |_, args| class(args, |b| matches!(b, b' ' | 9..=13))),
    ("isupper", |_, args| class(args, |b| b.is_ascii_uppercase())),
    ("islower", |_, args| class(args, |b| b.is_ascii_lowercase())),
    ("isxdigit", |_, args| class(args, |b| b.is_ascii_hexdigit())),
    ("ispunct", |_, args| class(args, |b| b.is_ascii_punctuation())),
    ("isprint", |_, args| class(args, |b| (32..127).contains(&b))),
    ("isgraph", |_, args| class(args, |b| b.is_ascii_graphic())),
    ("iscntrl", |_, args| class(args, |b| b.is_ascii_control())),
    ("isblank", |_, args| class(args, |b| matches!(b, b' ' | b'\t'))),
    ("toupper", |_, args| Ok(Ret::from(letter(args, |b| b.to_ascii_uppercase())))),
    ("tolower", |_, args| Ok(Ret::from(letter(args, |b| b.to_ascii_lowercase())))),
];

/// A class of the C locale: nothing beyond ASCII is in any.
fn class(args: &[Arg], test: fn(u8) -> bool) -> Result<Ret, Stop> {
    Ok(Ret::from(u8::try_from(args.at(0).i32()).is_ok_and(test) as i32))
}

fn letter(args: &[Arg], map: fn(u8) -> u8) -> i32 {
    let character = args.at(0).i32();
    u8::try_from(character).map_or(character, |b| i32::from(map(b)))
}

fn memcpy(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    let to = args.at(0).address();
    host.copy_bytes(to, args.at(1).address(), args.at(2).u64())?;
    Ok(Ret::from(to))
}

fn memset(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    let memory = args.at(0).address();
    host.fill_bytes(memory, args.at(1).u32() as u8, args.at(2).u64())?;
    Ok(Ret::from(memory))
}

fn bzero(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    host.fill_bytes(args.at(0).address(), 0, args.at(1).u64())?;
    Ok(Ret::VOID)
}

fn memcmp(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    let left = host.read_bytes(args.at(0).address(), args.at(2).u64())?;
    let right = host.read_bytes(args.at(1).address(), args.at(2).u64())?;
    Ok(Ret::from(difference(&left, &right)))
}

/// The difference of the first bytes that differ, as glibc answers; a shorter string ends with a zero.
fn difference(left: &[u8], right: &[u8]) -> i32 {
    let longest = left.len().max(right.len());
    let at = |text: &[u8], i: usize| i32::from(text.get(i).copied().unwrap_or(0));
    (0..longest).map(|i| at(left, i) - at(right, i)).find(|&d| d != 0).unwrap_or(0)
}

fn memchr(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    let (memory, byte, size) = (args.at(0).address(), args.at(1).u32() as u8, args.at(2).u64());
    for index in 0..size {
        if host.read::<1>(memory + index)? == [byte] {
            return Ok(Ret::from(memory + index));
        }
    }
    Ok(Ret::from(0u64))
}

fn store(host: &mut Host, to: u64, mut text: Vec<u8>) -> Result<(), Stop> {
    text.push(0);
    host.write_bytes(to, &text)
}

fn strcpy(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    let text = host.read_c_string(args.at(1).address())?;
    store(host, args.at(0).address(), text)?;
    Ok(Ret::from(args.at(0).address()))
}

fn strncpy(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    let (to, size) = (args.at(0).address(), args.at(2).u64());
    let text = host.read_c_string_up_to(args.at(1).address(), size)?;
    host.write_bytes(to, &text)?;
    host.fill_bytes(to + text.len() as u64, 0, size - text.len() as u64)?;
    Ok(Ret::from(to))
}

fn strcat(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    append(host, args, u64::MAX)
}

fn strncat(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    append(host, args, args.at(2).u64())
}

fn append(host: &mut Host, args: &[Arg], limit: u64) -> Result<Ret, Stop> {
    let to = args.at(0).address();
    let start = host.read_c_string(to)?.len() as u64;
    let text = host.read_c_string_up_to(args.at(1).address(), limit)?;
    store(host, to + start, text)?;
    Ok(Ret::from(to))
}

fn compare(host: &mut Host, args: &[Arg], limit: u64, fold: bool) -> Result<Ret, Stop> {
    let mut left = host.read_c_string_up_to(args.at(0).address(), limit)?;
    let mut right = host.read_c_string_up_to(args.at(1).address(), limit)?;
    if fold {
        left.make_ascii_lowercase();
        right.make_ascii_lowercase();
    }
    Ok(Ret::from(difference(&left, &right)))
}

fn found(base: u64, index: Option<usize>) -> Result<Ret, Stop> {
    Ok(Ret::from(index.map_or(0, |i| base + i as u64)))
}

fn strchr(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    let (base, byte) = (args.at(0).address(), args.at(1).u32() as u8);
    let mut text = host.read_c_string(base)?;
    text.push(0);
    found(base, text.iter().position(|&b| b == byte))
}

fn strrchr(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    let (base, byte) = (args.at(0).address(), args.at(1).u32() as u8);
    let mut text = host.read_c_string(base)?;
    text.push(0);
    found(base, text.iter().rposition(|&b| b == byte))
}

fn strstr(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    let base = args.at(0).address();
    let text = host.read_c_string(base)?;
    let part = host.read_c_string(args.at(1).address())?;
    if part.is_empty() {
        return Ok(Ret::from(base));
    }
    found(base, text.windows(part.len()).position(|w| w == part))
}

fn span(host: &mut Host, args: &[Arg], inside: bool) -> Result<Ret, Stop> {
    let text = host.read_c_string(args.at(0).address())?;
    let set = host.read_c_string(args.at(1).address())?;
    Ok(Ret::from(text.iter().take_while(|b| set.contains(b) == inside).count() as u64))
}

fn strpbrk(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    let base = args.at(0).address();
    let text = host.read_c_string(base)?;
    let set = host.read_c_string(args.at(1).address())?;
    found(base, text.iter().position(|b| set.contains(b)))
}

/// One part of the string at `at`: the part's address (0: none left) and where to go on.
fn token(host: &mut Host, at: u64, separators: u64) -> Result<(u64, u64), Stop> {
    let text = host.read_c_string(at)?;
    let set = host.read_c_string(separators)?;
    let Some(start) = text.iter().position(|b| !set.contains(b)) else { return Ok((0, at + text.len() as u64)) };
    let length = text[start..].iter().take_while(|b| !set.contains(b)).count();
    let end = at + (start + length) as u64;
    if start + length == text.len() {
        return Ok((at + start as u64, end));
    }
    host.write_bytes(end, &[0])?;
    Ok((at + start as u64, end + 1))
}

fn strtok(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    let at = match args.at(0).address() {
        0 => host.state().strtok,
        text => text,
    };
    if at == 0 {
        return Ok(Ret::from(0u64));
    }
    let (part, rest) = token(host, at, args.at(1).address())?;
    host.state().strtok = rest;
    Ok(Ret::from(part))
}

fn strtok_r(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    let rest_at = args.at(2).address();
    let at = match args.at(0).address() {
        0 => u64::from_le_bytes(host.read(rest_at)?),
        text => text,
    };
    if at == 0 {
        return Ok(Ret::from(0u64));
    }
    let (part, rest) = token(host, at, args.at(1).address())?;
    host.write_bytes(rest_at, &rest.to_le_bytes())?;
    Ok(Ret::from(part))
}

fn duplicate(host: &mut Host, text: u64, limit: u64) -> Result<Ret, Stop> {
    let text = host.read_c_string_up_to(text, limit)?;
    let Some(copy) = super::heap::allocate(host, text.len() as u64 + 1, 16) else { return Ok(Ret::from(0u64)) };
    store(host, copy, text)?;
    Ok(Ret::from(copy))
}

fn strerror(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    let error = args.at(0).i32();
    let text = match super::system::error_text(error) {
        "Unknown error" => format!("Unknown error {error}"),
        text => text.to_string(),
    };
    Ok(Ret::from(super::system::static_text(host, &text)))
}
