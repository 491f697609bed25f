//go:build race

package integration

// buildFlags are for the program under test: it is watched for races as the tests are.
var buildFlags = []string{"-race"}
