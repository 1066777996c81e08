// Classes without padding: the headers of files that host code reads and writes.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#pragma pack(push, 1)
typedef struct {
    char magic[2];
    uint32_t size;
    uint16_t reserved[2];
    uint32_t offset;
} FileHeader;
struct InfoHeader {
    uint32_t size;
    int32_t width, height;
    uint16_t planes, bits;
    uint32_t compression, image;
    double scale;
    enum class Kind : short { plain, packed } kind;
};
template <class T, template <class...> class U = std::vector> struct Tagged {
    char tag;
    T value;
};
class Base {
public:
    char c;
    long long n;
};
#pragma pack(pop)
struct __attribute__((packed)) Early { char c; int i; };
typedef struct { char c; double d; } __attribute__((packed)) Late;
struct __attribute__((packed, aligned(4))) Both { char c; int i; };
#pragma pack(2)
struct Two { char c; int i; double d; };
#pragma pack()
struct Plain { char c; int i; };
struct Derived : Base { char more; };
struct Holder { char c; FileHeader h; alignas(8) char d; };
struct Pixel { unsigned char r, g, b; };

__global__ void darken(Pixel *pixels, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) pixels[i].r /= 2, pixels[i].g /= 2, pixels[i].b /= 2;
}

int main() {
    printf("%zu %zu %zu %zu\n", sizeof(FileHeader), sizeof(InfoHeader), sizeof(Tagged<double>), sizeof(Base));
    printf("%zu %zu %zu %zu %zu\n", sizeof(Early), sizeof(Late), sizeof(Both), sizeof(Two), sizeof(Plain));
    printf("%zu %zu %zu\n", alignof(Early), alignof(Both), alignof(Two));
    printf("%zu %zu %zu\n", sizeof(Derived), sizeof(Holder), offsetof(Holder, d));
    InfoHeader info = {40, 7, 3, 1, 24, 0, 84, 1.5, InfoHeader::Kind::packed};
    FileHeader file = {{'B', 'M'}, 0, {0, 0}, sizeof(FileHeader) + sizeof(InfoHeader)};
    file.size = file.offset + info.image;
    std::vector<unsigned char> bytes(file.size, 200);
    memcpy(bytes.data(), &file, sizeof file);
    memcpy(bytes.data() + sizeof file, &info, sizeof info);
    for (int i = 0; i < 16; i++) printf("%02x ", bytes[i]);
    printf("\n");
    InfoHeader back;
    memcpy(&back, &bytes[sizeof file], sizeof back);
    back.width += back.height;
    back.scale *= 2;
    printf("%d %d %d %.1f %d\n", back.width, back.height, back.bits, back.scale, (int)back.kind);
    Early list[3] = {{'a', 1}, {'b', 2}, {'c', 3}};
    long total = 0;
    for (auto &one : list) total += one.i;
    list[1].i -= 7;
    Early copy = list[1];
    printf("%ld %d %c\n", total, copy.i, list[2].c);
    Tagged<double> tagged{'t', 2.5};
    tagged.value += 1;
    printf("%.1f\n", tagged.value);
    Pixel *pixels;
    int n = info.image / sizeof(Pixel);
    cudaMalloc(&pixels, n * sizeof(Pixel));
    cudaMemcpy(pixels, &bytes[file.offset], n * sizeof(Pixel), cudaMemcpyHostToDevice);
    darken<<<1, 32>>>(pixels, n);
    cudaMemcpy(&bytes[file.offset], pixels, n * sizeof(Pixel), cudaMemcpyDeviceToHost);
    printf("%d %d\n", bytes[file.offset], bytes[file.size - 1]);
    cudaFree(pixels);
}
