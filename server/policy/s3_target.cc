// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/s3_target.h"

#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/policy/copy_source.h"
#include "server/policy/multi_delete.h"
#include "server/policy/s3_action.h"
#include "server/policy/s3_address.h"
#include "server/sigv4/text.h"

namespace signet {
namespace {

// What headers ask for besides the operation.
struct Effects {
  bool sets_acl = false;
  bool sets_tags = false;
  bool sets_retention = false;
  bool sets_legal_hold = false;
  bool bypasses_retention = false;
  bool enables_lock = false;
  bool sets_ownership = false;
  // Something that only other makers' stores do.
  bool is_foreign = false;
  std::optional<absl::string_view> copy_source;
  // Where that stood, for errors.
  std::string copy_source_field;
};

bool IsForeign(absl::string_view name) {
  return absl::StartsWithIgnoreCase(name, "x-minio-") ||
         absl::StartsWithIgnoreCase(name, "x-rgw-") || absl::StartsWithIgnoreCase(name, "x-goog-");
}

bool IsUnpacking(absl::string_view name) {
  return absl::EqualsIgnoreCase(name, "meta-snowball-auto-extract") ||
         absl::StartsWithIgnoreCase(name, "meta-minio-snowball-");
}

// Names after "x-amz-" that set a flag of Effects.
struct FlagName {
  absl::string_view name;
  bool Effects::*flag;
};
constexpr FlagName kFlagNames[] = {
    {"acl", &Effects::sets_acl},
    {"tagging", &Effects::sets_tags},
    {"object-lock-mode", &Effects::sets_retention},
    {"object-lock-retain-until-date", &Effects::sets_retention},
    {"object-lock-legal-hold", &Effects::sets_legal_hold},
    {"bypass-governance-retention", &Effects::bypasses_retention},
    {"bucket-object-lock-enabled", &Effects::enables_lock},
    {"object-ownership", &Effects::sets_ownership},
};

// Reads one header, or a parameter that stands for one. True for a copy source.
bool ReadName(absl::string_view name, Effects* effects) {
  if (name.size() < 3 || (name[0] != 'x' && name[0] != 'X')) {
    return false;
  }
  if (!absl::StartsWithIgnoreCase(name, "x-amz-")) {
    effects->is_foreign = effects->is_foreign || IsForeign(name);
    return false;
  }
  name.remove_prefix(6);
  for (const FlagName& flag : kFlagNames) {
    if (absl::EqualsIgnoreCase(name, flag.name)) {
      effects->*flag.flag = true;
      return false;
    }
  }
  effects->sets_acl = effects->sets_acl || absl::StartsWithIgnoreCase(name, "grant-");
  effects->is_foreign = effects->is_foreign || IsUnpacking(name);
  return absl::EqualsIgnoreCase(name, "copy-source");
}

absl::Status SetCopySource(absl::string_view value, std::string field, Effects* effects) {
  if (effects->copy_source.has_value()) {
    return InvalidField(Reason::kAmbiguousTarget, field, "a second copy source");
  }
  effects->copy_source = value;
  effects->copy_source_field = std::move(field);
  return absl::OkStatus();
}

absl::Status ReadEffects(absl::Span<const HeaderView> headers,
                         absl::Span<const QueryParameterView> query, Effects* effects) {
  for (size_t i = 0; i < headers.size(); ++i) {
    if (ReadName(headers[i].name, effects)) {
      SIGNET_RETURN_IF_ERROR(SetCopySource(absl::StripAsciiWhitespace(headers[i].value),
                                           absl::StrCat("headers[", i, "].value"), effects));
    }
  }
  for (const QueryParameterView& parameter : query) {
    if (ReadName(parameter.name, effects)) {
      SIGNET_RETURN_IF_ERROR(SetCopySource(parameter.value, "url", effects));
    }
  }
  return absl::OkStatus();
}

// Adds accesses to one address.
class S3Writer {
 public:
  S3Writer(absl::string_view service, const S3Address& address, AccessWriter* accesses)
      : service_(service), address_(address), accesses_(accesses) {}

