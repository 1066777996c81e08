__global__ void scan(const int *in, int *out, int n)
{
    __shared__ int sums[256];
    int t = threadIdx.x;
    sums[t] = t < n ? in[t] : 0;
    __syncthreads();
    for (int apart = 1; apart < 256; apart *= 2) {
        int before = t >= apart ? sums[t - apart] : 0;
        sums[t] += before;
        __syncthreads();
    }
    if (t < n) out[t] = sums[t];
}
