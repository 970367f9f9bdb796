// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_BASE_VECTOR_REGISTERS_H_
#define SIGNET_SERVER_BASE_VECTOR_REGISTERS_H_

namespace signet {

// Zeroes the vector registers of the calling thread. They hold what was copied last;
// a thread that is started inherits them, and a signal or the late binding of a
// function puts them on a stack, where they stay. Does nothing where the processor is
// none that this knows (x86-64).
void ClearVectorRegisters();

}  // namespace signet

#endif  // SIGNET_SERVER_BASE_VECTOR_REGISTERS_H_
