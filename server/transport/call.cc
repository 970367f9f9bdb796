// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/call.h"

#include <optional>
#include <utility>

#include "grpc/support/time.h"
#include "server/transport/caller_identity.h"
#include "server/transport/lasting_call.h"

namespace signet {
namespace {

LaneTime ToLaneTime(gpr_timespec time) {
  if (gpr_time_cmp(time, gpr_inf_future(time.clock_type)) == 0) {
    return kNoDeadline;
  }
  const gpr_timespec monotonic = gpr_convert_clock_type(time, GPR_CLOCK_MONOTONIC);
  return monotonic.tv_sec * 1'000'000'000 + monotonic.tv_nsec;
}

// What the calls of one method on one lane share.
struct UnaryCalls {
  const UnaryMethod* method;
  CallQueue* queue;
  CostEstimate cost;
  // Waiting to be taken; and all.
  int armed = 0;
  int held = 0;
};

// Waits for a call, answers it, and waits for the next: one object serves many
// calls, one after the other.
class UnaryCall final : public CompletionTag, public Work, public AnswerGroup::Answer {
 public:
  explicit UnaryCall(std::shared_ptr<UnaryCalls> calls) : calls_(std::move(calls)) {
    ++calls_->held;
    Arm();
  }
  ~UnaryCall() override { --calls_->held; }

  void Proceed(bool ok) override {
    if (!is_waiting_) {
      if (calls_->queue->is_closing() || calls_->armed >= kArmedCalls) {
        delete this;
      } else {
        Arm();
      }
      return;
    }
    --calls_->armed;
    if (!ok) {
      delete this;  // The server is shutting down.
      return;
    }
    is_waiting_ = false;
    if (calls_->method->is_urgent) {
      Run();
      return;
    }
    // So that what comes is seen, and waits here, where it has its turn.
    if (calls_->armed < kArmedCalls / 2 && calls_->held < kMaxHeldCalls &&
        !calls_->queue->is_closing()) {
      new UnaryCall(calls_);
    }
    calls_->queue->Add(this);
  }

  WorkTerms Terms() override { return TermsOf(*context_, request_.Length(), &calls_->cost); }

  void Run() override {
    if (CannotAnswer()) {
      return;
    }
    status_ = calls_->method->handle(*context_, &request_, &response_);
    request_.Clear();
    if (calls_->method->answers != nullptr) {
      calls_->method->answers->Hold(this);
    } else {
      Answer();
    }
  }

  void Refuse(const grpc::Status& status, int64_t waited) override {
    if (CannotAnswer()) {
      return;
    }
    if (calls_->method->on_refused) {
      calls_->method->on_refused(status.error_code(), waited);
    }
    request_.Clear();
    writer_->FinishWithError(status, this);
  }

  void Release(const grpc::Status* instead) override {
    if (instead != nullptr) {
      status_ = *instead;
    }
    Answer();
  }

 private:
  void Answer() {
    if (status_.ok()) {
      writer_->Finish(response_, status_, this);
    } else {
      writer_->FinishWithError(status_, this);
    }
    response_.Clear();
  }

  void Arm() {
    ++calls_->armed;
    is_waiting_ = true;
    writer_.reset();
    context_.emplace();
    writer_.emplace(&*context_);
    calls_->method->request_call(&*context_, &request_, &*writer_, calls_->queue->get(), this);
  }

  // True when nothing may be started any more; then this is gone.
  bool CannotAnswer() {
    if (!calls_->queue->is_closing()) {
      return false;
    }
    delete this;
    return true;
  }

  const std::shared_ptr<UnaryCalls> calls_;
  bool is_waiting_ = true;
  grpc::ByteBuffer request_;
  // As handled; not yet sent where it waits to be on record.
  grpc::ByteBuffer response_;
  grpc::Status status_;
  std::optional<grpc::ServerContext> context_;
  std::optional<grpc::ServerAsyncResponseWriter<grpc::ByteBuffer>> writer_;
};

// One call whose messages go back and forth.
class StreamCall final
    : public LastingCall<StreamCall, StreamMethod,
                         grpc::ServerAsyncReaderWriter<grpc::ByteBuffer, grpc::ByteBuffer>,
                         StreamSession> {
 public:
  using LastingCall::LastingCall;

 protected:
  void Continue(bool ok) override {
    if (!is_writing_) {
      // The client has no more to send, or is gone; that shows at the end.
      Finish(grpc::Status::OK);
      return;
    }
    is_writing_ = false;
    if (ok) {
      Read();
    } else {
      Finish(grpc::Status::CANCELLED);
    }
  }

  void Take() override {
    grpc::ByteBuffer response;
    const grpc::Status status = session().Next(request(), &response);
    if (!status.ok()) {
      Finish(status);
      return;
    }
    is_writing_ = true;
    stream().Write(response, this);
  }

  void End(const grpc::Status& status) override { Finish(status); }

 private:
  void Finish(const grpc::Status& status) { Finishing().Finish(status, this); }

  bool is_writing_ = false;
};

}  // namespace

WorkTerms TermsOf(const grpc::ServerContextBase& context, size_t bytes, CostEstimate* estimate) {
  // A getter that gRPC did not declare const.
  grpc_call* const c_call = const_cast<grpc::ServerContextBase&>(context).c_call();
  // Who may speak for the caller is found out with the call's turn.
  const std::optional<ConnectionCaller> caller = CallerOf(c_call, /*tls=*/nullptr);
  return {.caller = caller.has_value() ? caller->name : absl::string_view(),
          .cost = estimate->Of(bytes),
          .estimate = estimate,
          .bytes = bytes,
          .deadline = ToLaneTime(context.raw_deadline()),
          .is_refusable = true};
}

// Calls own themselves: the queue's last event for each deletes it.
void Serve(const UnaryMethod* method, CallQueue* queue) {
  auto calls = std::make_shared<UnaryCalls>();
  calls->method = method;
  calls->queue = queue;
  for (int i = 0; i < kArmedCalls; ++i) {
    new UnaryCall(calls);
  }
}

void Serve(const StreamMethod* method, CallQueue* queue) {
  ServeLastingCalls<StreamCall>(method, queue);
}

}  // namespace signet
