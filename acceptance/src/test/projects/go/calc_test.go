package calc

import "testing"

func TestAdds(t *testing.T) {
	if Add(1, 2) != 3 {
		t.Fatal("wrong")
	}
}

func TestAddsNegativeNumbers(t *testing.T) {
	if Add(-1, -2) != -3 {
		t.Fatal("wrong")
	}
}

func TestAddsWrongly(t *testing.T) {
	if got := Add(1, 2); got != 4 {
		t.Errorf("Add(1, 2) = %d, want 4", got)
	}
}

func TestSkipped(t *testing.T) { t.Skip("not today") }
