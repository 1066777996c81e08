// That the program looks at the answer makes it no less wrong.
#include <cstdio>
int main() {
    int *p;
    cudaMalloc(&p, 1024);
    cudaFree(p);
    cudaError_t error = cudaFree(p); //~ ERROR[R0501] freed before
    printf("%s\n", cudaGetErrorName(error));
}
