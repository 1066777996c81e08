//! Starts, goes on by one generation of the game, and ends: what `kern/tests/linked.rs` takes the time of. `nothing` ends before it has done
//! anything, `ready` when the field is in the memory of a device, `interpreted` does without machine code.

use kern::{Device, EngineKind, Error};

fn main() -> Result<(), Error> {
    let word = std::env::args().nth(1).unwrap_or_default();
    if word == "nothing" {
        return Ok(());
    }
    let mut gpu = Device::new(kern::device("h200")?);
    if word == "interpreted" {
        gpu.engine(EngineKind::Interp);
    }
    let mut life = life::Life::new(&mut gpu, 5, 5, &[(1, 2), (2, 2), (3, 2)])?;
    if word == "ready" {
        return Ok(());
    }
    life.step(&mut gpu, 1)?;
    assert_eq!(life.cells(&gpu)?.iter().filter(|cell| **cell == 1).count(), 3);
    Ok(())
}
