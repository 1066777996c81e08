// What the round before has stored or loaded, what a side of a branch and the code behind it load, and a store that leaves a loop.
#include <cstdio>

__global__ void running_sum(float *a, int n) {
    for (int i = 1; i < n; i++) a[i] += a[i - 1];
}

__global__ void decaying(float *a, const float *b, int n) {
    for (int i = 1; i < n; i++) a[i] = a[i - 1] * 0.5f + b[i];
}

__global__ void columns(float *a, int n) {
    int t = threadIdx.x;
    for (int i = 1; i < n; i++) a[i * 64 + t] += a[(i - 1) * 64 + t];
}

__global__ void rows(float *a, int width) {
    float *row = a + (blockIdx.x * blockDim.x + threadIdx.x) * 40;
    for (int x = 1; x < width; ++x) row[x] = fminf(row[x], row[x - 1] + 1);
}

__global__ void in_shared(float *a, const float *__restrict__ b, int n) {
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = b[t];
    __syncthreads();
    if (t == 0)
        for (int i = 1; i < n; i++) s[i] += s[i - 1];
    __syncthreads();
    a[t] = s[t];
}

__global__ void backwards(float *a, int n) {
    for (int i = n - 2; i >= 0; i--) a[i] = a[i] - 0.25f * a[i + 1];
}

__global__ void three_points(const float *a, float *b, int n) {
    for (int i = 1; i < n - 1; i++) b[i] = a[i - 1] + a[i] + a[i + 1];
}

__global__ void fibonacci(int *a, int n) {
    for (int i = 2; i < n; i++) a[i] = a[i - 1] + a[i - 2];
}

__global__ void with_other_stores(float *a, float *b, int n) {
    for (int i = 1; i < n; i++) {
        b[i] = a[i - 1];
        a[i] += 2;
    }
}

__global__ void stored_behind(float *a, float *b, int n) {
    for (int i = 1; i < n; i++) {
        float x = a[i - 1] + a[i];
        a[i] = x;
        b[i] = x;
    }
}

__global__ void thomas(const float *lower, const float *diagonal, const float *upper, float *c, float *d, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
    c[t] = upper[t] / diagonal[t];
    d[t] = d[t] / diagonal[t];
    for (int i = 1; i < n; i++) {
        int k = i * stride + t;
        float m = 1.0f / (diagonal[k] - lower[k] * c[k - stride]);
        c[k] = upper[k] * m;
        d[k] = (d[k] - lower[k] * d[k - stride]) * m;
    }
    for (int i = n - 2; i >= 0; i--) {
        int k = i * stride + t;
        d[k] -= c[k] * d[k + stride];
    }
}

__global__ void before_and_all(const int *v, int *o, int n) {
    __shared__ int s[64];
    s[threadIdx.x] = v[threadIdx.x];
    __syncthreads();
    int before = 0, all = 0;
    for (int t = 0; t < n; ++t) {
        if (t < threadIdx.x / 4) before += s[t];
        all += s[t];
    }
    o[threadIdx.x] = before * 3 + all;
}

__global__ void below(const int *v, int *o, int n, int r) {
    int some = 0, all = 0;
    for (int t = 0; t < n; ++t) {
        if (t < r) some += v[t * 3 + threadIdx.x];
        all += v[t * 3 + threadIdx.x];
    }
    o[threadIdx.x] = some * 3 + all;
}

__global__ void either_and_one(const int *v, int *o, int n) {
    int k = threadIdx.x;
    int x = k + 7 < n ? v[k * 4 + 7] : v[k * 4];
    o[k] = x - v[k * 4];
}

__global__ void search(int *o, int n) {
    __shared__ int hist[256], want;
    hist[threadIdx.x] = threadIdx.x;
    if (threadIdx.x == 0) want = n;
    __syncthreads();
    if (threadIdx.x == 0) {
        int b = 255;
        while (hist[b] < want) want -= hist[b--];
        o[0] = b;
    }
    __syncthreads();
    o[threadIdx.x + 1] = want;
}

int main() {
    const int N = 8192;
    static float h[N];
    for (int i = 0; i < N; i++) h[i] = (float)(i * 37 % 19) + 1;
    float *a, *b, *c, *d, *e;
    float **all[] = {&a, &b, &c, &d, &e};
    for (float **p : all) cudaMalloc(p, sizeof h);
    for (int n = 33; n <= 36; n++) {
        for (float **p : all) cudaMemcpy(*p, h, sizeof h, cudaMemcpyHostToDevice);
        running_sum<<<1, 1>>>(a, n);
        decaying<<<1, 1>>>(b, a, n);
        columns<<<1, 64>>>(c, n);
        rows<<<2, 32>>>(d, n);
        in_shared<<<1, 128>>>(e, a, n + 80);
        backwards<<<1, 1>>>(a, n);
        three_points<<<1, 1>>>(b, c, n);
        with_other_stores<<<1, 1>>>(d, e, n);
        stored_behind<<<1, 1>>>(e, d, n);
        float sums[5] = {};
        for (int k = 0; k < 5; k++) {
            cudaMemcpy(h, *all[k], sizeof h, cudaMemcpyDeviceToHost);
            for (int i = 0; i < N; i++) sums[k] += h[i] * (i % 7 + 1);
        }
        printf("%d: %g %g %g %g %g\n", n, sums[0], sums[1], sums[2], sums[3], sums[4]);
        for (int i = 0; i < N; i++) h[i] = (float)(i * 37 % 19) + 1;
    }
    for (float **p : all) cudaMemcpy(*p, h, sizeof h, cudaMemcpyHostToDevice);
    for (int i = 0; i < N; i++) h[i] += 40;
    cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
    thomas<<<2, 64>>>(a, b, c, d, e, 21);
    cudaMemcpy(h, e, sizeof h, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < 21 * 128; i++) sum += h[i];
    printf("thomas: %.3f\n", sum);

    static int v[N];
    for (int i = 0; i < N; i++) v[i] = i * 31 % 17;
    int *x, *y;
    cudaMalloc(&x, sizeof v);
    cudaMalloc(&y, sizeof v);
    cudaMemset(y, 0, sizeof v);
    for (int n = 61; n <= 64; n++) {
        cudaMemcpy(x, v, sizeof v, cudaMemcpyHostToDevice);
        before_and_all<<<1, 64>>>(x, y, n);
        below<<<1, 64>>>(x, y + 64, n, 9);
        either_and_one<<<1, 96>>>(x, y + 128, n);
        search<<<1, 256>>>(y + 256, n * 50);
        fibonacci<<<1, 1>>>(x, n - 20);
        static int out[N];
        cudaMemcpy(out, y, sizeof out, cudaMemcpyDeviceToHost);
        unsigned hash = 0;
        for (int i = 0; i < 513; i++) hash = hash * 31 + out[i];
        cudaMemcpy(out, x, sizeof out, cudaMemcpyDeviceToHost);
        printf("%d: %u %d\n", n, hash, out[n - 21]);
    }
    for (float **p : all) cudaFree(*p);
    cudaFree(x);
    cudaFree(y);
}
