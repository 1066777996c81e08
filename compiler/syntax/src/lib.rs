//! Text to syntax tree: tokens, preprocessor, token adapter, grammar.

pub mod ast;
