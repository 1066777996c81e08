//! A whole program: initialisers, `main`, exit handlers and destructors.

use crate::call::{Arg, Stop};
use crate::limits::{Ended, Limit};
use crate::memory::{AllocationKind, Side, Site};
use crate::report;
use crate::runtime::{self, CallContext};
use crate::vm::Vm;
use crate::world::{Stream, World};
use std::sync::Arc;

/// Runs the initialisers, `main`, the exit handlers and the destructors; the exit status.
pub(crate) fn run(vm: &mut Vm, world: &mut dyn World) -> i32 {
    let machine = &mut vm.machine;
    let Some(main) = machine.program.host.find_function("main") else {
        machine.findings.report(report::no_main());
        return 1;
    };
    let site = Site { side: Side::Host, function: main.0, loc: machine.program.host.functions[main.index()].loc };
    let mut host = vm.host(world, Arc::new([site]), "main");
    let end = match start(&mut host, main.0) {
        Ok(status) | Err(Stop::Exit(status)) => finish(&mut host, status),
        Err(stop) => Err(stop),
    };
    if let Err(Stop::Limit(limit)) = end {
        // What was written before is there to be looked at.
        let _is_over_anyway = host.show_printed();
        runtime::write_files(&mut host);
        if host.machine.ended.is_none() {
            // It was between two functions of the program.
            let place = host.place();
            if let Some(finding) = report::limits::ended(&host.machine.config, limit, place.clone(), None) {
                host.report(finding);
            }
            host.machine.ended = Some(Ended { limit, place, launch: None });
        }
    }
    runtime::at_end(&mut host, &end);
    if end.is_ok() {
        report::leaks::report(host.machine, None);
        report::unused::report(host.machine);
    }
    let is_read = [Stream::Stdout, Stream::Stderr].map(|stream| world.flush(stream)) == [Ok(()); 2];
    match end {
        Ok(_) if !is_read => {
            vm.machine.ended = Some(Ended { limit: Limit::Closed, place: None, launch: None });
            Limit::Closed.exit_status()
        }
        Ok(status) => status,
        Err(stop) => {
            vm.machine.has_died = matches!(stop, Stop::Fault(_) | Stop::Launch(_) | Stop::ExitNow(134));
            stop_status(&stop)
        }
    }
}

fn start(host: &mut CallContext, main: u32) -> Result<i32, Stop> {
    let layout = host.machine.host_layout.clone();
    if let Some(startup) = layout.module.find_function("__kern_startup") {
        host.call(layout.function_address(startup.0), &[], None)?;
    }
    let args = host.machine.config.args.clone();
    let argc = args.len() as u64;
    let mut pointers = Vec::new();
    for arg in &args {
        let size = arg.len() as u64 + 1;
        let address = host.allocate(size, 16, AllocationKind::Heap).unwrap_or(0);
        host.write_bytes(address, &[arg.as_bytes(), &[0]].concat())?;
        pointers.push(address);
    }
    pointers.extend([0, 0]);
    let bytes: Vec<u8> = pointers.iter().flat_map(|p| p.to_le_bytes()).collect();
    let argv = host.allocate(bytes.len() as u64, 16, AllocationKind::Heap).unwrap_or(0);
    host.write_bytes(argv, &bytes)?;
    let types = &layout.module.functions[main as usize].params;
    let values = [argc, argv, argv + 8 * (argc + 1)];
    let args: Vec<Arg> = types.iter().zip(values).map(|(&ty, bits)| Arg { ty, bits }).collect();
    let result = layout.module.functions[main as usize].results.first().copied();
    let ret = host.call(layout.function_address(main), &args, result)?;
    Ok(if result.is_some() { ret.0 as u32 as i32 & 0xff } else { 0 })
}

/// Exit handlers and destructors; the exit status.
fn finish(host: &mut CallContext, status: i32) -> Result<i32, Stop> {
    runtime::at_exit(host)?;
    runtime::end_waiting(host)?;
    Ok(status & 0xff)
}

fn stop_status(stop: &Stop) -> i32 {
    match stop {
        Stop::Exit(status) | Stop::ExitNow(status) => status & 0xff,
        Stop::Fault(status) => *status,
        Stop::Launch(_) | Stop::Again => 1,
        Stop::Limit(limit) => limit.exit_status(),
    }
}
