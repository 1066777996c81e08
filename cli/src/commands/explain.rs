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
    match kern_diag::explain(code) {
        Some(page) => {
            let _ = outside.stdout.write_all(page.as_bytes());
            0
        }
        None => {
            usage_error(outside, &format!("no diagnostic has the code `{code}`: `kern explain` lists all codes"));
            EXIT_USAGE
        }
    }
}
