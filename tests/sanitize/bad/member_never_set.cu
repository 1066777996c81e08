// A member of each structure was never written.
#include <cstdio>
struct Sample { float value; int channel; int valid; };
__global__ void sample(Sample *s, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    s[i].value = 0.5f * i;
    s[i].channel = i % 4;
}
__global__ void total(const Sample *s, int n, float *sum) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && s[i].valid) atomicAdd(sum, s[i].value); //~ ERROR[R0601] reads bytes 8 to 11 of `s[0]`
}
int main() {
    const int n = 100;
    Sample *s;
    float *sum, h;
    cudaMalloc(&s, n * sizeof(Sample));
    cudaMalloc(&sum, sizeof(float));
    cudaMemset(sum, 0, sizeof(float));
    sample<<<1, 128>>>(s, n);
    total<<<1, 128>>>(s, n, sum);
    cudaMemcpy(&h, sum, sizeof h, cudaMemcpyDeviceToHost);
    printf("%.1f\n", h);
    cudaFree(s); cudaFree(sum);
}
