//! One file of a program: source text, PTX or bytecode.

use kern::files::DiskLoader;
use kern_core::driver::{Compilation, Language, Options, Stage};
use kern_core::lower::FastMath;
use kern_core::pass::PassOptions;
use kern_diag::{Code, Diagnostic, SourceMap};
use kern_vm::Limit;
use std::path::PathBuf;

use crate::args::{CompileArgs, Format};
use crate::files::{Input, READS_COMPILED, not_read, read_input};
use crate::memory_loader::MemoryLoader;
use crate::report::Reporter;
use crate::{EXIT_COMPILE, Outside, ProgramFiles, standard, usage_error};

/// A program and the sources its reports refer to.
pub(crate) struct Loaded {
    pub(crate) program: kern_ir::Program,
    pub(crate) sources: SourceMap,
    /// What compiling or reading it cost, in instructions.
    pub(crate) cost: u64,
}

impl CompileArgs {
    /// As for a command line with nothing but files, the first of which is `file`.
    pub(crate) fn of(file: PathBuf) -> CompileArgs {
        CompileArgs {
            file,
            define: Vec::new(),
            feature: Vec::new(),
            host_compiler: Vec::new(),
            include: Vec::new(),
            opt_level: None,
            device: kern_vm::device::DEFAULT.into(),
            fmad: true,
            use_fast_math: false,
            fast_math: FastMath::default(),
            format: Format::Json,
            json: false,
            sandbox: false,
            has_names: false,
            is_counted: false,
            checks_init: false,
            standard: None,
            more: Vec::new(),
            separate: None,
            cuda_arch: None,
            is_cuda: false,
        }
    }

    /// How diagnostics are written.
    pub(crate) fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }
}

/// `Err` is the exit status where there is no such device.
pub(crate) fn known_device(args: &CompileArgs, outside: &mut Outside) -> Result<(), i32> {
    match kern_vm::device::Device::find(&args.device) {
        Some(_) => Ok(()),
        None => Err(usage_error(outside, &format!("no device is called `{}`: `kern devices` lists them", args.device))),
    }
}

/// Reads the file of `args`.
pub(crate) fn read(args: &CompileArgs, reporter: &mut Reporter, outside: &mut Outside) -> Result<Input, i32> {
    known_device(args, outside)?;
    read_input(&args.file, outside).map_err(|problem| fail(&problem, &SourceMap::new(), reporter, outside))
}

/// Compiles program text up to `last`, at the cost of `fuel` at most, reporting everything. `Err` when there are errors.
pub(crate) fn compile_source(
    args: &CompileArgs,
    name: String,
    text: String,
    (last, fuel): (Stage, u64),
    reporter: &mut Reporter,
    outside: &mut Outside,
) -> Result<Compilation, i32> {
    let mut options = Options { fuel, ..compile_options(args, last, outside)? };
    options.language = if args.is_cuda { Language::Cuda } else { language_of(&name) };
    if let Some(standard) = args.standard.as_ref().filter(|_| options.language != Language::C) {
        let macros = standard::macros(standard).unwrap_or_default().iter().filter_map(|one| one.split_once('='));
        options.defines.extend(macros.map(|(name, value)| (name.to_string(), value.to_string())));
    }
    let root = name.clone();
    let (compilation, problems) = match &outside.files {
        ProgramFiles::Disk => {
            let loader = DiskLoader::new(name, text, args.include.clone());
            let loader = if args.sandbox { loader.confined() } else { loader };
            (kern_core::compile(&root, &options, &loader), loader.take_problems())
        }
        ProgramFiles::Memory(files) => {
            let loader = MemoryLoader::new(name, text, files.clone());
            (kern_core::compile(&root, &options, &loader), loader.take_problems())
        }
    };
    for problem in problems {
        reporter.diagnostic(&problem, &compilation.sources, outside);
    }
    for diagnostic in compilation.diagnostics.iter() {
        reporter.diagnostic(diagnostic, &compilation.sources, outside);
    }
    if compilation.diagnostics.has_errors() {
        reporter.release(&[], &compilation.sources, outside);
        reporter.close(outside);
        return Err(EXIT_COMPILE);
    }
    if compilation.is_out_of_fuel {
        return Err(out_of_fuel(fuel, &compilation.sources, reporter, outside));
    }
    Ok(compilation)
}

/// As nvcc decides it (CUDA Compiler Driver NVCC, "Supported Input File Suffixes").
fn language_of(name: &str) -> Language {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("c") => Language::C,
        Some("cpp" | "cc" | "cxx" | "C") => Language::Cxx,
        _ => Language::Cuda,
    }
}

