//! The command as a process: exit statuses, streams, and input that is out to break it.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A folder that goes when the test ends.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("kern-process-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        Scratch(folder)
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, content).expect("a temporary file");
        path.display().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs `kern ARGS…` and fails when it takes longer than `limit` or dies of a signal.
fn kern_within(limit: Duration, args: &[&str], stdin: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kern"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut input = child.stdin.take().expect("piped");
    let bytes = stdin.to_vec();
    let writer = std::thread::spawn(move || drop(input.write_all(&bytes)));
    let (mut out, mut err) = (child.stdout.take().expect("piped"), child.stderr.take().expect("piped"));
    let read_all = |stream: &mut dyn Read| {
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        bytes
    };
    let out = std::thread::spawn(move || read_all(&mut out));
    let err = std::thread::spawn(move || read_all(&mut err));
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("waiting works") {
            break status;
        }
        if start.elapsed() > limit {
            let _ = child.kill();
            panic!("kern {args:?} took longer than {limit:?}");
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let _ = writer.join();
    let output = Output { status, stdout: out.join().expect("reads"), stderr: err.join().expect("reads") };
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code().is_some_and(|code| code != 101), "kern {args:?} died: {:?}\n{text}", output.status);
    assert!(!text.contains("panicked"), "{text}");
    output
}

