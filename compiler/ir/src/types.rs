//! Types, state spaces and instruction modifiers, with PTX's spelling.

use crate::texture_modifiers::{Boundary, Component, Geometry, TexQuery};

spelled! {
    /// Fundamental types (PTX ISA, "Fundamental Types"), as instruction suffixes.
    Type {
        Pred = "pred", B8 = "b8", B16 = "b16", B32 = "b32", B64 = "b64",
        U8 = "u8", U16 = "u16", U32 = "u32", U64 = "u64", S8 = "s8", S16 = "s16", S32 = "s32", S64 = "s64",
        F16 = "f16", F32 = "f32", F64 = "f64", BF16 = "bf16",
    }
}

impl Type {
    /// Size in bytes; predicates have none.
    pub fn size(self) -> u32 {
        use Type::*;
        match self {
            Pred => 0,
            B8 | U8 | S8 => 1,
            B16 | U16 | S16 | F16 | BF16 => 2,
            B32 | U32 | S32 | F32 => 4,
            B64 | U64 | S64 | F64 => 8,
        }
    }

    /// Whether values are interpreted as two's complement.
    pub fn is_signed(self) -> bool {
        matches!(self, Type::S8 | Type::S16 | Type::S32 | Type::S64)
    }

    /// `.f16`, `.bf16`, `.f32`, `.f64`
    pub fn is_float(self) -> bool {
        matches!(self, Type::F16 | Type::F32 | Type::F64 | Type::BF16)
    }

    /// The register that holds a value of this type.
    pub fn reg(self) -> RegType {
        use Type::*;
        match self {
            Pred => RegType::Pred,
            B8 | U8 | S8 | B16 | U16 | S16 | B32 | U32 | S32 => RegType::B32,
            F16 | BF16 => RegType::B16,
            B64 | U64 | S64 => RegType::B64,
            F32 => RegType::F32,
            F64 => RegType::F64,
        }
    }
}

spelled! {
    /// Types of values, the register classes of the text form: `%p`, `%rs`, `%r`, `%rd`, `%f`, `%fd`.
    RegType {
        Pred = "pred", B16 = "b16", B32 = "b32", B64 = "b64", F32 = "f32", F64 = "f64",
    }
}

impl RegType {
    /// The type that names a whole register of this class: `.b32` for `%r`, `.f32` for `%f`.
    pub fn whole(self) -> Type {
        match self {
            RegType::Pred => Type::Pred,
            RegType::B16 => Type::B16,
            RegType::B32 => Type::B32,
            RegType::B64 => Type::B64,
            RegType::F32 => Type::F32,
            RegType::F64 => Type::F64,
        }
    }

    /// The type that loads and stores a whole register of this class, `.f16` for `%rs`: memory holds no `.pred`.
    pub fn in_memory(self) -> Option<Type> {
        match self {
            RegType::Pred => None,
            RegType::B16 => Some(Type::F16),
            _ => Some(self.whole()),
        }
    }
}

impl RegType {
    /// Size in bytes as an argument or in a frame; predicates take one.
    pub fn size(self) -> u32 {
        match self {
            RegType::Pred => 1,
            RegType::B16 => 2,
            RegType::B32 | RegType::F32 => 4,
            RegType::B64 | RegType::F64 => 8,
        }
    }
}

spelled! {
    /// State spaces (PTX ISA, "State Spaces"); `Generic` is written as nothing.
    Space {
        Generic = "", Global = "global", Shared = "shared", Local = "local", Const = "const", Param = "param",
    }
}

/// Bits of an address of the window of `.shared` that say where in the memory of a block it is; those above say whose of the cluster's
/// blocks: 0 for the own one, else its rank plus one.
pub const CLUSTER_OFFSET_BITS: u32 = 24;

spelled! {
    /// Cache operators of loads and stores (PTX ISA, "Cache Operators"), and `.nc`.
    CacheOp {
        Ca = "ca", Cg = "cg", Cs = "cs", Lu = "lu", Cv = "cv", Nc = "nc", Wb = "wb", Wt = "wt",
    }
}

spelled! {
    /// Memory ordering (PTX ISA, "Memory Consistency Model").
    Sem { Weak = "weak", Relaxed = "relaxed", Acquire = "acquire", Release = "release", AcqRel = "acq_rel", Sc = "sc", Volatile = "volatile", }
}

