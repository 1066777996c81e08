//! Runs the grammar over the adapter's tokens, one declaration of file level at a time.
//!
//! When the grammar rejects a token, the innermost statement or declaration around it is replaced by an error token and the
//! declaration is parsed again: each mistake costs one statement and gives one diagnostic, and nothing else is lost.

use crate::adapter::{Adapter, Chunk, Region};
use crate::ast::{Decl, DeclKind, TranslationUnit};
use crate::grammar::DeclarationParser;
use crate::intern::Interner;
use crate::threads;
use crate::tok::Tok;
use crate::token::PpToken;
use crate::tree::Cx;
use kern_diag::{Code, Diagnostic, Diagnostics, Severity, SourceMap, Span};
use lalrpop_util::ParseError;
use std::cell::RefCell;
use std::iter::Peekable;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Syntax errors after which the rest is not parsed; that is the fiftieth, the last that the command draws.
const MAX_ERRORS: usize = 49;
/// Mistakes after which no further declaration is parsed: some follow from others.
const ENOUGH: usize = 4 * MAX_ERRORS;
/// Tokens whose parsing is as much work as what [`threads`] counts as one: about a microsecond.
const TOKENS_OF_ONE: usize = 8;

/// Parses all of `tokens`.
pub(crate) fn parse_tokens(tokens: Vec<PpToken>, interner: &Interner, sources: &SourceMap, diags: &mut Diagnostics) -> TranslationUnit {
    let mut adapter = Adapter::new(tokens, interner, sources);
    let parser = DeclarationParser::new();
    let told = AtomicUsize::new(0);
    let chunks = std::iter::from_fn(|| {
        if told.load(Ordering::Relaxed) > ENOUGH {
            return None;
        }
        let chunk = adapter.next_declaration()?;
        told.fetch_add(adapter.errors.len(), Ordering::Relaxed);
        Some((chunk, std::mem::take(&mut adapter.errors), adapter.is_stopped))
    });
    let weight = |(chunk, ..): &(Chunk, Vec<Diagnostic>, bool)| chunk.toks.len().div_ceil(TOKENS_OF_ONE);
    let parsed = threads::map_made(chunks, weight, |(chunk, mut found, is_cut_off)| {
        let known = found.len();
        // What was cut off in the middle has its diagnostic.
        let decl = (!is_cut_off).then(|| parse_chunk(&parser, &chunk, sources, &mut found));
        told.fetch_add(found.len() - known, Ordering::Relaxed);
        (decl, found)
    });
    let mut unit = TranslationUnit::default();
    let mut found = Vec::new();
    // How far the adapter came beyond enough mistakes depends on the threads: nothing of that is looked at.
    let mut is_enough = false;
    for (decl, mut errors) in parsed {
        unit.decls.extend(decl);
        found.append(&mut errors);
        is_enough = found.len() > ENOUGH;
        if is_enough {
            break;
        }
    }
    if is_enough {
        adapter.cut_at = None;
    } else {
        found.append(&mut adapter.errors);
    }
    // Behind the place where a block should have ended everything stands in the wrong one.
    if let Some(end) = adapter.cut_at.or(adapter.unclosed.as_ref().and_then(|d| d.secondary.first()).map(|l| l.span)) {
        let is_before = |d: &Diagnostic| d.primary.as_ref().is_none_or(|p| p.span.file != end.file || p.span.start < end.start);
        found.retain(is_before);
    }
    found.extend(adapter.unclosed.filter(|unclosed| !found.iter().any(|d| closes_list(d, unclosed, sources))));
    kern_diag::sort_by_number(&mut found, |d| d.primary.as_ref().map(|p| sources.call_site(p.span)).unwrap_or_default().place());
    let mut errors = 0;
    for diagnostic in without_consequences(found, sources) {
        errors += usize::from(diagnostic.severity == Severity::Error);
        if errors > MAX_ERRORS {
            let span = diagnostic.primary.as_ref().map_or(Span::default(), |p| p.span);
            diags.push(Diagnostic::error(Code::TOO_MANY_ERRORS, span, "too many syntax errors").label("later ones are not reported"));
            break;
        }
        diags.push(diagnostic);
    }
    unit
}

/// Whether `d` says where the brace is missing of which `unclosed` tells: behind a value of the list that it opens.
fn closes_list(d: &Diagnostic, unclosed: &Diagnostic, sources: &SourceMap) -> bool {
    let (Some(place), Some(brace)) = (&d.primary, &unclosed.primary) else { return false };
    let (place, brace) = (place.span, brace.span);
    let between = || sources.get(brace.file)?.text.get(brace.end as usize..place.start as usize);
    d.message.contains("or `}` after a value") && place.file == brace.file && between().is_some_and(|text| !text.contains(['{', '}']))
}

