//! What a program takes where memory is allocated and not mapped on demand, as in a browser: a build for such a system has these
//! sizes, and here they are chosen so that an allocator that counts sees them.

use kern::{ArenaSizes, EngineKind, MemoryWorld, Options, Program, RunConfig};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The system's allocator, which counts bytes: those that are in use, and the most that were.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn count(bytes: usize) {
    PEAK.fetch_max(IN_USE.fetch_add(bytes, Relaxed) + bytes, Relaxed);
}

// SAFETY: the system's allocator does everything.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bytes that a page may take before the program does anything.
const MOST: usize = 48 << 20;

const SOURCE: &str = r#"
#include <cstdio>
#include <cstdlib>
__global__ void scale(float *x, float factor, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = x[i] * factor + 1;
}
int main() {
    float *x, *none;
    cudaMallocManaged(&x, 1000 * sizeof(float));
    for (int i = 0; i < 1000; ++i) x[i] = i;
    scale<<<4, 256>>>(x, 2, 1000);
    cudaDeviceSynchronize();
    printf("%g %s %s\n", x[999], cudaGetErrorName(cudaMalloc(&none, 64 << 20)), malloc(64 << 20) ? "memory" : "no memory");
}
"#;

/// The only test of this file: others would be counted too.
#[test]
fn a_program_starts_in_48_megabytes() {
    let program = Program::compile("start.cu", SOURCE, &Options::default()).unwrap_or_else(|e| panic!("{e}"));
    for engine in [EngineKind::Interp, EngineKind::default()] {
        let before = IN_USE.load(Relaxed);
        let config = RunConfig { arenas: ArenaSizes::ALLOCATED, engine, threads: 1, ..RunConfig::default() };
        let mut world = MemoryWorld::default();
        let report = program.run(&config, &mut world);
        assert_eq!(String::from_utf8_lossy(&world.stdout), "1999 cudaErrorMemoryAllocation no memory\n");
        assert_eq!(report.exit_status, 0, "{:?}", report.findings);
        let (peak, left) = (PEAK.load(Relaxed), IN_USE.load(Relaxed));
        println!("{engine:?}: {} KB at most, {} KB before the run", peak >> 10, before >> 10);
        assert!(peak > 32 << 20, "{} KB: the windows were not counted", peak >> 10);
        assert!(peak <= MOST, "{} KB at most", peak >> 10);
        assert!(left < before + (8 << 20), "{} KB stay", left >> 10);
    }
}
