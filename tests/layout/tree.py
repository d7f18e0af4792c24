# The source tree as the layout rules see it: paths relative to its root, texts, and problems that name a file.
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

SKIPPED_FOLDERS = {"build", "out", "__pycache__"}


@dataclass(frozen=True)
class Problem:
    path: str  # "include/playset/geom/x.h" or "docs/x.md:12"
    text: str  # what is wrong and what to do

    def __str__(self):
        return f"{self.path}: {self.text}"


class Tree:
    def __init__(self, root):
        self.root = Path(root).resolve()

    @lru_cache(maxsize=None)
    def files(self):
        found = []
        stack = [self.root]
        while stack:
            for entry in stack.pop().iterdir():
                if entry.name.startswith(".") or entry.is_symlink():
                    continue
                if entry.is_dir():
                    if entry.name not in SKIPPED_FOLDERS:
                        stack.append(entry)
                else:
                    found.append(entry.relative_to(self.root).as_posix())
        return tuple(sorted(found))

    def below(self, folder, *endings):
        return [path for path in self.files() if path.startswith(folder + "/") and path.endswith(endings)]

    def has(self, path):
        return path in self.files()

    @lru_cache(maxsize=None)
    def text(self, path):
        return (self.root / path).read_text(encoding="utf-8", errors="replace")

    def text_or_empty(self, path):
        return self.text(path) if self.has(path) else ""

    def modules(self):
        return sorted({path.split("/")[2] for path in self.below("include/playset", ".h") if path.count("/") > 2})

    def public_headers(self):
        return self.below("include/playset", ".h")


@lru_cache(maxsize=None)
def without_comments(source):
    """C++ text with comments and string literals blanked; lines keep their numbers."""
    out = []
    i, n = 0, len(source)
    while i < n:
        two = source[i : i + 2]
        if two == "//":
            end = source.find("\n", i)
            i = n if end < 0 else end
        elif two == "/*":
            end = source.find("*/", i)
            end = n if end < 0 else end + 2
            out.append("\n" * source.count("\n", i, end))
            i = end
        elif source[i] == '"' and not (i > 0 and source[i - 1] == "'"):
            i = _end_of_string(source, i)
            out.append('""')
        else:
            out.append(source[i])
            i += 1
    return "".join(out)


def _end_of_string(source, i):
    if i > 0 and source[i - 1] == "R":
        open_at = source.find("(", i)
        closing = ")" + source[i + 1 : open_at] + '"'
        end = source.find(closing, i)
        return len(source) if end < 0 else end + len(closing)
    i += 1
    while i < len(source) and source[i] not in '"\n':
        i += 2 if source[i] == "\\" else 1
    return i + 1
