// expect: what to write where a launch has no blocks, too many threads, or both exchanged
__global__ void k() {}
int main()
{
    int n = 100, m = 1 << 20;
    k<<<n / 256, 256>>>(); //~ ERROR[R0504] grid dimension x is 0 | `(n + 255) / 256` of 256 threads each
    k<<<256, (m + 255) / 256>>>(); //~ ERROR[R0504] exchange the two
    k<<<1, 2048>>>(); //~ ERROR[R0504] more blocks of fewer threads
    k<<<1, dim3(64, 64)>>>(); //~ ERROR[R0504] a block has at most 1024 threads in all
    k<<<4, 0>>>(); //~ ERROR[R0504] a block needs at least one thread
    cudaDeviceSynchronize();
}
