// What nvcc and g++ define before the first line.
#include <cstdio>
#include <climits>
#if !defined(__linux__) || !defined(__unix__) || !defined(__x86_64__) || !defined(__GNUC__) || !defined(__LP64__)
#error "the system is not known"
#endif
#if __CUDACC_VER_MAJOR__ < 12 || __cpp_if_constexpr < 201606 || __GLIBC__ < 2 || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the versions are not known"
#endif
int main()
{
    __SIZE_TYPE__ size = __SIZE_MAX__;
    __INT64_TYPE__ number = __INT64_MAX__;
    printf("%d %d %d %d\n", size == ULONG_MAX, number == LONG_MAX, __INT_MAX__ == INT_MAX, __CHAR_BIT__);
    printf("%d %d %d %d\n", __SIZEOF_POINTER__, __SIZEOF_LONG_DOUBLE__, __FLT_MANT_DIG__, __DBL_DIG__);
    printf("%d %d\n", __FLT_EPSILON__ == 0x1p-23f, (double)__DBL_MAX__ == 0x1.fffffffffffffp1023);
}
