// What LLVM and ptxas make of short branches and of loops whose threads go round differently often: initial stores that are never
// made, variables that are read under conditions which need not hold, loops that meet at one place and are unrolled twice.
#include <cstdio>

const int N = 1024, B = 128;

__global__ void zeroInLoop(const float *a, float *o, int n)
{
    __shared__ float tile[B];
    int t = threadIdx.x, i = blockIdx.x * B + t;
    float sum = 0;
    for (int p = 0; p < 3; p++) {
        if (i + p * n < N) tile[t] = a[i + p * n];
        else tile[t] = 0;
        __syncthreads();
        sum += tile[t ^ 1];
        __syncthreads();
    }
    o[i] = sum;
}

__global__ void zeroBeforeLoop(const float *a, float *o, int n)
{
    __shared__ float tile[B];
    int t = threadIdx.x, i = blockIdx.x * B + t;
    if (i < n) tile[t] = a[i];
    else tile[t] = 0;
    __syncthreads();
    o[i] = tile[t ^ 1];
}

__global__ void zeroInGridLoop(const float *a, float *o, int n)
{
    __shared__ float tile[4 * B];
    for (int p = threadIdx.x; p < 4 * B; p += B) {
        if (p < n) tile[p] = a[p];
        else tile[p] = 0;
    }
    __syncthreads();
    o[blockIdx.x * B + threadIdx.x] = tile[4 * B - 1 - threadIdx.x] + tile[threadIdx.x];
}

__global__ void initialStores(const float *a, const float *b, float *o, int n)
{
    __shared__ float s[B], q[B];
    int t = threadIdx.x, i = blockIdx.x * B + t;
    s[t] = 0;
    q[t] = 1;
    if (i < n) {
        s[t] = a[i];
        q[t] = b[i] * 2;
    }
    __syncthreads();
    o[i] = s[t ^ 1] + q[t ^ 2];
}

__global__ void initialLoad(const float *a, const float *b, float *o, int n)
{
    __shared__ float s[B];
    int t = threadIdx.x, i = blockIdx.x * B + t;
    s[t] = b[i];
    if (i < n) s[t] = a[i];
    __syncthreads();
    o[i] = s[t ^ 1];
}

__device__ int limit = 40;

__global__ void readUnderConditions(const float *a, float *o, int n)
{
    __shared__ int count, base;
    __shared__ float s[B];
    int t = threadIdx.x, i = blockIdx.x * B + t;
    if (t == 0) {
        count = n / 8 + blockIdx.x;
        base = 3;
    }
    s[t] = a[i];
    __syncthreads();
    float r = 1;
    if (t == 0 && count > 3) o[i] = s[1];
    if (t < 7 && limit > 5) r += s[t + 1];
    if (t == 5) r = base;
    if (t < 9) r += s[t ^ 3];
    o[i] += r;
}

__global__ void ragged(const int *row, const float *a, const float *b, float *o, int n)
{
    int i = blockIdx.x * B + threadIdx.x;
    float sum = 0;
    for (int j = row[i]; j < row[i + 1]; j++) sum += a[j] * b[j & 255];
    o[i] = sum;
}

__global__ void raggedFromZero(const int *row, const float *a, float *o, int n)
{
    int i = blockIdx.x * B + threadIdx.x, length = row[i + 1] - row[i];
    float most = -1;
    for (int j = 0; j < length; j++) most = fmaxf(most, a[row[i] + j]);
    o[i] = most;
}

__global__ void meeting(const int *row, const int *key, int *o, int n)
{
    int i = blockIdx.x * B + threadIdx.x;
    int x = row[i], xEnd = row[i + 1], y = row[(i + 37) % N], yEnd = row[(i + 37) % N + 1], same = 0;
    while (x < xEnd && y < yEnd) {
        int u = key[x], v = key[y];
        if (u == v) {
            same++;
            x++;
            y++;
        } else if (u < v) x++;
        else y++;
    }
    o[i] = same;
}

__global__ void upSweep(const int *a, int *o)
{
    __shared__ int s[2 * B];
    int t = threadIdx.x, offset = 1;
    s[2 * t] = a[2 * t];
    s[2 * t + 1] = a[2 * t + 1];
    for (int d = B; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    if (t == 0) s[2 * B - 1] = 0;
    for (int d = 1; d < 2 * B; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int low = offset * (2 * t + 1) - 1, high = offset * (2 * t + 2) - 1, x = s[low];
            s[low] = s[high];
            s[high] += x;
        }
    }
    __syncthreads();
    o[2 * t] = s[2 * t];
    o[2 * t + 1] = s[2 * t + 1];
}

int main()
{
    static float h[4 * N], r[N];
    static int rows[N + 1], keys[16 * N];
    for (int i = 0; i < 4 * N; i++) h[i] = i % 13 * 0.5f;
    for (int i = 0; i < N; i++) rows[i + 1] = rows[i] + (i * 7 + i / 5) % 16;
    for (int i = 0; i < 16 * N; i++) keys[i] = i % 16 * 3 + i / 16 % 5;
    float *a, *o;
    int *row, *key;
    cudaMalloc(&a, sizeof keys);
    cudaMalloc(&o, N * sizeof(float));
    cudaMalloc(&row, sizeof rows);
    cudaMalloc(&key, sizeof keys);
    cudaMemset(a, 0, sizeof keys);
    cudaMemset(o, 0, N * sizeof(float));
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(row, rows, sizeof rows, cudaMemcpyHostToDevice);
    cudaMemcpy(key, keys, sizeof keys, cudaMemcpyHostToDevice);
    auto show = [&](const char *name, bool isInt) {
        cudaMemcpy(r, o, sizeof r, cudaMemcpyDeviceToHost);
        double sum = 0;
        for (int i = 0; i < N; i++) sum += (isInt ? ((int *)r)[i] : r[i]) * (i % 7 + 1);
        printf("%s: %.9g\n", name, sum);
    };
    zeroInLoop<<<N / B, B>>>(a, o, 300);
    show("zeroInLoop", false);
    zeroBeforeLoop<<<N / B, B>>>(a, o, 300);
    show("zeroBeforeLoop", false);
    zeroInGridLoop<<<N / B, B>>>(a, o, 300);
    show("zeroInGridLoop", false);
    initialStores<<<N / B, B>>>(a, a + 5, o, 300);
    show("initialStores", false);
    initialLoad<<<N / B, B>>>(a, a + 5, o, 300);
    show("initialLoad", false);
    readUnderConditions<<<N / B, B>>>(a, o, 300);
    show("readUnderConditions", false);
    ragged<<<N / B, B>>>(row, a, a + 9, o, N);
    show("ragged", false);
    raggedFromZero<<<N / B, B>>>(row, a, o, N);
    show("raggedFromZero", false);
    meeting<<<N / B, B>>>(row, key, (int *)o, N);
    show("meeting", true);
    upSweep<<<1, B>>>(key, (int *)o);
    show("upSweep", true);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
