//! Compares the engines on random kernels: `cargo run --release -p kern-tests --bin soak -- COUNT SEED`.
//!
//! Kernels `SEED..SEED + COUNT` run on all engines at every level: interpreted, as warp IR executed, and as machine code on one, two and
//! four host threads. Each that differs is made small and written to `soak-NUMBER.cu` in the current folder; the command ends with
//! status 1 if there was one.
//! `soak print NUMBER` shows a kernel.

use std::process::ExitCode;
use std::time::Instant;

use kern_tests::kernels::Kernel;
use kern_tests::soak::{compare, shrink};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| args.get(i).and_then(|a| a.parse::<u64>().ok());
    if let (Some("print"), Some(seed)) = (args.first().map(String::as_str), number(1)) {
        print!("{}", Kernel::new(seed).source());
        return ExitCode::SUCCESS;
    }
    let (Some(count), Some(seed)) = (number(0), number(1)) else {
        eprintln!("usage: soak COUNT SEED | soak print NUMBER");
        return ExitCode::from(3);
    };
    std::panic::set_hook(Box::new(|_| {}));
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(move || soak(count, seed));
    let bad = thread.ok().and_then(|t| t.join().ok()).unwrap_or(1);
    ExitCode::from(u8::from(bad > 0))
}

fn soak(count: u64, seed: u64) -> u64 {
    let (start, mut bad) = (Instant::now(), 0);
    for number in seed..seed.saturating_add(count) {
        let kernel = Kernel::new(number);
        let Err(difference) = compare(&kernel) else { continue };
        bad += 1;
        let (small, difference) = shrink(kernel, difference);
        let text = small.source();
        let _ = std::fs::write(format!("soak-{number}.cu"), &text);
        println!("kernel {number}: {difference}\n{text}");
    }
    println!("{count} kernels from {seed} in {:.0?}, {bad} differ", start.elapsed());
    bad
}
