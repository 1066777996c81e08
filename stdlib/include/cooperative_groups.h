#pragma once
#include <assert.h>
#include <errno.h>
#include <float.h>
#include <stdint.h>
#include <stdio.h>
// Cooperative groups (CUDA C++ Programming Guide, "Cooperative Groups"): the block, tiles of a warp, coalesced threads, clusters, the grid.
// The blocks of a grid meet only in cooperative launches.
#include <type_traits>

namespace cooperative_groups {

namespace details {
__device__ inline unsigned int lane()
{
    unsigned int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}
__device__ inline unsigned int lanes_before() { return (1u << lane()) - 1; }
__device__ inline unsigned int threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }
__device__ inline unsigned int rank_in_block() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }

// The lane of the member with a rank, in the order of lanes.
__device__ inline unsigned int nth_lane(unsigned int mask, unsigned int rank)
{
    for (; rank > 0 && mask != 0; --rank) mask &= mask - 1;
    return (unsigned int)(__ffs(mask) - 1);
}

// Bits at the lanes of `mask`, moved together: bit n of the result is that of the member with rank n.
__device__ inline unsigned int packed(unsigned int mask, unsigned int bits)
{
    unsigned int result = 0;
    for (unsigned int rank = 0; mask != 0; ++rank, mask &= mask - 1)
        if (bits & mask & -mask) result |= 1u << rank;
    return result;
}

enum class way { from, up, down, across };

template <way Way, class T> __device__ inline T shuffle_word(unsigned int mask, T value, unsigned int by, int width)
{
    if constexpr (Way == way::from) return __shfl_sync(mask, value, by, width);
    else if constexpr (Way == way::up) return __shfl_up_sync(mask, value, by, width);
    else if constexpr (Way == way::down) return __shfl_down_sync(mask, value, by, width);
    else return __shfl_xor_sync(mask, value, by, width);
}

// Values of any trivially copyable type travel word by word.
template <way Way, class T> __device__ inline T shuffle(unsigned int mask, const T &value, unsigned int by, int width)
{
    static_assert(std::is_trivially_copyable<T>::value, "only trivially copyable values travel between threads");
    if constexpr (std::is_arithmetic<T>::value && sizeof(T) >= 4) {
        return shuffle_word<Way>(mask, value, by, width);
    } else {
        unsigned int words[(sizeof(T) + 3) / 4] = {};
        memcpy(words, &value, sizeof(T));
        for (unsigned int &word : words) word = shuffle_word<Way>(mask, word, by, width);
        T result;
        memcpy(&result, words, sizeof(T));
        return result;
    }
}

template <class T> using value_of = std::remove_cv_t<std::remove_reference_t<T>>;
} // namespace details

class coalesced_group;

// Any group of a block, when its kind is known only at run time.
class thread_group {
protected:
    // 0 for the whole block.
    unsigned int members, part, parts;
    __device__ thread_group(unsigned int members, unsigned int part, unsigned int parts) : members(members), part(part), parts(parts) {}
    friend __device__ thread_group tiled_partition(const thread_group &parent, unsigned int size);
    template <unsigned int Size, class Parent> friend class thread_block_tile;

public:
    __device__ unsigned int size() const { return members == 0 ? details::threads_of_block() : (unsigned int)__popc(members); }
    __device__ unsigned int num_threads() const { return size(); }
    __device__ unsigned int thread_rank() const
    {
        return members == 0 ? details::rank_in_block() : (unsigned int)__popc(members & details::lanes_before());
    }
    __device__ void sync() const
    {
        if (members == 0) __syncthreads();
        else __syncwarp(members);
    }
};

class thread_block : public thread_group {
    __device__ thread_block() : thread_group(0, 0, 1) {}
    friend __device__ thread_block this_thread_block();

public:
    struct arrival_token {};
    __device__ static void sync() { __syncthreads(); }
    __device__ arrival_token barrier_arrive() const { return arrival_token(); }
    __device__ void barrier_wait(arrival_token &&) const { __syncthreads(); }
    __device__ static unsigned int size() { return details::threads_of_block(); }
    __device__ static unsigned int num_threads() { return details::threads_of_block(); }
    __device__ static unsigned int thread_rank() { return details::rank_in_block(); }
    __device__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    __device__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    __device__ static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    __device__ static dim3 dim_threads() { return group_dim(); }
};

