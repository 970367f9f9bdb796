// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/payload_call.h"

#include "bench/load/chunk_chain.h"
#include "bench/load/unary_call.h"

namespace signet::load {

void PayloadCall::Start(const CallPlan& plan, const CallSite& site) {
  seed_ = &seeds_.UploadFor(plan);
  tag_ = site.tag;
  chunks_sent_ = 0;
  signatures_ = 0;
  step_ = Step::kOpen;
  stream_ = site.stub->AsyncSignPayload(site.context, site.queue, site.tag);
}

bool PayloadCall::OnEvent(bool ok) {
  if (step_ == Step::kFinish) {
    stream_ = nullptr;
    return true;
  }
  // The stream is broken; the status says why.
  if (!ok) {
    Finish();
    return false;
  }
  switch (step_) {
    case Step::kOpen:
      Write(seed_->start);
      break;
    case Step::kWrite:
      step_ = Step::kRead;
      stream_->Read(&response_, tag_);
      break;
    case Step::kRead:
      // The first answer is to the start.
      signatures_ += chunks_sent_ > 0 ? 1 : 0;
      Continue();
      break;
    case Step::kHalfClose:
    case Step::kFinish:
      Finish();
      break;
  }
  return false;
}

void PayloadCall::Write(const v1::SignPayloadRequest& message) {
  step_ = Step::kWrite;
  stream_->Write(message, tag_);
}

void PayloadCall::Continue() {
  if (chunks_sent_ > workload_.chunks()) {
    step_ = Step::kHalfClose;
    stream_->WritesDone(tag_);
    return;
  }
  const Chunk chunk = ChunkAt(chunks_sent_, workload_.chunks());
  chunk_.mutable_chunk()->set_sha256(chunk.sha256.data(), chunk.sha256.size());
  chunk_.mutable_chunk()->set_length(chunk.length);
  ++chunks_sent_;
  Write(chunk_);
}

void PayloadCall::Finish() {
  step_ = Step::kFinish;
  stream_->Finish(&status_, tag_);
}

Ending PayloadCall::GetEnding() const {
  if (status_.ok() && signatures_ != static_cast<int64_t>(workload_.chunks()) + 1) {
    return {.reason = "WRONG_ANSWER", .message = "the stream ended before its last signature"};
  }
  return EndingOf(status_);
}

std::optional<Sample> PayloadCall::SampleOf(const CallPlan& plan, uint64_t /*number*/) const {
  return Sample{plan, UploadSample{seed_, response_.signature()}};
}

}  // namespace signet::load