/// What the command line says of the compilation.
pub(crate) fn compile_options(args: &CompileArgs, last: Stage, outside: &mut Outside) -> Result<Options, i32> {
    let mut defines = Vec::new();
    for define in &args.define {
        let (name, value) = define.split_once('=').unwrap_or((define, "1"));
        if !is_macro_name(name) {
            return Err(usage_error(outside, &format!("`-D {define}`: expected NAME or NAME=VALUE")));
        }
        defines.push((name.to_string(), value.to_string()));
    }
    let device = kern_vm::device::Device::find(&args.device);
    let opt_level = args.opt_level.unwrap_or(2);
    Ok(Options {
        defines,
        openmp: !args.feature.is_empty(),
        last,
        passes: PassOptions {
            opt_level,
            fmad: args.fmad,
            names: args.has_names,
            is_counted: args.is_counted,
            keeps_unset: args.checks_init,
            ..PassOptions::default()
        },
        fast_math: if args.use_fast_math { FastMath::ALL } else { args.fast_math },
        cuda_arch: args.cuda_arch.unwrap_or(device.map_or(900, |d| d.major * 100 + d.minor * 10)),
        separate: args.separate,
        ..Options::default()
    })
}

/// Reports `problem`, and answers the exit status.
pub(crate) fn fail(problem: &Diagnostic, sources: &SourceMap, reporter: &mut Reporter, outside: &mut Outside) -> i32 {
    reporter.diagnostic(problem, sources, outside);
    reporter.close(outside);
    EXIT_COMPILE
}

/// Reports that nothing was left of the instructions when the program was compiled, and answers the exit status.
pub(crate) fn out_of_fuel(fuel: u64, sources: &SourceMap, reporter: &mut Reporter, outside: &mut Outside) -> i32 {
    let instructions = if fuel == 1 { "instruction" } else { "instructions" };
    let message = format!("the program used up its budget of {fuel} {instructions} while it was compiled");
    let problem = Diagnostic::without_place(Code::PROGRAM_FUEL, message).help("allow more with `--host-fuel`");
    reporter.release(&[], sources, outside);
    fail(&problem, sources, reporter, outside);
    Limit::Fuel.exit_status()
}

/// What it costs to read a program that is compiled: its instructions.
pub(crate) fn reading_cost(program: &kern_ir::Program) -> u64 {
    program.device.functions.iter().chain(&program.host.functions).map(|func| func.insts.len() as u64).sum()
}

/// `NAME`, or `NAME(a, b)` of a function-like macro.
fn is_macro_name(text: &str) -> bool {
    let name = text.split('(').next().unwrap_or("");
    let is_word = name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
    is_word && name.chars().next().is_some_and(|c| !c.is_ascii_digit()) && (name.len() == text.len() || text.ends_with(')'))
}

/// Parses PTX text: one module, or a device module and a host module one after the other. Products go into sums as ptxas does it.
pub(crate) fn load_ptx(
    args: &CompileArgs,
    name: String,
    text: String,
    reporter: &mut Reporter,
    outside: &mut Outside,
) -> Result<Loaded, i32> {
    let mut sources = SourceMap::new();
    if !READS_COMPILED {
        return Err(fail(&not_read(&name), &sources, reporter, outside));
    }
    let file = sources.add(name, text.as_str(), false);
    match kern_ir::text::parse_program(file, &text) {
        Ok(mut program) => {
            kern_ir::contract::assemble(&mut program.device, args.fmad);
            Ok(Loaded { cost: reading_cost(&program), program, sources })
        }
        Err(problem) => Err(fail(&problem, &sources, reporter, outside)),
    }
}

/// Decodes bytecode.
pub(crate) fn load_bytecode(name: &str, bytes: &[u8], reporter: &mut Reporter, outside: &mut Outside) -> Result<Loaded, i32> {
    let sources = SourceMap::new();
    if !READS_COMPILED {
        return Err(fail(&not_read(name), &sources, reporter, outside));
    }
    match kern_ir::bytecode::decode(bytes) {
        Ok(program) => Ok(Loaded { cost: reading_cost(&program), program, sources }),
        Err(problem) => {
            let problem = Diagnostic { message: format!("`{name}`: {}", problem.message), ..*problem };
            Err(fail(&problem, &sources, reporter, outside))
        }
    }
}

/// A program without `main` cannot be run.
pub(crate) fn no_main(name: &str) -> Diagnostic {
    Diagnostic::without_place(Code::NO_MAIN, format!("`{name}` has no `main` function"))
        .help("a program that runs needs `int main()` on the host; `kern check` compiles without one")
}
