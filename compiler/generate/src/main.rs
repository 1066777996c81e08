//! Makes the parser from the grammar: `cargo run -p kern-generate` writes `compiler/syntax/generated/grammar.rs` anew, after a change of
//! `compiler/syntax/src/grammar.lalrpop`.
//!
//! What is made stands in the tree, because the generator takes longer to build than the compiler that it is for. It knows nothing of the
//! other crates: those may not compile until the parser is made.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Of the crate of the parser.
fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../syntax").join(name)
}

/// The parser of the grammar as it is now.
fn parser() -> Result<String, Box<dyn Error>> {
    let folder = env::temp_dir().join(format!("kern-generate-{}", std::process::id()));
    let mut configuration = lalrpop::Configuration::new();
    configuration.set_in_dir(path("src")).set_out_dir(&folder).emit_rerun_directives(false).emit_report(false).force_build(true);
    let made = configuration.process().and_then(|()| Ok(fs::read_to_string(folder.join("grammar.rs"))?));
    // Nothing is there where the grammar is wrong.
    let _ = fs::remove_dir_all(&folder);
    made
}

fn main() -> Result<(), Box<dyn Error>> {
    fs::write(path("generated/grammar.rs"), parser()?)?;
    Ok(())
}

#[test]
fn the_parser_is_that_of_the_grammar() {
    let stands = fs::read_to_string(path("generated/grammar.rs")).expect("the parser can be read");
    let is_same = stands == parser().expect("the grammar is right");
    assert!(is_same, "`cargo run -p kern-generate` makes the parser of the grammar as it is now");
}
