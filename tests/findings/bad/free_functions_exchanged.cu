// Two mistakes on one line.
#include <cstdlib>
int main()
{
    float *d, *h = (float *)malloc(128);
    cudaMalloc(&d, 128);
    free(d); cudaFree(h); //~ ERROR[R0501] `free` of memory that `cudaFree` must free
    //~^ ERROR[R0501] `cudaFree` of memory that `free` must free
}
