//! What a directive says: its name and its clauses.

use super::{Rewriter, partner, split};
use crate::token::{PpKind, PpToken, Punct};
use kern_diag::Span;

/// Words that names of directives are made of.
const NAMES: &[&str] = &[
    "parallel",
    "for",
    "sections",
    "section",
    "single",
    "master",
    "masked",
    "critical",
    "atomic",
    "barrier",
    "ordered",
    "task",
    "taskwait",
    "taskyield",
    "taskgroup",
    "taskloop",
    "flush",
    "simd",
    "declare",
    "target",
    "teams",
    "distribute",
    "cancel",
    "cancellation",
    "threadprivate",
    "scan",
    "requires",
    "loop",
    "workshare",
    "scope",
    "error",
    "nothing",
];

/// Directives without a statement.
const ALONE: &[&str] = &[
    "barrier",
    "taskwait",
    "taskyield",
    "flush",
    "declare",
    "cancel",
    "cancellation",
    "threadprivate",
    "scan",
    "requires",
    "error",
    "nothing",
];

/// Clauses that change nothing here: they say how variables are shared anyway, or give hints.
const HARMLESS: &[&str] = &[
    "default",
    "shared",
    "proc_bind",
    "untied",
    "mergeable",
    "priority",
    "final",
    "depend",
    "grainsize",
    "num_tasks",
    "nogroup",
    "linear",
    "aligned",
    "safelen",
    "simdlen",
    "nontemporal",
    "seq_cst",
    "acq_rel",
    "acquire",
    "release",
    "relaxed",
    "hint",
    "read",
    "write",
    "update",
    "capture",
    "compare",
    "weak",
    "filter",
    "order",
];

/// A variable with a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sharing {
    Private,
    First,
    Last,
}

/// A reduction: its operator as `kern/omp.h` numbers it.
#[derive(Clone, Debug)]
pub(super) struct Reduction {
    pub(super) operator: &'static str,
    pub(super) name: PpToken,
}

/// A directive with its clauses.
#[derive(Clone, Debug)]
pub(super) struct Directive {
    pub(super) span: Span,
    pub(super) names: Vec<String>,
    pub(super) variables: Vec<(Sharing, PpToken)>,
    pub(super) reductions: Vec<Reduction>,
    pub(super) threads: Vec<PpToken>,
    pub(super) condition: Vec<PpToken>,
    /// Of `schedule`: kind and chunk.
    pub(super) schedule: Option<(String, Vec<PpToken>)>,
    pub(super) collapse: usize,
    pub(super) is_nowait: bool,
    pub(super) is_ordered: bool,
    /// The name of a critical region.
    pub(super) region: String,
}

impl Directive {
    /// Whether no statement belongs to it.
    pub(super) fn is_alone(&self) -> bool {
        self.names.is_empty() || self.names.first().is_some_and(|name| ALONE.contains(&&**name))
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.names.iter().any(|own| own == name)
    }

    /// Reads `tokens`, the first of which starts the pragma; reports what it does not know, if that is asked for.
    pub(super) fn of(rewriter: &mut Rewriter, tokens: &[PpToken], reports: bool) -> Directive {
        let mut directive = Directive {
            span: tokens[0].span,
            names: Vec::new(),
            variables: Vec::new(),
            reductions: Vec::new(),
            threads: Vec::new(),
            condition: Vec::new(),
            schedule: None,
            collapse: 1,
            is_nowait: false,
            is_ordered: false,
            region: String::new(),
        };
        let errors = rewriter.errors.len();
        let mut place = 1;
        while place < tokens.len() {
            let word = rewriter.word(tokens, place);
            let is_clause = directive.has("for") && word == "ordered";
            if !NAMES.contains(&&*word) || is_clause || (word == "update" && directive.has("atomic")) {
                break;
            }
            directive.names.push(word);
            place += 1;
        }
        if directive.names.is_empty() {
            rewriter.malformed(directive.span, "the name");
        }
        if directive.is_alone() || directive.has("critical") {
            if tokens.get(place).is_some_and(|token| token.is(Punct::LParen)) {
                directive.region = rewriter.word(tokens, place + 1);
            }
        } else {
            directive.read_clauses(rewriter, tokens, place);
        }
        if !reports {
            rewriter.errors.truncate(errors);
        }
        directive
    }

