#pragma once
#include <errno.h>
#include <kern/pthread_types.h>
#include <kern/threads.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/types.h>
#include <time.h>
// POSIX threads. They take turns (see <kern/threads.h>), so that a lock is a variable.
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_INHERIT_SCHED 0
#define PTHREAD_EXPLICIT_SCHED 1
#define PTHREAD_SCOPE_SYSTEM 0
#define PTHREAD_SCOPE_PROCESS 1
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED 1
#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_MUTEX_DEFAULT PTHREAD_MUTEX_NORMAL
#define PTHREAD_MUTEX_TIMED_NP PTHREAD_MUTEX_NORMAL
#define PTHREAD_MUTEX_ADAPTIVE_NP PTHREAD_MUTEX_NORMAL
#define PTHREAD_MUTEX_RECURSIVE_NP PTHREAD_MUTEX_RECURSIVE
#define PTHREAD_MUTEX_ERRORCHECK_NP PTHREAD_MUTEX_ERRORCHECK
#define PTHREAD_BARRIER_SERIAL_THREAD -1
#define PTHREAD_KEYS_MAX 1024
#define PTHREAD_STACK_MIN 16384
#define PTHREAD_DESTRUCTOR_ITERATIONS 4
#define PTHREAD_MUTEX_INITIALIZER {0}
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP {0, PTHREAD_MUTEX_RECURSIVE}
#define PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP {0, PTHREAD_MUTEX_ERRORCHECK}
#define PTHREAD_COND_INITIALIZER {0}
#define PTHREAD_RWLOCK_INITIALIZER {0}
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_CANCEL_ENABLE 0
#define PTHREAD_CANCEL_DISABLE 1
#define PTHREAD_CANCEL_DEFERRED 0
#define PTHREAD_CANCEL_ASYNCHRONOUS 1
#define PTHREAD_CANCELED ((void *)-1)

struct __kern_cleanup { void (*run)(void *); void *argument; struct __kern_cleanup *next; };
// A thread: `pthread_t` is the address of this.
struct __kern_pthread {
    void *(*run)(void *);
    void *argument, *result;
    bool has_ended, is_detached, is_cancelled, cannot_be_cancelled;
    struct __kern_cleanup *cleanups;
    void *waits_for;
    void **specific;
    char name[16];
};
inline struct __kern_pthread __kern_main_pthread;
inline struct __kern_pthread *__kern_own_pthread = &__kern_main_pthread;
inline int __kern_others_alive = 0;
inline unsigned int __kern_key_count = 0;
inline bool __kern_key_used[PTHREAD_KEYS_MAX];
inline void (*__kern_key_destructors[PTHREAD_KEYS_MAX])(void *);
inline struct __kern_pthread *__kern_self()
{
    return *(struct __kern_pthread **)__kern_thread_local(&__kern_own_pthread, sizeof(__kern_own_pthread));
}

