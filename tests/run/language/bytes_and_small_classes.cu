// `std::byte` and values of scoped enumerations from a list; small classes through `...`, as the ABI passes them.
#include <cstddef>
#include <cstdio>
#include <cuda_fp16.h>

enum class Level : unsigned char { Low, High = 9 };
struct Handle {
    unsigned short number;
};
struct Pair {
    int low, high;
};

int main()
{
    std::byte b{0x0f};
    b <<= 2;
    b |= std::byte{1};
    const int nine = 9;
    Level level{nine};
    printf("%d %d %d\n", std::to_integer<int>(b & std::byte{0x3c}), (int)(~b ^ std::byte{0}), level == Level::High);
    Handle handle{77};
    Pair pair{5, 6};
    printf("%d %04x %lx\n", handle, __float2half(1.5f), pair);
}
