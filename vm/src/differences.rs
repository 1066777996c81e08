//! What a program may see here that differs from a GPU, and which mistakes nobody looks for: data for the book.
//!
//! One row each. The page `docs/differences.md` is made of them; a row goes when what it says is no longer so.

/// Something that a program can tell from a GPU.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What it is about.
    pub topic: &'static str,
    /// What a GPU does.
    pub gpu: &'static str,
    /// What is done here, and how to change it where that is possible.
    pub here: &'static str,
}

/// What differs, most visible first.
pub const DIFFERENCES: &[Difference] = &[
    Difference {
        topic: "Times of events",
        gpu: "`cudaEventElapsedTime` measures.",
        here: "The answer is modelled from the device table: bytes over bandwidth, instructions over issue rate, a fixed cost a \
               call. It is the same in every run, and no measurement: compare counters (`kern profile`), not times. Host clocks \
               (`clock()`, `std::chrono`) measure the time that kern took.",
    },
    Difference {
        topic: "Errors of a launch",
        gpu: "CUDA 13 answers a wrong launch configuration with `cudaErrorInvalidValue` (1).",
        here: "As CUDA 12 and every textbook: `cudaErrorInvalidConfiguration` (9), but for too much shared memory, which is \
               `cudaErrorInvalidValue` in both. Everywhere else as CUDA 13.",
    },
    Difference {
        topic: "Numbers of 16 bits",
        gpu: "`__half` and `__nv_bfloat16` have instructions of their own.",
        here: "Results are those (sums of products of `__nv_bfloat16` are contracted from compute capability 9.0 on, as nvcc does it), but \
               counters of kernels with them count other instructions than the hardware has.",
    },
    Difference {
        topic: "`-use_fast_math`",
        gpu: "All floating functions are shorter, and `tanhf` is an approximation of the hardware.",
        here: "Bit for bit as on an H200: `/`, roots, subnormal numbers, and `sinf`, `cosf`, `tanf`, `sincosf`, `expf`, `exp2f`, `exp10f`, \
               `logf`, `log2f`, `log10f`, `powf`. `tanhf` and `__tanhf` are more precise, and so are those of the others that divide or take \
               roots (`hypotf`, `asinf`). Instructions of inline PTX take subnormal numbers for zero, too.",
    },
    Difference {
        topic: "Order of `printf` in kernels",
        gpu: "Blocks and warps print in any order. The text appears when the host waits for the device; when the buffer is full, \
              the oldest is lost, unless the driver empties it in time.",
        here: "Block by block, in a block warp by warp up to its next barrier, in each run the same. Where both sides of a branch \
               print, the side that fewer lanes of a warp take goes first, as measured on an H200; of equal numbers, the one that \
               nvcc's code falls through to, which is known but for unrolled loops and the `default` of a `switch`. It appears where the \
               host waits; what is lost at the end of the program, or in a full buffer, is reported.",
    },
    Difference {
        topic: "The stack of a thread",
        gpu: "Calls of functions that call themselves again take what ptxas says of `cudaLimitStackSize`, 1024 bytes by default; a call that \
              finds no room ends the launch with `cudaErrorIllegalAddress`.",
        here: "A call takes what it needs at least: registers that are kept over it, larger arrays, the address to return to; about two \
               thirds of what ptxas takes. Whatever ends for that reason here ends on a GPU, a little earlier.",
    },
    Difference {
        topic: "Streams",
        gpu: "Copies and kernels of different streams overlap, and the host runs ahead of them.",
        here: "Every operation is done when it is issued, so the host finds the results of unfinished work; that it did not wait \
               for them is reported. Host functions of a stream are called at once. Only a kernel that spins until the host, or \
               a copy or a kernel of another stream, sets a flag goes on beside these, and what comes after it waits; but checks, counters \
               and orders of threads are of one kernel at a time, so that there it must end before the next one begins. Events, queries and the modelled times show the overlap that the streams allow.",
    },
    Difference {
        topic: "Threads of the host",
        gpu: "They run at the same time, on all processors, in an order that nobody knows.",
        here: "They take turns: `pthread_create`, `std::thread`, `std::async` and OpenMP make coroutines. A thread runs until it waits (for a \
               lock, a condition, a barrier, the end of another one, the device, for time to pass) or has taken some thousand rounds of \
               loops; then the next one does, in the order in which they were made, or with `--seed` in one that follows from it. \
               Between, nothing interrupts it, so a race may show with one seed and not with another. Timed waits go by the modelled \
               clock: instructions and what was slept. `std::thread::hardware_concurrency()` and OpenMP's number of threads are 4 unless \
               the program asks for another. Tasks of OpenMP run where they are made. A `thread_local` variable of another thread than \
               `main`'s is not destroyed.",
    },
    Difference {
        topic: "`#pragma omp`",
        gpu: "`nvcc` ignores it, unless `-Xcompiler -fopenmp` is given.",
        here: "It is carried out with `-fopenmp`, and in a program that includes `<omp.h>`; else it is ignored, with a warning.",
    },
    Difference {
        topic: "Memory of the host looked at as another type",
        gpu: "`g++ -O2` takes it that objects of different types lie in different bytes; without `-O`, as `nvcc` calls it, it does not.",
        here: "In loops, pointers and numbers (floating, `bool`, integers of 16 and 32 bits) do; numbers may be looked at as other \
               numbers, and anything as bytes or integers of 64 bits. Device code takes nothing of types, as `nvcc`.",
    },
    Difference {
        topic: "Order of blocks, warps and lanes",
        gpu: "Undefined.",
        here: "Blocks in order of their number, as many at a time as the device holds; of a block one warp after the other up to \
               where it waits. A missing barrier or a race may therefore look right here: `kern sanitize` finds them.",
    },
    Difference {
        topic: "Contents of fresh memory",
        gpu: "`cudaMalloc` gives what was there before: mostly zeros, sometimes the data of another program. `malloc` likewise.",
        here: "Zeros. Shared memory holds what the block before on the same multiprocessor left there, as on the GPU.",
    },
    Difference {
        topic: "After a mistake in a kernel",
        gpu: "The kernel ends at once and the context is lost: every later call fails.",
        here: "The wrong access is left out, so that one run shows several mistakes; the launch fails at its end with the error \
               that CUDA would answer, and later calls fail as on the GPU. The warp prints no more from there on, as on the GPU.",
    },
    Difference {
        topic: "Pointers into other arrays",
        gpu: "An access that leaves its array and lands in another one that is mapped goes unnoticed.",
        here: "It is a finding: every pointer must stay in the allocation or the variable it was made from.",
    },
    Difference {
        topic: "`tanh.approx` (`__tanhf`), and `ex2` and `tanh` of half precision",
        gpu: "The special function unit approximates them.",
        here: "Within the bounds that the PTX ISA gives, but not always the same last bit. All other arithmetic is bit for bit the \
               GPU's (an H200's): functions of `<math.h>`, `__sinf` and its kin, `.approx` operations of PTX.",
    },
    Difference {
        topic: "Atomics on floats",
        gpu: "Sums in an order that changes from run to run, and so do the last bits.",
        here: "In the order of blocks and lanes: the same bits in every run.",
    },
    Difference {
        topic: "`clock()`, `clock64()` and `globaltimer` in kernels",
        gpu: "Cycles of the multiprocessor; nanoseconds.",
        here: "They count warp instructions: they grow, and say nothing of time.",
    },
    Difference {
        topic: "Levels of mipmaps by gradients",
        gpu: "`tex2DGrad` and its kin take the level from a logarithm that the hardware approximates.",
        here: "From the exact one, rounded to 1/256: about a quarter of the levels lie 1/256 beside the hardware's, few further. Filters, \
               and levels that are given as numbers (`tex2DLod`), are the same bit for bit.",
    },
    Difference {
        topic: "Asynchronous copies",
        gpu: "`cuda::memcpy_async`, `cooperative_groups::memcpy_async`, `__pipeline_memcpy_async` and `cp.async` go on while the thread does; what they copy may be read once somebody has waited for them.",
        here: "Each copy is done where it stands. What reads it before somebody has waited, the thread itself or another, is a race that `kern sanitize` finds; bulk copies (`cp.async.bulk`) are not looked at there.",
    },
    Difference {
        topic: "Border colours of textures of integers that are read as fractions",
        gpu: "The colour is rounded to the format in a way of its own: 0.5 as 16 bits is one step below the nearest.",
        here: "To the nearest.",
    },
    Difference {
        topic: "Textures of memory that the same kernel writes",
        gpu: "A texture may show what was there before, or what is there now.",
        here: "What is there now.",
    },
    Difference {
        topic: "Registers",
        gpu: "`cudaFuncGetAttributes` and the occupancy calls know what ptxas used.",
        here: "An estimate. Limits of occupancy other than registers are exact.",
    },
    Difference {
        topic: "Graphs",
        gpu: "Nodes without a path between them may run at the same time. Kernels may launch graphs, nodes may be semaphores of other interfaces, \
              edges may be programmatic, and `cudaGraphDebugDotPrint` writes all that a node has.",
        here: "Nodes run one after the other in an order that the edges allow, and overlap on the modelled clock. The others are refused with \
               `cudaErrorNotSupported`; the data of edges is not looked at; the file for Graphviz has types and edges. A copy by \
               `cudaMemcpy2DToArrayAsync` and its kin cannot be captured (`cudaErrorStreamCaptureUnsupported`); one by `cudaMemcpy3DAsync` can.",
    },
    Difference {
        topic: "Several devices",
        gpu: "Whatever is in the machine, with the links that it has.",
        here: "`--devices N` gives N of one product, each of which can reach the others' memory. The default streams of all devices are one \
               queue, and `cudaDeviceSynchronize` waits for every device; an error that loses the context loses it for all. A \
               `__device__` variable has the same address on each.",
    },
    Difference {
        topic: "Memory of pools",
        gpu: "`cudaFreeAsync` takes effect in its stream's order; the memory may be used again by allocations that come after it.",
        here: "It takes effect at once, so that any later use is a finding. What the pool's attributes answer follows the driver's steps of 32 MiB.",
    },
    Difference {
        topic: "Other processes",
        gpu: "`cudaIpcGetMemHandle`, `cudaIpcGetEventHandle` and exported pools share memory and events.",
        here: "They answer `cudaErrorNotSupported`, and so do `cudaGetDriverEntryPoint` and its kin, as there is no driver to ask.",
    },
    Difference {
        topic: "Signals",
        gpu: "They come from other processes, timers and mistakes of the program.",
        here: "`raise` and `kill` send them to the program itself, which handles, ignores, blocks or ends. None comes from outside, and a mistake is a finding.",
    },
    Difference {
        topic: "`asm` in host code",
        gpu: "Instructions of the processor.",
        here: "Nothing but what keeps code in its order (an empty statement, `mfence`, `pause`) and `rdtsc`, which answers nanoseconds; the rest is an error. `__SSE2__` and its kin are not defined.",
    },
    Difference {
        topic: "Clusters",
        gpu: "Blocks of a cluster run on one part of the device at the same time; how many clusters fit depends on how its parts are cut. Asynchronous instructions on shared memory (`cp.async.bulk`, `mbarrier`) go through a proxy of their own, which fences order.",
        here: "As many clusters are there at once as blocks fit. Each bulk copy is done where it stands, and fences between proxies have nothing to do; tensor maps, `wgmma`, `multicast`, `st.async` and `red.async` are refused. What a block's thread hands to another block as a pointer to its own shared memory, without `map_shared_rank`, is taken for that one's. Attributes of a launch but \"cooperative\" and the size of clusters change nothing.",
    },
    Difference {
        topic: "Device memory",
        gpu: "As much as the product has.",
        here: "The product's size is what a program may allocate; what it touches comes from this machine's memory.",
    },
    Difference { topic: "Addresses", gpu: "As the driver likes.", here: "Device memory starts at 0x700000000000, the same in each run." },
];

