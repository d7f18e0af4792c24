# Mirror rule: a public header brings its source, test, doc section and README row, and a bench where it has a fast path.
import re

from tree import Problem

EXEMPTIONS = "tests/layout/exempt.txt"
PARTS = {"src", "test", "doc", "readme", "bench"}
SYSTEM_VERBS = re.compile(r"\b(update|build|cook|trace|sweep|solve|find|locate)_\w+\s*\(")


def exemptions(tree):
    """{"geom/mesh.h": {"src", "bench"}} from lines "geom/mesh.h: src bench: why", and the problems of the list itself."""
    found, problems = {}, []
    for number, line in enumerate(tree.text_or_empty(EXEMPTIONS).splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = [field.strip() for field in line.split(":", 2)]
        place = f"{EXEMPTIONS}:{number}"
        if len(fields) != 3 or not fields[2] or not set(fields[1].split()) <= PARTS:
            problems.append(Problem(place, f"write 'module/x.h: {' '.join(sorted(PARTS))}: why'"))
        elif not tree.has("include/playset/" + fields[0]):
            problems.append(Problem(place, f"there is no include/playset/{fields[0]}: remove the line"))
        else:
            found.setdefault(fields[0], set()).update(fields[1].split())
    return found, problems


def is_benched(tree, module, name):
    include = f'#include "playset/{module}/{name}.h"'
    return any(include in tree.text(path) for path in tree.below(f"bench/{module}", ".cpp", ".h"))


def missing_parts(tree, module, name):
    header = f"{module}/{name}.h"
    if not tree.has(f"src/{module}/{name}.cpp"):
        yield "src", f"add src/{module}/{name}.cpp"
    if not tree.has(f"tests/{module}/{name}_test.cpp"):
        yield "test", f"add tests/{module}/{name}_test.cpp"
    if f"{name}.h" not in tree.text_or_empty(f"docs/{module}.md"):
        yield "doc", f"add a section that names {name}.h to docs/{module}.md"
    if header not in tree.text_or_empty("README.md"):
        yield "readme", f"add a row that links {header} to the table of systems in README.md"
    source = tree.text(f"include/playset/{header}")
    if SYSTEM_VERBS.search(source) and not is_benched(tree, module, name):
        yield "bench", f"it updates, builds or queries: include it in a bench of bench/{module}"


def check(tree):
    exempt, problems = exemptions(tree)
    for path in tree.public_headers():
        if path.count("/") != 3:
            problems.append(Problem(path, "public headers lie at include/playset/<module>/<name>.h"))
            continue
        module, name = path.split("/")[2], path.split("/")[3][:-2]
        parts = dict(missing_parts(tree, module, name))
        allowed = exempt.get(f"{module}/{name}.h", set())
        for part, advice in parts.items():
            if part not in allowed:
                problems.append(Problem(path, f"{advice} (or exempt '{part}' in {EXEMPTIONS})"))
        for part in sorted(allowed - set(parts)):
            problems.append(Problem(EXEMPTIONS, f"{module}/{name}.h needs no exemption from '{part}' any more"))
    return problems
