//! Under the sanitizer, on two GPUs, against the same on the host.

use kern::{Device, Error, assert_profile};
use life::Life;

/// One generation, as it is written in a book.
fn reference(cells: &[u8], width: usize, height: usize) -> Vec<u8> {
    let alive = |x: usize, y: usize| cells[(y % height) * width + x % width] as usize;
    let cell = |x: usize, y: usize| {
        let around = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)];
        let neighbours: usize = around.iter().map(|(dx, dy)| alive(x + width + dx - 1, y + height + dy - 1)).sum();
        u8::from(neighbours == 3 || (neighbours == 2 && alive(x, y) == 1))
    };
    (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| cell(x, y)).collect()
}

/// A third of the cells, by a linear congruential generator.
fn random(seed: u64, width: usize, height: usize) -> Vec<(usize, usize)> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        state >> 33
    };
    (0..width * height).filter(|_| next() % 3 == 0).map(|i| (i % width, i / width)).collect()
}

#[kern::test]
fn a_glider_moves_by_one_cell_in_four_generations(gpu: &mut Device) -> Result<(), Error> {
    let mut life = Life::new(gpu, 6, 6, &[(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)])?;
    life.step(gpu, 4)?;
    assert_eq!(life.to_string(gpu)?, "......\n..#...\n...#..\n.###..\n......\n......\n");
    assert_eq!(life.population(gpu)?, 5);
    Ok(())
}

#[kern::test(device = "t4")]
fn any_field_is_as_on_the_host(gpu: &mut Device) -> Result<(), Error> {
    for (seed, (width, height)) in (0..).zip([(1, 1), (2, 3), (17, 5), (16, 16), (33, 40)]) {
        let mut life = Life::new(gpu, width, height, &random(seed, width, height))?;
        for generation in 0..3 {
            let expected = reference(&life.cells(gpu)?, width, height);
            life.step(gpu, 1)?;
            assert_eq!(life.cells(gpu)?, expected, "{width} x {height}, generation {generation}");
            assert_eq!(life.population(gpu)?, expected.iter().map(|cell| u32::from(*cell)).sum::<u32>());
        }
    }
    Ok(())
}

#[kern::test]
fn a_generation_reads_each_cell_about_once(gpu: &mut Device) -> Result<(), Error> {
    let mut life = Life::new(gpu, 128, 128, &random(1, 128, 128))?;
    let report = life.step(gpu, 1)?.expect("there was one");
    // 18 x 18 bytes for a tile of 16 x 16, and no more than two sectors for each row that a warp reads.
    assert_profile!(report, global_loads.bytes == 64 * 18 * 18);
    assert_profile!(report, global_loads.sectors_per_request <= 6.0);
    assert_profile!(report, shared_stores.conflicts_per_request == 0.0);
    Ok(())
}
