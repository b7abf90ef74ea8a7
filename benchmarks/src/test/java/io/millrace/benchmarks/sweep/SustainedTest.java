// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SustainedTest {

    private static Sustained seen(double perSecond, double seconds, long waitingAfter, double late, long done) {
        return new Sustained(perSecond, seconds, 2, 3, waitingAfter, late, done);
    }

    @Test
    void whatComesOutAsItGoesInHolds() {
        assertThat(seen(100, 5, 3, 0.001, 500).holds()).isTrue();
        assertThat(seen(0.5, 40, 3, 1.9, 20).holds()).isTrue();
    }

    @Test
    void aQueueMayGrowByAMessagePerEngine() {
        assertThat(seen(4, 5, 5, 0, 20).holds()).isTrue();
        assertThat(seen(4, 5, 6, 0, 20).holds()).isFalse();
        assertThat(seen(4, 5, 6, 0, 20).reason()).contains("the queue grows by 3");
    }

    @Test
    void aQueueOfManyMessagesMayGrowByAHundredthOfThem() {
        assertThat(seen(10_000, 5, 3 + 500, 0, 50_000).holds()).isTrue();
        assertThat(seen(10_000, 5, 3 + 501, 0, 50_000).holds()).isFalse();
    }

    @Test
    void theSourceMayBeLateByAnIntervalOrAHundredthOfTheWindow() {
        assertThat(seen(2, 10, 3, 0.49, 20).holds()).isTrue();
        assertThat(seen(2, 10, 3, 0.51, 20).holds()).isFalse();
        assertThat(seen(1_000, 5, 3, 0.049, 5_000).holds()).isTrue();
        assertThat(seen(1_000, 5, 3, 0.051, 5_000).holds()).isFalse();
        assertThat(seen(1_000, 5, 3, 0.051, 5_000).reason()).contains("51 ms late");
    }

    @Test
    void whatIsToleratedIsToldInMessagesAndIntervals() {
        Sustained tolerated = seen(10_000, 5, 3 + 400, 0.04, 50_000);
        assertThat(tolerated.holds()).isTrue();
        assertThat(tolerated.growth()).isEqualTo(400);
        assertThat(tolerated.lateIntervals()).isEqualTo(400);
    }

    @Test
    void ninetyNinePercentComeOutButForTheOneThatIsAboutTo() {
        assertThat(seen(1_000, 5, 3, 0, 4_949).holds()).isTrue();
        assertThat(seen(1_000, 5, 3, 0, 4_948).holds()).isFalse();
        assertThat(seen(2, 10, 4, 0, 19).holds()).isTrue();
        assertThat(seen(2, 10, 5, 0, 18).holds()).isFalse();
    }

    @Test
    void inAShortWindowAFewHundredthsOfASecondDoNotMatter() {
        assertThat(seen(1_000, 1, 53, 0.05, 949).holds()).isTrue();
        assertThat(seen(1_000, 1, 54, 0.05, 949).holds()).isFalse();
        assertThat(seen(1_000, 1, 53, 0.051, 949).holds()).isFalse();
        assertThat(seen(1_000, 1, 53, 0.05, 948).holds()).isFalse();
    }

    @Test
    void aQueueThatIsFarBeyondWhatMayGrowEndsTheTry() {
        assertThat(Sustained.isHopeless(2, 10, 2, 13, 5)).isFalse();
        assertThat(Sustained.isHopeless(2, 10, 2, 14, 5)).isTrue();
    }
}
