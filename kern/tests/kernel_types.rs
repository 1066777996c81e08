//! Types of kernels that Rust has other names for: halves, enumerations, pointers.
#![cfg(feature = "macros")]

use kern::{Device, Error, grid};

mod kernels {
    kern::kernels! {
        #include <cuda_fp16.h>
        #include <cuda_bf16.h>

        enum Mode { FIRST, SECOND };
        enum class Small : unsigned char { NONE, ONE };

        __device__ Mode mode;
        __device__ float *kept;
        __device__ __half scale;

        __global__ void halves(__half *x, __half by, __half2 pair) {
            x[threadIdx.x] = __hadd(__hmul(x[threadIdx.x], by), __low2half(pair));
        }

        __global__ void brains(const __nv_bfloat16 *x, float *y) { y[threadIdx.x] = __bfloat162float(x[threadIdx.x]); }

        __global__ void modes(Mode *m, const Small *s) {
            m[threadIdx.x] = s[threadIdx.x] == Small::ONE ? SECOND : mode;
        }

        __global__ void rows(const float *const *in, float **out) { out[0][1] = in[0][0] + in[1][1]; }

        __global__ void through() { *kept += __half2float(scale); }

        // The names that a call from the host needs are its own.
        #define result 1
        #define p0 2
        __device__ int plus(int a) { return a + result + p0; }
    }
}

fn gpu() -> Device {
    Device::new(kern::device("h200").unwrap())
}

/// Halves.
const ONE: u16 = 0x3c00;
const TWO: u16 = 0x4000;
const THREE: u16 = 0x4200;

#[test]
fn halves_are_their_bits() -> Result<(), Error> {
    let mut gpu = gpu();
    let mut x = gpu.upload(&[ONE, TWO])?;
    kernels::halves(&mut gpu, grid(1).block(2), &mut x, TWO, [ONE, ONE])?;
    assert_eq!(gpu.download(&x)?, [THREE, 0x4500]);
    let brains = gpu.upload(&[0x3f80u16, 0x4000])?;
    let mut y = gpu.alloc::<f32>(2)?;
    kernels::brains(&mut gpu, grid(1).block(2), &brains, &mut y)?;
    assert_eq!(gpu.download(&y)?, [1.0, 2.0]);
    Ok(())
}

#[test]
fn enumerations_are_the_integers_they_are_stored_as() -> Result<(), Error> {
    let mut gpu = gpu();
    let small: Vec<u8> = vec![1, 0];
    let (small, mut modes) = (gpu.upload(&small)?, gpu.upload(&[7u32, 7])?);
    kernels::mode().set(&mut gpu, 5)?;
    kernels::modes(&mut gpu, grid(1).block(2), &mut modes, &small)?;
    assert_eq!(gpu.download(&modes)?, [kernels::SECOND, 5]);
    Ok(())
}

#[test]
fn variables_may_be_addresses() -> Result<(), Error> {
    let mut gpu = gpu();
    let y = gpu.upload(&[1.5f32])?;
    kernels::kept().set(&mut gpu, y.address())?;
    kernels::scale().set(&mut gpu, TWO)?;
    kernels::through(&mut gpu, grid(1).block(1))?;
    assert_eq!(gpu.download(&y)?, [3.5]);
    Ok(())
}

#[test]
fn pointers_to_pointers_take_addresses() -> Result<(), Error> {
    let mut gpu = gpu();
    let (a, b) = (gpu.upload(&[1.0f32, 2.0])?, gpu.upload(&[3.0f32, 4.0])?);
    let (rows, mut out) = (gpu.upload(&[a.address(), b.address()])?, gpu.upload(&[a.address()])?);
    kernels::rows(&mut gpu, grid(1), &rows, &mut out)?;
    assert_eq!(gpu.download(&a)?, [1.0, 5.0]);
    Ok(())
}

#[test]
fn macros_of_the_text_do_not_meet_the_calls() -> Result<(), Error> {
    assert_eq!(kernels::plus(&mut gpu(), 4)?, 7);
    Ok(())
}
