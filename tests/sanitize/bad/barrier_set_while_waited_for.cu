// A barrier of the program's own is set again while others may still look at it.

__device__ void meet(unsigned *word, unsigned warps)
{
    __syncwarp();
    if (threadIdx.x % 32 == 0) {
        unsigned arrival = threadIdx.x == 0 ? 0x80000000u - (warps - 1) : 1, before, now;
        asm volatile("atom.add.acq_rel.cta.u32 %0, [%1], %2;" : "=r"(before) : "l"(word), "r"(arrival) : "memory");
        do asm volatile("ld.acquire.cta.u32 %0, [%1];" : "=r"(now) : "l"(word) : "memory");
        while (((before ^ now) & 0x80000000u) == 0);
    }
    __syncwarp();
}

__global__ void rounds(int *out)
{
    __shared__ unsigned one, two;
    unsigned warps = blockDim.x / 32;
    if (threadIdx.x == 0) one = two = 0;
    __syncthreads();
    meet(&one, warps);
    if (threadIdx.x == 0) one = 0x80000000u; //~ ERROR[R0301] thread (32,0,0) reads (volatile or atomic) `one`, thread (0,0,0) writes it
    meet(&two, warps);
    out[threadIdx.x] = 1;
}

int main()
{
    int *out;
    cudaMalloc(&out, 256 * sizeof(int));
    rounds<<<1, 256>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
