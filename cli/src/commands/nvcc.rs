//! `kern nvcc`: nvcc's command line. Compiling writes objects of kern's own form, linking a script that starts kern with the
//! bytecode behind it. A link called `nvcc` to the command does the same.

mod deps;
mod job;
mod options;
mod output;
mod values;
mod verbose;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use kern_core::hir::Separate;
use kern_diag::{Code, Diagnostic, Severity, SourceMap};

use crate::args::{CompileArgs, Format};
use crate::commands::emit::ptx_text;
use crate::compile::{Loaded, fail, no_main};
use crate::files::{check_output, unwritable};
use crate::objects::{Objects, archive, native};
use crate::program::load_program;
use crate::report::Reporter;
use crate::{EXIT_USAGE, Outside};
use job::{Goal, Job};

/// Libraries whose functions kern has in itself.
const OWN_LIBRARIES: &[&str] =
    &["cudart", "cudart_static", "cudadevrt", "m", "pthread", "stdc++", "rt", "dl", "gomp", "c", "gcc", "gcc_s", "cuda"];

/// Runs as nvcc when that is what the command is called.
pub(crate) fn run_as_nvcc(args: &[OsString], outside: &mut Outside) -> Option<i32> {
    let name = args.first()?;
    if Path::new(name).file_name()? != "nvcc" {
        return None;
    }
    let options: Vec<String> = args[1..].iter().map(|arg| arg.to_string_lossy().into_owned()).collect();
    Some(run(&name.to_string_lossy(), &options, outside))
}

/// Does what `args` say; `program` is how this was called.
pub(crate) fn run(program: &str, args: &[String], outside: &mut Outside) -> i32 {
    let job = match options::read(args) {
        Ok(job) => job,
        Err(message) => {
            let _ = writeln!(outside.stderr, "{program}: {message}");
            return EXIT_USAGE;
        }
    };
    let told = match job.goal {
        Goal::Version => Some(verbose::VERSION.to_string()),
        Goal::Help => Some(options::help()),
        Goal::Architectures => Some(values::architectures("compute")),
        Goal::Codes => Some(values::architectures("sm")),
        _ => None,
    };
    if let Some(text) = told {
        let _ = outside.stdout.write_all(text.as_bytes());
        return 0;
    }
    if job.is_verbose {
        let _ = outside.stderr.write_all(verbose::lines(program, &job).as_bytes());
    }
    let mut reporter = Reporter::new(&compile_args(&job, Path::new("-")), outside);
    match carry_out(&job, &mut reporter, outside) {
        Ok(()) => {
            reporter.close(outside);
            0
        }
        Err(status) => status,
    }
}

