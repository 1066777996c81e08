// A loop that is unrolled carries on its way out a value that another unrolled loop made: what comes in between read the copy.
#include <cstdio>
#define N 12
__global__ void best_of(const int *values, int *out, int rounds, int length)
{
    __shared__ float costs[N];
    int local[N], best[N];
    float lowest = 1e9f;
    for (int i = threadIdx.x; i < N; i += blockDim.x) costs[i] = (i * 7) % 5;
    __syncthreads();
    for (int i = 0; i < N; i++) best[i] = -1;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < length; i++) local[i] = values[(i * (round + 1) + threadIdx.x) % N];
        float cost = 0;
        for (int i = 0; i < length - 1; i++) cost += costs[local[i]] * (i + 1);
        if (cost < lowest) {
            lowest = cost;
            for (int i = 0; i < length; i++) best[i] = local[i];
        } else {
            for (int i = 0; i < length; i++) local[i] = best[i];
        }
    }
    int sum = 0;
    for (int i = 0; i < length; i++) sum = sum * 3 + best[i];
    out[threadIdx.x] = sum + (int)lowest;
}
int main()
{
    int *values, *out;
    cudaMallocManaged(&values, N * sizeof(int));
    cudaMallocManaged(&out, 4 * sizeof(int));
    for (int i = 0; i < N; i++) values[i] = (i * 5) % N;
    best_of<<<1, 4>>>(values, out, 9, 11);
    cudaDeviceSynchronize();
    for (int i = 0; i < 4; i++) printf("%d\n", out[i]);
}
