// LU decomposition in blocks: loops around loops of unknown length, in shared memory.
#include <cstdio>
#include <cstdlib>
#define BS 16
__global__ void lud_diagonal(float *m, int dim, int offset)
{
    int i, j; __shared__ float shadow[BS][BS];
    int array_offset = offset * dim + offset;
    for (i = 0; i < BS; i++) { shadow[i][threadIdx.x] = m[array_offset + threadIdx.x]; array_offset += dim; }
    __syncthreads();
    for (i = 0; i < BS - 1; i++) {
        if (threadIdx.x > i) {
            for (j = 0; j < i; j++) shadow[threadIdx.x][i] -= shadow[threadIdx.x][j] * shadow[j][i];
            shadow[threadIdx.x][i] /= shadow[i][i];
        }
        __syncthreads();
        if (threadIdx.x > i) for (j = 0; j < i + 1; j++) shadow[i + 1][threadIdx.x] -= shadow[i + 1][j] * shadow[j][threadIdx.x];
        __syncthreads();
    }
    array_offset = (offset + 1) * dim + offset;
    for (i = 1; i < BS; i++) { m[array_offset + threadIdx.x] = shadow[i][threadIdx.x]; array_offset += dim; }
}
__global__ void lud_perimeter(float *m, int dim, int offset)
{
    __shared__ float dia[BS][BS], peri_row[BS][BS], peri_col[BS][BS];
    int i, j, array_offset, idx;
    if (threadIdx.x < BS) {
        idx = threadIdx.x;
        array_offset = offset * dim + offset;
        for (i = 0; i < BS / 2; i++) { dia[i][idx] = m[array_offset + idx]; array_offset += dim; }
        array_offset = offset * dim + offset;
        for (i = 0; i < BS; i++) { peri_row[i][idx] = m[array_offset + (blockIdx.x + 1) * BS + idx]; array_offset += dim; }
    } else {
        idx = threadIdx.x - BS;
        array_offset = (offset + BS / 2) * dim + offset;
        for (i = BS / 2; i < BS; i++) { dia[i][idx] = m[array_offset + idx]; array_offset += dim; }
        array_offset = (offset + (blockIdx.x + 1) * BS) * dim + offset;
        for (i = 0; i < BS; i++) { peri_col[i][idx] = m[array_offset + idx]; array_offset += dim; }
    }
    __syncthreads();
    if (threadIdx.x < BS) {
        idx = threadIdx.x;
        for (i = 1; i < BS; i++) for (j = 0; j < i; j++) peri_row[i][idx] -= dia[i][j] * peri_row[j][idx];
    } else {
        idx = threadIdx.x - BS;
        for (i = 0; i < BS; i++) { for (j = 0; j < i; j++) peri_col[idx][i] -= peri_col[idx][j] * dia[j][i]; peri_col[idx][i] /= dia[i][i]; }
    }
    __syncthreads();
    if (threadIdx.x < BS) {
        idx = threadIdx.x; array_offset = (offset + 1) * dim + offset;
        for (i = 1; i < BS; i++) { m[array_offset + (blockIdx.x + 1) * BS + idx] = peri_row[i][idx]; array_offset += dim; }
    } else {
        idx = threadIdx.x - BS; array_offset = (offset + (blockIdx.x + 1) * BS) * dim + offset;
        for (i = 0; i < BS; i++) { m[array_offset + idx] = peri_col[i][idx]; array_offset += dim; }
    }
}
__global__ void lud_internal(float *m, int dim, int offset)
{
    __shared__ float peri_row[BS][BS], peri_col[BS][BS];
    int i; float sum;
    int global_row_id = offset + (blockIdx.y + 1) * BS, global_col_id = offset + (blockIdx.x + 1) * BS;
    peri_row[threadIdx.y][threadIdx.x] = m[(offset + threadIdx.y) * dim + global_col_id + threadIdx.x];
    peri_col[threadIdx.y][threadIdx.x] = m[(global_row_id + threadIdx.y) * dim + offset + threadIdx.x];
    __syncthreads();
    sum = 0;
    for (i = 0; i < BS; i++) sum += peri_col[threadIdx.y][i] * peri_row[i][threadIdx.x];
    m[(global_row_id + threadIdx.y) * dim + global_col_id + threadIdx.x] -= sum;
}
int main()
{
    int n = 64; float *h = (float *)malloc(n * n * 4), *d;
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) h[i * n + j] = (i == j ? 40 : 0) + (i * 7 + j * 3) % 11;
    cudaMalloc(&d, n * n * 4); cudaMemcpy(d, h, n * n * 4, cudaMemcpyHostToDevice);
    int i;
    for (i = 0; i < n - BS; i += BS) {
        lud_diagonal<<<1, BS>>>(d, n, i);
        lud_perimeter<<<(n - i) / BS - 1, BS * 2>>>(d, n, i);
        lud_internal<<<dim3((n - i) / BS - 1, (n - i) / BS - 1), dim3(BS, BS)>>>(d, n, i);
    }
    lud_diagonal<<<1, BS>>>(d, n, i);
    cudaMemcpy(h, d, n * n * 4, cudaMemcpyDeviceToHost);
    double s = 0; for (i = 0; i < n; i++) s += h[i * n + i]; printf("%.4f\n", s);
}
