#pragma once
#include <errno.h>
#include <kern/write.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
// Signals of the program to itself (`raise`, `kill`); none comes from outside, and a mistake of the program is told, not sent.
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGSTKFLT 16
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGIO 29
#define SIGPWR 30
#define SIGSYS 31
#define SIGIOT SIGABRT
#define SIGPOLL SIGIO
#define NSIG 65
#define _NSIG 65
typedef int sig_atomic_t;
typedef void (*__sighandler_t)(int);
typedef __sighandler_t sighandler_t;
#define SIG_DFL ((__sighandler_t)0)
#define SIG_IGN ((__sighandler_t)1)
#define SIG_ERR ((__sighandler_t)-1)
typedef struct { unsigned long __bits[16]; } sigset_t;
union sigval { int sival_int; void *sival_ptr; };
typedef struct { int si_signo, si_errno, si_code; void *si_addr; } siginfo_t;
struct sigaction {
    union {
        __sighandler_t sa_handler;
        void (*sa_sigaction)(int, siginfo_t *, void *);
    };
    sigset_t sa_mask;
    int sa_flags;
    void (*sa_restorer)(void);
};
#define SA_NOCLDSTOP 1
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
inline int sigemptyset(sigset_t *set)
{
    for (int i = 0; i < 16; i++) set->__bits[i] = 0;
    return 0;
}
inline int sigfillset(sigset_t *set)
{
    for (int i = 0; i < 16; i++) set->__bits[i] = ~0ul;
    return 0;
}
inline int sigaddset(sigset_t *set, int number) { set->__bits[0] |= 1ul << (number - 1); return 0; }
inline int sigdelset(sigset_t *set, int number) { set->__bits[0] &= ~(1ul << (number - 1)); return 0; }
inline int sigismember(const sigset_t *set, int number) { return set->__bits[0] >> (number - 1) & 1; }
inline struct sigaction __kern_signals[NSIG];
inline unsigned long __kern_blocked = 0, __kern_pending = 0;
inline int __kern_is_signal(int number)
{
    if (number > 0 && number < NSIG) return 1;
    errno = EINVAL;
    return 0;
}
inline int raise(int number)
{
    if (!__kern_is_signal(number)) return -1;
    if (__kern_blocked >> (number - 1) & 1) {
        __kern_pending |= 1ul << (number - 1);
        return 0;
    }
    struct sigaction *action = &__kern_signals[number];
    if (action->sa_handler == SIG_IGN) return 0;
    if (action->sa_handler != SIG_DFL) {
        struct sigaction now = *action;
        if (now.sa_flags & (int)SA_RESETHAND) action->sa_handler = SIG_DFL;
        unsigned long blocked = __kern_blocked;
        __kern_blocked |= now.sa_mask.__bits[0] | (now.sa_flags & SA_NODEFER ? 0 : 1ul << (number - 1));
        if (now.sa_flags & SA_SIGINFO) {
            siginfo_t info = {};
            info.si_signo = number;
            now.sa_sigaction(number, &info, 0);
        } else now.sa_handler(number);
        __kern_blocked = blocked;
        return 0;
    }
    if (number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH) return 0;
    _Exit(128 + number);
}
// What `abort` calls: the signal cannot be blocked then.
inline void __kern_raise_abort()
{
    __kern_blocked &= ~(1ul << (SIGABRT - 1));
    raise(SIGABRT);
}
inline int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    if (!__kern_is_signal(number) || action && (number == SIGKILL || number == SIGSTOP)) {
        errno = EINVAL;
        return -1;
    }
    if (old) *old = __kern_signals[number];
    if (action) __kern_signals[number] = *action;
    if (action && number == SIGABRT) __kern_on_abort(__kern_raise_abort);
    return 0;
}
inline __sighandler_t signal(int number, __sighandler_t handler)
{
    struct sigaction action = {}, old;
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    return sigaction(number, &action, &old) ? SIG_ERR : old.sa_handler;
}
inline int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    if (old) {
        sigemptyset(old);
        old->__bits[0] = __kern_blocked;
    }
    if (!set) return 0;
    if (how == SIG_BLOCK) __kern_blocked |= set->__bits[0];
    else if (how == SIG_UNBLOCK) __kern_blocked &= ~set->__bits[0];
    else __kern_blocked = set->__bits[0];
    __kern_blocked &= ~(1ul << (SIGKILL - 1) | 1ul << (SIGSTOP - 1));
    for (int number = 1; number < NSIG; number++)
        if (__kern_pending & ~__kern_blocked & 1ul << (number - 1)) {
            __kern_pending &= ~(1ul << (number - 1));
            raise(number);
        }
    return 0;
}
inline int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) { return sigprocmask(how, set, old); }
inline int sigpending(sigset_t *set)
{
    sigemptyset(set);
    set->__bits[0] = __kern_pending;
    return 0;
}
// There is no process but this one, whose number is 1.
inline int kill(pid_t process, int number)
{
    if (process != 1 && process != 0) {
        errno = ESRCH;
        return -1;
    }
    return number ? raise(number) : 0;
}
inline char *strsignal(int number)
{
    static const char *const names[] = {
        "Hangup",
        "Interrupt",
        "Quit",
        "Illegal instruction",
        "Trace/breakpoint trap",
        "Aborted",
        "Bus error",
        "Floating point exception",
        "Killed",
        "User defined signal 1",
        "Segmentation fault",
        "User defined signal 2",
        "Broken pipe",
        "Alarm clock",
        "Terminated",
        "Stack fault",
        "Child exited",
        "Continued",
        "Stopped (signal)",
        "Stopped",
        "Stopped (tty input)",
        "Stopped (tty output)",
        "Urgent I/O condition",
        "CPU time limit exceeded",
        "File size limit exceeded",
        "Virtual timer expired",
        "Profiling timer expired",
        "Window changed",
        "I/O possible",
        "Power failure",
        "Bad system call",
    };
    static char other[32];
    if (number >= 1 && number <= SIGSYS) return (char *)names[number - 1];
    const char *start = number >= 34 && number < NSIG ? "Real-time signal " : "Unknown signal ";
    int value = number >= 34 && number < NSIG ? number - 34 : number;
    char digits[12], *end = other + strlen(strcpy(other, start));
    int n = 0;
    unsigned int rest = value < 0 ? 0u - (unsigned int)value : (unsigned int)value;
    do digits[n++] = (char)('0' + rest % 10);
    while ((rest /= 10) != 0);
    if (value < 0) *end++ = '-';
    while (n > 0) *end++ = digits[--n];
    *end = 0;
    return other;
}
