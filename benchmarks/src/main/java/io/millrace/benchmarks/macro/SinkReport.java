// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * What all sinks of a measurement have written.
 *
 * @param secondsPercentiles of each sink and second, in no order
 */
record SinkReport(int sinks, double tuplesPerSecond, Histogram latencies, List<Long> secondsPercentiles) {

    static final String PREFIX = "sink-report-";

    static SinkReport read(Path directory) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.filter(file -> file.getFileName().toString().startsWith(PREFIX))
                    .toList();
        }
        double rate = 0;
        Histogram latencies = Sink.newHistogram();
        List<Long> seconds = new ArrayList<>();
        for (Path file : files) {
            String[] part = Files.readString(file).split(" ");
            rate += Long.parseLong(part[0]) * 1e9 / Long.parseLong(part[1]);
            latencies.add(Histograms.decode(part[2]));
            seconds.addAll(SecondsPercentiles.decode(part[3]));
        }
        return new SinkReport(files.size(), rate, latencies, seconds);
    }
}
