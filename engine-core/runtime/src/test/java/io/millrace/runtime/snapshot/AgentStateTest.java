// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.runtime.snapshot.AgentState.Phase;
import io.millrace.runtime.snapshot.SnapshotMessage.Abort;
import io.millrace.runtime.snapshot.SnapshotMessage.Broken;
import io.millrace.runtime.snapshot.SnapshotMessage.CommitDone;
import io.millrace.runtime.snapshot.SnapshotMessage.Committed;
import io.millrace.runtime.snapshot.SnapshotMessage.Failed;
import io.millrace.runtime.snapshot.SnapshotMessage.GoBack;
import io.millrace.runtime.snapshot.SnapshotMessage.Join;
import io.millrace.runtime.snapshot.SnapshotMessage.Ready;
import io.millrace.runtime.snapshot.SnapshotMessage.Reset;
import io.millrace.runtime.snapshot.SnapshotMessage.Start;
import io.millrace.runtime.snapshot.SnapshotMessage.Trigger;
import io.millrace.runtime.snapshot.SnapshotMessage.Unreadable;
import io.millrace.runtime.snapshot.SnapshotMessage.Written;
import io.millrace.runtime.snapshot.store.WorkerPart;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The actions and answers of a worker. */
class AgentStateTest {

    private static final WorkerPart PART = new WorkerPart("w", "f", 1, "", List.of());

    private final List<Object> calls = new ArrayList<>();
    private final AgentState agent = new AgentState("w", 2, new AgentPort() {
        @Override
        public void send(SnapshotMessage message) {
            calls.add(message);
        }

        @Override
        public void reset(Reset to) {
            calls.add("reset " + to.generation());
        }

        @Override
        public void start(long generation) {
            calls.add("start " + generation);
        }

        @Override
        public void trigger(long generation, long snapshotId, boolean overtakes) {
            calls.add((overtakes ? "overtake " : "trigger ") + snapshotId);
        }

        @Override
        public void abort(long generation, long snapshotId, String reason) {
            calls.add("abort " + snapshotId);
        }

        @Override
        public void commit(long generation, long snapshotId, boolean holdsTuples) {
            calls.add("commit " + snapshotId);
        }
    });

    private static Reset reset(long generation, long epoch) {
        return new Reset(generation, epoch, new Term(1, 1), 7, "m7", "d7");
    }

    private void hear(SnapshotMessage... messages) {
        for (SnapshotMessage message : messages) {
            agent.onMessage(message, 0);
        }
    }

    private void run(long generation) {
        hear(reset(generation, 2));
        agent.restored(generation, 0);
        hear(new Start(generation));
        calls.clear();
    }

    @Test
    void joinsUntilItIsReset() {
        agent.join(new Term(1, 1), 0);
        agent.join(new Term(1, 1), 0);
        assertThat(calls).containsExactly(new Join("w", 2));
        agent.doWork(agent.deadline() - 1);
        assertThat(calls).hasSize(1);
        agent.doWork(agent.deadline());
        assertThat(calls).hasSize(2);
        hear(reset(1, 2));
        assertThat(agent.deadline()).isEqualTo(Long.MAX_VALUE);
        assertThat(calls).endsWith("reset 1");
    }

    @Test
    void saysThatItIsReadyUntilItIsStarted() {
        hear(reset(3, 2), new Start(3));
        assertThat(agent.phase()).isEqualTo(Phase.RESETTING);
        agent.restored(2, 0);
        assertThat(agent.phase()).isEqualTo(Phase.RESETTING);
        agent.restored(3, 0);
        agent.doWork(agent.deadline());
        hear(reset(3, 2));
        Ready ready = new Ready("w", 2, 3);
        assertThat(calls).containsExactly("reset 3", ready, ready, ready);
        hear(new Start(2), new Start(3), new Start(3));
        assertThat(calls).endsWith("start 3").hasSize(5);
        agent.doWork(agent.deadline());
        assertThat(calls).hasSize(5);
    }

    @Test
    void anotherStartOrAnOlderGenerationIsNotMeant() {
        hear(reset(3, 1));
        assertThat(calls).isEmpty();
        run(3);
        hear(reset(2, 2), reset(3, 2), new Trigger(2, 9), new Committed(2, 8, false), new Abort(4, 9, ""));
        assertThat(calls).isEmpty();
    }

    @Test
    void aLaterGenerationEndsAll() {
        run(1);
        hear(new Trigger(1, 8), reset(2, 2), reset(4, 2));
        agent.written(1, 8, PART, 0, SnapshotDurations.NONE, false);
        agent.restored(2, 0);
        assertThat(calls).containsExactly("trigger 8", "reset 2", "reset 4");
    }

