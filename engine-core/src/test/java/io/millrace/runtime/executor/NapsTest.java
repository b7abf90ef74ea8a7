package io.millrace.runtime.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NapsTest {

    private static final long ASKED = 10_000;

    private long now = -3;
    private int naps;

    @Test
    void interruptedTrialsDoNotCount() {
        long late = Naps.lateNanos(() -> now, () -> now += ASKED + (++naps % 3 == 0 ? 7_000 : 4_000_000));

        assertThat(late).isEqualTo(7_000);
    }

    @Test
    void aNapMayTakeThreeTimesItsLength() {
        assertThat(Naps.endInTime(10_000, 20_000)).isTrue();
        assertThat(Naps.endInTime(10_000, 20_001)).isFalse();
        assertThat(Naps.endInTime(100_000, 57_000)).isTrue();
    }
}
