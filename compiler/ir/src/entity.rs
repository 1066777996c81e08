//! Ids: u32 newtypes that print as in the text form.

macro_rules! entity {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(pub u32);

        impl $name {
            /// Position in the table it indexes.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}

entity!(/// An SSA value of a function.
    Value, "%v");
entity!(/// An instruction of a function.
    Inst, "inst");
entity!(/// An IR block of a function (never to be confused with a block of threads).
    Block, "$L");
entity!(/// A `.local` variable of a function.
    Slot, "slot");
entity!(/// A function of a module.
    FuncId, "fn");
entity!(/// A variable of a module: `.global`, `.const` or `.shared`.
    GlobalVar, "var");
entity!(/// A source place of a module, with the calls it was inlined through.
    LocId, "loc");

impl LocId {
    /// No place: code that the compiler made on its own.
    pub const NONE: LocId = LocId(0);
}
