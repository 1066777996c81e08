#pragma once
#include <kern/omp.h>
#include <time.h>
// The functions of OpenMP 4.5, chapter 3.
typedef enum omp_sched_t { omp_sched_static = 1, omp_sched_dynamic = 2, omp_sched_guided = 3, omp_sched_auto = 4, omp_sched_monotonic = (int)0x80000000 } omp_sched_t;
typedef enum omp_proc_bind_t { omp_proc_bind_false, omp_proc_bind_true, omp_proc_bind_master, omp_proc_bind_close, omp_proc_bind_spread } omp_proc_bind_t;
typedef pthread_mutex_t omp_lock_t;
typedef pthread_mutex_t omp_nest_lock_t;
inline int omp_get_thread_num() { return __kern_omp::self()->number; }
inline int omp_get_num_threads() { return __kern_omp::self()->group->size; }
inline int omp_get_max_threads() { return __kern_omp::threads(); }
inline void omp_set_num_threads(int n)
{
    if (n > 0) __kern_omp::self()->threads = n;
}
inline int omp_get_num_procs() { return __kern_omp::processors(); }
inline int omp_in_parallel() { return __kern_omp::self()->group->size > 1; }
inline int omp_get_level() { return __kern_omp::self()->group->level; }
inline int omp_get_active_level() { return __kern_omp::self()->group->active_level; }
inline int omp_get_thread_limit() { return 1024; }
inline int omp_get_max_active_levels() { return __kern_omp::most_levels; }
inline void omp_set_max_active_levels(int n)
{
    if (n >= 0) __kern_omp::most_levels = n;
}
inline void omp_set_nested(int nested) { __kern_omp::most_levels = nested ? 0x7fffffff : 1; }
inline int omp_get_nested() { return __kern_omp::most_levels > 1; }
inline void omp_set_dynamic(int) {}
inline int omp_get_dynamic() { return 0; }
inline int omp_get_cancellation() { return 0; }
inline omp_proc_bind_t omp_get_proc_bind() { return omp_proc_bind_false; }
inline int omp_get_ancestor_thread_num(int level) { return __kern_omp::ancestor(level, false); }
inline int omp_get_team_size(int level) { return __kern_omp::ancestor(level, true); }
inline void omp_set_schedule(omp_sched_t kind, int chunk)
{
    __kern_omp::run_kind = (int)kind & 7;
    __kern_omp::run_chunk = chunk;
}
inline void omp_get_schedule(omp_sched_t *kind, int *chunk)
{
    *kind = (omp_sched_t)__kern_omp::run_kind;
    *chunk = (int)__kern_omp::run_chunk;
}
inline int omp_get_num_devices() { return 0; }
inline int omp_get_default_device() { return 0; }
inline int omp_is_initial_device() { return 1; }
inline double omp_get_wtime()
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
inline double omp_get_wtick() { return 1e-9; }
inline void omp_init_lock(omp_lock_t *l) { pthread_mutex_init(l, 0); }
inline void omp_destroy_lock(omp_lock_t *) {}
inline void omp_set_lock(omp_lock_t *l) { pthread_mutex_lock(l); }
inline void omp_unset_lock(omp_lock_t *l) { pthread_mutex_unlock(l); }
inline int omp_test_lock(omp_lock_t *l) { return pthread_mutex_trylock(l) == 0; }
inline void omp_init_nest_lock(omp_nest_lock_t *l)
{
    pthread_mutex_init(l, 0);
    l->type = PTHREAD_MUTEX_RECURSIVE;
}
inline void omp_destroy_nest_lock(omp_nest_lock_t *) {}
inline void omp_set_nest_lock(omp_nest_lock_t *l) { pthread_mutex_lock(l); }
inline void omp_unset_nest_lock(omp_nest_lock_t *l) { pthread_mutex_unlock(l); }
inline int omp_test_nest_lock(omp_nest_lock_t *l) { return pthread_mutex_trylock(l) == 0 ? (int)l->count : 0; }
