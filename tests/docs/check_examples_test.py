#!/usr/bin/env python3
# Proves that check_examples.py finds a block that does not compile, and leaves alone what is not marked as C++.
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

SCRIPT = Path(__file__).with_name("check_examples.py")
GOOD = "# Title\n\n```cpp\nnamespace playset {}\nint main() { return 0; }\n```\n"
NOT_OURS = "```text\nnot C++ at all\n```\n```c++\nnor this\n```\n"
BAD = "# Title\n\nText.\n\n```cpp\nnamespace playset {}\nint main() { return nothing; }\n```\n"


def run(compiler, readme):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "README.md").write_text(readme)
        command = [sys.executable, "-B", str(SCRIPT), "--root", folder, "--compiler", compiler]
        return subprocess.run(command, capture_output=True, text=True, check=False)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--compiler", default="c++")
    compiler = parser.parse_args().compiler
    good, bad = run(compiler, GOOD + NOT_OURS), run(compiler, BAD)
    assert good.returncode == 0, good.stdout
    assert "1 blocks of C++, 0 do not compile" in good.stdout, good.stdout
    assert bad.returncode == 1, bad.stdout
    assert "README.md:6: this block does not compile" in bad.stdout, bad.stdout
    assert "README.md:7:" in bad.stdout, bad.stdout
    print("check_examples.py tells good from bad")


if __name__ == "__main__":
    main()
