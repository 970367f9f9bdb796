// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package signet;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;

/**
 * The AWS SDK for Java's signer for bench/peers/compare.py. usage: JavaPeer REQUESTS.json
 *
 * <p>The SDK's cache of signing keys is static and holds 300; what signs "cold" uses more secrets
 * than that in turn, so that each misses.
 */
public final class JavaPeer {
  private static final long BATCH_NS = 1_000_000;
  private static final int CACHE_SIZE = 300;

  private final JsonNode document;
  private final JsonNode request;

  private JavaPeer(JsonNode document, JsonNode request) {
    this.document = document;
    this.request = request;
  }

  private String text(String field) {
    return request.field(field).orElseThrow().asString();
  }

  private String joined(String field) {
    return request.field(field).orElseThrow().asArray().stream()
        .map(JsonNode::asString)
        .collect(Collectors.joining());
  }

  private SdkHttpRequest httpRequest() {
    SdkHttpRequest.Builder builder =
        SdkHttpRequest.builder()
            .method(SdkHttpMethod.fromValue(text("method")))
            .uri(URI.create(text("url")));
    for (JsonNode header : request.field("headers").orElseThrow().asArray()) {
      List<JsonNode> pair = header.asArray();
      builder.putHeader(pair.get(0).asString(), pair.get(1).asString());
    }
    return builder.build();
  }

  private AwsCredentialsIdentity identity(String secret) {
    String id = document.field("access_key_id").orElseThrow().asString();
    String token = joined("token");
    return token.isEmpty()
        ? AwsCredentialsIdentity.create(id, secret)
        : AwsSessionCredentialsIdentity.create(id, secret, token);
  }

  /** The right secret first, then others of its length. */
  private List<AwsCredentialsIdentity> identities() {
    String secret = document.field("secret").orElseThrow().asString();
    List<AwsCredentialsIdentity> all = new ArrayList<>(List.of(identity(secret)));
    String head = secret.substring(0, secret.length() - 4);
    for (int i = 1; i <= CACHE_SIZE; i++) {
      all.add(identity(head + String.format("%04d", i)));
    }
    return all;
  }

  private Supplier<String> signer(Supplier<AwsCredentialsIdentity> identity) {
    AwsV4HttpSigner signer = AwsV4HttpSigner.create();
    SdkHttpRequest http = httpRequest();
    byte[] body = joined("body").getBytes(StandardCharsets.UTF_8);
    ContentStreamProvider payload =
        body.length == 0 ? null : ContentStreamProvider.fromByteArray(body);
    boolean isS3 = text("profile").equals("s3");
    String region = text("region");
    String service = text("service");
    long seconds = Long.parseLong(document.field("time").orElseThrow().asNumber());
    Clock clock = Clock.fixed(Instant.ofEpochSecond(seconds), ZoneOffset.UTC);
    return () -> {
      SignRequest<AwsCredentialsIdentity> what =
          SignRequest.builder(identity.get())
              .request(http)
              .payload(payload)
              .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, service)
              .putProperty(AwsV4HttpSigner.REGION_NAME, region)
              .putProperty(AwsV4HttpSigner.DOUBLE_URL_ENCODE, !isS3)
              .putProperty(AwsV4HttpSigner.NORMALIZE_PATH, !isS3)
              .putProperty(HttpSigner.SIGNING_CLOCK, clock)
              .build();
      String authorization =
          signer.sign(what).request().firstMatchingHeader("Authorization").orElseThrow();
      return authorization.substring(authorization.lastIndexOf('=') + 1);
    };
  }

  private void addCells(String name, Map<String, Supplier<String>> cells) {
    List<AwsCredentialsIdentity> identities = identities();
    AwsCredentialsIdentity first = identities.get(0);
    cells.put(name + "/warm", signer(() -> first));
    int[] next = {0};
    cells.put(name + "/cold", signer(() -> identities.get(next[0]++ % identities.size())));
  }

  private static String run(Supplier<String> sign, double seconds) {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long budget = (long) (seconds * 1e9);
    long operations = 0;
    long batch = 1;
    long elapsed = 0;
    long kept = 0;
    long bytes = threads.getThreadAllocatedBytes(thread);
    long start = System.nanoTime();
    while (elapsed < budget) {
      for (long i = 0; i < batch; i++) {
        kept += sign.get().length();
      }
      operations += batch;
      long now = System.nanoTime() - start;
      if (now - elapsed < BATCH_NS / 2) {
        batch *= 2;
      }
      elapsed = now;
    }
    return String.format(
        "{\"ops\": %d, \"wall_ns\": %d, \"bytes\": %d, \"kept\": %d}",
        operations,
        elapsed,
        threads.getThreadAllocatedBytes(thread) - bytes,
        kept);
  }

  public static void main(String[] args) throws IOException {
    JsonNode document = JsonNode.parser().parse(Files.readString(Path.of(args[0])));
    Map<String, Supplier<String>> cells = new HashMap<>();
    document
        .field("requests")
        .orElseThrow()
        .asObject()
        .forEach((name, request) -> new JavaPeer(document, request).addCells(name, cells));
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] words = line.split(" ");
      Supplier<String> sign = cells.get(words[1]);
      System.out.println(
          words[0].equals("run")
              ? run(sign, Double.parseDouble(words[2]))
              : "{\"signature\": \"" + sign.get() + "\"}");
      System.out.flush();
    }
  }
}
