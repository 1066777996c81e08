// Structured bindings that copy an array, in one and two dimensions, and bindings to bit-fields.
#include <cstdio>
#include <string>

struct Bits {
    unsigned low : 3, high : 5;
    int rest;
};

__global__ void kernel(int *out)
{
    int values[2] = {7, 8};
    auto [a, b] = values;
    a++;
    out[0] = a + b + values[0];
}

int main()
{
    int array[3] = {1, 2, 3};
    auto [x, y, z] = array;
    x = 10;
    printf("%d %d %d %d\n", x, y, z, array[0]);
    const auto [c, d, e] = array;
    auto &[p, q, r] = array;
    p = 11;
    printf("%d %d %d %d %d %d\n", c, d, e, array[0], q, r);
    std::string words[2] = {"one", "two"};
    auto [first, second] = words;
    first += "!";
    printf("%s %s %s\n", first.c_str(), second.c_str(), words[0].c_str());
    int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
    auto [upper, lower] = matrix;
    upper[0] = 100;
    printf("%d %d %d\n", upper[0], lower[2], matrix[0][0]);
    Bits bits{5, 17, 9};
    auto [f, g, h] = bits;
    f = 2;
    printf("%u %u %d %u\n", f, g, h, bits.low);
    auto &[low, high, rest] = bits;
    high = 3;
    low++;
    rest += 1;
    printf("%u %u %d %u\n", bits.low, bits.high, bits.rest, low + high);
    int *out, result;
    cudaMalloc(&out, sizeof(int));
    kernel<<<1, 1>>>(out);
    cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(out);
    printf("%d\n", result);
}
