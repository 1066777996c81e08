//! `kernels!`: from its input to items.

use crate::compiled::Compiled;
use crate::input::{self, Source};
use crate::items;
use crate::messages;
use crate::output::Output;
use kern_core::driver::{Compilation, Options, Stage};
use kern_diag::{Diagnostic, Severity};
use kern_embed::files::DiskLoader;
use std::fmt::Write;

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
    let mut callables = callables(source);
    // Kernels call the device functions: that no other kernel does is no mistake.
    let (mut compilation, mut diagnostics) = pass(source, &items::kernels(&callables), Stage::Ir);
    if !callables.is_empty() && (compilation.program.is_none() || diagnostics.iter().any(|d| d.severity == Severity::Error)) {
        callables.clear();
        (compilation, diagnostics) = pass(source, "", Stage::Ir);
    }
    let compiled = Compiled { source, sources: std::mem::take(&mut compilation.sources) };
    track_files(&compiled, output);
    for diagnostic in &diagnostics {
        messages::write(diagnostic, &compiled, output);
    }
    let Some(program) = compilation.program.filter(|_| diagnostics.iter().all(|d| d.severity != Severity::Error)) else { return };
    items::write(&program, compilation.hir.as_deref(), &callables, &compiled, output);
}

/// The device functions that the host calls. Only a text that may have some is looked at, and is not made code of for that.
fn callables(source: &Source) -> Vec<items::Callable> {
    let may_have_some = source.text.contains("__device__") || source.text.contains("include");
    let typed = may_have_some.then(|| pass(source, "", Stage::Check).0);
    typed.and_then(|typed| Some(items::callable(typed.hir.as_deref()?, &typed.sources))).unwrap_or_default()
}

/// Compiles the text with something behind it, as far as a stage.
fn pass(source: &Source, more: &str, last: Stage) -> (Compilation, Vec<Diagnostic>) {
    let options = Options { keeps_hir: true, last, ..Options::default() };
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
