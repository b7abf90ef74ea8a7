// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import static io.millrace.runtime.snapshot.RecordingPort.SECOND;
import static io.millrace.runtime.snapshot.RecordingPort.settings;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.metrics.SnapshotReport.Outcome;
import io.millrace.runtime.snapshot.Coordinator.Phase;
import io.millrace.runtime.snapshot.SnapshotMessage.Broken;
import io.millrace.runtime.snapshot.SnapshotMessage.Failed;
import io.millrace.runtime.snapshot.SnapshotMessage.GoBack;
import io.millrace.runtime.snapshot.SnapshotMessage.Join;
import io.millrace.runtime.snapshot.SnapshotMessage.Ready;
import io.millrace.runtime.snapshot.SnapshotMessage.Unreadable;
import io.millrace.runtime.snapshot.SnapshotMessage.Waits;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The begin and end of snapshots, their traces, and the consequences of failures. The model has the interleavings. */
class CoordinatorTest {

    private static final SnapshotSettings EACH_SECOND = settings(SECOND, 0, 3, -1, false);

    private static RecordingPort running(SnapshotSettings settings) {
        return new RecordingPort(Pointer.NONE, settings, "a", "b").run("a", "b");
    }

    @Test
    void theFirstStartNeedsOneWriteAndAllWorkers() {
        RecordingPort port = new RecordingPort(Pointer.NONE, EACH_SECOND, "a", "b");
        Coordinator coordinator = port.coordinator;
        coordinator.start(port.now);
        coordinator.onMessage(new Join("a", 4), port.now);
        port.read();
        assertThat(port.sent).isEmpty();
        assertThat(port.asked).isEqualTo(new Pointer(1, 0, "", "", 1_000, new Term(3, 1), List.of()));
        port.set();
        assertThat(port.sent).containsExactly("a#4 Reset 1");
        coordinator.onMessage(new Ready("a", 4, 1), port.now);
        coordinator.onMessage(new Join("b", 2), port.now);
        coordinator.onMessage(new Join("stranger", 2), port.now);
        assertThat(port.sent).containsExactly("a#4 Reset 1", "b#2 Reset 1");
        assertThat(coordinator.phase()).isEqualTo(Phase.RESETTING);
        coordinator.onMessage(new Ready("b", 2, 1), port.now);
        assertThat(coordinator.phase()).isEqualTo(Phase.RUNNING);
        assertThat(port.sent).endsWith("a#4 Start 1", "b#2 Start 1");
        assertThat(port.asked).isNull();
    }

    @Test
    void snapshotsBeginAtTheInterval() {
        RecordingPort port = running(EACH_SECOND);
        assertThat(port.coordinator.deadline()).isEqualTo(port.now + SECOND);
        port.pass(SECOND - 1);
        assertThat(port.sent).isEmpty();
        port.pass(1);
        assertThat(port.sent).containsExactly("a#1 Trigger 1", "b#1 Trigger 1");
        long begun = port.now;
        port.pass(SECOND / 4);
        port.written(1, "a", "b");
        assertThat(port.publishing).isEqualTo(1);
        port.published(1);
        assertThat(port.sent).hasSize(2);
        port.set();
        assertThat(port.pointer)
                .isEqualTo(new Pointer(
                        1,
                        new Pointer.Last(1, "m1", "d1"),
                        1_001,
                        new Term(3, 1),
                        List.of(),
                        port.now / 1_000_000,
                        Map.of()));
        assertThat(port.sent).endsWith("a#1 Committed 1", "b#1 Committed 1");
        assertThat(port.coordinator.deadline())
                .as("only repetitions before all sinks have answered")
                .isLessThan(begun + SECOND);
        port.pass(3 * SECOND);
        assertThat(port.sent).endsWith("a#1 Committed 1", "b#1 Committed 1");
        port.sent.clear();
        port.done(1, "a", "b");
        assertThat(port.sent).containsExactly("a#1 Trigger 1", "b#1 Trigger 1");
        assertThat(port.records())
                .containsExactly(new SnapshotRecord(
                        1,
                        1,
                        begun / 1_000_000,
                        port.now - begun,
                        new SnapshotDurations(1, 2, 3, 4, 5, 6),
                        0,
                        20,
                        60,
                        Outcome.COMMITTED,
                        ""));
    }

