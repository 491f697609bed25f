package server

import (
	"io"
	"net"
	"os"
	"testing"
	"time"
)

func opened(t *testing.T) *door {
	t.Helper()
	d := &door{}
	if err := d.open(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.socket.Close() })
	return d
}

func knock(t *testing.T, d *door, generation int) net.Conn {
	t.Helper()
	connection, err := net.Dial("unix", d.path(generation))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { connection.Close() })
	return connection
}

// turnedAway tells whether the other side has hung up.
func turnedAway(connection net.Conn) bool {
	_ = connection.SetReadDeadline(time.Now().Add(10 * time.Second))
	_, err := connection.Read(make([]byte, 1))
	return err == io.EOF
}

func TestACallerWhoWaitedOutsideWhileTheNameChangedIsTurnedAway(t *testing.T) {
	d := opened(t)
	inside := knock(t, d, 0)
	staying, generation, err := d.accept()
	if err != nil || generation != 0 {
		t.Fatal(generation, err)
	}
	waiting := []net.Conn{knock(t, d, 0), knock(t, d, 0)}
	if generation, err = d.change(nil); err != nil || generation != 1 {
		t.Fatal(generation, err)
	}
	for _, one := range append(waiting, inside) {
		if !turnedAway(one) {
			t.Error("a caller of the task before is still heard")
		}
	}
	d.leave(staying)
	if _, err := net.Dial("unix", d.path(0)); err == nil {
		t.Error("the old name still leads here")
	}
	knock(t, d, 1)
	if _, generation, err = d.accept(); err != nil || generation != 1 {
		t.Error(generation, err)
	}
}

func TestWhoIsWaitedForAlreadyComesInByTheNewName(t *testing.T) {
	d := opened(t)
	heard := make(chan int)
	go func() {
		_, generation, _ := d.accept()
		heard <- generation
	}()
	time.Sleep(20 * time.Millisecond) // so that it waits; the order makes no difference to what must come out
	if _, err := d.change(nil); err != nil {
		t.Fatal(err)
	}
	caller := knock(t, d, 1)
	select {
	case generation := <-heard:
		if generation != 1 {
			t.Errorf("generation %d", generation)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("nobody was let in")
	}
	_ = caller.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
	if _, err := caller.Read(make([]byte, 1)); !os.IsTimeout(err) {
		t.Errorf("the new caller was turned away: %v", err)
	}
}

func TestOneWhoChangesTheNameStays(t *testing.T) {
	d := opened(t)
	caller := knock(t, d, 0)
	connection, _, err := d.accept()
	if err != nil {
		t.Fatal(err)
	}
	for generation := 1; generation <= 3; generation++ {
		if now, err := d.change(connection); err != nil || now != generation {
			t.Fatal(now, err)
		}
	}
	if _, err := connection.Write([]byte("x")); err != nil {
		t.Error(err)
	}
	if n, err := caller.Read(make([]byte, 1)); n != 1 || err != nil {
		t.Error(n, err)
	}
}
