// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.ring;

import io.millrace.ipc.ring.RingCounters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** Reads all rings below a directory repeatedly; rings may be created and deleted meanwhile. */
public final class RingWatches {

    private final Path directory;
    private final LongSupplier clock;
    private final Map<Path, RingWatch> watches = new TreeMap<>();

    /** @param clock the clock, in nanoseconds */
    public RingWatches(Path directory, LongSupplier clock) throws IOException {
        this.directory = directory;
        this.clock = clock;
        findNew();
    }

    private void findNew() throws IOException {
        if (Files.notExists(directory)) {
            return;
        }
        for (Path ring : RingCounters.find(directory)) {
            if (!watches.containsKey(ring)) {
                open(ring);
            }
        }
    }

    private void open(Path ring) throws IOException {
        try {
            watches.put(ring, new RingWatch(ring, clock));
        } catch (IOException e) {
            // A ring that was deleted meanwhile is ignored; a damaged one is an error.
            if (Files.exists(ring)) {
                throw e;
            }
        }
    }

    public boolean isEmpty() {
        return watches.isEmpty();
    }

    /**
     * Reads all rings, by path below the directory. Deleted rings are reported once, new ones from the next call on.
     */
    public List<RingReport> next() throws IOException {
        List<RingReport> reports = new ArrayList<>();
        for (RingWatch watch : List.copyOf(watches.values())) {
            RingReport report = watch.next();
            if (report.isOver()) {
                watches.remove(watch.path());
            }
            reports.add(new RingReport(
                    directory.relativize(watch.path()).toString(),
                    report.state(),
                    report.seconds(),
                    report.perSecond(),
                    report.totals()));
        }
        findNew();
        return reports;
    }
}
