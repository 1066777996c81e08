//! `kernels!`: kernels in a Rust file, as typed functions.
#![cfg(feature = "macros")]

use kern::{Buffer, Device, EngineKind, grid};

#[repr(C)]
#[derive(Clone, Copy, PartialEq, Debug, kern::Argument)]
pub struct Particle {
    pub position: [f32; 3],
    pub mass: f32,
    pub id: u8,
    pub more: Extra,
    pub last: [Extra; 2],
}

#[repr(C)]
#[derive(Clone, Copy, PartialEq, Debug, kern::Argument)]
pub struct Extra {
    pub a: i64,
    pub r#in: u16,
}

mod basic {
    use super::{Extra, Particle};

    kern::kernels! {
        #include <cstdio>
        #define N 4 // of these
        #define SQUARE(x) ((x) * (x))

        struct Extra { long long a; unsigned short in; };
        struct Particle { float3 position; float mass; unsigned char id; Extra more; Extra last[2]; };
        enum Colour { RED, GREEN };

        __constant__ float weights[N] = { 1, 2, 3, 4 };
        __device__ int launches;
        __device__ Particle best;
        namespace inner {
            __device__ double half = 0.5;
            template <class T> __global__ void scale(T *x, T by) { x[threadIdx.x] *= by; }
            template __global__ void scale<float>(float *, float);
        }

        /// Adds.
        __global__ void saxpy(int n, float a, const float *__restrict__ x, float *y)
        {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            if (i < n) y[i] = a * x[i] + y[i];
            if (i == 0) launches += SQUARE(1);
        }

        __global__ void particles(const Particle *in, Particle *out, Particle by, Colour c)
        {
            int i = threadIdx.x;
            out[i] = in[i];
            out[i].mass *= by.mass * weights[i] * (c == GREEN ? inner::half : 0);
            out[i].last[1].a = by.last[1].a;
            out[i].position.z += 'a' - 96;
            best = out[i];
        }

        __global__ void print(bool loud, const char *match, float4 v) { if (loud) printf("%s %g\n", match, v.w); }
        const int COUNT = 2 * N;
        constexpr float TABLE[2][2] = { { 1, 2.5 }, { -3, 4e30f } };
        enum class Mode : short { Slow = -1, Fast };
        namespace inner { const unsigned char KEY = 200; }

        __device__ float square(float x) { return SQUARE(x); }
        __host__ __device__ Extra more(Extra e, const int *by) { e.a += *by; return e; }
        __device__ void count() { launches += 10; }
        namespace { __device__ int hidden(int of) { return of; } }
        __device__ int over(int x) { return x; }

        __global__ void over(int *x) { *x = 1; }
        __global__ void over(float *x) { *x = 2; }
    }
}

mod text {
    kern::kernels!(
        r#"
            #define BIG 1'000
            __global__ void big(int *x) { *x = BIG + 'ab' - 'ab'; }
        "#
    );
}

mod file {
    kern::kernels!(file = "kernels/scale.cu");
}

fn gpu() -> Device {
    Device::new(kern::device("h200").unwrap())
}

#[test]
fn typed_kernels_run_on_both_engines() {
    let mut gpu = gpu();
    let x = gpu.upload(&[1.0f32; 100]).unwrap();
    let mut y: Buffer<f32> = gpu.alloc(100).unwrap();
    for (run, engine) in [EngineKind::Interp, EngineKind::Jit].into_iter().enumerate() {
        let report = basic::saxpy(gpu.engine(engine), grid(2).block(64), 100, 2.0, &x, &mut y).unwrap();
        assert_eq!(report.kernel, "saxpy");
        assert_eq!(gpu.download(&y).unwrap(), [2.0 * (run + 1) as f32; 100]);
        assert_eq!(basic::launches().get(&mut gpu).unwrap(), run as i32 + 1);
    }
    basic::inner::scale_float(&mut gpu, grid(1).block(3), &mut y.slice_mut(1..), 0.5).unwrap();
    assert_eq!(gpu.download(&y.slice(..5)).unwrap(), [4.0, 2.0, 2.0, 2.0, 4.0]);
}

