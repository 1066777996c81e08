//! The report as a page with pictures: one file that loads nothing. Its script and styles are those of the playground, as
//! `playground/build.mjs` made them; what they show stands in the page as JSON.

use std::collections::BTreeSet;

use kern_vm::RunReport;
use kern_vm::device::Device;
use serde_json::{Value, json};

use super::json::object;
use super::lines::Sources;
use super::work_objects;
use crate::args::ProfileArgs;
use crate::base64::base64;

/// Kernels of which a block is recorded.
pub(super) const MOST_KERNELS: u32 = 8;
/// Most launches that the page tells of, and most bytes of what it says of them.
const MOST_LAUNCHES: usize = 100;
const MOST_BYTES: usize = 8 << 20;
/// Most bytes of the source files in it.
const MOST_SOURCE: usize = 1 << 20;

const SCRIPT: &str = include_str!("../../../../playground/dist/report.js");
const STYLE: &str = include_str!("../../../../playground/dist/app.css");

/// The page about a run; `findings`: what was said, as objects.
pub(super) fn page(args: &ProfileArgs, device: &Device, report: &RunReport, findings: &[Value], sources: &mut Sources) -> String {
    let name = args.run.compile.file.display().to_string();
    let (mut launches, mut traces, mut files, mut bytes) = (Vec::new(), Vec::new(), BTreeSet::new(), 0);
    for (number, launch) in report.launches.iter().enumerate().take(MOST_LAUNCHES) {
        let object = object(device, number, launch, sources);
        bytes += object.to_string().len();
        if bytes > MOST_BYTES {
            break;
        }
        for line in object["lines"].as_array().into_iter().flatten() {
            files.extend(line["file"].as_str().map(str::to_string));
        }
        if let Some(trace) = &launch.trace {
            let file = trace.to_file(env!("CARGO_PKG_VERSION"), "", &device.key);
            traces.push(json!({ "launch": number, "base64": base64(&file) }));
        }
        launches.push(object);
    }
    files.insert(name.clone());
    let data = json!({
        "kern": env!("CARGO_PKG_VERSION"), "program": name, "args": args.run.args, "device": device.name, "status": report.exit_status,
        "launch_count": report.stats.launches, "launches": launches, "traces": traces, "work": work_objects(&report.work), "findings": findings, "files": texts(&files, sources),
    });
    // In a script element only `<` could end it.
    let data = data.to_string().replace('<', "\\u003c");
    let title = escape(&name);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n\
         <title>{title}: what its kernels asked of memory</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <div id=\"app\"><noscript>The pictures of this report need JavaScript.</noscript></div>\n\
         <script type=\"application/json\" id=\"data\">{data}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

/// The files that are known by these names, as far as there is room.
fn texts(names: &BTreeSet<String>, sources: &Sources) -> Vec<Value> {
    let (mut list, mut room) = (Vec::new(), MOST_SOURCE);
    for name in names {
        let Some((_, file)) = sources.map.files().find(|(_, file)| file.name == *name) else { continue };
        if file.text.len() <= room {
            room -= file.text.len();
            list.push(json!({ "name": name, "text": file.text.to_string() }));
        }
    }
    list
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
