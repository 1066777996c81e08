//! Text that Rust's lexer refuses never reaches the macro.
mod kernels {
    kern::kernels! { __global__ void k(int *x) { *x = 'ab'; } }
}
fn main() {}
