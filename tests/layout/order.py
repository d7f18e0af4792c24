# Module order: a file of a module includes only what its row of design's table allows.
import re

from tree import Problem

MAY_USE = {
    "core": [],
    "geom": ["core"],
    "scaffold": ["geom"],
    "level": ["geom"],
    "nav": ["level"],
    "motion": ["geom"],
    "pose": ["motion"],
    "camera": ["motion"],
    "state": ["core"],
    "bullets": ["level", "motion"],
    "boss": ["state", "bullets"],
    "gen": ["nav", "camera"],
    "puzzle": ["core"],
    "fx": ["geom"],
    "asset": ["scaffold", "level", "pose"],
    "script": ["boss", "asset"],
    "gpu": ["fx", "asset"],
}
LIBRARY_PART = [module for module in MAY_USE if module not in ("asset", "script", "gpu")]
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]')


def allowed_modules(module):
    found, stack = {module}, [module]
    while stack:
        for used in MAY_USE[stack.pop()]:
            if used not in found:
                found.add(used)
                stack.append(used)
    return found


def included_module(target):
    parts = target.split("/")
    if parts[0] == "playset":
        return parts[1] if len(parts) > 2 else None
    return parts[0] if len(parts) > 1 and parts[0] in MAY_USE else None


def check_file(tree, path, module):
    for number, line in enumerate(tree.text(path).splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        used = included_module(match.group(1))
        if used is not None and used not in allowed_modules(module):
            rule = ", ".join(sorted(allowed_modules(module) - {module})) or "no other module"
            yield Problem(f"{path}:{number}", f"{module} may not include {match.group(1)}: it may use {rule}")
        if match.group(1).split("/")[0] in ("tests", "bench", "cli", "scenes", "workshop", "games"):
            yield Problem(f"{path}:{number}", f"a module may not include {match.group(1)}: move what it needs into a module")


def check(tree):
    problems = []
    for top in ("include/playset", "src"):
        for path in tree.below(top, ".h", ".cpp"):
            module = path[len(top) + 1 :].split("/")[0]
            if module not in MAY_USE:
                problems.append(Problem(path, f"'{module}' is no module of design's table: move the file"))
            else:
                problems.extend(check_file(tree, path, module))
    return problems
