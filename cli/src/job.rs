//! One job of the playground, in this process: a program in memory, and what comes of it as events. The server's worker and the
//! page's own engine both are this function and a way to pass events on. docs/playground.md lists the events.

mod request;
mod text;

use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kern_vm::instrument::trace::{MOST_STEPS, Selection, TraceBlock};
use kern_vm::memory::ArenaSizes;
use serde_json::{Value, json};

pub use request::{Kind, MOST_REQUEST, Request};

use crate::args::{CheckArgs, CheckName, CompileArgs, EngineName, LimitArgs, RunArgs, Side, TraceArgs};
use crate::base64::base64;
use crate::commands::check::check;
use crate::commands::emit::ptx_text;
use crate::commands::profile::{launch_objects, work_objects};
use crate::commands::run::{Executed, Watched, execute_kept};
use crate::commands::trace::recorded;
use crate::lesson::exercise::Folder;
use crate::lesson::grade::grade;
use crate::lesson::machine::Machine;
use crate::program::load_program;
use crate::report::Reporter;
use crate::{Clock, EXIT_USAGE, Interrupt, Interruption, Outside, ProgramFiles};
use text::Text;

/// Most launches that are told of, and most bytes of one and of all.
const MOST_LAUNCHES: usize = 256;
const MOST_LAUNCH: usize = 4 << 20;
const MOST_LAUNCHES_BYTES: usize = 8 << 20;
/// Most bytes of the code that is shown.
const MOST_CODE: usize = 2 << 20;
/// Bytes that a program may write.
pub const MOST_OUTPUT: u64 = 1 << 20;
/// Bytes that a program may have.
const MOST_MEMORY: u64 = 1 << 30;

/// What a job may use, and what it runs on.
#[derive(Clone)]
pub struct Settings {
    /// Programs are compiled to machine code; else they are interpreted.
    pub machine_code: bool,
    /// Seconds that a program may take, by the clock; none where nobody can watch it.
    pub seconds: Option<u64>,
    /// Warp instructions that a launch may execute.
    pub fuel: u64,
    /// Instructions that the whole program may execute.
    pub host_fuel: Option<u64>,
    /// Host threads of a launch.
    pub threads: Option<u32>,
    /// Ends the process, where the program can be ended in no other way.
    pub exit: Option<fn(i32)>,
    /// How large the windows of memory are.
    pub arenas: ArenaSizes,
    /// Ends the job from outside. Once it is ended because of [`ArenaSizes::end_when_full`], nothing is told any more.
    pub interrupt: Interrupt,
    /// What time it is.
    pub clock: Clock,
}

/// Who is told of events.
type Told = Arc<Mutex<dyn FnMut(Value) + Send>>;

/// A stream of the program, whose text is told of as it comes.
struct Stream {
    name: &'static str,
    text: Text,
    told: Told,
}