/// A kind of mistake that `kern run` does not look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unchecked {
    /// The mistake.
    pub mistake: &'static str,
    /// What happens instead.
    pub today: &'static str,
}

/// What is not checked.
pub const UNCHECKED: &[Unchecked] = &[
    Unchecked {
        mistake: "Races between threads, warps and blocks, and missing barriers, outside `kern sanitize`",
        today: "The result is that of one order of execution, often the wanted one.",
    },
    Unchecked { mistake: "Reads of memory that nothing was written to, outside `kern sanitize`", today: "They give zeros." },
    Unchecked {
        mistake: "Reads of the host's memory, of variables that are no arrays, and of arrays that kernels pass on by address, which were never set",
        today: "They give zeros, or what was there before; many are found when the program is compiled.",
    },
    Unchecked {
        mistake: "Races of the host's threads; those of two streams, and of a kernel with a copy, outside `kern sanitize`",
        today: "The result is that of one order of execution.",
    },
    Unchecked {
        mistake: "Races around `cuda::barrier` and `cuda::pipeline` under orders other than the fixed one",
        today: "With `--seed` and `--seeds` such programs may be accused wrongly, or run out of fuel; the fixed order is right about them.",
    },
    Unchecked { mistake: "Visibility of writes without a fence, outside `kern sanitize`", today: "Every write is seen at once." },
    Unchecked { mistake: "Device memory that is never freed, but with `kern sanitize --checks leak`", today: "Nothing is said." },
    Unchecked { mistake: "Signed overflow and shifts by too much", today: "They wrap around, or give what the hardware gives." },
];
