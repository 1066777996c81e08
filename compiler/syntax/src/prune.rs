//! Leaves out the intrinsics that a program never names.
//!
//! The headers declare every intrinsic as a prototype with a linkage name, `type f(…) __asm__("key");`, some hundreds of them,
//! and a program uses a few. One whose name occurs nowhere else in the text cannot be called: dropping its tokens here spares
//! the parser and all stages after it. Only prototypes of that form in system headers are touched.

use crate::intern::sym;
use crate::token::{PpKind, PpToken, Punct};
use kern_diag::SourceMap;

/// Longest prototype that is looked at, in tokens.
const MAX_LENGTH: usize = 200;

/// A prototype with a linkage name.
struct Prototype {
    start: usize,
    end: usize,
    /// Where the name stands.
    name: usize,
}

/// `tokens` without the prototypes that nothing names.
pub(crate) fn prune(tokens: Vec<PpToken>, sources: &SourceMap) -> Vec<PpToken> {
    let is_system: Vec<bool> = sources.files().map(|(_, file)| file.is_system).collect();
    let in_system = |t: &PpToken| is_system.get(t.span.file.0 as usize).copied().unwrap_or(false);
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.kind == PpKind::Ident
            && matches!(token.text, sym::asm | sym::asm2 | sym::asm3)
            && in_system(token)
            && let Some(prototype) = prototype_around(&tokens, at)
        {
            found.push(prototype);
        }
    }
    if found.is_empty() {
        return tokens;
    }
    let largest = tokens.iter().map(|t| t.text.0).max().unwrap_or(0) as usize;
    let mut mentions = vec![0_u32; largest + 1];
    tokens.iter().filter(|t| t.kind == PpKind::Ident).for_each(|t| mentions[t.text.0 as usize] += 1);
    found.iter().for_each(|p| mentions[tokens[p.name].text.0 as usize] -= 1);
    let mut out = Vec::with_capacity(tokens.len());
    let mut from = 0;
    for prototype in found {
        if mentions[tokens[prototype.name].text.0 as usize] == 0 && prototype.start >= from {
            out.extend_from_slice(&tokens[from..prototype.start]);
            from = prototype.end;
        }
    }
    out.extend_from_slice(&tokens[from..]);
    out
}

/// The prototype whose linkage name the `__asm__` at `at` gives.
fn prototype_around(tokens: &[PpToken], at: usize) -> Option<Prototype> {
    let after = tokens.get(at + 1..at + 5)?;
    let is_label =
        after[0].is(Punct::LParen) && after[1].kind == PpKind::String && after[2].is(Punct::RParen) && after[3].is(Punct::Semicolon);
    if !is_label || !tokens.get(at.checked_sub(1)?)?.is(Punct::RParen) {
        return None;
    }
    // Back to the `(` of the parameters, the name before it, and the start of the declaration.
    let mut depth = 0;
    let mut open = at;
    loop {
        open = open.checked_sub(1)?;
        match tokens[open].kind {
            PpKind::Punct(Punct::RParen) => depth += 1,
            PpKind::Punct(Punct::LParen) => depth -= 1,
            PpKind::Punct(Punct::Semicolon | Punct::LBrace | Punct::RBrace) => return None,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        if at - open > MAX_LENGTH {
            return None;
        }
    }
    let name = open.checked_sub(1)?;
    if tokens[name].kind != PpKind::Ident {
        return None;
    }
    let mut start = name;
    while start > 0 {
        match tokens[start - 1].kind {
            PpKind::Punct(Punct::Semicolon | Punct::LBrace | Punct::RBrace) => break,
            // `extern "C"`, `template <…>`, several declarators: left alone.
            PpKind::Ident if !matches!(tokens[start - 1].text, sym::template | sym::typedef | sym::friend) => start -= 1,
            PpKind::Punct(Punct::Star | Punct::Amp) => start -= 1,
            _ => return None,
        }
        if name - start > MAX_LENGTH {
            return None;
        }
    }
    (start < name).then_some(Prototype { start, end: at + 5, name })
}
