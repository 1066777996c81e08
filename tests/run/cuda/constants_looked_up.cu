// Constants of the host in device code where nvcc looks them up, and tables of pointers to member functions.
#include <cstdio>
constexpr int table[] = {3, 1, 4, 1, 5, 9};
struct Entry {
    int a, b;
    int c[2];
    struct {
        int z;
    } inner;
};
constexpr Entry entries[2] = {{1, 2, {7, 8}, {5}}, {3, 4, {9, 10}, {6}}};
constexpr Entry single{5, 6, {1, 2}, {7}};
constexpr int square[2][2] = {{1, 2}, {3, 4}};
constexpr float halves[2] = {1.5f, 2.5f};
template <class T, T... v> struct List {
    static constexpr T values[sizeof...(v)] = {v...};
};
struct Names {
    static constexpr int matrix[2][2] = {{11, 12}, {13, 14}};
    __device__ int own() const { return matrix[0][1]; }
};
__device__ int twice(int x) { return 2 * x; }

__global__ void members(int i)
{
    printf("%d ", List<int, 4, 5, 6>::values[1]);
    printf("%d ", Names::matrix[1][0]);
    printf("%d ", Names().own());
    printf("%d\n", twice(List<int, 1, 8>::values[1]));
    printf("%d %d %d %d\n", entries[1].b, entries[1].inner.z, single.a, twice(entries[0].b) + i);
    printf("%d %d %d %g\n", *table, *(table + 2), *square[1], *halves + 1);
    printf("%d %d\n", entries->b, (entries + 1)->a);
    int first = table[4], second{single.c[1]};
    constexpr int third = table[5];
    printf("%d %d %d\n", first, second, third);
}
__global__ void calls()
{
    printf("%d\n", [] { int sum = 0; for (int x : table) sum += x; return sum; }());
    printf("%d %d\n", [] { return table[2]; }(), [](int k) { return table[k]; }(3));
}

struct Sum {
    int a, b;
    __device__ int add() { return a + b; }
    __device__ int sub() { return a - b; }
    __device__ virtual int mul(int by) const { return a * b * by; }
    __device__ int both(int by) const { return (a + b) * by; }
};
__device__ int (Sum::*const operations[])() = {&Sum::add, &Sum::sub, nullptr};
__constant__ int (Sum::*scaled[2])(int) const = {&Sum::mul, &Sum::both};
struct Rule {
    char name;
    int (Sum::*apply)();
};
__device__ const Rule rules[] = {{'s', &Sum::sub}, {'a', &Sum::add}};
__global__ void through_members(int i)
{
    Sum s;
    s.a = 7, s.b = 3;
    printf("%d %d %d\n", (s.*operations[0])(), (s.*operations[i])(), operations[2] == nullptr);
    printf("%d %d\n", (s.*scaled[0])(2), (s.*scaled[i])(2));
    for (const Rule &rule : rules) printf("%c%d ", rule.name, (s.*rule.apply)());
    printf("\n");
}

int main()
{
    members<<<1, 1>>>(1);
    calls<<<1, 1>>>();
    through_members<<<1, 1>>>(1);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
