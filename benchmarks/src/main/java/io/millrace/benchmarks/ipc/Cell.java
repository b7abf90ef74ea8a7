// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.ipc;

import java.util.List;

/**
 * One row of the table, for every medium.
 *
 * @param producers processes
 * @param threads of each producer process
 * @param perSecond messages per second of all producers together; 0: as many as go through
 * @param idle nothing is sent while it is measured
 */
record Cell(
        String name,
        int length,
        int producers,
        int threads,
        int perSecond,
        boolean idle,
        double warmUpSeconds,
        double seconds) {
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    static List<Cell> quick() {
        return List.of(
                rate(64, 3_000, 1.5),
                rate(64, 200, 1.5),
                rate(KIB, 3_000, 1.5),
                throughput(64, 1, 1, 1),
                throughput(64, 4, 1, 1),
                throughput(KIB, 1, 1, 1),
                new Cell("idle", 64, 1, 1, 0, true, 0.5, 2));
    }

    static List<Cell> all() {
        return List.of(
                rate(64, 3_000, 3),
                rate(KIB, 3_000, 3),
                rate(10 * KIB, 3_000, 3),
                rate(40 * KIB, 3_000, 3),
                rate(320 * KIB, 3_000, 3),
                rate(MIB, 300, 3),
                rate(10 * MIB, 30, 3),
                rate(64, 50_000, 3),
                rate(64, 100, 6),
                rate(64, 200, 6),
                throughput(64, 1, 1, 2),
                throughput(64, 2, 2, 2),
                throughput(64, 4, 1, 2),
                throughput(KIB, 1, 1, 2),
                throughput(KIB, 4, 1, 2),
                throughput(10 * KIB, 1, 1, 2),
                throughput(40 * KIB, 1, 1, 2),
                throughput(320 * KIB, 1, 1, 2),
                throughput(MIB, 1, 1, 2),
                throughput(10 * MIB, 1, 1, 2),
                new Cell("idle", 64, 1, 1, 0, true, 1, 5));
    }

    private static Cell rate(int length, int perSecond, double seconds) {
        return new Cell(size(length) + " at " + perSecond + "/s", length, 1, 1, perSecond, false, 1.5, seconds);
    }

    private static Cell throughput(int length, int producers, int threads, double seconds) {
        String from = producers == 1
                ? "1 producer"
                : threads == 1 ? producers + " producers" : producers + " x " + threads + " producers";
        return new Cell(size(length) + ", " + from, length, producers, threads, 0, false, 1.5, seconds);
    }

    private static String size(int length) {
        return length < KIB ? length + " B" : length < MIB ? length / KIB + " KB" : length / MIB + " MB";
    }

    /** Whether latencies are reported. */
    boolean timed() {
        return perSecond > 0;
    }

    /** Batches collect messages, so they have no latency to compare. */
    boolean suits(String medium) {
        return !medium.endsWith("-batch") || perSecond == 0 && !idle && length <= KIB;
    }
}
