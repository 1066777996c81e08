// Float and double arithmetic, contraction and conversions, printed as bits.
#include <cstdio>
#include <cstring>
__global__ void arith(const float *a, const float *b, unsigned *o, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float x = a[i], y = b[i];
    float r[16];
    r[0] = x * y + x; r[1] = x * y - y; r[2] = y - x * y; r[3] = x / y; r[4] = sqrtf(fabsf(x)); r[5] = x * x + y * y;
    r[6] = (x + y) * (x - y); r[7] = fmaf(x, y, -x); r[8] = fminf(x, y); r[9] = fmaxf(x, y); r[10] = floorf(x) + ceilf(y);
    r[11] = 1.0f / x; r[12] = truncf(x) * rintf(y) + roundf(x); r[13] = fabsf(x - y); r[14] = -x * y + 3; r[15] = x * y * x * y + x * x * x;
    for (int k = 0; k < 16; k++) o[i * 16 + k] = __float_as_uint(r[k]);
}
__global__ void arithd(const double *a, unsigned long long *o, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    double x = a[i], y = a[(i + 1) % n];
    o[i * 6 + 0] = __double_as_longlong(x * y + x); o[i * 6 + 1] = __double_as_longlong(x / y); o[i * 6 + 2] = __double_as_longlong(sqrt(fabs(x)));
    o[i * 6 + 3] = __double_as_longlong((double)(float)x); o[i * 6 + 4] = (unsigned long long)(long long)x; o[i * 6 + 5] = __double_as_longlong(fmin(x, y) + floor(x) * ceil(y));
}
__global__ void conv(const float *a, int *o, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float x = a[i];
    o[i * 8 + 0] = (int)x; o[i * 8 + 1] = (int)(unsigned)fabsf(x); o[i * 8 + 2] = (short)(int)x; o[i * 8 + 3] = (signed char)(int)x;
    o[i * 8 + 4] = __float2int_rn(x); o[i * 8 + 5] = __float2int_ru(x); o[i * 8 + 6] = (int)((long long)x >> 2); o[i * 8 + 7] = x != 0.0f ? (x > 0) - (x < 0) : 9;
}
int main()
{
    const int n = 24;
    float a[n], b[n]; double c[n];
    for (int i = 0; i < n; i++) { a[i] = (i - 11) * 1.3f + 0.1f; b[i] = 7.7f / (i + 1) - 2.0f; c[i] = a[i] * 1.0000001 + b[i] / 3; }
    a[5] = 0.0f; a[6] = -0.0f; b[7] = 1e-42f; a[8] = 3e38f; b[9] = 1e30f; a[10] = -2.5f; a[11] = 2.5f; a[12] = 1e10f;
    float *da, *db; unsigned *o, h[n * 16];
    cudaMalloc(&da, sizeof(a)); cudaMalloc(&db, sizeof(b)); cudaMalloc(&o, sizeof(h));
    cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice); cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
    arith<<<1, 32>>>(da, db, o, n);
    cudaMemcpy(h, o, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) { for (int k = 0; k < 16; k++) printf("%08x ", h[i * 16 + k]); printf("\n"); }
    double *dc; unsigned long long *ol, hl[n * 6];
    cudaMalloc(&dc, sizeof(c)); cudaMalloc(&ol, sizeof(hl));
    cudaMemcpy(dc, c, sizeof(c), cudaMemcpyHostToDevice);
    arithd<<<1, 32>>>(dc, ol, n);
    cudaMemcpy(hl, ol, sizeof(hl), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) { for (int k = 0; k < 6; k++) printf("%016llx ", hl[i * 6 + k]); printf("\n"); }
    int *oi, hi[n * 8];
    cudaMalloc(&oi, sizeof(hi));
    conv<<<1, 32>>>(da, oi, n);
    cudaMemcpy(hi, oi, sizeof(hi), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) { for (int k = 0; k < 8; k++) printf("%d ", hi[i * 8 + k]); printf("\n"); }
    for (int i = 0; i < n; i++) { float r = a[i] * b[i] + a[i]; unsigned u; memcpy(&u, &r, 4); printf("%08x %g|", u, a[i] / b[i]); }
    printf("\n");
    return 0;
}