impl Stream {
    fn tell(&self, text: String) {
        if !text.is_empty() {
            tell(&self.told, json!({ "event": self.name, "text": text }));
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let text = self.text.add(bytes);
        self.tell(text);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        let text = self.text.end();
        self.tell(text);
    }
}

fn tell(told: &Told, event: Value) {
    told.lock().unwrap_or_else(PoisonError::into_inner)(event);
}

/// Runs a job to its end, and tells of all that comes of it.
pub fn run(kind: Kind, request: &Request, settings: &Settings, tell_of: impl FnMut(Value) + Send + 'static) {
    let (interrupt, may_be_full) = (settings.interrupt.clone(), settings.arenas.end_when_full);
    let mut tell_of = tell_of;
    let told: Told = Arc::new(Mutex::new(move |event| {
        if !(may_be_full && interrupt.get() == Some(Interruption::Memory)) {
            tell_of(event);
        }
    }));
    let begun = (settings.clock.monotonic)();
    tell(&told, json!({ "event": "started" }));
    let end = end_of(kind, request, settings, &told);
    let seconds = ((settings.clock.monotonic)() - begun).as_secs_f64();
    tell(&told, json!({ "event": "done", "status": end.status, "why": end.why, "seconds": seconds, "figures": end.figures }));
}

/// How a job ended.
struct End {
    status: i32,
    why: String,
    figures: Value,
}

impl End {
    fn finished(status: i32) -> End {
        End { status, why: "finished".into(), figures: Value::Null }
    }
}

fn end_of(kind: Kind, request: &Request, settings: &Settings, told: &Told) -> End {
    let files = request.files.iter().map(|file| (file.name.clone(), file.text.clone())).collect();
    let stream = |name| Box::new(Stream { name, text: Text::default(), told: told.clone() });
    let mut outside = Outside {
        stdin: Box::new(Cursor::new(request.stdin.clone().into_bytes())),
        stdout: stream("stdout"),
        stderr: stream("stderr"),
        // Every line is told of at once.
        stdout_is_terminal: true,
        stderr_is_terminal: false,
        shows_status: false,
        interrupt: settings.interrupt.clone(),
        exit: settings.exit,
        files: ProgramFiles::Memory(files),
        clock: settings.clock,
    };
    let (first, more) = request.sources();
    let compile = CompileArgs { sandbox: true, more, ..CompileArgs::of(first.into()) };
    let compile = CompileArgs { device: request.device.clone().unwrap_or(compile.device), ..compile };
    let engine = engine(settings);
    let mut reporter = Reporter::silent(&compile, &outside);
    let run_args = |compile: CompileArgs| {
        let limits = LimitArgs {
            max_memory: Some(MOST_MEMORY),
            timeout: settings.seconds.map(Duration::from_secs),
            host_fuel: settings.host_fuel,
            max_output: Some(MOST_OUTPUT),
            devices: None,
            seed: Some(1),
            report: None,
        };
        let args = RunArgs::of(compile, limits);
        RunArgs { engine, threads: settings.threads, fuel: Some(settings.fuel), args: request.args.clone(), ..args }
    };
    let with_arenas = |watched| Watched { arenas: settings.arenas, ..watched };
    let mut execute = |args: &RunArgs, watched: Watched| execute_kept(args, with_arenas(watched), &mut reporter, &mut outside);
    match kind {
        Kind::Check => {
            let args = CheckArgs { compile, more: Vec::new() };
            let status = check(&args, &mut reporter, &mut outside).err().unwrap_or(0);
            drop(outside);
            diagnostics(reporter.kept(), told);
            End::finished(status)
        }
        Kind::Emit => {
            let loaded = load_program(&compile, settings.host_fuel.unwrap_or(u64::MAX), &mut reporter, &mut outside);
            drop(outside);
            diagnostics(reporter.kept(), told);
            match loaded {
                Ok(loaded) => {
                    code(&ptx_text(&loaded.program, Side::Device, None).unwrap_or_default(), told);
                    End::finished(0)
                }
                Err(status) => End::finished(status),
            }
        }
        Kind::Lesson => graded(request, settings, told),
        Kind::Run => {
            let executed = execute(&run_args(compile), Watched::default());
            drop(outside);
            ended(&executed, told)
        }
        Kind::Sanitize => {
            let args = run_args(CompileArgs { opt_level: Some(0), ..compile });
            let executed = execute(&args, Watched::for_checks(&[CheckName::All]));
            drop(outside);
            ended(&executed, told)
        }
        Kind::Profile => {
            let device = compile.device.clone();
            let mut executed = execute(&run_args(compile), Watched { profile: true, blocks: true, ..Watched::default() });
            drop(outside);
            let end = ended(&executed, told);
            if let Ok((loaded, report)) = &mut executed.done {
                if !report.work.is_empty() {
                    tell(told, json!({ "event": "streams", "work": work_objects(&report.work) }));
                }
                launches(launch_objects(loaded, report, &device, MOST_LAUNCHES), report.launches.len(), told);
            }
            end
        }
        Kind::Trace => {
            let block = TraceBlock::Number(request.block);
            // The code that is profiled, unless somebody wants to see all variables.
            let run = run_args(CompileArgs { opt_level: Some(request.opt.unwrap_or(2)), has_names: true, ..compile });
            let args = TraceArgs { run, launch: request.launch, block, warp: None, steps: MOST_STEPS, text: false, output: None };
            let selection = Selection { launch: args.launch, block, warp: None, most_steps: args.steps };
            let executed = execute(&args.run, Watched { trace: Some(selection), ..Watched::default() });
            drop(outside);
            let end = ended(&executed, told);
            if let Ok((loaded, report)) = &executed.done {
                trace(
                    request,
                    recorded(&args, loaded, report),
                    &mut Reporter::silent(&args.run.compile, &nowhere(settings)),
                    settings,
                    told,
                );
            }
            end
        }
    }
}

/// Streams that nobody reads.
fn nowhere(settings: &Settings) -> Outside {
    Outside {
        stdin: Box::new(std::io::empty()),
        stdout: Box::new(std::io::sink()),
        stderr: Box::new(std::io::sink()),
        stdout_is_terminal: false,
        stderr_is_terminal: false,
        shows_status: false,
        interrupt: Interrupt::default(),
        exit: None,
        files: ProgramFiles::Memory(Arc::new([])),
        clock: settings.clock,
    }
}

/// What executes programs.
fn engine(settings: &Settings) -> EngineName {
    if settings.machine_code { EngineName::Jit } else { EngineName::Interp }
}

fn diagnostics(kept: &[Value], told: &Told) {
    for diagnostic in kept {
        tell(told, json!({ "event": "diagnostic", "diagnostic": diagnostic }));
    }
}

/// Tells what was found, and how it ended.
fn ended(executed: &Executed, told: &Told) -> End {
    let all = &executed.told;
    diagnostics(all["diagnostics"].as_array().map_or(&[], Vec::as_slice), told);
    let figures = json!({ "time": all["time"], "counts": all["counts"], "memory": all["memory"] });
    End { status: executed.status, why: all["why"].as_str().unwrap_or("finished").into(), figures }
}

/// Tells of the launches that were profiled.
fn launches(objects: Vec<Value>, all: usize, told: &Told) {
    let (mut shown, mut bytes) = (0, 0);
    for object in objects {
        let size = object.to_string().len();
        bytes += size;
        if size > MOST_LAUNCH || bytes > MOST_LAUNCHES_BYTES {
            break;
        }
        tell(told, json!({ "event": "launch", "launch": object }));
        shown += 1;
    }
    if shown < all {
        let said = format!("the program made {all} launches, of which the first {shown} are shown; a smaller problem shows the same");
        tell(told, json!({ "event": "limit", "name": "launches", "value": shown, "said": said }));
    }
}

/// Tells of a recording, or why there is none.
fn trace(
    request: &Request,
    (file, problem): (Option<Vec<u8>>, Option<kern_diag::Diagnostic>),
    reporter: &mut Reporter,
    settings: &Settings,
    told: &Told,
) {
    if let Some(problem) = problem {
        reporter.diagnostic(&problem, &kern_diag::SourceMap::new(), &mut nowhere(settings));
        diagnostics(reporter.kept(), told);
    }
    if let Some(file) = file {
        tell(told, json!({ "event": "trace", "launch": request.launch, "block": request.block, "base64": base64(&file) }));
    }
}

/// Tells of the code of the kernels. `map` has for each of its lines the file and line of the program that it is of: `[0, 0]` for none,
/// else the number of a file of `.file` and a line.
fn code(text: &str, told: &Told) {
    let mut map: Vec<[u32; 2]> = Vec::new();
    let mut at = [0, 0];
    let mut size = 0;
    for line in text.lines() {
        size += line.len() + 1;
        if size > MOST_CODE {
            let said = format!("the code has {} bytes, of which the first {MOST_CODE} are shown", text.len());
            tell(told, json!({ "event": "limit", "name": "code", "value": MOST_CODE, "said": said }));
            break;
        }
        let trimmed = line.trim_start();
        if let Some(place) = trimmed.strip_prefix(".loc ") {
            let mut numbers = place.split([' ', ',']).map_while(|word| word.parse::<u32>().ok());
            at = [numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)];
        } else if line.starts_with('}') || !line.starts_with([' ', '\t']) {
            at = [0, 0];
        }
        map.push(at);
    }
    let shown: Vec<&str> = text.lines().take(map.len()).collect();
    tell(told, json!({ "event": "emit", "stage": "ptx", "text": shown.join("\n"), "map": map }));
}

/// Tells which goals of a lesson a program reaches.
fn graded(request: &Request, settings: &Settings, told: &Told) -> End {
    let graded = request.lesson().and_then(Folder::builtin).and_then(|folder| {
        let grade = grade(
            &folder,
            &request.files[0].text,
            &Machine { engine: engine(settings), arenas: settings.arenas, interrupt: settings.interrupt.clone(), clock: settings.clock },
        )?;
        Ok((grade.is_done(), grade.value(&folder)))
    });
    match graded {
        Ok((is_done, grade)) => {
            tell(told, json!({ "event": "graded", "grade": grade }));
            End::finished(i32::from(!is_done))
        }
        Err(problem) => {
            tell(told, json!({ "event": "stderr", "text": format!("error: {problem}\n") }));
            End::finished(EXIT_USAGE)
        }
    }
}
