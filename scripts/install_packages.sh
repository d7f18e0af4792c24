#!/usr/bin/env bash
# Installs the groups of packages.txt named on the command line that are missing; with nothing missing it touches nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

wanted=()
for group in "$@"; do
  mapfile -t -O "${#wanted[@]}" wanted < <(awk -v group="[$group]" '/^\[/ {on = ($0 == group)} on && /^[a-z]/' packages.txt)
done

missing=()
for package in "${wanted[@]}"; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "all ${#wanted[@]} packages of $* are there"
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "missing: ${missing[*]}; install them as root, or install sudo" >&2; exit 1; }
  as_root=(sudo)
fi
echo "installing: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
apt_get() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 "$@" </dev/null; }
apt_get update
apt_get install --no-install-recommends -y "${missing[@]}" >/dev/null
