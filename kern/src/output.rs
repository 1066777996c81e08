//! [`Output`]: what a launch has of the outside.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Instant;

use kern_vm::{Closed, Interrupt, Interruption, MemoryWorld, Stream, World};

use crate::Device;
use crate::device::Watch;

/// Milliseconds between two questions whether the launch should go on.
const LOOK: u128 = 50;

/// Keeps what kernels print, hands it to the device's own [`World`], and has somebody asked whether the launch should go on.
///
/// A panic of either would leave the machine in the middle of a launch. So it waits until the launch is over, and the one who panicked is not
/// asked again before.
pub(crate) struct Output {
    start: Instant,
    pub(crate) streams: MemoryWorld,
    world: Option<Box<dyn World + Send>>,
    watch: Option<(Box<Watch>, Interrupt)>,
    looked: Instant,
    panic: Option<Box<dyn Any + Send>>,
}

impl Output {
    /// Of a launch that begins now. It takes the world and the watch of `device` until [`Output::end`].
    pub(crate) fn begin(device: &mut Device) -> Output {
        let watch = device.watch_anew();
        let start = Instant::now();
        Output { start, streams: MemoryWorld::default(), world: device.world.take(), watch, looked: start, panic: None }
    }

    /// The launch is over: `device` gets back what was taken.
    ///
    /// # Panics
    /// With the panic of the world or the watch.
    pub(crate) fn end(&mut self, device: &mut Device) {
        device.world = self.world.take();
        device.watch = self.watch.take().map(|(watch, _)| watch);
        if let Some(panic) = self.panic.take() {
            resume_unwind(panic);
        }
    }

    /// What the device's world answers, if there is one that has not panicked.
    fn ask<T>(&mut self, question: impl FnOnce(&mut (dyn World + Send)) -> T) -> Option<T> {
        let world = self.world.as_deref_mut().filter(|_| self.panic.is_none())?;
        catch_unwind(AssertUnwindSafe(|| question(world))).map_err(|panic| self.panic = Some(panic)).ok()
    }

    /// The same for output, of which a world that has panicked takes no more: that ends the launch.
    fn tell(&mut self, question: impl FnOnce(&mut (dyn World + Send)) -> Result<(), Closed>) -> Result<(), Closed> {
        let answer = self.ask(question);
        answer.unwrap_or(if self.panic.is_some() { Err(Closed) } else { Ok(()) })
    }
}

impl World for Output {
    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Closed> {
        self.streams.write(stream, bytes)?;
        self.tell(|world| world.write(stream, bytes))
    }

    fn flush(&mut self, stream: Stream) -> Result<(), Closed> {
        self.tell(|world| world.flush(stream))
    }

    fn monotonic_ns(&mut self) -> u64 {
        let own = self.start.elapsed().as_nanos();
        self.ask(|world| world.monotonic_ns()).unwrap_or_else(|| u64::try_from(own).unwrap_or(u64::MAX))
    }

    fn unix_ns(&mut self) -> u64 {
        self.ask(|world| world.unix_ns()).unwrap_or(0)
    }

    fn wants_progress(&mut self) -> bool {
        if self.looked.elapsed().as_millis() < LOOK {
            return false;
        }
        self.looked = Instant::now();
        if let Some((watch, interrupt)) = &mut self.watch
            && self.panic.is_none()
        {
            let answer = catch_unwind(AssertUnwindSafe(watch)).map_err(|panic| self.panic = Some(panic));
            if answer != Ok(true) {
                interrupt.request(Interruption::Interrupt);
            }
        }
        false
    }
}
