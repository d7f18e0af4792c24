# docs/cases.md: every hard case found while researching is mapped to a test that exists, or to the module that will own it.
#
# Rows: | scaffold 12 | tests/asset/descent_test.cpp | the test case's name |
#       | scaffold 26-27 | later: nav | string pulling |
# One number may have several rows. "later: level: sweeps" names a part of a module that is there already.
import re

from order import MAY_USE
from tree import Problem

CASES = "docs/cases.md"
COUNTS = {"scaffold": 40, "gameplay": 54, "animation": 36, "render": 31, "procgen_puzzle": 38}
ROW = re.compile(r"^\|\s*([a-z_]+)\s+(\d+)(?:\s*-\s*(\d+))?\s*\|\s*([^|]+?)\s*\|\s*(.*?)\s*\|\s*$")
LATER_ELSEWHERE = ("workshop", "cli", "games")


def check_later(tree, place, owner):
    module, _, part = (field.strip() for field in owner.partition(":"))
    if module not in MAY_USE and module not in LATER_ELSEWHERE:
        return Problem(place, f"'{module}' is no module")
    if tree.below(f"src/{module}", ".cpp") and not part:
        return Problem(place, f"{module} is in the tree: name the test, or 'later: {module}: the part that is missing'")
    return None


def check_test(tree, place, path, name):
    if not tree.has(path):
        return Problem(place, f"there is no {path}")
    plain = name.strip("`").replace("\\|", "|")
    text = tree.text(path).replace('\\"', '"')
    joined = re.sub(r'"\s*\n\s*"', "", text)
    if not plain or plain not in joined:
        return Problem(place, f"{path} has no test case '{plain}'")
    return None


def check_row(tree, place, match, seen):
    area, first, last = match.group(1), int(match.group(2)), int(match.group(3) or match.group(2))
    if area not in COUNTS or not 1 <= first <= last <= COUNTS[area]:
        return Problem(place, f"no such case: {match.group(1)} {first}-{last}")
    seen[area].update(range(first, last + 1))
    owner = match.group(4)
    if owner.startswith("later:"):
        return check_later(tree, place, owner[len("later:") :].strip())
    return check_test(tree, place, owner, match.group(5))


def check(tree):
    if not tree.has(CASES):
        return [Problem(CASES, "missing: it maps the hard cases to tests")]
    problems, seen = [], {area: set() for area in COUNTS}
    for number, line in enumerate(tree.text(CASES).splitlines(), 1):
        match = ROW.match(line)
        if match:
            problem = check_row(tree, f"{CASES}:{number}", match, seen)
            problems.extend([problem] if problem else [])
        elif line.startswith("|") and re.match(r"\|\s*(" + "|".join(COUNTS) + r")\s", line):
            problems.append(Problem(f"{CASES}:{number}", "not a row '| area number | test file or later: module | test case |'"))
    for area, count in COUNTS.items():
        for number in sorted(set(range(1, count + 1)) - seen[area]):
            problems.append(Problem(CASES, f"{area} {number} has no row: name its test, or 'later: module'"))
    return problems
