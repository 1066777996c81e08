//! The table of diagnostic codes: one row a code.
//!
//! Each code has a page `docs/codes/CODE.md` with a failing and a fixed program; [`explain`] returns it.
//! Families: `K00xx` lexical, `K01xx` preprocessor, `K02xx` syntax, `K03xx` names and types, `K04xx` CUDA rules,
//! `K05xx` unsupported features, `K06xx` warnings, `K07xx` IR text and bytecode, `K08xx` command line and files,
//! `K09xx` mistakes of kern itself; `R01xx` memory findings, `R02xx` barriers and warp operations, `R03xx` races,
//! `R04xx` progress and resources, `R05xx` host runtime.

/// A stable code such as `K0301`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Code(pub &'static str);

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// Whose fault a code reports; each has its own title when rendered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    /// The user's program is wrong.
    Program,
    /// The program is right, `kern` does not do this yet.
    Unsupported,
    /// A limit of the machine or of `kern` was reached.
    Resource,
    /// A mistake of `kern` itself.
    Internal,
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct CodeRow {
    /// The code.
    pub code: Code,
    /// Whose fault.
    pub family: Family,
    /// One line: what the code says.
    pub title: &'static str,
    /// The page, Markdown.
    pub page: &'static str,
}
macro_rules! codes {
    ($($name:ident = $code:literal, $family:ident, $title:literal;)*) => {
        impl Code {
            $(#[doc = $title] pub const $name: Code = Code($code);)*
        }
        /// Every code, in order.
        pub const CODES: &[CodeRow] = &[
            $(CodeRow { code: Code($code), family: Family::$family, title: $title,
                page: include_str!(concat!("../../../docs/codes/", $code, ".md")) },)*
        ];
    };
}

// One row a code: constant, code, whose fault, title. The page is docs/codes/CODE.md.
codes! {
    // Lexical.
    STRAY_CHARACTER = "K0001", Program, "a character starts no token";
    UNTERMINATED_STRING = "K0002", Program, "a string is not closed";
    UNTERMINATED_CHAR = "K0003", Program, "a character literal is not closed";
    UNTERMINATED_COMMENT = "K0004", Program, "a comment is not closed";
    BAD_NUMBER = "K0005", Program, "a number is malformed";
    BAD_CHARACTER = "K0006", Program, "a character or string literal is malformed";

    // Preprocessor.
    INCLUDE_NOT_FOUND = "K0101", Program, "a file to be included does not exist";
    INCLUDE_CYCLE = "K0102", Program, "files include each other without end";
    BAD_DIRECTIVE = "K0103", Program, "a preprocessor directive is malformed";
    UNBALANCED_CONDITIONAL = "K0104", Program, "`#if`, `#else` and `#endif` do not match";
    BAD_MACRO = "K0105", Program, "a macro definition is malformed";
    MACRO_ARGUMENTS = "K0106", Program, "a macro is called with wrong arguments";
    BAD_CONDITION = "K0107", Program, "the condition of `#if` is malformed";
    ERROR_DIRECTIVE = "K0108", Program, "an `#error` was reached";
    BAD_PASTE = "K0109", Program, "`##` does not make one token";
    EXPANSION_LIMIT = "K0110", Resource, "the expansion of macros does not end in time";
    MACRO_REDEFINED = "K0111", Program, "a macro is defined twice";
    WARNING_DIRECTIVE = "K0112", Program, "a `#warning` was reached";
    PRAGMA_IGNORED = "K0113", Program, "a pragma is ignored";
    TOO_MANY_TOKENS = "K0114", Resource, "the program is too long";

    // Syntax.
    UNEXPECTED_TOKEN = "K0201", Program, "the text does not follow the grammar";
    MISSING_SEMICOLON = "K0202", Program, "a `;` is missing";
    UNCLOSED_BRACKET = "K0203", Program, "brackets do not match";
    NESTING_TOO_DEEP = "K0204", Resource, "the text is nested too deeply";
    BAD_SPECIFIERS = "K0205", Program, "specifiers do not go together";
    MISSING_NAME = "K0206", Program, "a declaration lacks a name";
    BAD_LAUNCH = "K0207", Program, "the launch configuration is malformed";
    TOO_MANY_ERRORS = "K0208", Program, "there are too many syntax errors";

    // Unsupported syntax.
    UNSUPPORTED_SYNTAX = "K0501", Unsupported, "this syntax is not supported";
    UNSUPPORTED_PACKING = "K0502", Unsupported, "packed layouts are not supported";

    // Lowering.
    UNDEFINED_FUNCTION = "K0390", Program, "a called function is defined nowhere";
    INLINE_PTX = "K0490", Program, "inline PTX is wrong";
    UNSUPPORTED_LOWERING = "K0590", Unsupported, "this cannot be compiled yet";

    // IR text and bytecode.
    IR_TEXT = "K0701", Program, "a PTX text is not as kern writes it";
    IR_RULE = "K0702", Program, "a PTX text breaks a rule of the IR";
    BYTECODE = "K0703", Program, "a bytecode file is damaged";
    BYTECODE_VERSION = "K0704", Program, "a bytecode file is of another version of kern";

    // Command line and files.
    UNREADABLE_FILE = "K0801", Program, "a file cannot be read";
    NOT_UTF8 = "K0802", Program, "a source file is not UTF-8 text";
    BINARY_FILE = "K0803", Program, "a source file is not text";
    FILE_TOO_LARGE = "K0804", Resource, "a source file is too large";
    UNWRITABLE_FILE = "K0805", Program, "an output file cannot be written";
    NO_MAIN = "K0806", Program, "a program to run has no `main`";

    UNKNOWN_DEVICE = "K0890", Program, "no device has this name";
    NO_ROOM = "K0891", Resource, "a variable does not fit into memory";

    // Mistakes of kern itself.
    INTERNAL = "K0900", Internal, "kern made a mistake";

    // Findings: memory.
    OUT_OF_BOUNDS = "R0101", Program, "a kernel accesses memory outside the allocation its pointer came from";
    SHARED_OUT_OF_BOUNDS = "R0102", Program, "an index outside a shared array";
    LOCAL_OUT_OF_BOUNDS = "R0103", Program, "an index outside a local array";
    HOST_OUT_OF_BOUNDS = "R0104", Program, "host code accesses memory outside the block its pointer came from";
    NULL_POINTER = "R0105", Program, "access through a null pointer";
    WILD_POINTER = "R0106", Program, "access to an address where nothing is";
    USE_AFTER_FREE = "R0107", Program, "access to memory that was freed";
    HOST_POINTER_IN_KERNEL = "R0108", Program, "a kernel uses host memory";
    DEVICE_POINTER_ON_HOST = "R0109", Program, "host code dereferences a device pointer";
    WRITE_TO_CONSTANT = "R0110", Program, "write to constant memory";
    MISALIGNED = "R0111", Program, "an address is not a multiple of the access's size";
    DEAD_STACK = "R0112", Program, "access to a variable of a function that has returned";

    // Findings: barriers and warp-level operations.
    BARRIER_DIVERGENT = "R0201", Program, "a barrier is not reached by all threads of the block together";
    LANES_MISSING = "R0202", Program, "a warp-level operation names lanes that do not execute it";
    CALLER_NOT_IN_MASK = "R0203", Program, "a lane executes a warp-level operation whose mask does not name it";

    // Findings: progress and resources.
    NO_PROGRESS = "R0401", Program, "a launch makes no progress";
    OUT_OF_FUEL = "R0402", Program, "a loop exceeds the instruction budget";
    STACK_OVERFLOW = "R0403", Program, "the stack overflows";
    TRAP = "R0404", Program, "execution reached a trap";
    BAD_FUNCTION = "R0405", Program, "a call through a pointer that is no function";
    UNSUPPORTED_EXECUTION = "R0490", Unsupported, "kern cannot execute this yet";

    // Host runtime.
    BAD_FREE = "R0501", Program, "a pointer is freed that cannot be freed like this";
    PRINTF_ARGUMENT = "R0502", Program, "a format asks for another argument than it gets";
    COPY_DIRECTION = "R0503", Program, "the direction of a copy contradicts its pointers";
    LAUNCH_FAILED_UNSEEN = "R0504", Program, "a launch failed and the program did not notice";
    DYNAMIC_PARALLELISM = "R0590", Unsupported, "a kernel launches a kernel";
}

/// The row of `code`, if there is one.
pub fn lookup(code: &str) -> Option<&'static CodeRow> {
    CODES.iter().find(|row| row.code.0.eq_ignore_ascii_case(code))
}

/// The page of `code`, if there is one.
pub fn explain(code: &str) -> Option<&'static str> {
    lookup(code).map(|row| row.page)
}
