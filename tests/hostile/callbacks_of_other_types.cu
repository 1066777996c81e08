// Comparators and handlers that take or return something else than the runtime function expects of them.
//@ runs: 6
#include <cstdio>
#include <cstdlib>
long long wide(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int three(const void *a, const void *b, const void *c) { return a < c; }
int right(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
__device__ int there(const void *a, const void *b) { return 0; }
__device__ int (*pointer)(const void *, const void *) = there;
int handler(int x) { return x; }
typedef int (*Compare)(const void *, const void *);
int main(int argc, char **argv)
{
    int how = atoi(argv[1]), numbers[4] = {4, 3, 2, 1};
    Compare on_device;
    cudaMemcpyFromSymbol(&on_device, pointer, sizeof on_device);
    void *volatile any[4] = {(void *)wide, (void *)three, (void *)right, (void *)on_device};
    if (how < 4) qsort(numbers, 4, 4, (Compare)any[how]);
    if (how == 4) bsearch(numbers, numbers, 4, 4, (Compare)any[1]);
    if (how == 5) atexit((void (*)())(void *)handler);
    printf("%d %d %d %d\n", numbers[0], numbers[1], numbers[2], numbers[3]);
}
