//! Mistakes in a file, in its header, and no file.
mod kernels {
    kern::kernels!(file = "wrong.cu");
}
mod nothing {
    kern::kernels!(file = "nothing.cu");
}
fn main() {}
