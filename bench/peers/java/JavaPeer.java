// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package signet;

import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;

/**
 * The AWS SDK for Java's signer for bench/peers/compare.py. usage: JavaPeer REQUESTS.json
 *
 * <p>The SDK's cache of signing keys is static and holds 300; what signs "cold" uses more secrets
 * than that in turn, so that each misses.
 */
public final class JavaPeer {
  private static final int CACHE_SIZE = 300;

  private JavaPeer() {}

  private static SdkHttpRequest httpRequest(SampleRequest request) {
    SdkHttpRequest.Builder builder =
        SdkHttpRequest.builder()
            .method(SdkHttpMethod.fromValue(request.text("method")))
            .uri(URI.create(request.text("url")));
    request.headers().forEach(builder::putHeader);
    return builder.build();
  }

  private static AwsCredentialsIdentity identity(SampleRequest request, String secret) {
    String id = request.accessKeyId();
    String token = request.token();
    return token.isEmpty()
        ? AwsCredentialsIdentity.create(id, secret)
        : AwsSessionCredentialsIdentity.create(id, secret, token);
  }

  /** The right secret first, then others of its length. */
  private static List<AwsCredentialsIdentity> identities(SampleRequest request) {
    String secret = request.secret();
    List<AwsCredentialsIdentity> all = new ArrayList<>(List.of(identity(request, secret)));
    String head = secret.substring(0, secret.length() - 4);
    for (int i = 1; i <= CACHE_SIZE; i++) {
      all.add(identity(request, head + String.format("%04d", i)));
    }
    return all;
  }

  private static Supplier<String> signer(
      SampleRequest request, Supplier<AwsCredentialsIdentity> identity) {
    AwsV4HttpSigner signer = AwsV4HttpSigner.create();
    SdkHttpRequest http = httpRequest(request);
    byte[] body = request.body();
    ContentStreamProvider payload =
        body.length == 0 ? null : ContentStreamProvider.fromByteArray(body);
    boolean isS3 = request.isS3();
    String region = request.text("region");
    String service = request.text("service");
    Clock clock = Clock.fixed(Instant.ofEpochSecond(request.time()), ZoneOffset.UTC);
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
      return Cells.signatureOf(
          signer.sign(what).request().firstMatchingHeader("Authorization").orElseThrow());
    };
  }

  public static void main(String[] args) throws IOException {
    Cells cells = new Cells();
    for (Map.Entry<String, SampleRequest> entry : SampleRequest.readAll(args[0]).entrySet()) {
      SampleRequest request = entry.getValue();
      List<AwsCredentialsIdentity> identities = identities(request);
      AwsCredentialsIdentity first = identities.get(0);
      cells.add(entry.getKey() + "/warm", signer(request, () -> first));
      int[] next = {0};
      cells.add(
          entry.getKey() + "/cold",
          signer(request, () -> identities.get(next[0]++ % identities.size())));
    }
    cells.serve();
  }
}
