# shellcheck shell=bash
# Sourced after common.sh: makes a hybrid cgroup hierarchy one that crun accepts.

# On a hybrid machine each controller belongs to version 1 or 2. crun refuses to run while version 2 still holds one
# (seen with hugetlb, which nobody had mounted). Mounting it as version 1, where all the others are, puts that right.
# Safe for what runs: the kernel refuses while version 2 uses the controller, and running containers keep their groups.
# It lasts until the next boot.
complete_hybrid_hierarchy() {
  local root=/sys/fs/cgroup controller left_over
  [ -r "$root/unified/cgroup.controllers" ] && is_root || return 0
  read -r -a left_over < "$root/unified/cgroup.controllers" || true
  for controller in "${left_over[@]}"; do
    [ ! -e "$root/$controller" ] || continue
    mkdir "$root/$controller" || return 1
    if mount -t cgroup -o "$controller" cgroup "$root/$controller" 2> /dev/null; then
      say "mounted the cgroup controller $controller, which was left over"
    else
      rmdir "$root/$controller"
      say "the cgroup controller $controller could not be mounted, version 2 may be using it"
      return 1
    fi
  done
}
