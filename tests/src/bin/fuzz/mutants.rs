//! The target `engines`: programs changed such that the verifier still accepts them, run on both engines. What they say must
//! be the same, and nothing may panic, hang, or die of a signal.
//!
//! Mutants are numbered, and the same number is the same mutant. They run in a process of their own (`--worker`), which says
//! on standard output what it is at; when it dies or says nothing for long, the mutant it was at is bad, and another process
//! goes on behind it.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use kern_ir::{Program, bytecode, text};
use kern_tests::engines::{Way, compare, run};
use kern_tests::kernels::Kernel;
use kern_tests::mutate::program::{Mutant, mutant};
use kern_vm::EngineKind;

/// What no mutant may take longer than, on both engines together.
const LONGEST: Duration = Duration::from_secs(200);

/// What a program of the corpus may execute, unchanged, in instructions of the host and of threads, and how many it may have:
/// many small ones find more than few large ones. No clock is asked, so that a mutant's number is the same mutant's tomorrow.
const QUICK: [u64; 2] = [60_000, 1_000_000];
const SMALL: usize = 2500;

/// Random kernels in the corpus.
const KERNELS: u64 = 60;

/// Bad mutants after which it ends.
const MOST_BAD: u64 = 25;

/// How mutant `number` is run: most on one host thread, some on several, some with counters.
pub(crate) fn way(number: u64) -> Way {
    Way { threads: if number % 5 == 1 { 3 } else { 1 }, account: number % 7 == 3 }
}

/// Runs mutants from `first` on until `count` have been executed or `seconds` are over; how many were bad.
pub(crate) fn fuzz(sources: Vec<Vec<u8>>, first: u64, count: u64, seconds: u64) -> u64 {
    let folder = std::env::temp_dir().join(format!("kern-fuzz-{}", std::process::id()));
    let programs = corpus(sources);
    if let Err(error) = store(&folder, &programs) {
        eprintln!("{}: {error}", folder.display());
        return 1;
    }
    let start = Instant::now();
    let mut hunt = Hunt { programs, folder: folder.clone(), next: first, executed: 0, refused: 0, bad: 0 };
    while hunt.executed < count && start.elapsed() < Duration::from_secs(seconds) && hunt.bad < MOST_BAD {
        hunt.batch(count, start + Duration::from_secs(seconds));
    }
    let _ = std::fs::remove_dir_all(&folder);
    let Hunt { programs, next, executed, refused, bad, .. } = hunt;
    println!(
        "engines: {executed} mutants of {} programs executed in {:.0?}, {refused} not made, {bad} bad; the next is {next}",
        programs.len(),
        start.elapsed()
    );
    bad
}

/// Programs that end soon, and random kernels.
fn corpus(mut sources: Vec<Vec<u8>>) -> Vec<Program> {
    sources.extend((0..KERNELS).map(|number| Kernel::new(number).source().into_bytes()));
    // One level each: what is changed differs anyway.
    let level = |index: usize| if index.is_multiple_of(2) { 2 } else { 0 };
    let mut programs: Vec<Program> = sources.iter().enumerate().filter_map(|(i, source)| super::compiled(source, level(i))).collect();
    let instructions = |module: &kern_ir::Module| module.functions.iter().map(|f| f.insts.len()).sum::<usize>();
    programs.retain(|program| instructions(&program.device) + instructions(&program.host) <= SMALL);
    let is_quick = |program: &Program| {
        run(program, EngineKind::Interp, way(0)).is_ok_and(|(report, ..)| {
            let counts = [report.stats.host_instructions, report.stats.thread_instructions];
            !report.launches.is_empty() && counts.iter().zip(QUICK).all(|(&count, most)| count <= most)
        })
    };
    programs.retain(is_quick);
    programs
}

fn store(folder: &Path, programs: &[Program]) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (number, program) in programs.iter().enumerate() {
        std::fs::write(folder.join(format!("{number:05}.kbc")), bytecode::encode(program))?;
    }
    Ok(())
}

struct Hunt {
    programs: Vec<Program>,
    folder: PathBuf,
    next: u64,
    executed: u64,
    refused: u64,
    bad: u64,
}

