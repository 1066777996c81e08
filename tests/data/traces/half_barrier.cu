// Only half of a warp comes to the barrier.
__global__ void half(int *out)
{
    if (threadIdx.x < 16) __syncthreads();
    out[threadIdx.x] = 1;
}

int main()
{
    int *out;
    cudaMalloc(&out, 32 * sizeof(int));
    half<<<1, 32>>>(out);
    return cudaDeviceSynchronize();
}
