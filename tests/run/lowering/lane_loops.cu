// Loops over a thread's own arrays whose lanes go different ways, on the device and on the host: lanes may run one after the other.
#include <cstdio>
#include <cstring>

#define N 200

// Backtracking: three ways lead back.
__host__ __device__ static int queens(int n, int i)
{
    unsigned all = (1u << n) - 1, first = 1u << i % n;
    unsigned columns[16], left[16], right[16], todo[16];
    int depth = 0, count = i / n;
    columns[0] = first, left[0] = first << 1, right[0] = first >> 1;
    todo[0] = all & ~(columns[0] | left[0] | right[0]);
    while (depth >= 0) {
        if (todo[depth] == 0) { depth--; continue; }
        unsigned place = todo[depth] & -todo[depth];
        todo[depth] ^= place;
        unsigned c = columns[depth] | place;
        if (c == all) { count++; continue; }
        unsigned l = (left[depth] | place) << 1, r = (right[depth] | place) >> 1;
        depth++;
        columns[depth] = c, left[depth] = l, right[depth] = r;
        todo[depth] = all & ~(c | l | r);
    }
    return count;
}

// A way leads back far more often than a key counts, before another one does.
__host__ __device__ static int inner(int i)
{
    int seen[8] = {}, x = i + 1, rounds = 0;
    while (rounds < 3 + i % 4) {
        x = (x * 1103515245 + 12345) & 0x7fffffff;
        if (x >> 8 & 63) { seen[x >> 16 & 7]++; continue; }
        seen[rounds & 7] += 1000;
        rounds++;
    }
    int sum = x;
    for (int k = 0; k < 8; k++) sum = sum * 31 + seen[k];
    return sum;
}

// Some lanes go round more often than a key counts at all.
__host__ __device__ static int longest(int i)
{
    unsigned bins[16] = {}, x = i * 2654435761u;
    int steps = i % 3 == 0 ? 9000 + i : i;
    do {
        x = x * 1664525u + 1013904223u;
        bins[x >> 28] += x >> 5;
    } while (--steps > 0);
    unsigned sum = 0;
    for (int k = 0; k < 16; k++) sum = sum * 33 ^ bins[k];
    return sum;
}

// Numbers of all sizes, truth values, and a counter that is the same in all lanes leave the loop.
__host__ __device__ static long long kinds(int i)
{
    double weights[4] = {1.5, -2.25, i * 0.5, 3};
    short small[8] = {1, 2, 3, 4, 5, 6, 7, (short)i};
    bool flags[8] = {};
    long long wide[4] = {i, 1LL << 40, -i, 7};
    double sum = 0;
    long long total = 0;
    bool last = false;
    int turn = 0;
    for (; turn < 60; turn++) {
        int k = (i + turn * 7) % 8;
        if (flags[k]) { last = !last; flags[k] = last; continue; }
        flags[k] = true;
        sum += weights[k % 4] * small[(k + i) % 8];
        wide[k % 4] += (long long)small[k] << (turn % 33);
        small[k] = (short)(small[k] * 5 + turn);
        total ^= wide[(k + 1) % 4];
        if (small[k] % 17 == i % 17) break;
    }
    return total + (long long)sum * 3 + turn * 1000003LL + last;
}

// What is no number stays what it is, by its rules.
__host__ __device__ static float numbers(int i, const float *table)
{
    float kept[4] = {0, 1, 2, 3}, last = 0;
    for (int k = 0; k < 5 + i % 23; k++) {
        float x = table[(i * 5 + k) % 16] * kept[(k + i) % 4];
        if (!(x < 100)) { last = kept[k % 4] = i % 2 ? 0.5f : x; continue; }
        kept[(k + 1) % 4] = x + table[k % 16];
        last += x;
    }
    return last + kept[i % 4];
}

struct Results { int queens, inner, longest; long long kinds; unsigned bits; };

__host__ __device__ static void all(int i, const float *table, Results *to)
{
    float number = numbers(i, table);
    to->queens = queens(6, i), to->inner = inner(i), to->longest = longest(i), to->kinds = kinds(i);
    to->bits = number == number ? (unsigned)(int)number : 0x7fffffffu;
}

__global__ void kernel(const float *table, Results *to)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) all(i, table, to + i);
}

int main()
{
    float table[16];
    for (int k = 0; k < 16; k++) table[k] = k == 3 ? 0.0f / (k - 3) : (k - 5) * 0.75f;
    Results *results, *here = new Results[N], *there = new Results[N];
    float *numbers;
    cudaMalloc(&results, N * sizeof(Results));
    cudaMalloc(&numbers, sizeof table);
    cudaMemcpy(numbers, table, sizeof table, cudaMemcpyHostToDevice);
    kernel<<<4, 64>>>(numbers, results);
    cudaMemcpy(there, results, N * sizeof(Results), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < N; i++) {
        all(i, table, here + i);
        Results &a = here[i], &b = there[i];
        wrong += a.queens != b.queens || a.inner != b.inner || a.longest != b.longest || a.kinds != b.kinds || a.bits != b.bits;
    }
    for (int i = 0; i < N; i += 67) printf("%d: %d %d %d %lld %u\n", i, there[i].queens, there[i].inner, there[i].longest, there[i].kinds, there[i].bits);
    printf("%d differ\n", wrong);
    cudaFree(results);
    cudaFree(numbers);
    delete[] here;
    delete[] there;
    return cudaDeviceSynchronize();
}
