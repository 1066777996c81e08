//! Kernel times against an OpenCL CPU device (Debian's `pocl-opencl-icd`), where one is installed.
//!
//! Contenders take turns, all cases round by round, in one process on one thread, so that a change of the machine's speed hits
//! all of them. Of all stretches of some milliseconds the best counts: whatever else the machine does only makes them slower.
//! POCL has two ways to run a work-group: both are timed, the better one counts. Every result is checked.
//! Besides: the cost of `kern sanitize`, and Oclgrind against it; host code against g++, two host threads against one, the compiler, the whole command (which `cargo build --release`
//! makes).
//! At last criterion times the kernels of `kern` alone, and tells how they compare with its last run.
//! `cargo bench -p kern --bench peers [WORDS]` times what has one of these in its line; `--quick` leaves counters and
//! criterion out, `--kernels` everything but the kernels, `--write` puts the table into `docs/speed.md`.

mod cases;
mod checks;
mod host;
mod opencl;
mod students;
mod whole;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use cases::{Case, cases};
use criterion::{Criterion, SamplingMode};
use kern::{Closed, Level, MemoryWorld, OutputStream, Program, RunConfig, World};
use opencl::{Kernel, Peer};
use whole::Figure;

/// Rounds.
const ROUNDS: usize = 20;
/// Seconds that a contender's turn should take.
const TURN: f64 = 0.03;
/// Seconds of a stretch of launches, whose mean counts.
const STRETCH: f64 = 0.005;

/// Launches in a stretch, if one takes so long.
fn in_stretch(seconds: f64) -> u32 {
    (STRETCH / seconds).ceil().clamp(1.0, 500.0) as u32
}

/// Stretches in a turn.
fn in_turn(seconds: f64) -> u32 {
    (TURN / (seconds * f64::from(in_stretch(seconds)))).clamp(1.0, 500.0) as u32
}

/// A world with standard input and a clock that runs.
struct BenchWorld<'a> {
    memory: MemoryWorld,
    input: &'a [u8],
    start: std::time::Instant,
}

impl World for BenchWorld<'_> {
    fn write(&mut self, stream: OutputStream, bytes: &[u8]) -> Result<(), Closed> {
        self.memory.write(stream, bytes)
    }

    fn read_stdin(&mut self, buffer: &mut [u8]) -> usize {
        let n = buffer.len().min(self.input.len());
        buffer[..n].copy_from_slice(&self.input[..n]);
        self.input = &self.input[n..];
        n
    }

    fn monotonic_ns(&mut self) -> u64 {
        self.start.elapsed().as_nanos() as u64
    }
}

/// Runs on one host thread.
fn one_thread() -> RunConfig {
    RunConfig { threads: 1, ..RunConfig::default() }
}

/// How `kern` runs a case.
struct Contender<'a> {
    case: &'a Case,
    program: Program,
    input: Vec<u8>,
    config: RunConfig,
    /// Launches in a stretch, stretches in a turn.
    stretch: u32,
    turn: u32,
}

impl<'a> Contender<'a> {
    /// Its turns as long as they should be.
    fn new(case: &'a Case, config: RunConfig) -> Result<Contender<'a>, String> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/programs").join(format!("{}.kern", case.name));
        let program = Program::from_file(path).map_err(|e| e.to_string())?;
        let mut contender = Contender { case, program, input: case.inputs.concat(), config, stretch: 1, turn: 3 };
        let seconds = contender.time()?;
        (contender.stretch, contender.turn) = (in_stretch(seconds), in_turn(seconds));
        Ok(contender)
    }

    /// Seconds of a launch in the best stretch.
    fn time(&self) -> Result<f64, String> {
        let seconds = self.run(self.stretch * self.turn)?;
        let means = seconds.chunks_exact(self.stretch as usize).map(|stretch| stretch.iter().sum::<f64>() / f64::from(self.stretch));
        Ok(means.fold(f64::INFINITY, f64::min))
    }

