// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.metrics.TaskFigure;
import io.millrace.runtime.plan.Specs;
import io.millrace.runtime.plan.TaskPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CompletionDetectorTest {

    private static final TaskPlan PLAN =
            new TaskPlan(Specs.topology(Specs.spec("read", 1), Specs.spec("count", 1, "read")));

    private final CompletionDetector detector = new CompletionDetector(PLAN);
    private WorkerCounters source = WorkerCounters.inMemory("w1", 1, PLAN, List.of(List.of(1)));
    private WorkerCounters target = WorkerCounters.inMemory("w2", 1, PLAN, List.of(List.of(2)));
    private long nanos = -100;

    @BeforeEach
    void finishWithAllDelivered() {
        source.executor(0).addSent(LinkKind.RING, 10);
        target.executor(0).addReceived(LinkKind.RING, 10);
        source.task(1).finish();
    }

    @Test
    void twoEqualQuietReadingsAreCompletion() {
        assertThat(observe()).isFalse();
        assertThat(observe()).isTrue();
        source.task(1).set(TaskFigure.PENDING, 1);
        assertThat(observe()).as("once completed, always").isTrue();
    }

    @Test
    void aReadingIsWorthWhileOnceAllSpoutTasksHaveFinished() {
        CompletionDetector ofTwo = new CompletionDetector(
                new TaskPlan(Specs.topology(Specs.spec("read", 2), Specs.spec("count", 1, "read"))));
        assertThat(ofTwo.mayComplete(Set.of())).isFalse();
        assertThat(ofTwo.mayComplete(Set.of(2))).isFalse();
        assertThat(ofTwo.mayComplete(Set.of(1, 2))).isTrue();
    }

    @Test
    void aReadingThatIsNotYoungerDoesNotCount() {
        assertThat(observe()).isFalse();
        nanos--;
        assertThat(observe()).isFalse();
        nanos++;
        assertThat(detector.observe(List.of(source.snapshot(nanos), target.snapshot(nanos - 50)), false))
                .isFalse();
        nanos++;
        assertThat(observe()).isTrue();
    }

    @Test
    void workThatIsLeftAnywhereIsSeen() {
        List<Runnable> hindrances = new ArrayList<>();
        List<Runnable> remedies = new ArrayList<>();
        hindrances.add(() -> source.task(1).set(TaskFigure.PENDING, 1));
        remedies.add(() -> source.task(1).set(TaskFigure.PENDING, 0));
        hindrances.add(() -> source.task(1).set(TaskFigure.OUTBOX, 1));
        remedies.add(() -> source.task(1).set(TaskFigure.OUTBOX, 0));
        hindrances.add(() -> target.task(2).set(TaskFigure.INBOX, 1));
        remedies.add(() -> target.task(2).set(TaskFigure.INBOX, 0));
        hindrances.add(() -> target.task(2).set(TaskFigure.PENDING, 1));
        remedies.add(() -> target.task(2).set(TaskFigure.PENDING, 0));
        hindrances.add(() -> target.executor(0).addSent(LinkKind.QUEUE, 1));
        remedies.add(() -> target.executor(0).addReceived(LinkKind.QUEUE, 1));
        for (int i = 0; i < hindrances.size(); i++) {
            observe();
            hindrances.get(i).run();
            for (int reading = 0; reading < 10; reading++) {
                assertThat(observe()).as("hindrance %d", i).isFalse();
            }
            remedies.get(i).run();
        }
        assertThat(observe()).isFalse();
        assertThat(observe()).isTrue();
    }

    @Test
    void aSpoutThatHasNotFinishedKeepsItGoing() {
        source = WorkerCounters.inMemory("w1", 1, PLAN, List.of(List.of(1)));
        target = WorkerCounters.inMemory("w2", 1, PLAN, List.of(List.of(2)));
        for (int i = 0; i < 10; i++) {
            assertThat(observe()).isFalse();
        }
    }

    @Test
    void aWorkerThatIsMissingKeepsItGoing() {
        for (int i = 0; i < 10; i++) {
            nanos++;
            assertThat(detector.observe(List.of(source.snapshot(nanos)), false)).isFalse();
        }
    }

    @Test
    void whatMovedBetweenTwoReadingsStartsTheCountAgain() {
        for (int i = 0; i < 10; i++) {
            assertThat(observe()).isFalse();
            source.executor(0).addSent(LinkKind.RING, 1);
            target.executor(0).addReceived(LinkKind.RING, 1);
        }
        assertThat(observe()).isFalse();
        assertThat(observe()).isTrue();
    }

    @Test
    void afterARestartEqualReadingsMustDo() {
        assertThat(observe()).isFalse();
        target = WorkerCounters.inMemory("w2", 2, PLAN, List.of(List.of(2)));
        for (int i = 1; i < CompletionDetector.LOSSY_READINGS; i++) {
            assertThat(observe()).as("reading %d", i).isFalse();
        }
        assertThat(observe()).isTrue();
    }

    @Test
    void aRestartThatTheCallerKnowsOfAndDroppedTuplesCountAsLoss() {
        source.executor(0).addSent(LinkKind.RING, 3);
        source.executor(0).addDropped(3);
        for (int i = 1; i < CompletionDetector.LOSSY_READINGS; i++) {
            assertThat(observe()).isFalse();
        }
        assertThat(observe()).isTrue();

        CompletionDetector told = new CompletionDetector(PLAN);
        WorkerCounters lost = WorkerCounters.inMemory("w2", 2, PLAN, List.of(List.of(2)));
        for (int i = 1; i < CompletionDetector.LOSSY_READINGS; i++) {
            nanos++;
            assertThat(told.observe(List.of(source.snapshot(nanos), lost.snapshot(nanos)), true))
                    .isFalse();
        }
        nanos++;
        assertThat(told.observe(List.of(source.snapshot(nanos), lost.snapshot(nanos)), true))
                .isTrue();
    }

    private boolean observe() {
        nanos++;
        return detector.observe(List.of(source.snapshot(nanos), target.snapshot(nanos)), false);
    }
}
