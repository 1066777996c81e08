// Host code that copies, masks and passes over what nothing was written to, and uses none of it.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>
struct Padded { char c; double d; short s; };
struct Record { int id; char name[16]; float values[3]; };
struct Flags { unsigned a : 3, b : 9, c : 20; };
union Bits { float f; unsigned u; unsigned char bytes[4]; };
static bool find(const int *a, int n, int wanted, int *at)
{
    for (int i = 0; i < n; i++)
        if (a[i] == wanted) { *at = i; return true; }
    return false;
}
static Record make(int id)
{
    Record r;
    r.id = id;
    snprintf(r.name, sizeof r.name, "r%d", id);
    return r;
}
__global__ void twice(int *x) { x[threadIdx.x] *= 2; }
int main(int argc, char **argv)
{
    Padded p;
    p.c = 'x', p.d = 1.5, p.s = 2;
    Padded q = p, *many = (Padded *)malloc(4 * sizeof(Padded));
    for (int i = 0; i < 4; i++) many[i] = q;
    printf("%c %g %d\n", many[2].c, many[1].d + q.d, many[3].s);
    Record r = make(7), s;
    s = r;
    std::vector<Record> records(3, s);
    records.push_back(make(8));
    printf("%d %s %d\n", s.id, records[3].name, (int)records.size());
    Flags f;
    f.b = 5;
    Flags g = f;
    g.a = 1;
    printf("%d %d\n", (int)g.a, (int)g.b);
    unsigned *sets[] = {new unsigned[4]};
    for (int i = 0; i < 128; i++) {
        if (i % 3) sets[0][i / 32] |= 1u << i % 32;
        else sets[0][i / 32] &= ~(1u << i % 32);
    }
    int count = 0;
    for (int i = 0; i < 128; i++) count += sets[0][i / 32] >> i % 32 & 1;
    Bits bits;
    bits.f = 1.0f;
    printf("%d %x %d\n", count, bits.u, bits.bytes[3]);
    int a[] = {4, 5, 6}, at, best;
    if (find(a, 3, 5, &at)) printf("at %d\n", at);
    bool has_best = false;
    for (int x : a)
        if (!has_best || x > best) best = x, has_best = true;
    printf("%d\n", best);
    int *grown = (int *)malloc(2 * sizeof(int));
    grown[0] = 1;
    grown = (int *)realloc(grown, 8 * sizeof(int));
    memmove(grown + 1, grown, 4 * sizeof(int));
    grown[7] = 3;
    printf("%d %d\n", grown[1], grown[7]);
    char line[64];
    strcpy(line, "one two");
    char *word = strtok(line, " ");
    printf("%s %zu\n", word, strlen(line));
    std::string text;
    for (int i = 0; i < 100; i++) text += (char)('a' + i % 26);
    std::map<std::string, int> ages{{"b", 2}, {"a", 1}};
    std::vector<bool> seen(70);
    seen[69] = true;
    std::optional<int> none, some = 3;
    none = some;
    std::unique_ptr<int[]> owned(new int[4]());
    int *zeros = (int *)calloc(4, sizeof(int));
    std::cout << text.size() << ages["b"] << seen[3] << seen[69] << *none << owned[2] << zeros[1] << '\n';
    // What is copied to the device and back is as written as before.
    int host[64], *device;
    for (int i = 0; i < 32; i++) host[i] = i;
    cudaMalloc(&device, sizeof host);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    twice<<<1, 32>>>(device);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    std::sort(host, host + 32, [](int x, int y) { return x > y; });
    printf("%d\n", host[0]);
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    cudaEvent_t start;
    cudaEventCreate(&start);
    printf("%d %d\n", prop.warpSize, start != nullptr);
    cudaEventDestroy(start);
    cudaFree(device);
    free(zeros), free(grown), delete[] sets[0], free(many);
}
