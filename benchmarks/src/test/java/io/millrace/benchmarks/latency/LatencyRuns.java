// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.latency;

import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * A process that runs each benchmark of latency for some milliseconds, without forks, and tells what is left then.
 * Argument: a file for results.
 */
final class LatencyRuns {

    private static final long JOIN_MILLIS = 10_000;

    private LatencyRuns() {}

    public static void main(String[] arguments) throws RunnerException, IOException, InterruptedException {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        int runs = run(
                Trip.ROUND_TRIP,
                of("latency.InOneJvm").resultFormat(ResultFormatType.JSON).result(arguments[0]));
        runs += run(Trip.ONE_WAY, of("latency").param("medium", "millrace"));
        runs += run(Trip.ROUND_TRIP, of("latency.AcrossJvms").param("medium", "millrace"));
        runs += run(Trip.ONE_WAY, of("latency.AcrossJvms.ring").param("medium", "aeron"));
        Set<Thread> left = new HashSet<>(Thread.getAllStackTraces().keySet());
        left.removeAll(before);
        // The JDK's own threads, which wait for processes, are in groups above
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        left.removeIf(thread -> !group.parentOf(thread.getThreadGroup()));
        for (Thread thread : left) {
            // Some end by themselves soon after
            thread.join(JOIN_MILLIS);
        }
        left.removeIf(thread -> !thread.isAlive());
        left.forEach(System.err::println);
        System.out.println(Child.RESULT + " runs=" + runs + " threads=" + left.size() + " processes="
                + ProcessHandle.current().descendants().count() + " files="
                + files(ProcessHandle.current().pid()));
    }

    private static ChainedOptionsBuilder of(String part) {
        return new OptionsBuilder().include(part);
    }

    private static int run(Trip trip, ChainedOptionsBuilder options) throws RunnerException {
        options.param("trip", trip.name())
                .param("length", "64")
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(10))
                .shouldFailOnError(true);
        return new Runner(options.build()).run().size();
    }

    /** How many directories of a process are in shared memory. */
    static long files(long pid) throws IOException {
        try (Stream<Path> all = Files.list(Machine.sharedMemory())) {
            return all.filter(path -> path.getFileName().toString().startsWith("millrace-benchmark-" + pid + "-"))
                    .count();
        }
    }
}
