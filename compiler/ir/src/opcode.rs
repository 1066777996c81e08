//! The opcode table: one row declares an opcode.
//!
//! A row gives PTX's spelling, the operands, the effects, whether it is a warp-level operation, and where the PTX
//! ISA describes it. Text, verifier, passes and engines derive from it.

/// What an opcode may do besides computing its results.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effects {
    /// Nothing: may be moved, merged and removed.
    Pure,
    /// Nothing but it may trap or be slow: may be removed and merged, not executed where it was not (integer division).
    PureNotSpeculatable,
    /// Reads memory.
    Load,
    /// Writes memory.
    Store,
    /// Reads and writes memory as one step.
    Atomic,
    /// Synchronises threads or orders memory; depends on who executes it.
    Sync,
    /// Reads something that changes (clocks, `activemask`).
    Volatile,
    /// Calls a function.
    Call,
    /// Ends an IR block.
    Control,
}

/// The register class of an operand or a result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// That of the instruction's type.
    Own,
    /// That of the type it converts from.
    Source,
    /// `.b64` if the product is `wide`, else that of the instruction's type.
    Product,
    /// `.b32`
    Word,
    /// `.b64`
    Double,
    /// `.pred`
    Pred,
    /// `.b32` of `vote.ballot`, else `.pred`.
    Ballot,
}

/// Which operands and results an instruction has. The verifier, the reader of text and whoever makes instructions at random go by it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Operands, and results, in registers of these classes.
    Plain(&'static [Class], &'static [Class]),
    /// The same, and perhaps a second result, `.pred`; of `match` for `all` only.
    WithPred(&'static [Class], &'static [Class]),
    /// No operand, one result of the type; the payload says what.
    Leaf,
    /// `.b64` (or `.b32`) address, one result of the type or `vector` of them.
    Load,
    /// Address, then 1 or `vector` values of the type.
    Store,
    /// Address and 1 value (2 for `cas`), result of the type.
    Atom,
    /// Address and 1 value, no result.
    Red,
    /// An address, no result.
    Address,
    /// A handle, a place and more, as `geometry` says: [`crate::texture`].
    Texture,
    /// An operand of a register as large as the result; before contraction more.
    Move,
    /// The number of threads if it is not the whole block, then the predicate of `red`.
    Barrier,
    /// The callee's parameters, behind its address if it is none that is known.
    Call,
    /// A condition, or an index, and targets.
    Jump,
    /// The function's results.
    Return,
}

impl Format {
    /// One operand and a result of the type.
    pub const UNARY: Format = Format::Plain(&[Class::Own], &[Class::Own]);
    /// Two operands and a result of the type.
    pub const BINARY: Format = Format::Plain(&[Class::Own; 2], &[Class::Own]);
    /// Three operands and a result of the type.
    pub const TERNARY: Format = Format::Plain(&[Class::Own; 3], &[Class::Own]);
    /// By a number of bits.
    pub const SHIFT: Format = Format::Plain(&[Class::Own, Class::Word], &[Class::Own]);
    /// Two factors.
    pub const PRODUCT: Format = Format::Plain(&[Class::Own; 2], &[Class::Product]);
    /// Two factors, and what is added to their product.
    pub const PRODUCT_SUM: Format = Format::Plain(&[Class::Own, Class::Own, Class::Product], &[Class::Product]);
    /// Three words and one.
    pub const WORDS: Format = Format::Plain(&[Class::Word; 3], &[Class::Word]);
    /// Nothing.
    pub const NONE: Format = Format::Plain(&[], &[]);
    /// A word that says for whom or how long.
    pub const WAIT: Format = Format::Plain(&[Class::Word], &[]);

    /// Operand 0 is an address in brackets.
    pub fn has_address(self) -> bool {
        matches!(self, Format::Load | Format::Store | Format::Atom | Format::Red | Format::Address)
    }
}

/// As the book shows it: `(own, word) → own`.
impl std::fmt::Display for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = |classes: &[Class]| classes.iter().map(|class| format!("{class:?}").to_lowercase()).collect::<Vec<_>>().join(", ");
        match self {
            Format::Plain(args, results) => {
                write!(f, "({}) → {}", list(args), if results.is_empty() { "nothing".into() } else { list(results) })
            }
            Format::WithPred(args, results) => write!(f, "({}) → {}, perhaps pred", list(args), list(results)),
            other => write!(f, "{other:?}"),
        }
    }
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct OpcodeRow {
    /// The opcode.
    pub op: Opcode,
    /// PTX's mnemonic without modifiers.
    pub name: &'static str,
    /// Operands and results.
    pub format: Format,
    /// Effects.
    pub effects: Effects,
    /// Lanes of a warp exchange or wait: must not be moved across control flow.
    pub is_warp_level: bool,
}

