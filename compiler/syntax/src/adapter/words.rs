//! Words that say what begins: a statement, a type, a specifier.

use crate::intern::{Symbol, sym};

/// Whether `word` starts a statement.
pub(super) fn is_statement_word(word: Symbol) -> bool {
    matches!(
        word,
        sym::IF
            | sym::ELSE
            | sym::WHILE
            | sym::DO
            | sym::FOR
            | sym::SWITCH
            | sym::CASE
            | sym::DEFAULT
            | sym::BREAK
            | sym::CONTINUE
            | sym::RETURN
            | sym::GOTO
            | sym::TRY
    )
}

/// Words that are (part of) a built-in type.
pub(super) fn is_type_word(word: Symbol) -> bool {
    matches!(
        word,
        sym::VOID
            | sym::BOOL
            | sym::CHAR
            | sym::WCHAR_T
            | sym::CHAR16_T
            | sym::CHAR32_T
            | sym::SHORT
            | sym::INT
            | sym::LONG
            | sym::SIGNED
            | sym::SIGNED2
            | sym::UNSIGNED
            | sym::FLOAT
            | sym::DOUBLE
            | sym::INT128
            | sym::INT128_T
            | sym::UINT128_T
            | sym::FLOAT16
            | sym::BOOL2
    )
}

/// Specifiers without arguments that are no type.
pub(super) fn is_plain_specifier(word: Symbol) -> bool {
    matches!(
        word,
        sym::CONST
            | sym::CONST2
            | sym::VOLATILE
            | sym::VOLATILE2
            | sym::VOLATILE3
            | sym::RESTRICT
            | sym::RESTRICT2
            | sym::TYPEDEF
            | sym::STATIC
            | sym::EXTERN
            | sym::INLINE
            | sym::INLINE2
            | sym::INLINE3
            | sym::CONSTEXPR
            | sym::CONSTEVAL
            | sym::CONSTINIT
            | sym::MUTABLE
            | sym::REGISTER
            | sym::THREAD_LOCAL
            | sym::THREAD
            | sym::VIRTUAL
            | sym::EXPLICIT
            | sym::GLOBAL
            | sym::DEVICE
            | sym::HOST
            | sym::SHARED
            | sym::CONSTANT
            | sym::MANAGED
            | sym::FORCEINLINE
            | sym::NOINLINE
            | sym::GRID_CONSTANT
            | sym::EXTENSION
            | sym::NORETURN
            | sym::CDECL
    )
}

/// Specifiers with a bracketed argument that are no type.
pub(super) fn is_bracketed_specifier(word: Symbol) -> bool {
    matches!(
        word,
        sym::ATTRIBUTE
            | sym::ATTRIBUTE2
            | sym::DECLSPEC
            | sym::ALIGNAS
            | sym::ALIGNAS2
            | sym::ALIGN2
            | sym::LAUNCH_BOUNDS
            | sym::CLUSTER_DIMS
            | sym::MAXNREG
            | sym::BLOCK_SIZE
    )
}
