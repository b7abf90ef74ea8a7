// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The time for which the first tuple of an inbox has waited. */
class InboxAgeTest {

    private final InboxAge age = new InboxAge();

    @Test
    void followsOneTupleAfterTheOther() {
        assertThat(age.nanos(5)).isZero();
        age.added(10);
        age.added(12);
        assertThat(age.nanos(30)).isEqualTo(20);
        age.taken(40);
        assertThat(age.nanos(40)).as("what the first one took").isEqualTo(30);
        age.added(41);
        age.taken(44);
        assertThat(age.nanos(44)).isEqualTo(30);
        assertThat(age.nanos(80)).isEqualTo(39);
        age.taken(81);
        assertThat(age.nanos(82)).as("it is empty").isZero();
    }

    @Test
    void whatWasDroppedIsForgotten() {
        age.added(10);
        age.added(10);
        age.cleared();
        assertThat(age.nanos(50)).isZero();
        age.added(60);
        assertThat(age.nanos(70)).isEqualTo(10);
        age.taken(75);
        assertThat(age.nanos(80)).isZero();
    }

    /** If the flow is steady, the answer is about the time that tuples wait. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void isNearTheTrueAge(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ArrayDeque<Long> inbox = new ArrayDeque<>();
        for (long now = 0; now < 100_000; now++) {
            if (random.nextInt(10) == 0) {
                inbox.add(now);
                age.added(now);
            }
            if (random.nextInt(10) == 0 && inbox.size() > 40) {
                inbox.remove();
                age.taken(now);
            }
            if (now > 5_000) {
                assertThat((double) age.nanos(now)).isBetween(0.4 * (now - inbox.peek()), 2.5 * (now - inbox.peek()));
            }
        }
    }
}
