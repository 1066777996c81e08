//! Accesses to the shared memory of other blocks of a cluster (PTX ISA 5.1.6, `.shared::cluster`).
//!
//! Each belongs to the variable that its root pointer names, in the block whose rank that has; see [`crate::exec::cluster`].

use crate::call::Stop;
use crate::decode::code::Access;
use crate::decode::registers::{Mask, lanes};
use crate::exec::cluster;
use crate::exec::engine::{AccessContext, Engine};
use crate::finding::Finding;
use crate::instrument::observe::LaneOrder;
use crate::launch::error;
use crate::memory::{self, SHARED, Side, Violation, ViolationKind};
use kern_diag::Code;

impl<const L: usize> Engine<'_, '_, L> {
    /// The pointer for one lane's access of `bytes` at a generic address whose root belongs to the block with a rank; `None` if it is
    /// wrong: then it has been reported.
    pub(super) fn resolve_in_cluster(
        &mut self,
        context: &mut AccessContext<L>,
        place: (u32, u64),
        address: u64,
        lane: usize,
        bytes: u64,
        kind: memory::Access,
    ) -> Result<Option<*mut u8>, Stop> {
        match self.find_in_cluster(context, place, address, bytes, kind) {
            Ok(pointer) => Ok(Some(pointer)),
            Err(Some(violation)) => self.violation(context, lane, &violation).map(|()| None),
            Err(None) => {
                self.report_missing_block(context, place.0, lane, (address, bytes), kind);
                let thread = self.thread(context.warp, context.barriers, lane);
                self.fail_access(thread.as_ref(), error::LAUNCH_FAILURE)?;
                Ok(None)
            }
        }
    }

    /// The same without a report.
    ///
    /// # Errors
    /// What is wrong; `None` if the block is not there.
    pub(super) fn find_in_cluster(
        &self,
        context: &AccessContext<L>,
        (rank, root): (u32, u64),
        address: u64,
        bytes: u64,
        kind: memory::Access,
    ) -> Result<*mut u8, Option<Violation>> {
        let config = self.frame.config;
        let found = self.frame.clusters.as_ref().and_then(|clusters| clusters.shared(&config, context.barriers.index, rank));
        let (_, start, size) = found.ok_or(None)?;
        // As that block has it.
        let address = match cluster::place(address) {
            Some((of, own)) if of == rank => own,
            _ => address,
        };
        let wrong = |kind_of, allocation| Some(Violation { kind: kind_of, address, size: bytes, access: kind, allocation });
        let thing = self.thing_at(context, root);
        if address & (bytes - 1) != 0 {
            return Err(wrong(ViolationKind::Misaligned, thing));
        }
        let Some(variable) = &thing else { return Err(wrong(ViolationKind::Unmapped, None)) };
        if let Err(kind_of) = memory::check_allocation(variable, address, bytes, kind, Side::Device) {
            return Err(wrong(kind_of, thing));
        }
        let offset = address.wrapping_sub(SHARED);
        match offset.checked_add(bytes).is_some_and(|end| end <= size) {
            true => Ok(start.wrapping_add(offset as usize)),
            false => Err(wrong(ViolationKind::Unmapped, thing)),
        }
    }

    /// The block has ended, or the cluster has none with that rank.
    fn report_missing_block(
        &mut self,
        context: &AccessContext<L>,
        rank: u32,
        lane: usize,
        (address, bytes): (u64, u64),
        kind: memory::Access,
    ) {
        let size = self.frame.config.cluster_size();
        let thread = self.thread(context.warp, context.barriers, lane);
        self.report_about(Code::CLUSTER_BLOCK, context.point, (address, thread), |engine| {
            let place = engine.place(context.point);
            let what = format!("{} of {bytes} bytes in the shared memory of block {rank} of the cluster", kind.text());
            let finding = match u64::from(rank) < size {
                true => Finding::new(Code::CLUSTER_BLOCK, place, format!("{what}, which has ended"))
                    .label("the memory of a block is there for as long as the block")
                    .help("have all blocks meet before the first of them ends: `cluster.sync()` behind the last such access"),
                false => Finding::new(Code::CLUSTER_BLOCK, place, format!("{what}, which has {size}"))
                    .label(format!("ranks go from 0 to {}", size - 1))
                    .help("take the rank modulo `cluster.num_blocks()`, or launch larger clusters"),
            };
            Some(engine.machine.findings.report(finding.by(thread.as_ref())))
        });
    }

    /// Lanes of a mask whose generic addresses belong to other blocks of the cluster.
    pub(super) fn remote_lanes(&self, addresses: &[u64; L], mask: Mask) -> Mask {
        if self.frame.clusters.is_none() {
            return 0;
        }
        lanes::<L>(mask).filter(|&lane| cluster::place(addresses[lane]).is_some()).fold(0, |found, lane| found | 1 << lane)
    }

    /// Tells the observer of such accesses, for each block whose memory it is by itself; of those that are wrong nothing.
    pub(super) fn observe_in_cluster(
        &mut self,
        context: &AccessContext<L>,
        access: &Access,
        addresses: &[u64; L],
        (kind, order, remote, refused): (memory::Access, LaneOrder, Mask, Mask),
    ) {
        let mut left = remote & !refused;
        while let Some((rank, _)) = lanes::<L>(left).next().and_then(|lane| cluster::place(addresses[lane])) {
            let is_there = |lane: &usize| cluster::place(addresses[*lane]).is_some_and(|place| place.0 == rank);
            let mask = lanes::<L>(left).filter(is_there).fold(0, |found, lane| found | 1 << lane);
            left &= !mask;
            let config = self.frame.config;
            let found = self.frame.clusters.as_ref().and_then(|clusters| clusters.shared(&config, context.barriers.index, rank));
            let Some((number, start, size)) = found else { continue };
            let own = addresses.map(|address| cluster::place(address).map_or(address, |place| place.1));
            // SAFETY: the block is resident, so this is its shared memory, which nobody writes to meanwhile.
            let shared = unsafe { std::slice::from_raw_parts(start, size as usize) };
            self.tell_of_access(context, access, &own, (kind, order, mask, 0), (Some(number), shared));
        }
    }
}
