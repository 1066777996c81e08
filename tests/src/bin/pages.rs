//! Writes the pages of the book that are made of tables in the code: `cargo run -p kern-tests --bin pages`.

use std::process::ExitCode;

fn main() -> ExitCode {
    for (path, text) in kern_tests::pages::pages() {
        if let Err(e) = std::fs::write(kern_tests::root().join(path), text) {
            eprintln!("{path}: {e}");
            return ExitCode::FAILURE;
        }
        println!("{path}");
    }
    ExitCode::SUCCESS
}
