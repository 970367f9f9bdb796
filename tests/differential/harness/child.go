// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
)

// child is a process that answers one line of results to one line of cases.
type child struct {
	command string
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

func startChild(command []string) (*child, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	// A Ctrl-C is for the harness, which then reports.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %v: %w", command, err)
	}
	return &child{command[0], cmd, in, bufio.NewReaderSize(out, 1<<20)}, nil
}

// ask sends one batch and waits for its results, one for each case.
func (c *child) ask(cases []*Case) ([]Result, error) {
	if len(cases) == 0 {
		return nil, nil
	}
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(cases); err != nil {
		return nil, err
	}
	written := make(chan error, 1)
	go func() {
		_, err := c.in.Write(line.Bytes())
		written <- err
	}()
	answer, err := c.out.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("%s ended early: %w", c.command, err)
	}
	if err := <-written; err != nil {
		return nil, err
	}
	var results []Result
	if err := json.Unmarshal(answer, &results); err != nil {
		return nil, fmt.Errorf("%s answered no results: %w", c.command, err)
	}
	if len(results) != len(cases) {
		return nil, fmt.Errorf("%s answered %d results to %d cases", c.command, len(results), len(cases))
	}
	return results, nil
}

func (c *child) stop() {
	c.in.Close()
	c.cmd.Wait()
}
