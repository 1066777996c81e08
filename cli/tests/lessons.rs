//! `kern lesson`: the lessons of this repository are right, and exercises that are not are told so.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A folder that goes when the test ends.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("kern-lessons-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        Scratch(folder)
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        std::fs::write(self.0.join(name), text).expect("a temporary file");
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn lessons() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../lessons")
}

fn kern(args: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kern")).args(args).output().expect("the command starts")
}

fn check(folder: &Path) -> (Option<i32>, String) {
    let output = kern(&[Path::new("lesson"), Path::new("check"), folder]);
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn the_lessons_of_this_repository() {
    let mut all: Vec<PathBuf> = std::fs::read_dir(lessons()).expect("the folder").flatten().map(|entry| entry.path()).collect();
    all.sort();
    assert!(all.len() >= 14);
    for folder in all {
        let (status, said) = check(&folder);
        assert_eq!(status, Some(0), "{said}");
    }
}

#[test]
fn a_try_says_which_goals_are_reached() {
    let lesson = lessons().join("10_bank_conflicts");
    let grade = |file: &str| -> (Option<i32>, Value) {
        let output = kern(&[Path::new("lesson"), Path::new("try"), Path::new("--json"), &lesson, &lesson.join(file)]);
        (output.status.code(), serde_json::from_slice(&output.stdout).expect("an object"))
    };
    let (status, solved) = grade("solution.cu");
    assert_eq!((status, &solved["done"], &solved["hint"]), (Some(0), &Value::Bool(true), &Value::Null), "{solved}");
    let (status, begun) = grade("main.cu");
    assert_eq!((status, &begun["done"]), (Some(1), &Value::Bool(false)), "{begun}");
    assert_eq!(begun["goals"][0]["reached"], true);
    assert_eq!(begun["goals"][1]["why"], "`bank_conflicts` of `transpose` is 3968, in the run with `64`");
    assert!(begun["hint"]["text"].as_str().is_some_and(|text| text.contains("which bank")), "{begun}");
}

#[test]
fn what_stands_outside_of_the_marks_does_not_count() {
    let scratch = Scratch::new("marks");
    let lesson = lessons().join("01_vector_add");
    let cheat = "int main() { puts(\"ok\"); }\n//[ edit\n//] edit\n";
    let file = scratch.file("cheat.cu", cheat);
    let output = kern(&[Path::new("lesson"), Path::new("try"), &lesson, &file]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.code() == Some(1) && said.contains("not reached  the sums are right"), "{said}");
    let file = scratch.file("none.cu", "int main() {}\n");
    let output = kern(&[Path::new("lesson"), Path::new("try"), &lesson, &file]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(3) && said.contains("//[ edit"), "{said}");
}

#[test]
fn bad_exercises_are_told() {
    let program = "#include <cstdio>\nint main() {\n//[ edit\nputs(\"a\");\n//] edit\n}\n";
    let goal = "title = \"t\"\n[[goal]]\ntext = \"g\"\nstdout = \"b\"\n";
    let cases = [
        ("", "missing field"),
        ("title = \"t\"\nspeed = 4\n", "unknown field"),
        ("title = \"t\"\nfile = \"../main.cu\"\n", "no .cu file"),
        ("title = \"t\"\n[[goal]]\ntext = \"g\"\n", "wants one of"),
        ("title = \"t\"\n[[goal]]\ntext = \"g\"\ncounter = \"speed <= 4\"\n", "no counter"),
        ("title = \"t\"\n[[hint]]\ntext = \"h\"\ncode = \"K9999\"\n", "wants one of"),
        (goal, "`solution.cu` does not reach `g`"),
        ("title = \"t\"\n[[goal]]\ntext = \"g\"\nstdout = \"a\"\n", "reaches all goals already"),
        ("title = \"t\"\n[[goal]]\ntext = \"g\"\nstdout = \"b\"\n[[hint]]\ntext = \"h\"\ncode = \"R0101\"\n", "gets the hint `h`"),
        ("\u{0}\u{1}[[[", "exercise.toml"),
    ];
    let scratch = Scratch::new("bad");
    for name in ["main.cu", "solution.cu"] {
        scratch.file(name, program);
    }
    scratch.file("lesson.md", "# t\n");
    for (toml, expected) in cases {
        scratch.file("exercise.toml", toml);
        let (status, said) = check(&scratch.0);
        assert!(status == Some(1) && said.contains(expected), "{toml:?}: {said}");
    }
    scratch.file("exercise.toml", goal);
    scratch.file("main.cu", "int main() {}\n");
    assert!(check(&scratch.0).1.contains("//[ edit"));
    let (status, said) = check(Path::new("/nonexistent"));
    assert!(status == Some(1) && said.contains("exercise.toml"), "{said}");
}

#[test]
fn an_endless_program_meets_its_limit() {
    let scratch = Scratch::new("endless");
    let endless = "//[ edit\n    for (;;) c[0] = a[0];\n//] edit\n";
    let file = scratch.file("endless.cu", endless);
    let output = kern(&[Path::new("lesson"), Path::new("try"), &lessons().join("01_vector_add"), &file]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.code() == Some(1) && said.contains("not reached"), "{said}");
}
