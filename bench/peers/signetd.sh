# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Sourced by the scripts here: a signetd that goes when the script does, and the
# folder $scratch.

scratch=$(mktemp -d)
started=()
clean_up() {
  local process
  # The last one first: what was started later leans on what was there.
  for ((process = ${#started[@]} - 1; process >= 0; process--)); do
    kill "${started[process]}" 2> /dev/null || true
    wait "${started[process]}" 2> /dev/null || true
  done
  rm -rf "$scratch"
}
trap clean_up EXIT

# wait_for COMMAND...: until it succeeds, at most 60 seconds, while the process
# that was started last is there.
wait_for() {
  local tries
  for ((tries = 0; tries < 300; tries++)); do
    "$@" > /dev/null 2>&1 && return
    kill -0 "${started[-1]}" 2> /dev/null || break
    sleep 0.2
  done
  return 1
}

# start_signetd BIN REQUESTS: starts a signetd at unix:$scratch/socket whose
# credential "ceph" is that of the file REQUESTS.
start_signetd() {
  python3 - "$2" > "$scratch/credentials.json" << 'END'
import json, sys
given = json.load(open(sys.argv[1]))
print(json.dumps({"credentials": [{"name": "ceph", "access_key_id": given["access_key_id"],
                                   "secret_access_key": given["secret"]}]}))
END
  chmod 600 "$scratch/credentials.json"
  SIGNET_LOG_LEVEL=warning "$1/signetd" --dev --listen "unix:$scratch/socket" \
    --credentials-file "$scratch/credentials.json" 2> "$scratch/log" &
  started+=($!)
  wait_for test -S "$scratch/socket" && return
  cat "$scratch/log" >&2
  return 1
}
