#!/bin/sh
# Atrium: `atrium help` says what it can do. It runs on the Node that came with it, whatever this machine has.
folder=$(dirname "$(readlink -f "$0")")
if ! NODE_OPTIONS='' "$folder/bin/node" --version >/dev/null 2>&1; then
  echo "✖ The Node in $folder/bin cannot run here ($(uname -sm)). This archive is for the system at the end of its name, with glibc 2.28 or later; and the folder must not lie on a disk that is mounted noexec." >&2
  exit 1
fi
if ! refusal=$("$folder/bin/node" --version 2>&1 >/dev/null); then
  echo "✖ NODE_OPTIONS=$NODE_OPTIONS is refused by Node ($refusal). Mend it, or take it out." >&2
  exit 2
fi
exec "$folder/bin/node" "$folder/tools/atrium/archive.mjs" "$@"
