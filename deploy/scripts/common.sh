# shellcheck shell=bash
# Shared by the ensure-* scripts, which source it: progress on stderr, locks, state directories, Debian packages.
# Results go to stdout and are for machines; everything a person reads goes to stderr.

me=$(basename "$0")

say() { printf '%s: %s\n' "$me" "$*" >&2; }

fail() { # fail CODE WHAT [WHAT TO DO]...
  local code=$1
  shift
  local line
  for line; do say "$line"; done
  exit "$code"
}

have() { command -v "$1" > /dev/null 2>&1; }

is_root() { [ "$(id -u)" -eq 0 ]; }

is_debian() { [ -r /etc/debian_version ] && have apt-get; }

# Engines and packages belong to the machine, so their locks and logs do not depend on HOLDFAST_HOME.
machine_directory() {
  local directory=${HOLDFAST_MACHINE_DIR:-/var/lib/holdfast}
  is_root || directory=${HOLDFAST_MACHINE_DIR:-${HOLDFAST_HOME:-$HOME/.holdfast}/machine}
  mkdir -p "$directory"
  printf '%s\n' "$directory"
}

cache_directory() {
  local directory=${HOLDFAST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/holdfast}
  mkdir -p "$directory"
  printf '%s\n' "$directory"
}

# Holds the lock until the script ends. Whatever is started in the background must close descriptor 9
# (9>&-), or it keeps the lock for as long as it lives.
lock() { # lock FILE WHAT
  have flock || fail 1 "flock was not found" "install it, e.g. 'apt-get install util-linux'"
  exec 9> "$1"
  if ! flock -n 9; then
    say "another call is busy with $2, waiting for it"
    flock 9
  fi
}

last_lines() { # last_lines FILE: shown when a quiet command failed
  tail -n 8 "$1" | sed 's/^/  | /' >&2
}

installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2> /dev/null)" = installed ]
}

apt_install() { # apt_install PACKAGE...: only what is missing, quietly
  local missing=() package
  for package; do installed "$package" || missing+=("$package"); done
  [ ${#missing[@]} -gt 0 ] || return 0
  local log started
  log=$(machine_directory)/apt.log
  started=$SECONDS
  say "installing ${missing[*]}"
  (
    flock 8
    export DEBIAN_FRONTEND=noninteractive
    [ -n "${lists_are_fresh:-}" ] || apt-get -q -o DPkg::Lock::Timeout=300 update
    apt-get -q -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "${missing[@]}"
  ) 8> "$(machine_directory)/apt.lock" 9>&- > "$log" 2>&1 < /dev/null || {
    last_lines "$log"
    return 1
  }
  lists_are_fresh=yes
  say "installed in $((SECONDS - started)) s"
}
