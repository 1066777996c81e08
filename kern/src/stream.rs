//! [`Stream`] and [`Event`]: work that a device does while the Rust program goes on.
//!
//! A device has one host thread, which does the work of all of its streams in the order in which it was issued. A GPU might do the work
//! of two streams in another order; this one is always allowed, and results are the same every time. Events order the work of two devices:
//! who waits for one was issued after it, so no two devices wait for one another.
//!
//! Where no host thread can be started, whoever issues work does it: then results are there at once, and are the same.

use std::collections::VecDeque;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::Pin;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use crate::call_site::CallSite;
use crate::{Buffer, Device, Element, Error};

type Job = Box<dyn FnOnce(&mut Device) + Send>;

/// Work for a device, done in the order in which it is issued, while the Rust program goes on. Clones, and streams of one device, are
/// done by the same host thread.
///
/// ```
/// # #[cfg(feature = "macros")] {
/// mod kernels {
///     kern::kernels! { __global__ void twice(float *x) { x[threadIdx.x] *= 2; } }
/// }
/// let stream = kern::Stream::new(kern::Device::new(kern::device("h200")?));
/// let x = stream.upload(vec![1.0f32, 2.0, 3.0]);
/// let x = stream.run(move |gpu| {
///     let mut x = x.wait()?; // was issued before: it is there
///     kernels::twice(gpu, kern::grid(1).block(3), &mut x)?;
///     Ok(x)
/// });
/// assert_eq!(stream.download(x).wait()?, [2.0, 4.0, 6.0]);
/// # }
/// # Ok::<(), kern::Error>(())
/// ```
#[derive(Clone)]
pub struct Stream {
    worker: Worker,
}

impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream").finish_non_exhaustive()
    }
}

/// Who does the work.
#[derive(Clone)]
enum Worker {
    Thread(Sender<Job>),
    /// Whoever issues it.
    Caller(Arc<Mutex<Issued>>),
}

/// Work that is not done yet, and the device while nobody works with it.
struct Issued {
    device: Option<Device>,
    jobs: VecDeque<Job>,
}

impl Issued {
    /// Does what there is, unless somebody is at it already: then that one goes on with it.
    fn work(of: &Mutex<Issued>, job: Job) {
        let lock = || of.lock().unwrap_or_else(PoisonError::into_inner);
        let mut issued = lock();
        issued.jobs.push_back(job);
        let Some(mut device) = issued.device.take() else { return };
        while let Some(job) = issued.jobs.pop_front() {
            drop(issued);
            job(&mut device);
            issued = lock();
        }
        issued.device = Some(device);
    }
}

impl Stream {
    /// A stream of a device, which it takes: [`Stream::run`] lends it. The device goes when its last stream does, after its work.
    ///
    /// Where no host thread can be started, as in a browser, each call that issues work does it before it returns.
    ///
    /// ```
    /// let stream = kern::Stream::new(kern::Device::new(kern::device("h200")?));
    /// stream.synchronize();
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn new(device: Device) -> Stream {
        let (jobs, next) = channel::<Job>();
        // A thread that does not start drops what it was given.
        let device = Arc::new(Mutex::new(Some(device)));
        let take = |device: &Mutex<Option<Device>>| device.lock().unwrap_or_else(PoisonError::into_inner).take();
        let lent = device.clone();
        let work = move || {
            if let Some(mut device) = take(&lent) {
                next.into_iter().for_each(|job| job(&mut device));
            }
        };
        match std::thread::Builder::new().spawn(work) {
            Ok(_) => Stream { worker: Worker::Thread(jobs) },
            Err(_) => Stream::without_thread(take(&device)),
        }
    }

    fn without_thread(device: Option<Device>) -> Stream {
        Stream { worker: Worker::Caller(Arc::new(Mutex::new(Issued { device, jobs: VecDeque::new() }))) }
    }

    /// Another stream of the same device.
    ///
    /// ```
    /// let one = kern::Stream::new(kern::Device::new(kern::device("h200")?));
    /// let x = one.another().upload(vec![1, 2]); // comes before what `one` is given from here on
    /// assert_eq!(one.download(x).wait()?, [1, 2]);
    /// # Ok::<(), kern::Error>(())
    /// ```
    #[must_use]
    pub fn another(&self) -> Stream {
        self.clone()
    }

