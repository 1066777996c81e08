// Recorded in branches.ktrace: kern trace branches.cu --seed 1 -o branches.ktrace
__global__ void turn(float *out, int n)
{
    __shared__ float tile[64];
    int t = threadIdx.x;
    float value = 1.5f * t;
    tile[t] = value;
    __syncthreads();
    for (int i = 0; i < 2; i++) {
        if (t % 2)
            value += tile[63 - t];
        else
            value -= 1;
    }
    if (t < n)
        out[t] = value;
}

int main()
{
    float *out;
    cudaMalloc(&out, 64 * sizeof(float));
    turn<<<1, 64>>>(out, 40);
    cudaFree(out);
}
