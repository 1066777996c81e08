//! Where relative paths start: `chdir` and its kin of `<unistd.h>`. The process's own directory stays what it is.

use super::descriptors::{ENOTDIR, answer, fail};
use super::files;
use super::state::Handle;
use super::system::{EBADF, EINVAL, ERANGE, error_number, set_errno};
use super::{Arg, Args, HostFunction, Ret, Stop};
use crate::runtime::CallContext;

pub(super) const FUNCTIONS: &[(&str, HostFunction)] = &[("getcwd", getcwd), ("chdir", chdir), ("fchdir", fchdir)];

/// The path that is an argument: a relative one starts where `chdir` went.
pub(super) fn path(host: &mut CallContext, address: u64) -> Result<String, Stop> {
    let path = files::text(host, address)?;
    Ok(from_directory(host, path))
}

/// A path as the world is to be asked for it.
pub(super) fn from_directory(host: &CallContext, path: String) -> String {
    match &host.state.directory {
        Some(directory) if !path.is_empty() && !path.starts_with('/') && std::path::Path::new(&path).is_relative() => {
            format!("{}/{path}", directory.trim_end_matches('/'))
        }
        _ => path,
    }
}

fn getcwd(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let (text, size) = (args.at(0).address(), args.at(1).u64());
    let directory = host.state.directory.clone().map_or_else(|| host.world.current_directory(), Ok);
    let mut path = match directory {
        Ok(path) => path.into_bytes(),
        Err(error) => {
            set_errno(host, error_number(&error))?;
            return Ok(Ret::from(0));
        }
    };
    path.push(0);
    if path.len() as u64 > size && (text != 0 || size != 0) {
        set_errno(host, if size == 0 { EINVAL } else { ERANGE })?;
        return Ok(Ret::from(0));
    }
    let text = if text != 0 {
        text
    } else {
        match super::heap::allocate(host, size.max(path.len() as u64), 16) {
            Some(text) => text,
            None => return Ok(Ret::from(0)),
        }
    };
    host.write_bytes(text, &path)?;
    Ok(Ret::from(text))
}

/// From now on the program's relative paths start at the directory; files that are open stay where they are.
fn chdir(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let path = path(host, args.at(0).address())?;
    let found = host.world.find_directory(&path);
    if let Err(error) = &found {
        super::streams::report_refusal(host, &path, error);
    }
    let gone = found.map(|directory| host.state.directory = Some(directory));
    answer(host, gone)
}

fn fchdir(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let Some(handle) = Handle::of_descriptor(args.at(0).i32()).filter(|&handle| files::is_open(host, handle)) else {
        return fail(host, EBADF);
    };
    match files::directory(host, handle) {
        Some(directory) => {
            host.state.directory = Some(directory);
            Ok(Ret::from(0))
        }
        None => fail(host, ENOTDIR),
    }
}
