// expect: pinned memory that a function frees is read by the loop that calls it
#include <cstdio>
__attribute__((noinline)) void give_back(float *p, int i)
{
    if (i == 4000) cudaFreeHost(p);
}
int main()
{
    float *p, sum = 0;
    cudaMallocHost(&p, 64 * sizeof(float));
    for (int i = 0; i < 64; i++) p[i] = i;
    for (int i = 0; i < 5000; i++) {
        sum += p[i % 64]; //~ ERROR[R0107] freed
        give_back(p, i);
    }
    printf("%d\n", sum > 0);
}
