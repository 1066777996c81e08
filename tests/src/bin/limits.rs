//! Runs the programs of `sizes` at the sizes that `docs/sizes.md` promises: `cargo run --release -p kern-tests --bin limits
//! [-- NAME…]`.
//!
//! Each row of the table that it prints is one program: what there are how many of, the time and the most memory of `kern
//! run` (of `kern check` for PTX) in a process of its own, and what came of it. A program below the limits must run in three
//! seconds and a gigabyte; one beyond them must be refused, with the code of the limit, in two seconds and a gigabyte. The
//! status is 1 if one does not.

use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use kern_tests::sizes::{Growing, SIZES};

/// Bytes of memory that no program may need more than.
const MAX_MEMORY: u64 = 1 << 30;
/// What a program that takes much longer is ended after.
const PATIENCE: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [first, rest @ ..] = &args[..]
        && first == "--kern"
    {
        return run_here(rest);
    }
    let wanted: Vec<&Growing> = SIZES.iter().filter(|row| args.is_empty() || args.iter().any(|name| name == row.name)).collect();
    if wanted.is_empty() {
        let names: Vec<&str> = SIZES.iter().map(|row| row.name).collect();
        eprintln!("usage: limits [NAME…]; names: {}", names.join(", "));
        return ExitCode::from(3);
    }
    let mut failed = 0;
    println!("{:<18} {:>10} {:>8} {:>8}  outcome", "program", "size", "seconds", "MB");
    for row in wanted {
        if row.below > 0 {
            failed += usize::from(!tried(row, row.below, None));
        }
        if let Some((size, code)) = row.beyond {
            failed += usize::from(!tried(row, size, Some(code)));
        }
    }
    println!("{failed} not as promised");
    ExitCode::from(u8::from(failed > 0))
}

/// `kern` in this process, which then says how much memory it took.
fn run_here(args: &[String]) -> ExitCode {
    let outside = kern_cli::Outside {
        stdin: Box::new(std::io::empty()),
        stdout: Box::new(std::io::sink()),
        stderr: Box::new(std::io::stderr()),
        stdout_is_terminal: false,
        stderr_is_terminal: false,
        shows_status: false,
        interrupt: kern_cli::Interrupt::default(),
        exit: None,
        files: kern_cli::ProgramFiles::Disk,
        clock: kern_cli::Clock::SYSTEM,
    };
    let args = std::iter::once("kern".to_string()).chain(args.iter().cloned()).map(Into::into);
    let status = kern_cli::run(args, outside);
    eprintln!("\nmost memory: {}", most_memory());
    ExitCode::from(status as u8)
}

/// Bytes that this process has taken at most, as Linux counts them; 0 elsewhere.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).map_or(0, |kilobytes| kilobytes << 10)
}

/// Runs a program and prints its row; whether it did what it should.
fn tried(row: &Growing, size: usize, code: Option<&str>) -> bool {
    let path = std::env::temp_dir().join(format!("kern-limits-{}.{}", std::process::id(), row.extension()));
    if let Err(error) = std::fs::write(&path, (row.make)(size)) {
        println!("{}: {error}", path.display());
        return false;
    }
    let start = Instant::now();
    let output = ended(&path, if row.is_ptx { "check" } else { "run" });
    let took = start.elapsed();
    let _ = std::fs::remove_file(&path);
    let (status, said) = output.unwrap_or((None, String::new()));
    let memory = said.lines().rev().find_map(|line| line.strip_prefix("most memory: ")?.parse::<u64>().ok()).unwrap_or(0);
    let is_right = match code {
        None => status == Some(0),
        Some(code) => status == Some(2) && said.contains(&format!("\"code\":\"{code}\"")),
    };
    let is_quick = took <= Duration::from_secs(if code.is_some() { 2 } else { 3 });
    let outcome = match (status, is_right, is_quick && memory <= MAX_MEMORY) {
        (_, true, true) => code.unwrap_or("runs").to_string(),
        (_, true, false) => format!("{}, but takes too much", code.unwrap_or("runs")),
        (Some(status), ..) => format!("NOT AS PROMISED: status {status}, {}", said.lines().next().unwrap_or("")),
        (None, ..) => "NOT AS PROMISED: does not end".to_string(),
    };
    println!("{:<18} {size:>10} {:>8.2} {:>8}  {outcome}", row.name, took.as_secs_f64(), memory >> 20);
    is_right && is_quick && memory <= MAX_MEMORY
}

/// The status and the standard error of `kern COMMAND --json PATH`; nothing if it did not end by itself.
fn ended(path: &std::path::Path, command: &str) -> Option<(Option<i32>, String)> {
    let said = path.with_extension("said");
    let file = std::fs::File::create(&said).ok()?;
    let mut kern = Command::new(std::env::current_exe().ok()?);
    kern.args(["--kern", command, "--json"]).arg(path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(file);
    let mut child = kern.spawn().ok()?;
    let start = Instant::now();
    let status = loop {
        match child.try_wait().ok()? {
            Some(status) => break status.code(),
            None if start.elapsed() > PATIENCE => {
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let text = std::fs::read_to_string(&said).unwrap_or_default();
    let _ = std::fs::remove_file(&said);
    Some((status, text))
}