    /// Does `work` when what was issued to the device before is done. A panic in it comes out where its result is waited for.
    ///
    /// ```
    /// let stream = kern::Stream::new(kern::Device::new(kern::device("h200")?));
    /// assert_eq!(stream.run(|gpu| Ok(gpu.alloc::<u8>(7)?.len())).wait()?, 7);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn run<T: Send + 'static>(&self, work: impl FnOnce(&mut Device) -> Result<T, Error> + Send + 'static) -> Pending<T> {
        let (pending, done) = pair();
        self.issue(Box::new(move |device| done.finish(catch_unwind(AssertUnwindSafe(|| work(device))))));
        pending
    }

    /// Copies `data` to a new buffer.
    ///
    /// ```
    /// let stream = kern::Stream::new(kern::Device::new(kern::device("h200")?));
    /// assert_eq!(stream.upload(vec![1.0f32; 3]).wait()?.len(), 3);
    /// # Ok::<(), kern::Error>(())
    /// ```
    #[track_caller]
    pub fn upload<T: Element + Send>(&self, data: Vec<T>) -> Pending<Buffer<T>> {
        let site = CallSite::caller();
        self.run(move |device| device.upload_at(&data, site))
    }

    /// Copies back what a buffer holds that work of this device gives. Work of another device must have been issued before.
    ///
    /// ```
    /// let stream = kern::Stream::new(kern::Device::new(kern::device("h200")?));
    /// let x = stream.upload(vec![1, 2]);
    /// assert_eq!(stream.download(x).wait()?, [1, 2]);
    /// # Ok::<(), kern::Error>(())
    /// ```
    #[track_caller]
    pub fn download<T: Element + Send>(&self, buffer: Pending<Buffer<T>>) -> Pending<Vec<T>> {
        let site = CallSite::caller();
        self.run(move |device| {
            let buffer = buffer.wait()?;
            device.download_at(&buffer, site)
        })
    }

    /// An event that has happened when all that was issued to the device before is done.
    ///
    /// ```
    /// let stream = kern::Stream::new(kern::Device::new(kern::device("h200")?));
    /// let event = stream.record();
    /// event.synchronize();
    /// assert!(event.has_happened());
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn record(&self) -> Event {
        let (pending, done) = pair();
        self.issue(Box::new(move |_| done.finish(Ok(Ok(())))));
        Event { state: pending.state }
    }

    /// Work that is issued from now on waits for `event`, mostly of another device.
    ///
    /// ```
    /// let (a, b) = (kern::device("h200")?, kern::device("t4")?);
    /// let (a, b) = (kern::Stream::new(kern::Device::new(a)), kern::Stream::new(kern::Device::new(b)));
    /// let event = a.record();
    /// b.wait_for(&event);
    /// b.synchronize();
    /// assert!(event.has_happened());
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn wait_for(&self, event: &Event) {
        let event = event.clone();
        self.issue(Box::new(move |_| event.synchronize()));
    }

    /// Waits until all that was issued to the device before is done.
    ///
    /// ```
    /// let stream = kern::Stream::new(kern::Device::new(kern::device("h200")?));
    /// let x = stream.upload(vec![1]);
    /// stream.synchronize();
    /// assert!(x.is_done());
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn synchronize(&self) {
        self.record().synchronize();
    }

    fn issue(&self, job: Job) {
        match &self.worker {
            // The thread ends with the last stream, so it takes what there is.
            Worker::Thread(jobs) => drop(jobs.send(job)),
            Worker::Caller(issued) => Issued::work(issued, job),
        }
    }
}

/// A point in the work of a [`Stream`].
///
/// ```
/// let (a, b) = (kern::device("h200")?, kern::device("t4")?);
/// let (a, b) = (kern::Stream::new(kern::Device::new(a)), kern::Stream::new(kern::Device::new(b)));
/// let x = a.upload(vec![1, 2, 3]);
/// let event = a.record();
/// b.wait_for(&event); // what follows on `b` comes after the copy to `a`
/// event.synchronize();
/// assert!(event.has_happened());
/// # Ok::<(), kern::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Event {
    state: Arc<State<()>>,
}

impl Event {
    /// Whether the work is done.
    ///
    /// ```
    /// let stream = kern::Stream::new(kern::Device::new(kern::device("h200")?));
    /// let event = stream.record();
    /// stream.synchronize();
    /// assert!(event.has_happened());
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn has_happened(&self) -> bool {
        !matches!(*self.state.lock(), Slot::Open(_))
    }

