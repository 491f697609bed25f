module holdfast.dev/sandbox-init

go 1.24
