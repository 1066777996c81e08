//! nvcc's options (CUDA Compiler Driver NVCC, "NVCC Command Options"): one row an option.

use std::path::PathBuf;

use super::job::{Goal, Job};
use super::values::{architecture, code, language, of_host, standard};
use kern_core::lower::FastMath;

/// What an option does.
#[derive(Clone, Copy)]
enum Action {
    /// It stands alone.
    Flag(fn(&mut Job)),
    /// A value follows, behind `=`, a blank, or (one letter) directly.
    Value(fn(&mut Job, &str) -> Result<(), String>),
    /// It means nothing here.
    Ignored,
    /// The same, with a value.
    IgnoredValue,
    /// Given this value, results may differ from what it asks for: a warning.
    WarnedValue(&'static str, &'static str),
    /// An error.
    Refused(&'static str),
}
use Action::{Flag, Ignored, IgnoredValue, Refused, Value, WarnedValue};

/// One option.
struct Row {
    names: &'static [&'static str],
    action: Action,
    what: &'static str,
}

const fn row(names: &'static [&'static str], action: Action, what: &'static str) -> Row {
    Row { names, action, what }
}

const OPTIONS: &[Row] = &[
    row(&["-c", "--compile"], Flag(|job| job.goal = Goal::Object), "write an object for each file"),
    row(&["-dc", "--device-c"], Flag(|job| (job.goal, job.rdc) = (Goal::Object, true)), "`-c -rdc=true`"),
    row(&["-dw", "--device-w"], Flag(|job| (job.goal, job.rdc) = (Goal::Object, false)), "`-c -rdc=false`"),
    row(&["-dlink", "--device-link"], Flag(|job| job.goal = Goal::DeviceLink), "write an empty object: linking does all of it"),
    row(&["-link", "--link"], Flag(|job| job.goal = Goal::Program), "link a program, as without it"),
    row(&["-lib", "--lib"], Flag(|job| job.goal = Goal::Library), "write an archive of objects"),
    row(&["-ptx", "--ptx"], Flag(|job| job.goal = Goal::Ptx), "write the device code as PTX"),
    row(
        &["-M", "--generate-dependencies", "-MM", "--generate-nonsystem-dependencies"],
        Flag(|job| job.goal = Goal::Depend),
        "write what a file includes, for make; headers of kern are left out",
    ),
    row(
        &["-MD", "--generate-dependencies-with-compile", "-MMD", "--generate-nonsystem-dependencies-with-compile"],
        Flag(|job| job.depends = true),
        "the same, into a file, and compile",
    ),
    row(
        &["-MF", "--dependency-output"],
        Value(|job, value| {
            job.depend_file = Some(value.into());
            Ok(())
        }),
        "the file for that",
    ),
    row(
        &["-MT", "--dependency-target-name"],
        Value(|job, value| {
            job.depend_targets.push(value.into());
            Ok(())
        }),
        "the target of its rule",
    ),
    row(&["-MP", "--generate-dependency-targets"], Flag(|job| job.has_phony_targets = true), "an empty rule for each header"),
    row(
        &["-o", "--output-file"],
        Value(|job, value| {
            job.output = Some(value.into());
            Ok(())
        }),
        "the file to write",
    ),
    row(
        &["-odir", "--output-directory"],
        Value(|job, value| {
            job.output_folder = Some(value.into());
            Ok(())
        }),
        "the folder for files without `-o`",
    ),
    row(
        &["-D", "--define-macro"],
        Value(|job, value| {
            job.defines.extend(list(value));
            Ok(())
        }),
        "define a macro",
    ),
    row(
        &["-I", "--include-path", "-isystem", "--system-include"],
        Value(|job, value| {
            job.includes.extend(list(value).map(PathBuf::from));
            Ok(())
        }),
        "search a folder for included files",
    ),
    row(
        &["-L", "--library-path"],
        Value(|job, value| {
            job.library_folders.extend(list(value).map(PathBuf::from));
            Ok(())
        }),
        "search a folder for archives",
    ),
    row(
        &["-l", "--library"],
        Value(|job, value| {
            job.libraries.extend(list(value));
            Ok(())
        }),
        "link an archive of kern's objects; what kern has in itself (cudart, m, pthread, …) is there already",
    ),
    row(&["-x", "--x"], Value(language), "what the files are written in: `cu`, or by their names"),
    row(&["-arch", "--gpu-architecture"], Value(architecture), "sets `__CUDA_ARCH__`"),
    row(&["-code", "--gpu-code"], Value(code), "programs run on the device that `kern run --device` names"),
    row(&["-gencode", "--generate-code"], Value(architecture), "sets `__CUDA_ARCH__`, to the highest of several"),
    row(
        &["-rdc", "--relocatable-device-code"],
        Value(|job, value| {
            job.rdc = value == "true";
            Ok(())
        }),
        "device code uses that of other files",
    ),
    row(
        &["-expt-relaxed-constexpr", "--expt-relaxed-constexpr"],
        Flag(|job| job.defines.push("__CUDACC_RELAXED_CONSTEXPR__".into())),
        "defines `__CUDACC_RELAXED_CONSTEXPR__`: device code may call `constexpr` functions of the host",
    ),
    row(
        &["-extended-lambda", "--extended-lambda", "-expt-extended-lambda", "--expt-extended-lambda"],
        Flag(|job| job.defines.push("__CUDACC_EXTENDED_LAMBDA__".into())),
        "defines `__CUDACC_EXTENDED_LAMBDA__`; lambdas may be of both sides without it too",
    ),
    row(
        &["-fmad", "--fmad"],
        Value(|job, value| {
            job.fmad = value == "true";
            Ok(())
        }),
        "contract `a * b + c` in device code",
    ),
    row(&["-G", "--device-debug"], Flag(|job| job.device_debug = true), "device code for a debugger: no `a * b + c` of it is contracted"),
    row(
        &["-use_fast_math", "--use_fast_math"],
        Flag(|job| {
            job.fast_math = FastMath::ALL;
            job.defines.push("__USE_FAST_MATH__".into());
        }),
        "device code with `sinf` as `__sinf` and so on, and what the next three do",
    ),
    row(
        &["-ftz", "--ftz"],
        Value(|job, value| {
            job.fast_math.flushes = value == "true";
            Ok(())
        }),
        "subnormal floats are zero in device code",
    ),
    row(
        &["-prec-div", "--prec-div"],
        Value(|job, value| {
            job.fast_math.divides = value == "false";
            Ok(())
        }),
        "floats are divided precisely in device code",
    ),
    row(
        &["-prec-sqrt", "--prec-sqrt"],
        Value(|job, value| {
            job.fast_math.roots = value == "false";
            Ok(())
        }),
        "square roots of floats are precise in device code",
    ),
    row(
        &["-std", "--std"],
        Value(standard),
        "`__cplusplus` and the like; C++20's additions are there whatever is named; a warning with a later one",
    ),
    row(
        &["-Xcompiler", "--compiler-options"],
        Value(of_host),
        "`-D`, `-I`, `-std` and `-fopenmp` count, other options of the host's compiler mean nothing here; a warning with one that changes what \
         a program does",
    ),
    row(&["-fopenmp"], Flag(|job| job.openmp = true), "carry out `#pragma omp`"),
    row(&["-optf", "--options-file"], Refused(""), "options from a file"),
    row(&["-v", "--verbose"], Flag(|job| job.is_verbose = true), "say what is done, for build systems"),
    row(&["-dryrun", "--dryrun"], Flag(|job| (job.is_verbose, job.is_dry) = (true, true)), "only say it"),
    row(&["-V", "--version"], Flag(|job| job.goal = Goal::Version), "the version of nvcc that is meant, and kern's"),
    row(&["-h", "--help"], Flag(|job| job.goal = Goal::Help), "this list"),
    row(&["-arch-ls", "--list-gpu-arch"], Flag(|job| job.goal = Goal::Architectures), "what `-arch` may name, virtual"),
    row(&["-code-ls", "--list-gpu-code"], Flag(|job| job.goal = Goal::Codes), "what `-arch` may name, real"),
    row(&["-O", "--optimize"], IgnoredValue, "results are the same at every level"),
    row(
        &[
            "-Xptxas",
            "--ptxas-options",
            "-Xcicc",
            "-Xlinker",
            "--linker-options",
            "-Xnvlink",
            "--nvlink-options",
            "-Xarchive",
            "--archive-options",
            "-Xfatbin",
            "-Xcudafe",
        ],
        IgnoredValue,
        "for programs that kern has no use for",
    ),
    row(
        &[
            "-ccbin",
            "--compiler-bindir",
            "-t",
            "--threads",
            "-keep-dir",
            "--keep-dir",
            "-maxrregcount",
            "--maxrregcount",
            "-cudart",
            "--cudart",
            "-cudadevrt",
            "--cudadevrt",
            "-dopt",
            "--dopt",
            "-diag-suppress",
            "--diag-suppress",
            "-diag-warn",
            "--diag-warn",
            "-Werror",
            "--Werror",
            "-m",
            "--machine",
            "-default-stream-per",
            "-split-compile",
            "--split-compile",
            "-time",
            "--time",
        ],
        IgnoredValue,
        "changes nothing that a program prints",
    ),
    row(
        &[
            "-lineinfo",
            "--generate-line-info",
            "-g",
            "--debug",
            "-m64",
            "-w",
            "--disable-warnings",
            "-pg",
            "--profile",
            "-extra-device-vectorization",
            "--extra-device-vectorization",
            "-restrict",
            "--restrict",
            "-res-usage",
            "--resource-usage",
            "-keep",
            "--keep",
            "-save-temps",
            "--save-temps",
            "-cuda",
            "-forward-unknown-to-host-compiler",
            "--forward-unknown-to-host-compiler",
            "-forward-unknown-opts",
            "-Wno-deprecated-gpu-targets",
            "--Wno-deprecated-gpu-targets",
            "-Wno-deprecated-declarations",
            "--Wno-deprecated-declarations",
            "-Wreorder",
            "--Wreorder",
            "-Wall",
            "-Wextra",
            "-pthread",
            "-fPIC",
            "-fPIE",
            "-rdynamic",
            "-dlto",
            "-lto",
            "--no-compress",
            "-no-compress",
            "-source-in-ptx",
            "--source-in-ptx",
            "-display-error-number",
            "--display-error-number",
            "-noeh",
            "--no-exceptions",
            "-no-exceptions",
            "-allow-unsupported-compiler",
            "--allow-unsupported-compiler",
            "-march=native",
            "-ffast-math-host",
        ],
        Ignored,
        "changes nothing that a program prints, or is always on",
    ),
    row(
        &["-default-stream", "--default-stream"],
        WarnedValue("per-thread", "the default stream is the legacy one"),
        "a warning with `per-thread`",
    ),
    row(&["-U", "--undefine-macro"], Refused("kern has no way to undefine a macro"), "an error"),
    row(&["-include", "--pre-include"], Refused("write `#include` into the file"), "an error"),
    row(&["-E", "--preprocess"], Refused("`kern emit --stage tokens` shows what the preprocessor makes"), "an error"),
    row(
        &["-cubin", "--cubin", "-fatbin", "--fatbin", "-optix-ir", "--optix-ir"],
        Refused("kern writes no machine code of a GPU"),
        "an error",
    ),
    row(&["-shared", "--shared"], Refused("kern makes no libraries that other programs load"), "an error, but with `-dlink`"),
    row(&["-run", "--run"], Refused("`kern run` runs a program"), "an error"),
];

