package files

import "syscall"

const sysFstatat = syscall.SYS_NEWFSTATAT
