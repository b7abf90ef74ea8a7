// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChannelEpochsTest {

    private static final int MOST = 1 << 21;

    private final List<Throwable> refusals = new ArrayList<>();

    private ChannelEpochs start(long workerEpoch) {
        return new ChannelEpochs(workerEpoch, refusals::add);
    }

    @Test
    void eachIsLaterThanAllBefore() {
        long last = -1;
        for (int assignment = 0; assignment < 3; assignment++) {
            for (int start = 1; start < 3; start++) {
                ChannelEpochs epochs = start(start);
                for (int opened = 0; opened < 100_000; opened++) {
                    long epoch = epochs.next(assignment);
                    assertThat(epoch > last)
                            .describedAs("%s %s %s", assignment, start, opened)
                            .isTrue();
                    last = epoch;
                }
            }
        }
        assertThat(refusals).isEmpty();
    }

    @Test
    void amongAllOfOneStartNoneRepeatsAndTheNextStartIsLater() {
        ChannelEpochs epochs = start(MOST - 2);
        long last = -1;
        for (int opened = 0; opened < MOST; opened++) {
            long epoch = epochs.next(MOST - 1);
            if (epoch <= last) {
                throw new AssertionError("end " + opened + " has epoch " + epoch + " after " + last);
            }
            last = epoch;
        }
        for (int again = 0; again < 2; again++) {
            assertThatThrownBy(() -> epochs.next(MOST - 1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("a channel to another region cannot be opened: opening " + (MOST + again)
                            + " is above 2097151, the most that its epoch has room for: the worker starts anew");
        }
        assertThat(refusals).hasSize(2);
        assertThat(start(MOST - 1).next(MOST - 1)).isGreaterThan(last);
    }

    @ParameterizedTest
    @CsvSource({"2097152, 1, assignment 2097152", "1, 2097152, start of the worker 2097152"})
    void whatHasNoNumberIsRefused(long assignment, long start, String what) {
        assertThatThrownBy(() -> start(start).next(assignment))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "a channel to another region cannot be opened: " + what
                                + " is above 2097151, the most that its epoch has room for: kill the topology and submit it again");
        assertThat(refusals).hasSize(1);
    }
}
