// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The adaptive interval in front of a modelled sink, in virtual time. */
@Timeout(60)
class AdaptiveIntervalTest {

    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;
    private static final long GOAL = 50 * MILLI;

    /** The times of a sink that takes 200 us for a call and 0.1 us for a record. */
    private static final LongUnaryOperator PER_CALL = size -> 200_000 + 100L * size;

    private static double adaptiveP99(LongUnaryOperator call, double rate) {
        ModelledSink sink = new ModelledSink(call);
        AdaptiveInterval adaptive = new AdaptiveInterval(GOAL);
        sink.rate(rate);
        sink.run(SECOND, adaptive);
        sink.forget();
        sink.run(3 * SECOND, adaptive);
        assertThat(sink.behind(3 * SECOND)).as("stable").isLessThan(GOAL);
        return sink.percentile(0.99);
    }

    private static double fixedP99(double rate, long interval) {
        ModelledSink sink = new ModelledSink(PER_CALL);
        sink.rate(rate);
        sink.run(SECOND, () -> interval);
        sink.forget();
        sink.run(3 * SECOND, () -> interval);
        return sink.behind(3 * SECOND) > SECOND / 2 ? Double.POSITIVE_INFINITY : sink.percentile(0.99);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e3, 2e3, 4e3, 4.75e3, 6e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6, 6e6})
    void itIsNoWorseThanTheBestFixedIntervalAtEachRate(double rate) {
        double best = Double.POSITIVE_INFINITY;
        for (long millis : new long[] {1, 2, 5, 10, 20, 50, 100}) {
            best = Math.min(best, fixedP99(rate, millis * MILLI));
        }
        ModelledSink singly = new ModelledSink(PER_CALL);
        singly.rate(rate);
        singly.runSingly(SECOND);
        best = Math.min(best, singly.percentile(0.99));

        assertThat(adaptiveP99(PER_CALL, rate)).isLessThanOrEqualTo(1.15 * best);
    }

    /** If records alone take more than the intended share of the time, waiting cannot bring calls down to it. */
    @ParameterizedTest
    @ValueSource(doubles = {7e6, 8e6, 9e6, 9.5e6})
    void itIsStableAndWithinItsGoalNearTheMostThatTheSinkTakes(double rate) {
        assertThat(adaptiveP99(PER_CALL, rate)).isLessThanOrEqualTo(GOAL * ModelledSink.RESOLUTION);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e3, 2e3, 4e3, 4.75e3})
    void nothingWaitsWhereSingleTuplesKeepUp(double rate) {
        ModelledSink sink = new ModelledSink(PER_CALL);
        AdaptiveInterval adaptive = new AdaptiveInterval(GOAL);
        sink.rate(rate);
        sink.run(SECOND, adaptive);
        assertThat(adaptive.nanos()).isZero();
        assertThat(sink.meanSize()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {2e4, 1e5, 1e6, 5e6})
    void callsTakeFourFifthsOfTheTimeAboveThat(double rate) {
        ModelledSink sink = new ModelledSink(PER_CALL);
        AdaptiveInterval adaptive = new AdaptiveInterval(GOAL);
        sink.rate(rate);
        sink.run(SECOND, adaptive);
        sink.forget();
        sink.run(2 * SECOND, adaptive);
        assertThat(sink.busyNanos() / SECOND).isBetween(0.6, 0.81);
    }

    @Test
    void afterATenfoldChangeItIsBackWithinTheGoalInTwoSeconds() {
        ModelledSink sink = new ModelledSink(PER_CALL);
        AdaptiveInterval adaptive = new AdaptiveInterval(GOAL);
        long now = 0;
        for (double rate : new double[] {8e4, 8e5, 8e6, 8e5, 8e4, 8e3, 8e2, 8e3, 8e4, 8e6}) {
            sink.rate(rate);
            sink.run(now + 2 * SECOND, adaptive);
            sink.forget();
            sink.run(now + 10 * SECOND, adaptive);
            assertThat(sink.percentile(1)).as("at %s", rate).isLessThanOrEqualTo(GOAL * ModelledSink.RESOLUTION);
            now += 10 * SECOND;
        }
    }

    /**
     * Beyond some size a call takes longer than the time in which its tuples come, as if they no longer fit a cache.
     */
    @Test
    void whereLongerIntervalsMakeItWorseItGoesBack() {
        AdaptiveInterval adaptive = new AdaptiveInterval(10 * SECOND);
        double rate = 3e5 / 1e9;
        long now = 0;
        int periods = 0;
        // A slow time, after which x is far beyond the interval that the calls keep up with
        for (; periods < 3; periods++) {
            now = period(adaptive, now, rate, 12 * MILLI);
        }
        assertThat(adaptive.nanos()).isGreaterThan(14 * MILLI);
        for (; periods < 200; periods++) {
            double size = Math.max(1, rate * adaptive.nanos());
            now = period(adaptive, now, rate, (long) (100_000 + size * size));
        }
        double size = Math.max(1, rate * adaptive.nanos());
        assertThat((100_000 + size * size) / adaptive.nanos()).isLessThan(0.85);
    }

    private static long period(AdaptiveInterval adaptive, long start, double rate, long call) {
        long now = start;
        while (now - start < AdaptiveInterval.PERIOD_NANOS) {
            long from = now + Math.max(adaptive.nanos(), call) - call;
            now = from + call;
            adaptive.executed((int) Math.max(1, rate * (now - start)), 0, from, now);
        }
        return now;
    }

    /** This holds for all costs of calls, as far as the load can be carried at all. */
    @Test
    void itIsStableAndWithinItsBoundsForAnySinkThatCanBeStable() {
        Random random = new Random(1);
        for (int run = 0; run < 60; run++) {
            double perCall = Math.exp(random.nextDouble() * Math.log(200)) * 50_000;
            double perRecord = Math.exp(random.nextDouble() * Math.log(1e3)) * 10;
            double most = 1e9 / perRecord;
            double rate = Math.max(100, most * random.nextDouble() * 0.75);
            double noise = random.nextDouble();
            LongUnaryOperator call =
                    size -> (long) ((perCall + perRecord * size) * (1 - noise / 4 + noise / 2 * random.nextDouble()));
            long goal = (long) (100 * perCall) + 20 * MILLI;
            AdaptiveInterval adaptive = new AdaptiveInterval(goal);
            ModelledSink sink = new ModelledSink(call);
            for (int step = 0; step < 4; step++) {
                sink.rate(Math.max(100, rate * (0.1 + 0.9 * random.nextDouble())));
                sink.run((10 * step + 7) * SECOND / 10, adaptive);
                sink.forget();
                sink.run((10 * step + 10) * SECOND / 10, adaptive);
                assertThat(adaptive.nanos()).as("run %s", run).isBetween(0L, goal);
                assertThat(sink.percentile(1))
                        .as("run %s: %s ns per call, %s ns per record, %s/s", run, perCall, perRecord, rate)
                        .isLessThan(1.02 * goal);
            }
        }
    }

    /** Calls are short, but the task takes long to take tuples. */
    @Test
    void batchesThatAreLateWaitForLonger() {
        AdaptiveInterval adaptive = new AdaptiveInterval(GOAL);
        long now = 0;
        for (int i = 0; i < 200; i++) {
            adaptive.executed(1_000, 3 * MILLI, now, now + MILLI);
            now += 4 * MILLI;
        }
        assertThat(adaptive.nanos()).isEqualTo(5 * MILLI);
    }

    @Test
    void aBatchThatAPauseHasDelayedMakesNoLaterOneWaitForLonger() {
        AdaptiveInterval adaptive = new AdaptiveInterval(GOAL);
        long now = 0;
        for (int i = 1; i < 5_000; i++) {
            adaptive.executed(90, i % 50 == 0 ? 3 * MILLI : 0, now, now + 200_000);
            now += 300_000;
            assertThat(adaptive.nanos()).as("after %s calls", i).isLessThanOrEqualTo(250_000);
        }
        assertThat(adaptive.nanos()).isEqualTo(250_000);
    }

    @Test
    void theIntervalLeavesRoomForTheSlowestCallsWithinTheGoal() {
        AdaptiveInterval adaptive = new AdaptiveInterval(10 * MILLI);
        long now = 0;
        for (int i = 0; i < 200; i++) {
            long call = i % 20 == 0 ? 9 * MILLI : 8 * MILLI;
            adaptive.executed(1_000, 0, now, now + call);
            now += call;
        }
        assertThat(adaptive.nanos()).isEqualTo(MILLI);
    }
}
