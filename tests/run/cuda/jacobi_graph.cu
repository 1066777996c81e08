// Jacobi's method: two sweeps and the error as one graph, launched until the error is small; compared with plain launches.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(e_)); exit(1); } } while (0)
const int N = 64;
__global__ void sweep(const float *a, const float *b, const double *x, double *next) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    double sum = b[i];
    for (int j = 0; j < N; j++) if (j != i) sum -= a[i * N + j] * x[j];
    next[i] = sum / a[i * N + i];
}
__global__ void error(const double *x, const double *y, double *out) {
    __shared__ double part[N];
    part[threadIdx.x] = fabs(x[threadIdx.x] - y[threadIdx.x]);
    __syncthreads();
    for (int w = N / 2; w > 0; w /= 2) { if (threadIdx.x < w) part[threadIdx.x] += part[threadIdx.x + w]; __syncthreads(); }
    if (threadIdx.x == 0) *out = part[0];
}
static float *a, *b;
static double *x, *y, *sum;
static int solve(cudaStream_t s, bool with_graph) {
    CHECK(cudaMemsetAsync(x, 0, N * sizeof(double), s));
    double left = 1;
    cudaGraph_t graph;
    cudaGraphExec_t exec = nullptr;
    int rounds = 0;
    for (; left > 1e-9 && rounds < 1000; rounds++) {
        if (with_graph && exec) {
            CHECK(cudaGraphLaunch(exec, s));
        } else {
            if (with_graph) CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
            sweep<<<2, 32, 0, s>>>(a, b, x, y);
            sweep<<<2, 32, 0, s>>>(a, b, y, x);
            error<<<1, N, 0, s>>>(x, y, sum);
            CHECK(cudaMemcpyAsync(&left, sum, sizeof left, cudaMemcpyDeviceToHost, s));
            if (with_graph) {
                CHECK(cudaStreamEndCapture(s, &graph));
                CHECK(cudaGraphInstantiate(&exec, graph, 0));
                CHECK(cudaGraphLaunch(exec, s));
            }
        }
        CHECK(cudaStreamSynchronize(s));
    }
    if (exec) { CHECK(cudaGraphExecDestroy(exec)); CHECK(cudaGraphDestroy(graph)); }
    return rounds;
}
int main() {
    CHECK(cudaMallocManaged(&a, N * N * sizeof(float))); CHECK(cudaMallocManaged(&b, N * sizeof(float)));
    CHECK(cudaMalloc(&x, N * sizeof(double))); CHECK(cudaMalloc(&y, N * sizeof(double))); CHECK(cudaMalloc(&sum, sizeof(double)));
    for (int i = 0; i < N; i++) { b[i] = i % 5; for (int j = 0; j < N; j++) a[i * N + j] = i == j ? 2 * N : 1.0f / (1 + (i + j) % 3); }
    cudaStream_t s;
    CHECK(cudaStreamCreate(&s));
    double first[N], second[N];
    int plain = solve(s, false);
    CHECK(cudaMemcpy(first, x, sizeof first, cudaMemcpyDeviceToHost));
    int graph = solve(s, true);
    CHECK(cudaMemcpy(second, x, sizeof second, cudaMemcpyDeviceToHost));
    bool same = true;
    for (int i = 0; i < N; i++) same = same && first[i] == second[i];
    printf("%d and %d rounds, %s\n", plain, graph, same ? "the same" : "different");
    double worst = 0;
    for (int i = 0; i < N; i++) { double r = -b[i]; for (int j = 0; j < N; j++) r += a[i * N + j] * second[j]; worst = fmax(worst, fabs(r)); }
    printf("solved: %d\n", worst < 1e-6);
}
