//! The tokens that a directive and its statement become.

use super::clauses::{Directive, Sharing};
use super::loops::Head;
use super::{Rewriter, partner};
use crate::token::{PpKind, PpToken, Punct};

type Tokens = Vec<PpToken>;

impl Rewriter<'_> {
    /// A directive without a statement.
    pub(super) fn emit_alone(&mut self, directive: &Directive, out: &mut Tokens) {
        let name = directive.names.first().map_or("", String::as_str);
        match name {
            "barrier" => self.lex("::__kern_omp::barrier();", directive.span, out),
            "taskwait" | "flush" | "nothing" | "" => self.lex(";", directive.span, out),
            "taskyield" => self.lex("::__kern_omp::yield();", directive.span, out),
            "declare" if directive.has("simd") => {}
            _ => self.unsupported(directive.span, &format!("`{}`", directive.names.join(" "))),
        }
    }

    /// A directive and its statement.
    pub(super) fn emit(&mut self, directive: &Directive, body: &[PpToken], out: &mut Tokens) {
        let span = directive.span;
        let names: Vec<&str> = directive.names.iter().map(String::as_str).collect();
        match names[..] {
            ["parallel", ref inner @ ..] => {
                let is_plain = inner.is_empty();
                self.lex("::__kern_omp::parallel((long)(", span, out);
                if directive.threads.is_empty() {
                    self.lex("0", span, out)
                } else {
                    out.extend(&directive.threads)
                }
                self.lex("), (bool)(", span, out);
                if directive.condition.is_empty() {
                    self.lex("true", span, out)
                } else {
                    out.extend(&directive.condition)
                }
                self.lex("), [&] {", span, out);
                if is_plain {
                    self.with_variables(directive, out, |this, out| out.extend(this.list(body)));
                } else {
                    // The region ends with a barrier of its own.
                    let inner = inner.iter().map(ToString::to_string).collect();
                    self.emit(&Directive { names: inner, is_nowait: true, ..directive.clone() }, body, out);
                }
                self.lex("});", span, out);
            }
            ["for"] | ["for", "simd"] | ["loop"] => self.emit_loop(directive, body, out),
            ["simd"] | ["taskgroup"] => {
                self.lex("{", span, out);
                out.extend(self.list(body));
                self.lex("}", span, out);
            }
            ["sections"] => self.emit_sections(directive, body, out),
            ["single"] => {
                self.lex("{ if (::__kern_omp::single())", span, out);
                self.with_variables(directive, out, |this, out| out.extend(this.list(body)));
                self.end_of_share(directive, out);
                self.lex("}", span, out);
            }
            ["master"] | ["masked"] => {
                self.lex("if (::__kern_omp::number() == 0) {", span, out);
                out.extend(self.list(body));
                self.lex("}", span, out);
            }
            ["master" | "masked", ref inner @ ..] => {
                self.lex("if (::__kern_omp::number() == 0) {", span, out);
                let inner = inner.iter().map(ToString::to_string).collect();
                self.emit(&Directive { names: inner, ..directive.clone() }, body, out);
                self.lex("}", span, out);
            }
            ["critical"] | ["atomic"] => {
                let region = if names == ["atomic"] { " atomic" } else { &directive.region };
                let text = format!("{{ ::__kern_omp::critical __kern_critical(\"{region}\");");
                self.lex(&text, span, out);
                out.extend(self.list(body));
                self.lex("}", span, out);
            }
            ["ordered"] => {
                self.lex("{ ::__kern_omp::ordered __kern_ordered;", span, out);
                out.extend(self.list(body));
                self.lex("}", span, out);
            }
            // A task is executed where it is made, which is one of the times that a program must allow for.
            ["task"] => self.with_variables(directive, out, |this, out| out.extend(this.list(body))),
            ["taskloop"] | ["taskloop", "simd"] => {
                self.lex("{ ::__kern_omp::alone __kern_alone;", span, out);
                self.emit_loop(&Directive { is_nowait: true, ..directive.clone() }, body, out);
                self.lex("}", span, out);
            }
            _ => self.unsupported(span, &format!("`{}`", directive.names.join(" "))),
        }
    }

    fn end_of_share(&mut self, directive: &Directive, out: &mut Tokens) {
        if !directive.is_nowait {
            self.lex("::__kern_omp::barrier();", directive.span, out);
        }
    }

    /// `{ … }` with the variables of the clauses; what several threads have together is theirs again at its end.
    fn with_variables(&mut self, directive: &Directive, out: &mut Tokens, body: impl FnOnce(&mut Self, &mut Tokens)) {
        let span = directive.span;
        self.lex("{", span, out);
        let shared = directive.variables.iter().filter(|(sharing, _)| *sharing != Sharing::Private).map(|(_, name)| name);
        let names: Vec<PpToken> = shared.chain(directive.reductions.iter().map(|reduction| &reduction.name)).copied().collect();
        for name in &names {
            let text = self.text(name.text).to_string();
            self.lex(&format!("auto &__kern_of_{text} = {text};"), name.span, out);
        }
        self.lex("{", span, out);
        let is_first = |name: PpToken| directive.variables.iter().any(|(sharing, own)| *sharing == Sharing::First && own.text == name.text);
        for &(sharing, name) in &directive.variables {
            let text = self.text(name.text).to_string();
            let declaration = match sharing {
                Sharing::Private => format!("::__kern_omp::value_of<decltype({text})> {text}; (void){text};"),
                Sharing::First => format!(
                    "::__kern_omp::copy_of<decltype({text})> __kern_copy_{text}(__kern_of_{text}); auto &{text} = __kern_copy_{text}.value;"
                ),
                Sharing::Last if is_first(name) => continue,
                Sharing::Last => format!("::__kern_omp::value_of<decltype({text})> {text}; (void){text};"),
            };
            self.lex(&declaration, name.span, out);
        }
        for reduction in &directive.reductions {
            let text = self.text(reduction.name.text).to_string();
            let declaration = format!(
                "::__kern_omp::value_of<decltype({text})> {text}; ::__kern_omp::start(::__kern_omp::{}(), {text});",
                reduction.operator
            );
            self.lex(&declaration, reduction.name.span, out);
        }
        body(self, out);
        if !directive.reductions.is_empty() {
            self.lex("{ ::__kern_omp::critical __kern_critical(\" reduction\");", span, out);
            for reduction in &directive.reductions {
                let text = self.text(reduction.name.text).to_string();
                let combine = format!("::__kern_omp::combine(::__kern_omp::{}(), __kern_of_{text}, {text});", reduction.operator);
                self.lex(&combine, reduction.name.span, out);
            }
            self.lex("}", span, out);
        }
        self.lex("} }", span, out);
    }

    /// What lastprivate variables are once the last round is over.
    fn write_last(&mut self, directive: &Directive, was_last: &str, out: &mut Tokens) {
        for &(_, name) in directive.variables.iter().filter(|(sharing, _)| *sharing == Sharing::Last) {
            let text = self.text(name.text).to_string();
            self.lex(&format!("if ({was_last}) ::__kern_omp::assign(__kern_of_{text}, {text});"), name.span, out);
        }
    }

    fn emit_loop(&mut self, directive: &Directive, body: &[PpToken], out: &mut Tokens) {
        let span = directive.span;
        let (mut heads, mut rest): (Vec<Head>, &[PpToken]) = (Vec::new(), body);
        while heads.len() < directive.collapse {
            let Some((head, behind)) = self.head(rest, span) else { return };
            let own = [head.first, head.end, head.step].concat();
            let depends = |outer: &Head| own.iter().any(|token| token.is_word(outer.name.text));
            if heads.iter().any(depends) {
                return self.unsupported(head.name.span, "a collapsed loop whose bounds depend on an outer one");
            }
            heads.push(head);
            rest = &rest[behind..];
            // The next loop may stand in braces, alone.
            while heads.len() < directive.collapse && rest.first().is_some_and(|token| token.is(Punct::LBrace)) {
                let end = partner(rest, 0);
                rest = &rest[1..end.min(rest.len())];
            }
        }
        self.lex("{", span, out);
        self.with_variables(directive, out, |this, out| {
            for (number, head) in heads.iter().enumerate() {
                this.emit_bounds(number, head, out);
            }
            let (kind, chunk) = directive.schedule.clone().unwrap_or(("static".to_string(), Vec::new()));
            this.lex(&format!("::__kern_omp::loop __kern_loop(::__kern_omp::schedule_{kind}, (long)("), span, out);
            if chunk.is_empty() { this.lex("0", span, out) } else { out.extend(chunk) }
            let product = (0..heads.len()).map(|number| format!("__kern_n{number}")).collect::<Vec<_>>().join(" * ");
            let text = format!(
                "), {product}, {}); for (long __kern_b, __kern_e; __kern_loop.next(__kern_b, __kern_e);) \
                 for (long __kern_i = __kern_b; __kern_i < __kern_e; ++__kern_i) {{",
                directive.is_ordered
            );
            this.lex(&text, span, out);
            for (number, head) in heads.iter().enumerate() {
                let name = this.text(head.name.text).to_string();
                let inner: String = (number + 1..heads.len()).map(|inner| format!(" / __kern_n{inner}")).collect();
                let around = if number > 0 { format!(" % __kern_n{number}") } else { String::new() };
                let text = format!(
                    "decltype(__kern_t{number}) {name} = (decltype(__kern_t{number}))(__kern_l{number} + (__kern_i{inner}){around} * __kern_s{number}); (void){name};"
                );
                this.lex(&text, head.name.span, out);
            }
            let start = if directive.is_ordered { "::__kern_omp::turn __kern_turn(__kern_loop, __kern_i); {" } else { "{" };
            this.lex(start, span, out);
            let statement = this.list(rest);
            out.extend(statement);
            this.lex("}", span, out);
            this.lex("}", span, out);
            this.write_last(directive, "__kern_loop.had_last", out);
        });
        self.end_of_share(directive, out);
        self.lex("}", span, out);
    }

    /// First value, step and number of rounds of a loop.
    fn emit_bounds(&mut self, number: usize, head: &Head, out: &mut Tokens) {
        let span = head.name.span;
        let name = self.text(head.name.text).to_string();
        if head.ty.is_empty() {
            self.lex(&format!("::__kern_omp::value_of<decltype({name})>"), span, out);
        } else {
            out.extend(head.ty);
        }
        self.lex(&format!("__kern_t{number} = "), span, out);
        out.extend(head.first);
        self.lex(
            &format!(
                "; const auto __kern_l{number} = __kern_t{number}; const long __kern_s{number} = {}(long)(",
                if head.is_down { "-" } else { "" }
            ),
            span,
            out,
        );
        if head.step.is_empty() {
            self.lex("1", span, out)
        } else {
            out.extend(head.step)
        }
        let compare = match head.compare {
            Punct::Lt => "below",
            Punct::Le => "to",
            Punct::Gt => "above",
            Punct::Ge => "down_to",
            _ => "until",
        };
        self.lex(&format!("); const long __kern_n{number} = ::__kern_omp::rounds_{compare}(__kern_l{number}, "), span, out);
        out.extend(head.end);
        self.lex(&format!(", __kern_s{number});"), span, out);
    }

    fn emit_sections(&mut self, directive: &Directive, body: &[PpToken], out: &mut Tokens) {
        let span = directive.span;
        let inside = match body {
            [open, inside @ .., _] if open.is(Punct::LBrace) => inside,
            _ => return self.malformed(span, "a block behind the line"),
        };
        let mut parts: Vec<Vec<PpToken>> = vec![Vec::new()];
        let mut place = 0;
        while place < inside.len() {
            let token = inside[place];
            match token.kind {
                PpKind::PragmaOmp if self.word(inside, place + 1) == "section" => {
                    while place < inside.len() && inside[place].kind != PpKind::PragmaEnd {
                        place += 1;
                    }
                    parts.push(Vec::new());
                }
                PpKind::Punct(Punct::LBrace) => {
                    let end = partner(inside, place).min(inside.len() - 1);
                    if let Some(part) = parts.last_mut() {
                        part.extend(&inside[place..=end]);
                    }
                    place = end;
                }
                _ => {
                    if let Some(part) = parts.last_mut() {
                        part.push(token);
                    }
                }
            }
            place += 1;
        }
        parts.retain(|part| !part.is_empty());
        self.lex("{", span, out);
        self.with_variables(directive, out, |this, out| {
            let text = format!(
                "::__kern_omp::loop __kern_loop(::__kern_omp::schedule_dynamic, 1, {}, false); \
                 for (long __kern_b, __kern_e; __kern_loop.next(__kern_b, __kern_e);) switch (__kern_b) {{",
                parts.len()
            );
            this.lex(&text, span, out);
            for (number, part) in parts.iter().enumerate() {
                this.lex(&format!("case {number}: {{"), span, out);
                let part = this.list(part);
                out.extend(part);
                this.lex("} break;", span, out);
            }
            this.lex("}", span, out);
            this.write_last(directive, "__kern_loop.had_last", out);
        });
        self.end_of_share(directive, out);
        self.lex("}", span, out);
    }
}
