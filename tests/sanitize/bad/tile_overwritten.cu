// The second barrier of a tiled product is missing: a round overwrites the tile while others still read it.
__global__ void product(const float *a, const float *b, float *c, int n) {
    __shared__ float s[16][16], t[16][16];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0;
    for (int tile = 0; tile < n / 16; tile++) {
        s[y][x] = a[row * n + tile * 16 + x];      //~ ERROR[R0301] `s[ | at the end of the body of the loop | the same goes for `t[0][0]`, lines 8 and 10
        t[y][x] = b[(tile * 16 + y) * n + column];
        __syncthreads();
        for (int k = 0; k < 16; k++) sum += s[y][k] * t[k][x];
    }
    c[row * n + column] = sum;
}
int main() {
    const int n = 64;
    static float h[n * n];
    float *a, *b, *c;
    cudaMalloc(&a, sizeof h), cudaMalloc(&b, sizeof h), cudaMalloc(&c, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice), cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
    product<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
    cudaDeviceSynchronize();
}
