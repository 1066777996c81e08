//! Wording of reads of memory that nothing was written to.

use super::accessed::{Accessed, Names, block_name, thread_name};
use super::{missed_writes, plural};
use crate::finding::{Finding, Place};
use crate::instrument::hazard::Unwritten;
use crate::launch::LaunchConfig;
use crate::machine::Machine;
use crate::memory::{AllocationKind, Side, Site, Window};
use kern_diag::Code;

/// Reports what the launch that has ended read.
pub(crate) fn report_reads(machine: &mut Machine, function: u32, config: &LaunchConfig, params: &[u8], racing: &[Site]) {
    for unwritten in machine.sinks.unwritten() {
        // A read that races with the write came too early; nobody else writes a variable.
        let is_argument = Window::of(unwritten.address) == Window::Param;
        let is_variable = is_argument || Window::of(unwritten.address) == Window::Local;
        let Some(reader) = unwritten.read.filter(|reader| is_variable || !racing.contains(&reader.site)) else { continue };
        let names = Names { function, config, params };
        let what = names.element(machine, unwritten.address, unwritten.bytes);
        let who = format!("{} of block {}", thread_name(reader.thread, config.block), block_name(reader.block, config));
        let place = machine.place(&[reader.site]);
        if machine.findings.has_bad_access(place.as_ref()) {
            // It reads what it must not.
            continue;
        }
        let is_part = unwritten.bytes < what.element_bytes && (!is_variable || what.element_bytes == what.bytes);
        let name = if is_part {
            let first = (unwritten.address - what.start) % what.element_bytes.max(1);
            format!("bytes {first} to {} of {}", first + unwritten.bytes - 1, what.name)
        } else {
            what.name.clone()
        };
        if is_variable && what.name.starts_with(OF_SHUFFLE) {
            if machine.findings.has_missing_lanes(what.made.as_ref().map(|made| &made.0)) {
                continue;
            }
            machine.findings.report(of_shuffle(place, (&who, &what), (reader.thread, config), unwritten.count));
            continue;
        }
        let written = if unwritten.stored.is_some() { "only something without a value" } else { "nothing" };
        let message = format!("{who} reads {name}, to which {written} was written");
        let mut finding = Finding::new(Code::UNWRITTEN_READ, place, message).label("its value is used");
        let thing = what.thing();
        if let Some((made, text)) = what.made.clone() {
            finding = if finding.place.as_ref() == Some(&made) { finding } else { finding.also(Some(made), text) };
        }
        let memory = machine.memory.allocation(unwritten.address).map_or(what.start, |memory| memory.base);
        let is_of_heap = machine.memory.allocation(unwritten.address).is_some_and(|memory| memory.kind == AllocationKind::DeviceHeap);
        finding = if is_argument {
            of_argument(finding)
        } else if let Some(stored) = unwritten.stored {
            of_unset(finding, machine.place(&[stored]))
        } else if is_of_heap {
            of_heap(finding)
        } else if machine.textures.array_at(unwritten.address).is_some() {
            of_array(finding, unwritten.is_untouched)
        } else {
            let of = (what.element_bytes, &*what.type_of_element(), what.bytes);
            let finding = with_cause(finding, &unwritten, of, machine.memory.is_managed(unwritten.address));
            let is_variable = machine.memory.allocation(unwritten.address).is_some_and(|memory| memory.name.is_some());
            if is_variable { finding.note("variables of the device begin with zeros: it reads 0") } else { finding }
        };
        finding.count = unwritten.count;
        (finding.thing, finding.memory) = (thing, memory);
        if Window::of(unwritten.address) == Window::Shared {
            let parted = machine.findings.conditions_of_divergence();
            let of = (function, config.dynamic_shared);
            let is_missing = |&at: &(u32, u32)| missed_writes::is_missing(machine, of, unwritten.address, reader.site, at);
            finding.is_independent = !parted.is_empty() && !parted.iter().any(is_missing);
        }
        machine.findings.report(finding);
    }
}

