// What nvcc's -use_fast_math makes of functions, divisions, roots and subnormal numbers.
//@ args: --use_fast_math
#include <cmath>
#include <cstdio>
#include <cstdlib>

const int COUNT = 64, RESULTS = 30;

__device__ float length(float x, float y) { return sqrtf(x * x + y * y); }
__device__ float inverse(float x) { return 1.0f / x; }

__global__ void functions(float *out, const float *x)
{
    int i = threadIdx.x, j = 0;
    float a = x[i], b = x[(i * 7 + 3) % COUNT], m = fabsf(a), s, c;
    float *p = out + i * RESULTS;
    p[j++] = sinf(a); p[j++] = cosf(a); p[j++] = tanf(a); p[j++] = expf(a); p[j++] = exp2f(a); p[j++] = exp10f(a);
    p[j++] = logf(m); p[j++] = log2f(m); p[j++] = log10f(m); p[j++] = powf(m, b); p[j++] = a / b; p[j++] = sqrtf(m);
    p[j++] = rsqrtf(m); p[j++] = 1 / a; p[j++] = fdividef(a, b); p[j++] = a * 1e-38f * b; p[j++] = cbrtf(a); p[j++] = atanf(a);
    p[j++] = fmodf(a, b); p[j++] = sinhf(a); p[j++] = erff(a);
    sincosf(a, &s, &c);
    p[j++] = s + c; p[j++] = __fdiv_rn(a, b) + __fsqrt_rn(m);
    p[j++] = 1 / (1 + expf(-a)); p[j++] = a < 1e-39f ? -a : fabsf(a); p[j++] = floorf(a) + (int)a; p[j++] = (float)((double)a * 3 + 1e-40);
    p[j++] = a * b + a; p[j++] = fminf(a, b) - fmaxf(a, 1e-40f); p[j++] = a / 3.0f + powf(m, 2.5f);
}

__global__ void lengths(float *out, const float *x)
{
    int i = threadIdx.x;
    float a = x[i], b = x[(i * 5 + 1) % COUNT], root = sqrtf(fabsf(a));
    float *p = out + i * RESULTS;
    p[0] = root; p[1] = 1 / root; p[2] = inverse(length(a, b)); p[3] = b / length(a, b) + 1; p[4] = 2 - a / 7.0f; p[5] = (a + b) / 2.0f;
    p[6] = inverse(a) * b + a; p[7] = __fdividef(a, b) - __fdividef(b, 3.0f); p[8] = rsqrtf(a * a + 0.5f) * b;
}

// A sum of many steps: errors of all of them.
__global__ void orbit(float *out, int steps)
{
    int i = threadIdx.x;
    float x = 0.01f * i, y = 0.5f, sum = 0;
    for (int k = 0; k < steps; k++) {
        float t = x * x - y * y + 0.3f;
        y = 2 * x * y + 0.1f;
        x = t > 2 ? 1 - y : t;
        sum += x / (1 + y * y) + __expf(x * 0.1f) * sinf(y);
    }
    out[i] = sum;
}

int main()
{
    float h[COUNT], *x, *o;
    static float r[COUNT * RESULTS];
    for (int i = 0; i < COUNT; i++) h[i] = (i % 2 ? -1 : 1) * ldexpf(1 + i * 0.0137f, (i - 32) / 4) * (1 + i % 3);
    h[5] = 0;
    h[7] = 1e-40f;
    h[9] = 3e38f;
    h[11] = 12345.678f;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&o, sizeof r);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    functions<<<1, COUNT>>>(o, x);
    cudaMemcpy(r, o, sizeof r, cudaMemcpyDeviceToHost);
    for (int i = 0; i < COUNT * RESULTS; i++) printf("%08x%c", *(unsigned *)&r[i], i % RESULTS == RESULTS - 1 ? '\n' : ' ');
    lengths<<<1, COUNT>>>(o, x);
    cudaMemcpy(r, o, sizeof r, cudaMemcpyDeviceToHost);
    for (int i = 0; i < COUNT * 9; i++) printf("%08x%c", *(unsigned *)&r[i / 9 * RESULTS + i % 9], i % 9 == 8 ? '\n' : ' ');
    orbit<<<1, COUNT>>>(o, 100);
    cudaMemcpy(r, o, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < COUNT; i++) printf("%08x ", *(unsigned *)&r[i]);
    puts("");
    cudaFree(x);
    cudaFree(o);
}