spelled! {
    /// Scopes (PTX ISA, "Scope").
    Scope { Cta = "cta", Cluster = "cluster", Gpu = "gpu", Sys = "sys", }
}

spelled! {
    /// Rounding (PTX ISA, "Rounding Modifiers"); `i` forms round to an integer.
    Rounding { Rn = "rn", Rz = "rz", Rm = "rm", Rp = "rp", Rna = "rna", Rni = "rni", Rzi = "rzi", Rmi = "rmi", Rpi = "rpi", }
}

spelled! {
    /// Precision of floating instructions.
    Precision { Approx = "approx", Full = "full", }
}

spelled! {
    /// Comparisons of `setp`: ordered for floats, the `u` forms are true for NaN. Signedness comes from the type.
    Cmp {
        Eq = "eq", Ne = "ne", Lt = "lt", Le = "le", Gt = "gt", Ge = "ge",
        Equ = "equ", Neu = "neu", Ltu = "ltu", Leu = "leu", Gtu = "gtu", Geu = "geu", Num = "num", Nan = "nan",
    }
}

spelled! {
    /// Which part of an integer product.
    MulMode { Lo = "lo", Hi = "hi", Wide = "wide", }
}

spelled! {
    /// Operations of `atom` and `red`.
    AtomOp { And = "and", Or = "or", Xor = "xor", Cas = "cas", Exch = "exch", Add = "add", Inc = "inc", Dec = "dec", Min = "min", Max = "max", }
}

spelled! {
    /// Modes of `shfl.sync`.
    ShflMode { Up = "up", Down = "down", Bfly = "bfly", Idx = "idx", }
}

spelled! {
    /// Modes of `vote.sync`.
    VoteMode { All = "all", Any = "any", Uni = "uni", Ballot = "ballot", }
}

spelled! {
    /// Modes of `match.sync`.
    MatchMode { Any = "any", All = "all", }
}

spelled! {
    /// Operations of `redux.sync`.
    ReduxOp { Add = "add", Min = "min", Max = "max", And = "and", Or = "or", Xor = "xor", }
}

spelled! {
    /// Forms of `bar`.
    BarKind { Sync = "sync", RedPopc = "red.popc", RedAnd = "red.and", RedOr = "red.or", Arrive = "arrive", }
}

spelled! {
    /// Special registers (PTX ISA, "Special Registers").
    Sreg {
        TidX = "%tid.x", TidY = "%tid.y", TidZ = "%tid.z", NtidX = "%ntid.x", NtidY = "%ntid.y", NtidZ = "%ntid.z",
        CtaidX = "%ctaid.x", CtaidY = "%ctaid.y", CtaidZ = "%ctaid.z",
        NctaidX = "%nctaid.x", NctaidY = "%nctaid.y", NctaidZ = "%nctaid.z",
        Laneid = "%laneid", Warpid = "%warpid", Nwarpid = "%nwarpid", Smid = "%smid", Nsmid = "%nsmid", Gridid = "%gridid",
        LanemaskEq = "%lanemask_eq", LanemaskLt = "%lanemask_lt", LanemaskLe = "%lanemask_le",
        LanemaskGt = "%lanemask_gt", LanemaskGe = "%lanemask_ge",
        Clock = "%clock", Clock64 = "%clock64", Globaltimer = "%globaltimer",
        DynamicSmemSize = "%dynamic_smem_size", TotalSmemSize = "%total_smem_size",
    }
}

/// What of an access a profiler counts, where machine code makes one access of this one and its neighbours.
///
/// `ptxas` does so with aligned neighbouring words that one thread reads or writes (`LDS.128`); here each stays an access of
/// its own, with its own place, and the first in program order counts for all. Of a vector that it reads it leaves out what
/// nobody uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Counted {
    /// Bytes of the access that is counted: a power of two up to 16; 0 if another counts for this one.
    pub bytes: u8,
    /// Where that access begins, counted from this one.
    pub from: i8,
}

/// What `cp.async.wait_group` says of bulk copies, with a number of groups that nobody has: they are made of plain accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BulkMark {
    /// What follows is done by the copy, not by the thread.
    Begin,
    /// It ends.
    End,
    /// The thread waits for its copies from shared memory.
    Wait,
}

