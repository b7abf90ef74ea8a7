// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.Records;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StandingTest {

    private final Standing standing = new Standing(() -> false, "mine");

    @Test
    void anotherLeaderIsNamed() {
        assertThat(standing.whyNot(Optional.of(Records.controller("c2", 8_900, 5, "other"))))
                .isEqualTo("this controller does not lead: ask the leader, c2:8900");
    }

    @Test
    void nobodyIsSentToTheControllerThatAnswers() {
        assertThat(standing.whyNot(Optional.of(Records.controller("c1", 8_900, 5, "mine"))))
                .isEqualTo("this controller is about to lead: try again in some seconds");
        assertThat(standing.whyNot(Optional.empty())).isEqualTo("no controller leads now: try again in some seconds");
    }
}