/// The table, for `--help` and the documentation.
pub(crate) fn help() -> String {
    let rows = OPTIONS.iter().map(|row| format!("{}: {}\n", row.names.join(", "), row.what));
    format!("kern nvcc [options] files: compiles CUDA programs to scripts that kern runs.\n\n{}", rows.collect::<String>())
}

/// Reads a command line.
///
/// # Errors
/// What is wrong with it, for people.
pub(super) fn read(args: &[String]) -> Result<Job, String> {
    let versions = ["__CUDACC_VER_MAJOR__=13", "__CUDACC_VER_MINOR__=0", "__CUDACC_VER_BUILD__=88", "__linux__=1", "__x86_64__=1"];
    let mut job = Job { fmad: true, defines: versions.map(String::from).to_vec(), ..Job::default() };
    read_into(&mut job, args, 0)?;
    Ok(job)
}

/// Files of options may name files of options, so deep.
const MOST_OPTION_FILES: u32 = 8;

fn read_into(job: &mut Job, args: &[String], depth: u32) -> Result<(), String> {
    let is_dlink = args.iter().any(|arg| matches!(arg.as_str(), "-dlink" | "--device-link"));
    let mut at = 0;
    while let Some(arg) = args.get(at) {
        at += 1;
        let of_file = match arg.strip_prefix('@') {
            Some(file) => Some(file.to_string()),
            None if matches!(arg.as_str(), "-optf" | "--options-file") => {
                at += 1;
                Some(args.get(at - 1).cloned().ok_or_else(|| format!("`{arg}` lacks its file"))?)
            }
            None => arg.strip_prefix("--options-file=").or(arg.strip_prefix("-optf=")).map(String::from),
        };
        if let Some(file) = of_file {
            if depth == MOST_OPTION_FILES {
                return Err(format!("files of options name each other: `{file}`"));
            }
            let text = std::fs::read_to_string(&file).map_err(|_| format!("cannot read the options in `{file}`"))?;
            read_into(job, &words(&text), depth + 1)?;
            continue;
        }
        if !arg.starts_with('-') || arg == "-" {
            job.inputs.push(arg.into());
            continue;
        }
        if is_dlink && matches!(arg.as_str(), "-shared" | "--shared") {
            continue;
        }
        let (found, value) = find(arg).ok_or_else(|| unknown(arg))?;
        let mut value_or_next = || match &value {
            Some(value) => Ok(value.clone()),
            None => {
                at += 1;
                args.get(at - 1).cloned().ok_or_else(|| format!("`{arg}` lacks its value"))
            }
        };
        match found.action {
            Flag(set) => set(job),
            Ignored => {}
            Value(set) => set(job, &value_or_next()?)?,
            IgnoredValue => drop(value_or_next()?),
            WarnedValue(which, what) => {
                if value_or_next()? == which {
                    job.warnings.push(format!("`{arg}` is not carried out: {what}"));
                }
            }
            Refused(what) => return Err(format!("error[K0593]: `{arg}` is not supported: {what}")),
        }
    }
    Ok(())
}

