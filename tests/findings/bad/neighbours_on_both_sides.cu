// one array is left on both sides: two mistakes on one line; that the result is wrong too is none
__global__ void blur(const int *in, int *out, int n)
{
    int i = threadIdx.x;
    if (i < n) out[i] = in[i - 1] + in[i + 1];  //~ ERROR[R0101] element -1 of 16 ints, just before the start
    //~^ ERROR[R0101] element 16 of 16 ints, just past the end
}
int main()
{
    int *a, *b;
    cudaMalloc(&a, 64);
    cudaMalloc(&b, 64);
    cudaMemset(a, 0, 64);
    blur<<<1, 16>>>(a, b, 16);
    cudaDeviceSynchronize();
}
