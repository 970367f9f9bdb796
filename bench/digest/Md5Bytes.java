// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * What md5_bytes.cc does, by the JDK's own MessageDigest, after a quarter of the work for the
 * compiler to warm up on.
 */
public final class Md5Bytes {
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final ThreadMXBean THREADS =
      (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static byte[] hash(int integers) throws NoSuchAlgorithmException {
    MessageDigest md5 = MessageDigest.getInstance("MD5");
    for (int value = 0; value < integers; ++value) {
      md5.update((byte) (value >>> 24));
      md5.update((byte) (value >>> 16));
      md5.update((byte) (value >>> 8));
      md5.update((byte) value);
    }
    return md5.digest();
  }

  public static void main(String[] arguments) throws NoSuchAlgorithmException {
    int integers = Integer.parseInt(arguments[0]);
    hash(integers / 4);
    long thread = Thread.currentThread().getId();
    long allocated = THREADS.getThreadAllocatedBytes(thread);
    long cpu = PROCESS.getProcessCpuTime();
    long wall = System.nanoTime();
    byte[] digest = hash(integers);
    wall = System.nanoTime() - wall;
    cpu = PROCESS.getProcessCpuTime() - cpu;
    allocated = THREADS.getThreadAllocatedBytes(thread) - allocated;
    System.out.printf(
        Locale.ROOT,
        "{\"wall_ms\": %.3f, \"cpu_ms\": %.3f, \"allocated_bytes\": %d, \"digest\": \"%s\"}%n",
        wall / 1e6, cpu / 1e6, allocated, HexFormat.of().formatHex(digest));
  }
}
