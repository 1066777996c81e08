__global__ void scan(const int *in, int *out, int n)
{
    int sum = 0;
    for (int i = 0; i <= threadIdx.x && i < n; i++) sum += in[i]
    if (threadIdx.x < n) out[threadIdx.x] = sum;
}
