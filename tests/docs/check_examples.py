#!/usr/bin/env python3
# Compiles every ```cpp block of README.md, CONTRIBUTING.md and docs/*.md, so that documentation cannot rot.
"""A block with a main() or a namespace is a file of its own. Any other is taken for the inside of a function: its
#include lines go on top, the library's namespace is in use. What should not compile is marked ```c++ or ```text."""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BLOCK = re.compile(r"^```cpp\s*\n(.*?)^```", re.M | re.S)


def blocks_of(path):
    """[(line of the first line of code, code)]"""
    text = path.read_text(encoding="utf-8")
    return [(text.count("\n", 0, match.start(1)) + 1, match.group(1)) for match in BLOCK.finditer(text)]


def as_file(name, line, code):
    """The block as a translation unit whose messages name the document's own lines."""
    if re.search(r"\bint main\(|^namespace\b", code, re.M):
        return f'#line {line} "{name}"\n{code}'
    top, inside = [], []
    for offset, text in enumerate(code.splitlines()):
        (top if text.startswith("#include") else inside).append(f'#line {line + offset} "{name}"\n{text}')
    return "\n".join(top + ["using namespace playset;", "[[maybe_unused]] static void example() {"] + inside + ["}", ""])


def compiles(compiler, includes, source):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "example.cpp"
        path.write_text(source, encoding="utf-8")
        command = [compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wno-unused", "-Werror"]
        command += [f"-I{include}" for include in includes] + [str(path)]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        return "" if run.returncode == 0 else run.stderr


def documents(root):
    return [path for path in [root / "README.md", root / "CONTRIBUTING.md", *sorted(root.glob("docs/*.md"))] if path.exists()]


def check(root, compiler, includes):
    count = failed = 0
    for path in documents(root):
        name = path.relative_to(root).as_posix()
        for line, code in blocks_of(path):
            count += 1
            message = compiles(compiler, [root / "include", *includes], as_file(name, line, code))
            if message:
                failed += 1
                print(f"{name}:{line}: this block does not compile\n{message}")
    print(f"{count} blocks of C++, {failed} do not compile")
    return failed


def extract(root, document, output):
    """Writes the document's first whole program."""
    for line, code in blocks_of(root / document):
        if "int main(" in code:
            text = f"// The program that {document} shows.\n{as_file(document, line, code)}"
            if not output.exists() or output.read_text() != text:
                output.write_text(text)
            return 0
    print(f"{document} shows no program: a ```cpp block with int main(", file=sys.stderr)
    return 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--compiler", default="c++")
    parser.add_argument("--include", default="", help="more folders of headers, separated by ;")
    parser.add_argument("--extract", nargs=2, metavar=("DOCUMENT", "OUTPUT"))
    arguments = parser.parse_args()
    if arguments.extract:
        return extract(arguments.root, arguments.extract[0], Path(arguments.extract[1]))
    includes = [include for include in arguments.include.split(";") if include]
    return 1 if check(arguments.root, arguments.compiler, includes) else 0


if __name__ == "__main__":
    sys.exit(main())
