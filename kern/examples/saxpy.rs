//! A Rust program that launches kernels, reads a counter and asserts on it: `cargo run -p kern --example saxpy`.
//!
//! A warp that reads neighbouring floats needs 4 sectors of 32 bytes; one that reads every eighth needs 32.

use kern::{Device, Error, Program, grid};

/// Sectors of global loads, as Nsight Compute calls them.
const SECTORS: &str = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
const REQUESTS: &str = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum";

/// Launches both kernels on the same 32768 floats; sectors of each request.
fn sectors() -> Result<(u64, u64), Error> {
    let program = Program::from_source("saxpy.kern", include_str!("saxpy.kern"))?;
    let mut gpu = Device::new(kern::device("h200")?);
    let n = 1 << 15;
    let xs: Vec<f32> = (0..n).map(|i| i as f32).collect();
    let x = gpu.upload(&xs)?;
    let y = gpu.alloc::<f32>(xs.len())?;

    let side_by_side = program.kernel("saxpy")?.launch(&mut gpu, grid(n / 256).block(256), (n, 2.0f32, &x, &y))?;
    assert!(gpu.download(&y)?.iter().zip(&xs).all(|(y, x)| *y == 2.0 * x));

    let strided = program.kernel("saxpyStrided")?.launch(&mut gpu, grid(n / 8 / 256).block(256), (n, 8, 2.0f32, &x, &y))?;
    let per_request = |counters: &kern::Counters| counters[SECTORS] / counters[REQUESTS];
    Ok((per_request(&side_by_side.counters), per_request(&strided.counters)))
}

fn main() -> Result<(), Error> {
    let (side_by_side, strided) = sectors()?;
    println!("sectors a request: {side_by_side} side by side, {strided} with stride 8");
    assert_eq!((side_by_side, strided), (4, 32));
    Ok(())
}

#[test]
fn neighbours_share_sectors() -> Result<(), Error> {
    main()
}
