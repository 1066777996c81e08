//! The table of diagnostic codes: one row a code.
//!
//! Each code has a page `docs/codes/CODE.md` with a failing and a fixed program; [`explain`] returns it.
//! Families: `K00xx` lexical, `K01xx` preprocessor, `K02xx` syntax, `K03xx` names and types, `K04xx` CUDA rules,
//! `K05xx` unsupported features, `K06xx` warnings, `K07xx` IR text and bytecode, `K08xx` command line and files,
//! `K09xx` mistakes of kern itself, `K10xx` embedding in Rust; `R01xx` memory findings, `R02xx` barriers and warp operations, `R03xx` races,
//! `R04xx` progress and resources, `R05xx` host runtime, `R06xx` initialisation,
//! `R07xx` memory model, `R08xx` leaks.

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
}

impl CodeRow {
    /// The page, Markdown; nothing without the feature `pages`.
    pub fn page(&self) -> &'static str {
        explain(self.code.0).unwrap_or_default()
    }
}

macro_rules! codes {
    ($($name:ident = $code:literal, $family:ident, $title:literal;)*) => {
        impl Code {
            $(#[doc = $title] pub const $name: Code = Code($code);)*
        }
        /// Every code, in order.
        pub const CODES: &[CodeRow] = &[
            $(CodeRow { code: Code($code), family: Family::$family, title: $title },)*
        ];
        #[cfg(feature = "pages")]
        const PAGES: &[&str] = &[$(include_str!(concat!("../../../docs/codes/", $code, ".md")),)*];
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
    UNSUPPORTED_PACKING = "K0502", Unsupported, "this packed layout is not supported";

    // Names and types.
    TYPE_MISMATCH = "K0301", Program, "a value has the wrong type";
    UNKNOWN_NAME = "K0302", Program, "an unknown name";
    UNKNOWN_TYPE = "K0303", Program, "an unknown type";
    NO_MEMBER = "K0304", Program, "no such member";
    REDEFINITION = "K0305", Program, "something is declared twice";
    NO_MATCH = "K0306", Program, "no function takes these arguments";
    AMBIGUOUS = "K0307", Program, "an ambiguous call";
    NOT_CALLABLE = "K0308", Program, "something is called that is not a function";
    NOT_A_PLACE = "K0309", Program, "a value is used as a variable";
    CONST = "K0310", Program, "something constant would be changed";
    OPERANDS = "K0311", Program, "an operator does not work on these types";
    INCOMPLETE = "K0312", Program, "a type is incomplete";
    NOT_CONSTANT = "K0313", Program, "a constant is needed";
    STATIC_ASSERT = "K0314", Program, "a static assertion does not hold";
    BAD_INITIALISER = "K0315", Program, "an initialiser does not fit";
    RETURN = "K0316", Program, "a `return` does not fit its function";
    BAD_JUMP = "K0317", Program, "a jump is wrong";
    BAD_SWITCH = "K0318", Program, "a `case` is wrong";
    UNKNOWN_LABEL = "K0319", Program, "an unknown label";
    BAD_CAST = "K0320", Program, "a cast that is not allowed";
    INACCESSIBLE = "K0321", Program, "a private member is used from outside";
    TEMPLATE = "K0322", Program, "wrong template arguments";
    DELETED = "K0323", Program, "a deleted function is used";
    NOT_A_POINTER = "K0324", Program, "something is dereferenced that is not a pointer";
    REFERENCE_BINDING = "K0325", Program, "a reference cannot refer to this";
    BAD_DECLARATION = "K0326", Program, "a declaration is wrong";
    ARRAY_LENGTH = "K0327", Program, "the length of an array is wrong";
    BAD_TYPE = "K0328", Program, "a type that does not exist";
    WRONG_KIND = "K0329", Program, "a name stands for something else";
    NO_OBJECT = "K0330", Program, "a member without an object";
    NOT_CAPTURED = "K0331", Program, "a lambda uses a variable that it does not capture";
    PACK = "K0332", Program, "a parameter pack is used wrongly";
    CANNOT_DEDUCE = "K0333", Program, "a type cannot be deduced";
    INSTANTIATION_DEPTH = "K0334", Resource, "templates are nested too deeply";
    PACK_TOO_LONG = "K0335", Resource, "a parameter pack is too long";
    INHERITANCE_TOO_DEEP = "K0336", Resource, "a class has too many bases above each other";
    OVERRIDE = "K0337", Program, "a virtual function is overridden wrongly";
    ABSTRACT = "K0338", Program, "an object of an abstract class";
    CONSTRAINT = "K0339", Program, "template arguments do not satisfy a constraint";
    // Lowering.
    UNDEFINED_FUNCTION = "K0390", Program, "a called function is defined nowhere";
    DEFINED_TWICE = "K0391", Program, "two files of a program define the same";
    DECLARED_OTHERWISE = "K0392", Program, "a function is declared otherwise than another file defines it";
    // CUDA rules.
    KERNEL_RESULT = "K0401", Program, "a kernel returns something";
    KERNEL_CALLED = "K0402", Program, "a kernel is called like a function";
    LAUNCHES_NON_KERNEL = "K0403", Program, "something is launched that is not a kernel";
    LAUNCH_ARGUMENT = "K0404", Program, "the arguments of a launch do not fit the kernel";
    LAUNCH_CONFIGURATION = "K0405", Program, "a launch configuration is wrong";
    HOST_FROM_DEVICE = "K0406", Program, "device code calls a host function";
    DEVICE_FROM_HOST = "K0407", Program, "host code calls a device function";
    SHARED_INITIALISER = "K0408", Program, "a `__shared__` variable is initialised";
    SHARED_IN_HOST = "K0409", Program, "`__shared__` in host code";
    TOO_MUCH_SHARED = "K0410", Program, "too much static shared memory";
    DYNAMIC_CONSTANT = "K0411", Program, "a `__constant__` variable starts from a value that is not constant";
    TOO_MUCH_CONSTANT = "K0412", Program, "too much constant memory";
    WRITES_CONSTANT = "K0413", Program, "device code assigns to constant memory";
    ASSIGNS_BUILTIN = "K0414", Program, "a built-in variable is changed";
    BUILTIN_ON_HOST = "K0415", Program, "a built-in variable of device code in host code";
    HOST_VARIABLE = "K0416", Program, "device code uses a host variable";
    KERNEL_PARAMETER = "K0417", Program, "a kernel parameter that cannot be passed";
    MEMORY_SPACE = "K0418", Program, "a memory space where there can be none";
    VARIADIC_DEVICE = "K0419", Program, "a device function with a variable number of arguments";
    DYNAMIC_DEVICE = "K0420", Program, "a device variable starts from a value that is not constant";
    LAUNCH_BOUNDS = "K0421", Program, "wrong launch bounds";
    KERNEL_SPECIFIERS = "K0422", Program, "specifiers that do not go with `__global__`";
    DEVICE_VARIABLE = "K0423", Program, "host code uses a device variable";
    EXTERN_SHARED = "K0424", Program, "`extern __shared__` without `[]`";
    LAMBDA_CAPTURE = "K0425", Program, "a device lambda captures by reference";
    EXCEPTION_ON_DEVICE = "K0426", Program, "exceptions or types at run time in device code";
    INLINE_PTX = "K0490", Program, "inline PTX is wrong";
    // Unsupported.
    UNSUPPORTED_LANGUAGE = "K0501", Unsupported, "a feature that kern does not support yet";
    UNSUPPORTED_LOWERING = "K0590", Unsupported, "this cannot be compiled yet";
    LOOPS_TOO_DEEP = "K0591", Resource, "loops are nested too deeply";
    NATIVE_CODE = "K0592", Unsupported, "code of another compiler";
    OPTION = "K0593", Unsupported, "an option of nvcc that kern does not carry out";
    // Warnings.
    BARRIER_UNDER_CONDITION = "K0601", Program, "a barrier under a condition that differs between threads";
    SIZE_IN_ELEMENTS = "K0602", Program, "a size that looks like a number of elements";
    COPY_DIRECTION_WARNING = "K0603", Program, "the direction of a copy contradicts its arguments";
    HOST_POINTER_TO_KERNEL = "K0604", Program, "a kernel is given the address of a host variable";
    DIVISION_BY_ZERO = "K0605", Program, "division by zero";
    ASSIGNMENT_CONDITION = "K0606", Program, "an assignment as a condition";
    REPEATED_QUALIFIER = "K0607", Program, "a qualifier is written twice";
    MISSING_RETURN = "K0608", Program, "a function can end without its result";
    USED_UNSET = "K0609", Program, "a variable is used before it has a value";
    RETURNS_LOCAL = "K0610", Program, "a function returns the address of its own variable";
    UNSIGNED_ZERO = "K0611", Program, "an unsigned integer is compared with zero";
    NO_EFFECT = "K0612", Program, "an expression does nothing";
    CONSTANT_CONVERSION = "K0613", Program, "a constant does not fit its type";
    FORMAT = "K0614", Program, "a format does not fit its arguments";
    UNUSED_VARIABLE = "K0615", Program, "a variable is never read";
    OLD_CUDA = "K0616", Program, "a feature that a later CUDA dropped";
    LITERAL_TO_CHAR = "K0617", Program, "a string literal as text that may be changed";
    CONTAINER_ADDRESS = "K0618", Program, "the address of a container in place of its elements";
    MISLEADING_INDENTATION = "K0619", Program, "a statement is indented as if a condition guarded it";
    SHARED_OVERLAP = "K0620", Program, "two dynamic shared arrays are one";
    EMPTY_IF = "K0621", Program, "a `;` ends an `if`";
    SHIFT_COUNT = "K0622", Program, "a shift by more bits than there are";
    SHUFFLE_WIDTH = "K0623", Program, "the width of a shuffle is no power of two";
    RELAXED_CONSTEXPR = "K0624", Program, "device code calls a constexpr function of the host";
    CONSTANT_NEVER_SET = "K0625", Program, "a `__constant__` variable never gets a value";
    LOCAL_HANDED_ON = "K0626", Program, "the address of a thread's own variable is handed to other threads";

    // IR text and bytecode.
    IR_TEXT = "K0701", Program, "a PTX text is not as kern writes it";
    IR_RULE = "K0702", Program, "a PTX text breaks a rule of the IR";
    BYTECODE = "K0703", Program, "a bytecode file is damaged";
    BYTECODE_VERSION = "K0704", Program, "a bytecode file is of another version of kern";

    // Command line and files.
    UNREADABLE_FILE = "K0801", Program, "a file cannot be read";
    NOT_UTF8 = "K0802", Program, "a source file is UTF-16 text";
    BINARY_FILE = "K0803", Program, "a source file is not text";
    FILE_TOO_LARGE = "K0804", Resource, "a source file is too large";
    UNWRITABLE_FILE = "K0805", Program, "an output file cannot be written";
    NO_MAIN = "K0806", Program, "a program to run has no `main`";
    OUTSIDE_INCLUDE = "K0807", Resource, "a sandbox has no files outside the program's folder";
    TOLD_TO_END = "K0808", Resource, "a signal ends the program";
    NOT_TRACED = "K0809", Program, "a launch, block or warp to trace is not there";
    BAD_TRACE = "K0810", Program, "a trace is damaged";
    TRACE_CUT = "K0811", Resource, "a trace ends early";
    CANNOT_SERVE = "K0813", Program, "the playground cannot listen";
    NO_PAGE_ENGINE = "K0814", Resource, "an exported playground cannot run programs";

    BAD_SUPPRESSION = "K0812", Program, "a file of suppressions has a line that is no rule";
    UNKNOWN_DEVICE = "K0890", Program, "no device has this name";
    NO_ROOM = "K0891", Resource, "a variable does not fit into memory";

    // Mistakes of kern itself.
    INTERNAL = "K0900", Internal, "kern made a mistake";
    UNSUPPORTED_EXECUTION = "K0901", Unsupported, "kern's engine cannot execute this";

    // Embedding: launches from Rust.
    UNKNOWN_KERNEL = "K1001", Program, "a Rust program asks for a kernel that is not there";
    AMBIGUOUS_KERNEL = "K1002", Program, "a Rust program asks for a kernel whose name several have";
    ARGUMENT_COUNT = "K1003", Program, "a launch from Rust has another number of arguments than the kernel has parameters";
    ARGUMENT_TYPE = "K1004", Program, "an argument of a launch from Rust has another type than the parameter";
    FOREIGN_BUFFER = "K1005", Program, "a buffer is used with a device that it does not belong to";
    LAUNCH_SHAPE = "K1006", Program, "a launch from Rust is not possible on the device";
    KERNEL_FAILED = "K1007", Program, "a kernel launched from Rust failed";
    DEVICE_MEMORY = "K1008", Resource, "a device has not enough memory left";
    UNKNOWN_SYMBOL = "K1009", Program, "a Rust program asks for a device variable that is not there or is of another type";
    BUFFER_LENGTH = "K1010", Program, "data has another length than the buffer it is written to";

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
    CLUSTER_BLOCK = "R0113", Program, "access to the shared memory of a block that is not there";

    // Findings: barriers and warp-level operations.
    BARRIER_DIVERGENT = "R0201", Program, "a barrier is not reached by all threads of the block together";
    LANES_MISSING = "R0202", Program, "a warp-level operation names lanes that do not execute it";
    CALLER_NOT_IN_MASK = "R0203", Program, "a lane executes a warp-level operation whose mask does not name it";

    // Findings: races.
    RACE_SHARED = "R0301", Program, "threads of a block race for shared memory";
    RACE_GLOBAL = "R0302", Program, "threads of a block race for global memory";
    RACE_OF_OPERATIONS = "R0303", Program, "launches or copies that nothing orders use the same memory";
    NEEDS_LOCK_STEP = "R0305", Program, "volatile accesses of lanes that only lock step orders";
    RACE_OF_BLOCKS = "R0307", Program, "blocks race";
    RESULT_OF_ORDER = "R0308", Program, "the result depends on the order in which threads run";
    PRINTED_IN_ANY_ORDER = "R0309", Program, "kernels print in an order that depends on that of threads";
    ROUNDED_IN_ANY_ORDER = "R0310", Program, "sums of floats are rounded in an order that depends on that of threads";
    MORE_ORDERS = "R0311", Program, "there are more orders of threads than were tried";
    MORE_RACES = "R0312", Program, "there are more races than are told of";
    SHADOW_FULL = "R0390", Resource, "there is no memory to look for all races";

    // Findings: initialisation.
    UNWRITTEN_READ = "R0601", Program, "a kernel uses memory that nothing was written to";
    UNWRITTEN_COPY = "R0602", Program, "memory that nothing was written to is copied to the host";
    UNWRITTEN_ON_HOST = "R0603", Program, "host code uses memory that nothing was written to";
    SHUFFLE_FROM_NOBODY = "R0604", Program, "what a shuffle read from a lane that takes no part is used";

    // Findings: memory model.
    STALE_READ = "R0701", Program, "a loop waits for another block with a plain read";
    MISSING_FENCE = "R0702", Program, "a flag announces data that nothing orders before it";
    READ_ONLY_WRITTEN = "R0703", Program, "a kernel reads through the read-only path what it writes";

    // Findings: leaks.
    LEAK = "R0801", Program, "memory of the device is never freed";
    UNUSED = "R0802", Program, "nothing reads what is written to device memory";
    IDLE_BARRIER = "R0803", Program, "a barrier orders nothing";

    // Findings: progress and resources.
    NO_PROGRESS = "R0401", Program, "a launch makes no progress";
    OUT_OF_FUEL = "R0402", Program, "the instruction budget is used up";
    STACK_OVERFLOW = "R0403", Program, "the stack overflows";
    TRAP = "R0404", Program, "execution reached a trap";
    BAD_FUNCTION = "R0405", Program, "a call through a pointer that is no function";
    ASSERTION = "R0406", Program, "an assertion in a kernel failed";
    DIVIDED_BY_ZERO = "R0407", Program, "an integer is divided by zero";
    HOST_DEADLOCK = "R0408", Program, "all host threads wait";
    TIME_LIMIT = "R0411", Resource, "the program's time is over";
    OUTPUT_LIMIT = "R0413", Resource, "the program writes more than it may";
    PROGRAM_FUEL = "R0414", Resource, "the instruction budget of the whole program is used up";
    CALLBACKS_TOO_DEEP = "R0415", Program, "library functions and the program call one another without an end";
    SANDBOXED = "R0416", Resource, "the sandbox has nothing of this machine";
    MEMORY_LIMIT = "R0417", Resource, "the program asks for more memory than it may have";
    NO_PLAIN_FILE = "R0418", Unsupported, "a file is not a plain one";

    // Host runtime.
    BAD_FREE = "R0501", Program, "a pointer is freed that cannot be freed like this";
    PRINTF_ARGUMENT = "R0502", Program, "a format asks for another argument than it gets";
    COPY_DIRECTION = "R0503", Program, "the direction of a copy contradicts its pointers";
    LAUNCH_FAILED_UNSEEN = "R0504", Program, "a launch failed and the program did not notice";
    CALL_FAILED_UNSEEN = "R0505", Program, "a call of the runtime failed and the program did not notice";
    COPY_OUT_OF_BOUNDS = "R0506", Program, "a copy or fill leaves the memory that it is for";
    FILL_VALUE = "R0507", Program, "a fill is given a number that is no byte";
    PRINTED_NEVER_SHOWN = "R0508", Program, "what a kernel prints is never shown";
    PRINTF_BUFFER_FULL = "R0509", Program, "a kernel prints more than the buffer for it holds";
    UNFINISHED_WORK = "R0510", Program, "the host uses memory that unfinished work of the device uses";
    CALL_FAILED_AT_END = "R0511", Program, "a call of the runtime failed, and the program ended for it";
}

/// The row of `code`, if there is one.
pub fn lookup(code: &str) -> Option<&'static CodeRow> {
    CODES.iter().find(|row| row.code.0.eq_ignore_ascii_case(code))
}

#[cfg(not(feature = "pages"))]
const PAGES: &[&str] = &[];

/// The page of `code`, if there is one; none without the feature `pages`.
pub fn explain(code: &str) -> Option<&'static str> {
    let index = CODES.iter().position(|row| row.code.0.eq_ignore_ascii_case(code))?;
    PAGES.get(index).copied()
}
