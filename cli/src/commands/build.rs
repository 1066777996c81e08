//! `kern build`: compile a program to bytecode.

use kern_diag::SourceMap;

use crate::Outside;
use crate::args::BuildArgs;
use crate::compile::fail;
use crate::files::unwritable;
use crate::program::load_program;
use crate::report::Reporter;

pub(crate) fn run(args: &BuildArgs, outside: &mut Outside) -> i32 {
    let mut reporter = Reporter::new(&args.compile, outside);
    let loaded = match load_program(&args.compile, u64::MAX, &mut reporter, outside) {
        Ok(loaded) => loaded,
        Err(status) => return status,
    };
    if let Err(error) = std::fs::write(&args.output, kern_ir::bytecode::encode(&loaded.program)) {
        let problem = unwritable(&args.output.display().to_string(), &error);
        return fail(&problem, &SourceMap::new(), &mut reporter, outside);
    }
    reporter.close(outside);
    0
}
