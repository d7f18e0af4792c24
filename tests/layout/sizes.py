# Sizes and openings: short files, a first line that says why the file exists, and the header block of public headers.
from tree import Problem

PUBLIC_HEADER_LINES = 250
SOURCE_LINES = 600
CODE_FOLDERS = ("include", "src", "adapters", "scenes", "samples", "workshop", "cli", "games", "tests", "bench", "fuzz", "data")
BLOCK = ("Units", "Cost", "Threads", "See")


def opens_well(path, first):
    if path.endswith((".h", ".cpp", ".mjs")):
        return first.startswith("// ") and len(first) > 12
    if first.startswith("#!"):
        return True  # the second line is looked at instead
    return first.startswith(("# ", '"""')) and len(first) > 12


def check_opening(tree, path):
    lines = tree.text(path).splitlines() or [""]
    first = lines[1] if lines[0].startswith("#!") and len(lines) > 1 else lines[0]
    if not opens_well(path, first):
        yield Problem(f"{path}:1", "the first line must be a comment that says why the file exists")
    if path.startswith("include/"):
        start = "// " + path[len("include/") :] + " - "
        if not first.startswith(start):
            yield Problem(f"{path}:1", f"a public header starts '{start}one sentence'")
        head = tree.text(path).split("#pragma once")[0]
        for word in BLOCK:
            if word not in head:
                yield Problem(path, f"the comment above #pragma once lacks '{word}' (Units / Cost / Threads / Ref / See)")


def check(tree):
    problems = []
    for path in tree.files():
        if not path.endswith((".h", ".cpp", ".py", ".mjs")) or path.split("/")[0] not in CODE_FOLDERS:
            continue
        count = tree.text(path).count("\n")
        limit = PUBLIC_HEADER_LINES if path.startswith("include/") else SOURCE_LINES
        if count > limit:
            problems.append(Problem(path, f"{count} lines, at most {limit}: split it by what it does"))
        problems.extend(check_opening(tree, path))
    for path in tree.files():
        if path.endswith("CMakeLists.txt") and not path.startswith("tests/consumer"):
            if not tree.text(path).startswith("# "):
                problems.append(Problem(f"{path}:1", "the first line must be a comment that says why the file exists"))
    return problems
