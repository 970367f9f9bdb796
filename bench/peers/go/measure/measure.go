// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Package measure is the Go side of bench/peers/compare.py's protocol.
package measure

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// How long an operation is repeated before the clock is read again.
const batchTime = time.Millisecond

// Operation does one thing once. What it returns proves that it did: a
// signature, in hex.
type Operation func() (string, error)

type result struct {
	Operations int64  `json:"ops"`
	WallNs     int64  `json:"wall_ns"`
	Allocs     uint64 `json:"allocs"`
	Bytes      uint64 `json:"bytes"`
}

// Serve answers the commands on the standard input, one JSON object a line,
// until it ends: "sign CELL" with the signature, "run CELL SECONDS" with
// operations, time and allocations.
func Serve(cells map[string]Operation) {
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		answer, err := respond(cells, strings.Fields(input.Text()))
		if err != nil {
			answer = map[string]string{"error": err.Error()}
		}
		line, err := json.Marshal(answer)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s\n", line)
	}
}

func respond(cells map[string]Operation, words []string) (any, error) {
	operation := cells[words[1]]
	if operation == nil {
		return nil, fmt.Errorf("no cell %s", words[1])
	}
	if words[0] == "run" {
		seconds, err := strconv.ParseFloat(words[2], 64)
		if err != nil {
			return nil, err
		}
		return run(operation, time.Duration(seconds*float64(time.Second)))
	}
	signature, err := operation()
	return map[string]string{"signature": signature}, err
}

func run(operation Operation, budget time.Duration) (*result, error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	operations, batch, elapsed := int64(0), int64(1), time.Duration(0)
	for elapsed < budget {
		for i := int64(0); i < batch; i++ {
			if _, err := operation(); err != nil {
				return nil, err
			}
		}
		operations += batch
		now := time.Since(start)
		if now-elapsed < batchTime/2 {
			batch *= 2
		}
		elapsed = now
	}
	runtime.ReadMemStats(&after)
	return &result{operations, int64(elapsed), after.Mallocs - before.Mallocs,
		after.TotalAlloc - before.TotalAlloc}, nil
}
