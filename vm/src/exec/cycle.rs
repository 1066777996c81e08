//! Whether lanes that yield again and again do so unchanged: then they wait for somebody, or for nobody.
//!
//! Lanes are known by where they are and who they are, not by the split that they came in: on their way round they may diverge
//! and meet again, and the engines move them otherwise. What they hold in registers counts only as far as it is read again.

use super::engine::Engine;
use super::warp::{NOBODY, Probe, Split, Warp};
use crate::decode::code::OpKind;
use crate::decode::registers::lanes;
use crate::decode::side::is_host;

/// Places where lanes of a warp yielded that are remembered.
const MOST_PROBES: usize = 64;

impl<const L: usize> Engine<'_, '_, L> {
    /// A split has had its time slice: are its lanes where they were, with the same registers, and did nobody do anything since?
    pub(crate) fn look_for_cycle(&mut self, warp: &mut Warp<L>, split: &mut Split) {
        if is_host(L) {
            return;
        }
        let (effects, [digest, without_counts]) = (self.effects, self.digests(warp, split));
        let &mut Split { activation, pc, mask, .. } = split;
        (split.stuck, split.waits) = (None, None);
        warp.probes.retain(|probe| probe.effects == effects);
        let is_there = |probe: &&mut Probe| (probe.activation, probe.pc, probe.mask) == (activation, pc, mask);
        let Some(probe) = warp.probes.iter_mut().find(is_there) else {
            if warp.probes.len() == MOST_PROBES {
                warp.probes.remove(0);
            }
            warp.probes.push(Probe { activation, pc, mask, effects, digest, without_counts, seen: 0, limit: 1 });
            return;
        };
        probe.seen += 1;
        split.waits = (probe.without_counts == without_counts).then_some(effects);
        if probe.digest == digest {
            split.stuck = Some(effects);
        } else if probe.seen >= probe.limit {
            (probe.digest, probe.without_counts) = (digest, without_counts);
            (probe.seen, probe.limit) = (0, probe.limit.saturating_mul(2));
        }
    }

    /// Of what the lanes of a split still read in registers, of its activation and its callers: equal for equal ones, and for
    /// others as good as never. And the same without those that only count how often loops went round.
    fn digests(&mut self, warp: &Warp<L>, split: &Split) -> [u128; 2] {
        let layout = self.layout.clone();
        // FNV-1a with words for bytes.
        let mix = |digest: u128, word: u64| (digest ^ u128::from(word)).wrapping_mul(0x0100_0000_0000_0000_0000_013b);
        let mut digests = [mix(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, u64::from(split.mask)); 2];
        let (mut next, mut pc, mut result) = (split.activation, split.pc, None);
        while next != NOBODY {
            let activation = warp.activation(next);
            let code = &activation.code;
            digests = digests.map(|digest| mix(digest, u64::from(code.id)));
            match self.store.live(&layout, code) {
                Some(live) => {
                    let block = code.block_of[pc as usize] as usize;
                    let values = live.at(block).iter();
                    for &(slot, width) in values.filter(|(slot, _)| Some(*slot) != result) {
                        let with = |digest: u128| {
                            lanes::<L>(split.mask).fold(digest, |d, lane| mix(d, activation.registers.bits(slot, width, lane)))
                        };
                        digests[0] = with(digests[0]);
                        if !live.is_counter(block, slot) {
                            digests[1] = with(digests[1]);
                        }
                    }
                }
                None => digests = digests.map(|digest| activation.file.words().fold(digest, |d, &word| mix(d, word))),
            }
            // The caller goes on behind the call, with its result.
            (next, pc) = (activation.parent, activation.call_pc + 1);
            if next != NOBODY {
                let code = &warp.activation(next).code;
                result = match code.ops[activation.call_pc as usize].kind {
                    OpKind::Call(_, call) | OpKind::CallIndirect(call) => code.calls[call as usize].result.map(|result| result.0),
                    _ => None,
                };
            }
        }
        digests
    }
}
