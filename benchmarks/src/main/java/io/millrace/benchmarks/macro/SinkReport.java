package io.millrace.benchmarks.macro;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** What all sinks of a measurement have written. */
record SinkReport(int sinks, double tuplesPerSecond, Histogram latencies) {

    static final String PREFIX = "sink-report-";

    static SinkReport read(Path directory) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.filter(file -> file.getFileName().toString().startsWith(PREFIX))
                    .toList();
        }
        double rate = 0;
        Histogram latencies = Sink.newHistogram();
        for (Path file : files) {
            String[] part = Files.readString(file).split(" ");
            rate += Long.parseLong(part[0]) * 1e9 / Long.parseLong(part[1]);
            latencies.add(Histogram.decodeFromByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(part[2])), 0));
        }
        return new SinkReport(files.size(), rate, latencies);
    }
}
