// What a function of the host may call that a stream calls: next to nothing, and it has a last error of its own.
#include <cstdio>

__global__ void kernel() {}
static cudaStream_t other;
static cudaEvent_t done;
static int *memory;

static void tell(const char *name, cudaError_t error) { printf("%s: %s\n", name, cudaGetErrorName(error)); }

static void calls(const char *who)
{
    printf("%s\n", who);
    int n;
    cudaDeviceProp properties;
    float ms;
    tell("cudaMalloc", cudaMalloc(&memory, 4));
    tell("cudaMemcpyAsync", cudaMemcpyAsync(memory, &n, 0, cudaMemcpyHostToDevice, other));
    tell("cudaGetDevice", cudaGetDevice(&n));
    tell("cudaGetDeviceCount", cudaGetDeviceCount(&n));
    tell("cudaGetDeviceProperties", cudaGetDeviceProperties(&properties, 0));
    tell("cudaEventQuery", cudaEventQuery(done));
    tell("cudaEventElapsedTime", cudaEventElapsedTime(&ms, done, done));
    tell("cudaEventRecord", cudaEventRecord(done, other));
    tell("cudaStreamSynchronize", cudaStreamSynchronize(other));
    tell("cudaDeviceSynchronize", cudaDeviceSynchronize());
    tell("cudaRuntimeGetVersion", cudaRuntimeGetVersion(&n));
    cudaGetLastError();
    kernel<<<1, 1, 0, other>>>();
    tell("launch", cudaPeekAtLastError());
}

int main()
{
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamCreate(&other);
    cudaEventCreate(&done);
    cudaEventRecord(done, other);
    cudaDeviceSynchronize();
    tell("before", cudaSetDevice(77));
    cudaLaunchHostFunc(stream, [](void *who) { calls((const char *)who); }, (void *)"host function");
    cudaStreamSynchronize(stream);
    cudaStreamAddCallback(stream, [](cudaStream_t, cudaError_t, void *who) { calls((const char *)who); }, (void *)"callback", 0);
    cudaStreamSynchronize(stream);
    tell("behind", cudaGetLastError());
    tell("cudaMalloc", cudaMalloc(&memory, 4));
}
