// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package signet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;

/** One request of requests.json, with the credentials and the time that sign it. */
final class SampleRequest {
  private final JsonNode document;
  private final JsonNode request;

  private SampleRequest(JsonNode document, JsonNode request) {
    this.document = document;
    this.request = request;
  }

  /** All requests of the file by name. */
  static Map<String, SampleRequest> readAll(String path) throws IOException {
    JsonNode document = JsonNode.parser().parse(Files.readString(Path.of(path)));
    Map<String, SampleRequest> all = new LinkedHashMap<>();
    document
        .field("requests")
        .orElseThrow()
        .asObject()
        .forEach((name, request) -> all.put(name, new SampleRequest(document, request)));
    return all;
  }

  /** A string of the request: method, url, region or service. */
  String text(String field) {
    return request.field(field).orElseThrow().asString();
  }

  /** Names in lower case, in the order of the file. */
  Map<String, String> headers() {
    Map<String, String> all = new LinkedHashMap<>();
    for (JsonNode header : request.field("headers").orElseThrow().asArray()) {
      all.put(header.asArray().get(0).asString(), header.asArray().get(1).asString());
    }
    return all;
  }

  byte[] body() {
    return joined("body").getBytes(StandardCharsets.UTF_8);
  }

  /** The session token, empty where there is none. */
  String token() {
    return joined("token");
  }

  /** Whether the path is signed as S3 does: encoded once and not normalized. */
  boolean isS3() {
    return text("profile").equals("s3");
  }

  boolean hasPayloadHeader() {
    return request.field("payload_header").orElseThrow().asBoolean();
  }

  String accessKeyId() {
    return document.field("access_key_id").orElseThrow().asString();
  }

  String secret() {
    return document.field("secret").orElseThrow().asString();
  }

  /** Seconds since 1970. */
  long time() {
    return Long.parseLong(document.field("time").orElseThrow().asNumber());
  }

  private String joined(String field) {
    return request.field(field).orElseThrow().asArray().stream()
        .map(JsonNode::asString)
        .collect(Collectors.joining());
  }
}