    @Test
    void thePauseIsKeptEvenIfTheIntervalIsOver() {
        RecordingPort port = running(settings(SECOND, 5 * SECOND, 3, -1, false));
        port.pass(SECOND);
        port.pass(SECOND / 2);
        port.snapshot(1, "a", "b");
        assertThat(port.coordinator.deadline()).isEqualTo(port.now + 5 * SECOND);
    }

    @Test
    void oneMoreThatIsAskedForBeginsAtOnce() {
        RecordingPort port = running(EACH_SECOND);
        port.coordinator.snapshotNow(false, port.now);
        assertThat(port.sent).containsExactly("a#1 Trigger 1", "b#1 Trigger 1");
        port.coordinator.snapshotNow(false, port.now);
        port.snapshot(1, "a", "b");
        assertThat(port.sent).endsWith("a#1 Trigger 1", "b#1 Trigger 1").hasSize(6);
        port.snapshot(2, "a", "b");
        assertThat(port.sent).hasSize(8);
    }

    @Test
    void barriersOvertakeAfterAWhile() {
        RecordingPort port = running(RecordingPort.overtaking(SECOND / 5));
        port.pass(SECOND);
        assertThat(port.sent).containsExactly("a#1 Trigger 1", "b#1 Trigger 1");
        assertThat(port.coordinator.deadline()).isEqualTo(port.now + SECOND / 5);
        port.written(1, "a");
        port.pass(SECOND / 5);
        assertThat(port.sent).endsWith("b#1 Trigger 1 overtakes").hasSize(3);
        port.pass(SECOND / 2);
        assertThat(port.sent).endsWith("b#1 Trigger 1 overtakes", "b#1 Trigger 1 overtakes");
        port.written(1, true, "b");
        port.published(1);
        port.set();
        assertThat(port.sent).endsWith("a#1 Committed 1 holds tuples", "b#1 Committed 1 holds tuples");
    }

    @Test
    void barriersOvertakeAtOnceButNotInASnapshotThatMustBeAligned() {
        RecordingPort port = running(RecordingPort.overtaking(0));
        port.pass(SECOND);
        assertThat(port.sent).containsExactly("a#1 Trigger 1 overtakes", "b#1 Trigger 1 overtakes");
        port.coordinator.snapshotNow(true, port.now);
        port.snapshot(1, "a", "b");
        assertThat(port.sent).endsWith("a#1 Trigger 1 aligned", "b#1 Trigger 1 aligned");
        port.pass(SECOND / 2);
        assertThat(port.sent).endsWith("a#1 Trigger 1 aligned", "b#1 Trigger 1 aligned");
        port.snapshot(2, "a", "b");
        port.pass(SECOND);
        assertThat(port.sent).endsWith("a#1 Trigger 1 overtakes", "b#1 Trigger 1 overtakes");
    }

