//! `kernels!`: kernels in a Rust file, as typed functions.
#![cfg(feature = "macros")]

use kern::{Buffer, Device, EngineKind, grid};
use std::future::Future;

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

macro_rules! passed_on {
    ($kernel:ident, $($tokens:tt)*) => {
        kern::kernels! {
            struct Extra { long long a; unsigned short in; };
            __device__ float offset;
            __device__ int of_host(int i) { return 10 * i; }
            __global__ void $kernel $($tokens)*
        }
    };
}

/// Kernels that another macro puts together.
mod of_a_macro {
    use super::Extra;

    passed_on!(add, (const Extra *in, int n, float *x) { x[threadIdx.x] += in->a + n + of_host(threadIdx.x); });
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
fn kernels_of_a_macro_run() {
    let mut gpu = gpu();
    let extra = gpu.upload(&[Extra { a: 5, r#in: 1 }]).unwrap();
    let mut x = gpu.upload(&[1.0f32, 2.0]).unwrap();
    of_a_macro::add(&mut gpu, grid(1).block(2), &extra, 100, &mut x).unwrap();
    assert_eq!(gpu.download(&x).unwrap(), [106.0, 117.0]);
    assert_eq!(of_a_macro::of_host(&mut gpu, 3).unwrap(), 30);
    assert_eq!(of_a_macro::offset().get(&mut gpu).unwrap(), 0.0);
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

/// Names that mean something else in Rust.
mod odd_names {
    kern::kernels! {
        const int N = 4, n = 5;
        __constant__ int Result = 3;
        __global__ void KERNELS(int N, int *device, int dims, int call, int self, int *out)
        {
            out[0] = N + n + dims + call + self + Result;
        }
        __device__ int use(int n, int) { return n; }
    }
}

mod empty {
    kern::kernels! {}
}

#[test]
fn names_that_rust_keeps_are_changed() {
    let mut gpu = gpu();
    let (mut device, mut out) = (gpu.alloc(1).unwrap(), gpu.alloc(1).unwrap());
    odd_names::KERNELS_2(&mut gpu, grid(1), 10, &mut device, 100, 1000, 10000, &mut out).unwrap();
    assert_eq!(gpu.download(&out).unwrap(), [10 + 5 + 100 + 1000 + 10000 + 3]);
    assert_eq!(odd_names::r#use(&mut gpu, 7, 0).unwrap(), 7);
    assert_eq!((odd_names::N, odd_names::n, odd_names::Result().get(&mut gpu).unwrap()), (4, 5, 3));
    assert_eq!(empty::KERNELS.program().unwrap().kernels().count(), 0);
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

#[test]
fn a_device_moves_between_threads_and_streams_keep_order() {
    fn is_send<T: Send>(_: &T) {}
    let mut gpu = gpu();
    is_send(&gpu);
    let x = gpu.upload(&[1.0f32; 4]).unwrap();
    let mut y = gpu.alloc::<f32>(4).unwrap();
    basic::saxpy(&mut gpu, grid(1).block(4), 4, 1.0, &x, &mut y).unwrap();
    let (mut gpu, mut y) = std::thread::spawn(move || {
        basic::saxpy(&mut gpu, grid(1).block(4), 4, 1.0, &x, &mut y).unwrap();
        (gpu, y)
    })
    .join()
    .unwrap();
    basic::inner::scale_float(&mut gpu, grid(1).block(4), &mut y, 3.0).unwrap();
    assert_eq!(gpu.download(&y).unwrap(), [6.0; 4]);

    let (a, b) = (kern::Stream::new(gpu), kern::Stream::new(self::gpu()));
    let first = a.upload(vec![5.0f32; 4]);
    let copied = a.download(a.run(move |gpu| {
        let mut x = first.wait()?;
        basic::inner::scale_float(gpu, grid(1).block(4), &mut x, 2.0)?;
        Ok(x)
    }));
    b.wait_for(&a.record());
    let there = b.run(move |gpu| gpu.upload(&copied.wait()?));
    assert_eq!(b.download(there).wait().unwrap(), [10.0; 4]);
    let wrong = b.run(|gpu| {
        let mut x = gpu.alloc::<f32>(1)?;
        basic::inner::scale_float(gpu, grid(1).block(2), &mut x, 2.0)
    });
    assert_eq!(wrong.wait().unwrap_err().code().unwrap().0, "R0101");
    let panics = b.run(|_| -> Result<(), kern::Error> { panic!("mine") });
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| panics.wait())).is_err());
    b.synchronize();
}

#[test]
fn a_result_can_be_awaited() {
    use std::task::{Context, Poll, Waker};
    let stream = kern::Stream::new(gpu());
    let (go, gate) = std::sync::mpsc::channel::<()>();
    let mut pending = Box::pin(stream.run(move |_| gate.recv().map(|()| 7).or(Ok(8))));
    let mut context = Context::from_waker(Waker::noop());
    assert!(pending.as_mut().poll(&mut context).is_pending());
    go.send(()).unwrap();
    stream.synchronize();
    assert!(matches!(pending.as_mut().poll(&mut context), Poll::Ready(Ok(7))));
}

#[test]
fn programs_are_loaded_in_every_form() {
    let program = kern::Program::load("tests/kernels/scale.cu").unwrap();
    let bytes = program.to_bytecode();
    let text = program.to_ptx();
    let forms = [("scale.kbc", bytes.clone()), ("scale.ptx", text.into_bytes())];
    for (name, form) in forms {
        let program = kern::Program::from_bytes(name, form).unwrap();
        let mut gpu = gpu();
        let x = gpu.upload(&[2.0f32]).unwrap();
        program.kernels().next().unwrap().launch(&mut gpu, grid(1), (&x, 4.0f32)).unwrap();
        assert_eq!(gpu.download(&x).unwrap(), [8.0], "{name}");
    }
    let mut other = bytes;
    let at = kern_ir::bytecode::MAGIC.len();
    other[at] ^= 0x55;
    for (name, form) in [("x.kbc", other), ("x.ptx", b"nonsense".to_vec()), ("x.cu", vec![0; 10]), ("x.cu", b"int".to_vec())] {
        assert!(kern::Program::from_bytes(name, form).is_err(), "{name}");
    }
    assert!(kern::Program::load("tests").unwrap_err().to_string().contains("cannot read `tests`"));
}

/// `mul.f32` and `add.f32` become one `fma` where the assembler may do so, as ptxas does it, and `mul.rn.f32` does not.
#[test]
fn ptx_is_contracted_as_by_ptxas() {
    let text = ".version 8.3
.target sm_90
.address_size 64
.visible .entry squares(.param .u64 squares_param_0)
{
    .reg .b64 %rd<3>;
    .reg .f32 %f<9>;
    ld.param.u64 %rd1, [squares_param_0];
    ld.global.f32 %f1, [%rd1];
    ld.global.f32 %f2, [%rd1+4];
    mul.f32 %f3, %f1, %f1;
    sub.f32 %f4, %f3, %f2;
    st.global.f32 [%rd1], %f4;
    mul.rn.f32 %f5, %f1, %f1;
    sub.f32 %f6, %f5, %f2;
    st.global.f32 [%rd1+4], %f6;
    ret;
}
";
    let program = kern::Program::from_bytes("squares.ptx", text).unwrap();
    let mut gpu = gpu();
    // The square of this is not a float.
    let (a, square) = (1.0 + f32::EPSILON, (1.0 + f32::EPSILON) * (1.0 + f32::EPSILON));
    let x = gpu.upload(&[a, square]).unwrap();
    let parameters = x.address().to_le_bytes();
    program.kernel("squares").unwrap().launch_untyped(&mut gpu, grid(1), &parameters).unwrap();
    assert_eq!(gpu.download(&x).unwrap(), [a.mul_add(a, -square), 0.0]);
    assert_ne!(a.mul_add(a, -square), 0.0);
}

/// Threads of a warp that write one word are a race.
#[kern::test(device = "t4")]
#[should_panic(expected = "race")]
fn a_test_is_sanitized(gpu: &mut Device) -> Result<(), kern::Error> {
    assert_eq!(gpu.model().key, "tu104_t4");
    let mut x = gpu.alloc::<i32>(1)?;
    racing::sum(gpu, grid(1).block(64), &mut x)?;
    Ok(())
}

#[kern::test(sanitize = false)]
fn a_test_asserts_on_figures(gpu: &mut Device) -> Result<(), kern::Error> {
    let mut x = gpu.alloc::<i32>(1)?;
    let report = racing::sum(gpu, grid(1).block(64), &mut x)?;
    kern::assert_profile!(report, global_load.sectors_per_request == 1.0);
    let words = std::panic::catch_unwind(|| kern::assert_profile!(report, global_loads.sectors > 2, "it is {}", 2)).unwrap_err();
    let words = words.downcast_ref::<String>().unwrap();
    assert!(words.starts_with("expected global_loads.sectors > 2, found 2: it is 2\nsum<<<1, 64>>>\n"), "{words}");
    gpu.count(kern::Counting::Off);
    let report = racing::sum(gpu, grid(1).block(64), &mut x)?;
    let words = std::panic::catch_unwind(|| kern::assert_profile!(report, global_loads.sectors > 2)).unwrap_err();
    assert_eq!(words.downcast_ref::<&str>(), Some(&"nothing was counted: counting is off"));
    Ok(())
}

mod racing {
    kern::kernels! { __global__ void sum(int *x) { x[0] += threadIdx.x; } }
}

mod ordered {
    kern::kernels! {
        // Whoever comes second reads, and block 1 is always second where blocks run in order.
        __global__ void hand_over(int *turn, int *data, int *out)
        {
            if (atomicAdd(turn, 1) == 0)
                data[blockIdx.x] = 7;
            else if (blockIdx.x == 0)
                out[0] = data[1];
        }
        __global__ void append(const int *in, int *out, int *count)
        {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            if (in[i] > 0) out[atomicAdd(count, 1)] = in[i];
        }
    }
}

fn hand_over(gpu: &mut Device) -> Result<(), kern::Error> {
    let (mut turn, mut data, mut out) = (gpu.alloc(1)?, gpu.alloc(2)?, gpu.alloc(1)?);
    ordered::hand_over(gpu, grid(2), &mut turn, &mut data, &mut out).map(drop)
}

#[kern::test]
fn the_usual_order_hides_a_race(gpu: &mut Device) -> Result<(), kern::Error> {
    hand_over(gpu)
}

const SEEDS: u64 = 16;

#[kern::test(device = "t4", seeds = 0..SEEDS)]
#[should_panic(expected = "error[R0307]: race between blocks")]
fn another_order_shows_it(gpu: &mut Device) -> Result<(), kern::Error> {
    hand_over(gpu)
}

/// The positive ones of 256 numbers, in the order in which they are appended, and in their own.
fn positive(gpu: &mut Device) -> Result<(Vec<i32>, Vec<i32>), kern::Error> {
    let data: Vec<i32> = (0..256).map(|i| i * 7919 % 101 - 50).collect();
    let (input, mut output, mut count) = (gpu.upload(&data)?, gpu.alloc::<i32>(256)?, gpu.alloc::<i32>(1)?);
    ordered::append(gpu, grid(4).block(64), &input, &mut output, &mut count)?;
    let kept = gpu.download(&output)?[..gpu.download(&count)?[0] as usize].to_vec();
    Ok((kept, data.into_iter().filter(|x| *x > 0).collect()))
}

#[kern::test(seeds = 0..=15, device = "t4")]
fn what_does_not_depend_on_the_order(gpu: &mut Device) -> Result<(), kern::Error> {
    let (mut kept, mut expected) = positive(gpu)?;
    kept.sort();
    expected.sort();
    assert_eq!(kept, expected);
    Ok(())
}

#[kern::test(seeds = 1..2, sanitize = false)]
#[should_panic(expected = "in their order")]
fn what_does(gpu: &mut Device) -> Result<(), kern::Error> {
    let (kept, expected) = positive(gpu)?;
    assert_eq!(kept, expected, "in their order");
    Ok(())
}

#[kern::test(seeds = 5..SEEDS - 11)]
#[should_panic(expected = "the test has no seeds")]
fn no_seed_is_no_test(_: &mut Device) {}

mod textured {
    kern::kernels! {
        __device__ float at(cudaTextureObject_t picture, float x) { return tex2D<float>(picture, x, 0.5f); }
        __global__ void read(const cudaTextureObject_t picture, unsigned long long same, float *out)
        {
            out[threadIdx.x] = at(picture, threadIdx.x + 0.5f) + tex2D<float>(same, threadIdx.x + 0.5f, 0.5f);
        }
    }
}

#[kern::test]
fn textures_are_parameters(gpu: &mut Device) -> Result<(), kern::Error> {
    let picture = gpu.texture(&[1.0f32, 2.0, 4.0], 3, kern::Sampling::default())?;
    let mut out = gpu.alloc::<f32>(3)?;
    textured::read(gpu, grid(1).block(3), &picture, picture.handle(), &mut out)?;
    assert_eq!(gpu.download(&out)?, [2.0, 4.0, 8.0]);
    assert_eq!(textured::at(gpu, &picture, 2.5)?, 4.0);
    let mut other = Device::new(kern::device("t4")?);
    let foreign = other.texture(&[1.0f32], 1, kern::Sampling::default())?;
    let error = textured::read(gpu, grid(1), &foreign, 1, &mut out).unwrap_err();
    assert_eq!(error.code().unwrap().0, "K1005");
    Ok(())
}
