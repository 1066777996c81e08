//! The command line.

mod lesson;
#[cfg(feature = "playground")]
mod playground;

use clap::{Args, Parser, Subcommand, ValueEnum};
use kern_core::lower::FastMath;
use kern_vm::instrument::trace::{MOST_STEPS, TraceBlock};
use std::path::PathBuf;
use std::time::Duration;

pub(crate) use lesson::{GradeArgs, LessonCommand};
#[cfg(feature = "playground")]
pub(crate) use playground::{Escape, PlaygroundArgs, WorkerArgs};

/// The version, the commit that it was built from where that is known, and the features.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), env!("KERN_COMMIT"), "\nfeatures: ", env!("KERN_FEATURES"));

/// The whole command line.
#[derive(Parser, Debug)]
#[command(name = "kern", version, long_version = VERSION, about = "CUDA on the CPU: compile, run and check CUDA C++ programs without a GPU", max_term_width = 100)]
#[command(
    after_help = "Exit status: that of the program; 1 when it ended well but kern found mistakes while it ran;\n2 when it does not compile; 3 for wrong usage; 120 out of fuel; 121 too much output; 124 out of time;\n130 interrupted; 137 out of memory; 141 nobody reads its output; 143 terminated. docs/grading.md tells more."
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
    /// Run a program and look for races, reads of what was never written, and leaks
    Sanitize(SanitizeArgs),
    /// Run a program and record what one block of a launch did, step by step
    Trace(TraceArgs),
    /// Compile only: print the diagnostics
    Check(CheckArgs),
    /// Print the page of a diagnostic's code
    Explain {
        /// A code such as K0301; without one, the list of all codes
        code: Option<String>,
    },
    /// Take nvcc's command line: compile, link, write a program that runs; see docs/nvcc.md
    #[command(disable_help_flag = true)]
    Nvcc {
        /// Options and files as nvcc takes them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
        args: Vec<String>,
    },
    /// Print what a stage of the compiler makes of a program
    Emit(EmitArgs),
    /// Compile a program to bytecode (.kbc), which `kern run` runs
    Build(BuildArgs),
    /// Begin and check exercises, or try a submission; see docs/lessons.md
    #[command(subcommand)]
    Lesson(LessonCommand),
    /// Grade submissions of an exercise; the status is 1 if one does not reach all goals
    Grade(GradeArgs),
    /// Open a page in the browser that runs programs and shows what their warps do; see docs/playground.md
    #[cfg(feature = "playground")]
    Playground(PlaygroundArgs),
    /// One job of the playground: read from standard input, its events written as they happen
    #[cfg(feature = "playground")]
    #[command(hide = true)]
    PlaygroundWorker(WorkerArgs),
    /// Print a script that completes the command's words in a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual's page of the command, or of one of its commands, for `man`
    Man {
        /// A command, such as `run`
        command: Option<String>,
    },
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
    /// A .kern, .cu, .cpp, .c, .ptx, .kbc or .o file; `-` is standard input. Further files of the program may follow
    pub(crate) file: PathBuf,
    /// Define a macro, as `#define NAME 1` or `#define NAME VALUE`
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub(crate) define: Vec<String>,
    /// `-fopenmp` carries out `#pragma omp`; also as `-X compiler -fopenmp`, as nvcc takes it
    #[arg(short = 'f', value_name = "openmp", value_parser = ["openmp"])]
    pub(crate) feature: Vec<String>,
    /// `-Xcompiler`: what follows is for the compiler of the host
    #[arg(short = 'X', value_name = "compiler", value_parser = ["compiler"], hide = true)]
    pub(crate) host_compiler: Vec<String>,
    /// `-std=c++20`: which standard `__cplusplus` and the like tell of; C++20's additions are there whatever is named
    #[arg(short = 's', long = "std", value_name = "td=STANDARD", value_parser = crate::standard::of_option)]
    pub(crate) standard: Option<String>,
    /// Search DIR for included files
    #[arg(short = 'I', value_name = "DIR")]
    pub(crate) include: Vec<PathBuf>,
    /// Optimisation level, 0 to 3: results are the same at every level [default: 2, of `kern trace`: 0]
    #[arg(short = 'O', value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(0..=3))]
    pub(crate) opt_level: Option<u8>,
    /// The device the program runs on: see `kern devices`
    #[arg(long, value_name = "NAME", default_value = "h200")]
    pub(crate) device: String,
    /// Whether device code contracts `a * b + c` into one fused operation, as nvcc does by default
    #[arg(long, value_name = "true|false", default_value_t = true, action = clap::ArgAction::Set)]
    pub(crate) fmad: bool,
    /// Device code with `sinf` as `__sinf` and so on, approximate divisions and roots of floats, and no subnormal floats, as of nvcc
    #[arg(long = "use_fast_math")]
    pub(crate) use_fast_math: bool,
    /// The same, by its parts.
    #[arg(skip)]
    pub(crate) fast_math: FastMath,
    /// How diagnostics are written
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// The same as `--format json`
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// Nothing of this machine: no files, no environment, no includes from outside the program's folder
    #[arg(long)]
    pub(crate) sandbox: bool,
    /// Device code keeps the names of its variables.
    #[arg(skip)]
    pub(crate) has_names: bool,
    /// What device code asks of memory is counted.
    #[arg(skip)]
    pub(crate) is_counted: bool,
    /// Reads of what was never written are looked for.
    #[arg(skip)]
    pub(crate) checks_init: bool,
    /// The other files of the program.
    #[arg(skip)]
    pub(crate) more: Vec<PathBuf>,
    /// The file becomes an object.
    #[arg(skip)]
    pub(crate) separate: Option<kern_core::hir::Separate>,
    /// `__CUDA_ARCH__`, where it is not the device's.
    #[arg(skip)]
    pub(crate) cuda_arch: Option<u32>,
    /// Every file is CUDA C++, whatever its name.
    #[arg(skip)]
    pub(crate) is_cuda: bool,
}

