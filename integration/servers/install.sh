#!/bin/sh
# Builds one server from its Go module into the cache, once, and prints where the program lies.
#
#   sh integration/servers/install.sh minio|fake-gcs-server|versitygw
#
# This is the only place that says which versions of the servers are built. A lock keeps two runs from building the
# same one, and a program appears in the cache only when it is whole. Its version lies beside it, in NAME.version.
#
# MinIO is under the AGPL: it is built and started as a separate program, for tests only, never imported or shipped.
set -eu

name=${1:-}
case "$name" in
  # The last source of the archived project: the module proxy serves only this pseudo-version, no tag.
  minio) module=github.com/minio/minio package=$module version=v0.0.0-20260212201848-7aac2a2c5b7c ;;
  fake-gcs-server) module=github.com/fsouza/fake-gcs-server package=$module version=v1.56.1 ;;
  versitygw) module=github.com/versity/versitygw package=$module/cmd/versitygw version=v1.8.0 ;;
  *) echo "usage: sh install.sh minio|fake-gcs-server|versitygw" >&2; exit 2 ;;
esac

cache=${FENCEPOST_CACHE:-$HOME/.cache/fencepost}
program=$cache/bin/$name
lock=$cache/${name%-server}.lock
mkdir -p "$cache/bin"
# Where Go's own archive puts it, which few put on PATH for root.
PATH=$PATH:/usr/local/go/bin

# The version that a program was built from, as Go wrote it into the program.
built_from() { go version -m "$1" 2>/dev/null | awk '$1 == "mod" { print $3; exit }'; }

installed() {
  [ -x "$program" ] || return 1
  [ -s "$program.version" ] || built_from "$program" >"$program.version"
  [ "$(cat "$program.version")" = "$version" ]
}

build() {
  installed && return
  if ! command -v go >/dev/null; then
    # Whoever put a program there by hand has chosen it.
    [ -x "$program" ] && return
    echo "$name is not installed and there is no Go to build it: install Go 1.21 or later" >&2
    return 1
  fi
  echo "building $name from $module@$version; once, a few minutes at most" >&2
  half=$(mktemp -d "$cache/build.XXXXXX")
  # Static, so that it also starts in an image that holds nothing else. Nice, because it takes every core.
  if CGO_ENABLED=0 GOBIN=$half nice -n 10 go install "$package@$version" >&2; then
    mv "$half/$name" "$program"
    echo "$version" >"$program.version"
    rmdir "$half"
  else
    rm -rf "$half"
    echo "building $name with $(go version) failed; Go 1.21 and later fetch the release that it needs by themselves" >&2
    return 1
  fi
}

# Where there is no flock(1), two runs may both build; the second puts the same program in the same place.
if command -v flock >/dev/null; then
  exec 9>"$lock"
  flock 9
fi
build
echo "$program"
