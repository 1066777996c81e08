//! The compiler and the machine in a page, as WebAssembly: one instance runs one job of the playground and is dropped. The jobs and
//! their events are those of the server's worker, [`kern_cli::job`]; here is only how text goes in and out.
//!
//! The page imports nothing but two functions: what is told of an event, and what time it is. `playground/src/worker.ts` is the
//! other side.

use std::time::Duration;

use kern_cli::job::{Kind, Request, Settings, run};
use kern_cli::{Clock, Interrupt};
use kern_vm::memory::ArenaSizes;
use serde_json::{Value, json};

/// Warp instructions that a launch may execute, and instructions that a program may: the interpreter of a page takes some ten
/// seconds for these.
const FUEL: u64 = 40_000_000;
const HOST_FUEL: u64 = 400_000_000;

#[cfg(target_family = "wasm")]
mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Takes the text of an event.
        pub(super) fn tell(text: *const u8, length: usize);
        /// Milliseconds since some moment.
        pub(super) fn now() -> f64;
    }
}

/// Elsewhere nobody listens: the crate is made for a page.
#[cfg(not(target_family = "wasm"))]
mod page {
    pub(super) unsafe fn tell(_: *const u8, _: usize) {}

    pub(super) unsafe fn now() -> f64 {
        0.0
    }
}

fn tell(event: &Value) {
    let text = event.to_string();
    // SAFETY: the text lives until the call returns, and the page copies it.
    unsafe { page::tell(text.as_ptr(), text.len()) }
}

fn now() -> Duration {
    // SAFETY: it takes and returns numbers.
    Duration::try_from_secs_f64(unsafe { page::now() } / 1000.0).unwrap_or_default()
}

/// Room for `length` bytes, which the page fills and gives to [`kern_job`].
#[unsafe(no_mangle)]
pub extern "C" fn kern_room(length: usize) -> *mut u8 {
    Box::leak(vec![0; length].into_boxed_slice()).as_mut_ptr()
}

/// Runs a job: `KIND SIZE`, a line's end, and the request as JSON. Each event is told of as it happens; what is no job is told of as
/// `refused`. `SIZE` is `small` or `large`: a job that needs more memory ends with `full`, and a larger one may begin again.
///
/// # Safety
/// `text` came from [`kern_room`] with this length, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kern_job(text: *mut u8, length: usize) {
    std::panic::set_hook(Box::new(|panic| tell(&json!({ "event": "panicked", "said": panic.to_string() }))));
    // SAFETY: by the contract above.
    let text = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(text, length)) };
    let end = text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len());
    let head = String::from_utf8_lossy(&text[..end]).into_owned();
    let (kind, size) = head.split_once(' ').unwrap_or((&head, "small"));
    let kind = Kind::named(kind).ok_or_else(|| "there is no such job".to_string());
    let read = |kind| Request::read(text.get(end + 1..).unwrap_or_default()).map(|request| (kind, request));
    let job = kind.and_then(read).and_then(|(kind, request)| request.suits(kind).map(|()| (kind, request)));
    match job {
        Ok((kind, request)) => {
            let interrupt = Interrupt::default();
            let settings = Settings {
                machine_code: false,
                arenas: if size == "large" { ArenaSizes::PAGE_LARGE } else { ArenaSizes::PAGE },
                interrupt: interrupt.clone(),
                seconds: None,
                fuel: FUEL,
                host_fuel: Some(HOST_FUEL),
                threads: Some(1),
                exit: None,
                clock: Clock { monotonic: now, unix: now },
            };
            run(kind, &request, &settings, |event| tell(&event));
            if interrupt.get().is_some() {
                tell(&json!({ "event": "full" }));
            }
        }
        Err(sentence) => tell(&json!({ "event": "refused", "said": sentence })),
    }
}
