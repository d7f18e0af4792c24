#!/usr/bin/env python3
# Uses playset as a stranger would: installed package, pkg-config, subdirectory, shared library, README example, GLM macros.
#
# check_consumer.py WAY --source DIR --build DIR     WAY: package pkg_config subdirectory shared readme macros
import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

WARNINGS = "-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror".split()
PROJECT = Path(__file__).resolve().parent / "project"

# Client macros that leave size, order and precision of glm's types alone, and those that would not: their message names them.
NEUTRAL = """GLM_FORCE_SILENT_WARNINGS GLM_ENABLE_EXPERIMENTAL GLM_FORCE_INTRINSICS GLM_FORCE_CTOR_INIT GLM_FORCE_SWIZZLE
    GLM_FORCE_UNRESTRICTED_GENTYPE GLM_FORCE_XYZW_ONLY GLM_FORCE_SIZE_T_LENGTH GLM_FORCE_DEPTH_ZERO_TO_ONE
    GLM_FORCE_LEFT_HANDED GLM_FORCE_PURE GLM_FORCE_INLINE GLM_FORCE_CXX17 GLM_PRECISION_MEDIUMP_FLOAT""".split()
REFUSED = """GLM_FORCE_DEFAULT_ALIGNED_GENTYPES+GLM_FORCE_INTRINSICS GLM_FORCE_QUAT_DATA_WXYZ GLM_FORCE_SINGLE_ONLY
    GLM_FORCE_EXPLICIT_CTOR""".split()


def run(command, cwd=None, env=None):
    print("+ " + " ".join(str(part) for part in command), flush=True)
    subprocess.run(command, cwd=cwd, env=env, check=True)


def install(args, work):
    prefix = work / "prefix"
    run(["cmake", "--install", args.build, "--prefix", prefix])
    return prefix


def build_project(work, settings, programs=("consumer",)):
    build = work / "build"
    run(["cmake", "-S", PROJECT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug"] + settings)
    run(["cmake", "--build", build, "--target", *programs])
    for program in programs:
        run([build / program])


def package(args, work):
    build_project(work, [f"-DCMAKE_PREFIX_PATH={install(args, work)}"])


def pkg_config(args, work):
    prefix = install(args, work)
    folder = next(prefix.rglob("playset.pc")).parent
    env = dict(os.environ, PKG_CONFIG_PATH=str(folder))
    flags = subprocess.run(["pkg-config", "--static", "--cflags", "--libs", "playset"], env=env, check=True,
                           capture_output=True, text=True).stdout.split()
    run([args.compiler, "-std=c++20", *WARNINGS, PROJECT / "main.cpp", "-o", work / "consumer", *flags])
    run([work / "consumer"])


def subdirectory(args, work):
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    build_project(work, [f"-DPLAYSET_SOURCE={args.source}", "-DPLAYSET_WITH_ASSET=OFF"] + launcher)


def shared(args, work):
    library = work / "library"
    run(["cmake", "-S", args.source, "-B", library, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_SHARED_LIBS=ON",
         "-DPLAYSET_WERROR=ON", "-DPLAYSET_BUILD_TESTS=OFF", "-DPLAYSET_BUILD_BENCHES=OFF", "-DPLAYSET_BUILD_CLI=OFF"])
    run(["cmake", "--build", library, "--target", "playset"])
    args.build = library
    prefix = install(args, work)
    if not list(prefix.rglob("libplayset.so.*.*")):
        sys.exit("the shared library has no SOVERSION")
    build_project(work, [f"-DCMAKE_PREFIX_PATH={prefix}"])


def readme(args, work):
    text = (Path(args.source) / "README.md").read_text()
    blocks = re.findall(r"^```cpp\n(.*?)^```", text, re.M | re.S)
    programs = [block for block in blocks if "int main(" in block]
    if len(programs) != 1:
        sys.exit("README.md must have exactly one C++ example with a main")
    example = work / "readme_example.cpp"
    example.write_text(programs[0])
    build = work / "build"
    run(["cmake", "-S", PROJECT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", f"-DREADME_EXAMPLE={example}",
         f"-DCMAKE_PREFIX_PATH={install(args, work)}"])
    run(["cmake", "--build", build, "--target", "readme_example"])


def compile_with(args, macros_text):
    defines = [f"-D{macro}" for macro in macros_text.split("+")]
    command = [args.compiler, "-std=c++20", *WARNINGS, "-fsyntax-only", *defines, f"-I{args.source}/include", PROJECT / "main.cpp"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def macros(args, _work):
    failures = []
    for macro in NEUTRAL:
        result = compile_with(args, macro)
        if result.returncode != 0:
            failures.append(f"{macro} leaves the layout alone but does not build:\n{result.stderr[:2000]}")
    for macro in REFUSED:
        result = compile_with(args, macro)
        if result.returncode == 0 or f"playset: {macro.split('+')[0]}" not in result.stderr:
            failures.append(f"{macro} must be refused by playset's headers with a message that names it:\n{result.stderr[:2000]}")
    print("\n".join(failures + [f"{len(NEUTRAL) + len(REFUSED)} macros, {len(failures)} wrong"]))
    if failures:
        sys.exit(1)


WAYS = {way.__name__: way for way in (package, pkg_config, subdirectory, shared, readme, macros)}


def main():
    parser = argparse.ArgumentParser(description="Builds and runs a program against playset.")
    parser.add_argument("way", choices=WAYS)
    parser.add_argument("--source", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--compiler", default="c++")
    args = parser.parse_args()
    work = Path(args.build) / "consumer" / args.way
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    try:
        WAYS[args.way](args, work)
    except subprocess.CalledProcessError as error:
        sys.exit(f"{args.way}: failed: {' '.join(str(part) for part in error.cmd)}")


if __name__ == "__main__":
    main()
