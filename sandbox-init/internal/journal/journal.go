// Package journal remembers what was started, so that a supervisor that comes back never starts a command a second
// time. It is one file of JSON lines that is only appended to: the last line of a step counts. It holds no argument, no
// environment and no secret, only a salted digest of them.
package journal

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"sync"
	"syscall"

	"holdfast.dev/sandbox-init/internal/plainfile"
	"holdfast.dev/sandbox-init/internal/protocol"
)

// Mark names a process for good: ids come again, id and start time do not.
type Mark struct {
	Pid        int    `json:"pid"`
	StartTicks uint64 `json:"startTicks"`
}

// Entry is what is known of one step.
type Entry struct {
	Format      int             `json:"format"`
	Salt        string          `json:"salt"`
	Digest      string          `json:"digest"`
	OutputLimit int64           `json:"outputLimit"`
	Holder      Mark            `json:"holder"`
	Main        Mark            `json:"main"`
	Forgotten   bool            `json:"forgotten,omitempty"`
	Record      protocol.Record `json:"record"`
}

const (
	format   = 1
	fileName = "steps.jsonl"
)

// Journal is the open file.
type Journal struct {
	mutex   sync.Mutex
	file    *plainfile.File
	durable bool
}

// Open reads what an earlier supervisor left and goes on behind it. A durable journal is on disk before a step starts;
// without it an entry survives the supervisor but not the machine, which is enough where the steps do not either.
func Open(directory string, durable bool) (*Journal, []Entry, error) {
	if err := os.MkdirAll(directory, 0o700); err != nil {
		return nil, nil, err
	}
	path := filepath.Join(directory, fileName)
	content, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, nil, err
	}
	entries, err := parse(content)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := compact(path, entries); err != nil {
		return nil, nil, err
	}
	file, err := plainfile.Open(path, syscall.O_WRONLY|syscall.O_APPEND, 0)
	if err != nil {
		return nil, nil, err
	}
	return &Journal{file: file, durable: durable}, entries, nil
}

// parse answers the last entry of every step. What cannot be understood is an error: to skip it could start its
// command again. Only the last line may be cut short; what it was about did not happen.
func parse(content []byte) ([]Entry, error) {
	last := map[string]Entry{}
	for number := 1; ; number++ {
		line, rest, whole := bytes.Cut(content, []byte{'\n'})
		if !whole {
			break
		}
		content = rest
		var entry Entry
		if err := json.Unmarshal(line, &entry); err != nil {
			return nil, fmt.Errorf("line %d is damaged: %w", number, err)
		}
		if entry.Format != format {
			return nil, fmt.Errorf("line %d has format %d; this supervisor knows %d", number, entry.Format, format)
		}
		if entry.Forgotten {
			delete(last, entry.Record.Step)
		} else {
			last[entry.Record.Step] = entry
		}
	}
	entries := make([]Entry, 0, len(last))
	for _, entry := range last {
		entries = append(entries, entry)
	}
	sort.Slice(entries, func(i, j int) bool { return entries[i].Record.Step < entries[j].Record.Step })
	return entries, nil
}

// compact writes the file anew with one line a step, whole or not at all.
func compact(path string, entries []Entry) error {
	var lines []byte
	for _, entry := range entries {
		line, err := json.Marshal(entry)
		if err != nil {
			return err
		}
		lines = append(append(lines, line...), '\n')
	}
	fresh := path + ".new"
	file, err := plainfile.Open(fresh, syscall.O_CREAT|syscall.O_WRONLY|syscall.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := file.WriteAt(lines, 0); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	if err := os.Rename(fresh, path); err != nil {
		return err
	}
	return syncDirectory(filepath.Dir(path))
}

func syncDirectory(path string) error {
	directory, err := os.Open(path)
	if err != nil {
		return err
	}
	defer directory.Close()
	return directory.Sync()
}

// Begin notes a step that is about to be started. It may be started only when Begin has returned.
func (j *Journal) Begin(entry Entry) error { return j.write(entry, j.durable) }

// Add notes how things stand with a step.
func (j *Journal) Add(entry Entry) error { return j.write(entry, false) }

// Forget takes a step back that could not be started.
func (j *Journal) Forget(step string) error {
	return j.write(Entry{Forgotten: true, Record: protocol.Record{Step: step}}, false)
}

func (j *Journal) write(entry Entry, sync bool) error {
	entry.Format = format
	line, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	j.mutex.Lock()
	defer j.mutex.Unlock()
	before, err := j.file.Size()
	if err != nil {
		return err
	}
	if err := j.file.Append(append(line, '\n')); err != nil {
		_ = j.file.Truncate(before) // half a line would damage the next one
		return err
	}
	if sync {
		return j.file.SyncData()
	}
	return nil
}

// Clear forgets all.
func (j *Journal) Clear() error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.file.Truncate(0)
}

// Name is a file name that stands for a step's key, which may hold any character.
func Name(step string) string {
	sum := sha256.Sum256([]byte(step))
	return hex.EncodeToString(sum[:16])
}

// Digest fixes what was asked for, under a salt so that equal secrets do not look equal.
func Digest(salt string, request any) string {
	hash := sha256.New()
	hash.Write([]byte(salt))
	_ = json.NewEncoder(hash).Encode(request)
	return hex.EncodeToString(hash.Sum(nil))
}

// NewSalt is random.
func NewSalt() string {
	var raw [12]byte
	_, _ = rand.Read(raw[:])
	return hex.EncodeToString(raw[:])
}
