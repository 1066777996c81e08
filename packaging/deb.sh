#!/usr/bin/env bash
# Makes a Debian package of the command: `packaging/deb.sh [KERN]` writes target/deb/kern_VERSION_ARCHITECTURE.deb, with KERN as the
# command (target/release/kern, which is built if no other is named), its man page and the completions of shells. With `--test`
# behind it, installs the package into an empty folder with dpkg and runs what is there; with `--chroot`, as root, into a Debian of its own
# that debootstrap makes (SUITE and MIRROR name another one), with apt, so that what it depends on is installed too.
set -eu
cd "$(dirname "$0")/.."
kern=${1:-}
if [ -z "$kern" ] || [ "$kern" = --test ] || [ "$kern" = --chroot ]; then
    cargo build --release -p kern-cli
    set -- target/release/kern "$@"
    kern=target/release/kern
fi
version=$("$kern" --version | sed -n '1s/^kern \([^ ]*\).*/\1/p')
architecture=$(dpkg --print-architecture)
folder=target/deb/kern_${version}_$architecture
rm -rf "$folder"
put() { # stdin to a file of the package
    mkdir -p "$(dirname "$folder/$1")"
    cat >"$folder/$1"
}
mkdir -p "$folder/usr/bin"
install -m 755 "$kern" "$folder/usr/bin/kern"
strip "$folder/usr/bin/kern"
"$kern" man | gzip -9n | put usr/share/man/man1/kern.1.gz
for command in $("$kern" man | sed -n 's/^kern\\-\([a-z]*\)(1)$/\1/p'); do
    "$kern" man "$command" | gzip -9n | put "usr/share/man/man1/kern-$command.1.gz"
done
"$kern" completions bash | put usr/share/bash-completion/completions/kern
"$kern" completions zsh | put usr/share/zsh/vendor-completions/_kern
"$kern" completions fish | put usr/share/fish/vendor_completions.d/kern.fish
{
    echo "kern is licensed under MIT or Apache-2.0, as you like."
    echo
    cat LICENSE-MIT
} | put usr/share/doc/kern/copyright
size=$(du -sk "$folder" | cut -f 1)
put DEBIAN/control <<END
Package: kern
Version: $version
Architecture: $architecture
Maintainer: the authors of kern
Installed-Size: $size
Depends: libc6, libgcc-s1
Section: devel
Priority: optional
Description: CUDA on the CPU
 Compiles CUDA C++ programs and runs them without a GPU, checking every memory
 access, barrier and warp operation, and counting what kernels ask of memory.
END
dpkg-deb --root-owner-group --build "$folder" "$folder.deb"
if [ "${2:-}" = --test ]; then
    root=$(mktemp -d)
    trap 'rm -rf "$root"' EXIT
    mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
    touch "$root/var/lib/dpkg/status"
    # What it depends on is on the machine, not in the folder.
    dpkg --root="$root" --force-depends --force-not-root --force-script-chrootless --log=/dev/null --install "$folder.deb"
    "$root/usr/bin/kern" --version
    "$root/usr/bin/kern" run examples/01_vector_add/main.kern
    dpkg --root="$root" --force-not-root --log=/dev/null --verify kern
    gzip -dc "$root/usr/share/man/man1/kern.1.gz" | grep -q '^\.TH kern 1'
    test -s "$root/usr/share/man/man1/kern-run.1.gz"
fi
if [ "${2:-}" = --chroot ]; then
    root=$(mktemp -d)
    trap 'rm -rf "$root"' EXIT
    debootstrap --variant=minbase "${SUITE:-bookworm}" "$root" ${MIRROR:+"$MIRROR"} >"$root.log"
    rm "$root.log"
    mkdir -p "$root/srv"
    cp "$folder.deb" "$root/srv/kern.deb"
    cp examples/01_vector_add/main.kern docs/programs/no_barrier.kern "$root/srv"
    chroot "$root" apt-get install -y --no-install-recommends /srv/kern.deb
    chroot "$root" kern --version
    chroot "$root" kern run /srv/main.kern
    # A race is found there too, and the status says so.
    if chroot "$root" kern sanitize /srv/no_barrier.kern; then exit 1; fi
    chroot "$root" dpkg --verify kern
    chroot "$root" apt-get purge -y kern
    if chroot "$root" sh -c 'command -v kern'; then exit 1; fi
fi
