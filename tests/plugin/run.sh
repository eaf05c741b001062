#!/bin/sh
# Installs the build folder $1 into a fresh prefix, builds the congruence domain out of the tree against it, and proves with it what
# intervals cannot. Usage: run.sh BUILD [GENERATOR]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "plugin: $*" >&2; exit 1; }

cmake --install "$1" --prefix "$work/prefix" >"$work/install.log" 2>&1 || { cat "$work/install.log"; fail "install"; }
cmake -S "$here/congruence" -B "$work/build" -G "${2:-Ninja}" -DCMAKE_PREFIX_PATH="$work/prefix" \
  -DCMAKE_C_FLAGS="-Wall -Wextra" >"$work/build.log" 2>&1 &&
  cmake --build "$work/build" >>"$work/build.log" 2>&1 || { cat "$work/build.log"; fail "build"; }

ansatz=$work/prefix/bin/ansatz
ANSATZ_PATH=$work/build
export ANSATZ_PATH
"$ansatz" modules congruence >"$work/modules" || fail "'ansatz modules congruence' failed"
grep -q modulus "$work/modules" || fail "'ansatz modules congruence' shows no option 'modulus'"

verdict() { # expected, domain
  out=$("$ansatz" verify --timeout 20 --invariants --domain "$2" "$here/stride.c" 2>"$work/stderr") || true
  last=$(printf '%s\n' "$out" | tail -n 1)
  case $last in
  "VERDICT: $1"*) echo "$2: $last" ;;
  *) printf '%s\n' "$out"; cat "$work/stderr"; fail "$2: wanted $1, got '$last'" ;;
  esac
}
verdict unknown 'interval()'
verdict true 'congruence{ strategy = enumerate() }'
printf '%s\n' "$out" | grep -q 'x % 2 == 0' || { printf '%s\n' "$out"; fail "the invariant is not shown"; }
verdict true 'congruence{ modulus = 2, strategy = enumerate() }'
verdict unknown 'congruence{ modulus = 3, strategy = enumerate() }'

# Without the path it is not there, and the message says which word was meant.
ANSATZ_PATH=
"$ansatz" verify --domain 'congruence()' "$here/stride.c" >"$work/out" 2>&1 && fail "congruence without ANSATZ_PATH" || status=$?
[ "$status" -eq 2 ] || { cat "$work/out"; fail "exit status $status without ANSATZ_PATH, wanted 2"; }
echo "plugin: ok"
