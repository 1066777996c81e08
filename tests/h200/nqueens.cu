#include <stdio.h>
// N-queens: recursion on the device and an iterative bitmask version
__device__ unsigned long long solutions;
__device__ int solve(int n, unsigned cols, unsigned d1, unsigned d2, int row)
{
    if (row == n) return 1;
    int count = 0;
    unsigned free_ = ~(cols | d1 | d2) & ((1u << n) - 1);
    while (free_) {
        unsigned bit = free_ & -free_;
        free_ ^= bit;
        count += solve(n, cols | bit, (d1 | bit) << 1, (d2 | bit) >> 1, row + 1);
    }
    return count;
}
__global__ void queens(int n)
{
    int first = threadIdx.x / n, second = threadIdx.x % n;
    if (first >= n) return;
    unsigned b1 = 1u << first, cols = b1, d1 = b1 << 1, d2 = b1 >> 1, b2 = 1u << second;
    if (b2 & (cols | d1 | d2)) return;
    int c = solve(n, cols | b2, (d1 | b2) << 1, (d2 | b2) >> 1, 2);
    atomicAdd(&solutions, (unsigned long long)c);
}
__global__ void queens_iterative(const int n, int *out)
{
    int col[16], row = 1, total = 0;
    col[0] = threadIdx.x;
    col[1] = -1;
    if (n == 1) { out[threadIdx.x] = 1; return; }
    while (row > 0) {
        bool placed = false;
        for (col[row]++; col[row] < n; col[row]++) {
            int r;
            for (r = 0; r < row; r++) {
                int dc = col[row] - col[r];
                if (dc == 0 || dc == row - r || dc == r - row) goto next;
            }
            placed = true;
            break;
        next:;
        }
        if (!placed) { --row; continue; }
        if (row == n - 1) { total++; continue; }
        col[++row] = -1;
    }
    out[threadIdx.x] = total;
}
int main(void)
{
    int *d, h[16];
    cudaMalloc(&d, sizeof h);
    for (int n = 4; n <= 7; ++n) {
        unsigned long long zero = 0, got;
        cudaMemcpyToSymbol(solutions, &zero, sizeof zero);
        queens<<<1, n * n>>>(n);
        cudaMemcpyFromSymbol(&got, solutions, sizeof got);
        queens_iterative<<<1, n>>>(n, d);
        cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
        int sum = 0;
        printf("n=%d: %llu;", n, got);
        for (int i = 0; i < n; i++) { printf(" %d", h[i]); sum += h[i]; }
        printf(" = %d %s\n", sum, (unsigned long long)sum == got ? "PASS" : "FAIL");
    }
    cudaFree(d);
    return 0;
}
