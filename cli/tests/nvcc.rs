//! `kern nvcc` under make and CMake: the folders of `tests/builds`, built as users build them.

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A copy of a folder of `tests/builds` with a `bin/nvcc` beside it, which goes when the test ends.
struct Build {
    folder: PathBuf,
}

impl Build {
    fn new(name: &str) -> Build {
        // Two tests may build the same folder.
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("kern-nvcc-{}-{name}-{number}", std::process::id()));
        let build = Build { folder };
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/builds").join(name), &build.folder.join("source"));
        std::fs::create_dir_all(build.folder.join("bin")).expect("a temporary folder");
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_kern"), build.nvcc()).expect("a link");
        build
    }

    fn nvcc(&self) -> PathBuf {
        self.folder.join("bin/nvcc")
    }

    fn source(&self) -> PathBuf {
        self.folder.join("source")
    }

    /// Runs a command in the source folder; `None` where this machine lacks it.
    fn run(&self, command: &str, args: &[&str]) -> Option<Output> {
        let path = format!("{}:{}", self.folder.join("bin").display(), std::env::var("PATH").unwrap_or_default());
        let done = Command::new(command).args(args).current_dir(self.source()).env("PATH", path).stdin(Stdio::null()).output();
        match done {
            Ok(output) => Some(output),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                common::skipped(command);
                None
            }
            Err(error) => panic!("{command}: {error}"),
        }
    }

    /// Runs a command that must end well; whether this machine has it.
    fn must_run(&self, command: &str, args: &[&str]) -> bool {
        let Some(output) = self.run(command, args) else { return false };
        assert!(output.status.success(), "{command}: {}{}", text(&output.stdout), text(&output.stderr));
        true
    }

    /// What a program that was built prints, and its status.
    fn prints(&self, program: &str, args: &[&str]) -> (String, Option<i32>) {
        let output = self.run(&self.source().join(program).display().to_string(), args).expect("it was built");
        assert_eq!(text(&output.stderr), "");
        (text(&output.stdout), output.status.code())
    }
}

