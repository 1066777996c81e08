// an element is read and then written: one mistake
__global__ void twice(int *v)
{
    int i = threadIdx.x, old = v[i];  //~ ERROR[R0101] element 16 of 16 ints, just past the end
    v[i] = 2 * old;  //~ NOTE also written here
}
int main()
{
    int *v;
    cudaMalloc(&v, 64);
    cudaMemset(v, 0, 64);
    twice<<<1, 32>>>(v);
    cudaDeviceSynchronize();
}
