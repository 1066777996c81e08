// The copy of the results to the host is missing, and one allocation is not used at all.
//@ exit: 0
__global__ void square(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x] * in[threadIdx.x]; } //~ NOTE written here last
int main() {
    int host[32], *in, *out, *spare;
    for (int i = 0; i < 32; i++) host[i] = i;
    cudaMalloc(&in, sizeof(host));
    cudaMalloc(&out, sizeof(host)); //~ REMARK[R0802] nothing reads what is written to these 128 bytes | `cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost)`
    cudaMalloc(&spare, 1024); //~ REMARK[R0802] these 1024 bytes of device memory are never used
    cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
    square<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    cudaFree(spare);
}
