# shellcheck shell=bash
# Sourced after common.sh: finds a server's binary, or builds it once from a Go module that pins it.
# Prints the path. Exit 3: it cannot be had here, and the caller may have another way.

readonly exit_unavailable=3
readonly progress_every_s=15

go_binary() { # go_binary NAME MODULE-DIRECTORY PACKAGE CHOSEN-BINARY LDFLAGS
  local name=$1 directory=$2 package=$3 chosen=$4 ldflags=$5 version target
  if [ -n "$chosen" ]; then
    [ -x "$chosen" ] || fail 1 "$chosen is not an executable file" "correct or unset HOLDFAST_${name^^}_BIN"
    use "$chosen" "chosen by HOLDFAST_${name^^}_BIN"
  fi
  if target=$(type -P "$name"); then use "$target" "found on the PATH"; fi
  version=$(pinned_version "$directory/go.mod" "$package")
  target=$(cache_directory)/$name-$version/$name
  if [ -x "$target" ]; then use "$target" "built before"; fi
  require_go "$directory/go.mod" "$name"
  mkdir -p "$(dirname "$target")"
  lock "$(dirname "$target")/.lock" "building $name"
  if [ -x "$target" ]; then use "$target" "built by another call"; fi
  build "$name" "$version" "$directory" "$package" "${ldflags//@VERSION@/${version#v}}" "$target"
  use "$target" "built"
}

use() { # use PATH WHY: prints it and ends
  say "$1 ($2)"
  printf '%s\n' "$1"
  exit 0
}

pinned_version() { # pinned_version GO.MOD PACKAGE: of the longest module path that the package lies in
  local module=$2 version
  while [ -n "$module" ]; do
    version=$(sed -nE "s#^(require)?[[:space:]]*${module//./\\.} (v[^ ]+).*#\\2#p" "$1")
    if [ -n "$version" ]; then
      printf '%s\n' "$version"
      return 0
    fi
    [ "$module" != "${module%/*}" ] || break
    module=${module%/*}
  done
  fail 1 "$1 does not pin $2"
}

require_go() { # require_go GO.MOD NAME
  local needed found
  needed=$(sed -nE 's/^go ([0-9.]+).*/\1/p' "$1")
  have go || fail $exit_unavailable "no $2 binary, and Go, which would build it, was not found" \
    "install Go $needed or newer, or put $2 on the PATH"
  found=$(GOTOOLCHAIN=local go env GOVERSION)
  found=${found#go}
  if [ "$(printf '%s\n%s\n' "$needed" "$found" | sort -V | head -n 1)" != "$needed" ]; then
    fail $exit_unavailable "no $2 binary, and Go $found is too old to build it" \
      "install Go $needed or newer, or put $2 on the PATH"
  fi
}

build() { # build NAME VERSION DIRECTORY PACKAGE LDFLAGS TARGET
  local name=$1 version=$2 directory=$3 package=$4 ldflags=$5 target=$6
  local started=$SECONDS total
  scratch=$(mktemp -d "$(dirname "$target")/.build.XXXXXX")
  trap 'tidy "$scratch"' EXIT
  say "$name $version is built once, which takes some minutes: downloading its modules"
  step "$scratch/list" go list -C "$directory" -mod=readonly -deps "$package"
  total=$(wc -l < "$scratch/list.out")
  say "downloaded after $((SECONDS - started)) s; compiling $total packages"
  counting=$total step "$scratch/build" go build -C "$directory" -mod=readonly -buildvcs=false -trimpath -v \
    -ldflags "-s -w $ldflags" -o "$scratch/$name" "$package"
  mv "$scratch/$name" "$target"
  say "$name $version was built in $((SECONDS - started)) s"
}

tidy() { # an interrupted call leaves neither a build nor its directory behind
  [ -z "${running:-}" ] || kill "$running" 2> /dev/null || true
  rm -rf "$1"
}

step() { # step LOG-PREFIX GO-COMMAND...: in the background, with a line of progress now and then
  local log=$1 began=$SECONDS next
  shift
  next=$((began + progress_every_s))
  # The caller's GOFLAGS and workspace must not change what is pinned, and no toolchain is fetched in passing.
  nice env GOFLAGS= GOWORK=off GOTOOLCHAIN=local CGO_ENABLED=0 "$@" > "$log.out" 2> "$log.err" < /dev/null 9>&- &
  running=$!
  while kill -0 "$running" 2> /dev/null; do
    sleep 0.5
    if [ "$SECONDS" -ge "$next" ]; then
      next=$((SECONDS + progress_every_s))
      say "${counting:+$(wc -l < "$log.err") of $counting packages, }$((SECONDS - began)) s"
    fi
  done
  wait "$running" || {
    last_lines "$log.err"
    fail $exit_unavailable "it could not be built" "put the binary on the PATH, or give Go access to its modules"
  }
  running=
}
