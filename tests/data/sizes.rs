//! Programs that grow: four times the size costs at most some six times the time, and beyond a limit its code says so.
//!
//! The sizes here are small ones of a debug build; the command `limits` runs those that `docs/sizes.md` promises.

use std::time::{Duration, Instant};

use kern_tests::command::{Outcome, kern};
use kern_tests::root;
use kern_tests::sizes::{Growing, SIZES, table};
use libtest_mimic::Trial;

use crate::{read, trial};

/// How much larger the second program is.
const GROWTH: usize = 4;
/// How much more time it may take: somewhat more than in proportion, since tables outgrow the processor's caches.
const MAX_RATIO: f64 = 1.6 * GROWTH as f64;
/// What says nothing: a busy machine.
const NOISE: Duration = Duration::from_millis(60);
/// Attempts to see both sizes undisturbed.
const ATTEMPTS: usize = 16;
/// Sizes beyond a limit that take no longer than a test may.
const MAX_BEYOND: usize = 50_000;

pub(crate) fn trials() -> Vec<Trial> {
    let rows = SIZES.iter().map(|row| trial(format!("sizes/{}", row.name), move || check(row)));
    rows.chain([trial("sizes/document".to_string(), document)]).collect()
}

fn document() -> Result<(), String> {
    let text = read(&root().join("docs/sizes.md"))?;
    if text.contains(&table()) { Ok(()) } else { Err(format!("the table of docs/sizes.md is to be\n{}", table())) }
}

fn check(row: &Growing) -> Result<(), String> {
    if row.below > 0 && row.small > 0 {
        grows_evenly(row)?;
    }
    if let Some((size, code)) = row.beyond.filter(|(size, _)| *size <= MAX_BEYOND) {
        let outcome = run(row, size);
        let codes: Vec<String> = outcome.diagnostics().iter().map(|d| d["code"].to_string()).collect();
        if outcome.status != 2 || !codes.contains(&format!("\"{code}\"")) {
            return Err(format!("{size} {}: expected {code}, found status {} and {codes:?}", row.what, outcome.status));
        }
    }
    Ok(())
}

fn grows_evenly(row: &Growing) -> Result<(), String> {
    let sizes = [row.small, (row.small * GROWTH).min(row.below)];
    let ratio = MAX_RATIO * sizes[1] as f64 / (sizes[0] * GROWTH) as f64;
    let mut least = [Duration::MAX; 2];
    for _ in 0..ATTEMPTS {
        for (size, least) in sizes.into_iter().zip(&mut least) {
            let start = Instant::now();
            let outcome = run(row, size);
            *least = start.elapsed().min(*least);
            if outcome.status != 0 {
                return Err(format!("{size} {}: status {}\n{}", row.what, outcome.status, outcome.stderr));
            }
        }
        if least[1] <= least[0].mul_f64(ratio) + NOISE {
            return Ok(());
        }
    }
    Err(format!("{} {}: {:?}; {}: {:?}", sizes[0], row.what, least[0], sizes[1], least[1]))
}

fn run(row: &Growing, size: usize) -> Outcome {
    let folder = std::env::temp_dir().join(format!("kern-sizes-{}", std::process::id()));
    let path = folder.join(format!("{}-{size}.{}", row.name, row.extension()));
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, (row.make)(size)));
    assert!(written.is_ok(), "the folder for temporary files can be written");
    // PTX has no `main` to run.
    let command = if row.is_ptx { "check" } else { "run" };
    let outcome = kern(&[command, "--json", &path.to_string_lossy()], b"");
    let _ = std::fs::remove_file(&path);
    outcome
}
