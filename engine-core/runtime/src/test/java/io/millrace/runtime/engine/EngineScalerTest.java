// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import static io.millrace.runtime.engine.ScaledQueue.MILLI;
import static io.millrace.runtime.engine.ScaledQueue.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.EngineBounds.Range;
import io.millrace.api.metrics.EngineDecision.Verdict;
import io.millrace.runtime.engine.EngineScaler.Counts;
import io.millrace.runtime.engine.EngineScaler.Decision;
import io.millrace.runtime.engine.EngineScaler.Look;
import java.util.SplittableRandom;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decisions about the number of engines, alone and with a simulated queue. */
class EngineScalerTest {

    private static final long SERVICE = 100 * MILLI;
    private static final long START = 500 * MILLI;

    private static EngineScaler scaler(int min, int max) {
        return new EngineScaler(new Range(min, max), 200 * MILLI, 30 * SECOND);
    }

    private static Look late(long waiting, int tasks, int engines, int starting, long serviceMillis, int room) {
        return new Look(250 * MILLI, waiting, tasks, new Counts(engines, starting, 0, 0), serviceMillis * MILLI, room);
    }

    private static Look quiet(int engines, int idle) {
        return new Look(0, 0, 1, new Counts(engines, 0, idle, idle), SERVICE, 0);
    }

    private static Decision third(EngineScaler scaler, Look look) {
        assertThat(scaler.look(look)).isNull();
        assertThat(scaler.look(look)).isNull();
        return scaler.look(look);
    }

    @Test
    void startsAsManyAsTheWaitingWorkNeeds() {
        Decision decision = third(scaler(1, 64), late(37, 1, 2, 0, 120, 50));
        assertThat(decision)
                .isEqualTo(new Decision(
                        Verdict.STARTED,
                        23,
                        "the first of 37 messages has waited for 250 ms, engine.scale.up.wait is 200 ms: at 120 ms each, 23 more"
                                + " are needed; there is room for 50, the bounds are 1..64"));
        assertThat(third(scaler(1, 64), late(37, 4, 2, 0, 120, 50)).change())
                .as("of four tasks")
                .isEqualTo(6);
        assertThat(third(scaler(1, 64), late(37, 1, 22, 20, 120, 50)).change())
                .as("some start")
                .isEqualTo(3);
        assertThat(third(scaler(1, 64), late(37, 1, 42, 40, 120, 50)))
                .as("enough start")
                .isNull();
        assertThat(third(scaler(1, 64), late(37, 1, 2, 0, 120, 3)).change())
                .as("by room")
                .isEqualTo(3);
        assertThat(third(scaler(1, 8), late(37, 1, 2, 0, 120, 50)).change())
                .as("by the bounds")
                .isEqualTo(6);
        assertThat(third(scaler(1, 8), late(37, 1, 1, 0, 0, 50)).change())
                .as("unknown time")
                .isEqualTo(1);
        assertThat(third(scaler(1, 2_000 / 2), late(Long.MAX_VALUE, 1, 1, 0, 120, 5_000))
                        .change())
                .isEqualTo(999);
    }

    @Test
    void saysWhyItStartsNone() {
        assertThat(third(scaler(1, 8), late(37, 1, 8, 0, 120, 50)).verdict()).isEqualTo(Verdict.AT_MAX);
        Decision decision = third(scaler(1, 8), late(37, 1, 2, 0, 120, 0));
        assertThat(decision.verdict()).isEqualTo(Verdict.NO_ROOM);
        assertThat(decision.change()).isZero();
        assertThat(decision.reason()).endsWith("there is room for no other");
    }

    @Test
    void threeLooksInARowMustBeLate() {
        EngineScaler scaler = scaler(1, 8);
        Look late = late(10, 1, 1, 0, 100, 8);
        assertThat(scaler.look(late)).isNull();
        assertThat(scaler.look(late)).isNull();
        assertThat(scaler.look(quiet(1, 0))).isNull();
        assertThat(third(scaler, late)).isNotNull();
        assertThat(third(scaler, late)).as("three more for the next").isNotNull();
        assertThat(scaler.isLate(200 * MILLI)).isFalse();
        assertThat(scaler.isLate(200 * MILLI + 1)).isTrue();
    }

