//! Memory that is written is nobody else's at the time, and nothing outlives its buffer.
mod kernels {
    kern::kernels! {
        __global__ void copy(const float *from, float *to) { to[threadIdx.x] = from[threadIdx.x]; }
    }
}
fn main() -> Result<(), kern::Error> {
    let mut gpu = kern::Device::new(kern::device("h200")?);
    let mut x = gpu.upload(&[1.0f32, 2.0])?;
    kernels::copy(&mut gpu, kern::grid(1), &x, &mut x)?;
    kernels::copy(&mut gpu, kern::grid(1), &x.slice(1..), &mut x)?;
    let (mut first, mut second) = (x.slice_mut(..1), x.slice_mut(1..));
    kernels::copy(&mut gpu, kern::grid(1), &first, &mut second)?;
    kernels::copy(&mut gpu, kern::grid(1), &second, &mut first)?;
    let view = x.slice(1..);
    drop(x);
    gpu.download(&view)?;
    let inner = {
        let y = gpu.upload(&[1.0f32])?;
        y.slice(..)
    };
    gpu.download(&inner)?;
    let late;
    {
        let z = gpu.upload(&[1.0f32])?;
        late = z.slice(..);
    }
    gpu.download(&late)?;
    Ok(())
}
