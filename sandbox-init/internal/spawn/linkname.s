// The file makes the compiler accept functions without a body (the linkname ones of child.go).
