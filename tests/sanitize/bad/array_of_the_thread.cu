// An array in a kernel of which a part is written, and all of it read; one that is only copied tells where the copy is used.
struct Sample { float weight; int count; };
__global__ void sum(const int *x, int *out) {
    int t[16];
    for (int i = 0; i < x[0]; i++) t[i] = x[i];
    int s = 0;
    for (int i = 0; i < 16; i++) s += t[i]; //~ ERROR[R0601] reads `t[8]`, to which nothing was written
    out[threadIdx.x] = s;
}
__global__ void lanes(const int *x, float *out) {
    Sample t[4];
    for (int i = 0; i < 4; i++)
        if (threadIdx.x != 5 || i != 2) t[(x[i] + i) & 3].weight = i;
    out[threadIdx.x] = t[2].weight * 2; //~ ERROR[R0601] thread (5,0,0) of block (0,0,0) reads `t[2]`
}
int main() {
    int h[32] = {8}, *x, *o;
    float *w;
    cudaMalloc(&x, sizeof h), cudaMalloc(&o, sizeof h), cudaMalloc(&w, sizeof h);
    h[1] = 4, h[2] = 8;
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    sum<<<1, 32>>>(x, o);
    lanes<<<1, 32>>>(x, w);
    cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(h, w, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(x), cudaFree(o), cudaFree(w);
}