// --- threads
// What the thread has alone ends with it: `thread_local` variables first.
inline void __kern_run_destructors(struct __kern_pthread *self)
{
    for (void *end; (end = __kern_thread_next_end()) != 0;) ((void (*)(void))end)();
    bool again = self->specific != 0;
    for (int round = 0; again && round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
        again = false;
        for (unsigned int key = 0; key < __kern_key_count; key++) {
            void *value = self->specific[key];
            if (!value || !__kern_key_destructors[key]) continue;
            self->specific[key] = 0;
            __kern_key_destructors[key](value);
            again = true;
        }
    }
    free(self->specific);
    self->specific = 0;
}
inline void __kern_end_thread(struct __kern_pthread *self)
{
    while (self->cleanups) {
        struct __kern_cleanup *cleanup = self->cleanups;
        self->cleanups = cleanup->next;
        cleanup->run(cleanup->argument);
    }
    __kern_run_destructors(self);
    self->has_ended = true;
    __kern_thread_wake(&self->has_ended, 0x7fffffff);
    --__kern_others_alive;
    __kern_thread_wake(&__kern_others_alive, 1);
    if (self->is_detached) free(self);
    __kern_thread_exit();
}
// --- cancellation: a thread ends where it tests for it, waits for a thread or for a condition
inline void pthread_testcancel()
{
    struct __kern_pthread *self = __kern_self();
    if (!self->is_cancelled || self->cannot_be_cancelled || self == &__kern_main_pthread) return;
    self->cannot_be_cancelled = true;
    self->result = PTHREAD_CANCELED;
    __kern_end_thread(self);
}
inline int pthread_cancel(pthread_t thread)
{
    struct __kern_pthread *other = (struct __kern_pthread *)thread;
    other->is_cancelled = true;
    if (other->waits_for) __kern_thread_wake(other->waits_for, 0x7fffffff);
    return 0;
}
inline int pthread_setcancelstate(int state, int *old)
{
    struct __kern_pthread *self = __kern_self();
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
    if (old) *old = self->cannot_be_cancelled;
    self->cannot_be_cancelled = state;
    return 0;
}
inline int pthread_setcanceltype(int type, int *old)
{
    if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
    if (old) *old = PTHREAD_CANCEL_DEFERRED;
    return 0;
}
inline void *__kern_pthread_start(void *argument)
{
    struct __kern_pthread *self = (struct __kern_pthread *)argument;
    *(struct __kern_pthread **)__kern_thread_local(&__kern_own_pthread, sizeof(__kern_own_pthread)) = self;
    self->result = self->run(self->argument);
    __kern_end_thread(self);
    return 0;
}
inline int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument)
{
    struct __kern_pthread *self = (struct __kern_pthread *)calloc(1, sizeof(struct __kern_pthread));
    if (!self) return EAGAIN;
    self->run = run;
    self->argument = argument;
    self->is_detached = attributes && attributes->detached;
    *thread = (pthread_t)self;
    if (!__kern_thread_create(__kern_pthread_start, self)) {
        free(self);
        return EAGAIN;
    }
    ++__kern_others_alive;
    return 0;
}
inline pthread_t pthread_self() { return (pthread_t)__kern_self(); }
inline int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
inline int pthread_join(pthread_t thread, void **result)
{
    struct __kern_pthread *other = (struct __kern_pthread *)thread;
    if (other == __kern_self()) return EDEADLK;
    if (other->is_detached) return EINVAL;
    pthread_testcancel();
    while (!other->has_ended) __kern_thread_wait(&other->has_ended, -1, "for a thread to end");
    if (result) *result = other->result;
    if (other != &__kern_main_pthread) free(other);
    return 0;
}
inline int pthread_detach(pthread_t thread)
{
    struct __kern_pthread *other = (struct __kern_pthread *)thread;
    if (other->is_detached) return EINVAL;
    if (other->has_ended) free(other);
    else other->is_detached = true;
    return 0;
}
[[noreturn]] inline void pthread_exit(void *result)
{
    struct __kern_pthread *self = __kern_self();
    self->result = result;
    if (self != &__kern_main_pthread) __kern_end_thread(self);
    __kern_run_destructors(self);
    self->has_ended = true;
    __kern_thread_wake(&self->has_ended, 0x7fffffff);
    while (__kern_others_alive) __kern_thread_wait(&__kern_others_alive, -1, "for all threads to end");
    exit(0);
}
#define pthread_cleanup_push(f, a) \
    do { \
        struct __kern_cleanup __cleanup = {f, a, __kern_self()->cleanups}; \
        __kern_self()->cleanups = &__cleanup;
#define pthread_cleanup_pop(execute) \
        __kern_self()->cleanups = __cleanup.next; \
        if (execute) __cleanup.run(__cleanup.argument); \
    } while (0)
