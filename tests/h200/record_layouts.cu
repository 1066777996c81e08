// Array of structs against struct of arrays; aligned and unaligned records; partial warps.
#include <cstdio>
struct P4 { float x, y, z, w; };
struct __align__(8) P2 { float a; int b; };
struct P5 { float v[5]; };
struct Mixed { char c; short s; int i; double d; };
__global__ void aos(P4 *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { p[i].x += 1; p[i].w *= 2; } }
__global__ void soa(float *x, float *w, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { x[i] += 1; w[i] *= 2; } }
__global__ void pairs(P2 *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { P2 q = p[i]; q.a += q.b; q.b++; p[i] = q; } }
__global__ void fives(P5 *p, float *o, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { float s = 0; for (int k = 0; k < 5; k++) s += p[i].v[k]; o[i] = s; } }
__global__ void mixed(Mixed *m, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { m[i].c = i; m[i].s = -i; m[i].i = i * i; m[i].d = i * 0.5; } }
__global__ void bytes(const unsigned char *in, unsigned char *out, int n, int shift) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[(i + shift) % n] ^ 0x5a; }
__global__ void gather(const int *idx, const double *in, double *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[idx[i]]; }
int main()
{
    const int n = 1000;
    void *a, *b, *c;
    cudaMalloc(&a, 1 << 16); cudaMalloc(&b, 1 << 16); cudaMalloc(&c, 1 << 16);
    cudaMemset(a, 0, 1 << 16); cudaMemset(b, 0, 1 << 16);
    int hi[n]; for (int i = 0; i < n; i++) hi[i] = (i * 37) % n;
    cudaMemcpy(c, hi, sizeof(hi), cudaMemcpyHostToDevice);
    aos<<<4, 256>>>((P4 *)a, n); soa<<<4, 256>>>((float *)a, (float *)b, n); pairs<<<8, 128>>>((P2 *)a, n);
    fives<<<10, 100>>>((P5 *)a, (float *)b, n); mixed<<<4, 256>>>((Mixed *)a, n);
    bytes<<<4, 256>>>((unsigned char *)a, (unsigned char *)b, n, 0); bytes<<<4, 256>>>((unsigned char *)a, (unsigned char *)b, n, 5);
    gather<<<4, 256>>>((int *)c, (double *)a, (double *)b, n);
    double h[4]; cudaMemcpy(h, (double *)b + 996, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%zu %zu %zu %g %s\n", sizeof(P2), sizeof(P5), sizeof(Mixed), h[0] != h[1] ? 1.0 : 0.0, cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