fn kern(args: &[&str], stdin: &[u8]) -> (i32, String, String) {
    let output = kern_within(Duration::from_secs(60), args, stdin);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

const HELLO: &[u8] = b"#include <cstdio>\nint main() { printf(\"hello\\n\"); return 0; }\n";

#[test]
fn wrong_usage_is_status_3() {
    for args in [
        &["run"][..],
        &["walk", "x.cu"],
        &["run", "-O4", "x.cu"],
        &["run", "--device", "gtx9999", "-"],
        &["run", "--engine", "llvm", "-"],
        &["run", "--threads", "0", "-"],
        &["run", "-D", "3=4", "-"],
        &["emit", "-"],
        &["emit", "--stage", "sass", "-"],
        &["build", "-"],
        &["explain", "K9999"],
        &["profile", "--csv"],
    ] {
        let (status, stdout, stderr) = kern(args, HELLO);
        assert_eq!((status, stdout.as_str()), (3, ""), "{args:?}: {stderr}");
        assert!(stderr.starts_with("error: "), "{args:?}: {stderr}");
    }
}

#[test]
fn both_engines_run_a_program() {
    for engine in ["interp", "jit"] {
        assert_eq!(kern(&["run", "--engine", engine, "-"], HELLO), (0, "hello\n".into(), String::new()), "{engine}");
    }
}

#[test]
fn help_and_explain_print_to_standard_output() {
    for (args, word) in [
        (&["--help"][..], "Commands:"),
        (&["run", "--help"], "--device"),
        (&["--version"], "kern "),
        (&["--version"], "\nfeatures: "),
        (&["-V"], concat!("kern ", env!("CARGO_PKG_VERSION"), "\n")),
        (&["completions", "bash"], "complete -F _kern"),
        (&["completions", "zsh"], "#compdef kern"),
        (&["completions", "fish"], "complete -c kern"),
        (&["man"], ".TH kern 1"),
        (&["man", "run"], ".TH kern-run 1"),
        (&["explain", "K0801"], "# K0801: "),
        (&["explain", "k0801"], "# K0801: "),
        (&["explain"], "K0801  "),
        (&["devices"], "h200"),
        (&["devices", "--json"], "\"sm_count\":132"),
    ] {
        let (status, stdout, stderr) = kern(args, b"");
        assert_eq!((status, stderr.as_str()), (0, ""), "{args:?}");
        assert!(stdout.contains(word), "{args:?}: {stdout}");
    }
}

#[test]
fn files_that_cannot_be_read() {
    let scratch = Scratch::new("unreadable");
    let binary: Vec<u8> = (0..100_000u32).flat_map(|i| i.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
    let wide = scratch.file("wide.cu", b"\xff\xfei\0n\0t\0 \0x\0;\0\n\0");
    let rubbish = scratch.file("rubbish.cu", binary);
    let folder = scratch.0.display().to_string();
    for (file, code) in [("/no/such/file.cu", "K0801"), (&*folder, "K0801"), (&*wide, "K0802"), (&*rubbish, "K0803")] {
        for command in ["run", "check"] {
            let (status, stdout, stderr) = kern(&[command, file], b"");
            assert_eq!((status, stdout.as_str()), (2, ""), "{file}: {stderr}");
            assert!(stderr.starts_with(&format!("error[{code}]: ")), "{file}: {stderr}");
        }
    }
    let (_, _, stderr) = kern(&["check", "--json", &wide], b"");
    assert!(stderr.starts_with("{\"code\":\"K0802\",\"severity\":\"error\""), "{stderr}");
}

#[test]
fn bytes_of_other_encodings() {
    let scratch = Scratch::new("latin");
    let text = b"// caf\xe9\n#include <cstdio>\nint main() { printf(\"\xe4\xf6 %zu %d\\n\", sizeof(\"\xfc\"), '\xe9'); return 0; }\n";
    let latin = scratch.file("latin.cu", text);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_kern")).args(["run", &latin]).output().expect("kern runs");
    assert_eq!((output.status.code(), &*output.stdout), (Some(0), &b"\xe4\xf6 2 -23\n"[..]));
    let wrong = scratch.file("wrong.cu", b"/* \xe9\xe9 */ int main() { return x; }\n");
    let (_, _, stderr) = kern(&["check", "--json", &wrong], b"");
    assert!(stderr.contains("\"column\":30"), "{stderr}");
}

#[test]
fn what_cannot_be_loaded_or_written() {
    let scratch = Scratch::new("unloadable");
    let program = scratch.file("ok.cu", "int main() { return 0; }\n");
    let built = scratch.0.join("ok.kbc").display().to_string();
    assert_eq!(kern(&["build", &program, "-o", &built], b"").0, 0);
    let bytes = std::fs::read(&built).expect("what was built");
    let cut = scratch.file("cut.kbc", &bytes[..bytes.len() / 2]);
    let other = scratch.file("other.kbc", [b"kern bytecode\n\x63\0", &bytes[16..]].concat());
    let rubbish = scratch.file("rubbish.kbc", "rubbish");
    let huge = scratch.file("huge.cu", "");
    std::fs::File::create(&huge).and_then(|file| file.set_len((64 << 20) + 1)).expect("a file of holes");
    let large = scratch.file("large.cu", "__device__ char big[1LL << 40];\nint main() { cudaDeviceSynchronize(); return 0; }\n");
    let kernels = scratch.file("kernels.cu", "__global__ void k() {}\n");
    let cases: [(&[&str], &str, i32); 9] = [
        (&["run", &cut], "error[K0703]: ", 2),
        (&["run", &rubbish], "error[K0703]: ", 2),
        (&["run", &other], "error[K0704]: ", 2),
        (&["check", &huge], "resource limit[K0804]: ", 2),
        (&["build", &program, "-o", "/no/such/folder/ok.kbc"], "error[K0805]: ", 2),
        (&["build", &program, "-o", &program], "error[K0805]: the output would overwrite the program", 2),
        (&["run", &kernels], "error[K0806]: ", 2),
        (&["run", &large], "resource limit[K0891]: ", 1),
        (&["run", "--device", "h900", &program], "error: no device is called `h900`", 3),
    ];
    for (args, start, expected) in cases {
        let (status, stdout, stderr) = kern(args, b"");
        assert_eq!((status, stdout.as_str()), (expected, ""), "{args:?}: {stderr}");
        assert!(stderr.starts_with(start), "{args:?}: {stderr}");
    }
}

#[test]
fn too_many_errors_are_told_as_such() {
    for (mistake, last) in [("int = ;\n", "too many syntax errors"), ("int a = nothing;\n", "too many errors")] {
        let (status, _, stderr) = kern(&["check", "-"], mistake.repeat(1000).as_bytes());
        assert_eq!(status, 2);
        assert!(stderr.contains(&format!("error[K0208]: {last}\n")), "{stderr}");
        assert!(stderr.contains("\n50 errors; `kern explain "), "{stderr}");
    }
}

#[test]
fn a_hello_program() {
    let scratch = Scratch::new("hello");
    let file = scratch.file("hello.kern", HELLO);
    for args in [&["run", &file][..], &["run", "-"], &["run", "-O0", &file], &["run", "--engine", "interp", "--", &file]] {
        let (status, stdout, stderr) = kern(args, HELLO);
        assert_eq!((status, stdout.as_str(), stderr.as_str()), (0, "hello\n", ""), "{args:?}");
    }
}

#[test]
fn a_format_that_the_run_tells_of_hides_no_other() {
    let scratch = Scratch::new("formats");
    let text = "#include <cstdio>\nint main() { int n = 0; double d = 2; printf(\"%d\\n\", d); scanf(\"%f\", &n); return n; }\n";
    let program = scratch.file("formats.cu", text);
    let (status, _, stderr) = kern(&["run", &program], b"");
    assert_eq!(status, 0);
    assert!(stderr.contains("warning[R0502]: conversion 1 asks for an integer"), "{stderr}");
    assert!(stderr.contains("warning[K0614]: `%f` writes a `float`"), "{stderr}");
    assert!(!stderr.contains("its argument is a `double`"), "{stderr}");
    assert_eq!(stderr.matches("warning[").count(), 2, "{stderr}");
}

#[test]
fn a_warning_that_waits_for_the_run_keeps_its_file() {
    let scratch = Scratch::new("waiting");
    let first = scratch.file("first.cu", "int half();\nint main() { return half(); }\n");
    let second = scratch.file("second.cpp", "#include <cstdio>\n\n\nint half() { char c = 0; scanf(\"%d\", &c); return c; }\n");
    let (_, _, stderr) = kern(&["run", &first, &second], b"");
    assert!(stderr.contains("second.cpp:4:"), "{stderr}");
    assert!(stderr.contains("warning[K0614]: `%d` writes a 32-bit integer"), "{stderr}");
}

#[test]
fn statuses_of_programs() {
    let (status, _, _) = kern(&["run", "-"], b"int main() { return 42; }");
    assert_eq!(status, 42);
    let (status, _, stderr) = kern(&["run", "-"], b"int main() { return nothing; }");
    assert_eq!(status, 2, "{stderr}");
    let wrong =
        b"__global__ void k(int *p) { p[1] = 1; }\nint main() { int *p; cudaMalloc(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize(); }\n";
    let (status, _, stderr) = kern(&["run", "-"], wrong);
    assert_eq!(status, 1, "{stderr}");
    let (status, _, _) = kern(&["run", "--error-exitcode", "99", "-"], wrong);
    assert_eq!(status, 99);
    let (status, _, stderr) = kern(&["run", "-"], b"__global__ void k() {}\n");
    assert_eq!(status, 2);
    assert!(stderr.contains("has no `main`"), "{stderr}");
}

#[test]
fn defines_and_include_folders() {
    let scratch = Scratch::new("include");
    std::fs::create_dir_all(scratch.0.join("sub/deep")).expect("a folder");
    scratch.file("sub/a.h", "#include \"deep/b.h\"\n#include <c.h>\n");
    scratch.file("sub/deep/b.h", "#pragma once\nint b() { return B; }\n");
    std::fs::create_dir_all(scratch.0.join("other")).expect("a folder");
    scratch.file("other/c.h", "#ifndef C_H\n#define C_H\nint c() { return 2; }\n#endif\n");
    let file = scratch.file(
        "main.cu",
        "#include \"sub/a.h\"\n#include \"sub/a.h\"\n#include \"sub/deep/../deep/b.h\"\nint main() { return b() + c() ADD; }\n",
    );
    let folder = format!("-I{}", scratch.0.join("other").display());
    let (status, _, stderr) = kern(&["run", &folder, "-DB=40", "-D", "ADD=+1", &file], b"");
    assert_eq!(status, 43, "{stderr}");
}

/// One clear error (or a run) at once, whatever comes in.
#[test]
fn hostile_sources_end_at_once() {
    let scratch = Scratch::new("hostile");
    let cycle = scratch.file("cycle.h", "#include \"cycle.h\"\n");
    let pair = scratch.file("a.h", "#include \"b.h\"\n");
    scratch.file("b.h", "#include \"a.h\"\n");
    let main = "int main() { return 0; }\n";
    let cases: Vec<(&str, Vec<u8>, Option<i32>)> = vec![
        ("empty", Vec::new(), Some(2)),
        ("blank", b"\n\n  \n".to_vec(), Some(2)),
        ("only a comment", b"// nothing\n".to_vec(), Some(2)),
        ("byte order mark", [b"\xef\xbb\xbf", main.as_bytes()].concat(), Some(0)),
        ("windows line ends", b"int main() {\r\n#if 1\r\n  return 0;\r\n#endif\r\n}\r\n".to_vec(), Some(0)),
        ("no newline at the end", b"int main() { return 0; } // end".to_vec(), Some(0)),
        ("parentheses", vec![b'('; 10 << 20], Some(2)),
        ("parentheses in a function", [b"int main() { return ".to_vec(), vec![b'('; 10 << 20]].concat(), Some(2)),
        ("braces", vec![b'{'; 1 << 20], Some(2)),
        ("brackets", [b"int a".to_vec(), b"[1]".repeat(1 << 18), b";".to_vec()].concat(), None),
        ("stars", [b"int ".to_vec(), vec![b'*'; 1 << 20], b"p; int main() { return 0; }".to_vec()].concat(), None),
        ("minus", [b"int main() { return ".to_vec(), b"- ".repeat(1 << 18), b"1; }".to_vec()].concat(), None),
        ("plus", [b"int main() { return 0".to_vec(), b"+1".repeat(1 << 16), b"; }".to_vec()].concat(), None),
        (
            "else if",
            [b"int main() { int x = 0; ".to_vec(), b"if (x) x = 1; else ".repeat(1 << 14), b"x = 2; return 0; }".to_vec()].concat(),
            None,
        ),
        ("nested blocks", [b"int main() ".to_vec(), vec![b'{'; 1 << 16], vec![b'}'; 1 << 16]].concat(), None),
        (
            "nested calls",
            [
                b"int f(int x) { return x; } int main() { return ".to_vec(),
                b"f(".repeat(1 << 15),
                b"0".to_vec(),
                vec![b')'; 1 << 15],
                b"; }".to_vec(),
            ]
            .concat(),
            None,
        ),
        (
            "templates",
            [
                b"template<class T> struct S {}; ".to_vec(),
                b"S<".repeat(1 << 15),
                b"int".to_vec(),
                b">".repeat(1 << 15),
                b" x; int main() { return 0; }".to_vec(),
            ]
            .concat(),
            None,
        ),
        ("endless template", b"template<int N> int f() { return f<N + 1>(); } int main() { return f<0>(); }".to_vec(), Some(2)),
        ("include cycle", format!("#include \"{cycle}\"\n{main}").into_bytes(), Some(2)),
        ("include pair", format!("#include \"{pair}\"\n{main}").into_bytes(), Some(2)),
        ("macro that names itself", format!("#define A A\n#define B C\n#define C B\nint A, B;\n{main}").into_bytes(), Some(0)),
        (
            "macro that doubles",
            {
                let mut text = String::from("#define M0(x) x x\n");
                (1..40).for_each(|i| text.push_str(&format!("#define M{i}(x) M{}(x) M{}(x)\n", i - 1, i - 1)));
                text.push_str("int main() { return 0; }\nM39(int a;)\n");
                text.into_bytes()
            },
            Some(2),
        ),
        ("deep conditionals", [b"#if 1\n".repeat(1 << 16), b"#endif\n".repeat(1 << 16), main.into()].concat(), None),
        ("one long line", [b"int main() { return 0; } // ".to_vec(), vec![b'x'; 10 << 20]].concat(), Some(0)),
        ("one long name", [b"int ".to_vec(), vec![b'x'; 10 << 20], b";".to_vec()].concat(), None),
        (
            "one long string",
            [b"const char *s = \"".to_vec(), vec![b'x'; 10 << 20], b"\"; int main() { return 0; }".to_vec()].concat(),
            None,
        ),
        ("one long number", [b"int main() { return ".to_vec(), vec![b'1'; 1 << 20], b"; }".to_vec()].concat(), Some(2)),
        ("too many tokens", [b"int ".to_vec(), b"a,".repeat(5 << 20)].concat(), Some(2)),
        (
            "template that doubles",
            b"template<int N> int f() { return f<N*2>() + f<N*2+1>(); } int main() { return f<1>(); }".to_vec(),
            Some(2),
        ),
        (
            "many cases",
            {
                let cases: String = (2..50_000).map(|i| format!("case {i}: return {};\n", i % 7)).collect();
                format!("int main(int c, char **v) {{ switch (c) {{ {cases} }} return 0; }}").into_bytes()
            },
            Some(0),
        ),
        ("large array", b"int a[1 << 30][1 << 30][1 << 30]; int main() { return 0; }".to_vec(), Some(2)),
        (
            "many lines",
            {
                let mut text = String::new();
                (0..100_000).for_each(|i| text.push_str(&format!("int f{i}(int x) {{ return x + {i}; }}\n")));
                text.push_str("int main() { return f99999(-99999); }\n");
                text.into_bytes()
            },
            Some(0),
        ),
        (
            "many errors",
            {
                let mut text = String::new();
                (0..100_000).for_each(|i| text.push_str(&format!("int g{i} = nothing{i};\n")));
                text.into_bytes()
            },
            Some(2),
        ),
        ("control characters", b"int main() { return \x01\x02\x7f 0; }".to_vec(), Some(2)),
    ];
    for (name, source, expected) in cases {
        let start = Instant::now();
        let output = kern_within(Duration::from_secs(60), &["run", "-"], &source);
        let (status, stderr) = (output.status.code(), String::from_utf8_lossy(&output.stderr));
        let head: String = stderr.chars().take(2000).collect();
        assert!(expected.is_none() || status == expected, "{name}: status {status:?}, expected {expected:?}\n{head}");
        assert!(expected.is_some() || matches!(status, Some(0 | 2)), "{name}: status {status:?}\n{head}");
        assert_eq!(status == Some(0), stderr.is_empty(), "{name}: {head}");
        assert!(stderr.len() < 200_000, "{name}: {} bytes of messages", stderr.len());
        assert!(!stderr.contains("kern's own mistake"), "{name}: {head}");
        println!("{name}: {:?}", start.elapsed());
    }
}

/// Rubbish under every extension: an error, never a crash.
#[test]
fn hostile_files_of_every_kind() {
    let scratch = Scratch::new("kinds");
    let mut random = 1u64;
    let mut bytes = |n: usize| -> Vec<u8> {
        (0..n)
            .map(|_| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (random >> 33) as u8
            })
            .collect()
    };
    for extension in ["kern", "cu", "ptx", "kbc"] {
        for content in [Vec::new(), b"\0".to_vec(), bytes(10), bytes(100_000), b"text\n".to_vec(), vec![0xff; 4096], b"KBC".to_vec()] {
            let file = scratch.file(&format!("rubbish.{extension}"), &content);
            let (status, stdout, stderr) = kern(&["run", &file], b"");
            assert_eq!((status, stdout.as_str()), (2, ""), "{extension} {:?}: {stderr}", &content[..content.len().min(8)]);
            assert!(stderr.contains("error[K") || stderr.contains("limit[K"), "{stderr}");
        }
    }
}

#[test]
fn a_closed_pipe_is_no_crash() {
    let source = b"#include <cstdio>\nint main() { for (int i = 0; i < 100000; i++) printf(\"%d\\n\", i); }\n";
    let mut child = Command::new(env!("CARGO_BIN_EXE_kern"))
        .args(["run", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    child.stdin.take().expect("piped").write_all(source).expect("it reads");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
}

#[test]
fn a_profile_leaves_standard_output_alone() {
    let folder = Scratch::new("profile");
    let program = folder.file(
        "p.cu",
        "#include <cstdio>\ntemplate <int A, int B> __global__ void k(int *p) { p[threadIdx.x * A + B] = 1; }\n\
         int main() { int *p; cudaMalloc(&p, 4096); for (int i = 0; i < 3; i++) k<8, 1><<<dim3(2, 1), 64>>>(p); printf(\"done\\n\"); }\n",
    );
    let csv = folder.file("out.csv", "");
    let limit = Duration::from_secs(60);
    let output = kern_within(limit, &["profile", "--csv", "-o", &csv, &program], b"");
    assert_eq!((output.status.code(), &output.stdout[..], &output.stderr[..]), (Some(0), &b"done\n"[..], &b""[..]));
    let table = std::fs::read_to_string(&csv).expect("the file was written");
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), 4);
    assert!(rows[0].starts_with("launch,kernel,grid,block,smsp__sass_inst_executed_op_global_ld.sum,"));
    assert!(rows[2].starts_with("1,\"k<8, 1>\",\"2,1,1\",\"64,1,1\",0,4,"), "{}", rows[2]);

    let output = kern_within(limit, &["profile", "--json", &program], b"");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let launches: Vec<serde_json::Value> = text.lines().map(|l| serde_json::from_str(l).expect("an object a line")).collect();
    assert_eq!(launches.len(), 3);
    assert_eq!(launches[0]["metrics"]["l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"], 128);
    assert_eq!((&launches[0]["lines"][0]["line"], &launches[0]["lines"][0]["accesses"][0]["stride"]), (&2.into(), &32.into()));

    let output = kern_within(limit, &["profile", "--csv", "--json", &program], b"");
    assert_eq!(output.status.code(), Some(3));
    let output = kern_within(limit, &["profile", "-o", "/nowhere/at/all", &program], b"");
    assert_eq!(output.status.code(), Some(2));
    let output = kern_within(limit, &["profile", "-"], b"int main() { return 7; }");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(7), "the program launched no kernel\n"));
}