/// What a run may use, and what is told of it: see docs/grading.md.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Most memory that kern takes on the program's behalf, such as 512M or 2G
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) max_memory: Option<u64>,
    /// Seconds that compilation and run may take together, by the clock
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    /// Instructions that the whole program may execute: host code, launches, library functions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) host_fuel: Option<u64>,
    /// Most bytes that the program may write to standard output and standard error, such as 64K or 10M
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) max_output: Option<u64>,
    /// How many devices there are: each has memory of its own
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=16))]
    pub(crate) devices: Option<u32>,
    /// Let clocks, `random_device` and the first addresses follow from N: every run gives the same bytes
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Write findings, status, why it ended, time and memory to FILE as JSON; the program cannot write there
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
}

/// A number of bytes: digits and perhaps `K`, `M`, `G` or `T`, for powers of 1024.
fn size(text: &str) -> Result<u64, String> {
    let upper = text.to_ascii_uppercase();
    let number = upper.trim_end_matches('B').trim_end_matches('I');
    let (digits, shift) = match number.char_indices().next_back() {
        Some((end, 'K')) => (&number[..end], 10),
        Some((end, 'M')) => (&number[..end], 20),
        Some((end, 'G')) => (&number[..end], 30),
        Some((end, 'T')) => (&number[..end], 40),
        _ => (number, 0),
    };
    let bytes = digits.trim().parse::<u64>().ok().and_then(|n| n.checked_mul(1 << shift)).filter(|&n| n > 0);
    bytes.ok_or_else(|| "expected a size such as 65536, 64K, 512M or 2G".to_string())
}

/// Seeds: `A..B` without B, `A..=B` with it, or one.
fn seeds(text: &str) -> Result<std::ops::Range<u64>, String> {
    let number = |text: &str| text.trim().parse::<u64>().ok().filter(|&seed| seed < u64::MAX);
    let range = match text.split_once("..") {
        None => number(text).map(|seed| seed..seed + 1),
        Some((from, to)) => match to.strip_prefix('=') {
            Some(to) => number(from).zip(number(to)).map(|(from, to)| from..to + 1),
            None => number(from).zip(number(to)).map(|(from, to)| from..to),
        },
    };
    range.filter(|range| !range.is_empty()).ok_or_else(|| "expected seeds such as 0..16".to_string())
}

/// A number of seconds, more than none.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.trim_end_matches('s').parse::<f64>().ok().filter(|&s| s > 0.0);
    let duration = seconds.and_then(|s| Duration::try_from_secs_f64(s).ok());
    duration.ok_or_else(|| "expected a number of seconds such as 10 or 0.5".to_string())
}

/// How diagnostics are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// For people, with the lines of the program
    Text,
    /// One JSON object a line
    Json,
    /// SARIF 2.1.0, for code scanning
    #[cfg(feature = "pages")]
    Sarif,
    /// Commands of a GitHub workflow, which annotate lines
    Github,
    /// JUnit XML: the program and each launch are a test case
    Junit,
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
    /// What to look for in kernels that need not show [default of `kern sanitize`: race,init,weak,unused; of others: nothing]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "CHECK,…")]
    pub(crate) checks: Vec<CheckName>,
    /// Every line of output is written at once, also where no person watches
    #[arg(long, hide = true)]
    pub(crate) line_buffered: bool,
    /// Exit status when the program ended well but there were findings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) error_exitcode: u8,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// Arguments of the program
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub(crate) args: Vec<String>,
}

impl RunArgs {
    /// As for a command line with nothing but files.
    pub(crate) fn of(compile: CompileArgs, limits: LimitArgs) -> RunArgs {
        let engine = EngineName::Jit;
        let (checks, args) = (Vec::new(), Vec::new());
        RunArgs { compile, engine, threads: None, fuel: None, line_buffered: false, error_exitcode: 1, checks, limits, args }
    }
}

