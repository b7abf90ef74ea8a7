// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
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

    @Test
    void aSupervisorThatIsSilentIsNotAskedMoreOften() {
        promptly(Set.of("n2"));
        promptly(Set.of("n2"));
        assertThat(asked[0]).isEqualTo(1);
        get();
        assertThat(asked[0]).as("scrapes need all").isEqualTo(2);
        nanos[0] = 2_000_000_000;
        promptly(Set.of("n2"));
        nanos[0] += 1_999_999_999;
        promptly(Set.of("n2"));
        assertThat(asked[0]).isEqualTo(3);
        nanos[0]++;
        promptly(Set.of());
        promptly(Set.of());
        assertThat(asked[0]).isEqualTo(4);
        get();
        assertThat(asked[0]).as("all have answered").isEqualTo(4);
    }

    private void promptly(Set<String> unanswered) {
        assertThat(latest.promptly(() -> {
                            asked[0]++;
                            return new PromptReports(List.of(), unanswered);
                        })
                        .reports())
                .isEmpty();
    }

    private void get() {
        assertThat(latest.get(() -> {
                    asked[0]++;
                    return List.of();
                }))
                .isEmpty();
    }
}
