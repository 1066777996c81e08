// What a loop writes again and again at one address is written once behind it, if every way out of the loop has passed the store and
// nothing else in the loop may touch those bytes.
#include <cstdio>
#define K __global__ void

struct Sum { float v, x, y, z; };

K counted(float *o, const float *in, int n) { for (int i = 0; i < n; i++) o[threadIdx.x] += i; }
K aliased(float *o, const float *in, int n) { for (int i = 0; i < n; i++) o[threadIdx.x] += in[i]; }
K unaliased(float *__restrict__ o, const float *__restrict__ in, int n) { for (int i = 0; i < n; i++) o[threadIdx.x] += in[i]; }
K lastOnly(float *o, const float *in, int n) { for (int i = 0; i < n; i++) o[threadIdx.x] = i; }
K eachStep(float *o, const float *in, int n) { float a = in[threadIdx.x]; for (int i = 0; i < n; i++) { a = a * 0.5f + 1; o[threadIdx.x] = a; } }
K underCondition(float *o, const float *in, int n) { float a = in[threadIdx.x]; for (int i = 0; i < n; i++) if (i % 3 == 1) o[threadIdx.x] += a; }
K leftBefore(float *o, const float *in, int n) { float a = in[threadIdx.x]; for (int i = 0; i < n; i++) { a *= 1.5f; if (a > 50) break; o[threadIdx.x] += a; } }
K leftBehind(float *o, const float *in, int n) { float a = in[threadIdx.x]; for (int i = 0; i < n; i++) { a = a * 1.5f + 1; o[threadIdx.x] += a; if (a > 50) break; } }
K doWhile(float *o, const float *in, int n) { int i = threadIdx.x & 7; do { o[threadIdx.x] += i; i++; } while (i < n); }
K members(Sum *o, const float *in, int n) {
    __shared__ float s[32];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int j = 0; j < n; j++) { float d = s[j]; o[threadIdx.x].v += d; o[threadIdx.x].x += d * d; }
}
K inShared(float *o, const float *in, int n) {
    __shared__ float s[32];
    s[threadIdx.x] = 0;
    for (int i = threadIdx.x; i < 32 * n; i += 32) s[threadIdx.x] += in[i] + in[i + 32];
    __syncthreads();
    o[threadIdx.x] = s[31 - threadIdx.x];
}
K overBarriers(float *o, const float *in, int n) {
    __shared__ float s[32];
    for (int i = 0; i < n; i++) {
        s[threadIdx.x] = in[i * 32 + threadIdx.x];
        __syncthreads();
        o[threadIdx.x] += s[31 - threadIdx.x];
        __syncthreads();
    }
}
K restrictOverBarriers(float *__restrict__ o, const float *__restrict__ in, int n) {
    __shared__ float s[32];
    for (int i = 0; i < n; i++) {
        s[threadIdx.x] = in[i * 32 + threadIdx.x];
        __syncthreads();
        o[threadIdx.x] += s[31 - threadIdx.x];
        __syncthreads();
    }
}
K nested(float *__restrict__ o, const float *__restrict__ in, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 5; j++) o[threadIdx.x] += in[i * 5 + j];
}
K nestedUnknown(float *__restrict__ o, const float *__restrict__ in, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < (n ^ i); j++) o[threadIdx.x] += in[j];
}
K shuffled(float *o, const float *in, int n) {
    float a = in[threadIdx.x];
    for (int i = 0; i < n; i++) { a += __shfl_xor_sync(~0u, a, 1); o[threadIdx.x] = a; }
}
K atomicElsewhere(int *o, const float *in, int n) { for (int i = 0; i < n; i++) { o[threadIdx.x] += i; atomicAdd(&o[512], 1); } }
K product(float *__restrict__ c, const float *__restrict__ ab, int n) {
    int row = threadIdx.x / 8, column = threadIdx.x % 8;
    c[row * 8 + column] = 0;
    for (int k = 0; k < n; k++) c[row * 8 + column] += ab[row * n + k] * ab[256 + k * 8 + column];
}
K ownCounts(float *o, const float *in, int n) { int m = n - threadIdx.x % 4; for (int i = 0; i < m; i++) o[threadIdx.x] += in[threadIdx.x] > 5 ? 2 : i; }

static float *in, *out;

static void show(const char *name) {
    if (cudaDeviceSynchronize()) printf("%s fails\n", name);
    double sum = 0;
    for (int i = 0; i < 1024; i++) sum += out[i] * ((i * 7) % 13 + 1.0);
    printf("%-20s %.4f\n", name, sum);
    for (int i = 0; i < 1024; i++) out[i] = i % 3;
}

template<class To> static void run(const char *name, void (*kernel)(To *, const float *, int)) {
    kernel<<<1, 32>>>((To *)out, in, 13);
    show(name);
}

int main() {
    cudaMallocManaged(&in, 4096 * sizeof(float));
    cudaMallocManaged(&out, 1024 * sizeof(float));
    for (int i = 0; i < 4096; i++) in[i] = (i * 37 % 101) / 8.0f;
    for (int i = 0; i < 1024; i++) out[i] = i % 3;
    run("counted", counted);
    run("aliased", aliased);
    run("unaliased", unaliased);
    run("lastOnly", lastOnly);
    run("eachStep", eachStep);
    run("underCondition", underCondition);
    run("leftBefore", leftBefore);
    run("leftBehind", leftBehind);
    run("doWhile", doWhile);
    run("members", members);
    run("inShared", inShared);
    run("overBarriers", overBarriers);
    run("restrictOverBarriers", restrictOverBarriers);
    run("nested", nested);
    run("nestedUnknown", nestedUnknown);
    run("shuffled", shuffled);
    run("atomicElsewhere", atomicElsewhere);
    run("product", product);
    run("ownCounts", ownCounts);
}
