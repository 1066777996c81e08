//! Code of pages that is not compiled there stands in a test of examples/life, word for word.

use std::path::Path;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn what_the_cookbook_shows_is_run() {
    let (page, tests) = (read("docs/testing.md"), read("examples/life/tests/life.rs"));
    let blocks: Vec<&str> = page.split("```rust,ignore\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(blocks.len(), 2);
    for block in blocks {
        assert!(tests.contains(block), "examples/life/tests/life.rs has not:\n{block}");
    }
}
