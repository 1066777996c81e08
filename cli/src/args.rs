//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// The whole command line.
#[derive(Parser, Debug)]
#[command(name = "kern", version, about = "CUDA on the CPU: compile, run and check CUDA C++ programs without a GPU", max_term_width = 100)]
#[command(
    after_help = "Exit status: that of the program; 1 when it ended well but kern found mistakes while it ran;\n2 when it does not compile; 3 for wrong usage."
)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// One command.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Compile and run a program
    Run(RunArgs),
    /// Run a program and report what its kernels asked of memory
    Profile(ProfileArgs),
    /// Compile only: print the diagnostics
    Check(CheckArgs),
    /// Print the page of a diagnostic's code
    Explain {
        /// A code such as K0301; without one, the list of all codes
        code: Option<String>,
    },
    /// Print what a stage of the compiler makes of a program
    Emit(EmitArgs),
    /// Compile a program to bytecode (.kbc), which `kern run` runs
    Build(BuildArgs),
    /// List the devices that `--device` knows
    Devices {
        /// One JSON object a line
        #[arg(long)]
        json: bool,
    },
}

/// How a program is compiled.
#[derive(Args, Debug, Clone)]
pub(crate) struct CompileArgs {
    /// A .kern, .cu, .ptx or .kbc file; `-` is standard input
    pub(crate) file: PathBuf,
    /// Define a macro, as `#define NAME 1` or `#define NAME VALUE`
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub(crate) define: Vec<String>,
    /// Search DIR for included files
    #[arg(short = 'I', value_name = "DIR")]
    pub(crate) include: Vec<PathBuf>,
    /// Optimisation level, 0 to 3: results are the same at every level
    #[arg(short = 'O', value_name = "LEVEL", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=3))]
    pub(crate) opt_level: u8,
    /// The device the program runs on: see `kern devices`
    #[arg(long, value_name = "NAME", default_value = "h200")]
    pub(crate) device: String,
    /// Whether device code contracts `a * b + c` into one fused operation, as nvcc does by default
    #[arg(long, value_name = "true|false", default_value_t = true, action = clap::ArgAction::Set)]
    pub(crate) fmad: bool,
    /// Print diagnostics as JSON, one object a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// `kern run`.
#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) compile: CompileArgs,
    /// What executes the program
    #[arg(long, value_enum, default_value_t = EngineName::Jit)]
    pub(crate) engine: EngineName,
    /// Host threads that the blocks of a launch may run on; what is printed does not depend on it [default: one a processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) threads: Option<u32>,
    /// Warp instructions a launch may execute before it counts as endless
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) fuel: Option<u64>,
    /// Exit status when the program ended well but there were findings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) error_exitcode: u8,
    /// Arguments of the program
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub(crate) args: Vec<String>,
}

/// `kern profile`.
#[derive(Args, Debug)]
pub(crate) struct ProfileArgs {
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// One row a launch, columns named as Nsight Compute's metrics
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
    /// Model the first-level caches too: hits and misses of global loads
    #[arg(long)]
    pub(crate) caches: bool,
    /// Write the report to FILE instead of standard error
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// `kern check`.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) compile: CompileArgs,
}

/// `kern emit`.
#[derive(Args, Debug)]
pub(crate) struct EmitArgs {
    #[command(flatten)]
    pub(crate) compile: CompileArgs,
    /// What to print
    #[arg(long, value_enum)]
    pub(crate) stage: Stage,
    /// Which side's code, at stage `ptx`
    #[arg(long, value_enum, default_value_t = Side::Device)]
    pub(crate) side: Side,
    /// Only this kernel or function
    #[arg(long, value_name = "NAME")]
    pub(crate) kernel: Option<String>,
    /// Threads of a block that machine code is made for, at stages `clif` and `asm`
    #[arg(long, value_name = "X[,Y[,Z]]", default_value = "256", value_parser = block_size)]
    pub(crate) block: [u32; 3],
    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Up to three numbers of threads, 1024 in all.
fn block_size(text: &str) -> Result<[u32; 3], String> {
    let mut block = [1; 3];
    let numbers: Vec<&str> = text.split(',').collect();
    if numbers.len() > 3 {
        return Err("a block has three dimensions".into());
    }
    for (side, number) in block.iter_mut().zip(numbers) {
        *side = number.trim().parse().map_err(|_| format!("`{number}` is no number of threads"))?;
    }
    let threads = block.iter().fold(1u32, |all, &side| all.saturating_mul(side));
    if (1..=1024).contains(&threads) { Ok(block) } else { Err(format!("a block has 1 to 1024 threads, not {threads}")) }
}

/// `kern build`.
#[derive(Args, Debug)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    pub(crate) compile: CompileArgs,
    /// The bytecode file to write
    #[arg(short, long, value_name = "OUT.kbc")]
    pub(crate) output: PathBuf,
}

/// What executes a program.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EngineName {
    /// The interpreter
    Interp,
    /// Machine code
    Jit,
}

/// Whose code.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// Kernels and device functions: PTX that ptxas accepts
    Device,
    /// Host functions, in the same form
    Host,
    /// One after the other: a whole program, which `kern run` takes
    Both,
}

/// A stage of the compiler.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// Tokens after the preprocessor
    Tokens,
    /// The syntax tree
    Ast,
    /// The typed program
    Hir,
    /// The optimised code as PTX
    Ptx,
    /// Cranelift's IR of the kernels for one block size
    Clif,
    /// Machine code of the kernels for one block size
    Asm,
}
