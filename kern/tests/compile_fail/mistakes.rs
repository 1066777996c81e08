//! Several mistakes, each at its token.
mod kernels {
    kern::kernels! {
        #define TWICE(x) ((x) + unknown)

        __global__ void scale(float *x, int n)
        {
            int i = blockIdx.x * blockDim.x + treadIdx.x;
            x[i] = TWICE(n);
            float *y = n;
            undeclared(x, i);
            const int c = 1;
            c = 2;
        }
        __global__ int bad() { return 1; }
    }
}
fn main() {}
