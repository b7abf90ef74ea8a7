// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.transport;

import io.millrace.benchmarks.machine.ResultLine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** One row of the table on loopback, for every medium. */
record Cell(String name, Kind kind, int length, int perSecond, double warmUpSeconds, double seconds) {

    enum Kind {
        /** One message at a time, back and forth. */
        PING,
        /** Messages go at a rate, one way, from the intended time. */
        RATE,
        /** Messages go as fast as they can, one way. */
        FLOOD
    }

    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    static List<Cell> quick() {
        return List.of(
                ping(64, 2),
                rate("64 B", 64, 3_000, 2),
                rate("64 B", 64, 50_000, 2),
                flood("64 B", 64, 2),
                flood("1 MB", MIB, 2));
    }

    static List<Cell> all() {
        List<Cell> all = new ArrayList<>();
        all.add(ping(64, 5));
        all.add(ping(KIB, 5));
        all.add(rate("64 B", 64, 3_000, 5));
        all.add(rate("64 B", 64, 50_000, 5));
        all.add(rate("1 KB", KIB, 3_000, 5));
        all.add(rate("10 KB", 10 * KIB, 3_000, 5));
        all.add(rate("100 KB", 100 * KIB, 1_000, 5));
        all.add(rate("1 MB", MIB, 100, 5));
        all.add(flood("64 B", 64, 5));
        all.add(flood("1 KB", KIB, 5));
        all.add(flood("10 KB", 10 * KIB, 5));
        all.add(flood("100 KB", 100 * KIB, 5));
        all.add(flood("1 MB", MIB, 5));
        return all;
    }

    private static Cell ping(int length, double seconds) {
        return new Cell(
                "ping " + (length < KIB ? length + " B" : length / KIB + " KB"), Kind.PING, length, 0, 3, seconds);
    }

    private static Cell rate(String size, int length, int perSecond, double seconds) {
        return new Cell(
                size + " at " + String.format("%,d", perSecond) + "/s", Kind.RATE, length, perSecond, 3, seconds);
    }

    private static Cell flood(String size, int length, double seconds) {
        return new Cell(size, Kind.FLOOD, length, 0, 3, seconds);
    }

    ResultLine measure(Pair pair, String medium) throws IOException {
        return kind == Kind.PING
                ? pair.ping(medium, length, perSecond, warmUpSeconds, seconds)
                : pair.send(medium, length, perSecond, warmUpSeconds, seconds);
    }
}
