package server

import "sync"

// spare is a file process that waits to be asked: starting one takes longer than most of what it is asked to do. While a
// step runs there is none that the workload could reach.
type spare struct {
	mutex   sync.Mutex
	process *fileProcess
	// lent counts those that serve a request. Each waits again afterwards, or is ended by giveBack.
	lent int
	// steps counts those that begin or run.
	steps int
	// begun counts all that ever began.
	begun int
	// moved says that files were moved since the sandbox was new, so more will be.
	moved bool
}

// unmet is what a process remembers that was started while nobody else was there: as long as no step has begun since, it
// has met nobody. Zero when somebody was there.
func (s *Server) unmet() int {
	if s.spare.steps > 0 || len(s.others()) > 0 {
		return 0
	}
	return s.spare.begun + 1
}

// makeSpare starts one in the background, unless there is one, one will be given back, or it would meet the workload.
func (s *Server) makeSpare() {
	go func() {
		s.use.RLock()
		defer s.use.RUnlock()
		s.spare.mutex.Lock()
		defer s.spare.mutex.Unlock()
		if s.spare.process != nil || s.spare.lent > 0 || s.spare.steps > 0 || s.closing.Load() {
			return
		}
		f := &fileProcess{ended: make(chan struct{}), unmet: s.unmet()}
		if f.start(s) == nil {
			s.spare.process = f
		}
	}()
}

// takeSpare gives out the one that there is; nil when there is none, or it died: then the caller's own is the one lent.
func (s *Server) takeSpare() *fileProcess {
	s.spare.mutex.Lock()
	defer s.spare.mutex.Unlock()
	s.spare.moved = true
	s.spare.lent++
	f := s.spare.process
	s.spare.process = nil
	if f == nil {
		return nil
	}
	select {
	case <-f.ended:
	default:
		if !f.outOfReach() || undisturbed(f.pid) {
			return f
		}
	}
	f.close()
	return nil
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

// hasMetNobody also says that there is one.
func (p *spare) hasMetNobody() bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.process != nil && (p.process.outOfReach() || p.process.unmet == p.begun+1)
}

// asNew is for a sandbox whose next task may bring no files at all.
func (p *spare) asNew() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.moved = false
}

// stepBegins keeps spares away until what it answers is called.
func (s *Server) stepBegins() (ended func()) {
	s.spare.mutex.Lock()
	defer s.spare.mutex.Unlock()
	s.spare.steps++
	s.spare.begun++
	if f := s.spare.process; f != nil && !f.outOfReach() {
		s.spare.drop()
	}
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

// notLent takes back what takeSpare counted for a caller that got none after all.
func (p *spare) notLent() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.lent--
}

// forgetSpare is for who is about to end all processes: nobody shall be given one that is as good as dead.
func (s *Server) forgetSpare() {
	s.spare.mutex.Lock()
	defer s.spare.mutex.Unlock()
	s.spare.moved = false
	s.spare.drop()
}

// only reads the answer of a request that has nothing else.
func (s *Server) only(f *fileProcess, answer any) error {
	err := f.answer(answer)
	s.giveBack(f, err == nil)
	return err
}

// giveBack lets a process that has answered wait for the next request, unless it would meet the workload.
func (s *Server) giveBack(f *fileProcess, whole bool) {
	s.spare.mutex.Lock()
	s.spare.lent--
	stays := whole && s.spare.process == nil && (s.spare.steps == 0 || f.outOfReach()) && !s.closing.Load()
	if stays {
		s.spare.process = f
	}
	s.spare.mutex.Unlock()
	if !stays {
		f.close()
	}
}

// othersThanSpare counts the processes that are neither us nor the one that waits to move files.
func (s *Server) othersThanSpare() int {
	s.spare.mutex.Lock()
	defer s.spare.mutex.Unlock()
	s.Host.Reaper.Collect()
	count := 0
	for _, other := range s.others() {
		if s.spare.process == nil || other.Pid != s.spare.process.pid {
			count++
		}
	}
	return count
}