impl BulkMark {
    const FIRST: u32 = 253;

    /// The number that says it.
    pub fn groups(self) -> u32 {
        Self::FIRST + self as u32
    }

    /// What a number says.
    pub fn of(groups: u32) -> Option<BulkMark> {
        [BulkMark::Begin, BulkMark::End, BulkMark::Wait].into_iter().find(|mark| mark.groups() == groups)
    }
}

/// A member of a class, and how an address leads to it.
///
/// Two members of one class never lie in the same bytes. LLVM's alias analysis (`getelementptr` of one type with as many indices)
/// uses that where both are reached by as many steps from one type, and only there. Accesses of host code have one path, of which numbers
/// are one member and pointers another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Member {
    /// The type that the steps begin with, how many they are, and the class that the last one is in: a number for each such path.
    pub path: u64,
    /// The number of the member in the class.
    pub number: u32,
}

/// Modifiers of one instruction; which are meaningful is said by the opcode's row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Attrs {
    /// `ld`, `st`, `atom`, `red`, `cvta`: the state space; generic when `None`.
    pub space: Option<Space>,
    /// `cvta.to`: generic to `space`; without it, `space` to generic.
    pub to: bool,
    /// `ld`, `st`.
    pub cache: Option<CacheOp>,
    /// `ld`, `st` (`Volatile`), `atom`, `red`, `fence`.
    pub sem: Option<Sem>,
    /// `atom`, `red`, `fence`, and `ld`/`st` with `relaxed` and stronger.
    pub scope: Option<Scope>,
    /// `ld`, `st`: 2 or 4 elements; 0 or 1 is scalar.
    pub vector: u8,
    /// Floating arithmetic and `cvt`.
    pub rounding: Option<Rounding>,
    /// Subnormal inputs and results are flushed to zero of the same sign.
    pub ftz: bool,
    /// Clamped to [0, 1] (floats) or to the type's range (`cvt` and `add` of integers).
    pub sat: bool,
    /// `div`, `rcp`, `sqrt`, `sin`, …
    pub precision: Option<Precision>,
    /// `setp`.
    pub cmp: Option<Cmp>,
    /// `mul`, `mad` of integers.
    pub mul: Option<MulMode>,
    /// `atom`, `red`.
    pub atom: Option<AtomOp>,
    /// `shfl`.
    pub shfl: Option<ShflMode>,
    /// `vote`.
    pub vote: Option<VoteMode>,
    /// `match`.
    pub match_mode: Option<MatchMode>,
    /// `redux`.
    pub redux: Option<ReduxOp>,
    /// `bar`.
    pub bar: Option<BarKind>,
    /// Textures and surfaces: what they are.
    pub geometry: Option<Geometry>,
    /// `tld4`.
    pub component: Option<Component>,
    /// `suld`, `sust`.
    pub boundary: Option<Boundary>,
    /// `txq`.
    pub query: Option<TexQuery>,
    /// `shf`: left (`true`) or right; `wrap` (`sat` false) or `clamp` (`sat` true).
    pub left: bool,
    /// `ld`, `st`: half of a `cp.async`, which is done at the latest when its thread waits for it.
    pub is_async: bool,
    /// `ld`, `st`: what is counted, if that is not the access itself.
    pub counted: Option<Counted>,
    /// `ld`, `st` in the compiler, until its passes end: what the address is a multiple of by the type of an object around what
    /// is accessed, in bytes, up to 16; 0 if nothing is known. Objects have it, programs and the text have not.
    pub align: u8,
    /// `ld`, `st` in the compiler, as `align`: the member of a class that is accessed, or in which the access lies.
    pub member: Option<Member>,
    /// `call` in the compiler, as `align`: of a mathematical function, which touches no memory and ends. It need not be made if nobody
    /// wants the result, nor twice with the same arguments.
    pub is_pure: bool,
    /// In the compiler, as `align`. Of calls that are pure, those that are made where they stand: nvcc's code for them branches and
    /// reads coefficients, so that they are neither merged nor moved. Of others, what nvcc has as volatile inline assembly
    /// (`asm volatile`, `__ldg`, `__dp4a`): it is joined with no other access, and no others across it.
    pub is_in_place: bool,
}
