//! A deterministic mutation fuzzer that needs nothing but stable Rust:
//! `cargo run --release -p kern-tests --bin fuzz -- TARGET [--seconds N] [--seed N]`.
//!
//! Inputs are the test programs (or what they compile to), changed at random. An input is bad when the target panics,
//! takes longer than [`SLOW`], or breaks a rule of the target (a second print that differs from the first). Bad inputs are
//! written to `fuzz-TARGET-N.txt` in the current folder, and the command ends with status 1. The process dies on a stack
//! overflow: the input is then in `fuzz-TARGET-last.txt`.
//!
//! The target `engines` is another kind: see `mutants`. It ends after `--count N` mutants too; `--again FILE...` runs those that
//! it has written.

mod mutants;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use kern::files::{DiskLoader, source_text};
use kern::{MemoryWorld, RunConfig};
use kern_core::driver::{Options, Stage, compile, dump_tokens};
use kern_core::pass::PassOptions;
use kern_diag::{SourceMap, render};
use kern_ir::{Module, Program, bytecode, text};
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
    let seconds = option("--seconds").unwrap_or(60);
    let seed = option("--seed").unwrap_or(1);
    if target == "engines" {
        let folder = args.iter().position(|a| a == "--worker").and_then(|i| args.get(i + 1).cloned());
        let again: Vec<String> = args.iter().skip_while(|a| *a != "--again").skip(1).cloned().collect();
        let count = option("--count").unwrap_or(u64::MAX);
        return on_a_large_stack(move || match folder {
            _ if !again.is_empty() => again.iter().map(|file| mutants::again(file)).sum(),
            Some(folder) => {
                mutants::work(&folder, seed);
                0
            }
            None => mutants::fuzz(sources(), seed, count, seconds),
        });
    }
    let Some(&(target, check, corpus)) = TARGETS.iter().find(|(name, ..)| *name == target) else {
        let names: Vec<&str> = TARGETS.iter().map(|(name, ..)| *name).collect();
        eprintln!("usage: fuzz TARGET [--seconds N] [--seed N]; targets: {}, engines", names.join(", "));
        return ExitCode::from(3);
    };
    on_a_large_stack(move || fuzz(target, check, corpus(), seconds, seed))
}

/// The exit status, given how many inputs were bad.
fn on_a_large_stack(body: impl FnOnce() -> u64 + Send + 'static) -> ExitCode {
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(body);
    let bad = thread.ok().and_then(|t| t.join().ok()).unwrap_or(1);
    ExitCode::from(u8::from(bad > 0))
}

