//! Random kernels, the same on both engines. `cargo run --release -p kern-tests --bin soak` compares more of them.

use kern_tests::kernels::Kernel;
use kern_tests::soak::compare;
use libtest_mimic::Trial;

use crate::trial;

/// Kernels of a test.
const KERNELS: u64 = 4;

pub(crate) fn trials() -> Vec<Trial> {
    let range = |first: u64| trial(format!("engines/kernels_from_{first}"), move || check(first));
    (0..6).map(|i| range(1 + i * KERNELS)).collect()
}

fn check(first: u64) -> Result<(), String> {
    for number in first..first + KERNELS {
        let kernel = Kernel::new(number);
        compare(&kernel).map_err(|e| format!("kernel {number}: {e}\n{}", kernel.source()))?;
    }
    Ok(())
}
