// <cuda/atomic>, <cuda/semaphore> and <cuda/latch>, on both sides.
#include <cuda/atomic>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/atomic>
#include <cuda/std/cstdint>
#include <cstdio>
#include <new>

struct both {
    cuda::atomic<int, cuda::thread_scope_device> i;
    cuda::atomic<unsigned long long, cuda::thread_scope_system> u;
    cuda::atomic<float, cuda::thread_scope_device> f;
    cuda::atomic<double, cuda::thread_scope_device> d;
    cuda::atomic<bool, cuda::thread_scope_device> flag;
    cuda::atomic<unsigned char, cuda::thread_scope_device> small;
    cuda::atomic<int *, cuda::thread_scope_device> p;
    cuda::std::atomic<long> l;
    both() : i(0), u(0), f(0.0f), d(0.0), flag(false), small(250), p(nullptr), l(5) {}
};

template <class Object> __host__ __device__ void use(Object &o, int me)
{
    o.i.fetch_add(me, cuda::memory_order_relaxed);
    o.u.fetch_or(1ull << me % 64, cuda::std::memory_order_acq_rel);
    o.f.fetch_add(0.5f);
    o.d.fetch_sub(0.25, cuda::memory_order_release);
    o.small.fetch_add(1);
    o.l.fetch_and(~7L);
    o.l++;
}

__global__ void count(both *o)
{
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    use(*o, me);
    if (me == 77) o->flag.store(true, cuda::memory_order_release);
}

__global__ void by_reference(int *v, unsigned *least, float *greatest)
{
    cuda::atomic_ref<int, cuda::thread_scope_block> r(v[0]);
    r.fetch_add(2);
    r.fetch_sub(1, cuda::memory_order_relaxed);
    ++r;
    cuda::atomic_ref<int> x(v[1]);
    x.fetch_xor(1 << threadIdx.x % 5);
    x.fetch_and(0xffff);
    int expected = 7;
    cuda::atomic_ref<int, cuda::thread_scope_device> c(v[2]);
    if (c.compare_exchange_strong(expected, 100 + threadIdx.x)) atomicAdd(&v[3], 1);
    int old = c.load(cuda::memory_order_acquire);
    while (!c.compare_exchange_weak(old, old + 1, cuda::memory_order_acq_rel, cuda::memory_order_relaxed)) {}
    cuda::atomic_ref<unsigned, cuda::thread_scope_device>(*least).fetch_min(threadIdx.x + 3);
    cuda::atomic_ref<float, cuda::thread_scope_device>(*greatest).fetch_max(threadIdx.x * 0.5f);
}

// One block writes, the other waits for its word.
__global__ void message(cuda::atomic<int, cuda::thread_scope_device> *ready, int *data, int *seen)
{
    if (blockIdx.x == 0) {
        *data = 42;
        ready->store(1, cuda::memory_order_release);
    } else {
        while (ready->load(cuda::memory_order_acquire) == 0) {}
        *seen = *data;
        cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
    }
}

__global__ void waits(cuda::atomic<int, cuda::thread_scope_device> *word, int *seen)
{
    if (threadIdx.x == 0) {
        word->wait(0);
        *seen = word->load();
    } else if (threadIdx.x == 32) {
        word->store(9);
        word->notify_all();
    }
}

struct spin_lock {
    cuda::std::atomic_flag taken;
    __host__ __device__ void lock()
    {
        while (taken.test_and_set(cuda::std::memory_order_acquire)) {}
    }
    __host__ __device__ void unlock() { taken.clear(cuda::std::memory_order_release); }
};

__global__ void locked(spin_lock *lock, int *sum)
{
    lock->lock();
    *sum = *sum * 1 + 1;
    lock->unlock();
}

__global__ void limited(cuda::counting_semaphore<cuda::thread_scope_device> *two, cuda::atomic<int, cuda::thread_scope_device> *inside, int *most)
{
    two->acquire();
    int now = ++*inside;
    atomicMax(most, now);
    --*inside;
    two->release();
}

__global__ void meet(cuda::latch<cuda::thread_scope_device> *latch, int *slots, int *sum)
{
    slots[threadIdx.x] = threadIdx.x;
    latch->arrive_and_wait();
    if (threadIdx.x == 40)
        for (int i = 0; i < 64; ++i) *sum += slots[i];
}

template <class T, class... A> T *made(A... a)
{
    void *p;
    cudaMallocManaged(&p, sizeof(T));
    return new (p) T(a...);
}

int main()
{
    both *o = made<both>();
    count<<<4, 64>>>(o);
    cudaDeviceSynchronize();
    use(*o, 1000);
    printf("%d %llx %g %g %d %d %ld\n", o->i.load(), o->u.load(), o->f.load(), (double)o->d, (int)o->flag.load(), (int)o->small.load(), (long)o->l);
    int *v;
    cudaMallocManaged(&v, 4 * sizeof(int));
    v[0] = 1, v[1] = 0xff0000, v[2] = 7, v[3] = 0;
    unsigned *least = made<unsigned>(100u);
    float *greatest = made<float>(-1.0f);
    by_reference<<<1, 64>>>(v, least, greatest);
    cudaDeviceSynchronize();
    printf("%d %d %d %u %g\n", v[0], v[1], v[3], *least, *greatest);
    typedef cuda::atomic<int, cuda::thread_scope_device> word;
    int *data = made<int>(0), *seen = made<int>(0), *sum = made<int>(0), *most = made<int>(0);
    message<<<2, 1>>>(made<word>(0), data, seen);
    cudaDeviceSynchronize();
    printf("%d\n", *seen);
    waits<<<1, 64>>>(made<word>(0), seen);
    cudaDeviceSynchronize();
    printf("%d\n", *seen);
    locked<<<3, 64>>>(made<spin_lock>(), sum);
    cudaDeviceSynchronize();
    printf("%d\n", *sum);
    limited<<<8, 32>>>(made<cuda::counting_semaphore<cuda::thread_scope_device>>(2), made<word>(0), most);
    cudaDeviceSynchronize();
    printf("%d\n", *most <= 2 && *most > 0);
    *sum = 0;
    int *slots;
    cudaMallocManaged(&slots, 64 * sizeof(int));
    meet<<<1, 64>>>(made<cuda::latch<cuda::thread_scope_device>>(64), slots, sum);
    cudaDeviceSynchronize();
    printf("%d\n", *sum);
    int array[3] = {1, 2, 3};
    cuda::atomic<int *> p(array);
    int *before = p.fetch_add(2);
    printf("%d %d %zu %zu\n", *before, *p.load(), sizeof(cuda::atomic<bool>), sizeof(cuda::atomic<double>));
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
