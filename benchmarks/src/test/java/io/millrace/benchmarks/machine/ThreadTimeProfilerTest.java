// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.Result;

class ThreadTimeProfilerTest {

    private static final int CALLS = 4;
    private static final long NANOS = 5_000_000;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    @Test
    void aCallHasItsShareOfTheTimeThatThreadsTookMeanwhile() {
        ThreadTimeProfiler profiler = new ThreadTimeProfiler();
        IterationResult iteration = new IterationResult(null, null, new IterationResultMetaData(CALLS, CALLS));
        long before = ofAllThreads();

        profiler.beforeIteration(null, null);
        long end = threads.getCurrentThreadCpuTime() + NANOS;
        while (threads.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
        Result<?> result =
                profiler.afterIteration(null, null, iteration).iterator().next();

        assertThat(result.getScore() * CALLS).isBetween((double) NANOS, (double) (ofAllThreads() - before));
        assertThat(result.getLabel()).isEqualTo("cpu.time.norm");
        assertThat(result.getScoreUnit()).isEqualTo("ns/op");
    }

    private long ofAllThreads() {
        return LongStream.of(threads.getAllThreadIds())
                .map(threads::getThreadCpuTime)
                .filter(nanos -> nanos > 0)
                .sum();
    }
}
