//! Wording of reads through the read-only path, and through textures, of what the launch wrote.

use super::accessed::{Names, block_name, thread_name};
use crate::finding::Finding;
use crate::instrument::hazard::Race;
use crate::launch::LaunchConfig;
use crate::machine::Machine;
use crate::memory::{Side, Site};
use kern_diag::Code;

/// What to do where a race is one of a texture with what its launch writes.
pub(super) fn help(machine: &Machine, race: &Race) -> Option<String> {
    let (_, read) = race.write_and_read()?;
    let (function, inst, _) = read.site?;
    let op = machine.module(Side::Device).functions.get(function as usize)?.insts.get(inst as usize)?.op;
    let is_of_texture = op.is_texture() && !op.is_surface();
    is_of_texture.then(|| "a texture need not see what its own launch writes, whatever orders the two: let the next launch read it".into())
}

/// Reports what the launch that has ended read so; `racing` are reads of which it was said already.
pub(crate) fn report(machine: &mut Machine, function: u32, config: &LaunchConfig, params: &[u8], racing: &[Site]) {
    for stale in machine.sinks.stale_reads() {
        if racing.contains(&stale.read.site) {
            continue;
        }
        let names = Names { function, config, params };
        let what = names.element(machine, stale.address, stale.bytes);
        let who = format!("{} of block {}", thread_name(stale.read.thread, config.block), block_name(stale.read.block, config));
        let (way, cache, help) = match stale.is_texture {
            false => (
                "the read-only path",
                "read-only",
                "read it with a plain load: without `__ldg`, and through a parameter that is not `const … *__restrict__`; or write to other \
                 memory",
            ),
            true => (
                "a texture",
                "texture",
                "let the next launch read it; or read it with a plain load, or what a surface writes through that surface",
            ),
        };
        let message = format!("{who} reads {} through {way}, and this launch has written it", what.name);
        let mut finding = Finding::new(Code::READ_ONLY_WRITTEN, machine.place(&[stale.read.site]), message);
        let label = format!("may give what was there before the launch: no write reaches the {cache} cache while the kernel runs");
        finding = finding.label(label);
        finding = finding.also(machine.place(&[stale.written]), "written here");
        let thing = what.thing();
        if let Some((made, text)) = what.made {
            finding = finding.also(Some(made), text);
        }
        finding = finding.help(help);
        (finding.count, finding.thing) = (stale.count, thing);
        machine.findings.report(finding);
    }
}
