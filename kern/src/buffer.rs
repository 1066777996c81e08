//! [`Buffer`] and [`DeviceSlice`]: typed memory of a device.

use std::marker::PhantomData;
use std::ops::{Bound, Deref, DerefMut, RangeBounds};
use std::sync::{Arc, Mutex, PoisonError};

use crate::Element;

/// What a device and its buffers share: which device it is, and what was dropped since it last looked.
#[derive(Debug, Default)]
pub(crate) struct Heap {
    device: String,
    dropped: Mutex<Vec<u64>>,
    textures: Mutex<Vec<u64>>,
}

impl Heap {
    /// That of a device which is such a product.
    pub(crate) fn of(product: &str) -> Heap {
        Heap { device: product.to_string(), ..Heap::default() }
    }

    /// The product, for messages.
    pub(crate) fn device(&self) -> &str {
        &self.device
    }

    /// The memory at `address` is not used any more.
    fn put_back(&self, address: u64) {
        self.dropped.lock().unwrap_or_else(PoisonError::into_inner).push(address);
    }

    /// The texture of this number is not used any more.
    pub(crate) fn end_texture(&self, number: u64) {
        self.textures.lock().unwrap_or_else(PoisonError::into_inner).push(number);
    }

    /// The textures that ended since the last call.
    pub(crate) fn take_textures(&self) -> Vec<u64> {
        std::mem::take(&mut *self.textures.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What was put back since the last call.
    pub(crate) fn take_dropped(&self) -> Vec<u64> {
        std::mem::take(&mut *self.dropped.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Memory of a device, which whoever holds it keeps: a [`Buffer`], and graphs of launches that take it. It is freed when the last of them
/// is gone.
#[derive(Debug)]
pub(crate) struct Allocation {
    pub(crate) heap: Arc<Heap>,
    address: u64,
    /// Variables of a program live as long as the device.
    is_variable: bool,
}

impl Drop for Allocation {
    fn drop(&mut self) {
        if !self.is_variable {
            self.heap.put_back(self.address);
        }
    }
}

/// Memory of a [`Device`](crate::Device) for some elements. Dropping it frees the memory, and what a kernel kept of its address is
/// found when it is used; a [`Graph`](crate::Graph) whose launches take it keeps it.
///
/// Where a [`DeviceSlice`] is wanted, a buffer is one, as a `Vec` is a slice.
///
/// ```
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.upload(&[1.0f32, 2.0, 3.0])?;
/// assert_eq!((x.len(), x.slice(1..).len()), (3, 2));
/// # Ok::<(), kern::Error>(())
/// ```
#[derive(Debug)]
pub struct Buffer<T: Element>(DeviceSlice<T>);

/// Some elements in memory of a [`Device`](crate::Device), of which a [`Buffer`] is the owner: what typed kernels take for a pointer,
/// `&DeviceSlice<f32>` for `const float *` and `&mut DeviceSlice<f32>` for `float *`.
///
/// ```
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.upload(&[1, 2, 3])?;
/// let all: &kern::DeviceSlice<i32> = &x; // a buffer is one
/// assert_eq!(gpu.download(all)?, [1, 2, 3]);
/// # Ok::<(), kern::Error>(())
/// ```
#[derive(Debug)]
pub struct DeviceSlice<T: Element> {
    pub(crate) allocation: Arc<Allocation>,
    pub(crate) address: u64,
    len: usize,
    element: PhantomData<T>,
}

impl<T: Element> Buffer<T> {
    pub(crate) fn new(heap: Arc<Heap>, address: u64, len: usize) -> Buffer<T> {
        Buffer(DeviceSlice::all(Allocation { heap, address, is_variable: false }, len))
    }
}

impl DeviceSlice<u8> {
    /// The memory of a program's variable.
    pub(crate) fn of_variable(heap: Arc<Heap>, address: u64, len: usize) -> DeviceSlice<u8> {
        DeviceSlice::all(Allocation { heap, address, is_variable: true }, len)
    }
}

impl<T: Element> DeviceSlice<T> {
    fn all(allocation: Allocation, len: usize) -> DeviceSlice<T> {
        const { assert!(T::BYTES > 0, "kernels have no types without bytes: C++ has no such arrays or structures") };
        DeviceSlice { address: allocation.address, allocation: Arc::new(allocation), len, element: PhantomData }
    }

    pub(crate) fn heap(&self) -> &Arc<Heap> {
        &self.allocation.heap
    }

    /// Elements.
    ///
    /// ```
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// assert_eq!(gpu.alloc::<f64>(5)?.len(), 5);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it has no elements.
    ///
    /// ```
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// assert!(gpu.alloc::<f64>(0)?.is_empty());
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The address that kernels see, in bytes: for pointers inside of data.
    ///
    /// ```
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let x = gpu.upload(&[1u8, 2, 3])?;
    /// assert_eq!(x.slice(2..).address(), x.address() + 2);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn address(&self) -> u64 {
        self.address
    }

    /// Part of it: `x.slice(2..)` is what `x + 2` is in CUDA. Kernels may reach all of the buffer from there, as in CUDA.
    ///
    /// Elements that there are not are left out: of three elements, `slice(2..9)` has one.
    ///
    /// ```
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let x = gpu.upload(&[1, 2, 3])?;
    /// assert_eq!(gpu.download(&x.slice(1..))?, [2, 3]);
    /// assert_eq!(gpu.download(&x.slice(2..9))?, [3]);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn slice(&self, range: impl RangeBounds<usize>) -> View<'_, T> {
        View { slice: self.part(range), owner: PhantomData }
    }

    /// The same, to be written.
    ///
    /// ```
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let mut x = gpu.upload(&[1, 2, 3])?;
    /// gpu.write(&x.slice_mut(1..), &[5, 6])?;
    /// assert_eq!(gpu.download(&x)?, [1, 5, 6]);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn slice_mut(&mut self, range: impl RangeBounds<usize>) -> ViewMut<'_, T> {
        ViewMut { slice: self.part(range), owner: PhantomData }
    }

    fn part(&self, range: impl RangeBounds<usize>) -> DeviceSlice<T> {
        let start = match range.start_bound() {
            Bound::Included(start) => *start,
            Bound::Excluded(before) => before.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let end = match range.end_bound() {
            Bound::Included(last) => last.saturating_add(1),
            Bound::Excluded(end) => *end,
            Bound::Unbounded => self.len,
        };
        let end = end.min(self.len);
        let start = start.min(end);
        let address = self.address + (start * T::BYTES) as u64;
        DeviceSlice { allocation: self.allocation.clone(), address, len: end - start, element: PhantomData }
    }
}

impl<T: Element> Deref for Buffer<T> {
    type Target = DeviceSlice<T>;

    fn deref(&self) -> &DeviceSlice<T> {
        &self.0
    }
}

impl<T: Element> DerefMut for Buffer<T> {
    fn deref_mut(&mut self) -> &mut DeviceSlice<T> {
        &mut self.0
    }
}

/// Part of a [`DeviceSlice`], see [`DeviceSlice::slice`].
///
/// ```
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.upload(&[1, 2, 3])?;
/// let tail: kern::View<i32> = x.slice(1..);
/// assert_eq!(gpu.download(&tail)?, [2, 3]);
/// # Ok::<(), kern::Error>(())
/// ```
#[derive(Debug)]
pub struct View<'a, T: Element> {
    slice: DeviceSlice<T>,
    owner: PhantomData<&'a DeviceSlice<T>>,
}

impl<T: Element> Deref for View<'_, T> {
    type Target = DeviceSlice<T>;

    fn deref(&self) -> &DeviceSlice<T> {
        &self.slice
    }
}

/// Part of a [`DeviceSlice`] that may be written, see [`DeviceSlice::slice_mut`].
///
/// ```
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let mut x = gpu.upload(&[1, 2, 3])?;
/// let tail: kern::ViewMut<i32> = x.slice_mut(1..);
/// assert_eq!(tail.len(), 2);
/// # Ok::<(), kern::Error>(())
/// ```
#[derive(Debug)]
pub struct ViewMut<'a, T: Element> {
    slice: DeviceSlice<T>,
    owner: PhantomData<&'a mut DeviceSlice<T>>,
}

impl<T: Element> Deref for ViewMut<'_, T> {
    type Target = DeviceSlice<T>;

    fn deref(&self) -> &DeviceSlice<T> {
        &self.slice
    }
}

impl<T: Element> DerefMut for ViewMut<'_, T> {
    fn deref_mut(&mut self) -> &mut DeviceSlice<T> {
        &mut self.slice
    }
}
