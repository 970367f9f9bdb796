// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package signet;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The peer's side of the protocol that README.md tells: cells by name, each makes a signature. */
final class Cells {
  private static final long BATCH_NS = 1_000_000;

  private final Map<String, Supplier<String>> byName = new HashMap<>();

  /** The cell returns the signature in hex from the signed request. */
  void add(String name, Supplier<String> sign) {
    byName.put(name, sign);
  }

  /** The signature at the end of an Authorization header. */
  static String signatureOf(String authorization) {
    return authorization.substring(authorization.lastIndexOf('=') + 1);
  }

  /** Answers standard input's lines until it ends. */
  void serve() throws IOException {
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] words = line.split(" ");
      Supplier<String> sign = byName.get(words[1]);
      System.out.println(
          words[0].equals("run")
              ? run(sign, Double.parseDouble(words[2]))
              : "{\"signature\": \"" + sign.get() + "\"}");
      System.out.flush();
    }
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
}