/// `kern profile`.
#[derive(Args, Debug)]
pub(crate) struct ProfileArgs {
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// One row a launch, columns named as Nsight Compute's metrics
    #[arg(long, conflicts_with_all = ["json", "format"])]
    pub(crate) csv: bool,
    /// Model the first-level caches too: hits and misses of global loads
    #[arg(long)]
    pub(crate) caches: bool,
    /// Counters of each block as well: instructions, sectors, bank conflicts, divergence (in full with `--json`)
    #[arg(long, conflicts_with = "csv")]
    pub(crate) per_block: bool,
    /// Write the report to FILE instead of standard error
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write a page with pictures to FILE too: one file, which loads nothing
    #[arg(long, value_name = "FILE", conflicts_with = "csv")]
    pub(crate) html: Option<PathBuf>,
}

/// `kern sanitize`.
#[derive(Args, Debug)]
pub(crate) struct SanitizeArgs {
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Run the program under the orders of threads that follow from these seeds, and say where its result depends on the order
    #[arg(long, value_name = "A..B", value_parser = seeds, conflicts_with = "seed")]
    pub(crate) seeds: Option<std::ops::Range<u64>>,
    /// Run the program under all orders of its threads, and with all that they may see of memory; at most so many times
    #[arg(long, value_name = "RUNS", num_args = 0..=1, require_equals = true, default_missing_value = "100000")]
    #[arg(conflicts_with_all = ["seed", "seeds"], value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) exhaustive: Option<u64>,
    /// A result that depends on the order is an error
    #[arg(long)]
    pub(crate) require_same_result: bool,
    /// Find the fewest changes to the usual order of threads that still show the first mistake, and list them
    #[arg(long, conflicts_with = "exhaustive")]
    pub(crate) minimize: bool,
    /// Leave out what the rules in FILE name: a line each, `CODE KERNEL FILE:LINE`, with `*` for anything
    #[arg(long, value_name = "FILE")]
    pub(crate) suppressions: Option<PathBuf>,
}

/// What is looked for besides mistakes that show.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CheckName {
    /// Accesses of shared and global memory that nothing orders
    Race,
    /// Reads of memory that nothing was written to
    Init,
    /// Flags that announce nothing; under other orders than the fixed one, memory as the memory model allows it to be seen
    Weak,
    /// Device memory that is never freed
    Leak,
    /// Device memory whose content nothing reads: a note
    Unused,
    /// All of them; `leak` where nothing worse was found
    All,
}

/// `kern trace`.
#[derive(Args, Debug)]
#[command(after_help = "A trace (.ktrace) given instead of a program is printed as text. docs/trace.md describes the file.")]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// The launch, counted from 0 in the order in which they run
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) launch: u64,
    /// The block: its number, x fastest, or blockIdx
    #[arg(long, value_name = "N|X,Y[,Z]", default_value = "0", value_parser = trace_block)]
    pub(crate) block: TraceBlock,
    /// Only this warp of it
    #[arg(long, value_name = "N")]
    pub(crate) warp: Option<u32>,
    /// Most steps: one is an instruction that lanes of a warp execute together
    #[arg(long, value_name = "N", default_value_t = MOST_STEPS, value_parser = clap::value_parser!(u64).range(1..=MOST_STEPS))]
    pub(crate) steps: u64,
    /// The trace as text, one event a line; without `--output` on standard error
    #[arg(long)]
    pub(crate) text: bool,
    /// Write the trace to FILE
    #[arg(short, long, value_name = "FILE.ktrace")]
    pub(crate) output: Option<PathBuf>,
}

/// A block's number, or its index with a comma in it.
fn trace_block(text: &str) -> Result<TraceBlock, String> {
    let wrong = || "expected a number such as 3, or an index such as 1,0 or 1,0,2".to_string();
    let Some((x, others)) = text.split_once(',') else { return text.trim().parse().map(TraceBlock::Number).map_err(|_| wrong()) };
    let (y, z) = others.split_once(',').unwrap_or((others, "0"));
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
    Ok(TraceBlock::Index([number(x)?, number(y)?, number(z)?]))
}

/// `kern check`.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) compile: CompileArgs,
    /// The other files of the program
    #[arg(value_name = "FILES")]
    pub(crate) more: Vec<PathBuf>,
}

/// `kern emit`.
#[derive(Args, Debug)]
pub(crate) struct EmitArgs {
    #[command(flatten)]
    pub(crate) compile: CompileArgs,
    /// The other files of the program, at stage `ptx`
    #[arg(value_name = "FILES")]
    pub(crate) more: Vec<PathBuf>,
    /// What to print
    #[arg(long, value_enum)]
    pub(crate) stage: Stage,
    /// Which side's code, at stage `ptx`
    #[arg(long, value_enum, default_value_t = Side::Device)]
    pub(crate) side: Side,
    /// Only this kernel or function
    #[arg(long, value_name = "NAME")]
    pub(crate) kernel: Option<String>,
    /// Threads of a block that machine code is made for, at stages `wir`, `clif` and `asm`
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
    /// The other files of the program
    #[arg(value_name = "FILES")]
    pub(crate) more: Vec<PathBuf>,
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
    /// What the warps of the kernels do, for one block size
    Wir,
    /// Cranelift's IR of the kernels for one block size
    Clif,
    /// Machine code of the kernels for one block size
    Asm,
}
