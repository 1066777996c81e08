//! A deterministic mutation fuzzer that needs nothing but stable Rust:
//! `cargo run --release -p kern-tests --bin fuzz -- TARGET [--seconds N] [--seed N]`.
//!
//! Inputs are the test programs (or what they compile to), changed at random. An input is bad when the target panics,
//! takes longer than [`SLOW`], or breaks a rule of the target (a second print that differs from the first). Bad inputs are
//! written to `fuzz-TARGET-N.txt` in the current folder, and the command ends with status 1. The process dies on a stack
//! overflow: the input is then in `fuzz-TARGET-last.txt`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use kern::files::{DiskLoader, source_text};
use kern_core::driver::{Options, Stage, compile};
use kern_diag::render::{TextStyle, json_line, text};
use kern_tests::mutate::{Random, mutate};
use kern_tests::{files_below, root};

/// What no input may take longer than.
const SLOW: Duration = Duration::from_secs(5);

/// A target: checks one input, or says which rule it breaks.
type Check = fn(&[u8]) -> Result<(), String>;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| args.iter().position(|a| a == name).and_then(|i| args.get(i + 1)?.parse::<u64>().ok());
    let target = args.first().map(String::as_str).unwrap_or("");
    let Some(&(target, check, corpus)) = TARGETS.iter().find(|(name, ..)| *name == target) else {
        let names: Vec<&str> = TARGETS.iter().map(|(name, ..)| *name).collect();
        eprintln!("usage: fuzz TARGET [--seconds N] [--seed N]; targets: {}", names.join(", "));
        return ExitCode::from(3);
    };
    let seconds = option("--seconds").unwrap_or(60);
    let seed = option("--seed").unwrap_or(1);
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(move || fuzz(target, check, corpus(), seconds, seed));
    let bad = thread.ok().and_then(|t| t.join().ok()).unwrap_or(1);
    ExitCode::from(u8::from(bad > 0))
}

/// Name, check, corpus.
const TARGETS: &[(&str, Check, fn() -> Vec<Vec<u8>>)] = &[
    ("parser", |bytes| compile_to(bytes, Stage::Parse), sources),
    ("sema", |bytes| compile_to(bytes, Stage::Check), sources),
    ("compiler", |bytes| compile_to(bytes, Stage::Ir), sources),
];

fn fuzz(target: &str, check: Check, corpus: Vec<Vec<u8>>, seconds: u64, seed: u64) -> u64 {
    let last = format!("fuzz-{target}-last.txt");
    std::panic::set_hook(Box::new(|_| {}));
    let mut random = Random(seed);
    let (start, mut runs, mut bad) = (Instant::now(), 0u64, 0u64);
    while start.elapsed() < Duration::from_secs(seconds) {
        let (one, two) = (&corpus[random.below(corpus.len())], &corpus[random.below(corpus.len())]);
        let input = mutate(one, two, &mut random);
        let _ = std::fs::write(&last, &input);
        let began = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| check(&input)));
        let took = began.elapsed();
        let problem = match result {
            Err(panic) => {
                let words = panic.downcast_ref::<String>().cloned().or(panic.downcast_ref::<&str>().map(|s| s.to_string()));
                Some(format!("panic: {}", words.unwrap_or_default()))
            }
            Ok(Err(rule)) => Some(rule),
            Ok(Ok(())) if took > SLOW => Some(format!("took {took:?}")),
            Ok(Ok(())) => None,
        };
        runs += 1;
        if let Some(problem) = problem {
            bad += 1;
            let file = format!("fuzz-{target}-{bad}.txt");
            let _ = std::fs::write(&file, &input);
            println!("{file}: {problem}");
            if bad >= 20 {
                break;
            }
        }
    }
    let _ = std::fs::remove_file(&last);
    println!("{target}: {runs} inputs in {:.0?}, {bad} bad", start.elapsed());
    bad
}

/// The texts of all test programs and examples.
fn sources() -> Vec<Vec<u8>> {
    let mut paths = files_below(&root().join("tests"), &["kern", "cu"]);
    paths.extend(files_below(&root().join("examples"), &["kern"]));
    paths.iter().filter_map(|p| std::fs::read(p).ok()).collect()
}

/// Compiles up to `last` and renders every diagnostic. Lossy text: the fuzzer is after the compiler, not after UTF-8.
fn compile_to(bytes: &[u8], last: Stage) -> Result<(), String> {
    let text_of = String::from_utf8_lossy(bytes).into_owned();
    let Ok(source) = source_text("fuzz.cu", text_of.into_bytes()) else { return Ok(()) };
    let loader = DiskLoader::new("fuzz.cu".into(), source, Vec::new());
    let compilation = compile("fuzz.cu", &Options { last, ..Options::default() }, &loader);
    for diagnostic in compilation.diagnostics.iter() {
        let _ = text(diagnostic, &compilation.sources, TextStyle::default());
        let _ = json_line(diagnostic, &compilation.sources);
        if diagnostic.code.0.starts_with("K09") {
            return Err(format!("internal error: {}", diagnostic.message));
        }
    }
    Ok(())
}
