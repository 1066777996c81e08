#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
// The host has one processor here: a thread runs to its end where it is created. That is one of the orders that a
// program must allow for, unless a thread waits for a later one: such a wait ends the program with a message.
typedef struct __pthread { void *result; } *pthread_t;
typedef struct { int detached; } pthread_attr_t;
typedef struct { int locked; } pthread_mutex_t;
typedef struct { int unused; } pthread_mutexattr_t;
typedef struct { int signals; } pthread_cond_t;
typedef struct { int unused; } pthread_condattr_t;
typedef struct { unsigned int count; } pthread_barrier_t;
typedef struct { int unused; } pthread_barrierattr_t;
#define PTHREAD_MUTEX_INITIALIZER {0}
#define PTHREAD_COND_INITIALIZER {0}
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_BARRIER_SERIAL_THREAD -1
inline void __pthread_waits(const char *what)
{
    fprintf(stderr, "kern: %s waits for another host thread: threads run one after the other here\n", what);
    exit(1);
}
inline int pthread_create(pthread_t *thread, const pthread_attr_t *, void *(*run)(void *), void *argument)
{
    *thread = (pthread_t)malloc(sizeof(struct __pthread));
    (*thread)->result = run(argument);
    return 0;
}
inline int pthread_join(pthread_t thread, void **result)
{
    if (result) *result = thread->result;
    free(thread);
    return 0;
}
inline int pthread_detach(pthread_t) { return 0; }
inline pthread_t pthread_self() { return 0; }
inline int pthread_attr_init(pthread_attr_t *) { return 0; }
inline int pthread_attr_destroy(pthread_attr_t *) { return 0; }
inline int pthread_attr_setdetachstate(pthread_attr_t *, int) { return 0; }
inline int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *)
{
    m->locked = 0;
    return 0;
}
inline int pthread_mutex_destroy(pthread_mutex_t *) { return 0; }
inline int pthread_mutex_lock(pthread_mutex_t *m)
{
    if (m->locked) __pthread_waits("pthread_mutex_lock");
    m->locked = 1;
    return 0;
}
inline int pthread_mutex_trylock(pthread_mutex_t *m)
{
    if (m->locked) return 16;
    m->locked = 1;
    return 0;
}
inline int pthread_mutex_unlock(pthread_mutex_t *m)
{
    m->locked = 0;
    return 0;
}
inline int pthread_cond_init(pthread_cond_t *, const pthread_condattr_t *) { return 0; }
inline int pthread_cond_destroy(pthread_cond_t *) { return 0; }
inline int pthread_cond_signal(pthread_cond_t *) { return 0; }
inline int pthread_cond_broadcast(pthread_cond_t *) { return 0; }
inline int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *)
{
    __pthread_waits("pthread_cond_wait");
    return 0;
}
inline int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *, unsigned int count)
{
    b->count = count;
    return 0;
}
inline int pthread_barrier_destroy(pthread_barrier_t *) { return 0; }
inline int pthread_barrier_wait(pthread_barrier_t *b)
{
    if (b->count > 1) __pthread_waits("pthread_barrier_wait");
    return PTHREAD_BARRIER_SERIAL_THREAD;
}
