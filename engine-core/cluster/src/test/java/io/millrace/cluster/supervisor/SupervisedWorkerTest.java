// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.config.MetricsDetail;
import io.millrace.cluster.Records;
import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.launch.WorkerExit;
import io.millrace.cluster.launch.WorkerFailure;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerDeath;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.model.WorkerReport.State;
import io.millrace.cluster.registry.Versioned;
import io.millrace.cluster.supervisor.process.WorkerDirectory;
import io.millrace.cluster.supervisor.process.WorkerProcess;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.metrics.TraceRecord;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.runtime.worker.PeerEndpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Steps one worker with a simulated clock and simulated processes. */
class SupervisedWorkerTest {

    private static final WorkerKey KEY = new WorkerKey("t-1", "w1");

    @TempDir
    Path directory;

    private final List<FakeProcess> started = new ArrayList<>();
    private final List<Long> reaped = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();
    private final SupervisedWorker worker = new SupervisedWorker(KEY, new FakeNode(), Config.empty());
    private long now;
    private long heartbeat;
    private String obstacle;
    private String killedForMemory;
    private WorkerDeath remembered;

    private static final class FakeProcess implements WorkerProcess {
        private final WorkerDirectory directory;
        private boolean gone;
        private boolean stopped;
        private OptionalInt exitCode = OptionalInt.empty();
        private boolean terminated;
        private boolean killed;
        private boolean dumped;

        FakeProcess(WorkerDirectory directory) {
            this.directory = directory;
        }

        void ready(long epoch) throws IOException {
            PeerEndpoint endpoint = new PeerEndpoint(
                    "w1",
                    "n1",
                    epoch,
                    new PeerEndpoint.Process(1, "lock", null, "", 0),
                    List.of(),
                    PeerEndpoint.Progress.NONE,
                    new PeerEndpoint.Origin("", ""));
            Files.write(directory.path().resolve(LaunchSpec.ENDPOINT_FILE), Json.write(endpoint));
        }

        void dies(String cause, WorkerExit exit) throws IOException {
            Files.write(
                    directory.path().resolve(LaunchSpec.FAILURE_FILE),
                    Json.write(new WorkerFailure(cause, exit.code())));
            exitCode = OptionalInt.of(exit.code());
            gone = true;
        }

        @Override
        public long pid() {
            return 4711;
        }

        @Override
        public boolean gone() {
            return gone;
        }

        @Override
        public OptionalInt exitCode() {
            return exitCode;
        }

        @Override
        public void terminate() {
            terminated = true;
        }

        @Override
        public boolean stopped() {
            return stopped;
        }

        @Override
        public void dumpThreads() {
            dumped = true;
        }

        @Override
        public void kill() {
            killed = true;
            gone = true;
        }

        @Override
        public void onExit(Runnable listener) {}
    }

    private final class FakeNode implements WorkerEnvironment {

        @Override
        public Optional<String> killedForMemory() {
            return Optional.ofNullable(killedForMemory);
        }

        @Override
        public List<TraceRecord> traces(WorkerDirectory directory) {
            return List.of();
        }

        private long epoch;

        @Override
        public Optional<LaunchSpec> prepare(WorkerKey key, DesiredWorker desired) {
            if (obstacle != null) {
                throw new IllegalStateException(obstacle);
            }
            return Optional.of(new LaunchSpec(
                    new LaunchSpec.Cluster("c", Map.of()),
                    new LaunchSpec.Start(key.topologyId(), "t", key.worker(), "n1", "127.0.0.1", ++epoch),
                    desired.assignment().value(),
                    new LaunchSpec.Program("file", List.of(), Map.of(), "none"),
                    false,
                    null));
        }

        @Override
        public WorkerDirectory directory(LaunchSpec spec) throws IOException {
            return WorkerDirectory.create(directory, spec);
        }

        @Override
        public WorkerProcess launch(LaunchSpec spec, WorkerDirectory where) {
            started.add(new FakeProcess(where));
            return last();
        }

        @Override
        public Optional<WorkerProcess> running(WorkerDirectory where) {
            return Optional.empty();
        }

        @Override
        public Optional<WorkerSnapshot> metrics(WorkerDirectory where, MetricsDetail detail) {
            return Optional.empty();
        }

