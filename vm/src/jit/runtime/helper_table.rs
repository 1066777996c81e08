//! The helpers: functions that compiled code calls for what it does not do itself. A row of the table is one.

/// How compiled code calls a helper.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Way {
    /// From side ways of hot code: through a thunk that preserves all registers. Its words lie in the context: in
    /// registers of the calling convention they would take those of hot code away.
    Rare,
    /// On the way.
    Direct,
}

/// The helpers. A row is how a helper is called, its number's name, its function in `helpers`, and what it is called with besides the
/// context: words. `$table` gets all rows.
macro_rules! for_each_helper {
    ($table:ident) => {
        $table! {
            /// Executes the operation for the lanes.
            Rare Execute = execute(pc, lanes);
            /// Executes the operation's lane function for the lanes.
            Direct ExecuteLanes = execute_lanes(pc, lanes);
            /// Executes the warp-level operation if all lanes that it waits for are here; answers whether.
            Direct Exchange = exchange(pc, lanes);
            /// The back edges of a time slice were taken, at the operation: looks at the fuel; answers whether others are due.
            Rare TimeSliceOver = time_slice_over(pc, lanes);
            /// Ends lanes at the operation; answers whether others waited for them.
            Rare End = end(pc, lanes);
            /// Makes room in the record of divergences.
            Rare FlushDivergences = flush_divergences();
            /// Adds the records of accesses to the profile.
            Rare AddRecords = add_records();
            /// Adds the counter of that number to the profile.
            Rare FlushCounter = flush_counter(number);
            /// Copies what is spilled under that number to the lanes' registers.
            Rare Spill = spill(number, lanes);
            /// Calls the function that the operation calls; answers whether it has run to its end.
            Rare Call = call(pc);
            /// Finishes the call at hand, whose code has ended for that [`ExitReason`].
            Rare FinishCall = finish_call(pc, reason);
            /// Finds the memory of an access, for the region of that number; answers whether it did.
            Rare Find = find(pc, region);
            /// Tells observers of an access or a call, whose operands are in the marshalling registers, of a fence, or of lanes that meet.
            Rare Tell = tell(pc, lanes);
            /// Tells them of an access by its addresses; answers whether somebody wants more.
            Direct TellQuickly = tell_quickly(pc, lanes);
            /// Tells them that all warps are at the barrier at the operation.
            Direct TellBarrier = tell_barrier(pc);
            /// Lanes are at the header of the lane loop of that number: answers whether they may go through one after the other.
            Direct BeginLanes = begin_lanes(number, lanes);
            /// They have, as far as that key: counts what the warp has executed.
            Direct EndLanes = end_lanes(number, last);
            /// One of them could not: what they stored is undone.
            Rare UndoLanes = undo_lanes(number, lanes);
        }
    };
}
pub(crate) use for_each_helper;

macro_rules! numbers {
    ($( $(#[$doc:meta])* $way:ident $name:ident = $function:ident($($word:ident),*); )*) => {
        /// A function that compiled code calls for what it does not do itself.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Helper { $( $(#[$doc])* $name, )* }

        impl Helper {
            /// By number.
            pub(crate) const ALL: &[Helper] = &[$( Helper::$name ),*];

            /// How it is called.
            pub(crate) fn way(self) -> Way {
                match self { $( Helper::$name => Way::$way, )* }
            }

            /// What it is called with besides the context: words.
            pub(crate) fn words(self) -> &'static [&'static str] {
                match self { $( Helper::$name => &[$( stringify!($word) ),*], )* }
            }
        }
    };
}
for_each_helper!(numbers);

/// A call of a helper: which, and its words.
pub(crate) type HelperCall = (Helper, [u32; 2]);
