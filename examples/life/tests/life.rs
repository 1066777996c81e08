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

proptest::proptest! {
    #[test]
    fn any_cells_go_on_as_on_the_host(width in 1..40usize, cells in proptest::collection::vec(0..2u8, 1..400), order in 0..4u64) {
        let height = cells.len().div_ceil(width);
        let alive: Vec<_> = (0..cells.len()).filter(|i| cells[*i] == 1).map(|i| (i % width, i / width)).collect();
        let mut gpu = Device::new(kern::device("t4").unwrap());
        gpu.sanitize(true).seed(order);
        let mut life = Life::new(&mut gpu, width, height, &alive).unwrap();
        let expected = reference(&life.cells(&gpu).unwrap(), width, height);
        life.step(&mut gpu, 1).unwrap();
        proptest::prop_assert_eq!(life.cells(&gpu).unwrap(), expected);
    }
}

#[kern::test]
fn what_a_generation_asks_of_memory(gpu: &mut Device) -> Result<(), Error> {
    let mut life = Life::new(gpu, 16, 16, &random(1, 16, 16))?;
    let report = life.step(gpu, 1)?.expect("there was one");
    insta::assert_snapshot!(report.snapshot(), @r"
    step<<<1, (16, 16)>>>
    l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum 72
    l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum 11
    l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 11
    l1tex__t_requests_pipe_lsu_mem_global_op_st.sum 8
    l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum 20
    l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum 8
    launch__occupancy_limit_blocks 32
    launch__occupancy_limit_warps 8
    launch__shared_mem_per_block_static 324
    memory_l1_wavefronts_shared 83
    memory_l1_wavefronts_shared_ideal 83
    memory_l2_theoretical_sectors_global 28
    memory_l2_theoretical_sectors_global_ideal 19
    smsp__sass_inst_executed_op_global_ld.sum 11
    smsp__sass_inst_executed_op_global_st.sum 8
    smsp__sass_inst_executed_op_shared_ld.sum 72
    smsp__sass_inst_executed_op_shared_st.sum 11
    ");
    Ok(())
}
