//! `<string.h>`, `<strings.h>` and `<ctype.h>`.

use super::MathFunction::{self, Bits};
use super::{Arg, Args, HostFunction, Ret, Stop};
use crate::memory::Access;
use crate::runtime::CallContext;
use crate::runtime::call_context::BYTES_AN_INSTRUCTION;

pub(super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("memcpy", memcpy),
    ("memmove", memcpy),
    ("memset", memset),
    ("memcmp", memcmp),
    ("__kern_usable", |host, args| Ok(Ret::from(host.look_at(args.at(0).address(), args.at(1).u64(), Access::Write)?))),
    ("memchr", memchr),
    ("bzero", bzero),
    ("strlen", strlen),
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
];

/// Of `<ctype.h>`, numbers to numbers.
pub(super) const CHARACTERS: &[(&str, MathFunction)] = &[
    ("isalpha", Bits(|args| class(args, |b| b.is_ascii_alphabetic()))),
    ("isdigit", Bits(|args| class(args, |b| b.is_ascii_digit()))),
    ("isalnum", Bits(|args| class(args, |b| b.is_ascii_alphanumeric()))),
    ("isspace", Bits(|args| class(args, |b| matches!(b, b' ' | 9..=13)))),
    ("isupper", Bits(|args| class(args, |b| b.is_ascii_uppercase()))),
    ("islower", Bits(|args| class(args, |b| b.is_ascii_lowercase()))),
    ("isxdigit", Bits(|args| class(args, |b| b.is_ascii_hexdigit()))),
    ("ispunct", Bits(|args| class(args, |b| b.is_ascii_punctuation()))),
    ("isprint", Bits(|args| class(args, |b| (32..127).contains(&b)))),
    ("isgraph", Bits(|args| class(args, |b| b.is_ascii_graphic()))),
    ("iscntrl", Bits(|args| class(args, |b| b.is_ascii_control()))),
    ("isblank", Bits(|args| class(args, |b| matches!(b, b' ' | b'\t')))),
    ("toupper", Bits(|args| letter(args, |b| b.to_ascii_uppercase()))),
    ("tolower", Bits(|args| letter(args, |b| b.to_ascii_lowercase()))),
];

/// The character that a function is asked for, an `int`.
fn character(args: &[u64]) -> i32 {
    args.first().map_or(0, |&bits| bits as i32)
}

/// A class of the C locale: nothing beyond ASCII is in any.
fn class(args: &[u64], test: fn(u8) -> bool) -> u64 {
    u8::try_from(character(args)).is_ok_and(test) as u64
}

fn letter(args: &[u64], map: fn(u8) -> u8) -> u64 {
    let character = character(args);
    Ret::from(u8::try_from(character).map_or(character, |b| i32::from(map(b)))).0
}

fn memcpy(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let to = args.at(0).address();
    host.copy_bytes(to, args.at(1).address(), args.at(2).u64())?;
    Ok(Ret::from(to))
}

fn memset(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let memory = args.at(0).address();
    host.fill_bytes(memory, args.at(1).u32() as u8, args.at(2).u64())?;
    Ok(Ret::from(memory))
}

fn bzero(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    host.fill_bytes(args.at(0).address(), 0, args.at(1).u64())?;
    Ok(Ret::VOID)
}

/// Bytes beyond an allocation are reported, and alike.
fn memcmp(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let (left, right, size) = (args.at(0).address(), args.at(1).address(), args.at(2).u64());
    if let Some((left, right)) = host.plain_bytes(left, size).zip(host.plain_bytes(right, size)) {
        let differ = left.iter().zip(right).find(|(left, right)| left != right);
        let answer = differ.map_or(0, |(&left, &right)| i32::from(left) - i32::from(right));
        host.work(size / BYTES_AN_INSTRUCTION);
        return Ok(Ret::from(answer));
    }
    let usable = host.look_at(left, size, Access::Read)?.min(host.look_at(right, size, Access::Read)?);
    compare_bytes(host, left, right, usable, |left, right| (i32::from(left) - i32::from(right), false)).map(Ret::from)
}

