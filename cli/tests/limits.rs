//! Limits, the sandbox, the seed and the report: programs that want too much, on both engines, as processes.
#![cfg(target_os = "linux")]

#[path = "common/scratch.rs"]
mod scratch;

use std::io::{Error, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use scratch::{Said, Scratch};
use serde_json::Value;

const ENGINES: [&str; 2] = ["jit", "interp"];

/// Starts `kern ARGS…` in a folder.
fn start(folder: &Path, args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kern"));
    command.args(args).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Who runs the tests may ignore the signal, and so would the child.
    // SAFETY: between fork and exec only `signal` is called, which is async-signal-safe.
    unsafe {
        command.pre_exec(|| if libc::signal(libc::SIGINT, libc::SIG_DFL) == libc::SIG_ERR { Err(Error::last_os_error()) } else { Ok(()) })
    };
    command.spawn().expect("the command starts")
}

/// What a child says, which must end in time.
fn finish(mut child: Child, args: &[&str]) -> Said {
    let start = Instant::now();
    let read = |mut stream: Box<dyn Read + Send>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = stream.read_to_end(&mut bytes);
            bytes
        })
    };
    let out = read(Box::new(child.stdout.take().expect("piped")));
    let err = read(Box::new(child.stderr.take().expect("piped")));
    while child.try_wait().expect("waiting works").is_none() {
        if start.elapsed() > Duration::from_secs(120) {
            let _ = child.kill();
            panic!("kern {args:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output =
        Output { status: child.wait().expect("it has ended"), stdout: out.join().expect("reads"), stderr: err.join().expect("reads") };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let said = Said { status: output.status.code().unwrap_or(-1), stdout: text(&output.stdout), stderr: text(&output.stderr) };
    assert!(!said.stderr.contains("panicked"), "kern {args:?}: {}", said.stderr);
    said
}

/// Runs `kern ARGS…` in a folder, without any input.
fn kern(folder: &Path, args: &[&str]) -> Said {
    let mut child = start(folder, args);
    drop(child.stdin.take());
    finish(child, args)
}

fn hostile(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/trials/hostile").join(name).display().to_string()
}

/// Runs a hostile program with options on both engines: status, and what must occur in its output and in what kern says.
fn check(folder: &Path, options: &[&str], program: &str, status: i32, stdout: &str, stderr: &str) {
    let path = hostile(program);
    for engine in ENGINES {
        let args: Vec<&str> = ["run", "--engine", engine].iter().chain(options).copied().chain([path.as_str()]).collect();
        let said = kern(folder, &args);
        let shown = format!("{args:?}: status {}\n{:.300}\n{}", said.status, said.stdout, said.stderr);
        assert_eq!(said.status, status, "{shown}");
        assert!(said.stdout.contains(stdout) && said.stderr.contains(stderr), "{shown}");
        assert!(!stderr.is_empty() || said.stderr.is_empty(), "{shown}");
    }
}

#[test]
fn library_functions_of_huge_sizes_end() {
    let scratch = Scratch::new("huge");
    check(&scratch.0, &[], "05_abort_fseek.cu", 0, "after", "");
    check(&scratch.0, &["--max-memory=512M"], "05_abort_fwrite.cu", 139, "(nil)", "R0417");
    check(&scratch.0, &[], "05_abort_qsort.cu", 1, "after", "R0104");
    check(&scratch.0, &[], "05_panic_qsort.cu", 1, "after", "R0104");
    check(&scratch.0, &[], "06_hang_cudaMemcpy2D.cu", 1, "go", "R0104");
    check(&scratch.0, &[], "06_hang_memchr.cu", 1, "(nil)", "R0104");
    check(&scratch.0, &[], "06_hang_strstr.cu", 0, "(nil)", "");
    check(&scratch.0, &[], "11_silent_139_callbacks.cu", 139, "", "R0403");
}

#[test]
fn a_pipe_nobody_writes_to_is_not_waited_for() {
    let scratch = Scratch::new("fifo");
    let made = Command::new("mkfifo").arg(scratch.path("fifo")).status().expect("mkfifo runs");
    assert!(made.success());
    check(&scratch.0, &[], "06_hang_fopen_fifo.cu", 0, "0", "R0418");
    let program = scratch.file("w.cu", "#include <cstdio>\nint main() { printf(\"%d\\n\", fopen(\"fifo\", \"w\") != 0); }\n");
    let said = kern(&scratch.0, &["run", &program]);
    assert_eq!((said.status, said.stdout.as_str()), (0, "0\n"), "{}", said.stderr);
}

#[test]
fn a_sandbox_has_nothing_of_the_machine() {
    let scratch = Scratch::new("sandbox");
    check(&scratch.0, &["--sandbox"], "08_fs_proc_self_maps.cu", 0, "no", "R0416");
    check(&scratch.0, &["--sandbox"], "08_fs_read.cu", 0, "no", "--sandbox");
    check(&scratch.0, &["--sandbox"], "08_fs_remove.cu", 0, "remove 0", "");
    check(&scratch.0, &["--sandbox"], "08_fs_write.cu", 0, "WROTE", "");
    check(&scratch.0, &["--sandbox"], "08_getenv.cu", 0, "(none)", "R0416");
    check(&scratch.0, &["--sandbox"], "08_include_passwd.cu", 2, "", "K0807");
    assert_eq!(std::fs::read_dir(&scratch.0).expect("it is there").count(), 0);
}

#[test]
fn a_sandbox_includes_files_of_the_programs_folder_only() {
    let scratch = Scratch::new("includes");
    scratch.file("outside.h", "#define SECRET 1\n");
    scratch.file("own/sub/inner.h", "#include \"../beside.h\"\n");
    scratch.file("own/beside.h", "#define BESIDE 7\n");
    scratch.file("other/given.h", "#define GIVEN 1\n");
    std::os::unix::fs::symlink(scratch.path("outside.h"), scratch.path("own/link.h")).expect("a link");
    let check = |include: &str, options: &[&str]| {
        let program = scratch.file("own/p.cu", &format!("#include \"{include}\"\nint main() {{}}\n"));
        let args: Vec<&str> = ["check", "--sandbox"].iter().chain(options).copied().chain([program.as_str()]).collect();
        kern(&scratch.0, &args)
    };
    for include in ["beside.h", "sub/inner.h", "sub/../beside.h", "cstdio"] {
        let said = check(include, &[]);
        assert_eq!((said.status, said.stderr.as_str()), (0, ""), "{include}");
    }
    let other = scratch.path("other");
    assert_eq!(check("given.h", &["-I", &other]).status, 0);
    for include in ["../outside.h", "link.h", "sub/../../outside.h", "../nowhere.h", "/etc/passwd"] {
        let said = check(include, &["-I", &other]);
        assert!(said.status == 2 && said.stderr.contains("K0807") && !said.stderr.contains("root:"), "{include}: {}", said.stderr);
    }
}

#[test]
fn a_sandbox_does_not_show_files_that_ptx_names() {
    let scratch = Scratch::new("ptx");
    scratch.file("secret.cu", "the secret\nthe secret\nthe secret\n");
    let program = scratch.file("p.cu", "int main() { int *p = nullptr; *p = 1; }\n");
    let ptx = scratch.path("p.ptx");
    let said = kern(&scratch.0, &["emit", "--stage", "ptx", "--side", "both", "-o", &ptx, &program]);
    assert_eq!(said.status, 0, "{}", said.stderr);
    let text = std::fs::read_to_string(&ptx).expect("it was written");
    assert!(text.contains(&program), "{text}");
    std::fs::write(&ptx, text.replace(&program, &scratch.path("secret.cu"))).expect("writes");
    assert!(kern(&scratch.0, &["run", &ptx]).stderr.contains("the secret"));
    let said = kern(&scratch.0, &["run", "--sandbox", &ptx]);
    assert!(said.status == 139 && !said.stderr.contains("the secret"), "{}", said.stderr);
}

#[test]
fn files_of_a_sandbox_are_read_back() {
    let scratch = Scratch::new("memory");
    let source = "#include <cstdio>\nint main() { char b[9] = {}; FILE *f = fopen(\"a/b.txt\", \"w\"); fputs(\"kept\", f); fclose(f);\n\
         f = fopen(\"./a/b.txt\", \"a\"); fputs(\"!\", f); fclose(f); f = fopen(\"a/b.txt\", \"r\"); fgets(b, 9, f); fclose(f);\n\
         printf(\"%s %d\", b, remove(\"a/b.txt\")); printf(\" %d\\n\", remove(\"a/b.txt\")); }\n";
    let program = scratch.file("p.cu", source);
    let said = kern(&scratch.0, &["run", "--sandbox", &program]);
    assert_eq!((said.status, said.stdout.as_str()), (0, "kept! 0 -1\n"), "{}", said.stderr);
}

#[test]
fn memory_is_refused_as_cuda_and_c_do() {
    let scratch = Scratch::new("memory-limit");
    let most = &["--max-memory=96M", "--timeout=100"];
    check(&scratch.0, most, "09_mem_dev_zero.cu", 0, "0", "R0418");
    check(&scratch.0, most, "09_mem_device.cu", 0, "got ", "");
    check(&scratch.0, most, "09_mem_host.cu", 0, "touched", "R0417");
    check(&scratch.0, most, "09_mem_local_of_resident.cu", 1, "", "cudaErrorMemoryAllocation");
    check(&scratch.0, most, "09_mem_small_blocks.cu", 0, "", "R0417");
    check(&scratch.0, most, "09_mem_string.cu", 134, "", "std::bad_alloc");
    let program =
        "#include <cstdio>\n#include <new>\nint main() { int *p = new (std::nothrow) int[1 << 30]; printf(\"%d\\n\", p == nullptr); }\n";
    let program = scratch.file("nothrow.cu", program);
    let said = kern(&scratch.0, &["run", "--max-memory=96M", &program]);
    assert_eq!((said.status, said.stdout.as_str()), (0, "1\n"), "{}", said.stderr);
}

#[test]
fn what_is_known_of_launches_takes_memory() {
    let scratch = Scratch::new("launches");
    let program = scratch.file("p.cu", "__global__ void k() {}\nint main() { for (;;) k<<<1, 1>>>(); }\n");
    let said = kern(&scratch.0, &["profile", "--max-memory=512M", "--timeout=100", &program]);
    assert_eq!(said.status, 137, "{}", said.stderr);
    assert!(said.stderr.contains("R0417") && said.stderr.contains("more memory than the 536870912 bytes"), "{}", said.stderr);
    assert!(said.stderr.contains("equal launches"), "{}", said.stderr);
}

#[test]
fn memory_that_is_given_back_can_be_had_again() {
    let scratch = Scratch::new("again");
    let source = "#include <cstdio>\n#include <cstdlib>\nint main() {\n\
         for (int i = 0; i < 300000; i++) { char *p = (char *)malloc(100 + i % 400); if (!p) { printf(\"no %d\\n\", i); return 1; } *p = 1; free(p); }\n\
         for (int i = 0; i < 100; i++) { void *p; if (cudaMalloc(&p, 20 << 20)) { printf(\"no %d\\n\", i); return 1; } cudaMemset(p, 1, 20 << 20); cudaFree(p); }\n\
         FILE *f; static char b[1 << 20];\n\
         for (int i = 0; i < 100; i++) { f = tmpfile(); for (int j = 0; j < 10; j++) if (fwrite(b, 1, sizeof b, f) != sizeof b) return 2; fclose(f); }\n\
         f = tmpfile(); size_t n = 0; while (fwrite(b, 1, sizeof b, f) == sizeof b) n++; printf(\"%d\\n\", n > 20 && n < 64); }\n";
    let program = scratch.file("p.cu", source);
    let said = kern(&scratch.0, &["run", "--max-memory=64M", &program]);
    assert_eq!((said.status, said.stdout.as_str()), (0, "1\n"), "{}", said.stderr);
}

#[test]
fn time_is_limited() {
    let scratch = Scratch::new("time");
    check(&scratch.0, &["--timeout=1"], "10_endless_host.cu", 124, "", "while host code ran, in `main`");
    check(&scratch.0, &["--timeout=1"], "10_endless_launches.cu", 124, "", "R0411");
    check(&scratch.0, &["--timeout=1"], "10_endless_atexit.cu", 124, "x", "R0411");
    // Somebody who waits for an answer is ended too.
    let program = scratch.file("wait.cu", "#include <cstdio>\nint main() { int n; printf(\"number? \"); scanf(\"%d\", &n); }\n");
    let args = ["run", "--timeout", "1", &program];
    let mut child = start(&scratch.0, &args);
    let input = child.stdin.take();
    let said = finish(child, &args);
    drop(input);
    assert_eq!((said.status, said.stdout.as_str()), (124, "number? "), "{}", said.stderr);
    assert!(said.stderr.contains("wait.cu:2:"), "{}", said.stderr);
}

#[test]
fn fuel_is_the_same_for_both_engines_and_any_number_of_threads() {
    let scratch = Scratch::new("fuel");
    check(&scratch.0, &["--fuel=100000000"], "10_fuel_not_in_recursion.cu", 0, "196418", "");
    let source = "#include <cstdio>\n#include <cstring>\n\
         __global__ void k(int *o, int n) { int s = 0; for (int i = 0; i < n; i++) s += i ^ s; o[blockIdx.x * blockDim.x + threadIdx.x] = s; }\n\
         int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n\
         int main() { static char a[1 << 16], b[1 << 16]; int *o; cudaMalloc(&o, 1 << 20);\n\
         for (int i = 0;; i++) { k<<<64, 256>>>(o, 100 + i); f(12); memcpy(a, b, sizeof a); printf(\"%d\\n\", i); } }\n";
    let program = scratch.file("p.cu", source);
    for fuel in ["100000", "1000000", "5000000"] {
        let run = |engine: &str, threads: &str| {
            let said = kern(&scratch.0, &["run", "--engine", engine, "--threads", threads, "--host-fuel", fuel, &program]);
            (said.status, said.stdout, said.stderr)
        };
        let first = run("interp", "1");
        assert!(first.0 == 120 && first.2.contains("R0414"), "{first:?}");
        for (engine, threads) in [("jit", "1"), ("jit", "2"), ("jit", "4")] {
            assert_eq!(run(engine, threads), first, "{engine}, {threads} threads, {fuel} instructions");
        }
    }
    // Recursion without a loop, on both sides.
    let endless = scratch.file("r.cu", "int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\nint main() { return f(90); }\n");
    for engine in ENGINES {
        let said = kern(&scratch.0, &["run", "--engine", engine, "--host-fuel", "10000000", &endless]);
        assert!(said.status == 120 && said.stderr.contains("in `f`"), "{engine}: {}\n{}", said.status, said.stderr);
    }
    let path = hostile("10_fuel_not_in_recursion.cu");
    for engine in ENGINES {
        let said = kern(&scratch.0, &["run", "--engine", engine, "--fuel", "1000000", &path]);
        assert!(said.stdout.contains("timed out") && said.stderr.contains("R0402"), "{engine}: {}", said.stderr);
    }
}

#[test]
fn what_failed_unseen_is_told_however_the_program_ends() {
    let scratch = Scratch::new("unseen");
    let source = "#include <cstdio>\nint main() { int *p; cudaMalloc(&p, 1ull << 60);\n\
         for (volatile int i = 0;; i = i + 1) { printf(\"%d\\n\", i); } }\n";
    let program = scratch.file("p.cu", source);
    for (limit, status) in [("--host-fuel=1000000", 120), ("--timeout=0.3", 124), ("--max-output=1K", 121)] {
        let said = kern(&scratch.0, &["run", limit, &program]);
        assert_eq!(said.status, status, "{}", said.stderr);
        assert!(said.stderr.contains("R0505") && said.stderr.contains("`cudaMalloc` failed"), "{limit}: {}", said.stderr);
    }
}

#[test]
fn compilation_burns_fuel() {
    let scratch = Scratch::new("compilation");
    let source = "#include <cstdio>\n#include <vector>\n\
         constexpr int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i & 3; return s; }\nconstexpr int v = f(10000);\n\
         int main() { std::vector<int> t(8); t[1] = v; printf(\"%d\\n\", t[1]); }\n";
    let (program, bytecode, report) = (scratch.file("p.cu", source), scratch.path("p.kbc"), scratch.path("r.json"));
    assert_eq!(kern(&scratch.0, &["build", &program, "-o", &bytecode]).status, 0);
    for program in [&program, &bytecode] {
        let run = |fuel: u64| {
            let said = kern(&scratch.0, &["run", "--report", &report, &format!("--host-fuel={fuel}"), program]);
            let told: Value = serde_json::from_str(&std::fs::read_to_string(&report).expect("it was written")).expect("it is JSON");
            (said, told)
        };
        let (said, told) = run(10_000_000);
        assert_eq!((said.status, said.stdout.as_str()), (0, "15000\n"), "{}", said.stderr);
        let cost = told["counts"]["compilation"].as_u64().expect("a number");
        let run_cost = told["counts"]["host_instructions"].as_u64().expect("a number");
        assert!(cost > if program == &bytecode { 50 } else { 20_000 }, "{cost}");
        // What is left after it is for the program.
        for (fuel, during) in
            [(1, "while it was compiled"), (cost - 1, "while it was compiled"), (cost + run_cost / 2, "while host code ran")]
        {
            let (said, told) = run(fuel);
            assert_eq!((said.status, told["why"].as_str()), (120, Some("fuel")), "{fuel}: {}", said.stderr);
            assert!(said.stderr.contains("R0414") && said.stderr.contains(during), "{fuel}: {}", said.stderr);
        }
    }
}

#[test]
fn output_is_limited_and_ends_with_its_reader() {
    let scratch = Scratch::new("output");
    check(&scratch.0, &["--max-output=1K"], "10_flood_host.cu", 121, "line 1 of output", "R0413");
    check(&scratch.0, &["--max-output=1K"], "10_flood_device.cu", 121, "0 31 line", "0 of 64 blocks had ended");
    let said = kern(&scratch.0, &["run", "--max-output=1K", &hostile("10_flood_host.cu")]);
    assert_eq!(said.stdout.len(), 1024);
    for program in ["10_flood_host.cu", "10_flood_device.cu"] {
        let path = hostile(program);
        let args = ["run", path.as_str()];
        let mut child = start(&scratch.0, &args);
        let mut out = child.stdout.take().expect("piped");
        let mut bytes = [0; 100];
        out.read_exact(&mut bytes).expect("it writes");
        drop(out);
        child.stdout = Some(Command::new("true").stdout(Stdio::piped()).spawn().expect("it starts").stdout.take().expect("piped"));
        let said = finish(child, &args);
        assert_eq!((said.status, said.stderr.as_str()), (141, ""), "{program}");
    }
}

#[test]
fn signals_end_the_program_and_say_where_it_was() {
    let scratch = Scratch::new("signals");
    let kernel = "#include <cstdio>\n__global__ void k(volatile int *o) { for (int i = 0; i >= 0; i = (i + 1) & 255) o[threadIdx.x] += i; }\n\
         int main() { int *o; cudaMalloc(&o, 4096); printf(\"ready\\n\"); fflush(stdout); printf(\"more\\n\"); k<<<64, 256>>>(o); cudaDeviceSynchronize(); }\n";
    let host =
        "#include <cstdio>\nint main() { printf(\"ready\\n\"); fflush(stdout); printf(\"more\\n\"); for (volatile int i = 0;; i++); }\n";
    let programs = [(scratch.file("k.cu", kernel), "while `k` ran: 0 of 64 blocks had ended"), (scratch.file("h.cu", host), "in `main`")];
    for (program, words) in &programs {
        for (signal, status, name) in [("TERM", 143, "SIGTERM"), ("INT", 130, "SIGINT")] {
            let report = scratch.path("report.json");
            let args = ["run", "--report", &report, program];
            let mut child = start(&scratch.0, &args);
            let mut byte = [0; 6];
            child.stdout.as_mut().expect("piped").read_exact(&mut byte).expect("it writes");
            std::thread::sleep(Duration::from_millis(300));
            let sent = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status().expect("kill runs");
            assert!(sent.success());
            let said = finish(child, &args);
            assert_eq!((said.status, said.stdout.as_str()), (status, "more\n"), "{}", said.stderr);
            assert!(said.stderr.contains(words) && said.stderr.contains(name), "{}", said.stderr);
            let report: Value = serde_json::from_str(&std::fs::read_to_string(&report).expect("it was written")).expect("it is JSON");
            assert_eq!(report["status"], status);
            assert_eq!(report["where"]["place"]["line"], 2);
        }
    }
}

#[test]
fn everything_follows_from_the_seed() {
    let scratch = Scratch::new("seed");
    let source = "#include <cstdio>\n#include <cstdlib>\n#include <ctime>\n#include <random>\n#include <chrono>\n#include <unistd.h>\nint main() {\n\
         std::random_device r; int x, *d; cudaMalloc(&d, 4); auto t = std::chrono::steady_clock::now(); long s = time(0); sleep(3);\n\
         while (std::chrono::steady_clock::now() - t < std::chrono::milliseconds(3100));\n\
         printf(\"%ld %ld %u %p %p %p %ld\\n\", s, (long)clock(), (unsigned)r(), malloc(1), (void *)d, (void *)&x, (long)time(0) - s); }\n";
    let program = scratch.file("p.cu", source);
    let run = |engine: &str, seed: &str| {
        let said = kern(&scratch.0, &["run", "--engine", engine, "--seed", seed, &program]);
        assert_eq!((said.status, said.stderr.as_str()), (0, ""), "{}", said.stdout);
        said.stdout
    };
    let first = run("jit", "7");
    assert!(first.ends_with(" 3\n"), "{first}");
    assert_eq!((run("jit", "7"), run("interp", "7")), (first.clone(), first.clone()));
    let (a, b) = (run("jit", "0"), run("jit", "8"));
    assert!(a != b && a != first && b != first, "{a}{b}{first}");
    assert!(a.contains(" 0x700000000000 "), "{a}");
}

#[test]
fn the_report_is_not_the_programs_to_write() {
    let scratch = Scratch::new("report");
    let report = scratch.path("r.json");
    let source = format!(
        "#include <cstdio>\nint main() {{ FILE *f = fopen(\"{report}\", \"w\"); printf(\"%d %d\\n\", f != 0, remove(\"r.json\")); int *p = new int[4]; p[4] = 1; return 5; }}\n"
    );
    let program = scratch.file("p.cu", &source);
    let said = kern(&scratch.0, &["run", "--report", &report, "--max-memory=1G", "--seed=3", &program, "one"]);
    assert_eq!((said.status, said.stdout.as_str()), (5, "0 -1\n"), "{}", said.stderr);
    let read = |path: &str| -> Value { serde_json::from_str(&std::fs::read_to_string(path).expect("it was written")).expect("it is JSON") };
    let told = read(&report);
    assert_eq!((&told["schema"], &told["status"], &told["program_status"]), (&1.into(), &5.into(), &5.into()));
    assert_eq!((&told["why"], &told["where"], &told["errors"]), (&"finished".into(), &Value::Null, &1.into()));
    assert_eq!((&told["diagnostics"][0]["code"], &told["args"][0], &told["seed"]), (&"R0104".into(), &"one".into(), &3.into()));
    assert_eq!(told["limits"]["max_memory_bytes"], 1u64 << 30);
    assert!(told["memory"]["process_peak_bytes"].as_u64().is_some_and(|bytes| bytes > 1 << 20), "{told}");
    assert_eq!(told["counts"]["output_bytes"], 5);
    // Programs that do not start are reported too.
    let wrong = scratch.file("w.cu", "int main() { return x; }\n");
    let said = kern(&scratch.0, &["run", "--report", &report, &wrong]);
    let told = read(&report);
    assert_eq!((said.status, &told["why"], &told["status"]), (2, &"not_started".into(), &2.into()));
    assert_eq!(told["diagnostics"][0]["code"], "K0302");
    let said = kern(&scratch.0, &["run", "--report", "/nowhere/r.json", &wrong]);
    assert!(said.status == 3 && said.stderr.contains("K0805"), "{}", said.stderr);
}

#[test]
fn wrong_limits_are_wrong_usage() {
    for option in ["--max-memory=much", "--max-memory=0", "--timeout=0", "--timeout=-1", "--host-fuel=0", "--max-output=1X", "--seed=x"] {
        let said = kern(Path::new("."), &["run", option, "-"]);
        assert!(said.status == 3 && said.stderr.starts_with("error: "), "{option}: {}", said.stderr);
    }
}

#[test]
fn input_comes_whole_in_pieces() {
    let scratch = Scratch::new("input");
    let source = "#include <cstdio>\nint main() { int n, count = 0; long sum = 0; while (scanf(\"%d\", &n) == 1) { sum += n; count++; } printf(\"%d %ld\\n\", count, sum); }\n";
    let program = scratch.file("p.cu", source);
    let args = ["run", program.as_str()];
    let mut child = start(&scratch.0, &args);
    let mut input = child.stdin.take().expect("piped");
    let writer = std::thread::spawn(move || {
        for part in 0..4 {
            let numbers: String = (0..5000).map(|n| format!("{} ", part * 5000 + n)).collect();
            input.write_all(numbers.as_bytes()).expect("somebody reads");
            std::thread::sleep(Duration::from_millis(120));
        }
    });
    let said = finish(child, &args);
    writer.join().expect("writes");
    assert_eq!(said.stdout, "20000 199990000\n", "{}", said.stderr);
}

/// A server of a course may give each process so many addresses and no more.
#[test]
fn few_addresses_are_enough() {
    let scratch = Scratch::new("addresses");
    let source = "__global__ void fill(int *x, int n) { for (int i = threadIdx.x; i < n; i += 128) x[i] = i; }\n\
                  int main() { int *x; cudaMallocManaged(&x, 40000000); fill<<<1, 128>>>(x, 10000000); cudaDeviceSynchronize();\n\
                  return x[9999999] == 9999999 ? 7 : 8; }\n";
    let file = scratch.file("fill.cu", source);
    for kilobytes in ["2000000", "4000000", "16000000"] {
        let command = format!("ulimit -v {kilobytes}; exec {} run --engine jit {file}", env!("CARGO_BIN_EXE_kern"));
        let output = Command::new("sh").args(["-c", &command]).output().expect("there is a shell");
        assert_eq!(output.status.code(), Some(7), "{kilobytes} KB: {}", String::from_utf8_lossy(&output.stderr));
    }
}
