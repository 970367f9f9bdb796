// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"sync"
)

// batchSize is how many cases go over a pipe at once.
const batchSize = 250

// unit is one batch of one cell.
type unit struct {
	cell  int
	batch int
	count int
}

// runner spreads the batches over workers and adds up what they find.
type runner struct {
	cells     []Cell
	numbers   []uint64 // of each cell among all of them, for its seed
	seed      uint64
	slowEvery int
	commands  map[string][]string

	mutex   sync.Mutex
	tallies []*tally
	err     error
}

// units lists all batches, round by round, so that a run that is stopped has
// done as much in each cell.
func (r *runner) units(cases int) []unit {
	var units []unit
	for batch, left := 0, cases; left > 0; batch, left = batch+1, left-batchSize {
		for cell := range r.cells {
			units = append(units, unit{cell, batch, min(left, batchSize)})
		}
	}
	return units
}

// run works through all batches, or those before stop closes; an error is a
// broken child, not a mismatch.
func (r *runner) run(cases, workers int, stop <-chan struct{}) error {
	work := make(chan unit)
	var group sync.WaitGroup
	for range workers {
		group.Add(1)
		go func() {
			defer group.Done()
			if err := r.work(work); err != nil {
				r.fail(err)
			}
			for range work { // lets the sender finish
			}
		}()
	}
send:
	for _, one := range r.units(cases) {
		select {
		case work <- one:
		case <-stop:
			break send
		}
	}
	close(work)
	group.Wait()
	return r.err
}

func (r *runner) fail(err error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.err = err
}

func (r *runner) work(units <-chan unit) error {
	kids, err := startChildren(r.commands)
	if err != nil {
		return err
	}
	defer kids.stop()
	for one := range units {
		found, err := r.batch(kids, one)
		if err != nil {
			return fmt.Errorf("cell %s, batch %d: %w", r.cells[one.cell].Name(), one.batch, err)
		}
		r.mutex.Lock()
		r.tallies[one.cell].add(found)
		r.mutex.Unlock()
	}
	return nil
}

// batch makes the cases of one unit, has signet sign them, then every peer.
func (r *runner) batch(kids *children, one unit) (*tally, error) {
	cell := r.cells[one.cell]
	g := newGenerator(cell, r.seed, r.numbers[one.cell], uint64(one.batch))
	cases := make([]*Case, one.count)
	for i := range cases {
		cases[i] = g.generate()
	}
	ours, err := kids.driver.ask(cases)
	if err != nil {
		return nil, err
	}
	found := newTally()
	found.cases = one.count
	signed := r.checkRefusals(found, cases, ours)
	for _, p := range kids.peersOf(cell) {
		if p.slow && one.batch%r.slowEvery != 0 {
			continue
		}
		if err := comparePeer(found, p, signed); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// signedCase is a case that signet signed, as it should.
type signedCase struct {
	c    *Case
	ours *Result
}

// checkRefusals sorts out what signet refused; a refusal that no rule intends,
// or one that it intends and signet did not make, is a mismatch.
func (r *runner) checkRefusals(found *tally, cases []*Case, ours []Result) []signedCase {
	var signed []signedCase
	for i, c := range cases {
		expected := refusal(c)
		switch refused := ours[i].Error != ""; {
		case refused && expected != "" && ours[i].Code == "INVALID_ARGUMENT":
			found.refused++
			found.rules[expected]++
		case refused:
			found.mismatch("signet", c, "signet refused: "+ours[i].Code+" "+ours[i].Error, &ours[i], nil)
		case expected != "":
			found.mismatch("signet", c, "signet signed what "+string(expected)+" says it refuses", &ours[i], nil)
		default:
			if difference := checkOutput(c, &ours[i]); difference != "" {
				found.mismatch("signet", c, difference, &ours[i], nil)
			}
			signed = append(signed, signedCase{c, &ours[i]})
		}
	}
	return signed
}

// comparePeer has the peer sign the batch and, as a test of the comparison
// itself, its first case once more against a signature with one bit changed.
func comparePeer(found *tally, p peer, signed []signedCase) error {
	counts := found.peer(p.name)
	var asked []*Case
	var against []signedCase
	for _, one := range signed {
		a := p.adapt(one.c, one.ours)
		for _, r := range a.rules {
			found.rules[r]++
		}
		if a.c == nil {
			counts.skipped++
			continue
		}
		asked = append(asked, a.c)
		against = append(against, one)
	}
	if len(asked) == 0 {
		return nil
	}
	broken := signedCase{against[0].c, flipped(against[0].ours)}
	asked = append(asked, p.adapt(broken.c, broken.ours).c)
	theirs, err := p.sign(asked)
	if err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	for i, one := range against {
		counts.compared++
		if difference := compare(asked[i], one.ours, &theirs[i]); difference != "" {
			counts.mismatched++
			found.mismatch(p.name, asked[i], difference, one.ours, &theirs[i])
		}
	}
	counts.flips++
	last := len(asked) - 1
	if compare(asked[last], broken.ours, &theirs[last]) != "" {
		counts.caught++
	}
	return nil
}
