#!/usr/bin/env python3
# Checks that each public header compiles alone, twice in one file and without warnings, and stays within its budget; and all together.
#
# check_headers.py --compiler g++ --include DIR [--budget 45000] [--over HEADER=LINES ...] [--cache FILE] [HEADER ...]
import argparse
import hashlib
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

WARNINGS = "-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror".split()


def run(command, text):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def check_header(header, args, known):
    """Problems of one header, and the digest of what was found good."""
    source = f'#include "{header}"\n#include "{header}"\nint main() {{ return 0; }}\n'
    base = [args.compiler, "-std=c++20", "-I", args.include, "-x", "c++", "-"]
    preprocessed = run(base + ["-E", "-P"], source)
    if preprocessed.returncode != 0:
        return [f"{header}: does not compile alone:\n{preprocessed.stderr}"], None
    problems = []
    lines = preprocessed.stdout.count("\n")
    budget = args.over.get(header.removeprefix("playset/"), args.budget)
    if lines > budget:
        problems.append(f"{header}: {lines} preprocessed lines, at most {budget}: include less")
    digest = hashlib.sha256((args.compiler + preprocessed.stdout).encode()).hexdigest()
    if digest not in known:
        compiled = run(base + ["-fsyntax-only"] + WARNINGS, source)
        if compiled.returncode != 0:
            problems.append(f"{header}: does not compile alone:\n{compiled.stderr}")
    return problems, None if problems else digest


def check_together(headers, args):
    """A game may include them all: no name may be taken twice."""
    source = "".join(f'#include "{header}"\n' for header in headers)
    compiled = run([args.compiler, "-std=c++20", "-I", args.include, "-x", "c++", "-", "-fsyntax-only"], source)
    return [f"all headers in one file do not compile:\n{compiled.stderr}"] if compiled.returncode != 0 else []


def headers_below(include):
    return sorted(path.relative_to(include).as_posix() for path in Path(include).rglob("*.h"))


def main():
    parser = argparse.ArgumentParser(description="Compiles each public header alone.")
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--include", required=True)
    parser.add_argument("--budget", type=int, default=45000)
    parser.add_argument("--over", action="append", default=[], metavar="HEADER=LINES", help="a budget of its own")
    parser.add_argument("--cache", help="remembers what compiled, so that only changed headers are compiled again")
    parser.add_argument("headers", nargs="*", help="default: all below --include")
    args = parser.parse_args()
    args.over = {name: int(lines) for name, lines in (text.split("=") for text in args.over)}
    known = set()
    if args.cache and os.path.exists(args.cache):
        known = set(json.loads(Path(args.cache).read_text()))
    headers = args.headers or headers_below(args.include)
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        results = list(pool.map(lambda header: check_header(header, args, known), headers))
    if args.cache:
        Path(args.cache).write_text(json.dumps(sorted(digest for _, digest in results if digest)))
    problems = [problem for found, _ in results for problem in found]
    if not args.headers and not problems:
        problems = check_together(headers, args)
    print("\n".join(problems + [f"{len(headers)} headers alone under {args.compiler}, {len(problems)} problems"]))
    return 1 if problems or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
