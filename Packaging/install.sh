#!/bin/sh
# Installs loot in ~/.local, or in $PREFIX. It needs no root, and replaces an older version while that is running.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
prefix=${PREFIX:-${HOME:?Set HOME or PREFIX.}/.local}

fail() {
    echo "install.sh: $1" >&2
    exit 1
}

if ! version=$("$here/bin/loot" --version 2>&1); then
    glibc=$(getconf GNU_LIBC_VERSION 2>/dev/null || echo "no glibc")
    fail "This build of loot doesn't run here: it needs @ARCH@ and glibc @GLIBC@ or later, and this machine has $(uname -m) and $glibc. Build loot from source instead."
fi

mkdir -p "$prefix" 2>/dev/null && [ -w "$prefix" ] ||
    fail "Can't write to $prefix. Set PREFIX to a folder of yours, or run this script as root."

(cd "$here" && find bin share -type f) | while read -r file; do
    mkdir -p "$(dirname "$prefix/$file")"
    # A rename leaves a running program its own copy.
    cp "$here/$file" "$prefix/$file.new"
    mv -f "$prefix/$file.new" "$prefix/$file"
done

echo "Installed $version in $prefix."
case ":$PATH:" in
*":$prefix/bin:"*) ;;
*) echo "Add it to your path: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
