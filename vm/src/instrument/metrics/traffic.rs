//! What warp instructions moved: the figures that are kept by instruction, kind of access and launch.

use crate::memory::{Access, Window};
use std::ops::AddAssign;

/// Which memory, and what is done to it. Generic accesses count where their addresses lie.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// `ld.global`
    GlobalLoad,
    /// `st.global`
    GlobalStore,
    /// `atom.global`: the old value is used.
    GlobalAtom,
    /// `red.global`: it is not.
    GlobalRed,
    /// `ld.local`
    LocalLoad,
    /// `st.local`
    LocalStore,
    /// `ld.shared`
    SharedLoad,
    /// `st.shared`
    SharedStore,
    /// `atom.shared`, `red.shared`
    SharedAtom,
    /// `cp.async`: what it reads of global memory. The instruction is no load to what counts instructions.
    AsyncLoad,
    /// `cp.async`: what it writes to shared memory.
    AsyncStore,
    /// `ld.const`
    ConstLoad,
    /// `tex`, `tld4`
    Texture,
    /// `suld`
    SurfaceLoad,
    /// `sust`
    SurfaceStore,
}

impl Class {
    /// All, in the order of reports.
    pub const ALL: [Class; 15] = [
        Class::GlobalLoad,
        Class::GlobalStore,
        Class::GlobalAtom,
        Class::GlobalRed,
        Class::LocalLoad,
        Class::LocalStore,
        Class::SharedLoad,
        Class::SharedStore,
        Class::SharedAtom,
        Class::AsyncLoad,
        Class::AsyncStore,
        Class::ConstLoad,
        Class::Texture,
        Class::SurfaceLoad,
        Class::SurfaceStore,
    ];

    /// The class of an access to a window; `None` for kernel parameters, which are operands and not accesses.
    /// `is_async`: it is half of a `cp.async`.
    pub fn of(window: Window, access: Access, has_result: bool, is_async: bool) -> Option<Class> {
        Some(match (window, access) {
            (Window::Param, _) => return None,
            (Window::Const, _) => Class::ConstLoad,
            (Window::Shared, Access::Read) => Class::SharedLoad,
            (Window::Shared, Access::Write) if is_async => Class::AsyncStore,
            (Window::Shared, Access::Write) => Class::SharedStore,
            (Window::Shared, Access::Atomic) => Class::SharedAtom,
            (Window::Local, Access::Read) => Class::LocalLoad,
            (Window::Local, _) => Class::LocalStore,
            (_, Access::Read) if is_async => Class::AsyncLoad,
            (_, Access::Read) => Class::GlobalLoad,
            (_, Access::Write) => Class::GlobalStore,
            (_, Access::Atomic) if has_result => Class::GlobalAtom,
            (_, Access::Atomic) => Class::GlobalRed,
        })
    }

    /// Name in JSON: `global_load`.
    pub fn name(self) -> &'static str {
        match self {
            Class::GlobalLoad => "global_load",
            Class::GlobalStore => "global_store",
            Class::GlobalAtom => "global_atom",
            Class::GlobalRed => "global_red",
            Class::LocalLoad => "local_load",
            Class::LocalStore => "local_store",
            Class::SharedLoad => "shared_load",
            Class::SharedStore => "shared_store",
            Class::SharedAtom => "shared_atom",
            Class::AsyncLoad => "async_load",
            Class::AsyncStore => "async_store",
            Class::ConstLoad => "const_load",
            Class::Texture => "texture",
            Class::SurfaceLoad => "surface_load",
            Class::SurfaceStore => "surface_store",
        }
    }

    /// Global memory, atomics included.
    pub fn is_global(self) -> bool {
        matches!(self, Class::GlobalLoad | Class::GlobalStore | Class::GlobalAtom | Class::GlobalRed | Class::AsyncLoad)
    }

    /// Atomic operations.
    pub fn is_atomic(self) -> bool {
        matches!(self, Class::GlobalAtom | Class::GlobalRed | Class::SharedAtom)
    }

    /// Shared memory, atomics included.
    pub fn is_shared(self) -> bool {
        matches!(self, Class::SharedLoad | Class::SharedStore | Class::SharedAtom | Class::AsyncStore)
    }

    /// Local memory.
    pub fn is_local(self) -> bool {
        matches!(self, Class::LocalLoad | Class::LocalStore)
    }
}

/// Sums over executed warp instructions. What a class does not have is 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Traffic {
    /// Warp instructions with an active lane.
    pub requests: u64,
    /// Active lanes.
    pub threads: u64,
    /// Bytes that the lanes asked for: lanes times width.
    pub bytes: u64,
    /// Of them, at most the bytes of the sectors that were moved: lanes that want the same bytes get them from one place.
    pub used: u64,
    /// Global and local: 32-byte sectors that the first-level cache looks up. Atomics count a sector once for each
    /// wavefront it takes to serve lanes of one address. Constant: requests to the constant cache, one an address. Textures: by
    /// request of the tag stage.
    pub sectors: u64,
    /// Global: distinct sectors.
    pub theoretical: u64,
    /// Global: sectors that the same number of bytes would take if they lay side by side, at most `theoretical`.
    pub ideal: u64,
    /// Global: distinct 128-byte lines. Textures: quads of lanes.
    pub lines: u64,
    /// Shared: wavefronts of the banks. Global: wavefronts of the cache's tag stage, four lines each. Textures: its
    /// requests. Asynchronous copies: see [`Request::traffic`](super::rules::Request::traffic).
    pub wavefronts: u64,
    /// Shared: wavefronts that as many bytes take if they lie side by side.
    pub ideal_wavefronts: u64,
    /// Shared: wavefronts that accesses of this width take because lanes are not all served together: what is beyond them is
    /// conflicts.
    pub width_wavefronts: u64,
    /// Global loads: sectors found in the first-level cache, if it was modelled.
    pub hits: u64,
}

impl Traffic {
    /// Extra wavefronts of the banks.
    pub fn conflicts(&self) -> u64 {
        self.wavefronts - self.width_wavefronts
    }

    /// Bytes of the distinct sectors.
    pub fn moved(&self) -> u64 {
        self.theoretical * 32
    }

    /// Of a shared atomic that brings two operands: `cas`, whose wavefronts are twice as many.
    pub(super) fn with_two_operands(self) -> Traffic {
        Traffic {
            wavefronts: 2 * self.wavefronts,
            ideal_wavefronts: 2 * self.ideal_wavefronts,
            width_wavefronts: 2 * self.width_wavefronts,
            ..self
        }
    }

    /// The same, `times` times.
    pub fn times(self, times: u64) -> Traffic {
        Traffic {
            requests: self.requests * times,
            threads: self.threads * times,
            bytes: self.bytes * times,
            used: self.used * times,
            sectors: self.sectors * times,
            theoretical: self.theoretical * times,
            ideal: self.ideal * times,
            lines: self.lines * times,
            wavefronts: self.wavefronts * times,
            ideal_wavefronts: self.ideal_wavefronts * times,
            width_wavefronts: self.width_wavefronts * times,
            hits: self.hits * times,
        }
    }
}

impl AddAssign for Traffic {
    fn add_assign(&mut self, other: Traffic) {
        self.requests += other.requests;
        self.threads += other.threads;
        self.bytes += other.bytes;
        self.used += other.used;
        self.sectors += other.sectors;
        self.theoretical += other.theoretical;
        self.ideal += other.ideal;
        self.lines += other.lines;
        self.wavefronts += other.wavefronts;
        self.ideal_wavefronts += other.ideal_wavefronts;
        self.width_wavefronts += other.width_wavefronts;
        self.hits += other.hits;
    }
}
