#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <unistd.h>
// A thread of the host for each part of a sum, spread over the devices that there are; the last error is each thread's own.
#define PARTS 4
#define N 20000
__global__ void sum(const int *x, int n, unsigned long long *out)
{
    unsigned long long own = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) own += x[i];
    atomicAdd(out, own);
}
struct Part {
    int number, devices, device, failed;
    const int *data;
    int n;
    unsigned long long result;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int running, most;
static void *run(void *argument)
{
    Part *p = (Part *)argument;
    pthread_mutex_lock(&lock);
    if (++running > most) most = running;
    pthread_mutex_unlock(&lock);
    cudaSetDevice(p->number % p->devices);
    cudaGetDevice(&p->device);
    int *x;
    unsigned long long *out;
    cudaMalloc(&x, p->n * sizeof(int));
    cudaMalloc(&out, sizeof(*out));
    cudaMemset(out, 0, sizeof(*out));
    cudaMemcpy(x, p->data, p->n * sizeof(int), cudaMemcpyHostToDevice);
    sum<<<8, 64>>>(x, p->n, out);
    if (p->number == 1) cudaSetDevice(99);
    usleep(1000);
    p->failed = cudaGetLastError() != cudaSuccess;
    cudaMemcpy(&p->result, out, sizeof(*out), cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(out);
    pthread_mutex_lock(&lock);
    --running;
    pthread_mutex_unlock(&lock);
    return nullptr;
}
int main()
{
    int devices;
    cudaGetDeviceCount(&devices);
    int *data = (int *)malloc(N * sizeof(int));
    unsigned long long expected = 0, total = 0;
    for (int i = 0; i < N; i++) expected += data[i] = i % 1000;
    pthread_t threads[PARTS];
    Part parts[PARTS];
    for (int i = 0; i < PARTS; i++) {
        parts[i] = {i, devices, -1, 0, data + i * (N / PARTS), N / PARTS, 0};
        pthread_create(&threads[i], nullptr, run, &parts[i]);
    }
    int failed = 0;
    for (int i = 0; i < PARTS; i++) {
        pthread_join(threads[i], nullptr);
        total += parts[i].result;
        failed = failed * 10 + parts[i].failed;
    }
    printf("%llu %s, failed %04d, last %s, at once %d\n", total, total == expected ? "right" : "wrong", failed,
           cudaGetErrorName(cudaGetLastError()), most > 1);
    free(data);
}
