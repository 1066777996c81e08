//! Whether an access is right: decided against the allocation that its address lies in.

use super::*;

/// Whether an address was computed from a pointer that was never set.
pub fn is_unset(address: u64) -> bool {
    address.wrapping_sub(kern_ir::UNSET_POINTER).wrapping_add(1 << 40) < 1 << 41
}

/// Whether `side` may access these bytes through a pointer into `allocation`.
pub fn check_allocation(allocation: &Allocation, address: u64, size: u64, access: Access, side: Side) -> Result<(), ViolationKind> {
    match allocation.kind {
        AllocationKind::Idle if side == Side::Device => return Err(ViolationKind::Idle),
        AllocationKind::Peer if side == Side::Device => return Err(ViolationKind::Peer),
        _ => {}
    }
    let allowed = match side {
        Side::Device => allocation.kind.is_for_device(),
        Side::Host => allocation.kind.is_for_host(),
    };
    if !allowed {
        return Err(match side {
            Side::Device => ViolationKind::HostPointerInKernel,
            Side::Host => ViolationKind::DevicePointerOnHost,
        });
    }
    if allocation.is_freed() {
        return Err(ViolationKind::Freed);
    }
    if !allocation.contains(address, size) {
        return Err(ViolationKind::OutOfBounds);
    }
    if access != Access::Read && (allocation.is_const || (allocation.kind == AllocationKind::ConstVariable && side == Side::Device)) {
        return Err(ViolationKind::ReadOnly);
    }
    Ok(())
}

impl Memory {
    /// Checks an access of `side` through a pointer that has no better provenance than `address` itself.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self, address: u64, size: u64, access: Access, side: Side) -> Result<*mut u8, Violation> {
        let wrong = |kind, allocation: Option<&Allocation>| Violation { kind, address, size, access, allocation: allocation.cloned() };
        let window = Window::of(address);
        if side == Side::Device
            && window.is_host()
            && let Some(registered) = self.registered(address)
        {
            check_allocation(&registered, address, size, access, side).map_err(|kind| wrong(kind, Some(&registered)))?;
            return self.pointer(address, size).ok_or_else(|| wrong(ViolationKind::Unmapped, None));
        }
        match window {
            Window::Unmapped if is_unset(address) => return Err(wrong(ViolationKind::Unset, None)),
            Window::Null => return Err(wrong(ViolationKind::Null, None)),
            Window::Symbols if side == Side::Host => return Err(wrong(ViolationKind::DeviceSymbolOnHost, None)),
            Window::Shared | Window::Local if side == Side::Device => {
                return self.pointer(address, size).ok_or_else(|| wrong(ViolationKind::Unmapped, None));
            }
            Window::HostStack if side == Side::Host => {
                if !self.is_stack_in_use(address) {
                    return Err(wrong(ViolationKind::DeadStack, None));
                }
                if self.stack_range(address).is_some_and(|(base, bytes)| bytes >= size && address - base <= bytes - size) {
                    return self.pointer(address, size).ok_or_else(|| wrong(ViolationKind::Unmapped, None));
                }
                let Some(variable) = self.stack_variable(address) else { return Err(wrong(ViolationKind::Unmapped, None)) };
                check_allocation(&variable, address, size, access, side).map_err(|kind| wrong(kind, Some(&variable)))?;
                return self.pointer(address, size).ok_or_else(|| wrong(ViolationKind::Unmapped, None));
            }
            Window::HostStack => {
                let variable = self.stack_variable(address).filter(|a| self.is_stack_in_use(address) && a.contains(address, 1));
                return Err(wrong(ViolationKind::HostPointerInKernel, variable.as_ref()));
            }
            _ => {}
        }
        let Some(arena) = self.arena(address) else { return Err(wrong(ViolationKind::Unmapped, None)) };
        match arena.near(address) {
            Near::Inside(allocation) => {
                check_allocation(allocation, address, size, access, side).map_err(|kind| wrong(kind, Some(allocation)))?;
                arena.pointer(address, size).ok_or_else(|| wrong(ViolationKind::Unmapped, None))
            }
            Near::Outside(Some(allocation)) => match side {
                Side::Device if window.is_host() => Err(wrong(ViolationKind::HostPointerInKernel, Some(allocation))),
                Side::Host if window == Window::Device => Err(wrong(ViolationKind::DevicePointerOnHost, Some(allocation))),
                _ => Err(wrong(ViolationKind::OutOfBounds, Some(allocation))),
            },
            Near::Outside(None) => match side {
                Side::Device if window.is_host() => Err(wrong(ViolationKind::HostPointerInKernel, None)),
                Side::Host if window == Window::Device => Err(wrong(ViolationKind::DevicePointerOnHost, None)),
                _ => Err(wrong(ViolationKind::Unmapped, None)),
            },
        }
    }
}