        @Override
        public List<Integer> finishedTasks(WorkerDirectory where) {
            return List.of(3);
        }

        @Override
        public long heartbeat(WorkerDirectory where) {
            return heartbeat;
        }

        @Override
        public void fail(LaunchSpec spec, String cause) {
            failed.add(spec.topologyId() + " " + cause);
        }

        @Override
        public Optional<WorkerDeath> lastDeath(WorkerKey key) {
            return Optional.ofNullable(remembered);
        }

        @Override
        public void died(WorkerKey key, WorkerDeath death) {
            remembered = death;
        }

        @Override
        public long currentTimeMillis() {
            return 1_000_000 + now;
        }

        @Override
        public void reaped(WorkerDirectory where, LaunchSpec spec) {
            reaped.add(spec.epoch());
        }
    }

    @Test
    void aDeadWorkerIsReapedAndReplacedAtOnceUnderAHigherEpoch() throws IOException {
        setDesired(assignment(1, "n1"));
        step();
        last().ready(1);
        step();
        assertThat(worker.report().run().state()).isEqualTo(State.RUNNING);
        Path first = last().directory.path();

        last().gone = true;
        step();

        assertThat(reaped).containsExactly(1L);
        assertThat(first).doesNotExist();
        assertThat(started).hasSize(2);
        assertThat(worker.report().run().epoch()).isEqualTo(2);
    }

    @Test
    void aWorkerThatKeepsDyingIsStartedLessAndLessOftenAndSaysWhy() throws IOException {
        setDesired(assignment(1, "n1"));
        step();
        last().dies("no database", WorkerExit.FAILED);
        step();
        last().dies("no database", WorkerExit.FAILED);
        step();
        assertThat(started).hasSize(2);
        assertThat(worker.report().run().state()).isEqualTo(State.WAITING);
        assertThat(worker.report().run().failures()).isEqualTo(2);

        now += 199;
        step();
        assertThat(started).hasSize(2);
        now += 1;
        step();
        assertThat(started).hasSize(3);
        assertThat(worker.report().run().problem()).isNotEmpty();

        last().ready(3);
        step();
        assertThat(worker.report().run().problem()).isEmpty();
        assertThat(worker.report().run().death())
                .isEqualTo(new WorkerDeath("w1", "n1", "no database", WorkerExit.FAILED.code(), 1_000_000, 2, 2));
    }

    @Test
    void aWorkerThatEndsItsTopologyIsNotStartedAgainUntilThatIsWrittenDown() throws IOException {
        setDesired(assignment(1, "n1"));
        step();
        last().dies("bad number", WorkerExit.KILL_TOPOLOGY);
        step();
        assertThat(failed).containsExactly("t-1 w1 on n1: bad number");

        now += 500;
        step();
        assertThat(failed).hasSize(2);
        assertThat(started).hasSize(1);

        worker.release();
        step();
        assertThat(failed).hasSize(2);
        assertThat(worker.finished()).isTrue();
        assertThat(worker.report().run().death().exitCode()).isEqualTo(WorkerExit.KILL_TOPOLOGY.code());
    }

    @Test
    void aWorkerThatLeavesNoWordIsExplainedByItsExitCode() {
        setDesired(assignment(1, "n1"));
        step();
        last().exitCode = OptionalInt.of(3);
        last().gone = true;
        step();
        assertThat(worker.report().run().death().cause()).contains("ran out of memory: raise topology.worker.heap");

        last().exitCode = OptionalInt.of(137);
        last().gone = true;
        step();
        assertThat(worker.report().run().death().cause()).contains("was killed (SIGKILL)");
    }

    @Test
    void theLimitOfMemoryExplainsAKillButNoOtherEnd() {
        killedForMemory = "reached its limit";
        setDesired(assignment(1, "n1"));
        step();
        last().exitCode = OptionalInt.of(143);
        last().gone = true;
        step();
        assertThat(worker.report().run().death().cause()).contains("SIGTERM");

        last().exitCode = OptionalInt.of(137);
        last().gone = true;
        step();
        assertThat(worker.report().run().death().cause()).isEqualTo("reached its limit");
    }

