// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A simulated writer on a stepped clock: each call costs a fixed time and a little per byte. */
class WriteGovernorTest {

    private static final long MICRO = 1_000L;
    private static final long MILLI = 1_000_000L;
    private static final long BUDGET = MILLI;
    private static final long COST = 12 * MICRO;
    private static final int MESSAGE = 64;

    /** The results of one run. */
    private static final class Run {
        private long writes;
        private long lingers;
        private long messages;
        private long longestWait;
        private long busy;
        private long elapsed;

        private double messagesPerWrite() {
            return (double) messages / writes;
        }

        private double busyShare() {
            return (double) busy / elapsed;
        }
    }

    /** Messages come at times that the seed scatters around the interval; the writer obeys the governor. */
    private static Run run(WriteGovernor governor, long intervalNanos, long nanos, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Run run = new Run();
        long now = seed;
        long end = now + nanos;
        long next = now;
        while (now < end) {
            now = Math.max(now, next);
            long linger = governor.lingerNanos(now);
            assertThat(linger).isBetween(0L, (long) (WriteGovernor.BUDGET_SHARE * BUDGET));
            run.longestWait = Math.max(run.longestWait, linger);
            if (linger > 0) {
                run.lingers++;
                now += linger;
                governor.onLingered(linger);
            }
            int messages = 0;
            while (next <= now) {
                messages++;
                next += 1 + (long) (random.nextDouble() * 2 * intervalNanos);
            }
            long took = COST + messages * MESSAGE / 4;
            governor.onWritten(now, now + took, 1, (long) messages * MESSAGE);
            now += took;
            run.busy += took;
            run.writes++;
            run.messages += messages;
        }
        run.elapsed = now - (end - nanos);
        return run;
    }

    @Test
    void aWriterThatIsNotBusyNeverWaits() {
        for (long seed = 1; seed < 50; seed++) {
            // The writer is busy for a fifth of the time at most.
            Run run = run(new WriteGovernor(BUDGET), 60 * MICRO + seed * seed * MICRO, 100 * MILLI, seed);
            assertThat(run.lingers).isZero();
        }
    }

    @Test
    void oneThatWasIdleWritesAtOnceHoweverBusyItHadBeen() {
        SplittableRandom random = new SplittableRandom(3);
        for (long seed = 1; seed < 50; seed++) {
            WriteGovernor governor = new WriteGovernor(BUDGET);
            run(governor, 10 * MICRO, 20 * MILLI, seed);
            long idle = (long) (WriteGovernor.BUDGET_SHARE * BUDGET) + 1 + random.nextLong(10 * MILLI);
            assertThat(governor.lingerNanos(seed + 21 * MILLI + idle)).isZero();
        }
    }

    @Test
    void aHotWriterMakesLargerBatchesAndFreesTheProcessorWithinTheBudget() {
        for (long seed = 1; seed < 50; seed++) {
            long interval = MICRO + seed % 12 * MICRO;
            Run free = run(new WriteGovernor(0), interval, 100 * MILLI, seed);
            Run governed = run(new WriteGovernor(BUDGET), interval, 100 * MILLI, seed);
            assertThat(free.lingers).isZero();
            assertThat(governed.lingers).isPositive();
            assertThat(governed.messagesPerWrite()).isGreaterThan(2 * free.messagesPerWrite());
            assertThat(governed.busyShare()).isLessThan(0.45);
        }
    }

    @Test
    void batchesGrowWithTheLoad() {
        double before = 0;
        for (long interval : new long[] {100, 20, 10, 5, 2, 1}) {
            double now = run(new WriteGovernor(BUDGET), interval * MICRO, 100 * MILLI, 7)
                    .messagesPerWrite();
            assertThat(now).isGreaterThan(before);
            before = now;
        }
    }

    @Test
    void largeBatchesNeedNoWaiting() {
        WriteGovernor governor = new WriteGovernor(BUDGET);
        long now = 0;
        for (int i = 0; i < 10_000; i++) {
            assertThat(governor.lingerNanos(now)).isZero();
            governor.onWritten(now, now + COST, 1, 64 * 1024);
            now += COST;
        }
    }
}