/// The mistakes without those that follow from an earlier one: a macro whose text cannot stand where it is used is one
/// mistake, however often it is used; what kern does not support is one, too.
fn without_consequences(found: Vec<Diagnostic>, sources: &SourceMap) -> Vec<Diagnostic> {
    let mut told: Vec<String> = Vec::new();
    let mut guilty: Vec<Diagnostic> = Vec::new();
    for d in &found {
        let Some((name, help)) = d.primary.as_ref().and_then(|p| macro_at_fault(p.span, sources)) else { continue };
        if d.severity == Severity::Error && !told.contains(&name) {
            told.push(name);
            guilty.push(d.clone().help(help));
        }
    }
    if !guilty.is_empty() {
        return guilty;
    }
    let mut features: Vec<String> = Vec::new();
    let mut is_first = |d: &Diagnostic| {
        let is_new = !features.contains(&d.message);
        features.push(d.message.clone());
        is_new
    };
    found.into_iter().filter(|d| d.code != Code::UNSUPPORTED_LANGUAGE || is_first(d)).collect()
}

/// The macro that `span` came from, if its text ends in `;` or starts with `=`, and what to write instead.
fn macro_at_fault(span: Span, sources: &SourceMap) -> Option<(String, String)> {
    let expansion = sources.expansion(span.expansion)?;
    let file = sources.get(expansion.definition.file)?;
    let line = sources.line_column(expansion.definition.file, expansion.definition.start).line;
    let text = file.line(line);
    let body = text.split("//").next()?.split_once(&expansion.name)?.1.trim();
    let name = &expansion.name;
    if file.is_system || body.ends_with('\\') {
        return None;
    }
    if let Some(value) = body.strip_suffix(';').filter(|value| !value.contains([';', '{', '(', '='])) {
        return Some((name.clone(), format!("the macro `{name}` ends in `;`: write `#define {name} {}`", value.trim())));
    }
    let value = body.strip_prefix('=')?.trim();
    (!value.is_empty()).then(|| (name.clone(), format!("a macro takes no `=`: write `#define {name} {value}`")))
}

fn parse_chunk(parser: &DeclarationParser, chunk: &Chunk, sources: &SourceMap, found: &mut Vec<Diagnostic>) -> Decl {
    let mut replaced: Vec<Region> = Vec::new();
    let mut reported = Vec::new();
    loop {
        let cx = Cx { spans: &chunk.spans, sources, errors: RefCell::new(Vec::new()) };
        let input = Input { chunk, replaced: replaced.iter().copied().peekable(), position: 0 };
        let result = parser.parse(&cx, input);
        let place = match result {
            Ok(decl) => {
                found.append(&mut reported);
                found.append(&mut cx.errors.borrow_mut());
                return decl;
            }
            Err(ParseError::UnrecognizedToken { token: (l, _, _), expected }) => (l, expected),
            Err(ParseError::UnrecognizedEof { expected, .. }) => (chunk.toks.len(), expected),
            Err(ParseError::ExtraToken { token: (l, _, _) }) => (l, Vec::new()),
            Err(ParseError::InvalidToken { location }) => (location, Vec::new()),
            Err(ParseError::User { .. }) => (0, Vec::new()),
        };
        let (at, expected) = place;
        let region = innermost(&chunk.regions, &replaced, at);
        let (start, end) = region.map_or((0, chunk.toks.len()), |r| (r.start, r.end));
        let is_mended = chunk.mended.iter().any(|m| *m >= start && *m <= end);
        let is_consequence = replaced.iter().any(|r| r.start == at);
        if !is_mended && !is_consequence {
            reported.push(report(chunk, at, &expected, sources));
        }
        match region.filter(|_| reported.len() <= MAX_ERRORS) {
            Some(region) => {
                // What is passed over says no second time what is wrong with it.
                let start = sources.call_site(chunk.spans[region.start]);
                let is_before = |d: &mut Diagnostic| {
                    d.primary.as_ref().map(|p| sources.call_site(p.span)).is_some_and(|p| p.file == start.file && p.start < start.start)
                };
                reported.extend(cx.errors.borrow_mut().extract_if(.., is_before));
                replaced.retain(|r| r.start < region.start || r.end > region.end);
                replaced.push(region);
                pass_over(&chunk.regions, &mut replaced, region.start);
            }
            None => {
                found.append(&mut reported);
                let span = cx.span(0, chunk.toks.len());
                return Decl { kind: DeclKind::Error, span };
            }
        }
    }
}