  Access& Add(absl::string_view action) { return Add(action, address_.key); }

  Access& Add(absl::string_view action, absl::string_view key) {
    Access& access = accesses_->Next();
    SetAction(service_, action, &access);
    SetObject(address_.bucket, key, &access);
    NoteOtherReadings(key, &access);
    access.is_resource_known = address_.is_known;
    return access;
  }

  // All keys with a prefix.
  void AddKeys(absl::string_view action, absl::string_view prefix) {
    Access& access = accesses_->Next();
    SetAction(service_, action, &access);
    AssignText(&access.resource, address_.bucket, "/", prefix);
    access.has_dot_segments = HasDotSegments(prefix);
    NoteOtherReadings(prefix, &access);
    access.is_prefix = true;
    access.is_resource_known = address_.is_known;
  }

  void AddCopySource(const CopySource& source) {
    Access& access = accesses_->Next();
    SetAction(service_, source.has_version ? "GetObjectVersion" : "GetObject", &access);
    SetObject(source.bucket, source.key, &access);
    NoteOtherReadings(source.key, &access);
    access.is_resource_known = address_.is_known && source.is_known;
  }

  // `own` is the action that these come with.
  void AddEffects(const Effects& effects, S3Level level, absl::string_view own) {
    const auto add = [this, own](bool is_set, absl::string_view action) {
      if (is_set && action != own) {
        Add(action);
      }
    };
    if (level != S3Level::kObject) {
      add(effects.sets_acl, "PutBucketAcl");
      add(effects.enables_lock, "PutBucketObjectLockConfiguration");
      add(effects.enables_lock, "PutBucketVersioning");
      add(effects.sets_ownership, "PutBucketOwnershipControls");
      return;
    }
    add(effects.sets_acl && own != "PutObjectVersionAcl", "PutObjectAcl");
    add(effects.sets_tags, "PutObjectTagging");
    add(effects.sets_retention, "PutObjectRetention");
    add(effects.sets_legal_hold, "PutObjectLegalHold");
    add(effects.bypasses_retention, "BypassGovernanceRetention");
  }

 private:
  void NoteOtherReadings(absl::string_view key, Access* access) const {
    access->has_dot_segments =
        access->has_dot_segments || (address_.is_configured && ReadsInTwoWays(key));
  }

