// Memory: what pointers are, hints and their questions, registered memory, fills and copies of boxes, the bus.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); return 1; } } while (0)
#define SHOW(call) do { printf("%s: %s\n", #call, cudaGetErrorName(call)); cudaGetLastError(); } while (0)
__device__ int variable[10];
__constant__ float constant[7];
static void what(const char *name, const void *p) {
    cudaPointerAttributes a;
    memset(&a, 0x55, sizeof a);
    cudaError_t e = cudaPointerGetAttributes(&a, p);
    printf("%s: %s, type %d, device %d, device pointer %s, host pointer %s\n", name, cudaGetErrorName(e), a.type, a.device, a.devicePointer == p ? "same" : a.devicePointer ? "other" : "null", a.hostPointer == p ? "same" : a.hostPointer ? "other" : "null");
    cudaGetLastError();
}
int main() {
    char *d, *m, *p, *h = (char *)aligned_alloc(4096, 8192);
    CHECK(cudaMalloc(&d, 4096)); CHECK(cudaMallocManaged(&m, 1 << 20)); CHECK(cudaMallocHost(&p, 4096));
    void *v; size_t size;
    CHECK(cudaGetSymbolAddress(&v, variable)); CHECK(cudaGetSymbolSize(&size, variable));
    printf("variable: %zu\n", size);
    what("variable", v);
    CHECK(cudaGetSymbolSize(&size, constant)); printf("constant: %zu\n", size);
    what("device", d + 5); what("managed", m); what("pinned", p + 9); what("host", h);
    CHECK(cudaHostRegister(h, 4096, cudaHostRegisterDefault));
    what("registered", h);
    SHOW(cudaHostGetDevicePointer(&v, h, 0)); printf("%d\n", v == h);
    SHOW(cudaHostRegister(h, 4096, 0));
    SHOW(cudaHostRegister(nullptr, 4096, 0));
    SHOW(cudaHostRegister(h + 4096, 0, 0));
    SHOW(cudaHostUnregister(h));
    SHOW(cudaHostUnregister(h));
    SHOW(cudaHostGetDevicePointer(&v, h, 0));
    SHOW(cudaPointerGetAttributes(nullptr, d));
    cudaMemLocation dev = {cudaMemLocationTypeDevice, 0}, host = {cudaMemLocationTypeHost, 0}, bad = {cudaMemLocationTypeDevice, 9};
    SHOW(cudaMemAdvise(m, 1 << 20, cudaMemAdviseSetReadMostly, dev));
    SHOW(cudaMemAdvise(m, 1 << 20, cudaMemAdviseSetPreferredLocation, dev));
    SHOW(cudaMemAdvise(m, 1 << 20, cudaMemAdviseSetAccessedBy, host));
    SHOW(cudaMemPrefetchAsync(m, 1 << 20, dev, 0, 0));
    SHOW(cudaDeviceSynchronize());
    int value = -9, list[2] = {-9, -9};
    SHOW(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, m, 1 << 20)); printf("%d\n", value);
    SHOW(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributePreferredLocation, m, 1 << 20)); printf("%d\n", value);
    SHOW(cudaMemRangeGetAttribute(list, 8, cudaMemRangeAttributeAccessedBy, m, 1 << 20)); printf("%d %d\n", list[0], list[1]);
    SHOW(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeLastPrefetchLocation, m, 1 << 20)); printf("%d\n", value);
    SHOW(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributePreferredLocationType, m, 1 << 20)); printf("%d\n", value);
    SHOW(cudaMemAdvise(m, 4096, cudaMemAdviseUnsetReadMostly, dev));
    SHOW(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, m, 1 << 20)); printf("%d\n", value);
    SHOW(cudaMemAdvise(m, 1 << 20, cudaMemAdviseUnsetPreferredLocation, dev));
    SHOW(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributePreferredLocation, m, 1 << 20)); printf("%d\n", value);
    void *data[2] = {&value, list}; size_t sizes[2] = {4, 8};
    cudaMemRangeAttribute attrs[2] = {cudaMemRangeAttributeReadMostly, cudaMemRangeAttributeAccessedBy};
    SHOW(cudaMemRangeGetAttributes(data, sizes, attrs, 2, m, 1 << 20)); printf("%d %d %d\n", value, list[0], list[1]);
    SHOW(cudaMemRangeGetAttribute(&value, 3, cudaMemRangeAttributeReadMostly, m, 1 << 20));
    SHOW(cudaMemRangeGetAttribute(&value, 4, (cudaMemRangeAttribute)99, m, 1 << 20));
    SHOW(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, d, 4096));
    SHOW(cudaMemAdvise(m, 1 << 20, (cudaMemoryAdvise)99, dev));
    SHOW(cudaMemAdvise(m, 2 << 20, cudaMemAdviseSetReadMostly, dev));
    SHOW(cudaMemAdvise(m, 0, cudaMemAdviseSetReadMostly, dev));
    SHOW(cudaMemAdvise(d, 4096, cudaMemAdviseSetReadMostly, dev));
    SHOW(cudaMemPrefetchAsync(m, 1 << 20, bad, 0, 0));
    SHOW(cudaMemPrefetchAsync(m, 0, dev, 0, 0));
    SHOW(cudaMemPrefetchAsync(d, 4096, dev, 0, 0));
    SHOW(cudaMemPrefetchAsync(m, 2 << 20, dev, 0, 0));
    cudaStream_t s;
    CHECK(cudaStreamCreate(&s));
    SHOW(cudaStreamAttachMemAsync(s, m, 0, cudaMemAttachSingle));
    SHOW(cudaStreamAttachMemAsync(s, m, 0, 9));
    SHOW(cudaStreamAttachMemAsync(s, d, 0, cudaMemAttachGlobal));
    SHOW(cudaMallocManaged(&v, 64, 7));
    // Boxes.
    cudaPitchedPtr box;
    cudaExtent extent = make_cudaExtent(10, 3, 2);
    CHECK(cudaMalloc3D(&box, extent));
    SHOW(cudaMemset3D(box, 7, extent));
    SHOW(cudaMemset3DAsync(box, 9, make_cudaExtent(2, 2, 1), s));
    unsigned char out[60];
    memset(out, 0, sizeof out);
    cudaMemcpy3DParms parms = {0};
    parms.srcPtr = box; parms.dstPtr = make_cudaPitchedPtr(out, 10, 10, 3); parms.extent = extent; parms.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaStreamSynchronize(s));
    SHOW(cudaMemcpy3D(&parms));
    printf("%d %d %d %d %d %d\n", out[0], out[2], out[10], out[20], out[30], out[59]);
    SHOW(cudaMemset3D(box, 7, make_cudaExtent(5000, 1, 1)));
    SHOW(cudaMemset3D(box, 7, make_cudaExtent(0, 1, 1)));
    SHOW(cudaMemset2D(d, 16, 3, 32, 2));
    SHOW(cudaMemset2D(d, 16, 3, 16, 2));
    char bus[32];
    SHOW(cudaDeviceGetPCIBusId(bus, 4, 0));
    SHOW(cudaDeviceGetPCIBusId(bus, 32, 0));
    printf("%zu\n", strlen(bus));
    int device = -1;
    SHOW(cudaDeviceGetByPCIBusId(&device, bus)); printf("%d\n", device);
    SHOW(cudaDeviceGetByPCIBusId(&device, "nonsense"));
    SHOW(cudaDeviceGetByPCIBusId(&device, nullptr));
    cudaDeviceProp prop;
    CHECK(cudaGetDeviceProperties(&prop, 0));
    SHOW(cudaChooseDevice(&device, &prop)); printf("%d\n", device);
    SHOW(cudaChooseDevice(nullptr, &prop));
    SHOW(cudaSetDevice(-1));
    SHOW(cudaSetDevice(77));
    SHOW(cudaGetDeviceProperties(&prop, 77));
    SHOW(cudaGetDeviceProperties(nullptr, 0));
    SHOW(cudaDeviceGetAttribute(&value, (cudaDeviceAttr)9999, 0));
    SHOW(cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0));
    SHOW(cudaGetDeviceCount(nullptr));
    SHOW(cudaDeviceCanAccessPeer(&value, 0, 77));
    SHOW(cudaDeviceEnablePeerAccess(0, 0));
    SHOW(cudaDeviceEnablePeerAccess(77, 0));
    SHOW(cudaDeviceDisablePeerAccess(0));
    SHOW(cudaDeviceDisablePeerAccess(77));
    SHOW(cudaMemcpyPeer(d, 0, p, 0, 16));
    SHOW(cudaMemcpyPeer(d, 0, d + 64, 77, 16));
}
