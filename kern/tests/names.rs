//! What a program names that reads reports, runs whole programs and stands in for the outside: all of it is in `kern`.

use std::collections::BTreeMap;
use std::io;

use kern::{
    AccessFacts, Closed, Ended, EngineKind, Facts, FileId, Finding, Interrupt, Interruption, KernelParam, Label, LaunchSite, LeakCheck,
    Limit, MemoryWorld, Order, OutputStream, Place, Program, Progress, RaceFacts, RunConfig, RunReport, RunStats, Severity, Span, Thread,
    World,
};

/// A world of files that are kept, with every method of the trait.
#[derive(Default)]
struct Files {
    files: BTreeMap<String, Vec<u8>>,
    folders: Vec<String>,
    out: Vec<u8>,
    input: Vec<u8>,
    seen: u64,
    ended: u64,
}

impl World for Files {
    fn write(&mut self, stream: OutputStream, bytes: &[u8]) -> Result<(), Closed> {
        match stream {
            OutputStream::Stdout => self.out.extend(bytes),
            OutputStream::Stderr => return Err(Closed),
        }
        Ok(())
    }

    fn flush(&mut self, _: OutputStream) -> Result<(), Closed> {
        Ok(())
    }

    fn read_stdin(&mut self, buffer: &mut [u8]) -> usize {
        let count = buffer.len().min(self.input.len());
        buffer[..count].copy_from_slice(&self.input[..count]);
        self.input.drain(..count);
        count
    }

    fn read_file(&mut self, path: &str) -> io::Result<Vec<u8>> {
        self.files.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn write_file(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.files.insert(path.into(), bytes.into());
        Ok(())
    }

    fn remove_file(&mut self, path: &str) -> io::Result<()> {
        self.files.remove(path).map(drop).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn rename_file(&mut self, from: &str, to: &str) -> io::Result<()> {
        let bytes = self.files.remove(from).ok_or(io::ErrorKind::NotFound)?;
        self.write_file(to, &bytes)
    }

    fn create_directory(&mut self, path: &str) -> io::Result<()> {
        self.folders.push(path.into());
        Ok(())
    }

    fn remove_directory(&mut self, path: &str) -> io::Result<()> {
        self.folders.retain(|folder| folder != path);
        Ok(())
    }

    fn current_directory(&mut self) -> io::Result<String> {
        Ok("/".into())
    }

    fn find_directory(&mut self, path: &str) -> io::Result<String> {
        if self.folders.iter().any(|folder| folder == path) { Ok(path.into()) } else { Err(io::ErrorKind::NotFound.into()) }
    }

    fn list_directory(&mut self, _: &str) -> io::Result<Vec<(String, bool)>> {
        Ok(self.files.keys().map(|name| (name.clone(), false)).collect())
    }

    fn monotonic_ns(&mut self) -> u64 {
        7
    }

    fn unix_ns(&mut self) -> u64 {
        1_000_000_000
    }

    fn wants_progress(&mut self) -> bool {
        true
    }

    fn progress(&mut self, launch: &Progress<'_>) {
        let place: Option<Place> = (launch.place)();
        assert!(launch.ended <= launch.blocks && !launch.kernel.is_empty() && place.is_none_or(|place| place.line > 0));
        self.seen = self.seen.max(launch.launch + 1);
    }

    fn launch_ended(&mut self) {
        self.ended += 1;
    }

    fn env(&mut self, name: &str) -> Option<String> {
        (name == "WHO").then(|| "you".into())
    }
}

#[test]
fn a_world_is_written_with_names_of_this_crate() -> Result<(), kern::Error> {
    let source = "#include <cstdio>
        #include <cstdlib>
        __global__ void k(int *x) { for (int i = 0; i < 100000; i++) atomicAdd(x, 1); }
        int main() {
            int n, *x;
            scanf(\"%d\", &n);
            cudaMalloc(&x, 4);
            k<<<8, 32>>>(x);
            cudaDeviceSynchronize();
            FILE *file = fopen(\"out.txt\", \"w\");
            fprintf(file, \"%d\", n);
            fclose(file);
            rename(\"out.txt\", \"kept.txt\");
            printf(\"%s %ld\\n\", getenv(\"WHO\"), (long)time(nullptr));
        }";
    let source = source.replace("#include <cstdlib>", "#include <cstdlib>\n#include <ctime>");
    let config = RunConfig { order: Order::Seed(1), check_leaks: LeakCheck::Always, shows_progress: true, ..Default::default() };
    let mut world = Files { input: b"12".to_vec(), ..Files::default() };
    let report: RunReport = Program::from_source("world.kern", &source)?.run(&config, &mut world);
    assert_eq!(String::from_utf8_lossy(&world.out), "you 1\n");
    assert_eq!(world.files, BTreeMap::from([("kept.txt".to_string(), b"12".to_vec())]));
    let stats: RunStats = report.stats;
    assert_eq!((stats.launches, report.findings[0].code.0), (1, "R0801"));
    Ok(())
}

#[test]
fn reports_are_read_with_names_of_this_crate() -> Result<(), kern::Error> {
    let error = Program::from_source("k.kern", "__global__ void k() { x = 1; }").unwrap_err();
    let first = &error.diagnostics()[0];
    assert!(first.severity == Severity::Error);
    let label: &Label = first.primary.as_ref().unwrap();
    let (span, file): (Span, FileId) = (label.span, label.span.file);
    assert_eq!((error.sources().file(file).name.as_str(), error.sources().text(span)), ("k.kern", "x"));

    let source = "__global__ void k(const int *in, int *out) { out[0] = in[threadIdx.x]; }";
    let kernel = Program::from_source("k.kern", source)?.kernel("k")?;
    let parameters: &[KernelParam] = kernel.parameters();
    assert_eq!(parameters.len(), 2);
    let mut gpu = kern::Device::new(kern::device("h200")?);
    let (input, out) = (gpu.alloc::<i32>(60)?, gpu.alloc::<i32>(1)?);
    let error = kernel.launch(gpu.sanitize(true), kern::grid(1).block(64), (&input, &out)).unwrap_err();
    let facts: Vec<&Facts> = error.findings().iter().map(|finding: &Finding| &finding.facts).collect();
    let access: &AccessFacts = facts.iter().find_map(|facts| facts.access.as_ref()).unwrap();
    let race: &RaceFacts = facts.iter().find_map(|facts| facts.race.as_deref()).unwrap();
    let thread: Thread = facts.iter().find_map(|facts| facts.thread).unwrap();
    let launch: &LaunchSite = facts.iter().find_map(|facts| facts.launch.as_deref()).unwrap();
    assert_eq!((access.bytes, race.first.does, thread.block, launch.number), (4, "writes", [0; 3], 0));
    Ok(())
}

#[test]
fn a_run_is_ended_with_names_of_this_crate() -> Result<(), kern::Error> {
    let program = Program::from_source("p.kern", "int main() { for (;;) {} }")?;
    let config = RunConfig { engine: EngineKind::Interp, ..RunConfig::default() };
    let interrupt: Interrupt = config.interrupt.clone();
    interrupt.request(Interruption::Memory);
    let ended: Option<Ended> = program.run(&config, &mut MemoryWorld::default()).ended;
    assert_eq!(ended.map(|ended| ended.limit), Some(Limit::Interrupted(Interruption::Memory)));
    Ok(())
}
