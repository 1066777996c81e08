//! Tokens and trees as text: readable, stable, the user's files only.
//!
//! Declarations, statements one a line, indented by nesting; expressions as `(operator operand…)`; types spelled out
//! (`array[4] of pointer to int`), since a declarator reads inside out.

mod expr;
mod types;

use crate::ast::*;
use crate::intern::Interner;
use crate::token::PpKind;
use crate::{Loader, Options, preprocess};
use kern_diag::{Diagnostics, SourceMap, Span};
use std::fmt::Write;

/// The tokens of the user's text after preprocessing, one a line: place, kind, spelling, and the macro it came from.
pub fn dump_tokens(root: &str, options: &Options, loader: &dyn Loader, sources: &mut SourceMap, diags: &mut Diagnostics) -> String {
    let mut interner = Interner::new();
    let read = preprocess::preprocess(root, options, loader, sources, diags, &mut interner);
    let mut out = String::new();
    for token in &read.tokens {
        let place = sources.call_site(token.span);
        if token.kind == PpKind::Eof || sources.file(place.file).is_system {
            continue;
        }
        let (kind, text) = match token.kind {
            PpKind::Punct(punct) => ("operator", punct.text()),
            PpKind::Ident if crate::adapter::is_keyword(token.text) => ("keyword", &**interner.text(token.text)),
            PpKind::Ident => ("name", &**interner.text(token.text)),
            PpKind::Number => ("number", &**interner.text(token.text)),
            PpKind::Char => ("char", &**interner.text(token.text)),
            PpKind::String => ("string", &**interner.text(token.text)),
            PpKind::PragmaUnroll => ("pragma", "unroll"),
            PpKind::PragmaOmp => ("pragma", "omp"),
            PpKind::PragmaEnd => ("pragma", "end"),
            PpKind::Placemarker | PpKind::Stray | PpKind::Eof => continue,
        };
        let at = sources.line_column(place.file, place.start);
        let _ = write!(out, "{}:{} {kind} {text}", at.line, at.column);
        if let Some(expansion) = sources.expansion(token.span.expansion) {
            let _ = write!(out, "  (macro {})", expansion.name);
        }
        out.push('\n');
    }
    out
}

/// The declarations of the user's text as an indented tree.
pub fn dump_ast(unit: &TranslationUnit, sources: &SourceMap) -> String {
    let mut dump = Dump { out: String::new(), indent: 0 };
    for decl in &unit.decls {
        if !is_system(decl.span, sources) {
            dump.decl(decl);
        }
    }
    dump.out
}

fn is_system(span: Span, sources: &SourceMap) -> bool {
    let file = sources.call_site(span).file;
    sources.files().nth(file.0 as usize).is_some_and(|(_, f)| f.is_system)
}

struct Dump {
    out: String,
    indent: usize,
}

impl Dump {
    fn line(&mut self, text: impl AsRef<str>) {
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
        self.out.push_str(text.as_ref());
        self.out.push('\n');
    }

    fn inside(&mut self, body: impl FnOnce(&mut Dump)) {
        self.indent += 1;
        body(self);
        self.indent -= 1;
    }

    fn decls(&mut self, list: &[Decl]) {
        self.inside(|d| list.iter().for_each(|decl| d.decl(decl)));
    }

