// Each element is read by its neighbours while it is written: one mistake, in two reads.
__global__ void smooth(float *d, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) d[i] = (d[i - 1] + d[i + 1]) * 0.5f; //~ ERROR[R0307] from one array and write to another
}
int main() {
    float *d;
    cudaMalloc(&d, 4096);
    cudaMemset(d, 0, 4096);
    smooth<<<8, 128>>>(d, 1024);
    cudaDeviceSynchronize();
}
