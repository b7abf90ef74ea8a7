// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.metrics.EngineDecision;
import io.millrace.api.metrics.EngineDecision.Verdict;
import io.millrace.cluster.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log of decisions about engines, and the file by which other processes read it. */
class EngineDecisionsTest {

    @TempDir
    Path directory;

    private final EngineDecisions decisions = new EngineDecisions();

    private static EngineDecision decision(int task, long at, Verdict verdict, String reason) {
        return new EngineDecision(
                "work",
                task,
                "w1",
                "node-a",
                EngineDecision.Span.of(at),
                new EngineDecision.Change(verdict, 2, 3, reason));
    }

    @Test
    void equalOnesInARowAreOneUnlessTheyChangeSomething() {
        decisions.add(decision(1, 10, Verdict.NO_ROOM, "first"));
        decisions.add(decision(2, 11, Verdict.STARTED, "other"));
        decisions.add(decision(1, 12, Verdict.NO_ROOM, "second"));
        decisions.add(decision(2, 13, Verdict.STARTED, "again"));
        assertThat(decisions.list())
                .containsExactly(
                        new EngineDecision(
                                "work",
                                1,
                                "w1",
                                "node-a",
                                new EngineDecision.Span(10, 12, 2),
                                new EngineDecision.Change(Verdict.NO_ROOM, 2, 3, "second")),
                        decision(2, 11, Verdict.STARTED, "other"),
                        decision(2, 13, Verdict.STARTED, "again"));
    }

    @Test
    void oldOnesAreForgotten() {
        decisions.add(decision(1, 0, Verdict.AT_MAX, "old"));
        for (int i = 0; i < EngineDecisions.MOST; i++) {
            decisions.add(decision(2, i, Verdict.STARTED, "new"));
        }
        assertThat(decisions.list())
                .hasSize(EngineDecisions.MOST)
                .noneMatch(each -> each.change().reason().equals("old"));
        decisions.add(decision(1, 500, Verdict.AT_MAX, "as a new one"));
        assertThat(decisions.list()).last().isEqualTo(decision(1, 500, Verdict.AT_MAX, "as a new one"));
    }

    @Test
    void theFileHasThem() throws Exception {
        assertThat(decided(directory)).isEmpty();
        DecisionWriter writer = new DecisionWriter("w1", directory, decisions);
        try {
            decisions.add(decision(1, 10, Verdict.ENDED, "idle"));
            Await.until("it is written", () -> decided(directory).size() == 1);
            decisions.add(decision(1, 20, Verdict.STARTED, "late"));
            Await.until("it is written again", () -> decided(directory).size() == 2);
        } finally {
            writer.close();
        }
        assertThat(decided(directory)).isEqualTo(decisions.list());
        decisions.add(decision(1, 30, Verdict.STARTED, "after the end"));
        assertThat(decided(directory)).hasSize(2);
        Files.write(directory.resolve("decisions.json"), List.of("no json"));
        assertThat(decided(directory)).isEmpty();
    }

    private static List<EngineDecision> decided(Path directory) {
        return DecisionWriter.FILE.read(directory).orElse(List.of());
    }
}
