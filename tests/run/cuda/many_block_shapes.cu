//@ stdout: 206 shapes, 0 wrong
// Blocks of many sizes: after some each size no longer gets code of its own, and all must see their own threads.
#include <cstdio>

__global__ void number(int *out)
{
    int in_block = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int threads = blockDim.x * blockDim.y * blockDim.z;
    __shared__ int last;
    if (in_block == threads - 1) last = in_block;
    __syncthreads();
    int sum = in_block;
    for (int i = 0; i < 3; i++) sum += threadIdx.x * i;
    out[blockIdx.x * threads + in_block] = sum + 1000 * last + __popc(__activemask());
}

int expected(dim3 b, int x, int y, int z)
{
    int threads = b.x * b.y * b.z;
    int in_block = (z * b.y + y) * b.x + x;
    int lanes = threads - in_block / 32 * 32;
    return in_block + 3 * x + 1000 * (threads - 1) + (lanes < 32 ? lanes : 32);
}

int main()
{
    int *out, host[2 * 1024], wrong = 0, shapes = 0;
    cudaMalloc(&out, sizeof host);
    for (unsigned z = 1; z <= 4; z += 1)
        for (unsigned y = 1; y <= 16; y += 5)
            for (unsigned x = 1; x * y * z <= 1024 && x <= 64; x += x < 8 ? 1 : 8) {
                dim3 block(x, y, z);
                number<<<2, block>>>(out);
                cudaMemcpy(host, out, 2 * x * y * z * sizeof(int), cudaMemcpyDeviceToHost);
                for (unsigned b = 0; b < 2; b++)
                    for (unsigned c = 0; c < z; c++)
                        for (unsigned d = 0; d < y; d++)
                            for (unsigned e = 0; e < x; e++)
                                wrong += host[((b * z + c) * y + d) * x + e] != expected(block, e, d, c);
                shapes++;
            }
    printf("%d shapes, %d wrong\n", shapes, wrong);
    cudaFree(out);
}
