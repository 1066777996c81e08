// Arguments of kernels of which the host wrote nothing to a part.
#include <cstdio>

struct Settings {
    int n;
    float scale;
    double weights[2];
};

__global__ void scaled(Settings s, float *x) {
    int i = threadIdx.x;
    if (i < s.n) x[i] *= s.scale; //~ ERROR[R0601] reads bytes 4 to 7 of `s`, to which nothing was written
}

__device__ float weighted(Settings s, float x) {
    return x * (float)s.weights[1];
}

__global__ void weigh(Settings s, float *x) {
    if (threadIdx.x < s.n) x[threadIdx.x] = weighted(s, x[threadIdx.x]); //~ ERROR[R0601] reads bytes 16 to 23 of `s`
}

__global__ void shifted(int n, //
                        float by, //~ ERROR[R0601] reads `by`, to which nothing was written
                        float *x) {
    if (threadIdx.x < n) x[threadIdx.x] += by;
}

int main(int argc, char **) {
    float *x;
    cudaMalloc(&x, 32 * sizeof(float));
    cudaMemset(x, 0, 32 * sizeof(float));

    Settings s;
    s.n = 32;
    s.weights[0] = 1;
    scaled<<<1, 32>>>(s, x);
    s.scale = 2;
    weigh<<<1, 32>>>(s, x);

    float by;
    if (argc > 7) by = 1;
    int n = 32;
    void *list[] = {&n, &by, &x};
    cudaLaunchKernel((void *)shifted, dim3(1), dim3(32), list, 0, 0);

    float h[32];
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h[31]);
    cudaFree(x);
}
