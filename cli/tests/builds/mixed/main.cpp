#include <cuda_runtime.h>
#include <iostream>
#include <vector>
#ifdef __CUDACC__
#error "a .cpp file is not CUDA"
#endif

extern "C" int *numbers(int count);
void start(int *x);

int main()
{
    int *x = nullptr;
    cudaMallocManaged(&x, sizeof(int));
    *x = 4;
    start(x);
    start(x);
    cudaDeviceSynchronize();
    std::vector<int> all(numbers(3), numbers(3) + 3);
    std::cout << *x << " " << all[2] << std::endl;
    cudaFree(x);
}
