// Accesses of all sizes, strides and widths of rows, some past the end: what is counted of each has its place.
//@ runs: 6
#include <cstdio>
#include <cstdlib>
template <class T>
__global__ void strided(T *p, long long stride, int offset) {
    long long i = threadIdx.x * stride + threadIdx.y * 37 + offset;
    T t = p[i];
    p[i] = t;
}
template <class T>
__global__ void indexed(T *p, const int *index, int rounds) {
    __shared__ T s[64];
    for (int r = 0; r < rounds; r++) {
        int i = index[(threadIdx.x + r) & 63];
        s[threadIdx.x & 63] = p[i];
        if (i & 1) p[i & 31] = s[i & 63];
        __syncthreads();
    }
}
__global__ void scaled(char *p, const int *index, int rounds) {
    for (int r = 0; r < rounds; r++) {
        long long i = index[(threadIdx.x * 5 + r) & 63];
        p[(i << 20) >> 20] = 1;
        p[(unsigned long long)(unsigned)i << r % 3] = 2;
    }
}
template <class T>
void all(int run) {
    T *p;
    int *index, host[64];
    cudaMalloc(&p, 4096 * sizeof(T));
    cudaMalloc(&index, sizeof host);
    for (int i = 0; i < 64; i++) host[i] = i * (run * 2 + 1) % 61;
    if (run == 4) host[63] = 4096;
    if (run == 5) host[17] = -1;
    cudaMemcpy(index, host, sizeof host, cudaMemcpyHostToDevice);
    strided<<<2, 32>>>(p, run, 0);
    strided<<<2, dim3(8, 4)>>>(p, -run, 100);
    strided<<<2, dim3(16, 4)>>>(p, 1ll << run * 9, 3);
    strided<<<1, 32>>>(p, run == 3 ? 1ll << 59 : 1, 0);
    indexed<<<2, 64>>>(p, index, 40);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(p);
    cudaFree(index);
}
int main(int argc, char **argv) {
    int run = argc > 1 ? atoi(argv[1]) : 0;
    switch (run % 3) {
    case 0: all<char>(run); all<int>(run); break;
    case 1: all<short>(run); all<int4>(run); break;
    default: all<double>(run); all<short2>(run);
    }
    char *bytes;
    int *index;
    cudaMalloc(&bytes, 300);
    cudaMallocManaged(&index, 64 * sizeof(int));
    for (int i = 0; i < 64; i++) index[i] = i;
    index[60] = run > 3 ? 150 : 2;
    scaled<<<1, 32>>>(bytes, index, 9);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