    fn decl(&mut self, decl: &Decl) {
        match &decl.kind {
            DeclKind::Empty => self.line("empty"),
            DeclKind::Simple(simple) => self.simple(simple),
            DeclKind::Function(function) => self.function(function),
            DeclKind::Template(template) => {
                let params: Vec<String> = template.params.iter().map(types::template_param).collect();
                self.line(format!("template <{}>", params.join(", ")));
                self.inside(|d| d.decl(&template.decl));
            }
            DeclKind::ExplicitInstantiation(inner) => {
                self.line("instantiate");
                self.inside(|d| d.decl(inner));
            }
            DeclKind::Namespace { path, is_inline, decls } => {
                let path: Vec<&str> = path.iter().map(|i| &*i.name).collect();
                self.line(format!("{}namespace {}", if *is_inline { "inline " } else { "" }, path.join("::")));
                self.decls(decls);
            }
            DeclKind::NamespaceAlias { name, target } => self.line(format!("namespace {} = {}", name.name, types::path(target))),
            DeclKind::UsingDirective(path) => self.line(format!("using namespace {}", types::path(path))),
            DeclKind::UsingDecl(names) => {
                let name = |n: &UsingName| format!("{}{}", types::path(&n.path), if n.is_pack { "..." } else { "" });
                self.line(format!("using {}", names.iter().map(name).collect::<Vec<_>>().join(", ")));
            }
            DeclKind::UsingEnum(path) => self.line(format!("using enum {}", types::path(path))),
            DeclKind::Alias { name, ty } => self.line(format!("alias {} = {}", name.name, types::type_name(ty))),
            DeclKind::Linkage { language, decls } => {
                self.line(format!("linkage \"{language}\""));
                self.decls(decls);
            }
            DeclKind::StaticAssert { condition, message } => {
                let message = message.as_ref().map_or(String::new(), |m| format!(" {}", expr::string(m)));
                self.line(format!("static_assert {}{message}", expr::expr(condition)));
            }
            DeclKind::Access(access) => self.line(format!("{}:", types::access(*access))),
            DeclKind::Friend(inner) => {
                self.line("friend");
                self.inside(|d| d.decl(inner));
            }
            DeclKind::Asm(asm) => self.asm(asm),
            DeclKind::Error => self.line("error"),
        }
    }

    fn simple(&mut self, simple: &SimpleDecl) {
        self.definition(&simple.specs);
        for declared in &simple.declarators {
            let mut text = format!("{}{}", types::flags(&simple.specs), types::declared(&simple.specs, &declared.declarator));
            if let Some(width) = &declared.bit_width {
                let _ = write!(text, " : {}", expr::expr(width));
            }
            if let Some(label) = &declared.asm_label {
                let _ = write!(text, " asm {}", expr::string(label));
            }
            if let Some(init) = &declared.init {
                let _ = write!(text, " {}", expr::initializer(init));
            }
            self.line(text);
        }
    }

    /// The class or enumeration that specifiers define.
    fn definition(&mut self, specs: &DeclSpecs) {
        match specs.ty.as_ref().map(|t| &t.kind) {
            Some(TypeSpecKind::Class(class)) => {
                let mut text = types::class_head(class);
                for align in &class.align {
                    let _ = write!(text, " {}", types::align(align));
                }
                if let Some(members) = &class.members {
                    let bases: Vec<String> = class.bases.iter().map(types::base).collect();
                    if !bases.is_empty() {
                        let _ = write!(text, " : {}", bases.join(", "));
                    }
                    self.line(text);
                    self.decls(members);
                } else {
                    self.line(text);
                }
            }
            Some(TypeSpecKind::Enum(list)) => {
                self.line(types::enum_head(list));
                for item in list.enumerators.iter().flatten() {
                    let value = item.value.as_ref().map_or(String::new(), |v| format!(" = {}", expr::expr(v)));
                    self.inside(|d| d.line(format!("{}{value}", item.name.name)));
                }
            }
            _ => {}
        }
    }

    fn function(&mut self, function: &FunctionDef) {
        let text = format!("{}{}", types::flags(&function.specs), types::declared(&function.specs, &function.declarator));
        match &function.body {
            FunctionBody::Default | FunctionBody::Compare(_) => self.line(format!("{text} = default")),
            FunctionBody::Delete => self.line(format!("{text} = delete")),
            FunctionBody::Block(body) => {
                self.line(text);
                self.inside(|d| {
                    for init in &function.initializers {
                        let pack = if init.is_pack { "..." } else { "" };
                        d.line(format!("init {} {}{pack}", types::path(&init.path), expr::initializer(&init.init)));
                    }
                    d.stmt(body);
                });
            }
        }
    }

    fn asm(&mut self, asm: &AsmStmt) {
        let mut text = format!("asm{} {}", if asm.is_volatile { " volatile" } else { "" }, expr::string(&asm.template));
        for (mark, list) in [("out", &asm.outputs), ("in", &asm.inputs)] {
            for (constraint, value) in list {
                let _ = write!(text, " {mark} {} {}", expr::string(constraint), expr::expr(value));
            }
        }
        for clobber in &asm.clobbers {
            let _ = write!(text, " clobber {}", expr::string(clobber));
        }
        self.line(text);
    }

