// GNU built-in functions of host code: atomics, arithmetic with overflow, bits.
#include <cstdio>
#include <cstring>
static void atomics()
{
    int a = 5;
    long l = 7;
    unsigned u = 3;
    volatile int v = 1;
    __sync_fetch_and_add(&v, 4);
    printf("%d\n", v);
    printf("%d ", __sync_fetch_and_add(&a, 2));
    printf("%d\n", a);
    printf("%d ", __sync_add_and_fetch(&a, 2));
    printf("%d\n", a);
    printf("%ld ", __sync_fetch_and_sub(&l, 2));
    printf("%ld\n", l);
    printf("%ld\n", __sync_sub_and_fetch(&l, 2));
    printf("%u ", __sync_fetch_and_or(&u, 8));
    printf("%u\n", u);
    printf("%u ", __sync_fetch_and_and(&u, 9));
    printf("%u ", __sync_fetch_and_xor(&u, 1));
    printf("%u\n", __sync_or_and_fetch(&u, 16));
    printf("%d\n", __sync_bool_compare_and_swap(&a, 9, 1));
    printf("%d ", __sync_val_compare_and_swap(&a, 1, 4));
    printf("%d\n", a);
    printf("%d ", __sync_lock_test_and_set(&a, 77));
    printf("%d\n", a); 
    __sync_lock_release(&a);
    printf("%d\n", a);
    __sync_synchronize();
    printf("%u\n", __sync_fetch_and_nand(&u, 1u));
}

static void arithmetic()
{
    int r;
    unsigned char c;
    long l;
    unsigned long long ull; 
    printf("%d", __builtin_add_overflow(2147483647, 1, &r));
    printf(" %d\n", r);
    printf("%d", __builtin_add_overflow(200, 100, &c));
    printf(" %d\n", c);
    printf("%d", __builtin_mul_overflow(1L << 62, 4L, &l));
    printf(" %ld\n", l);
    printf("%d", __builtin_sub_overflow(1u, 2u, &ull));
    printf(" %llu\n", ull);
    printf("%d", __builtin_sub_overflow(1u, 2u, &l));
    printf(" %ld\n", l);
    printf("%d", __builtin_mul_overflow(-1L, -1L, &ull));
    printf(" %llu\n", ull);
    printf("%d", __builtin_mul_overflow(0xffffffffffffffffull, 2, &ull));
    printf(" %llu\n", ull);
    printf("%d", __builtin_sadd_overflow(1, 2, &r));
    printf(" %d\n", r);
    unsigned u;
    printf("%d", __builtin_uadd_overflow(4294967295u, 2u, &u));
    printf(" %u\n", u);
    printf("%d", __builtin_umulll_overflow(1ull << 63, 2ull, &ull));
    printf(" %llu\n", ull);
    printf("%d", __builtin_smull_overflow(1l << 40, 1l << 40, &l));
    printf(" %ld\n", l);
    if (__builtin_expect(r == 3, 1)) printf("%d %d %d %d\n", __builtin_popcount(255u), __builtin_clz(1u), __builtin_ctzll(8ull), __builtin_ffs(8));
    printf("%d %d %d\n", __builtin_parity(7u), __builtin_clrsb(1), __builtin_ctz(8));
    printf("%x\n", __builtin_bit_cast(unsigned, 1.0f));
    int z = 0;
    if (z) __builtin_unreachable();
    if (z) __builtin_trap();
    printf("%s %d\n", __builtin_strchr("abc", 'b'), __builtin_constant_p(3));
}

int main()
{
    atomics();
    arithmetic();
}
