// A layer of a neural network forward and back.
#include <cstdio>
#include <cstdlib>
#define HEIGHT 16
#define WIDTH 16
#define ETA 0.3f
#define MOMENTUM 0.3f
__global__ void bpnn_layerforward_CUDA(float *input_cuda, float *output_hidden_cuda, float *input_hidden_cuda, float *hidden_partial_sum, int in, int hid)
{
    int by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    int index = (hid + 1) * HEIGHT * by + (hid + 1) * ty + tx + 1 + (hid + 1);
    int index_in = HEIGHT * by + ty + 1;
    __shared__ float input_node[HEIGHT];
    __shared__ float weight_matrix[HEIGHT][WIDTH];
    if (tx == 0) input_node[ty] = input_cuda[index_in];
    __syncthreads();
    weight_matrix[ty][tx] = input_hidden_cuda[index];
    __syncthreads();
    weight_matrix[ty][tx] = weight_matrix[ty][tx] * input_node[ty];
    __syncthreads();
    for (int i = 1; i <= __log2f(HEIGHT); i++) {
        int power_two = __powf(2, i);
        if (ty % power_two == 0) weight_matrix[ty][tx] = weight_matrix[ty][tx] + weight_matrix[ty + power_two / 2][tx];
        __syncthreads();
    }
    input_hidden_cuda[index] = weight_matrix[ty][tx];
    __syncthreads();
    if (tx == 0) hidden_partial_sum[by * hid + ty] = weight_matrix[tx][ty];
}
__global__ void bpnn_adjust_weights_cuda(float *delta, int hid, float *ly, int in, float *w, float *oldw)
{
    int by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    int index = (hid + 1) * HEIGHT * by + (hid + 1) * ty + tx + 1 + (hid + 1);
    int index_y = HEIGHT * by + ty + 1, index_x = tx + 1;
    w[index] += ((ETA * delta[index_x] * ly[index_y]) + (MOMENTUM * oldw[index]));
    oldw[index] = ((ETA * delta[index_x] * ly[index_y]) + (MOMENTUM * oldw[index]));
    __syncthreads();
    if (ty == 0 && by == 0) {
        w[index_x] += ((ETA * delta[index_x]) + (MOMENTUM * oldw[index_x]));
        oldw[index_x] = ((ETA * delta[index_x]) + (MOMENTUM * oldw[index_x]));
    }
}
int main()
{
    int in = 256, hid = 16, nb = in / 16;
    float *h = (float *)malloc((in + 1) * (hid + 1) * 4), *x, *w, *ow, *p, *d;
    for (int i = 0; i < (in + 1) * (hid + 1); i++) h[i] = (i % 13) * 0.1f;
    cudaMalloc(&x, (in + 1) * 4); cudaMalloc(&w, (in + 1) * (hid + 1) * 4); cudaMalloc(&ow, (in + 1) * (hid + 1) * 4); cudaMalloc(&p, nb * 16 * 4); cudaMalloc(&d, (hid + 1) * 4);
    cudaMemcpy(x, h, (in + 1) * 4, cudaMemcpyHostToDevice); cudaMemcpy(w, h, (in + 1) * (hid + 1) * 4, cudaMemcpyHostToDevice); cudaMemcpy(ow, h, (in + 1) * (hid + 1) * 4, cudaMemcpyHostToDevice); cudaMemcpy(d, h, (hid + 1) * 4, cudaMemcpyHostToDevice);
    bpnn_layerforward_CUDA<<<dim3(1, nb), dim3(16, 16)>>>(x, nullptr, w, p, in, hid);
    bpnn_adjust_weights_cuda<<<dim3(1, nb), dim3(16, 16)>>>(d, hid, x, in, w, ow);
    cudaMemcpy(h, w, (in + 1) * (hid + 1) * 4, cudaMemcpyDeviceToHost);
    double s = 0; for (int i = 0; i < (in + 1) * (hid + 1); i++) s += h[i]; printf("%.3f\n", s);
}