    /// Seconds of launches, or of the last of them if they are many. There is one more, the first, which compiles and does
    /// not count.
    fn run(&self, launches: u32) -> Result<Vec<f64>, String> {
        let mut world = BenchWorld { memory: MemoryWorld::default(), input: &self.input, start: std::time::Instant::now() };
        let mut config = self.config.clone();
        config.args = std::iter::once(self.case.name.to_string()).chain(self.case.args.iter().map(u32::to_string)).collect();
        config.args.push((launches + 1).to_string());
        let report = self.program.run(&config, &mut world);
        // Programs write what they do not read: of that `kern sanitize` has a note.
        let mistakes: Vec<_> = report.findings.iter().filter(|finding| finding.level == Level::Error).collect();
        if report.exit_status != 0 || !mistakes.is_empty() {
            return Err(format!("exit status {}, findings {mistakes:?}", report.exit_status));
        }
        self.case.check(&world.memory.stdout)?;
        Ok(report.launches.iter().skip(1).map(|l| l.seconds).collect())
    }
}

/// One line of the table.
struct Row {
    name: &'static str,
    kern: f64,
    counted: f64,
    peers: Option<[f64; 2]>,
    target: Option<f64>,
}

/// A case with all who run it.
struct Race<'a> {
    case: &'a Case,
    contenders: Vec<Contender<'a>>,
    /// The peers, with the seconds of a launch, roughly.
    peers: Vec<(&'a Peer, Kernel, f64)>,
    /// The best of each: of `kern`, of it with counters, of the peers.
    best: [f64; 4],
}

impl<'a> Race<'a> {
    fn new(case: &'a Case, peers: Option<&'a [Peer; 2]>, with_counters: bool) -> Result<Race<'a>, String> {
        let mut contenders = vec![Contender::new(case, one_thread())?];
        if with_counters {
            contenders.push(Contender::new(case, RunConfig { profile: true, ..one_thread() })?);
        }
        let mut kernels = Vec::new();
        for peer in peers.into_iter().flatten() {
            let kernel = peer.kernel(case.name, &case.twin, case.grid, case.block)?;
            peer.time(&kernel, 1)?;
            case.check(&peer.read(&kernel, case.result)?).map_err(|e| format!("OpenCL: {e}"))?;
            let seconds = peer.time(&kernel, 1)?;
            kernels.push((peer, kernel, seconds));
        }
        Ok(Race { case, contenders, peers: kernels, best: [f64::INFINITY; 4] })
    }

    /// Gives each a turn.
    fn round(&mut self) -> Result<(), String> {
        for (best, contender) in self.best.iter_mut().zip(&self.contenders) {
            *best = best.min(contender.time()?);
        }
        for (best, (peer, kernel, seconds)) in self.best[2..].iter_mut().zip(&self.peers) {
            peer.reset(kernel)?;
            for _ in 0..in_turn(*seconds) {
                *best = best.min(peer.time(kernel, in_stretch(*seconds))?);
            }
        }
        Ok(())
    }

    fn row(&self) -> Row {
        let [kern, counted, one, other] = self.best;
        let peers = (!self.peers.is_empty()).then_some([one, other]);
        Row { name: self.case.name, kern, counted, peers, target: self.case.target }
    }
}

/// Lets criterion time the kernels, which tells how they compare with its last run.
fn watch(races: &[Race]) {
    let (warm_up, measurement) = (Duration::from_millis(300), Duration::from_secs(2));
    let mut criterion = Criterion::default().sample_size(20).warm_up_time(warm_up).measurement_time(measurement).without_plots();
    let mut group = criterion.benchmark_group("kernels");
    group.sampling_mode(SamplingMode::Flat);
    for Race { case, contenders, .. } in races {
        let run = |launches: u64| {
            let seconds = contenders[0].run(launches as u32).unwrap_or_else(|error| panic!("{}: {error}", case.name));
            Duration::from_secs_f64(seconds.iter().sum::<f64>() / seconds.len() as f64 * launches as f64)
        };
        group.bench_function(case.name, |b| b.iter_custom(run));
    }
    group.finish();
}

fn ms(seconds: f64) -> String {
    format!("{:.3}", seconds * 1e3)
}

fn line(row: &Row) -> String {
    let counted = if row.counted.is_finite() { format!("{:.2}", row.counted / row.kern) } else { String::new() };
    let target = row.target.map_or(String::new(), |t| format!("{t}"));
    match row.peers {
        Some([one, other]) => {
            let ratio = one.min(other) / row.kern;
            format!("| {} | {} | {} | {} | {:.2} | {target} | {counted} |", row.name, ms(row.kern), ms(one), ms(other), ratio)
        }
        None => format!("| {} | {} | | | | {target} | {counted} |", row.name, ms(row.kern)),
    }
}

