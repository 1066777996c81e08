//! Figures of a launch under Nsight Compute's names.

use super::occupancy::Occupancy;
use super::{Class, LaunchProfile, Traffic};
use crate::device::Device;
use crate::instrument::LaunchReport;
use crate::launch::LaunchConfig;

/// A launch with its profile: what figures are made of.
#[derive(Clone, Copy, Debug)]
pub struct ProfiledLaunch<'a> {
    /// Where it ran.
    pub device: &'a Device,
    /// How it was launched.
    pub config: &'a LaunchConfig,
    /// What it did.
    pub profile: &'a LaunchProfile,
}

impl<'a> ProfiledLaunch<'a> {
    /// Of a launch; `None` if no profile was kept.
    pub fn new(device: &'a Device, report: &'a LaunchReport) -> Option<ProfiledLaunch<'a>> {
        Some(ProfiledLaunch { device, config: &report.config, profile: report.profile.as_deref()? })
    }

    /// How many blocks a multiprocessor holds.
    pub fn occupancy(&self) -> Occupancy {
        Occupancy::new(self.device, self.config, self.profile.static_shared)
    }
}

/// How far a figure can be trusted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// Follows from which lanes access which addresses: equal to the hardware's where nvcc keeps the accesses.
    Exact,
    /// As exact as the model of a cache.
    Modelled,
}

/// One figure.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    /// Nsight Compute's name.
    pub name: &'static str,
    /// How far it can be trusted.
    pub trust: Trust,
    /// What it counts.
    pub doc: &'static str,
    /// Its value.
    pub value: fn(&ProfiledLaunch) -> u64,
}

macro_rules! metrics {
    ($($trust:ident $name:literal, $doc:literal, $value:expr;)*) => {
        /// All of them, in the order of columns.
        pub const METRICS: &[Metric] = &[$(Metric { name: $name, trust: Trust::$trust, doc: $doc, value: $value },)*];
    };
}

fn of(launch: &ProfiledLaunch, class: Class) -> Traffic {
    launch.profile.total(class)
}

/// Loads from global memory, those of `cp.async` too, which are one request each as others are.
fn loads(launch: &ProfiledLaunch) -> Traffic {
    let mut sum = of(launch, GlobalLoad);
    sum += of(launch, AsyncLoad);
    sum
}

/// Wavefronts of shared accesses. An asynchronous copy takes as many as its reads or its writes, whichever are more (measured on an
/// H200).
fn shared_wavefronts(launch: &ProfiledLaunch) -> u64 {
    let of_reads = of(launch, AsyncLoad).wavefronts.saturating_sub(of(launch, AsyncStore).wavefronts);
    launch.profile.sum(Class::is_shared).wavefronts + of_reads
}

use Class::*;

