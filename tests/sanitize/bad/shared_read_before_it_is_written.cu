// Some of the tile is left as it was.
__global__ void blur(const float *in, float *out) {
    __shared__ float tile[34];
    int t = threadIdx.x;
    tile[t + 1] = in[t];
    __syncthreads();
    out[t] = tile[t] + tile[t + 1] + tile[t + 2]; //~ ERROR[R0601] `tile[0]` | the same goes for `tile[33]`
}
int main() {
    float h[32] = {}, *in, *out;
    cudaMalloc(&in, sizeof h), cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    blur<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
}