inline int pthread_yield() { return sched_yield(); }
inline int pthread_setname_np(pthread_t thread, const char *name)
{
    if (strlen(name) > 15) return ERANGE;
    strcpy(((struct __kern_pthread *)thread)->name, name);
    return 0;
}
inline int pthread_getname_np(pthread_t thread, char *name, size_t size)
{
    if (size < 16) return ERANGE;
    strcpy(name, ((struct __kern_pthread *)thread)->name);
    return 0;
}
inline int pthread_setaffinity_np(pthread_t, size_t, const cpu_set_t *) { return 0; }
inline int pthread_getaffinity_np(pthread_t, size_t size, cpu_set_t *set) { return sched_getaffinity(0, size, set); }
inline int pthread_setschedparam(pthread_t, int policy, const struct sched_param *) { return policy == SCHED_OTHER ? 0 : EPERM; }
inline int pthread_getschedparam(pthread_t, int *policy, struct sched_param *parameters)
{
    *policy = SCHED_OTHER;
    parameters->sched_priority = 0;
    return 0;
}
inline int pthread_setconcurrency(int) { return 0; }

// --- attributes
inline int pthread_attr_init(pthread_attr_t *a)
{
    memset(a, 0, sizeof(*a));
    a->stack = 8ul << 20;
    a->guard = 4096;
    return 0;
}
inline int pthread_attr_destroy(pthread_attr_t *) { return 0; }
inline int pthread_attr_setdetachstate(pthread_attr_t *a, int detached)
{
    if (detached != PTHREAD_CREATE_JOINABLE && detached != PTHREAD_CREATE_DETACHED) return EINVAL;
    a->detached = detached;
    return 0;
}
inline int pthread_attr_getdetachstate(const pthread_attr_t *a, int *detached) { *detached = a->detached; return 0; }
inline int pthread_attr_setstacksize(pthread_attr_t *a, size_t bytes)
{
    if (bytes < PTHREAD_STACK_MIN) return EINVAL;
    a->stack = bytes;
    return 0;
}
inline int pthread_attr_getstacksize(const pthread_attr_t *a, size_t *bytes) { *bytes = a->stack; return 0; }
inline int pthread_attr_setguardsize(pthread_attr_t *a, size_t bytes) { a->guard = bytes; return 0; }
inline int pthread_attr_getguardsize(const pthread_attr_t *a, size_t *bytes) { *bytes = a->guard; return 0; }
inline int pthread_attr_setscope(pthread_attr_t *a, int scope) { a->scope = scope; return scope == PTHREAD_SCOPE_SYSTEM ? 0 : 95; }
inline int pthread_attr_getscope(const pthread_attr_t *a, int *scope) { *scope = a->scope; return 0; }
inline int pthread_attr_setinheritsched(pthread_attr_t *a, int inherits) { a->inherits = inherits; return 0; }
inline int pthread_attr_getinheritsched(const pthread_attr_t *a, int *inherits) { *inherits = a->inherits; return 0; }
inline int pthread_attr_setschedpolicy(pthread_attr_t *a, int policy) { a->policy = policy; return 0; }
inline int pthread_attr_getschedpolicy(const pthread_attr_t *a, int *policy) { *policy = a->policy; return 0; }
inline int pthread_attr_setschedparam(pthread_attr_t *a, const struct sched_param *p) { a->priority = p->sched_priority; return 0; }
inline int pthread_attr_getschedparam(const pthread_attr_t *a, struct sched_param *p) { p->sched_priority = a->priority; return 0; }
inline int pthread_attr_setaffinity_np(pthread_attr_t *, size_t, const cpu_set_t *) { return 0; }

