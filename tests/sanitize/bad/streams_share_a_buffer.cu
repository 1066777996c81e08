// Streams that do not wait for one another: all that one does too early is one mistake. A function of the host that looks too early, and
// may not wait.
#include <cstdio>

__global__ void twice(int *x)
{
    x[threadIdx.x] *= 2;
}

__global__ void sums(const int *x, int *sum, int *most)
{
    sum[threadIdx.x] = x[threadIdx.x];
    most[threadIdx.x] = x[threadIdx.x];
}

__global__ void use(int *sum, int *most)
{
    sum[threadIdx.x] += most[threadIdx.x]; //~ ERROR[R0303] nothing orders the two | give each stream memory of its own
    //~^ NOTE also: `use<<<1, 64>>>` reads
}

void CUDART_CB add(void *data)
{
    int *h = (int *)data;
    for (int i = 1; i < 64; i++) h[0] += h[i]; //~ ERROR[R0510] | give the function to the stream of what it uses
}

int main()
{
    const int parts = 4, m = 64;
    int *h, *d, *sum, *most;
    cudaMallocHost(&h, parts * m * sizeof(int));
    for (int i = 0; i < parts * m; i++) h[i] = i;
    cudaMalloc(&d, m * sizeof(int));
    cudaMalloc(&sum, m * sizeof(int));
    cudaMalloc(&most, m * sizeof(int));
    cudaStream_t s[2];
    for (auto &stream : s) cudaStreamCreate(&stream);
    for (int p = 0; p < parts; p++) {
        cudaStream_t stream = s[p % 2];
        cudaMemcpyAsync(d, h + p * m, m * sizeof(int), cudaMemcpyHostToDevice, stream); //~ ERROR[R0303] writes bytes 0 to 255 | give each stream memory of its own
        twice<<<1, m, 0, stream>>>(d);
        cudaMemcpyAsync(h + p * m, d, m * sizeof(int), cudaMemcpyDeviceToHost, stream); //~ NOTE also: `cudaMemcpyAsync` reads
    }
    cudaDeviceSynchronize();
    sums<<<1, m, 0, s[0]>>>(d, sum, most);
    use<<<1, m, 0, s[1]>>>(sum, most);
    cudaDeviceSynchronize();
    cudaMemcpyAsync(h, sum, m * sizeof(int), cudaMemcpyDeviceToHost, s[0]);
    cudaLaunchHostFunc(s[1], add, h);
    cudaDeviceSynchronize();
    for (auto &stream : s) cudaStreamDestroy(stream);
    cudaFree(d);
    cudaFree(sum);
    cudaFree(most);
    cudaFreeHost(h);
    return 0;
}
