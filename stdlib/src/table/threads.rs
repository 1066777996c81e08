//! What the headers of host threads are made of.

use super::{RuntimeFunction, c};

const THREADS: &str = "kern/threads.h";

pub(super) const ROWS: &[RuntimeFunction] = &[
    c(
        THREADS,
        "unsigned long __kern_thread_create(void *(*run)(void *), void *argument)",
        "Makes a host thread that calls a function; its number, from 1, or 0 if there is no room.",
    ),
    c(THREADS, "unsigned long __kern_thread_self(void)", "The number of the host thread that calls; 0 for that of `main`."),
    c(THREADS, "void __kern_thread_exit(void)", "Ends the host thread that calls."),
    c(
        THREADS,
        "void __kern_thread_wait(const volatile void *on, long nanoseconds, const char *what)",
        "Waits until a host thread wakes those who wait on an address, or for a time unless that is negative.",
    ),
    c(THREADS, "bool __kern_thread_timed_out(void)", "Whether the last wait ended because its time was over."),
    c(THREADS, "int __kern_thread_wake(const volatile void *on, int most)", "Wakes host threads that wait on an address; how many."),
    c(THREADS, "void *__kern_thread_local(void *variable, size_t size)", "The calling thread's copy of a `thread_local` variable."),
    c(THREADS, "void *__kern_thread_next_end(void)", "Takes what destroys the calling thread's last `thread_local` variable, or null."),
    c("sched.h", "int sched_yield(void)", "Lets other host threads run."),
];