metrics! {
    Exact "smsp__sass_inst_executed_op_global_ld.sum", "warp instructions that load from global memory", |a| of(a, GlobalLoad).requests;
    Exact "smsp__sass_inst_executed_op_global_st.sum", "warp instructions that store to global memory", |a| of(a, GlobalStore).requests;
    Exact "smsp__sass_inst_executed_op_global_atom.sum", "global atomics whose old value is used", |a| of(a, GlobalAtom).requests;
    Exact "smsp__sass_inst_executed_op_global_red.sum", "global atomics whose old value is not used", |a| of(a, GlobalRed).requests;
    Exact "smsp__sass_inst_executed_op_local_ld.sum", "warp instructions that load from local memory", |a| of(a, LocalLoad).requests;
    Exact "smsp__sass_inst_executed_op_local_st.sum", "warp instructions that store to local memory", |a| of(a, LocalStore).requests;
    Exact "smsp__sass_inst_executed_op_shared_ld.sum", "warp instructions that load from shared memory", |a| of(a, SharedLoad).requests;
    Exact "smsp__sass_inst_executed_op_shared_st.sum", "warp instructions that store to shared memory", |a| of(a, SharedStore).requests;
    Exact "smsp__sass_inst_executed_op_shared_atom.sum", "shared atomics", |a| of(a, SharedAtom).requests;
    Exact "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "requests of global loads, those of `cp.async` too", |a| loads(a).requests;
    Exact "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "sectors of global loads, those of `cp.async` too", |a| loads(a).sectors;
    Exact "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "requests of global stores", |a| of(a, GlobalStore).requests;
    Exact "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "sectors of global stores", |a| of(a, GlobalStore).sectors;
    Exact "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", "requests of global atomics whose old value is used", |a| of(a, GlobalAtom).requests;
    Exact "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", "sectors of the same", |a| of(a, GlobalAtom).sectors;
    Exact "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum", "requests of global atomics whose old value is not used", |a| of(a, GlobalRed).requests;
    Exact "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", "sectors of the same", |a| of(a, GlobalRed).sectors;
    Exact "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", "sectors of local loads", |a| of(a, LocalLoad).sectors;
    Exact "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", "sectors of local stores", |a| of(a, LocalStore).sectors;
    Exact "smsp__inst_executed_op_texture.sum", "warp instructions that read through a texture", |a| of(a, Texture).requests;
    Exact "smsp__inst_executed_op_surface_ld.sum", "warp instructions that read a surface", |a| of(a, SurfaceLoad).requests;
    Exact "smsp__inst_executed_op_surface_st.sum", "warp instructions that write a surface", |a| of(a, SurfaceStore).requests;
    Exact "l1tex__texin_requests_mem_texture.sum", "quads of lanes that read through a texture", |a| of(a, Texture).lines;
    Exact "l1tex__t_requests_pipe_tex_mem_texture.sum", "requests of textures", |a| of(a, Texture).wavefronts;
    Exact "l1tex__t_sectors_pipe_tex_mem_texture.sum", "sectors of textures", |a| of(a, Texture).sectors;
    Exact "l1tex__t_requests_pipe_tex_mem_surface_op_ld.sum", "requests of surface reads", |a| of(a, SurfaceLoad).wavefronts;
    Exact "l1tex__t_sectors_pipe_tex_mem_surface_op_ld.sum", "sectors of surface reads", |a| of(a, SurfaceLoad).sectors;
    Exact "l1tex__t_requests_pipe_tex_mem_surface_op_st.sum", "requests of surface writes", |a| of(a, SurfaceStore).wavefronts;
    Exact "l1tex__t_sectors_pipe_tex_mem_surface_op_st.sum", "sectors of surface writes", |a| of(a, SurfaceStore).sectors;
    Exact "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "wavefronts of shared loads", |a| of(a, SharedLoad).wavefronts;
    Exact "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "wavefronts of shared stores", |a| of(a, SharedStore).wavefronts;
    Exact "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "wavefronts more because shared loads meet in a bank", |a| of(a, SharedLoad).conflicts();
    Exact "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "wavefronts more because shared stores meet in a bank", |a| of(a, SharedStore).conflicts();
    Exact "memory_l1_wavefronts_shared", "wavefronts of all shared accesses", |a| shared_wavefronts(a);
    Exact "memory_l1_wavefronts_shared_ideal", "the same without conflicts", |a| a.profile.sum(Class::is_shared).ideal_wavefronts;
    Exact "memory_l2_theoretical_sectors_global", "distinct sectors of each global request, no cache", |a| a.profile.sum(Class::is_global).theoretical;
    Exact "memory_l2_theoretical_sectors_global_ideal", "the same if the bytes lay side by side", |a| a.profile.sum(Class::is_global).ideal;
    Exact "launch__shared_mem_per_block_static", "bytes of shared memory that the kernel declares", |a| a.profile.static_shared;
    Exact "launch__shared_mem_per_block_dynamic", "bytes of shared memory that the launch asks for", |a| a.config.dynamic_shared;
    Exact "launch__occupancy_limit_blocks", "blocks that a multiprocessor holds at most", |a| a.occupancy().by_blocks;
    Exact "launch__occupancy_limit_warps", "blocks whose warps fit into a multiprocessor", |a| a.occupancy().by_warps;
}

/// Those that need the caches: as good as their model.
pub const CACHE_METRICS: &[Metric] = &[
    Metric {
        name: "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum",
        trust: Trust::Modelled,
        doc: "sectors of global loads found in the first-level cache",
        value: |a| loads(a).hits,
    },
    Metric {
        name: "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss.sum",
        trust: Trust::Modelled,
        doc: "sectors of global loads not found there",
        value: |a| loads(a).sectors - loads(a).hits,
    },
    Metric {
        name: "l1tex__m_xbar2l1tex_read_sectors.sum",
        trust: Trust::Modelled,
        doc: "sectors that came from the second-level cache: misses of global loads, and atomics whose old value is used",
        value: |a| loads(a).sectors - loads(a).hits + of(a, GlobalAtom).sectors,
    },
];

/// The metrics that a launch has.
pub fn metrics(profile: &LaunchProfile) -> impl Iterator<Item = &'static Metric> {
    METRICS.iter().chain(if profile.has_caches { CACHE_METRICS } else { &[] })
}
