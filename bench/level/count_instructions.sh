#!/bin/sh
# Counts instructions per traced segment with callgrind, in small and large levels; fails where size costs more than a tenth.
#   count_instructions.sh LEVEL_COUNT [SEGMENTS] [SCENE ...]     the first scene is what the others are compared with
# 77 (skipped) where valgrind is missing.
set -eu
program=$1
count=${2:-20000}
[ $# -gt 2 ] && shift 2 && scenes=$* || scenes="tunnels1000 tunnels10000 tunnels100000"
command -v valgrind > /dev/null || { echo "valgrind is missing: not counted" >&2; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

instructions() {  # level set
  valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect='playset::trace_segments(*' \
    "$program" trace "$1" "$2" "$count" 2>&1 | awk '/Collected/ { print $NF }'
}

status=0
first=
for scene in $scenes; do
  "$program" cook "$scene" "$folder/$scene.level"
  spent=$(instructions "$folder/$scene.level" short)
  [ -n "$first" ] || first=$spent
  awk -v scene="$scene" -v spent="$spent" -v first="$first" -v count="$count" 'BEGIN {
    printf "%-16s %8.1f instructions a segment, %.3f x the first\n", scene, spent / count, spent / first
    exit spent > 1.1 * first }' || status=1
done
exit $status
