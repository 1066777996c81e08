//! The clock and the memory of the process, watched from a thread: `--timeout` and the last resort of `--max-memory`.
//!
//! The thread asks the machine to end the program, which it does within a moment and says where it was. What cannot be
//! asked, the compiler, or does not answer in time, ends with the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Thread;
use std::time::{Duration, Instant};

use kern_diag::render::{TextStyle, json_line, text};
use kern_diag::{Code, Diagnostic, SourceMap};
use kern_vm::{Interrupt, Interruption, Limit};

use crate::args::{Format, RunArgs};
use crate::files::unwritable;
use crate::run_report::RunReportFile;
use crate::{EXIT_USAGE, Outside};

/// How long a program that was asked to end may take.
const GRACE: Duration = Duration::from_secs(2);

/// Time between two looks at the process's memory.
const LOOK: Duration = Duration::from_millis(20);

/// What kern itself may take besides the memory of the program: compiler, code, tables.
const OWN_MEMORY: u64 = 256 << 20;

/// Watches until it is dropped.
pub(crate) struct Watch {
    shared: Arc<Shared>,
    thread: Option<Thread>,
}

/// What both threads know.
struct Shared {
    interrupt: Interrupt,
    /// The machine runs, which can be asked.
    is_running: AtomicBool,
    is_over: AtomicBool,
    deadline: Option<Instant>,
    most_memory: Option<u64>,
    is_text: bool,
    exit: Option<fn(i32)>,
    report: Option<RunReportFile>,
}

impl Watch {
    /// Begins to watch, if the command line gives a reason.
    pub(crate) fn begin(args: &RunArgs, report: Option<&RunReportFile>, outside: &Outside) -> Watch {
        let limits = &args.limits;
        let shared = Arc::new(Shared {
            interrupt: outside.interrupt.clone(),
            is_running: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            deadline: limits.timeout.and_then(|time| Instant::now().checked_add(time)),
            most_memory: limits.max_memory.map(|most| most.saturating_add(OWN_MEMORY)).filter(|_| outside.exit.is_some()),
            is_text: args.compile.format() == Format::Text,
            exit: outside.exit,
            report: report.cloned(),
        });
        let is_wanted = shared.deadline.is_some() || shared.most_memory.is_some();
        let theirs = shared.clone();
        let spawned = is_wanted.then(|| std::thread::Builder::new().name("watch".into()).spawn(move || theirs.watch()));
        Watch { shared, thread: spawned.and_then(Result::ok).map(|handle| handle.thread().clone()) }
    }

    /// The machine runs from here on.
    pub(crate) fn is_running(&self, is_running: bool) {
        self.shared.is_running.store(is_running, Ordering::SeqCst);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::SeqCst);
        if let Some(thread) = &self.thread {
            thread.unpark();
        }
    }
}

impl Shared {
    fn watch(&self) {
        loop {
            if self.is_over.load(Ordering::SeqCst) {
                return;
            }
            let left = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) {
                return self.end(Interruption::Timeout);
            }
            if self.most_memory.zip(resident_bytes()).is_some_and(|(most, bytes)| bytes > most) {
                return self.end(Interruption::Memory);
            }
            let look = if self.most_memory.is_some() { LOOK } else { Duration::from_secs(3600) };
            std::thread::park_timeout(left.unwrap_or(look).min(look));
        }
    }

    /// Ends the program; the process where that does not help.
    fn end(&self, why: Interruption) {
        self.interrupt.request(why);
        let asked = Instant::now();
        while self.is_running.load(Ordering::SeqCst) && asked.elapsed() < GRACE {
            if self.is_over.load(Ordering::SeqCst) {
                return;
            }
            std::thread::park_timeout(GRACE.saturating_sub(asked.elapsed()));
        }
        let Some(exit) = self.exit.filter(|_| !self.is_over.load(Ordering::SeqCst)) else { return };
        let during =
            if self.is_running.load(Ordering::SeqCst) { "and it did not end when it was told to" } else { "while it was compiled" };
        let (code, what, option) = match why {
            Interruption::Memory => {
                let limit = self.most_memory.map_or(String::new(), |most| format!("the {most} bytes that "));
                (Code::MEMORY_LIMIT, format!("the process took more memory than {limit}it may"), "--max-memory")
            }
            _ => (Code::TIME_LIMIT, "the program's time was over".to_string(), "--timeout"),
        };
        let problem = Diagnostic::without_place(code, format!("{what} {during}")).help(format!("allow more with `{option}`"));
        let map = SourceMap::new();
        let line = json_line(&problem, &map);
        eprint!("{}", if self.is_text { text(&problem, &map, TextStyle::default()) } else { line.clone() + "\n" });
        let limit = Limit::Interrupted(why);
        if let Some(report) = &self.report
            && let Err(error) = report.write_short(limit, &line)
        {
            let problem = unwritable(&report.path().display().to_string(), &error);
            eprint!("{}", if self.is_text { text(&problem, &map, TextStyle::default()) } else { json_line(&problem, &map) + "\n" });
            return exit(EXIT_USAGE);
        }
        exit(limit.exit_status());
    }
}

/// Bytes of memory that the process has, where the system tells.
fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}
