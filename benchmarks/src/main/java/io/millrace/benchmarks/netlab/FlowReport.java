// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** What all sinks of a run have written, by the second since the start. */
final class FlowReport {

    /**
     * One second.
     *
     * @param tuples that sinks took
     * @param crossed those of them that came from the other host
     */
    record Second(long tuples, long crossed, Histogram lateMicros) {

        double crossedShare() {
            return tuples == 0 ? 0 : (double) crossed / tuples;
        }

        double lateMillis(double percentile) {
            return lateMicros.getValueAtPercentile(percentile) / 1e3;
        }

        private Second and(Second other) {
            lateMicros.add(other.lateMicros);
            return new Second(tuples + other.tuples, crossed + other.crossed, lateMicros);
        }
    }

    private FlowReport() {}

    static NavigableMap<Integer, Second> read(Path directory) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.filter(file -> file.getFileName().toString().startsWith(FlowSink.PREFIX))
                    .toList();
        }
        NavigableMap<Integer, Second> seconds = new TreeMap<>();
        for (Path file : files) {
            String[] part = Files.readString(file).split(" ");
            Histogram late = Histogram.decodeFromByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(part[2])), 0);
            seconds.merge(
                    Integer.parseInt(part[0]),
                    new Second(late.getTotalCount(), Long.parseLong(part[1]), late),
                    Second::and);
        }
        return seconds;
    }
}
