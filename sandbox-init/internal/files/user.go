package files

import (
	"fmt"
	"strconv"
	"syscall"
	"unsafe"
)

// User is who a file process is. With a Real user of its own, nobody of the same UID may signal, trace or limit it.
type User struct {
	UID, GID, Real int
}

// Arguments tell a file process who it is to be.
func (u User) Arguments() []string {
	return []string{strconv.Itoa(u.UID), strconv.Itoa(u.GID), strconv.Itoa(u.Real)}
}

func parseUser(arguments []string) (User, error) {
	if len(arguments) != 3 {
		return User{}, fmt.Errorf("%q does not tell which user to be: it takes user, group and real user", arguments)
	}
	var numbers [3]int
	for i, argument := range arguments {
		number, err := strconv.ParseUint(argument, 10, 31)
		if err != nil {
			return User{}, err
		}
		numbers[i] = int(number)
	}
	return User{UID: numbers[0], GID: numbers[1], Real: numbers[2]}, nil
}

// become changes the user of all our threads. It cannot be done before we are executed: up to Linux 6.16 that undoes it,
// since whoever is executed with another effective than real user and may gain no privileges loses the effective one.
func (u User) become() error {
	if err := syscall.Setresuid(u.Real, u.UID, u.Real); err != nil {
		return fmt.Errorf("the process that moves files cannot become user %d: %w", u.UID, err)
	}
	return u.verify()
}

// identities are the real, effective and saved one.
type identities [3]uint32

// verify leaves nothing to the kernel's good will: as anybody else we would not see what the task has left behind.
func (u User) verify() error {
	users, groups := identitiesBy(syscall.SYS_GETRESUID), identitiesBy(syscall.SYS_GETRESGID)
	wantedUsers := identities{uint32(u.Real), uint32(u.UID), uint32(u.Real)}
	wantedGroups := identities{uint32(u.GID), uint32(u.GID), uint32(u.GID)}
	if users != wantedUsers || groups != wantedGroups {
		return fmt.Errorf("the process that moves files has users %d and groups %d (real, effective, saved), not %d and %d",
			users, groups, wantedUsers, wantedGroups)
	}
	return nil
}

func identitiesBy(call uintptr) (found identities) {
	_, _, _ = syscall.RawSyscall(call, uintptr(unsafe.Pointer(&found[0])), uintptr(unsafe.Pointer(&found[1])),
		uintptr(unsafe.Pointer(&found[2])))
	return found
}
