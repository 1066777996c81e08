__device__ int f() { return nothing; }