    @Test
    void anAnswerIsSentAgainWhenItIsAskedForAgain() {
        run(1);
        hear(new Trigger(1, 8), new Trigger(1, 8));
        agent.written(1, 7, PART, 0, SnapshotDurations.NONE, false);
        agent.written(1, 8, PART, 0, SnapshotDurations.NONE, false);
        agent.failed(1, 8, "too late");
        hear(new Trigger(1, 8));
        Written written = new Written(1, 8, PART, 0, SnapshotDurations.NONE, false);
        assertThat(calls).containsExactly("trigger 8", written, written);
        hear(new Trigger(1, 9));
        agent.failed(1, 9, "no room");
        hear(new Trigger(1, 8));
        assertThat(calls).endsWith("trigger 9", new Failed(1, 9, "w", "no room"));
    }

    @Test
    void theSnapshotThatIsUnderWayIsToldOnceThatBarriersOvertake() {
        run(1);
        Trigger overtaking = new Trigger(1, 8, false, true);
        hear(new Trigger(1, 8), overtaking, overtaking, new Trigger(1, 8), new Trigger(1, 9, false, true));
        assertThat(calls).containsExactly("trigger 8", "overtake 8", "abort 8", "overtake 9");
        agent.written(1, 9, PART, 0, SnapshotDurations.NONE, true);
        hear(new Trigger(1, 9, false, true));
        Written written = new Written(1, 9, PART, 0, SnapshotDurations.NONE, true);
        assertThat(calls).endsWith("overtake 9", written, written);
    }

    @Test
    void theTriggerStartsTooIfTheStartWasLost() {
        hear(reset(1, 2));
        hear(new Trigger(1, 8));
        agent.restored(1, 0);
        hear(new Trigger(1, 8));
        assertThat(calls).endsWith(new Ready("w", 2, 1), "start 1", "trigger 8");
    }

    @Test
    void aSnapshotIsGivenUpOnce() {
        run(1);
        hear(
                new Trigger(1, 8),
                new Trigger(1, 9),
                new Abort(1, 8, "late"),
                new Abort(1, 9, "late"),
                new Abort(1, 9, "late"));
        agent.written(1, 9, PART, 0, SnapshotDurations.NONE, false);
        hear(new Trigger(1, 9), new Abort(1, 10, "never heard of"), new Trigger(1, 10), new Trigger(1, 11));
        assertThat(calls).containsExactly("trigger 8", "abort 8", "trigger 9", "abort 9", "trigger 11");
    }

    @Test
    void aCommitIsMadeOnceAndAnsweredEachTime() {
        run(1);
        hear(new Committed(1, 8, false), new Committed(1, 8, false));
        assertThat(calls).containsExactly("commit 8");
        agent.committed(1, 8);
        hear(new Committed(1, 8, false), new Committed(1, 7, false));
        CommitDone done = new CommitDone(1, 8, "w");
        assertThat(calls).containsExactly("commit 8", done, done);
    }

    @Test
    void aDamagedSnapshotIsReportedAgain() {
        hear(reset(1, 2));
        agent.unreadable(1, "checksum");
        hear(reset(1, 2));
        Unreadable damaged = new Unreadable(1, "m7", "checksum");
        assertThat(calls).containsExactly("reset 1", damaged, damaged);
    }

    @Test
    void tellsOfALostConnectionUntilAnotherSnapshotBegins() {
        run(1);
        hear(new Trigger(1, 4));
        calls.clear();
        agent.connectionLost("its connection to worker x was lost", 0);
        hear(new Trigger(1, 4));
        agent.doWork(agent.deadline());
        agent.connectionLost("its connection to worker y was lost", 0);
        assertThat(calls)
                .containsExactly(
                        new Broken(1, "w", 1, "its connection to worker x was lost"),
                        new Broken(1, "w", 1, "its connection to worker x was lost"),
                        new Broken(1, "w", 2, "its connection to worker y was lost"));
        hear(new Trigger(1, 5));
        calls.clear();
        agent.doWork(agent.deadline());
        assertThat(calls).isEmpty();
        assertThat(agent.deadline()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void asksToGoBackUntilItIsReset() {
        run(1);
        agent.goBack(1, "3 tuples are missing", 0);
        agent.goBack(1, "4 tuples are missing", 0);
        agent.doWork(agent.deadline());
        GoBack back = new GoBack(1, "w", "3 tuples are missing");
        assertThat(calls).containsExactly(back, back);
        hear(reset(2, 2));
        assertThat(agent.deadline()).isEqualTo(Long.MAX_VALUE);
    }
}