    @Test
    void aWorkerThatDoesNotJoinIsKilledAndStartedAgain() {
        setDesired(assignment(1, "n1"));
        step();
        now += 59_999;
        step();
        assertThat(last().killed).isFalse();

        now += 1;
        step();
        assertThat(last().killed).isTrue();
        step();
        assertThat(started).hasSize(2);
    }

    @Test
    void aWorkerThatMakesNoTurnDumpsItsThreadsAndIsKilledAndReplaced() throws IOException {
        run();
        FakeProcess hung = last();
        heartbeat = 1;
        stepFor(1_000);
        stepFor(29_000);
        assertThat(hung.dumped).isFalse();

        stepFor(1_000);
        assertThat(hung.dumped).isTrue();
        assertThat(hung.killed).isFalse();
        stepFor(1_000);
        assertThat(hung.killed).isTrue();
        step();
        assertThat(started).hasSize(2);
        assertThat(worker.report().run().death().cause()).isEqualTo("made no turn for 30 s (worker.hang.timeout)");
    }

    @Test
    void aStoppedWorkerIsKilledAtOnceAsItCannotDumpItsThreads() throws IOException {
        run();
        FakeProcess hung = last();
        heartbeat = 1;
        hung.stopped = true;
        stepFor(31_000);

        assertThat(hung.dumped).isFalse();
        assertThat(hung.killed).isTrue();
        step();
        assertThat(worker.report().run().death().cause())
                .isEqualTo("made no turn for 30 s (worker.hang.timeout): its process is stopped (SIGSTOP)");
    }

    @Test
    void aWorkerWithHeartbeatsOrWithoutAnyIsNotKilled() throws IOException {
        run();
        stepFor(100_000);
        for (int i = 0; i < 10; i++) {
            heartbeat++;
            stepFor(29_000);
        }
        assertThat(last().killed).isFalse();
        assertThat(last().dumped).isFalse();
    }

    @Test
    void theTimeWithoutProgressIsCountedAnewForTheNextStart() throws IOException {
        run();
        heartbeat = 1;
        stepFor(20_000);
        last().gone = true;
        step();
        last().ready(2);
        stepFor(29_000);

        assertThat(last().killed).isFalse();
        assertThat(last().dumped).isFalse();
        assertThat(started).hasSize(2);
    }

    /** The supervisor or the machine was stopped: the worker may have been stopped with it. */
    @Test
    void aPauseOfTheSupervisorIsNotCountedAsThatOfTheWorker() throws IOException {
        run();
        heartbeat = 1;
        stepFor(10_000);
        now += 3_600_000;
        step();
        stepFor(12_000);
        assertThat(last().dumped).isFalse();

        stepFor(2_000);
        assertThat(last().dumped).isTrue();
    }

    @Test
    void aTimeoutThatWouldKillWorkersWithoutFaultIsRefused() {
        Config config = Config.empty().with(ClusterKeys.WORKER_HANG_TIMEOUT, Duration.ofMillis(1_999));

        assertThatThrownBy(() -> HangWatch.timeoutMillis(config))
                .hasMessage("worker.hang.timeout is 1999 ms: it takes 0 s (never) or at least 2 s");
        assertThat(HangWatch.timeoutMillis(config.with(ClusterKeys.WORKER_HANG_TIMEOUT, Duration.ZERO)))
                .isZero();
    }

    @Test
    void stoppingAsksFirstAndKillsInTheEnd() {
        setDesired(assignment(1, "n1"));
        step();
        worker.release();
        step();
        assertThat(last().terminated).isTrue();
        assertThat(worker.report().run().state()).isEqualTo(State.STOPPING);

        now += 9_999;
        step();
        assertThat(last().killed).isFalse();
        now += 1;
        step();
        assertThat(last().killed).isTrue();
        assertThat(worker.finished()).isFalse();
        step();
        assertThat(worker.finished()).isTrue();
        assertThat(started).hasSize(1);
    }

