//! `kern profile`: run a program and report what its kernels asked of memory.

mod csv;

use kern_diag::SourceMap;

use crate::Outside;
use crate::args::ProfileArgs;
use crate::commands::run::{execute, exit_status};
use crate::compile::fail;
use crate::files::unwritable;
use crate::report::Reporter;

pub(crate) fn run(args: &ProfileArgs, outside: &mut Outside) -> i32 {
    let mut reporter = Reporter::new(args.run.compile.json, outside);
    let (_loaded, report) = match execute(&args.run, true, &mut reporter, outside) {
        Ok(done) => done,
        Err(status) => return status,
    };
    let text = csv::table(&report.launches);
    match &args.output {
        Some(path) => {
            if let Err(error) = std::fs::write(path, &text) {
                let problem = unwritable(&path.display().to_string(), &error);
                return fail(&problem, &SourceMap::new(), &mut reporter, outside);
            }
        }
        None => {
            let _ = outside.stderr.write_all(text.as_bytes());
        }
    }
    exit_status(&args.run, &report)
}
