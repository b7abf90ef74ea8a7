package io.millrace.runtime.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChannelEpochsTest {

    @Test
    void eachIsLaterThanAllBefore() {
        long last = -1;
        for (int assignment = 0; assignment < 3; assignment++) {
            for (int start = 1; start < 3; start++) {
                for (int opened = 0; opened < 100_000; opened++) {
                    long epoch = ChannelEpochs.next(assignment, start);
                    assertThat(epoch > last)
                            .describedAs("%s %s %s", assignment, start, opened)
                            .isTrue();
                    last = epoch;
                }
            }
        }
    }

    @Test
    void aMillionRebalancesArePositive() {
        assertThat(ChannelEpochs.next(1_000_000, 60_000)).isPositive();
    }
}
