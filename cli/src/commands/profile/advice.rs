//! One sentence about an access: why it costs what it costs, and what to try.

use kern_vm::instrument::metrics::{Class, Stride, Traffic};

use super::lines::{Line, LineAccess};

/// What to say of an access; `None` when there is nothing to gain.
pub(super) fn of_access(access: &LineAccess) -> Option<Advice> {
    let traffic = &access.traffic;
    if traffic.requests == 0 {
        return None;
    }
    match access.class {
        Class::GlobalLoad | Class::GlobalStore | Class::AsyncLoad => global(access),
        Class::GlobalAtom | Class::GlobalRed => atomic(traffic),
        Class::SharedLoad | Class::SharedStore | Class::SharedAtom | Class::AsyncStore => shared(access),
        Class::LocalLoad | Class::LocalStore => Some(Advice {
            why: format!("an array of each thread lies in memory, {} sectors a request", per(traffic.sectors, traffic.requests)),
            help: "index it with constants (unroll the loop) so that it fits into registers, or put it into shared memory".into(),
        }),
        Class::ConstLoad if traffic.sectors > traffic.requests => Some(Advice {
            why: format!(
                "threads of a warp read {} different constants at a time, which are served one after another",
                per(traffic.sectors, traffic.requests)
            ),
            help: "use shared or global memory where threads read different elements".into(),
        }),
        Class::ConstLoad | Class::Texture | Class::SurfaceLoad | Class::SurfaceStore => None,
    }
}

/// What to say of a line's branches; `None` when few diverge.
pub(super) fn of_branches(line: &Line) -> Option<Advice> {
    let (executed, divergent) = line.branches;
    (divergent * 10 > executed).then(|| Advice {
        why: format!("{divergent} of {executed} branches split their warp: both sides are executed one after the other"),
        help: "let whole warps take one side: decide by a multiple of 32 threads, or bring equal work together".into(),
    })
}

/// A reason and a way out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Advice {
    pub(super) why: String,
    pub(super) help: String,
}

fn global(access: &LineAccess) -> Option<Advice> {
    let traffic = &access.traffic;
    let verb = if access.class == Class::GlobalStore { "write" } else { "read" };
    // A few sectors more than needed are not worth a sentence.
    if traffic.theoretical * 8 <= traffic.ideal * 9 {
        let lanes = traffic.threads as f64 / traffic.requests as f64;
        return (lanes < 16.0 && traffic.requests >= 32).then(|| Advice {
            why: format!("only {lanes:.0} of 32 threads are active in a request"),
            help: "give the work to threads that lie side by side, so that whole warps are busy or idle".into(),
        });
    }
    let cost = format!(
        "each request touches {} where {} would do",
        sectors(traffic.theoretical, traffic.requests),
        per(traffic.ideal, traffic.requests)
    );
    let width = access.width as u64;
    Some(match access.stride {
        Stride::Bytes(step) if width > 0 && step.unsigned_abs() == width => Advice {
            why: format!("{cost}: the threads' run of addresses starts in the middle of a sector"),
            help: "start rows at multiples of 32 bytes (pad the row length), or shift which thread does what".into(),
        },
        Stride::Bytes(0) => Advice { why: cost, help: "use one thread, or give each thread an element of its own".into() },
        Stride::Bytes(step) => {
            let step = step.unsigned_abs();
            let apart = format!("{cost}: neighbouring threads {verb} addresses {step} bytes apart");
            if step <= 64 && width > 0 && step <= 16 * width {
                let help = "let neighbouring threads take neighbouring elements: a structure of arrays instead of an array of structures, \
                            or a step of the whole warp instead of a stride";
                Advice { why: apart, help: help.into() }
            } else {
                Advice { why: apart, help: "make `threadIdx.x` the fastest index, or go through a tile in shared memory".into() }
            }
        }
        _ => {
            let lanes = traffic.threads as f64 / traffic.requests as f64;
            let why =
                format!("{cost}: neighbouring threads {verb} addresses that do not follow one another ({lanes:.0} threads a request)");
            Advice { why, help: "let neighbouring threads take neighbouring elements, or go through a tile in shared memory".into() }
        }
    })
}

fn atomic(traffic: &Traffic) -> Option<Advice> {
    (traffic.sectors > traffic.theoretical + traffic.theoretical / 4).then(|| Advice {
        why: format!(
            "threads of a warp update the same address: {} turns a request where distinct addresses would take {}",
            per(traffic.sectors, traffic.requests),
            per(traffic.theoretical, traffic.requests)
        ),
        help: "first combine within the warp (`__reduce_add_sync`, shuffles) or in shared memory, then do one atomic a block".into(),
    })
}

fn shared(access: &LineAccess) -> Option<Advice> {
    let traffic = &access.traffic;
    if traffic.conflicts() * 8 <= traffic.ideal_wavefronts {
        return None;
    }
    let cost = format!(
        "each request takes {} wavefronts where {} would do",
        per(traffic.wavefronts, traffic.requests),
        per(traffic.ideal_wavefronts, traffic.requests)
    );
    let why = match access.stride {
        Stride::Bytes(step) => {
            format!("{cost}: neighbouring threads are {} bytes apart, so that several meet in one bank", step.unsigned_abs())
        }
        _ => format!("{cost}: different words of one bank are wanted at a time"),
    };
    Some(Advice {
        why,
        help: "pad the rows of the array by one element (`tile[32][33]`), or let neighbouring threads take neighbouring words".into(),
    })
}

/// `1 sector`, `3.5 sectors`.
fn sectors(total: u64, count: u64) -> String {
    let number = per(total, count);
    format!("{number} {}", if number == "1" { "sector" } else { "sectors" })
}

/// A quotient with one digit, or none when it is whole.
pub(super) fn per(total: u64, count: u64) -> String {
    if count == 0 {
        return "0".into();
    }
    let value = format!("{:.1}", total as f64 / count as f64);
    value.strip_suffix(".0").map_or(value.clone(), str::to_string)
}