__device__ inline thread_block this_thread_block() { return thread_block(); }

namespace details {
// Of the launch that runs: how many blocks have arrived at its barrier, and how often it was complete.
static __device__ unsigned int grid_arrivals;
} // namespace details

// All threads of a cooperative launch.
class grid_group {
    __device__ grid_group() {}
    friend __device__ grid_group this_grid();
    // One thread of each block arrives; the last arrival turns the uppermost bit, for which all wait.
    __device__ static unsigned int arrive_for_block()
    {
        __kern_grid_sync();
        unsigned int arrival = block_rank() == 0 ? 0x80000000u - ((unsigned int)num_blocks() - 1) : 1;
        __threadfence();
        return atomicAdd(&details::grid_arrivals, arrival);
    }
    __device__ static void wait_for_blocks(unsigned int before)
    {
        while (((before ^ *(volatile unsigned int *)&details::grid_arrivals) & 0x80000000u) == 0) __nanosleep(20);
        __threadfence();
    }

public:
    // Once a cooperative launch was made, of every launch (measured on an H200); `sync` ends one that is not cooperative.
    __device__ bool is_valid() const { return __kern_had_cooperative_launch(); }
    typedef unsigned int arrival_token;
    __device__ void sync() const
    {
        __syncthreads();
        if (details::rank_in_block() == 0) wait_for_blocks(arrive_for_block());
        __syncthreads();
    }
    __device__ arrival_token barrier_arrive() const
    {
        __syncthreads();
        return details::rank_in_block() == 0 ? arrive_for_block() : 0;
    }
    __device__ void barrier_wait(arrival_token &&arrival) const
    {
        if (details::rank_in_block() == 0) wait_for_blocks(arrival);
        __syncthreads();
    }
    __device__ static unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
    __device__ static unsigned long long block_rank()
    {
        return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    __device__ static unsigned long long num_threads() { return num_blocks() * details::threads_of_block(); }
    __device__ static unsigned long long size() { return num_threads(); }
    __device__ static unsigned long long thread_rank() { return block_rank() * details::threads_of_block() + details::rank_in_block(); }
    __device__ static dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    __device__ static dim3 group_dim() { return dim_blocks(); }
    __device__ static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    __device__ static dim3 dim_threads() { return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z); }
    __device__ static dim3 thread_index()
    {
        return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y, blockIdx.z * blockDim.z + threadIdx.z);
    }
};

__device__ inline grid_group this_grid() { return grid_group(); }

// The threads of a cluster of blocks (CUDA C++ Programming Guide, "Cluster Group"); of one block, where a launch has no clusters.
class cluster_group {
    __device__ cluster_group() {}
    friend __device__ cluster_group this_cluster();
    __device__ static dim3 of_block(dim3 number, dim3 each, dim3 within)
    {
        return dim3(number.x * each.x + within.x, number.y * each.y + within.y, number.z * each.z + within.z);
    }

public:
    struct arrival_token {};
    __device__ static arrival_token barrier_arrive()
    {
        __kern_cluster_arrive();
        return arrival_token();
    }
    __device__ static void barrier_wait()
    {
        while (!__kern_cluster_is_complete()) __nanosleep(20);
    }
    __device__ static void barrier_wait(arrival_token &&) { barrier_wait(); }
    __device__ static void sync()
    {
        barrier_arrive();
        barrier_wait();
    }
    __device__ static dim3 dim_blocks() { return dim3(__kern_cluster_dim(0), __kern_cluster_dim(1), __kern_cluster_dim(2)); }
    __device__ static dim3 group_dim() { return dim_blocks(); }
    __device__ static dim3 block_index()
    {
        dim3 blocks = dim_blocks();
        return dim3(blockIdx.x % blocks.x, blockIdx.y % blocks.y, blockIdx.z % blocks.z);
    }
    __device__ static unsigned int block_rank()
    {
        dim3 blocks = dim_blocks(), own = block_index();
        return (own.z * blocks.y + own.y) * blocks.x + own.x;
    }
    __device__ static unsigned int num_blocks()
    {
        dim3 blocks = dim_blocks();
        return blocks.x * blocks.y * blocks.z;
    }
    __device__ static dim3 dim_threads() { return of_block(dim_blocks(), blockDim, dim3(0, 0, 0)); }
    __device__ static dim3 thread_index() { return of_block(block_index(), blockDim, threadIdx); }
    __device__ static unsigned int num_threads() { return num_blocks() * details::threads_of_block(); }
    __device__ static unsigned int size() { return num_threads(); }
    __device__ static unsigned int thread_rank() { return block_rank() * details::threads_of_block() + details::rank_in_block(); }
    // The same variable of shared memory in another block, and whose block's a variable is.
    template <class T> __device__ static T *map_shared_rank(T *address, int rank)
    {
        return (T *)__cluster_map_shared_rank(address, rank);
    }
    __device__ static unsigned int query_shared_rank(const void *address) { return __cluster_query_shared_rank(address); }
};

