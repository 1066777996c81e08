//! The boundary of compiled code: the way in, and the way out when it faults.
//!
//! Compiled code checks every address before it uses it, so a fault in it is a mistake of kern, never of the program. It
//! must not take the process down, which may be a playground's or a test run's. While compiled code runs, the handler
//! of the processor's exceptions knows where it was entered; a fault whose instruction lies in that code continues
//! there, with the stack as it was on entry. All other faults go to whoever handled them before.
//!
//! On systems where this is not written, compiled code is called as it is, and a fault ends the process.

use std::ffi::c_void;

/// A fault of compiled code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    /// What the system calls it.
    pub(crate) name: &'static str,
    /// Where the function starts, and the offset of the instruction in it.
    pub(crate) start: *const u8,
    pub(crate) offset: usize,
    /// The address it accessed, if that was it.
    pub(crate) address: usize,
}

/// Machine code of a function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MachineCode {
    /// Its entry: `extern "C" fn(*mut Context) -> u32`, which answers why it stopped.
    pub(crate) start: *const u8,
    /// Bytes.
    pub(crate) size: usize,
}

/// Runs compiled code.
///
/// # Safety
/// `code` is such a function in memory that lives, and `context` is what it works on. It may call the code of `others`, if that
/// is not null: a list that lives.
///
/// # Errors
/// It faulted. What its helpers hold is not dropped: none of them faults.
pub(crate) unsafe fn enter<T>(code: MachineCode, context: *mut T, others: *const Vec<MachineCode>) -> Result<u32, Fault> {
    // SAFETY: see above.
    unsafe { system::enter(code, context.cast(), others) }
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod system {
    use super::processor::{call, continue_at, program_counter};
    use super::{Fault, MachineCode, c_void};
    use std::cell::Cell;
    use std::sync::Once;

    /// A place in [`call`], written there.
    #[repr(C)]
    #[derive(Clone, Copy, Default)]
    pub(super) struct Resume {
        pub(super) stack: usize,
        pub(super) instruction: usize,
    }

    /// Where to continue after a fault.
    struct Entry {
        resume: Resume,
        code: MachineCode,
        others: *const Vec<MachineCode>,
        outer: *mut Entry,
        fault: Option<Fault>,
    }

    thread_local! {
        /// The innermost entry of this thread.
        static CURRENT: Cell<*mut Entry> = const { Cell::new(std::ptr::null_mut()) };
    }

    const SIGNALS: [(i32, &str); 4] =
        [(libc::SIGSEGV, "SIGSEGV"), (libc::SIGBUS, "SIGBUS"), (libc::SIGILL, "SIGILL"), (libc::SIGFPE, "SIGFPE")];

    /// What handled the signals before.
    static mut BEFORE: [Option<libc::sigaction>; SIGNALS.len()] = [None; SIGNALS.len()];

    pub(crate) unsafe fn enter(code: MachineCode, context: *mut c_void, others: *const Vec<MachineCode>) -> Result<u32, Fault> {
        install();
        let mut entry = Entry { resume: Resume::default(), code, others, outer: CURRENT.get(), fault: None };
        CURRENT.set(&raw mut entry);
        // SAFETY: the caller's promise; the entry lives as long as the call.
        let status = unsafe { call(code.start, context, &raw mut entry.resume) };
        CURRENT.set(entry.outer);
        // SAFETY: the handler may have written it behind the compiler's back.
        match unsafe { (&raw const entry.fault).read_volatile() } {
            Some(fault) => Err(fault),
            None => Ok(status),
        }
    }

    fn install() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            for (index, (signal, _)) in SIGNALS.iter().enumerate() {
                // SAFETY: plain structures of the C library, zeroed ones are valid; only this thread is here, and the
                // handler reads `BEFORE` only after it has been installed.
                unsafe {
                    let mut action: libc::sigaction = std::mem::zeroed();
                    action.sa_sigaction = handle as *const () as usize;
                    action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
                    let mut before: libc::sigaction = std::mem::zeroed();
                    if libc::sigaction(*signal, &raw const action, &raw mut before) == 0 {
                        (&raw mut BEFORE[index]).write(Some(before));
                    }
                }
            }
        });
    }

    extern "C" fn handle(signal: i32, info: *mut libc::siginfo_t, state: *mut libc::c_void) {
        let entry = CURRENT.get();
        // SAFETY: the system passes the interrupted thread's state; an entry lives while it is the current one.
        unsafe {
            let context = &mut *state.cast::<libc::ucontext_t>();
            let at = program_counter(context);
            if let Some(entry) = entry.as_mut() {
                let is_in = |code: &&MachineCode| at.wrapping_sub(code.start as usize) < code.size;
                let others = entry.others.as_ref().map_or(&[][..], |others| &others[..]);
                if let Some(code) = std::iter::once(&entry.code).chain(others).find(is_in) {
                    let name = SIGNALS.iter().find(|s| s.0 == signal).map_or("a signal", |s| s.1);
                    let (start, offset) = (code.start, at - code.start as usize);
                    entry.fault = Some(Fault { name, start, offset, address: (*info).si_addr() as usize });
                    continue_at(context, entry.resume);
                    return;
                }
            }
            pass_on(signal, info, state);
        }
    }

    /// Somebody else's fault.
    ///
    /// # Safety
    /// The arguments are those of the handler.
    unsafe fn pass_on(signal: i32, info: *mut libc::siginfo_t, state: *mut libc::c_void) {
        let index = SIGNALS.iter().position(|s| s.0 == signal).unwrap_or(0);
        // SAFETY: `BEFORE` was written before the handler could run; what it holds are handlers of the kind its flags say.
        unsafe {
            match (&raw const BEFORE[index]).read() {
                Some(before) if before.sa_sigaction > libc::SIG_IGN && before.sa_flags & libc::SA_SIGINFO != 0 => {
                    let handler: extern "C" fn(i32, *mut libc::siginfo_t, *mut libc::c_void) = std::mem::transmute(before.sa_sigaction);
                    handler(signal, info, state);
                }
                Some(before) if before.sa_sigaction > libc::SIG_IGN => {
                    let handler: extern "C" fn(i32) = std::mem::transmute(before.sa_sigaction);
                    handler(signal);
                }
                _ => {
                    // The instruction faults again, and the system does what it always does.
                    libc::signal(signal, libc::SIG_DFL);
                }
            }
        }
    }
}

