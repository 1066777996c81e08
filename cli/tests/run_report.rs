//! Where a report cannot be written, what is not the program's to rename, and what counts as memory, as processes.
#![cfg(target_os = "linux")]

#[path = "common/scratch.rs"]
mod scratch;

use std::path::Path;
use std::process::Command;

use scratch::{Said, Scratch};
use serde_json::Value;

/// Runs `kern ARGS…` in a folder.
fn kern(folder: &Path, args: &[&str]) -> Said {
    let output = Command::new(env!("CARGO_BIN_EXE_kern")).args(args).current_dir(folder).output().expect("the command runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Said { status: output.status.code().unwrap_or(-1), stdout: text(&output.stdout), stderr: text(&output.stderr) }
}

#[test]
fn a_report_is_written_or_that_is_told() {
    let scratch = Scratch::new("unwritable");
    let source = "int main() { return 0; }\n";
    let program = scratch.file("p.cu", source);
    for report in ["p.cu", "./p.cu", "/dev/full", "/proc/self/mem"] {
        let said = kern(&scratch.0, &["run", "--report", report, &program]);
        assert!(said.status == 3 && said.stderr.contains("K0805"), "{report}: {} {}", said.status, said.stderr);
    }
    assert_eq!(std::fs::read_to_string(&program).expect("it is there"), source);
}

#[test]
fn a_report_is_not_renamed_nor_in_the_way() {
    let scratch = Scratch::new("renamed");
    scratch.file("q.json", "mine");
    let source =
        "#include <cstdio>\nint main() { printf(\"%d %d\\n\", rename(\"r.json\", \"q.json\"), rename(\"q.json\", \"r.json\")); }\n";
    let program = scratch.file("p.cu", source);
    let said = kern(&scratch.0, &["run", "--report", "r.json", &program]);
    assert_eq!((said.status, said.stdout.as_str()), (0, "-1 -1\n"), "{}", said.stderr);
    assert_eq!(std::fs::read_to_string(scratch.path("q.json")).expect("it is there"), "mine");
    let source = "#include <cstdio>\nint main() { fclose(fopen(\"a\", \"w\")); printf(\"%d %d\\n\", rename(\"a\", \"/none/x\"), rename(\"a\", \"b\")); }\n";
    let program = scratch.file("s.cu", source);
    let said = kern(&scratch.0, &["run", "--sandbox", &program]);
    assert_eq!((said.status, said.stdout.as_str()), (0, "-1 0\n"), "{}", said.stderr);
}

#[test]
fn what_is_kept_of_handles_is_counted() {
    let scratch = Scratch::new("handles");
    let loops = [
        "cudaStream_t s; do n++; while (!cudaStreamCreate(&s));",
        "cudaEvent_t e; do n++; while (!cudaEventCreate(&e) && !cudaEventRecord(e));",
        "char b[30]; do sprintf(b, \"v%d\", n++); while (!setenv(b, \"x\", 1));",
        "do n++; while (!atexit(f) && n < 10000000); if (n < 10000000) _exit(n > 1000 ? 0 : 5);",
    ];
    for (at, text) in loops.iter().enumerate() {
        let head = "#include <cstdio>\n#include <cstdlib>\n#include <unistd.h>\nvoid f() {}\n";
        let program = scratch.file(&format!("p{at}.cu"), &format!("{head}int main() {{ int n = 0; {text} return n > 1000 ? 0 : 5; }}\n"));
        let said = kern(&scratch.0, &["run", "--max-memory=16M", &program]);
        assert!(said.status == 0 && said.stderr.contains("R0417"), "{text}: {} {}", said.status, said.stderr);
    }
    let program = scratch.file("v.cu", "char big[100 << 20];\nint main() { return big[5]; }\n");
    let report = scratch.path("r.json");
    let said = kern(&scratch.0, &["run", "--max-memory=16M", "--report", &report, &program]);
    let told: Value = serde_json::from_str(&std::fs::read_to_string(&report).expect("it was written")).expect("it is JSON");
    assert!(said.status == 137 && said.stderr.contains("R0417"), "{} {}", said.status, said.stderr);
    assert_eq!((&told["why"], &told["status"], &told["program_status"]), (&"memory".into(), &137.into(), &Value::Null));
}
