//! `kern playground` as a process: what it answers to good, bad and hostile requests.
#![cfg(all(unix, feature = "playground"))]

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A server, ended with the test.
struct Server {
    child: Child,
    port: u16,
    temporary: std::path::PathBuf,
}

impl Server {
    fn new(name: &str, args: &[&str]) -> Server {
        let temporary = std::env::temp_dir().join(format!("kern-playground-test-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&temporary).expect("a temporary folder");
        let mut child = Command::new(env!("CARGO_BIN_EXE_kern"))
            .args(["playground", "--port", "0"])
            .args(args)
            .env("TMPDIR", &temporary)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
        let port = line.split(':').nth(2).and_then(|rest| rest.split('/').next()).and_then(|port| port.parse().ok());
        Server { child, port: port.unwrap_or_else(|| panic!("no port in {line:?}")), temporary }
    }

    /// Sends bytes and reads to the end of the answer.
    fn send(&self, request: &[u8]) -> (u16, String, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
        // It may answer before it has read all of it.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let text = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {text:?}"));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, head.to_ascii_lowercase(), body.to_string())
    }

    fn request(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, String, String) {
        let host = if headers.contains("Host:") { String::new() } else { format!("Host: 127.0.0.1:{}\r\n", self.port) };
        let length = body.len();
        self.send(
            format!("{method} {path} HTTP/1.1\r\n{host}Connection: close\r\n{headers}Content-Length: {length}\r\n\r\n{body}").as_bytes(),
        )
    }

    fn post(&self, path: &str, body: &str) -> (u16, String, String) {
        self.request("POST", path, "Content-Type: application/json\r\n", body)
    }

    /// The events of a job.
    fn job(&self, kind: &str, program: &str) -> Vec<Value> {
        let body = json!({ "files": [{ "name": "main.cu", "text": program }] }).to_string();
        let (status, _, body) = self.post(&format!("/api/{kind}"), &body);
        assert_eq!(status, 200, "{body}");
        // Chunks stand between lines with their sizes.
        body.lines().filter(|line| line.starts_with('{')).map(|line| serde_json::from_str(line).expect("an event")).collect()
    }

    fn folders(&self) -> usize {
        let folders = std::fs::read_dir(&self.temporary).expect("the folder").flatten();
        folders.map(|own| std::fs::read_dir(own.path()).map_or(0, Iterator::count)).sum()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.temporary);
    }
}

fn text_of(events: &[Value], stream: &str) -> String {
    events.iter().filter(|event| event["event"] == stream).filter_map(|event| event["text"].as_str()).collect()
}

fn last(events: &[Value]) -> &Value {
    events.last().expect("events")
}

const HELLO: &str = "#include <cstdio>\n__global__ void k(int *p) { p[threadIdx.x] = 7 * threadIdx.x; }\nint main() { int *p, h[32]; \
    cudaMalloc(&p, sizeof h); k<<<1, 32>>>(p); cudaMemcpy(h, p, sizeof h, cudaMemcpyDefault); printf(\"ä %d\\n\", h[6]); cudaFree(p); }\n";

#[test]
fn a_bad_request_has_a_status_and_a_sentence() {
    let server = Server::new("bad", &[]);
    let program = r#"{"files":[{"name":"a.cu","text":"int main() {}"}]}"#;
    let typed = "Content-Type: application/json\r\n";
    let long = format!(r#"{{"files":[{{"name":"a.cu","text":"{}"}}]}}"#, "x".repeat(300 << 10));
    let huge = "x".repeat(2 << 20);
    let deep = "[".repeat(100_000);
    let cases: [(u16, (u16, String, String)); 20] = [
        (404, server.request("GET", "/nothing", "", "")),
        (404, server.request("GET", "/../../etc/passwd", "", "")),
        (404, server.request("GET", "/api/explain/K9999", "", "")),
        (404, server.request("GET", "/api/explain/..%2f..%2fetc", "", "")),
        (405, server.request("GET", "/api/run", "", "")),
        (405, server.request("DELETE", "/", "", "")),
        (415, server.request("POST", "/api/run", "Content-Type: text/plain\r\n", program)),
        (400, server.post("/api/run", "")),
        (400, server.post("/api/run", &program[..20])),
        (400, server.post("/api/run", r#"{"files":[{"name":"../a.cu","text":""}]}"#)),
        (400, server.post("/api/run", r#"{"files":[{"name":"a.cu","text":""}],"flags":["-o/etc/x"]}"#)),
        (400, server.post("/api/trace", r#"{"files":[{"name":"a.cu","text":""}],"block":-1}"#)),
        (400, server.post("/api/lesson", r#"{"files":[{"name":"a.cu","text":""}],"lesson":"../../etc"}"#)),
        (400, server.post("/api/lesson", program)),
        (400, server.post("/api/run", &long)),
        (400, server.post("/api/run", &deep)),
        (413, server.post("/api/run", &huge)),
        (421, server.request("POST", "/api/run", &format!("{typed}Host: example.org\r\n"), program)),
        (403, server.request("POST", "/api/run", &format!("{typed}Origin: http://example.org\r\n"), program)),
        (403, server.request("POST", "/api/run", &format!("{typed}Sec-Fetch-Site: cross-site\r\n"), program)),
    ];
    for (expected, (status, head, body)) in cases {
        assert_eq!(status, expected, "{head}\n{body}");
        let line = body.lines().find(|line| line.starts_with('{')).unwrap_or_else(|| panic!("{status}: {body}"));
        let said: Value = serde_json::from_str(line).expect("an object");
        assert!(said["error"].as_str().is_some_and(|error| error.len() > 10), "{said}");
        assert!(head.contains("content-security-policy: default-src 'none'"), "{head}");
    }
    // What is no HTTP at all is refused too, and the server stays.
    server.send(b"\x00\xff nonsense\r\n\r\n");
    assert_eq!(server.request("GET", "/healthz", "", "").0, 200);
}

#[test]
fn the_page_and_what_it_loads() {
    let server = Server::new("page", &["tests/data/none.cu"][..0]);
    let (status, head, page) = server.request("GET", "/", "", "");
    assert_eq!(status, 200);
    assert!(head.contains("script-src 'self';") && !head.contains("unsafe-inline"), "{head}");
    assert!(page.contains("/app.js") && !page.contains("%NONCE%"), "{page}");
    for path in ["/app.js", "/app.css", "/api/examples", "/api/lessons", "/api/opcodes", "/api/explain/R0101", "/api/file"] {
        assert_eq!(server.request("GET", path, "", "").0, 200, "{path}");
    }
    assert!(server.request("GET", "/api/examples", "", "").2.contains("Game of life"));
    assert!(server.request("GET", "/api/opcodes", "", "").2.contains("[\"st\",\"Stores to memory.\",\"9.7.9.11\"]"));
}

#[test]
fn the_file_of_the_command_line_is_shown_as_it_is_now() {
    let path = std::env::temp_dir().join(format!("kern-playground-file-{}.cu", std::process::id()));
    std::fs::write(&path, "int main() {}").expect("a file");
    let server = Server::new("file", &[path.to_str().expect("a name")]);
    assert!(server.request("GET", "/api/file", "", "").2.contains("int main() {}"));
    std::fs::write(&path, "int main() { return 3; }").expect("a file");
    assert!(server.request("GET", "/api/file", "", "").2.contains("return 3"));
    std::fs::remove_file(&path).expect("it was there");
    assert_eq!(server.request("GET", "/api/file", "", "").0, 404);
}

#[test]
fn jobs() {
    let server = Server::new("jobs", &[]);
    let events = server.job("run", HELLO);
    assert_eq!(text_of(&events, "stdout"), "ä 42\n");
    assert_eq!((&last(&events)["event"], &last(&events)["status"]), (&json!("done"), &json!(0)), "{events:?}");
    let events = server.job("check", "int main() { return nothing; }");
    assert!(events.iter().any(|event| event["diagnostic"]["places"][0]["line"] == 1), "{events:?}");
    let events = server.job("profile", HELLO);
    let launch = &events.iter().find(|event| event["event"] == "launch").expect("a launch")["launch"];
    assert_eq!((&launch["kernel"], &launch["lines"][0]["accesses"][0]["sectors"]), (&json!("k"), &json!(4)), "{launch}");
    assert_eq!(launch["per_block"]["rows"].as_array().map(Vec::len), Some(1));
    let events = server.job("trace", HELLO);
    assert!(events.iter().any(|event| event["base64"].as_str().is_some_and(|text| text.len() > 100)), "{events:?}");
    let lesson = |text: &str| json!({ "lesson": "02_guard", "files": [{ "name": "main.cu", "text": text }] }).to_string();
    let (_, _, body) = server.post("/api/lesson", &lesson(include_str!("../../lessons/02_guard/solution.cu")));
    assert!(body.contains("\"done\":true"), "{body}");
    let (_, _, body) = server.post("/api/lesson", &lesson(include_str!("../../lessons/02_guard/main.cu")));
    assert!(body.contains("\"done\":false") && body.contains("R0101") && body.contains("which condition"), "{body}");
    let mistake = HELLO.replace("p[threadIdx.x]", "p[threadIdx.x + 9]");
    let events = server.job("profile", &mistake);
    let found = &events.iter().find(|event| event["diagnostic"]["code"] == "R0101").expect("a finding")["diagnostic"];
    assert_eq!((&found["block"], &found["places"][0]["line"]), (&json!([0, 0, 0]), &json!(2)), "{found}");
    assert_eq!(server.folders(), 0);
}

#[test]
fn lessons_of_ones_own() {
    let folder = std::env::temp_dir().join(format!("kern-own-lessons-{}", std::process::id()));
    let kern = |args: &[&str]| Command::new(env!("CARGO_BIN_EXE_kern")).args(args).output().expect("the command starts");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.to_str().expect("text");
    let said = String::from_utf8_lossy(&kern(&["playground", "--port", "0", "--lessons", path]).stderr).into_owned();
    assert!(said.contains("K0813") && said.contains("no folder in it has an `exercise.toml`"), "{said}");
    let own = folder.join("mine");
    assert!(kern(&["lesson", "new", own.to_str().expect("text")]).status.success());
    let server = Server::new("own_lessons", &["--lessons", path]);
    let (_, _, body) = server.request("GET", "/api/lessons", "", "");
    let lessons: Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!((lessons.as_array().map(Vec::len), &lessons[0]["name"]), (Some(1), &json!("mine")), "{body}");
    assert!(!body.contains("hidden"), "what hidden runs are given is not told: {body}");
    let try_at = |lesson: &str, file: &str, more: &Value| {
        let text = std::fs::read_to_string(own.join(file)).expect("a file");
        let mut request = json!({ "lesson": lesson, "files": [{ "name": "main.cu", "text": text }] });
        request.as_object_mut().expect("an object").extend(more.as_object().cloned().unwrap_or_default());
        server.post("/api/lesson", &request.to_string())
    };
    assert!(try_at("mine", "solution.cu", &Value::Null).2.contains("\"done\":true"));
    assert!(try_at("mine", "main.cu", &Value::Null).2.contains("\"done\":false"));
    assert_eq!(try_at("02_guard", "main.cu", &Value::Null).0, 400, "a lesson that is not offered");
    assert_eq!(try_at("mine", "main.cu", &json!({ "exercise": { "exercise": "title = \"x\"", "program": "" } })).0, 400);
    std::fs::remove_dir_all(&folder).expect("it is removed");
}

/// What opens a page on this system is a program of the test's.
#[test]
#[cfg(target_os = "linux")]
fn the_page_is_opened_in_the_browser() {
    use std::os::unix::fs::PermissionsExt;
    let folder = std::env::temp_dir().join(format!("kern-open-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (opener, opened) = (folder.join("xdg-open"), folder.join("opened"));
    std::fs::write(&opener, format!("#!/bin/sh\nprintf '%s' \"$1\" > '{}'\n", opened.display())).expect("a file");
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).expect("its mode");
    let start = |path: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kern"));
        command.args(["playground", "--port", "0", "--open"]).env("PATH", path).stdout(Stdio::piped()).spawn().expect("the command starts")
    };
    let line = |child: &mut Child, start: &str| {
        let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines().map(|line| line.expect("text"));
        lines.find(|line| line.starts_with(start)).expect("it is said")
    };
    let mut child = start(&folder);
    let said = line(&mut child, "the playground is at ");
    let address = || std::fs::read_to_string(&opened).unwrap_or_default();
    let begun = Instant::now();
    while address().is_empty() && begun.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(!address().is_empty() && said.contains(&address()), "{said:?} {:?}", address());
    child.kill().and_then(|()| child.wait()).expect("it ends");
    std::fs::remove_file(&opener).expect("it is removed");
    let mut child = start(&folder);
    line(&mut child, "no browser can be started from here");
    child.kill().and_then(|()| child.wait()).expect("it ends");
    std::fs::remove_dir_all(&folder).expect("it is removed");
}

#[test]
fn hostile_programs_end_with_a_sentence() {
    let server = Server::new("hostile", &[]);
    let said = |events: &[Value]| {
        let all: Vec<String> = events
            .iter()
            .filter_map(|event| event["said"].as_str().or(event["diagnostic"]["message"].as_str()).map(str::to_string))
            .collect();
        all.join("; ")
    };
    let include = server.job("run", "#include \"/etc/passwd\"\nint main() {}");
    assert!(said(&include).contains("folder") || said(&include).contains("/etc/passwd"), "{include:?}");
    assert!(!format!("{include:?}").contains("root:"), "{include:?}");
    let open = "#include <cstdio>\n#include <cstdlib>\nint main() { printf(\"%d %d\\n\", fopen(\"/etc/passwd\", \"r\") == 0, getenv(\"PATH\") == 0); }";
    assert_eq!(text_of(&server.job("run", open), "stdout"), "1 1\n");
    let write = "#include <cstdio>\nint main() { FILE *f = fopen(\".report.json\", \"w\"); if (f) { fprintf(f, \"{}\"); fclose(f); } puts(\"on\"); }";
    let events = server.job("run", write);
    assert_eq!((text_of(&events, "stdout").as_str(), &last(&events)["why"]), ("on\n", &json!("finished")));
    let endless = "#include <cstdio>\nint main() { for (;;) puts(\"endless output\"); }";
    let events = server.job("run", endless);
    assert!(text_of(&events, "stdout").len() <= 1 << 20 && said(&events).contains("1048576"), "{}", said(&events));
    let memory = "#include <cstdlib>\n#include <cstdio>\nint main() { size_t n = 0; while (malloc(64 << 20)) n++; printf(\"%zu\\n\", n); }";
    let blocks = text_of(&server.job("run", memory), "stdout");
    assert!(blocks.trim().parse::<u32>().is_ok_and(|count| count <= 16), "{blocks}");
    let deep = format!("int main() {{ return {}1{}; }}", "(".repeat(50_000), ")".repeat(50_000));
    assert!(!said(&server.job("check", &deep)).is_empty());
    assert_eq!(server.folders(), 0);
    assert_eq!(server.request("GET", "/healthz", "", "").0, 200);
}

#[test]
fn time_ends_and_so_does_a_job_that_nobody_waits_for() {
    let server = Server::new("time", &["--jobs", "1"]);
    let endless = "int main() { for (volatile int i = 0;; i = i + 1) {} }";
    // A job that is left.
    let body = json!({ "files": [{ "name": "main.cu", "text": endless }] }).to_string();
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).expect("it listens");
    let (port, length) = (server.port, body.len());
    let head = format!(
        "POST /api/run HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(head.as_bytes()).expect("it listens");
    let mut first = [0; 64];
    assert!(stream.read(&mut first).expect("an answer") > 0);
    drop(stream);
    let begun = Instant::now();
    // The only place is free again at once.
    assert_eq!(text_of(&server.job("run", HELLO), "stdout"), "ä 42\n");
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
    let events = server.job("run", endless);
    assert_eq!(last(&events)["why"], "timeout", "{events:?}");
    assert_eq!(server.folders(), 0);
}

/// A process that the system locked in, before it does what it reads.
fn worker(options: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kern"));
    command.args(["playground-worker", "--locked-in"]).args(options).current_dir(std::env::temp_dir()).env_clear();
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // One that is killed does not read it.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

/// Whether the system kills what tries to escape.
fn is_locked_in() -> bool {
    let is = cfg!(target_os = "linux") && worker(&["--probe", "connection"], "").status.signal() == Some(libc::SIGSYS);
    if !is {
        println!("skipped: needs Landlock and seccomp");
    }
    is
}

#[test]
fn a_process_that_is_locked_in_runs_programs_and_nothing_else() {
    if !is_locked_in() {
        return;
    }
    let said = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let job = |program: &str| format!("run 4\n{}", json!({ "files": [{ "name": "main.cu", "text": program }] }));
    let hot = "int main() { volatile int s = 0; for (int i = 0; i < 30000000; i++) s = s + 1; return s != 30000000; }";
    for options in [&[][..], &["--no-machine-code"]] {
        for (program, text) in [(HELLO, "ä 42"), (hot, "\"status\":0")] {
            let output = worker(options, &job(program));
            assert!(output.status.success() && said(&output).contains(text), "{options:?} {:?}: {}", output.status, said(&output));
        }
        for escape in ["connection", "program", "signal"] {
            let output = worker(&[options, &["--probe", escape]].concat(), "");
            assert_eq!(output.status.signal(), Some(libc::SIGSYS), "{escape}: {}", said(&output));
        }
        // No page becomes executable where none has to.
        let output = worker(&[options, &["--probe", "code"]].concat(), "");
        assert_eq!(output.status.signal() == Some(libc::SIGSYS), !options.is_empty(), "{options:?}: {}", said(&output));
    }
    // Without the lock it finds a way out, and says so.
    let mut open = Command::new(env!("CARGO_BIN_EXE_kern"));
    let output = open.args(["playground-worker", "--probe", "connection"]).output().expect("it starts");
    assert!(!output.status.success() && said(&output).contains("files of others"), "{}", said(&output));
}

#[test]
fn others_are_not_served_where_programs_are_not_locked_in() {
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};
    // As a system without Landlock answers.
    let rules = [(libc::SYS_landlock_create_ruleset, Vec::new())].into_iter().collect();
    let arch = std::env::consts::ARCH.try_into().expect("a known processor");
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, SeccompAction::Errno(libc::ENOSYS as u32), arch).expect("a filter");
    let filter = BpfProgram::try_from(filter).expect("a filter");
    for args in [["--listen", "0.0.0.0"], ["--listen", "::"], ["--name", "playground.example.org"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kern"));
        let filter = filter.clone();
        command.arg("playground").args(args);
        // SAFETY: only system calls are made between `fork` and `exec`.
        unsafe { command.pre_exec(move || apply_filter(&filter).map_err(std::io::Error::other)) };
        let output = command.output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(3) && said.contains("K0813") && said.contains("Landlock"), "{said}");
    }
}

#[test]
fn others_are_served_within_limits() {
    if !is_locked_in() {
        return;
    }
    let server = Server::new("others", &["--listen", "0.0.0.0", "--name", "playground.example.org", "--jobs", "1"]);
    let host = "Host: playground.example.org\r\n";
    let (status, head, _) = server.request("GET", "/", host, "");
    assert_eq!(status, 200, "{head}");
    assert!(head.contains("set-cookie: kern-client=") && head.contains("httponly; samesite=strict"), "{head}");
    let cookie = head.split("set-cookie: ").nth(1).and_then(|rest| rest.split(';').next()).expect("a cookie").to_string();
    let ask = |path: &str, program: &str| {
        let body = json!({ "files": [{ "name": "main.cu", "text": program }] }).to_string();
        let headers = format!("{host}Cookie: {cookie}\r\nContent-Type: application/json\r\nOrigin: https://playground.example.org\r\n");
        server.request("POST", path, &headers, &body)
    };
    let (status, _, body) = ask("/api/run", HELLO);
    assert!(status == 200 && body.contains("ä 42") && !body.contains("\"cached\""), "{body}");
    // The same again is known, however often it is asked for.
    for _ in 0..20 {
        let (status, _, body) = ask("/api/run", HELLO);
        assert!(status == 200 && body.contains("ä 42") && body.contains("\"cached\":true"), "{body}");
    }
    let runs: Vec<u16> = (0..12).map(|number| ask("/api/run", &format!("int main() {{ return {number}; }}")).0).collect();
    assert_eq!(runs[..9], [200; 9]);
    let (status, head, body) = (12..40)
        .map(|number| ask("/api/run", &format!("int main() {{ return {number}; }}")))
        .find(|answer| answer.0 != 200)
        .expect("a limit");
    assert!(status == 429 && head.contains("retry-after: ") && body.contains("10 runs in 10 seconds"), "{head}{body}");
    let other =
        server.request("POST", "/api/run", &format!("{host}Content-Type: application/json\r\nOrigin: https://example.org\r\n"), "{}");
    assert_eq!(other.0, 403);
    assert_eq!(server.request("GET", "/", "Host: example.org\r\n", "").0, 421);
}

/// Each hostile program, through a server that serves others: none leaves a process, a file or an open port.
#[test]
fn hostile_programs_leave_nothing() {
    if !is_locked_in() {
        return;
    }
    let server = Server::new("hostile-all", &["--engine", "interp", "--jobs", "2"]);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/hostile");
    let files = std::fs::read_dir(folder).expect("the folder").flatten().map(|entry| entry.path());
    let programs: Vec<String> = files
        .filter(|path| path.extension().is_some_and(|end| end == "cu"))
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .collect();
    assert!(programs.len() > 40, "{}", programs.len());
    let next = std::sync::atomic::AtomicUsize::new(0);
    let worked = || {
        while let Some(program) = programs.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
            let events = server.job("run", program);
            let done = last(&events);
            assert!(done["event"] == "done" && done["why"].is_string(), "{program}\n{events:?}");
            // Nothing asks the system for what it may not.
            assert_ne!(done["why"], "killed", "{program}\n{events:?}");
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(worked);
        }
    });
    assert_eq!(server.folders(), 0);
    let id = server.child.id();
    let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    assert_eq!(children.trim(), "");
    let open = std::fs::read_dir(format!("/proc/{id}/fd")).expect("the server lives").count();
    assert!(open < 20, "{open} files are open");
    assert_eq!(server.request("GET", "/healthz", "", "").0, 200);
}

/// The tests of the page itself: pictures, links, and with a browser all of it.
#[test]
fn the_pages_own_tests() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../playground");
    let has_node = Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success());
    if !has_node || !folder.join("node_modules/esbuild").exists() {
        common::skipped("node, and `npm ci` in playground/");
        return;
    }
    let output = Command::new("node")
        .args(["test/run.mjs"])
        .current_dir(&folder)
        .env("KERN_COMMAND", env!("CARGO_BIN_EXE_kern"))
        .output()
        .expect("node starts");
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    println!("{said}");
    assert!(output.status.success(), "{said}");
    if !said.contains("skipped 0") {
        common::skipped("Chromium, or target/kern.wasm, which playground/wasm/build.sh makes");
    }
}
