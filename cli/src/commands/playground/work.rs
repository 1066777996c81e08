//! The process of a job: it reads what is asked, runs it, and writes events as lines of standard output.

use std::io::{Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use kern_vm::memory::ArenaSizes;

use crate::job::{Kind, MOST_REQUEST, Request, Settings, run};
use crate::{Interrupt, Outside};

/// Warp instructions that a launch may execute.
const FUEL: u64 = 2_000_000_000;

/// Seconds that a job may take, by the clock; the runs of a lesson together.
pub(super) fn seconds(kind: Kind) -> u64 {
    match kind {
        Kind::Check | Kind::Emit => 5,
        Kind::Lesson => 30,
        Kind::Run | Kind::Profile | Kind::Sanitize | Kind::Trace => 10,
    }
}

/// Runs the job of standard input: a line `KIND THREADS`, then the request.
///
/// # Errors
/// It is none.
pub(super) fn work(machine_code: bool, outside: &mut Outside) -> Result<(), String> {
    let mut input = Vec::new();
    outside.stdin.by_ref().take(2 * MOST_REQUEST as u64).read_to_end(&mut input).map_err(|error| error.to_string())?;
    let end = input.iter().position(|&byte| byte == b'\n').ok_or("a job begins with a line")?;
    let head = String::from_utf8_lossy(&input[..end]).into_owned();
    let (kind, threads) = head.split_once(' ').ok_or("a job begins with its kind and its threads")?;
    let kind = Kind::named(kind).ok_or_else(|| format!("no job is called `{kind}`"))?;
    let request = Request::read(&input[end + 1..])?;
    request.suits(kind)?;
    let settings = Settings {
        machine_code,
        seconds: Some(seconds(kind)),
        fuel: FUEL,
        host_fuel: None,
        threads: threads.parse().ok(),
        exit: outside.exit,
        arenas: ArenaSizes::default(),
        // Its own: when time is over, what came of the program is told.
        interrupt: Interrupt::default(),
        clock: outside.clock,
    };
    // The job writes from where the program does.
    let stdout = Arc::new(Mutex::new(std::mem::replace(&mut outside.stdout, Box::new(std::io::sink()))));
    run(kind, &request, &settings, move |event| {
        let mut stdout = stdout.lock().unwrap_or_else(PoisonError::into_inner);
        // Nobody reads it: then nobody misses it.
        let _ = stdout.write_all(format!("{event}\n").as_bytes());
        let _ = stdout.flush();
    });
    Ok(())
}
