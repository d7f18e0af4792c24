# One name, one type: two of one name in a namespace are two definitions of one symbol, and the linker takes either.
import re

from tree import Problem, without_comments

TYPE = re.compile(r"^(?:struct|class|enum class|union) (?:PLAYSET_API )?(?:alignas\(\d+\) )?(\w+)(?: final)?(?: : [^;{()]*)? \{", re.M)
UNNAMED = re.compile(r"^namespace \{$.*?^\}  // namespace$", re.M | re.S)


def check(tree):
    first, problems = {}, []
    for top in ("include/playset", "src", "scenes", "cli"):
        for path in tree.below(top, ".h", ".cpp"):
            for match in TYPE.finditer(without_comments(UNNAMED.sub("", tree.text(path)))):
                other = first.setdefault(match.group(1), path)
                if other != path:
                    problems.append(Problem(path, f"{match.group(1)} is a type of {other} already: give one of them another name"))
    return problems
