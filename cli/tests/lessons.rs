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
    let why = "in line 14 of `transpose`, the accesses to shared memory take 3968 turns more than they need, because threads of a warp want \
               different words of one bank (bank conflicts); the goal is 0 (in the run with the argument `64`)";
    assert_eq!(begun["goals"][1]["why"], why);
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

/// The command with arguments as text: its status, and what it wrote.
fn said(args: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_kern")).args(args).output().expect("the command starts");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr))
}

#[test]
fn submissions_are_graded() {
    let scratch = Scratch::new("grade");
    let lesson = lessons().join("10_bank_conflicts");
    let text = |name: &str| std::fs::read_to_string(lesson.join(name)).expect("a file of the lesson");
    let anna = scratch.file("anna.cu", &text("solution.cu"));
    let ben = scratch.file("ben.cu", &text("main.cu"));
    let cem = scratch.file("=cem, \"c\" & <d>.cu", "int main() {}\n");
    let dora = scratch.0.join("dora.cu");
    let shown = |path: &Path| path.display().to_string();
    let outputs = ["out.xml", "out.json", "out.csv"].map(|name| shown(&scratch.0.join(name)));
    let [exercise, anna, ben, cem, dora] = [lesson, anna, ben, cem, dora].map(|path| shown(&path));
    let args = ["grade", &exercise, &anna, &ben, &cem, &dora, "--junit", &outputs[0], "--json", &outputs[1], "--csv", &outputs[2]];
    let (status, text) = said(&args);
    assert_eq!(status, Some(1), "{text}");
    for line in [
        format!("{anna}: 6 of 6 points\n"),
        format!("{ben}: 3 of 6 points; not reached: no bank conflicts\n"),
        format!("{cem}: there is no line `//[ edit`\n"),
        format!("{dora}: No such file or directory"),
        "1 of 4 reach all goals\n".into(),
    ] {
        assert!(text.contains(&line), "{line:?} is not in {text}");
    }
    let [xml, json, csv] = outputs.map(|path| std::fs::read_to_string(path).expect("it was written"));
    assert!(xml.contains("tests=\"16\" failures=\"9\"") && xml.contains("&quot;c&quot; &amp; &lt;d&gt;.cu"), "{xml}");
    assert_eq!((xml.matches("<testsuite ").count(), xml.matches("<testcase ").count(), xml.matches("<failure ").count()), (4, 16, 9));
    let json: Value = serde_json::from_str(&json).expect("an object");
    assert_eq!((&json["points"], &json["submissions"][1]["points"]), (&Value::from(6), &Value::from(3)));
    assert_eq!(json["submissions"][0]["grade"]["done"], true);
    assert!(json["submissions"][2]["error"].as_str().is_some_and(|error| error.contains("//[ edit")), "{json}");
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows[0], "submission,points,the result is right,no bank conflicts,global traffic as good as before,no mistakes are found");
    assert!(rows[1].ends_with("anna.cu,6,1,3,1,1") && rows[2].ends_with("ben.cu,3,1,0,1,1"), "{csv}");
    assert!(rows[3].starts_with('"') && rows[3].ends_with("\"\"c\"\" & <d>.cu\",0,0,0,0,0"), "{csv}");
    assert_eq!(said(&["grade", &exercise, &anna]).0, Some(0));
    assert_eq!(said(&["grade", "/nonexistent", &anna]).0, Some(3));
    assert_eq!(said(&["grade", &exercise, &anna, "--junit", "/nonexistent/x.xml"]).0, Some(3));
}

#[test]
fn a_new_exercise_is_whole() {
    let scratch = Scratch::new("new");
    let folder = scratch.0.join("twice").display().to_string();
    let (status, text) = said(&["lesson", "new", &folder]);
    assert_eq!(status, Some(0), "{text}");
    assert_eq!(said(&["lesson", "check", &folder]), (Some(0), format!("{folder}: ok\n")));
    let (status, text) = said(&["lesson", "new", &folder]);
    assert!(status == Some(3) && text.contains("files in it already"), "{text}");
}

#[test]
fn goals_look_at_what_a_program_is_written_with() {
    let scratch = Scratch::new("written");
    let program = |text: &str| {
        format!(
            "#include <cstdio>\n__global__ void k(int *p)\n{{\n//[ edit\n{text}//] edit\n}}\nint main() {{ int *p; cudaMalloc(&p, 4); \
             cudaMemset(p, 0, 4); k<<<1, 32>>>(p); cudaFree(p); puts(\"ok\"); }}\n"
        )
    };
    let start = program("    *p = 1; // shfl, printf(\"\"), bar.sync\n");
    let shuffles = "    int sum = threadIdx.x;\n\n    // Halves.\n    for (int i = 16; i; i /= 2) sum += __shfl_down_sync(~0u, sum, i);\n    \
                    if (threadIdx.x == 0) *p = sum;\n";
    for (goal, text, why) in [
        ("uses = \"shfl\"", shuffles, ""),
        ("uses = \"shfl.sync\"", shuffles, ""),
        ("uses = \"shf\"", shuffles, "does not use `shf`"),
        ("uses = \"bar.sync\"", shuffles, "does not use `bar.sync`"),
        ("uses = \"cudaMalloc\"", shuffles, ""),
        ("avoids = \"shfl\"", shuffles, "uses `shfl`"),
        ("avoids = \"atom\"", shuffles, ""),
        ("lines = \"<= 3\"", shuffles, ""),
        ("lines = \"<= 2\"", shuffles, "3 lines between the marks"),
        ("lines = \"2\"", shuffles, "is not `<= COUNT`"),
        ("uses = \"a b\"", shuffles, "no name"),
        ("uses = \"shfl\"\navoids = \"atom\"", shuffles, "wants one of"),
        ("uses = \"shfl\"", "    p[0] = 2 * ;\n", "does not compile"),
    ] {
        scratch.file("exercise.toml", &format!("title = \"t\"\n[[goal]]\ntext = \"g\"\n{goal}\n"));
        scratch.file("main.cu", &start);
        let file = scratch.file("mine.cu", &program(text)).display().to_string();
        let (status, text) = said(&["lesson", "try", &scratch.0.display().to_string(), &file]);
        assert!((status == Some(0)) == why.is_empty() && text.contains(why), "{goal}: {status:?} {text}");
    }
}
