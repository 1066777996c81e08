//! Launches from Rust: what fits, what does not and what is said of it, and what stays on a device.

use kern::{Buffer, Counting, Device, EngineKind, Error, LaunchReport, Null, Object, Program, grid};

const SOURCE: &str = "\
#include <cstdio>
struct Pair { int a; double b; };
__device__ int *kept;
__device__ int total = 5;
__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}
template <class T, int N> __global__ void fill(T *x, T value) { x[N] = value; }
template __global__ void fill<float, 1>(float *, float);
template __global__ void fill<unsigned int, 2>(unsigned int *, unsigned int);
__global__ void over(int *x) { *x = 1; }
__global__ void over(float *x) { *x = 2; }
__global__ void keep(int *x) { kept = x; }
__global__ void use() { total += *kept; }
__global__ void all(bool b, signed char c, unsigned char d, short e, unsigned short f, int g, unsigned h, long long i, size_t j, float k,
    double l, float4 m, Pair n, const void *o, double *out)
{
    out[0] = b + c + d + e + f + g + h + i + j + k + l + m.w + n.a + n.b + (o == nullptr);
}
__global__ void shout(int what) { printf(\"%d\\n\", what); }
__global__ void shared(int *x) { extern __shared__ int s[]; s[threadIdx.x] = 3; __syncthreads(); x[threadIdx.x] = s[threadIdx.x ^ 1]; }
__global__ void forever(volatile int *x) { while (*x == 0) {} }
enum Colour { RED, GREEN };
__global__ void paint(Colour c, int (*rows)[2], int *out) { out[0] = c == GREEN ? rows[1][0] : 0; }
";

fn program() -> Program {
    Program::from_source("kernels.kern", SOURCE).unwrap()
}

fn gpu() -> Device {
    Device::new(kern::device("h200").unwrap())
}

/// The diagnostics as text, and their codes.
fn told(error: &Error) -> (String, Vec<&'static str>) {
    (error.to_string(), error.diagnostics().iter().map(|d| d.code.0).collect())
}

fn run(gpu: &mut Device, name: &str, arguments: impl kern::Arguments) -> Result<LaunchReport, Error> {
    program().kernel(name).unwrap().launch(gpu, grid(1), arguments)
}

#[test]
fn a_launch_computes_and_counts() {
    let (program, mut gpu) = (program(), gpu());
    let (x, y) = (gpu.upload(&[1.0f32; 100]).unwrap(), gpu.upload(&[0.5f32; 100]).unwrap());
    let saxpy = program.kernel("saxpy").unwrap();
    for engine in [EngineKind::Interp, EngineKind::Jit] {
        gpu.engine(engine).write(&y, &[0.5; 100]).unwrap();
        let report = saxpy.launch(&mut gpu, grid(2).block(64), (100, 2.0f32, &x, &y)).unwrap();
        assert_eq!(gpu.download(&y).unwrap(), [2.5; 100]);
        assert_eq!(report.counters["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"], 2 * 13);
        assert_eq!(report.totals.blocks, 2);
        gpu.count(Counting::Off);
        assert!(saxpy.launch(&mut gpu, grid(2).block(64), (100, 2.0f32, &x, &y)).unwrap().counters.is_empty());
        assert_eq!(gpu.download(&y).unwrap(), [4.5; 100]);
        gpu.count(Counting::On);
    }
}

#[test]
fn every_type_of_argument_arrives() {
    let mut gpu = gpu();
    let out = gpu.alloc::<f64>(1).unwrap();
    let pair = [1024i64.to_le_bytes(), 2048f64.to_le_bytes()].concat();
    let vector = [0.0f32, 0.0, 0.0, 512.0];
    run(&mut gpu, "all", (true, -2i8, 4u8, 8i16, 16u16, 32, 64u32, 128i64, 256usize, 0.5f32, 0.25f64, vector, Object(&pair), Null, &out))
        .unwrap();
    assert_eq!(gpu.download(&out).unwrap(), [1.0 - 2.0 + 4.0 + 8.0 + 16.0 + 32.0 + 64.0 + 128.0 + 256.0 + 0.75 + 512.0 + 3072.0 + 1.0]);
    let (rows, out) = (gpu.upload(&[1, 2, 3, 4]).unwrap(), gpu.alloc::<i32>(1).unwrap());
    run(&mut gpu, "paint", (1, &rows, &out)).unwrap();
    assert_eq!(gpu.download(&out).unwrap(), [3]);
}

#[test]
fn kernels_are_found_by_the_names_that_cuda_programs_write() {
    let program = program();
    let declaration = |name: &str| program.kernel(name).map(|k| k.declaration()).map_err(|e| told(&e).1[0]);
    assert_eq!(declaration("fill<float, 1>").unwrap(), "__global__ void fill<float, 1>(float *x, float value)");
    assert_eq!(declaration("fill<unsigned int,2>").unwrap(), "__global__ void fill<unsigned int, 2>(unsigned int *x, unsigned int value)");
    assert_eq!(declaration("over( float* )").unwrap(), "__global__ void over(float *x)");
    assert_eq!(declaration("fill"), Err("K1002"));
    assert_eq!(declaration("over"), Err("K1002"));
    assert_eq!(declaration("fill<double, 1>"), Err("K1001"));
    assert_eq!(program.kernels().count(), 12);
}

#[test]
fn a_wrong_name_is_shown_with_what_there_is() {
    let (text, codes) = told(&program().kernel("saxpi").unwrap_err());
    assert_eq!(codes, ["K1001"]);
    assert!(text.contains("program().kernel(\"saxpi\")"), "{text}");
    assert!(text.contains("`__global__ void saxpy(int n, float a, const float *x, float *y)`"), "{text}");
    assert!(text.contains("did you mean `saxpy`?"), "{text}");
}

#[test]
fn a_wrong_argument_is_shown_from_both_sides() {
    let (program, mut gpu) = (program(), gpu());
    let x = gpu.upload(&[1i32; 4]).unwrap();
    let y = gpu.upload(&[1.0f32; 4]).unwrap();
    let kernel = program.kernel("saxpy").unwrap();
    let error = kernel.launch(&mut gpu, grid(1), (4, 2.0f32, &x, &y)).unwrap_err();
    let line = line!() - 1;
    let expected = format!(
        "\
error[K1004]: argument 3 of `saxpy`: expected a `&Buffer<f32>`, found `&Buffer<i32>`
     ╭─[ kern/tests/embedding.rs:{line}:62 ]
     │
 {line} │     let error = kernel.launch(&mut gpu, grid(1), (4, 2.0f32, &x, &y)).unwrap_err();
     │                                                              ─┬
     │                                                               ╰── this is `&Buffer<i32>`
     │
     ├─[ kernels.kern:5:52 ]
     │
   5 │ __global__ void saxpy(int n, float a, const float *x, float *y)
     │                                                    ┬
     │                                                    ╰── the parameter is `const float *x`
─────╯
"
    );
    assert_eq!(told(&error).0, expected);
    let codes = |error: Result<LaunchReport, Error>| told(&error.unwrap_err()).1;
    assert_eq!(codes(kernel.launch(&mut gpu, grid(1), (4i64, 2, 3, &y))), ["K1004", "K1004", "K1004"]);
    assert_eq!(codes(kernel.launch(&mut gpu, grid(1), (&y, 2.0f32, &y, &y))), ["K1004"]);
    assert_eq!(codes(kernel.launch(&mut gpu, grid(1), ())), ["K1003"]);
    assert_eq!(codes(kernel.launch(&mut gpu, grid(1), (4, 2.0f32, &y, &y, Null))), ["K1003"]);
    assert_eq!(gpu.download(&y).unwrap(), [1.0; 4], "nothing ran");
}

#[test]
fn a_wrong_number_of_arguments_is_shown_from_both_sides() {
    let (program, mut gpu) = (program(), gpu());
    let error = program.kernel("saxpy").unwrap().launch(&mut gpu, grid(1), (4, 2.0f32)).unwrap_err();
    let (text, _) = told(&error);
    assert!(text.starts_with("error[K1003]: `saxpy` has 4 parameters, the launch gives 2 arguments\n"), "{text}");
    for part in [
        "2 arguments: `i32`, `f32`",
        "`__global__ void saxpy(int n, float a, const float *x, float *y)`",
        "a `&Buffer<f32>` for `float *y`",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn impossible_launches_are_errors() {
    let (program, mut gpu) = (program(), gpu());
    let kernel = program.kernel("shout").unwrap();
    let too_much_shared = grid(1).shared(1 << 20);
    for shape in [grid(1).block(1025), grid(0), grid(-1), grid(1u64 << 40), grid((1, 65536)), grid(1).block((1, 1, 65)), too_much_shared] {
        let (text, codes) = told(&kernel.launch(&mut gpu, shape, (1,)).unwrap_err());
        assert_eq!(codes, ["K1006"]);
        let error = if shape == too_much_shared { "cudaErrorInvalidValue" } else { "cudaErrorInvalidConfiguration" };
        assert!(text.contains(error), "{text}");
    }
    // More than 48 KB needs no other call.
    let x = gpu.alloc::<i32>(64).unwrap();
    program.kernel("shared").unwrap().launch(&mut gpu, grid(1).block(64).shared(100_000), (&x,)).unwrap();
    assert_eq!(gpu.download(&x).unwrap(), [3; 64]);
}

#[test]
fn a_mistake_fails_the_launch_and_spoils_nothing() {
    let (program, mut gpu) = (program(), gpu());
    let x = gpu.upload(&[1.0f32; 4]).unwrap();
    let kernel = program.kernel("saxpy").unwrap();
    let error = kernel.launch(&mut gpu, grid(1).block(32), (6, 1.0f32, &x, &x)).unwrap_err();
    let (text, codes) = told(&error);
    assert_eq!(codes, ["R0101", "K1007"]);
    assert!(
        text.contains("out-of-bounds global read of 4 bytes by thread (4,0,0) of block (0,0,0): element 4 of 4 floats, just past the end"),
        "{text}"
    );
    assert!(text.contains("kernel.launch(&mut gpu, grid(1).block(32), (6, 1.0f32, &x, &x))"), "{text}");
    assert!(text.contains("cudaErrorIllegalAddress"), "{text}");
    assert_eq!(error.report().unwrap().counters["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"], 2);
    assert_eq!(gpu.download(&x).unwrap(), [2.0; 4]);
    kernel.launch(&mut gpu, grid(1).block(32), (4, 1.0f32, &x, &x)).unwrap();
    assert_eq!(gpu.download(&x).unwrap(), [4.0; 4]);
}

#[test]
fn a_loop_without_end_is_stopped() {
    let mut gpu = gpu();
    let x = gpu.alloc::<i32>(1).unwrap();
    let (text, codes) = told(&run(gpu.fuel(10_000), "forever", (&x,)).unwrap_err());
    assert_eq!(codes.last(), Some(&"K1007"), "{text}");
    assert!(text.contains("cudaErrorLaunchTimeout"), "{text}");
}

#[test]
fn what_is_printed_is_in_the_report() {
    let mut gpu = gpu();
    assert_eq!(run(&mut gpu, "shout", (-7,)).unwrap().stdout, "-7\n");
}

#[test]
fn memory_and_variables_stay_and_each_device_has_its_own() {
    let (program, mut first, mut second) = (program(), gpu(), gpu());
    let x = first.upload(&[40]).unwrap();
    program.kernel("keep").unwrap().launch(&mut first, grid(1), (&x,)).unwrap();
    for sum in [45, 85] {
        program.kernel("use").unwrap().launch(&mut first, grid(1), ()).unwrap();
        assert_eq!(first.read_symbol::<i32>(&program, "total").unwrap(), [sum]);
    }
    first.write_symbol(&program, "total", &[1]).unwrap();
    assert_eq!(first.read_symbol::<i32>(&program, "total").unwrap(), [1]);
    assert_eq!(second.read_symbol::<i32>(&program, "total").unwrap(), [5]);
    let again = self::program();
    assert_eq!(first.read_symbol::<i32>(&again, "total").unwrap(), [5], "each compilation has variables of its own");
    assert_eq!(told(&first.read_symbol::<f32>(&program, "total").unwrap_err()).1, ["K1009"]);
    assert_eq!(told(&first.read_symbol::<f32>(&program, "totals").unwrap_err()).1, ["K1009"]);
    assert_eq!(told(&first.write_symbol(&program, "total", &[1, 2]).unwrap_err()).1, ["K1010"]);
}

#[test]
fn bytecode_that_was_cut_short_is_no_source_text() {
    let bytes = program().to_bytecode();
    for length in [0, 9, 14, 17, 100] {
        let error = Program::from_bytes("cut.kbc", &bytes[..length]).unwrap_err();
        assert_eq!(told(&error).1, ["K0703"], "{error}");
    }
}

#[test]
fn dropped_and_foreign_buffers_are_not_reached() {
    let (program, mut gpu, mut other) = (program(), gpu(), gpu());
    let x = gpu.upload(&[40]).unwrap();
    program.kernel("keep").unwrap().launch(&mut gpu, grid(1), (&x,)).unwrap();
    assert_eq!(told(&program.kernel("keep").unwrap().launch(&mut other, grid(1), (&x,)).unwrap_err()).1, ["K1005"]);
    let mut small = Device::new(kern::device("t4").unwrap());
    let error = program.kernel("keep").unwrap().launch(&mut small, grid(1), (&x,)).unwrap_err().to_string();
    let expected = "argument 1 of `keep`: expected a buffer of this device (Tesla T4), found one of another (H200 SXM 141 GB)";
    assert!(error.contains(expected), "{error}");
    assert_eq!(told(&other.download(&x).unwrap_err()).1, ["K1005"]);
    assert_eq!(told(&other.write(&x, &[1]).unwrap_err()).1, ["K1005"]);
    assert_eq!(told(&gpu.write(&x, &[1, 2]).unwrap_err()).1, ["K1010"]);
    drop(x);
    let error = program.kernel("use").unwrap().launch(&mut gpu, grid(1), ()).unwrap_err();
    assert_eq!(told(&error).1, ["R0107", "K1007"], "{error}");
    drop(gpu);
    let orphan: Buffer<u8> = self::gpu().alloc(4).unwrap();
    assert_eq!(told(&other.download(&orphan).unwrap_err()).1, ["K1005"]);
}

#[test]
fn memory_ends_and_comes_back() {
    let mut gpu = Device::new(kern::device("t4").unwrap());
    let all = gpu.model().memory_bytes as usize;
    for _ in 0..3 {
        let half = gpu.alloc::<u8>(all / 2 + 1).unwrap();
        assert_eq!(told(&gpu.alloc::<u8>(all / 2).unwrap_err()).1, ["K1008"]);
        drop(half);
    }
    assert_eq!(told(&gpu.alloc::<f64>(usize::MAX).unwrap_err()).1, ["K1008"]);
    let nothing = gpu.alloc::<f32>(0).unwrap();
    assert!(gpu.download(&nothing).unwrap().is_empty());
    assert_eq!(told(&kern::device("h2000").unwrap_err()).1, ["K0890"]);
}

#[test]
fn blocks_of_a_grid_in_three_dimensions_know_where_they_are() {
    let source = "__global__ void k(int *x) { x[(blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x] \
                  = blockIdx.x + 10 * blockIdx.y + 100 * blockIdx.z; }";
    let program = Program::from_source("grid.kern", source).unwrap();
    let mut gpu = gpu();
    let x = gpu.alloc::<i32>(24).unwrap();
    for engine in [EngineKind::Interp, EngineKind::Jit] {
        gpu.engine(engine).write(&x, &[0; 24]).unwrap();
        program.kernel("k").unwrap().launch(&mut gpu, grid((4, 3, 2)).block(32), (&x,)).unwrap();
        let expected: Vec<i32> = (0..24).map(|i| i % 4 + i / 4 % 3 * 10 + i / 12 * 100).collect();
        assert_eq!(gpu.download(&x).unwrap(), expected);
    }
}

#[test]
fn a_kernel_launches_kernels() {
    let source = "#include <cstdio>\n\
                  __global__ void child(int *x, int depth) { x[threadIdx.x] += depth; if (threadIdx.x == 0) printf(\"child %d\\n\", depth); }\n\
                  __global__ void parent(int *x) { child<<<1, 8>>>(x, 1); child<<<1, 4, 0, cudaStreamTailLaunch>>>(x, 10); x[0] = 100; }";
    let program = Program::from_source("nested.kern", source).unwrap();
    let mut gpu = gpu();
    let x = gpu.alloc::<i32>(8).unwrap();
    for engine in [EngineKind::Interp, EngineKind::Jit] {
        gpu.engine(engine).write(&x, &[0; 8]).unwrap();
        let report = program.kernel("parent").unwrap().launch(&mut gpu, grid(1), (&x,)).unwrap();
        assert_eq!(gpu.download(&x).unwrap(), [111, 11, 11, 11, 1, 1, 1, 1]);
        assert_eq!(report.kernel, "parent", "what is counted is what was launched");
        assert_eq!(report.stdout, "child 1\nchild 10\n");
    }
}
