// two arrays are passed on one line
__global__ void k(int *a, int *b) { int i = threadIdx.x; a[i] = 1; b[i] = 2; }  //~ ERROR[R0101] parameter `a`
//~^ ERROR[R0101] parameter `b`
int main()
{
    int *a, *b;
    cudaMalloc(&a, 64);
    cudaMalloc(&b, 64);
    k<<<1, 32>>>(a, b);
    cudaDeviceSynchronize();
}
