//! Random kernels of sums and products, to be run on a GPU: `sums FROM TO` prints a program of those kernels, and `sums`
//! alone turns what such a program printed (standard input) into the lines of `tests/contraction/digits.txt`.

use std::io::Read;

use kern_tests::sums::{Kernel, digest, program};

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    if let [from, to] = numbers[..] {
        print!("{}", program(&(from..to).map(Kernel::new).collect::<Vec<_>>()));
        return;
    }
    let mut printed = String::new();
    std::io::stdin().read_to_string(&mut printed).expect("standard input is text");
    for line in printed.lines() {
        println!("{}", digest(line));
    }
}