    @Test
    void aWorkerGoesOnWhileOnlyItsPeersMoveAndIsStartedAnewWhenItsWorkChanges() throws IOException {
        setDesired(assignment(1, "n2"));
        step();
        last().ready(1);
        step();

        setDesired(assignment(2, "n3"));
        step();
        assertThat(last().terminated).isFalse();

        setDesired(assignment(3, "n1"));
        step();
        assertThat(last().terminated).isFalse();

        setDesired(new AssignmentRecord("t-1", 4, List.of(new WorkerPlan("w1", "n1", 1, List.of(1, 2)))));
        step();
        assertThat(last().terminated).isTrue();
        last().gone = true;
        step();
        assertThat(started).hasSize(2);
        assertThat(worker.report().run().failures()).isZero();
    }

    @Test
    void aWorkerWithoutTransportIsStartedAnewWhenItsTopologyComesToSpanNodes() throws IOException {
        setDesired(assignment(1, "n1"));
        step();
        last().ready(1);
        step();

        setDesired(assignment(2, "n2"));
        step();

        assertThat(last().terminated).isTrue();
    }

    @Test
    void aStartThatCannotBeMadeIsTriedEverySecondAndIsNoFailure() throws IOException {
        obstacle = "no space left on device";
        setDesired(assignment(1, "n1"));
        for (int second = 0; second < 60; second++) {
            step();
            now += 1_000;
        }
        assertThat(started).isEmpty();
        assertThat(worker.report().run().problem()).isEqualTo("cannot start: no space left on device");
        assertThat(worker.report().run().state()).isEqualTo(State.WAITING);
        assertThat(worker.report().run().failures()).isZero();

        obstacle = null;
        step();
        assertThat(started).hasSize(1);
        last().dies("no database", WorkerExit.FAILED);
        step();
        assertThat(started).hasSize(2);
    }

    @Test
    void aStartThatCannotBeMadeIsTriedAtOnceWhenItsCauseChanges() {
        obstacle = "ZooKeeper does not answer";
        setDesired(assignment(1, "n1"));
        step();
        obstacle = null;
        step();
        assertThat(started).isEmpty();

        worker.retry(now);
        step();
        assertThat(started).hasSize(1);
    }

    @Test
    void theBackOffOfAFailingWorkerDoesNotEndWhenOtherThingsChange() throws IOException {
        failTwice();

        worker.retry(now);
        step();
        assertThat(started).hasSize(2);
    }

    @Test
    void killsFromOutsideAreFollowedByStartsAtOnce() {
        setDesired(assignment(1, "n1"));
        step();
        for (int kill = 1; kill <= 24; kill++) {
            now += 5_000;
            last().exitCode = OptionalInt.of(kill % 2 == 0 ? 137 : 143);
            last().gone = true;
            step();
            assertThat(started).hasSize(1 + kill);
        }
        assertThat(worker.report().run().failures()).isZero();
        assertThat(worker.report().run().death().deaths()).isEqualTo(24);
    }

    /** Only a parent gets the exit code. */
    @Test
    void anAdoptedWorkerThatLeavesNoReportCountsAsKilled() throws IOException {
        failTwice();
        now += 200;
        step();
        now += 5_000;
        last().gone = true;
        step();

        assertThat(started).hasSize(4);
        assertThat(worker.report().run().failures()).isEqualTo(2);
    }

    @Test
    void aWorkerThatItsSupervisorKilledHasFailed() {
        setDesired(assignment(1, "n1"));
        step();
        now += 60_000;
        step();
        last().exitCode = OptionalInt.of(137);
        step();

        assertThat(worker.report().run().failures()).isEqualTo(1);
    }

    @Test
    void theNextSupervisorGoesOnCountingDeaths() throws IOException {
        failTwice();
        SupervisedWorker next = new SupervisedWorker(KEY, new FakeNode(), Config.empty());
        assertThat(next.report().run().death()).isEqualTo(worker.report().run().death());

        next.want(new DesiredWorker(record(), new Versioned<>(assignment(1, "n1"), 0)));
        next.step(now, process -> {});
        last().dies("no database", WorkerExit.FAILED);
        next.step(now, process -> {});
        assertThat(next.report().run().death().deaths()).isEqualTo(3);
    }

    @Test
    void aStoppedProcessIsTheProblemAsLongAsItIsStopped() throws IOException {
        setDesired(assignment(1, "n1"));
        step();
        last().ready(1);
        step();
        last().stopped = true;
        assertThat(worker.report().run().problem())
                .isEqualTo("its process 4711 is stopped: continue it with 'kill -CONT 4711'");

        last().stopped = false;
        assertThat(worker.report().run().problem()).isEmpty();
    }

