//! CUDA runtime API, "Stream Management": what streams are, and their attributes.

use super::super::{Arg, Args, HostFunction, Stop};
use super::array::word;
use super::code::{INVALID_VALUE, SUCCESS};
use super::error::{call, refuse};
use super::memory::{answer, answer_int};
use super::stream::{GREATEST_PRIORITY, need_stream};
use crate::runtime::CallContext;
use std::collections::BTreeMap;

pub(in super::super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaStreamGetId", |host, args| with_stream(host, args, |host| answer(host, args.at(1), id(args.at(0).u64())))),
    ("cudaStreamGetDevice", |host, args| {
        with_stream(host, args, |host| {
            let device = host.state.cuda.device_of_stream(args.at(0).u64());
            answer_int(host, args.at(1), device)
        })
    }),
    ("cudaStreamGetAttribute", |host, args| with_stream(host, args, |host| get(host, args))),
    ("cudaStreamSetAttribute", |host, args| with_stream(host, args, |host| set(host, args))),
    ("cudaStreamCopyAttributes", |host, args| with_stream(host, args, |host| copy(host, args.at(0).u64(), args.at(1).u64()))),
    ("cudaCtxResetPersistingL2Cache", super::launch_ex::no_effect),
];

/// Attributes of streams by their numbers: 64 bytes each.
pub(super) type Attributes = BTreeMap<(u64, u32), [u8; 64]>;

/// `cudaLaunchAttributeAccessPolicyWindow`
const WINDOW: u32 = 1;
/// `cudaLaunchAttributeSynchronizationPolicy`
const POLICY: u32 = 3;
/// `cudaLaunchAttributePriority`
const PRIORITY: u32 = 8;
/// `cudaLaunchAttributeMemSyncDomainMap`
const DOMAIN_MAP: u32 = 9;
/// `cudaLaunchAttributeMemSyncDomain`
const DOMAIN: u32 = 10;

fn with_stream(
    host: &mut CallContext,
    args: &[Arg],
    body: impl FnOnce(&mut CallContext) -> Result<i32, Stop>,
) -> Result<super::super::Ret, Stop> {
    call(host, |host| match need_stream(host, Some(args.at(0).u64())) {
        Ok(()) => body(host),
        Err(error) => Ok(error),
    })
}

/// A number that no other stream has; the default stream has its handle's.
fn id(stream: u64) -> u64 {
    match stream {
        0 => 1,
        1 | 2 => stream,
        _ => 3 + (stream - super::FIRST_HANDLE) / 64,
    }
}

fn priority(host: &CallContext, stream: u64) -> i32 {
    host.state.cuda.streams.get(&stream).map_or(0, |stream| stream.priority)
}

fn no_attribute(host: &mut CallContext, attribute: u32) -> i32 {
    refuse(host, INVALID_VALUE, format!("{attribute} is no attribute of streams, or the value is wrong"))
}

fn get(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let (stream, attribute, target) = (args.at(0).u64(), args.at(1).u32(), args.at(2).address());
    if target == 0 || !matches!(attribute, WINDOW | POLICY | PRIORITY | DOMAIN_MAP | DOMAIN) {
        return Ok(no_attribute(host, attribute));
    }
    let known = host.state.cuda.stream_attributes.get(&(stream, attribute)).copied();
    let mut value = known.unwrap_or([0; 64]);
    match attribute {
        PRIORITY => value[..4].copy_from_slice(&priority(host, stream).to_le_bytes()),
        // `cudaSyncPolicyAuto`
        POLICY if known.is_none() => value[0] = 1,
        DOMAIN_MAP if known.is_none() => value[1] = 1,
        _ => {}
    }
    host.write_bytes(target, &value)?;
    Ok(SUCCESS)
}

fn set(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let (stream, attribute, source) = (args.at(0).u64(), args.at(1).u32(), args.at(2).address());
    if source == 0 {
        return Ok(refuse(host, INVALID_VALUE, "the value is null"));
    }
    let value: [u8; 64] = host.read(source)?;
    let number = word(&value, 0);
    match attribute {
        PRIORITY => {
            let priority = (number as i32).clamp(GREATEST_PRIORITY, 0);
            if let Some(stream) = host.state.cuda.streams.get_mut(&stream) {
                stream.priority = priority;
            }
            return Ok(SUCCESS);
        }
        POLICY if (1..=4).contains(&number) => {}
        WINDOW | DOMAIN_MAP => {}
        DOMAIN if number <= 1 => {}
        _ => return Ok(no_attribute(host, attribute)),
    }
    host.state.cuda.stream_attributes.insert((stream, attribute), value);
    Ok(SUCCESS)
}

/// All attributes but the priority.
fn copy(host: &mut CallContext, to: u64, from: u64) -> Result<i32, Stop> {
    if let Err(error) = need_stream(host, Some(from)) {
        return Ok(error);
    }
    let attributes = &mut host.state.cuda.stream_attributes;
    let copies: Vec<(u32, [u8; 64])> =
        attributes.range((from, 0)..=(from, u32::MAX)).map(|(&(_, number), &value)| (number, value)).collect();
    attributes.extend(copies.into_iter().map(|(number, value)| ((to, number), value)));
    Ok(SUCCESS)
}
