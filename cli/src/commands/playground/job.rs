//! One job: a process of `kern` in a folder of its own, with limits, whose output is passed on as it comes. When nobody
//! waits for the answer any more, or time is over, the process is killed. Folder and process are gone when the job is.

use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};
use tokio::sync::mpsc::Sender;

use crate::base64::base64;
use crate::files::new_folder;

use super::lines::{Said, Text};
use super::request::{
    CHECK_SECONDS, Kind, LESSON_FOLDER, LESSON_SECONDS, MOST_OUTPUT, PROFILE_FILE, REPORT_FILE, RUN_SECONDS, Request, TRACE_FILE,
};
use super::{Settings, assets};

/// Time that a process gets to end by itself after its own limit.
const GRACE: Duration = Duration::from_secs(3);
/// Most launches that are told of, and most bytes of one and of all.
const MOST_LAUNCHES: usize = 256;
const MOST_LAUNCH: usize = 4 << 20;
const MOST_LAUNCHES_BYTES: usize = 8 << 20;

/// A folder that goes when this is dropped.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Who listens, for as long as they do.
pub(super) struct Events {
    pub(super) sender: Sender<Value>,
}

/// Nobody listens any more.
pub(super) struct Gone;

impl Events {
    pub(super) async fn send(&self, event: Value) -> Result<(), Gone> {
        self.sender.send(event).await.map_err(|_| Gone)
    }

    async fn text(&self, stream: &str, text: String) -> Result<(), Gone> {
        if text.is_empty() { Ok(()) } else { self.send(json!({ "event": stream, "text": text })).await }
    }

    async fn limit(&self, name: &str, value: impl Into<Value>, said: String) -> Result<(), Gone> {
        self.send(json!({ "event": "limit", "name": name, "value": value.into(), "said": said })).await
    }
}

/// Runs a job to its end, and tells all that comes of it.
pub(super) async fn run(settings: &Settings, kind: Kind, request: &Request, events: &Events) -> Result<(), Gone> {
    let started = Instant::now();
    events.send(json!({ "event": "started" })).await?;
    match in_process(settings, kind, request, events).await {
        Ok(Ok(end)) => {
            let seconds = started.elapsed().as_secs_f64();
            events.send(json!({ "event": "done", "status": end.status, "why": end.why, "seconds": seconds, "figures": end.figures })).await
        }
        Ok(Err(gone)) => Err(gone),
        Err(error) => {
            let said = format!("the server could not run the program: {error}; try again");
            events.send(json!({ "event": "failed", "said": said })).await
        }
    }
}

/// How a job ended.
struct End {
    status: Option<i32>,
    why: String,
    figures: Value,
}

async fn in_process(settings: &Settings, kind: Kind, request: &Request, events: &Events) -> std::io::Result<Result<End, Gone>> {
    let folder = Folder(new_folder(&settings.folder, "job")?);
    for file in &request.files {
        std::fs::write(folder.0.join(&file.name), &file.text)?;
    }
    if kind == Kind::Lesson
        && let Some(lesson) = request.lesson.as_deref().and_then(assets::lesson)
    {
        let path = folder.0.join(LESSON_FOLDER);
        std::fs::create_dir(&path)?;
        std::fs::write(path.join("exercise.toml"), lesson.exercise)?;
        std::fs::write(path.join("main.cu"), lesson.program)?;
    }
    let mut command = Command::new(&settings.command);
    command.args(request.command_line(kind, settings.threads)).current_dir(&folder.0).env_clear().env("TMPDIR", &folder.0);
    command.kill_on_drop(true);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    system::restrict(&mut command);
    let mut child = command.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        let input = request.stdin.clone();
        // A program that does not read its input leaves it; the task ends with the pipe.
        tokio::spawn(async move { stdin.write_all(input.as_bytes()).await });
    }
    let mut said = Said::default();
    let passed = pass_on(&mut child, kind, &mut said, events).await;
    let killed = !matches!(passed, Ok(true));
    if killed {
        child.kill().await?;
    }
    let status = child.wait().await?;
    Ok(match passed {
        Err(gone) => Err(gone),
        Ok(_) => told(&folder.0, kind, request, status, killed, said, events).await,
    })
}

