// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/flags.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "CLI/CLI.hpp"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "bench/load/flag_value.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"

namespace signet::load {
namespace {

// The flags as texts, so that every value is judged by this file and refused in
// the same words.
struct Texts {
  std::string target;
  std::string tls_ca;
  std::string tls_cert;
  std::string tls_key;
  bool closed = false;
  std::string rate = "1000";
  std::string schedule = "const";
  std::string duration = "10s";
  std::string total = "0";
  std::string warmup = "1s";
  std::string timeout = "5s";
  std::string concurrency = "64";
  std::string connections = "1";
  std::string threads = "1";
  std::string mix = "sign=100";
  std::string credentials = "dev";
  std::string regions = "us-east-1";
  std::string scopes = "1";
  std::string zipf = "0";
  std::string requests;
  std::string batch_size = "100";
  std::string chunks = "8";
  std::string seed = "1";
  std::string verify;
  std::string verify_credentials;
  std::vector<std::string> fail_if;
  std::string json;
  std::string csv;
  std::string html;
  bool quiet = false;
};

constexpr char kDescription[] =
    "Puts load on signet and measures it.\n\n"
    "Calls are sent by a schedule, whether or not earlier ones were answered, and their\n"
    "latency counts from when they were planned: a server that stalls pays for every call\n"
    "that came meanwhile. --closed sends the next call when one is answered instead.";

constexpr char kFooter[] =
    "Exit codes: 0 done; 1 a --fail-if holds, a signature is wrong, or no call succeeded;\n"
    "2 wrong command line; 3 the run could not begin, or a report not be written.\n"
    "Example: signet-load --target unix:/tmp/s --rate 5000 --duration 30s --fail-if 'p99>2ms'";

void AddServerFlags(CLI::App& app, Texts* texts) {
  const std::string group = "Server";
  app.add_option("--target", texts->target, "unix:PATH or HOST:PORT")
      ->envname("SIGNET_TARGET")
      ->required()
      ->group(group);
  app.add_option("--tls-ca", texts->tls_ca, "PEM file with the CA of the server (HOST:PORT)")
      ->envname("SIGNET_TLS_CA")
      ->group(group);
  app.add_option("--tls-cert", texts->tls_cert, "PEM file with this client's certificate")
      ->envname("SIGNET_TLS_CERT")
      ->group(group);
  app.add_option("--tls-key", texts->tls_key, "PEM file with its private key")
      ->envname("SIGNET_TLS_KEY")
      ->group(group);
}

void AddPaceFlags(CLI::App& app, Texts* texts) {
  const std::string group = "Pace";
  CLI::Option* const closed =
      app.add_flag("--closed", texts->closed, "Send the next call when one is answered")
          ->group(group);
  app.add_option("--rate", texts->rate, "Calls a second, with --schedule const")
      ->capture_default_str()
      ->group(group)
      ->excludes(closed);
  app.add_option("--schedule", texts->schedule, "const, step:500@10s,1000@10s or ramp:100-2000@30s")
      ->capture_default_str()
      ->group(group)
      ->excludes(closed);
  app.add_option("--duration", texts->duration,
                 "How long to send, 1ms to 12h; with --total alone a closed loop has no such end")
      ->capture_default_str()
      ->group(group);
  app.add_option("--total", texts->total, "Calls to send at most; 0 for no limit")
      ->capture_default_str()
      ->group(group);
  app.add_option("--warmup", texts->warmup, "Time before that, which is not counted")
      ->capture_default_str()
      ->group(group);
  app.add_option("--timeout", texts->timeout, "For one call, and for those in flight at the end")
      ->capture_default_str()
      ->group(group);
  app.add_option("--concurrency", texts->concurrency, "Calls in flight at most, 1 to 65536")
      ->capture_default_str()
      ->group(group);
  app.add_option("--connections", texts->connections, "Connections, 1 to 1024")
      ->capture_default_str()
      ->group(group);
  app.add_option("--threads", texts->threads,
                 "Threads that take answers (and as many that send, in an open loop), 1 to 64")
      ->capture_default_str()
      ->group(group);
}

void AddWorkFlags(CLI::App& app, Texts* texts) {
  const std::string group = "Work";
  app.add_option("--mix", texts->mix,
                 "Shares of sign, presign, batch, lease, verify, payload, info")
      ->capture_default_str()
      ->group(group);
  app.add_option("--credentials", texts->credentials, "Credentials to use, comma separated")
      ->capture_default_str()
      ->group(group);
  app.add_option("--regions", texts->regions, "Regions to sign for, comma separated")
      ->capture_default_str()
      ->group(group);
  app.add_option("--scopes", texts->scopes,
                 "Regions in all; where --regions names fewer, load-2, load-3 ... are made up")
      ->capture_default_str()
      ->group(group);
  app.add_option("--zipf", texts->zipf,
                 "How uneven credentials and regions are drawn: 0 evenly, 1 as words in a text")
      ->capture_default_str()
      ->group(group);
  app.add_option("--requests", texts->requests,
                 "YAML or JSON file of requests to sign; see README.md of bench/load")
      ->group(group);
  app.add_option("--batch-size", texts->batch_size, "Requests in a batch, 1 to 1000")
      ->capture_default_str()
      ->group(group);
  app.add_option("--chunks", texts->chunks, "Chunks in a payload stream, 1 to 10000")
      ->capture_default_str()
      ->group(group);
  app.add_option("--seed", texts->seed, "The same seed draws the same calls")
      ->capture_default_str()
      ->group(group);
}

void AddOutcomeFlags(CLI::App& app, Texts* texts) {
  const std::string group = "Outcome";
  CLI::Option* const verify =
      app.add_option("--verify", texts->verify,
                     "1/N: recompute every Nth answer here and compare; needs a lease, or")
          ->group(group);
  app.add_option("--verify-credentials", texts->verify_credentials,
                 "a file of credentials as signetd reads it")
      ->group(group)
      ->needs(verify);
  app.add_option("--fail-if", texts->fail_if,
                 "Exit with 1 when it holds: 'p99>2ms', 'errors>0.1%', 'rate<900'; repeatable")
      ->take_all()
      ->allow_extra_args(false)
      ->group(group);
  app.add_option("--json", texts->json, "File for everything measured")->group(group);
  app.add_option("--csv", texts->csv, "File for one row a second")->group(group);
  app.add_option("--html", texts->html, "File for a report with plots")->group(group);
  app.add_flag("--quiet", texts->quiet, "No line a second on stderr")->group(group);
}

absl::Status Refuse(absl::string_view flag, absl::string_view message) {
  return InvalidField(Reason::kInvalidConfig, flag, message);
}

// Which flags were given, since a default must not contradict anything.
struct Given {
  bool rate;
  bool duration;
  bool total;
};

absl::Status SetPace(const Texts& texts, const Given& given, LoadOptions* options) {
  SIGNET_ASSIGN_OR_RETURN(
      options->duration,
      DurationValue("--duration", texts.duration, absl::Milliseconds(1), Schedule::kMaxDuration));
  SIGNET_ASSIGN_OR_RETURN(options->total,
                          WholeNumber("--total", texts.total, 0, 1'000'000'000'000));
  SIGNET_ASSIGN_OR_RETURN(options->warmup, DurationValue("--warmup", texts.warmup,
                                                         absl::ZeroDuration(), absl::Hours(1)));
  const bool total_alone = options->total > 0 && given.total && !given.duration;
  if (texts.closed) {
    options->schedule_text = "closed loop";
    if (total_alone) {
      options->duration = absl::InfiniteDuration();
    }
    return absl::OkStatus();
  }
  if (texts.schedule != "const") {
    if (given.rate || given.duration) {
      return Refuse("--schedule", absl::StrCat("--schedule ", texts.schedule,
                                               " says rates and durations itself; leave --rate "
                                               "and --duration out"));
    }
    SIGNET_ASSIGN_OR_RETURN(options->schedule, Schedule::Parse(texts.schedule));
    options->schedule_text = texts.schedule;
  } else {
    SIGNET_ASSIGN_OR_RETURN(const double rate,
                            Number("--rate", texts.rate, 0.1, Schedule::kMaxRate));
    if (total_alone) {
      options->duration = absl::Seconds(static_cast<double>(options->total) / rate);
      if (options->duration > Schedule::kMaxDuration) {
        return Refuse("--total",
                      absl::StrCat("--total ", options->total, " at --rate ", rate, " takes ",
                                   absl::FormatDuration(options->duration), ", allowed is up to ",
                                   absl::FormatDuration(Schedule::kMaxDuration)));
      }
    }
    options->schedule = Schedule::Constant(rate, options->duration);
    options->schedule_text = absl::StrCat("const ", rate, "/s");
    if (options->schedule->call_count() == 0) {
      return Refuse("--rate", absl::StrCat("--rate ", rate, " plans no call within --duration ",
                                           absl::FormatDuration(options->duration)));
    }
  }
  options->duration = options->schedule->duration();
  return absl::OkStatus();
}

absl::Status SetWidth(const Texts& texts, LoadOptions* options) {
  SIGNET_ASSIGN_OR_RETURN(options->concurrency,
                          WholeNumber("--concurrency", texts.concurrency, 1, 65536));
  SIGNET_ASSIGN_OR_RETURN(options->connections,
                          WholeNumber("--connections", texts.connections, 1, 1024));
  SIGNET_ASSIGN_OR_RETURN(options->threads, WholeNumber("--threads", texts.threads, 1, 64));
  if (options->connections > options->concurrency) {
    return Refuse("--connections", absl::StrCat("--connections is ", options->connections,
                                                ", allowed is up to --concurrency, which is ",
                                                options->concurrency));
  }
  if (options->threads > options->connections) {
    return Refuse("--threads", absl::StrCat("--threads is ", options->threads,
                                            ", allowed is up to --connections, which is ",
                                            options->connections));
  }
  return absl::OkStatus();
}

absl::Status SetWork(const Texts& texts, LoadOptions* options) {
  constexpr size_t kMaxNames = 1000;
  constexpr int64_t kMaxPairs = 1'000'000;
  SIGNET_ASSIGN_OR_RETURN(options->mix, Mix::Parse(texts.mix));
  SIGNET_ASSIGN_OR_RETURN(options->credentials,
                          Names("--credentials", texts.credentials, kMaxNames));
  SIGNET_ASSIGN_OR_RETURN(options->regions, Names("--regions", texts.regions, kMaxNames));
  SIGNET_ASSIGN_OR_RETURN(options->scopes, WholeNumber("--scopes", texts.scopes, 1, kMaxPairs));
  options->scopes =
      std::max<int64_t>(options->scopes, static_cast<int64_t>(options->regions.size()));
  if (options->scopes * static_cast<int64_t>(options->credentials.size()) > kMaxPairs) {
    return Refuse("--scopes", absl::StrCat("--scopes ", options->scopes, " for each of ",
                                           options->credentials.size(),
                                           " credentials, allowed are ", kMaxPairs, " in all"));
  }
  SIGNET_ASSIGN_OR_RETURN(options->zipf, Number("--zipf", texts.zipf, 0, 5));
  options->requests_file = texts.requests;
  SIGNET_ASSIGN_OR_RETURN(options->batch_size,
                          WholeNumber("--batch-size", texts.batch_size, 1, 1000));
  SIGNET_ASSIGN_OR_RETURN(options->chunks, WholeNumber("--chunks", texts.chunks, 1, 10000));
  SIGNET_ASSIGN_OR_RETURN(options->seed, WholeNumber("--seed", texts.seed, 0, int64_t{1} << 62));
  return absl::OkStatus();
}

absl::Status SetOutcome(const Texts& texts, LoadOptions* options) {
  if (!texts.verify.empty()) {
    SIGNET_ASSIGN_OR_RETURN(options->verify_every, OneOutOf("--verify", texts.verify));
  }
  options->verify_credentials_file = texts.verify_credentials;
  for (const std::string& text : texts.fail_if) {
    SIGNET_ASSIGN_OR_RETURN(FailCondition condition, FailCondition::Parse(text));
    options->fail_conditions.push_back(std::move(condition));
  }
  options->json_file = texts.json;
  options->csv_file = texts.csv;
  options->html_file = texts.html;
  options->quiet = texts.quiet;
  return absl::OkStatus();
}

absl::StatusOr<LoadOptions> ToOptions(const Texts& texts, const Given& given) {
  LoadOptions options;
  SIGNET_ASSIGN_OR_RETURN(
      options.server.deadline,
      DurationValue("--timeout", texts.timeout, absl::Milliseconds(1), absl::Minutes(10)));
  options.server.target = texts.target;
  options.server.tls_ca_file = texts.tls_ca;
  options.server.tls_cert_file = texts.tls_cert;
  options.server.tls_key_file = texts.tls_key;
  SIGNET_RETURN_IF_ERROR(SetPace(texts, given, &options));
  SIGNET_RETURN_IF_ERROR(SetWidth(texts, &options));
  SIGNET_RETURN_IF_ERROR(SetWork(texts, &options));
  SIGNET_RETURN_IF_ERROR(SetOutcome(texts, &options));
  return options;
}

}  // namespace

absl::StatusOr<ParsedFlags> ParseFlags(const std::vector<std::string>& arguments) {
  Texts texts;
  CLI::App app(kDescription, "signet-load");
  app.footer(kFooter);
  app.set_version_flag("--version", SIGNET_VERSION);
  // Scripts put their own flags behind common ones.
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  AddServerFlags(app, &texts);
  AddPaceFlags(app, &texts);
  AddWorkFlags(app, &texts);
  AddOutcomeFlags(app, &texts);
  const CLI::Validator not_empty(
      [](std::string& value) { return value.empty() ? std::string("the value is empty") : ""; },
      "");
  for (CLI::Option* const option : app.get_options()) {
    if (option->get_items_expected_max() > 0) {
      option->check(not_empty);
    }
  }
  ParsedFlags parsed;
  try {
    // CLI11 takes them from the end.
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    parsed.text = app.help();
    return parsed;
  } catch (const CLI::CallForVersion&) {
    parsed.text = absl::StrCat(SIGNET_VERSION, "\n");
    return parsed;
  } catch (const CLI::ParseError& error) {
    return Refuse("", absl::StrCat(error.what(), "; --help names all flags"));
  }
  const Given given = {.rate = app.count("--rate") > 0,
                       .duration = app.count("--duration") > 0,
                       .total = app.count("--total") > 0};
  SIGNET_ASSIGN_OR_RETURN(parsed.options, ToOptions(texts, given));
  return parsed;
}

}  // namespace signet::load
