// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.buffering;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.BuffersInputs;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import org.junit.jupiter.api.Test;

class BufferedInputsTest {

    /** A bolt that holds inputs which are due when the test says so. */
    private static final class Holder implements Bolt, BuffersInputs {

        private static final long serialVersionUID = 1L;

        private long deadline = NEVER;

        @Override
        public void prepare(TaskContext context, BoltCollector out) {}

        @Override
        public void execute(Tuple input) {}

        @Override
        public long deadline() {
            return deadline;
        }

        @Override
        public void release() {
            deadline = NEVER;
        }
    }

    private final Holder bolt = new Holder();
    private final BufferedInputs held = new BufferedInputs(bolt, (where, error) -> {
        throw new AssertionError(where, error);
    });

    @Test
    void whatComesBehindThoseThatWaitedWhenTimeCameIsForTheNextBatch() {
        bolt.deadline = 100;
        held.begin(50, 9);
        assertThat(held.executed(50, 9)).isFalse();
        assertThat(held.isDue(50, true)).isFalse();
        held.begin(100, 2);
        assertThat(held.isDue(100, true)).isFalse();
        // Other inputs come meanwhile
        assertThat(held.executed(100, 8)).isFalse();
        assertThat(held.executed(100, 8)).isTrue();
        assertThat(held.isDue(100, true)).isTrue();
        held.release().run();
        assertThat(held.holdsAny()).isFalse();
        bolt.deadline = 200;
        held.begin(150, 8);
        assertThat(held.executed(150, 7)).isFalse();
        assertThat(held.isDue(150, true)).isFalse();
    }

    @Test
    void oneWithoutAWaitTakesWhatWaitsBehindItsFirstInput() {
        held.begin(10, 3);
        bolt.deadline = Long.MIN_VALUE;
        assertThat(held.executed(10, 2)).isFalse();
        assertThat(held.executed(10, 9)).isFalse();
        assertThat(held.executed(10, 9)).isTrue();
    }

    @Test
    void aTurnEndsWithTheInputThatCompletesABatch() {
        bolt.deadline = 100;
        held.begin(1, 5);
        assertThat(held.executed(1, 4)).isFalse();
        bolt.release();
        assertThat(held.executed(1, 3)).isTrue();
        assertThat(held.isDue(1, true)).isFalse();
    }

    @Test
    void whatIsDueIsReleasedWhenNothingWaits() {
        bolt.deadline = 100;
        held.begin(100, 5);
        assertThat(held.executed(100, 4)).isFalse();
        assertThat(held.isDue(100, false)).isTrue();
    }
}
