#!/usr/bin/env bash
# Starts Ceph's S3 gateway on loopback with one disk in memory, runs a command with FENCEPOST_CEPH_* set, and ends it all.
#
#   bash integration/ceph/with-gateway.sh npx vitest run --config integration/ceph/vitest.config.ts
#
# Needs Debian's packages radosgw, ceph-mon, ceph-osd, ceph-mgr and ceph-common.
set -euo pipefail
[ $# -gt 0 ] || { echo "usage: bash with-gateway.sh COMMAND..." >&2; exit 2; }

home=$(mktemp -d)
pids=()
finish() {
  # The gateway first, the monitor last; each by its number, and what has not ended after a while at once.
  for ((index = ${#pids[@]} - 1; index >= 0; index--)); do
    kill "${pids[index]}" 2>/dev/null || continue
    for ((waited = 0; waited < 20; waited++)); do
      kill -0 "${pids[index]}" 2>/dev/null || break
      sleep 0.5
    done
    kill -9 "${pids[index]}" 2>/dev/null || true
  done
  rm -rf "$home"
}
trap finish EXIT

free_port() { node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'; }
monitor=127.0.0.1:$(free_port)
port=$(free_port)
access_key=test$(od -An -tx1 -N6 /dev/urandom | tr -d ' \n')
secret_key=$(od -An -tx1 -N20 /dev/urandom | tr -d ' \n')

cat >"$home/ceph.conf" <<EOF
[global]
fsid = $(cat /proc/sys/kernel/random/uuid)
mon_host = v2:$monitor
keyring = $home/keyring
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
run_dir = $home
log_file = $home/\$name.log
admin_socket = $home/\$name.asok
mon_data = $home/mon
mgr_data = $home/mgr
osd_data = $home/osd
mon_allow_pool_size_one = true
mon_warn_on_pool_no_redundancy = false
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 8
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
osd_objectstore = memstore
memstore_device_bytes = 1073741824
mgr_initial_modules =
[client.gateway]
rgw_frontends = beast endpoint=127.0.0.1:$port
rgw_enable_usage_log = false
EOF
export CEPH_CONF=$home/ceph.conf
mkdir "$home/mon" "$home/mgr" "$home/osd"
# One keyring for all parts; the monitor takes what is in it from the start.
ceph-authtool --create-keyring "$home/keyring" --gen-key -n mon. --cap mon 'allow *' >/dev/null
for name in client.admin client.gateway mgr.a; do
  ceph-authtool "$home/keyring" --gen-key -n "$name" --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *' >/dev/null
done

launch() {
  "$@" -c "$CEPH_CONF" -f >>"$home/out.log" 2>&1 &
  pids+=($!)
}
monmaptool --create --addv a "[v2:$monitor]" --fsid "$(awk '/^fsid/ { print $3 }' "$CEPH_CONF")" "$home/monmap" >/dev/null
ceph-mon -c "$CEPH_CONF" -i a --mkfs --keyring "$home/keyring" --monmap "$home/monmap"
launch ceph-mon -i a
launch ceph-mgr -i a
uuid=$(cat /proc/sys/kernel/random/uuid)
timeout 60 ceph -c "$CEPH_CONF" osd new "$uuid" >/dev/null
timeout 60 ceph -c "$CEPH_CONF" auth add osd.0 mon 'allow profile osd' mgr 'allow profile osd' osd 'allow *' 2>/dev/null
timeout 60 ceph -c "$CEPH_CONF" auth export osd.0 2>/dev/null >>"$home/keyring"
ceph-osd -c "$CEPH_CONF" -i 0 --mkfs --osd-uuid "$uuid" >>"$home/out.log" 2>&1
launch ceph-osd -i 0
launch radosgw -n client.gateway

ready() { (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; }
for ((waited = 0; waited < 120; waited++)); do
  ready && break
  sleep 0.5
done
if ! ready; then
  echo "Ceph's gateway did not start; the ends of its logs:" >&2
  for log in "$home"/*.log; do tail -n 5 "$log" >&2; done
  exit 1
fi
timeout 60 radosgw-admin -c "$CEPH_CONF" user create --uid=test --display-name=test \
  --access-key="$access_key" --secret-key="$secret_key" >/dev/null 2>&1

radosgw --version
export FENCEPOST_CEPH_ENDPOINT=http://127.0.0.1:$port FENCEPOST_CEPH_REGION=us-east-1
export FENCEPOST_CEPH_ACCESS_KEY=$access_key FENCEPOST_CEPH_SECRET_KEY=$secret_key
"$@"
