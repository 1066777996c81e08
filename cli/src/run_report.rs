//! `--report`: what came of a run, as one JSON object in a file that the program cannot write to. docs/grading.md has the schema.

use std::fs::File;
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use kern_vm::{Limit, Place, RunReport};
use serde_json::{Value, json};

use crate::args::RunArgs;

/// Version of the schema: grows when a field changes its meaning or goes.
const SCHEMA: u32 = 1;

/// The file, open from before the program starts.
#[derive(Clone)]
pub(crate) struct RunReportFile {
    path: PathBuf,
    file: Arc<Mutex<File>>,
    /// What is known before the run.
    head: Value,
}

/// What a run took by the clock, in seconds, and what compiling cost in instructions.
#[derive(Clone, Copy, Default)]
pub(crate) struct Seconds {
    pub(crate) compile: f64,
    pub(crate) run: f64,
    pub(crate) compile_cost: u64,
}

impl RunReportFile {
    /// Opens the file that the command line names.
    ///
    /// # Errors
    /// It cannot be written; `AlreadyExists` where it is the program itself.
    pub(crate) fn open(args: &RunArgs) -> Option<std::io::Result<RunReportFile>> {
        let path = args.limits.report.clone()?;
        if is_same_file(&path, &args.compile.file) {
            return Some(Err(std::io::ErrorKind::AlreadyExists.into()));
        }
        let limits = &args.limits;
        let head = json!({
            "schema": SCHEMA,
            "kern": env!("CARGO_PKG_VERSION"),
            "program": args.compile.file.display().to_string(),
            "args": args.args,
            "device": args.compile.device,
            "seed": limits.seed,
            "limits": {
                "sandbox": args.compile.sandbox,
                "max_memory_bytes": limits.max_memory,
                "timeout_seconds": limits.timeout.map(|time| time.as_secs_f64()),
                "fuel": args.fuel,
                "host_fuel": limits.host_fuel,
                "max_output_bytes": limits.max_output,
            },
        });
        let file = File::create(&path);
        Some(file.map(|file| RunReportFile { path, file: Arc::new(Mutex::new(file)), head }))
    }

    /// Whether a path is this file, under whatever name.
    #[cfg(unix)]
    pub(crate) fn is_at(&self, path: &Path) -> bool {
        use std::os::unix::fs::MetadataExt;
        let own = self.file.lock().unwrap_or_else(PoisonError::into_inner).metadata();
        let id = |data: &std::fs::Metadata| (data.dev(), data.ino());
        matches!((own, std::fs::metadata(path)), (Ok(own), Ok(other)) if id(&own) == id(&other))
    }

    /// Whether a path is this file.
    #[cfg(not(unix))]
    pub(crate) fn is_at(&self, path: &Path) -> bool {
        matches!((self.path.canonicalize(), path.canonicalize()), (Ok(own), Ok(other)) if own == other)
    }

    /// Writes what came of a run.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn write(&self, outcome: &Value) -> std::io::Result<()> {
        let mut all = self.head.clone();
        if let (Some(all), Some(outcome)) = (all.as_object_mut(), outcome.as_object()) {
            all.extend(outcome.iter().map(|(name, value)| (name.clone(), value.clone())));
        }
        self.put(&all)
    }

    /// Writes that a limit ended the process before anything could be told of the run.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn write_short(&self, limit: Limit, diagnostic: &str) -> std::io::Result<()> {
        let mut all = self.head.clone();
        all["status"] = json!(limit.exit_status());
        all["why"] = json!(limit.name());
        all["errors"] = json!(1);
        all["diagnostics"] = json!([serde_json::from_str::<Value>(diagnostic).unwrap_or_default()]);
        self.put(&all)
    }

    /// The path that the command line named.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn put(&self, all: &Value) -> std::io::Result<()> {
        let text = format!("{all:#}\n");
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let is_plain = file.metadata().is_ok_and(|data| data.is_file());
        if is_plain {
            file.set_len(0)?;
            file.rewind()?;
        }
        file.write_all(text.as_bytes())?;
        drop(file);
        // Somebody removed it, or put another in its place.
        if is_plain && !self.is_at(&self.path) {
            std::fs::write(&self.path, text)?;
        }
        Ok(())
    }
}

/// Whether two paths lead to one file.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let id = |path: &Path| std::fs::metadata(path).map(|data| (data.dev(), data.ino()));
        matches!((id(one), id(other)), (Ok(one), Ok(other)) if one == other)
    }
    #[cfg(not(unix))]
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// What came of a run.
pub(crate) fn outcome(status: i32, diagnostics: &[Value], report: Option<&RunReport>, seconds: Seconds) -> Value {
    let limit = report.and_then(|report| report.ended.as_ref()).map(|ended| ended.limit);
    let why = match (report, limit) {
        (_, Some(limit)) => limit.name(),
        (Some(report), None) if report.has_died => "died",
        (Some(_), None) => "finished",
        (None, None) if status == Limit::Fuel.exit_status() => Limit::Fuel.name(),
        (None, None) => "not_started",
    };
    let count = |severity: &str| diagnostics.iter().filter(|d| d["severity"] == severity).count();
    let stats = report.map(|report| report.stats).unwrap_or_default();
    let [device, host] = stats.peak_bytes;
    json!({
        "status": status,
        "why": why,
        "program_status": report.map(|report| report.exit_status).filter(|_| limit.is_none()),
        "where": report.map_or(Value::Null, whereabouts),
        "errors": count("error"),
        "warnings": count("warning"),
        "diagnostics": diagnostics,
        "time": { "compile_seconds": seconds.compile, "run_seconds": seconds.run, "kernel_seconds": stats.kernel_seconds },
        "memory": { "process_peak_bytes": process_peak(), "device_peak_bytes": device, "host_peak_bytes": host },
        "counts": {
            "compilation": seconds.compile_cost,
            "host_instructions": stats.host_instructions,
            "thread_instructions": stats.thread_instructions,
            "launches": stats.launches,
            "output_bytes": stats.output_bytes,
        },
    })
}

fn whereabouts(report: &RunReport) -> Value {
    let Some(ended) = &report.ended else { return Value::Null };
    let place = |place: &Option<Place>| match place {
        Some(place) => json!({ "file": place.file, "line": place.line, "column": place.column, "function": place.function }),
        None => Value::Null,
    };
    let launch = ended.launch.as_ref().map(|launch| {
        let launched = place(&launch.launched);
        json!({ "kernel": launch.kernel, "blocks_ended": launch.ended, "blocks": launch.blocks, "launched": launched })
    });
    json!({ "side": if launch.is_some() { "device" } else { "host" }, "place": place(&ended.place), "launch": launch })
}

/// The most bytes that the process had in memory, where the system tells.
fn process_peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? << 10)
}
