#!/usr/bin/env python3
# Checks the tree against the house rules (CONTRIBUTING.md); prints what is wrong, where, and what to do.
#
# check_layout.py [--root DIR] [RULE ...]     rules: mirror order portable names sizes links cases (default: all)
import argparse
import sys
from pathlib import Path

import cases
import links
import mirror
import names
import order
import portable
import sizes
from tree import Tree

RULES = {rule.__name__: rule.check for rule in (mirror, order, portable, names, sizes, links, cases)}


def main():
    parser = argparse.ArgumentParser(description="Checks the source tree against the house rules.")
    parser.add_argument("--root", default=Path(__file__).resolve().parents[2])
    parser.add_argument("rules", nargs="*", metavar="RULE", help=" ".join(RULES))
    args = parser.parse_args()
    unknown = [rule for rule in args.rules if rule not in RULES]
    if unknown:
        parser.error(f"no rule {unknown[0]}: {' '.join(RULES)}")
    tree = Tree(args.root)
    problems = [problem for rule in args.rules or RULES for problem in RULES[rule](tree)]
    for problem in problems:
        print(problem)
    print(f"{len(tree.files())} files, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