/// The host launched the kernel with an argument that is not all set.
fn of_argument(finding: Finding) -> Finding {
    let help = "give the argument a value before the launch, all of its members: `= {}` behind its declaration has them begin with zeros";
    finding.note("the host wrote nothing to that part of the argument: it holds whatever was on its stack").help(help)
}

/// How the names of what stands for the result of a shuffle begin.
const OF_SHUFFLE: &str = "`__shfl_";

/// What a shuffle gave is used, and the lane that it reads from took no part.
fn of_shuffle(place: Option<Place>, (who, what): (&str, &Accessed), (thread, config): (u16, &LaunchConfig), count: u64) -> Finding {
    let message = format!("{who} uses what {} gave it, and the lane that this read from took no part: the value is undefined", what.name);
    let mut finding = Finding::new(Code::SHUFFLE_FROM_NOBODY, place, message).label("the value is used");
    let reads = "here it reads from a lane that the mask does not name, that has ended, or that does not exist";
    finding = finding.also(what.made.as_ref().map(|made| made.0.clone()), reads);
    let (threads, lanes) = (config.threads(), config.threads() % 32);
    if lanes != 0 && u64::from(thread) / 32 == threads / 32 {
        // Devices give 0 for lanes that do not exist.
        let note = format!("a block has {threads} threads: its last warp has {} only", plural(lanes, "lane"));
        finding = finding.warning().note(note);
    }
    finding = finding.note("kern gives 0 there, as an H200 does; nothing promises that").help(
        "have the lanes that are read from take part: all lanes of the warp come here, with a mask that names them; or use the value only \
         where they do, as in `if (lane + delta < lanes)`. Among 16 lanes a sum begins with a step of 8, not of 16",
    );
    finding.count = count;
    finding
}

/// Reports that a copy took to the host what was never written; whether all of that is told of. Where a part is, it is a mistake if the host
/// uses it.
pub(crate) fn report_copies(machine: &mut Machine, place: Option<&Place>, pitch_of: &dyn Fn(u64) -> Option<u64>) -> bool {
    let mut is_told = false;
    for unwritten in machine.sinks.unwritten() {
        let Some(allocation) = machine.memory.allocation(unwritten.address).cloned() else { continue };
        // Parts that nobody wants are copied along with others; what looks like a known mistake is told.
        let is_all = unwritten.bytes == allocation.size;
        if is_all && machine.launch_errors.was_refused {
            // What did not run did not write.
            continue;
        }
        if !is_all && unwritten.is_from_host {
            // It comes back as it went; if the host uses it, that is told.
            continue;
        }
        if !is_all && !is_count_of_elements(&unwritten, 4, allocation.size) && !is_count_of_threads(&unwritten, 4, allocation.size) {
            continue;
        }
        let made = allocation.allocated.as_ref().and_then(|made| machine.place(made));
        let first = unwritten.address - allocation.base;
        let last = first + unwritten.bytes;
        let message = match &allocation.name {
            Some(name) => format!("bytes {first} to {} of `{name}` are copied to the host, and nothing was written to them", last - 1),
            None => format!(
                "bytes {first} to {} of {} of device memory are copied to the host, and nothing was written to them",
                last - 1,
                plural(allocation.size, "byte")
            ),
        };
        let mut finding = Finding::new(Code::UNWRITTEN_COPY, place.cloned(), message).label("copied here");
        // Nobody wants a copy of nothing.
        finding = if is_all { finding } else { finding.warning() };
        finding = finding.also(made, format!("{} allocated here", plural(allocation.size, "byte")));
        finding = match pitch_of(allocation.base).filter(|_| !is_all) {
            Some(pitch) => finding
                .note(format!("its rows, as `cudaMallocPitch` made them, begin {pitch} bytes behind one another"))
                .help("have the kernel find a row by the pitch, which counts bytes: `(float *)((char *)pointer + y * pitch)`"),
            None => with_cause(finding, &unwritten, (4, "float", allocation.size), machine.memory.is_managed(unwritten.address)),
        };
        (finding.thing, finding.memory) = (allocation.base.max(1), allocation.base);
        machine.findings.report(finding);
        is_told |= is_all;
    }
    is_told
}