    @Test
    void aRequestIsFulfilledByTheFirstSnapshotThatBeginsAfterItAndIsCommitted() {
        SnapshotRequest third = new SnapshotRequest("rebalance", 3);
        RecordingPort port = running(EACH_SECOND);
        port.pass(SECOND);
        port.coordinator.snapshotFor(third, port.now);
        port.snapshot(1, "a", "b");
        assertThat(port.pointer.fulfils(third)).as("it had begun before").isFalse();

        assertThat(port.sent).endsWith("a#1 Trigger 1 aligned", "b#1 Trigger 1 aligned");
        port.sent.clear();
        port.coordinator.onMessage(new Failed(port.coordinator.generation(), 2, "a", "no room"), port.now);
        port.coordinator.snapshotFor(third, port.now);
        assertThat(port.sent).as("not at once, as it would fail again").noneMatch(sent -> sent.contains("Trigger"));
        port.pass(SECOND);
        port.snapshot(3, "a", "b");
        assertThat(port.pointer.fulfils(third)).isTrue();
        assertThat(port.pointer.fulfils(new SnapshotRequest("rebalance", 4))).isFalse();
        assertThat(port.pointer.fulfils(new SnapshotRequest("other", 1))).isFalse();

        int before = port.sent.size();
        port.coordinator.snapshotFor(third, port.now);
        assertThat(port.sent).as("it is fulfilled already").hasSize(before);
        port.pass(SECOND);
        port.snapshot(4, "a", "b");
        assertThat(port.pointer.fulfils(third)).as("later ones keep that").isTrue();
    }

    @Test
    void asManyAreKeptAsWanted() {
        RecordingPort port = running(EACH_SECOND);
        for (long id = 1; id <= 5; id++) {
            port.pass(SECOND);
            port.snapshot(id, "a", "b");
        }
        assertThat(port.kept)
                .containsExactly(
                        new PublishedManifest(5, "m5", "d5"),
                        new PublishedManifest(4, "m4", "d4"),
                        new PublishedManifest(3, "m3", "d3"));
        assertThat(port.pointer.kept()).isEqualTo(port.kept);
    }

    @Test
    void idsGoOnBehindThoseOfTheCoordinatorBefore() {
        Pointer before = new Pointer(4, 17, "m17", "d17", 1_017, new Term(2, 9), List.of());
        RecordingPort port = new RecordingPort(before, EACH_SECOND, "a").run("a");
        assertThat(port.pointer.generation()).isEqualTo(5);
        assertThat(port.pointer.reservedIds()).isEqualTo(2_017);
        port.pass(SECOND);
        port.snapshot(1_018, "a");
        assertThat(port.pointer.snapshotId()).isEqualTo(1_018);
    }

    @Test
    void furtherIdsAreReservedBeforeTheyAreUsed() {
        RecordingPort port = new RecordingPort(Pointer.NONE, EACH_SECOND, "a").run("a");
        for (long id = 1; id <= Coordinator.ID_BLOCK; id++) {
            port.pass(SECOND);
            port.coordinator.onMessage(new Failed(1, id, "a", "no room"), port.now);
        }
        port.sent.clear();
        port.pass(SECOND);
        assertThat(port.sent).isEmpty();
        assertThat(port.asked.reservedIds()).isGreaterThan(Coordinator.ID_BLOCK);
        port.set();
        assertThat(port.sent).containsExactly("a#1 Trigger 1");
    }

