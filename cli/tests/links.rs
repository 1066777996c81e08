//! Links of the playground: made of a file, and run.
#![cfg(feature = "playground")]

use std::path::PathBuf;
use std::process::{Command, Output};

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("kern-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        Scratch(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn file(&self, name: &str, content: &str) -> String {
        std::fs::write(self.0.join(name), content).expect("a temporary file");
        self.path(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn kern(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kern")).args(args).output().expect("the command starts")
}

#[test]
fn a_file_becomes_a_link_and_the_link_runs() {
    let scratch = Scratch::new("links");
    let file = scratch
        .file("said.cu", "#include <cstdio>\nint main(int n, char **a) { printf(\"ä %d %s\\n\", n, n > 1 ? a[1] : \"\"); return 3; }\n");
    let made = kern(&["playground", "--link", &file, "--port", "7000"]);
    let link = String::from_utf8(made.stdout).expect("text");
    let link = link.trim();
    assert!(made.status.success() && link.starts_with("http://127.0.0.1:7000/#1:"), "{link}");
    let named = kern(&["playground", "--link", &file, "--name", "playground.example.org"]);
    assert!(named.stdout.starts_with(b"https://playground.example.org/#1:"));
    for (args, said) in [(&["run", link][..], "ä 1 \n"), (&["run", link, "--", "two words"][..], "ä 2 two words\n")] {
        let ran = kern(args);
        assert_eq!((ran.status.code(), String::from_utf8_lossy(&ran.stdout).as_ref()), (Some(3), said), "{args:?}");
    }
    // A mistake is told of under the file's own name.
    let wrong = scratch.file("wrong.cu", "int main() { return x; }\n");
    let link = String::from_utf8(kern(&["playground", "--link", &wrong]).stdout).expect("text");
    let ran = kern(&["run", link.trim()]);
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(ran.status.code() == Some(2) && said.contains("wrong.cu:1:21"), "{said}");
}

#[test]
fn what_is_no_link_is_refused_with_a_sentence() {
    let scratch = Scratch::new("no-links");
    for (link, why) in [("#1:AAAA", "the link is damaged"), ("http://127.0.0.1:5376/#9:abc", "the link is of version 9")] {
        for command in ["run", "profile", "sanitize"] {
            let ran = kern(&[command, link]);
            let said = String::from_utf8_lossy(&ran.stderr).into_owned();
            assert!(ran.status.code() == Some(3) && said.contains(why), "{said}");
        }
    }
    let long = scratch.file("long.cu", &"int x;\n".repeat(50_000));
    let missing = scratch.path("none.cu");
    for (file, why) in [(&long, "is too long for a link: 350000 bytes"), (&missing, "cannot read")] {
        let made = kern(&["playground", "--link", file]);
        let said = String::from_utf8_lossy(&made.stderr).into_owned();
        assert!(made.status.code() == Some(3) && said.contains(why), "{said}");
    }
    assert_eq!(kern(&["playground", "--link"]).status.code(), Some(3));
}
