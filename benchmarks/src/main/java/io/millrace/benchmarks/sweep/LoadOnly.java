// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.CpuTime;
import io.millrace.benchmarks.machine.Scratch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What the load generator takes of the machine while no engine runs. */
final class LoadOnly {

    static final List<String> FLAGS = List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xmx512m");

    private static final double SETTLING_SECONDS = 0.5;

    private LoadOnly() {}

    /** Starts a {@link Generator}. */
    interface Start {
        Child generator(Path board) throws IOException;
    }

    /** How many cores are busy at this frequency. */
    static double busyCores(Cell cell, double perSecond, double seconds, Start start)
            throws IOException, InterruptedException {
        try (Scratch scratch = new Scratch()) {
            Board board = Board.create(scratch.directory(), 0);
            try (Child generator = start.generator(scratch.directory())) {
                generator.await(Child.READY);
                long now = System.nanoTime();
                long end = now + TimeUnit.HOURS.toNanos(1);
                board.begin(1, new Board.Probe(perSecond, now, now, end, cell.bytes(), 0, false));
                sleep(SETTLING_SECONDS);
                CpuTime before = CpuTime.now();
                sleep(seconds);
                return CpuTime.now().busySince(before) * Runtime.getRuntime().availableProcessors();
            }
        }
    }

    private static void sleep(double seconds) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep((long) (1e9 * seconds));
    }
}
