package server

import "sync"

// spare is a file process that was started before anybody asked for one: starting it takes longer than most of what it
// is asked to do. There is none while a step runs, because the workload could reach it.
type spare struct {
	mutex   sync.Mutex
	process *fileProcess
	// steps counts those that begin or run.
	steps int
	// moved says that files were moved since the sandbox was new, so more will be.
	moved bool
}

// makeSpare starts one in the background, unless there is one or it would meet the workload.
func (s *Server) makeSpare() {
	go func() {
		s.use.RLock()
		defer s.use.RUnlock()
		s.spare.mutex.Lock()
		defer s.spare.mutex.Unlock()
		if s.spare.process != nil || s.spare.steps > 0 || s.closing.Load() {
			return
		}
		f := &fileProcess{ended: make(chan struct{})}
		if f.start(s, "files") == nil {
			s.spare.process = f
		}
	}()
}

// takeSpare gives out the one that there is; nil when there is none, or it died.
func (s *Server) takeSpare() *fileProcess {
	s.spare.mutex.Lock()
	defer s.spare.mutex.Unlock()
	s.spare.moved = true
	f := s.spare.process
	s.spare.process = nil
	if f == nil {
		return nil
	}
	select {
	case <-f.ended:
		f.close()
		return nil
	default:
		return f
	}
}

// drop kills the one that there is. Called with the mutex held.
func (p *spare) drop() {
	f := p.process
	p.process = nil
	if f == nil {
		return
	}
	f.kill()
	go f.close()
}

// stepBegins keeps spares away until what it answers is called.
func (s *Server) stepBegins() (ended func()) {
	s.spare.mutex.Lock()
	defer s.spare.mutex.Unlock()
	s.spare.steps++
	s.spare.drop()
	return func() {
		s.spare.mutex.Lock()
		s.spare.steps--
		again := s.spare.steps == 0 && s.spare.moved
		s.spare.mutex.Unlock()
		if again {
			s.makeSpare()
		}
	}
}

// forgetSpare is for who is about to end all processes: nobody shall be given one that is as good as dead.
func (s *Server) forgetSpare() {
	s.spare.mutex.Lock()
	defer s.spare.mutex.Unlock()
	s.spare.moved = false
	s.spare.drop()
}

// renewSpare is for a sandbox that is new, or as new: its next task will bring files.
func (s *Server) renewSpare() {
	s.forgetSpare()
	if s.FilesAhead {
		s.makeSpare()
	}
}
