//! `kern build`: compile a program to bytecode.

use crate::args::BuildArgs;
use crate::{Outside, usage_error};

pub(crate) fn run(_args: &BuildArgs, outside: &mut Outside) -> i32 {
    usage_error(outside, "bytecode cannot be written yet")
}
