// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// peerCounts are one peer's in one cell.
type peerCounts struct {
	compared, skipped, mismatched int
	// Signatures with a flipped bit that were compared, and that were noticed.
	flips, caught int
}

// tally is what was found in one cell, or in one batch of it.
type tally struct {
	cases, refused int
	peers          map[string]*peerCounts
	rules          map[rule]int
	mismatches     int
	examples       map[string][]string // of each peer
}

// maxExamples bounds what is printed of one peer's mismatches in one cell.
const maxExamples = 2

func newTally() *tally {
	return &tally{peers: map[string]*peerCounts{}, rules: map[rule]int{}, examples: map[string][]string{}}
}

func (t *tally) peer(name string) *peerCounts {
	if t.peers[name] == nil {
		t.peers[name] = &peerCounts{}
	}
	return t.peers[name]
}

func (t *tally) mismatch(peer string, c *Case, difference string, ours, theirs *Result) {
	t.mismatches++
	if len(t.examples[peer]) >= maxExamples {
		return
	}
	text, _ := json.Marshal(c)
	our, _ := json.Marshal(ours)
	their, _ := json.Marshal(theirs)
	t.examples[peer] = append(t.examples[peer], fmt.Sprintf("%s: %s\n  case   %s\n  ours   %s\n  theirs %s",
		peer, difference, text, our, their))
}

func (t *tally) add(other *tally) {
	t.cases += other.cases
	t.refused += other.refused
	t.mismatches += other.mismatches
	for name, counts := range other.peers {
		into := t.peer(name)
		into.compared += counts.compared
		into.skipped += counts.skipped
		into.mismatched += counts.mismatched
		into.flips += counts.flips
		into.caught += counts.caught
	}
	for r, count := range other.rules {
		t.rules[r] += count
	}
	for name, examples := range other.examples {
		room := max(0, maxExamples-len(t.examples[name]))
		t.examples[name] = append(t.examples[name], examples[:min(room, len(examples))]...)
	}
}

var peerNames = []string{"awscrt", "go-v2", "botocore", "smithy", "verifier"}

// verdict is what a run comes to.
type verdict struct {
	cases int
	// What makes it a failure: unexplained mismatches, flipped bits that nobody
	// noticed, peers that compared nothing in a cell of theirs.
	mismatches, unnoticed, empty int
}

// report prints the table.
func report(out io.Writer, cells []Cell, tallies []*tally) verdict {
	total, v := newTally(), verdict{}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "cell\tcases\t%s\tintended\tflips caught\tmismatches\n", strings.Join(peerNames, "\t"))
	for i, cell := range cells {
		t := tallies[i]
		t.row(table, cell.Name())
		total.add(t)
		for name, counts := range t.peers {
			v.unnoticed += counts.flips - counts.caught
			if counts.compared == 0 && counts.skipped == 0 || counts.flips == 0 && counts.compared > 0 {
				v.empty++
				fmt.Fprintf(out, "%s: nothing compared with %s\n", cell.Name(), name)
			}
		}
	}
	total.row(table, "all")
	table.Flush()
	fmt.Fprintln(out, "\nintended differences")
	for _, r := range allRules {
		fmt.Fprintf(out, "  %-30s %d\n", r, total.rules[r])
	}
	for i, cell := range cells {
		tallies[i].printExamples(out, cell)
	}
	v.cases, v.mismatches = total.cases, total.mismatches
	return v
}

func (t *tally) row(out io.Writer, name string) {
	columns := []string{name, fmt.Sprint(t.cases)}
	flips, caught := 0, 0
	for _, peer := range peerNames {
		counts := t.peers[peer]
		if counts == nil {
			columns = append(columns, "-")
			continue
		}
		columns = append(columns, fmt.Sprint(counts.compared))
		flips += counts.flips
		caught += counts.caught
	}
	intended := 0
	for _, count := range t.rules {
		intended += count
	}
	columns = append(columns, fmt.Sprint(intended), fmt.Sprintf("%d/%d", caught, flips),
		fmt.Sprint(t.mismatches))
	fmt.Fprintln(out, strings.Join(columns, "\t"))
}

func (t *tally) printExamples(out io.Writer, cell Cell) {
	for _, peer := range append([]string{"signet"}, peerNames...) {
		if examples := t.examples[peer]; len(examples) > 0 {
			count := ""
			if counts := t.peers[peer]; counts != nil {
				count = fmt.Sprintf(" (%d of %d)", counts.mismatched, counts.compared)
			}
			fmt.Fprintf(out, "\nMISMATCH in %s, %s%s\n%s\n", cell.Name(), peer, count,
				strings.Join(examples, "\n"))
		}
	}
}
