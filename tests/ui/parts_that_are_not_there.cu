// What CUDA 13 dropped without a successor, and parts of the library that are not there.
#include <algorithm>
#include <ranges>
#include <vector>
__global__ void kernel() {}
int main()
{
    cudaLaunchCooperativeKernelMultiDevice(nullptr, 0, 0);
    std::vector<int> v{3, 1, 2};
    std::ranges::sort(v);
}
