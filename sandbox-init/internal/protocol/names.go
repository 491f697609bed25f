package protocol

import (
	"strings"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// EscapeName makes a file name, which is any bytes, into a JSON string that tells any two names apart: a byte that is
// not UTF-8 becomes \xHH and a backslash becomes two.
func EscapeName(name string) string {
	if utf8.ValidString(name) && !strings.Contains(name, `\`) {
		return name
	}
	var out strings.Builder
	for len(name) > 0 {
		r, size := utf8.DecodeRuneInString(name)
		switch {
		case r == utf8.RuneError && size == 1:
			out.WriteString(`\x`)
			out.WriteByte(hexDigits[name[0]>>4])
			out.WriteByte(hexDigits[name[0]&15])
		case r == '\\':
			out.WriteString(`\\`)
		default:
			out.WriteString(name[:size])
		}
		name = name[size:]
	}
	return out.String()
}

// UnescapeName is the inverse. It refuses what EscapeName never writes.
func UnescapeName(escaped string) (string, error) {
	if !strings.Contains(escaped, `\`) {
		return escaped, nil
	}
	var out strings.Builder
	for i := 0; i < len(escaped); i++ {
		if escaped[i] != '\\' {
			out.WriteByte(escaped[i])
			continue
		}
		rest := escaped[i+1:]
		switch {
		case strings.HasPrefix(rest, `\`):
			out.WriteByte('\\')
			i++
		case len(rest) >= 3 && rest[0] == 'x' && strings.IndexByte(hexDigits, rest[1]) >= 0 && strings.IndexByte(hexDigits, rest[2]) >= 0:
			out.WriteByte(byte(strings.IndexByte(hexDigits, rest[1])<<4 | strings.IndexByte(hexDigits, rest[2])))
			i += 3
		default:
			return "", Fail(BadRequest, `path %q: a backslash must be written \\ and a byte that is not UTF-8 \xHH`, escaped)
		}
	}
	return out.String(), nil
}