__device__ inline cluster_group this_cluster() { return cluster_group(); }

// The threads of a warp that run together, or a part of them.
class coalesced_group : public thread_group {
    __device__ coalesced_group(unsigned int members, unsigned int part, unsigned int parts) : thread_group(members, part, parts) {}
    __device__ unsigned int lane_of(unsigned int rank) const { return details::nth_lane(members, rank); }
    friend __device__ coalesced_group coalesced_threads();
    friend __device__ coalesced_group tiled_partition(const coalesced_group &parent, unsigned int size);
    template <class Group> friend __device__ coalesced_group binary_partition(const Group &group, bool predicate);
    template <class Group, class T> friend __device__ coalesced_group labeled_partition(const Group &group, T label);

public:
    __device__ unsigned int __mask() const { return members; }
    __device__ unsigned int meta_group_rank() const { return part; }
    __device__ unsigned int meta_group_size() const { return parts; }
    template <class T> __device__ T shfl(T value, unsigned int rank) const
    {
        return details::shuffle<details::way::from>(members, value, lane_of(rank), 32);
    }
    // A thread without a neighbour that far away keeps its own value.
    template <class T> __device__ T shfl_up(T value, unsigned int delta) const
    {
        unsigned int rank = thread_rank();
        return shfl(value, delta <= rank ? rank - delta : rank);
    }
    template <class T> __device__ T shfl_down(T value, unsigned int delta) const
    {
        unsigned int rank = thread_rank();
        return shfl(value, delta < size() - rank ? rank + delta : rank);
    }
    __device__ int any(int predicate) const { return __any_sync(members, predicate); }
    __device__ int all(int predicate) const { return __all_sync(members, predicate); }
    __device__ unsigned int ballot(int predicate) const { return details::packed(members, __ballot_sync(members, predicate)); }
    template <class T> __device__ unsigned int match_any(T value) const
    {
        return details::packed(members, __match_any_sync(members, value));
    }
    template <class T> __device__ unsigned int match_all(T value, int &predicate) const
    {
        return details::packed(members, __match_all_sync(members, value, &predicate));
    }
};

__device__ inline coalesced_group coalesced_threads() { return coalesced_group(__activemask(), 0, 1); }

