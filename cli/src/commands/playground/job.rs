//! One job: a process of `kern` with limits, used once, which gets the program on standard input and writes its events as lines.
//! They are passed on as they come. When nobody waits for the answer any more, or time is over, the process is killed.

use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};
use tokio::sync::mpsc::Sender;

use crate::args::EngineName;
use crate::job::{Kind, MOST_OUTPUT};

use super::Settings;
use super::cache::MOST_ANSWER;
use super::work::seconds;

/// Time that a process gets to end by itself after its own limit.
const GRACE: Duration = Duration::from_secs(3);
/// Most bytes that a process writes: four times its output, and what is told of launches or of a block.
const MOST_BYTES: usize = 4 * MOST_OUTPUT as usize + (32 << 20);
/// Most bytes of an event, and of what a process says of its own end.
const MOST_LINE: usize = 24 << 20;
const MOST_SAID: usize = 64 << 10;
/// What the last event of a job starts with.
const DONE: &[u8] = b"{\"event\":\"done\"";

/// Who listens, for as long as they do, and what was told.
pub(super) struct Events {
    pub(super) sender: Sender<Vec<u8>>,
    /// None once it is too much to keep.
    told: Mutex<Option<Vec<u8>>>,
}

/// Nobody listens any more.
pub(super) struct Gone;

impl Events {
    pub(super) fn new(sender: Sender<Vec<u8>>) -> Events {
        Events { sender, told: Mutex::new(Some(Vec::new())) }
    }

    /// All that was told of the job, as lines; nothing if it was too much.
    pub(super) fn told(self) -> Option<Vec<u8>> {
        self.told.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells how long it has to wait, which is not of the answer.
    pub(super) async fn queued(&self, ahead: usize) -> Result<(), Gone> {
        let event = json!({ "event": "queued", "ahead": ahead });
        self.sender.send(format!("{event}\n").into_bytes()).await.map_err(|_| Gone)
    }

    async fn send(&self, event: Value) -> Result<(), Gone> {
        self.line(format!("{event}\n").into_bytes()).await
    }

    async fn line(&self, line: Vec<u8>) -> Result<(), Gone> {
        {
            let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
            let size = told.as_ref().map_or(0, Vec::len) + line.len();
            match told.as_mut().filter(|_| size <= MOST_ANSWER) {
                Some(told) => told.extend_from_slice(&line),
                None => *told = None,
            }
        }
        self.sender.send(line).await.map_err(|_| Gone)
    }

    async fn limit(&self, name: &str, value: impl Into<Value>, said: String) -> Result<(), Gone> {
        self.send(json!({ "event": "limit", "name": name, "value": value.into(), "said": said })).await
    }
}

/// Runs a job to its end, and tells all that comes of it. `request` is the program, as it was asked for.
pub(super) async fn run(settings: &Settings, kind: Kind, request: &[u8], events: &Events) -> Result<(), Gone> {
    match in_process(settings, kind, request, events).await {
        Ok(told) => told,
        Err(error) => {
            let said = format!("the server could not run the program: {error}; try again");
            events.send(json!({ "event": "failed", "said": said })).await
        }
    }
}

/// What makes the command the process of a job.
fn worker(engine: EngineName, is_locked_in: bool) -> impl Iterator<Item = &'static str> {
    let locked = is_locked_in.then_some("--locked-in");
    let no_code = (engine == EngineName::Interp).then_some("--no-machine-code");
    std::iter::once("playground-worker").chain(locked).chain(no_code)
}

/// Starts a process that is locked in and tries to escape, as no program can.
///
/// # Errors
/// A sentence: the system cannot lock it in, or it escaped.
pub(super) fn probe(command: &Path, engine: EngineName) -> Result<(), String> {
    let words = worker(engine, true).chain(["--probe", "connection"]);
    let output = std::process::Command::new(command).args(words).env_clear().stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{}: {error}", command.display()))?;
    #[cfg(unix)]
    if std::os::unix::process::ExitStatusExt::signal(&output.status) == Some(libc::SIGSYS) {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let first = said.lines().next().unwrap_or_default().trim_start_matches("error: ");
    Err(if first.is_empty() { format!("the probe ended with {}", output.status) } else { first.to_string() })
}

async fn in_process(settings: &Settings, kind: Kind, request: &[u8], events: &Events) -> std::io::Result<Result<(), Gone>> {
    let started = Instant::now();
    let mut command = Command::new(&settings.command);
    command.args(worker(settings.engine, settings.lock.is_ok())).current_dir(std::env::temp_dir()).env_clear();
    command.kill_on_drop(true);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    system::restrict(&mut command);
    let mut child = command.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        let mut input = format!("{} {}\n", kind.name(), settings.threads).into_bytes();
        input.extend_from_slice(request);
        // A process that dies leaves it; the task ends with the pipe.
        tokio::spawn(async move { stdin.write_all(&input).await });
    }
    let mut passed = Passed::default();
    let ended = pass_on(&mut child, kind, &mut passed, events).await;
    let was_killed = !matches!(ended, Ok(true));
    if was_killed {
        child.kill().await?;
    }
    let status = child.wait().await?;
    Ok(match ended {
        Err(gone) => Err(gone),
        Ok(_) if passed.is_done => Ok(()),
        Ok(_) => died(status, was_killed, &passed.said, started, events).await,
    })
}

