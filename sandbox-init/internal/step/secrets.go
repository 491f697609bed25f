package step

import (
	"os"
	"path/filepath"
	"syscall"

	"holdfast.dev/sandbox-init/internal/identity"
	"holdfast.dev/sandbox-init/internal/journal"
	"holdfast.dev/sandbox-init/internal/protocol"
)

const (
	tmpfsMagic = 0x01021994
	ramfsMagic = 0x858458f6
)

// SecretsDirectory answers the first of the places that is in memory; empty when none is.
func SecretsDirectory(places ...string) string {
	for _, place := range places {
		var stat syscall.Statfs_t
		if place == "" || syscall.Statfs(place, &stat) != nil {
			continue
		}
		if kind := uint32(stat.Type); kind == tmpfsMagic || kind == ramfsMagic {
			return place
		}
	}
	return ""
}

// writeSecrets puts the step's secret files into a directory of their own, readable by the task's user alone.
func (s *Step) writeSecrets() error {
	if len(s.request.SecretFiles) == 0 {
		return nil
	}
	if s.host.Secrets == "" {
		return protocol.Fail(protocol.Refused, "start: secretFiles need a directory in memory (tmpfs) and this sandbox has none; mount one at /dev/.holdfast/secrets or name one in HOLDFAST_SECRETS_DIR")
	}
	directory := filepath.Join(s.host.Secrets, "step-"+journal.NewSalt())
	s.secrets = directory
	err := identity.As(s.host.Identity, func() error {
		if err := os.Mkdir(directory, 0o700); err != nil {
			return err
		}
		for name, content := range s.request.SecretFiles {
			file, err := os.OpenFile(filepath.Join(directory, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY|syscall.O_NOFOLLOW, 0o400)
			if err != nil {
				return err
			}
			_, err = file.WriteString(content)
			if closing := file.Close(); err == nil {
				err = closing
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		s.removeSecrets()
		return protocol.Fail(protocol.Refused, "start: secretFiles: %v", err)
	}
	return nil
}

// removeSecrets deletes by name what was written. The directory goes too, unless the task put more into it.
func (s *Step) removeSecrets() {
	if s.secrets == "" {
		return
	}
	_ = identity.As(s.host.Identity, func() error {
		for name := range s.request.SecretFiles {
			_ = os.Remove(filepath.Join(s.secrets, name))
		}
		return os.Remove(s.secrets)
	})
	s.secrets = ""
}
