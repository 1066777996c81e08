//! The text and the bytecode of modules with every opcode, and what the verifier says of them.

mod bytecode;
mod sample;
mod text;
mod trust;
mod verifier;
