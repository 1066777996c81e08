#pragma once
#include <stddef.h>
// Copies that barriers and pipelines wait for. Here they are done when the call returns; what may be relied on is that after a wait.
namespace cuda {
// A number of bytes, and what they and both addresses are multiples of.
template <size_t Alignment> struct aligned_size_t {
    static constexpr size_t align = Alignment;
    size_t value;
    constexpr explicit aligned_size_t(size_t size) : value(size) {}
    constexpr operator size_t() const { return value; }
};
namespace __detail {
struct __one_thread {
    static constexpr unsigned int thread_rank() { return 0; }
    static constexpr unsigned int size() { return 1; }
};
inline void __copy_word(int4 *to, const int4 *from) { __kern_copy_async16(to, from); }
inline void __copy_word(int2 *to, const int2 *from) { __kern_copy_async8(to, from); }
inline void __copy_word(int *to, const int *from) { __kern_copy_async4(to, from); }
inline void __copy_word(char *to, const char *from) { __kern_copy_async1(to, from); }
template <class Word> inline void __copy_words(void *to, const void *from, size_t first, size_t step, size_t words)
{
    for (size_t i = first; i < words; i += step) __copy_word((Word *)to + i, (const Word *)from + i);
}
template <class Group> inline void __copy(const Group &group, void *to, const void *from, size_t bytes)
{
    size_t first = group.thread_rank(), step = group.size(), bits = (size_t)to | (size_t)from | bytes;
    if ((bits & 15) == 0) __copy_words<int4>(to, from, first, step, bytes / 16);
    else if ((bits & 7) == 0) __copy_words<int2>(to, from, first, step, bytes / 8);
    else if ((bits & 3) == 0) __copy_words<int>(to, from, first, step, bytes / 4);
    else __copy_words<char>(to, from, first, step, bytes);
}
}
}
