#!/bin/sh
# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
#
# usage: image-root.sh BIN_DIR DEST
#
# Lays the root file system of the image in DEST: signetd and signet from
# BIN_DIR, every shared library that the loader names for them, and what those
# read at run time. Each library's package record goes to
# var/lib/dpkg/status.d, where scanners look for the packages of an image that
# has no package manager, and its licence to usr/share/doc.
set -eu

if [ $# -ne 2 ]; then
  echo "usage: image-root.sh BIN_DIR DEST" >&2
  exit 64
fi
bin_dir=$1
dest=$2

if [ -e "$dest" ]; then
  echo "image-root.sh: $dest exists" >&2
  exit 73
fi

# Prints the paths of the shared libraries of program $1, the loader included.
libraries_of() {
  ldd "$1" | awk '
    /not found/ { print "image-root.sh: " $0 > "/dev/stderr"; bad = 1 }
    $2 == "=>" && $3 ~ /^\// { print $3; next }
    $1 ~ /^\// { print $1 }
    END { exit bad }'
}

# Prints the Debian package that owns file $1. The database knows a file by one
# of its two names (/lib is a link to /usr/lib) and not by a link's target.
owner_of() {
  real=$(readlink -f "$1")
  # It fails when one name is unknown, and prints the others all the same.
  found=$(dpkg -S "$1" "/usr$1" "$real" "${real#/usr}" 2>/dev/null || true)
  if [ -z "$found" ]; then
    echo "image-root.sh: $1 belongs to no Debian package" >&2
    return 1
  fi
  echo "${found%%: /*}"
}

# Records package $1 (NAME or NAME:ARCHITECTURE) and its licence.
record_package() {
  name=${1%%:*}
  dpkg-query --status "$1" > "$dest/var/lib/dpkg/status.d/$name"
  cp -L --parents "/usr/share/doc/$name/copyright" "$dest"
}

mkdir -p "$dest/usr/bin" "$dest/usr/lib" "$dest/usr/lib64" "$dest/etc" \
  "$dest/run/signet" "$dest/var/lib/dpkg/status.d"
ln -s usr/lib "$dest/lib"
ln -s usr/lib64 "$dest/lib64"

libraries=$(mktemp)
trap 'rm -f "$libraries"' EXIT
for program in signetd signet; do
  cp "$bin_dir/$program" "$dest/usr/bin/$program"
  libraries_of "$bin_dir/$program" >> "$libraries"
done
sort -u "$libraries" | while read -r library; do
  cp -L --parents "$library" "$dest"
  package=$(owner_of "$library")
  record_package "$package"
done

cp --parents /etc/ssl/certs/ca-certificates.crt "$dest"
record_package ca-certificates
echo 'signet:x:65532:65532::/nonexistent:/nonexistent' > "$dest/etc/passwd"
echo 'signet:x:65532:' > "$dest/etc/group"
echo 'hosts: files dns' > "$dest/etc/nsswitch.conf"
