#!/bin/sh
# Follows the guide for operators on a machine that is this one, but for the places that the guide writes to. Run as root by
# `unshare --mount --net --pid --fork`. Arguments: an empty folder, and in it the guide's commands, in the order of its chapters.
set -eu
cd "$1"
ip link set lo up
mount --make-rprivate /
mount -t proc proc /proc
cp -a /etc etc
mount --bind etc /etc
for place in /opt /var/lib /var/backups /usr/local/bin; do mount -t tmpfs -o mode=755 none $place; done

sh -eu fetch.sh
sh -eu install.sh
cat settings.env >> /etc/atrium/atrium.env
sh -eu check.sh
runuser -u atrium -- atrium start > log 2>&1 &
tries=0
until grep -q 'Atrium is ready' log; do
  tries=$((tries + 1))
  if [ $tries -gt 600 ]; then cat log && exit 1; fi
  sleep 0.1
done
sh -eu backup.sh
ls -l /var/backups/atrium
# The service's own process, not runuser's.
kill -TERM "$(pgrep -u atrium -o -f tools/atrium/archive)"
wait $! && echo 'ENDED well'
sh -eu back.sh
runuser -u atrium -- atrium audit verify
