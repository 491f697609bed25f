//go:build amd64 && !portablefork && !race

#include "textflag.h"

// Both clone a child that starts on a stack of its own and never comes back from the function it enters. They are two
// so that the linker sees no cycle when it adds up the stack of nosplit functions.

#define CLONE(ENTER) \
	MOVQ flags+0(FP), DI  \
	MOVQ stack+8(FP), SI  \
	MOVQ p+16(FP), R13    \ // the kernel leaves it as it is
	XORL DX, DX           \
	XORL R10, R10         \
	XORL R8, R8           \
	MOVL $56, AX          \ // clone
	SYSCALL               \
	TESTQ AX, AX          \
	JZ   child            \
	MOVQ AX, pid+24(FP)   \
	RET                   \
child:                        \
	XORL BP, BP           \
	SUBQ $16, SP          \
	MOVQ R13, 0(SP)       \
	CALL ENTER            \
	INT  $3

// func cloneFirst(flags, stack uintptr, p *plan) (pid uintptr)
TEXT ·cloneFirst(SB), NOSPLIT, $0-32
	CLONE(·enter(SB))

// func cloneCommand(flags, stack uintptr, p *plan) (pid uintptr)
TEXT ·cloneCommand(SB), NOSPLIT, $0-32
	CLONE(·enterCommand(SB))
