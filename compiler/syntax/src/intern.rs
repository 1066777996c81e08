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

    /// The text of `symbol`.
    pub(crate) fn text(&self, symbol: Symbol) -> &Arc<str> {
        &self.texts[symbol.0 as usize]
    }
}

macro_rules! fixed {
    ($($name:ident = $text:literal)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy)]
        enum Index { $($name),* }
        /// Symbols with a meaning to the preprocessor or the adapter.
        #[allow(non_upper_case_globals)]
        pub(crate) mod sym {
            use super::{Index, Symbol};
            $(pub(crate) const $name: Symbol = Symbol(Index::$name as u32);)*
        }
        const FIXED: &[&str] = &[$($text),*];
    };
}

fixed! {
    EMPTY = ""
    // Preprocessor.
    define = "define" undef = "undef" include = "include" include_next = "include_next" ifdef = "ifdef" ifndef = "ifndef"
    elif = "elif" endif = "endif" error = "error" warning = "warning" line = "line" pragma = "pragma" ident = "ident"
    defined = "defined" has_include = "__has_include" VA_ARGS = "__VA_ARGS__" VA_OPT = "__VA_OPT__" once = "once" unroll = "unroll"
    nounroll = "nounroll" Pragma = "_Pragma" FILE = "__FILE__" LINE = "__LINE__" COUNTER = "__COUNTER__" DATE = "__DATE__"
    TIME = "__TIME__" CUDA_ARCH = "__CUDA_ARCH__" INCLUDE_LEVEL = "__INCLUDE_LEVEL__" has_attribute = "__has_attribute"
    has_cpp_attribute = "__has_cpp_attribute" has_builtin = "__has_builtin" has_feature = "__has_feature" pack = "pack"
    omp = "omp"
    // Words of C++ and CUDA.
    alignas = "alignas" alignof = "alignof" asm = "asm" auto = "auto" bool_ = "bool" break_ = "break" case = "case" catch = "catch"
    char_ = "char" char16_t = "char16_t" char32_t = "char32_t" class = "class" const_ = "const" constexpr = "constexpr"
    const_cast = "const_cast" continue_ = "continue" decltype = "decltype" default = "default" delete = "delete" do_ = "do"
    double = "double" dynamic_cast = "dynamic_cast" else_ = "else" enum_ = "enum" explicit = "explicit" export = "export"
    extern_ = "extern" false_ = "false" float = "float" for_ = "for" friend = "friend" goto = "goto" if_ = "if" inline = "inline"
    int = "int" long = "long" mutable = "mutable" namespace = "namespace" new = "new" noexcept = "noexcept" nullptr = "nullptr"
    operator = "operator" private = "private" protected = "protected" public = "public" register = "register"
    reinterpret_cast = "reinterpret_cast" return_ = "return" short = "short" signed = "signed" sizeof = "sizeof" static_ = "static"
    static_assert = "static_assert" static_cast = "static_cast" struct_ = "struct" switch = "switch" template = "template"
    this = "this" thread_local = "thread_local" throw = "throw" true_ = "true" try_ = "try" typedef = "typedef" typeid = "typeid"
    typename = "typename" union = "union" unsigned = "unsigned" using = "using" virtual_ = "virtual" void = "void"
    volatile = "volatile" wchar_t = "wchar_t" while_ = "while" override_ = "override" final_ = "final"
    and = "and" and_eq = "and_eq" bitand = "bitand" bitor = "bitor" compl = "compl" not = "not" not_eq = "not_eq" or = "or"
    or_eq = "or_eq" xor = "xor" xor_eq = "xor_eq"
    asm2 = "__asm__" asm3 = "__asm" attribute = "__attribute__" attribute2 = "__attribute" declspec = "__declspec"
    extension = "__extension__" inline2 = "__inline__" inline3 = "__inline" restrict = "__restrict__" restrict2 = "__restrict"
    const2 = "__const" volatile2 = "__volatile__" volatile3 = "__volatile" signed2 = "__signed__" alignof2 = "__alignof__"
    alignof3 = "_Alignof" alignas2 = "_Alignas" static_assert2 = "_Static_assert" typeof_ = "__typeof__" typeof2 = "typeof" int128 = "__int128"
    int128_t = "__int128_t" uint128_t = "__uint128_t" float16 = "_Float16" bool2 = "_Bool" thread = "__thread" cdecl = "__cdecl"
    global = "__global__" device = "__device__" host = "__host__" shared = "__shared__" constant = "__constant__"
    managed = "__managed__" forceinline = "__forceinline__" noinline = "__noinline__" launch_bounds = "__launch_bounds__"
    grid_constant = "__grid_constant__" align2 = "__align__" builtin_offsetof = "__builtin_offsetof" va_arg = "__builtin_va_arg"
    va_arg2 = "va_arg" noreturn = "_Noreturn" cluster_dims = "__cluster_dims__" maxnreg = "__maxnreg__" underlying_type = "__underlying_type"
    concept = "concept" requires = "requires" co_await = "co_await" co_return = "co_return" co_yield = "co_yield"
    aligned = "aligned" aligned2 = "__aligned__" packed = "packed" packed2 = "__packed__" align = "align"

}
