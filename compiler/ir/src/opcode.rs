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

/// What the operands of an opcode must be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OperandRule {
    /// n operands of the instruction's type, one result of it.
    Same(u8),
    /// As `Same(2)`, but operand 1 is `.b32` (shifts).
    Shift,
    /// Operands of the type, result of the double width (`mul.wide`) or the type (`lo`, `hi`); `mad` has operand 2 as the result.
    Mul(u8),
    /// 2 operands of the type, result `.pred`.
    Setp,
    /// 2 operands of the type and a `.pred`, result of the type.
    Selp,
    /// Operand of `src_ty`, result of `ty`.
    Cvt,
    /// Operand of the type, result `.b32` (`popc`, `clz`, `bfind`).
    ToB32,
    /// Operand of the type, result `.pred` (`testp`).
    ToPred,
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
    /// Anything; the verifier has a rule of its own.
    Special,
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct OpcodeRow {
    /// The opcode.
    pub op: Opcode,
    /// PTX's mnemonic without modifiers.
    pub name: &'static str,
    /// Operands.
    pub operands: OperandRule,
    /// Effects.
    pub effects: Effects,
    /// Lanes of a warp exchange or wait: must not be moved across control flow.
    pub is_warp_level: bool,
    /// What it does.
    pub doc: &'static str,
    /// Section of the PTX ISA.
    pub section: &'static str,
}

macro_rules! opcodes {
    ($($op:ident, $name:literal, $operands:expr, $effects:ident, $warp:literal, $section:literal, $doc:literal;)*) => {
        /// The operations of the IR.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Opcode { $(#[doc = $doc] $op,)* }

        /// The table, indexed by opcode.
        pub const OPCODES: &[OpcodeRow] = &[$(OpcodeRow {
            op: Opcode::$op, name: $name, operands: $operands, effects: Effects::$effects, is_warp_level: $warp, doc: $doc, section: $section,
        },)*];
    };
}

use OperandRule::*;

