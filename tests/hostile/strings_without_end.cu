// printf and strlen on strings that do not end, are null or wild; formats with missing arguments.
//@ runs: 3
#include <cstdio>
#include <cstdlib>
__global__ void k(const char *s, const char *format)
{
    printf("%s\n", s);
    printf("%d %s %f %ld\n");
    printf("%n%*d%999d%.999f\n", 1, 2, 3, 4.0);
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    char *s;
    cudaMalloc(&s, 4);
    cudaMemset(s, 'a', 4);
    if (run == 0) k<<<1, 1>>>(s, s);
    if (run == 1) k<<<1, 1>>>(nullptr, nullptr);
    if (run == 2) k<<<1, 1>>>((const char *)0x123456789abcull, s);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
