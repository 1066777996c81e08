//! The files of `deploy/`: two servers behind nginx, and the unit that starts one.
#![cfg(all(target_os = "linux", feature = "playground"))]

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const NAME: &str = "playground.example.org";

/// A process that ends with the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A folder that goes with the test.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn folder(name: &str) -> Folder {
    let path = std::env::temp_dir().join(format!("kern-deploy-test-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&path).expect("a temporary folder");
    Folder(path)
}

fn text(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy").join(name)).expect("a file of deploy/")
}

fn is_there(command: &str, argument: &str) -> bool {
    Command::new(command).arg(argument).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// A server and its port; `None` where programs cannot be locked in.
fn server() -> Option<(Process, u16)> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kern"));
    command.args(["playground", "--port", "0", "--name", NAME]);
    let mut server = Process(command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the command starts"));
    let mut line = String::new();
    BufReader::new(server.0.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
    let port = line.split(':').nth(2)?.split('/').next()?.parse().ok()?;
    Some((server, port))
}

/// The answer of whoever listens on `port`.
fn ask(port: u16, method: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
    let length = body.len();
    let head = format!("{method} {path} HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\nContent-Type: application/json\r\n");
    stream.write_all(format!("{head}Content-Length: {length}\r\n\r\n{body}").as_bytes()).expect("it listens");
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn run(port: u16, program: &str) -> String {
    ask(port, "POST", "/api/run", &serde_json::json!({ "files": [{ "name": "main.cu", "text": program }] }).to_string())
}

#[test]
fn two_servers_behind_nginx_serve_one_class() {
    if !is_there("nginx", "-v") {
        return common::skipped("nginx");
    }
    let (Some((first, first_port)), Some((_second, second_port))) = (server(), server()) else {
        println!("skipped: needs Landlock and seccomp");
        return;
    };
    let folder = folder("nginx");
    let free = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr()).expect("a port").port();
    let site = text("nginx.conf");
    let edits = [("127.0.0.1:5376", format!("127.0.0.1:{first_port}")), ("127.0.0.1:5377", format!("127.0.0.1:{second_port}"))];
    let mut edited = site.replace("listen 80;", &format!("listen 127.0.0.1:{free};"));
    for (from, to) in edits {
        assert!(edited.contains(from), "{from}");
        edited = edited.replace(from, &to);
    }
    std::fs::write(folder.0.join("site.conf"), edited).expect("a file");
    let at = folder.0.display();
    let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(|kind| format!("{kind}_temp_path {at}/{kind};")).join(" ");
    let main = format!(
        "daemon off; pid {at}/pid; error_log {at}/error.log; events {{}} http {{ access_log off; {paths} include {at}/site.conf; }}"
    );
    std::fs::write(folder.0.join("nginx.conf"), main).expect("a file");
    let mut command = Command::new("nginx");
    command.arg("-e").arg(folder.0.join("error.log")).arg("-p").arg(&folder.0).arg("-c").arg(folder.0.join("nginx.conf"));
    let _nginx = Process(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("nginx starts"));
    let begun = Instant::now();
    while TcpStream::connect(("127.0.0.1", free)).is_err() {
        let log = std::fs::read_to_string(folder.0.join("error.log")).unwrap_or_default();
        assert!(begun.elapsed() < Duration::from_secs(20), "nginx does not listen: {log}");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(ask(free, "GET", "/", "").contains("/app.js"));
    for number in 0..4 {
        let answer = run(free, &format!("#include <cstdio>\nint main() {{ printf(\"<%d>\\n\", {number} * 11); }}"));
        assert!(answer.contains(&format!("<{}>", number * 11)) && answer.contains("\"why\":\"finished\""), "{answer}");
    }
    // What a program writes arrives while it runs.
    let slow = "#include <cstdio>\n#include <unistd.h>\nint main() { puts(\"early\"); fflush(stdout); for (volatile long i = 0; i < 8000000; i = i + 1) {} puts(\"late\"); }";
    let answer = run(free, slow);
    assert!(answer.find("early").is_some_and(|at| answer[at..].contains("\"event\":\"stdout\"")), "{answer}");
    // One of the two goes; the class goes on.
    drop(first);
    for number in 0..4 {
        let answer = run(free, &format!("#include <cstdio>\nint main() {{ printf(\"<%d>\\n\", {number} * 13); }}"));
        assert!(answer.contains(&format!("<{}>", number * 13)), "{answer}");
    }
}

#[test]
fn the_unit_is_one_that_systemd_understands() {
    if !is_there("systemd-analyze", "--version") {
        return common::skipped("systemd-analyze");
    }
    let folder = folder("unit");
    let unit = text("kern-playground@.service");
    assert!(unit.contains("/usr/local/bin/kern"));
    let path = folder.0.join("kern-playground@5376.service");
    std::fs::write(&path, unit.replace("/usr/local/bin/kern", env!("CARGO_BIN_EXE_kern"))).expect("a file");
    let output = Command::new("systemd-analyze").arg("verify").arg(&path).output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.trim().is_empty(), "{said}");
}