#[test]
fn each_thread_whose_assertion_fails_prints_a_line() {
    let folder = Scratch::new("assertions");
    let file = folder.file(
        "a.cu",
        "#include <cassert>\n\
         struct Range { int n; __device__ bool has(int i) const { assert(i < n); return true; } };\n\
         __global__ void check(int *p, size_t n) { assert(threadIdx.x < n); }\n\
         template <class T, int N> __global__ void of(T *p) { Range{N}.has(threadIdx.x); assert(blockIdx.x < 1); }\n\
         int main(int argc, char **)\n\
         {\n\
             if (argc > 1) check<<<1, 4>>>(nullptr, 2);\n\
             else of<float, 3><<<2, 4>>>(nullptr);\n\
             return cudaDeviceSynchronize() == cudaErrorAssert ? 7 : 0;\n\
         }\n",
    );
    let line = |signature: &str, number: u32, block: u32, thread: u32, text: &str| {
        format!("{file}:{number}: {signature}: block: [{block},0,0], thread: [{thread},0,0] Assertion `{text}` failed.")
    };
    for engine in ["jit", "interp"] {
        let (status, _, said) = kern(&["run", "--engine", engine, &file, "--", "x"], b"");
        assert_eq!(status, 7);
        let expected: Vec<String> = [2, 3].iter().map(|&t| line("void check(int *, unsigned long)", 3, 0, t, "threadIdx.x < n")).collect();
        assert_eq!(said.lines().take(2).collect::<Vec<_>>(), expected, "{said}");
        let (_, _, said) = kern(&["run", "--engine", engine, &file], b"");
        let mut expected = vec![line("bool Range::has(int) const", 2, 0, 3, "i < n"), line("bool Range::has(int) const", 2, 1, 3, "i < n")];
        expected.extend([0, 1, 2].map(|t| line("void of(T *) [with T = float; int N = 3]", 4, 1, t, "blockIdx.x < 1")));
        let mut lines: Vec<&str> = said.lines().take(5).collect();
        lines.sort_unstable();
        expected.sort_unstable();
        assert_eq!(lines, expected, "{said}");
    }
}
