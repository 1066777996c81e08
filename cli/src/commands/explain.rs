//! `kern explain`: the page of a code, or the list of codes.

use std::io::Write;

use crate::{EXIT_USAGE, Outside, usage_error};

pub(crate) fn run(code: Option<&str>, outside: &mut Outside) -> i32 {
    let Some(code) = code else {
        for row in kern_diag::CODES {
            let _ = writeln!(outside.stdout, "{}  {}", row.code, row.title);
        }
        return 0;
    };
    let Some(row) = kern_diag::lookup(code) else {
        usage_error(outside, &format!("no diagnostic has the code `{code}`: `kern explain` lists all codes"));
        return EXIT_USAGE;
    };
    let _ = match kern_diag::explain(code) {
        Some(page) => outside.stdout.write_all(shown(page).as_bytes()),
        None => writeln!(outside.stdout, "{}: {}", row.code, row.title),
    };
    0
}

/// The page without the lines of Rust examples that rustdoc hides.
fn shown(page: &str) -> String {
    let mut is_rust = false;
    let is_shown = |line: &&str| {
        if line.starts_with("```") {
            is_rust = line.starts_with("```rust");
        }
        !(is_rust && (line.starts_with("# ") || line.trim_end() == "#"))
    };
    page.split_inclusive('\n').filter(is_shown).collect()
}
