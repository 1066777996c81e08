// expect: out-of-bounds local write by a lane that goes on while the others have left the loop; it is left out, so what follows is as with it
#include <cstdio>

__global__ void walk(int *out)
{
    int i = threadIdx.x, stack[8], depth = 0, sum = 0, turns = 0;
    stack[0] = i + 20;
    while (depth >= 0 && depth < 12 && turns++ < 3000) {
        int n = stack[depth];  //~ NOTE also read here
        if (n < 3) { sum += n; depth--; continue; }
        stack[depth] = n / 2;
        if (i == 9 && n > 20) n *= 100000;
        stack[++depth] = n / 3;  //~ ERROR[R0103] element 8 of array `stack` of 8 ints
    }
    out[i] = sum;
}

int main()
{
    int *out, sums[32];
    cudaMalloc(&out, sizeof sums);
    walk<<<1, 32>>>(out);
    cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
    cudaFree(out);
    printf("%d\n", sums[9]);
    return 0;
}
