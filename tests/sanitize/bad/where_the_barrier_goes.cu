// Where the missing barrier is offered: for all warps if one of them needs it, and where all threads come by.
__global__ void result_for_all(float *x) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d];
        if (d > 1) __syncthreads();
    }
    x[t] /= s[0]; //~ ERROR[R0301] reads it | __syncthreads();
}
__global__ void halo(const float *in, float *out) {
    __shared__ float tile[128 + 6];
    int l = threadIdx.x + 3;
    tile[l] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 3) {
        tile[l - 3] = 0;
        tile[l + 128] = 1; //~ NOTE writes it here
    }
    float sum = 0;
    for (int k = -3; k <= 3; k++) sum += tile[l + k]; //~ ERROR[R0301] `tile[131]` | add `__syncthreads();` after line 22
    out[threadIdx.x] = sum;
}
__global__ void transpose(const float *in, float *out) {
    __shared__ float tile[16][16];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x]; //~ NOTE writes it here
    out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; //~ ERROR[R0301] thread (0,2,0) writes `tile[2][0]` | add `__syncthreads();` after line 28
}
int main() {
    float *x, *y, h[256];
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, sizeof h);
    cudaMemset(x, 0, sizeof h);
    result_for_all<<<1, 256>>>(x);
    halo<<<1, 128>>>(x, y);
    transpose<<<1, dim3(16, 16)>>>(x, y);
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(y);
}
