// What the helper headers of NVIDIA's samples have of files, images and comparisons.
#include <helper_cuda.h>
#include <helper_functions.h>

int main(int argc, char **argv)
{
    float numbers[4] = {1.5f, 2, -3, 0.25f}, *read = nullptr;
    unsigned int count = 0;
    printf("%d\n", compareData(numbers, numbers, 4, 0.01f, 0.0f));
    float other[4] = {1.5f, 2.5f, -3, 0.25f};
    printf("%d\n", compareData(numbers, other, 4, 0.01f, 0.0f));
    printf("%d\n", compareData(numbers, other, 4, 0.01f, 0.5f));
    printf("%d %d\n", sdkCompareL2fe(numbers, other, 4, 1e-6f), sdkCompareL2fe(numbers, other, 4, 0.5f));
    printf("%p\n", (void *)sdkFindFilePath("no_such_file.pgm", argv[0]));
    printf("%d\n", sdkReadFile("no_such_file.dat", &read, &count, false));
    printf("%d\n", stringRemoveDelimiter('-', "--size=3"));
    uint32_t device = (uint32_t)gpuDeviceInit(0);
    std::cout << "device " << device << std::endl;
    return 0;
}
