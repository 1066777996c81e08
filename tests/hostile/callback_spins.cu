// A host function of a stream that spins until the thread which launched it goes on: kern calls it at once.
#include <atomic>
#include <cstdio>
std::atomic<int> flag{0};
void callback(void *)
{
    while (flag.load() == 0) {}
}
int main()
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaLaunchHostFunc(s, callback, nullptr);
    flag = 1;
    cudaStreamSynchronize(s);
}
