//! The windows of the address space; see the table of the [module](super).

/// First address of host variables.
pub const HOST_GLOBALS: u64 = 0x1000_0000_0000;

/// First address of the host heap.
pub const HOST_HEAP: u64 = 0x2000_0000_0000;

/// First (lowest) address of the host stack.
pub const HOST_STACK: u64 = 0x3000_0000_0000;

/// First address of stand-ins of device variables.
pub const SYMBOLS: u64 = 0x4000_0000_0000;

/// Address of host function 0.
pub const HOST_CODE: u64 = 0x5000_0000_0000;

/// Address of device function 0.
pub const DEVICE_CODE: u64 = 0x5800_0000_0000;

/// Generic address of `.shared` offset 0.
pub const SHARED: u64 = 0x6000_0000_0000;

/// Generic address of `.local` offset 0.
pub const LOCAL: u64 = 0x6100_0000_0000;

/// Generic address of `.const` offset 0.
pub const CONST: u64 = 0x6200_0000_0000;

/// Generic address of `.param` offset 0.
pub const PARAM: u64 = 0x6300_0000_0000;

/// First address of device memory.
pub const DEVICE: u64 = 0x7000_0000_0000;

/// What the address of a byte's shadow differs in from its own: of the host's memory, and of what it shares with the device.
pub const SHADOW: u64 = 0x8000_0000_0000;

/// Bytes of the windows of `.shared`, `.local`, `.const`, `.param`.
pub const STATE_WINDOW: u64 = 0x100_0000_0000;

/// Bytes between two functions' addresses.
pub const CODE_STRIDE: u64 = 16;

/// Addresses below are null pointers with an offset.
pub const NULL_PAGE: u64 = 0x1_0000;

/// The window a generic address lies in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Window {
    /// Below [`NULL_PAGE`].
    Null,
    /// Host variables.
    HostGlobals,
    /// Host heap.
    HostHeap,
    /// Host stack.
    HostStack,
    /// Stand-ins of device variables.
    Symbols,
    /// Functions.
    Code,
    /// `.shared`
    Shared,
    /// `.local`
    Local,
    /// `.const`
    Const,
    /// `.param`
    Param,
    /// Device memory.
    Device,
    /// Shadows of what host code reads.
    Shadow,
    /// Nothing is there.
    Unmapped,
}

impl Window {
    /// The window `address` lies in.
    pub fn of(address: u64) -> Window {
        if address < NULL_PAGE {
            return Window::Null;
        }
        match address >> 44 {
            1 => Window::HostGlobals,
            2 => Window::HostHeap,
            3 => Window::HostStack,
            4 => Window::Symbols,
            5 => Window::Code,
            6 => match address >> 40 {
                0x60 => Window::Shared,
                0x61 => Window::Local,
                0x62 => Window::Const,
                0x63 => Window::Param,
                _ => Window::Unmapped,
            },
            7 => Window::Device,
            9..=11 | 15 => Window::Shadow,
            _ => Window::Unmapped,
        }
    }

    /// Host memory of any kind.
    pub fn is_host(self) -> bool {
        matches!(self, Window::HostGlobals | Window::HostHeap | Window::HostStack)
    }
}
