//! Locks the process of a job in. From then on it reaches no files but those that are open, opens no connection, starts no
//! program, and is killed by the system for whatever else it asks for that running a program does not take.
//!
//! The program that the job runs has no way to the system anyway: it lives in the machine's memory, and its
//! sandbox gives it files of its own. This is for the day that there is a mistake in kern. Sources: landlock(7), seccomp(2).

use crate::args::Escape;

/// Locks this process in, which has one thread. Where no `machine_code` is to be made, no page of memory becomes executable any
/// more.
///
/// # Errors
/// A sentence: the system cannot do it, or is of a kind that this is not written for.
pub(super) fn lock_in(machine_code: bool) -> Result<(), String> {
    system::files()?;
    system::calls(machine_code)
}

/// Tries what a job must not do: opens files, then does what the system kills the process for.
///
/// # Errors
/// A sentence: it was allowed.
pub(super) fn try_to_escape(escape: Escape) -> Result<(), String> {
    let temporary = std::env::temp_dir().join(format!("kern-escape-{}", std::process::id()));
    let reads = ["/proc/self/status", "/etc/passwd"].iter().any(|path| std::fs::read(path).is_ok());
    if reads || std::fs::read_dir("/").is_ok() || std::fs::write(&temporary, "out").is_ok() {
        let _ = std::fs::remove_file(temporary);
        return Err("files of others can be read or written".into());
    }
    match escape {
        Escape::Connection => drop(std::net::TcpListener::bind(("127.0.0.1", 0))),
        Escape::Program => drop(std::process::Command::new("/bin/true").status()),
        Escape::Signal => system::signal(),
        Escape::Code => system::executable_memory(),
    }
    Err(format!("{escape:?}: it was allowed").to_lowercase())
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod system {
    use std::collections::BTreeMap;
    use std::fmt::Display;

    use landlock::{ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetStatus, Scope};
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule, apply_filter,
    };

    /// Nothing of the file system, no ports, no signals to others. What Linux has known since 5.13 must be there,
    /// what came later is taken where it is.
    pub(super) fn files() -> Result<(), String> {
        let said = |error: &dyn Display| format!("the system does not lock files away (Landlock): {error}");
        let status = Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_all(ABI::V1))
            .and_then(|rules| rules.set_compatibility(CompatLevel::BestEffort).handle_access(AccessFs::from_all(ABI::V5)))
            .and_then(|rules| rules.handle_access(AccessNet::from_all(ABI::V4)))
            .and_then(|rules| rules.scope(Scope::from_all(ABI::V6)))
            .and_then(Ruleset::create)
            .and_then(landlock::RulesetCreated::restrict_self)
            .map_err(|error| said(&error))?;
        let is_in_force = status.no_new_privs && status.ruleset != RulesetStatus::NotEnforced;
        is_in_force.then_some(()).ok_or_else(|| said(&"it is not in force"))
    }

    /// Asks whether there is a process: even that is a signal.
    pub(super) fn signal() {
        // SAFETY: the signal 0 does nothing.
        let _ = unsafe { libc::kill(libc::getpid(), 0) };
    }

    /// Maps a page that can be executed.
    pub(super) fn executable_memory() {
        let (protection, flags) = (libc::PROT_READ | libc::PROT_EXEC, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: a new mapping, which nobody uses.
        let _ = unsafe { libc::mmap(std::ptr::null_mut(), 4096, protection, flags, -1, 0) };
    }

    /// How a call is allowed.
    #[derive(Clone, Copy)]
    enum Allowed {
        /// Whatever its arguments.
        Always,
        /// If one argument, of those bits, has that value.
        If { argument: u8, bits: u64, value: u64 },
        /// As `If` says for memory that is not to be executed; where machine code is made, always.
        NotExecutable { argument: u8 },
    }

    /// A thread of this process: no process of its own.
    const THREAD: Allowed = Allowed::If { argument: 0, bits: libc::CLONE_THREAD as u64, value: libc::CLONE_THREAD as u64 };
    /// The first argument names this process.
    const OWN: Allowed = Allowed::If { argument: 0, bits: u32::MAX as u64, value: 0 };
    const TERMINAL: Allowed = Allowed::If { argument: 1, bits: u32::MAX as u64, value: libc::TCGETS };
    const THREAD_NAME: Allowed = Allowed::If { argument: 0, bits: u32::MAX as u64, value: libc::PR_SET_NAME as u64 };
    const NAME_OF_MEMORY: Allowed = Allowed::If { argument: 0, bits: u32::MAX as u64, value: libc::PR_SET_VMA as u64 };

    /// What compiling and running a program asks of the system. One row allows a call.
    const CALLS: &[(libc::c_long, Allowed)] = &[
        // Files that are open; others are refused by Landlock.
        (libc::SYS_read, Allowed::Always),
        (libc::SYS_write, Allowed::Always),
        (libc::SYS_readv, Allowed::Always),
        (libc::SYS_writev, Allowed::Always),
        (libc::SYS_pread64, Allowed::Always),
        (libc::SYS_lseek, Allowed::Always),
        (libc::SYS_close, Allowed::Always),
        (libc::SYS_openat, Allowed::Always),
        (libc::SYS_fstat, Allowed::Always),
        (libc::SYS_newfstatat, Allowed::Always),
        (libc::SYS_statx, Allowed::Always),
        (libc::SYS_fcntl, Allowed::Always),
        (libc::SYS_ftruncate, Allowed::Always),
        (libc::SYS_getdents64, Allowed::Always),
        (libc::SYS_mkdirat, Allowed::Always),
        (libc::SYS_unlinkat, Allowed::Always),
        (libc::SYS_faccessat, Allowed::Always),
        (libc::SYS_readlinkat, Allowed::Always),
        (libc::SYS_getcwd, Allowed::Always),
        (libc::SYS_ppoll, Allowed::Always),
        (libc::SYS_ioctl, TERMINAL),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_open, Allowed::Always),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_stat, Allowed::Always),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_lstat, Allowed::Always),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_access, Allowed::Always),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_mkdir, Allowed::Always),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_unlink, Allowed::Always),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_rmdir, Allowed::Always),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_readlink, Allowed::Always),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_poll, Allowed::Always),
        // Memory.
        (libc::SYS_mmap, Allowed::NotExecutable { argument: 2 }),
        (libc::SYS_mprotect, Allowed::NotExecutable { argument: 2 }),
        (libc::SYS_munmap, Allowed::Always),
        (libc::SYS_mremap, Allowed::Always),
        (libc::SYS_madvise, Allowed::Always),
        (libc::SYS_brk, Allowed::Always),
        // Threads.
        (libc::SYS_clone, THREAD),
        (libc::SYS_clone3, Allowed::Always),
        (libc::SYS_futex, Allowed::Always),
        (libc::SYS_set_robust_list, Allowed::Always),
        (libc::SYS_rseq, Allowed::Always),
        (libc::SYS_membarrier, Allowed::Always),
        (libc::SYS_sched_yield, Allowed::Always),
        (libc::SYS_sched_getaffinity, Allowed::Always),
        (libc::SYS_getcpu, Allowed::Always),
        (libc::SYS_gettid, Allowed::Always),
        (libc::SYS_prctl, THREAD_NAME),
        (libc::SYS_prctl, NAME_OF_MEMORY),
        (libc::SYS_exit, Allowed::Always),
        (libc::SYS_exit_group, Allowed::Always),
        // Signals; those of others are out of reach by Landlock where Linux is 6.12 or newer.
        (libc::SYS_rt_sigaction, Allowed::Always),
        (libc::SYS_rt_sigprocmask, Allowed::Always),
        (libc::SYS_rt_sigreturn, Allowed::Always),
        (libc::SYS_sigaltstack, Allowed::Always),
        (libc::SYS_restart_syscall, Allowed::Always),
        // Time, chance and limits.
        (libc::SYS_clock_gettime, Allowed::Always),
        (libc::SYS_clock_getres, Allowed::Always),
        (libc::SYS_clock_nanosleep, Allowed::Always),
        (libc::SYS_nanosleep, Allowed::Always),
        (libc::SYS_gettimeofday, Allowed::Always),
        (libc::SYS_getrandom, Allowed::Always),
        (libc::SYS_getrusage, Allowed::Always),
        (libc::SYS_sysinfo, Allowed::Always),
        (libc::SYS_uname, Allowed::Always),
        (libc::SYS_getpid, Allowed::Always),
        (libc::SYS_prlimit64, OWN),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_getrlimit, Allowed::Always),
    ];

    /// Kills the process at any call that [`CALLS`] does not allow.
    pub(super) fn calls(machine_code: bool) -> Result<(), String> {
        let said = |error: &dyn Display| format!("the system does not restrict system calls (seccomp): {error}");
        // The C library asks for threads by a call whose flags lie in memory, which no filter sees; without it, by the old one.
        let no_clone3 = [(libc::SYS_clone3, Vec::new())].into_iter().collect();
        let refused = SeccompAction::Errno(libc::ENOSYS as u32);
        let filters = [
            filter(no_clone3, SeccompAction::Allow, refused).map_err(|error| said(&error))?,
            filter(rules(machine_code).map_err(|error| said(&error))?, SeccompAction::KillProcess, SeccompAction::Allow)
                .map_err(|error| said(&error))?,
        ];
        filters.iter().try_for_each(|filter| apply_filter(filter)).map_err(|error| said(&error))
    }

    fn filter(
        rules: BTreeMap<i64, Vec<SeccompRule>>,
        otherwise: SeccompAction,
        matched: SeccompAction,
    ) -> Result<BpfProgram, seccompiler::BackendError> {
        SeccompFilter::new(rules, otherwise, matched, std::env::consts::ARCH.try_into()?)?.try_into()
    }

    fn rules(machine_code: bool) -> Result<BTreeMap<i64, Vec<SeccompRule>>, seccompiler::BackendError> {
        let mut rules: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
        for &(call, allowed) in CALLS {
            let of_call = rules.entry(call).or_default();
            let (argument, bits, value) = match allowed {
                Allowed::Always => continue,
                Allowed::NotExecutable { .. } if machine_code => continue,
                Allowed::NotExecutable { argument } => (argument, libc::PROT_EXEC as u64, 0),
                Allowed::If { argument, bits, value } => (argument, bits, value),
            };
            let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(bits), value)?;
            of_call.push(SeccompRule::new(vec![condition])?);
        }
        Ok(rules)
    }
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod system {
    pub(super) fn files() -> Result<(), String> {
        Err("jobs are locked in on Linux only, on x86-64 and ARM64".into())
    }

    pub(super) fn calls(_machine_code: bool) -> Result<(), String> {
        Ok(())
    }

    pub(super) fn signal() {}

    pub(super) fn executable_memory() {}
}
