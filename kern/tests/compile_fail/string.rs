//! Places inside of a string.
mod kernels {
    kern::kernels!(r#"
        __global__ void k(float *x)
        {
            x[0] = 1'000 + y;
        }
    "#);
}
mod escaped {
    kern::kernels!("__global__ void k(float *x) {\n x[0] = \"a\";\n}");
}
fn main() {}