/// POCL reads its settings when a context compiles its first kernel, so each gets one under its own settings.
fn peers() -> Result<[Peer; 2], String> {
    let source = include_str!("../programs/peers.cl");
    let peer = |method: &str| {
        // SAFETY: no other thread runs yet that could read the environment meanwhile.
        unsafe {
            std::env::set_var("POCL_WORK_GROUP_METHOD", method);
            std::env::set_var("POCL_MAX_PTHREAD_COUNT", "1");
            std::env::set_var("POCL_KERNEL_CACHE", "0");
        }
        let peer = Peer::new(source)?;
        // Anything small: from now on the method is chosen.
        let kernel = peer.kernel(
            "saxpy",
            &[opencl::Arg::Buffer(vec![0; 4]), opencl::Arg::Buffer(vec![0; 4]), opencl::Arg::Int(1), opencl::Arg::Float(1.0)],
            [1, 1],
            [1, 1],
        )?;
        peer.time(&kernel, 1)?;
        Ok::<Peer, String>(peer)
    };
    Ok([peer("loopvec")?, peer("workitemrepl")?])
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    if let [option, name] = &args[..]
        && option == checks::CHILD
    {
        return checks::simulated(name);
    }
    let (options, names): (Vec<&String>, Vec<&String>) = args.iter().partition(|a| a.starts_with("--"));
    let peers = peers().inspect_err(|reason| eprintln!("no peer: {reason}")).ok();
    let mut table = String::from(
        "| program | kern, ms | POCL loopvec, ms | POCL workitemrepl, ms | times as fast as the better | to reach | with counters |\n\
         |---|---:|---:|---:|---:|---:|---:|\n",
    );
    print!("{table}");
    let (all, small, mut is_right) = (cases(), cases::small(), true);
    let mut told = |result: Result<(), String>, name: &str| {
        is_right &= result.inspect_err(|reason| eprintln!("{name}: {reason}")).is_ok();
    };
    let is_quick = options.iter().any(|o| *o == "--quick");
    let mut races = Vec::new();
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|n| name.contains(n.as_str()));
    for case in all.iter().filter(|c| is_wanted(c.name)) {
        let race = Race::new(case, peers.as_ref(), !is_quick).map(|race| races.push(race));
        told(race, case.name);
    }
    let mut figures = Vec::new();
    let has_rest = !options.iter().any(|o| *o == "--kernels");
    let threads = all.iter().filter(|c| c.name.starts_with("matmul") || c.name == "nbody").map(whole::two_threads);
    if has_rest {
        for figure in threads.chain([whole::compiler(), whole::command()]) {
            told(figure.map(|figure| figures.push(figure)), "host threads, compiler, command");
        }
        told(host::figures().map(|host| figures.extend(host)), "host code");
        for case in all.iter().filter(|case| is_wanted(case.name)) {
            told(checks::figure(case).map(|figure| figures.push(figure)), case.name);
        }
        for case in &small {
            told(checks::oclgrind(case).map(|figure| figures.extend(figure)), case.name);
        }
    }
    figures.retain(|figure| is_wanted(&figure.what));
    // Round by round, so that seconds in which the machine is slow do not hit all turns of a case.
    for _ in 0..ROUNDS {
        races.retain_mut(|race| {
            let result = race.round();
            let is_well = result.is_ok();
            told(result, race.case.name);
            is_well
        });
        figures.retain_mut(|figure| {
            let result = figure.round();
            let is_well = result.is_ok();
            told(result, &figure.what);
            is_well
        });
    }
    for race in &races {
        println!("{}", line(&race.row()));
        table += &format!("{}\n", line(&race.row()));
    }
    let figures: String = figures.iter().map(|figure: &Figure| figure.line() + "\n").collect();
    let figures = format!("| what | found | to reach |\n|---|---:|---:|\n{figures}");
    print!("\n{figures}");
    if !is_quick {
        watch(&races);
    }
    if options.iter().any(|o| *o == "--write") {
        let device = peers.as_ref().map_or("no OpenCL device", |p| &p[0].device_name);
        let text = format!(
            "# Speed\n\nKernel times of `cargo bench -p kern --bench peers -- --write`, which made this page, on one thread with every check on.\n\
             Sizes fit the caches; contenders take turns, {ROUNDS} each, and of each the best stretch of {} ms counts. The peer: {device}.\n\n{table}\n\
             The rest:\n\n{figures}",
            STRETCH * 1e3
        );
        if let Err(error) = std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/speed.md"), text) {
            eprintln!("docs/speed.md: {error}");
            is_right = false;
        }
    }
    if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