/// Compares bytes until `look` says that two differ, or are the last; the difference, as glibc answers.
fn compare_bytes(host: &mut CallContext, left: u64, right: u64, limit: u64, look: impl Fn(u8, u8) -> (i32, bool)) -> Result<i32, Stop> {
    let mut done = 0;
    // Most texts differ, or end, soon.
    let mut most = 64;
    while done < limit {
        let size = most.min(limit - done);
        let (left, right) = (host.piece(left.wrapping_add(done), size)?, host.piece(right.wrapping_add(done), size)?);
        for (&left, &right) in left.iter().zip(&right) {
            match look(left, right) {
                (0, false) => {}
                (difference, _) => return Ok(difference),
            }
        }
        done += left.len().min(right.len()) as u64;
        most = 4096;
        if !host.work(1) {
            break;
        }
    }
    Ok(0)
}

fn strlen(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let address = args.at(0).address();
    let length = match host.plain_text(address) {
        Some(text) => text.len() as u64,
        None => host.read_c_string(address)?.len() as u64,
    };
    host.work(length / BYTES_AN_INSTRUCTION);
    Ok(Ret::from(length))
}

fn memchr(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let (memory, byte, size) = (args.at(0).address(), args.at(1).u32() as u8, args.at(2).u64());
    let mut done = 0;
    while done < size {
        let at = memory.wrapping_add(done);
        let is_there = host.check(at, 1, Access::Read, host.side()).is_ok();
        let piece = host.piece(at, size - done)?;
        if let Some(index) = piece.iter().position(|&other| other == byte) {
            return Ok(Ret::from(at + index as u64));
        }
        done += piece.len() as u64;
        // What is not there is reported once.
        if !is_there || !host.work(1) {
            break;
        }
    }
    Ok(Ret::from(0u64))
}

fn store(host: &mut CallContext, to: u64, mut text: Vec<u8>) -> Result<(), Stop> {
    text.push(0);
    host.write_bytes(to, &text)
}

fn strcpy(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let text = host.read_c_string(args.at(1).address())?;
    store(host, args.at(0).address(), text)?;
    Ok(Ret::from(args.at(0).address()))
}

fn strncpy(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let (to, size) = (args.at(0).address(), args.at(2).u64());
    let text = host.read_c_string_up_to(args.at(1).address(), size)?;
    host.write_bytes(to, &text)?;
    host.fill_bytes(to.wrapping_add(text.len() as u64), 0, size.saturating_sub(text.len() as u64))?;
    Ok(Ret::from(to))
}

fn strcat(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    append(host, args, u64::MAX)
}

fn strncat(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    append(host, args, args.at(2).u64())
}

fn append(host: &mut CallContext, args: &[Arg], limit: u64) -> Result<Ret, Stop> {
    let to = args.at(0).address();
    let start = host.read_c_string(to)?.len() as u64;
    let text = host.read_c_string_up_to(args.at(1).address(), limit)?;
    store(host, to + start, text)?;
    Ok(Ret::from(to))
}

fn compare(host: &mut CallContext, args: &[Arg], limit: u64, fold: bool) -> Result<Ret, Stop> {
    let letter = |byte: u8| if fold { byte.to_ascii_lowercase() } else { byte };
    let look = |left, right| (i32::from(letter(left)) - i32::from(letter(right)), left == 0);
    if let Some((left, right)) = host.plain_text(args.at(0).address()).zip(host.plain_text(args.at(1).address())) {
        let end = |text: &[u8], at: usize| text.get(at).copied().unwrap_or(0);
        let most = usize::try_from(limit).unwrap_or(usize::MAX).min(left.len().min(right.len()) + 1);
        let found = (0..most).map(|at| look(end(left, at), end(right, at)).0).enumerate().find(|(_, difference)| *difference != 0);
        let (seen, answer) = found.unwrap_or((most, 0));
        host.work(seen as u64 / BYTES_AN_INSTRUCTION);
        return Ok(Ret::from(answer));
    }
    compare_bytes(host, args.at(0).address(), args.at(1).address(), limit, look).map(Ret::from)
}

fn found(base: u64, index: Option<usize>) -> Result<Ret, Stop> {
    Ok(Ret::from(index.map_or(0, |i| base + i as u64)))
}

fn strchr(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let (base, byte) = (args.at(0).address(), args.at(1).u32() as u8);
    let (length, last) = host.find_last(base, |b| b == byte || b == 0)?;
    Ok(Ret::from(if last == Some(byte) { base.wrapping_add(length) } else { 0 }))
}