/// What differs by processor.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod processor {
    use super::c_void;
    use super::system::Resume;

    /// Calls `code` with `context`. Continuing at what it leaves in `resume` returns from it.
    #[unsafe(naked)]
    pub(super) unsafe extern "C" fn call(code: *const u8, context: *mut c_void, resume: *mut Resume) -> u32 {
        core::arch::naked_asm!(
            "push rbp",
            "push rbx",
            "push r12",
            "push r13",
            "push r14",
            "push r15",
            "sub rsp, 8",
            "mov [rdx], rsp",
            "lea rax, [rip + 2f]",
            "mov [rdx + 8], rax",
            "mov rax, rdi",
            "mov rdi, rsi",
            "call rax",
            "2:",
            "add rsp, 8",
            "pop r15",
            "pop r14",
            "pop r13",
            "pop r12",
            "pop rbx",
            "pop rbp",
            "ret",
        )
    }

    pub(super) fn program_counter(context: &libc::ucontext_t) -> usize {
        context.uc_mcontext.gregs[libc::REG_RIP as usize] as usize
    }

    pub(super) fn continue_at(context: &mut libc::ucontext_t, resume: Resume) {
        let registers = &mut context.uc_mcontext.gregs;
        registers[libc::REG_RSP as usize] = resume.stack as i64;
        registers[libc::REG_RIP as usize] = resume.instruction as i64;
    }
}

/// What differs by processor.
#[cfg(all(target_os = "linux", target_arch = "aarch64"))]
mod processor {
    use super::c_void;
    use super::system::Resume;

    /// Calls `code` with `context`. Continuing at what it leaves in `resume` returns from it.
    #[unsafe(naked)]
    pub(super) unsafe extern "C" fn call(code: *const u8, context: *mut c_void, resume: *mut Resume) -> u32 {
        core::arch::naked_asm!(
            "stp x29, x30, [sp, #-160]!",
            "stp x19, x20, [sp, #16]",
            "stp x21, x22, [sp, #32]",
            "stp x23, x24, [sp, #48]",
            "stp x25, x26, [sp, #64]",
            "stp x27, x28, [sp, #80]",
            "stp d8, d9, [sp, #96]",
            "stp d10, d11, [sp, #112]",
            "stp d12, d13, [sp, #128]",
            "stp d14, d15, [sp, #144]",
            "mov x9, sp",
            "adr x10, 2f",
            "stp x9, x10, [x2]",
            "mov x9, x0",
            "mov x0, x1",
            "blr x9",
            "2:",
            "ldp x19, x20, [sp, #16]",
            "ldp x21, x22, [sp, #32]",
            "ldp x23, x24, [sp, #48]",
            "ldp x25, x26, [sp, #64]",
            "ldp x27, x28, [sp, #80]",
            "ldp d8, d9, [sp, #96]",
            "ldp d10, d11, [sp, #112]",
            "ldp d12, d13, [sp, #128]",
            "ldp d14, d15, [sp, #144]",
            "ldp x29, x30, [sp], #160",
            "ret",
        )
    }

    pub(super) fn program_counter(context: &libc::ucontext_t) -> usize {
        context.uc_mcontext.pc as usize
    }

    pub(super) fn continue_at(context: &mut libc::ucontext_t, resume: Resume) {
        context.uc_mcontext.sp = resume.stack as u64;
        context.uc_mcontext.pc = resume.instruction as u64;
    }
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod system {
    use super::{Fault, MachineCode, c_void};

    pub(crate) unsafe fn enter(code: MachineCode, context: *mut c_void, _others: *const Vec<MachineCode>) -> Result<u32, Fault> {
        // SAFETY: the caller's promise.
        let run = unsafe { std::mem::transmute::<*const u8, extern "C" fn(*mut c_void) -> u32>(code.start) };
        Ok(run(context))
    }
}
