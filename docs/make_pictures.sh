#!/usr/bin/env bash
# Draws every picture of the documentation again: docs/make_pictures.sh [folder of DOOM WADs] [folder of Descent levels]
set -euo pipefail
cd "$(dirname "$0")/.."

playset=${PLAYSET:-build/release/bin/playset}
wads=${1:-/usr/share/games/doom}
descent=${2:-../shared/data/levels/descent}

draw() { # picture level options ...
  local picture=docs/pictures/$1
  shift
  "$playset" draw "$@" -o "$picture"
}

draw map12.png "$wads/freedoom2.wad:MAP12" --view iso --title "Freedoom 2, MAP12"
draw map01.png "$wads/freedoom2.wad:MAP01" --title "Freedoom 2, MAP01"
draw relay_station.png data/levels/relay_station.scaffold --view iso
draw kits.png data/levels/relay_station.scaffold --view iso --kits --no-sight --no-things
draw descent.png "$descent/test.rl2" --view iso --title "Descent 2, test.rl2"
"$playset" edit --new --run "spiral --radius 4m --segments 30" -o build/spiral.scaffold
draw spiral.png build/spiral.scaffold --view iso --title "A winding stair"
"$playset" edit --new -o build/corridor.scaffold \
  --run "corridor '0,0,0 0,0,16 14,5,26 30,10,12 16,14,-2 -2,14,2' --width 4m --step 2m"
draw corridor.png build/corridor.scaffold --view iso --title "A corridor"
draw object_buckets.png "$wads/freedoom2.wad:MAP01" --objects 1500
"$playset" trace "$wads/freedoom2.wad:MAP01" --from 0,0,7 --to 60,1,5 -o docs/pictures/ray_walk.png
"$playset" path "$wads/freedoom2.wad:MAP01" --from player_start --to 25,-3,24 --class both -o docs/pictures/path_pull.png
"$playset" bots "$wads/freedoom2.wad:MAP01" --seconds 30 -o docs/pictures/bots_map01.png
