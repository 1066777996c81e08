//! Every test program on disk as one named test.

fn main() {
    let arguments = libtest_mimic::Arguments::from_args();
    libtest_mimic::run(&arguments, Vec::new()).exit();
}
