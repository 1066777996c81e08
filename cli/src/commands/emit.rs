//! `kern emit`: what a stage of the compiler makes of a program.

use crate::args::EmitArgs;
use crate::{Outside, usage_error};

pub(crate) fn run(_args: &EmitArgs, outside: &mut Outside) -> i32 {
    usage_error(outside, "this stage cannot be printed yet")
}