/// Host code uses what it read of memory to which nothing was written.
pub(crate) fn host_read(machine: &Machine, place: Option<Place>, address: u64, bytes: u64) -> Finding {
    let memory = &machine.memory;
    let allocation =
        memory.stack_variable(address).filter(|found| found.contains(address, 1)).or_else(|| memory.allocation(address).cloned());
    let Some(allocation) = allocation else {
        let message = format!("the host reads {} at {address:#x}, to which nothing was written", plural(bytes, "byte"));
        return Finding::new(Code::UNWRITTEN_ON_HOST, place, message).label("its value is used");
    };
    let (first, size) = (address - allocation.base, allocation.size);
    let last = first.saturating_add(bytes.max(1)) - 1;
    let what = match &allocation.name {
        Some(name) if allocation.element_size > 0 && allocation.element_size < size => {
            format!("`{name}[{}]`", first / allocation.element_size)
        }
        Some(name) if bytes >= size => format!("`{name}`"),
        Some(name) => format!("bytes {first} to {last} of `{name}`"),
        None if bytes >= size => format!("an allocation of {}", plural(size, "byte")),
        None if [2, 4, 8].contains(&bytes) && first.is_multiple_of(bytes) && size.is_multiple_of(bytes) => {
            format!("element {} (of {bytes} bytes) of an allocation of {}", first / bytes, plural(size, "byte"))
        }
        None => format!("bytes {first} to {last} of an allocation of {}", plural(size, "byte")),
    };
    let message = format!("the host reads {what}, to which nothing was written");
    let mut finding = Finding::new(Code::UNWRITTEN_ON_HOST, place, message).label("its value is used");
    if let Some(made) = &allocation.allocated {
        finding = finding.also(machine.place(made), format!("{} allocated here", plural(size, "byte")));
    }
    if let Some(from) = memory.copied_from(address).and_then(|from| memory.allocation(from)) {
        let made = from.allocated.as_ref().and_then(|made| machine.place(made));
        let name = from.name.as_ref().map_or(String::new(), |name| format!(", of `{name}`"));
        finding.memory = from.base;
        return finding
            .also(made, format!("{} of device memory allocated here", plural(from.size, "byte")))
            .note(format!("it was copied from device memory{name}, where no copy, fill or kernel had written to it"))
            .help("let the kernel write all that is copied: does the grid have a thread for each element?");
    }
    let pieces = memory.unwritten(allocation.base, size);
    let before = pieces.first().map_or(first, |piece| piece.start);
    let is_untouched = pieces.first().is_some_and(|piece| *piece == (0..size));
    if allocation.kind == AllocationKind::StackVariable {
        let declared = memory.declaration(address).and_then(|loc| Place::resolve(machine.module(Side::Host), loc, ""));
        return finding
            .also(declared, "declared here")
            .note("a variable in a function starts with whatever was there before")
            .help("write all that is read, or have it begin with zeros: `= {}` behind the declaration");
    }
    if allocation.kind == AllocationKind::Managed {
        return match is_untouched {
            true => finding
                .note("nothing was written to any of it: no host code, no copy, no fill, no kernel")
                .help("launch the kernel that writes it, and wait for that with `cudaDeviceSynchronize`, before it is read"),
            false => finding.note("other parts of it were written").help(
                "let the kernel write all that is read: does the grid have a thread for each element? Or give it a value in host code",
            ),
        };
    }
    if is_untouched && machine.launch_count > 0 {
        return finding
            .note("nothing was written to any of it: no host code, and no copy from the device")
            .help("copy the result to it, with `cudaMemcpy` and `cudaMemcpyDeviceToHost`, before it is read");
    }
    if is_untouched {
        let note = "nothing was written to any of it; `malloc` and `new` clear nothing";
        return finding.note(note).help("give it a value first; `calloc`, `new int[n]()` and `std::vector` begin with zeros");
    }
    if before > 1 && before.checked_mul(bytes) == Some(size) {
        let note = format!("{} of {size} were written: a copy takes a number of bytes, not of elements", plural(before, "byte"));
        return finding.note(note).help("multiply the count by `sizeof` of the element: `n * sizeof(float)`");
    }
    let note = if before > 0 {
        format!("the first {} were written", plural(before, "byte"))
    } else {
        "its first bytes were not written".to_string()
    };
    finding.note(note).help("give all that is read a value first; `malloc` and `new` clear nothing")
}

