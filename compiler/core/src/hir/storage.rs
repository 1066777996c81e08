//! Where variables live, how long temporaries do, and who gives memory.

use super::{FunctionId, GlobalId};

/// Where a global lives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GlobalSpace {
    /// Host memory.
    Host,
    /// `__device__`
    Device,
    /// `__constant__`
    Constant,
    /// `__managed__`: one object for both sides.
    Managed,
    /// `__shared__`, static
    Shared,
    /// `extern __shared__`
    DynamicShared,
    /// A constant that both sides may read (`const int N = 4;`, `constexpr` arrays, string literals): each side that
    /// uses it gets a copy.
    Both,
}

/// How long a temporary lives (C++17 [class.temporary]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lifetime {
    /// To the end of the full expression.
    Expression,
    /// As long as the enclosing block: a reference of it is bound to the temporary.
    Block,
    /// A variable with static storage refers to it: it is this one.
    Static(GlobalId),
}

/// The program's own functions for `new` and `delete` of one side; of two the second is the one for arrays.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allocation {
    /// `operator new`
    pub new: [Option<FunctionId>; 2],
    /// `operator delete` of a pointer alone.
    pub delete: [Option<FunctionId>; 2],
    /// `operator delete` that is told the bytes.
    pub sized_delete: [Option<FunctionId>; 2],
    /// None of them stands in for another: those of the library in device code are `malloc` and `free`.
    pub is_of_device: bool,
}

impl Allocation {
    /// All that the program has.
    pub fn all(self) -> impl Iterator<Item = FunctionId> {
        [self.new, self.delete, self.sized_delete].into_iter().flatten().flatten()
    }

    /// What `new` calls, or `new[]`, which the library has done by `new` ([new.delete.array]).
    pub fn allocator(&self, is_array: bool) -> Option<FunctionId> {
        self.new[usize::from(is_array)].or(self.new[0].filter(|_| !self.is_of_device))
    }

    /// What `delete` or `delete[]` calls: the library has those that are told the bytes done by those that are not
    /// ([new.delete.single], [new.delete.array]).
    pub fn deallocator(&self, is_array: bool, is_sized: bool) -> Option<FunctionId> {
        let sized = self.sized_delete[usize::from(is_array)].filter(|_| is_sized);
        if self.is_of_device {
            return if is_sized { sized } else { self.delete[usize::from(is_array)] };
        }
        sized.or(self.delete[usize::from(is_array)]).or(self.delete[0])
    }
}
