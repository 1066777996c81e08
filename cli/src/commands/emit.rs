//! `kern emit`: what a stage of the compiler makes of a program.

mod hir;
mod tree;

use std::io::Write;

use kern::files::DiskLoader;
use kern_core::driver::{Compilation, Stage as Last};
use kern_diag::{SourceMap, Span};
use kern_syntax::ast::TranslationUnit;

use crate::args::{EmitArgs, Side, Stage};
use crate::compile::{compile_options, compile_source, fail, load_bytecode, load_ptx, read};
use crate::files::{Input, unwritable};
use crate::program::load_program;
use crate::report::Reporter;
use crate::{EXIT_COMPILE, Outside, usage_error};

pub(crate) fn run(args: &EmitArgs, outside: &mut Outside) -> i32 {
    let mut reporter = Reporter::new(&args.compile, outside);
    match emit(args, &mut reporter, outside) {
        Ok(()) => {
            reporter.close(outside);
            0
        }
        Err(status) => status,
    }
}

fn emit(args: &EmitArgs, reporter: &mut Reporter, outside: &mut Outside) -> Result<(), i32> {
    if args.stage == Stage::Tokens && args.kernel.is_some() {
        return Err(usage_error(outside, "tokens belong to no function yet: `--kernel` goes with the later stages"));
    }
    if !args.compile.more.is_empty() && args.stage != Stage::Ptx {
        return Err(usage_error(outside, "several files have no stage together but `ptx`"));
    }
    let input = read(&args.compile, reporter, outside)?;
    let text = match input {
        _ if !args.compile.more.is_empty() => {
            let loaded = load_program(&args.compile, u64::MAX, reporter, outside)?;
            ptx_text(&loaded.program, args.side, args.kernel.as_deref())
        }
        Input::Source { name, text } if args.stage == Stage::Tokens => tokens_text(args, name, text, reporter, outside)?,
        Input::Source { name, text } => {
            let last = match args.stage {
                Stage::Tokens | Stage::Ast => Last::Parse,
                Stage::Hir => Last::Check,
                Stage::Ptx | Stage::Wir | Stage::Clif | Stage::Asm => Last::Ir,
            };
            let compilation = compile_source(&args.compile, name, text, (last, u64::MAX), reporter, outside)?;
            stage_text(args, &compilation)
        }
        Input::Ptx { name, text } if args.stage == Stage::Ptx => {
            let loaded = load_ptx(&args.compile, name, text, reporter, outside)?;
            ptx_text(&loaded.program, args.side, args.kernel.as_deref())
        }
        Input::Bytecode { name, bytes } if args.stage == Stage::Ptx => {
            let loaded = load_bytecode(&name, &bytes, reporter, outside)?;
            ptx_text(&loaded.program, args.side, args.kernel.as_deref())
        }
        _ => return Err(usage_error(outside, "PTX text and bytecode have no stage but `ptx`")),
    };
    let Some(text) = text else {
        let name = args.kernel.as_deref().unwrap_or("?");
        return Err(usage_error(outside, &format!("the program has no function `{name}` at this stage")));
    };
    match &args.output {
        None => {
            let _ = outside.stdout.write_all(text.as_bytes());
        }
        Some(path) => {
            if let Err(error) = std::fs::write(path, text) {
                return Err(fail(&unwritable(&path.display().to_string(), &error), &SourceMap::new(), reporter, outside));
            }
        }
    }
    Ok(())
}

/// The text of the stage; `None` when `--kernel` names nothing.
fn stage_text(args: &EmitArgs, compilation: &Compilation) -> Option<String> {
    let wanted = args.kernel.as_deref();
    match args.stage {
        Stage::Tokens => None,
        Stage::Ast => ast_text(compilation, wanted),
        Stage::Hir => hir::text(compilation.hir.as_ref()?, &compilation.sources, wanted),
        Stage::Ptx => ptx_text(compilation.program.as_ref()?, args.side, wanted),
        Stage::Wir | Stage::Clif | Stage::Asm => native_text(compilation.program.as_ref()?, args, wanted),
    }
}

