//! The door into compiled code, and the way out when it faults.
//!
//! Compiled code checks every address before it uses it, so a fault in it is a mistake of kern, never of the program. It
//! must not take the process down, which may be a playground's or a test run's. While compiled code runs, the handler
//! of the processor's exceptions knows where it was entered; a fault whose instruction lies in that code continues
//! there, with the stack as it was on entry. All other faults go to whoever handled them before.
//!
//! On systems where this is not written, compiled code is called as it is, and a fault ends the process.

use super::context::Context;

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
pub(crate) struct Code {
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
pub(crate) unsafe fn enter(code: Code, context: *mut Context, others: *const Vec<Code>) -> Result<u32, Fault> {
    // SAFETY: see above.
    unsafe { system::enter(code, context, others) }
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod system {
    use super::{Code, Context, Fault};
    use std::cell::Cell;
    use std::sync::Once;

    /// Where to continue after a fault; the first two fields are written by [`call`].
    #[repr(C)]
    struct Entry {
        stack: usize,
        resume: usize,
        code: Code,
        others: *const Vec<Code>,
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

    /// Calls `code` with `context`. Continuing at `entry.resume` with the stack pointer `entry.stack` returns from it.
    #[unsafe(naked)]
    unsafe extern "C" fn call(code: *const u8, context: *mut Context, entry: *mut Entry) -> u32 {
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

    pub(super) unsafe fn enter(code: Code, context: *mut Context, others: *const Vec<Code>) -> Result<u32, Fault> {
        install();
        let mut entry = Entry { stack: 0, resume: 0, code, others, outer: CURRENT.get(), fault: None };
        CURRENT.set(&raw mut entry);
        // SAFETY: the caller's promise; the entry lives as long as the call.
        let status = unsafe { call(code.start, context, &raw mut entry) };
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
            let registers = &mut (*state.cast::<libc::ucontext_t>()).uc_mcontext.gregs;
            let at = registers[libc::REG_RIP as usize] as usize;
            if let Some(entry) = entry.as_mut() {
                let is_in = |code: &&Code| at.wrapping_sub(code.start as usize) < code.size;
                let others = entry.others.as_ref().map_or(&[][..], |others| &others[..]);
                if let Some(code) = std::iter::once(&entry.code).chain(others).find(is_in) {
                    let name = SIGNALS.iter().find(|s| s.0 == signal).map_or("a signal", |s| s.1);
                    let (start, offset) = (code.start, at - code.start as usize);
                    entry.fault = Some(Fault { name, start, offset, address: (*info).si_addr() as usize });
                    registers[libc::REG_RSP as usize] = entry.stack as i64;
                    registers[libc::REG_RIP as usize] = entry.resume as i64;
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

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
mod system {
    use super::{Code, Context, Fault};

    pub(super) unsafe fn enter(code: Code, context: *mut Context, _others: *const Vec<Code>) -> Result<u32, Fault> {
        // SAFETY: the caller's promise.
        let run = unsafe { std::mem::transmute::<*const u8, extern "C" fn(*mut Context) -> u32>(code.start) };
        Ok(run(context))
    }
}

#[cfg(all(test, target_os = "linux", target_arch = "x86_64"))]
mod tests {
    use super::super::backend::Backend;
    use super::super::helpers::HELPERS;
    use super::*;
    use cranelift_codegen::ir::{self, AbiParam, InstBuilder, MemFlagsData, TrapCode, types};
    use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};

    /// The fault of a function that does as `body` says before it returns 7.
    fn run(body: impl FnOnce(&mut FunctionBuilder)) -> Result<u32, Fault> {
        let backend = Backend::new(HELPERS).expect("there is a code generator");
        let mut func = ir::Function::new();
        func.signature.call_conv = backend.call_conv();
        func.signature.params.push(AbiParam::new(types::I64));
        func.signature.returns.push(AbiParam::new(types::I32));
        let mut context = FunctionBuilderContext::new();
        let mut fb = FunctionBuilder::new(&mut func, &mut context);
        let block = fb.create_block();
        fb.append_block_params_for_function_params(block);
        fb.switch_to_block(block);
        body(&mut fb);
        let seven = fb.ins().iconst(types::I32, 7);
        fb.ins().return_(&[seven]);
        fb.seal_all_blocks();
        fb.finalize(backend.frontend_config());
        let (_memory, made) = backend.compile(vec![func]).expect("it compiles");
        // SAFETY: the code has this type and lives; it uses no context.
        unsafe { enter(made[0].code, std::ptr::null_mut(), std::ptr::null()) }
    }

    #[test]
    fn faults_end_the_call_and_nothing_else() {
        for _ in 0..3 {
            assert_eq!(run(|_| ()).ok(), Some(7));
            let wild = run(|fb| {
                let address = fb.ins().iconst(types::I64, 0x5000);
                fb.ins().load(types::I64, MemFlagsData::new(), address, 0);
            });
            let wild = wild.expect_err("nothing is there");
            assert_eq!((wild.name, wild.address), ("SIGSEGV", 0x5000));
            let illegal = run(|fb| {
                let zero = fb.ins().iconst(types::I32, 0);
                fb.ins().trapz(zero, TrapCode::unwrap_user(1));
            });
            assert_eq!(illegal.expect_err("it traps").name, "SIGILL");
            let quotient = run(|fb| {
                let (one, zero) = (fb.ins().iconst(types::I32, 1), fb.ins().iconst(types::I32, 0));
                fb.ins().udiv(one, zero);
            });
            assert!(quotient.is_err());
        }
    }
}