/// Bytes of a pointer.
const POINTER: u64 = 8;

/// As many bytes were written as there are elements.
fn is_count_of_elements(unwritten: &Unwritten, element: u64, size: u64) -> bool {
    element > 1 && unwritten.written_before > 0 && unwritten.written_before * element == size
}

/// As many elements were written as the last launch has threads, and no others.
fn has_too_few_threads(unwritten: &Unwritten, element: u64, size: u64) -> bool {
    unwritten.is_rest && is_count_of_threads(unwritten, element, size)
}

/// As many elements were written, from the first on, as the last launch has threads.
fn is_count_of_threads(unwritten: &Unwritten, element: u64, size: u64) -> bool {
    let before = unwritten.written_before;
    unwritten.threads.all > 0 && before / element == unwritten.threads.all && before < size
}

/// Memory that a kernel has allocated.
fn of_heap(finding: Finding) -> Finding {
    finding
        .note("`malloc` and `new` in a kernel clear nothing: the memory holds what was there before")
        .help("write all that is read; `new int[n]()` and `new T()` begin with zeros")
}

/// Texels of an array.
fn of_array(finding: Finding, is_untouched: bool) -> Finding {
    let finding = if is_untouched { finding.note("nothing was written to any of the array's texels") } else { finding };
    finding.help(
        "copy all rows to the array, each as a whole: `cudaMemcpy2DToArray` takes the width of what it copies in bytes, as in \
         `width * sizeof(float)`; or let a kernel write it first, through a surface",
    )
}

/// Memory to which a kernel has stored what had no value.
fn of_unset(finding: Finding, stored: Option<Place>) -> Finding {
    finding
        .also(stored, "what was stored here had no value itself")
        .note("storing is no mistake, and what was stored counts as unwritten: a thread had read memory or a variable without a value")
        .help("give what is stored there a value on every way, or do not read it")
}

