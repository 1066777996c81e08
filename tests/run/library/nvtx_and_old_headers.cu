// Marks for a profiler do nothing; old names of headers lead to what nvcc includes anyway.
#include <cstdio>
#include <device_double_functions.h>
#include <math_functions.h>
#include <nvtx3/nvToolsExt.h>
#include <sm_61_intrinsics.h>

__global__ void dot(int *out) { out[threadIdx.x] = __dp4a(0x01020304, (int)threadIdx.x, 7); }

int main()
{
    nvtxRangePush("all");
    nvtxEventAttributes_t e = {};
    e.version = NVTX_VERSION;
    e.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    e.colorType = NVTX_COLOR_ARGB;
    e.color = 0xff00ff00;
    e.messageType = NVTX_MESSAGE_TYPE_ASCII;
    e.message.ascii = "inner";
    printf("%d %d\n", (int)e.size, nvtxRangePushEx(&e));
    nvtxMark("here");
    nvtxRangeId_t id = nvtxRangeStart("range");
    int *d, h[4];
    cudaMalloc(&d, sizeof h);
    dot<<<1, 4>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    nvtxRangeEnd(id);
    printf("%llu %d %d\n", (unsigned long long)id, nvtxRangePop(), nvtxRangePop());
    printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
    // as some formatters write a launch
    dot << <1, 4 >> > (d);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(d);
}
