//! Implicit conversion sequences, as overload resolution compares them (C++17 [over.ics.rank]).

use crate::sema::entity::FuncId;

/// How good a conversion is: smaller is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::sema) enum Rank {
    Exact,
    Promotion,
    Conversion,
    User,
    Ellipsis,
}

/// An implicit conversion sequence, as far as ranking needs it.
#[derive(Clone, Debug)]
pub(in crate::sema) struct Sequence {
    pub(in crate::sema) rank: Rank,
    /// Within a rank: pointers to `bool` are worse, farther bases are worse, `void *` is worse than a base.
    pub(in crate::sema) penalty: u32,
    /// Qualifiers added by a reference binding or pointer conversion: fewer are better.
    pub(in crate::sema) added_quals: u32,
    /// An rvalue bound to `T &&` beats one bound to `const T &`.
    pub(in crate::sema) reference: Option<bool>,
    pub(in crate::sema) binds_rvalue: bool,
    /// That of the object of a member function, which is as if bound to a reference.
    pub(in crate::sema) is_object: bool,
    /// A list becomes a `std::initializer_list`, which is better than all else it may become ([over.ics.rank]/3.1).
    pub(in crate::sema) keeps_list: bool,
    /// For user conversions: which function.
    pub(in crate::sema) user: Option<FuncId>,
    /// For user conversions: the rank of what follows.
    pub(in crate::sema) second: Option<Box<Sequence>>,
}

impl Sequence {
    pub(in crate::sema) fn of(rank: Rank) -> Sequence {
        Sequence {
            rank,
            penalty: 0,
            added_quals: 0,
            reference: None,
            binds_rvalue: false,
            is_object: false,
            keeps_list: false,
            user: None,
            second: None,
        }
    }

    fn refers(&self) -> bool {
        self.is_object || self.reference.is_some()
    }

    /// Whether `self` is a better conversion than `other` ([over.ics.rank]); `None` when neither is.
    pub(in crate::sema) fn better(&self, other: &Sequence) -> Option<bool> {
        if self.keeps_list != other.keeps_list {
            return Some(self.keeps_list);
        }
        // To both functions of a class that it has by `using`, the object is of the class ([over.match.funcs] 4).
        let are_objects = self.is_object && other.is_object;
        if self.rank != other.rank && !are_objects {
            return Some(self.rank < other.rank);
        }
        if self.rank == Rank::User {
            if self.user != other.user {
                return None;
            }
            if let (Some(a), Some(b)) = (&self.second, &other.second)
                && let Some(answer) = a.better(b)
            {
                return Some(answer);
            }
        }
        if self.penalty != other.penalty && !are_objects {
            return Some(self.penalty < other.penalty);
        }
        if let (Some(a), Some(b)) = (self.reference, other.reference)
            && self.binds_rvalue
            && other.binds_rvalue
            && a != b
        {
            return Some(a);
        }
        // A reference to something constant is not worse than a copy ([over.ics.rank] 3.2.6).
        if self.added_quals != other.added_quals && self.refers() == other.refers() {
            return Some(self.added_quals < other.added_quals);
        }
        None
    }
}

/// A conversion by constructor or conversion function.
#[derive(Clone, Debug)]
pub(in crate::sema) enum UserConversion {
    Constructor(FuncId),
    Function(FuncId),
}
