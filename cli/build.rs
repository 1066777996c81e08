//! Takes the page's own compiler into the command, where the environment variable `KERN_WASM` names it: `playground/wasm/build.sh` makes
//! one. Without it `kern playground --export` is told by `--wasm` where it is.

use std::path::PathBuf;

fn main() {
    println!("cargo:rerun-if-env-changed=KERN_WASM");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-check-cfg=cfg(has_wasm)");
    let Some(path) = std::env::var_os("KERN_WASM").filter(|path| !path.is_empty()).map(PathBuf::from) else { return };
    println!("cargo:rerun-if-changed={}", path.display());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it")).join("kern.wasm");
    match std::fs::copy(&path, &out) {
        Ok(_) => println!("cargo:rustc-cfg=has_wasm"),
        Err(error) => panic!("KERN_WASM names {}, which cannot be read: {error}", path.display()),
    }
}
