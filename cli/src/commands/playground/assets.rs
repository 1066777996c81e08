//! What the server hands out: the page, as `playground/build.mjs` made it, and the file of the command line.

use std::path::Path;

use kern::files::{read_bytes, source_text, unreadable};
use kern_diag::Diagnostic;
use serde_json::{Value, json};

/// A file of the page.
pub(super) struct Asset {
    pub(super) path: &'static str,
    pub(super) kind: &'static str,
    pub(super) bytes: &'static [u8],
}

/// The page, in which `%NONCE%` stands for a number of the answer, `%ENGINE%` for what runs programs and `%POLICY%` for what it may do
/// where no header says so.
pub(super) const PAGE: &str = include_str!("../../../../playground/dist/index.html");

/// All else that the page loads.
pub(super) const ASSETS: &[Asset] = &[
    Asset { path: "/start.js", kind: "text/javascript; charset=utf-8", bytes: include_bytes!("../../../../playground/dist/start.js") },
    Asset { path: "/app.js", kind: "text/javascript; charset=utf-8", bytes: include_bytes!("../../../../playground/dist/app.js") },
    Asset { path: "/report.js", kind: "text/javascript; charset=utf-8", bytes: include_bytes!("../../../../playground/dist/report.js") },
    Asset { path: "/app.css", kind: "text/css; charset=utf-8", bytes: include_bytes!("../../../../playground/dist/app.css") },
];

/// What a site without a server has besides: the script of the element for other pages, the worker that a job runs in, and the one that keeps the site without a network, in
/// which `FILES` and `VERSION` are still to be told.
pub(super) const EMBED: &[u8] = include_bytes!("../../../../playground/dist/kern-playground.js");
pub(super) const WORKER: &[u8] = include_bytes!("../../../../playground/dist/worker.js");
pub(super) const OFFLINE: &str = include_str!("../../../../playground/dist/offline.js");

/// The name and text of a file.
///
/// # Errors
/// It cannot be read, or is no text.
pub(super) fn file(path: &Path) -> Result<Value, Box<Diagnostic>> {
    let name = path.display().to_string();
    let bytes = read_bytes(path).map_err(|error| unreadable(&name, &error))?;
    let text = source_text(&name, bytes)?;
    let name = path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
    Ok(json!({ "name": name, "text": text }))
}
