#include <stdio.h>
#include <string.h>
// every kind of copy: 2D, offsets, symbols with offsets, device-to-device, memset2D, managed, getSymbolAddress, zero copy
__constant__ int coef[8] = {1, 2, 3, 4};
__device__ int table[4][5];
__device__ __managed__ int shared_counter = 5;
__device__ double pi = 3.14159;
static __device__ const char msg[] = "device string";
struct Config { int n; float scale; char tag[8]; };
__constant__ Config cfg;
__global__ void use(int *out)
{
    int t = threadIdx.x;
    out[t] = coef[t % 8] * 10 + table[t % 4][t % 5];
    if (t == 0) { shared_counter += (int)(pi * 1000); out[31] = cfg.n * (int)cfg.scale + cfg.tag[1] + msg[3]; }
}
__global__ void zero_copy(int *mapped) { mapped[threadIdx.x] += threadIdx.x * 2; }
int main()
{
    int five[5] = {50, 51, 52, 53, 54}, h[32], six = 6, *p, *out;
    cudaMalloc(&out, sizeof h);
    cudaMemset(out, 0, sizeof h);
    cudaMemcpyToSymbol(table, five, sizeof five, 2 * sizeof five);
    cudaMemcpyToSymbol(coef, &six, sizeof six, 5 * sizeof(int));
    cudaGetSymbolAddress((void **)&p, table);
    cudaMemcpy(p + 3, &six, sizeof six, cudaMemcpyHostToDevice);
    size_t bytes = 0;
    cudaGetSymbolSize(&bytes, table);
    Config c = {7, 2.5f, "tag"};
    cudaMemcpyToSymbol(cfg, &c, sizeof c);
    use<<<1, 31>>>(out);
    cudaDeviceSynchronize();
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) printf("%d%s", h[i], i % 16 == 15 ? "\n" : " ");
    double back = 0;
    int row[5];
    cudaMemcpyFromSymbol(&back, pi, sizeof back);
    cudaMemcpyFromSymbol(row, table, sizeof row, sizeof row * 2, cudaMemcpyDeviceToHost);
    printf("counter %d pi %.5f size %zu row %d %d\n", shared_counter, back, bytes, row[0], row[4]);
    shared_counter++;

    const int W = 13, H = 6;
    unsigned char src[H][W], dst[H][W + 3];
    for (int y = 0; y < H; y++) for (int x = 0; x < W; x++) src[y][x] = y * 16 + x;
    memset(dst, '.', sizeof dst);
    unsigned char *pitched; size_t pitch;
    cudaMallocPitch(&pitched, &pitch, W, H);
    cudaMemset2D(pitched, pitch, 0xAA, W, H);
    cudaMemcpy2D(pitched + 2 * pitch + 1, pitch, &src[1][3], W, 7, 3, cudaMemcpyHostToDevice);
    cudaMemcpy2D(pitched, pitch, pitched + 2 * pitch, pitch, 5, 2, cudaMemcpyDeviceToDevice);
    cudaMemcpy2D(dst, W + 3, pitched, pitch, W, H, cudaMemcpyDeviceToHost);
    for (int y = 0; y < H; y++) { for (int x = 0; x < W + 3; x++) printf("%02x", dst[y][x]); printf("\n"); }
    int *mapped, *dev;
    cudaHostAlloc(&mapped, 16 * sizeof(int), cudaHostAllocMapped);
    for (int i = 0; i < 16; i++) mapped[i] = 100 * i;
    cudaHostGetDevicePointer((void **)&dev, mapped, 0);
    zero_copy<<<1, 16>>>(dev);
    cudaDeviceSynchronize();
    printf("mapped %d %d %d\n", mapped[0], mapped[7], mapped[15]);
    int stack[4] = {1, 2, 3, 4};
    cudaMemcpyAsync(out, stack, sizeof stack, cudaMemcpyHostToDevice);
    cudaMemcpyAsync(out + 2, out, 2 * sizeof(int), cudaMemcpyDeviceToDevice, 0);
    cudaMemcpy(stack, out, sizeof stack, cudaMemcpyDefault);
    printf("%d %d %d %d %d\n", stack[0], stack[1], stack[2], stack[3], shared_counter);
    cudaFree(out); cudaFree(pitched); cudaFreeHost(mapped);
}
