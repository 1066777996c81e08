// Stores at the ends of the two arms of a branch: when one request makes both, and when two do. Lanes differ in every warp.
#include <cstdio>

#define KERNEL(name, body) \
    __global__ void name(const float *a, float *o, float *f, int n) \
    { \
        int i = blockIdx.x * blockDim.x + threadIdx.x; \
        body \
    }

KERNEL(loadOrOne, if (a[i] > 3) o[i] = a[i + 1]; else o[i] = 1;)
KERNEL(loadOrZero, if (a[i] > 3) o[i] = a[i + 1]; else o[i] = 0;)
KERNEL(zeroOrLoad, if (a[i] > 3) o[i] = 0; else o[i] = a[i + 1];)
KERNEL(negated, if (!(a[i] > 3)) o[i] = 0; else o[i] = a[i + 1];)
KERNEL(notEqual, if (i % 3 != 1) o[i] = a[i + 1]; else o[i] = 0;)
KERNEL(oneOrZero, if (a[i] > 3) o[i] = 1; else o[i] = 0;)
KERNEL(givenOrZero, if (a[i] > 3) o[i] = n; else o[i] = 0;)
KERNEL(computedOrZero, if (i % 2 == 0) o[i] = sqrtf(a[i]); else o[i] = 0;)
KERNEL(bothComputed, if (i % 2 == 0) o[i] = a[i] * 2; else o[i] = a[i] + 3;)
KERNEL(twoPairs, if (a[i] > 3) { o[i] = a[i + 1]; f[i] = n; } else { o[i] = n * 2; f[i] = 2; })
KERNEL(twoPairsOfConstants, if (a[i] > 3) { o[i] = 5; f[i] = 1; } else { o[i] = 6; f[i] = 2; })
KERNEL(twoPairsWithZero, if (a[i] > 3) { o[i] = 5; f[i] = 1; } else { o[i] = 6; f[i] = 0; })
KERNEL(zeroFirst, o[i] = 0; if (a[i] > 3) o[i] = a[i + 1];)
KERNEL(constantFirst, o[i] = 4; if (i % 5 > 2) o[i] = 0;)
KERNEL(overwritten, o[i] = 1; if (i % 3 == 0) o[i] = 7; else o[i] = n;)
KERNEL(overwrittenBehindLoop, o[i] = 1; float s = 0; for (int k = 0; k < n; k++) s = s * 0.5f + k; o[i] = s;)
KERNEL(inside, if (i > 0 && i < n - 1) o[i] = a[i - 1] + a[i + 1]; else o[i] = 0;)

__global__ void tile(const float *a, float *o, int n)
{
    __shared__ float t[64];
    int i = threadIdx.x;
    if (i < n) t[i] = a[i];
    else t[i] = 0;
    __syncthreads();
    o[i] = t[63 - i];
}

int main()
{
    const int n = 256;
    float h[n + 1], *a, *o, *f;
    for (int i = 0; i <= n; i++) h[i] = i % 7 * 1.25f;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&o, n * sizeof(float));
    cudaMalloc(&f, n * sizeof(float));
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    auto show = [&](const char *name) {
        float r[n], g[n];
        cudaMemcpy(r, o, sizeof r, cudaMemcpyDeviceToHost);
        cudaMemcpy(g, f, sizeof g, cudaMemcpyDeviceToHost);
        double sum = 0;
        for (int i = 0; i < n; i++) sum += r[i] * (i % 5 + 1) + g[i];
        printf("%s: %g %g %g %.9g\n", name, r[0], r[1], r[n - 1], sum);
    };
    cudaMemset(f, 0, n * sizeof(float));
#define RUN(name) name<<<2, 128>>>(a, o, f, 50); show(#name)
    RUN(loadOrOne);
    RUN(loadOrZero);
    RUN(zeroOrLoad);
    RUN(negated);
    RUN(notEqual);
    RUN(oneOrZero);
    RUN(givenOrZero);
    RUN(computedOrZero);
    RUN(bothComputed);
    RUN(twoPairs);
    RUN(twoPairsOfConstants);
    RUN(twoPairsWithZero);
    RUN(zeroFirst);
    RUN(constantFirst);
    RUN(overwritten);
    RUN(overwrittenBehindLoop);
    RUN(inside);
    tile<<<1, 64>>>(a, o, 50);
    show("tile");
    return 0;
}