fn carry_out(job: &Job, reporter: &mut Reporter, outside: &mut Outside) -> Result<(), i32> {
    for warning in &job.warnings {
        let mut problem = Diagnostic::without_place(Code::OPTION, warning.clone());
        problem.severity = Severity::Warning;
        reporter.diagnostic(&problem, &SourceMap::new(), outside);
    }
    if job.inputs.is_empty() {
        return Err(refuse("no input files", reporter, outside));
    }
    if let Some(missing) = job.inputs.iter().find(|path| !path.exists()) {
        let problem = format!("cannot read `{}`", missing.display());
        let problem = Diagnostic::without_place(Code::UNREADABLE_FILE, problem).note("there is no such file");
        return Err(fail(&problem, &SourceMap::new(), reporter, outside));
    }
    if job.is_dry {
        return Ok(());
    }
    if job.output.is_some() && job.inputs.len() > 1 && matches!(job.goal, Goal::Object | Goal::Ptx) {
        return Err(refuse("`-o` names one file, and each input makes one", reporter, outside));
    }
    for output in [&job.output, &job.depend_file].into_iter().flatten() {
        check_output("-o", output, &job.inputs).map_err(|problem| fail(&problem, &SourceMap::new(), reporter, outside))?;
    }
    match job.goal {
        Goal::Object => each(job, reporter, outside, |path, objects, _, _| {
            let object = objects.list.first().ok_or(EXIT_USAGE)?;
            Ok((output::named(job, path, "o"), kern_ir::bytecode::encode_object(object)))
        }),
        Goal::Ptx => each(job, reporter, outside, |path, objects, reporter, outside| {
            let loaded = objects.link(&compile_args(job, path), u64::MAX, reporter, outside)?;
            let text = ptx_text(&loaded.program, crate::args::Side::Device, None).unwrap_or_default();
            Ok((output::named(job, path, "ptx"), text.into_bytes()))
        }),
        Goal::Depend => job.inputs.iter().try_for_each(|path| {
            let objects = compiled(job, path, reporter, outside)?;
            let text = deps::rule(job, path, &output::named(job, path, "o"), &objects.sources);
            match &job.output {
                Some(to) => write(to, text.as_bytes(), reporter, outside),
                None => outside.stdout.write_all(text.as_bytes()).map_err(|_| EXIT_USAGE),
            }
        }),
        Goal::DeviceLink => {
            // Linking does all of it: what stands for the device's part is empty.
            let empty = kern_ir::bytecode::encode_object(&output::empty_object());
            write(&job.output.clone().unwrap_or_else(|| "a_dlink.o".into()), &empty, reporter, outside)
        }
        Goal::Library => library(job, reporter, outside),
        Goal::Program if is_whole(job) => {
            let path = &job.inputs[0];
            let args = CompileArgs { separate: None, ..compile_args(job, path) };
            let loaded = load_program(&args, u64::MAX, reporter, outside)?;
            if job.depends {
                let object = job.output.clone().filter(|_| job.goal != Goal::Program).unwrap_or_else(|| output::named(job, path, "o"));
                write_depends(job, path, &object, &loaded.sources, reporter, outside)?;
            }
            program(job, &loaded, reporter, outside)
        }
        Goal::Program => {
            let mut objects = Objects::default();
            for path in &job.inputs {
                add(job, path, &mut objects, reporter, outside)?;
            }
            for library in &job.libraries {
                add_library(job, library, &mut objects, reporter, outside)?;
            }
            let loaded = objects.link(&compile_args(job, &job.inputs[0]), u64::MAX, reporter, outside)?;
            program(job, &loaded, reporter, outside)
        }
        Goal::Version | Goal::Help | Goal::Architectures | Goal::Codes => Ok(()),
    }
}

/// Whether the only input is the text of all of the program.
fn is_whole(job: &Job) -> bool {
    let [path] = job.inputs.as_slice() else { return false };
    let is_text = path.extension().is_none_or(|ending| ending != "ptx" && ending != "a");
    is_text && output::is_source(job, path) && job.libraries.iter().all(|library| OWN_LIBRARIES.contains(&&**library))
}

/// Makes one file of each input.
fn each(
    job: &Job,
    reporter: &mut Reporter,
    outside: &mut Outside,
    make: impl Fn(&Path, Objects, &mut Reporter, &mut Outside) -> Result<(PathBuf, Vec<u8>), i32>,
) -> Result<(), i32> {
    for path in &job.inputs {
        let objects = compiled(job, path, reporter, outside)?;
        let (output, bytes) = make(path, objects, reporter, outside)?;
        write(&output, &bytes, reporter, outside)?;
    }
    Ok(())
}

/// Compiles one input, and writes what it depends on.
fn compiled(job: &Job, path: &Path, reporter: &mut Reporter, outside: &mut Outside) -> Result<Objects, i32> {
    let mut objects = Objects::default();
    add(job, path, &mut objects, reporter, outside)?;
    Ok(objects)
}

fn add(job: &Job, path: &Path, objects: &mut Objects, reporter: &mut Reporter, outside: &mut Outside) -> Result<(), i32> {
    let mut one = Objects { sources: std::mem::take(&mut objects.sources), list: std::mem::take(&mut objects.list), cost: objects.cost };
    let is_source = output::is_source(job, path);
    let before = one.list.len();
    one.add_file(&compile_args(job, path), path, u64::MAX, reporter, outside)?;
    if job.depends && is_source && one.list.len() > before {
        let object = job.output.clone().filter(|_| job.goal != Goal::Program).unwrap_or_else(|| output::named(job, path, "o"));
        write_depends(job, path, &object, &one.sources, reporter, outside)?;
    }
    *objects = one;
    Ok(())
}

