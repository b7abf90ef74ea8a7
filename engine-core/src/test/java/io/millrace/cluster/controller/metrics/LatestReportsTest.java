package io.millrace.cluster.controller.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LatestReportsTest {

    private final long[] nanos = {0};
    private final int[] asked = {0};
    private final LatestReports latest = new LatestReports(() -> nanos[0]);

    @Test
    void supervisorsAreAskedOnlyIfTheLastAnswerIsOld() {
        get();
        get();
        assertThat(asked[0]).isEqualTo(1);

        nanos[0] = 1_999_999_999;
        get();
        assertThat(asked[0]).isEqualTo(1);

        nanos[0]++;
        get();
        assertThat(asked[0]).isEqualTo(2);
    }

    @Test
    void whatTheLoopHasReadNeedNotBeAsked() {
        nanos[0] = 5_000_000_000L;
        latest.put(List.of());

        get();

        assertThat(asked[0]).isZero();
    }

    private void get() {
        assertThat(latest.get(() -> {
                    asked[0]++;
                    return List.of();
                }))
                .isEmpty();
    }
}