impl Drop for Build {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a temporary folder");
    for entry in std::fs::read_dir(from).expect("the test's folder") {
        let path = entry.expect("the test's folder").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            std::fs::copy(&path, &target).expect("the test's file");
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn makefile_of_one_file() {
    let build = Build::new("one");
    if build.must_run("make", &[]) {
        assert_eq!(build.prints("program", &["5", "6"]), ("15 18 21 24, 3 arguments, input ".into(), Some(7)));
        // It works from anywhere, under any name.
        std::fs::rename(build.source().join("program"), build.folder.join("moved to")).expect("moved");
        assert_eq!(build.prints("../moved to", &["1"]).1, Some(7));
    }
}

#[test]
fn makefile_of_separate_compilation() {
    let build = Build::new("separate");
    if build.must_run("make", &[]) {
        assert_eq!(build.prints("program", &[]), ("42 of an archive\n".into(), Some(0)));
        // The dependency files say that a header is newer.
        std::fs::write(build.source().join("include/device.h"), "#error \"read again\"\n").expect("written");
        let again = build.run("make", &[]).expect("make is there");
        assert!(!again.status.success() && text(&again.stderr).contains("read again"), "{}", text(&again.stderr));
    }
}

#[test]
fn makefile_of_several_languages() {
    let build = Build::new("mixed");
    if build.must_run("make", &[]) {
        assert_eq!(build.prints("program", &[]), ("7 6\n".into(), Some(0)));
    }
}

#[test]
fn cmake_project() {
    let build = Build::new("cmake");
    let compiler = format!("-DCMAKE_CUDA_COMPILER={}", build.nvcc().display());
    if build.must_run("cmake", &["-B", "made", &compiler]) && build.must_run("cmake", &["--build", "made"]) {
        assert_eq!(build.prints("made/prog", &["a", "b"]), ("42 3\n".into(), Some(3)));
    }
}

#[test]
fn native_code_is_refused() {
    let build = Build::new("mixed");
    if !build.must_run("cc", &["-c", "plain.c", "-o", "plain.o"]) {
        return;
    }
    let nvcc = build.nvcc().display().to_string();
    let refused = |args: &[&str], what: &str| {
        let output = build.run(&nvcc, args).expect("nvcc is there");
        let said = text(&output.stderr);
        assert!(!output.status.success() && said.contains(what), "{args:?}: {said}");
    };
    refused(&["kernel.cu", "main.cpp", "plain.o", "-o", "program"], "K0592");
    assert!(build.must_run("ar", &["rcs", "libplain.a", "plain.o"]));
    refused(&["kernel.cu", "main.cpp", "-L.", "-lplain"], "libplain.a(plain.o)");
    refused(&["kernel.cu", "main.cpp", "plain.c", "-lcublas"], "`-lcublas`");
    refused(&["-c", "kernel.cu", "--no-such-option"], "unknown option `--no-such-option`");
    refused(&["-cubin", "kernel.cu"], "K0593");
    refused(&["missing.cu"], "K0801");
    refused(&["-c", "kernel.cu", "main.cpp", "-o", "x.o"], "`-o` names one file");
    refused(&["kernel.cu", "plain.c"], "K0806");
}

#[test]
fn damaged_objects_are_refused() {
    let build = Build::new("separate");
    let nvcc = build.nvcc().display().to_string();
    assert!(build.must_run(&nvcc, &["-c", "-rdc=true", "-Iinclude", "device.cu"]));
    let path = build.source().join("device.o");
    let whole = std::fs::read(&path).expect("written");
    for cut in (0..whole.len()).step_by(97) {
        let mut damaged = whole.clone();
        damaged[cut] ^= 0x15;
        for bytes in [&whole[..cut], &damaged[..]] {
            std::fs::write(&path, bytes).expect("written");
            let output = build.run(&nvcc, &["device.o", "help.cu", "main.cu", "-Iinclude", "-rdc=true"]).expect("nvcc is there");
            let said = text(&output.stderr);
            assert!(output.status.code().is_some_and(|status| status < 100) && !said.contains("K0901"), "byte {cut}: {said}");
        }
    }
}

#[test]
fn code_for_a_debugger_is_not_contracted() {
    let build = Build::new("one");
    let nvcc = build.nvcc().display().to_string();
    let source = "#include <cstdio>\n__global__ void k(float *o, float a, float b, float c) { *o = a * b + c; }\n\
                  int main() { float *d, h; cudaMalloc(&d, 4); k<<<1, 1>>>(d, 1.1f, 1.3f, -1.43f);\n\
                  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); printf(\"%a\", h); }\n";
    std::fs::write(build.source().join("g.cu"), source).expect("written");
    let printed = |option: &str| {
        assert!(build.must_run(&nvcc, &[option, "g.cu", "-o", "g"]));
        build.prints("g", &[]).0
    };
    let contracted = printed("-O2");
    assert_ne!(printed("-G"), contracted);
    assert_eq!(printed("-G"), printed("-fmad=false"));
    assert_eq!(printed("-g"), contracted);
}

/// Each part of `-use_fast_math` by itself, as an H200 has it.
#[test]
fn floats_are_as_precise_as_is_asked_for() {
    let build = Build::new("one");
    let nvcc = build.nvcc().display().to_string();
    let source = "#include <cstdio>\n__global__ void k(float *o, float a, float b, float d) {\n\
                  o[0] = sqrtf(a); o[1] = d * 0.5f; o[2] = 1 / sqrtf(b); o[3] = sinf(a); }\n\
                  int main() { float *o, h[4]; cudaMalloc(&o, 16); k<<<1, 1>>>(o, 7.3f, 1.9f, 1e-38f);\n\
                  cudaMemcpy(h, o, 16, cudaMemcpyDeviceToHost); for (float x : h) printf(\"%a \", x); }\n";
    std::fs::write(build.source().join("f.cu"), source).expect("written");
    let [root, half, sine] = ["0x1.59d644p+1", "0x1.b38fb8p-128", "0x1.b36c72p-1"];
    for (options, expected) in [
        (&["-O2"][..], [root, half, sine]),
        (&["-ftz=true"], [root, "0x0p+0", sine]),
        (&["-prec-div=false"], [root, half, sine]),
        (&["-prec-sqrt=false"], ["0x1.59d642p+1", half, sine]),
        (&["-use_fast_math"], ["0x1.59d642p+1", "0x0p+0", "0x1.b36c66p-1"]),
    ] {
        assert!(build.must_run(&nvcc, &[options, &["f.cu", "-o", "f"]].concat()));
        let printed = build.prints("f", &[]).0;
        let printed: Vec<&str> = printed.split_whitespace().collect();
        assert_eq!([printed[0], printed[1], printed[3]], expected, "{options:?}");
    }
}

#[test]
fn options_that_are_lenient_define_their_macros() {
    let build = Build::new("one");
    let nvcc = build.nvcc().display().to_string();
    let source = "#include <cstdio>\nconstexpr int twice(int i) { return 2 * i; }\n\
                  __global__ void k(int *o) { *o = twice(*o); }\nint main() {\n\
                  #ifdef __CUDACC_RELAXED_CONSTEXPR__\nputs(\"constexpr\");\n#endif\n\
                  #ifdef __CUDACC_EXTENDED_LAMBDA__\nputs(\"lambda\");\n#endif\n}\n";
    std::fs::write(build.source().join("l.cu"), source).expect("written");
    let built = |options: &[&str]| {
        let output = build.run(&nvcc, &[options, &["l.cu", "-o", "l"]].concat()).expect("it runs");
        assert!(output.status.success());
        (text(&output.stderr).contains("K0624"), build.prints("l", &[]).0)
    };
    assert_eq!(built(&[]), (true, String::new()));
    assert_eq!(built(&["--expt-relaxed-constexpr"]), (false, "constexpr\n".into()));
    assert_eq!(built(&["-expt-extended-lambda", "-expt-relaxed-constexpr"]), (false, "constexpr\nlambda\n".into()));
}

#[test]
fn options_are_documented() {
    let output = Command::new(env!("CARGO_BIN_EXE_kern")).args(["nvcc", "--help"]).output().expect("it runs");
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/nvcc.md")).expect("the page");
    for row in text(&output.stdout).lines().skip(2) {
        let (names, what) = row.split_once(": ").expect("a row");
        let line = format!("| `{}` | {what} |", names.replace(", ", "` `"));
        assert!(page.contains(&line), "docs/nvcc.md lacks:\n{line}");
    }
}

#[test]
fn options_of_the_host_and_the_standard() {
    let build = Build::new("one");
    let source = "#include <cstdio>\n#include <cstdlib>\n#include \"of_folder.h\"\nvoid *operator new(std::size_t n) { printf(\"new\\n\"); \
                  return malloc(n); }\nvoid operator delete(void *p) noexcept { free(p); }\nint main() {\n#ifdef __CUDACC_RDC__\nprintf(\"rdc \");\n\
                  #endif\nprintf(\"%d %d %ld\\n\", X, Y, (long)__cplusplus);\ndelete new int; }\n";
    std::fs::write(build.source().join("options.cu"), source).expect("written");
    std::fs::create_dir_all(build.source().join("folder")).expect("a folder");
    std::fs::write(build.source().join("folder/of_folder.h"), "#define Y 4\n").expect("written");
    let nvcc = build.nvcc().display().to_string();
    let common = ["-Xcompiler", "-DX=3,-Ifolder", "-time", "times.csv", "-allow-unsupported-compiler", "options.cu", "-o", "options"];
    for (more, printed) in [(&["-rdc=true", "-std=c++14"][..], "rdc 3 4 201402\nnew\n"), (&["-std=c++11"], "3 4 201103\nnew\n")] {
        assert!(build.must_run(&nvcc, &[&common, more].concat()));
        assert_eq!(build.prints("options", &[]), (printed.into(), Some(0)));
    }
    let lists = build.run(&nvcc, &["--list-gpu-code"]).expect("nvcc is there");
    assert!(text(&lists.stdout).starts_with("sm_75\nsm_80\n"), "{}", text(&lists.stdout));
    for (args, what) in [
        (&["-arch=sm_20"][..], "`sm_20` is no architecture that nvcc 13.0 compiles for"),
        (&["-arch=sm_90f"], "`sm_90f` is no architecture"),
        (&["-gencode", "arch=compute_70,code=sm_70"], "`compute_70` is no architecture"),
        (&["-o", "options.cu"], "K0805"),
        (&["-Xcompiler", "-UX"], "K0593"),
    ] {
        let output = build.run(&nvcc, &[args, &["options.cu"]].concat()).expect("nvcc is there");
        let said = text(&output.stderr);
        assert!(!output.status.success() && said.contains(what), "{args:?}: {said}");
    }
    assert_eq!(std::fs::read_to_string(build.source().join("options.cu")).expect("still there"), source);
}