impl Hunt {
    /// Lets one process run mutants until it is told to stop, or fails.
    fn batch(&mut self, count: u64, end: Instant) {
        let Ok((mut child, lines)) = worker(&self.folder, self.next) else {
            println!("the worker does not start");
            self.bad = MOST_BAD;
            return;
        };
        let mut at = self.next;
        loop {
            let problem = match lines.recv_timeout(LONGEST) {
                Ok(line) => match line.split_once(' ') {
                    Some(("at", number)) => {
                        at = number.parse().unwrap_or(at);
                        (self.next, self.executed) = (at + 1, self.executed + 1);
                        if self.executed >= count || Instant::now() >= end {
                            break;
                        }
                        continue;
                    }
                    Some(("no", number)) => {
                        self.next = number.parse().unwrap_or(at) + 1;
                        self.refused += 1;
                        continue;
                    }
                    Some(("bad", problem)) => problem.replace("\\n", "\n"),
                    _ => continue,
                },
                Err(RecvTimeoutError::Timeout) => "it hangs".to_string(),
                Err(RecvTimeoutError::Disconnected) => match child.wait() {
                    Ok(status) => format!("the process ends: {status}"),
                    Err(error) => error.to_string(),
                },
            };
            let goes_on = !problem.starts_with("it hangs") && !problem.starts_with("the process");
            self.report(at, &problem);
            if !goes_on || self.bad >= MOST_BAD {
                break;
            }
        }
        let _ = child.kill();
        let _ = child.wait();
    }

    fn report(&mut self, number: u64, problem: &str) {
        self.bad += 1;
        self.next = self.next.max(number + 1);
        let name = format!("fuzz-engines-{number}");
        println!("{name}.kbc: {}", problem.lines().next().unwrap_or(""));
        if let Some(Mutant { program, changes }) = mutant(&self.programs, number) {
            let _ = std::fs::write(format!("{name}.kbc"), bytecode::encode(&program));
            let (device, host) = (text::print(&program.device), text::print(&program.host));
            let changes = changes.join("\n").replace('\n', "\n// ");
            let _ = std::fs::write(format!("{name}.ptx"), format!("// {}\n// {changes}\n{device}\n{host}", problem.replace('\n', "\n// ")));
        }
    }
}

/// Runs a mutant that was bad, `fuzz-engines-NUMBER.kbc`; 1 if it still is.
pub(crate) fn again(file: &str) -> u64 {
    let number = file.rsplit_once('-').and_then(|(_, end)| end.trim_end_matches(".kbc").parse().ok()).unwrap_or(0);
    let program = std::fs::read(file).map_err(|e| e.to_string()).and_then(|bytes| bytecode::decode(&bytes).map_err(|e| format!("{e:?}")));
    let problem = match program {
        Ok(program) => compare(&program, way(number)).err(),
        Err(problem) => Some(problem),
    };
    println!("{file}: {}", problem.as_deref().unwrap_or("no difference"));
    u64::from(problem.is_some())
}

/// A process that runs mutants from `first` on, and the lines it writes.
fn worker(folder: &Path, first: u64) -> std::io::Result<(Child, Receiver<String>)> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["engines", "--worker"]).arg(folder).arg("--seed").arg(first.to_string());
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let (sender, lines) = channel();
    if let Some(stdout) = child.stdout.take() {
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
    }
    Ok((child, lines))
}

/// What a worker does: runs mutants of the programs in a folder until it is killed.
pub(crate) fn work(folder: &str, first: u64) {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let decoded = paths.iter().filter_map(|path| bytecode::decode(&std::fs::read(path).ok()?).ok());
    let programs: Vec<Program> = decoded.collect();
    let mut out = std::io::stdout();
    let mut say = |line: String| writeln!(out, "{line}").and_then(|()| out.flush()).is_ok();
    for number in first.. {
        let Some(mutant) = mutant(&programs, number) else {
            say(format!("no {number}"));
            continue;
        };
        if !say(format!("at {number}")) {
            return;
        }
        if let Err(problem) = compare(&mutant.program, way(number)) {
            say(format!("bad {}", problem.replace('\n', "\\n")));
        }
    }
}
