// An object that frees in its destructor is passed by value.
struct Buffer {
    int *p;
    Buffer(int n) { cudaMalloc(&p, n * sizeof(int)); }
    ~Buffer() { cudaFree(p); } //~ ERROR[R0501] freed before | forbid copies
};
__global__ void set(int *x) { x[threadIdx.x] = 1; }
void run(Buffer b) { set<<<1, 32>>>(b.p); }
int main()
{
    Buffer b(32);
    run(b);
    return 0;
}
