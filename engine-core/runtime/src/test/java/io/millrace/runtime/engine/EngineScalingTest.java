// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.EngineHost;
import io.millrace.api.config.EngineBounds.Range;
import io.millrace.api.metrics.EngineDecision.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The view of a task at its looks, and the consequences of decisions. */
class EngineScalingTest {

    private static final long MILLI = 1_000_000;

    private final List<String> events = new ArrayList<>();
    private long now = 1_000 * MILLI;
    private int count = 2;
    private int idle;
    private long headAge;
    private final EngineRoom room = new EngineRoom(() -> null, 4);

    private final EngineScaling scaling = new EngineScaling(
            new EngineScaler(new Range(2, 8), 200 * MILLI, 30_000 * MILLI), room, 6, () -> now, new Some());

    private final class Some implements EngineScaling.Engines {

        @Override
        public int count() {
            return count;
        }

        @Override
        public int starting() {
            return 0;
        }

        @Override
        public int free() {
            return 0;
        }

        @Override
        public int idleSince(long time) {
            assertThat(now - time).isEqualTo(30_000 * MILLI);
            return idle;
        }

        @Override
        public void begin(int engines) {
            count += engines;
        }

        @Override
        public void end(int engines) {
            count -= engines;
        }
    }

    private final class Told implements EngineHost {

        @Override
        public long headAgeNanos() {
            return headAge;
        }

        @Override
        public long waiting() {
            return 20;
        }

        @Override
        public int tasks() {
            return 1;
        }

        @Override
        public void decided(Verdict verdict, int before, int after, String reason) {
            events.add(verdict + " " + before + " " + after);
        }
    }

    private void look() {
        now += EngineScaler.LOOK_NANOS;
        scaling.look();
    }

    @Test
    void startsAndEndsAndTells() {
        scaling.host(new Told());
        scaling.served(100 * MILLI);
        headAge = 300 * MILLI;
        look();
        look();
        assertThat(events).isEmpty();
        look();
        assertThat(events).as("by slots").containsExactly("STARTED 2 6");
        for (int i = 0; i < EngineScaler.LATE_LOOKS; i++) {
            look();
        }
        assertThat(events).last().isEqualTo("NO_ROOM 6 6");
        headAge = 0;
        idle = 3;
        look();
        assertThat(events).last().isEqualTo("ENDED 6 3");
        assertThat(room.free(6, 0, now)).isEqualTo(3);
        scaling.close();
        assertThat(room.free(6, 0, now)).isEqualTo(6);
    }

    @Test
    void otherBoundsHoldBeforeTheNextLook() {
        scaling.host(new Told());
        assertThat(scaling.isElastic()).isTrue();
        scaling.bounds(new Range(4, 4));
        assertThat(events).containsExactly("STARTED 2 4");
        assertThat(scaling.isElastic()).isFalse();
        scaling.bounds(new Range(4, 4));
        scaling.bounds(new Range(1, 3));
        assertThat(events).containsExactly("STARTED 2 4", "ENDED 4 3");
    }

    @Test
    void withoutATaskThatTellsNothingChanges() {
        headAge = 300 * MILLI;
        for (int i = 0; i < 10; i++) {
            look();
        }
        assertThat(count).isEqualTo(2);
    }

    @Test
    void laterMessagesCountMore() {
        ServiceTime time = new ServiceTime();
        assertThat(time.nanos()).isZero();
        time.add(100);
        assertThat(time.nanos()).isEqualTo(100);
        time.add(260);
        assertThat(time.nanos()).isEqualTo(110);
        for (int i = 0; i < 200; i++) {
            time.add(1_000);
        }
        assertThat(time.nanos()).isBetween(990L, 1_000L);
    }
}
