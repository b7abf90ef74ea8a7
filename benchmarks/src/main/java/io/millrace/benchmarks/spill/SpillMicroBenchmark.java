// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.spill;

import io.millrace.benchmarks.machine.MicroBenchmark;
import io.millrace.runtime.spill.SpillQueue;
import io.millrace.runtime.spill.SpillSettings;
import io.millrace.runtime.spill.SpillSpace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * An offer and a poll, by length of the record, of a queue in memory, and of one with 256 MiB between them, most of
 * which is in files of java.io.tmpdir. The owner waits for the disk's thread where a queue's user would do other work.
 */
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class SpillMicroBenchmark extends MicroBenchmark {

    private static final int MAX_RECORD = 1 << 20;
    private static final long MEMORY = 16 << 20;
    private static final long BACKLOG = 256 << 20;
    private static final long DISK = 1L << 30;

    /** Where most records are. */
    public enum Place {
        MEMORY,
        FILES
    }

    @Param({"100", "10000", "1000000"})
    public int length;

    @Param
    public Place place;

    private Path directory;
    private SpillSpace space;
    private SpillQueue queue;
    private ByteBuffer record;

    @Setup
    public void setUp() throws IOException {
        directory = Files.createTempDirectory("spill-micro");
        SpillSettings settings = new SpillSettings(directory.resolve("queues"), MEMORY, DISK, MAX_RECORD, 1);
        space = new SpillSpace(settings, "benchmark", System::nanoTime, Throwable::printStackTrace);
        queue = space.open("benchmark", () -> {});
        record = ByteBuffer.allocateDirect(length);
        while (place == Place.FILES && queue.bytes() < BACKLOG) {
            offer();
        }
    }

    @Benchmark
    public int offerAndPoll() {
        offer();
        ByteBuffer polled = queue.poll();
        while (polled == null) {
            Thread.onSpinWait();
            polled = queue.poll();
        }
        return polled.remaining();
    }

    private void offer() {
        while (!queue.offer(record)) {
            Thread.onSpinWait();
        }
    }

    @TearDown
    public void tearDown() throws IOException {
        queue.close();
        space.close();
        Files.delete(directory);
    }
}
