// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

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
import io.millrace.cluster.registry.Versioned;
import io.millrace.cluster.supervisor.process.WorkerDirectory;
import io.millrace.cluster.supervisor.process.WorkerProcess;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.metrics.TraceRecord;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.runtime.worker.PeerEndpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.io.TempDir;

/** One worker with a simulated clock and simulated processes, which a test steps. */
abstract class OneSupervisedWorker {

    static final WorkerKey KEY = new WorkerKey("t-1", "w1");

    @TempDir
    Path directory;

    final List<FakeProcess> started = new ArrayList<>();
    final List<Long> reaped = new ArrayList<>();
    final List<String> failed = new ArrayList<>();
    final SupervisedWorker worker = new SupervisedWorker(KEY, new FakeNode(), Config.empty());
    long now;
    long heartbeat;
    String obstacle;
    String killedForMemory;
    WorkerDeath remembered;

    static final class FakeProcess implements WorkerProcess {
        final WorkerDirectory directory;
        boolean gone;
        boolean stopped;
        OptionalInt exitCode = OptionalInt.empty();
        boolean terminated;
        boolean killed;
        boolean dumped;

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

    final class FakeNode implements WorkerEnvironment {

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

    void failTwice() throws IOException {
        setDesired(assignment(1, "n1"));
        step();
        last().dies("no database", WorkerExit.FAILED);
        step();
        last().dies("no database", WorkerExit.FAILED);
        step();
    }

    FakeProcess last() {
        return started.get(started.size() - 1);
    }

    void setDesired(AssignmentRecord assignment) {
        worker.want(new DesiredWorker(record(), new Versioned<>(assignment, 0)));
    }

    void run() throws IOException {
        setDesired(assignment(1, "n1"));
        step();
        last().ready(1);
        step();
    }

    /** Steps once a second, as the supervisor's loop does. */
    void stepFor(long millis) {
        for (long left = millis; left > 0; left -= 1_000) {
            now += 1_000;
            step();
        }
    }

    void step() {
        worker.step(now, process -> {});
    }

    static TopologyRecord record() {
        return Records.submitted("t", "t-1", 2);
    }

    static AssignmentRecord assignment(long epoch, String otherNode) {
        return new AssignmentRecord(
                "t-1",
                epoch,
                List.of(new WorkerPlan("w1", "n1", 1, List.of(1)), new WorkerPlan("w2", otherNode, 1, List.of(2))));
    }
}
