//! Kernels that another macro writes: the tokens are where it says.
macro_rules! kernel {
    ($name:ident) => {
        mod $name {
            kern::kernels! {
                __global__ void $name(int *x) { *x = nowhere; }
            }
        }
    };
}
kernel!(first);

macro_rules! passed {
    ($($text:tt)*) => { mod passed { kern::kernels! { $($text)* } } };
}
passed! {
    #define A 1
    __global__ void k(int *x) { *x = A + gone; }
}
fn main() {}
