//! What a launch through the embedding crate costs over the engine's own launch, for `docs/embedding.md`. Contenders take turns, and of each
//! the fastest round counts: whatever else the machine does only makes them slower. How long a program takes to start is measured by
//! `tests/linked.rs`.

use std::sync::Arc;
use std::time::Instant;

use kern::{Counting, Device, Error, LaunchConfig, MemoryWorld, RunConfig, grid};
use kern_vm::DeviceContext;

mod kernels {
    kern::kernels! {
        __global__ void empty() {}
        __global__ void four(int n, float a, const float *x, float *y) { if (n) *y = a * *x; }
    }
}

/// Launches of a round, and rounds.
const LAUNCHES: u32 = 500;
const ROUNDS: u32 = 400;

/// Who launches.
type Launcher<'a> = Box<dyn FnMut() -> Result<(), Error> + 'a>;

/// Microseconds of a launch by each.
fn fastest(launchers: &mut [(&str, Launcher<'_>)]) -> Result<Vec<f64>, Error> {
    let mut best = vec![f64::INFINITY; launchers.len()];
    for _ in 0..ROUNDS {
        for ((_, launch), best) in launchers.iter_mut().zip(&mut best) {
            let begun = Instant::now();
            for _ in 0..LAUNCHES {
                launch()?;
            }
            *best = best.min(begun.elapsed().as_secs_f64() / f64::from(LAUNCHES) * 1e6);
        }
    }
    Ok(best)
}

fn main() -> Result<(), Error> {
    let model = kern::device("h200")?;
    let program = kernels::KERNELS.program()?;
    for (name, counting) in [("not counted", Counting::Off), ("counted", Counting::On)] {
        let config = RunConfig {
            profile: counting == Counting::On,
            compile_after: kern_vm::COMPILE_AFTER,
            device: String::new(),
            args: Vec::new(),
            ..RunConfig::default()
        };
        let device = || {
            let mut gpu = Device::new(model.clone());
            gpu.count(counting);
            gpu
        };
        let shape = LaunchConfig {
            grid: [1; 3],
            block: [1; 3],
            dynamic_shared: 0,
            shared_limit: 0,
            stream: 0,
            cluster: kern_vm::launch::NO_CLUSTERS,
        };
        let (mut own, ir) = (DeviceContext::new(model.clone()), Arc::new(program.ir().clone()));
        let id = program.kernel("empty")?;
        let id = kern_ir::FuncId(program.ir().device.functions.iter().position(|f| f.display_name == id.name()).unwrap_or(0) as u32);
        let (mut typed, mut named, mut with_four, mut recorded) = (device(), device(), device(), device());
        let empty = program.kernel("empty")?;
        let x = with_four.alloc::<f32>(1)?;
        let mut y = with_four.alloc::<f32>(1)?;
        let graph = recorded.record(|gpu| kernels::empty(gpu, grid(1)).map(drop))?;
        let mut launchers: Vec<(&str, Launcher<'_>)> = vec![
            (
                "the engine's own, `empty()`",
                Box::new(|| {
                    let launched = own.launch(&ir, id, &shape, &[], &config, &mut MemoryWorld::default());
                    assert!(launched.is_ok());
                    Ok(())
                }),
            ),
            ("typed, `empty()`", Box::new(|| kernels::empty(&mut typed, grid(1)).map(drop))),
            ("by name, `empty()`", Box::new(|| empty.launch(&mut named, grid(1), ()).map(drop))),
            ("of a graph, `empty()`", Box::new(|| graph.launch(&mut recorded).map(drop))),
            ("typed, four arguments", Box::new(|| kernels::four(&mut with_four, grid(1), 0, 1.0, &x, &mut y).map(drop))),
        ];
        let best = fastest(&mut launchers)?;
        for ((what, _), microseconds) in launchers.iter().zip(&best) {
            println!("{name}: {what}: {microseconds:.2} µs, {:+.2} over the engine's own", microseconds - best[0]);
        }
    }
    Ok(())
}
