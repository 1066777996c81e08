// Elements that change places, and rounds that follow one another, in one array: what helps depends on whether one block does it.
#include <cstdio>
#define N 32

__global__ void odd_even(int *x, int n)
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    for (int round = 0; round < n; round++) {
        int a = i + round % 2;
        if (a + 1 < n && x[a] > x[a + 1]) { //~ ERROR[R0307] | do one round of the loop in each launch
            int t = x[a];
            x[a] = x[a + 1];
            x[a + 1] = t;
        }
        __syncthreads();
    }
}

__global__ void transpose(float *m, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x != y) {
        float t = m[y * n + x];
        m[y * n + x] = m[x * n + y]; //~ ERROR[R0307] threads of one block race there, too | the same goes for lines
        m[x * n + y] = t;
    }
}

__global__ void smooth(const int *now, int *next, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) next[i] = now[i - 1] + now[i + 1]; //~ ERROR[R0307] parameters `now` and `next` point to the same memory
}

__global__ void from_the_first(float *a)
{
    int c = threadIdx.x;
    a[c] -= a[0]; //~ ERROR[R0302] | read into a variable first, then `__syncwarp();`
}

__global__ void wavefront(int *table, int n)
{
    int i = threadIdx.x + 1;
    for (int d = 2; d <= 2 * n; d++) {
        int j = d - i;
        if (j >= 1 && j <= n) {
            int *at = table + i * (N + 1) + j;
            int best = at[-(N + 1) - 1];
            best = min(best, at[-(N + 1)] + 1); //~ ERROR[R0302] | at the end of the body of the loop
            *at = best;
        }
    }
}

int main()
{
    static int h[(N + 1) * (N + 1)];
    for (int i = 0; i < (N + 1) * (N + 1); i++) h[i] = i * 37 % 128 + 1;
    int *x;
    float *m;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&m, N * N * sizeof(float));
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(m, 0, N * N * sizeof(float));
    odd_even<<<2, 32>>>(x, 128);
    transpose<<<dim3(2, 2), dim3(16, 16)>>>(m, N);
    smooth<<<2, 64>>>(x, x, 128);
    from_the_first<<<1, 32>>>(m);
    wavefront<<<1, N>>>(x, N);
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(m);
    return 0;
}