/// Writes what `path`, which becomes `object`, depends on.
fn write_depends(
    job: &Job,
    path: &Path,
    object: &Path,
    sources: &SourceMap,
    reporter: &mut Reporter,
    outside: &mut Outside,
) -> Result<(), i32> {
    let to = job.depend_file.clone().unwrap_or_else(|| object.with_extension("d"));
    write(&to, deps::rule(job, path, object, sources).as_bytes(), reporter, outside)
}

fn add_library(job: &Job, name: &str, objects: &mut Objects, reporter: &mut Reporter, outside: &mut Outside) -> Result<(), i32> {
    if OWN_LIBRARIES.contains(&name) {
        return Ok(());
    }
    let file = format!("lib{name}.a");
    match job.library_folders.iter().map(|folder| folder.join(&file)).find(|path| path.is_file()) {
        Some(path) => add(job, &path, objects, reporter, outside),
        None => Err(fail(&native(&format!("-l{name}")), &SourceMap::new(), reporter, outside)),
    }
}

fn library(job: &Job, reporter: &mut Reporter, outside: &mut Outside) -> Result<(), i32> {
    let mut members = Vec::new();
    for path in &job.inputs {
        let objects = compiled(job, path, reporter, outside)?;
        for object in &objects.list {
            let name = path.with_extension("o").file_name().map_or_else(|| "a.o".into(), |n| n.to_string_lossy().into_owned());
            members.push((name, kern_ir::bytecode::encode_object(object)));
        }
    }
    write(&job.output.clone().unwrap_or_else(|| "a.a".into()), &archive(&members), reporter, outside)
}

fn program(job: &Job, loaded: &Loaded, reporter: &mut Reporter, outside: &mut Outside) -> Result<(), i32> {
    let to = job.output.clone().unwrap_or_else(|| "a.out".into());
    if !loaded.program.host.functions.iter().any(|f| f.name == "main") {
        return Err(fail(&no_main(&to.display().to_string()), &loaded.sources, reporter, outside));
    }
    let bytes = output::script(&kern_ir::bytecode::encode(&loaded.program));
    // A program that runs may not be written over: make it new.
    let _ = std::fs::remove_file(&to);
    write(&to, &bytes, reporter, outside)?;
    output::make_executable(&to).map_err(|error| fail(&unwritable(&to.display().to_string(), &error), &SourceMap::new(), reporter, outside))
}

fn write(to: &Path, bytes: &[u8], reporter: &mut Reporter, outside: &mut Outside) -> Result<(), i32> {
    std::fs::write(to, bytes).map_err(|error| fail(&unwritable(&to.display().to_string(), &error), &SourceMap::new(), reporter, outside))
}

fn refuse(message: &str, reporter: &mut Reporter, outside: &mut Outside) -> i32 {
    reporter.close(outside);
    let _ = writeln!(outside.stderr, "error: {message}");
    EXIT_USAGE
}

/// How the file is compiled.
fn compile_args(job: &Job, path: &Path) -> CompileArgs {
    CompileArgs {
        file: path.to_path_buf(),
        define: job.defines.iter().cloned().chain(job.rdc.then(|| "__CUDACC_RDC__".into())).collect(),
        feature: if job.openmp { vec!["openmp".into()] } else { Vec::new() },
        host_compiler: Vec::new(),
        standard: job.standard.clone(),
        include: job.includes.clone(),
        opt_level: None,
        device: "h200".into(),
        fmad: job.fmad && !job.device_debug,
        use_fast_math: false,
        fast_math: job.fast_math,
        format: Format::Text,
        json: false,
        sandbox: false,
        has_names: false,
        is_counted: false,
        checks_init: false,
        more: Vec::new(),
        separate: Some(Separate { rdc: job.rdc }),
        cuda_arch: job.arch.map(|arch| arch * 10),
        is_cuda: job.is_cuda,
    }
}
