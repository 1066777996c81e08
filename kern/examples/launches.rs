//! Microseconds of a launch of a saxpy over 1,024 floats, from Rust: `python/bench/launches.py` compares them.

use std::time::Instant;

use kern::{Counting, Device, Error, Program, grid};

/// Launches of a round, and rounds, of which the fastest counts.
const LAUNCHES: u32 = 10_000;
const ROUNDS: u32 = 3;

fn main() -> Result<(), Error> {
    let mut arguments = std::env::args().skip(1);
    let counting = if arguments.any(|word| word == "off") { Counting::Off } else { Counting::On };
    let kernel = Program::from_source("saxpy.kern", include_str!("saxpy.kern"))?.kernel("saxpy")?;
    let mut gpu = Device::new(kern::device("h200")?);
    gpu.count(counting);
    let (x, y) = (gpu.upload(&[1.0f32; 1024])?, gpu.upload(&[1.0f32; 1024])?);
    let mut fastest = f64::INFINITY;
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        for _ in 0..LAUNCHES {
            kernel.launch(&mut gpu, grid(4).block(256), (1024, 2.0f32, &x, &y))?;
        }
        fastest = fastest.min(begun.elapsed().as_secs_f64());
    }
    println!("{:.2}", fastest / f64::from(LAUNCHES) * 1e6);
    Ok(())
}
