// Package journal keeps one file per step, so that a supervisor that comes back knows what was started: a command is
// never started a second time. It holds no argument, no environment and no secret, only a salted digest of them.
package journal

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

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
	Record      protocol.Record `json:"record"`
}

const (
	format = 1
	suffix = ".json"
)

// Journal is a directory of entries.
type Journal struct {
	directory string
	durable   bool
}

// Open makes the directory. A durable journal is on disk before a step starts; without it an entry survives the
// supervisor but not the machine, which is enough where the steps do not either.
func Open(directory string, durable bool) (*Journal, error) {
	if err := os.MkdirAll(directory, 0o700); err != nil {
		return nil, err
	}
	return &Journal{directory: directory, durable: durable}, nil
}

// Name is the file name that stands for a step's key, which may hold any character.
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

// Write stores an entry whole or not at all. With must it is on disk afterwards, if the journal is durable.
func (j *Journal) Write(entry Entry, must bool) error {
	entry.Format = format
	body, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	path := filepath.Join(j.directory, Name(entry.Record.Step))
	file, err := os.OpenFile(path+".new", os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(body)
	if err == nil && must && j.durable {
		err = file.Sync()
	}
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(path+".new", path+suffix)
	}
	if err == nil && must && j.durable {
		err = j.syncDirectory()
	}
	return err
}

func (j *Journal) syncDirectory() error {
	directory, err := os.Open(j.directory)
	if err != nil {
		return err
	}
	defer directory.Close()
	return directory.Sync()
}

// Remove forgets a step.
func (j *Journal) Remove(step string) error {
	return os.Remove(filepath.Join(j.directory, Name(step)+suffix))
}

// Read answers all entries. One that cannot be read is an error: to skip it could start its command again.
func (j *Journal) Read() ([]Entry, error) {
	files, err := os.ReadDir(j.directory)
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), suffix) {
			continue
		}
		body, err := os.ReadFile(filepath.Join(j.directory, file.Name()))
		if err != nil {
			return nil, err
		}
		var entry Entry
		if err := json.Unmarshal(body, &entry); err != nil {
			return nil, fmt.Errorf("journal entry %s is damaged: %w", file.Name(), err)
		}
		if entry.Format != format {
			return nil, fmt.Errorf("journal entry %s has format %d; this supervisor knows %d", file.Name(), entry.Format, format)
		}
		entries = append(entries, entry)
	}
	return entries, nil
}
