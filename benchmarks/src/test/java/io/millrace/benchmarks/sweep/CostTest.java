// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CostTest {

    @Test
    void atLeastAsMuchOfTheThreadsOwnTimeIsSpent() {
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        Cost cost = new Cost();
        cost.burn(1);
        long before = clock.getCurrentThreadCpuTime();
        cost.burn(TimeUnit.MILLISECONDS.toNanos(20));
        assertThat(clock.getCurrentThreadCpuTime() - before).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(20));
    }

    @Test
    void waitingTakesTimeButNotTheProcessor() {
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        long before = clock.getCurrentThreadCpuTime();
        long begin = System.nanoTime();
        new Cost().waitFor(TimeUnit.MILLISECONDS.toNanos(50));
        // Before the first assertion, which takes the processor for longer
        long spent = clock.getCurrentThreadCpuTime() - before;
        assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(50));
        assertThat(spent).isLessThan(TimeUnit.MILLISECONDS.toNanos(50));
    }
}
