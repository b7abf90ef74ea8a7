// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.machine;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.List;
import java.util.stream.LongStream;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * The processor time that a call takes of its thread, by JMH's option {@code -prof}. Other work on the machine, and the
 * threads of collector and compiler, make the time of a call longer, but not this one.
 */
public final class ThreadTimeProfiler implements InternalProfiler {

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long before;

    @Override
    public String getDescription() {
        return "Processor time of the benchmark's threads";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = threadNanos();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double nanos = (double) (threadNanos() - before) / result.getMetadata().getAllOps();
        return List.of(new ScalarResult("cpu.time.norm", nanos, "ns/op", AggregationPolicy.AVG));
    }

    /** The threads that call are the same in all iterations, and the others wait for them. */
    private long threadNanos() {
        return LongStream.of(threads.getAllThreadIds())
                .map(threads::getThreadCpuTime)
                .filter(nanos -> nanos > 0)
                .sum();
    }
}