/// Passes on what the process writes, until it ends. False if its time is over, or it wrote too much.
async fn pass_on(child: &mut Child, kind: Kind, said: &mut Said, events: &Events) -> Result<bool, Gone> {
    let (Some(mut stdout), Some(mut stderr)) = (child.stdout.take(), child.stderr.take()) else { return Ok(true) };
    let seconds = match kind {
        Kind::Check => CHECK_SECONDS,
        Kind::Lesson => LESSON_SECONDS,
        _ => RUN_SECONDS,
    };
    let deadline = tokio::time::sleep(Duration::from_secs(seconds) + GRACE);
    tokio::pin!(deadline);
    let (mut out, mut err) = (vec![0; 16 << 10], vec![0; 16 << 10]);
    let (mut text, mut is_open, mut bytes) = (Text::default(), [true; 2], 0);
    while is_open != [false; 2] {
        tokio::select! {
            size = stdout.read(&mut out), if is_open[0] => {
                let size = size.unwrap_or(0);
                is_open[0] = size > 0;
                bytes += size;
                if kind == Kind::Lesson {
                    said.grade.extend_from_slice(&out[..size]);
                } else {
                    events.text("stdout", text.add(&out[..size])).await?;
                }
            }
            size = stderr.read(&mut err), if is_open[1] => {
                let size = size.unwrap_or(0);
                is_open[1] = size > 0;
                bytes += size;
                events.text("stderr", said.add(&err[..size])).await?;
            }
            () = &mut deadline => {
                let what = format!("the job did not end within {seconds} seconds and was killed");
                events.limit("time", seconds, what).await?;
                return Ok(false);
            }
            () = events.sender.closed() => return Err(Gone),
        }
        // The process has this limit itself; diagnostics come on top.
        if bytes > 4 * MOST_OUTPUT {
            events.limit("output", 4 * MOST_OUTPUT, format!("the job wrote more than {} bytes and was killed", 4 * MOST_OUTPUT)).await?;
            return Ok(false);
        }
    }
    events.text("stdout", text.end()).await?;
    events.text("stderr", said.end()).await?;
    Ok(true)
}

/// Tells what the process left behind: diagnostics, launches, a trace.
async fn told(
    folder: &Path,
    kind: Kind,
    request: &Request,
    status: ExitStatus,
    was_killed: bool,
    said: Said,
    events: &Events,
) -> Result<End, Gone> {
    let report = std::fs::read(folder.join(REPORT_FILE)).ok().and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
    // The report is written by kern alone; without one, what stood on standard error has to do.
    let diagnostics = match report.as_ref().and_then(|report| report["diagnostics"].as_array()) {
        Some(diagnostics) => diagnostics.clone(),
        None => said.diagnostics,
    };
    for diagnostic in diagnostics {
        events.send(json!({ "event": "diagnostic", "diagnostic": diagnostic })).await?;
    }
    if kind == Kind::Lesson
        && let Ok(grade) = serde_json::from_slice::<Value>(&said.grade)
    {
        events.send(json!({ "event": "graded", "grade": grade })).await?;
    }
    if kind == Kind::Profile {
        launches(folder, events).await?;
    }
    if kind == Kind::Trace
        && let Ok(bytes) = std::fs::read(folder.join(TRACE_FILE))
    {
        let trace = base64(&bytes);
        events.send(json!({ "event": "trace", "launch": request.launch, "block": request.block, "base64": trace })).await?;
    }
    let why = report.as_ref().and_then(|report| report["why"].as_str()).unwrap_or(if was_killed { "killed" } else { "finished" });
    let figures = report
        .as_ref()
        .map_or(Value::Null, |report| json!({ "time": report["time"], "counts": report["counts"], "memory": report["memory"] }));
    let mut end = End { status: status.code(), why: why.to_string(), figures };
    if end.status.is_none() && !was_killed {
        let what = "the system ended the job's process: it took more memory or processor time than it may";
        events.limit("process", Value::Null, what.to_string()).await?;
        end.why = "killed".into();
    }
    Ok(end)
}

/// Tells of the launches that were profiled.
async fn launches(folder: &Path, events: &Events) -> Result<(), Gone> {
    let Ok(text) = std::fs::read_to_string(folder.join(PROFILE_FILE)) else { return Ok(()) };
    let all = text.lines().count();
    let (mut shown, mut bytes) = (0, 0);
    for line in text.lines() {
        bytes += line.len();
        if shown == MOST_LAUNCHES || line.len() > MOST_LAUNCH || bytes > MOST_LAUNCHES_BYTES {
            let what = format!("the program made {all} launches, of which the first {shown} are shown; a smaller problem shows the same");
            return events.limit("launches", shown, what).await;
        }
        let Ok(launch) = serde_json::from_str::<Value>(line) else { continue };
        events.send(json!({ "event": "launch", "launch": launch })).await?;
        shown += 1;
    }
    Ok(())
}

#[cfg(unix)]
mod system {
    use tokio::process::Command;

    /// Seconds of processor time of a job, over all its threads.
    const PROCESSOR_SECONDS: u64 = 60;
    /// Bytes of address space, most of which is never touched.
    const ADDRESS_SPACE: u64 = 4 << 30;
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
                    (libc::RLIMIT_CPU, PROCESSOR_SECONDS),
                    (libc::RLIMIT_AS, ADDRESS_SPACE),
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