// --- mutexes
inline int pthread_mutexattr_init(pthread_mutexattr_t *a) { a->type = 0; return 0; }
inline int pthread_mutexattr_destroy(pthread_mutexattr_t *) { return 0; }
inline int pthread_mutexattr_settype(pthread_mutexattr_t *a, int type)
{
    if (type < 0 || type > 2) return EINVAL;
    a->type = type;
    return 0;
}
inline int pthread_mutexattr_gettype(const pthread_mutexattr_t *a, int *type) { *type = a->type; return 0; }
inline int pthread_mutexattr_setpshared(pthread_mutexattr_t *, int) { return 0; }
inline int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attributes)
{
    m->locked = 0;
    m->type = attributes ? attributes->type : 0;
    m->count = 0;
    m->owner = 0;
    return 0;
}
inline int pthread_mutex_destroy(pthread_mutex_t *m) { return m->locked ? EBUSY : 0; }
inline int pthread_mutex_trylock(pthread_mutex_t *m)
{
    if (!m->locked) {
        m->locked = 1;
        if (m->type) {
            m->owner = __kern_thread_self();
            m->count = 1;
        }
        return 0;
    }
    if (m->type != PTHREAD_MUTEX_RECURSIVE || m->owner != __kern_thread_self()) return EBUSY;
    ++m->count;
    return 0;
}
inline int __kern_mutex_lock(pthread_mutex_t *m, long nanoseconds)
{
    while (pthread_mutex_trylock(m)) {
        if (m->type == PTHREAD_MUTEX_ERRORCHECK && m->owner == __kern_thread_self()) return EDEADLK;
        __kern_thread_wait(m, nanoseconds, "for a mutex");
        if (__kern_thread_timed_out()) return ETIMEDOUT;
    }
    return 0;
}
inline int pthread_mutex_lock(pthread_mutex_t *m)
{
    if (m->locked | m->type) return __kern_mutex_lock(m, -1);
    m->locked = 1;
    return 0;
}
inline int pthread_mutex_unlock(pthread_mutex_t *m)
{
    if (m->type) {
        if (!m->locked || m->owner != __kern_thread_self()) return EPERM;
        if (--m->count) return 0;
        m->owner = 0;
    }
    m->locked = 0;
    __kern_thread_wake(m, 1);
    return 0;
}
// How long it is until a moment of a clock; 0 if that has passed.
inline long __kern_until(int clock, const struct timespec *moment)
{
    struct timespec now;
    clock_gettime(clock, &now);
    long left = (moment->tv_sec - now.tv_sec) * 1000000000L + (moment->tv_nsec - now.tv_nsec);
    return left < 0 ? 0 : left;
}
inline int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *moment)
{
    return __kern_mutex_lock(m, __kern_until(CLOCK_REALTIME, moment));
}

// --- conditions
inline int pthread_condattr_init(pthread_condattr_t *a) { a->clock = CLOCK_REALTIME; return 0; }
inline int pthread_condattr_destroy(pthread_condattr_t *) { return 0; }
inline int pthread_condattr_setclock(pthread_condattr_t *a, int clock) { a->clock = clock; return 0; }
inline int pthread_condattr_setpshared(pthread_condattr_t *, int) { return 0; }
inline int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attributes)
{
    c->clock = attributes ? attributes->clock : CLOCK_REALTIME;
    c->waiting = 0;
    return 0;
}
inline int pthread_cond_destroy(pthread_cond_t *) { return 0; }
inline int pthread_cond_signal(pthread_cond_t *c)
{
    __kern_thread_wake(c, 1);
    return 0;
}
inline int pthread_cond_broadcast(pthread_cond_t *c)
{
    __kern_thread_wake(c, 0x7fffffff);
    return 0;
}
inline int __kern_cond_wait(pthread_cond_t *c, pthread_mutex_t *m, long nanoseconds)
{
    // A mutex that was locked more than once is given up altogether.
    unsigned int count = m->count;
    if (m->type) m->count = 1;
    int error = pthread_mutex_unlock(m);
    if (error) return error;
    struct __kern_pthread *self = __kern_self();
    self->waits_for = c;
    if (!self->is_cancelled || self->cannot_be_cancelled) __kern_thread_wait(c, nanoseconds, "for a condition");
    self->waits_for = 0;
    error = __kern_thread_timed_out() ? ETIMEDOUT : 0;
    pthread_mutex_lock(m);
    if (m->type) m->count = count;
    pthread_testcancel();
    return error;
}
inline int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) { return __kern_cond_wait(c, m, -1); }
inline int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *moment)
{
    return __kern_cond_wait(c, m, __kern_until(c->clock, moment));
}

