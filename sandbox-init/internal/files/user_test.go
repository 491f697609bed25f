package files

import (
	"reflect"
	"testing"
)

func TestAUserIsReadAsItWasTold(t *testing.T) {
	told := User{UID: 1000, GID: 1001, Real: 65533}
	if got, err := parseUser(told.Arguments()); err != nil || got != told {
		t.Errorf("%+v %v", got, err)
	}
	for _, wrong := range [][]string{nil, {"1"}, {"1", "2"}, {"1", "2", "3", "4"}, {"1", "2", ""}, {"-1", "2", "3"}, {"4294967295", "2", "3"}} {
		if got, err := parseUser(wrong); err == nil || !reflect.DeepEqual(got, User{}) {
			t.Errorf("%q is %+v", wrong, got)
		}
	}
}

func TestOnlyExactlyTheUserThatWasToldIsGoodEnough(t *testing.T) {
	own := ownUser()
	if err := own.verify(); err != nil {
		t.Fatal(err)
	}
	for name, other := range map[string]User{
		"user":      {UID: own.UID + 1, GID: own.GID, Real: own.Real},
		"group":     {UID: own.UID, GID: own.GID + 1, Real: own.Real},
		"real user": {UID: own.UID, GID: own.GID, Real: own.Real + 1},
	} {
		if other.verify() == nil {
			t.Errorf("another %s was taken", name)
		}
	}
}
