//! Arguments that do not fit.
mod kernels {
    kern::kernels! {
        __global__ void saxpy(int n, float a, const float *x, float *y) { if (threadIdx.x < n) y[threadIdx.x] += a * x[threadIdx.x]; }
    }
}
fn main() -> Result<(), kern::Error> {
    let mut gpu = kern::Device::new(kern::device("h200")?);
    let x = gpu.upload(&[1.0f32])?;
    let ints = gpu.upload(&[1])?;
    let mut y = gpu.upload(&[1.0f32])?;
    kernels::saxpy(&mut gpu, kern::grid(1), 1, 2.0, &x, &y)?;
    kernels::saxpy(&mut gpu, kern::grid(1), 1.0, 2, &x, &mut y)?;
    kernels::saxpy(&mut gpu, kern::grid(1), 1, 2.0, &ints, &mut y)?;
    kernels::saxpy(&mut gpu, kern::grid(1), 1, 2.0, &x)?;
    kernels::saxpi(&mut gpu, kern::grid(1), 1, 2.0, &x)?;
    kernels::saxpy(&mut gpu, kern::grid(1), 1, 2.0, &y, &mut y)?;
    gpu.upload(&[String::new()])?;
    Ok(())
}