/// What the compiled engine makes of the kernels, or of `wanted`.
fn native_text(program: &kern_ir::Program, args: &EmitArgs, wanted: Option<&str>) -> Option<String> {
    let is_wanted = |f: &&kern_ir::Function| match wanted {
        Some(wanted) => f.name == wanted || f.display_name == wanted || source_name(&f.display_name) == wanted,
        None => f.kind == kern_ir::FunctionKind::Kernel,
    };
    let mut out = String::new();
    for function in program.device.functions.iter().filter(|f| !f.layout.is_empty()).filter(is_wanted) {
        match machine_code(program, &function.name, args) {
            Ok(text) => out.push_str(&format!("; {}\n{}\n", function.display_name, text.trim_end())),
            Err(reason) => out.push_str(&format!("; {}: {reason}\n", function.display_name)),
        }
    }
    (!out.is_empty()).then_some(out)
}

#[cfg(feature = "jit")]
fn machine_code(program: &kern_ir::Program, name: &str, args: &EmitArgs) -> Result<String, String> {
    let listing = kern_vm::listing(program, name, args.block)?;
    Ok(match args.stage {
        Stage::Wir => listing.wir,
        Stage::Clif => listing.clif,
        _ => listing.asm,
    })
}

#[cfg(not(feature = "jit"))]
fn machine_code(_: &kern_ir::Program, _: &str, _: &EmitArgs) -> Result<String, String> {
    Err("this kern was built without the compiled engine".to_string())
}

/// The tokens of the user's files, one a line, as the grammar sees them.
fn tokens_text(args: &EmitArgs, name: String, text: String, reporter: &mut Reporter, outside: &mut Outside) -> Result<Option<String>, i32> {
    let options = compile_options(&args.compile, Last::Parse, outside)?;
    let root = name.clone();
    let loader = DiskLoader::new(name, text, args.compile.include.clone());
    let (out, sources, diagnostics) = kern_core::driver::dump_tokens(&root, &options, &loader);
    for diagnostic in diagnostics.iter() {
        reporter.diagnostic(diagnostic, &sources, outside);
    }
    if diagnostics.has_errors() {
        reporter.close(outside);
        return Err(EXIT_COMPILE);
    }
    Ok(Some(out))
}

/// The declarations of the user's files, or those that name `wanted`.
fn ast_text(compilation: &Compilation, wanted: Option<&str>) -> Option<String> {
    let unit = compilation.unit.as_ref()?;
    let Some(wanted) = wanted else { return Some(kern_syntax::dump_ast(unit, &compilation.sources)) };
    let mut out = String::new();
    for decl in &unit.decls {
        let text = kern_syntax::dump_ast(&TranslationUnit { decls: vec![decl.clone()] }, &compilation.sources);
        let head = text.lines().next().unwrap_or("");
        if head.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == wanted) {
            out.push_str(&text);
        }
    }
    (!out.is_empty()).then_some(out)
}

/// The modules of `side`, or the functions called `wanted`.
pub(crate) fn ptx_text(program: &kern_ir::Program, side: Side, wanted: Option<&str>) -> Option<String> {
    let modules = match side {
        Side::Device => vec![&program.device],
        Side::Host => vec![&program.host],
        Side::Both => vec![&program.device, &program.host],
    };
    let Some(wanted) = wanted else {
        return Some(modules.into_iter().map(kern_ir::text::print).collect::<Vec<_>>().join("\n"));
    };
    let mut out = String::new();
    for module in modules {
        let is_wanted = |f: &&kern_ir::Function| f.name == wanted || f.display_name == wanted || source_name(&f.display_name) == wanted;
        let names: Vec<&str> = module.functions.iter().filter(is_wanted).map(|f| f.name.as_str()).collect();
        if names.is_empty() {
            continue;
        }
        // A blank line stands between functions.
        for part in kern_ir::text::print(module).split("\n\n") {
            let head = part.split('{').next().unwrap_or("");
            let is_body = part.contains('{') && (head.contains(".entry") || head.contains(".func"));
            if is_body && head.split(|c: char| !(c.is_alphanumeric() || "_$%".contains(c))).any(|word| names.contains(&word)) {
                out.push_str(part.trim_end());
                out.push('\n');
            }
        }
    }
    (!out.is_empty()).then_some(out)
}

/// `scale` of `void ns::scale<int>(int *)`.
fn source_name(display_name: &str) -> &str {
    let name = display_name.split(['(', '<']).next().unwrap_or("");
    name.rsplit([' ', ':', '*', '&']).next().unwrap_or(name)
}

fn is_users(span: Span, sources: &SourceMap) -> bool {
    sources.get(sources.call_site(span).file).is_some_and(|f| !f.is_system)
}