fn unknown(arg: &str) -> String {
    format!("unknown option `{arg}`")
}

/// The option that `arg` is, with the value in it.
fn find(arg: &str) -> Option<(&'static Row, Option<String>)> {
    let exact = |name: &str| OPTIONS.iter().find(|row| row.names.contains(&name));
    if let Some(row) = exact(arg) {
        return Some((row, None));
    }
    let takes_value = |row: &&Row| matches!(row.action, Value(_) | IgnoredValue | WarnedValue(..));
    if let Some((name, value)) = arg.split_once('=')
        && let Some(row) = exact(name).filter(takes_value)
    {
        return Some((row, Some(value.to_string())));
    }
    // `-DNAME`, `-O3`: one letter with its value.
    let letter = arg.get(..2).filter(|name| ["-D", "-I", "-L", "-l", "-O", "-o", "-x", "-U", "-m", "-t"].contains(name))?;
    if matches!(letter, "-m" | "-t") && !arg[2..].chars().all(|c| c.is_ascii_digit()) {
        return None;
    }
    exact(letter).map(|row| (row, Some(arg[2..].to_string())))
}

fn list(value: &str) -> impl Iterator<Item = String> {
    // A macro's value may hold commas within brackets or quotes; a list of macros is rare.
    let parts = if value.contains(['(', '"', '\'', '=']) { vec![value.to_string()] } else { value.split(',').map(String::from).collect() };
    parts.into_iter().filter(|part| !part.is_empty())
}

/// Splits the text of a file of options at blanks, as a shell does.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quote, mut has_word) = (Vec::new(), String::new(), None, false);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', Some('"') | None) => word.extend(chars.next()),
            (c, Some(open)) if c == open => quote = None,
            (c, Some(_)) => word.push(c),
            ('"' | '\'', None) => quote = Some(c),
            (c, None) if c.is_whitespace() => {
                if has_word {
                    words.push(std::mem::take(&mut word));
                }
                has_word = false;
                continue;
            }
            (c, None) => word.push(c),
        }
        has_word = true;
    }
    if has_word {
        words.push(word);
    }
    words
}
