//! What tests of the command share.

/// Says that a test needs a program that this machine lacks. Where `KERN_TESTS_NEED_ALL` is set, as in `.ci/run`, which installs
/// them, that is a failure.
pub(crate) fn skipped(needs: &str) {
    println!("skipped: needs {needs}");
    assert!(std::env::var_os("KERN_TESTS_NEED_ALL").is_none(), "a test was skipped: needs {needs}");
}
