#!/bin/sh
# Carries out a Dockerfile without Docker: this machine's programs for its base, its user, its archive, and then a container of
# it with a read-only root, no network but loopback and no rights. Run as root by `unshare --mount --net --pid --fork`.
# Arguments: an empty folder, the archive, RUN, USER, ENV, VOLUME, HEALTHCHECK, and the command.
set -eu
root=$1 archive=$2 made=$3 user=$4 variables=$5 volume=$6 health=$7 command=$8

ip link set lo up
mount --make-rprivate /
mount -t tmpfs none "$root"
for name in usr etc opt proc dev tmp; do mkdir "$root/$name"; done
for name in bin sbin lib lib64; do
  if [ -L "/$name" ]; then ln -s "usr/$name" "$root/$name"; else mkdir "$root/$name" && mount --bind "/$name" "$root/$name"; fi
done
mount --bind /usr "$root/usr"
mount --bind /dev "$root/dev"
mount -t proc proc "$root/proc"
for file in ld.so.cache login.defs nsswitch.conf; do cp "/etc/$file" "$root/etc/" 2>/dev/null || true; done
echo 'root:x:0:0::/:/bin/sh' > "$root/etc/passwd"
echo 'root:x:0:' > "$root/etc/group"

mkdir -p "$root/var/lib"
chroot "$root" /bin/sh -c "$made"
mkdir "$root/opt/atrium"
tar -xzf "$archive" -C "$root/opt/atrium"

mkdir -p "$root/.volume"
mount --bind "$root$volume" "$root$volume"
mount -o remount,bind,ro "$root/usr"
mount -o remount,bind,ro "$root"

# The words that run something in the container; each is one, since no name in it has a blank.
inside="chroot $root setpriv --reuid=${user%:*} --regid=${user#*:} --clear-groups --no-new-privs --bounding-set=-all
  env -i PATH=/usr/local/bin:/usr/bin:/bin $variables"
# shellcheck disable=SC2086
{
  $inside /bin/sh -c "$health" && echo 'HEALTHY before it runs'
  $inside /bin/sh -c "echo x > /opt/atrium/x" 2>/dev/null && echo 'WRITES beside its volume'
  $inside $command &
}
process=$!
tries=0
# shellcheck disable=SC2086
until $inside /bin/sh -c "$health"; do
  tries=$((tries + 1))
  if [ $tries -gt 400 ] || ! kill -0 $process; then echo 'NEVER healthy' && exit 1; fi
  sleep 0.5
done
echo 'HEALTHY'
grep '^Uid' "$root/proc/$process/status"
kill -TERM $process
wait $process && echo 'ENDED well'
