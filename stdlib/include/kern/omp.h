#pragma once
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
// What the directives of OpenMP become: host threads (see <kern/threads.h>), and what they share out.
#define __KERN_OPENMP 1
namespace __kern_omp {
// A loop, or the like, whose rounds are shared out; the threads of a team come to these in one order.
struct share {
    long next, turn;
    int left;
    bool is_taken;
    unsigned long number;
    share *other;
};
struct member;
struct team {
    int size, level, active_level, waiting;
    unsigned int round;
    share *shares;
    member *parent;
};
struct loop;
struct member {
    team *group;
    int number, threads;
    unsigned long shares;
    // The loop of whose rounds it is in one, where parts of them are in order.
    loop *in_order = 0;
};
inline team first_team = {1, 0, 0, 0, 0, 0, 0};
inline member first_member = {&first_team, 0, 0, 0, 0};
inline member *own_member = &first_member;
inline int most_levels = 1;
inline int run_kind = 2;
inline long run_chunk = 1;

inline member *&self() { return *(member **)__kern_thread_local(&own_member, sizeof(own_member)); }
inline int number() { return self()->number; }
inline void yield() { sched_yield(); }
inline int processors() { return (int)sysconf(_SC_NPROCESSORS_ONLN); }
inline int threads()
{
    int set = self()->threads;
    if (set > 0) return set;
    const char *text = getenv("OMP_NUM_THREADS");
    int n = text ? atoi(text) : 0;
    return n > 0 ? n : processors();
}
inline int ancestor(int level, bool size)
{
    member *m = self();
    if (level < 0 || level > m->group->level) return -1;
    while (m->group->level > level) m = m->group->parent;
    return size ? m->group->size : m->number;
}

// --- teams
inline void barrier()
{
    team *t = self()->group;
    unsigned int round = t->round;
    if (++t->waiting == t->size) {
        t->waiting = 0;
        ++t->round;
        __kern_thread_wake(t, 0x7fffffff);
        return;
    }
    while (round == t->round) __kern_thread_wait(t, -1, "at a barrier of OpenMP");
}
template <class F> struct start_of {
    F *run;
    member own;
};
template <class F> void *run(void *p)
{
    start_of<F> *start = (start_of<F> *)p;
    self() = &start->own;
    (*start->run)();
    return 0;
}
template <class F> void parallel(long wanted, bool is_parallel, F region)
{
    member *outer = self();
    long size = wanted > 0 ? wanted : threads();
    if (!is_parallel || outer->group->active_level >= most_levels || size < 1) size = 1;
    if (size > 1000) size = 1000;
    team group = {1, outer->group->level + 1, outer->group->active_level + (size > 1), 0, 0, 0, outer};
    start_of<F> *starts = (start_of<F> *)calloc(size, sizeof(start_of<F>));
    pthread_t *others = (pthread_t *)calloc(size, sizeof(pthread_t));
    // None of them runs before this one waits.
    for (long i = 0; i < size; i++) {
        starts[i].run = &region;
        starts[i].own.group = &group;
        starts[i].own.number = (int)i;
        starts[i].own.threads = outer->threads;
        starts[i].own.shares = 0;
        if (i == 0) continue;
        if (pthread_create(&others[i], 0, &run<F>, &starts[i])) break;
        group.size = (int)i + 1;
    }
    self() = &starts[0].own;
    region();
    for (int i = 1; i < group.size; i++) pthread_join(others[i], 0);
    self() = outer;
    while (group.shares) {
        share *s = group.shares;
        group.shares = s->other;
        free(s);
    }
    free(starts);
    free(others);
}
// What the calling thread shares out next; the last of the team that is done with it frees it.
inline share *next_share()
{
    member *m = self();
    unsigned long number = ++m->shares;
    share **at = &m->group->shares;
    while (*at && (*at)->number != number) at = &(*at)->other;
    if (!*at) {
        *at = (share *)calloc(1, sizeof(share));
        (*at)->number = number;
        (*at)->left = m->group->size;
    }
    return *at;
}
inline void leave(share *done)
{
    if (--done->left) return;
    share **at = &self()->group->shares;
    while (*at != done) at = &(*at)->other;
    *at = done->other;
    free(done);
}
inline bool single()
{
    share *s = next_share();
    bool is_first = !s->is_taken;
    s->is_taken = true;
    leave(s);
    return is_first;
}
// A team of one, for a while.
struct alone {
    team group;
    member own;
    member *outer;
    alone() : outer(self())
    {
        group = {1, outer->group->level, outer->group->active_level, 0, 0, 0, outer->group->parent};
        own = {&group, 0, outer->threads, 0};
        self() = &own;
    }
    ~alone() { self() = outer; }
};

// --- locks by name; ` atomic` and ` reduction` are no names of a program
struct region {
    const char *name;
    pthread_mutex_t lock;
    region *other;
};
inline region *regions = 0;
inline region *region_of(const char *name)
{
    for (region *r = regions; r; r = r->other) {
        if (r->name == name || !strcmp(r->name, name)) return r;
    }
    region *r = (region *)calloc(1, sizeof(region));
    r->name = name;
    r->other = regions;
    regions = r;
    return r;
}
struct critical {
    region *r;
    explicit critical(const char *name) : r(region_of(name)) { pthread_mutex_lock(&r->lock); }
    ~critical() { pthread_mutex_unlock(&r->lock); }
};

// --- loops
enum { schedule_static = 1, schedule_dynamic = 2, schedule_guided = 3, schedule_auto = 4, schedule_runtime = 5 };
struct loop {
    long rounds, chunk, at;
    int kind, size, number;
    bool had_last, is_ordered, has_passed = false;
    share *shared;
    long round = 0;
    loop(int schedule, long given, long n, bool ordered) : rounds(n), chunk(given), at(0), kind(schedule), had_last(false), is_ordered(ordered), shared(0)
    {
        member *m = self();
        size = m->group->size;
        number = m->number;
        if (kind == schedule_runtime) {
            kind = run_kind;
            chunk = run_chunk;
        }
        if (kind == schedule_auto) kind = schedule_static;
        if (chunk < 1) chunk = kind == schedule_static ? 0 : 1;
        if (kind != schedule_static || is_ordered) shared = next_share();
    }
    ~loop()
    {
        if (shared) leave(shared);
    }
    void wait()
    {
        while (shared->turn != round) __kern_thread_wait(&shared->turn, -1, "for its turn in an ordered loop");
    }
    void pass()
    {
        has_passed = true;
        ++shared->turn;
        __kern_thread_wake(&shared->turn, 0x7fffffff);
    }
    bool next(long &begin, long &end)
    {
        if (kind == schedule_static && !chunk) {
            if (at++) return false;
            long each = rounds / size, more = rounds % size;
            begin = number * each + (number < more ? number : more);
            end = begin + each + (number < more);
        } else if (kind == schedule_static) {
            begin = (at++ * size + number) * chunk;
            end = begin + chunk;
        } else {
            long part = chunk;
            if (kind == schedule_guided) {
                long guided = (rounds - shared->next + size - 1) / size;
                if (guided > part) part = guided;
            }
            begin = shared->next;
            end = begin + part;
            shared->next = end < rounds ? end : rounds;
        }
        if (end > rounds) end = rounds;
        if (begin >= end) return false;
        had_last |= end == rounds;
        return true;
    }
};
// A round of a loop with parts that are executed in the order of the rounds: also one without such a part has its turn.
struct turn {
    loop &of, *outer;
    turn(loop &l, long i) : of(l), outer(self()->in_order)
    {
        l.round = i;
        l.has_passed = false;
        self()->in_order = &l;
    }
    ~turn()
    {
        if (!of.has_passed) {
            of.wait();
            of.pass();
        }
        self()->in_order = outer;
    }
};
// Such a part. Outside of such a loop it is executed as it stands.
struct ordered {
    loop *of;
    ordered() : of(self()->in_order)
    {
        if (of) of->wait();
    }
    ~ordered()
    {
        if (of) of->pass();
    }
};
// How many rounds there are from `l` to `u`, with a step that is not 0.
template <class T, class U> inline long rounds_below(T l, U u, long step) { return l < u ? (long)(u - l - 1) / step + 1 : 0; }
template <class T, class U> inline long rounds_to(T l, U u, long step) { return l <= u ? (long)(u - l) / step + 1 : 0; }
template <class T, class U> inline long rounds_above(T l, U u, long step) { return l > u ? (long)(l - u - 1) / -step + 1 : 0; }
template <class T, class U> inline long rounds_down_to(T l, U u, long step) { return l >= u ? (long)(l - u) / -step + 1 : 0; }
template <class T, class U> inline long rounds_until(T l, U u, long step) { return l == u ? 0 : (long)(u - l) / step; }

// --- variables
template <class T> struct __value { typedef T type; };
template <class T> struct __value<const T> { typedef T type; };
template <class T> struct __value<T &> : __value<T> {};
template <class T> using value_of = typename __value<T>::type;
template <class T> struct __length { static constexpr size_t value = 0; };
template <class T, size_t n> struct __length<T[n]> { static constexpr size_t value = n; };
template <class T> inline void assign(T &to, const T &from)
{
    if constexpr (__length<T>::value > 0) {
        for (size_t i = 0; i < __length<T>::value; i++) assign(to[i], from[i]);
    } else {
        to = from;
    }
}
template <class T> struct __copy {
    T value;
    __copy(const T &from) : value(from) {}
};
template <class T, size_t n> struct __copy<T[n]> {
    T value[n];
    __copy(const T (&from)[n]) { assign(value, from); }
};
template <class T> using copy_of = __copy<value_of<T>>;

// Operators of reductions: what they start with, and how two values become one.
struct sum {
    template <class T> static T first() { return (T)0; }
    template <class T> static T join(const T &a, const T &b) { return (T)(a + b); }
};
struct product {
    template <class T> static T first() { return (T)1; }
    template <class T> static T join(const T &a, const T &b) { return (T)(a * b); }
};
struct bit_and {
    template <class T> static T first() { return (T)~(T)0; }
    template <class T> static T join(const T &a, const T &b) { return (T)(a & b); }
};
struct bit_or {
    template <class T> static T first() { return (T)0; }
    template <class T> static T join(const T &a, const T &b) { return (T)(a | b); }
};
struct bit_xor {
    template <class T> static T first() { return (T)0; }
    template <class T> static T join(const T &a, const T &b) { return (T)(a ^ b); }
};
struct both {
    template <class T> static T first() { return (T)1; }
    template <class T> static T join(const T &a, const T &b) { return (T)(a && b); }
};
struct either {
    template <class T> static T first() { return (T)0; }
    template <class T> static T join(const T &a, const T &b) { return (T)(a || b); }
};
template <class T> struct __limits {
    static constexpr bool is_signed = (T)-1 < (T)0;
    static T lowest() { return is_signed ? (T)((T)1 << (8 * sizeof(T) - 1)) : (T)0; }
    static T highest() { return (T)~lowest(); }
};
template <> struct __limits<float> {
    static float lowest() { return -__builtin_inff(); }
    static float highest() { return __builtin_inff(); }
};
template <> struct __limits<double> {
    static double lowest() { return -__builtin_inf(); }
    static double highest() { return __builtin_inf(); }
};
struct largest {
    template <class T> static T first() { return __limits<T>::lowest(); }
    template <class T> static T join(const T &a, const T &b) { return a < b ? b : a; }
};
struct smallest {
    template <class T> static T first() { return __limits<T>::highest(); }
    template <class T> static T join(const T &a, const T &b) { return b < a ? b : a; }
};
template <class O, class T> inline void start(O o, T &value)
{
    if constexpr (__length<T>::value > 0) {
        for (size_t i = 0; i < __length<T>::value; i++) start(o, value[i]);
    } else {
        value = O::template first<T>();
    }
}
template <class O, class T> inline void combine(O o, T &all, const T &own)
{
    if constexpr (__length<T>::value > 0) {
        for (size_t i = 0; i < __length<T>::value; i++) combine(o, all[i], own[i]);
    } else {
        all = O::template join<T>(all, own);
    }
}
}