    @Test
    void aSnapshotThatIsNotWrittenInTimeIsGivenUp() {
        RecordingPort port = running(settings(SECOND, 0, 3, 1, false));
        port.pass(SECOND);
        port.written(1, "a");
        port.pass(10 * SECOND);
        assertThat(port.sent).contains("a#1 Abort 1", "b#1 Abort 1");
        assertThat(port.records().get(0).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(port.records().get(0).reason()).isEqualTo("not all workers had written after 10000 ms, missing: b");
        assertThat(port.coordinator.isFailing()).isFalse();
        port.coordinator.onMessage(new Failed(1, 2, "b", "no room"), port.now);
        assertThat(port.coordinator.isFailing()).isTrue();
        assertThat(port.coordinator.lastFailure()).isEqualTo("snapshot 2 has failed: worker b: no room");
        assertThat(port.reports)
                .last()
                .isEqualTo("2 snapshots have failed in a row; snapshot 2 has failed: worker b: no room");
        port.pass(SECOND);
        port.written(3, "a", "b");
        port.coordinator.manifestFailed(3, "disk full", port.now);
        port.pass(SECOND);
        port.snapshot(4, "a", "b");
        assertThat(port.coordinator.isFailing()).isFalse();
        assertThat(port.coordinator.lastFailure()).isEmpty();
        assertThat(port.records())
                .extracting(SnapshotRecord::outcome)
                .containsExactly(Outcome.FAILED, Outcome.FAILED, Outcome.FAILED, Outcome.COMMITTED);
        assertThat(port.failed).isNull();
    }

    @Test
    void theTopologyEndsIfItIsToStopOnFailures() {
        RecordingPort port = running(settings(SECOND, 0, 3, 0, true));
        port.pass(SECOND);
        port.coordinator.onMessage(new Failed(1, 1, "b", "no room"), port.now);
        assertThat(port.failed).contains("1 snapshots have failed in a row").contains("worker b: no room");
        assertThat(port.coordinator.phase()).isEqualTo(Phase.FAILED);
        assertThat(port.coordinator.deadline()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aWorkerThatStartsMayTakeSomeSecondsToReachThePointer() {
        RecordingPort port = new RecordingPort(Pointer.NONE, EACH_SECOND, "a");
        port.coordinator.start(port.now);
        port.coordinator.pointerUnknown("no connection yet", port.now);
        port.pass(4 * SECOND);
        port.coordinator.pointerUnknown("no connection yet", port.now);
        assertThat(port.reports).isEmpty();

        port.pass(SECOND);
        port.coordinator.pointerUnknown("no connection", port.now);
        assertThat(port.reports).singleElement().asString().contains("no connection; commits wait");
    }

    @Test
    void withoutThePointerTheCommitWaitsAndNothingBegins() {
        RecordingPort port = running(EACH_SECOND);
        port.pass(SECOND);
        port.written(1, "a", "b");
        port.published(1);
        Pointer wanted = port.asked;
        port.sent.clear();
        port.coordinator.pointerUnknown("connection lost", port.now);
        port.pass(60 * SECOND);
        port.coordinator.pointerUnknown("connection lost", port.now);
        assertThat(port.sent).isEmpty();
        assertThat(port.coordinator.phase()).isEqualTo(Phase.RUNNING);
        assertThat(port.coordinator.pointerUnknownWhy()).isEqualTo("connection lost");
        assertThat(port.coordinator.commitAgeNanos(port.now)).isEqualTo(61 * SECOND);
        assertThat(port.reports).as("again after a minute, with the age").hasSize(2);
        assertThat(port.reports.get(0)).endsWith("connection lost; commits wait, the last one was 1000 ms ago");
        assertThat(port.reports.get(1)).endsWith("connection lost; commits wait, the last one was 61000 ms ago");
        port.coordinator.pointerUnknown("connection lost", port.now);
        assertThat(port.reports).as("not at each attempt").hasSize(2);
        port.pass(SECOND);
        port.pointer = wanted;
        port.version++;
        port.read();
        assertThat(port.sent).as("it had been set").containsExactly("a#1 Committed 1", "b#1 Committed 1");
        assertThat(port.coordinator.pointerUnknownWhy()).isEmpty();
    }

    @Test
    void aLossEndsTheSnapshotAndAllGoBack() {
        RecordingPort port = running(EACH_SECOND);
        port.pass(SECOND);
        port.sent.clear();
        port.coordinator.lost("b", 9, port.now);
        assertThat(port.asked).as("another start").isNull();
        port.coordinator.lost("b", 1, port.now);
        assertThat(port.records().get(0).outcome()).isEqualTo(Outcome.ABANDONED);
        assertThat(port.records().get(0).reason()).isEqualTo("worker b was lost");
        port.written(1, "a", "b");
        assertThat(port.publishing).isZero();
        port.set();
        assertThat(port.sent).containsExactly("a#1 Reset 2");
        port.coordinator.onMessage(new Join("b", 2), port.now);
        assertThat(port.sent).containsExactly("a#1 Reset 2", "b#2 Reset 2");
        assertThat(port.asked).as("no further generation").isNull();
    }

    /**
     * The worker's session with ZooKeeper has ended, and it has registered again; it does not know that it was believed
     * lost.
     */
    @Test
    void aStartThatWasLostAndIsReachedAgainGoesBackWithTheOthers() {
        RecordingPort port = running(EACH_SECOND);
        port.sent.clear();
        port.coordinator.lost("b", 1, port.now);
        port.set();
        port.coordinator.onMessage(new Ready("a", 1, 2), port.now);
        port.pass(10 * SECOND);
        assertThat(port.sent).as("b cannot be reached").containsExactly("a#1 Reset 2");
        port.coordinator.reached("b", 2, port.now);
        assertThat(port.sent).as("another start, which joins by itself").hasSize(1);
        port.coordinator.reached("b", 1, port.now);
        port.coordinator.onMessage(new Ready("b", 1, 2), port.now);
        assertThat(port.sent).containsExactly("a#1 Reset 2", "b#1 Reset 2", "a#1 Start 2", "b#1 Start 2");
        port.coordinator.reached("b", 1, port.now);
        assertThat(port.asked).as("no further generation").isNull();
        assertThat(port.sent).hasSize(4);
    }

    @Test
    void aStartThatIsReachedAgainBeforeTheOthersGoBackIsOneOfThem() {
        RecordingPort port = running(EACH_SECOND);
        port.sent.clear();
        port.coordinator.lost("b", 1, port.now);
        port.coordinator.reached("b", 1, port.now);
        assertThat(port.sent).isEmpty();
        port.set();
        assertThat(port.sent).containsExactly("a#1 Reset 2", "b#1 Reset 2");
    }

    @Test
    void anotherStartOfAWorkerNeedsAnotherGeneration() {
        RecordingPort port = new RecordingPort(Pointer.NONE, EACH_SECOND, "a", "b");
        port.coordinator.start(port.now);
        port.read();
        port.set();
        port.coordinator.onMessage(new Join("a", 1), port.now);
        port.coordinator.onMessage(new Join("a", 2), port.now);
        assertThat(port.asked.generation()).isEqualTo(2);
        port.coordinator.onMessage(new Ready("a", 1, 1), port.now);
        port.set();
        assertThat(port.sent).containsExactly("a#1 Reset 1", "a#2 Reset 2");
        port.coordinator.onMessage(new Join("a", 1), port.now);
        assertThat(port.sent).as("the older start is not heard").hasSize(2);
    }

    @Test
    void otherWorkersBeginAGenerationToo() {
        RecordingPort port = running(EACH_SECOND);
        port.coordinator.workers(List.of("a", "b"), port.now);
        assertThat(port.asked).isNull();
        port.coordinator.workers(List.of("a", "c"), port.now);
        port.set();
        port.coordinator.onMessage(new Join("c", 1), port.now);
        assertThat(port.sent).containsExactly("a#1 Reset 2", "c#1 Reset 2");
        port.ready("a", "c");
        assertThat(port.coordinator.phase()).isEqualTo(Phase.RUNNING);
    }

    @Test
    void aWorkerThatCannotGoOnTakesAllBack() {
        RecordingPort port = running(EACH_SECOND);
        port.coordinator.onMessage(new GoBack(1, "b", "3 tuples are missing"), port.now);
        port.coordinator.onMessage(new GoBack(1, "b", "3 tuples are missing"), port.now);
        assertThat(port.reports)
                .containsExactly("all workers go back to the last snapshot: worker b: 3 tuples are missing");
        port.set();
        port.coordinator.onMessage(new GoBack(1, "b", "3 tuples are missing"), port.now);
        assertThat(port.asked).isNull();
        assertThat(port.coordinator.generation()).isEqualTo(2);
    }

    /** Barriers may be lost with the connection, so that the snapshot would wait for its time-out. */
    @Test
    void aSnapshotBeginsAnewWhenAConnectionIsLost() {
        RecordingPort port = running(EACH_SECOND);
        port.pass(SECOND);
        port.sent.clear();
        Broken lost = new Broken(1, "b", 1, "its connection to worker a was lost");
        port.coordinator.onMessage(lost, port.now);
        assertThat(port.sent).containsExactly("a#1 Abort 1", "b#1 Abort 1", "a#1 Trigger 1", "b#1 Trigger 1");
        assertThat(port.records().get(0).outcome()).isEqualTo(Outcome.ABANDONED);
        assertThat(port.records().get(0).reason()).isEqualTo("worker b: its connection to worker a was lost");
        assertThat(port.coordinator.lastFailure())
                .as("not a failure of the snapshots")
                .isEmpty();
        port.sent.clear();
        port.coordinator.onMessage(lost, port.now);
        assertThat(port.sent).as("it is told again").isEmpty();
        port.snapshot(2, "a", "b");
        assertThat(port.records().get(1).outcome()).isEqualTo(Outcome.COMMITTED);
    }

    @Test
    void aSnapshotThatTakesLongSaysWhatItWaitsFor() {
        RecordingPort port = running(EACH_SECOND);
        port.pass(SECOND);
        port.coordinator.onMessage(new Waits(1, 1, "b", "task 6 waits for barriers of task 1", 0), port.now);
        port.written(1, "a");
        port.pass(3 * SECOND);
        assertThat(port.reports)
                .containsExactly("snapshot 1 has not ended for 3 s: worker b: task 6 waits for barriers of task 1");
        port.pass(SECOND);
        assertThat(port.reports).as("once a minute").hasSize(1);
    }

    @Test
    void aSnapshotThatTakesLongAndMovesIsNoStandstill() {
        RecordingPort port = running(EACH_SECOND);
        port.pass(SECOND);
        port.written(1, "a");
        for (int arrived = 0; arrived < 4; arrived++) {
            port.coordinator.onMessage(new Waits(1, 1, "b", "its file is being written", arrived), port.now);
            port.pass(2 * SECOND);
        }
        assertThat(port.reports).isEmpty();
        port.coordinator.onMessage(new Waits(1, 1, "b", "its file is being written", 3), port.now);
        port.pass(SECOND);
        assertThat(port.reports)
                .containsExactly("snapshot 1 has not ended for 9 s: worker b: its file is being written");
    }

    /** A thing that is waited for may come and go without end. */
    @Test
    void whatHasArrivedBeforeIsNoMovement() {
        RecordingPort port = running(EACH_SECOND);
        port.pass(SECOND);
        port.written(1, "a");
        for (int arrived : new int[] {5, 3, 5, 3}) {
            port.coordinator.onMessage(new Waits(1, 1, "b", "task 6 waits for barriers", arrived), port.now);
            port.pass(SECOND);
        }
        assertThat(port.reports)
                .containsExactly("snapshot 1 has not ended for 3 s: worker b: task 6 waits for barriers");
    }

    @Test
    void aRecoveryIsNoStandstillWhileItsWorkersComeUp() {
        RecordingPort port = new RecordingPort(Pointer.NONE, EACH_SECOND, "a", "b", "c");
        port.coordinator.start(port.now);
        for (String worker : List.of("a", "b", "c")) {
            port.coordinator.onMessage(new Join(worker, 1), port.now);
        }
        port.read();
        port.set();
        port.pass(2 * SECOND);
        port.coordinator.onMessage(new Ready("a", 1, 1), port.now);
        port.pass(2 * SECOND);
        port.coordinator.onMessage(new Ready("b", 1, 1), port.now);
        port.pass(2 * SECOND);
        assertThat(port.reports).isEmpty();
        port.coordinator.onMessage(new Ready("b", 1, 1), port.now);
        port.pass(SECOND);
        assertThat(port.reports).containsExactly("a recovery has not ended for 7 s, it waits for worker c");
    }

    /** Tuples may be lost with the connection, which the barriers of a snapshot show. */
    @Test
    void aSnapshotBeginsAtOnceWhenAConnectionIsLostBetweenTwo() {
        RecordingPort port = running(EACH_SECOND);
        port.sent.clear();
        port.coordinator.onMessage(new Broken(1, "b", 1, "its connection to worker a was lost"), port.now);
        assertThat(port.sent).containsExactly("a#1 Trigger 1", "b#1 Trigger 1");
    }

    @Test
    void aDamagedSnapshotGivesWayToTheOneBefore() {
        RecordingPort port = running(EACH_SECOND);
        for (long id = 1; id <= 2; id++) {
            port.pass(SECOND);
            port.snapshot(id, "a", "b");
        }
        port.coordinator.lost("b", 1, port.now);
        port.set();
        port.coordinator.onMessage(new Unreadable(2, "m1", "not this one"), port.now);
        assertThat(port.asked).isNull();
        port.coordinator.onMessage(new Unreadable(2, "m2", "checksum of block 3"), port.now);
        assertThat(port.asked.generation()).isEqualTo(3);
        assertThat(port.asked.kept()).containsExactly(new PublishedManifest(1, "m1", "d1"));
        assertThat(port.reports).last().asString().startsWith("snapshot 2 cannot be read, so that 1 is taken");
        port.set();
        port.coordinator.onMessage(new Unreadable(3, "m1", "no such file"), port.now);
        assertThat(port.failed).startsWith("no snapshot can be read");
        assertThat(port.asked).isNull();
    }

    @Test
    void whoFindsALaterTermStopsForGood() {
        RecordingPort port = running(EACH_SECOND);
        port.pass(SECOND);
        port.written(1, "a", "b");
        port.published(1);
        port.sent.clear();
        port.coordinator.pointerRefused();
        port.coordinator.pointerRead(
                new Pointer(2, 0, "", "", 2_000, new Term(3, 2), List.of()), port.version + 1, port.now);
        assertThat(port.coordinator.phase()).isEqualTo(Phase.STOPPED);
        port.pass(100 * SECOND);
        port.coordinator.onMessage(new Join("b", 5), port.now);
        port.coordinator.lost("a", 1, port.now);
        assertThat(port.sent).isEmpty();
    }

    @Test
    void whoIsEarlierDoesNotTakeOver() {
        Pointer later = new Pointer(2, 0, "", "", 2_000, new Term(4, 1), List.of());
        RecordingPort port = new RecordingPort(later, EACH_SECOND, "a");
        port.coordinator.start(port.now);
        port.read();
        assertThat(port.asked).isNull();
        assertThat(port.coordinator.phase()).isEqualTo(Phase.STOPPED);
    }

    @Test
    void whatWasNotAnsweredIsSentAgain() {
        RecordingPort port = running(EACH_SECOND);
        port.pass(SECOND);
        port.written(1, "a");
        port.sent.clear();
        port.pass(Coordinator.REPEAT_NANOS);
        assertThat(port.sent).containsExactly("b#1 Trigger 1");
        port.written(1, "b");
        port.published(1);
        port.set();
        port.done(1, "b");
        port.sent.clear();
        port.pass(Coordinator.REPEAT_NANOS);
        assertThat(port.sent).containsExactly("a#1 Committed 1");
    }

    @Test
    void theHistoryHasTheLastHundred() {
        SnapshotHistory history = new SnapshotHistory();
        for (int id = 1; id <= 120; id++) {
            history.add(new SnapshotRecord(id, 1, 0, 0, SnapshotDurations.NONE, 0, 0, 0, Outcome.COMMITTED, ""));
        }
        assertThat(history.list()).hasSize(100);
        assertThat(history.list().get(0).snapshotId()).isEqualTo(21);
    }
}
