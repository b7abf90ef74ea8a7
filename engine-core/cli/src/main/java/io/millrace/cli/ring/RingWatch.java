// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.ring;

import io.millrace.ipc.ring.RingCounters;
import io.millrace.ipc.ring.RingSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/** Reads one ring repeatedly without disturbing it. */
public final class RingWatch {

    private static final double NANOS = 1e9;

    private final Path path;
    private final RingCounters counters;
    private final Object file;
    private final LongSupplier clock;

    private RingSnapshot last;
    private long lastNanos;

    /** @param clock the clock, in nanoseconds */
    public RingWatch(Path path, LongSupplier clock) throws IOException {
        this.path = path;
        this.clock = clock;
        this.counters = RingCounters.open(path);
        this.file = fileKey();
        this.last = counters.snapshot();
        this.lastNanos = clock.getAsLong();
    }

    public Path path() {
        return path;
    }

    public RingSnapshot last() {
        return last;
    }

    /** Reads again, and compares with the last reading. */
    public RingReport next() throws IOException {
        RingSnapshot now = counters.snapshot();
        long nanos = clock.getAsLong();
        RingReport report = new RingReport(
                path.toString(),
                state(now),
                (nanos - lastNanos) / NANOS,
                RingRates.between(last, now, nanos - lastNanos),
                now);
        last = now;
        lastNanos = nanos;
        return report;
    }

    private String state(RingSnapshot now) {
        if (now.closed()) {
            return RingReport.CLOSED;
        }
        return file.equals(fileKey()) ? RingReport.OPEN : RingReport.DELETED;
    }

    /** Returns the identity of the file, as another ring may have its name. */
    private Object fileKey() {
        try {
            return Files.getAttribute(path, "unix:ino");
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            return path;
        } catch (IOException e) {
            return RingReport.DELETED;
        }
    }
}
