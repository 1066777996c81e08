// A hint that is refused changes no result: a warning.
#include <cstdio>
#include <cstdlib>
int main()
{
    float *host = (float *)malloc(4096), *managed;
    cudaMallocManaged(&managed, 4096);
    cudaMemPrefetchAsync(managed, 4096, 0);
    cudaMemPrefetchAsync(host, 4096, 0); //~ WARNING[R0505] `cudaMemPrefetchAsync` failed: invalid argument
    cudaMemPrefetchAsync(managed, 4096, 3); //~ WARNING[R0505] `cudaMemPrefetchAsync` failed: invalid device ordinal
    cudaMemLocation place = {cudaMemLocationTypeDevice, 0};
    cudaMemAdvise(host, 4096, cudaMemAdviseSetReadMostly, place); //~ WARNING[R0505] `cudaMemAdvise` failed: invalid argument
    if (cudaMemAdvise(host, 4096, cudaMemAdviseSetReadMostly, 0) != cudaSuccess) puts("no hint");
    cudaFree(managed);
    free(host);
    return 0;
}
