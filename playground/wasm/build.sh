#!/usr/bin/env bash
# Builds the page's own compiler and machine, kern.wasm, and says how large it is. It needs the standard library of
# wasm32-unknown-unknown: installed (`rustup target add wasm32-unknown-unknown`), or as source with RUST_LIBRARY=FOLDER (Debian's
# package rust-src has it in /usr/lib/rustlib/src/rust/library), in the version of rustc. Without one it says so and ends with
# status 3: everything else of kern works without.
#
# Usage: playground/wasm/build.sh [FILE]     (target/kern.wasm if it is left out)
set -eu
cd "$(dirname "$0")/../.."
target=wasm32-unknown-unknown
out=${1:-target/kern.wasm}
most=$((16 * 1024 * 1024 / 10)) # bytes with brotli: 1.6 MiB, as the budgets of the scripts are in KiB
stack=$((2 << 20)) # of which a job's memory at start is part

# Where in the source of kern a panic was is not kept: that is thousands of places, and nobody sees them in a page. The option is not stable.
export RUSTC_BOOTSTRAP=1
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-Z location-detail=none"
# The shadow stack lies first, so that to run over it traps instead of writing over data.
build=(cargo rustc -p kern-wasm --lib --profile wasm --target "$target")
flags=(-- -C "link-arg=-zstack-size=$stack" -C link-arg=--stack-first -C link-arg=--strip-debug -C link-arg=--compress-relocations -C link-arg=-O2)
libdir=$(rustc --print target-libdir --target "$target")
if ls "$libdir"/libstd-*.rlib >/dev/null 2>&1; then
    echo "standard library: $libdir"
    "${build[@]}" "${flags[@]}"
elif [ -n "${RUST_LIBRARY:-}" ] && [ -e "$RUST_LIBRARY/std/Cargo.toml" ]; then
    echo "standard library: built from $RUST_LIBRARY"
    __CARGO_TESTS_ONLY_SRC_ROOT="$RUST_LIBRARY" "${build[@]}" -Z build-std=std,panic_abort "${flags[@]}"
else
    echo "no wasm: the standard library of $target is not here (rustup target add $target, or RUST_LIBRARY=FOLDER); all else of kern works without" >&2
    exit 3
fi
mkdir -p "$(dirname "$out")"
cp "target/$target/wasm/kern_wasm.wasm" "$out"
if command -v node >/dev/null; then
    node playground/wasm/sizes.mjs "$out" "$most"
else
    echo "$out: $(wc -c <"$out") bytes (node would make it smaller, and say what each crate takes)"
fi
