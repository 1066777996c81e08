//! What the parser does not take.
mod kernels {
    kern::kernels! {
        #include "nowhere.h"
        __global__ void k(int *x)
        {
            x[0] = 1 +;
            int y = x[1]
        }
    }
}
fn main() {}
