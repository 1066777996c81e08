#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int rows, cols, nnz; int *r, *c; float *v; } COO;
typedef struct { int rows, width; int *c; float *v; } ELL;

__global__ void spmv_ell(ELL m, const float *x, float *y)
{
    int r = blockDim.x * blockIdx.x + threadIdx.x;
    if (r >= m.rows) return;
    float acc = 0.f;
    for (int k = 0; k < m.width; ++k) {
        int c = m.c[k * m.rows + r];
        if (c < 0) break;
        acc = fmaf(m.v[k * m.rows + r], __ldg(&x[c]), acc);
    }
    y[r] = acc;
}
/* integers-valued floats: atomicAdd order cannot matter */
__global__ void spmv_coo(COO m, const float *x, float *y)
{
    for (int e = blockDim.x * blockIdx.x + threadIdx.x; e < m.nnz; e += gridDim.x * blockDim.x) atomicAdd(y + m.r[e], m.v[e] * x[m.c[e]]);
}
/* one warp a row, shuffles */
__global__ void spmv_csr_vector(int rows, const int *ptr, const int *col, const float *val, const float *x, float *y)
{
    int warp = (blockDim.x * blockIdx.x + threadIdx.x) / warpSize, lane = threadIdx.x & (warpSize - 1);
    if (warp >= rows) return;
    float s = 0;
    for (int j = ptr[warp] + lane; j < ptr[warp + 1]; j += warpSize) s += val[j] * x[col[j]];
    for (int o = warpSize / 2; o; o /= 2) s += __shfl_down_sync(0xFFFFFFFF, s, o);
    if (lane == 0) y[warp] = s;
}
static void *up(const void *h, size_t bytes) { void *d; if (cudaMalloc(&d, bytes) != cudaSuccess) abort(); cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice); return d; }

int main()
{
    enum { R = 150, C = 120 };
    float dense[R][C], x[C], ref[R], y[R];
    int nnz = 0, width = 0;
    for (int i = 0; i < R; i++) {
        int w = 0;
        ref[i] = 0;
        for (int j = 0; j < C; j++) { dense[i][j] = (i * 13 + j * 29) % 17 == 0 ? (float)((i + j) % 9 - 4) : 0.f; if (dense[i][j] != 0) { w++; nnz++; } }
        if (w > width) width = w;
    }
    for (int j = 0; j < C; j++) x[j] = (float)(j % 11 - 5);
    for (int i = 0; i < R; i++) for (int j = 0; j < C; j++) ref[i] += dense[i][j] * x[j];
    COO coo = { R, C, nnz, (int *)malloc(nnz * sizeof(int)), (int *)malloc(nnz * sizeof(int)), (float *)malloc(nnz * sizeof(float)) };
    ELL ell = { .rows = R, .width = width, .c = (int *)malloc(R * width * sizeof(int)), .v = (float *)calloc(R * width, sizeof(float)) };
    memset(ell.c, 0xff, R * width * sizeof(int));
    int ptr[R + 1], k = 0;
    for (int i = 0; i < R; i++) {
        int w = 0;
        ptr[i] = k;
        for (int j = 0; j < C; j++) if (dense[i][j] != 0) {
            coo.r[k] = i; coo.c[k] = j; coo.v[k++] = dense[i][j];
            ell.c[w * R + i] = j; ell.v[w++ * R + i] = dense[i][j];
        }
    }
    ptr[R] = k;
    COO dcoo = coo;
    dcoo.r = (int *)up(coo.r, nnz * sizeof(int)); dcoo.c = (int *)up(coo.c, nnz * sizeof(int)); dcoo.v = (float *)up(coo.v, nnz * sizeof(float));
    ELL dell = { R, width, (int *)up(ell.c, R * width * sizeof(int)), (float *)up(ell.v, R * width * sizeof(float)) };
    int *dptr = (int *)up(ptr, sizeof ptr);
    float *dx = (float *)up(x, sizeof x), *dy;
    cudaMalloc((void **)&dy, sizeof y);
    const char *names[] = { "ELL", "COO", "CSR" };
    for (int f = 0; f < 3; f++) {
        cudaMemset(dy, 0, sizeof y);
        if (f == 0) spmv_ell<<<(R + 63) / 64, 64>>>(dell, dx, dy);
        else if (f == 1) spmv_coo<<<4, 96>>>(dcoo, dx, dy);
        else spmv_csr_vector<<<(R * 32 + 127) / 128, 128>>>(R, dptr, dcoo.c, dcoo.v, dx, dy);
        cudaMemcpy(y, dy, sizeof y, cudaMemcpyDeviceToHost);
        printf("%s %s nnz=%d width=%d y: %g %g %g\n", names[f], memcmp(y, ref, sizeof y) == 0 ? "PASS" : "FAIL", nnz, width, y[0], y[77], y[R - 1]);
    }
    free(coo.r); free(coo.c); free(coo.v); free(ell.c); free(ell.v);
    cudaDeviceReset();
    return 0;
}
