package files

import (
	"path"

	"holdfast.dev/sandbox-init/internal/protocol"
)

// pattern is a glob in segments: *, ?, [a-z] and \ within a segment, ** for any number of segments.
type pattern []string

const anyDepth = "**"

func parsePatterns(field string, texts []string) ([]pattern, error) {
	var patterns []pattern
	for _, text := range texts {
		var p pattern
		for _, segment := range split(text) {
			if segment == "." {
				continue
			}
			if _, err := path.Match(segment, ""); err != nil || segment == ".." {
				return nil, protocol.Fail(protocol.BadRequest, "field %s: %q is not a pattern", field, text)
			}
			if segment == anyDepth && len(p) > 0 && p[len(p)-1] == anyDepth {
				continue
			}
			p = append(p, segment)
		}
		if len(p) == 0 {
			p = pattern{anyDepth}
		}
		patterns = append(patterns, p)
	}
	return patterns, nil
}

// matches tells whether the pattern fits the path or, since a directory stands for all below it, an ancestor of it.
// below tells whether it could fit something under the path.
func (p pattern) matches(segments []string) (matches, below bool) {
	// reached[i]: the first i segments of the pattern fit what was read so far.
	reached := make([]bool, len(p)+1)
	reached[0] = true
	p.skipDepths(reached)
	if len(segments) > 0 && reached[len(p)] {
		return true, true
	}
	for _, segment := range segments {
		next := make([]bool, len(p)+1)
		for i, is := range reached {
			if !is || i == len(p) {
				continue
			}
			if p[i] == anyDepth {
				next[i] = true
			} else if fits, _ := path.Match(p[i], segment); fits {
				next[i+1] = true
			}
		}
		p.skipDepths(next)
		if next[len(p)] {
			return true, true
		}
		reached = next
	}
	for _, is := range reached {
		below = below || is
	}
	return false, below
}

// skipDepths lets ** stand for no segment at all.
func (p pattern) skipDepths(reached []bool) {
	for i := range p {
		if reached[i] && p[i] == anyDepth {
			reached[i+1] = true
		}
	}
}

// selection says which paths are wanted.
type selection struct {
	include, exclude []pattern
}

func newSelection(include, exclude []string) (selection, error) {
	var s selection
	var err error
	if s.include, err = parsePatterns("include", include); err != nil {
		return s, err
	}
	s.exclude, err = parsePatterns("exclude", exclude)
	return s, err
}

// wants tells whether to take a path, and whether to look below it.
func (s selection) wants(segments []string) (take, descend bool) {
	for _, p := range s.exclude {
		if excluded, _ := p.matches(segments); excluded {
			return false, false
		}
	}
	if len(s.include) == 0 {
		return true, true
	}
	for _, p := range s.include {
		matches, below := p.matches(segments)
		take, descend = take || matches, descend || below
	}
	return take, descend
}
