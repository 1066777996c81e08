#include <cstdlib>
__device__ int less(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
__global__ void sorts(int *x)
{
    free(x);
    qsort(x, 32, 4, less);
}
int main() { return 0; }