// --- barriers
inline int pthread_barrierattr_init(pthread_barrierattr_t *) { return 0; }
inline int pthread_barrierattr_destroy(pthread_barrierattr_t *) { return 0; }
inline int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *, unsigned int count)
{
    if (!count) return EINVAL;
    b->count = count;
    b->waiting = b->round = 0;
    return 0;
}
inline int pthread_barrier_destroy(pthread_barrier_t *) { return 0; }
inline int pthread_barrier_wait(pthread_barrier_t *b)
{
    unsigned int round = b->round;
    if (++b->waiting == b->count) {
        b->waiting = 0;
        ++b->round;
        __kern_thread_wake(b, 0x7fffffff);
        return PTHREAD_BARRIER_SERIAL_THREAD;
    }
    while (round == b->round) __kern_thread_wait(b, -1, "at a barrier");
    return 0;
}

// --- locks for readers and writers: one that writes and waits goes before those that come to read
inline int pthread_rwlockattr_init(pthread_rwlockattr_t *) { return 0; }
inline int pthread_rwlockattr_destroy(pthread_rwlockattr_t *) { return 0; }
inline int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *)
{
    l->readers = l->writers_waiting = 0;
    l->writer = 0;
    return 0;
}
inline int pthread_rwlock_destroy(pthread_rwlock_t *) { return 0; }
inline int pthread_rwlock_tryrdlock(pthread_rwlock_t *l)
{
    if (l->writer) return EBUSY;
    ++l->readers;
    return 0;
}
inline int pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
    while (l->writer) __kern_thread_wait(l, -1, "for a lock to read");
    ++l->readers;
    return 0;
}
inline int pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
    if (l->writer || l->readers) return EBUSY;
    l->writer = 1;
    return 0;
}
inline int pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
    while (l->writer || l->readers) __kern_thread_wait(l, -1, "for a lock to write");
    l->writer = 1;
    return 0;
}
inline int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
    if (l->writer) l->writer = 0;
    else if (l->readers) --l->readers;
    __kern_thread_wake(l, 0x7fffffff);
    return 0;
}

// --- spin locks
inline int pthread_spin_init(pthread_spinlock_t *l, int) { *l = 0; return 0; }
inline int pthread_spin_destroy(pthread_spinlock_t *) { return 0; }
inline int pthread_spin_trylock(pthread_spinlock_t *l)
{
    if (*l) return EBUSY;
    *l = 1;
    return 0;
}
inline int pthread_spin_lock(pthread_spinlock_t *l)
{
    while (*l) __kern_thread_wait(l, -1, "for a spin lock");
    *l = 1;
    return 0;
}
inline int pthread_spin_unlock(pthread_spinlock_t *l)
{
    *l = 0;
    __kern_thread_wake(l, 1);
    return 0;
}

// --- once, and values of each thread
inline int pthread_once(pthread_once_t *once, void (*run)(void))
{
    while (*once == 1) __kern_thread_wait(once, -1, "for a function that runs once");
    if (*once) return 0;
    *once = 1;
    run();
    *once = 2;
    __kern_thread_wake(once, 0x7fffffff);
    return 0;
}
inline int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    unsigned int k = 0;
    while (k < PTHREAD_KEYS_MAX && __kern_key_used[k]) k++;
    if (k == PTHREAD_KEYS_MAX) return EAGAIN;
    if (k >= __kern_key_count) __kern_key_count = k + 1;
    __kern_key_used[k] = true;
    __kern_key_destructors[k] = destructor;
    *key = k;
    return 0;
}
inline int pthread_key_delete(pthread_key_t key)
{
    if (key >= PTHREAD_KEYS_MAX || !__kern_key_used[key]) return EINVAL;
    __kern_key_used[key] = false;
    __kern_key_destructors[key] = 0;
    return 0;
}
inline int pthread_setspecific(pthread_key_t key, const void *value)
{
    if (key >= PTHREAD_KEYS_MAX || !__kern_key_used[key]) return EINVAL;
    struct __kern_pthread *self = __kern_self();
    if (!self->specific) self->specific = (void **)calloc(PTHREAD_KEYS_MAX, sizeof(void *));
    if (!self->specific) return ENOMEM;
    self->specific[key] = (void *)value;
    return 0;
}
inline void *pthread_getspecific(pthread_key_t key)
{
    struct __kern_pthread *self = __kern_self();
    return key < PTHREAD_KEYS_MAX && self->specific ? self->specific[key] : 0;
}
