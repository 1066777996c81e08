//! Spellings as small numbers; the keywords have fixed ones.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

/// The spelling of a token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Symbol(pub(crate) u32);

/// FNV-1a folded over words: spellings are short and not chosen by an enemy that could gain much.
#[derive(Clone, Copy)]
pub(crate) struct QuickHasher(u64);

impl Default for QuickHasher {
    fn default() -> QuickHasher {
        QuickHasher(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for QuickHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            self.write_u64(u64::from_le_bytes(chunk.try_into().unwrap_or_default()));
        }
        for &byte in chunks.remainder() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
}

/// A map by small keys.
pub(crate) type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<QuickHasher>>;

/// All spellings of one compilation.
pub(crate) struct Interner {
    map: QuickMap<Arc<str>, Symbol>,
    texts: Vec<Arc<str>>,
}

impl Interner {
    /// Holds the keywords.
    pub(crate) fn new() -> Interner {
        let mut interner = Interner { map: QuickMap::default(), texts: Vec::with_capacity(2048) };
        for (i, text) in FIXED.iter().enumerate() {
            let symbol = interner.intern(text);
            debug_assert_eq!(symbol.0 as usize, i, "`{text}` is listed twice");
        }
        interner
    }

    /// The symbol of `text`.
    pub(crate) fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.map.get(text) {
            return symbol;
        }
        let symbol = Symbol(self.texts.len() as u32);
        let text: Arc<str> = Arc::from(text);
        self.texts.push(text.clone());
        self.map.insert(text, symbol);
        symbol
    }

    /// Another symbol with the text of `symbol`: the text where it is not that word.
    pub(crate) fn alias(&mut self, symbol: Symbol) -> Symbol {
        let alias = Symbol(self.texts.len() as u32);
        let text = self.text(symbol).clone();
        self.texts.push(text);
        alias
    }

    /// The text of `symbol`.
    pub(crate) fn text(&self, symbol: Symbol) -> &Arc<str> {
        &self.texts[symbol.0 as usize]
    }
}

macro_rules! fixed {
    ($($name:ident = $text:literal)*) => {
        /// Symbols with a meaning to the preprocessor or the adapter.
        pub(crate) mod sym {
            use super::{Symbol, fixed};
            $(pub(crate) const $name: Symbol = fixed($text);)*
        }
        const FIXED: &[&str] = &[$($text),*];
    };
}

