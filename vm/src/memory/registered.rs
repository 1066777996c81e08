//! Memory of the host that the device may use: `cudaHostRegister`.

use super::{Allocation, AllocationKind, Memory, Window};

impl Memory {
    /// Lets the device use memory of the host (`cudaHostRegister`).
    pub fn register(&mut self, address: u64, size: u64) {
        self.registered.insert(address, size);
        // Kernels may write to it.
        self.mark(address, size, false);
        self.in_use.note_shared();
        self.generation += 1;
    }

    /// Takes it back; whether registered memory starts there.
    pub fn unregister(&mut self, address: u64) -> bool {
        self.generation += 1;
        self.registered.remove(&address).is_some()
    }

    /// Whether any of these bytes are registered.
    pub fn is_registered(&self, address: u64, size: u64) -> bool {
        let before = self.registered.range(..address.saturating_add(size)).next_back();
        before.is_some_and(|(&base, &len)| base + len > address)
    }

    /// The registered memory that contains `address`, as an allocation that the device may use.
    pub fn registered(&self, address: u64) -> Option<Allocation> {
        let (&base, &size) = self.registered.range(..=address).next_back().filter(|&(&base, &size)| address - base < size)?;
        let of_stack = || if self.is_stack_in_use(address) { self.stack_variable(address) } else { None };
        let owner = if Window::of(base) == Window::HostStack { of_stack() } else { self.allocation(address).cloned() };
        let of_owner = Allocation { base, size, kind: AllocationKind::Pinned, ..owner.clone().unwrap_or(Allocation::NOTHING) };
        Some(match owner {
            Some(owner) if owner.base == base => of_owner,
            Some(_) => Allocation { element_size: 0, ..of_owner },
            // The function that the variable was in has returned.
            None => Allocation { freed: Some(None), ..of_owner },
        })
    }

    /// What a pointer of the device into this address means.
    pub fn for_device(&self, address: u64) -> Option<Allocation> {
        let registered = if self.registered.is_empty() || !Window::of(address).is_host() { None } else { self.registered(address) };
        registered.or_else(|| self.allocation(address).cloned())
    }
}
