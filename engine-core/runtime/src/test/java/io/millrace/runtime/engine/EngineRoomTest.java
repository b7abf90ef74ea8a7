// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.runtime.engine.CoreUse.Ticks;
import org.junit.jupiter.api.Test;

/** The number of further engines for which there is room. */
class EngineRoomTest {

    private static final long LOOK = EngineScaler.LOOK_NANOS;

    private Ticks ticks = new Ticks(0, 0);
    private long now = 1_000 * LOOK;

    private final EngineRoom room = new EngineRoom(() -> ticks, 4);

    /** Returns the room at a later look, in which this number of the 4 cores was idle. */
    private int free(double idle) {
        now += LOOK;
        ticks = new Ticks(ticks.idle() + Math.round(100 * idle), ticks.all() + 400);
        return room.free(0, 0, now);
    }

    @Test
    void theFirstLookKnowsNothing() {
        assertThat(free(4)).isZero();
        assertThat(free(4)).isEqualTo(4);
    }

    @Test
    void idleCoresAreThoseOfTheLastLooks() {
        free(0);
        assertThat(free(1)).isEqualTo(1);
        assertThat(free(3)).isEqualTo(2);
        assertThat(free(3)).isEqualTo(3);
        assertThat(free(0.4)).isEqualTo(2);
        now += 20 * LOOK;
        assertThat(free(4)).as("too long ago").isZero();
    }

    @Test
    void aCoreIsNotGivenTwice() {
        free(3);
        assertThat(free(3)).isEqualTo(3);
        room.take(2, now);
        assertThat(free(3)).isEqualTo(1);
        now += EngineRoom.TAKEN_NANOS;
        free(1);
        assertThat(free(1)).isEqualTo(1);
        assertThat(room.free(0, 1, now)).as("one waits for its turn to start").isZero();
    }

    @Test
    void slotsAreOfAllTasks() {
        Object one = new Object();
        Object other = new Object();
        room.has(one, 3);
        room.has(other, 2);
        assertThat(room.free(8, 0, now)).isEqualTo(3);
        room.has(other, 5);
        assertThat(room.free(8, 0, now)).isZero();
        room.leaves(one);
        assertThat(room.free(8, 0, now)).isEqualTo(3);
    }

    @Test
    void withoutThatFileEachEngineHasACore() {
        EngineRoom unknown = new EngineRoom(() -> null, 4);
        unknown.has(this, 3);
        assertThat(unknown.free(0, 0, now)).isEqualTo(1);
    }

    @Test
    void readsTheSumOverAllCores() {
        assertThat(Ticks.parse("cpu  100 5 20 800 30 1 2 3 0 0")).isEqualTo(new Ticks(830, 961));
        assertThat(Ticks.parse("cpu0 100 5 20 800 30 1 2 3 0 0")).isNull();
        assertThat(Ticks.parse("cpu  100 5 20 x 30 1 2 3 0 0")).isNull();
        assertThat(Ticks.parse(null)).isNull();
        Ticks now = CoreUse.OF_NODE.read();
        if (now != null) {
            assertThat(now.all()).isGreaterThan(now.idle());
        }
    }
}
