// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Command podsecurity asks Kubernetes' own admission code whether pods meet
// the "restricted" Pod Security Standard. It reads a JSON array of core/v1
// Pods from standard input (an unknown field is an error) and prints one line
// "POD-NAME: reason: detail" per check that refuses a pod.
//
// Exit status: 0 all pods admitted, 1 some refused, 2 unreadable input.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
)

// Returns what the restricted profile of the newest version holds against pod.
func refusals(evaluator policy.Evaluator, pod *corev1.Pod) []string {
	level := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
	var lines []string
	for _, result := range evaluator.EvaluatePod(level, &pod.ObjectMeta, &pod.Spec) {
		if !result.Allowed {
			lines = append(lines, fmt.Sprintf("%s: %s: %s", pod.Name, result.ForbiddenReason, result.ForbiddenDetail))
		}
	}
	return lines
}

func run(in io.Reader, out io.Writer) (int, error) {
	decoder := json.NewDecoder(in)
	decoder.DisallowUnknownFields()
	var pods []corev1.Pod
	if err := decoder.Decode(&pods); err != nil {
		return 2, fmt.Errorf("pods on standard input: %w", err)
	}
	if len(pods) == 0 {
		return 2, fmt.Errorf("no pod on standard input")
	}
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		return 2, err
	}
	status := 0
	for i := range pods {
		for _, line := range refusals(evaluator, &pods[i]) {
			fmt.Fprintln(out, line)
			status = 1
		}
	}
	return status, nil
}

func main() {
	status, err := run(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "podsecurity:", err)
	}
	os.Exit(status)
}
