#pragma once
#include <errno.h>
#include <pthread.h>
typedef struct { unsigned int value; } sem_t;
#define SEM_VALUE_MAX 2147483647
#define SEM_FAILED ((sem_t *)0)
inline int __kern_sem_error(int error) { errno = error; return -1; }
inline int sem_init(sem_t *s, int, unsigned int value)
{
    if (value > SEM_VALUE_MAX) return __kern_sem_error(EINVAL);
    s->value = value;
    return 0;
}
inline int sem_destroy(sem_t *) { return 0; }
inline int sem_trywait(sem_t *s)
{
    if (!s->value) return __kern_sem_error(EAGAIN);
    --s->value;
    return 0;
}
inline int sem_wait(sem_t *s)
{
    while (!s->value) __kern_thread_wait(s, -1, "for a semaphore");
    --s->value;
    return 0;
}
inline int sem_timedwait(sem_t *s, const struct timespec *moment)
{
    while (!s->value) {
        __kern_thread_wait(s, __kern_until(CLOCK_REALTIME, moment), "for a semaphore");
        if (!s->value && __kern_thread_timed_out()) return __kern_sem_error(ETIMEDOUT);
    }
    --s->value;
    return 0;
}
inline int sem_post(sem_t *s)
{
    ++s->value;
    __kern_thread_wake(s, 1);
    return 0;
}
inline int sem_getvalue(sem_t *s, int *value) { *value = (int)s->value; return 0; }
