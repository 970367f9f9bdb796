// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package signet;

import aws.smithy.kotlin.runtime.auth.awscredentials.Credentials;
import aws.smithy.kotlin.runtime.auth.awssigning.AwsSignedBodyHeader;
import aws.smithy.kotlin.runtime.auth.awssigning.AwsSigner;
import aws.smithy.kotlin.runtime.auth.awssigning.AwsSigningConfig;
import aws.smithy.kotlin.runtime.auth.awssigning.AwsSigningResult;
import aws.smithy.kotlin.runtime.auth.awssigning.DefaultAwsSignerJVMKt;
import aws.smithy.kotlin.runtime.collections.AttributesKt;
import aws.smithy.kotlin.runtime.http.DeferredHeaders;
import aws.smithy.kotlin.runtime.http.HeadersBuilder;
import aws.smithy.kotlin.runtime.http.HttpBody;
import aws.smithy.kotlin.runtime.http.HttpMethod;
import aws.smithy.kotlin.runtime.http.request.HttpRequest;
import aws.smithy.kotlin.runtime.http.request.HttpRequestKt;
import aws.smithy.kotlin.runtime.net.url.Url;
import aws.smithy.kotlin.runtime.net.url.UrlEncoding;
import aws.smithy.kotlin.runtime.time.Instant;
import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.EmptyCoroutineContext;

/**
 * smithy-kotlin's default signer for bench/peers/compare.py. usage: KotlinPeer REQUESTS.json
 *
 * <p>Signing is a suspending function. With the body in memory it never suspends, so that its
 * result is what the call returns, and no event loop (runBlocking) is paid for.
 */
public final class KotlinPeer {
  private KotlinPeer() {}

  /** Of a call that returns its result. */
  private static final Continuation<Object> NEVER_RESUMED =
      new Continuation<>() {
        @Override
        public CoroutineContext getContext() {
          return EmptyCoroutineContext.INSTANCE;
        }

        @Override
        public void resumeWith(Object result) {
          throw new IllegalStateException("the signer has suspended");
        }
      };

  private static HttpRequest httpRequest(SampleRequest request) {
    HeadersBuilder headers = new HeadersBuilder();
    request.headers().forEach(headers::append);
    return HttpRequestKt.HttpRequest(
        HttpMethod.valueOf(request.text("method")),
        Url.Companion.parse(request.text("url"), UrlEncoding.Companion.getAll()),
        headers.build(),
        HttpBody.Companion.fromBytes(request.body()),
        DeferredHeaders.Companion.getEmpty());
  }

  private static AwsSigningConfig config(SampleRequest request) {
    String token = request.token();
    AwsSigningConfig.Builder builder = new AwsSigningConfig.Builder();
    builder.setRegion(request.text("region"));
    builder.setService(request.text("service"));
    builder.setSigningDate(Instant.Companion.fromEpochSeconds(request.time(), 0));
    builder.setUseDoubleUriEncode(!request.isS3());
    builder.setNormalizeUriPath(!request.isS3());
    builder.setSignedBodyHeader(
        request.hasPayloadHeader()
            ? AwsSignedBodyHeader.X_AMZ_CONTENT_SHA256
            : AwsSignedBodyHeader.NONE);
    builder.setCredentials(
        Credentials.Companion.invoke(
            request.accessKeyId(),
            request.secret(),
            token.isEmpty() ? null : token,
            null,
            null,
            AttributesKt.emptyAttributes()));
    return builder.build();
  }

  private static Supplier<String> signer(SampleRequest request) {
    AwsSigner signer = DefaultAwsSignerJVMKt.getDefaultAwsSigner();
    HttpRequest http = httpRequest(request);
    AwsSigningConfig config = config(request);
    return () -> {
      Object result = signer.sign(http, config, NEVER_RESUMED);
      // The cast fails on the mark of a call that has suspended.
      HttpRequest signed = (HttpRequest) ((AwsSigningResult<?>) result).getOutput();
      return Cells.signatureOf(signed.getHeaders().get("Authorization"));
    };
  }

  public static void main(String[] args) throws IOException {
    Cells cells = new Cells();
    for (Map.Entry<String, SampleRequest> entry : SampleRequest.readAll(args[0]).entrySet()) {
      cells.add(entry.getKey() + "/sign", signer(entry.getValue()));
    }
    cells.serve();
  }
}
