// Calls that fail, and a program that looks at what they return, in every way a program can.
#include <cstdio>
#include <cstdlib>
#define CHECK(call)                                                                     \
    do {                                                                                \
        cudaError_t error = (call);                                                     \
        if (error != cudaSuccess) printf("%s: %s\n", #call, cudaGetErrorString(error)); \
    } while (0)
__global__ void empty() {}
static bool is_fine(cudaError_t error) { return error == cudaSuccess; }
static cudaError_t wrapped(int device) { return cudaSetDevice(device); }
static cudaError_t first_of_two(int *d)
{
    cudaError_t error = cudaMemset(d, 0, 1 << 20);
    if (error != cudaSuccess) return error;
    return cudaSetDevice(0);
}
struct Status {
    cudaError_t error;
};
static cudaError_t global_error;

int main()
{
    int h[4] = {0}, *d;
    CHECK(cudaMalloc(&d, 16));
    CHECK(cudaSetDevice(7));
    CHECK(cudaMemcpy(d, h, 32, cudaMemcpyHostToDevice));
    if (!is_fine(cudaMemcpy(d, h, 16, cudaMemcpyDeviceToDevice))) printf("refused\n");
    printf("%d\n", cudaSetDevice(9));
    Status status;
    status.error = cudaSetDevice(4);
    printf("%d\n", status.error);
    global_error = cudaFree(h);
    if (wrapped(3)) printf("no device 3\n");
    printf("%d\n", first_of_two(d));
    bool fine = cudaSuccess == cudaMemset(h, 0, 16);
    printf("%d %d\n", fine, global_error);
    cudaSetDevice(5);
    empty<<<1, 5000>>>();
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    CHECK(cudaFree(d));
    CHECK(cudaFree(d));
    cudaFree(nullptr);
}
