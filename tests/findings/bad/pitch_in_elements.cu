// The pitch is a distance in bytes; the kernel counts elements with it.
__global__ void fill(float *rows, size_t pitch, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < width && y < height) rows[y * pitch + x] = x; //~ ERROR[R0101] `pitch` counts bytes | `(float *)((char *)pointer + y * pitch)`
}
int main() {
    float *rows;
    size_t pitch;
    cudaMallocPitch(&rows, &pitch, 100 * sizeof(float), 50);
    fill<<<dim3(1, 50), 128>>>(rows, pitch, 100, 50); //~ NOTE launched here
    cudaDeviceSynchronize();
}
