//! Warnings are those of something deprecated, and are turned off as such.
#![deny(deprecated)]
mod told {
    kern::kernels! {
        __global__ void k(int *x)
        {
            int unused = 1;
            if (x[0] = 1) x[1] = 2;
        }
    }
}
#[allow(deprecated)]
mod quiet {
    kern::kernels! {
        __global__ void k(int *x) { if (x[0] = 1) x[1] = 2; }
    }
}
fn main() {}