    @Test
    void thePauseGrowsHoweverLongAWorkerTriesToOpen() throws IOException {
        setDesired(assignment(1, "n1"));
        step();
        for (int i = 0; i < 3; i++) {
            last().ready(i + 1);
            step();
            now += Duration.ofMinutes(5).toMillis();
            last().dies("no database", WorkerExit.NOT_OPENED);
            step();
            now += 200L << i;
            step();
        }

        assertThat(worker.report().run().failures()).isEqualTo(3);
        assertThat(worker.report().run().death().inARow()).isEqualTo(3);
    }

    private void failTwice() throws IOException {
        setDesired(assignment(1, "n1"));
        step();
        last().dies("no database", WorkerExit.FAILED);
        step();
        last().dies("no database", WorkerExit.FAILED);
        step();
    }

    @Test
    void anAdoptedWorkerIsNotStartedAgain() throws IOException {
        LaunchSpec spec = new FakeNode()
                .prepare(KEY, new DesiredWorker(record(), new Versioned<>(assignment(1, "n1"), 0)))
                .orElseThrow();
        FakeProcess process = new FakeProcess(WorkerDirectory.create(directory, spec));
        process.ready(1);
        worker.adopt(spec, process.directory, process, now);
        setDesired(assignment(1, "n1"));
        step();

        assertThat(started).isEmpty();
        assertThat(worker.report().run().state()).isEqualTo(State.RUNNING);
        assertThat(WorkerDirectory.all(directory)).containsExactly(process.directory);
        assertThat(process.directory.launch()).contains(spec);
        assertThat(process.directory.locked()).isFalse();
    }

    @Test
    void anAdoptedWorkerRunsUntilItIsConfirmedThatItShouldNot() throws IOException {
        LaunchSpec spec = new FakeNode()
                .prepare(KEY, new DesiredWorker(record(), new Versioned<>(assignment(1, "n1"), 0)))
                .orElseThrow();
        FakeProcess process = new FakeProcess(WorkerDirectory.create(directory, spec));
        process.ready(1);
        worker.adopt(spec, process.directory, process, now);
        stepFor(10_000);
        assertThat(process.terminated).isFalse();
        assertThat(worker.report().run().state()).isEqualTo(State.RUNNING);

        worker.release();
        step();
        assertThat(process.terminated).isTrue();
    }

    @Test
    void theDeathOfAnAdoptedWorkerIsReportedBeforeItIsKnownWhetherItShouldRun() throws IOException {
        LaunchSpec spec = new FakeNode()
                .prepare(KEY, new DesiredWorker(record(), new Versioned<>(assignment(1, "n1"), 0)))
                .orElseThrow();
        FakeProcess process = new FakeProcess(WorkerDirectory.create(directory, spec));
        process.ready(1);
        worker.adopt(spec, process.directory, process, now);
        process.gone = true;
        stepFor(5_000);

        assertThat(worker.report().run().problem()).isEqualTo("died without a report: see its log");
        assertThat(worker.finished()).isFalse();
        assertThat(started).isEmpty();
        setDesired(assignment(1, "n1"));
        step();
        assertThat(started).hasSize(1);
    }

    private FakeProcess last() {
        return started.get(started.size() - 1);
    }

    private void setDesired(AssignmentRecord assignment) {
        worker.want(new DesiredWorker(record(), new Versioned<>(assignment, 0)));
    }

    private void run() throws IOException {
        setDesired(assignment(1, "n1"));
        step();
        last().ready(1);
        step();
    }

    /** Steps once a second, as the supervisor's loop does. */
    private void stepFor(long millis) {
        for (long left = millis; left > 0; left -= 1_000) {
            now += 1_000;
            step();
        }
    }

    private void step() {
        worker.step(now, process -> {});
    }

    private static TopologyRecord record() {
        return Records.submitted("t", "t-1", 2);
    }

    private static AssignmentRecord assignment(long epoch, String otherNode) {
        return new AssignmentRecord(
                "t-1",
                epoch,
                List.of(new WorkerPlan("w1", "n1", 1, List.of(1)), new WorkerPlan("w2", otherNode, 1, List.of(2))));
    }
}
