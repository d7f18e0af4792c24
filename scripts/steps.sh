# Steps with times, for ./run and ./check: source it, then `step "what" command ...`, at the end `summary`.
# shellcheck shell=bash

step_names=()
step_seconds=()
step_results=()
tests_passed=0
tests_failed=0
stop_at_failure=0

# Adds a step's tests to the totals: what ctest counted, or the step itself as one.
count_tests() { # log result
  local line failed total
  line=$(grep -E '^[0-9]+% tests passed, [0-9]+ tests failed out of [0-9]+' "$1" | tail -n 1)
  if [ -n "$line" ]; then
    failed=$(sed -E 's/.* ([0-9]+) tests failed.*/\1/' <<<"$line")
    total=$(sed -E 's/.* out of ([0-9]+).*/\1/' <<<"$line")
    tests_failed=$((tests_failed + failed))
    tests_passed=$((tests_passed + total - failed))
  elif [ "$2" -eq 0 ]; then
    tests_passed=$((tests_passed + 1))
  else
    tests_failed=$((tests_failed + 1))
  fi
}

# Shows a command before it runs; functions given to step do so themselves.
say() { echo "   $*"; }

# Of ninja's lines, every eighth of the way; all that compilers say.
show_progress() {
  local line eighth last=0
  while IFS= read -r line; do
    if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
      eighth=$((BASH_REMATCH[1] * 8 / BASH_REMATCH[2]))
      [ "$eighth" -eq "$last" ] || say "${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}"
      last=$eighth
    else
      echo "$line"
    fi
  done
}

step() { # name command ...
  local name=$1 start result=0 log
  shift
  echo
  echo "== $name"
  [ "$(type -t "$1")" = function ] || say "$@"
  start=$SECONDS
  log=$(mktemp)
  "$@" </dev/null 2>&1 | tee "$log"
  result=${PIPESTATUS[0]}
  step_names+=("$name")
  step_seconds+=($((SECONDS - start)))
  step_results+=("$result")
  count_tests "$log" "$result"
  rm -f "$log"
  if [ "$result" -eq 0 ]; then
    echo "== $name: done in $((SECONDS - start)) s"
  else
    echo "== $name: FAILED (exit $result) after $((SECONDS - start)) s"
    if [ "$stop_at_failure" -eq 1 ]; then summary; exit 1; fi
  fi
  return 0
}

# The last step's result, to skip what depends on it.
last_passed() { [ "${step_results[-1]}" -eq 0 ]; }

summary() {
  local i
  echo
  echo "== Summary"
  for i in "${!step_names[@]}"; do
    printf '%6d s  %-6s  %s\n' "${step_seconds[$i]}" "$([ "${step_results[$i]}" -eq 0 ] && echo ok || echo FAILED)" "${step_names[$i]}"
  done
  printf '%6d s  in all\n' "$SECONDS"
  echo "$tests_passed passed, $tests_failed failed"
  [ "$tests_failed" -eq 0 ]
}