    /// Waits until the work is done.
    ///
    /// ```
    /// let event = kern::Stream::new(kern::Device::new(kern::device("h200")?)).record();
    /// event.synchronize(); // also after the stream is gone
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn synchronize(&self) {
        let mut slot = self.state.lock();
        while matches!(*slot, Slot::Open(_)) {
            slot = self.state.changed.wait(slot).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// What some work of a [`Stream`] will give: [`Pending::wait`] for it, or `.await` it.
///
/// ```
/// let stream = kern::Stream::new(kern::Device::new(kern::device("h200")?));
/// let sum = stream.run(|gpu| Ok(gpu.model().sm_count + 1));
/// assert_eq!(sum.wait()?, 133);
/// # Ok::<(), kern::Error>(())
/// ```
#[must_use = "what went wrong is told to whoever waits for it"]
#[derive(Debug)]
pub struct Pending<T> {
    state: Arc<State<T>>,
}

impl<T> Pending<T> {
    /// Waits for it.
    ///
    /// # Errors
    /// What the work answered.
    ///
    /// # Panics
    /// With the panic of the work.
    ///
    /// ```
    /// let stream = kern::Stream::new(kern::Device::new(kern::device("h200")?));
    /// assert_eq!(stream.run(|_| Ok(2)).wait()?, 2);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn wait(self) -> Result<T, Error> {
        let mut slot = self.state.lock();
        loop {
            if let Some(result) = slot.take() {
                drop(slot);
                return result.unwrap_or_else(|panic| resume_unwind(panic));
            }
            slot = self.state.changed.wait(slot).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether it is there.
    ///
    /// ```
    /// let stream = kern::Stream::new(kern::Device::new(kern::device("h200")?));
    /// let two = stream.run(|_| Ok(2));
    /// stream.synchronize();
    /// assert!(two.is_done());
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn is_done(&self) -> bool {
        !matches!(*self.state.lock(), Slot::Open(_))
    }
}

impl<T> Future for Pending<T> {
    type Output = Result<T, Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<T, Error>> {
        let mut slot = self.state.lock();
        match slot.take() {
            Some(result) => {
                drop(slot);
                Poll::Ready(result.unwrap_or_else(|panic| resume_unwind(panic)))
            }
            None => {
                *slot = Slot::Open(Some(context.waker().clone()));
                Poll::Pending
            }
        }
    }
}

/// What the work answered, or its panic.
type Outcome<T> = std::thread::Result<Result<T, Error>>;

/// A result on its way.
#[derive(Debug)]
enum Slot<T> {
    /// It is not there; whom to wake.
    Open(Option<Waker>),
    Done(Outcome<T>),
    Taken,
}

impl<T> Slot<T> {
    fn take(&mut self) -> Option<Outcome<T>> {
        match std::mem::replace(self, Slot::Taken) {
            Slot::Done(outcome) => Some(outcome),
            other => {
                *self = other;
                None
            }
        }
    }
}

#[derive(Debug)]
struct State<T> {
    slot: Mutex<Slot<T>>,
    changed: Condvar,
}

impl<T> State<T> {
    fn lock(&self) -> MutexGuard<'_, Slot<T>> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Who answers.
struct Done<T>(Arc<State<T>>);

impl<T> Done<T> {
    fn finish(self, outcome: Outcome<T>) {
        let before = std::mem::replace(&mut *self.0.lock(), Slot::Done(outcome));
        self.0.changed.notify_all();
        if let Slot::Open(Some(waker)) = before {
            waker.wake();
        }
    }
}

fn pair<T>() -> (Pending<T>, Done<T>) {
    let state = Arc::new(State { slot: Mutex::new(Slot::Open(None)), changed: Condvar::new() });
    (Pending { state: state.clone() }, Done(state))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Work that issues work, panics, and comes from two threads.
    #[test]
    fn without_a_thread_the_caller_works() -> Result<(), Error> {
        let stream = Stream::without_thread(Some(Device::new(crate::device("t4")?)));
        let x = stream.upload(vec![1, 2]);
        assert!(x.is_done());
        let (inner, log) = (stream.another(), Arc::new(Mutex::new(Vec::new())));
        let (first, second) = (log.clone(), log.clone());
        let order = stream.run(move |_| {
            let later = inner.run(move |_| {
                second.lock().unwrap().push(2);
                Ok(())
            });
            assert!(!later.is_done());
            first.lock().unwrap().push(1);
            Ok(later)
        });
        order.wait()?.wait()?;
        assert_eq!(*log.lock().unwrap(), [1, 2]);
        let panics = stream.run(|_| -> Result<(), Error> { panic!("mine") });
        assert!(catch_unwind(AssertUnwindSafe(|| panics.wait())).is_err());
        let other = stream.another();
        std::thread::spawn(move || other.run(|_| Ok(())).wait()).join().unwrap()?;
        stream.wait_for(&stream.record());
        assert_eq!(stream.download(x).wait()?, [1, 2]);
        Ok(())
    }
}
