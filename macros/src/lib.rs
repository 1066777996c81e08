//! The macros of the crate `kern`, which says what they are for. They are used from there: what they write names `::kern`.
//!
//! `kernels!` rebuilds the text of its tokens with the lines and columns that they have in the Rust file (`text`), gives it to the
//! compiler (`compile`), and writes a function for each kernel (`items`) or an error for each mistake, at the tokens that it is
//! about (`messages`). What is written is put together as text, in which marks stand for spans (`output`).

mod argument;
mod compile;
mod compiled;
mod input;
mod items;
mod message_text;
mod messages;
mod output;
mod test;
mod text;

use proc_macro::TokenStream;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// See `kern::kernels!`.
#[proc_macro]
pub fn kernels(input: TokenStream) -> TokenStream {
    guarded(|| compile::expand(input))
}

/// See `kern::Argument`.
#[proc_macro_derive(Argument)]
pub fn argument(input: TokenStream) -> TokenStream {
    guarded(|| argument::expand(input))
}

/// See `kern::test`.
#[proc_macro_attribute]
pub fn test(attributes: TokenStream, item: TokenStream) -> TokenStream {
    guarded(|| test::expand(attributes, item))
}

/// A panic of ours is an error where the macro stands.
fn guarded(expand: impl FnOnce() -> TokenStream) -> TokenStream {
    catch_unwind(AssertUnwindSafe(expand)).unwrap_or_else(|_| {
        let mut output = output::Output::default();
        output.error("kern's own mistake: the macro panicked; please report the kernel that it was given", None);
        output.finish()
    })
}
