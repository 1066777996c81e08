#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define ROWS 20
#define COLS 44
#define BX 16
#define BY 8
/* torus, shared-memory tile with halo */
__global__ void step(const unsigned char *in, unsigned char *out)
{
    __shared__ unsigned char t[BY + 2][BX + 2];
    int x0 = blockIdx.x * BX, y0 = blockIdx.y * BY;
    int tid = threadIdx.y * BX + threadIdx.x;
    for (int i = tid; i < (BX + 2) * (BY + 2); i += BX * BY) {
        int ly = i / (BX + 2), lx = i % (BX + 2);
        int gy = (y0 + ly - 1 + ROWS) % ROWS, gx = (x0 + lx - 1 + COLS) % COLS;
        t[ly][lx] = in[gy * COLS + gx];
    }
    __syncthreads();
    int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
    if (x >= COLS || y >= ROWS) return;
    int n = 0;
#pragma unroll
    for (int dy = 0; dy < 3; dy++)
#pragma unroll
        for (int dx = 0; dx < 3; dx++)
            if (dx != 1 || dy != 1) n += t[threadIdx.y + dy][threadIdx.x + dx];
    unsigned char alive = t[threadIdx.y + 1][threadIdx.x + 1];
    switch (n) {
    case 2: out[y * COLS + x] = alive; break;
    case 3: out[y * COLS + x] = 1; break;
    default: out[y * COLS + x] = 0;
    }
}
static void show(const unsigned char *g, int gen)
{
    printf("generation %d\n", gen);
    for (int y = 0; y < ROWS; y++) { for (int x = 0; x < COLS; x++) putchar(g[y * COLS + x] ? '#' : '.'); putchar('\n'); }
}
int main()
{
    unsigned char *h, *ref, *tmp, *a, *b;
    size_t size = ROWS * COLS;
    cudaMallocHost((void **)&h, size);
    ref = (unsigned char *)malloc(size); tmp = (unsigned char *)malloc(size);
    memset(h, 0, size);
    const char *gun[] = { "........................#...........", "......................#.#...........", "............##......##............##", "...........#...#....##............##",
        "##........#.....#...##..............", "##........#...#.##....#.#...........", "..........#.....#.......#...........", "...........#...#....................", "............##......................" };
    for (int y = 0; y < 9; y++) for (int x = 0; gun[y][x]; x++) h[(y + 2) * COLS + x + 3] = gun[y][x] == '#';
    memcpy(ref, h, size);
    cudaMalloc((void **)&a, size); cudaMalloc((void **)&b, size);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMemcpyAsync(a, h, size, cudaMemcpyHostToDevice, s);
    dim3 block(BX, BY, 1), grid((COLS + BX - 1) / BX, (ROWS + BY - 1) / BY, 1);
    for (int g = 1; g <= 45; g++) {
        step<<<grid, block, 0, s>>>(a, b);
        unsigned char *sw = a; a = b; b = sw;
        for (int y = 0; y < ROWS; y++) for (int x = 0; x < COLS; x++) {
            int n = 0;
            for (int k = 0; k < 9; k++) if (k != 4) n += ref[(y + k / 3 - 1 + ROWS) % ROWS * COLS + (x + k % 3 - 1 + COLS) % COLS];
            tmp[y * COLS + x] = n == 3 || (n == 2 && ref[y * COLS + x]);
        }
        unsigned char *q = ref; ref = tmp; tmp = q;
    }
    cudaMemcpyAsync(h, a, size, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    show(h, 45);
    puts(memcmp(h, ref, size) ? "FAIL" : "PASS");
    cudaStreamDestroy(s);
    cudaFree(a); cudaFree(b); cudaFreeHost(h); free(ref); free(tmp);
    return 0;
}
