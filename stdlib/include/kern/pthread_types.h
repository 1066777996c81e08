#pragma once
#include <stddef.h>
// The types of POSIX threads, which <sys/types.h> has too.
typedef unsigned long pthread_t;
typedef struct { int detached, inherits, scope, policy; int priority; size_t stack, guard; } pthread_attr_t;
typedef struct { int locked, type; unsigned int count; unsigned long owner; } pthread_mutex_t;
typedef struct { int type; } pthread_mutexattr_t;
typedef struct { int clock; unsigned int waiting; } pthread_cond_t;
typedef struct { int clock; } pthread_condattr_t;
typedef struct { unsigned int count, waiting, round; } pthread_barrier_t;
typedef struct { int shared; } pthread_barrierattr_t;
typedef struct { unsigned int readers, writers_waiting; int writer; } pthread_rwlock_t;
typedef struct { int shared; } pthread_rwlockattr_t;
typedef volatile int pthread_spinlock_t;
typedef int pthread_once_t;
typedef unsigned int pthread_key_t;
