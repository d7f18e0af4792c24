#!/usr/bin/env python3
# Gathers what ./run's steps said (out/<level>.<command>.json) into out/report.json and prints it in a few lines.
import json
import sys
from pathlib import Path

COMMANDS = ("import", "cook", "trace", "draw", "bots", "export")


def gather(folder):
    levels = sorted({path.name.split(".")[0] for path in folder.glob("*.trace.json")})
    return {level: {command: json.loads((folder / f"{level}.{command}.json").read_text()) for command in COMMANDS}
            for level in levels}


def print_level(name, parts):
    counts, cook, trace = parts["import"]["counts"], parts["cook"], parts["trace"]
    hits = ", ".join(f"{count:,} {kind}" for kind, count in trace["hits"].items() if count)
    print(f"{name}")
    print(f"  {counts['cells']:,} cells, {counts['doors']} doors, {counts['spawns']} things,"
          f" {parts['import']['floor_area_m2']:,.0f} m2 of floor, {len(parts['import']['repairs'])} repairs")
    print(f"  cooked in {cook['cook_seconds'] * 1e3:.0f} ms to {cook['bytes']:,} bytes ({cook['bytes_per_cell']:.0f} a cell)")
    print(f"  {trace['rays']:,} rays: {trace['rays_per_second'] / 1e6:.1f} million a second ({hits})")
    bots = parts["bots"]
    print(f"  {bots['agents']} bots: {bots['ticks_per_second']:.0f} ticks a second, {bots['on_time_share']:.0%} of goals in time,"
          f" {bots['left_level']} left the level")


def main():
    folder = Path(sys.argv[1])
    report = gather(folder)
    (folder / "report.json").write_text(json.dumps({"levels": report}, indent=1) + "\n")
    for name, parts in report.items():
        print_level(name, parts)
        for command in COMMANDS:
            (folder / f"{name}.{command}.json").unlink()
    for what, ending in (("Pictures", "png"), ("Meshes", "glb"), ("Cooked levels", "level")):
        print(f"{what}: " + ", ".join(f"{folder}/{path.name}" for path in sorted(folder.glob(f"*.{ending}"))))
    print(f"All figures: {folder}/report.json")


if __name__ == "__main__":
    main()