impl OpcodeRow {
    /// What it does.
    pub fn doc(&self) -> &'static str {
        DOCS[self.op as usize].1
    }

    /// Sections of the PTX ISA.
    pub fn section(&self) -> &'static str {
        DOCS[self.op as usize].0
    }
}

macro_rules! opcodes {
    ($($op:ident, $name:literal, $format:expr, $effects:ident, $warp:literal, $section:literal, $doc:literal;)*) => {
        /// The operations of the IR.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Opcode { $(#[doc = $doc] $op,)* }

        /// The table, indexed by opcode.
        pub const OPCODES: &[OpcodeRow] = &[$(OpcodeRow {
            op: Opcode::$op, name: $name, format: $format, effects: Effects::$effects, is_warp_level: $warp,
        },)*];

        /// Section and what it does, by opcode: no part of the rows, so that what never asks does not carry it.
        const DOCS: &[(&str, &str)] = &[$(($section, $doc),)*];
    };
}

use Class::{Ballot, Double, Own, Pred, Source, Word};
use Format::*;

/// Shorter, in rows.
const UNARY: Format = Format::UNARY;
const BINARY: Format = Format::BINARY;

// opcode, mnemonic, format, effects, warp-level, PTX ISA section, what it does
opcodes! {
    Add, "add", BINARY, Pure, false, "9.7.1.1, 9.7.3.3", "a + b; floats round to nearest even unless `rounding` says else.";
    Sub, "sub", BINARY, Pure, false, "9.7.1.2, 9.7.3.4", "a - b.";
    Mul, "mul", Format::PRODUCT, Pure, false, "9.7.1.3, 9.7.3.5", "a * b: integers `lo`, `hi` or `wide`.";
    Mad, "mad", Format::PRODUCT_SUM, Pure, false, "9.7.1.4", "a * b + c of integers.";
    Fma, "fma", Format::TERNARY, Pure, false, "9.7.3.6", "a * b + c of floats, rounded once.";
    Div, "div", BINARY, PureNotSpeculatable, false, "9.7.1.9, 9.7.3.8", "a / b; an integer divided by zero gives all ones.";
    Rem, "rem", BINARY, PureNotSpeculatable, false, "9.7.1.10", "a % b of integers, sign of a; by zero gives a.";
    Abs, "abs", UNARY, Pure, false, "9.7.1.11, 9.7.3.9", "Absolute value.";
    Neg, "neg", UNARY, Pure, false, "9.7.1.12, 9.7.3.10", "Negation.";
    Min, "min", BINARY, Pure, false, "9.7.1.13, 9.7.3.11", "Minimum; of floats the one that is not NaN, -0 < +0.";
    Max, "max", BINARY, Pure, false, "9.7.1.14, 9.7.3.12", "Maximum; see `min`.";
    Sad, "sad", Format::TERNARY, Pure, false, "9.7.1.7", "|a - b| + c.";
    Mul24, "mul24", Format::PRODUCT, Pure, false, "9.7.1.5", "Product of the low 24 bits; `lo` gives bits 0 to 31, `hi` bits 16 to 47.";
    Popc, "popc", Plain(&[Own], &[Word]), Pure, false, "9.7.1.15", "Number of one bits.";
    Clz, "clz", Plain(&[Own], &[Word]), Pure, false, "9.7.1.16", "Number of leading zero bits.";
    Bfind, "bfind", Plain(&[Own], &[Word]), Pure, false, "9.7.1.17", "Position of the most significant one bit (non-sign bit if signed); all ones if none.";
    Brev, "brev", UNARY, Pure, false, "9.7.1.19", "Bits in reverse order.";
    Bfe, "bfe", Plain(&[Own, Word, Word], &[Own]), Pure, false, "9.7.1.20", "(a, position, length): extracts a bit field.";
    Bfi, "bfi", Plain(&[Own, Own, Word, Word], &[Own]), Pure, false, "9.7.1.21", "(field, into, position, length): inserts a bit field.";
    Dp4a, "dp4a", Format::WORDS, Pure, false, "9.7.1.23", "(a, b, c) 4-way byte dot product; `ty` is a's signedness, `src_ty` b's.";
    Dp2a, "dp2a", Format::WORDS, Pure, false, "9.7.1.24", "(a, b, c) 2-way dot product; `mul` hi or lo picks the half of b.";
    Prmt, "prmt", Format::WORDS, Pure, false, "9.7.9.7", "(a, b, selector) picks bytes.";
    Shf, "shf", Format::WORDS, Pure, false, "9.7.8.8", "(low, high, amount): funnel shift, `left`, `sat` = clamp else wrap.";
    And, "and", BINARY, Pure, false, "9.7.8.1", "Bitwise and, also of predicates.";
    Or, "or", BINARY, Pure, false, "9.7.8.2", "Bitwise or, also of predicates.";
    Xor, "xor", BINARY, Pure, false, "9.7.8.3", "Bitwise exclusive or, also of predicates.";
    Not, "not", UNARY, Pure, false, "9.7.8.4", "Bitwise complement, also of predicates.";
    Shl, "shl", Format::SHIFT, Pure, false, "9.7.8.6", "Left shift; amounts of the width or more give 0.";
    Shr, "shr", Format::SHIFT, Pure, false, "9.7.8.7", "Right shift, of the sign if signed; amounts are clamped to the width.";
    Rcp, "rcp", UNARY, Pure, false, "9.7.3.13", "1 / a.";
    Sqrt, "sqrt", UNARY, Pure, false, "9.7.3.15", "Square root.";
    Rsqrt, "rsqrt", UNARY, Pure, false, "9.7.3.16", "1 / square root, approximate.";
    Sin, "sin", UNARY, Pure, false, "9.7.3.18", "Sine, approximate.";
    Cos, "cos", UNARY, Pure, false, "9.7.3.19", "Cosine, approximate.";
    Lg2, "lg2", UNARY, Pure, false, "9.7.3.20", "Binary logarithm, approximate.";
    Ex2, "ex2", UNARY, Pure, false, "9.7.3.21", "2 to the power a, approximate.";
    Tanh, "tanh", UNARY, Pure, false, "9.7.3.22", "Hyperbolic tangent, approximate.";
    Copysign, "copysign", BINARY, Pure, false, "9.7.3.2", "b with the sign of a.";
    Testp, "testp", Plain(&[Own], &[Pred]), Pure, false, "9.7.3.1", "Float class: `cmp` Num is `number`, Nan is `notanumber`.";
    Setp, "setp", Plain(&[Own, Own], &[Pred]), Pure, false, "9.7.6.2", "Compares a and b by `cmp`; gives a predicate.";
    Selp, "selp", Plain(&[Own, Own, Pred], &[Own]), Pure, false, "9.7.6.3", "(a, b, p): a if p else b. Of predicates too in the IR; the text form uses logic for those.";
    Cvt, "cvt", Plain(&[Source], &[Own]), Pure, false, "9.7.9.21", "Conversion from `src_ty` to `ty`; float to integer saturates, NaN gives 0.";
    Mov, "mov", Move, Pure, false, "9.7.9.1", "Bits moved between register classes of one size (`b32` and `f32`, `b64` and `f64`).";
    Sreg, "mov", Leaf, Pure, false, "10", "Reads a special register, such as `%tid.x`: that of the payload.";
    Clock, "mov", Leaf, Volatile, false, "10.24", "Reads a special register that changes: the clocks.";
    Address, "mov", Leaf, Pure, false, "9.7.9.1", "Address of the payload's variable or slot in its own space, or of a function.";
    Cvta, "cvta", Plain(&[Double], &[Double]), Pure, false, "9.7.9.20", "Address of `space` to generic, or with `to` back.";
    Isspacep, "isspacep", Plain(&[Double], &[Pred]), Pure, false, "9.7.9.19", "Whether a generic address lies in `space`; result `.pred`.";
    Ld, "ld", Load, Load, false, "9.7.9.8", "Loads from memory; `.nc`, which is `cache`, through the cache for what never changes.";
    LdParam, "ld.param", Leaf, Pure, false, "9.7.9.8", "Loads a parameter of the kernel: `payload`, at `offset`.";
    ParamAddress, "mov", Leaf, Pure, false, "9.7.9.1", "Address of a kernel parameter in `.param` space.";
    St, "st", Store, Store, false, "9.7.9.11", "Stores to memory.";
    Atom, "atom", Atom, Atomic, false, "9.7.13.5", "Atomic operation, gives the old value.";
    Red, "red", Red, Atomic, false, "9.7.13.7", "Atomic operation without result.";
    Fence, "fence", Format::NONE, Sync, false, "9.7.13.4", "Memory fence: `sem`, `scope`; `__threadfence` is `fence.sc.gpu` (printed `membar.gl`).";
    AsyncCommit, "cp.async.commit_group", Format::NONE, Sync, false, "9.7.9.25.3.2", "The thread's copies since the last one are a group.";
    AsyncWait, "cp.async.wait_group", Format::WAIT, Sync, false, "9.7.9.25.3.3", "(number): all but that many of its last groups are done; `cp.async.wait_all` for all ones, and where that is no constant.";
    Prefetch, "prefetch", Address, Sync, false, "9.7.9.15", "Hint; operand is the address.";
    Tex, "tex", Texture, Load, false, "9.7.10.3", "(handle, layer, coordinates): four components, filtered; of a mipmap the first level.";
    TexLevel, "tex.level", Texture, Load, false, "9.7.10.3", "As `tex`, of the level that the last operand says.";
    TexGrad, "tex.grad", Texture, Load, false, "9.7.10.3", "As `tex`, of the level that the last operands, two gradients, say.";
    Tld4, "tld4", Texture, Load, false, "9.7.10.4", "One component of the four texels that a linear filter would read.";
    Txq, "txq", Texture, Pure, false, "9.7.10.5", "A property of the texture.";
    Suld, "suld.b", Texture, Load, false, "9.7.11.1", "(handle, layer, coordinates): bits of a surface; x counts bytes.";
    Sust, "sust.b", Texture, Store, false, "9.7.11.2", "As `suld.b`, stores the values that follow.";
    Bar, "bar", Barrier, Sync, true, "9.7.13.1", "Barrier `offset` of the block: `bar` kind; `red` kinds take and give a predicate or count.";
    BarWarp, "bar.warp.sync", Format::WAIT, Sync, true, "9.7.13.2", "(mask): waits for the lanes of the mask.";
    Shfl, "shfl.sync", WithPred(&[Word; 4], &[Word]), Sync, true, "9.7.9.6", "(a, b, c, mask): result and, optionally, a second result `.pred`.";
    Vote, "vote.sync", Plain(&[Pred, Word], &[Ballot]), Sync, true, "9.7.13.10", "(predicate, mask): `.pred`, or `.b32` for `ballot`.";
    Match, "match.sync", WithPred(&[Own, Word], &[Word]), Sync, true, "9.7.13.11", "(a, mask): `.b32` mask, for `all` optionally a `.pred`.";
    Redux, "redux.sync", Plain(&[Word; 2], &[Word]), Sync, true, "9.7.13.13", "(a, mask): reduction over the lanes of the mask.";
    Activemask, "activemask", Leaf, Volatile, true, "9.7.13.12", "Mask of the lanes that execute this together.";
    Nanosleep, "nanosleep", Format::WAIT, Sync, false, "9.7.19.1", "Suspends for about that many nanoseconds; others get their turn.";
    Call, "call", Call, Call, false, "9.7.12.5", "Calls a function; by payload or through the address in operand 0.";
    Bra, "bra", Jump, Control, false, "9.7.12.3", "Jumps to target 0; with a predicate operand to target 0 if true, else 1.";
    Brx, "brx.idx", Jump, Control, false, "9.7.12.4", "(index): to target `index`, to the last target when out of range.";
    Ret, "ret", Return, Control, false, "9.7.12.6", "Returns the operands; in a kernel ends the thread.";
    Exit, "exit", Format::NONE, Control, false, "9.7.12.7", "Ends the thread.";
    Trap, "trap", Format::NONE, Control, false, "9.7.19.4", "Aborts the launch; `unreachable` code ends in it too.";
}

impl Opcode {
    /// The row of this opcode.
    pub fn row(self) -> &'static OpcodeRow {
        &OPCODES[self as usize]
    }

    /// Whether it ends an IR block.
    pub fn is_terminator(self) -> bool {
        self.row().effects == Effects::Control
    }
}
