# Markdown: every relative link leads to a file of the tree, and its #anchor to a heading there.
import posixpath
import re

from tree import Problem

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
HEADING = re.compile(r"^#+\s+(.*?)\s*$", re.M)
FENCE = re.compile(r"^```.*?^```", re.M | re.S)
CODE = re.compile(r"`[^`\n]*`")


def anchors(text):
    found = set()
    for heading in HEADING.findall(FENCE.sub("", text)):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        slug = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        found.add(slug)
    return found


def blank(match):
    return re.sub(r"[^\n]", " ", match.group(0))


def check_link(tree, path, target):
    file_part, _, anchor = target.partition("#")
    goal = posixpath.normpath(posixpath.join(posixpath.dirname(path), file_part)) if file_part else path
    if not tree.has(goal) and not (tree.root / goal).is_dir():
        return f"the link to {target} leads nowhere: there is no {goal}"
    if anchor and goal.endswith(".md") and anchor not in anchors(tree.text(goal)):
        return f"{goal} has no heading #{anchor}"
    return None


def check(tree):
    problems = []
    for path in tree.files():
        if not path.endswith(".md"):
            continue
        text = CODE.sub(blank, FENCE.sub(blank, tree.text(path)))
        for match in LINK.finditer(text):
            target = match.group(1)
            if re.match(r"[a-z]+:", target):
                continue
            wrong = check_link(tree, path, target)
            if wrong:
                problems.append(Problem(f"{path}:{text.count(chr(10), 0, match.start()) + 1}", wrong))
    return problems
