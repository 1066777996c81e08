//! Random kernels, and mutants of what programs compile to, the same on both engines. `cargo run --release -p kern-tests --bin
//! soak` and `--bin fuzz -- engines` compare more of them.

use kern::files::DiskLoader;
use kern_core::driver::{Options, compile};
use kern_ir::Program;
use kern_tests::engines::Way;
use kern_tests::kernels::Kernel;
use kern_tests::mutate::program::mutant;
use kern_tests::soak::compare;
use kern_tests::{engines, root};
use libtest_mimic::Trial;

use crate::trial;

/// Kernels of a test.
const KERNELS: u64 = 4;

/// Mutants of a test.
const MUTANTS: u64 = 60;

/// Programs that are changed, besides random kernels: among them they have most of what PTX has.
const PROGRAMS: [&str; 6] = [
    "hostile/calls_of_other_signatures.cu",
    "hostile/select_between_allocations.cu",
    "hostile/warp_masks.cu",
    "hostile/vectors_at_odd_addresses.cu",
    "bugs/wide_products_of_large_factors.cu",
    "findings/good/lock_between_lanes.cu",
];

pub(crate) fn trials() -> Vec<Trial> {
    let range = |first: u64| trial(format!("engines/kernels_from_{first}"), move || check(first));
    let mutants = |first: u64| trial(format!("engines/mutants_from_{first}"), move || check_mutants(first));
    let first = (0..6).map(|i| range(1 + i * KERNELS));
    first.chain((0..6).map(|i| mutants(1 + i * MUTANTS))).collect()
}

/// Modules that the verifier accepts neither harm the machine nor tell the engines apart.
fn check_mutants(first: u64) -> Result<(), String> {
    let programs = programs(first)?;
    let mut executed = 0;
    for number in first..first + MUTANTS {
        let Some(mutant) = mutant(&programs, number) else { continue };
        executed += 1;
        let way = Way { threads: 1 + u32::from(number % 4 == 0), account: number % 5 == 0 };
        engines::compare(&mutant.program, way).map_err(|e| format!("mutant {number}: {e}\n{}", mutant.changes.join("\n")))?;
    }
    if executed * 2 > MUTANTS { Ok(()) } else { Err(format!("only {executed} mutants of {MUTANTS} are accepted")) }
}

/// One of the programs and a few random kernels, compiled.
fn programs(first: u64) -> Result<Vec<Program>, String> {
    let name = PROGRAMS[(first / MUTANTS) as usize % PROGRAMS.len()];
    let mut sources = vec![crate::read(&root().join("tests").join(name))?];
    sources.extend((first..first + 2).map(|number| Kernel::new(number).source()));
    let compiled = |source: String| {
        let loader = DiskLoader::new("mutant.cu".into(), source, Vec::new());
        compile("mutant.cu", &Options::default(), &loader).program.ok_or_else(|| format!("{name} does not compile"))
    };
    sources.into_iter().map(compiled).collect()
}

fn check(first: u64) -> Result<(), String> {
    for number in first..first + KERNELS {
        let kernel = Kernel::new(number);
        compare(&kernel).map_err(|e| format!("kernel {number}: {e}\n{}", kernel.source()))?;
    }
    Ok(())
}