    fn read_clauses(&mut self, rewriter: &mut Rewriter, tokens: &[PpToken], start: usize) {
        let mut place = start;
        while place < tokens.len() {
            if tokens[place].is(Punct::Comma) {
                place += 1;
                continue;
            }
            let word = rewriter.word(tokens, place);
            let span = tokens[place].span;
            let mut argument: &[PpToken] = &[];
            place += 1;
            if tokens.get(place).is_some_and(|token| token.is(Punct::LParen)) {
                let end = partner(tokens, place);
                argument = &tokens[place + 1..end.min(tokens.len())];
                place = end + 1;
            }
            self.clause(rewriter, &word, span, argument);
        }
    }

    fn clause(&mut self, rewriter: &mut Rewriter, word: &str, span: Span, argument: &[PpToken]) {
        match word {
            "private" => self.share(rewriter, Sharing::Private, argument, span),
            "firstprivate" => self.share(rewriter, Sharing::First, argument, span),
            "lastprivate" => self.share(rewriter, Sharing::Last, argument, span),
            "num_threads" => self.threads = argument.to_vec(),
            "if" => {
                let has_modifier = argument.len() > 1 && argument[0].kind == PpKind::Ident && argument[1].is(Punct::Colon);
                self.condition = argument[if has_modifier { 2 } else { 0 }..].to_vec();
            }
            "schedule" => self.read_schedule(rewriter, argument, span),
            "collapse" => {
                let number = argument.first().filter(|token| token.kind == PpKind::Number && argument.len() == 1);
                match number.and_then(|token| rewriter.text(token.text).parse().ok()) {
                    Some(count @ 1..=8) => self.collapse = count,
                    _ => rewriter.unsupported(span, "this `collapse`"),
                }
            }
            "nowait" => self.is_nowait = true,
            "ordered" if argument.is_empty() => self.is_ordered = true,
            "reduction" if self.has("simd") && !self.has("for") => {}
            "reduction" => self.read_reduction(rewriter, argument, span),
            _ if HARMLESS.contains(&word) => {}
            "" => rewriter.malformed(span, "a clause"),
            _ => rewriter.unsupported(span, &format!("the clause `{word}`")),
        }
    }

    fn share(&mut self, rewriter: &mut Rewriter, sharing: Sharing, argument: &[PpToken], span: Span) {
        for part in split(argument, Punct::Comma) {
            match part {
                [name] if name.kind == PpKind::Ident => self.variables.push((sharing, *name)),
                _ => rewriter.malformed(span, "the names of variables in a clause"),
            }
        }
    }

    fn read_schedule(&mut self, rewriter: &mut Rewriter, argument: &[PpToken], span: Span) {
        // `monotonic:` and the like say nothing that does not hold.
        let argument = split(argument, Punct::Colon).last().copied().unwrap_or(&[]);
        let parts = split(argument, Punct::Comma);
        let kind = rewriter.word(parts[0], 0);
        if !["static", "dynamic", "guided", "auto", "runtime"].contains(&&*kind) {
            rewriter.malformed(span, "a kind of schedule");
        }
        self.schedule = Some((kind, parts.get(1).map_or(Vec::new(), |chunk| chunk.to_vec())));
    }

    fn read_reduction(&mut self, rewriter: &mut Rewriter, argument: &[PpToken], span: Span) {
        let Some(colon) = argument.iter().position(|token| token.is(Punct::Colon)) else {
            return rewriter.malformed(span, "`operator : names` in a reduction");
        };
        let operator = match argument[..colon] {
            [token] => match token.kind {
                PpKind::Punct(Punct::Plus | Punct::Minus) => "sum",
                PpKind::Punct(Punct::Star) => "product",
                PpKind::Punct(Punct::Amp) => "bit_and",
                PpKind::Punct(Punct::Pipe) => "bit_or",
                PpKind::Punct(Punct::Caret) => "bit_xor",
                PpKind::Punct(Punct::AmpAmp) => "both",
                PpKind::Punct(Punct::PipePipe) => "either",
                PpKind::Ident if rewriter.text(token.text) == "max" => "largest",
                PpKind::Ident if rewriter.text(token.text) == "min" => "smallest",
                _ => return rewriter.unsupported(span, "this operator of a reduction"),
            },
            _ => return rewriter.unsupported(span, "this operator of a reduction"),
        };
        for part in split(&argument[colon + 1..], Punct::Comma) {
            match part {
                [name] if name.kind == PpKind::Ident => self.reductions.push(Reduction { operator, name: *name }),
                _ => rewriter.unsupported(span, "a part of an array in a reduction"),
            }
        }
    }
}

impl Rewriter<'_> {
    /// The directive that `tokens` are.
    pub(super) fn directive(&mut self, tokens: &[PpToken]) -> Directive {
        Directive::of(self, tokens, true)
    }
}
