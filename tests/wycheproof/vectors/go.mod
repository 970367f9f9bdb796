module signet.dev/tests/wycheproof

go 1.26.4

require github.com/c2sp/wycheproof v0.0.0-20260902155932-3fa63dd0344a
