#pragma once
#include <stdlib.h>
#include <string.h>
// `qsort` and `bsearch` of <stdlib.h> in the steps of glibc 2.36: the same elements are compared in the same order.
inline void __copy_element(char *to, const char *from, size_t size)
{
    if (size == 4) *(int *)to = *(const int *)from;
    else if (size % 8 == 0 && size <= 32)
        for (size_t i = 0; i < size; i += 8) *(long *)(to + i) = *(const long *)(from + i);
    else memcpy(to, from, size);
}
// Sorts by merging; `scratch` has room for as much.
inline void __merge_sort(char *base, size_t count, size_t size, int (*compare)(const void *, const void *), char *scratch)
{
    if (count < 2) return;
    size_t left = count / 2, right = count - left;
    char *a = base, *b = base + left * size, *to = scratch;
    __merge_sort(a, left, size, compare, scratch);
    __merge_sort(b, right, size, compare, scratch);
    for (; left > 0 && right > 0; to += size) {
        if (compare(a, b) <= 0) {
            __copy_element(to, a, size);
            a += size;
            left--;
        } else {
            __copy_element(to, b, size);
            b += size;
            right--;
        }
    }
    if (left > 0) memcpy(to, a, left * size);
    memcpy(base, scratch, (count - right) * size);
}
// The same with pointers to elements, which are large.
inline void __merge_sort_pointers(char **base, size_t count, int (*compare)(const void *, const void *), char **scratch)
{
    if (count < 2) return;
    size_t left = count / 2, right = count - left;
    char **a = base, **b = base + left, **to = scratch;
    __merge_sort_pointers(a, left, compare, scratch);
    __merge_sort_pointers(b, right, compare, scratch);
    while (left > 0 && right > 0) {
        if (compare(*a, *b) <= 0) {
            *to++ = *a++;
            left--;
        } else {
            *to++ = *b++;
            right--;
        }
    }
    while (left-- > 0) *to++ = *a++;
    for (size_t i = 0; i < count - right; i++) base[i] = scratch[i];
}
inline void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    if (count < 2 || size == 0) return;
    // Elements that are not there are reported, and not sorted.
    count = __kern_usable(base, count > (size_t)-1 / size ? (size_t)-1 : count * size) / size;
    char *memory = (char *)malloc(count * (size > 32 ? size + 2 * sizeof(char *) : size));
    if (!memory) return;
    if (size <= 32) __merge_sort((char *)base, count, size, compare, memory);
    else {
        char **pointers = (char **)memory, *sorted = (char *)(pointers + 2 * count);
        for (size_t i = 0; i < count; i++) pointers[i] = (char *)base + i * size;
        __merge_sort_pointers(pointers, count, compare, pointers + count);
        for (size_t i = 0; i < count; i++) memcpy(sorted + i * size, pointers[i], size);
        memcpy(base, sorted, count * size);
    }
    free(memory);
}
inline void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *element = (const char *)base + middle * size;
        int order = compare(key, element);
        if (order < 0) high = middle;
        else if (order > 0) low = middle + 1;
        else return (void *)element;
    }
    return 0;
}
