//! `kern check`: compile, print what was found, run nothing.

use kern_core::driver::Stage;

use crate::args::CheckArgs;
use crate::compile::{compile_source, read};
use crate::files::Input;
use crate::program::load_program;
use crate::report::Reporter;
use crate::{Outside, compile};

pub(crate) fn run(args: &CheckArgs, outside: &mut Outside) -> i32 {
    let mut reporter = Reporter::new(&args.compile, outside);
    match check(args, &mut reporter, outside) {
        Ok(()) => {
            reporter.close(outside);
            0
        }
        Err(status) => status,
    }
}

pub(crate) fn check(args: &CheckArgs, reporter: &mut Reporter, outside: &mut Outside) -> Result<(), i32> {
    if !args.compile.more.is_empty() {
        return load_program(&args.compile, u64::MAX, reporter, outside).map(drop);
    }
    match read(&args.compile, reporter, outside)? {
        // Lowering finds mistakes too: functions that nobody defines, features it lacks.
        Input::Source { name, text } => compile_source(&args.compile, name, text, (Stage::Ir, u64::MAX), reporter, outside).map(drop),
        Input::Ptx { name, text } => compile::load_ptx(&args.compile, name, text, reporter, outside).map(drop),
        Input::Bytecode { name, bytes } => compile::load_bytecode(&name, &bytes, reporter, outside).map(drop),
        _ => load_program(&args.compile, u64::MAX, reporter, outside).map(drop),
    }
}
