// A kernel asks for the name and the text of an error, and prints them.
#include <cstdio>

__global__ void kernel()
{
    cudaError_t last = cudaGetLastError();
    printf("%s: %s\n", cudaGetErrorName(last), cudaGetErrorString(last));
    const char *text = cudaGetErrorString(cudaErrorInvalidValue);
    printf("%s %c\n", text, text[3]);
}

int main()
{
    kernel<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(cudaErrorInvalidValue));
}
