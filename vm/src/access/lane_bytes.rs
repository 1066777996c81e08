//! The bytes of one lane, or of all of them at once, at addresses that were found right.

use crate::decode::code::Element;
use crate::decode::registers::lanes;
use crate::decode::side::is_device;
use crate::exec::engine::AccessContext;

/// # Safety
/// `pointer` is valid for the element's bytes.
#[inline(always)]
pub(crate) unsafe fn read_element(pointer: *mut u8, element: Element) -> u64 {
    // SAFETY: the caller's promise.
    unsafe {
        match element {
            Element::U8 => pointer.read() as u64,
            Element::S8 => pointer.read() as i8 as i32 as u32 as u64,
            Element::U16 => pointer.cast::<u16>().read_unaligned() as u64,
            Element::S16 => pointer.cast::<i16>().read_unaligned() as i32 as u32 as u64,
            Element::B32 => pointer.cast::<u32>().read_unaligned() as u64,
            Element::B64 => pointer.cast::<u64>().read_unaligned(),
        }
    }
}

/// # Safety
/// `pointer` is valid for the element's bytes.
#[inline(always)]
pub(crate) unsafe fn write_element(pointer: *mut u8, element: Element, bits: u64) {
    // SAFETY: the caller's promise.
    unsafe {
        match element {
            Element::U8 | Element::S8 => pointer.write(bits as u8),
            Element::U16 | Element::S16 => pointer.cast::<u16>().write_unaligned(bits as u16),
            Element::B32 => pointer.cast::<u32>().write_unaligned(bits as u32),
            Element::B64 => pointer.cast::<u64>().write_unaligned(bits),
        }
    }
}

/// # Safety
/// For each active lane, `origin` plus its address and stride is valid for the element's bytes.
#[inline(always)]
pub(crate) unsafe fn read_lanes<const L: usize>(
    context: &AccessContext<L>,
    element: Element,
    register: u32,
    origin: *mut u8,
    stride: u64,
    addresses: &[u64; L],
) {
    macro_rules! each {
        ($ty:ty, $as:ty) => {{
            if is_device(L) && context.mask == u32::MAX && stride == 0 {
                let mut values = [0 as $as; L];
                for lane in 0..L {
                    // SAFETY: the caller's promise.
                    values[lane] = unsafe { origin.wrapping_add(addresses[lane] as usize).cast::<$ty>().read_unaligned() } as $as;
                }
                context.registers.write::<$as>(register, &values, u32::MAX);
            } else {
                for lane in lanes::<L>(context.mask) {
                    let pointer = origin.wrapping_add(addresses[lane].wrapping_add(lane as u64 * stride) as usize);
                    // SAFETY: the caller's promise.
                    let value = unsafe { pointer.cast::<$ty>().read_unaligned() };
                    context.registers.set_lane::<$as>(register, lane, value as $as);
                }
            }
        }};
    }
    match element {
        Element::U8 => each!(u8, u32),
        Element::S8 => each!(i8, i32),
        Element::U16 => each!(u16, u32),
        Element::S16 => each!(i16, i32),
        Element::B32 => {
            if is_device(L) && context.mask == u32::MAX && stride == 0 && is_consecutive(addresses, 4) {
                // SAFETY: the caller's promise: consecutive lanes make one range.
                let values = unsafe { origin.wrapping_add(addresses[0] as usize).cast::<[u32; L]>().read_unaligned() };
                return context.registers.write(register, &values, u32::MAX);
            }
            each!(u32, u32)
        }
        Element::B64 => each!(u64, u64),
    }
}

#[inline(always)]
fn is_consecutive<const L: usize>(addresses: &[u64; L], bytes: u64) -> bool {
    let mut different = 0;
    for lane in 0..L {
        different |= addresses[lane].wrapping_sub(addresses[0]) ^ (lane as u64 * bytes);
    }
    different == 0
}

/// # Safety
/// As for `read_lanes`, and the bytes may be written.
#[inline(always)]
pub(crate) unsafe fn write_lanes<const L: usize>(
    context: &AccessContext<L>,
    element: Element,
    register: u32,
    origin: *mut u8,
    stride: u64,
    addresses: &[u64; L],
) {
    macro_rules! each {
        ($ty:ty, $from:ty) => {{
            for lane in lanes::<L>(context.mask) {
                let pointer = origin.wrapping_add(addresses[lane].wrapping_add(lane as u64 * stride) as usize);
                let value = context.registers.lane::<$from>(register, lane) as $ty;
                // SAFETY: the caller's promise.
                unsafe { pointer.cast::<$ty>().write_unaligned(value) };
            }
        }};
    }
    match element {
        Element::U8 | Element::S8 => each!(u8, u32),
        Element::U16 | Element::S16 => each!(u16, u32),
        Element::B32 => {
            if is_device(L) && context.mask == u32::MAX && stride == 0 && is_consecutive(addresses, 4) {
                let values = context.registers.read::<u32>(register);
                // SAFETY: the caller's promise: consecutive lanes make one range.
                return unsafe { origin.wrapping_add(addresses[0] as usize).cast::<[u32; L]>().write_unaligned(values) };
            }
            each!(u32, u32)
        }
        Element::B64 => each!(u64, u64),
    }
}
