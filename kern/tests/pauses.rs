//! A run that is stopped between two operations of a warp, looked at and resumed does what it does alone.

use std::sync::{Arc, Mutex};

use kern::{EngineKind, MemoryWorld, Options, Paused, Pauses, Program, Resume, RunConfig, RunReport};

/// Kernels over `a` and `b`, 256 numbers each, with what launches them.
const KERNELS: &[(&str, &str)] = &[
    // A loop that all lanes leave together.
    (
        "__global__ void k(int *a, int *b) {
            int i = blockIdx.x * blockDim.x + threadIdx.x, s = a[i];
            for (int j = 0; j < 50000; ++j) s = s * 3 + j;
            b[i] = s;
        }",
        "k<<<4, 64>>>(a, b)",
    ),
    // Lanes leave at different times, some at once; floats; a block that is no multiple of a warp.
    (
        "__global__ void k(int *a, int *b) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            float x = i;
            for (int j = 0; j < i * 400; ++j) x = x * 0.5f + (j % 2 ? 1.0f : 3.0f);
            if (i % 3 == 0) for (int j = 0; j < 30000; ++j) x += a[(i + j) % 256];
            b[i] = x;
        }",
        "k<<<3, 80>>>(a, b)",
    ),
    // Barriers in a loop, and after it shuffles.
    (
        "__global__ void k(int *a, int *b) {
            __shared__ int s[128];
            int t = threadIdx.x, i = blockIdx.x * 128 + t;
            s[t] = a[i];
            for (int j = 0; j < 9000; ++j) { __syncthreads(); int x = s[(t + 1) % 128]; __syncthreads(); s[t] = x + (j & 1); }
            int v = s[t];
            for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
            b[i] = v;
        }",
        "k<<<2, 128>>>(a, b)",
    ),
    // A loop that another warp ends, with atomics and a wrong access.
    (
        "__global__ void k(int *a, int *b) {
            __shared__ volatile int flag;
            int t = threadIdx.x;
            if (t == 0) flag = 0;
            __syncthreads();
            if (t == 63) { for (int j = 0; j < 9000; ++j) atomicAdd(&b[1], j); flag = 1; }
            if (t == 0) while (!flag) atomicAdd(&b[3], 1);
            a[t * 1000] = t;
        }",
        "k<<<1, 64>>>(a, b)",
    ),
];

fn program(kernel: &str, launch: &str) -> Program {
    let source = format!(
        "#include <cstdio>
        {kernel}
        int main() {{
            int h[256], *a, *b;
            for (int i = 0; i < 256; ++i) h[i] = i * 7 % 64;
            cudaMalloc(&a, sizeof h), cudaMalloc(&b, sizeof h);
            cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice), cudaMemset(b, 0, sizeof h);
            {launch};
            printf(\"%s\\n\", cudaGetErrorString(cudaDeviceSynchronize()));
            cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost), fwrite(h, sizeof h, 1, stdout);
        }}"
    );
    Program::compile("pauses.cu", &source, &Options::default()).unwrap_or_else(|e| panic!("{e}"))
}

fn run(program: &Program, engine: EngineKind, pauses: Pauses) -> (RunReport, Vec<u8>) {
    let mut world = MemoryWorld::default();
    let report = program.run(&RunConfig { engine, pauses, seed: Some(1), ..RunConfig::default() }, &mut world);
    (report, world.stdout)
}

/// Runs with a pause at each `every`th look, of so many operations; what was seen.
fn run_with_pauses(program: &Program, engine: EngineKind, every: u64, steps: u64) -> (RunReport, Vec<u8>, Vec<Paused>) {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (log, again) = (seen.clone(), Arc::new(Mutex::new(None::<Pauses>)));
    let asker = again.clone();
    let mut left = steps;
    let pauses = Pauses::new(move |paused| {
        log.lock().unwrap().push(paused.clone());
        left -= 1;
        if left > 0 {
            return Resume::Step;
        }
        left = steps;
        if let Some(pauses) = &*asker.lock().unwrap() {
            pauses.request_after(every);
        }
        Resume::Run
    });
    *again.lock().unwrap() = Some(pauses.clone());
    pauses.request_after(every);
    let (report, output) = run(program, engine, pauses);
    *again.lock().unwrap() = None;
    let seen = std::mem::take(&mut *seen.lock().unwrap());
    (report, output, seen)
}

