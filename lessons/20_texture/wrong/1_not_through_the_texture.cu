// Soften a picture: each pixel becomes the mean of nine. Beyond the edge counts the nearest pixel.
#include <cstdio>
#include <cstdlib>

__global__ void soften(cudaTextureObject_t texture, const float *in, float *out, int width, int height)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float sum = 0;
//[ edit
    for (int row = y - 1; row <= y + 1; row++)
        for (int column = x - 1; column <= x + 1; column++) {
            if (column >= 0 && column < width && row >= 0 && row < height) {
                sum += in[row * width + column];
            } else {
                int inside_x = min(max(column, 0), width - 1), inside_y = min(max(row, 0), height - 1);
                sum += in[inside_y * width + inside_x];
            }
        }
//] edit
    out[y * width + x] = sum / 9;
}

int main(int argc, char **argv)
{
    int width = argc > 1 ? atoi(argv[1]) : 64, height = argc > 2 ? atoi(argv[2]) : 32, wrong = 0;
    float *in, *out;
    cudaMallocManaged(&in, width * height * sizeof(float));
    cudaMallocManaged(&out, width * height * sizeof(float));
    for (int i = 0; i < width * height; i++) in[i] = 9 * (i * i % 23);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t picture;
    cudaMallocArray(&picture, &format, width, height);
    cudaMemcpy2DToArray(picture, 0, 0, in, width * sizeof(float), width * sizeof(float), height, cudaMemcpyDefault);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = picture;
    cudaTextureDesc rules = {};
    rules.filterMode = cudaFilterModePoint;
    rules.readMode = cudaReadModeElementType;
//[ edit
    rules.addressMode[0] = rules.addressMode[1] = cudaAddressModeClamp;
//] edit
    cudaTextureObject_t texture;
    cudaCreateTextureObject(&texture, &resource, &rules, nullptr);
    soften<<<dim3(width / 16, height / 8), dim3(16, 8)>>>(texture, in, out, width, height);
    cudaDeviceSynchronize();
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float sum = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    int column = x + dx < 0 ? 0 : x + dx < width ? x + dx : width - 1;
                    int row = y + dy < 0 ? 0 : y + dy < height ? y + dy : height - 1;
                    sum += in[row * width + column];
                }
            wrong += out[y * width + x] != sum / 9;
        }
    printf(wrong ? "wrong\n" : "ok\n");
    cudaDestroyTextureObject(texture);
    cudaFreeArray(picture);
    cudaFree(in);
    cudaFree(out);
}
