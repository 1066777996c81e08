//! `mmap` of a file with `MAP_SHARED`: pages of the heap whose bytes and the file's are the same.
//!
//! *What.* The pages hold a copy, made equal to the file wherever somebody could see a difference: when a file is opened, read, written
//! out or looked at, and at `msync`, `munmap` and the program's end. What the program wrote into the pages goes to the file, as far as
//! that reaches; what it wrote into the file through a descriptor comes into the pages, where it has not written to these.

use super::super::descriptors::fail;
use super::super::state::Handle;
use super::super::system::EBADF;
use super::{Arg, Args, HostFunction, Ret, Stop};
use crate::runtime::CallContext;

pub(in super::super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("__kern_map_file", map),
    ("__kern_write_maps", |host, args| {
        write_through(host);
        let gone = args.at(0).address();
        host.state.files.mappings.retain(|mapping| mapping.pages != gone);
        Ok(Ret::VOID)
    }),
];

const EACCES: i32 = 13;

/// A file that is mapped.
#[derive(Clone, Debug)]
pub(super) struct Mapping {
    path: String,
    /// Where its bytes begin in the file.
    offset: usize,
    /// Address of the pages.
    pages: u64,
    /// The bytes as both last had them.
    known: Vec<u8>,
}

/// The pages at an address, which hold a file's bytes from an offset on, are the file's from now on.
fn map(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let handle = Handle::of_descriptor(args.at(0).i32()).unwrap_or(0);
    let (pages, size, offset) = (args.at(1).address(), args.at(2).u64(), args.at(3).u64() as usize);
    let Some(file) = host.state.files.open.get(&handle) else { return fail(host, EBADF) };
    if !file.readable || !file.writable || file.path.is_empty() {
        return fail(host, EACCES);
    }
    let path = file.path.clone();
    let known = host.read_raw(pages, size).unwrap_or_default();
    host.state.files.mappings.push(Mapping { path, offset, pages, known });
    Ok(Ret::from(0))
}

/// The bytes of a file that are `known`'s place, if there are any.
fn part<'b>(content: &'b mut [u8], offset: usize, known: &[u8]) -> Option<&'b mut [u8]> {
    let end = content.len().min(offset.saturating_add(known.len()));
    content.get_mut(offset..end)
}

/// Makes mapped pages and files equal.
pub(super) fn write_through(host: &mut CallContext) {
    if host.state.files.mappings.is_empty() {
        return;
    }
    let mut mappings = std::mem::take(&mut host.state.files.mappings);
    for mapping in &mut mappings {
        let Some(pages) = host.read_raw(mapping.pages, mapping.known.len() as u64) else { continue };
        if !host.work(1 + pages.len() as u64 / super::BYTES_AN_INSTRUCTION) {
            break;
        }
        let is_written = pages != mapping.known;
        let open = host.state.files.open.values_mut().filter(|file| file.path == mapping.path);
        let mut from_file = None;
        let mut is_open = false;
        for file in open {
            is_open = true;
            let Some(part) = part(&mut file.content, mapping.offset, &mapping.known) else { continue };
            if is_written {
                part.copy_from_slice(&pages[..part.len()]);
                file.dirty = true;
            } else if *part != mapping.known[..part.len()] {
                from_file = Some(part.to_vec());
            }
        }
        if is_written
            && !is_open
            && let Ok(mut content) = host.world.read_file(&mapping.path)
        {
            if let Some(part) = part(&mut content, mapping.offset, &mapping.known) {
                part.copy_from_slice(&pages[..part.len()]);
            }
            // Nobody is told of a failure, as of that of a page that is written later.
            let _ = host.world.write_file(&mapping.path, &content);
        }
        mapping.known = pages;
        if let Some(bytes) = from_file {
            host.write_raw(mapping.pages, &bytes);
            mapping.known[..bytes.len()].copy_from_slice(&bytes);
        }
    }
    host.state.files.mappings = mappings;
}
