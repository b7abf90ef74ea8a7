// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.metrics.Figures;
import io.millrace.api.metrics.PeerFigure;
import io.millrace.api.metrics.PeerMetrics;
import io.millrace.runtime.plan.Specs;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.transport.CloseCause;
import io.millrace.transport.DropCause;
import io.millrace.transport.PeerCounter;
import io.millrace.transport.PeerCounters;
import io.millrace.transport.RefusalCause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeerBoardTest {

    private static final TaskPlan PLAN =
            new TaskPlan(Specs.topology(Specs.spec("read", 1), Specs.sink("count", 1, "read")));

    @TempDir
    private Path directory;

    private static PeerCounters counters(long base, String failure) {
        return new PeerCounters(
                Arrays.stream(PeerCounter.values())
                        .mapToLong(counter -> base + counter.ordinal())
                        .toArray(),
                failure,
                Map.of(DropCause.CUT_OFF, base + 120),
                Map.of(RefusalCause.MEMORY, base + 121),
                Map.of(CloseCause.INTERNAL, base + 122));
    }

    private static WorkerCounters worker(int peers) {
        return WorkerCounters.inMemory("w1", 1, PLAN, List.of(List.of(1, 2)), peers, 0);
    }

    private static List<String> names(WorkerCounters worker) {
        return worker.snapshot(0).peers().stream().map(PeerMetrics::peer).toList();
    }

    @Test
    void whatIsPublishedIsReadThroughTheFileAlsoAfterItWasRemoved() throws IOException {
        Path file = directory.resolve("metrics");
        WorkerCounters worker = WorkerCounters.inFile(file, "w1", 1, PLAN, List.of(List.of(1, 2)), 2, 0);
        MetricsFile reader = MetricsFile.open(file);
        Files.delete(file);

        worker.peers().publish(Map.of("w\u00FC", counters(1_000, "lost it")));

        assertThat(reader.read(0).peers())
                .containsExactly(new PeerMetrics(
                        "w1",
                        "w\u00FC",
                        Figures.of(
                                PeerFigure.class,
                                figure -> 1_000
                                        + PeerCounter.valueOf(figure.name()).ordinal()),
                        "lost it",
                        Map.of("cut_off", 1_120L),
                        Map.of("memory", 1_121L),
                        Map.of("internal", 1_122L)));
    }

    @Test
    void whoIsGoneMakesRoomForAnother() {
        WorkerCounters worker = worker(2);
        worker.peers().publish(Map.of("a", counters(0, ""), "b", counters(0, "")));
        assertThat(names(worker)).containsExactly("a", "b");

        worker.peers().publish(Map.of("c", counters(0, ""), "b", counters(5, "")));
        assertThat(names(worker)).containsExactly("b", "c");
        assertThat(worker.snapshot(0).peers().get(0).get(PeerFigure.RTT_NANOS))
                .isEqualTo(5 + PeerCounter.RTT_NANOS.ordinal());

        worker.peers().publish(Map.of());
        assertThat(names(worker)).isEmpty();
    }

    @Test
    void whoFindsNoRoomIsLeftOut() {
        WorkerCounters worker = worker(1);
        worker.peers().publish(Map.of("a", counters(0, "")));
        worker.peers().publish(Map.of("a", counters(0, ""), "b", counters(0, "")));
        assertThat(names(worker)).containsExactly("a");
        WorkerCounters alone = worker(0);
        alone.peers().publish(Map.of("a", counters(0, "")));
        assertThat(names(alone)).isEmpty();
    }

    @Test
    void aLongTextEndsBeforeACharacterThatHasNoRoom() {
        WorkerCounters worker = worker(2);
        worker.peers().publish(Map.of("a", counters(0, "x" + "\u00FC".repeat(300)), "b", counters(0, "")));
        assertThat(worker.snapshot(0).peers().get(0).lastFailure()).isEqualTo("x" + "\u00FC".repeat(122));
        assertThat(worker.snapshot(0).peers().get(1).lastFailure()).isEmpty();
    }

    @Test
    void thereIsRoomForEveryCause() {
        assertThat(CloseCause.values().length).isLessThanOrEqualTo(PeerBlock.MOST_CLOSES);
        assertThat(DropCause.values().length).isLessThanOrEqualTo(PeerBlock.MOST_DROPS);
        assertThat(RefusalCause.values().length).isLessThanOrEqualTo(PeerBlock.MOST_REFUSALS);
        assertThat(PeerBlock.STRIDE % MetricsDescriptor.ALIGNMENT).isZero();
    }
}
