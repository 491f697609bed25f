package protocol

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestARequestIsDecodedByItsOperation(t *testing.T) {
	request, err := Decode([]byte(`{"v":1,"op":"start","step":"a","argv":["sh"],"limits":{"nofile":64},"graceMs":0}`))
	if err != nil {
		t.Fatal(err)
	}
	start, is := request.Body.(*Start)
	if !is || start.Step != "a" || *start.Limits.Nofile != 64 || *start.GraceMs != 0 {
		t.Fatalf("got %+v", request)
	}
}

func TestBadRequestsSayWhatIsWrong(t *testing.T) {
	for name, test := range map[string]struct{ payload, code, says string }{
		"unknown field":        {`{"v":1,"op":"wait","step":"a","memory":1}`, BadRequest, `"memory"`},
		"unknown nested field": {`{"v":1,"op":"start","step":"a","limits":{"cpus":1}}`, BadRequest, `"cpus"`},
		"wrong type":           {`{"v":1,"op":"start","step":7}`, BadRequest, "step"},
		"fraction":             {`{"v":1,"op":"wait","waitMs":1.5}`, BadRequest, "waitMs"},
		"other version":        {`{"v":2,"op":"hello"}`, UnsupportedVersion, "2"},
		"no version":           {`{"op":"hello"}`, BadRequest, "field v"},
		"no operation":         {`{"v":1}`, BadRequest, "field op"},
		"unknown operation":    {`{"v":1,"op":"exec"}`, BadRequest, `"exec"`},
		"field for nothing":    {`{"v":1,"op":"hello","x":1}`, BadRequest, `"x"`},
		"two objects":          {`{"v":1,"op":"hello"}{}`, BadRequest, "behind"},
		"an array":             {`[]`, BadRequest, "object"},
		"empty":                {``, BadRequest, "object"},
	} {
		_, err := Decode([]byte(test.payload))
		var failure *Failure
		if !errors.As(err, &failure) || failure.Code != test.code || !strings.Contains(failure.Message, test.says) {
			t.Errorf("%s: %v, want %s with %q", name, err, test.code, test.says)
		}
	}
}

func TestNamesThatDifferStayDifferentAndComeBack(t *testing.T) {
	seen := map[string]string{}
	for _, name := range []string{"plain", "\xff", "\xfe", `\xff`, `\`, `\\`, "é", "e\u0301", "\xc3", "a\nb", "\u202e", ""} {
		escaped := EscapeName(name)
		if other, twice := seen[escaped]; twice {
			t.Errorf("%q and %q are both %q", name, other, escaped)
		}
		seen[escaped] = name
		if back, err := UnescapeName(escaped); err != nil || back != name {
			t.Errorf("%q became %q and came back as %q, %v", name, escaped, back, err)
		}
	}
	for _, wrong := range []string{`\`, `a\b`, `\x`, `\xF`, `\xFG`, `\xFF`} {
		if back, err := UnescapeName(wrong); err == nil {
			t.Errorf("%q was taken as %q", wrong, back)
		}
	}
}

func FuzzEscapeName(f *testing.F) {
	for _, seed := range []string{"a", "\xff\\x", `\xff`, "\u0000"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		escaped := EscapeName(name)
		if !utf8.ValidString(escaped) {
			t.Fatalf("%q is not UTF-8", escaped)
		}
		if back, err := UnescapeName(escaped); err != nil || back != name {
			t.Fatalf("%q came back as %q, %v", name, back, err)
		}
	})
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"v":1,"op":"hello"}`, `{"v":1,"op":"start","step":"a","argv":["sh","-c","x"],"env":{"A":"b"},"pty":{"rows":1,"cols":2}}`,
		`{"v":1,"op":"get","root":".","include":["**"]}`, `{"v":1e9,"op":"x"}`, `{"v":1,"op":null}`, `nul`, `{"v":1,"op":"wait","V":1}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		request, err := Decode(payload)
		if err != nil {
			if AsFailure(err).Code == Internal {
				t.Fatalf("%q is refused without a code: %v", payload, err)
			}
			return
		}
		body, err := json.Marshal(request.Body)
		if err != nil {
			t.Fatal(err)
		}
		var again map[string]json.RawMessage
		if err := json.Unmarshal(body, &again); err != nil {
			t.Fatal(err)
		}
		again["v"], again["op"] = []byte("1"), []byte(`"`+request.Op+`"`)
		whole, _ := json.Marshal(again)
		if _, err := Decode(whole); err != nil {
			t.Fatalf("%q decodes, but not %q: %v", payload, whole, err)
		}
	})
}
