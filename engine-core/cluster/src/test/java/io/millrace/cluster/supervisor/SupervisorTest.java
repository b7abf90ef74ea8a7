// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.api.config.MetricsDetail;
import io.millrace.cluster.Records;
import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerDeath;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.process.Wakeup;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.registry.Versioned;
import io.millrace.cluster.supervisor.process.WorkerDirectory;
import io.millrace.cluster.supervisor.process.WorkerProcess;
import io.millrace.runtime.metrics.TraceRecord;
import io.millrace.runtime.metrics.WorkerSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SupervisorTest {

    private static final ClusterView EMPTY = Records.view(Optional.empty(), new TreeMap<>(), new TreeMap<>());

    private long now = -5_000;

    @Test
    void oneWithoutWorkersLooksOnceASecond() {
        // The registry and the node are not asked without workers
        Supervisor idle = new Supervisor("n1", "cluster", Config.empty(), null, null, new Wakeup(), () -> now);
        for (int second = 0; second < 5; second++) {
            assertThat(idle.pass(EMPTY)).isEqualTo(1_000);
            now += 1_000;
        }
        assertThat(idle.finishing()).isEmpty();
    }

    @Test
    void aStartThatCannotBeMadeIsTriedAtOnceWhenTheLeaderOrTheNodesChange() {
        try (Registry away = Registry.connect(Config.empty().with("zookeeper.connect", "127.0.0.1:1"))) {
            Blocked environment = new Blocked();
            Supervisor supervisor =
                    new Supervisor("n1", "cluster", Config.empty(), away, environment, new Wakeup(), () -> 0);
            SortedMap<String, TopologyView> assigned = new TreeMap<>(Map.of("t", topology()));
            supervisor.pass(Records.view(Optional.empty(), new TreeMap<>(), assigned));
            supervisor.pass(Records.view(Optional.empty(), new TreeMap<>(), assigned));
            assertThat(environment.tries).isEqualTo(1);

            Optional<ControllerRecord> leader = Optional.of(Records.controller("127.0.0.1", 1, 1, "i"));
            supervisor.pass(Records.view(leader, new TreeMap<>(), assigned));
            assertThat(environment.tries).isEqualTo(2);

            SortedMap<String, SupervisorRecord> nodes = new TreeMap<>(Map.of("n2", supervisor("n2")));
            supervisor.pass(Records.view(leader, nodes, assigned));
            supervisor.pass(Records.view(leader, nodes, assigned));
            assertThat(environment.tries).isEqualTo(3);
        }
    }

    private static TopologyView topology() {
        TopologyRecord record = Records.submitted("t", "t-1", 1);
        AssignmentRecord assignment =
                new AssignmentRecord("t-1", 1, List.of(new WorkerPlan("w1", "n1", 1, List.of(1))));
        return Records.topology(record, 0, new Versioned<>(assignment, 0), Map.of(), Map.of());
    }

    private static SupervisorRecord supervisor(String node) {
        return Records.supervisor(node, "127.0.0.1", 1, 1, 1, 1, "i");
    }

    /** An environment that makes no start. */
    private static final class Blocked implements WorkerEnvironment {

        @Override
        public Optional<String> killedForMemory() {
            return Optional.empty();
        }

        @Override
        public List<TraceRecord> traces(WorkerDirectory directory) {
            return List.of();
        }

        private int tries;

        @Override
        public long heartbeat(WorkerDirectory directory) {
            return 0;
        }

        @Override
        public Optional<WorkerProcess> running(WorkerDirectory directory) {
            return Optional.empty();
        }

        @Override
        public Optional<LaunchSpec> prepare(WorkerKey key, DesiredWorker desired) {
            tries++;
            throw new IllegalStateException("no node has the file");
        }

        @Override
        public WorkerDirectory directory(LaunchSpec spec) {
            throw new UnsupportedOperationException();
        }

        @Override
        public WorkerProcess launch(LaunchSpec spec, WorkerDirectory directory) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<WorkerSnapshot> metrics(WorkerDirectory directory, MetricsDetail detail) {
            return Optional.empty();
        }

        @Override
        public List<Integer> finishedTasks(WorkerDirectory directory) {
            return List.of();
        }

        @Override
        public void fail(LaunchSpec spec, String cause) {}

        @Override
        public Optional<WorkerDeath> lastDeath(WorkerKey key) {
            return Optional.empty();
        }

        @Override
        public void died(WorkerKey key, WorkerDeath death) {}

        @Override
        public long currentTimeMillis() {
            return 0;
        }

        @Override
        public void reaped(WorkerDirectory directory, LaunchSpec spec) {}
    }
}