    @Test
    void freeEnginesCountAndManyOfThemMeanThatSomethingElseIsSlow() {
        Look few = new Look(250 * MILLI, 37, 1, new Counts(8, 0, 2, 0), 120 * MILLI, 50);
        assertThat(third(scaler(1, 64), few).change()).isEqualTo(21);
        Look many = new Look(250 * MILLI, 37, 1, new Counts(8, 0, 3, 0), 120 * MILLI, 50);
        assertThat(third(scaler(1, 64), many)).isNull();
    }

    @Test
    void endsThoseThatAreIdleAndKeepsTheLeast() {
        assertThat(scaler(2, 8).look(quiet(6, 3)))
                .isEqualTo(
                        new Decision(Verdict.ENDED, -3, "3 had no message for engine.scale.down.idle, which is 30 s"));
        assertThat(scaler(2, 8).look(quiet(3, 3)).change()).isEqualTo(-1);
        assertThat(scaler(2, 8).look(quiet(2, 2))).isNull();
        assertThat(scaler(2, 8).look(quiet(6, 0))).isNull();
    }

    @Test
    void otherBoundsHoldAtOnce() {
        EngineScaler scaler = scaler(1, 8);
        assertThat(scaler.within(8)).isNull();
        scaler.bounds(new Range(2, 4));
        assertThat(scaler.within(8)).isEqualTo(new Decision(Verdict.ENDED, -4, "the bounds are 2..4"));
        assertThat(scaler.look(quiet(1, 0))).isEqualTo(new Decision(Verdict.STARTED, 1, "the bounds are 2..4"));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void aStepOfLoadIsMetAndTheEnginesEndAfterIt(long seed) {
        ScaledQueue queue = new ScaledQueue(seed, scaler(1, 16), SERVICE / 2, START);
        queue.runUntil(10 * SECOND, at -> 0.3);
        assertThat(queue.changes).as("no need yet").isEmpty();
        queue.watchGaps();
        LongToDoubleFunction step = at -> at < 60 * SECOND ? 8 : 0;
        queue.runUntil(15 * SECOND, step);
        assertThat(queue.firstFurtherMessage - 10 * SECOND).as("start included").isLessThan(2 * SECOND);
        assertThat(queue.count()).isGreaterThanOrEqualTo(8);
        assertThat(queue.headAge()).isLessThan(200 * MILLI);
        queue.runUntil(60 * SECOND, step);
        assertThat(queue.count()).isGreaterThanOrEqualTo(8);
        assertThat(queue.longestGap).as("a result comes").isLessThan(100 * MILLI);
        queue.runUntil(92 * SECOND, step);
        assertThat(queue.count()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {10, 20, 40})
    void aSquareWaveDoesNotMakeItFlap(long periodSeconds) {
        ScaledQueue queue = new ScaledQueue(periodSeconds, scaler(1, 16), SERVICE, START);
        long half = periodSeconds * SECOND / 2;
        LongToDoubleFunction wave = at -> at / half % 2 == 0 ? 6 : 0.2;
        queue.runUntil(120 * SECOND, wave);
        int settled = queue.changes.size();
        queue.runUntil(600 * SECOND, wave);
        assertThat(queue.changes.subList(settled, queue.changes.size()))
                .as("none is started again")
                .noneMatch(change -> change.decision().verdict() == Verdict.STARTED);
        assertThat(queue.count()).isGreaterThanOrEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void anyLoadKeepsTheBoundsAndTheRoom(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ScaledQueue queue = new ScaledQueue(seed, scaler(2, 12), SERVICE, START);
        queue.room = 9;
        for (int part = 1; part <= 20; part++) {
            double load = random.nextDouble(14);
            queue.runUntil(part * 20 * SECOND, at -> load);
            assertThat(queue.count()).isBetween(2, 9);
        }
        assertThat(queue.most).isEqualTo(9);
        assertThat(queue.decisions).extracting(Decision::verdict).contains(Verdict.NO_ROOM);
        queue.runUntil(queue.now + 200 * SECOND, at -> 0);
        assertThat(queue.count()).isEqualTo(2);
    }
}
