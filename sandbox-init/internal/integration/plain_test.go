//go:build !race

package integration

// buildFlags are for the program under test.
var buildFlags []string
