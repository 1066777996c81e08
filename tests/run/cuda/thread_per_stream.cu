#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>
// Worker threads, each with a stream and buffers of its own, take jobs from a queue and send them through a kernel.
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s: %s\n", #call, cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void scale(float *x, float factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = x[i] * factor + 1.0f;
}
struct Job { int id, n; float factor; };
struct Shared {
    std::queue<Job> jobs;
    std::mutex lock;
    std::condition_variable ready;
    bool closed = false;
    std::vector<double> sums = std::vector<double>(32);
};
void work(Shared &shared, int number, int &done)
{
    CHECK(cudaSetDevice(0));
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    const int most = 4096;
    float *host, *device;
    CHECK(cudaMallocHost(&host, most * sizeof(float)));
    CHECK(cudaMalloc(&device, most * sizeof(float)));
    for (;;) {
        Job job;
        {
            std::unique_lock<std::mutex> guard(shared.lock);
            shared.ready.wait(guard, [&] { return shared.closed || !shared.jobs.empty(); });
            if (shared.jobs.empty()) break;
            job = shared.jobs.front();
            shared.jobs.pop();
        }
        for (int i = 0; i < job.n; i++) host[i] = (float)(i % 10);
        CHECK(cudaMemcpyAsync(device, host, job.n * sizeof(float), cudaMemcpyHostToDevice, stream));
        scale<<<(job.n + 127) / 128, 128, 0, stream>>>(device, job.factor, job.n);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(host, device, job.n * sizeof(float), cudaMemcpyDeviceToHost, stream));
        CHECK(cudaStreamSynchronize(stream));
        double sum = 0;
        for (int i = 0; i < job.n; i++) sum += host[i];
        std::lock_guard<std::mutex> guard(shared.lock);
        shared.sums[job.id] = sum;
        done++;
    }
    CHECK(cudaFree(device));
    CHECK(cudaFreeHost(host));
    CHECK(cudaStreamDestroy(stream));
}
int main()
{
    Shared shared;
    std::vector<std::thread> workers;
    int done[4] = {0};
    for (int i = 0; i < 4; i++) workers.emplace_back(work, std::ref(shared), i, std::ref(done[i]));
    for (int i = 0; i < 32; i++) {
        {
            std::lock_guard<std::mutex> guard(shared.lock);
            shared.jobs.push({i, 100 * (i + 1), 0.5f * i});
        }
        shared.ready.notify_one();
    }
    {
        std::lock_guard<std::mutex> guard(shared.lock);
        shared.closed = true;
    }
    shared.ready.notify_all();
    for (auto &w : workers) w.join();
    double total = 0;
    for (double s : shared.sums) total += s;
    printf("%.1f %.1f %.1f\n", shared.sums[0], shared.sums[31], total);
    printf("%d jobs\n", done[0] + done[1] + done[2] + done[3]);
}
