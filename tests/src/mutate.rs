//! Deterministic mutation of inputs, for the fuzzer: of their bytes here, of programs in `program`.

mod change;
mod pick;
pub mod program;

/// A small random generator (splitmix64): the same seed gives the same inputs everywhere.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }
}

/// Pieces of text that reach rare paths.
const PIECES: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "<<<",
    ">>>",
    ";",
    ",",
    ":",
    "::",
    "?",
    "#",
    "##",
    "\\\n",
    "\\",
    "\"",
    "'",
    "/*",
    "*/",
    "//",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "R\"x(",
    ")x\"",
    "0x",
    "0b",
    "1e",
    "1e999",
    ".",
    "...",
    "99999999999999999999",
    "'\\x",
    "\\u00",
    "é",
    "\u{feff}",
    "#define A A\n",
    "#define F(x) x##x #x\n",
    "F(F)",
    "#include __FILE__\n",
    "#if 1/0\n",
    "#if\n",
    "#elif\n",
    "#else\n",
    "#endif\n",
    "#ifdef\n",
    "#line 0 \"\"\n",
    "#undef F\n",
    "__VA_ARGS__",
    "defined(",
    "template<",
    "template<class T>",
    "typename ",
    "struct S ",
    "union ",
    "enum ",
    "class ",
    "namespace ",
    "using ",
    "typedef ",
    "operator",
    "auto ",
    "const ",
    "static ",
    "extern \"C\" ",
    "__global__ ",
    "__device__ ",
    "__shared__ ",
    "__constant__ ",
    "if(",
    "else ",
    "for(",
    "while(",
    "do ",
    "switch(",
    "case ",
    "goto ",
    "return ",
    "sizeof(",
    "new ",
    "delete ",
    "this",
    "int ",
    "unsigned ",
    "long long ",
    "float ",
    "void ",
    "*",
    "&",
    "&&",
    "~",
    "!",
    "=",
    "==",
    "+",
    "++",
    "->",
    "%",
    ".reg ",
    ".b32 ",
    "%r0",
    "%p1",
    "@%p0 ",
    "bra ",
    "ret;",
    "$L1:",
    ".entry ",
    ".param ",
    ".align ",
    ".loc ",
    "ld.global",
    "add.s32 ",
];

/// A changed copy of `input`: a few random edits, sometimes with parts of `other`.
pub fn mutate(input: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=random.below(8) {
        let at = random.below(bytes.len() + 1);
        let longest = 1 << random.below(8);
        let length = random.below(longest).min(bytes.len() - at);
        match random.below(8) {
            0 => drop(bytes.drain(at..at + length)),
            1 | 2 => {
                let piece = PIECES[random.below(PIECES.len())];
                bytes.splice(at..at, piece.bytes());
            }
            3 => {
                let copy = bytes[at..at + length].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            4 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            5 if at < bytes.len() => bytes[at] = random.bits() as u8,
            6 if !other.is_empty() => {
                let from = random.below(other.len());
                let to = (from + random.below(256)).min(other.len());
                bytes.splice(at..at + length, other[from..to].iter().copied());
            }
            _ => {
                let times = 1 + random.below(64);
                let piece = PIECES[random.below(PIECES.len())].repeat(times);
                bytes.splice(at..at, piece.bytes());
            }
        }
    }
    bytes
}
