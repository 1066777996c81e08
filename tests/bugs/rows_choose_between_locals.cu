// Rows of a warp part: what one row chooses is not what the other has chosen.
#include <cstdio>

__global__ void choose(const int *in, int *out)
{
    int tid = threadIdx.y * blockDim.x + threadIdx.x;
    long long l = tid * 1000003ll, m = in[tid];
    out[tid] = (int)((threadIdx.y & 3) > 2 ? l : m);
    int row = threadIdx.y;
    for (int i = 0; i < (threadIdx.y & 1) * 3; ++i) row = row * 2 + i;
    out[tid + 256] = row;
}

int main()
{
    int *in, *out;
    cudaMallocManaged(&in, 1024), cudaMallocManaged(&out, 2048);
    for (int i = 0; i < 256; ++i) in[i] = i * 3;
    choose<<<1, dim3(16, 16)>>>(in, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 512; ++i) printf("%d%c", out[i], i % 16 == 15 ? '\n' : ' ');
}
