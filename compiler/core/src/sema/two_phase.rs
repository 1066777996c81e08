//! What a template sees where it stands (C++17 [temp.nondep], [temp.dep.candidate]): functions that are declared behind it are found
//! in the namespaces of the arguments only.
//!
//! Templates are checked when something uses them, and everything is declared by then. So each template of the program at namespace
//! level is kept with its place in the text and how many functions there were at its end. Those of headers count as always there.

use super::Sema;
use super::entity::FuncRef;
use kern_diag::{FileId, Span};
use rustc_hash::FxHashMap;

/// The text of a template, and what had been declared at its end.
#[derive(Clone, Copy, Debug)]
struct Text {
    start: u32,
    end: u32,
    functions: u32,
    templates: u32,
}

/// The templates of the program by file, in the order in which they stand.
#[derive(Clone, Default, Debug)]
pub(super) struct TemplateTexts(FxHashMap<FileId, Vec<Text>>);

impl TemplateTexts {
    /// The template around `at`, which no macro wrote.
    fn around(&self, at: Span) -> Option<Text> {
        let texts = self.0.get(&at.file)?;
        let before = texts.partition_point(|text| text.start <= at.start);
        texts[..before].last().copied().filter(|text| at.start < text.end)
    }
}

impl Sema<'_> {
    /// Notes that the template at `span` is declared now.
    pub(super) fn note_template_text(&mut self, span: Span) {
        if self.is_system(span) {
            return;
        }
        let place = self.sources.call_site(span);
        let (functions, templates) = (self.funcs.len() as u32, self.fn_templates.len() as u32);
        let text = Text { start: place.start, end: place.end, functions, templates };
        self.template_texts.0.entry(place.file).or_default().push(text);
    }

    /// Whether a name at `at` stands in the declaration of the function template `f` itself, whose own name is known behind its
    /// declarator only ([basic.scope.pdecl]/1): `template <class T> auto f(T t) -> decltype(f(t));`.
    pub(super) fn is_being_declared(&self, f: FuncRef, at: Span) -> bool {
        let FuncRef::Template(t) = f else { return false };
        let template = &self.fn_templates[t.0 as usize];
        let (Some(first), end) = (template.params.first(), template.declarator.span) else { return false };
        let is_around = |start: Span| {
            (at.file, at.expansion) == (start.file, start.expansion)
                && (at.file, at.expansion) == (end.file, end.expansion)
                && (start.start..end.end).contains(&at.start)
        };
        template.earlier.is_none() && template.lambda.is_none() && !template.is_system && is_around(first.span)
    }

    /// Takes out of `set`, which a name at `at` was found to mean, what is declared behind the template that it stands in.
    pub(super) fn take_later_functions(&self, set: &mut Vec<FuncRef>, at: Span) -> Vec<FuncRef> {
        let Some(text) = self.template_texts.around(self.sources.call_site(at)) else { return Vec::new() };
        let is_later = |f: &FuncRef| match *f {
            FuncRef::Plain(f) => f.0 >= text.functions && !self.funcs[f.0 as usize].is_system,
            FuncRef::Template(t) => t.0 >= text.templates && !self.fn_templates[t.0 as usize].is_system,
        };
        let (later, seen) = std::mem::take(set).into_iter().partition(is_later);
        *set = seen;
        later
    }
}