    fn body(&mut self, stmt: &Stmt) {
        self.inside(|d| d.stmt(stmt));
    }

    fn unroll(&mut self, unroll: &Option<Unroll>) {
        if let Some(unroll) = unroll {
            let factor = unroll.factor.as_ref().map_or(String::new(), |f| format!(" {}", expr::expr(f)));
            self.line(format!("unroll{factor}"));
        }
    }

    fn condition(&mut self, word: &str, condition: &Condition) {
        match condition {
            Condition::Expr(e) => self.line(format!("{word} {}", expr::expr(e))),
            Condition::Decl(decl) => {
                self.line(word);
                self.inside(|d| d.simple(decl));
            }
        }
    }

    fn init(&mut self, init: &Option<Box<Stmt>>) {
        if let Some(init) = init {
            self.line("first");
            self.body(init);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Empty => self.line("empty"),
            StmtKind::Block(list) => {
                self.line("block");
                self.inside(|d| list.iter().for_each(|s| d.stmt(s)));
            }
            StmtKind::Expr(e) => self.line(expr::expr(e)),
            StmtKind::Decl(decl) => self.decl(decl),
            StmtKind::If { is_constexpr, init, condition, then, otherwise } => {
                self.init(init);
                self.condition(if *is_constexpr { "if constexpr" } else { "if" }, condition);
                self.body(then);
                if let Some(otherwise) = otherwise {
                    self.line("else");
                    self.body(otherwise);
                }
            }
            StmtKind::While { condition, body, unroll } => {
                self.unroll(unroll);
                self.condition("while", condition);
                self.body(body);
            }
            StmtKind::DoWhile { body, condition, unroll } => {
                self.unroll(unroll);
                self.line(format!("do while {}", expr::expr(condition)));
                self.body(body);
            }
            StmtKind::For { init, condition, step, body, unroll } => {
                self.unroll(unroll);
                self.init(init);
                match condition {
                    Some(condition) => self.condition("for", condition),
                    None => self.line("for"),
                }
                if let Some(step) = step {
                    self.line(format!("step {}", expr::expr(step)));
                }
                self.body(body);
            }
            StmtKind::RangeFor { init, decl, range, body } => {
                self.init(init);
                let name = decl.declarators.first().map_or(String::new(), |d| types::declared(&decl.specs, &d.declarator));
                self.line(format!("for {name} : {}", expr::expr(range)));
                self.body(body);
            }
            StmtKind::Switch { init, condition, body } => {
                self.init(init);
                self.condition("switch", condition);
                self.body(body);
            }
            StmtKind::Case { value, high, body } => {
                let high = high.as_ref().map_or(String::new(), |h| format!(" ... {}", expr::expr(h)));
                self.line(format!("case {}{high}", expr::expr(value)));
                self.body(body);
            }
            StmtKind::Labels { above, last } => above.iter().rev().chain([&**last]).for_each(|label| self.stmt(label)),
            StmtKind::Default(body) => {
                self.line("default");
                self.body(body);
            }
            StmtKind::Break => self.line("break"),
            StmtKind::Continue => self.line("continue"),
            StmtKind::Return(value) => self.line(value.as_ref().map_or("return".to_string(), |v| format!("return {}", expr::expr(v)))),
            StmtKind::Goto(label) => self.line(format!("goto {}", label.name)),
            StmtKind::Label { name, body } => {
                self.line(format!("label {}", name.name));
                self.body(body);
            }
            StmtKind::Try { body, handlers } => {
                self.line("try");
                self.body(body);
                for (param, body) in handlers {
                    let param = param.as_ref().map_or("...".to_string(), |p| types::declared(&p.specs, &p.declarator));
                    self.line(format!("catch {param}"));
                    self.body(body);
                }
            }
            StmtKind::Asm(asm) => self.asm(asm),
            StmtKind::Error => self.line("error"),
        }
    }
}

/// A statement as one line, for lambdas and statement expressions.
fn inline(stmt: &Stmt) -> String {
    let mut dump = Dump { out: String::new(), indent: 0 };
    dump.stmt(stmt);
    let lines: Vec<&str> = dump.out.lines().map(str::trim).collect();
    lines.join("; ")
}