#[test]
fn structures_go_there_and_back() {
    let mut gpu = gpu();
    let extra = |a| Extra { a, r#in: 7 };
    let one = Particle { position: [1.0, 2.0, 3.0], mass: 8.0, id: 5, more: extra(-1), last: [extra(2), extra(3)] };
    let input = gpu.upload(&[one, Particle { mass: 16.0, ..one }]).unwrap();
    let mut output = gpu.alloc::<Particle>(2).unwrap();
    let by = Particle { mass: 10.0, last: [extra(0), extra(99)], ..one };
    basic::particles(&mut gpu, grid(1).block(2), &input, &mut output, by, 1).unwrap();
    let changed = |mass| Particle { mass, position: [1.0, 2.0, 4.0], last: [extra(2), extra(99)], ..one };
    assert_eq!(gpu.download(&output).unwrap(), [changed(40.0), changed(160.0)]);
    assert_eq!(basic::best().get(&mut gpu).unwrap(), changed(160.0));
    // By name only the size is known.
    let kernel = basic::KERNELS.program().unwrap().kernel("particles").unwrap();
    kernel.launch(&mut gpu, grid(1).block(2), (&input, &output, by, 0)).unwrap();
    assert_eq!(gpu.download(&output).unwrap(), [changed(0.0), changed(0.0)]);
}

#[test]
fn variables_are_set_and_read() {
    let mut gpu = gpu();
    assert_eq!(basic::weights().get(&mut gpu).unwrap(), [1.0, 2.0, 3.0, 4.0]);
    basic::weights().set(&mut gpu, &[0.0; 4]).unwrap();
    assert_eq!(basic::weights().get(&mut gpu).unwrap(), [0.0; 4]);
    assert_eq!(basic::inner::half().get(&mut gpu).unwrap(), 0.5);
    // Another device has its own.
    assert_eq!(basic::weights().get(&mut self::gpu()).unwrap(), [1.0, 2.0, 3.0, 4.0]);
}

#[test]
fn the_host_calls_device_functions_and_knows_constants() {
    let mut gpu = gpu();
    assert_eq!(basic::square(&mut gpu, 1.5).unwrap(), 2.25);
    let by = gpu.upload(&[40]).unwrap();
    assert_eq!(basic::more(&mut gpu, Extra { a: 2, r#in: 3 }, &by).unwrap(), Extra { a: 42, r#in: 3 });
    basic::count(&mut gpu).unwrap();
    assert_eq!(basic::launches().get(&mut gpu).unwrap(), 10);
    assert_eq!(basic::hidden(&mut gpu, 4).unwrap(), 4);
    assert_eq!((basic::COUNT, basic::TABLE, basic::inner::KEY), (8, [[1.0, 2.5], [-3.0, 4e30]], 200u8));
    assert_eq!((basic::RED, basic::GREEN, basic::Mode::Slow, basic::Mode::Fast), (0, 1, -1i16, 0i16));
    let names: Vec<String> = basic::KERNELS.program().unwrap().kernels().map(|k| k.name().to_string()).collect();
    assert_eq!(names, ["inner::scale<float>", "saxpy", "particles", "print", "over", "over"]);
}

#[test]
fn overloads_strings_and_files() {
    let mut gpu = gpu();
    let (mut ints, mut floats) = (gpu.alloc::<i32>(1).unwrap(), gpu.alloc::<f32>(1).unwrap());
    basic::over_int_ptr(&mut gpu, grid(1), &mut ints).unwrap();
    basic::over_float_ptr(&mut gpu, grid(1), &mut floats).unwrap();
    assert_eq!((gpu.download(&ints).unwrap(), gpu.download(&floats).unwrap()), (vec![1], vec![2.0]));
    text::big(&mut gpu, grid(1), &mut ints).unwrap();
    assert_eq!(gpu.download(&ints).unwrap(), [1000]);
    file::scale(&mut gpu, grid(1), &mut floats, 4.0).unwrap();
    assert_eq!(gpu.download(&floats).unwrap(), [8.0]);
    let words = gpu.upload(b"here\0").unwrap();
    let words = gpu.upload(&gpu.download(&words).unwrap().iter().map(|b| *b as i8).collect::<Vec<i8>>()).unwrap();
    assert_eq!(basic::print(&mut gpu, grid(1), true, &words, [0.0, 0.0, 0.0, 1.5]).unwrap().stdout, "here 1.5\n");
}

#[test]
fn mistakes_are_shown_in_the_rust_file() {
    let (mut gpu, mut other) = (gpu(), gpu());
    let x = gpu.upload(&[1.0f32; 4]).unwrap();
    let mut y: Buffer<f32> = gpu.alloc(3).unwrap();
    let error = basic::saxpy(&mut gpu, grid(1).block(4), 4, 1.0, &x, &mut y).unwrap_err().to_string();
    assert!(error.contains("            if (i < n) y[i] = a * x[i] + y[i];"), "{error}");
    assert!(error.contains("kern/tests/kernels.rs:"), "{error}");
    let error = basic::saxpy(&mut other, grid(1).block(4), 4, 1.0, &x, &mut y).unwrap_err();
    assert_eq!(error.diagnostics().iter().map(|d| d.code.0).collect::<Vec<_>>(), ["K1005", "K1005"]);
    let text = error.to_string();
    assert!(text.contains("basic::saxpy(&mut other, grid(1).block(4), 4, 1.0, &x, &mut y)"), "{text}");
}