/// The symbol of one of the spellings in [`FIXED`].
const fn fixed(text: &str) -> Symbol {
    let mut i = 0;
    while !is_same(FIXED[i].as_bytes(), text.as_bytes()) {
        i += 1;
    }
    Symbol(i as u32)
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

fixed! {
    EMPTY = ""
    // Preprocessor.
    DEFINE = "define" UNDEF = "undef" INCLUDE = "include" INCLUDE_NEXT = "include_next" IFDEF = "ifdef" IFNDEF = "ifndef"
    ELIF = "elif" ENDIF = "endif" ERROR = "error" WARNING = "warning" LINE = "line" PRAGMA = "pragma" IDENT = "ident"
    DEFINED = "defined" HAS_INCLUDE = "__has_include" VA_ARGS = "__VA_ARGS__" VA_OPT = "__VA_OPT__" ONCE = "once"
    UNROLL = "unroll"
    NOUNROLL = "nounroll" PRAGMA_OPERATOR = "_Pragma" FILE_MACRO = "__FILE__" LINE_MACRO = "__LINE__"
    COUNTER_MACRO = "__COUNTER__" DATE_MACRO = "__DATE__" TIMESTAMP_MACRO = "__TIMESTAMP__" BASE_FILE = "__BASE_FILE__" PUSH_MACRO = "push_macro"
    POP_MACRO = "pop_macro"
    TIME_MACRO = "__TIME__" CUDA_ARCH = "__CUDA_ARCH__" INCLUDE_LEVEL = "__INCLUDE_LEVEL__" HAS_ATTRIBUTE = "__has_attribute"
    HAS_CPP_ATTRIBUTE = "__has_cpp_attribute" HAS_BUILTIN = "__has_builtin" HAS_FEATURE = "__has_feature" PACK = "pack"
    OMP = "omp" OPENMP = "__KERN_OPENMP"
    // Words of C++ and CUDA.
    ALIGNAS = "alignas" ALIGNOF = "alignof" ASM = "asm" AUTO = "auto" BOOL = "bool" BREAK = "break" CASE = "case" CATCH = "catch"
    CHAR = "char" CHAR16_T = "char16_t" CHAR32_T = "char32_t" CLASS = "class" CONST = "const" CONSTEXPR = "constexpr"
    CONST_CAST = "const_cast" CONTINUE = "continue" DECLTYPE = "decltype" DEFAULT = "default" DELETE = "delete" DO = "do"
    DOUBLE = "double" DYNAMIC_CAST = "dynamic_cast" ELSE = "else" ENUM = "enum" EXPLICIT = "explicit" EXPORT = "export"
    EXTERN = "extern" FALSE = "false" FLOAT = "float" FOR = "for" FRIEND = "friend" GOTO = "goto" IF = "if" INLINE = "inline"
    INT = "int" LONG = "long" MUTABLE = "mutable" NAMESPACE = "namespace" NEW = "new" NOEXCEPT = "noexcept" NULLPTR = "nullptr"
    OPERATOR = "operator" PRIVATE = "private" PROTECTED = "protected" PUBLIC = "public" REGISTER = "register"
    REINTERPRET_CAST = "reinterpret_cast" RETURN = "return" SHORT = "short" SIGNED = "signed" SIZEOF = "sizeof" STATIC = "static"
    STATIC_ASSERT = "static_assert" STATIC_CAST = "static_cast" STRUCT = "struct" SWITCH = "switch" TEMPLATE = "template"
    THIS = "this" THREAD_LOCAL = "thread_local" THROW = "throw" TRUE = "true" TRY = "try" TYPEDEF = "typedef" TYPEID = "typeid"
    TYPENAME = "typename" UNION = "union" UNSIGNED = "unsigned" USING = "using" VIRTUAL = "virtual" VOID = "void"
    VOLATILE = "volatile" WCHAR_T = "wchar_t" WHILE = "while" OVERRIDE = "override" FINAL = "final"
    AND = "and" AND_EQ = "and_eq" BITAND = "bitand" BITOR = "bitor" COMPL = "compl" NOT = "not" NOT_EQ = "not_eq" OR = "or"
    OR_EQ = "or_eq" XOR = "xor" XOR_EQ = "xor_eq"
    ASM2 = "__asm__" ASM3 = "__asm" ATTRIBUTE = "__attribute__" ATTRIBUTE2 = "__attribute" DECLSPEC = "__declspec"
    EXTENSION = "__extension__" INLINE2 = "__inline__" INLINE3 = "__inline" RESTRICT = "__restrict__" RESTRICT2 = "__restrict"
    CONST2 = "__const" VOLATILE2 = "__volatile__" VOLATILE3 = "__volatile" SIGNED2 = "__signed__" ALIGNOF2 = "__alignof__"
    ALIGNOF3 = "_Alignof" ALIGNAS2 = "_Alignas" STATIC_ASSERT2 = "_Static_assert" TYPEOF = "__typeof__" TYPEOF2 = "typeof"
    TYPEOF3 = "__typeof"
    INT128 = "__int128"
    INT128_T = "__int128_t" UINT128_T = "__uint128_t" FLOAT16 = "_Float16" BOOL2 = "_Bool" THREAD = "__thread" CDECL = "__cdecl"
    GLOBAL = "__global__" DEVICE = "__device__" HOST = "__host__" SHARED = "__shared__" CONSTANT = "__constant__"
    MANAGED = "__managed__" FORCEINLINE = "__forceinline__" NOINLINE = "__noinline__" LAUNCH_BOUNDS = "__launch_bounds__"
    GRID_CONSTANT = "__grid_constant__" ALIGN2 = "__align__" BUILTIN_OFFSETOF = "__builtin_offsetof" VA_ARG = "__builtin_va_arg"
    VA_ARG2 = "va_arg" NORETURN = "_Noreturn" CLUSTER_DIMS = "__cluster_dims__" MAXNREG = "__maxnreg__"
    BLOCK_SIZE = "__block_size__"
    UNDERLYING_TYPE = "__underlying_type"
    CONCEPT = "concept" CONSTEVAL = "consteval" CONSTINIT = "constinit" REQUIRES = "requires" CO_AWAIT = "co_await" CO_RETURN = "co_return" CO_YIELD = "co_yield"
    ALIGNED = "aligned" ALIGNED2 = "__aligned__" PACKED = "packed" PACKED2 = "__packed__" ALIGN = "align"
    NO_UNIQUE_ADDRESS = "no_unique_address" NO_UNIQUE_ADDRESS2 = "__no_unique_address__"
    NOINLINE2 = "noinline" ALWAYS_INLINE = "always_inline" ALWAYS_INLINE2 = "__always_inline__"
    GENERIC = "_Generic" BUILTIN_GENERIC = "__builtin_generic" AUTO_TYPE = "__auto_type"
    CONSTRUCTOR = "constructor" CONSTRUCTOR2 = "__constructor__" DESTRUCTOR = "destructor" DESTRUCTOR2 = "__destructor__"
}
