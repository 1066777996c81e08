//! Wording of reads through the read-only path of what the launch wrote.

use super::accessed::{Names, block_name, thread_name};
use crate::finding::Finding;
use crate::launch::LaunchConfig;
use crate::machine::Machine;
use crate::memory::Site;
use kern_diag::Code;

/// Reports what the launch that has ended read so; `racing` are reads of which it was said already.
pub(crate) fn report(machine: &mut Machine, function: u32, config: &LaunchConfig, params: &[u8], racing: &[Site]) {
    for stale in machine.sinks.stale_reads() {
        if racing.contains(&stale.read.site) {
            continue;
        }
        let names = Names { function, config, params };
        let what = names.element(machine, stale.address, stale.bytes);
        let who = format!("{} of block {}", thread_name(stale.read.thread, config.block), block_name(stale.read.block, config));
        let message = format!("{who} reads {} through the read-only path, and this launch has written it", what.name);
        let mut finding = Finding::new(Code::READ_ONLY_WRITTEN, machine.place(&[stale.read.site]), message);
        finding = finding.label("may give what was there before the launch: no write reaches the read-only cache while the kernel runs");
        finding = finding.also(machine.place(&[stale.written]), "written here");
        let thing = what.thing();
        if let Some((made, text)) = what.made {
            finding = finding.also(Some(made), text);
        }
        finding = finding.help(
            "read it with a plain load: without `__ldg`, and through a parameter that is not `const … *__restrict__`; or write to other memory",
        );
        (finding.count, finding.thing) = (stale.count, thing);
        machine.findings.report(finding);
    }
}
