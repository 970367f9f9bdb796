# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Generated messages and stubs of the package signet.v1 (protos/generate)."""
