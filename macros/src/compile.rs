//! `kernels!`: from its input to items.

use crate::input::{self, Source, Spans};
use crate::items;
use crate::messages;
use crate::output::Output;
use kern_core::driver::{Compilation, Options};
use kern_diag::{Diagnostic, Severity, SourceMap, Span};
use kern_embed::files::DiskLoader;
use std::fmt::Write;

/// A text and what the compiler made of it.
pub(crate) struct Compiled<'a> {
    pub(crate) source: &'a Source,
    pub(crate) sources: SourceMap,
}

impl Compiled<'_> {
    /// Where in the Rust file the bytes of `span` are to be shown, if they are of its text.
    pub(crate) fn range(&self, span: Span) -> Option<(proc_macro::Span, proc_macro::Span)> {
        match &self.source.spans {
            Spans::Literal(literal) => Some((*literal, *literal)),
            Spans::Tokens(text) => {
                let is_here = self.sources.get(span.file).is_some_and(|file| file.name == self.source.name);
                if is_here { text.range(span.start as usize, span.end as usize) } else { None }
            }
        }
    }

    /// Whether mistakes are shown with the lines of the text, as the Rust compiler does not show them.
    pub(crate) fn shows_lines(&self) -> bool {
        matches!(self.source.spans, Spans::Literal(_))
    }
}

/// See `kern::kernels!`.
pub(crate) fn expand(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let mut output = Output::default();
    match input::read(input) {
        Ok(source) => compile(&source, &mut output),
        Err(refused) => output.error(&refused.message, Some((refused.span, refused.span))),
    }
    output.finish()
}

fn compile(source: &Source, output: &mut Output) {
    let (mut compilation, mut diagnostics) = pass(source, "");
    let mut callables = match &compilation.hir {
        Some(typed) if compilation.program.is_some() => items::callable(typed, &compilation.sources),
        _ => Vec::new(),
    };
    // Once more, with kernels that call the device functions. That no kernel calls them is no mistake then.
    if !callables.is_empty() {
        let (again, told) = pass(source, &items::kernels(&callables));
        if again.program.is_some() && told.iter().all(|d| d.severity != Severity::Error) {
            (compilation, diagnostics) = (again, told);
        } else {
            callables.clear();
        }
    }
    let compiled = Compiled { source, sources: std::mem::take(&mut compilation.sources) };
    track_files(&compiled, output);
    for diagnostic in &diagnostics {
        messages::write(diagnostic, &compiled, output);
    }
    let Some(program) = compilation.program.filter(|_| diagnostics.iter().all(|d| d.severity != Severity::Error)) else { return };
    items::write(&program, compilation.hir.as_deref(), &callables, &compiled, output);
}

/// Compiles the text with something behind it.
fn pass(source: &Source, more: &str) -> (Compilation, Vec<Diagnostic>) {
    let options = Options { keeps_hir: true, ..Options::default() };
    let loader = DiskLoader::new(source.name.clone(), format!("{}{more}", source.text), Vec::new());
    let compilation = kern_core::compile(&source.name, &options, &loader);
    let mut diagnostics: Vec<Diagnostic> = loader.take_problems();
    diagnostics.extend(compilation.diagnostics.iter().cloned());
    (compilation, diagnostics)
}

/// Has the Rust program compiled anew when a file of the kernels changes.
fn track_files(compiled: &Compiled<'_>, output: &mut Output) {
    let own = compiled.source.file.is_none().then_some(compiled.source.name.as_str());
    for (_, file) in compiled.sources.files().filter(|(_, file)| !file.is_system && Some(file.name.as_str()) != own) {
        if let Ok(path) = std::path::absolute(&file.name) {
            let _ = write!(output.text, "const _: &[u8] = ::core::include_bytes!({:?});", path.display().to_string());
        }
    }
}
