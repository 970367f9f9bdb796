# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Servers, clients and wire recorders the end-to-end tests are built from."""
