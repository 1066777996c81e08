#pragma once
#include <stddef.h>
#include <string.h>
#include <sys/types.h>
struct sched_param { int sched_priority; };
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
#define SCHED_BATCH 3
#define SCHED_IDLE 5
#define CPU_SETSIZE 1024
typedef struct { unsigned long __bits[CPU_SETSIZE / 64]; } cpu_set_t;
#define CPU_ZERO(set) memset((set), 0, sizeof(cpu_set_t))
#define CPU_SET(cpu, set) ((void)((set)->__bits[(cpu) / 64] |= 1ul << ((cpu) % 64)))
#define CPU_CLR(cpu, set) ((void)((set)->__bits[(cpu) / 64] &= ~(1ul << ((cpu) % 64))))
#define CPU_ISSET(cpu, set) ((int)((set)->__bits[(cpu) / 64] >> ((cpu) % 64) & 1))
#define CPU_COUNT(set) __kern_cpu_count(set)
inline int __kern_cpu_count(const cpu_set_t *set)
{
    int count = 0;
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) count += CPU_ISSET(cpu, set);
    return count;
}
//@rows
// Where a thread is put changes nothing. `sysconf` tells of as many processors.
inline int sched_setaffinity(pid_t, size_t, const cpu_set_t *) { return 0; }
inline int sched_getaffinity(pid_t, size_t size, cpu_set_t *set)
{
    memset(set, 0, size);
    for (int cpu = 0; cpu < 4; cpu++) CPU_SET(cpu, set);
    return 0;
}
inline int sched_getcpu() { return 0; }
inline int sched_get_priority_max(int policy) { return policy == SCHED_FIFO || policy == SCHED_RR ? 99 : 0; }
inline int sched_get_priority_min(int policy) { return policy == SCHED_FIFO || policy == SCHED_RR ? 1 : 0; }
