// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ExpectedEndingsTest {

    private static final long SERVICE = 3_200;

    private static List<Message> given(long... times) {
        return LongStream.of(times)
                .mapToObj(time -> {
                    Message message = new Message(null, null);
                    message.given = time;
                    return message;
                })
                .toList();
    }

    private static int within(long now, long nanos, long... given) {
        return ExpectedEndings.within(given(given), SERVICE, now, nanos);
    }

    private static long next(long now, long nanos, long... given) {
        return ExpectedEndings.next(given(given), SERVICE, now, nanos);
    }

    @Test
    void aMessageEndsWhenItHasTakenTheMeanTime() {
        assertThat(within(1_000, 2_199, 0)).isZero();
        assertThat(next(1_000, 2_199, 0)).isEqualTo(1_001);
        assertThat(within(1_001, 2_199, 0)).isEqualTo(1);
        assertThat(next(1_001, 2_199, 0)).isEqualTo(Long.MAX_VALUE);
        assertThat(within(6_400, 2_199, 0)).as("it takes longer than the mean").isEqualTo(1);
        assertThat(within(6_401, 2_199, 0)).as("it takes twice as long").isZero();
    }

    @Test
    void theyEndInTheOrderInWhichTheyWereGiven() {
        assertThat(within(3_000, 1_000, 0, 700, 900, 2_000)).isEqualTo(2);
        assertThat(next(3_000, 1_000, 0, 700, 900, 2_000)).isEqualTo(3_100);
    }

    @Test
    void allEndSoonIfTheirTimeIsShorterThanThat() {
        assertThat(within(5_000, SERVICE, 4_999, 5_000)).isEqualTo(2);
    }

    @Test
    void aPartThatIsTooSmallDoesNotCount() {
        assertThat(within(3_200, 99, 0)).isZero();
        assertThat(next(0, 99, 0)).isEqualTo(Long.MAX_VALUE);
        assertThat(within(3_200, 100, 0)).isEqualTo(1);
    }

    @Test
    void nothingIsKnownBeforeTheFirstMessageIsDone() {
        assertThat(ExpectedEndings.within(given(0), 0, 9_000, 9_000)).isZero();
        assertThat(ExpectedEndings.next(given(0), 0, 9_000, 9_000)).isEqualTo(Long.MAX_VALUE);
    }
}
