//! Findings that follow from another one.

use super::{ELSEWHERE, Finding, Findings, Place};
use kern_diag::Code;

impl Findings {
    /// Finding number `index` had this consequence, of which nothing else is said: a place and a word.
    pub(crate) fn add_consequence(&mut self, index: usize, place: Option<Place>, message: &str) {
        let Some((place, finding)) = place.zip(self.list.get_mut(index & !ELSEWHERE)) else { return };
        if !finding.related.iter().any(|r| r.1 == message) {
            finding.related.push((place, message.to_string()));
        }
    }

    /// Threads part at a condition for which they read different values in a race: what happens at the barrier then is no mistake of
    /// its own.
    pub(super) fn join_parted_by_races(&mut self) {
        let place_of = |place: &Place| u64::from(place.line) << 32 | u64::from(place.column);
        for index in (0..self.list.len()).rev() {
            let barrier = &self.list[index];
            if barrier.code != Code::BARRIER_DIVERGENT || barrier.thing == 0 {
                continue;
            }
            let is_cause = |race: &Finding| {
                let mut places = race.place.iter().chain(race.related.iter().map(|related| &related.0));
                race.code == Code::RACE_SHARED && race.scope() == barrier.scope() && places.any(|place| place_of(place) == barrier.thing)
            };
            if let Some(cause) = self.list.iter().position(is_cause) {
                let place = self.list[index].place.clone();
                self.add_consequence(cause, place, "so only some threads come to this barrier");
                self.list.remove(index);
            }
        }
    }
}
