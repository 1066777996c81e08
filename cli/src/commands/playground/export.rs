//! `kern playground --export`: the page as a site that needs no server. Programs run in the page itself, if `kern.wasm` is at hand.

use std::hash::{Hash, Hasher};
use std::io::Write;
use std::path::Path;

use kern::files::unreadable;
use kern_diag::{CODES, Code, Diagnostic, Severity, SourceMap};
use serde_json::json;

use super::{assets, data, examples};
use crate::Outside;
use crate::args::Format;
use crate::files::unwritable;
use crate::lesson::builtin;
use crate::report::Reporter;

/// The page's own compiler, if it was there when this was built.
#[cfg(has_wasm)]
const WASM: Option<&[u8]> = Some(include_bytes!(concat!(env!("OUT_DIR"), "/kern.wasm")));
#[cfg(not(has_wasm))]
const WASM: Option<&[u8]> = None;

/// What a page without headers of its own may do. Styles: the editor's are made as it runs.
const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
     worker-src 'self'; style-src 'self' 'nonce-static'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'\">";

/// Writes the site.
///
/// # Errors
/// A file cannot be read or written.
pub(super) fn export(folder: &Path, wasm: Option<&Path>, outside: &mut Outside) -> Result<(), Box<Diagnostic>> {
    let given = wasm.map(|path| std::fs::read(path).map_err(|error| unreadable(&path.display().to_string(), &error))).transpose()?;
    if let (Some(path), Some(bytes)) = (wasm, &given)
        && !bytes.starts_with(b"\0asm")
    {
        let message = format!("`{}` is no WebAssembly", path.display());
        return Err(Box::new(Diagnostic::without_place(Code::BINARY_FILE, message).help("`playground/wasm/build.sh FILE` makes one")));
    }
    let wasm = given.as_deref().or(WASM);
    let mut site: Vec<(String, Vec<u8>)> = Vec::new();
    let page = assets::PAGE.replace("%NONCE%", "static").replace("%ENGINE%", "page").replace("%POLICY%", POLICY);
    // A site may lie in any folder of its host.
    site.push(("index.html".into(), page.replace("=\"/", "=\"").into_bytes()));
    for asset in assets::ASSETS {
        site.push((asset.path.trim_start_matches('/').into(), asset.bytes.to_vec()));
    }
    site.push(("kern-playground.js".into(), assets::EMBED.to_vec()));
    site.push(("worker.js".into(), assets::WORKER.to_vec()));
    let mut json = |name: String, value: serde_json::Value| site.push((format!("data/{name}.json"), format!("{value}\n").into_bytes()));
    json("examples".into(), examples::examples());
    json("lessons".into(), data::lessons(builtin::lessons()));
    json("devices".into(), data::devices());
    json("opcodes".into(), data::opcodes());
    json("engine".into(), json!({ "kern": env!("CARGO_PKG_VERSION"), "wasm": wasm.is_some() }));
    for row in CODES {
        json(format!("explain/{}", row.code), data::page_of(row));
    }
    if let Some(wasm) = wasm {
        site.push(("kern.wasm".into(), wasm.to_vec()));
    }
    site.push(("offline.js".into(), offline(&site)));
    for (name, bytes) in &site {
        let path = folder.join(name);
        let made = path.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(&path, bytes));
        made.map_err(|error| Box::new(unwritable(&path.display().to_string(), &error)))?;
    }
    let shown = folder.display();
    if wasm.is_none() {
        let mut reporter = Reporter::of(Format::Text, String::new(), outside);
        reporter.diagnostic(&no_wasm(&shown.to_string()), &SourceMap::new(), outside);
    }
    let size: usize = site.iter().map(|(_, bytes)| bytes.len()).sum();
    let _ = writeln!(
        outside.stdout,
        "{} files, {size} bytes in {shown}; to look at it: python3 -m http.server --directory {shown}",
        site.len()
    );
    Ok(())
}

/// The service worker: it knows the files of the site, and is another one when one of them is.
fn offline(site: &[(String, Vec<u8>)]) -> Vec<u8> {
    // Of one build of kern the same everywhere: `Fnv` has no key.
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    site.hash(&mut hash);
    // The page is asked for by the name of its folder.
    let files: Vec<&str> = std::iter::once("./").chain(site.iter().map(|(name, _)| name.as_str())).collect();
    format!("const VERSION=\"kern-{:016x}\",FILES={};\n{}", hash.finish(), json!(files), assets::OFFLINE).into_bytes()
}

/// FNV-1a.
struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

/// Nothing runs in the site.
fn no_wasm(site: &str) -> Diagnostic {
    let message = format!("the site in `{site}` cannot run programs: there is no `kern.wasm`");
    let problem = Diagnostic::without_place(Code::NO_PAGE_ENGINE, message)
        .note("the rest of the site is written")
        .help("`playground/wasm/build.sh FILE` makes one, where wasm's standard library can be had; name it with `--wasm FILE`");
    Diagnostic { severity: Severity::Warning, ..problem }
}