/// What a process wrote.
#[derive(Default)]
struct Passed {
    /// The beginning of a line.
    rest: Vec<u8>,
    bytes: usize,
    /// The last event was there.
    is_done: bool,
    /// Standard error: nothing, but of a process that ended itself.
    said: Vec<u8>,
}

impl Passed {
    /// More bytes: the lines that are whole.
    fn add(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.bytes += bytes.len();
        let Some(end) = bytes.iter().rposition(|&byte| byte == b'\n') else {
            self.rest.extend_from_slice(bytes);
            return Vec::new();
        };
        let mut lines = std::mem::take(&mut self.rest);
        lines.extend_from_slice(&bytes[..=end]);
        self.rest.extend_from_slice(&bytes[end + 1..]);
        self.is_done |= lines.split(|&byte| byte == b'\n').any(|line| line.starts_with(DONE));
        lines
    }
}

/// Passes on what the process writes, until it ends. False if its time is over, or it wrote too much.
async fn pass_on(child: &mut Child, kind: Kind, passed: &mut Passed, events: &Events) -> Result<bool, Gone> {
    let (Some(mut stdout), Some(mut stderr)) = (child.stdout.take(), child.stderr.take()) else { return Ok(true) };
    let seconds = seconds(kind);
    let deadline = tokio::time::sleep(Duration::from_secs(seconds) + GRACE);
    tokio::pin!(deadline);
    let (mut out, mut err) = (vec![0; 16 << 10], vec![0; 4 << 10]);
    let mut is_open = [true; 2];
    while is_open != [false; 2] {
        tokio::select! {
            size = stdout.read(&mut out), if is_open[0] => {
                let size = size.unwrap_or(0);
                is_open[0] = size > 0;
                let lines = passed.add(&out[..size]);
                if !lines.is_empty() {
                    events.line(lines).await?;
                }
            }
            size = stderr.read(&mut err), if is_open[1] => {
                let size = size.unwrap_or(0);
                is_open[1] = size > 0;
                if passed.said.len() + size <= MOST_SAID {
                    passed.said.extend_from_slice(&err[..size]);
                }
            }
            () = &mut deadline => {
                let what = format!("the job did not end within {seconds} seconds and was killed");
                events.limit("time", seconds, what).await?;
                return Ok(false);
            }
            () = events.sender.closed() => return Err(Gone),
        }
        if passed.bytes > MOST_BYTES || passed.rest.len() > MOST_LINE {
            events.limit("output", MOST_BYTES, format!("the job wrote more than {MOST_BYTES} bytes and was killed")).await?;
            return Ok(false);
        }
    }
    Ok(true)
}

/// Seconds of processor time of a job, over all its threads.
const PROCESSOR_SECONDS: u64 = 60;
/// Bytes of address space, most of which is never touched.
const ADDRESS_SPACE: u64 = 4 << 30;

/// Tells of a process that ended without a last event: it ended itself, because a limit could not be kept otherwise, or was ended.
async fn died(status: ExitStatus, was_killed: bool, said: &[u8], started: Instant, events: &Events) -> Result<(), Gone> {
    let mut why = "killed";
    for line in said.split(|&byte| byte == b'\n') {
        if let Ok(diagnostic) = serde_json::from_slice::<Value>(line)
            && diagnostic["severity"].is_string()
        {
            why = if diagnostic["code"] == kern_diag::Code::MEMORY_LIMIT.0 { "memory" } else { "timeout" };
            events.send(json!({ "event": "diagnostic", "diagnostic": diagnostic })).await?;
        }
    }
    if why == "killed" && !was_killed {
        let what = match status.code() {
            None => format!(
                "the system ended the job's process: it may take {} GiB of memory and {PROCESSOR_SECONDS} seconds of processor time",
                ADDRESS_SPACE >> 30
            ),
            Some(_) => "kern itself failed at this program: that is a mistake of kern, please report it".to_string(),
        };
        events.limit("process", Value::Null, what).await?;
    }
    let seconds = started.elapsed().as_secs_f64();
    let done = json!({ "event": "done", "status": status.code(), "why": why, "seconds": seconds, "figures": Value::Null });
    events.send(done).await
}

#[cfg(unix)]
mod system {
    use tokio::process::Command;

    /// Bytes of a file that it writes, and files that are open at once.
    const FILE_BYTES: u64 = 64 << 20;
    const OPEN_FILES: u64 = 64;

    /// The process ends with the server, has few rights to the system's means, and is the head of its own group.
    pub(super) fn restrict(command: &mut Command) {
        command.process_group(0);
        // SAFETY: between `fork` and `exec` only system calls are made, which a process of one thread may make there.
        unsafe {
            command.pre_exec(|| {
                let limits = [
                    (libc::RLIMIT_CPU, super::PROCESSOR_SECONDS),
                    (libc::RLIMIT_AS, super::ADDRESS_SPACE),
                    (libc::RLIMIT_FSIZE, FILE_BYTES),
                    (libc::RLIMIT_NOFILE, OPEN_FILES),
                    (libc::RLIMIT_CORE, 0),
                ];
                for (resource, most) in limits {
                    let limit = libc::rlimit { rlim_cur: most as libc::rlim_t, rlim_max: most as libc::rlim_t };
                    if libc::setrlimit(resource, &raw const limit) != 0 {
                        return Err(std::io::Error::last_os_error());
                    }
                }
                #[cfg(target_os = "linux")]
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                Ok(())
            });
        }
    }
}
