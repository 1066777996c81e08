//! Waits between two operations that do not order them, for the report that says so.

use super::operations::{Submitted, Work};
use crate::finding::Place;
use crate::runtime::CallContext;
use std::collections::VecDeque;

/// Most waits that are kept: the last ones.
const MOST: usize = 256;

/// What a call waits for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wait {
    /// The host, for all of a stream.
    Stream(u64),
    /// The host, for what an event was recorded behind; nothing if it was not.
    Event(Option<Submitted>),
    /// A stream, for the same.
    EventInStream(u64, Option<Submitted>),
}

/// The last waits of a program that has streams.
#[derive(Clone, Default, Debug)]
pub(super) struct Waits(VecDeque<(u64, Wait, Option<Place>)>);

impl CallContext<'_, '_> {
    /// A call waits.
    pub(super) fn note_wait(&mut self, awaited: Wait) {
        if !self.machine.config.check_races || !self.state.cuda.device.may_overlap() {
            return;
        }
        let (number, place) = (self.state.cuda.device.last_number(), self.place());
        let waits = &mut self.state.cuda.waits.0;
        if waits.len() >= MOST {
            waits.pop_front();
        }
        waits.push_back((number, awaited, place));
    }

    /// Why a wait between two operations, of which the numbers are given, does not order them.
    pub(super) fn why_not_ordered(&self, (one, first): (u64, &Work), (other, second): (u64, &Work)) -> Option<String> {
        let device = &self.state.cuda.device;
        let (stream, other_stream) = (device.stream_of(one), device.stream_of(other));
        let early = |submitted: Option<Submitted>| match submitted {
            None => Some("that was never recorded: it is over at once".to_string()),
            Some(event) if event.number < one => Some(format!("that was recorded before {} was given to its stream", first.name)),
            Some(event) => {
                let is_elsewhere = device.stream_of(event.number).is_some_and(|of| Some(of) != stream);
                is_elsewhere.then(|| format!("that was recorded in another stream than that of {}", first.name))
            }
        };
        let why = |awaited: &Wait| match *awaited {
            Wait::Stream(of) => {
                (Some(of) != stream).then(|| ("cudaStreamSynchronize", format!("waits for another stream than that of {}", first.name)))
            }
            Wait::Event(event) => early(event).map(|why| ("cudaEventSynchronize", format!("waits for an event {why}"))),
            // A wait for a third stream's work is there for that.
            Wait::EventInStream(_, Some(event)) if ![stream, other_stream].contains(&device.stream_of(event.number)) => None,
            Wait::EventInStream(of, event) if Some(of) != other_stream => {
                let orders = event.is_some_and(|event| device.stream_of(event.number) == stream && event.number > one);
                orders.then(|| ("cudaStreamWaitEvent", format!("has another stream wait than that of {}", second.name)))
            }
            Wait::EventInStream(_, event) => early(event).map(|why| ("cudaStreamWaitEvent", format!("waits for an event {why}"))),
        };
        let between = self.state.cuda.waits.0.iter().rev().take_while(|wait| wait.0 >= one).filter(|wait| wait.0 < other);
        let mut reasons = between.filter_map(|(_, awaited, place)| Some((why(awaited)?, place.as_ref()?)));
        reasons.next().map(|((name, why), place)| format!("`{name}` at line {} orders nothing here: it {why}", place.line))
    }
}