/// What may have been forgotten; of an array of so many bytes, and of what it is of the bytes and the type.
fn with_cause(finding: Finding, unwritten: &Unwritten, (element, of, size): (u64, &str, u64), is_managed: bool) -> Finding {
    let (element, before) = (element.max(1), unwritten.written_before);
    if Window::of(unwritten.address) == Window::Local {
        let finding = match before / element {
            _ if unwritten.bytes < size && element == size => finding,
            _ if unwritten.bytes == size => {
                let help = "give it a value where it is declared: on some way to here nothing was written to it";
                return finding.note("a variable in a function starts with whatever was there before").help(help);
            }
            _ if unwritten.is_untouched => finding.note("the thread has written nothing of it"),
            0 => finding,
            elements => finding.note(format!("the thread has written the first {}", plural(elements, "element"))),
        };
        let finding = finding.note("a variable in a function starts with whatever was there before");
        return finding.help("write all that is read, or have it begin with zeros: `= {}` behind the declaration");
    }
    if Window::of(unwritten.address) == Window::Shared {
        return finding
            .note("shared memory starts with whatever another block left there")
            .help("let a thread of the block write it first, and put `__syncthreads();` behind that");
    }
    if unwritten.is_from_host {
        return finding
            .note("it was copied from memory of the host, to which nothing was written: variables, `malloc` and `new` begin with whatever was there")
            .help("give all elements of the host's array a value before it is copied");
    }
    if unwritten.is_untouched && is_managed {
        return finding.note("nothing was written to any of it: no host code, no copy, no fill, no kernel").help(
            "give all its elements a value in host code before the launch, clear it with `cudaMemset`, or let a kernel write it first",
        );
    }
    if unwritten.is_untouched {
        return finding
            .note("nothing was written to any of it: no copy, no fill, no kernel")
            .help("copy the input to it with `cudaMemcpy`, clear it with `cudaMemset`, or let a kernel write it first");
    }
    if is_count_of_elements(unwritten, element, size) {
        let note = format!("{} of {} were written: a copy or fill takes a number of bytes, not of elements", plural(before, "byte"), size);
        return finding.note(note).help(format!("multiply the count by `sizeof` of the element: `n * sizeof({of})`"));
    }
    let elements = before / element;
    if has_too_few_threads(unwritten, element, size) {
        let run = plural(elements, "element");
        return match unwritten.threads.in_block {
            Some(threads) => {
                let note = format!(
                    "the first {run} were written, and the last launch has {} of {threads} threads",
                    plural(elements / threads, "block")
                );
                let blocks = (size / element).div_ceil(threads);
                finding.note(note).help(format!("round the number of blocks up, to {blocks} here: `(n + {}) / {threads}`", threads - 1))
            }
            None => {
                let note = format!("the first {run} were written, and the last launch has {elements} threads");
                finding.note(note).help("round the number of blocks up: `(n + threads - 1) / threads`")
            }
        };
    }
    // What is between the members of a structure may have been left out.
    if unwritten.is_rest && (1..=element).contains(&before) && element > POINTER && size > element {
        let note = format!("of its {} the first was written", plural(size / element, "element"));
        return finding.note(note).help(format!("copy all of them: `n * sizeof({of})` bytes, not `sizeof({of})`"));
    }
    if (before, unwritten.is_rest) == (POINTER, true) && element != POINTER {
        let note = format!("of its {} the first {before} were written, which is the size of a pointer", plural(size, "byte"));
        return finding.note(note).help(format!("`sizeof` of a pointer is the size of the pointer, not of the array: `n * sizeof({of})`"));
    }
    let note = match (before, unwritten.is_rest) {
        (_, rest) if (!rest || before == 0) && !is_count_of_threads(unwritten, element, size) => {
            match missing_elements(unwritten, element, size) {
                Some(list) => format!("of its {} these were not written: {list}", plural(size / element, "element")),
                None => note_of_gap(unwritten, element, size),
            }
        }
        _ => note_of_gap(unwritten, element, size),
    };
    let help = match unwritten.is_rest && before > 0 {
        true => "write all of it before it is read; a copy takes bytes: `n * sizeof` of what the array is of",
        false => "write all of it before it is read",
    };
    finding.note(note).help(help)
}

/// The elements of memory to which nothing was written, if they are few pieces.
fn missing_elements(unwritten: &Unwritten, element: u64, size: u64) -> Option<String> {
    let is_whole = |at: u64| at.is_multiple_of(element);
    let are_few = (1..4).contains(&unwritten.holes.len()) && is_whole(size);
    let piece = |hole: &std::ops::Range<u64>| match (hole.start / element, hole.end / element - 1) {
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first} to {last}"),
    };
    let are_whole = unwritten.holes.iter().all(|hole| is_whole(hole.start) && is_whole(hole.end) && hole.end > hole.start);
    (are_few && are_whole).then(|| unwritten.holes.iter().map(piece).collect::<Vec<_>>().join(", "))
}

/// How far memory was written.
fn note_of_gap(unwritten: &Unwritten, element: u64, size: u64) -> String {
    let (before, elements) = (unwritten.written_before, unwritten.written_before / element);
    match (before, unwritten.is_rest) {
        (0, _) => format!("of its {} the first were not written", plural(size, "byte")),
        (_, true) => format!("of its {} the first {before} were written", plural(size, "byte")),
        (_, false) if is_count_of_threads(unwritten, element, size) => {
            let run = plural(elements, "element");
            format!("the first {run} were written, as many as the last launch has threads, and others behind a gap: is a stride too large?")
        }
        (_, false) => format!("of its {} the first {before} were written, and others behind a gap", plural(size, "byte")),
    }
}
