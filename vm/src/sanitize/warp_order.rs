//! What the lanes of a warp know of one another.

/// What a warp's lanes know of one another in the block's interval.
#[derive(Clone, Default, Debug)]
pub(super) struct WarpOrder {
    /// All lanes met at this tick.
    pub(super) since: u32,
    /// Row: a lane; column: of which lane it knows what came before that tick.
    pub(super) lanes: Option<Box<[[u32; 32]; 32]>>,
}

impl WarpOrder {
    pub(super) fn knows(&self, lane: u16, other: u16) -> u32 {
        self.lanes.as_ref().map_or(self.since, |lanes| lanes[usize::from(lane % 32)][usize::from(other % 32)].max(self.since))
    }

    /// The threads of the warp of which a thread knows what came before a tick behind `interval`.
    pub(super) fn known_of(&self, thread: u16, interval: u32) -> impl Iterator<Item = (u16, u32)> {
        let known = (0..32).map(move |lane| (thread / 32 * 32 + lane, self.knows(thread, lane)));
        known.filter(move |&(_, tick)| tick > interval)
    }
}
