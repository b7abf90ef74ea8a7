// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LateTuplesTest {

    private static final long MILLI = 1_000_000;

    private final LateTuples late = new LateTuples();

    private int picked(int tuples, long least, long most) {
        SplittableRandom random = new SplittableRandom(1);
        int picked = 0;
        for (int i = 0; i < tuples; i++) {
            picked += late.isLate(random.nextLong(least, most)) ? 1 : 0;
        }
        return picked;
    }

    @Test
    void aPunctualSourceHasNone() {
        assertThat(picked(100_000, 0, 100_000)).isZero();
    }

    @Test
    void aboutOneOfAThousandIsTakenOfASourceThatIsAlwaysLate() {
        picked(100_000, MILLI, 50 * MILLI);
        assertThat(picked(100_000, MILLI, 50 * MILLI)).isBetween(50, 200);
    }

    @Test
    void whatIsLaterThanAllBeforeIsTaken() {
        picked(100_000, MILLI, 50 * MILLI);
        assertThat(late.isLate(70 * MILLI)).isTrue();
    }
}
