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
    // Lowering.
    UNDEFINED_FUNCTION = "K0390", Program, "a called function is defined nowhere";
    INLINE_PTX = "K0490", Program, "inline PTX is wrong";
    UNSUPPORTED_LOWERING = "K0590", Unsupported, "this cannot be compiled yet";

    // Command line and files.
    UNREADABLE_FILE = "K0801", Program, "a file cannot be read";
    NOT_UTF8 = "K0802", Program, "a source file is not UTF-8 text";
    BINARY_FILE = "K0803", Program, "a source file is not text";
    FILE_TOO_LARGE = "K0804", Resource, "a source file is too large";
    UNWRITABLE_FILE = "K0805", Program, "an output file cannot be written";
    NO_MAIN = "K0806", Program, "a program to run has no `main`";

    // Mistakes of kern itself.
    INTERNAL = "K0900", Internal, "kern made a mistake";
}

/// The row of `code`, if there is one.
pub fn lookup(code: &str) -> Option<&'static CodeRow> {
    CODES.iter().find(|row| row.code.0.eq_ignore_ascii_case(code))
}

/// The page of `code`, if there is one.
pub fn explain(code: &str) -> Option<&'static str> {
    lookup(code).map(|row| row.page)
}