#[test]
fn a_paused_run_does_what_it_does_alone() {
    for (kernel, launch) in KERNELS {
        let program = program(kernel, launch);
        for engine in [EngineKind::Interp, EngineKind::Jit] {
            let (alone, output) = run(&program, engine, Pauses::default());
            for (every, steps) in [(1, 1), (2, 40), (7, 3)] {
                let (report, paused_output, seen) = run_with_pauses(&program, engine, every, steps);
                assert!(every > 1 || !seen.is_empty(), "{engine:?} never stopped\n{kernel}");
                assert!(output == paused_output, "{engine:?} {every} {steps}: other output\n{kernel}");
                assert_eq!(alone.findings, report.findings, "{engine:?} {every} {steps}\n{kernel}");
                assert_eq!(alone.launches[0].counters, report.launches[0].counters, "{engine:?} {every} {steps}\n{kernel}");
                check_places(&seen, steps);
            }
        }
    }
}

/// What is seen is consistent: the warp that stopped is one of the block's, there, and its next operation changes from step to step.
fn check_places(seen: &[Paused], steps: u64) {
    for paused in seen {
        let warp = paused.warps.iter().find(|warp| warp.warp == paused.warp).expect("the warp that stopped is one of the block's");
        assert_ne!(paused.mask, 0);
        assert_eq!(paused.mask & !warp.live, 0);
        assert!(warp.lanes.iter().any(|lanes| lanes.point == paused.point && lanes.mask == paused.mask && lanes.is_ready));
        let there = warp.lanes.iter().fold(0, |all, lanes| all | lanes.mask);
        assert_eq!(there, warp.live);
        assert!(!paused.values.is_empty());
    }
    // From one step to the next something has happened, if only that lanes at this point joined or left.
    for steps in seen.chunks(steps as usize) {
        for pair in steps.windows(2) {
            assert_ne!(pair[0], pair[1], "a step does nothing");
        }
    }
}

#[test]
fn registers_hold_what_the_program_computed() {
    let (kernel, launch) = KERNELS[0];
    let program = program(kernel, launch);
    for engine in [EngineKind::Interp, EngineKind::Jit] {
        let (_, _, seen) = run_with_pauses(&program, engine, 2, 1);
        let paused = &seen[0];
        assert_eq!((paused.block, paused.warp, paused.mask), ([0, 0, 0], 0, u32::MAX));
        // In some register is what the loop has computed so far, lane by lane.
        let mut sums: [u64; 32] = std::array::from_fn(|i| i as u64 * 7 % 64);
        let is_there = (0..50_000u32).any(|j| {
            sums = sums.map(|sum| u64::from((sum as u32).wrapping_mul(3).wrapping_add(j)));
            j >= 1024 && paused.values.iter().any(|value| value.bits == sums)
        });
        assert!(is_there, "{engine:?}: no register holds the sum");
    }
}

#[test]
fn without_loops_a_run_stops_where_it_starts() {
    let program = program("__global__ void k(int *a, int *b) { b[threadIdx.x] = a[threadIdx.x] + 1; }", "k<<<2, 64>>>(a, b)");
    for engine in [EngineKind::Interp, EngineKind::Jit] {
        let (_, output) = run(&program, engine, Pauses::default());
        let seen = Arc::new(Mutex::new(Vec::new()));
        let log = seen.clone();
        let pauses = Pauses::new(move |paused| {
            log.lock().unwrap().push((paused.block[0], paused.warp));
            Resume::Step
        });
        pauses.request();
        let (_, stepped) = run(&program, engine, pauses);
        assert!(output == stepped);
        let mut warps = seen.lock().unwrap().clone();
        warps.dedup();
        assert_eq!(warps, [(0, 0), (0, 1), (1, 0), (1, 1)], "{engine:?}");
    }
}
