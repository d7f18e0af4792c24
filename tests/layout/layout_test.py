#!/usr/bin/env python3
# Tests the layout rules on tiny trees: a good one passes, and each mistake is found and named.
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import cases
import links
import mirror
import names
import order
import portable
import sizes
from tree import Tree, without_comments

HEADER = """// playset/geom/shape.h - Shape: a thing with a size, for tests of the rules.
//
// Units metres. Cost none. Threads plain values. See docs/geom.md
#pragma once
#include "playset/core/api.h"
float shape_size();
"""
SOURCE = '// Sizes of shapes, the whole of them.\n#include "playset/geom/shape.h"\n'
GOOD = {
    "include/playset/geom/shape.h": HEADER,
    "src/geom/shape.cpp": SOURCE,
    "tests/geom/shape_test.cpp": '// Tests of shapes and of their sizes.\nTEST_CASE("shape: a size is \\"known\\"") {}\n',
    "docs/geom.md": "# geom\n\n## Shapes\n`shape.h` has sizes. See [the table](../README.md#systems).\n",
    "README.md": "# Playset\n\n## Systems\n| [geom/shape.h](include/playset/geom/shape.h) | sizes |\n",
    "tests/layout/exempt.txt": "# none\n",
}


class LayoutTest(unittest.TestCase):
    def tree(self, changes=None):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for path, text in {**GOOD, **(changes or {})}.items():
            if text is not None:
                file = Path(folder.name) / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
        return Tree(folder.name)

    def expect(self, rule, changes, path, *words):
        problems = rule.check(self.tree(changes))
        text = "\n".join(str(problem) for problem in problems)
        self.assertEqual(len(problems), 1, text)
        self.assertTrue(problems[0].path.startswith(path), text)
        for word in words:
            self.assertIn(word, problems[0].text)

    def test_a_good_tree_has_no_problems(self):
        for rule in (mirror, order, portable, names, sizes, links):
            self.assertEqual([str(problem) for problem in rule.check(self.tree())], [], rule.__name__)

    def test_the_script_fails_on_a_bad_tree_and_names_the_file(self):
        tree = self.tree({"src/geom/shape.cpp": None})
        script = Path(__file__).with_name("check_layout.py")
        run = subprocess.run([sys.executable, "-B", script, "--root", tree.root, "mirror"], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 1)
        self.assertIn("include/playset/geom/shape.h: add src/geom/shape.cpp", run.stdout)

    def test_one_name_is_one_type(self):
        unnamed = "namespace {\nstruct Size { int x; };\n}  // namespace\n"
        two = {"src/geom/a.h": SOURCE + "struct Size { int x; };\n", "src/geom/b.cpp": SOURCE + unnamed}
        self.assertEqual(names.check(self.tree(two)), [])
        self.expect(names, {**two, "src/geom/c.h": SOURCE + "class Size {\n};\n"}, "src/geom/c.h", "Size", "src/geom/a.h")

    def test_mirror_names_each_missing_part(self):
        self.expect(mirror, {"src/geom/shape.cpp": None}, "include/playset/geom/shape.h", "add src/geom/shape.cpp")
        self.expect(mirror, {"tests/geom/shape_test.cpp": None}, "include/playset/geom/shape.h", "shape_test.cpp")
        self.expect(mirror, {"docs/geom.md": "# geom\n"}, "include/playset/geom/shape.h", "docs/geom.md")
        self.expect(mirror, {"README.md": "# Playset\n"}, "include/playset/geom/shape.h", "README.md")

    def test_mirror_wants_a_bench_of_what_updates_or_builds(self):
        system = HEADER + "void update_shapes(float dt);\n"
        self.expect(mirror, {"include/playset/geom/shape.h": system}, "include/playset/geom/shape.h", "bench/geom")
        benched = {"include/playset/geom/shape.h": system, "bench/geom/b.cpp": '#include "playset/geom/shape.h"\n'}
        self.assertEqual(mirror.check(self.tree(benched)), [])

    def test_mirror_keeps_its_list_of_exemptions_honest(self):
        exempt = "tests/layout/exempt.txt"
        self.expect(mirror, {exempt: "geom/shape.h: src: needless\n"}, exempt, "no exemption")
        self.expect(mirror, {exempt: "geom/gone.h: src: it went\n"}, exempt, "remove the line")
        self.expect(mirror, {exempt: "geom/shape.h: colour\n"}, exempt, "why")
        allowed = {exempt: "geom/shape.h: src: all inline\n", "src/geom/shape.cpp": None}
        self.assertEqual(mirror.check(self.tree(allowed)), [])

    def test_order_refuses_an_include_upwards(self):
        self.expect(order, {"src/geom/shape.cpp": SOURCE + '#include "playset/level/level.h"\n'},
                    "src/geom/shape.cpp:3", "geom may not include playset/level/level.h")
        self.expect(order, {"src/geom/shape.cpp": SOURCE + '#include "level/format.h"\n'}, "src/geom/shape.cpp:3", "level/format.h")
        self.expect(order, {"src/geom/shape.cpp": SOURCE + '#include "scenes/tunnels.h"\n'}, "src/geom/shape.cpp:3", "scenes")
        self.expect(order, {"src/helpers/x.cpp": SOURCE}, "src/helpers/x.cpp", "no module")

    def test_portable_finds_libm_exceptions_and_heavy_headers(self):
        for line, word in (("float a = std::sin(b);", "sin"), ("auto c = cosf(2);", "cos"), ("x = ::pow(1, 2);", "pow"),
                           ("q = glm::angleAxis(a, v);", "angleAxis"), ("throw 1;", "throw"), ("int i = std::stoi(s);", "stoi"),
                           ("#include <functional>", "functional"), ("__int128 wide;", "__int128")):
            self.expect(portable, {"src/geom/shape.cpp": SOURCE + line + "\n"}, "src/geom/shape.cpp:3", word)

    def test_portable_leaves_comments_strings_and_own_names_alone(self):
        fine = '// sin(x) of the angle\nauto s = "throw sin(1)"; auto t = shape.log(1); auto u = arcsin(2); cos_of(3);\n'
        self.assertEqual(portable.check(self.tree({"src/geom/shape.cpp": SOURCE + fine})), [])
        own = {"include/playset/core/math.h": "double sin(double x);\n", "src/geom/shape.cpp": SOURCE + "y = sin(2);\n"}
        self.assertEqual(portable.check(self.tree(own)), [])

    def test_sizes_are_limited(self):
        self.expect(sizes, {"include/playset/geom/shape.h": HEADER + "\n" * 250}, "include/playset/geom/shape.h", "at most 250")
        self.expect(sizes, {"src/geom/shape.cpp": SOURCE + "\n" * 600}, "src/geom/shape.cpp", "at most 600")

    def test_first_lines_say_why(self):
        self.expect(sizes, {"src/geom/shape.cpp": '#include "x.h"\n'}, "src/geom/shape.cpp:1", "first line")
        self.expect(sizes, {"include/playset/geom/shape.h": HEADER.replace("geom/shape.h", "geom/form.h", 1)},
                    "include/playset/geom/shape.h:1", "// playset/geom/shape.h - ")
        self.expect(sizes, {"include/playset/geom/shape.h": HEADER.replace("Cost", "Price")},
                    "include/playset/geom/shape.h", "Cost")

    def test_links_must_lead_somewhere(self):
        self.expect(links, {"README.md": "# Playset\n## Systems\nSee [this](docs/none.md).\n"}, "README.md:3", "docs/none.md")
        self.expect(links, {"docs/geom.md": "[x](../README.md#nothing)\n"}, "docs/geom.md:1", "#nothing")
        self.assertEqual(links.check(self.tree({"docs/geom.md": "`[x](none.md)`\n```\n[y](z.md)\n```\n"})), [])

    def cases_text(self, first_row):
        rows = [first_row]
        for area, count in cases.COUNTS.items():
            rows.append(f"| {area} {2 if area == 'scaffold' else 1}-{count} | later: nav | not yet |")
        return "\n".join(rows) + "\n"

    def test_cases_need_a_test_that_exists(self):
        good = self.cases_text('| scaffold 1 | tests/geom/shape_test.cpp | shape: a size is "known" |')
        self.assertEqual(cases.check(self.tree({"docs/cases.md": good})), [])
        wrong = self.cases_text("| scaffold 1 | tests/geom/shape_test.cpp | shape: no such case |")
        self.expect(cases, {"docs/cases.md": wrong}, "docs/cases.md:1", "no such case")
        gone = self.cases_text("| scaffold 1 | tests/geom/gone_test.cpp | shape |")
        self.expect(cases, {"docs/cases.md": gone}, "docs/cases.md:1", "gone_test.cpp")
        missing = self.cases_text("")
        self.expect(cases, {"docs/cases.md": missing}, "docs/cases.md", "scaffold 1 has no row")

    def test_cases_of_a_module_in_the_tree_cannot_wait_whole(self):
        row = self.cases_text("| scaffold 1 | later: geom | not yet |")
        self.expect(cases, {"docs/cases.md": row}, "docs/cases.md:1", "geom is in the tree")
        part = self.cases_text("| scaffold 1 | later: geom: sweeps | not yet |")
        self.assertEqual(cases.check(self.tree({"docs/cases.md": part})), [])

    def test_comments_and_strings_are_blanked_and_lines_kept(self):
        code = without_comments('a /* x\ny */ b // c\n"d\\"e" f R"(g")" h\n')
        self.assertEqual(code.split(), ["a", "b", '""', "f", 'R""', "h"])
        self.assertEqual(code.count("\n"), 3)


if __name__ == "__main__":
    unittest.main()