fn strrchr(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let (base, byte) = (args.at(0).address(), args.at(1).u32() as u8);
    let mut text = host.read_c_string(base)?;
    text.push(0);
    found(base, text.iter().rposition(|&b| b == byte))
}

fn strstr(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let base = args.at(0).address();
    let text = host.read_c_string(base)?;
    let part = host.read_c_string(args.at(1).address())?;
    if part.is_empty() {
        return Ok(Ret::from(base));
    }
    host.work((text.len() + part.len()) as u64);
    found(base, find(&text, &part))
}

/// Where `part` is in `text` for the first time, in one walk over each (Knuth, Morris and Pratt).
fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    // By prefix of `part`: how long the longest other prefix is that it ends with.
    let mut shorter = vec![0; part.len()];
    let next = |shorter: &[usize], mut matched: usize, byte: u8| {
        while matched > 0 && part[matched] != byte {
            matched = shorter[matched - 1];
        }
        matched + usize::from(part[matched] == byte)
    };
    let mut matched = 0;
    for index in 1..part.len() {
        matched = next(&shorter, matched, part[index]);
        shorter[index] = matched;
    }
    matched = 0;
    for (index, &byte) in text.iter().enumerate() {
        matched = next(&shorter, matched, byte);
        if matched == part.len() {
            return Some(index + 1 - part.len());
        }
    }
    None
}

/// A set of characters.
fn set(host: &mut CallContext, address: u64) -> Result<[bool; 256], Stop> {
    let mut set = [false; 256];
    host.read_c_string(address)?.into_iter().for_each(|byte| set[usize::from(byte)] = true);
    Ok(set)
}

fn span(host: &mut CallContext, args: &[Arg], inside: bool) -> Result<Ret, Stop> {
    let set = set(host, args.at(1).address())?;
    let (text, _) = host.read_until(args.at(0).address(), u64::MAX, |b| b == 0 || set[usize::from(b)] != inside)?;
    Ok(Ret::from(text.len() as u64))
}

fn strpbrk(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let base = args.at(0).address();
    let set = set(host, args.at(1).address())?;
    let (text, _) = host.read_until(base, u64::MAX, |b| b == 0 || set[usize::from(b)])?;
    let at = base.wrapping_add(text.len() as u64);
    let is_there = host.piece(at, 1)?.iter().all(|&b| b != 0);
    Ok(Ret::from(if is_there { at } else { 0 }))
}

/// One part of the string at `at`: the part's address (0: none left) and where to go on.
fn token(host: &mut CallContext, at: u64, separators: u64) -> Result<(u64, u64), Stop> {
    let set = set(host, separators)?;
    let (skipped, _) = host.read_until(at, u64::MAX, |b| b == 0 || !set[usize::from(b)])?;
    let start = at.wrapping_add(skipped.len() as u64);
    let (part, _) = host.read_until(start, u64::MAX, |b| b == 0 || set[usize::from(b)])?;
    let end = start.wrapping_add(part.len() as u64);
    if part.is_empty() {
        return Ok((0, end));
    }
    if host.piece(end, 1)? == [0] {
        return Ok((start, end));
    }
    host.write_bytes(end, &[0])?;
    Ok((start, end.wrapping_add(1)))
}

fn strtok(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let at = match args.at(0).address() {
        0 => host.state.strtok,
        text => text,
    };
    if at == 0 {
        return Ok(Ret::from(0u64));
    }
    let (part, rest) = token(host, at, args.at(1).address())?;
    host.state.strtok = rest;
    Ok(Ret::from(part))
}

fn strtok_r(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
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

fn duplicate(host: &mut CallContext, text: u64, limit: u64) -> Result<Ret, Stop> {
    let text = host.read_c_string_up_to(text, limit)?;
    let Some(copy) = super::heap::allocate(host, text.len() as u64 + 1, 16) else { return Ok(Ret::from(0u64)) };
    store(host, copy, text)?;
    Ok(Ret::from(copy))
}

fn strerror(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let error = args.at(0).i32();
    let text = match super::system::error_text(error) {
        "Unknown error" => format!("Unknown error {error}"),
        text => text.to_string(),
    };
    Ok(Ret::from(super::system::static_text(host, &text)))
}
