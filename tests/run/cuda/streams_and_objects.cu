// Streams and events: flags, priorities, identities, attributes, wrong arguments; user objects.
#include <cstdio>
#include <cstring>
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); return 1; } } while (0)
#define SHOW(call) do { printf("%s: %s\n", #call, cudaGetErrorName(call)); cudaGetLastError(); } while (0)
static int destroyed = 0;
static void destroy(void *data) { destroyed += *(int *)data; }
int main() {
    cudaStream_t s, t, gone;
    CHECK(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, -3));
    CHECK(cudaStreamCreateWithPriority(&t, cudaStreamDefault, 100));
    unsigned flags; int priority, device; unsigned long long id, id2;
    CHECK(cudaStreamGetFlags(s, &flags)); CHECK(cudaStreamGetPriority(s, &priority));
    printf("%u %d\n", flags, priority);
    CHECK(cudaStreamGetFlags(t, &flags)); CHECK(cudaStreamGetPriority(t, &priority));
    printf("%u %d\n", flags, priority);
    CHECK(cudaStreamGetFlags(0, &flags)); CHECK(cudaStreamGetPriority(0, &priority));
    printf("%u %d\n", flags, priority);
    CHECK(cudaStreamGetId(s, &id)); CHECK(cudaStreamGetId(t, &id2));
    printf("different: %d\n", id != id2);
    CHECK(cudaStreamGetDevice(s, &device)); printf("device %d\n", device);
    SHOW(cudaStreamGetFlags(s, nullptr));
    SHOW(cudaStreamGetPriority(s, nullptr));
    SHOW(cudaStreamGetId(s, nullptr));
    SHOW(cudaStreamCreateWithFlags(&gone, 2));
    SHOW(cudaStreamCreate(nullptr));
    cudaStreamAttrValue v;
    memset(&v, 0, sizeof v);
    SHOW(cudaStreamGetAttribute(s, cudaStreamAttributeSynchronizationPolicy, &v)); printf("%d\n", v.syncPolicy);
    v.syncPolicy = cudaSyncPolicySpin;
    SHOW(cudaStreamSetAttribute(s, cudaStreamAttributeSynchronizationPolicy, &v));
    memset(&v, 0, sizeof v);
    SHOW(cudaStreamGetAttribute(s, cudaStreamAttributeSynchronizationPolicy, &v)); printf("%d\n", v.syncPolicy);
    SHOW(cudaStreamGetAttribute(t, cudaStreamAttributeSynchronizationPolicy, &v)); printf("%d\n", v.syncPolicy);
    SHOW(cudaStreamCopyAttributes(t, s));
    SHOW(cudaStreamGetAttribute(t, cudaStreamAttributeSynchronizationPolicy, &v)); printf("%d\n", v.syncPolicy);
    SHOW(cudaStreamGetAttribute(s, cudaStreamAttributePriority, &v)); printf("%d\n", v.priority);
    v.priority = -1;
    SHOW(cudaStreamSetAttribute(s, cudaStreamAttributePriority, &v));
    SHOW(cudaStreamGetPriority(s, &priority)); printf("%d\n", priority);
    v.syncPolicy = (cudaSynchronizationPolicy)9;
    SHOW(cudaStreamSetAttribute(s, cudaStreamAttributeSynchronizationPolicy, &v));
    SHOW(cudaStreamSetAttribute(s, cudaStreamAttributeSynchronizationPolicy, nullptr));
    memset(&v, 0, sizeof v);
    cudaEvent_t a, b, n;
    CHECK(cudaEventCreate(&a)); CHECK(cudaEventCreate(&b)); CHECK(cudaEventCreateWithFlags(&n, cudaEventDisableTiming));
    float ms = -1;
    SHOW(cudaEventElapsedTime(&ms, a, b));
    CHECK(cudaEventRecord(a, s));
    SHOW(cudaEventElapsedTime(&ms, a, b));
    CHECK(cudaEventRecord(n, s)); CHECK(cudaEventSynchronize(n));
    SHOW(cudaEventElapsedTime(&ms, a, n));
    CHECK(cudaEventSynchronize(a));
    SHOW(cudaEventElapsedTime(&ms, a, a)); printf("%g\n", ms);
    SHOW(cudaEventElapsedTime(nullptr, a, a));
    SHOW(cudaEventElapsedTime(&ms, nullptr, a));
    SHOW(cudaEventCreateWithFlags(&b, 64));
    SHOW(cudaEventRecordWithFlags(a, s, cudaEventRecordExternal));
    SHOW(cudaEventRecordWithFlags(a, s, cudaEventRecordDefault));
    SHOW(cudaStreamWaitEvent(s, a, cudaEventWaitExternal));
    SHOW(cudaEventRecord(nullptr, s));
    SHOW(cudaEventQuery(nullptr));
    SHOW(cudaStreamWaitEvent(s, nullptr, 0));
    int three = 3;
    cudaUserObject_t object;
    CHECK(cudaUserObjectCreate(&object, (void *)&three, destroy, 2, cudaUserObjectNoDestructorSync));
    cudaGraph_t g;
    CHECK(cudaGraphCreate(&g, 0));
    SHOW(cudaGraphRetainUserObject(g, object, 1, cudaGraphUserObjectMove));
    SHOW(cudaUserObjectRetain(object, 1));
    SHOW(cudaUserObjectRelease(object, 2));
    printf("destroyed %d\n", destroyed);
    SHOW(cudaGraphDestroy(g));
    CHECK(cudaDeviceSynchronize());
    printf("destroyed %d\n", destroyed);
    SHOW(cudaUserObjectCreate(&object, (void *)&three, destroy, 0, cudaUserObjectNoDestructorSync));
    SHOW(cudaUserObjectCreate(&object, (void *)&three, destroy, 1, 0));
    SHOW(cudaUserObjectCreate(&object, (void *)&three, (cudaHostFn_t)nullptr, 1, cudaUserObjectNoDestructorSync));
    SHOW(cudaUserObjectRetain(nullptr, 1));
}
