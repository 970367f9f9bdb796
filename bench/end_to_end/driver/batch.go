// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// batchResult is what one batch measured. Times are microseconds.
type batchResult struct {
	Throughput float64 `json:"throughput"`
	Average    float64 `json:"average"`
	P50        float64 `json:"p50"`
	P90        float64 `json:"p90"`
	P99        float64 `json:"p99"`
	// CPU per operation of each process, and its memory at the end in MiB.
	CPU    map[string]float64 `json:"cpu"`
	Memory map[string]float64 `json:"memory"`
}

// runBatch does the operation for `duration` with so many at once; closed loop.
// The first error ends it.
func runBatch(ctx context.Context, concurrency int, duration time.Duration, processes map[string]int,
	do func(context.Context) error,
) (batchResult, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	before, err := cpuTimes(processes)
	if err != nil {
		return batchResult{}, err
	}
	start := time.Now()
	end := start.Add(duration)
	latencies := make([][]time.Duration, concurrency)
	var workers sync.WaitGroup
	for worker := range concurrency {
		workers.Go(func() {
			for ctx.Err() == nil {
				begin := time.Now()
				if begin.After(end) {
					return
				}
				if err := do(ctx); err != nil {
					cancel(err)
					return
				}
				latencies[worker] = append(latencies[worker], time.Since(begin))
			}
		})
	}
	workers.Wait()
	elapsed := time.Since(start)
	if ctx.Err() != nil {
		return batchResult{}, context.Cause(ctx)
	}
	after, err := cpuTimes(processes)
	if err != nil {
		return batchResult{}, err
	}
	return summarize(slices.Concat(latencies...), elapsed, before, after, processes)
}

func summarize(all []time.Duration, elapsed time.Duration, before, after map[string]time.Duration,
	processes map[string]int,
) (batchResult, error) {
	slices.Sort(all)
	var sum time.Duration
	for _, latency := range all {
		sum += latency
	}
	count := float64(len(all))
	result := batchResult{
		Throughput: count / elapsed.Seconds(),
		Average:    micros(sum) / count,
		P50:        micros(all[len(all)/2]),
		P90:        micros(all[len(all)*9/10]),
		P99:        micros(all[len(all)*99/100]),
		CPU:        map[string]float64{},
		Memory:     map[string]float64{},
	}
	for name, pid := range processes {
		result.CPU[name] = micros(after[name]-before[name]) / count
		memory, err := residentMiB(pid)
		if err != nil {
			return batchResult{}, err
		}
		result.Memory[name] = memory
	}
	return result, nil
}

func micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

// cpuTimes of the processes so far: user and system (proc(5), stat). Our own by
// getrusage, which counts finer than the clock tick.
func cpuTimes(processes map[string]int) (map[string]time.Duration, error) {
	const tick = 10 * time.Millisecond // USER_HZ is 100 on Linux.
	times := map[string]time.Duration{}
	for name, pid := range processes {
		if pid == os.Getpid() {
			var usage syscall.Rusage
			if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
				return nil, err
			}
			times[name] = time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
			continue
		}
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			return nil, err
		}
		// The second field is a name in parentheses that may hold spaces.
		fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		var ticks int64
		for _, field := range fields[11:13] {
			value, err := strconv.ParseInt(string(field), 10, 64)
			if err != nil {
				return nil, err
			}
			ticks += value
		}
		times[name] = time.Duration(ticks) * tick
	}
	return times, nil
}

func residentMiB(pid int) (float64, error) {
	statm, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0, err
	}
	pages, err := strconv.ParseFloat(string(bytes.Fields(statm)[1]), 64)
	return pages * float64(os.Getpagesize()) / (1 << 20), err
}
