//! What `kern sanitize` costs, and Oclgrind (Debian's `oclgrind`), which looks for the same mistakes, beside it.

use std::cell::Cell;
use std::process::{Command, ExitCode};

use kern::RunConfig;

use crate::cases::{Case, small};
use crate::opencl::Peer;
use crate::whole::{Figure, Turn};
use crate::{Contender, one_thread};

/// The option by which this program runs itself as Oclgrind's program.
pub(crate) const CHILD: &str = "--simulated";
/// Programs whose addresses depend on data, or are not affine.
const IRREGULAR: [&str; 6] = ["histogram", "spmv", "bitonic_sort", "binary_search", "ragged_sum", "queens"];

fn all_checks() -> RunConfig {
    RunConfig { check_races: true, check_init: true, check_weak: true, check_unused: true, ..one_thread() }
}

/// Launches with the checks of `kern sanitize`, as multiples of those without.
///
/// # Errors
/// What a run did wrong.
pub(crate) fn figure(case: &Case) -> Result<Figure<'_>, String> {
    let [plain, checked] = [Contender::new(case, one_thread())?, Contender::new(case, all_checks())?];
    let to_reach = if IRREGULAR.contains(&case.name) { "8" } else { "3" };
    let turns: Vec<Turn> = vec![Box::new(move || plain.time()), Box::new(move || checked.time())];
    let what = format!("{}, `kern sanitize`: times what `kern run` takes", case.name);
    Ok(Figure::new(what, to_reach, turns, |best| format!("{:.2}", best[1] / best[0])))
}

/// How many times as fast `kern sanitize` is as Oclgrind with its checks, of which one launch is timed; nothing where that is not
/// installed.
///
/// # Errors
/// What a run did wrong.
pub(crate) fn oclgrind(case: &Case) -> Result<Option<Figure<'_>>, String> {
    if Command::new("oclgrind").arg("--version").output().is_err() {
        eprintln!("no figure: oclgrind is not installed");
        return Ok(None);
    }
    let checked = Contender::new(case, all_checks())?;
    let known = Cell::new(None);
    let simulated = move || match known.get() {
        Some(seconds) => Ok(seconds),
        None => {
            let seconds = simulate(case.name)?;
            known.set(Some(seconds));
            Ok(seconds)
        }
    };
    let turns: Vec<Turn> = vec![Box::new(simulated), Box::new(move || checked.time())];
    let what = format!("{} of {}, `kern sanitize`: times as fast as Oclgrind", case.name, case.args[0]);
    let found = |best: &[f64]| format!("{:.0} ({:.0} ms to {:.3})", best[0] / best[1], best[0] * 1e3, best[1] * 1e3);
    Ok(Some(Figure::new(what, "100", turns, found)))
}

/// Seconds of a launch under Oclgrind.
fn simulate(name: &str) -> Result<f64, String> {
    let here = std::env::current_exe().map_err(|e| e.to_string())?;
    let mut command = Command::new("oclgrind");
    command.args(["--data-races", "--uninitialized", "--num-threads", "1"]).arg(here).args([CHILD, name]);
    let output = command.output().map_err(|e| format!("oclgrind: {e}"))?;
    let said = String::from_utf8_lossy(&output.stdout);
    said.trim().parse().map_err(|_| format!("oclgrind: {said}{}", String::from_utf8_lossy(&output.stderr)))
}

/// What this process was started with: Oclgrind's own library comes before all others.
#[cfg(unix)]
fn own_library() -> Result<libloading::Library, String> {
    Ok(libloading::os::unix::Library::this().into())
}

#[cfg(not(unix))]
fn own_library() -> Result<libloading::Library, String> {
    Err("Oclgrind is run on Linux".into())
}

/// One launch of a small case by the OpenCL that this process was started with: prints its seconds.
pub(crate) fn simulated(name: &str) -> ExitCode {
    let run = || {
        let case = small().into_iter().find(|case| case.name == name).ok_or("no such case")?;
        let peer = Peer::of(own_library()?, include_str!("../programs/peers.cl"))?;
        let kernel = peer.kernel(case.name, &case.twin, case.grid, case.block)?;
        let seconds = peer.time(&kernel, 1)?;
        case.check(&peer.read(&kernel, case.result)?)?;
        Ok::<f64, String>(seconds)
    };
    match run() {
        Ok(seconds) => println!("{seconds}"),
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
