#pragma once
// Copies made by all members of a group. The copy is done when the call returns; what may be relied on is that after `wait`.
#include <cooperative_groups.h>

namespace cooperative_groups {
template <class Group, class T> __device__ inline void memcpy_async(const Group &group, T *to, const T *from, size_t bytes)
{
    unsigned int first = group.thread_rank(), step = group.size();
    size_t bits = (size_t)to | (size_t)from | bytes;
    if ((bits & 15) == 0)
        for (size_t i = first; i < bytes / 16; i += step) __kern_copy_async16((int4 *)to + i, (const int4 *)from + i);
    else if ((bits & 3) == 0)
        for (size_t i = first; i < bytes / 4; i += step) __kern_copy_async4((int *)to + i, (const int *)from + i);
    else
        for (size_t i = first; i < bytes; i += step) __kern_copy_async1((char *)to + i, (const char *)from + i);
    __kern_commit_async();
}
// Room and number of elements: as many as there are and fit.
template <class Group, class T, class U>
__device__ inline void memcpy_async(const Group &group, T *to, size_t room, const U *from, size_t count)
{
    memcpy_async(group, to, (const T *)from, (count < room ? count : room) * sizeof(T));
}
template <class Group> __device__ inline void wait(const Group &group)
{
    __kern_wait_async(0);
    group.sync();
}
template <unsigned int Pending, class Group> __device__ inline void wait_prior(const Group &group)
{
    __kern_wait_async(Pending);
    group.sync();
}
} // namespace cooperative_groups
