// Bounds of launches on functions that nobody launches, with too many numbers, and two that exclude one another.
__device__ int __launch_bounds__(32) threads() { return 1; }
__device__ int __maxnreg__(32) registers() { return 1; }
__host__ __device__ __cluster_dims__(2, 1, 1) int blocks() { return 2; }
__global__ void __cluster_dims__(1, 2, 3, 4) four(int *out) { *out = threads() + registers() + blocks(); }
__global__ void __launch_bounds__(64) __maxnreg__(32) both(int *out) { *out = 1; }
int main()
{
    four<<<6, 1>>>(nullptr);
    both<<<1, 1>>>(nullptr);
    return blocks();
}
