/* `_Atomic` and <stdatomic.h>. */
#include <stdio.h>
#include <stdatomic.h>
#include <pthread.h>
_Atomic int counter;
_Atomic(unsigned) other = 5;
atomic_long sum = ATOMIC_VAR_INIT(0);
static _Atomic(int *) where;
struct S { _Atomic unsigned n; int k; };
atomic_flag lock = ATOMIC_FLAG_INIT;
int guarded;
void *work(void *p)
{
    for (int i = 0; i < 1000; i++) {
        counter++;
        counter += 2;
        atomic_fetch_add(&sum, i);
        while (atomic_flag_test_and_set(&lock)) {}
        guarded++;
        atomic_flag_clear(&lock);
    }
    return p;
}
int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
    printf("%d %ld %d\n", counter, atomic_load(&sum), guarded);
    struct S s;
    atomic_init(&s.n, 4);
    s.n--;
    int old = counter++, expected = 3;
    where = &old;
    *where = old + 1;
    printf("%u %d %u %d\n", s.n, old, other, *atomic_load_explicit(&where, memory_order_acquire));
    _Bool done = atomic_compare_exchange_strong(&counter, &expected, 7);
    printf("%d %d\n", done, expected);
    done = atomic_compare_exchange_weak(&counter, &expected, 7);
    printf("%d %d %d\n", done, counter, (int)atomic_exchange(&other, 9));
}
