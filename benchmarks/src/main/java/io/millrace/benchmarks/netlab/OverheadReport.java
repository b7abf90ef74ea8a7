// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.macro.Histograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * What all sinks of a run have written of one phase.
 *
 * @param overheads above the wire's delay, in nanoseconds, by the number of crossings
 */
record OverheadReport(int sinks, Arrivals arrivals, Histogram[] overheads) {

    /** @param seconds of the phase */
    static OverheadReport read(Path directory, int phase, int seconds) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.filter(file -> file.getFileName().toString().startsWith(OverheadSink.prefix(phase)))
                    .toList();
        }
        Arrivals arrivals = new Arrivals(seconds);
        Histogram[] overheads = OverheadSink.newHistograms();
        for (Path file : files) {
            List<String> lines = Files.readAllLines(file);
            arrivals.add(Arrivals.decode(lines.get(0)));
            for (int i = 0; i < overheads.length; i++) {
                overheads[i].add(Histograms.decode(lines.get(i + 1)));
            }
        }
        return new OverheadReport(files.size(), arrivals, overheads).requireWire();
    }

    /**
     * Refuses what cannot be: a sink records a tuple that was faster than the wire as one without overhead.
     *
     * @throws IllegalStateException if the wire takes less for a crossing than sinks were told
     */
    OverheadReport requireWire() {
        long crossed = 0;
        long faster = 0;
        for (int i = 1; i < overheads.length; i++) {
            crossed += overheads[i].getTotalCount();
            faster += overheads[i].getCountAtValue(OverheadSink.NO_OVERHEAD);
        }
        if (faster > 0) {
            throw new IllegalStateException(faster + " of " + crossed
                    + " tuples came faster than the delay between the hosts: it is lower than the run was told");
        }
        return this;
    }

    /** Above the wire's delay, of all tuples. */
    Histogram overhead() {
        return total(0);
    }

    /** The latency from the intended emit time to the sink, of all tuples. */
    Histogram total(long oneWayNanos) {
        Histogram all = OverheadSink.newHistograms()[0];
        for (int i = 0; i < overheads.length; i++) {
            long wire = i * oneWayNanos;
            overheads[i]
                    .recordedValues()
                    .forEach(value -> all.recordValueWithCount(
                            wire + value.getValueIteratedTo(), value.getCountAtValueIteratedTo()));
        }
        return all;
    }
}
