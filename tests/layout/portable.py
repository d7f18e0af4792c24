# What the library part may not use: libm (its bits differ by machine), exceptions, RTTI, and heavy or unportable headers.
import re

from order import INCLUDE, LIBRARY_PART
from tree import Problem, without_comments

LIBM = ("sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp exp2 expm1 log log2 log10 log1p pow cbrt "
        "hypot fma erf erfc tgamma lgamma sincos").split()
GLM = "rotate angleAxis slerp perspective perspectiveFov eulerAngles polar euclidean orientedAngle".split()
QUALIFIED = re.compile(r"(?:\bstd::|\bglm::|(?<!\w)::)(" + "|".join(LIBM) + r")[fl]?\s*\(")
GLM_CALL = re.compile(r"\bglm::(" + "|".join(GLM) + r")\s*\(")
PLAIN = re.compile(r"(?<![\w:.>])(" + "|".join(LIBM) + r")[fl]?\s*\(")
DECLARED = re.compile(r"\b(?:float|double|\w+)\s+(" + "|".join(LIBM) + r")\s*\(")
WORDS = {
    r"\bthrow\b": "no exceptions: give back a Result",
    r"\bdynamic_cast\b|\btypeid\b": "no RTTI",
    r"\bstd::sto(i|l|ll|ul|ull|f|d|ld)\b|\b(atof|atoi|strto\w+)\s*\(": "use std::from_chars or core's number parser",
    r"\bstd::rand\b|(?<![\w:.>_])rand\s*\(": "take a playset::Rng",
    r"__int128": "only through playset/core/int128.h",
}
HEADERS = "format ranges iostream functional regex filesystem random thread mutex future".split()
INT128 = "include/playset/core/int128.h"


def line_of(text, match):
    return text.count("\n", 0, match.start()) + 1


def own_names(tree):
    """Names that core/math.h declares itself: a plain call means those."""
    return set(DECLARED.findall(without_comments(tree.text_or_empty("include/playset/core/math.h"))))


def check_calls(path, code, own):
    for pattern in (QUALIFIED, GLM_CALL):
        for match in pattern.finditer(code):
            yield Problem(f"{path}:{line_of(code, match)}", f"{match.group(1)} is libm's, whose bits differ by machine: use playset/core/math.h")
    for match in PLAIN.finditer(code):
        if match.group(1) not in own:
            yield Problem(f"{path}:{line_of(code, match)}", f"{match.group(1)} looks like libm's: use playset/core/math.h")


def check_words(path, code):
    for pattern, advice in WORDS.items():
        if pattern == "__int128" and path == INT128:
            continue
        for match in re.finditer(pattern, code):
            yield Problem(f"{path}:{line_of(code, match)}", f"'{match.group(0)}' in the library part: {advice}")


def check_headers(path, text):
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if match and match.group(1) in HEADERS:
            yield Problem(f"{path}:{number}", f"<{match.group(1)}> is not for the library part (core to fx)")


def check(tree):
    problems = []
    own = own_names(tree)
    for module in LIBRARY_PART:
        for folder in (f"include/playset/{module}", f"src/{module}"):
            for path in tree.below(folder, ".h", ".cpp"):
                code = without_comments(tree.text(path))
                is_own_math = path.endswith(("core/math.h", "core/math.cpp"))
                problems.extend(check_calls(path, code, set(LIBM) if is_own_math else own))
                problems.extend(check_words(path, code))
                problems.extend(check_headers(path, tree.text(path)))
    return problems