/// Statements that end before token `end` are known to be right: those next to each other count as one from now on, so
/// that parsing again takes little longer than what is still to come.
fn pass_over(regions: &[Region], replaced: &mut Vec<Region>, mut end: usize) {
    // Regions come in the order of their ends, what is inside of one before it.
    let before = &regions[..regions.partition_point(|r| r.end <= end)];
    let mut runs: Vec<Region> = Vec::new();
    for region in before.iter().rev().filter(|r| r.is_statement) {
        if region.end > end {
            continue;
        }
        end = region.start;
        match runs.last_mut() {
            Some(run) if run.start == region.end => run.start = region.start,
            _ => runs.push(*region),
        }
    }
    runs.reverse();
    let is_inside = |r: &Region| runs[..runs.partition_point(|run| run.start <= r.start)].last().is_some_and(|run| r.end <= run.end);
    replaced.retain(|r| !is_inside(r));
    replaced.extend(runs);
    kern_diag::sort_by_number(replaced, |r| r.start as i64);
}

/// The smallest region around token `at` that is not replaced yet.
fn innermost(regions: &[Region], replaced: &[Region], at: usize) -> Option<Region> {
    let around = regions.iter().filter(|r| r.start <= at && at < r.end);
    let is_free = |r: &&Region| !replaced.iter().any(|x| x.start <= r.start && r.end <= x.end);
    around.filter(is_free).min_by_key(|r| (r.end - r.start, !r.is_statement)).copied()
}

/// The tokens of a chunk, with error tokens for the replaced regions.
struct Input<'c> {
    chunk: &'c Chunk,
    /// In order; none inside another.
    replaced: Peekable<std::iter::Copied<std::slice::Iter<'c, Region>>>,
    position: usize,
}

impl Iterator for Input<'_> {
    type Item = Result<(usize, Tok, usize), ()>;

    fn next(&mut self) -> Option<Self::Item> {
        let at = self.position;
        if let Some(region) = self.replaced.next_if(|r| r.start == at) {
            self.position = region.end;
            let tok = if region.is_statement { Tok::ErrorStatement } else { Tok::ErrorDeclaration };
            return Some(Ok((at, tok, region.end)));
        }
        let tok = self.chunk.toks.get(at)?.clone();
        self.position += 1;
        Some(Ok((at, tok, at + 1)))
    }
}

/// The grammar's own message: what stands at `at`, and what could.
fn report(chunk: &Chunk, at: usize, expected: &[String], sources: &SourceMap) -> Diagnostic {
    let span = chunk.spans.get(at).or(chunk.spans.last()).copied().unwrap_or_default();
    let text = sources.text(span);
    let found = match chunk.toks.get(at) {
        None => "the end of the declaration".to_string(),
        Some(_) if text.is_empty() => "something else".to_string(),
        Some(Tok::Str(_)) => "a string".to_string(),
        Some(_) => format!("`{}`", text.lines().next().unwrap_or("").trim()),
    };
    let has = |name: &str| expected.iter().any(|e| e.trim_matches('"') == name);
    let wanted = if has("int") && has("name") {
        Some("an expression")
    } else if has("word") && has("class key") {
        Some("a type or a declaration")
    } else if has(";") && expected.len() <= 40 {
        Some("`;` or an operator")
    } else if has("name") {
        Some("a name")
    } else {
        None
    };
    let message = match wanted {
        Some(wanted) => format!("expected {wanted}, found {found}"),
        None => match readable(expected) {
            Some(list) => format!("expected {list}, found {found}"),
            None => format!("{found} cannot stand here"),
        },
    };
    Diagnostic::error(Code::UNEXPECTED_TOKEN, span, message)
}

/// A short list of terminals as written, if it is short.
fn readable(expected: &[String]) -> Option<String> {
    let mut list: Vec<&str> = expected
        .iter()
        .map(|e| e.trim_matches('"'))
        .filter(|e| !e.starts_with('@') && !e.starts_with("error"))
        .map(|e| match e {
            "(t" | "(g" | "(p" | "(i" | "(n" | "(f" => "(",
            "{b" | "{c" => "{",
            "<t" => "<",
            ">t" => ">",
            ":i" | ":r" | ":b" => ":",
            "[l" | "[i" | "[b" => "[",
            "...p" => "...",
            other => other,
        })
        .collect();
    list.dedup();
    if list.is_empty() || list.len() > 3 {
        return None;
    }
    let list: Vec<String> = list.iter().map(|e| format!("`{e}`")).collect();
    Some(list.join(" or "))
}