/// Name, check, corpus.
const TARGETS: &[(&str, Check, fn() -> Vec<Vec<u8>>)] = &[
    ("lexer", check_tokens_alone, sources),
    ("preprocessor", check_tokens, sources),
    ("parser", |bytes| compile_to(bytes, Stage::Parse), sources),
    ("sema", |bytes| compile_to(bytes, Stage::Check), sources),
    ("compiler", |bytes| compile_to(bytes, Stage::Ir), sources),
    ("ptx", check_ptx, || modules().iter().map(|m| text::print(m).into_bytes()).collect()),
    ("kbc", check_bytecode, || programs().iter().map(bytecode::encode).collect()),
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

/// The texts of the test programs and examples; the trials are others' programs, some of which the compiler takes long over.
fn sources() -> Vec<Vec<u8>> {
    let folder = |name: &str| files_below(&root().join(name), &["kern", "cu"]);
    let trials = root().join("tests/trials");
    let mut paths: Vec<_> = folder("tests").into_iter().filter(|path| !path.starts_with(&trials)).collect();
    paths.extend(folder("examples"));
    paths.iter().filter_map(|p| std::fs::read(p).ok()).collect()
}

/// Compiles up to `last` and renders every diagnostic. Lossy text: the fuzzer is after the compiler, not after UTF-8.
fn compile_to(bytes: &[u8], last: Stage) -> Result<(), String> {
    let text_of = String::from_utf8_lossy(bytes).into_owned();
    let Ok(source) = source_text("fuzz.cu", text_of.into_bytes()) else { return Ok(()) };
    let loader = DiskLoader::new("fuzz.cu".into(), source, Vec::new());
    let compilation = compile("fuzz.cu", &Options { last, ..Options::default() }, &loader);
    for diagnostic in compilation.diagnostics.iter() {
        let _ = render::text(diagnostic, &compilation.sources, render::TextStyle::default());
        let _ = render::json_line(diagnostic, &compilation.sources);
        if diagnostic.code.0.starts_with("K09") {
            return Err(format!("internal error: {}", diagnostic.message));
        }
    }
    Ok(())
}

/// What the test programs compile to, at two levels.
fn programs() -> Vec<Program> {
    let sources = sources();
    let at = |opt_level: u8| sources.iter().filter_map(move |source| compiled(source, opt_level));
    at(0).chain(at(2)).collect()
}

/// What a program compiles to.
fn compiled(source: &[u8], opt_level: u8) -> Option<Program> {
    let text = String::from_utf8(source.to_vec()).ok()?;
    let loader = DiskLoader::new("fuzz.cu".into(), text, Vec::new());
    let passes = PassOptions { opt_level, ..PassOptions::default() };
    compile("fuzz.cu", &Options { passes, ..Options::default() }, &loader).program
}

fn modules() -> Vec<Module> {
    programs().into_iter().flat_map(|p| [p.device, p.host]).collect()
}

/// Tokens, with no line a directive.
fn check_tokens_alone(bytes: &[u8]) -> Result<(), String> {
    let without: Vec<u8> = bytes.iter().map(|&b| if b == b'#' { b' ' } else { b }).collect();
    let _ = kern_syntax::outline(&String::from_utf8_lossy(&without));
    check_tokens(&without)
}

fn check_tokens(bytes: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let Ok(source) = source_text("fuzz.cu", text.into_bytes()) else { return Ok(()) };
    let loader = DiskLoader::new("fuzz.cu".into(), source, Vec::new());
    let (_, sources, diagnostics) = dump_tokens("fuzz.cu", &Options::default(), &loader);
    for diagnostic in diagnostics.iter() {
        let _ = render::text(diagnostic, &sources, render::TextStyle::default());
    }
    Ok(())
}

/// PTX that is accepted prints as something that is read and printed as the same, and runs to an end.
fn check_ptx(bytes: &[u8]) -> Result<(), String> {
    let source = String::from_utf8_lossy(bytes).into_owned();
    let mut sources = SourceMap::new();
    let file = sources.add("fuzz.ptx".to_string(), source.as_str(), false);
    let module = match text::parse(file, &source) {
        Ok(module) => module,
        Err(diagnostic) => {
            let _ = render::text(&diagnostic, &sources, render::TextStyle::default());
            return Ok(());
        }
    };
    let first = text::print(&module);
    let again = text::parse(file, &first).map_err(|d| format!("the print is not read: {}", d.message))?;
    let second = text::print(&again);
    let third = text::parse(file, &second).map(|m| text::print(&m)).map_err(|d| format!("the second print is not read: {}", d.message))?;
    if second != third {
        return Err("the second and the third print differ".into());
    }
    let mut program = Program { device: Module::new(kern_ir::ModuleKind::Device), host: Module::new(kern_ir::ModuleKind::Host) };
    match module.kind {
        kern_ir::ModuleKind::Device => program.device = module,
        kern_ir::ModuleKind::Host => program.host = module,
    }
    run(&program);
    Ok(())
}

/// Bytecode that is accepted encodes as itself, and runs to an end.
fn check_bytecode(bytes: &[u8]) -> Result<(), String> {
    let Ok(program) = bytecode::decode(bytes) else { return Ok(()) };
    let encoded = bytecode::encode(&program);
    let again = bytecode::decode(&encoded).map_err(|d| format!("what was encoded is not decoded: {}", d.message))?;
    if bytecode::encode(&again) != encoded {
        return Err("the second encoding differs".into());
    }
    run(&program);
    Ok(())
}

/// Runs a program with little fuel; the machine must not be harmed by it.
fn run(program: &Program) {
    let config = RunConfig { launch_fuel: 100_000, idle_fuel: 50_000, host_fuel: 300_000, ..RunConfig::default() };
    let _ = kern_vm::run(program, &config, &mut MemoryWorld::default());
}
