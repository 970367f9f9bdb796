// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Command harness compares signet's signatures with those of independent
// signers over seeded random cases. See ../README.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"
)

func main() {
	cases := flag.Int("cases", 2000, "cases in each cell")
	seed := flag.Uint64("seed", 1, "seed of the generator; same seed, same cases")
	only := flag.String("cell", "", "only cells whose name contains this")
	workers := flag.Int("workers", runtime.NumCPU(), "sets of child processes")
	slowEvery := flag.Int("slow-every", 1, "give the interpreted peers every n-th batch only")
	commands := map[string]*string{
		"driver":   flag.String("driver", "", "signet's child"),
		"crt":      flag.String("crt", "", "aws-c-auth's child"),
		"botocore": flag.String("botocore", "", "botocore's child"),
		"smithy":   flag.String("smithy", "", "smithy's child"),
	}
	flag.Parse()

	r := &runner{seed: *seed, slowEvery: *slowEvery, commands: map[string][]string{}}
	for name, command := range commands {
		r.commands[name] = strings.Fields(*command)
		if len(r.commands[name]) == 0 {
			fmt.Fprintf(os.Stderr, "harness: -%s is missing\n", name)
			os.Exit(2)
		}
	}
	for number, cell := range allCells() {
		if strings.Contains(cell.Name(), *only) {
			r.cells = append(r.cells, cell)
			r.numbers = append(r.numbers, uint64(number))
			r.tallies = append(r.tallies, newTally())
		}
	}
	// Interrupted, the run reports what it has done.
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	start := time.Now()
	if err := r.run(*cases, *workers, ctx.Done()); err != nil {
		fmt.Fprintln(os.Stderr, "harness:", err)
		os.Exit(2)
	}
	v := report(os.Stdout, r.cells, r.tallies)
	fmt.Printf("\n%d cases in %d cells, seed %d: %d unexplained mismatches, %d flipped bits unnoticed, %s\n",
		v.cases, len(r.cells), *seed, v.mismatches, v.unnoticed, time.Since(start).Round(time.Second))
	if v.mismatches+v.unnoticed+v.empty > 0 || v.cases == 0 {
		os.Exit(1)
	}
}
