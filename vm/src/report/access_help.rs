//! What is said to whoever wrote a wrong access: the line to change, and to what.

use super::circumstances::{Circumstances, Origin, element_size, index, many, space_text};
use super::plural;
use crate::memory::{Allocation, Side, Violation, ViolationKind};

/// An index below this is hardly meant: a product of `int`s that overflowed looks like it.
const OVERFLOWED: i64 = -(1 << 24);
/// Bytes of shared memory that a launch can ask for, roughly.
const MOST_SHARED: u64 = 256 << 10;
/// An index from here to 2^32 is a small negative number taken as `unsigned`.
const WRAPPED: std::ops::Range<i64> = 0xfff0_0000..0x1_0000_0000;

/// What to do about a wrong access, if that can be told.
pub(super) fn help(v: &Violation, c: &Circumstances) -> Option<String> {
    let text = match (v.kind, &v.allocation) {
        (ViolationKind::HostPointerInKernel, a) => match (&c.origin, a.as_ref().and_then(|a| a.name.as_deref())) {
            (Origin::Loaded(_), _) => {
                "a pointer that lies in device memory must itself point to memory from `cudaMalloc`: allocate and copy what it points to, \
                 and store that address"
                    .to_string()
            }
            (_, Some(name)) => format!("copy `{name}` to memory from `cudaMalloc` and pass that pointer"),
            _ => "copy the data to memory from `cudaMalloc` and pass that pointer".to_string(),
        },
        (ViolationKind::ReadOnly, Some(a)) if a.name.as_deref().is_some_and(|name| name.starts_with("$str")) => {
            "a string literal cannot be changed: copy it into an array, as in `char text[] = \"…\";`".to_string()
        }
        (ViolationKind::DevicePointerOnHost, _) => "copy the data to host memory with `cudaMemcpy` first".to_string(),
        (ViolationKind::DeviceSymbolOnHost, _) => "use `cudaMemcpyToSymbol` and `cudaMemcpyFromSymbol`".to_string(),
        (ViolationKind::Null, _) if c.side() == Side::Device => match c.origin {
            Origin::Loaded(_) => "check the pointer before it is used, or store an address there first".to_string(),
            Origin::Returned(_) => {
                "check what it returned; `cudaDeviceSetLimit(cudaLimitMallocHeapSize, bytes)` makes the heap of kernels larger".to_string()
            }
            _ => "pass a pointer to memory from `cudaMalloc`, and check that `cudaMalloc` returned `cudaSuccess`".to_string(),
        },
        (ViolationKind::Unset, _) if c.side() == Side::Device => {
            "allocate memory and set the pointer first: `cudaMalloc(&pointer, bytes)`".to_string()
        }
        (ViolationKind::Unset, _) => "set the pointer before it is used".to_string(),
        (ViolationKind::Peer, _) => "call `cudaDeviceEnablePeerAccess` first, while the kernel's device is the current one".to_string(),
        (ViolationKind::Idle, _) => "launch the graph that allocates the memory before, and free the memory after its last use".to_string(),
        (ViolationKind::Freed, _) if c.side() == Side::Device => "free the memory after the last launch that uses it".to_string(),
        (ViolationKind::Freed, _) => {
            "free the memory behind its last use; what is needed of it later goes into a variable before".to_string()
        }
        (ViolationKind::Misaligned, _) => {
            format!(
                "an access of {} bytes needs an address that is a multiple of {}: access smaller elements, or change the offset",
                v.size, v.size
            )
        }
        (ViolationKind::Unmapped, None) if c.side() == Side::Device && c.is_symbol => {
            "`cudaGetSymbolAddress((void **)&pointer, variable)` gives the address that a kernel can use; or let the kernel use the \
             variable by its name, and copy it with `cudaMemcpyToSymbol` and `cudaMemcpyFromSymbol`"
                .to_string()
        }
        (ViolationKind::OutOfBounds, Some(a)) => return help_with_bounds(v, a, c),
        (ViolationKind::Unmapped, None) if space_text(v, c.side()) == "shared" => {
            "shared memory belongs to a block while it runs: pass on data of a kernel in global memory".to_string()
        }
        _ => return None,
    };
    Some(text)
}

/// "a" or "an", before a type.
fn article(name: &str) -> &'static str {
    if name.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) || name.starts_with("unsigned") { "an" } else { "a" }
}

fn help_with_bounds(v: &Violation, a: &Allocation, c: &Circumstances) -> Option<String> {
    if c.reads_text && v.address == a.base.saturating_add(a.size) {
        let bytes = plural(a.size, "byte");
        return Some(format!(
            "a string ends with a zero, and there is none in these {bytes}: make room for it, and write it, `text[length] = 0`"
        ));
    }
    let size = element_size(v, a, c)?;
    let index = index(v, a, size);
    let element = c.element.as_ref().map_or("element", |e| &e.name);
    if c.is_dynamic_shared && v.address >= a.base && v.address - a.base < MOST_SHARED {
        let (needed, size) = (v.address - a.base + v.size, format!("count * sizeof({element})"));
        return Some(format!(
            "this needs at least {} of dynamic shared memory: give them as the third launch value, `kernel<<<blocks, threads, {size}>>>`",
            plural(needed, "byte")
        ));
    }
    if let Some(number) = &c.bytes_are {
        return Some(format!(
            "{number}, which is the size of the allocation in bytes, not in {}: multiply by `sizeof({element})` where it is allocated, or \
             pass the number of elements",
            many(2, element).trim_start_matches("2 ")
        ));
    }
    if let Some((number, assumed)) = &c.elements_are {
        let bytes = plural(a.size, "byte");
        return Some(format!(
            "{number}, and the allocation has {bytes}, {assumed} for each: {} `{element}` has {size}, so allocate `count * sizeof({element})`",
            article(element)
        ));
    }
    if let Some(pitch) = &c.pitch {
        return Some(format!(
            "`{pitch}` counts bytes, as `cudaMallocPitch` gives it: row `y` begins at `({element} *)((char *)pointer + y * {pitch})`"
        ));
    }
    let index = index?;
    if index < OVERFLOWED {
        return Some("an `int` that overflowed looks like this: compute large products in a wider type, `(size_t)a * b`".to_string());
    }
    if WRAPPED.contains(&index) {
        let signed = index - WRAPPED.end;
        return Some(format!("{index} is {signed} as `unsigned int`: the index went below zero; check it before the subtraction"));
    }
    c.thread?;
    if let Some(threads) = c.threads.filter(|&threads| (1..threads).contains(&(a.size / size)) && (0..threads as i64).contains(&index)) {
        let (name, own) = (a.name.as_deref().unwrap_or("array"), plural(a.size / size, "element"));
        return Some(format!(
            "the block has {threads} threads, and `{name}` {own}: declare it as large as the block, in each dimension, or check the index \
             before the access, as in `if (threadIdx.x < {})`",
            a.size / size
        ));
    }
    Some(if index < 0 {
        "check that the index is not negative before the access; the first elements have no neighbour before them".to_string()
    } else {
        "check the index before the access, as in `if (i < n)`".to_string()
    })
}
