//! From the command line's files to a program that can run.

use kern_core::driver::Stage;

use crate::args::CompileArgs;
use crate::compile::{Loaded, compile_source, known_device, load_bytecode, load_ptx, out_of_fuel, read};
use crate::files::Input;
use crate::objects::Objects;
use crate::report::Reporter;
use crate::{EXIT_COMPILE, Outside};

/// Compiles or loads the file of `args` for running, at the cost of `fuel` instructions at most; all mistakes are reported.
/// `Err` is the exit status.
pub(crate) fn load_program(args: &CompileArgs, fuel: u64, reporter: &mut Reporter, outside: &mut Outside) -> Result<Loaded, i32> {
    let mut loaded = load(args, fuel, reporter, outside)?;
    if loaded.cost > fuel {
        return Err(out_of_fuel(fuel, &loaded.sources, reporter, outside));
    }
    if args.sandbox {
        hide_files(&mut loaded);
    }
    Ok(loaded)
}

/// Bytecode and PTX name source files, which reports would show: in a sandbox nobody looks for them.
fn hide_files(loaded: &mut Loaded) {
    let Loaded { program, sources, .. } = loaded;
    for file in program.device.files.iter().chain(&program.host.files).filter(|file| !file.is_system) {
        if !sources.files().any(|(_, known)| known.name == file.name) {
            sources.add(file.name.clone(), "", false);
        }
    }
}

fn load(args: &CompileArgs, fuel: u64, reporter: &mut Reporter, outside: &mut Outside) -> Result<Loaded, i32> {
    if !args.more.is_empty() {
        return load_several(args, fuel, reporter, outside);
    }
    match read(args, reporter, outside)? {
        Input::Source { name, text } => {
            let compilation = compile_source(args, name, text, (Stage::Ir, fuel), reporter, outside)?;
            match compilation.program {
                Some(program) => Ok(Loaded { program, sources: compilation.sources, cost: compilation.cost }),
                None => Err(EXIT_COMPILE),
            }
        }
        Input::Ptx { name, text } => load_ptx(args, name, text, reporter, outside),
        Input::Bytecode { name, bytes } => load_bytecode(&name, &bytes, reporter, outside),
        Input::Object { .. } | Input::Archive { .. } | Input::Native { .. } => load_several(args, fuel, reporter, outside),
    }
}

/// Compiles and reads all files of `args`, and links them.
fn load_several(args: &CompileArgs, fuel: u64, reporter: &mut Reporter, outside: &mut Outside) -> Result<Loaded, i32> {
    known_device(args, outside)?;
    let mut objects = Objects::default();
    for path in std::iter::once(&args.file).chain(&args.more) {
        objects.add_file(args, path, fuel, reporter, outside)?;
    }
    objects.link(args, fuel, reporter, outside)
}