namespace details {
// What tiles of one size have in common, whatever they are parts of.
template <unsigned int Size> class warp_tile {
protected:
    unsigned int part, parts;
    __device__ warp_tile(unsigned int part, unsigned int parts) : part(part), parts(parts) {}
    __device__ static unsigned int first_lane() { return lane() & ~(Size - 1); }

public:
    __device__ static unsigned int __mask() { return Size == 32 ? 0xffffffffu : ((1u << (Size & 31)) - 1) << first_lane(); }
    __device__ static constexpr unsigned int size() { return Size; }
    __device__ static constexpr unsigned int num_threads() { return Size; }
    __device__ static unsigned int thread_rank() { return rank_in_block() & (Size - 1); }
    __device__ unsigned int meta_group_rank() const { return part; }
    __device__ unsigned int meta_group_size() const { return parts; }
    __device__ static void sync() { __syncwarp(__mask()); }
    template <class T> __device__ T shfl(T value, int rank) const { return shuffle<way::from>(__mask(), value, rank, Size); }
    template <class T> __device__ T shfl_up(T value, unsigned int delta) const { return shuffle<way::up>(__mask(), value, delta, Size); }
    template <class T> __device__ T shfl_down(T value, unsigned int delta) const { return shuffle<way::down>(__mask(), value, delta, Size); }
    template <class T> __device__ T shfl_xor(T value, unsigned int mask) const { return shuffle<way::across>(__mask(), value, mask, Size); }
    __device__ int any(int predicate) const { return __any_sync(__mask(), predicate); }
    __device__ int all(int predicate) const { return __all_sync(__mask(), predicate); }
    __device__ unsigned int ballot(int predicate) const { return __ballot_sync(__mask(), predicate) >> first_lane(); }
    template <class T> __device__ unsigned int match_any(T value) const { return __match_any_sync(__mask(), value) >> first_lane(); }
    template <class T> __device__ unsigned int match_all(T value, int &predicate) const
    {
        return __match_all_sync(__mask(), value, &predicate) >> first_lane();
    }
};

// What the warps of larger tiles share; ptxas keeps 288 bytes a block for that. A tile's barrier has the number of the tile in a heap:
// 2 and 3 are those of 512 threads, 16 to 31 those of 64.
constexpr unsigned int most_warps = 32;
struct warps_memory {
    unsigned int barriers[most_warps];
    unsigned long long values[most_warps];
};
__device__ inline warps_memory &memory_of_warps()
{
    __shared__ warps_memory memory;
    return memory;
}

// What tiles of several warps have in common, whatever they are parts of.
template <unsigned int Size> class block_tile {
    __device__ static unsigned int first_warp() { return rank_in_block() / Size * warps; }
    __device__ static unsigned int &barrier() { return memory_of_warps().barriers[1024 / Size + rank_in_block() / Size]; }

protected:
    unsigned int part, parts;
    // All threads of the parent have left the barriers of its parts before these are cleared.
    template <class Whole> __device__ block_tile(const Whole &parent, unsigned int part, unsigned int parts) : part(part), parts(parts)
    {
        parent.sync();
        if (thread_rank() == 0) barrier() = 0;
        parent.sync();
    }
    __device__ block_tile(unsigned int part, unsigned int parts) : part(part), parts(parts) {}

public:
    static constexpr unsigned int warps = Size / 32;
    __device__ static unsigned int warp() { return thread_rank() / 32; }
    // Lane n of each warp combines the value of the tile's warp n, as far as there are so many.
    template <class T, class Combine> __device__ T across_warps(T of_warp, Combine combine) const
    {
        static_assert(std::is_trivially_copyable<T>::value && sizeof(T) <= sizeof(unsigned long long),
                      "values of up to 8 bytes travel in tiles of more than 32 threads");
        unsigned long long *values = memory_of_warps().values + first_warp();
        if (lane() == 0) memcpy(values + warp(), &of_warp, sizeof(T));
        sync();
        T value{};
        memcpy(&value, values + (lane() & (warps - 1)), sizeof(T));
        sync();
        return combine(value);
    }
    __device__ static constexpr unsigned int size() { return Size; }
    __device__ static constexpr unsigned int num_threads() { return Size; }
    __device__ static unsigned int thread_rank() { return rank_in_block() & (Size - 1); }
    __device__ unsigned int meta_group_rank() const { return part; }
    __device__ unsigned int meta_group_size() const { return parts; }
    // One lane of each warp arrives; the last arrival turns the uppermost bit, for which all wait.
    __device__ static void sync()
    {
        __syncwarp();
        if (lane() == 0) {
            unsigned int *arrivals = &barrier(), arrival = warp() == 0 ? 0x80000000u - (warps - 1) : 1, before, now;
            asm volatile("atom.add.acq_rel.cta.u32 %0, [%1], %2;" : "=r"(before) : "l"(arrivals), "r"(arrival) : "memory");
            do asm volatile("ld.acquire.cta.u32 %0, [%1];" : "=r"(now) : "l"(arrivals) : "memory");
            while (((before ^ now) & 0x80000000u) == 0);
        }
        __syncwarp();
    }
    template <class T> __device__ T shfl(T value, unsigned int rank) const
    {
        static_assert(std::is_trivially_copyable<T>::value && sizeof(T) <= sizeof(unsigned long long),
                      "values of up to 8 bytes travel in tiles of more than 32 threads");
        unsigned long long *slot = memory_of_warps().values + first_warp() + rank / 32;
        if (thread_rank() == rank) memcpy(slot, &value, sizeof(T));
        sync();
        T result;
        memcpy(&result, slot, sizeof(T));
        sync();
        return result;
    }
    __device__ int any(int predicate) const
    {
        return across_warps(__any_sync(0xffffffffu, predicate), [](int of_warp) { return __any_sync(0xffffffffu, of_warp); });
    }
    __device__ int all(int predicate) const
    {
        return across_warps(__all_sync(0xffffffffu, predicate), [](int of_warp) { return __all_sync(0xffffffffu, of_warp); });
    }
};

template <unsigned int Size> constexpr bool is_in_warp()
{
    static_assert(Size > 0 && Size <= 512 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16, 32, 64, 128, 256 or 512 threads");
    return Size <= 32;
}
template <unsigned int Size> using tile = std::conditional_t<is_in_warp<Size>(), warp_tile<Size>, block_tile<Size>>;
} // namespace details

// Memory for tiles of more than 32 threads, which devices before compute capability 8.0 need and kern does not.
template <unsigned int MaxBlockSize = 1024> struct __align__(8) block_tile_memory {};
template <unsigned int MaxBlockSize> __device__ inline thread_block this_thread_block(block_tile_memory<MaxBlockSize> &)
{
    return this_thread_block();
}

// `Size` neighbouring threads of a `Parent`; a tile of any parent converts to `thread_block_tile<Size>`.
template <unsigned int Size, class Parent = void> class thread_block_tile : public details::tile<Size> {
    __device__ thread_block_tile(unsigned int part, unsigned int parts) : details::tile<Size>(part, parts) {}
    __device__ thread_block_tile(const Parent &parent, unsigned int part, unsigned int parts) : details::tile<Size>(parent, part, parts) {}
    template <unsigned int Tile, class Whole> friend __device__ thread_block_tile<Tile, Whole> tiled_partition(const Whole &parent);

public:
    __device__ operator thread_group() const { return thread_group(this->__mask(), this->part, this->parts); }
};

template <unsigned int Size> class thread_block_tile<Size, void> : public details::tile<Size> {
    __device__ thread_block_tile() : details::tile<Size>(0, 1) {}
    friend __device__ thread_block_tile<1, void> this_thread();

public:
    template <class Parent>
    __device__ thread_block_tile(const thread_block_tile<Size, Parent> &tile)
        : details::tile<Size>(tile.meta_group_rank(), tile.meta_group_size())
    {
    }
    __device__ operator thread_group() const { return thread_group(this->__mask(), this->part, this->parts); }
};

__device__ inline thread_block_tile<1, void> this_thread() { return thread_block_tile<1, void>(); }

template <unsigned int Tile, class Whole> __device__ inline thread_block_tile<Tile, Whole> tiled_partition(const Whole &parent)
{
    unsigned int part = parent.thread_rank() / Tile, parts = (parent.size() + Tile - 1) / Tile;
    if constexpr (details::is_in_warp<Tile>()) return thread_block_tile<Tile, Whole>(part, parts);
    else return thread_block_tile<Tile, Whole>(parent, part, parts);
}

namespace details {
template <class Group> struct spans_warps : std::false_type {};
template <unsigned int Size, class Parent> struct spans_warps<thread_block_tile<Size, Parent>> : std::bool_constant<(Size > 32)> {};
} // namespace details

// By rank: members 0 to size - 1 are the first part, and so on.
__device__ inline coalesced_group tiled_partition(const coalesced_group &parent, unsigned int size)
{
    if (size == 0 || size > 32 || (size & (size - 1)) != 0) __trap();
    unsigned int rank = parent.thread_rank(), first = rank & ~(size - 1);
    unsigned int mask = 0;
    for (unsigned int i = first; i < first + size && i < parent.size(); ++i) mask |= 1u << details::nth_lane(parent.__mask(), i);
    return coalesced_group(mask, rank / size, (parent.size() + size - 1) / size);
}
__device__ inline thread_group tiled_partition(const thread_group &parent, unsigned int size)
{
    if (size == 0 || size > 32 || (size & (size - 1)) != 0) __trap();
    unsigned int rank = parent.thread_rank(), first = rank & ~(size - 1);
    unsigned int mask = 0;
    if (parent.members == 0) {
        unsigned int count = parent.size() - first < size ? parent.size() - first : size;
        mask = (0xffffffffu >> (32 - count)) << (details::lane() & ~(size - 1));
    } else {
        for (unsigned int i = first; i < first + size && i < parent.size(); ++i) mask |= 1u << details::nth_lane(parent.members, i);
    }
    return thread_group(mask, rank / size, (parent.size() + size - 1) / size);
}

// Members with the same predicate, or label, make a group.
template <class Group> __device__ inline coalesced_group binary_partition(const Group &group, bool predicate)
{
    unsigned int mask = group.__mask(), set = __ballot_sync(mask, predicate);
    if (set == 0 || set == mask) return coalesced_group(mask, 0, 1);
    return coalesced_group(predicate ? set : mask & ~set, predicate, 2);
}
template <class Group, class T> __device__ inline coalesced_group labeled_partition(const Group &group, T label)
{
    static_assert(std::is_integral<T>::value || std::is_pointer<T>::value, "a label is an integer or a pointer");
    unsigned int mask = group.__mask(), same;
    if constexpr (std::is_same<T, bool>::value) return binary_partition(group, label);
    if constexpr (sizeof(T) == 8) same = __match_any_sync(mask, (unsigned long long)label);
    else same = __match_any_sync(mask, (unsigned int)label);
    unsigned int first = (unsigned int)(__ffs(same) - 1);
    unsigned int leaders = __ballot_sync(mask, first == details::lane());
    return coalesced_group(same, __popc(leaders & ((1u << first) - 1)), __popc(leaders));
}

template <class Group> __device__ inline void sync(const Group &group) { group.sync(); }
template <class Group> __device__ inline auto thread_rank(const Group &group) -> decltype(group.thread_rank()) { return group.thread_rank(); }
template <class Group> __device__ inline auto group_size(const Group &group) -> decltype(group.size()) { return group.size(); }

// One member calls: the first, though nobody may count on that. With broadcast, its result goes to all.
template <class Group, class Fn, class... Args> __device__ inline void invoke_one(const Group &group, Fn &&fn, Args &&...args)
{
    if (group.thread_rank() == 0) static_cast<Fn &&>(fn)(static_cast<Args &&>(args)...);
}
template <class Group, class Fn, class... Args>
__device__ inline auto invoke_one_broadcast(const Group &group, Fn &&fn, Args &&...args)
    -> std::remove_reference_t<decltype(static_cast<Fn &&>(fn)(static_cast<Args &&>(args)...))>
{
    using result = details::value_of<decltype(static_cast<Fn &&>(fn)(static_cast<Args &&>(args)...))>;
    static_assert(!std::is_same<result, void>::value, "a function without result is called by invoke_one");
    result out{};
    if (group.thread_rank() == 0) out = static_cast<Fn &&>(fn)(static_cast<Args &&>(args)...);
    return group.shfl(out, 0);
}

template <class T> struct plus {
    __device__ T operator()(T a, T b) const { return a + b; }
};
template <class T> struct less {
    __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T> struct greater {
    __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T> struct bit_and {
    __device__ T operator()(T a, T b) const { return a & b; }
};
template <class T> struct bit_or {
    __device__ T operator()(T a, T b) const { return a | b; }
};
template <class T> struct bit_xor {
    __device__ T operator()(T a, T b) const { return a ^ b; }
};

} // namespace cooperative_groups
