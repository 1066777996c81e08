//! `<cuda/std/x>`: the text of `<x>` once more, in the namespace `cuda::std`. There it is for both sides, and its classes are
//! other ones than those of `std`, as in NVIDIA's library.
//!
//! What is thrown is thrown by functions of <kern/cuda_exceptions.h>, as there are no exceptions in kernels. Inside of `cuda::std` the name `std` finds `cuda::std`, so that nothing else needs to be written anew.

/// Which declarations are mirrored, by the names in their heads.
pub(crate) enum Choice<'a> {
    Only(&'a [&'a str]),
    Without(&'a [&'a str]),
}

impl Choice<'_> {
    fn takes(&self, item: &[&str]) -> bool {
        match self {
            Choice::Only(names) => mentions(item, names),
            Choice::Without(names) => !mentions(item, names),
        }
    }
}

/// What the mirrored `text` of a header says. `is_mirrored` tells which headers there are in `cuda/std/`; of the others only
/// those of C and kern's own stay included.
pub(crate) fn mirrored(text: &str, choice: Choice<'_>, is_mirrored: impl Fn(&str) -> bool) -> String {
    let mut out = String::with_capacity(text.len() + 256);
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(name) = included(line) {
            if name == "algorithm" {
                out.push_str("#include <kern/cuda_algorithm.h>\n");
            } else if name == "compare" {
                out.push_str("#include <kern/cuda_compare.h>\n");
            } else if is_mirrored(name) {
                out.push_str(&format!("#include <cuda/std/{name}>\n"));
            } else if is_kept(name) {
                push(&mut out, line);
            }
        } else if line == "#pragma once" {
        } else if line.starts_with("namespace std {") {
            push(&mut out, &line.replacen("namespace std {", "namespace cuda::std {", 1));
        } else if starts_item(line) {
            let mut item = vec![line];
            while !ends_item(item[item.len() - 1]) {
                let Some(next) = lines.next() else { break };
                item.push(next);
            }
            if choice.takes(&item) {
                item.iter().for_each(|line| push(&mut out, &line.replace("throw bad_", "__throw_bad_")));
            }
        } else {
            push(&mut out, line);
        }
    }
    out
}

fn push(out: &mut String, line: &str) {
    out.push_str(line);
    out.push('\n');
}

fn included(line: &str) -> Option<&str> {
    line.strip_prefix("#include <")?.strip_suffix('>')
}

fn is_kept(name: &str) -> bool {
    matches!(name, "stddef.h" | "stdint.h" | "string.h" | "limits.h" | "float.h" | "math.h" | "time.h" | "kern/exceptions.h")
}

/// Declarations start and end at the left margin.
fn starts_item(line: &str) -> bool {
    let is_opener = ["namespace", "inline namespace", "using", "//", "#"].iter().any(|start| line.starts_with(start));
    !is_opener && line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '[')
}

fn ends_item(line: &str) -> bool {
    !line.starts_with(' ') && line.ends_with([';', '}'])
}

/// Whether what stands before the body names one of `words`.
fn mentions(item: &[&str], words: &[&str]) -> bool {
    let body = item.iter().position(|line| line.contains('{')).unwrap_or(item.len() - 1);
    item[..=body].iter().any(|line| {
        let head = line.split('{').next().unwrap_or("");
        head.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| words.contains(&word))
    })
}

#[cfg(test)]
mod tests {
    use super::{Choice, mirrored};

    #[test]
    fn names_move_and_some_go() {
        let text = "#pragma once\n#include <tuple>\n#include <vector>\n#include <math.h>\nnamespace std {\n\
                    template <class T>\ninline void sort(T t)\n{\n    f(t);\n}\nstruct sorted {};\n}\n";
        let expected = "#include <cuda/std/tuple>\n#include <math.h>\nnamespace cuda::std {\nstruct sorted {};\n}\n";
        assert_eq!(mirrored(text, Choice::Without(&["sort"]), |name| name == "tuple"), expected);
    }
}