// opcode, mnemonic, operands, effects, warp-level, PTX ISA section, what it does
opcodes! {
    Add, "add", Same(2), Pure, false, "9.7.1.1, 9.7.3.3", "a + b; floats round to nearest even unless `rounding` says else.";
    Sub, "sub", Same(2), Pure, false, "9.7.1.2, 9.7.3.4", "a - b.";
    Mul, "mul", Mul(2), Pure, false, "9.7.1.3, 9.7.3.5", "a * b: integers `lo`, `hi` or `wide`.";
    Mad, "mad", Mul(3), Pure, false, "9.7.1.4", "a * b + c of integers.";
    Fma, "fma", Same(3), Pure, false, "9.7.3.6", "a * b + c of floats, rounded once.";
    Div, "div", Same(2), PureNotSpeculatable, false, "9.7.1.9, 9.7.3.8", "a / b; an integer divided by zero gives all ones.";
    Rem, "rem", Same(2), PureNotSpeculatable, false, "9.7.1.10", "a % b of integers, sign of a; by zero gives a.";
    Abs, "abs", Same(1), Pure, false, "9.7.1.11, 9.7.3.9", "Absolute value.";
    Neg, "neg", Same(1), Pure, false, "9.7.1.12, 9.7.3.10", "Negation.";
    Min, "min", Same(2), Pure, false, "9.7.1.13, 9.7.3.11", "Minimum; of floats the one that is not NaN, -0 < +0.";
    Max, "max", Same(2), Pure, false, "9.7.1.14, 9.7.3.12", "Maximum; see `min`.";
    Sad, "sad", Same(3), Pure, false, "9.7.1.7", "|a - b| + c.";
    Mul24, "mul24", Mul(2), Pure, false, "9.7.1.5", "Product of the low 24 bits; `lo` gives bits 0 to 31, `hi` bits 16 to 47.";
    Popc, "popc", ToB32, Pure, false, "9.7.1.15", "Number of one bits.";
    Clz, "clz", ToB32, Pure, false, "9.7.1.16", "Number of leading zero bits.";
    Bfind, "bfind", ToB32, Pure, false, "9.7.1.17", "Position of the most significant one bit (non-sign bit if signed); all ones if none.";
    Brev, "brev", Same(1), Pure, false, "9.7.1.19", "Bits in reverse order.";
    Bfe, "bfe", Special, Pure, false, "9.7.1.20", "(a, position, length): extracts a bit field.";
    Bfi, "bfi", Special, Pure, false, "9.7.1.21", "(field, into, position, length): inserts a bit field.";
    Dp4a, "dp4a", Special, Pure, false, "9.7.1.23", "(a, b, c) 4-way byte dot product; `ty` is a's signedness, `src_ty` b's.";
    Dp2a, "dp2a", Special, Pure, false, "9.7.1.24", "(a, b, c) 2-way dot product; `mul` hi or lo picks the half of b.";
    Prmt, "prmt", Special, Pure, false, "9.7.9.7", "(a, b, selector) picks bytes.";
    Shf, "shf", Special, Pure, false, "9.7.8.8", "(low, high, amount): funnel shift, `left`, `sat` = clamp else wrap.";
    And, "and", Same(2), Pure, false, "9.7.8.1", "Bitwise and, also of predicates.";
    Or, "or", Same(2), Pure, false, "9.7.8.2", "Bitwise or, also of predicates.";
    Xor, "xor", Same(2), Pure, false, "9.7.8.3", "Bitwise exclusive or, also of predicates.";
    Not, "not", Same(1), Pure, false, "9.7.8.4", "Bitwise complement, also of predicates.";
    Shl, "shl", Shift, Pure, false, "9.7.8.6", "Left shift; amounts of the width or more give 0.";
    Shr, "shr", Shift, Pure, false, "9.7.8.7", "Right shift, of the sign if signed; amounts are clamped to the width.";
    Rcp, "rcp", Same(1), Pure, false, "9.7.3.13", "1 / a.";
    Sqrt, "sqrt", Same(1), Pure, false, "9.7.3.15", "Square root.";
    Rsqrt, "rsqrt", Same(1), Pure, false, "9.7.3.16", "1 / square root, approximate.";
    Sin, "sin", Same(1), Pure, false, "9.7.3.18", "Sine, approximate.";
    Cos, "cos", Same(1), Pure, false, "9.7.3.19", "Cosine, approximate.";
    Lg2, "lg2", Same(1), Pure, false, "9.7.3.20", "Binary logarithm, approximate.";
    Ex2, "ex2", Same(1), Pure, false, "9.7.3.21", "2 to the power a, approximate.";
    Tanh, "tanh", Same(1), Pure, false, "9.7.3.22", "Hyperbolic tangent, approximate.";
    Copysign, "copysign", Same(2), Pure, false, "9.7.3.2", "b with the sign of a.";
    Testp, "testp", ToPred, Pure, false, "9.7.3.1", "Float class: `cmp` Num is `number`, Nan is `notanumber`.";
    Setp, "setp", Setp, Pure, false, "9.7.6.2", "Comparison by `cmp`.";
    Selp, "selp", Selp, Pure, false, "9.7.6.3", "(a, b, p): a if p else b. Of predicates too in the IR; the text form uses logic for those.";
    Cvt, "cvt", Cvt, Pure, false, "9.7.9.21", "Conversion from `src_ty` to `ty`; float to integer saturates, NaN gives 0.";
    Mov, "mov", Special, Pure, false, "9.7.9.1", "Bits moved between register classes of one size (`b32` and `f32`, `b64` and `f64`).";
    Sreg, "mov", Leaf, Pure, false, "10", "Reads the special register of the payload.";
    Clock, "mov", Leaf, Volatile, false, "10.24", "Reads a special register that changes: the clocks.";
    Address, "mov", Leaf, Pure, false, "9.7.9.1", "Address of the payload's variable or slot in its own space, or of a function.";
    Cvta, "cvta", Special, Pure, false, "9.7.9.20", "Address of `space` to generic, or with `to` back.";
    Isspacep, "isspacep", Special, Pure, false, "9.7.9.19", "Whether a generic address lies in `space`; result `.pred`.";
    Ld, "ld", Load, Load, false, "9.7.9.8", "Load; `.nc` is `cache`.";
    LdParam, "ld.param", Leaf, Pure, false, "9.7.9.8", "Load of kernel parameter `payload` at `offset`.";
    ParamAddress, "mov", Leaf, Pure, false, "9.7.9.1", "Address of a kernel parameter in `.param` space.";
    St, "st", Store, Store, false, "9.7.9.11", "Store.";
    Atom, "atom", Atom, Atomic, false, "9.7.13.5", "Atomic operation, gives the old value.";
    Red, "red", Red, Atomic, false, "9.7.13.7", "Atomic operation without result.";
    Fence, "fence", Special, Sync, false, "9.7.13.4", "Memory fence: `sem`, `scope`; `__threadfence` is `fence.sc.gpu` (printed `membar.gl`).";
    Prefetch, "prefetch", Special, Sync, false, "9.7.9.15", "Hint; operand is the address.";
    Tex, "tex", Special, Load, false, "9.7.10.3", "(handle, layer, coordinates): four components, filtered; of a mipmap the first level.";
    TexLevel, "tex.level", Special, Load, false, "9.7.10.3", "As `tex`, of the level that the last operand says.";
    TexGrad, "tex.grad", Special, Load, false, "9.7.10.3", "As `tex`, of the level that the last operands, two gradients, say.";
    Tld4, "tld4", Special, Load, false, "9.7.10.4", "One component of the four texels that a linear filter would read.";
    Txq, "txq", Special, Pure, false, "9.7.10.5", "A property of the texture.";
    Suld, "suld.b", Special, Load, false, "9.7.11.1", "(handle, layer, coordinates): bits of a surface; x counts bytes.";
    Sust, "sust.b", Special, Store, false, "9.7.11.2", "As `suld.b`, stores the values that follow.";
    Bar, "bar", Special, Sync, true, "9.7.13.1", "Barrier `offset` of the block: `bar` kind; `red` kinds take and give a predicate or count.";
    BarWarp, "bar.warp.sync", Special, Sync, true, "9.7.13.2", "(mask): waits for the lanes of the mask.";
    Shfl, "shfl.sync", Special, Sync, true, "9.7.9.6", "(a, b, c, mask): result and, optionally, a second result `.pred`.";
    Vote, "vote.sync", Special, Sync, true, "9.7.13.10", "(predicate, mask): `.pred`, or `.b32` for `ballot`.";
    Match, "match.sync", Special, Sync, true, "9.7.13.11", "(a, mask): `.b32` mask, for `all` optionally a `.pred`.";
    Redux, "redux.sync", Special, Sync, true, "9.7.13.13", "(a, mask): reduction over the lanes of the mask.";
    Activemask, "activemask", Leaf, Volatile, true, "9.7.13.12", "Mask of the lanes that execute this together.";
    Nanosleep, "nanosleep", Special, Sync, false, "9.7.19.1", "Suspends for about that many nanoseconds; others get their turn.";
    Call, "call", Special, Call, false, "9.7.12.5", "Calls a function; by payload or through the address in operand 0.";
    Bra, "bra", Special, Control, false, "9.7.12.3", "To target 0; with a predicate operand to target 0 if true, else 1.";
    Brx, "brx.idx", Special, Control, false, "9.7.12.4", "(index): to target `index`, to the last target when out of range.";
    Ret, "ret", Special, Control, false, "9.7.12.6", "Returns the operands; in a kernel ends the thread.";
    Exit, "exit", Special, Control, false, "9.7.12.7", "Ends the thread.";
    Trap, "trap", Special, Control, false, "9.7.19.4", "Aborts the launch; `unreachable` code ends in it too.";
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