  const absl::string_view service_;
  const S3Address& address_;
  AccessWriter* const accesses_;
};

// A body that a server unpacks is another than the one that is read here.
absl::Status CheckIsPlain(absl::Span<const HeaderView> headers) {
  for (size_t i = 0; i < headers.size(); ++i) {
    if (absl::EqualsIgnoreCase(headers[i].name, "content-encoding")) {
      return InvalidField(Reason::kAmbiguousTarget, absl::StrCat("headers[", i, "].name"),
                          "the body of a multi-delete has a content-encoding: send it plain");
    }
  }
  return absl::OkStatus();
}

absl::Status AddDeletes(const TargetInput& input, const Effects& effects, S3Writer* writer) {
  if (!input.body.has_value()) {
    return InvalidField(Reason::kAmbiguousTarget, "body",
                        "what a multi-delete deletes is in its body, of which no more than a hash "
                        "is known: send the body");
  }
  SIGNET_RETURN_IF_ERROR(CheckIsPlain(input.request.headers));
  std::vector<DeletedObject> objects;
  SIGNET_RETURN_IF_ERROR(ParseMultiDelete(*input.body, &objects));
  for (const DeletedObject& object : objects) {
    writer->Add(object.has_version ? "DeleteObjectVersion" : "DeleteObject", object.key);
    if (effects.bypasses_retention) {
      writer->Add("BypassGovernanceRetention", object.key);
    }
  }
  return absl::OkStatus();
}

S3Level LevelOf(const S3Address& address) {
  if (!address.key.empty()) {
    return S3Level::kObject;
  }
  return address.bucket.empty() ? S3Level::kService : S3Level::kBucket;
}

}  // namespace

bool SpeaksS3(absl::string_view service) {
  return service == "s3" || service == "s3express" || service == "s3-outposts" ||
         service == "s3-object-lambda";
}

absl::Status ResolveS3Target(const TargetInput& input, const EndpointTable& endpoints,
                             absl::string_view path, absl::Span<const QueryParameterView> query,
                             TextArena* arena, RequestTarget* target) {
  Effects effects;
  SIGNET_RETURN_IF_ERROR(ReadEffects(input.request.headers, query, &effects));
  std::string access_point;
  const S3Address address = FindS3Address(target->endpoint, path, endpoints, &access_point);
  const S3Level level = LevelOf(address);
  S3Action action;
  if (!address.is_other_api && !effects.is_foreign) {
    action = FindS3Action(input.request.method, level, query);
  }
  const absl::string_view service = endpoints.Has(target->endpoint) ? "s3" : input.service;
  if (action.name == "ListAllMyBuckets" && service == "s3express") {
    action.name = "ListAllMyDirectoryBuckets";
  }
  AccessWriter accesses(&target->accesses);
  S3Writer writer(service, address, &accesses);
  if (action.is_multi_delete) {
    SIGNET_RETURN_IF_ERROR(AddDeletes(input, effects, &writer));
  } else if (action.is_listing) {
    writer.AddKeys(action.name, action.prefix);
  } else if (action.name.empty() && level == S3Level::kBucket) {
    // It may list or delete any of them.
    writer.AddKeys("", "");
  } else {
    writer.Add(action.name);
  }
  if (effects.copy_source.has_value()) {
    SIGNET_ASSIGN_OR_RETURN(
        const CopySource source,
        ParseCopySource(*effects.copy_source, effects.copy_source_field, endpoints, arena));
    writer.AddCopySource(source);
  }
  if (!action.also.empty()) {
    writer.Add(action.also);
  }
  writer.AddEffects(effects, level, action.name);
  accesses.Finish();
  return absl::OkStatus();
}

void ResolvePostPolicy(absl::string_view bucket, absl::Span<const PostCondition> conditions,
                       const EndpointTable& endpoints, RequestTarget* target) {
  target->endpoint.clear();
  target->is_bearer_token = false;
  target->bearer_audience.clear();
  S3Address address;
  address.is_known = IsBucketName(bucket);
  address.bucket = bucket;
  if (IsAccessPoint(bucket)) {
    const absl::string_view real = endpoints.BucketOf(bucket);
    address.is_known = !real.empty();
    address.bucket = real.empty() ? bucket : real;
  }
  Effects effects;
  bool is_exact = false;
  for (const PostCondition& condition : conditions) {
    if (absl::EqualsIgnoreCase(condition.field, "key")) {
      const bool is_equal = condition.kind == PostCondition::Kind::kEquals;
      // All hold at once: the longest start says most, the whole key all.
      if (is_equal || (!is_exact && condition.value.size() > address.key.size())) {
        address.key = condition.value;
      }
      is_exact = is_exact || is_equal;
    } else if (absl::EqualsIgnoreCase(condition.field, "acl")) {
      effects.sets_acl = true;
    } else if (absl::EqualsIgnoreCase(condition.field, "tagging")) {
      effects.sets_tags = true;
    } else {
      ReadName(condition.field, &effects);
    }
  }
  AccessWriter accesses(&target->accesses);
  S3Writer writer("s3", address, &accesses);
  writer.Add(effects.is_foreign ? "" : "PutObject");
  writer.AddEffects(effects, S3Level::kObject, "PutObject");
  accesses.Finish();
  if (!is_exact) {
    for (Access& access : target->accesses) {
      access.is_prefix = true;
      if (address.key.empty()) {
        access.resource.push_back('/');
      }
    }
  }
}

}  // namespace signet
